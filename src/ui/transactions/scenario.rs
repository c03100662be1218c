//! How the nodes of one cut were kept or suppressed, walked once more for whoever wants to see it.

use super::ReleasedTransactions;
use crate::ui::asked::Answer;
use cloakroom_core::progress::{Progress, Stopped};
use cloakroom_core::taxonomy::Taxonomy;
use cloakroom_transactions::method::hghs::{Scenarios, scenarios};
use cloakroom_transactions::method::{Round, Step};
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
                let cut = cut_of(&baskets.tree, round, question.visit);
                scenarios(baskets, &cut, question.k, round.size, progress)?
            }
            None => Scenarios::default(),
        };
        let mut kept = 0;
        let kept_before = walk.valid.iter().map(|&valid| {
            let before = kept;
            kept += u32::from(valid);
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

/// The nodes of a cut on the way, in the order of the tree.
pub fn cut_of(tree: &Taxonomy, round: &Round, visit: Visit) -> Vec<u32> {
    let steps = round.steps.get(..=visit.step).unwrap_or(&round.steps);
    let specialised = steps.iter().filter_map(|step: &Step| step.specialised);
    let mut is_inner = vec![false; tree.len()];
    for node in specialised.chain(visit.tried) {
        is_inner[node as usize] = true;
    }
    let is_on = |&node: &u32| {
        let above = tree.parent(node);
        !is_inner[node as usize] && above.is_none_or(|above| is_inner[above as usize])
    };
    tree.top_down().into_iter().filter(is_on).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use cloakroom_transactions::transactions::papers_example;

    #[test]
    fn cuts_follow_from_what_was_replaced() {
        let baskets = papers_example();
        let tree = &baskets.tree;
        let node = |name: &str| {
            let mut nodes = 0..tree.len() as u32;
            nodes.find(|&node| tree.name(node) == name).unwrap()
        };
        let step = |specialised: Option<&str>| Step {
            specialised: specialised.map(node),
            ..Step::default()
        };
        let round = Round {
            size: 2,
            steps: vec![step(None), step(Some("T")), step(Some("Q"))],
        };
        let cut = |step, tried: Option<&str>| {
            let visit = Visit {
                round: 0,
                step,
                tried: tried.map(node),
            };
            let cut = cut_of(tree, &round, visit);
            let names: Vec<&str> = cut.iter().map(|&node| tree.name(node)).collect();
            names.join(" ")
        };
        assert_eq!(cut(0, None), "T");
        assert_eq!(cut(1, None), "P Q e i");
        assert_eq!(cut(1, Some("P")), "H K Q e i");
        assert_eq!(cut(2, None), "P L M e i");
        assert_eq!(cut(2, Some("L")), "P f g M e i");
    }
}
