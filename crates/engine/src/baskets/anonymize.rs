//! Runs a method on transactions and measures what it made.

use super::BasketQuestion;
use super::check::{BasketProfile, answer};
use crate::anonymize::{BROKEN, Outcome};
use crate::infeasible::beyond_all;
use cloakroom_core::kind::Kind;
use cloakroom_core::metrics::Measures;
use cloakroom_core::problem::Failure;
use cloakroom_core::pulse::Pulse;
use cloakroom_core::settings::MethodSettings;
use cloakroom_core::verdict::CheckAnswer;
use cloakroom_transactions::baskets::Baskets;
use cloakroom_transactions::baskets::GONE;
use cloakroom_transactions::method::{self, AnonymizedBaskets, BasketOutcome, BasketTask};
use cloakroom_transactions::metrics::{BasketRelease, measure};
use std::sync::Arc;

/// What a method made of transactions, not yet arranged for a release.
#[derive(Debug)]
pub struct BasketCandidate {
    /// What the method was given.
    pub baskets: Arc<Baskets>,
    pub anonymized: Arc<AnonymizedBaskets>,
    /// Of what is released.
    pub profile: Arc<BasketProfile>,
    pub check: CheckAnswer,
    pub measures: Measures,
}

pub fn anonymize(
    question: &BasketQuestion,
    settings: &MethodSettings,
    pulse: &Pulse,
) -> Result<Outcome<BasketCandidate>, Failure> {
    let baskets = &question.baskets;
    if let Some(why) = beyond_all(&question.requirement, Kind::Transactions, baskets.len()) {
        return Ok(Outcome::NotReached(why));
    }
    let task = BasketTask {
        baskets,
        target: question.target,
        settings,
    };
    let anonymized = match method::run(settings.name, task, pulse)? {
        BasketOutcome::Reached(anonymized) => anonymized,
        BasketOutcome::NotReached(why) => return Ok(Outcome::NotReached(why)),
    };
    if baskets.private.is_empty() && anonymized.shown.iter().all(|&node| node == GONE) {
        let why = "every item would have to be suppressed, so that nothing would be left to release; ask for a smaller \
                   k or m, or let items be generalized";
        return Ok(Outcome::NotReached(why.to_owned()));
    }
    pulse.check()?;
    let profile = BasketProfile::released(question, &anonymized.shown, pulse)?;
    let check = answer(question, &profile, pulse)?;
    let measures = measure(
        &BasketRelease {
            baskets,
            shown: &anonymized.shown,
            seed: settings.seed,
        },
        pulse,
    )?;
    let candidate = BasketCandidate {
        baskets: question.baskets.clone(),
        anonymized: Arc::new(anonymized),
        profile: Arc::new(profile),
        check,
        measures,
    };
    Ok(Outcome::second_look(candidate, BROKEN))
}
