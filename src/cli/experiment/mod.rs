//! `cloakroom experiment …`.

mod figures;
mod plot;
pub mod ratings;
pub mod similarity;
pub mod transactions;
pub mod trust;
