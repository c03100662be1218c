//! Transactions: checking, solving, anonymizing and releasing them.

pub mod anonymize;
pub(crate) mod beside;
pub mod check;
mod checked_task;
mod compared;
mod naming;
mod prepared;
mod released;
pub(crate) mod report;
mod solve;

pub use checked_task::{CheckedTransactionsTask, lay_out};
pub(crate) use prepared::TransactionsRead;
