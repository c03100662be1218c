//! Local recoding: from the top of the tree downwards, whatever promises most first; then parts of it are
//! taken back and laid in another order, as long as that gains.

use super::bench::Bar;
use super::draft::Draft;
use super::ground::Ground;
use super::layer::{Layer, by_worth};
use cloakroom_core::{Progress, Random, Stopped};
use rayon::prelude::*;
use std::collections::BTreeSet;

/// In which order nodes are replaced by their children: by what that promises, over the baskets that show the
/// node to a power, times a chance of so many parts of 64.
#[derive(Clone, Copy, Debug)]
struct Order {
    /// 0, 1 or 2 halves.
    power: u32,
    spread: u64,
}

/// The orders of the first rounds; later ones are left to chance.
const ORDERS: [Order; 4] = [
    Order {
        power: 2,
        spread: 0,
    },
    Order {
        power: 1,
        spread: 0,
    },
    Order {
        power: 0,
        spread: 0,
    },
    Order {
        power: 1,
        spread: 64,
    },
];
/// How many of the largest nodes may be taken back.
const LARGE: usize = 40;
/// Rounds without gain after which no more is to be expected.
const PATIENCE: u32 = 8;
/// Rounds that start from the same draft and run side by side, on however many threads.
const ABREAST: u32 = 4;
/// Up to so many occurrences there are as many rounds as the user asks for; beyond, in proportion fewer.
const USUAL: u64 = 100_000;

pub struct Search<'a> {
    pub ground: &'a Ground,
    pub bar: Bar,
    pub effort: u32,
    pub seed: u64,
    pub progress: &'a Progress,
}

impl<'a> Search<'a> {
    /// The stage of the first rounds. What goes on beside them is a step more.
    pub fn begin(&self) {
        self.progress
            .stage("first rounds", u64::from(self.in_order()) + 1);
    }

    fn in_order(&self) -> u32 {
        self.rounds().min(ORDERS.len() as u32)
    }

    /// The rounds in given orders.
    pub fn first_rounds(&self) -> Result<Vec<Draft<'a>>, Stopped> {
        let built = (0..self.in_order()).into_par_iter().map(|round| {
            let draft = self.build(ORDERS[round as usize], &mut self.chance(round))?;
            self.progress.advance(1);
            Ok(draft)
        });
        built.collect()
    }

    /// The best of as many rounds as are asked for, and of what can be made of other releases. `built` are the first
    /// rounds.
    pub fn run(
        &self,
        mut built: Vec<Draft<'a>>,
        mut starts: Vec<Draft<'a>>,
    ) -> Result<Draft<'a>, Stopped> {
        let rounds = self.rounds();
        let first = built.len() as u32;
        self.progress
            .stage("refining", u64::from(rounds - first) + 1);
        if self.ground.leaf.len() as u64 > USUAL {
            // Each takes long to go on from, so only those that are ahead as they are.
            let least = built.iter().map(|draft| draft.cost).min();
            starts.retain(|start| least.is_none_or(|least| start.cost < least));
        }
        // All that was built keeps the promise, and so does every release that it starts from.
        self.progress.offer();
        let swept = starts.into_par_iter().map(|start| self.sweep(start));
        built.extend(swept.collect::<Result<Vec<_>, _>>()?);
        let mut best = cheapest(built).unwrap_or_else(|| Draft::empty(self.ground));
        let mut next = first;
        let mut idle = 0;
        while next < rounds && idle < PATIENCE && !self.progress.is_enough() {
            let batch = next..rounds.min(next + ABREAST);
            let rebuilt = batch.clone().into_par_iter().map(|round| {
                let draft = self.rebuild(best.clone(), &mut self.chance(round))?;
                self.progress.advance(1);
                Ok(draft)
            });
            let found = cheapest(rebuilt.collect::<Result<_, _>>()?);
            match found.filter(|found| found.cost < best.cost) {
                Some(found) => (best, idle) = (found, 0),
                None => idle += batch.len() as u32,
            }
            next = batch.end;
        }
        let swept = self.sweep(best)?;
        self.progress.advance(1);
        Ok(swept)
    }

    /// Fewer where each takes long.
    fn rounds(&self) -> u32 {
        let occurrences = self.ground.leaf.len().max(1) as u64;
        let fit = u64::from(self.effort) * USUAL / occurrences;
        fit.clamp(1, u64::from(self.effort).max(1)) as u32
    }

    /// Every round has its own, so that it does not matter which one runs first.
    fn chance(&self, round: u32) -> Random {
        Random::new(self.seed, u64::from(round))
    }

    /// Shows again what is hidden, as closely as possible, and changes nothing else.
    pub fn give_back(&self, draft: Draft<'a>) -> Result<Draft<'a>, Stopped> {
        let mut layer = Layer::new(draft, self.bar, self.progress);
        let mut nodes: Vec<u32> = (0..self.ground.node.len() as u32).collect();
        nodes.sort_by_key(|&node| (std::cmp::Reverse(self.ground.depth[node as usize]), node));
        for &node in &nodes {
            layer.offer(node, self.ground.holders(node))?;
        }
        Ok(layer.draft)
    }

    fn build(&self, order: Order, random: &mut Random) -> Result<Draft<'a>, Stopped> {
        let mut layer = Layer::new(Draft::empty(self.ground), self.bar, self.progress);
        layer.offer(0, self.ground.holders(0))?;
        for node in by_worth(&layer.draft, 0) {
            layer.offer(node, self.ground.holders(node))?;
        }
        self.refine(&mut layer, order, random)?;
        Ok(layer.draft)
    }

    /// Some nodes are taken back to what they were before they were replaced, and come later this time.
    fn rebuild(&self, draft: Draft<'a>, random: &mut Random) -> Result<Draft<'a>, Stopped> {
        let ground = self.ground;
        let mut inner: Vec<u32> = (1..ground.node.len() as u32)
            .filter(|&node| ground.end[node as usize] > node + 1)
            .collect();
        inner.sort_by_key(|&node| std::cmp::Reverse(ground.occurrences[node as usize]));
        inner.truncate(LARGE);
        let mut layer = Layer::new(draft, self.bar, self.progress);
        if !inner.is_empty() {
            for _ in 0..=random.below(3) {
                layer.collapse(inner[random.below(inner.len())])?;
            }
        }
        let order = Order {
            power: random.below(3) as u32,
            spread: [0, 16, 64, 256][random.below(4)],
        };
        self.refine(&mut layer, order, random)?;
        Ok(layer.draft)
    }

    fn refine(
        &self,
        layer: &mut Layer<'a>,
        order: Order,
        random: &mut Random,
    ) -> Result<(), Stopped> {
        let mut todo = BTreeSet::new();
        for node in 0..self.ground.node.len() as u32 {
            todo.extend(priority(&layer.draft, node, order, random));
        }
        while let Some((_, node)) = todo.pop_last() {
            if self.progress.is_enough() {
                break;
            }
            if layer.refine(node)? {
                for child in self.ground.children(node) {
                    todo.extend(priority(&layer.draft, child, order, random));
                }
            }
        }
        Ok(())
    }

    /// What was done later may have made room for what was not possible before.
    fn sweep(&self, draft: Draft<'a>) -> Result<Draft<'a>, Stopped> {
        let mut layer = Layer::new(draft, self.bar, self.progress);
        let mut nodes: Vec<u32> = (0..self.ground.node.len() as u32).collect();
        nodes.sort_by_key(|&node| self.ground.depth[node as usize]);
        loop {
            let before = layer.draft.cost;
            for &node in &nodes {
                if self.progress.is_enough() {
                    return Ok(layer.draft);
                }
                layer.offer(node, self.ground.holders(node))?;
                layer.refine(node)?;
            }
            if before - layer.draft.cost <= before / 1_000 {
                return Ok(layer.draft);
            }
        }
    }
}

/// When it is a node's turn to be replaced by its children; never if that would bring nothing.
fn priority(draft: &Draft<'_>, node: u32, order: Order, random: &mut Random) -> Option<(u64, u32)> {
    let ground = draft.ground;
    let carriers = draft.carriers(node);
    let mut promise = 0u64;
    for child in ground.children(node) {
        let finer = ground.loss[node as usize] - ground.loss[child as usize];
        let mut count = 0;
        for &basket in carriers {
            let places = ground.places_under(basket as usize, child);
            let shown = places.filter(|&place| draft.shown[place] == node).count() as u64;
            count += shown * u64::from(ground.weight[basket as usize]);
        }
        promise += count * finer;
    }
    if promise == 0 {
        return None;
    }
    let many = carriers.len() as u64;
    let over = match order.power {
        0 => 1,
        1 => many.isqrt(),
        _ => many,
    };
    let chance = if order.spread == 0 {
        64
    } else {
        64 + random.below(order.spread as usize) as u64
    };
    Some((promise.saturating_mul(chance) / over.max(1), node))
}

/// The first one of those that cost least.
fn cheapest(drafts: Vec<Draft<'_>>) -> Option<Draft<'_>> {
    drafts.into_iter().min_by_key(|draft| draft.cost)
}
