//! What is worth changing about transactions: how many items somebody may know before most baskets stand out.

use super::CheckedTransactionsTask;
use super::check::TransactionsProfile;
use crate::advice::{Advice, Ask, Topic, share, spelled};
use crate::change::Change;
use cloakroom_core::problem::Failure;
use cloakroom_core::progress::Progress;
use cloakroom_core::requirement::SetSize;
use cloakroom_core::transactions::Transactions;
use cloakroom_core::trees::Trees;
use cloakroom_transactions::profile::rows::RowProfile;

/// Fewer baskets are not worth a weaker promise.
const WORTH: f64 = 0.2;
/// Of more baskets a profile is not made for the sake of advice.
const MOST_BASKETS: usize = 20_000;

pub(super) fn advice(
    transactions: &Transactions,
    ask: &Ask<'_>,
    trees: Option<&Trees>,
    progress: &Progress,
) -> Result<Vec<Advice>, Failure> {
    let requirement = &ask.settings.requirement;
    let (Some(k), Some(SetSize::AtMost(m)), None) = (requirement.k, requirement.m, requirement.h)
    else {
        return Ok(Vec::new());
    };
    if m < 2 || requirement.duplicates {
        return Ok(Vec::new());
    }
    let found = match (&ask.computed.baskets, trees) {
        (Some(rows), _) => of_rows(rows, k, m),
        (None, Some(trees)) if ask.loaded.dataset.records() <= MOST_BASKETS => {
            let checked =
                CheckedTransactionsTask::new(transactions, ask.settings, trees, progress)?;
            let profile = TransactionsProfile::original(&checked, progress)?;
            profile.rows.as_ref().and_then(|rows| of_rows(rows, k, m))
        }
        _ => None,
    };
    Ok(found.into_iter().collect())
}

fn of_rows(rows: &RowProfile, k: u32, m: u32) -> Option<Advice> {
    let baskets = rows.baskets();
    if k > rows.cap() || !rows.knows(m) {
        return None;
    }
    let breaking = |m: u32| rows.violating(k, m);
    let now = breaking(m);
    if (now as f64) < WORTH * baskets as f64 || now == 0 {
        return None;
    }
    let fewer = (1..m).rev().find(|&fewer| breaking(fewer) * 2 <= now)?;
    let of = |breaking: usize| share(breaking as f64 / baskets as f64);
    let items = |m: u32| match m {
        1 => "one item".to_owned(),
        many => format!("{} items", spelled(many as usize)),
    };
    Some(Advice {
        topic: Topic::Weaker,
        sentence: format!(
            "By {} of theirs, {} of the baskets can be told from all but fewer than {k}; by {} only {}.",
            items(m),
            of(now),
            items(fewer),
            of(breaking(fewer))
        ),
        consequence: format!(
            "Ask for m = {fewer}. That is a weaker promise: it holds against whoever knows no more than {}.",
            items(fewer)
        ),
        basis: "Counted for all baskets and all sets of that many items.".to_owned(),
        change: Change::SetM(Some(SetSize::AtMost(fewer))),
    })
}
