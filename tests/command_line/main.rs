//! Everything that the command line does, as its users call it.

mod attack;
mod bad_input;
mod batch;
mod bounds;
mod check;
mod equal;
mod experiment;
mod killed_release;
mod large;
mod methods;
mod microaggregation;
mod models;
mod open;
mod pool;
mod purpose;
mod ratings;
mod release;
mod report;
mod risk;
mod sample;
mod samples_release;
mod sweep;
mod transactions;
mod undecided;
mod verify;
mod work;
