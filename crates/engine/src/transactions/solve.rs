//! Finds k, m and h of transactions where a recipe leaves them open.

use super::check::check;
use super::checked_task::lay_out;
use super::{CheckedTransactionsTask, KIND};
use crate::solve::{FoundInTurn, SolveAnswer};
use cloakroom_core::requirement::LEAST_SHARE;
use cloakroom_core::{
    Amount, Failure, Open, Problem, Progress, Requirement, SetSize, Settings, Transactions, Trees,
};
use cloakroom_transactions::transactions::PreparedTransactions;
use std::sync::Arc;

pub fn solve(
    transactions: &Transactions,
    settings: &Settings,
    open: &[Open],
    trees: &Trees,
    progress: &Progress,
) -> Result<SolveAnswer, Failure> {
    let given = &settings.requirement;
    let apart = given.h.is_some() || open.contains(&Open::H);
    let baskets = Arc::new(lay_out(transactions, settings, trees, apart, progress)?);
    // As little as can be asked of each: so the question is made ready for all of them.
    let weakest = open.iter().try_fold(given.clone(), |requirement, &open| {
        weaken(requirement, open)
    })?;
    let strictest = |given: &Requirement, open| strictest(&baskets, given, open, progress);
    let found = FoundInTurn::find(&weakest, open, strictest)?;
    let checked = CheckedTransactionsTask::of(baskets.clone(), &found.together)?;
    let check = check(&checked, progress)?;
    Ok(found.answer(KIND, baskets.len(), Some(check)))
}

/// The requirement with the strictest value of one parameter, and that value, the others as `given` says.
fn strictest(
    baskets: &Arc<PreparedTransactions>,
    given: &Requirement,
    open: Open,
    progress: &Progress,
) -> Result<Option<(Requirement, Amount)>, Failure> {
    let asked = weaken(given.clone(), open)?;
    let checked = CheckedTransactionsTask::of(baskets.clone(), &asked)?;
    let answer = check(&checked, progress)?;
    let line = answer
        .requirements
        .iter()
        .find(|line| line.name == open.name());
    let amount = line
        .and_then(|line| line.reached)
        .map(|amount| match amount {
            // Where nothing public is shown beside a private item, the strictest is the least that can be asked for.
            Amount::Share(share) => Amount::Share(share.max(LEAST_SHARE)),
            other => other,
        });
    Ok(amount.map(|amount| (with(asked, open, amount), amount)))
}

fn weaken(mut requirement: Requirement, open: Open) -> Result<Requirement, Problem> {
    match open {
        Open::K => requirement.k = Some(1),
        Open::M => requirement.m = Some(SetSize::AtMost(1)),
        Open::P => requirement.p = Some(1),
        Open::H => requirement.h = Some(1.0),
        other => {
            return Err(Problem::new(format!(
                "{} cannot be found for transactions; what can be left open is k, m, p or h",
                other.name()
            )));
        }
    }
    Ok(requirement)
}

fn with(mut requirement: Requirement, open: Open, amount: Amount) -> Requirement {
    match (open, amount) {
        (Open::K, Amount::Count(k)) => requirement.k = Some(k as u32),
        (Open::M, Amount::Count(m)) => requirement.m = Some(SetSize::AtMost(m as u32)),
        (Open::P, Amount::Count(p)) => requirement.p = Some(p as u32),
        (Open::H, Amount::Share(h)) => requirement.h = Some(h),
        _ => {}
    }
    requirement
}
