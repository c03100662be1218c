//! Transactions: a basket a line, a row per basket and item, or a column that holds lists.

mod collect;
mod lines;
mod tables;

pub use lines::read_transactions;
pub use tables::{BASKET_PARTS, read_list, read_long};

#[cfg(test)]
mod tests;
