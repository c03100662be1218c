//! Global recoding: every item is shown the same way everywhere. From the top downwards and from the leaves
//! upwards; then nodes are forced in, what stands against them goes, and what fits comes back.

use super::anneal::Annealing;
use super::bench::Bar;
use super::clash::Threes;
use super::draft::Draft;
use super::ground::Ground;
use super::kept::Kept;
use super::layer::by_worth;
use cloakroom_core::{Progress, Random, Stopped};
use std::cmp::Reverse;
use std::collections::BTreeSet;

/// How many nodes are forced in per round.
const TRIES: usize = 100;
/// With more nodes than this, they are not forced in by chance alone.
const FEW_NODES: usize = 1_000;
/// Rounds without gain after which no more is to be expected.
const PATIENCE: u32 = 6;

pub struct Search<'a> {
    pub ground: &'a Ground,
    pub bar: Bar,
    pub effort: u32,
    pub seed: u64,
    /// Whether cuts and suppressions are changed together, which takes longest.
    pub anneals: bool,
    pub progress: &'a Progress,
}

impl<'a> Search<'a> {
    /// The best that is found from the top, from the leaves and from other methods' results: nodes that are kept.
    pub fn run(&self, starts: &[Vec<u32>]) -> Result<Draft<'a>, Stopped> {
        let mut random = Random::new(self.seed, 1);
        let mut kept = Kept::new(self.ground, self.bar, self.progress);
        let mut best: Option<(u64, Vec<u32>)> = None;
        for start in 0..starts.len() + 2 {
            for node in kept.kept_under(0) {
                kept.drop(node);
            }
            match start.checked_sub(2) {
                None if start == 0 => fill(&mut kept, 0)?,
                None => self.climb(&mut kept)?,
                Some(at) => {
                    for &node in &starts[at] {
                        kept.try_keep(node)?;
                    }
                }
            }
            self.settle(&mut kept)?;
            if best.as_ref().is_none_or(|best| kept.draft.cost < best.0) {
                best = Some((kept.draft.cost, kept.kept_under(0)));
            }
        }
        if let Some((cost, nodes)) = best
            && cost < kept.draft.cost
        {
            for node in kept.kept_under(0) {
                kept.drop(node);
            }
            for node in nodes {
                kept.try_keep(node)?;
            }
        }
        kept.forget_changes();
        if self.anneals && Threes::can(self.bar) {
            self.anneal(&mut kept)?;
        }
        // Where there are many nodes, chance seldom meets one of which something depends.
        if self.anneals && self.ground.node.len() > FEW_NODES {
            return Ok(kept.draft);
        }
        self.progress.stage("refining", u64::from(self.effort));
        self.progress.offer();
        let mut idle = 0;
        for _ in 0..self.effort {
            let before = kept.draft.cost;
            for _ in 0..TRIES {
                if self.progress.is_enough() {
                    return Ok(kept.draft);
                }
                self.perturb(&mut kept, &mut random)?;
            }
            self.progress.advance(1);
            idle = if kept.draft.cost < before {
                0
            } else {
                idle + 1
            };
            if idle >= PATIENCE {
                break;
            }
        }
        Ok(kept.draft)
    }

    /// Cuts and suppressions changed together, then single steps.
    fn anneal(&self, kept: &mut Kept<'a>) -> Result<(), Stopped> {
        let annealing = Annealing {
            ground: self.ground,
            bar: self.bar,
            effort: self.effort,
            seed: self.seed,
            progress: self.progress,
        };
        let start = kept.kept_under(0);
        let nodes = annealing.run(&start)?;
        for node in start {
            kept.drop(node);
        }
        for node in nodes {
            kept.try_keep(node)?;
        }
        self.settle(kept)?;
        kept.forget_changes();
        Ok(())
    }

    /// Leaves first, the most worth first; then whatever is more general and fits.
    fn climb(&self, kept: &mut Kept<'a>) -> Result<(), Stopped> {
        let ground = self.ground;
        let mut nodes: Vec<u32> = (0..ground.node.len() as u32)
            .filter(|&node| ground.worth(node) > 0)
            .collect();
        nodes.sort_by_key(|&node| {
            let is_leaf = ground.end[node as usize] == node + 1;
            (
                Reverse(is_leaf),
                Reverse(ground.depth[node as usize]),
                Reverse(ground.worth(node)),
                node,
            )
        });
        for node in nodes {
            if !kept.has_kept(node) && kept.kept_above(node).is_none() {
                kept.try_keep(node)?;
            }
        }
        Ok(())
    }

    /// Single steps, as long as one gains: what fits comes in, nodes are replaced by what is under them, and what
    /// is under nodes by them.
    fn settle(&self, kept: &mut Kept<'a>) -> Result<(), Stopped> {
        loop {
            let before = kept.draft.cost;
            refill(kept)?;
            split_all(kept, kept.kept_under(0))?;
            self.join_all(kept)?;
            if kept.draft.cost >= before {
                return Ok(());
            }
        }
    }

    /// Replaces what is under a node by the node, where that gains.
    fn join_all(&self, kept: &mut Kept<'a>) -> Result<(), Stopped> {
        for node in (1..self.ground.node.len() as u32).rev() {
            let may_gain = self.ground.end[node as usize] > node + 1
                && !kept.is_kept(node)
                && kept.has_kept(node)
                && self.ground.worth(node) > worth_under(kept, node);
            if may_gain {
                self.force(kept, node)?;
            }
        }
        Ok(())
    }

    /// Forces a node in and takes it back unless that gains.
    fn force(&self, kept: &mut Kept<'a>, node: u32) -> Result<bool, Stopped> {
        let before = kept.draft.cost;
        let mark = kept.mark();
        if self.put(kept, node)? {
            refill(kept)?;
        }
        if kept.draft.cost < before {
            return Ok(true);
        }
        kept.take_back(mark);
        Ok(false)
    }

    /// Keeps a node; whatever stands against it goes. Says whether that was worth it.
    fn put(&self, kept: &mut Kept<'a>, node: u32) -> Result<bool, Stopped> {
        let ground = self.ground;
        if ground.worth(node) == 0 {
            return Ok(false);
        }
        let mut gone = kept.kept_under(node);
        gone.extend(kept.kept_above(node));
        for &other in &gone {
            kept.drop(other);
        }
        let mut lost = 0;
        while let Some(reason) = kept.reason(node)? {
            let cheapest = reason.iter().copied();
            let Some(other) = cheapest.min_by_key(|&other| (ground.worth(other), other)) else {
                return Ok(false);
            };
            lost += ground.worth(other);
            if lost > ground.worth(node) {
                return Ok(false);
            }
            kept.drop(other);
            gone.push(other);
        }
        kept.try_keep(node)?;
        for other in gone {
            if !ground.is_under(other, node) {
                fill(kept, other)?;
            }
        }
        Ok(true)
    }

    /// Forces a node in by chance, then settles what is near.
    fn perturb(&self, kept: &mut Kept<'a>, random: &mut Random) -> Result<(), Stopped> {
        let ground = self.ground;
        if ground.node.len() < 2 {
            return Ok(());
        }
        let before = kept.draft.cost;
        let mark = kept.mark();
        for _ in 0..=random.below(2) {
            let node = 1 + random.below(ground.node.len() - 1) as u32;
            if kept.is_kept(node) {
                kept.drop(node);
                fill_by_chance(kept, node, random)?;
            } else {
                self.put(kept, node)?;
            }
        }
        refill(kept)?;
        if kept.draft.cost > before {
            kept.take_back(mark);
        } else {
            kept.forget_changes();
        }
        Ok(())
    }
}

fn worth_under(kept: &Kept<'_>, node: u32) -> u64 {
    let nodes = kept.kept_under(node).into_iter();
    nodes.map(|node| kept.ground().worth(node)).sum()
}

/// Keeps a node, or as much as possible of what is hidden under it.
fn fill(kept: &mut Kept<'_>, node: u32) -> Result<(), Stopped> {
    if kept.is_kept(node) || kept.kept_above(node).is_some() {
        return Ok(());
    }
    if kept.has_kept(node) || !kept.try_keep(node)? {
        for child in by_worth(&kept.draft, node) {
            fill(kept, child)?;
        }
    }
    Ok(())
}

fn fill_by_chance(kept: &mut Kept<'_>, node: u32, random: &mut Random) -> Result<(), Stopped> {
    let mut children = by_worth(&kept.draft, node);
    random.shuffle(&mut children);
    for child in children {
        fill(kept, child)?;
    }
    Ok(())
}

/// Keeps whatever is hidden and fits.
fn refill(kept: &mut Kept<'_>) -> Result<(), Stopped> {
    let ground = kept.ground();
    let mut waiting = vec![0];
    let mut hidden = Vec::new();
    while let Some(node) = waiting.pop() {
        if kept.is_kept(node) || ground.worth(node) == 0 && ground.occurrences[node as usize] == 0 {
            continue;
        }
        if kept.has_kept(node) {
            waiting.extend(ground.children(node));
        } else {
            hidden.push(node);
        }
    }
    hidden.sort_by_key(|&node| (Reverse(ground.worth(node)), node));
    for node in hidden {
        fill(kept, node)?;
    }
    Ok(())
}

/// Replaces nodes by what is under them, where that gains, whatever promises most first.
fn split_all(kept: &mut Kept<'_>, nodes: Vec<u32>) -> Result<(), Stopped> {
    let ground = kept.ground();
    let promise = |node: u32| {
        let children: u64 = ground.children(node).map(|child| ground.worth(child)).sum();
        children.saturating_sub(ground.worth(node))
    };
    let mut todo: BTreeSet<(u64, u32)> = nodes.iter().map(|&node| (promise(node), node)).collect();
    while let Some((promise_of, node)) = todo.pop_last() {
        if promise_of == 0 || !kept.is_kept(node) {
            continue;
        }
        let before = kept.draft.cost;
        let mark = kept.mark();
        kept.drop(node);
        for child in by_worth(&kept.draft, node) {
            fill(kept, child)?;
        }
        if kept.draft.cost < before {
            todo.extend(
                kept.kept_under(node)
                    .iter()
                    .map(|&node| (promise(node), node)),
            );
        } else {
            kept.take_back(mark);
        }
    }
    Ok(())
}
