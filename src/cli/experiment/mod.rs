//! `cloakroom experiment …`.

mod drawing;
mod figures;
pub mod microaggregation;
mod plot;
pub mod ratings;
pub mod similarity;
pub mod transactions;
pub mod trust;
