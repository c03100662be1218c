//! Transactions: checking, solving, anonymizing and releasing them.

pub mod anonymize;
pub mod check;
mod compared;
mod naming;
mod prepared;
mod question;
mod released;
mod solve;

pub(crate) use prepared::TransactionsRead;
pub use question::{BasketQuestion, lay_out};
