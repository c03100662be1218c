//! What replacing a node of the cut by its children would bring.
//!
//! Only what can change is decided anew, by rank: the children, the suppressed nodes whose witness is gone, and the
//! kept nodes of which a newly kept one makes a threat. Whatever is not looked at stays as it was, because all kept
//! nodes together hold no threat and every suppressed node has a witness.

use super::company::Victim;
use super::projection::{Projection, Scene};
use super::state::{Change, Decision, State};
use cloakroom_core::{Progress, Stopped};
use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::sync::{Mutex, PoisonError};

/// One who evaluates, with room to work in.
#[derive(Clone, Debug, Default)]
pub struct Evaluator {
    version: Option<u64>,
    /// By rank: as in the state, except during an evaluation.
    pub is_kept: Vec<bool>,
    is_decided: Vec<bool>,
    pub projection: Projection,
}

/// What came of an evaluation.
#[derive(Clone, Debug)]
pub enum Verdict {
    Exact(Change),
    /// It is certain to cost more than was asked for. The threat is one among the children and the kept nodes,
    /// so one of its members must go.
    TooDear(Vec<u32>),
}

/// The victims of a newly kept node, which fall one after the other unless something else comes between.
struct Fall {
    of: u32,
    victims: Vec<Victim>,
    next: usize,
}

struct Evaluation<'a> {
    scene: Scene<'a>,
    state: &'a State,
    cost: u64,
    /// What suppressed nodes cost that may still be kept after all.
    slack: u64,
    /// What is to be decided, by rank: a node anew, or whether it falls in one of `falls`.
    due: BinaryHeap<Reverse<(u32, Option<usize>)>>,
    falls: Vec<Fall>,
    decisions: Vec<Decision>,
    /// The threat among the children and the kept nodes that is dearest to break, and what that costs at least.
    dearest: (u64, Vec<u32>),
}

impl Evaluation<'_> {
    /// No less than what it will cost if this much is added.
    fn at_least(&self, more: u64) -> u64 {
        (self.cost + more).saturating_sub(self.slack)
    }

    /// Suppressed nodes whose witness a node is in must be decided anew, but for the one that is replaced.
    fn unblock(&mut self, rank: u32) {
        let blocked = self.state.blocks.get(&rank).into_iter().flatten();
        let blocked = blocked.filter(|&&blocked| blocked != self.scene.split);
        self.due.extend(blocked.map(|&rank| Reverse((rank, None))));
    }

    /// Remembers a threat that can be told again in a later step.
    fn remember(&mut self, rank: u32, others: &[u32]) {
        let (ground, state) = (self.scene.ground, self.state);
        let children = ground.children(self.scene.split);
        let members = || others.iter().copied().chain([rank]);
        let cost = members().map(|member| ground.gone[member as usize]).min();
        let cost = cost.unwrap_or(0);
        let lasts =
            |member: u32| state.is_kept[member as usize] || children.binary_search(&member).is_ok();
        if cost >= self.dearest.0 && members().all(lasts) {
            self.dearest = (cost, members().collect());
        }
    }
}

impl Evaluator {
    /// Gives up as soon as it is certain that it costs more than `limit` says. `known` is a threat that an
    /// earlier evaluation of the same node gave up for.
    pub fn evaluate(
        &mut self,
        scene: Scene<'_>,
        state: &State,
        known: &[u32],
        limit: &dyn Fn() -> u64,
        progress: &Progress,
    ) -> Result<Verdict, Stopped> {
        let ground = scene.ground;
        self.catch_up(state);
        let at = scene.split as usize;
        let children = ground.children(scene.split);
        let was_gone = u64::from(!state.is_kept[at]) * ground.gone[at];
        let general = children.iter().map(|&child| ground.general[child as usize]);
        let mut evaluation = Evaluation {
            scene,
            state,
            cost: state.cost + general.sum::<u64>() - ground.general[at] - was_gone,
            slack: state.gone - was_gone,
            due: BinaryHeap::new(),
            falls: Vec::new(),
            decisions: Vec::new(),
            dearest: (0, Vec::new()),
        };
        if let Some((&rank, others)) = known.split_first() {
            evaluation.remember(rank, others);
            if evaluation.at_least(evaluation.dearest.0) > limit() {
                return Ok(Verdict::TooDear(evaluation.dearest.1));
            }
        }
        self.is_kept[at] = false;
        let finished = self.settle(&mut evaluation, limit, progress);
        self.is_kept[at] = state.is_kept[at];
        for decision in &evaluation.decisions {
            let at = decision.rank as usize;
            self.is_kept[at] = state.is_kept[at];
            self.is_decided[at] = false;
        }
        Ok(if finished? {
            Verdict::Exact(Change {
                cost: evaluation.cost,
                decisions: evaluation.decisions,
            })
        } else {
            Verdict::TooDear(evaluation.dearest.1)
        })
    }

    /// Makes `is_kept` that of the state.
    pub fn catch_up(&mut self, state: &State) {
        if self.version != Some(state.version) {
            self.version = Some(state.version);
            self.is_kept.clone_from(&state.is_kept);
            self.is_decided.clear();
            self.is_decided.resize(state.is_kept.len(), false);
        }
    }

    /// Decides all that is due. False if it was given up.
    fn settle(
        &mut self,
        evaluation: &mut Evaluation<'_>,
        limit: &dyn Fn() -> u64,
        progress: &Progress,
    ) -> Result<bool, Stopped> {
        if evaluation.at_least(0) > limit() {
            return Ok(false);
        }
        let (scene, state) = (evaluation.scene, evaluation.state);
        self.projection.split(scene, progress)?;
        let children = scene.ground.children(scene.split).iter();
        evaluation
            .due
            .extend(children.map(|&child| Reverse((child, None))));
        if state.is_kept[scene.split as usize] {
            evaluation.unblock(scene.split);
        }
        while let Some(Reverse((rank, due))) = evaluation.due.pop() {
            let goes_on = match due {
                None if self.is_decided[rank as usize] => true,
                None => self.decide(evaluation, rank, limit, progress)?,
                Some(fall) => {
                    self.go_on_falling(evaluation, fall, limit, progress)?;
                    true
                }
            };
            if !goes_on || evaluation.at_least(0) > limit() {
                return Ok(false);
            }
        }
        Ok(true)
    }

    fn suppress(&mut self, evaluation: &mut Evaluation<'_>, rank: u32, witness: Vec<u32>) {
        self.is_kept[rank as usize] = false;
        self.is_decided[rank as usize] = true;
        evaluation.cost += evaluation.scene.ground.gone[rank as usize];
        evaluation.remember(rank, &witness);
        evaluation.decisions.push(Decision {
            rank,
            witness: Some(witness),
        });
    }

    /// A child, or a suppressed node without a witness. False if it is certain to cost too much.
    fn decide(
        &mut self,
        evaluation: &mut Evaluation<'_>,
        rank: u32,
        limit: &dyn Fn() -> u64,
        progress: &Progress,
    ) -> Result<bool, Stopped> {
        let (ground, aim) = (evaluation.scene.ground, evaluation.scene.aim);
        if evaluation.state.witness.contains_key(&rank) {
            // Counted until now.
            evaluation.cost -= ground.gone[rank as usize];
            evaluation.slack -= ground.gone[rank as usize];
        }
        if (1..aim.k).contains(&ground.support[rank as usize]) {
            self.suppress(evaluation, rank, Vec::new());
            return Ok(true);
        }
        // Mostly there is no threat at all, neither with better nor with worse ranks.
        let any = self.threat(evaluation, rank, u32::MAX, progress)?;
        let witness = match &any {
            Some(any) if any.iter().any(|&member| member > rank) => {
                self.threat(evaluation, rank, rank, progress)?
            }
            any => any.clone(),
        };
        if let Some(witness) = witness {
            self.suppress(evaluation, rank, witness);
            return Ok(true);
        }
        self.is_kept[rank as usize] = true;
        self.is_decided[rank as usize] = true;
        evaluation.decisions.push(Decision {
            rank,
            witness: None,
        });
        let Some(threat) = any else {
            return Ok(true);
        };
        // One of the threat must go, but not the one that is kept now.
        evaluation.remember(rank, &threat);
        let members = threat.iter().map(|&member| ground.gone[member as usize]);
        if evaluation.at_least(members.min().unwrap_or(0)) > limit() {
            return Ok(false);
        }
        evaluation.falls.push(Fall {
            of: rank,
            victims: Vec::new(),
            next: 0,
        });
        let fall = evaluation.falls.len() - 1;
        self.look_for_victims(evaluation, fall, rank + 1, limit, progress)?;
        Ok(true)
    }

    fn threat(
        &mut self,
        evaluation: &Evaluation<'_>,
        rank: u32,
        bound: u32,
        progress: &Progress,
    ) -> Result<Option<Vec<u32>>, Stopped> {
        self.projection
            .threat(evaluation.scene, &self.is_kept, rank, bound, progress)
    }

    fn look_for_victims(
        &mut self,
        evaluation: &mut Evaluation<'_>,
        fall: usize,
        from: u32,
        limit: &dyn Fn() -> u64,
        progress: &Progress,
    ) -> Result<(), Stopped> {
        let (scene, of) = (evaluation.scene, evaluation.falls[fall].of);
        let budget = limit().saturating_sub(evaluation.at_least(0));
        let victims = self
            .projection
            .victims(scene, &self.is_kept, of, from, budget, progress)?;
        if let Some((first, _)) = victims.first() {
            evaluation.due.push(Reverse((*first, Some(fall))));
        }
        evaluation.falls[fall].victims = victims;
        evaluation.falls[fall].next = 0;
        Ok(())
    }

    /// The next victim falls, unless what it was to fall with has fallen itself.
    fn go_on_falling(
        &mut self,
        evaluation: &mut Evaluation<'_>,
        at: usize,
        limit: &dyn Fn() -> u64,
        progress: &Progress,
    ) -> Result<(), Stopped> {
        let fall = &mut evaluation.falls[at];
        let (victim, others) = &mut fall.victims[fall.next];
        let victim = *victim;
        if self.is_kept[victim as usize] {
            let stands = |member: &u32| self.is_kept[*member as usize];
            if !others.iter().all(stands) {
                return self.look_for_victims(evaluation, at, victim, limit, progress);
            }
            let mut witness = std::mem::take(others);
            witness.push(fall.of);
            self.suppress(evaluation, victim, witness);
            evaluation.unblock(victim);
        }
        let fall = &mut evaluation.falls[at];
        fall.next += 1;
        // If not all were looked for, those that were cost too much, and the evaluation is given up.
        if let Some(&(next, _)) = fall.victims.get(fall.next) {
            evaluation.due.push(Reverse((next, Some(at))));
        }
        Ok(())
    }
}

/// Those who wait for something to evaluate; there are never more than threads.
#[derive(Debug, Default)]
pub struct Evaluators(Mutex<Vec<Evaluator>>);

impl Evaluators {
    pub fn take(&self) -> Evaluator {
        let mut waiting = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        waiting.pop().unwrap_or_default()
    }

    pub fn give_back(&self, evaluator: Evaluator) {
        let mut waiting = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        waiting.push(evaluator);
    }
}
