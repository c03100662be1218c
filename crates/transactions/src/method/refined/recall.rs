//! When some baskets show a finer label, sets with the coarser one become rarer for those who still show it. So
//! many come back that no set is rare.

use super::peel::{Bound, Looked, rare_among};
use super::rows::{Rows, holds};
use cloakroom_core::{Progress, Stopped};

/// Steps of the search for a rare set in one row.
const MOST_STEPS: u32 = 20_000;

/// A basket that went away and may come back.
#[derive(Clone, Copy, Debug)]
pub struct Spare {
    pub row: u32,
    /// What coming back costs.
    pub price: u64,
    pub basket: u32,
    pub weight: u32,
}

/// Those that must come back so that no row of `stay` holds a rare set. All of them together would do.
pub fn recall(
    rows: &mut Rows,
    stay: &[u32],
    mut spares: Vec<Spare>,
    bound: Bound,
    progress: &Progress,
) -> Result<Vec<u32>, Stopped> {
    spares.sort_unstable_by_key(|spare| (spare.row, spare.price, spare.basket));
    // Nothing was rare before they went away.
    let mut touched = vec![false; rows.items()];
    for spare in &spares {
        for &item in rows.row(spare.row) {
            touched[item as usize] = true;
        }
    }
    let mut calling = Calling::new(rows.len(), &spares);
    let mut open = stay.to_vec();
    // The set of no other items is the label alone.
    let lacking = bound.k.saturating_sub(rows.total());
    let everybody: Vec<u32> = (0..rows.len() as u32).collect();
    calling.call(rows, &everybody, &[], lacking, &mut open);
    if bound.size == 0 {
        return Ok(calling.called());
    }
    loop {
        open.sort_unstable();
        open.dedup();
        let Looked {
            mut rare,
            open: unknown,
        } = rare_among(rows, &open, Some(&touched), bound, progress)?;
        if rare.is_empty() {
            return Ok(calling.called());
        }
        // Here weights only grow, so whoever holds no rare set never will.
        open = unknown;
        rare.sort_unstable_by_key(|&row| (rows.row(row).len(), row));
        for row in rare {
            while let Some((set, lacking)) = witness(rows, row, bound, progress)? {
                let mut helpers = rows.with(set[0]).to_vec();
                helpers.retain(|&other| holds(rows.row(other), &set));
                let items = rows.row(row).to_vec();
                if !calling.call(rows, &helpers, &items, lacking, &mut open) {
                    // Only where the search was given up: then everything is as it was.
                    return Ok(calling.everybody());
                }
            }
        }
    }
}

struct Calling<'a> {
    /// By row, cheapest first.
    spares: &'a [Spare],
    /// By row: the next one in `spares`.
    next: Vec<usize>,
    called: Vec<u32>,
}

impl<'a> Calling<'a> {
    fn new(rows: usize, spares: &'a [Spare]) -> Self {
        let mut next = vec![usize::MAX; rows];
        for (at, spare) in spares.iter().enumerate().rev() {
            next[spare.row as usize] = at;
        }
        Self {
            spares,
            next,
            called: Vec::new(),
        }
    }

    fn next(&self, row: u32) -> Option<Spare> {
        let spare = self.spares.get(self.next[row as usize]).copied();
        spare.filter(|spare| spare.row == row)
    }

    /// Calls back from these rows what lacks, first those that cost least for what they share with `items`. Says
    /// whether anybody came.
    fn call(
        &mut self,
        rows: &mut Rows,
        helpers: &[u32],
        items: &[u32],
        mut lacking: u32,
        open: &mut Vec<u32>,
    ) -> bool {
        if lacking == 0 {
            return true;
        }
        let mut offers: Vec<(u64, usize, u32)> = Vec::new();
        for &row in helpers {
            if let Some(spare) = self.next(row) {
                let theirs = rows.row(row);
                let shared = theirs
                    .iter()
                    .filter(|item| items.binary_search(item).is_ok());
                let shared = (shared.count() as u64).max(1);
                offers.push((spare.price.saturating_mul(64) / shared, theirs.len(), row));
            }
        }
        offers.sort_unstable();
        let before = self.called.len();
        for (_, _, row) in offers {
            while lacking > 0
                && let Some(spare) = self.next(row)
            {
                self.next[row as usize] += 1;
                self.called.push(spare.basket);
                if !rows.is_alive(row) {
                    open.push(row);
                }
                rows.weight[row as usize] += spare.weight;
                lacking = lacking.saturating_sub(spare.weight);
            }
        }
        self.called.len() > before
    }

    fn called(mut self) -> Vec<u32> {
        self.called.sort_unstable();
        self.called
    }

    fn everybody(self) -> Vec<u32> {
        let mut all: Vec<u32> = self.spares.iter().map(|spare| spare.basket).collect();
        all.sort_unstable();
        all
    }
}

/// A rare set of a row, and how much weight it lacks.
fn witness(
    rows: &Rows,
    row: u32,
    bound: Bound,
    progress: &Progress,
) -> Result<Option<(Vec<u32>, u32)>, Stopped> {
    let items = rows.row(row);
    let Some(&rarest) = items.first() else {
        return Ok(None);
    };
    let mut list = rows.alive_with(rarest);
    list.retain(|&other| holds(rows.row(other), items));
    let weight = rows.weight_of(&list);
    if weight >= bound.k {
        return Ok(None);
    }
    if items.len() as u64 <= u64::from(bound.size) {
        return Ok(Some((items.to_vec(), bound.k - weight)));
    }
    let mut search = Search {
        rows,
        k: bound.k,
        progress,
        path: Vec::new(),
        steps: 0,
    };
    for (at, &item) in items.iter().enumerate() {
        search.path.push(item);
        let list = rows.alive_with(item);
        if let Some(lacking) = search.below(&list, &items[at + 1..], bound.size - 1)? {
            search.path.sort_unstable();
            return Ok(Some((search.path, lacking)));
        }
        search.path.pop();
    }
    Ok(None)
}

struct Search<'a> {
    rows: &'a Rows,
    k: u32,
    progress: &'a Progress,
    path: Vec<u32>,
    steps: u32,
}

impl Search<'_> {
    /// `list` are the rows with the path; what it lacks together with at most `size` of the items.
    fn below(&mut self, list: &[u32], items: &[u32], size: u32) -> Result<Option<u32>, Stopped> {
        let rows = self.rows;
        let weight = rows.weight_of(list);
        if weight < self.k {
            return Ok(Some(self.k - weight));
        }
        if size == 0 || items.is_empty() || rows.reaches(list, items, self.k) {
            return Ok(None);
        }
        self.steps += 1;
        if self.steps > MOST_STEPS {
            return Ok(Some(u32::MAX));
        }
        self.progress.check_every(64, self.steps)?;
        for (at, &item) in items.iter().enumerate() {
            self.path.push(item);
            let list = rows.having(list, item);
            let found = self.below(&list, &items[at + 1..], size - 1)?;
            if found.is_some() {
                return Ok(found);
            }
            self.path.pop();
        }
        Ok(None)
    }
}
