//! Cloakroom turns a table of people into a table that may be released: the program, its command line and its window.
//!
//! `ARCHITECTURE.md` is the map; what it does is done by the crates in `crates/`.
#![cfg_attr(
    not(test),
    warn(
        clippy::exit,
        clippy::expect_used,
        clippy::panic,
        clippy::print_stderr,
        clippy::print_stdout,
        clippy::unwrap_used
    )
)]

pub mod app;
pub mod cli;
pub mod ui;
