//! Transactions with enough duplicates: groups that show the same, improved as long as that gains.
//!
//! What a group shows best is found exactly, from the leaves upwards. Baskets move to groups that suit them better,
//! and groups part where both parts are large enough.

use super::ground::Ground;
use crate::transactions::GONE;
use cloakroom_core::{Progress, Stopped};
use rayon::prelude::*;
use std::ops::Range;

/// How many ways to part a group are tried.
const WAYS: usize = 8;

/// Baskets that show the same: every label stands for something that each of them holds.
#[derive(Clone, Debug)]
struct Group {
    members: Vec<u32>,
    /// Ascending, none under another.
    labels: Vec<u32>,
    cost: u64,
}

pub struct Alike<'a> {
    ground: &'a Ground,
    k: usize,
    /// Baskets without any item: they are like those that show nothing.
    empty: usize,
    groups: Vec<Group>,
    progress: &'a Progress,
}

impl<'a> Alike<'a> {
    /// `shown` is parallel to `Ground::leaf`, whose baskets stand for one each.
    pub fn new(ground: &'a Ground, shown: &[u32], k: u32, progress: &'a Progress) -> Self {
        let mut sets: Vec<(Vec<u32>, u32)> = (0..ground.len())
            .map(|basket| {
                let mut labels = shown[ground.places(basket)].to_vec();
                labels.retain(|&label| label != GONE);
                labels.sort_unstable();
                labels.dedup();
                (labels, basket as u32)
            })
            .collect();
        sets.sort_unstable();
        let groups = sets.chunk_by(|a, b| a.0 == b.0);
        let groups = groups.map(|same| Group {
            members: same.iter().map(|pair| pair.1).collect(),
            labels: same[0].0.clone(),
            cost: u64::MAX,
        });
        Self {
            k: k.max(1) as usize,
            empty: ground.merged.iter().filter(|&&at| at == GONE).count(),
            groups: groups.collect(),
            ground,
            progress,
        }
    }

    /// So many rounds at most; what is shown then, parallel to `Ground::leaf`.
    pub fn improve(mut self, rounds: u32) -> Result<Vec<u32>, Stopped> {
        self.progress.stage("refining", rounds.into());
        self.relabel()?;
        self.progress.offer();
        for _ in 0..rounds {
            if self.progress.is_enough() {
                break;
            }
            let before = self.cost();
            self.part()?;
            self.exchange()?;
            self.relabel()?;
            self.progress.advance(1);
            if self.cost() >= before {
                break;
            }
        }
        let mut shown = vec![GONE; self.ground.leaf.len()];
        for group in &self.groups {
            for &basket in &group.members {
                for &label in &group.labels {
                    let places = self.ground.places_under(basket as usize, label);
                    shown[places].fill(label);
                }
            }
        }
        Ok(shown)
    }

    fn cost(&self) -> u64 {
        self.groups.iter().map(|group| group.cost).sum()
    }

    /// Every group shows what suits it best.
    fn relabel(&mut self) -> Result<(), Stopped> {
        let (ground, progress) = (self.ground, self.progress);
        self.groups.par_iter_mut().try_for_each(|group| {
            progress.check()?;
            // Those that show nothing may be there for the sake of empty baskets.
            if !group.labels.is_empty() {
                group.fit(ground);
            } else {
                group.cost = group.members.iter().map(|&at| hidden(ground, at)).sum();
            }
            Ok(())
        })
    }

    /// Parts groups in two by whether they hold something, where that gains.
    fn part(&mut self) -> Result<(), Stopped> {
        let (ground, progress, k) = (self.ground, self.progress, self.k);
        let groups = std::mem::take(&mut self.groups);
        let parted = groups
            .into_par_iter()
            .map(|group| {
                let mut done = Vec::new();
                let mut waiting = vec![group];
                while let Some(group) = waiting.pop() {
                    progress.check()?;
                    match group.part(ground, k) {
                        Some(parts) => waiting.extend(parts),
                        None => done.push(group),
                    }
                }
                Ok(done)
            })
            .collect::<Result<Vec<Vec<Group>>, Stopped>>()?;
        self.groups = parted.into_iter().flatten().collect();
        Ok(())
    }

    /// Baskets leave groups that can spare them for groups where they lose less.
    fn exchange(&mut self) -> Result<(), Stopped> {
        let ground = self.ground;
        // Every group stands with the one of its labels that the fewest hold.
        let mut by_label: Vec<Vec<u32>> = vec![Vec::new(); ground.node.len()];
        for (at, group) in self.groups.iter().enumerate() {
            let holders = |label: &&u32| (ground.holders(**label).len(), **label);
            if let Some(&label) = group.labels.iter().min_by_key(holders) {
                by_label[label as usize].push(at as u32);
            }
        }
        let mut size: Vec<usize> = self
            .groups
            .iter()
            .map(|group| group.members.len())
            .collect();
        for (at, group) in self.groups.iter().enumerate() {
            if group.labels.is_empty() {
                size[at] += self.empty;
            }
        }
        let mut moves: Vec<(u32, u32, u32)> = Vec::new();
        for from in 0..self.groups.len() {
            self.progress.check()?;
            for &basket in &self.groups[from].members {
                if size[from] <= self.k {
                    break;
                }
                let now = self.price(basket, from);
                let best = self.best_group(basket, &by_label);
                if let Some((price, to)) = best
                    && now.is_none_or(|now| price < now)
                {
                    size[from] -= 1;
                    size[to as usize] += 1;
                    moves.push((basket, from as u32, to));
                }
            }
        }
        for (basket, from, to) in moves {
            let members = &mut self.groups[from as usize].members;
            members.retain(|&other| other != basket);
            self.groups[to as usize].members.push(basket);
        }
        self.groups.retain(|group| !group.members.is_empty());
        Ok(())
    }

    fn best_group(&self, basket: u32, by_label: &[Vec<u32>]) -> Option<(u64, u32)> {
        let ground = self.ground;
        let mut best: Option<(u64, u32)> = None;
        let mut seen = Vec::new();
        for place in ground.places(basket as usize) {
            let mut node = ground.leaf[place];
            while node != GONE && !seen.contains(&node) {
                seen.push(node);
                for &group in &by_label[node as usize] {
                    if let Some(price) = self.price(basket, group as usize) {
                        let better = best.is_none_or(|best| (price, group) < best);
                        best = if better { Some((price, group)) } else { best };
                    }
                }
                node = ground.parent[node as usize];
            }
        }
        best
    }

    /// What a basket loses if it shows what a group shows; none if it cannot.
    fn price(&self, basket: u32, group: usize) -> Option<u64> {
        let ground = self.ground;
        let mut price = hidden(ground, basket);
        for &label in &self.groups[group].labels {
            let many = ground.places_under(basket as usize, label).len() as u64;
            if many == 0 {
                return None;
            }
            price -= many * (ground.unit - ground.loss[label as usize].min(ground.unit));
        }
        Some(price)
    }
}

/// What a basket loses that shows nothing.
fn hidden(ground: &Ground, basket: u32) -> u64 {
    ground.places(basket as usize).len() as u64 * ground.unit
}

impl Group {
    /// Shows what costs least.
    fn fit(&mut self, ground: &Ground) {
        self.labels.clear();
        let places: Vec<Range<usize>> = (self.members.iter())
            .map(|&basket| ground.places(basket as usize))
            .collect();
        self.cost = best(ground, 0, &places, &mut self.labels);
    }

    /// Two groups in its place, if each is large enough and they lose less.
    fn part(&self, ground: &Ground, k: usize) -> Option<[Self; 2]> {
        if self.members.len() < 2 * k || self.labels.is_empty() {
            return None;
        }
        let mut held: Vec<u32> = Vec::new();
        for &basket in &self.members {
            let from = held.len();
            for place in ground.places(basket as usize) {
                let mut node = ground.leaf[place];
                while node != GONE && !held[from..].contains(&node) {
                    held.push(node);
                    node = ground.parent[node as usize];
                }
            }
        }
        held.sort_unstable();
        let fits = |count: usize| (k..=self.members.len() - k).contains(&count);
        let mut ways: Vec<(u64, u32)> = held
            .chunk_by(|a, b| a == b)
            .filter(|same| fits(same.len()))
            .map(|same| {
                let loss = ground.loss[same[0] as usize];
                (
                    same.len() as u64 * (ground.unit - loss.min(ground.unit)),
                    same[0],
                )
            })
            .collect();
        ways.sort_unstable_by(|a, b| b.cmp(a));
        let mut best: Option<[Self; 2]> = None;
        for (_, node) in ways.into_iter().take(WAYS) {
            let holds = |basket: &&u32| !ground.places_under(**basket as usize, node).is_empty();
            let (with, without): (Vec<&u32>, Vec<&u32>) = self.members.iter().partition(holds);
            let parts = [with, without].map(|members| {
                let mut part = Self {
                    members: members.into_iter().copied().collect(),
                    labels: Vec::new(),
                    cost: 0,
                };
                part.fit(ground);
                part
            });
            let cost = parts[0].cost + parts[1].cost;
            let so_far = best
                .as_ref()
                .map_or(self.cost, |best| best[0].cost + best[1].cost);
            if cost < so_far {
                best = Some(parts);
            }
        }
        best
    }
}

/// The least that these places lose which lie under a node, one range for each basket; what they are shown as is
/// added to `labels`.
fn best(ground: &Ground, node: u32, places: &[Range<usize>], labels: &mut Vec<u32>) -> u64 {
    let many: u64 = places.iter().map(|places| places.len() as u64).sum();
    if many == 0 || places.iter().any(Range::is_empty) {
        return many * ground.unit;
    }
    let whole = many * ground.loss[node as usize];
    let from = labels.len();
    let mut cost = if ground.end[node as usize] == node + 1 {
        whole
    } else {
        0
    };
    let mut rest = places.to_vec();
    for child in ground.children(node) {
        let end = ground.end[child as usize];
        let parts: Vec<Range<usize>> = (rest.iter_mut())
            .map(|places| {
                let leaves = &ground.leaf[places.clone()];
                let middle = places.start + leaves.partition_point(|&leaf| leaf < end);
                let part = places.start..middle;
                places.start = middle;
                part
            })
            .collect();
        if cost < whole {
            cost += best(ground, child, &parts, labels);
        }
    }
    if cost >= whole {
        labels.truncate(from);
        labels.push(node);
        cost = whole;
    }
    cost
}
