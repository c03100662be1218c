//! What a release makes of every basket and of every node of the taxonomy, counted behind the window.

use super::ReleasedTransactions;
use crate::ui::asked::Answer;
use cloakroom_core::progress::{Progress, Stopped};
use cloakroom_transactions::transactions::GONE;
use std::sync::Arc;

/// Baskets with so many occurrences in all take no job.
const AT_ONCE: usize = 200_000;

#[derive(Clone, Debug)]
pub struct ChangesQuestion {
    pub released: Arc<ReleasedTransactions>,
}

impl PartialEq for ChangesQuestion {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.released, &other.released)
    }
}

#[derive(Debug)]
pub struct Changes {
    pub question: ChangesQuestion,
    /// What all baskets lose, in units of `PreparedTransactions::unit`.
    pub cost: u64,
    /// Occurrences that are not shown.
    pub all_gone: u64,
    /// By basket, what its items lose.
    pub loss: Vec<u64>,
    /// By basket: items that are shown as more general ones, and items that are not shown.
    pub general: Vec<u32>,
    pub gone: Vec<u32>,
    /// By node: occurrences that are shown as it.
    pub shown_as: Vec<u64>,
    /// By node: occurrences of the leaves under it that are not shown.
    pub gone_under: Vec<u64>,
    /// Baskets that are not shown as they are, in their order.
    pub changed: Vec<u32>,
}

impl Changes {
    pub fn new(question: ChangesQuestion, progress: &Progress) -> Result<Self, Stopped> {
        let baskets = &question.released.baskets;
        let shown = &question.released.anonymized.shown;
        let tree = &baskets.tree;
        let count = baskets.len();
        let (mut loss, mut general) = (vec![0; count], vec![0; count]);
        let mut gone = vec![0; count];
        let mut shown_as = vec![0u64; tree.len()];
        let mut gone_under = vec![0u64; tree.len()];
        let mut changed = Vec::new();
        for basket in 0..count {
            if basket % 4_096 == 0 {
                progress.check()?;
            }
            let places = baskets.starts[basket]..baskets.starts[basket + 1];
            let leaves = &baskets.leaf[places.clone()];
            for (&leaf, &node) in leaves.iter().zip(&shown[places]) {
                loss[basket] += baskets.loss_of(node);
                if node == GONE {
                    gone[basket] += 1;
                    gone_under[leaf as usize] += 1;
                } else {
                    general[basket] += u32::from(node != leaf);
                    shown_as[node as usize] += 1;
                }
            }
            if general[basket] + gone[basket] > 0 {
                changed.push(basket as u32);
            }
        }
        for node in tree.top_down().into_iter().rev() {
            if let Some(above) = tree.parent(node) {
                gone_under[above as usize] += gone_under[node as usize];
            }
        }
        let all_gone = gone_under[tree.root() as usize];
        Ok(Self {
            question,
            cost: loss.iter().sum(),
            all_gone,
            loss,
            general,
            gone,
            shown_as,
            gone_under,
            changed,
        })
    }

    /// What a basket loses, as a share of what its items say.
    pub fn share(&self, basket: usize) -> f64 {
        let baskets = &self.question.released.baskets;
        let items = baskets.basket(basket).len() + baskets.private_of(basket).len();
        let all = baskets.unit() * items.max(1) as u64;
        self.loss[basket] as f64 / all as f64
    }
}

impl Answer for Changes {
    type Question = ChangesQuestion;
    const WORK: &'static str = "Compare baskets";

    fn compute(question: ChangesQuestion, progress: &Progress) -> Result<Self, Stopped> {
        Self::new(question, progress)
    }

    fn is_short(question: &ChangesQuestion) -> bool {
        question.released.baskets.leaf.len() <= AT_ONCE
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use cloakroom_core::requirement::{Requirement, SetSize};
    use cloakroom_engine::transactions::CheckedTransactionsTask;
    use cloakroom_engine::transactions::check::TransactionsProfile;
    use cloakroom_transactions::method::AnonymizedTransactions;
    use cloakroom_transactions::transactions::{Cut, papers_example};

    #[test]
    fn the_papers_release_is_counted() {
        let baskets = Arc::new(papers_example());
        let tree = &baskets.tree;
        let node = |name: &str| {
            let mut nodes = 0..tree.len() as u32;
            nodes.find(|&node| tree.name(node) == name).unwrap()
        };
        let cut = Cut {
            nodes: ["P", "f", "g", "M", "e", "i"].map(node).to_vec(),
            suppressed: vec![node("i")],
        };
        let requirement = Requirement {
            k: Some(2),
            m: Some(SetSize::ANY),
            ..Requirement::default()
        };
        let question = CheckedTransactionsTask::of(baskets.clone(), &requirement).unwrap();
        let anonymized = AnonymizedTransactions::of_cut(&baskets, cut);
        let progress = Progress::default();
        let profile =
            TransactionsProfile::released(&question, &anonymized.shown, &progress).unwrap();
        let released = Arc::new(ReleasedTransactions {
            baskets: baskets.clone(),
            anonymized: Arc::new(anonymized),
            profile: Arc::new(profile),
        });
        let question = ChangesQuestion { released };
        let changes = Changes::new(question, &progress).unwrap();
        // b c d are shown as P, which loses 3 of 10 each; the whole costs 5.6.
        assert_eq!(changes.loss, [9, 3, 7, 8, 9, 10, 0, 10]);
        assert_eq!((changes.cost, changes.all_gone), (56, 2));
        assert_eq!(changes.general, [3, 1, 3, 3, 3, 0, 0, 0]);
        assert_eq!(changes.gone, [0, 0, 0, 0, 0, 1, 0, 1]);
        assert_eq!(changes.changed, [0, 1, 2, 3, 4, 5, 7]);
        assert_eq!(changes.shown_as[node("P") as usize], 10);
        assert_eq!(changes.gone_under[node("T") as usize], 2);
        assert_eq!(changes.share(5), 0.5);
    }
}
