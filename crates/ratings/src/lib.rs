#![doc = include_str!("../README.md")]
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

pub mod method;
pub mod metrics;
pub mod privacy;
pub mod profile;
pub mod ratings;
