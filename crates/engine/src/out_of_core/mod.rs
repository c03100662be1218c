//! Tables that are larger than the memory: read in batches, counted into distinct tuples of the columns that classes
//! and promises are about, and released in batches again.
//!
//! What is computed from a table of records is computed from the counted tuples, each with its weight. Where single
//! records are needed (which rows break a promise, and the cells of the release) the file is read once more.

mod count;
mod order;
mod parts;
mod recoding;
mod release;
mod rows;
mod spellings;
mod spool;
mod stories;
mod tuples;
mod uncounted;
mod write;

#[cfg(test)]
mod tests;

pub use count::{Counted, count};
pub use release::{CountedData, release};
pub use rows::list_violating;
pub use uncounted::{Uncounted, UncountedColumn};
