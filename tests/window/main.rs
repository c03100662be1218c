//! The window, driven by labels as its users do.

mod advice;
mod attack;
mod bench;
mod compare;
mod confirm;
mod flows;
mod focus;
mod frame;
mod fresh;
mod harness_picture;
mod help;
mod hierarchies;
mod journeys;
mod large;
mod lattice;
mod linked;
mod models;
mod paths;
mod pool;
mod purpose;
mod ratings;
mod release;
mod risk;
mod screens;
mod support;
mod transactions;
