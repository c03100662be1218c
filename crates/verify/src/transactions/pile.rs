//! Released baskets with equal ones laid on each other.

use super::Released;
use crate::watch::{Stopped, Watch};
use rayon::prelude::*;
use std::sync::atomic::{AtomicU32, Ordering};

/// Baskets that hold the same public items are one row. Items are numbered anew, from the rarest to the most
/// frequent, and ascend inside a row.
pub(super) struct Pile {
    starts: Vec<usize>,
    item: Vec<u32>,
    /// Baskets in each row.
    pub weight: Vec<u32>,
    member_starts: Vec<usize>,
    member: Vec<u32>,
    /// By item: the rows that hold it.
    pub holders: Vec<Vec<u32>>,
    /// By private item: the rows with baskets that hold it, and how many of them do.
    pub private: Vec<Vec<(u32, u32)>>,
}

impl Pile {
    /// `apart` if private items are kept apart from the others.
    pub fn gather(
        released: &Released<'_>,
        apart: bool,
        watch: &dyn Watch,
    ) -> Result<Self, Stopped> {
        let is_private =
            |item: u32| apart && released.private.get(item as usize).copied() == Some(true);
        let codes = released
            .item
            .iter()
            .max()
            .map_or(0, |&most| most as usize + 1);
        let mut support = vec![0u32; codes];
        for &item in released.item {
            support[item as usize] += 1;
        }
        let (number, items) = numbers(&support, is_private);
        let mut starts = vec![0];
        let mut public = Vec::with_capacity(released.item.len());
        let mut secret_starts = vec![0];
        let mut secret = Vec::new();
        let mut basket: Vec<u32> = Vec::new();
        for at in 0..released.len() {
            basket.clear();
            basket.extend_from_slice(released.basket(at));
            basket.sort_unstable();
            basket.dedup();
            let from = public.len();
            for &item in &basket {
                if is_private(item) {
                    secret.push(item);
                } else {
                    public.push(number[item as usize]);
                }
            }
            public[from..].sort_unstable();
            starts.push(public.len());
            secret_starts.push(secret.len());
        }
        watch.check()?;
        let row = |basket: u32| &public[starts[basket as usize]..starts[basket as usize + 1]];
        let mut order: Vec<u32> = (0..released.len() as u32).collect();
        order.par_sort_unstable_by(|&a, &b| row(a).cmp(row(b)).then(a.cmp(&b)));
        watch.check()?;
        let mut pile = Self {
            starts: vec![0],
            item: Vec::new(),
            weight: Vec::new(),
            member_starts: vec![0],
            member: Vec::with_capacity(order.len()),
            holders: vec![Vec::new(); items],
            private: Vec::new(),
        };
        let mut held: Vec<(u32, u32)> = Vec::new();
        for equal in order.chunk_by(|&a, &b| row(a) == row(b)) {
            let at = pile.weight.len() as u32;
            for &item in row(equal[0]) {
                pile.item.push(item);
                pile.holders[item as usize].push(at);
            }
            pile.starts.push(pile.item.len());
            pile.weight.push(equal.len() as u32);
            pile.member.extend(equal);
            pile.member_starts.push(pile.member.len());
            for &basket in equal {
                let basket = basket as usize;
                let items = &secret[secret_starts[basket]..secret_starts[basket + 1]];
                held.extend(items.iter().map(|&item| (item, at)));
            }
        }
        held.sort_unstable();
        pile.private = held
            .chunk_by(|a, b| a.0 == b.0)
            .map(|of_item| {
                let by_row = of_item.chunk_by(|a, b| a.1 == b.1);
                by_row.map(|same| (same[0].1, same.len() as u32)).collect()
            })
            .collect();
        Ok(pile)
    }

    pub fn len(&self) -> usize {
        self.weight.len()
    }

    pub fn items(&self) -> usize {
        self.holders.len()
    }

    pub fn row(&self, at: u32) -> &[u32] {
        &self.item[self.starts[at as usize]..self.starts[at as usize + 1]]
    }

    /// What a row holds after an item.
    pub fn after(&self, at: u32, item: u32) -> &[u32] {
        let row = self.row(at);
        &row[row.partition_point(|&other| other <= item)..]
    }

    pub fn longest(&self) -> usize {
        let lengths = self.starts.windows(2).map(|pair| pair[1] - pair[0]);
        lengths.max().unwrap_or(0)
    }

    /// The baskets that are this row.
    pub fn members(&self, at: usize) -> &[u32] {
        &self.member[self.member_starts[at]..self.member_starts[at + 1]]
    }

    /// Baskets that hold an item.
    pub fn support(&self, item: u32) -> u32 {
        let holders = self.holders[item as usize].iter();
        holders.map(|&row| self.weight[row as usize]).sum()
    }

    /// How many baskets hold all of a row, counted no further than `enough`. Every part of the row is in at least
    /// as many.
    fn own_support_of(&self, at: u32, enough: u32) -> u32 {
        let row = self.row(at);
        let Some(&rarest) = row.first() else {
            return enough;
        };
        let mut support = 0;
        for &other in &self.holders[rarest as usize] {
            if holds_all(self.row(other), row) {
                support += self.weight[other as usize];
                if support >= enough {
                    break;
                }
            }
        }
        support.min(enough)
    }

    /// The same of all rows.
    pub fn own_support(&self, enough: u32, watch: &dyn Watch) -> Result<Vec<u32>, Stopped> {
        let own = |at: u32| {
            watch.check()?;
            Ok(self.own_support_of(at, enough))
        };
        (0..self.len() as u32).into_par_iter().map(own).collect()
    }

    /// The least of all rows, no more than `most`.
    pub fn least_own(&self, most: u32, watch: &dyn Watch) -> Result<u32, Stopped> {
        let least = AtomicU32::new(most);
        (0..self.len() as u32).into_par_iter().try_for_each(|at| {
            watch.check()?;
            let own = self.own_support_of(at, least.load(Ordering::Relaxed));
            least.fetch_min(own, Ordering::Relaxed);
            Ok(())
        })?;
        Ok(least.into_inner())
    }
}

/// Both ascend.
fn holds_all(row: &[u32], items: &[u32]) -> bool {
    if row.len() < items.len() {
        return false;
    }
    let mut rest = row.iter();
    items
        .iter()
        .all(|item| rest.by_ref().find(|&other| other >= item) == Some(item))
}

/// The new number of every public item that occurs, and how many there are.
fn numbers(support: &[u32], is_private: impl Fn(u32) -> bool) -> (Vec<u32>, usize) {
    let mut public: Vec<u32> = (0..support.len() as u32)
        .filter(|&item| support[item as usize] > 0 && !is_private(item))
        .collect();
    public.sort_unstable_by_key(|&item| (support[item as usize], item));
    let mut number = vec![0; support.len()];
    for (at, &item) in public.iter().enumerate() {
        number[item as usize] = at as u32;
    }
    (number, public.len())
}
