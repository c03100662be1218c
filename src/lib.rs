//! Cloakroom turns a table of people into a table that may be released: the program, its command line and its window.
//!
//! `ARCHITECTURE.md` is the map; what it does is done by the crates in `crates/`.

pub mod app;
pub mod cli;
pub mod ui;
