//! Labels laid over a draft, each in as many baskets as can share it.

use super::bench::{Bar, Bench};
use super::draft::Draft;
use crate::transactions::GONE;
use cloakroom_core::{Progress, Stopped};
use std::cmp::Reverse;

/// Every step keeps the promise: it is decided for all sets with the labels that it touches.
pub struct Layer<'a> {
    pub draft: Draft<'a>,
    bench: Bench,
    bar: Bar,
    progress: &'a Progress,
}

impl<'a> Layer<'a> {
    pub fn new(draft: Draft<'a>, bar: Bar, progress: &'a Progress) -> Self {
        Self {
            draft,
            bench: Bench::default(),
            bar,
            progress,
        }
    }

    /// Shows what is hidden under a label as that label, in those of some baskets (ascending) that can.
    pub fn offer(&mut self, label: u32, baskets: &[u32]) -> Result<(), Stopped> {
        let ground = self.draft.ground;
        if ground.loss[label as usize] >= ground.unit {
            return Ok(());
        }
        let hides = |basket: &u32| {
            let mut places = ground.places_under(*basket as usize, label);
            places.any(|place| self.draft.shown[place] == GONE)
        };
        let hidden = baskets.iter().copied().filter(hides);
        let (more, fresh): (Vec<u32>, Vec<u32>) =
            hidden.partition(|&basket| self.draft.has(basket, label));
        self.draft.reveal(label, &more);
        if !fresh.is_empty() {
            let both = (self.draft.carriers(label), fresh.as_slice());
            let kept = self
                .bench
                .keep(&self.draft, label, both, self.bar, self.progress)?;
            self.draft.reveal(label, &kept);
        }
        Ok(())
    }

    /// Shows as its children what is shown as a node, wherever that is possible and nobody loses by it. Says
    /// whether anything changed.
    pub fn refine(&mut self, node: u32) -> Result<bool, Stopped> {
        let before = self.draft.cost;
        for child in by_worth(&self.draft, node) {
            self.lower(node, child)?;
        }
        Ok(self.draft.cost < before)
    }

    /// Shows as a child what is shown as its parent. Who is needed by those that cannot, stays with them.
    fn lower(&mut self, node: u32, child: u32) -> Result<(), Stopped> {
        let ground = self.draft.ground;
        let firm = self.draft.carriers(child).to_vec();
        let mut candidates = self.draft.carriers(node).to_vec();
        candidates.retain(|&basket| {
            let mut places = ground.places_under(basket as usize, child);
            places.any(|place| self.draft.shown[place] == node) && !self.draft.has(basket, child)
        });
        let both = firm.iter().chain(&candidates);
        let weight: u32 = both.map(|&basket| ground.weight[basket as usize]).sum();
        if candidates.is_empty() || weight < self.bar.k {
            return Ok(());
        }
        let bare = self.draft.hide(node, child, &candidates);
        let mut kept = candidates;
        loop {
            let both = (firm.as_slice(), kept.as_slice());
            let still = self
                .bench
                .keep(&self.draft, child, both, self.bar, self.progress)?;
            kept.retain(|basket| still.binary_search(basket).is_err());
            self.raise(child, node, &kept);
            kept = still;
            self.draft.reveal(child, &kept);
            let mut away = kept.clone();
            away.retain(|basket| bare.binary_search(basket).is_ok());
            let both = (self.draft.carriers(node), away.as_slice());
            let swap = (node, child);
            let back = self
                .bench
                .call_back(&self.draft, swap, both, self.bar, self.progress)?;
            if back.is_empty() {
                return Ok(());
            }
            self.raise(child, node, &back);
            kept.retain(|basket| back.binary_search(basket).is_err());
        }
    }

    /// Shows as the parent again what is shown as the child, or hidden under it.
    fn raise(&mut self, child: u32, node: u32, baskets: &[u32]) {
        self.draft.hide(child, child, baskets);
        self.draft.reveal(node, baskets);
    }

    /// Shows everything under a node as that node, and where that cannot be, more generally or not at all.
    pub fn collapse(&mut self, node: u32) -> Result<(), Stopped> {
        let ground = self.draft.ground;
        let mut touched = Vec::new();
        for label in node..ground.end[node as usize] {
            let list = self.draft.carriers(label).to_vec();
            self.draft.hide(label, label, &list);
            touched.extend(list);
        }
        touched.sort_unstable();
        touched.dedup();
        let mut above = node;
        while above != GONE {
            self.offer(above, &touched)?;
            above = ground.parent[above as usize];
        }
        Ok(())
    }
}

/// The children of a node, most worth first.
pub fn by_worth(draft: &Draft<'_>, node: u32) -> Vec<u32> {
    let ground = draft.ground;
    let mut children: Vec<u32> = ground.children(node).collect();
    children.sort_by_key(|&child| (Reverse(ground.worth(child)), child));
    children
}
