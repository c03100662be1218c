//! Transactions: checking, solving, anonymizing and releasing them.

pub mod anonymize;
pub mod check;
mod checked_task;
mod compared;
mod naming;
mod prepared;
mod released;
mod solve;

pub use checked_task::{CheckedTransactionsTask, lay_out};
pub(crate) use prepared::TransactionsRead;
