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

pub mod advice;
pub mod anonymize;
pub mod attack;
pub mod batch;
pub mod certificate_evidence;
pub mod change;
pub mod check;
pub mod contents;
pub mod curves;
mod declared;
pub mod document;
pub mod explain;
pub mod figure;
mod headline;
pub mod hierarchies;
pub mod history;
mod in_house;
pub mod infeasible;
pub mod internal_paths;
pub mod job;
pub mod kinds;
pub mod leaving;
mod leftovers;
pub mod made;
pub mod measures;
mod naming;
pub mod open;
pub mod out_of_core;
pub mod pareto;
pub mod pool;
pub mod profiles;
pub mod proposed;
pub mod ratings;
pub mod recipients;
mod records;
pub mod release;
mod released_before;
mod released_table;
pub mod report;
pub mod risk;
pub mod samples;
pub mod shelf;
mod shuffle;
pub mod side_by_side;
pub mod solve;
pub mod sweep;
pub mod transactions;
pub mod workspace;
mod write_release;
