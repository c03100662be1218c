//! What the window and the command line ask for: open a recipe, check a table, release it.

pub mod check;
pub mod open;
pub mod release;
mod released_table;
mod shuffle;
mod write_release;
