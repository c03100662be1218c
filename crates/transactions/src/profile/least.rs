//! For every basket the least support of its subsets of one size: a search in depth over all baskets at once.
//!
//! Only sets are grown that stand in an open basket, one whose least support may still fall: it never falls below
//! the support of the whole basket. Every new size closes most of those that are left.

use super::db::TransactionsDb;
use super::layer::{Layer, layer};
use cloakroom_core::{Lists, Progress, Stopped};
use rayon::prelude::*;
use std::sync::atomic::{AtomicU32, Ordering};

/// What is known so far, shared between threads. The numbers only fall and end at the true ones, so it does not
/// matter who finds what first.
pub(super) struct Leasts<'a> {
    pub db: &'a TransactionsDb,
    pub holders: &'a Lists,
    /// By set: no subset can have less.
    pub floor: &'a [u32],
    /// By set: the least support found so far.
    pub least: Vec<AtomicU32>,
}

impl Leasts<'_> {
    fn is_open(&self, set: u32) -> bool {
        self.least[set as usize].load(Ordering::Relaxed) > self.floor[set as usize]
    }

    fn lower(&self, set: u32, support: u32) {
        self.least[set as usize].fetch_min(support, Ordering::Relaxed);
    }

    pub fn any_open(&self) -> bool {
        (0..self.least.len() as u32).any(|set| self.is_open(set))
    }

    /// Takes single items into account.
    pub fn single(&self) {
        for set in 0..self.least.len() {
            // Items are numbered rarest first.
            if let Some(&rarest) = self.db.sets.set(set).first() {
                self.lower(set as u32, self.db.support[rarest as usize]);
            }
        }
    }

    /// Takes sets of `size` items into account; all smaller ones are already.
    pub fn of_size(&self, size: u32, progress: &Progress) -> Result<(), Stopped> {
        progress.stage("counting sets", self.db.items() as u64);
        (0..self.db.items() as u32)
            .into_par_iter()
            .with_max_len(8)
            .try_for_each_init(Vec::new, |layers, first| {
                progress.advance(1);
                progress.check()?;
                self.begin(layers, first, size, progress)
            })
    }

    fn begin(
        &self,
        layers: &mut Vec<Layer>,
        first: u32,
        size: u32,
        progress: &Progress,
    ) -> Result<(), Stopped> {
        let sets = &self.db.sets;
        let left = size as usize - 1;
        let holders = &self.holders[first];
        let place = |set: u32| {
            sets.set(set as usize)
                .partition_point(|&item| item <= first)
        };
        let enough = |set: u32| sets.set(set as usize).len() - place(set) >= left;
        if !holders.iter().any(|&set| self.is_open(set) && enough(set)) {
            return Ok(());
        }
        let top = layer(layers, 0, self.db.items());
        top.clear();
        for &set in holders {
            top.push(set, &sets.set(set as usize)[place(set)..]);
        }
        top.close();
        let total = self.db.support[first as usize];
        self.descend(layers, 0, total, left, progress)
    }

    /// `left` more items are to be chosen among those of the rows at a depth, which weigh `total`.
    fn descend(
        &self,
        layers: &mut Vec<Layer>,
        depth: usize,
        total: u32,
        left: usize,
        progress: &Progress,
    ) -> Result<(), Stopped> {
        progress.check()?;
        let mut here = std::mem::take(&mut layers[depth]);
        here.count_items(&self.db.sets.weight);
        if left == 1 {
            for row in 0..here.len() {
                let set = here.rows[row].0;
                if self.is_open(set) {
                    let items = here.items(row).iter();
                    let counts = items.map(|&item| here.count[item as usize]);
                    if let Some(least) = counts.min() {
                        self.lower(set, least);
                    }
                }
            }
            here.forget();
            layers[depth] = here;
            return Ok(());
        }
        self.mark_wanted(&mut here, total, left);
        here.list_holders();
        for place in 0..here.wanted.len() {
            let below = layer(layers, depth + 1, self.db.items());
            if self.project(&here, place, left - 1, below) {
                let total = here.count[here.wanted[place] as usize];
                self.descend(layers, depth + 1, total, left - 1, progress)?;
            }
        }
        here.forget();
        layers[depth] = here;
        Ok(())
    }

    /// Which items of open rows can lead to a smaller support. Items that miss the fewest rows take away the
    /// least: `left` of them cannot take away more than the sum of what each does.
    fn mark_wanted(&self, layer: &mut Layer, total: u32, left: usize) {
        let mut missed: Vec<u32> = Vec::new();
        for row in 0..layer.len() {
            let set = layer.rows[row].0;
            if layer.items(row).len() < left || !self.is_open(set) {
                continue;
            }
            missed.clear();
            missed.extend(
                layer
                    .items(row)
                    .iter()
                    .map(|&item| total - layer.count[item as usize]),
            );
            if left < missed.len() {
                missed.select_nth_unstable_by_key(left, |&missed| std::cmp::Reverse(missed));
            }
            let most: u64 = missed[..left].iter().map(|&missed| u64::from(missed)).sum();
            let known = self.least[set as usize].load(Ordering::Relaxed);
            if u64::from(total) >= most + u64::from(known) {
                continue;
            }
            let (from, to) = layer.places(row);
            for place in from..to {
                let item = layer.item[place];
                if layer.count[item as usize] < total {
                    layer.want(item);
                }
            }
        }
    }

    /// The rows with an item, cut down to later ones that are wanted; whether an open one is long enough.
    fn project(&self, here: &Layer, place: usize, left: usize, below: &mut Layer) -> bool {
        here.project(place, below);
        let long = (0..below.len()).filter(|&row| below.items(row).len() >= left);
        long.map(|row| below.rows[row].0)
            .any(|set| self.is_open(set))
    }
}
