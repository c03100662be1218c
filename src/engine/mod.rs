//! What the window and the command line both drive: background jobs, the open document with its
//! history, checks and releases. Knows nothing of how things look.

pub mod anonymize;
pub mod attack;
pub mod baskets;
pub mod batch;
pub mod beside;
pub mod change;
pub mod check;
pub mod contents;
pub mod curves;
pub mod document;
pub mod experiment;
pub mod explain;
pub mod figure;
pub mod hierarchies;
pub mod history;
pub mod in_batches;
mod in_house;
pub mod job;
mod leftovers;
mod measures;
pub mod open;
pub mod pareto;
pub mod possible;
pub mod promised;
pub mod recipients;
pub mod release;
mod released_table;
pub mod risk;
pub mod shelf;
mod shuffle;
pub mod side_by_side;
pub mod solve;
pub mod survey;
pub mod sweep;
pub mod workspace;
mod write_release;
