//! The window, driven by labels as its users do.

mod advice;
mod attack;
mod bench;
mod compare;
mod confirm;
mod flows;
mod harness_picture;
mod hierarchies;
mod journeys;
mod large;
mod lattice;
mod linked;
mod models;
mod pool;
mod purpose;
mod ratings;
mod release;
mod risk;
mod support;
mod transactions;
