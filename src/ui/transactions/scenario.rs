//! How the nodes of one cut were kept or suppressed, walked once more for whoever wants to see it.

use super::ReleasedTransactions;
use crate::ui::asked::Answer;
use cloakroom_core::progress::{Progress, Stopped};
use cloakroom_transactions::method::hghs::{Scenarios, scenarios};
use std::sync::Arc;

/// Searches through so few occurrences are walked again without a job.
const AT_ONCE: usize = 2_000;

/// A cut of a search: the one that a step arrived at, or one that was tried from there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Visit {
    pub round: usize,
    pub step: usize,
    /// The node that was replaced by its children to look further.
    pub tried: Option<u32>,
}

#[derive(Clone, Debug)]
pub struct ScenarioQuestion {
    pub released: Arc<ReleasedTransactions>,
    pub visit: Visit,
    pub k: u32,
}

impl PartialEq for ScenarioQuestion {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.released, &other.released)
            && self.visit == other.visit
            && self.k == other.k
    }
}

/// What was kept and what was not, node by node.
#[derive(Debug)]
pub struct Scenario {
    pub question: ScenarioQuestion,
    pub walk: Scenarios,
    /// By place in the walk: how many nodes are kept before it.
    pub kept_before: Vec<u32>,
}

impl Scenario {
    pub fn new(question: ScenarioQuestion, progress: &Progress) -> Result<Self, Stopped> {
        let baskets = &question.released.baskets;
        let walk = question.released.anonymized.walk.as_ref();
        let round = walk.and_then(|walk| walk.rounds.get(question.visit.round));
        let walk = match round {
            Some(round) => {
                let Visit { step, tried, .. } = question.visit;
                let cut = round.cut(&baskets.tree, step, tried);
                scenarios(baskets, &cut, question.k, round.size, progress)?
            }
            None => Scenarios::default(),
        };
        let mut kept = 0;
        let kept_before = (0..walk.tried.len()).map(|place| {
            let before = kept;
            kept += u32::from(walk.keeps(place));
            before
        });
        Ok(Self {
            kept_before: kept_before.collect(),
            walk,
            question,
        })
    }
}

impl Answer for Scenario {
    type Question = ScenarioQuestion;
    const WORK: &'static str = "Walk through a cut";

    fn compute(question: ScenarioQuestion, progress: &Progress) -> Result<Self, Stopped> {
        Self::new(question, progress)
    }

    fn is_short(question: &ScenarioQuestion) -> bool {
        question.released.baskets.leaf.len() <= AT_ONCE
    }
}
