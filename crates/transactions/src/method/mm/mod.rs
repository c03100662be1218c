//! Total suppression: items of minimal threats are left out everywhere, first those that take the most threats with
//! them for each occurrence that is lost.
//!
//! Leaving an item out changes the support of no other set, so no new threats come up.

use super::live::Live;
use super::{AnonymizedTransactions, TransactionsOutcome, TransactionsTask};
use crate::privacy::Coherence;
use crate::profile::{
    Bounds, Completeness, Question, Threats, TransactionsDb, first_mole, mine_minimal, mine_moles,
    satisfies, threats_with,
};
use crate::transactions::{Cut, GONE, PreparedTransactions};
use cloakroom_core::{Failure, Problem, Progress, Stopped};
use std::cmp::Ordering;
use std::collections::BinaryHeap;

/// More sets than this are not kept at a time.
const MOST_SETS: usize = 6_000_000;

pub fn run(
    task: TransactionsTask<'_>,
    progress: &Progress,
) -> Result<TransactionsOutcome, Failure> {
    run_within(task, MOST_SETS, progress)
}

fn run_within(
    task: TransactionsTask<'_>,
    most_sets: usize,
    progress: &Progress,
) -> Result<TransactionsOutcome, Failure> {
    let target = task.target;
    if target.duplicates || (target.m == 0 && target.coherence.is_none()) {
        return Err(Problem::new(
            "the method mm suppresses items for k^m-anonymity or coherence; it makes no duplicates",
        )
        .into());
    }
    let mut suppressing = Suppressing::new(task.baskets, most_sets);
    if let Some(coherence) = target.coherence {
        suppressing.reach(Aim::Coherence(target.k, coherence), progress)?;
    }
    if target.m > 0 {
        suppressing.reach(Aim::Anonymity(target.k, target.m), progress)?;
    }
    let mut anonymized = AnonymizedTransactions::of_cut(task.baskets, suppressing.cut());
    anonymized.notes = suppressing.notes;
    Ok(TransactionsOutcome::Reached(anonymized))
}

/// What must not be left.
#[derive(Clone, Copy)]
enum Aim {
    /// Sets of at most m items in fewer than k baskets.
    Anonymity(u32, u32),
    /// Moles, for this k.
    Coherence(u32, Coherence),
}

fn is_reached(db: &TransactionsDb, aim: Aim, progress: &Progress) -> Result<bool, Stopped> {
    match aim {
        Aim::Anonymity(k, m) => Ok(satisfies(db, k, m, progress)?.is_none()),
        Aim::Coherence(k, coherence) => Ok(first_mole(db, k, coherence, progress)?.is_none()),
    }
}

struct Suppressing<'a> {
    baskets: &'a PreparedTransactions,
    /// By node.
    is_gone: Vec<bool>,
    /// By node: leaves in the order of their names.
    name_rank: Vec<u32>,
    most_sets: usize,
    notes: Vec<String>,
}

/// An item and how much leaving it out would do.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Worth {
    threats: u32,
    occurrences: u64,
    name_rank: u32,
    node: u32,
}

impl Ord for Worth {
    fn cmp(&self, other: &Self) -> Ordering {
        let mine = u128::from(self.threats) * u128::from(other.occurrences);
        let theirs = u128::from(other.threats) * u128::from(self.occurrences);
        mine.cmp(&theirs).then(self.name_rank.cmp(&other.name_rank))
    }
}

impl PartialOrd for Worth {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl<'a> Suppressing<'a> {
    fn new(baskets: &'a PreparedTransactions, most_sets: usize) -> Self {
        let tree = &baskets.tree;
        let mut leaves = tree.leaves().to_vec();
        leaves.sort_unstable_by_key(|&leaf| tree.name(leaf));
        let mut name_rank = vec![0; tree.len()];
        for (rank, &leaf) in leaves.iter().enumerate() {
            name_rank[leaf as usize] = rank as u32;
        }
        Self {
            baskets,
            is_gone: vec![false; tree.len()],
            name_rank,
            most_sets,
            notes: Vec::new(),
        }
    }

    fn shown(&self) -> TransactionsDb {
        let leaves = self.baskets.leaf.iter();
        let shown: Vec<u32> = leaves
            .map(|&leaf| match self.is_gone[leaf as usize] {
                true => GONE,
                false => leaf,
            })
            .collect();
        TransactionsDb::shown(self.baskets, &shown)
    }

    fn cut(&self) -> Cut {
        let mut nodes = self.baskets.tree.top_down();
        nodes.retain(|&node| self.baskets.tree.is_leaf(node));
        let mut suppressed = nodes.clone();
        suppressed.retain(|&leaf| self.is_gone[leaf as usize]);
        Cut { nodes, suppressed }
    }

    fn reach(&mut self, aim: Aim, progress: &Progress) -> Result<(), Stopped> {
        let single = self.mine(&self.shown(), aim, 1, progress)?;
        for at in 0..single.len() {
            self.is_gone[single.set(at)[0] as usize] = true;
        }
        loop {
            let db = self.shown();
            // After a round it is often done, which is known sooner than there are no threats of any size.
            if !self.notes.is_empty() && is_reached(&db, aim, progress)? {
                return Ok(());
            }
            let threats = self.mine(&db, aim, u32::MAX, progress)?;
            match threats.complete {
                Completeness::Whole => {
                    return self.work_off(threats.len(), |at| threats.set(at), progress);
                }
                Completeness::UpToSize(size) if threats.is_empty() => {
                    self.say(size);
                    if !self.work_off_some(&db, aim, progress)? {
                        return Ok(());
                    }
                }
                Completeness::UpToSize(size) => {
                    self.say(size);
                    self.work_off(threats.len(), |at| threats.set(at), progress)?;
                }
            }
        }
    }

    fn say(&mut self, size: u32) {
        if !self.notes.is_empty() {
            return;
        }
        self.notes.push(format!(
            "There are too many threats of more than {size} items to weigh them all at once, so smaller ones were \
             worked off first; with a smaller m, or a smaller k, they would be weighed together."
        ));
    }

    fn mine(
        &self,
        db: &TransactionsDb,
        aim: Aim,
        most: u32,
        progress: &Progress,
    ) -> Result<Threats, Stopped> {
        let bounds = |k, m: u32| Bounds {
            k,
            m: m.min(most),
            most_sets: self.most_sets,
        };
        match aim {
            Aim::Anonymity(k, m) => mine_minimal(db, bounds(k, m), progress),
            Aim::Coherence(k, coherence) => {
                let p = coherence.p.min(most);
                mine_moles(db, bounds(k, p), Coherence { p, ..coherence }, progress)
            }
        }
    }

    /// For when not even the sets that are no threats fit: works off some threats of any size, and says whether there
    /// were any.
    fn work_off_some(
        &mut self,
        db: &TransactionsDb,
        aim: Aim,
        progress: &Progress,
    ) -> Result<bool, Stopped> {
        match aim {
            Aim::Anonymity(k, m) => {
                let question = Question {
                    k,
                    size: m,
                    early: db.items() as u32,
                    most: self.most_sets,
                };
                let batch = threats_with(db.sets.clone(), db.items(), question, progress)?;
                let sets: Vec<Vec<u32>> = batch
                    .threats
                    .iter()
                    .map(|threat| db.nodes_of(threat))
                    .collect();
                self.work_off(sets.len(), |at| sets[at].as_slice(), progress)?;
                Ok(!sets.is_empty())
            }
            Aim::Coherence(k, coherence) => {
                let mole = first_mole(db, k, coherence, progress)?;
                let sets: Vec<Vec<u32>> = mole.into_iter().map(|mole| mole.nodes).collect();
                self.work_off(sets.len(), |at| sets[at].as_slice(), progress)?;
                Ok(!sets.is_empty())
            }
        }
    }

    /// Suppresses items until none of the threats is left.
    fn work_off<'t>(
        &mut self,
        threats: usize,
        threat: impl Fn(usize) -> &'t [u32],
        progress: &Progress,
    ) -> Result<(), Stopped> {
        let mut live = Live::new(threats, threat, self.baskets.tree.len(), progress)?;
        let worth = |node: u32, threats: u32| Worth {
            threats,
            occurrences: self.baskets.occurrences[node as usize],
            name_rank: self.name_rank[node as usize],
            node,
        };
        let left = live.left.iter().enumerate();
        let mut heap: BinaryHeap<Worth> = left
            .filter(|&(_, &left)| left > 0)
            .map(|(node, &left)| worth(node as u32, left))
            .collect();
        let mut steps = 0u32;
        while let Some(best) = heap.pop() {
            steps = steps.wrapping_add(1);
            progress.check_every(64, steps)?;
            // Worth only falls: what is still the best with its worth of now is the best of all.
            let left = live.left[best.node as usize];
            if left == 0 {
                continue;
            }
            if left < best.threats {
                heap.push(worth(best.node, left));
                continue;
            }
            live.drop_item(best.node, |_| {});
            self.is_gone[best.node as usize] = true;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests;
