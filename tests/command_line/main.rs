//! Everything that the command line does, as its users call it.
#![allow(clippy::expect_used, clippy::panic, clippy::unwrap_used)]

mod attack;
mod bad_input;
mod batch;
mod bounds;
mod check;
mod codes;
mod equal;
mod experiment;
mod import;
mod killed_release;
mod large;
mod methods;
mod microaggregation;
mod models;
mod open;
mod papers;
mod people_counted;
mod pool;
mod prepare;
mod prepare_again;
mod purpose;
mod ratings;
mod release;
mod report;
mod risk;
mod sample;
mod samples_release;
mod sentences;
mod show;
mod sweep;
mod transactions;
mod undecided;
mod verify;
mod work;
