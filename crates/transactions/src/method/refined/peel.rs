//! Rows with a rare subset are left out, again and again, until no row has one.
//!
//! A row of no more items than may be known is frequent in all its subsets exactly if it is itself. Longer ones are
//! gone through together, item by item.

use super::rows::Rows;
use crate::profile::finder::Finder;
use crate::profile::sets::Sets;
use cloakroom_core::{Progress, Stopped};
use rayon::prelude::*;
use std::cell::Cell;

/// From so many rows to look at on, they are shared among the threads.
const MANY: usize = 256;
/// Steps that the sets with one item may take. What is not settled then counts as rare: nothing is lost but
/// detail.
const MOST_STEPS: u32 = 20_000;

/// What is asked of a set: a weight of k, if it has at most `size` items.
#[derive(Clone, Copy, Debug)]
pub struct Bound {
    pub k: u32,
    pub size: u32,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Standing {
    Fine,
    Rare,
    /// Not known at the first look.
    Open,
}

/// Of every item, whether it is in something that went away since no set was rare. What has become rare since then
/// is made of such items alone, so only these need to be looked at. `None` for all of them.
pub type Touched<'a> = Option<&'a [bool]>;

/// What a look at some rows has told.
#[derive(Debug, Default)]
pub struct Looked {
    /// They hold a rare set.
    pub rare: Vec<u32>,
    /// They may hold one; none if `rare` is empty.
    pub open: Vec<u32>,
}

/// Leaves out those of `open` that hold a rare set, until none does.
pub fn peel(
    rows: &mut Rows,
    mut open: Vec<u32>,
    bound: Bound,
    progress: &Progress,
) -> Result<(), Stopped> {
    open.retain(|&row| rows.is_alive(row) && rows.weight[row as usize] < bound.k);
    let mut touched: Option<Vec<bool>> = None;
    while !open.is_empty() && bound.size > 0 {
        let looked = rare_among(rows, &open, touched.as_deref(), bound, progress)?;
        if looked.rare.is_empty() {
            break;
        }
        if looked.open.is_empty() {
            touched = Some(vec![false; rows.items()]);
        }
        for row in looked.rare {
            rows.weight[row as usize] = 0;
            if let Some(touched) = &mut touched {
                for &item in rows.row(row) {
                    touched[item as usize] = true;
                }
            }
        }
        open.retain(|&row| rows.is_alive(row));
        if rows.total() < bound.k {
            for row in open.drain(..) {
                rows.weight[row as usize] = 0;
            }
        }
    }
    Ok(())
}

/// Some of `open` that hold a rare set; none only if none does.
pub fn rare_among(
    rows: &Rows,
    open: &[u32],
    touched: Touched<'_>,
    bound: Bound,
    progress: &Progress,
) -> Result<Looked, Stopped> {
    progress.check()?;
    let looks = look_at(rows, open, touched, bound, progress)?;
    let (mut rare, mut long) = (Vec::new(), Vec::new());
    for (&row, standing) in open.iter().zip(looks) {
        match standing {
            Standing::Fine => {}
            Standing::Rare => rare.push(row),
            Standing::Open => long.push(row),
        }
    }
    if rare.is_empty() && !long.is_empty() {
        rare = rare_among_long(rows, &long, touched, bound, progress)?;
        long.clear();
    }
    Ok(Looked { rare, open: long })
}

/// A rare set of some row, as few items as a first look tells. Nothing is given up here.
pub fn find_rare(
    rows: &Rows,
    bound: Bound,
    progress: &Progress,
) -> Result<Option<Vec<u32>>, Stopped> {
    if bound.size == 0 {
        return Ok(None);
    }
    let all: Vec<u32> = (0..rows.len() as u32)
        .filter(|&row| rows.weight[row as usize] < bound.k)
        .collect();
    let looks = look_at(rows, &all, None, bound, progress)?;
    let rare = all
        .iter()
        .zip(&looks)
        .filter(|look| *look.1 == Standing::Rare);
    if let Some((&row, _)) = rare.min_by_key(|(row, _)| rows.row(**row).len()) {
        return Ok(Some(rows.row(row).to_vec()));
    }
    if looks.iter().all(|&look| look == Standing::Fine) {
        return Ok(None);
    }
    let mut sets = Sets::default();
    for row in 0..rows.len() as u32 {
        sets.push(rows.row(row), rows.weight[row as usize]);
    }
    let mut finder = Finder::default();
    let found = finder.rare(&sets, rows.items(), bound.k, bound.size, progress)?;
    Ok(found.map(<[u32]>::to_vec))
}

fn look_at(
    rows: &Rows,
    open: &[u32],
    touched: Touched<'_>,
    bound: Bound,
    progress: &Progress,
) -> Result<Vec<Standing>, Stopped> {
    let look = |&row: &u32| {
        progress.check()?;
        Ok(first_look(rows, items_of(rows, row, touched), bound))
    };
    let mut looks: Vec<Standing> = if open.len() >= MANY {
        open.par_iter()
            .with_min_len(64)
            .map(look)
            .collect::<Result<_, Stopped>>()?
    } else {
        open.iter().map(look).collect::<Result<_, Stopped>>()?
    };
    progress.check()?;
    // Pairs are counted faster for all rows together.
    if bound.size > 2 {
        for place in fallen(rows, open, &looks, touched, bound) {
            looks[place as usize] = Standing::Rare;
        }
    }
    Ok(looks)
}

/// The items of a row that matter, ascending.
fn items_of<'a>(
    rows: &'a Rows,
    row: u32,
    touched: Touched<'a>,
) -> impl Iterator<Item = u32> + Clone + 'a {
    let items = rows.row(row).iter().copied();
    items.filter(move |&item| touched.is_none_or(|touched| touched[item as usize]))
}

/// What is known at once of the sets of some items of a row.
fn first_look(rows: &Rows, mut items: impl Iterator<Item = u32>, bound: Bound) -> Standing {
    let Some(rarest) = items.next() else {
        return Standing::Fine;
    };
    let others: Vec<u32> = items.collect();
    if rows.reaches(rows.with(rarest), &others, bound.k) {
        Standing::Fine
    } else if (others.len() as u64) < u64::from(bound.size) {
        Standing::Rare
    } else {
        Standing::Open
    }
}

/// The places of open rows of which a rare set is found by taking, again and again, the item that leaves least.
fn fallen(
    rows: &Rows,
    open: &[u32],
    looks: &[Standing],
    touched: Touched<'_>,
    bound: Bound,
) -> Vec<u32> {
    let mut by_first: Vec<Taking> = (0..)
        .zip(open)
        .filter(|&(place, _): &(u32, _)| looks[place as usize] == Standing::Open)
        .filter_map(|(place, &row)| {
            let item = items_of(rows, row, touched).next()?;
            Some(Taking { item, place, row })
        })
        .collect();
    by_first.sort_unstable();
    let groups: Vec<&[Taking]> = by_first.chunk_by(|a, b| a.item == b.item).collect();
    let look = |group: &&[Taking]| {
        let mut fall = Fall {
            rows,
            touched,
            k: bound.k,
            fallen: Vec::new(),
        };
        fall.on(&rows.alive_with(group[0].item), group, bound.size - 1);
        fall.fallen
    };
    if by_first.len() >= MANY {
        groups.par_iter().flat_map_iter(look).collect()
    } else {
        groups.iter().flat_map(look).collect()
    }
}

/// The item that a row takes next.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Taking {
    item: u32,
    place: u32,
    row: u32,
}

/// Rows that took the same items so far go on together: what is left is counted once for all of them.
struct Fall<'a> {
    rows: &'a Rows,
    touched: Touched<'a>,
    k: u32,
    fallen: Vec<u32>,
}

impl Fall<'_> {
    /// `list` are all rows with the items that `falling` took; so many more may be taken.
    fn on(&mut self, list: &[u32], falling: &[Taking], more: u32) {
        let rows = self.rows;
        if rows.weight_of(list) < self.k {
            self.fallen
                .extend(falling.iter().map(|taking| taking.place));
            return;
        }
        if more == 0 {
            return;
        }
        let mut counts = take_counts(rows);
        for &row in list {
            for &item in rows.row(row) {
                counts[item as usize] += rows.weight[row as usize];
            }
        }
        let mut next: Vec<Taking> = falling
            .iter()
            .filter_map(|&taking| {
                let items = items_of(rows, taking.row, self.touched);
                let item = items.min_by_key(|&item| counts[item as usize])?;
                Some(Taking { item, ..taking })
            })
            .collect();
        for &row in list {
            for &item in rows.row(row) {
                counts[item as usize] = 0;
            }
        }
        COUNTS.set(counts);
        next.sort_unstable();
        for group in next.chunk_by(|a, b| a.item == b.item) {
            let narrower = rows.having(list, group[0].item);
            if narrower.len() < list.len() {
                self.on(&narrower, group, more - 1);
            }
        }
    }
}

fn take_counts(rows: &Rows) -> Vec<u32> {
    let mut counts = COUNTS.take();
    if counts.len() < rows.items() {
        counts.resize(rows.items(), 0);
    }
    counts
}

/// The same for rows of more items than may be known.
fn rare_among_long(
    rows: &Rows,
    open: &[u32],
    touched: Touched<'_>,
    bound: Bound,
    progress: &Progress,
) -> Result<Vec<u32>, Stopped> {
    let mut by_item: Vec<(u32, u32)> = Vec::new();
    for &row in open {
        let items = rows.row(row).iter();
        let items = items.filter(|&&item| touched.is_none_or(|touched| touched[item as usize]));
        by_item.extend(items.map(|&item| (item, row)));
    }
    by_item.sort_unstable();
    let tasks: Vec<&[(u32, u32)]> = by_item.chunk_by(|a, b| a.0 == b.0).collect();
    let look = |task: &&[(u32, u32)]| -> Result<Vec<u32>, Stopped> {
        let item = task[0].0;
        let list = rows.alive_with(item);
        let open: Vec<u32> = task.iter().map(|pair| pair.1).collect();
        if rows.weight_of(&list) < bound.k {
            return Ok(open);
        }
        let mut sweep = Sweep {
            rows,
            touched,
            k: bound.k,
            steps: 0,
            progress,
            rare: Vec::new(),
        };
        if bound.size > 1 {
            sweep.descend(&list, open, item, bound.size - 1)?;
        }
        Ok(sweep.rare)
    };
    let found: Vec<Vec<u32>> = if open.len() >= MANY {
        tasks.par_iter().map(look).collect::<Result<_, _>>()?
    } else {
        tasks.iter().map(look).collect::<Result<_, _>>()?
    };
    let mut rare: Vec<u32> = found.into_iter().flatten().collect();
    rare.sort_unstable();
    rare.dedup();
    Ok(rare)
}

struct Sweep<'a> {
    rows: &'a Rows,
    touched: Touched<'a>,
    k: u32,
    steps: u32,
    progress: &'a Progress,
    /// What was found.
    rare: Vec<u32>,
}

impl Sweep<'_> {
    /// `list` are all rows with some set of items, of which `last` comes last; `open` those of them that may hold
    /// a rare set of these and at most `size` later items.
    fn descend(
        &mut self,
        list: &[u32],
        mut open: Vec<u32>,
        last: u32,
        size: u32,
    ) -> Result<(), Stopped> {
        self.steps += 1;
        self.progress.check_every(64, self.steps)?;
        if self.steps > MOST_STEPS {
            self.rare.append(&mut open);
            return Ok(());
        }
        let rows = self.rows;
        let pairs = self.count(list, open, last, size);
        for task in pairs.chunk_by(|a, b| a.0 == b.0) {
            let item = task[0].0;
            let mut open: Vec<u32> = task.iter().map(|pair| pair.1).collect();
            open.retain(|row| !self.rare.contains(row));
            if !open.is_empty() {
                let list = rows.having(list, item);
                self.descend(&list, open, item, size - 1)?;
            }
        }
        Ok(())
    }

    /// Which items of which rows must be followed further.
    fn count(&mut self, list: &[u32], mut open: Vec<u32>, last: u32, size: u32) -> Vec<(u32, u32)> {
        let rows = self.rows;
        let touched = self.touched;
        let later = |row: u32| {
            let items = rows.row(row);
            let items = items[items.partition_point(|&item| item <= last)..].iter();
            items.filter(move |&&item| touched.is_none_or(|touched| touched[item as usize]))
        };
        let weight = rows.weight_of(list);
        let mut counts = take_counts(rows);
        for &row in list {
            for &item in later(row) {
                counts[item as usize] += rows.weight[row as usize];
            }
        }
        open.retain(|&row| {
            let mut items = later(row);
            let fine = items.all(|&item| counts[item as usize] >= self.k);
            if !fine {
                self.rare.push(row);
            }
            fine
        });
        let mut pairs = Vec::new();
        if size > 1 {
            let mut rest: Vec<u32> = Vec::new();
            for row in open {
                // An item that all of them hold makes no set rarer.
                rest.clear();
                let items = later(row);
                rest.extend(items.filter(|&&item| counts[item as usize] < weight));
                if rest.is_empty() || rows.reaches(list, &rest, self.k) {
                    continue;
                }
                if rest.len() as u64 <= u64::from(size) {
                    self.rare.push(row);
                } else {
                    pairs.extend(rest.iter().map(|&item| (item, row)));
                }
            }
        }
        for &row in list {
            for &item in later(row) {
                counts[item as usize] = 0;
            }
        }
        COUNTS.set(counts);
        pairs.sort_unstable();
        pairs
    }
}

thread_local! {
    /// By item, zero between two looks.
    static COUNTS: Cell<Vec<u32>> = const { Cell::new(Vec::new()) };
}
