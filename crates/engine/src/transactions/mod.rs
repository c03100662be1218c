//! Transactions: checking, solving, anonymizing and releasing them.

pub(crate) mod about;
mod advice;
pub mod anonymize;
pub(crate) mod beside;
pub mod check;
mod checked_task;
mod compared;
mod in_house;
mod naming;
mod prepared;
mod released;
mod solve;

pub use checked_task::{CheckedTransactionsTask, lay_out};
pub(crate) use prepared::TransactionsRead;

use cloakroom_core::Kind;

/// What they are called where several kinds are spoken of.
pub(crate) const KIND: Kind = Kind::Transactions;
