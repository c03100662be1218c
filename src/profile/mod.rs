//! Computed once, asked often: every parameter is a threshold on what lies here.

pub mod classes;
mod grouping;
pub mod lattice;
pub mod rows;
pub mod summary;
