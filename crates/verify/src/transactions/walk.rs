//! A walk through the sets of public items beside a private one, from small to large.

use super::pile::Pile;
use super::telling::{Among, Share};
use crate::watch::{Stopped, Watch};
use std::sync::atomic::{AtomicBool, Ordering};

/// Steps of work between two looks at the watch.
const STRIDE: u64 = 1 << 16;

#[derive(Clone, Copy)]
pub(super) enum Aim<'a> {
    /// All rows that hold a set that tells more than the limit.
    Rows(&'a [AtomicBool]),
    /// Any such set.
    Any,
    /// The limit rises to whatever is found.
    Largest,
}

pub(super) enum End {
    Stopped(Stopped),
    Spent,
    Found,
}

#[derive(Clone, Copy)]
pub(super) struct Work<'a> {
    spent: u64,
    budget: u64,
    watch: &'a dyn Watch,
}

impl<'a> Work<'a> {
    pub fn within(budget: u64, watch: &'a dyn Watch) -> Self {
        Self {
            spent: 0,
            budget,
            watch,
        }
    }

    fn spend(&mut self, work: usize) -> Result<(), End> {
        let before = self.spent;
        self.spent = before.saturating_add(work as u64);
        if before / STRIDE != self.spent / STRIDE {
            self.watch.check().map_err(End::Stopped)?;
        }
        if self.spent > self.budget {
            return Err(End::Spent);
        }
        Ok(())
    }
}

/// Room to work in; by item, all zero between two uses.
pub(super) struct Room {
    /// Baskets with the private item.
    part: Vec<u32>,
    support: Vec<u32>,
    /// Rows, then one more than the place in some list.
    slot: Vec<u32>,
}

impl Room {
    pub fn new(pile: &Pile) -> Self {
        Self {
            part: vec![0; pile.items()],
            support: vec![0; pile.items()],
            slot: vec![0; pile.items()],
        }
    }
}

/// A set that is given more items.
pub(super) struct Start {
    /// The last of its items.
    last: u32,
    /// The rows that hold it and the private item, with the baskets of each that do.
    with: Vec<(u32, u32)>,
    /// The rows that hold it.
    all: Vec<u32>,
}

/// A walk through all sets, for one private item after the other.
#[derive(Clone)]
pub(super) struct Walk<'a> {
    pub pile: &'a Pile,
    pub among: Among,
    pub limit: Share,
    pub aim: Aim<'a>,
    pub work: Work<'a>,
}

impl Walk<'_> {
    pub fn through_all(&mut self, room: &mut Room) -> Result<(), End> {
        for secret in 0..self.pile.private.len() {
            for start in self.starts(secret, room)? {
                self.go(&start, 1, room)?;
            }
        }
        Ok(())
    }

    /// Looks at the single items beside a private one; what is left are those to which more may be added.
    pub fn starts(&mut self, secret: usize, room: &mut Room) -> Result<Vec<Start>, End> {
        let pile = self.pile;
        let with = &pile.private[secret];
        self.work.spend(with.len())?;
        let rest = |row: u32| pile.row(row);
        let mut open = Vec::new();
        for (item, part) in beside(with, rest, room) {
            let all = &pile.holders[item as usize];
            if self.may_tell(part) && self.look(part, pile.support(item), || all.clone())? {
                open.push(item);
            }
        }
        let with = by_item(&open, with, |&(row, _)| rest(row), room);
        let open = open.into_iter().zip(with);
        Ok(open
            .map(|(item, with)| Start {
                last: item,
                with,
                all: pile.holders[item as usize].clone(),
            })
            .collect())
    }

    /// Looks at all sets with more items than a set of `size` items.
    pub fn go(&mut self, start: &Start, size: u32, room: &mut Room) -> Result<(), End> {
        if size >= self.among.most || !self.is_news(&start.all) {
            return Ok(());
        }
        let pile = self.pile;
        let rest = |row: u32| pile.after(row, start.last);
        let mut beside = beside(&start.with, rest, room);
        beside.retain(|&(_, part)| self.may_tell(part));
        for &(item, part) in &beside {
            room.part[item as usize] = part;
        }
        let mut seen = start.with.len();
        for &row in &start.all {
            let rest = rest(row);
            seen += rest.len();
            for &item in rest {
                if room.part[item as usize] > 0 {
                    room.support[item as usize] += pile.weight[row as usize];
                    room.slot[item as usize] += 1;
                }
            }
        }
        let counted: Vec<(u32, u32, u32, u32)> = beside
            .into_iter()
            .map(|(item, part)| {
                let at = item as usize;
                room.part[at] = 0;
                let support = std::mem::take(&mut room.support[at]);
                (item, part, support, std::mem::take(&mut room.slot[at]))
            })
            .collect();
        self.work.spend(seen)?;
        let mut open = Vec::new();
        for (item, part, support, rows) in counted {
            let holding = || {
                let all = start.all.iter().copied();
                all.filter(|&row| rest(row).binary_search(&item).is_ok())
                    .collect()
            };
            // An item that all of them hold tells nothing new.
            let is_new = (rows as usize) < start.all.len();
            if is_new && self.look(part, support, holding)? {
                open.push(item);
            }
        }
        if size + 1 >= self.among.most || open.is_empty() {
            return Ok(());
        }
        let with = by_item(&open, &start.with, |&(row, _)| rest(row), room);
        let all = by_item(&open, &start.all, |&row| rest(row), room);
        for ((item, with), all) in open.into_iter().zip(with).zip(all) {
            let inner = Start {
                last: item,
                with,
                all,
            };
            self.go(&inner, size + 1, room)?;
        }
        Ok(())
    }

    /// One set: whether sets with more items are to be looked at as well. `rows` are those that hold it.
    fn look(
        &mut self,
        part: u32,
        support: u32,
        rows: impl FnOnce() -> Vec<u32>,
    ) -> Result<bool, End> {
        if support < self.among.least {
            return Ok(false);
        }
        let share = Share {
            part: u64::from(part),
            all: u64::from(support),
        };
        if !self.limit.is_less_than(share) {
            return Ok(true);
        }
        match self.aim {
            Aim::Any => Err(End::Found),
            Aim::Largest => {
                self.limit = share;
                Ok(true)
            }
            Aim::Rows(marked) => {
                for row in rows() {
                    marked[row as usize].store(true, Ordering::Relaxed);
                }
                // Whoever holds more items holds these as well.
                Ok(false)
            }
        }
    }

    /// Whether so many with the private item could be too many, if as few as possible hold the set.
    fn may_tell(&self, part: u32) -> bool {
        self.limit.is_less_than(Share {
            part: u64::from(part),
            all: u64::from(self.among.least.max(1)),
        })
    }

    /// Whether a set in one of these rows would say anything that is not known.
    fn is_news(&self, rows: &[u32]) -> bool {
        match self.aim {
            Aim::Rows(marked) => rows
                .iter()
                .any(|&row| !marked[row as usize].load(Ordering::Relaxed)),
            Aim::Any | Aim::Largest => true,
        }
    }
}

/// The items of these rows, ascending, and how many of the baskets hold each.
fn beside<'p>(
    with: &[(u32, u32)],
    rest: impl Fn(u32) -> &'p [u32],
    room: &mut Room,
) -> Vec<(u32, u32)> {
    let mut items = Vec::new();
    for &(row, weight) in with {
        for &item in rest(row) {
            if room.part[item as usize] == 0 {
                items.push(item);
            }
            room.part[item as usize] += weight;
        }
    }
    items.sort_unstable();
    items
        .into_iter()
        .map(|item| (item, std::mem::take(&mut room.part[item as usize])))
        .collect()
}

/// For each of the items the rows that hold it.
fn by_item<'p, R: Copy>(
    items: &[u32],
    rows: &[R],
    rest: impl Fn(&R) -> &'p [u32],
    room: &mut Room,
) -> Vec<Vec<R>> {
    for (at, &item) in (1..).zip(items) {
        room.slot[item as usize] = at;
    }
    let mut lists = vec![Vec::new(); items.len()];
    for row in rows {
        for &item in rest(row) {
            if let Some(at) = room.slot[item as usize].checked_sub(1) {
                lists[at as usize].push(*row);
            }
        }
    }
    for &item in items {
        room.slot[item as usize] = 0;
    }
    lists
}
