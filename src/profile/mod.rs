//! Computed once, asked often: every parameter is a threshold on what lies here.

pub mod classes;
pub mod counting;
pub mod dependency;
pub mod doubts;
mod grouping;
pub mod lattice;
pub mod ratings;
pub mod reach;
pub mod rows;
pub mod scan;
pub mod settlement;
pub mod summary;
pub mod transactions;
pub mod values;

#[cfg(test)]
mod tests;
