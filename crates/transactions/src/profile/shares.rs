//! How much of what shares a set holds one private item: a search in depth for the sets that tell most.
//!
//! A larger set may tell more or less than its parts. What bounds the search: the baskets with the private item
//! only get fewer, and those without it are missed by so many items at most by the sum of what each misses.

use super::db::TransactionsDb;
use super::layer::{Layer, layer};
use cloakroom_core::{Lists, Progress, Stopped};
use rayon::prelude::*;
use std::sync::atomic::{AtomicU32, Ordering};

/// All of it; a share is counted in millionths and rounded up, so that it exceeds a limit exactly if the fraction
/// does.
pub const ALL_OF_IT: u32 = 1_000_000;

pub fn share(with: u32, all: u32) -> u32 {
    (u64::from(with) * u64::from(ALL_OF_IT)).div_ceil(u64::from(all.max(1))) as u32
}

/// The baskets with one private item.
pub(super) struct Carriers {
    /// Its place in `TransactionsDb::private_items`.
    pub private: u32,
    /// By set: how many of its baskets hold it.
    with: Vec<u32>,
    /// By public item: whether one of them holds it.
    is_held: Vec<bool>,
    /// The public items that they hold.
    held: Vec<u32>,
}

impl Carriers {
    /// Of every private item.
    pub fn all(db: &TransactionsDb) -> impl Iterator<Item = Self> {
        let mut sets_of: Vec<Vec<(u32, u32)>> = vec![Vec::new(); db.private_items.len()];
        for set in 0..db.sets.len() {
            for &(private, with) in db.private_of(set) {
                sets_of[private as usize].push((set as u32, with));
            }
        }
        let privates = sets_of.into_iter().enumerate();
        privates.map(|(private, sets)| {
            let mut carriers = Self {
                private: private as u32,
                with: vec![0; db.sets.len()],
                is_held: vec![false; db.items()],
                held: Vec::new(),
            };
            for (set, with) in sets {
                carriers.with[set as usize] = with;
                for &item in db.sets.set(set as usize) {
                    if !std::mem::replace(&mut carriers.is_held[item as usize], true) {
                        carriers.held.push(item);
                    }
                }
            }
            carriers.held.sort_unstable();
            carriers
        })
    }
}

/// A set that tells more than it may.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Telling {
    pub items: Vec<u32>,
    pub support: u32,
    pub with: u32,
}

/// One question about one private item.
pub(super) struct Shares<'a> {
    pub db: &'a TransactionsDb,
    pub holders: &'a Lists,
    pub carriers: &'a Carriers,
    /// Larger shares are looked for.
    pub limit: u32,
    /// No set that matters has a smaller support.
    pub k: u32,
    /// By set: the largest share that one of its subsets was found to have. Only what raises one of them matters;
    /// without it, any share above the limit.
    pub largest: Option<&'a [AtomicU32]>,
}

/// Where a search stands.
#[derive(Default)]
struct Place {
    layers: Vec<Layer>,
    chosen: Vec<u32>,
    found: Option<Telling>,
}

/// The baskets that hold what was chosen.
#[derive(Clone, Copy)]
struct Held {
    all: u32,
    with: u32,
}

impl Shares<'_> {
    /// Takes sets of `size` items into account. The first set above the limit in a fixed order, if no `largest` is
    /// given.
    pub fn of_size(&self, size: u32, progress: &Progress) -> Result<Option<Telling>, Stopped> {
        self.carriers
            .held
            .par_iter()
            .map_init(Place::default, |place, &first| {
                progress.check()?;
                place.chosen.clear();
                self.begin(place, first, size as usize, progress)?;
                Ok(place.found.take())
            })
            .find_map_first(Result::transpose)
            .transpose()
    }

    /// What a share must exceed to matter in these rows; none if nothing does.
    fn bar(&self, rows: impl Iterator<Item = u32>) -> Option<u32> {
        let Some(largest) = self.largest else {
            return Some(self.limit);
        };
        let known = rows.map(|set| largest[set as usize].load(Ordering::Relaxed));
        let bar = known.min()?.max(self.limit);
        (bar < ALL_OF_IT).then_some(bar)
    }

    fn begin(
        &self,
        place: &mut Place,
        first: u32,
        size: usize,
        progress: &Progress,
    ) -> Result<(), Stopped> {
        let holders = &self.holders[first];
        let Some(bar) = self.bar(holders.iter().copied()) else {
            return Ok(());
        };
        let with = holders.iter().map(|&set| self.carriers.with[set as usize]);
        let held = Held {
            all: self.db.support[first as usize],
            with: with.sum(),
        };
        if !self.can_exceed(bar, held.with, 0) {
            return Ok(());
        }
        place.chosen.push(first);
        if size == 1 {
            match self.largest {
                None => self.keep(place, held),
                Some(largest) => {
                    let share = share(held.with, held.all);
                    holders
                        .iter()
                        .for_each(|&set| Self::raise(largest, set, share));
                }
            }
            return Ok(());
        }
        let top = layer(&mut place.layers, 0, self.db.items());
        top.clear();
        for &set in holders {
            let begin = top.item.len();
            let items = self.db.sets.set(set as usize);
            let later = &items[items.partition_point(|&item| item <= first)..];
            let is_held = &self.carriers.is_held;
            top.item
                .extend(later.iter().filter(|&&item| is_held[item as usize]));
            if top.item.len() > begin {
                top.rows.push((set, begin as u32));
            }
        }
        top.close();
        self.descend(place, 0, held, size - 1, progress)
    }

    /// Whether a set can exceed a share that at most so many baskets with the private item hold, and at least so
    /// many without it.
    fn can_exceed(&self, bar: u32, with: u32, without: u64) -> bool {
        let all = (u64::from(with) + without).max(u64::from(self.k));
        u64::from(with) * u64::from(ALL_OF_IT) > u64::from(bar) * all
    }

    fn raise(largest: &[AtomicU32], set: u32, share: u32) {
        largest[set as usize].fetch_max(share, Ordering::Relaxed);
    }

    /// Keeps the chosen items if they tell too much.
    fn keep(&self, place: &mut Place, held: Held) {
        if share(held.with, held.all) > self.limit {
            place.found = Some(Telling {
                items: place.chosen.clone(),
                support: held.all,
                with: held.with,
            });
        }
    }

    /// `left` more items are to be chosen among those of the rows at a depth.
    fn descend(
        &self,
        place: &mut Place,
        depth: usize,
        held: Held,
        left: usize,
        progress: &Progress,
    ) -> Result<(), Stopped> {
        progress.check()?;
        let mut here = std::mem::take(&mut place.layers[depth]);
        let rows = (0..here.len()).map(|row| here.rows[row].0);
        if let Some(bar) = self.bar(rows) {
            here.count_items(&self.db.sets.weight);
            self.count_with(&mut here);
            if left == 1 {
                self.last_item(place, &here);
            } else {
                self.mark_wanted(&mut here, held, left, bar);
                here.list_holders();
                for at in 0..here.wanted.len() {
                    let item = here.wanted[at];
                    let below = layer(&mut place.layers, depth + 1, self.db.items());
                    here.project(at, below);
                    let held = Held {
                        all: here.count[item as usize],
                        with: here.with[item as usize],
                    };
                    place.chosen.push(item);
                    self.descend(place, depth + 1, held, left - 1, progress)?;
                    if place.found.is_some() {
                        break;
                    }
                    place.chosen.pop();
                }
            }
            here.forget();
        }
        place.layers[depth] = here;
        Ok(())
    }

    fn count_with(&self, here: &mut Layer) {
        for row in 0..here.len() {
            let with = self.carriers.with[here.rows[row].0 as usize];
            if with > 0 {
                let (from, to) = here.places(row);
                for &item in &here.item[from..to] {
                    here.with[item as usize] += with;
                }
            }
        }
    }

    fn last_item(&self, place: &mut Place, here: &Layer) {
        let share_of = |item: u32| share(here.with[item as usize], here.count[item as usize]);
        if let Some(largest) = self.largest {
            for row in 0..here.len() {
                let shares = here.items(row).iter().map(|&item| share_of(item));
                Self::raise(largest, here.rows[row].0, shares.max().unwrap_or(0));
            }
            return;
        }
        let above = here
            .seen
            .iter()
            .filter(|&&item| share_of(item) > self.limit);
        if let Some(&item) = above.min() {
            place.chosen.push(item);
            let held = Held {
                all: here.count[item as usize],
                with: here.with[item as usize],
            };
            self.keep(place, held);
        }
    }

    /// Whatever holds the private item and matters stands in one of the carriers.
    fn mark_wanted(&self, here: &mut Layer, held: Held, left: usize, bar: u32) {
        let without = held.all - held.with;
        let mut missed: Vec<u32> = Vec::new();
        for row in 0..here.len() {
            let with = self.carriers.with[here.rows[row].0 as usize];
            if with == 0 || here.items(row).len() < left {
                continue;
            }
            missed.clear();
            missed.extend(
                here.items(row)
                    .iter()
                    .map(|&item| without - (here.count[item as usize] - here.with[item as usize])),
            );
            if left < missed.len() {
                missed.select_nth_unstable_by_key(left, |&missed| std::cmp::Reverse(missed));
            }
            let lost: u64 = missed[..left].iter().map(|&missed| u64::from(missed)).sum();
            let left_over = u64::from(without).saturating_sub(lost);
            if !self.can_exceed(bar, held.with, left_over) {
                continue;
            }
            let (from, to) = here.places(row);
            for place in from..to {
                let item = here.item[place];
                if here.count[item as usize] < held.all {
                    here.want(item);
                }
            }
        }
    }
}
