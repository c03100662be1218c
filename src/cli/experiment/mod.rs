//! `cloakroom experiment …`.

mod plot;
pub mod ratings;
pub mod similarity;
pub mod transactions;
