//! One more item: all sets of a size from those of the size before.

use super::super::db::TransactionsDb;
use super::family::Family;
use super::follow::{Layer, layer};
use crate::privacy::Coherence;
use cloakroom_core::{Lists, Progress, Stopped};
use rayon::prelude::*;
use std::ops::Range;
use std::sync::atomic::{AtomicUsize, Ordering};

/// What is looked for.
#[derive(Clone, Copy, Debug)]
pub(super) struct Wanted {
    /// Sets below this support are threats.
    pub k: u32,
    /// Sets that tell too much are threats too, and do not grow.
    pub coherence: Option<Coherence>,
    /// Sets from this support on can grow; none do if it is `u32::MAX`.
    pub grows_from: u32,
    /// More of either are not kept.
    pub most: usize,
}

impl Wanted {
    /// Whether a set tells too much of which so many baskets hold the same private item.
    pub fn tells(&self, support: u32, with: u32) -> bool {
        self.coherence
            .is_some_and(|coherence| coherence.is_broken_by(with.into(), support.into()))
    }
}

/// Sets of one size.
#[derive(Debug, Default)]
pub(super) struct Grown {
    pub threats: Found,
    /// The least support among a threat's proper subsets.
    pub least_subset: Vec<u32>,
    pub growing: Found,
}

#[derive(Debug, Default)]
pub(super) struct Found {
    pub item: Vec<u32>,
    pub support: Vec<u32>,
}

pub(super) struct Grower<'a> {
    pub db: &'a TransactionsDb,
    pub holders: &'a Lists,
    pub family: &'a Family,
    pub wanted: Wanted,
    pub threats: AtomicUsize,
    pub growing: AtomicUsize,
}

impl<'a> Grower<'a> {
    pub fn new(
        db: &'a TransactionsDb,
        holders: &'a Lists,
        family: &'a Family,
        wanted: Wanted,
    ) -> Self {
        Self {
            db,
            holders,
            family,
            wanted,
            threats: AtomicUsize::new(0),
            growing: AtomicUsize::new(0),
        }
    }

    /// Every set of one item more whose proper subsets are all in the family and have a larger support. None if
    /// there are too many. In the order of their items.
    pub fn grow(&self, progress: &Progress) -> Result<Option<Grown>, Stopped> {
        progress.stage("looking for threats", self.db.items() as u64);
        let pieces = (0..self.db.items() as u32)
            .into_par_iter()
            .with_max_len(16)
            .map_init(Vec::new, |layers, first| {
                progress.advance(1);
                progress.check()?;
                let mut grown = Grown::default();
                self.begin(layers, first, &mut grown, progress)?;
                Ok(grown)
            })
            .collect::<Result<Vec<Grown>, Stopped>>()?;
        if self.is_too_much() {
            return Ok(None);
        }
        let mut all = Grown::default();
        all.reserve(&pieces);
        for piece in pieces {
            all.append(&piece);
        }
        Ok(Some(all))
    }

    fn is_too_much(&self) -> bool {
        let most = self.wanted.most;
        self.threats.load(Ordering::Relaxed) > most || self.growing.load(Ordering::Relaxed) > most
    }

    fn begin(
        &self,
        layers: &mut Vec<Layer>,
        first: u32,
        grown: &mut Grown,
        progress: &Progress,
    ) -> Result<(), Stopped> {
        let range = self.family.beginning_with(first);
        let sets = &self.db.sets;
        let later = |set: u32| {
            let set = sets.set(set as usize);
            &set[set.partition_point(|&item| item <= first)..]
        };
        let holders = &self.holders[first];
        if self.family.size == 1 {
            if !range.is_empty() {
                let rows = holders.iter().map(|&set| (later(set), set));
                self.pairs(layer(layers, 0, self.db.items()), first, rows, grown);
            }
            return Ok(());
        }
        if range.len() < 2 {
            return Ok(());
        }
        let top = layer(layers, 0, self.db.items());
        self.allow(top, range.clone(), 1);
        for &set in holders {
            top.push(later(set), set, self.family.size);
        }
        top.close();
        self.descend(layers, 0, range, 1, grown, progress)
    }

    /// Sets of two, of which one is given with the rows that hold it.
    fn pairs<'r>(
        &self,
        layer: &mut Layer,
        first: u32,
        rows: impl Iterator<Item = (&'r [u32], u32)> + Clone,
        grown: &mut Grown,
    ) {
        for (items, set) in rows.clone() {
            layer.count_items(items, self.db.sets.weight[set as usize]);
        }
        layer.seen.sort_unstable();
        if self.wanted.coherence.is_some() {
            layer.privates.count(self.db, rows);
        }
        let before = (grown.threats.support.len(), grown.growing.support.len());
        for at in 0..layer.seen.len() {
            let other = layer.seen[at];
            let support = std::mem::take(&mut layer.count[other as usize]);
            let least = self.db.support[first as usize].min(self.db.support[other as usize]);
            if !self.family.beginning_with(other).is_empty() {
                let with = layer.privates.most_with(other);
                self.take(&[first], other, (support, with), least, grown);
            }
        }
        layer.seen.clear();
        self.tell(grown, before);
    }

    /// The rows at a depth hold the first `chosen` items of the sets in this range of the family.
    fn descend(
        &self,
        layers: &mut Vec<Layer>,
        depth: usize,
        range: Range<usize>,
        chosen: usize,
        grown: &mut Grown,
        progress: &Progress,
    ) -> Result<(), Stopped> {
        progress.check()?;
        if self.is_too_much() {
            return Ok(());
        }
        let mut here = std::mem::take(&mut layers[depth]);
        if chosen + 1 == self.family.size {
            self.siblings(&mut here, range, grown);
        } else {
            here.list_holders();
            let mut from = range.start;
            while from < range.end {
                let item = self.family.set(from)[chosen];
                let same = (from..range.end).take_while(|&at| self.family.set(at)[chosen] == item);
                let group = from..from + same.count();
                from = group.end;
                if group.len() > 1 {
                    let below = layer(layers, depth + 1, self.db.items());
                    self.allow(below, group.clone(), chosen + 1);
                    here.project(item, self.family.size - chosen, below);
                    self.descend(layers, depth + 1, group, chosen + 1, grown, progress)?;
                }
            }
        }
        here.forget();
        layers[depth] = here;
        Ok(())
    }

    /// Which items the rows of a layer are cut down to: those that stand behind the first ones in a range.
    fn allow(&self, layer: &mut Layer, range: Range<usize>, chosen: usize) {
        layer.clear();
        if chosen + 1 == self.family.size {
            for at in range {
                layer.support.push(self.family.support[at]);
                layer.next.push(self.family.set(at)[chosen]);
            }
        } else {
            for at in range {
                for &item in &self.family.set(at)[chosen..] {
                    if layer.rank[item as usize] == 0 {
                        layer.rank[item as usize] = 1;
                        layer.next.push(item);
                    }
                }
            }
            layer.next.sort_unstable();
        }
        for (place, &item) in layer.next.iter().enumerate() {
            layer.rank[item as usize] = place as u32 + 1;
        }
    }

    /// Sets of the range that differ in their last item only: two of them make one of the next size.
    fn siblings(&self, layer: &mut Layer, range: Range<usize>, grown: &mut Grown) {
        layer.list_holders();
        let chosen = &self.family.set(range.start)[..self.family.size - 1];
        let mut whole = chosen.to_vec();
        let before = (grown.threats.support.len(), grown.growing.support.len());
        for place in 0..layer.next.len() {
            layer.count_companions(place, &self.db.sets.weight);
            if self.wanted.coherence.is_some() {
                layer.count_private(place, self.db);
            }
            let item = layer.next[place];
            whole.push(item);
            for at in 0..layer.seen.len() {
                let other = layer.seen[at];
                let support = std::mem::take(&mut layer.count[other as usize]);
                let second = layer.support[layer.rank[other as usize] as usize - 1];
                let least = layer.support[place].min(second);
                if support < least
                    && let Some(least) = self.least_subset(&whole, other, support, least)
                {
                    let with = layer.privates.most_with(other);
                    self.take(&whole, other, (support, with), least, grown);
                }
            }
            layer.seen.clear();
            whole.pop();
        }
        self.tell(grown, before);
    }

    /// The least support of a proper subset of a set and one more item, if all of them are larger than this one;
    /// `least` is that of those without one of the last two.
    fn least_subset(&self, whole: &[u32], other: u32, support: u32, mut least: u32) -> Option<u32> {
        // Sets beyond this size are looked up on the heap; they are rare.
        let mut small = [0; 16];
        let mut large;
        let part: &mut [u32] = if whole.len() <= small.len() {
            &mut small[..whole.len()]
        } else {
            large = vec![0; whole.len()];
            &mut large
        };
        let last = whole.len() - 1;
        part[last] = other;
        part[..last].copy_from_slice(&whole[1..]);
        for without in 0..last {
            if without > 0 {
                part[without - 1] = whole[without - 1];
            }
            least = least.min(self.family.support_of(part)?);
            if least <= support {
                return None;
            }
        }
        Some(least)
    }

    /// Keeps a set if it is rarer than its parts; `with` of its baskets hold the same private item.
    fn take(
        &self,
        whole: &[u32],
        other: u32,
        (support, with): (u32, u32),
        least: u32,
        grown: &mut Grown,
    ) {
        if support >= least {
            return;
        }
        let tells = self.wanted.tells(support, with);
        if tells || support < self.wanted.k {
            grown.threats.push(whole, other, support);
            grown.least_subset.push(least);
        }
        if !tells && support >= self.wanted.grows_from {
            grown.growing.push(whole, other, support);
        }
    }

    /// Adds to the count of all threads, and keeps nothing once that is too much.
    fn tell(&self, grown: &mut Grown, before: (usize, usize)) {
        let threats = grown.threats.support.len() - before.0;
        let growing = grown.growing.support.len() - before.1;
        self.threats.fetch_add(threats, Ordering::Relaxed);
        self.growing.fetch_add(growing, Ordering::Relaxed);
        if self.is_too_much() {
            *grown = Grown::default();
        }
    }
}

impl Found {
    fn push(&mut self, whole: &[u32], other: u32, support: u32) {
        self.item.extend_from_slice(whole);
        self.item.push(other);
        self.support.push(support);
    }

    fn append(&mut self, other: &Self) {
        self.item.extend_from_slice(&other.item);
        self.support.extend_from_slice(&other.support);
    }
}

impl Grown {
    fn reserve(&mut self, pieces: &[Self]) {
        let threats: usize = pieces.iter().map(|piece| piece.least_subset.len()).sum();
        let sized = |piece: fn(&Self) -> usize| pieces.iter().map(piece).sum();
        self.least_subset.reserve_exact(threats);
        self.threats.support.reserve_exact(threats);
        self.threats
            .item
            .reserve_exact(sized(|piece| piece.threats.item.len()));
        self.growing
            .item
            .reserve_exact(sized(|piece| piece.growing.item.len()));
        self.growing
            .support
            .reserve_exact(sized(|piece| piece.growing.support.len()));
    }

    fn append(&mut self, other: &Self) {
        self.threats.append(&other.threats);
        self.growing.append(&other.growing);
        self.least_subset.extend_from_slice(&other.least_subset);
    }
}
