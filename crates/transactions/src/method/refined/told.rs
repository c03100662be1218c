//! What sets of labels tell about private items: of the baskets that share a set, too many may hold the same one.

use super::ground::Ground;
use super::rows::{Rows, holds};
use crate::privacy::Coherence;
use cloakroom_core::{Progress, Stopped};

/// Sets that are looked at; what is not settled then counts as telling too much.
const MOST_STEPS: u32 = 200_000;

/// By row: how many of its baskets hold which private items.
pub struct Told {
    with: Vec<Vec<(u32, u32)>>,
    privates: usize,
}

impl Told {
    /// `baskets` are baskets and their rows.
    pub fn new(ground: &Ground, baskets: impl Iterator<Item = (u32, u32)>, rows: usize) -> Self {
        let mut with: Vec<Vec<(u32, u32)>> = vec![Vec::new(); rows];
        for (basket, row) in baskets {
            with[row as usize].extend_from_slice(ground.private_of(basket));
        }
        Self {
            with,
            privates: ground.privates as usize,
        }
    }

    /// A set beside the label that tells too much, as items of the rows. Nothing is said about rare ones.
    pub fn find(
        &self,
        rows: &Rows,
        coherence: Coherence,
        k: u32,
        progress: &Progress,
    ) -> Result<Option<Vec<u32>>, Stopped> {
        let all: Vec<u32> = (0..rows.len() as u32).collect();
        let mut walk = self.walk(rows, coherence, k, progress);
        walk.stops = true;
        walk.through(&all, &all, coherence.p)?;
        Ok(walk.telling.pop())
    }

    /// Leaves out those of `open` that hold a set which tells too much; says whether there were any.
    pub fn peel(
        &self,
        rows: &mut Rows,
        open: &[u32],
        coherence: Coherence,
        k: u32,
        progress: &Progress,
    ) -> Result<bool, Stopped> {
        let alive = |row: &u32| rows.is_alive(*row);
        let open: Vec<u32> = open.iter().copied().filter(alive).collect();
        if open.is_empty() {
            return Ok(false);
        }
        let all: Vec<u32> = (0..rows.len() as u32).filter(alive).collect();
        let mut walk = self.walk(rows, coherence, k, progress);
        walk.through(&all, &open, coherence.p)?;
        let telling = std::mem::take(&mut walk.telling);
        for &row in &open {
            if telling.iter().any(|set| holds(rows.row(row), set)) {
                rows.weight[row as usize] = 0;
            }
        }
        Ok(!telling.is_empty())
    }

    fn walk<'a>(
        &'a self,
        rows: &'a Rows,
        coherence: Coherence,
        k: u32,
        progress: &'a Progress,
    ) -> Walk<'a> {
        Walk {
            told: self,
            rows,
            coherence,
            k,
            progress,
            count: vec![0; self.privates],
            path: Vec::new(),
            telling: Vec::new(),
            steps: 0,
            stops: false,
        }
    }
}

struct Walk<'a> {
    told: &'a Told,
    rows: &'a Rows,
    coherence: Coherence,
    k: u32,
    progress: &'a Progress,
    count: Vec<u32>,
    path: Vec<u32>,
    telling: Vec<Vec<u32>>,
    steps: u32,
    /// Whether one set is enough.
    stops: bool,
}

impl Walk<'_> {
    /// `list` are all rows with the path, `open` those whose sets matter; the label itself is one of the `size`
    /// items that may still be known.
    fn through(&mut self, list: &[u32], open: &[u32], size: u32) -> Result<(), Stopped> {
        if size == 0 {
            return Ok(());
        }
        self.steps += 1;
        self.progress.check_every(64, self.steps)?;
        let weight = self.rows.weight_of(list);
        let most = self.most_alike(list);
        // Whatever is shared is shared by k, so few are never too many.
        if weight >= self.k && !self.is_too_much(most, self.k) {
            return Ok(());
        }
        if self.is_too_much(most, weight) || self.steps > MOST_STEPS {
            self.telling.push(self.path.clone());
            return Ok(());
        }
        let last = self.path.last().copied();
        let mut pairs: Vec<(u32, u32)> = Vec::new();
        for &row in open {
            let items = self.rows.row(row).iter().copied();
            let later = items.filter(|&item| last.is_none_or(|last| item > last));
            pairs.extend(later.map(|item| (item, row)));
        }
        pairs.sort_unstable();
        for task in pairs.chunk_by(|a, b| a.0 == b.0) {
            if self.stops && !self.telling.is_empty() {
                break;
            }
            let item = task[0].0;
            let open: Vec<u32> = task.iter().map(|pair| pair.1).collect();
            self.path.push(item);
            let list = self.rows.having(list, item);
            self.through(&list, &open, size - 1)?;
            self.path.pop();
        }
        Ok(())
    }

    /// How many of these hold the same private item.
    fn most_alike(&mut self, list: &[u32]) -> u32 {
        let told = self.told;
        let alive = list.iter().filter(|&&row| self.rows.is_alive(row));
        for &row in alive.clone() {
            for &(private, with) in &told.with[row as usize] {
                self.count[private as usize] += with;
            }
        }
        let mut most = 0;
        for &row in alive {
            for &(private, _) in &told.with[row as usize] {
                most = most.max(std::mem::take(&mut self.count[private as usize]));
            }
        }
        most
    }

    fn is_too_much(&self, with: u32, all: u32) -> bool {
        self.coherence.is_broken_by(with.into(), all.into())
    }
}
