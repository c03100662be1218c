//! A global recoding in the making: nodes that are shown wherever something lies under them, none under another.
//! What is under none of them is hidden.

use super::bench::{Bar, Bench};
use super::clash::{Clash, Threes};
use super::draft::Draft;
use super::ground::Ground;
use cloakroom_core::{Progress, Stopped};

/// How many reasons why it cannot be kept are remembered per node.
const MOST_REASONS: usize = 6;

pub struct Kept<'a> {
    pub draft: Draft<'a>,
    bench: Bench,
    clash: Clash,
    bar: Bar,
    progress: &'a Progress,
    is_kept: Vec<bool>,
    /// By node: kept nodes under it, itself included.
    below: Vec<u32>,
    /// By node: what is rare together with it. True whatever else is kept.
    reasons: Vec<Vec<Box<[u32]>>>,
    /// Nodes that changed sides, since the last time nobody could take it back.
    changes: Vec<u32>,
}

impl<'a> Kept<'a> {
    pub fn new(ground: &'a Ground, bar: Bar, progress: &'a Progress) -> Self {
        Self {
            draft: Draft::empty(ground),
            bench: Bench::default(),
            clash: Clash::default(),
            bar,
            progress,
            is_kept: vec![false; ground.node.len()],
            below: vec![0; ground.node.len()],
            reasons: vec![Vec::new(); ground.node.len()],
            changes: Vec::new(),
        }
    }

    pub fn ground(&self) -> &'a Ground {
        self.draft.ground
    }

    pub fn is_kept(&self, node: u32) -> bool {
        self.is_kept[node as usize]
    }

    /// Whether something is kept under a node, itself included.
    pub fn has_kept(&self, node: u32) -> bool {
        self.below[node as usize] > 0
    }

    /// What is kept under a node, itself included.
    pub fn kept_under(&self, node: u32) -> Vec<u32> {
        let mut found = Vec::new();
        if self.has_kept(node) {
            let all = node..self.ground().end[node as usize];
            found.extend(all.filter(|&other| self.is_kept(other)));
        }
        found
    }

    /// The kept node above a node, if there is one.
    pub fn kept_above(&self, node: u32) -> Option<u32> {
        let parents = &self.ground().parent;
        let mut above = parents[node as usize];
        while let Some(&next) = parents.get(above as usize) {
            if self.is_kept(above) {
                return Some(above);
            }
            above = next;
        }
        None
    }

    /// Kept nodes that are rare together with this one, which has no kept node above or under it; none if nothing
    /// speaks against keeping it.
    pub fn reason(&mut self, node: u32) -> Result<Option<Vec<u32>>, Stopped> {
        let is_kept = &self.is_kept;
        let known = self.reasons[node as usize]
            .iter()
            .find(|reason| reason.iter().all(|&other| is_kept[other as usize]));
        if let Some(reason) = known {
            return Ok(Some(reason.to_vec()));
        }
        let found = match self.bar.is_of_threes() {
            true => {
                self.progress.check()?;
                self.clash.first(&self.draft, node, self.threes())
            }
            false => self
                .bench
                .threat(&self.draft, node, self.bar, self.progress)?,
        };
        if let Some(reason) = &found {
            let known = &mut self.reasons[node as usize];
            known.truncate(MOST_REASONS - 1);
            known.insert(0, reason.clone().into_boxed_slice());
        }
        Ok(found)
    }

    /// What is asked of pairs and threes.
    pub fn threes(&self) -> Threes {
        Threes {
            k: self.bar.k,
            m: self.bar.m,
        }
    }

    /// What was looked at to find reasons.
    pub fn work(&self) -> u64 {
        self.clash.work + self.bench.work
    }

    /// What must go at least for a node to be kept, as far as it is known without a look; above and under it aside.
    pub fn costs_at_least(&self, node: u32) -> u64 {
        let ground = self.ground();
        let stands = |other: u32| {
            let is_own = ground.is_under(other, node) || ground.is_under(node, other);
            self.is_kept(other) && !is_own
        };
        let known = self.reasons[node as usize].iter();
        let known = known.filter(|reason| reason.iter().all(|&other| stands(other)));
        let cheapest = known.map(|reason| {
            let members = reason.iter().map(|&other| ground.worth(other));
            members.min().unwrap_or(u64::MAX)
        });
        cheapest.max().unwrap_or(0)
    }

    /// Keeps a node that has no kept node above or under it, if that breaks nothing.
    pub fn try_keep(&mut self, node: u32) -> Result<bool, Stopped> {
        if self.ground().worth(node) == 0 || self.reason(node)?.is_some() {
            return Ok(false);
        }
        self.flip(node);
        Ok(true)
    }

    pub fn drop(&mut self, node: u32) {
        if self.is_kept(node) {
            self.flip(node);
        }
    }

    fn flip(&mut self, node: u32) {
        self.changes.push(node);
        self.turn(node);
    }

    fn turn(&mut self, node: u32) {
        let ground = self.ground();
        let holders = ground.holders(node);
        let keeps = !self.is_kept(node);
        self.is_kept[node as usize] = keeps;
        if keeps {
            self.draft.reveal(node, holders);
        } else {
            self.draft.hide(node, node, holders);
        }
        let mut at = node;
        while let Some(&above) = ground.parent.get(at as usize) {
            let below = &mut self.below[at as usize];
            *below = if keeps { *below + 1 } else { *below - 1 };
            at = above;
        }
    }

    /// From here on changes can be taken back.
    pub fn mark(&self) -> usize {
        self.changes.len()
    }

    /// Says which nodes are hidden again.
    pub fn take_back(&mut self, mark: usize) -> Vec<u32> {
        let mut hidden = Vec::new();
        while self.changes.len() > mark {
            if let Some(node) = self.changes.pop() {
                self.turn(node);
                if !self.is_kept(node) {
                    hidden.push(node);
                }
            }
        }
        hidden
    }

    pub fn forget_changes(&mut self) {
        self.changes.clear();
    }
}
