//! Methods that raise every column to one level for all records: nodes of the lattice of levels.

mod apply;
mod levels;
mod optimal;
mod search;
mod tags;

pub(super) use levels::run as run_levels;
pub(super) use optimal::run as run_optimal;
