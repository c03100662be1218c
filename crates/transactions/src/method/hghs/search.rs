//! The search through the cuts from the root downwards.

use super::evaluate::{Evaluators, Verdict};
use super::ground::Ground;
use super::memory::{After, Known};
use super::projection::Scene;
use super::single;
use super::state::{Aim, Change, State};
use crate::method::{Round, Step};
use crate::transactions::Cut;
use cloakroom_core::{Progress, Stopped};
use rayon::prelude::*;
use std::collections::BTreeSet;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};

/// How many of the nodes that were tried in a step are remembered.
pub const REMEMBERED: usize = 16;

/// The cheapest child of the cut that is cheaper than it, again and again, from the root to where there is
/// none. Nodes of `floor` (by rank) are not replaced by their children. Of what was tried in each step the
/// cheapest `remembered` are told.
pub fn descend(
    ground: &Ground,
    floor: &[bool],
    aim: Aim,
    remembered: usize,
    progress: &Progress,
) -> Result<(Cut, Round), Stopped> {
    if aim.size < 2 {
        return single::descend(ground, floor, aim.k, remembered, progress);
    }
    let mut search = Search {
        ground,
        aim,
        remembered: remembered.max(1),
        state: State::new(ground, aim),
        known: vec![Known::Nothing; ground.nodes()],
        evaluators: Evaluators::default(),
    };
    let mut steps = Vec::new();
    let mut specialised = None;
    loop {
        let state = &search.state;
        let is_candidate = |&rank: &u32| !ground.is_leaf(rank) && !floor[rank as usize];
        let candidates: Vec<u32> = state.cut.iter().copied().filter(is_candidate).collect();
        let tried = search.cheapest(candidates, progress)?;
        let state = &search.state;
        let told = |&(cost, rank): &(u64, u32)| (ground.node(rank), cost);
        steps.push(Step {
            specialised: specialised.map(|rank| ground.node(rank)),
            suppressed: ground.in_tree_order(state.witness.keys().copied()),
            cost: state.cost,
            tried: tried.iter().map(told).collect(),
        });
        match tried.first() {
            Some(&(cost, rank)) if cost < state.cost => search.go_on(rank, cost, progress)?,
            _ => break,
        }
        specialised = tried.first().map(|first| first.1);
    }
    let state = search.state;
    let round = Round {
        size: aim.size,
        steps,
    };
    Ok((ground.cut(&state.cut, &state.is_kept), round))
}

struct Search<'a> {
    ground: &'a Ground,
    aim: Aim,
    remembered: usize,
    state: State,
    /// By rank.
    known: Vec<Known>,
    evaluators: Evaluators,
}

impl Search<'_> {
    /// The candidates that cost least, cheapest first and equal ones by rank, with what they cost.
    fn cheapest(
        &mut self,
        candidates: Vec<u32>,
        progress: &Progress,
    ) -> Result<Vec<(u64, u32)>, Stopped> {
        let (ground, aim, state) = (self.ground, self.aim, &self.state);
        let remembered = self.remembered;
        let best = Mutex::new(BTreeSet::new());
        let limit = AtomicU64::new(u64::MAX);
        let enter = |cost: u64, rank: u32| {
            let mut best = best.lock().unwrap_or_else(PoisonError::into_inner);
            best.insert((cost, rank));
            if best.len() > remembered {
                best.pop_last();
            }
            if let Some(&(dearest, _)) = best.last().filter(|_| best.len() == remembered) {
                limit.store(dearest, Ordering::Relaxed);
            }
        };
        let mut unknown = Vec::new();
        for rank in candidates {
            match &self.known[rank as usize] {
                Known::Exact { gain, .. } => enter((state.cost as i64 + gain) as u64, rank),
                known => unknown.push((matches!(known, Known::Threat(_)), rank)),
            }
        }
        // Those without a threat first: they are the likelier ones, so that the others are given up early.
        unknown.sort_unstable();
        let evaluators = &self.evaluators;
        let verdicts: Vec<Verdict> = unknown
            .par_iter()
            .with_max_len(1)
            .map(|&(_, rank)| {
                let known: &[u32] = match &self.known[rank as usize] {
                    Known::Threat(threat) => threat,
                    _ => &[],
                };
                let scene = Scene {
                    ground,
                    rows: &state.rows,
                    split: rank,
                    aim,
                };
                let limit = || limit.load(Ordering::Relaxed);
                let mut evaluator = evaluators.take();
                let verdict = evaluator.evaluate(scene, state, known, &limit, progress)?;
                evaluators.give_back(evaluator);
                if let Verdict::Exact(change) = &verdict {
                    enter(change.cost, rank);
                }
                Ok(verdict)
            })
            .collect::<Result<_, Stopped>>()?;
        for ((_, rank), verdict) in unknown.into_iter().zip(verdicts) {
            self.known[rank as usize] = match verdict {
                Verdict::Exact(change) => Known::Exact {
                    gain: change.cost as i64 - state.cost as i64,
                    decisions: change.decisions,
                },
                Verdict::TooDear(threat) => Known::Threat(threat),
            };
        }
        let best = best.into_inner().unwrap_or_else(PoisonError::into_inner);
        Ok(best.into_iter().collect())
    }

    /// Replaces a candidate, of which all is known, by its children.
    fn go_on(&mut self, rank: u32, cost: u64, progress: &Progress) -> Result<(), Stopped> {
        let Known::Exact { decisions, .. } = std::mem::take(&mut self.known[rank as usize]) else {
            return Ok(());
        };
        let change = Change { cost, decisions };
        let mut evaluator = self.evaluators.take();
        let room = &mut evaluator.projection.room;
        self.state
            .accept(self.ground, rank, &change, room, progress)?;
        self.evaluators.give_back(evaluator);
        let after = After {
            ground: self.ground,
            state: &self.state,
            aim: self.aim,
            evaluators: &self.evaluators,
        };
        after.forget(&mut self.known, rank, &change, progress)
    }
}
