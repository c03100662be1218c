//! Cuts and suppressions changed together: a node is forced in where something is lost, all that stands against it goes,
//! and what fits then comes back. A change that costs is taken as long as it costs little, and less and less is little.
//!
//! How much is searched is counted in what is looked at, not in time, and each of the chains has a seed of its own: the
//! result is the same on every machine and for any number of threads.

use super::bench::Bar;
use super::clash::Clash;
use super::ground::Ground;
use super::kept::Kept;
use crate::transactions::GONE;
use cloakroom_core::{Progress, Random, Stopped};
use rayon::prelude::*;
use std::collections::BinaryHeap;

/// How much may be lost at first, as a share of what the start loses, by chain.
const WARMTH: [f64; 2] = [0.4, 0.05];
/// What is looked at in a round of effort: so much for every occurrence, and at most so much.
const WORK_OF_OCCURRENCE: u64 = 400;
const MOST_WORK: u64 = 150_000_000;
/// What a try counts that looks at nothing.
const WORK_OF_TRY: u64 = 20;

pub struct Annealing<'a> {
    pub ground: &'a Ground,
    pub bar: Bar,
    pub effort: u32,
    pub seed: u64,
    pub progress: &'a Progress,
}

impl Annealing<'_> {
    /// The nodes that are kept in the best of all that was found, `start` among it.
    pub fn run(&self, start: &[u32]) -> Result<Vec<u32>, Stopped> {
        let parts = u64::from(self.effort) * WARMTH.len() as u64;
        self.progress.stage("refining", parts);
        self.progress.offer();
        let chains = WARMTH.par_iter().enumerate().map(|(at, &warmth)| {
            let random = Random::new(self.seed, 2 + at as u64);
            let mut chain = Chain::new(self, start, random)?;
            chain.cool(self, warmth)?;
            Ok(chain.best)
        });
        let found: Vec<Best> = chains.collect::<Result<_, Stopped>>()?;
        let best = found.into_iter().min_by_key(|best| best.cost);
        Ok(best.map_or_else(|| start.to_vec(), |best| best.nodes))
    }
}

struct Best {
    cost: u64,
    nodes: Vec<u32>,
}

struct Chain<'a> {
    kept: Kept<'a>,
    clash: Clash,
    random: Random,
    best: Best,
    /// By node that is kept: hidden ones that it stood against when they were last tried.
    blocks: Vec<Vec<u32>>,
    /// Hidden ones to be tried, the most worth first.
    waiting: BinaryHeap<(u64, u32)>,
    waits: Vec<bool>,
}

impl<'a> Chain<'a> {
    fn new(of: &Annealing<'a>, start: &[u32], random: Random) -> Result<Self, Stopped> {
        let nodes = of.ground.node.len();
        let mut chain = Self {
            kept: Kept::new(of.ground, of.bar, of.progress),
            clash: Clash::default(),
            random,
            best: Best {
                cost: u64::MAX,
                nodes: Vec::new(),
            },
            blocks: vec![Vec::new(); nodes],
            waiting: BinaryHeap::new(),
            waits: vec![false; nodes],
        };
        for &node in start {
            chain.kept.try_keep(node)?;
        }
        chain.wait(0);
        chain.refill()?;
        chain.kept.forget_changes();
        chain.remember();
        Ok(chain)
    }

    fn remember(&mut self) {
        if self.kept.draft.cost < self.best.cost {
            self.best = Best {
                cost: self.kept.draft.cost,
                nodes: self.kept.kept_under(0),
            };
        }
    }

    fn work(&self, tries: u64) -> u64 {
        self.clash.work + self.kept.work() + tries * WORK_OF_TRY
    }

    /// Changes as long as there is work to be done.
    fn cool(&mut self, of: &Annealing<'_>, warmth: f64) -> Result<(), Stopped> {
        let ground = of.ground;
        if ground.node.len() < 2 || ground.leaf.is_empty() {
            return Ok(());
        }
        let of_round = (ground.leaf.len() as u64 * WORK_OF_OCCURRENCE).min(MOST_WORK);
        let all = of_round * u64::from(of.effort);
        let first = self.best.cost as f64 * warmth;
        let (begun, mut tries, mut rounds) = (self.work(0), 0u64, 0u64);
        loop {
            let done = self.work(tries) - begun;
            if done >= all {
                break;
            }
            tries += 1;
            of.progress.check_every(64, tries)?;
            if of.progress.is_enough() {
                return Ok(());
            }
            let round = done / of_round;
            of.progress.advance(round - rounds);
            rounds = round;
            let left = 1.0 - done as f64 / all as f64;
            self.change((first * left * left) as u64)?;
        }
        of.progress.advance(u64::from(of.effort) - rounds);
        Ok(())
    }

    /// Tries to show something better that is lost now; at most so much may be lost by it.
    fn change(&mut self, may_cost: u64) -> Result<(), Stopped> {
        let ground = self.kept.ground();
        let leaf = ground.leaf[self.random.below(ground.leaf.len())];
        let above = match self.kept.is_kept(leaf) {
            true => Some(leaf),
            false => self.kept.kept_above(leaf),
        };
        let lost = above.map_or(ground.unit, |above| ground.loss[above as usize]);
        if self.random.below(ground.unit.max(1) as usize) as u64 >= lost {
            return Ok(());
        }
        // A node between the leaf and what it is shown as, the root aside.
        let end = above.unwrap_or(0);
        let mut path = Vec::new();
        let mut node = leaf;
        while node != end && node != GONE {
            path.push(node);
            node = ground.parent[node as usize];
        }
        if path.is_empty() {
            return Ok(());
        }
        let node = path[self.random.below(path.len())];
        let before = self.kept.draft.cost;
        let mark = self.kept.mark();
        if self.put(node, above, may_cost)? {
            self.refill()?;
            let limit = (may_cost as f64 * self.random.unit()) as u64;
            if self.kept.draft.cost > before + limit {
                for node in self.kept.take_back(mark) {
                    self.wake(node);
                }
            }
        }
        self.kept.forget_changes();
        self.remember();
        Ok(())
    }

    /// Keeps a node; whatever stands against it goes. Says whether anything changed.
    fn put(&mut self, node: u32, above: Option<u32>, may_cost: u64) -> Result<bool, Stopped> {
        let ground = self.kept.ground();
        let worth = ground.worth(node);
        if worth == 0 {
            return Ok(false);
        }
        let mut gone = self.kept.kept_under(node);
        let lost: u64 = gone.iter().map(|&node| ground.worth(node)).sum();
        // Under a node that goes, everything else may be shown better too.
        let beside = above.map_or(0, |above| {
            let occurrences =
                ground.occurrences[above as usize] - ground.occurrences[node as usize];
            (occurrences * ground.unit).saturating_sub(ground.worth(above))
        });
        let Some(limit) = (worth + may_cost + beside).checked_sub(lost) else {
            return Ok(false);
        };
        if self.kept.costs_at_least(node) > limit {
            return Ok(false);
        }
        let asked = self.kept.threes();
        let Some(against) = self.clash.all(&self.kept.draft, node, asked, limit) else {
            return Ok(false);
        };
        gone.extend(above);
        gone.extend(against);
        for &other in &gone {
            self.drop(other);
        }
        // Larger sets than threes, one after the other.
        while let Some(reason) = self.kept.reason(node)? {
            let cheapest = reason.into_iter();
            let Some(other) = cheapest.min_by_key(|&other| (ground.worth(other), other)) else {
                break;
            };
            self.drop(other);
            gone.push(other);
        }
        self.kept.try_keep(node)?;
        for other in gone {
            self.wait(other);
        }
        Ok(true)
    }

    fn drop(&mut self, node: u32) {
        self.kept.drop(node);
        self.wake(node);
    }

    /// Whatever a node stood against may be tried again.
    fn wake(&mut self, node: u32) {
        for blocked in std::mem::take(&mut self.blocks[node as usize]) {
            self.wait(blocked);
        }
    }

    fn wait(&mut self, node: u32) {
        if !std::mem::replace(&mut self.waits[node as usize], true) {
            let worth = self.kept.ground().worth(node);
            self.waiting.push((worth, node));
        }
    }

    /// Keeps what waits and fits; where a node does not, what is under it is tried.
    fn refill(&mut self) -> Result<(), Stopped> {
        while let Some((_, node)) = self.waiting.pop() {
            self.waits[node as usize] = false;
            if self.kept.is_kept(node) || self.kept.kept_above(node).is_some() {
                continue;
            }
            if !self.kept.has_kept(node) {
                match self.kept.reason(node)? {
                    None if self.kept.try_keep(node)? => continue,
                    None => {}
                    Some(reason) => {
                        for other in reason {
                            self.block(other, node);
                        }
                    }
                }
            }
            let ground = self.kept.ground();
            for child in ground.children(node) {
                self.wait(child);
            }
        }
        Ok(())
    }

    fn block(&mut self, by: u32, node: u32) {
        let blocked = &mut self.blocks[by as usize];
        if blocked.last() != Some(&node) {
            blocked.push(node);
            // Those that are told again and again are there once.
            if blocked.len() > 64 && blocked.len().is_power_of_two() {
                blocked.sort_unstable();
                blocked.dedup();
            }
        }
    }
}
