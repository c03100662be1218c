//! What the panel says about the promises on transactions.

use crate::ui::help::Word;
use crate::ui::help::promises::{ALL_ITEMS, of_transactions};
use cloakroom_core::Requirement;
use cloakroom_core::requirement::SetSize;
use cloakroom_transactions::privacy::TransactionsModel;

/// What is asked for.
pub fn asked(requirement: &Requirement) -> Vec<Word> {
    let mut asked = vec![*of_transactions(TransactionsModel::K)];
    match requirement.m {
        Some(SetSize::AtMost(_)) => asked.push(*of_transactions(TransactionsModel::SetSize)),
        Some(SetSize::Any(_)) => asked.push(ALL_ITEMS),
        None => {}
    }
    if requirement.h.is_some() {
        asked.push(*of_transactions(TransactionsModel::PublicItems));
        asked.push(*of_transactions(TransactionsModel::PrivateShare));
    }
    if requirement.duplicates {
        asked.push(*of_transactions(TransactionsModel::Duplicates));
    }
    asked
}
