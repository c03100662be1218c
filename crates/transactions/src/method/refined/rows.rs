//! What a label stands beside: different sets of other labels, each with the weight of the baskets that show it.

use cloakroom_core::Lists;

/// Stands for a label that does not matter.
pub const NEVER: u32 = u32::MAX;

/// Sets as they come, one per basket.
#[derive(Debug, Default)]
pub struct Raw {
    ends: Vec<u32>,
    item: Vec<u32>,
    weight: Vec<u32>,
}

impl Raw {
    pub fn push(&mut self, items: impl Iterator<Item = u32>, weight: u32) {
        let from = self.item.len();
        self.item.extend(items.filter(|&item| item != NEVER));
        self.item[from..].sort_unstable();
        self.ends.push(self.item.len() as u32);
        self.weight.push(weight);
    }

    fn set(&self, at: usize) -> &[u32] {
        let from = if at == 0 { 0 } else { self.ends[at - 1] };
        &self.item[from as usize..self.ends[at] as usize]
    }

    /// Equal sets as one, and where each went. Items are below `items`, the rarest first.
    pub fn merge(&self, items: u32) -> (Rows, Vec<u32>) {
        let mut keys: Vec<(u64, u32)> = (0..self.weight.len())
            .map(|at| (key(self.set(at)), at as u32))
            .collect();
        keys.sort_unstable();
        let mut rows = Rows::default();
        let mut row_of = vec![0; keys.len()];
        let mut last: Option<(u64, u32)> = None;
        for &(key, at) in &keys {
            let set = self.set(at as usize);
            if !last.is_some_and(|(old, first)| old == key && self.set(first as usize) == set) {
                rows.row.push(set.iter().copied());
                rows.weight.push(0);
                rows.mask.push(mask_of(set));
                last = Some((key, at));
            }
            let row = rows.weight.len() - 1;
            rows.weight[row] += self.weight[at as usize];
            row_of[at as usize] = row as u32;
        }
        let pairs = rows.row.iter().zip(0..);
        let pairs = pairs.flat_map(|(row, at)| row.iter().map(move |&item| (item, at)));
        rows.with = Lists::sorted(items as usize, pairs);
        (rows, row_of)
    }
}

fn key(set: &[u32]) -> u64 {
    let mut key = 0xcbf2_9ce4_8422_2325u64;
    for &item in set {
        key = (key ^ u64::from(item)).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        key ^= key >> 29;
    }
    key
}

/// Items of a row ascend, so the rarest one comes first.
#[derive(Clone, Debug, Default)]
pub struct Rows {
    row: Lists,
    /// 0 for a row that was left out, or that nobody shows as yet.
    pub weight: Vec<u32>,
    /// Which items a row may hold, as bits of a hash.
    mask: Vec<u64>,
    /// By item: the rows that hold it.
    with: Lists,
}

fn bit(item: u32) -> u64 {
    1 << (item.wrapping_mul(0x9e37_79b1) >> 26)
}

fn mask_of(items: &[u32]) -> u64 {
    items.iter().fold(0, |mask, &item| mask | bit(item))
}

/// Whether an ascending list holds all of another one.
pub fn holds(all: &[u32], some: &[u32]) -> bool {
    let mut rest = all.iter();
    some.iter().all(|item| rest.any(|other| other == item))
}

impl Rows {
    pub fn len(&self) -> usize {
        self.weight.len()
    }

    /// How many items there are.
    pub fn items(&self) -> usize {
        self.with.len()
    }

    pub fn is_alive(&self, row: u32) -> bool {
        self.weight[row as usize] > 0
    }

    pub fn row(&self, row: u32) -> &[u32] {
        &self.row[row]
    }

    /// The rows with an item.
    pub fn with(&self, item: u32) -> &[u32] {
        &self.with[item]
    }

    /// The same without those that were left out.
    pub fn alive_with(&self, item: u32) -> Vec<u32> {
        let rows = self.with(item).iter().copied();
        rows.filter(|&row| self.is_alive(row)).collect()
    }

    /// Those of some rows that hold an item.
    pub fn having(&self, list: &[u32], item: u32) -> Vec<u32> {
        let mask = bit(item);
        let has = |row: &u32| {
            mask & !self.mask[*row as usize] == 0 && self.row(*row).binary_search(&item).is_ok()
        };
        list.iter().copied().filter(has).collect()
    }

    pub fn weight_of(&self, list: &[u32]) -> u32 {
        list.iter().map(|&row| self.weight[row as usize]).sum()
    }

    pub fn total(&self) -> u32 {
        self.weight.iter().sum()
    }

    /// Whether listed rows of a weight of k hold all the items.
    pub fn reaches(&self, list: &[u32], items: &[u32], k: u32) -> bool {
        let mask = mask_of(items);
        let mut found = 0;
        for &row in list {
            let at = row as usize;
            if mask & !self.mask[at] == 0 && self.weight[at] > 0 && holds(self.row(row), items) {
                found += self.weight[at];
                if found >= k {
                    return true;
                }
            }
        }
        false
    }
}
