//! Transactions: checking, solving, anonymizing and releasing them.

pub mod anonymize;
pub mod check;
mod naming;
mod question;
pub(super) mod release;
mod released;
pub(super) mod solve;

pub use question::{BasketQuestion, lay_out};
