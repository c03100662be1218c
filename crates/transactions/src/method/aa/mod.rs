//! Global generalization: as long as there is a threat, one of its items is raised to its parent, with everything
//! under that, cheapest first. Nothing is suppressed.
//!
//! Sizes are worked off one after the other. A set of untouched items keeps its support, so after a first look at a
//! size only sets with a raised item are looked at again.

mod raise;

use super::{AnonymizedTransactions, TransactionsOutcome, TransactionsTask};
use crate::profile::sets::Sets;
use crate::profile::{Batch, Question, TransactionsDb, threats_with};
use crate::transactions::PreparedTransactions;
use cloakroom_core::{Failure, Problem, Progress, Stopped};
use raise::Rising;

/// How many threats are worked off between two looks at the data.
const MOST_THREATS: usize = 4_000_000;

pub fn run(
    task: TransactionsTask<'_>,
    progress: &Progress,
) -> Result<TransactionsOutcome, Failure> {
    let target = task.target;
    if target.coherence.is_some() || target.duplicates || target.m == 0 {
        return Err(Problem::new(
            "the method aa makes transactions k^m-anonymous; it promises neither coherence nor duplicates",
        )
        .into());
    }
    let db = TransactionsDb::original(task.baskets);
    let sets = (0..db.sets.len()).filter(|&set| !db.sets.set(set).is_empty());
    let holding: u32 = sets.map(|set| db.sets.weight[set]).sum();
    if (1..target.k).contains(&holding) {
        return Ok(TransactionsOutcome::NotReached(format!(
            "only {holding} transactions hold any item, fewer than k = {}",
            target.k
        )));
    }
    let mut rising = Rising::new(task.baskets);
    raise_rare_items(&mut rising, task.baskets, &db, target.k, progress)?;
    let mut shown = Shown::new(db);
    shown.follow(&rising, &[]);
    let mut size = 2;
    while size <= target.m && size as usize <= shown.longest() {
        progress.stage("raising items", 0);
        shown.look_at_all();
        loop {
            let question = Question {
                k: target.k,
                size,
                early: shown.early,
                most: MOST_THREATS,
            };
            let threats = threats_with(shown.sets.clone(), shown.nodes.len(), question, progress)?;
            if threats.threats.is_empty() {
                break;
            }
            let mut again = rising.work_off(&threats, &shown.nodes, progress)?;
            let pending = threats.pending.iter();
            again.extend(pending.map(|&item| shown.nodes[item as usize]));
            shown.follow(&rising, &again);
        }
        size += 1;
    }
    let anonymized = AnonymizedTransactions::of_cut(task.baskets, rising.cut());
    Ok(TransactionsOutcome::Reached(anonymized))
}

/// Single items need no look at the data: what a node is in, it is in under every cut.
fn raise_rare_items(
    rising: &mut Rising<'_>,
    baskets: &PreparedTransactions,
    db: &TransactionsDb,
    k: u32,
    progress: &Progress,
) -> Result<(), Stopped> {
    let tree = &baskets.tree;
    let mut support = vec![0u32; tree.len()];
    let mut last = vec![u32::MAX; tree.len()];
    for set in 0..db.sets.len() {
        for &item in db.sets.set(set) {
            let mut at = Some(db.nodes[item as usize]);
            while let Some(node) = at.filter(|&node| last[node as usize] != set as u32) {
                last[node as usize] = set as u32;
                support[node as usize] += db.sets.weight[set];
                at = tree.parent(node);
            }
        }
    }
    let mut nodes: Vec<u32> = tree.leaves().to_vec();
    loop {
        nodes.retain(|&node| (1..k).contains(&support[node as usize]));
        if nodes.is_empty() {
            return Ok(());
        }
        let single = Batch {
            threats: (0..nodes.len() as u32).map(|at| [at]).collect(),
            pending: Vec::new(),
        };
        nodes = rising.work_off(&single, &nodes, progress)?;
    }
}

/// The baskets as the cut shows them, equal ones merged.
struct Shown {
    sets: Sets,
    /// By item: the node.
    nodes: Vec<u32>,
    /// Items below this one are to be looked at.
    early: u32,
}

impl Shown {
    fn new(db: TransactionsDb) -> Self {
        Self {
            sets: db.sets,
            early: 0,
            nodes: db.nodes,
        }
    }

    fn longest(&self) -> usize {
        let lengths = (0..self.sets.len()).map(|set| self.sets.set(set).len());
        lengths.max().unwrap_or(0)
    }

    fn look_at_all(&mut self) {
        self.early = self.nodes.len() as u32;
    }

    /// Shows what the cut shows now; those of the nodes to look at that are in it come first.
    fn follow(&mut self, rising: &Rising<'_>, look_at: &[u32]) {
        let shown: Vec<u32> = self.nodes.iter().map(|&node| rising.shows(node)).collect();
        let mut nodes: Vec<u32> = look_at.to_vec();
        nodes.retain(|&node| rising.is_in_cut(node));
        nodes.sort_unstable();
        nodes.dedup();
        self.early = nodes.len() as u32;
        let mut rest = shown.clone();
        rest.sort_unstable();
        rest.dedup();
        rest.retain(|node| nodes.binary_search(node).is_err());
        nodes.extend(rest);
        let mut number: Vec<(u32, u32)> = nodes.iter().copied().zip(0..).collect();
        number.sort_unstable();
        let item_of: Vec<u32> = shown
            .iter()
            .map(|&node| {
                let place = number.partition_point(|&(other, _)| other < node);
                number[place].1
            })
            .collect();
        let mut raw = Sets::default();
        let mut set: Vec<u32> = Vec::new();
        for at in 0..self.sets.len() {
            set.clear();
            set.extend(self.sets.set(at).iter().map(|&item| item_of[item as usize]));
            set.sort_unstable();
            set.dedup();
            raw.push(&set, self.sets.weight[at]);
        }
        raw.merge_into(&mut self.sets, &mut Vec::new());
        self.nodes = nodes;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::privacy::{Coherence, TransactionsTarget};
    use crate::profile::trial::{self, Dice, Plain};
    use crate::transactions::papers_example;
    use cloakroom_core::MethodSettings;

    fn aa(baskets: &PreparedTransactions, k: u32, m: u32) -> AnonymizedTransactions {
        let task = TransactionsTask {
            baskets,
            target: TransactionsTarget {
                k,
                m,
                coherence: None,
                duplicates: false,
            },
            settings: &MethodSettings::default(),
        };
        match run(task, &Progress::default()).unwrap() {
            TransactionsOutcome::Reached(anonymized) => anonymized,
            TransactionsOutcome::NotReached(why) => panic!("{why}"),
        }
    }

    #[test]
    fn the_papers_example_ends_at_the_root() {
        let baskets = papers_example();
        let made = aa(&baskets, 2, u32::MAX);
        assert_eq!(made.cut.unwrap().nodes, [baskets.tree.root()]);
        assert_eq!(baskets.cost(&made.shown), 230);
        let made = aa(&baskets, 2, 1);
        let names: Vec<&str> = made
            .cut
            .unwrap()
            .nodes
            .iter()
            .map(|&node| baskets.tree.name(node))
            .collect();
        assert_eq!(names, ["a", "b", "c", "d", "f", "g", "M", "e", "i"]);
    }

    #[test]
    fn no_threat_is_left() {
        let mut dice = Dice::new(31);
        let mut below_root = 0;
        for _ in 0..1_500 {
            let baskets = trial::baskets(&mut dice);
            let (k, m) = (2 + dice.roll(4) as u32, 1 + dice.roll(5) as u32);
            let held = (0..baskets.len()).filter(|&at| !baskets.basket(at).is_empty());
            if held.count() < k as usize {
                continue;
            }
            let made = aa(&baskets, k, m);
            let cut = made.cut.unwrap();
            assert_eq!(cut.shown(&baskets), made.shown);
            let plain = Plain::new(&TransactionsDb::shown(&baskets, &made.shown));
            assert_eq!(plain.threats(k, m).next(), None);
            below_root += usize::from(cut.nodes.len() > 1);
            // Nothing is raised without need.
            let leaves = Plain::new(&TransactionsDb::original(&baskets));
            if leaves.threats(k, m).next().is_none() {
                assert_eq!(made.shown, baskets.leaf);
            }
        }
        assert!(below_root > 300);
    }

    #[test]
    fn what_it_cannot_do_is_refused() {
        let baskets = papers_example();
        let settings = MethodSettings::default();
        let task = |coherence, duplicates| TransactionsTask {
            baskets: &baskets,
            target: TransactionsTarget {
                k: 2,
                m: 2,
                coherence,
                duplicates,
            },
            settings: &settings,
        };
        let coherence = Some(Coherence { p: 2, share: 0 });
        assert!(run(task(coherence, false), &Progress::default()).is_err());
        assert!(run(task(None, true), &Progress::default()).is_err());
    }
}
