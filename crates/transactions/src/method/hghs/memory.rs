//! What is known of the candidates from earlier steps, and whether it is still true after one more.
//!
//! What replacing x brings was found for a cut with z; now z is replaced. It stays true if every witness in it
//! still stands, and if no threat lies across the two: one with a child of x and something that only the
//! children of z let in. Only the baskets with both can hold such a threat.

use super::evaluate::{Evaluator, Evaluators};
use super::ground::Ground;
use super::state::{Aim, Change, Decision, NONE, State};
use cloakroom_core::{Progress, Stopped};
use rayon::prelude::*;
use std::sync::atomic::{AtomicBool, Ordering};

/// What is known of one candidate.
#[derive(Clone, Debug, Default)]
pub enum Known {
    #[default]
    Nothing,
    /// The cost is counted from that of the cut.
    Exact { gain: i64, decisions: Vec<Decision> },
    /// A threat among the children and what was kept.
    Threat(Vec<u32>),
}

/// A step that was made, and what is known of all candidates, by rank.
pub struct After<'a> {
    pub ground: &'a Ground,
    /// The state after the step.
    pub state: &'a State,
    pub aim: Aim,
    pub evaluators: &'a Evaluators,
}

/// A kept child of a candidate and a newly kept node that are in baskets together.
struct Meeting {
    child: u32,
    newly: u32,
    /// The distinct baskets with both.
    baskets: std::ops::Range<usize>,
}

/// Marks by rank: what a step has decided anew, and what it has taken away.
struct Marks {
    is_touched: Vec<bool>,
    is_removed: Vec<bool>,
}

impl After<'_> {
    /// Forgets of all candidates what may be true no longer.
    pub fn forget(
        &self,
        known: &mut [Known],
        replaced: u32,
        change: &Change,
        progress: &Progress,
    ) -> Result<(), Stopped> {
        known[replaced as usize] = Known::Nothing;
        let owner = self.owners(known, &self.marks(replaced, change));
        let is_broken: Vec<AtomicBool> = owner.iter().map(|_| AtomicBool::new(false)).collect();
        for decision in change.decisions.iter().filter(|decision| decision.keeps()) {
            let (meetings, baskets) = self.meetings(&owner, decision.rank, progress)?;
            let looked = |meeting: &Meeting| {
                let rank = owner[meeting.child as usize];
                let Known::Exact { decisions, .. } = &known[rank as usize] else {
                    return Ok(None);
                };
                if is_broken[rank as usize].load(Ordering::Relaxed) {
                    return Ok(None);
                }
                let baskets = &baskets[meeting.baskets.clone()];
                let threat = self.threat_across(meeting, baskets, &owner, decisions, progress)?;
                is_broken[rank as usize].fetch_or(threat.is_some(), Ordering::Relaxed);
                Ok(threat.map(|threat| (rank, threat)))
            };
            let found: Vec<Option<(u32, Vec<u32>)>> = meetings
                .par_iter()
                .map(looked)
                .collect::<Result<_, Stopped>>()?;
            for (rank, threat) in found.into_iter().flatten() {
                known[rank as usize] = Known::Threat(threat);
            }
        }
        Ok(())
    }

    fn marks(&self, replaced: u32, change: &Change) -> Marks {
        let mut marks = Marks {
            is_touched: vec![false; self.ground.nodes()],
            is_removed: vec![false; self.ground.nodes()],
        };
        marks.is_touched[replaced as usize] = true;
        marks.is_removed[replaced as usize] = true;
        for decision in &change.decisions {
            marks.is_touched[decision.rank as usize] = true;
            marks.is_removed[decision.rank as usize] = !decision.keeps();
        }
        marks
    }

    /// By rank: the candidate of which it is a kept child, as far as what is known of that one stands.
    fn owners(&self, known: &mut [Known], marks: &Marks) -> Vec<u32> {
        let mut owner = vec![NONE; self.ground.nodes()];
        for &rank in &self.state.cut {
            if let Known::Exact { decisions, .. } = &known[rank as usize] {
                if self.stands(rank, decisions, marks) {
                    for decision in decisions.iter().filter(|decision| decision.keeps()) {
                        owner[decision.rank as usize] = rank;
                    }
                } else {
                    known[rank as usize] = Known::Nothing;
                }
            }
        }
        owner
    }

    /// Whether no decision about the candidate speaks of what the step has changed.
    fn stands(&self, rank: u32, decisions: &[Decision], marks: &Marks) -> bool {
        let is_decided = |node: u32| decisions.iter().any(|decision| decision.rank == node);
        let blocks_others = |node: u32| {
            let mut blocked = self.state.blocks.get(&node).into_iter().flatten();
            blocked.any(|&blocked| blocked != rank && !is_decided(blocked))
        };
        if marks.is_touched[rank as usize] || blocks_others(rank) {
            return false;
        }
        let children = self.ground.children(rank);
        decisions.iter().all(|decision| {
            let node = decision.rank;
            let is_child = children.binary_search(&node).is_ok();
            match &decision.witness {
                None => is_child,
                Some(witness) => {
                    let mut members = witness.iter();
                    let stands = members.all(|&member| !marks.is_removed[member as usize]);
                    stands && (is_child || !marks.is_touched[node as usize] && !blocks_others(node))
                }
            }
        })
    }

    /// The kept children of candidates that are in a basket with a newly kept node, and these baskets.
    fn meetings(
        &self,
        owner: &[u32],
        newly: u32,
        progress: &Progress,
    ) -> Result<(Vec<Meeting>, Vec<u32>), Stopped> {
        let mut with: Vec<u32> = self.ground.occurrences(newly).to_vec();
        with.sort_unstable();
        with.dedup();
        let mut pairs: Vec<(u32, u32)> = Vec::new();
        for (at, &basket) in with.iter().enumerate() {
            progress.check_every(4_096, at)?;
            let leaves = self.ground.basket(basket).iter();
            let children = leaves.map(|&leaf| self.state.below[leaf as usize]);
            let owned = children.filter(|&child| child != NONE && owner[child as usize] != NONE);
            pairs.extend(owned.map(|child| (child, basket)));
        }
        pairs.sort_unstable();
        pairs.dedup();
        progress.check()?;
        let mut meetings: Vec<Meeting> = Vec::new();
        for (at, &(child, _)) in pairs.iter().enumerate() {
            match meetings.last_mut().filter(|last| last.child == child) {
                Some(last) => last.baskets.end = at + 1,
                None => meetings.push(Meeting {
                    child,
                    newly,
                    baskets: at..at + 1,
                }),
            }
        }
        Ok((meetings, pairs.into_iter().map(|pair| pair.1).collect()))
    }

    /// A threat with both nodes of a meeting, if the candidate above the child is replaced as it was decided.
    fn threat_across(
        &self,
        meeting: &Meeting,
        baskets: &[u32],
        owner: &[u32],
        decisions: &[Decision],
        progress: &Progress,
    ) -> Result<Option<Vec<u32>>, Stopped> {
        let weights = baskets
            .iter()
            .map(|&basket| self.ground.weight[basket as usize]);
        let pair = [meeting.child, meeting.newly];
        if weights.sum::<u32>() < self.aim.k {
            return Ok(Some(pair.to_vec()));
        }
        if self.aim.size < 3 {
            return Ok(None);
        }
        let rank = owner[meeting.child as usize];
        let gone = decisions.iter().filter(|decision| !decision.keeps());
        let gone: Vec<u32> = gone.map(|decision| decision.rank).chain([rank]).collect();
        let mut evaluator = self.evaluators.take();
        evaluator.catch_up(self.state);
        for &node in &gone {
            evaluator.is_kept[node as usize] = false;
        }
        self.bring_together(&mut evaluator, meeting, baskets, owner);
        let company = &mut evaluator.projection.company;
        let found = company.rare(self.ground.nodes(), self.aim.with_others(2), progress)?;
        for &node in &gone {
            evaluator.is_kept[node as usize] = self.state.is_kept[node as usize];
        }
        self.evaluators.give_back(evaluator);
        Ok(found.map(|threat| threat.into_iter().chain(pair).collect()))
    }

    /// What else is kept in these baskets: nodes of the cut, and the candidate's other kept children.
    fn bring_together(
        &self,
        evaluator: &mut Evaluator,
        meeting: &Meeting,
        baskets: &[u32],
        owner: &[u32],
    ) {
        let (state, rank) = (self.state, owner[meeting.child as usize]);
        let (sets, is_kept) = (&mut evaluator.projection.company.sets, &evaluator.is_kept);
        sets.clear();
        for &basket in baskets {
            let from = sets.item.len();
            let row = state.rows.sets.set(state.rows.row_of(basket)).iter();
            let kept = row.filter(|&&other| other != meeting.newly && is_kept[other as usize]);
            sets.item.extend(kept);
            let own = sets.item.len();
            for &leaf in self.ground.basket(basket) {
                let other = state.below[leaf as usize];
                if state.shown[leaf as usize] == rank
                    && other != meeting.child
                    && owner[other as usize] == rank
                    && !sets.item[own..].contains(&other)
                {
                    sets.item.push(other);
                }
            }
            sets.item[from..].sort_unstable();
            if sets.item.len() > from {
                sets.close(self.ground.weight[basket as usize]);
            }
        }
    }
}
