//! Computed once, asked often: every parameter is a threshold on what lies here.

pub mod classes;
pub mod counting;
pub mod crowd;
pub mod dependency;
pub mod doubts;
mod grouping;
pub mod lattice;
pub mod reach;
pub mod scan;
pub mod suppression;
pub mod values;

#[cfg(test)]
mod tests;
