//! Runs a method on transactions and measures what it made.

use super::CheckedTransactionsTask;
use super::check::{TransactionsProfile, answer};
use crate::anonymize::{BROKEN, Outcome};
use crate::infeasible::beyond_all;
use cloakroom_core::{CheckAnswer, Failure, Kind, Measures, MethodSettings, Progress};
use cloakroom_transactions::method::{
    self, AnonymizedTransactions, TransactionsOutcome, TransactionsTask,
};
use cloakroom_transactions::metrics::{TransactionsRelease, measure};
use cloakroom_transactions::transactions::GONE;
use cloakroom_transactions::transactions::PreparedTransactions;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// What a method made of transactions, not yet arranged for a release.
#[derive(Debug)]
pub struct TransactionsCandidate {
    /// What the method was given.
    pub baskets: Arc<PreparedTransactions>,
    pub anonymized: Arc<AnonymizedTransactions>,
    /// Of what is released.
    pub profile: Arc<TransactionsProfile>,
    pub check: CheckAnswer,
    pub measures: Measures,
}

pub fn anonymize(
    checked: &CheckedTransactionsTask,
    settings: &MethodSettings,
    progress: &Progress,
) -> Result<Outcome<TransactionsCandidate>, Failure> {
    Ok(anonymize_timed(checked, settings, progress)?.0)
}

/// The same with the time that the method alone took.
pub fn anonymize_timed(
    checked: &CheckedTransactionsTask,
    settings: &MethodSettings,
    progress: &Progress,
) -> Result<(Outcome<TransactionsCandidate>, Duration), Failure> {
    let baskets = &checked.baskets;
    if let Some(why) = beyond_all(&checked.requirement, Kind::Transactions, baskets.len()) {
        return Ok((Outcome::NotReached(why), Duration::ZERO));
    }
    let task = TransactionsTask {
        baskets,
        target: checked.target,
        settings,
    };
    let start = Instant::now();
    let outcome = method::run(settings.name, task, progress)?;
    let took = start.elapsed();
    let outcome = match outcome {
        TransactionsOutcome::Reached(made) => looked_over(checked, made, settings, progress)?,
        TransactionsOutcome::NotReached(why) => Outcome::NotReached(why),
    };
    Ok((outcome, took))
}

/// Decides and measures what a method made.
fn looked_over(
    checked: &CheckedTransactionsTask,
    anonymized: AnonymizedTransactions,
    settings: &MethodSettings,
    progress: &Progress,
) -> Result<Outcome<TransactionsCandidate>, Failure> {
    let baskets = &checked.baskets;
    if baskets.private.is_empty() && anonymized.shown.iter().all(|&node| node == GONE) {
        let why = "every item would have to be suppressed, so that nothing would be left to release; ask for a smaller \
                   k or m, or let items be generalized";
        return Ok(Outcome::NotReached(why.to_owned()));
    }
    progress.check()?;
    let profile = TransactionsProfile::released(checked, &anonymized.shown, progress)?;
    let check = answer(checked, &profile, progress)?;
    let measures = measure(
        &TransactionsRelease {
            baskets,
            shown: &anonymized.shown,
            questions: settings.questions,
            seed: settings.seed,
        },
        progress,
    )?;
    let candidate = TransactionsCandidate {
        baskets: checked.baskets.clone(),
        anonymized: Arc::new(anonymized),
        profile: Arc::new(profile),
        check,
        measures,
    };
    Ok(Outcome::second_look(candidate, BROKEN))
}
