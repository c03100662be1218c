//! Is there a set of at most so many items that occurs, and in fewer than k transactions?
//!
//! A search in depth. At every step the transactions are cut down to what can still matter and equal ones are
//! merged: an item that all of them hold cannot be in a least such set, a transaction that k others repeat
//! supports none, and an item that stands in repeated transactions only is in none.

use super::sets::Sets;
use crate::model::pulse::{Pulse, Stopped};

/// How many steps of the search lie between two looks at the pulse.
const STRIDE: u32 = 64;

/// Room to work in, kept between questions.
#[derive(Clone, Debug, Default)]
pub struct Finder {
    levels: Vec<Level>,
    found: Vec<u32>,
    steps: u32,
}

/// One depth of the search.
#[derive(Clone, Debug, Default)]
struct Level {
    sets: Sets,
    raw: Sets,
    order: Vec<u32>,
    /// By item: the weight of the sets that hold it. Zero everywhere between two questions.
    count: Vec<u32>,
    /// The items that occur, rarest first.
    items: Vec<u32>,
    /// By item: its place in `items`, plus one; zero if it does not matter.
    rank: Vec<u32>,
}

impl Finder {
    /// A set of 1 to `size` items that is in `sets` with a weight of 1 to k − 1; items are below `items`. The
    /// answer is some such set, always the same one for the same question.
    pub fn rare(
        &mut self,
        sets: &Sets,
        items: usize,
        k: u32,
        size: u32,
        pulse: &Pulse,
    ) -> Result<Option<&[u32]>, Stopped> {
        self.found.clear();
        if size == 0 || k <= 1 || sets.is_empty() {
            return Ok(None);
        }
        self.ready(0, items);
        self.levels[0].raw = Sets::default();
        let mut first = std::mem::take(&mut self.levels[0]);
        sets.merge_into(&mut first.sets, &mut first.order);
        self.levels[0] = first;
        let found = self.descend(0, items, k, size, pulse)?;
        Ok(found.then_some(self.found.as_slice()))
    }

    fn ready(&mut self, depth: usize, items: usize) {
        while self.levels.len() <= depth {
            self.levels.push(Level::default());
        }
        let level = &mut self.levels[depth];
        if level.count.len() < items {
            level.count.resize(items, 0);
            level.rank.resize(items, 0);
        }
    }

    /// Whether the sets of this depth have a rare subset; it then stands in `found`, last item first.
    fn descend(
        &mut self,
        depth: usize,
        items: usize,
        k: u32,
        size: u32,
        pulse: &Pulse,
    ) -> Result<bool, Stopped> {
        self.steps = self.steps.wrapping_add(1);
        if self.steps % STRIDE == 0 {
            pulse.check()?;
        }
        let mut level = std::mem::take(&mut self.levels[depth]);
        let answer = self.look(&mut level, depth, items, k, size, pulse);
        for &item in &level.items {
            level.rank[item as usize] = 0;
        }
        level.items.clear();
        self.levels[depth] = level;
        answer
    }

    fn look(
        &mut self,
        level: &mut Level,
        depth: usize,
        items: usize,
        k: u32,
        size: u32,
        pulse: &Pulse,
    ) -> Result<bool, Stopped> {
        let total: u32 = level.sets.weight.iter().sum();
        for at in 0..level.sets.len() {
            let weight = level.sets.weight[at];
            let (from, to) = (level.sets.starts[at], level.sets.starts[at + 1]);
            for &item in &level.sets.item[from as usize..to as usize] {
                if level.count[item as usize] == 0 {
                    level.items.push(item);
                }
                level.count[item as usize] += weight;
            }
        }
        level
            .items
            .sort_unstable_by_key(|&item| (level.count[item as usize], item));
        let rarest = level.items.first().copied();
        if let Some(item) = rarest.filter(|&item| level.count[item as usize] < k) {
            clear(level);
            self.found.push(item);
            return Ok(true);
        }
        // Only items that stand in a set which fewer than k repeat, and not in all sets, can be in a least one.
        for at in 0..level.sets.len() {
            if level.sets.weight[at] < k {
                for place in level.sets.starts[at]..level.sets.starts[at + 1] {
                    let item = level.sets.item[place as usize];
                    level.rank[item as usize] = u32::from(level.count[item as usize] < total);
                }
            }
        }
        clear(level);
        if size == 1 {
            return Ok(false);
        }
        let mut next = 1;
        for &item in &level.items {
            let rank = &mut level.rank[item as usize];
            if *rank != 0 {
                *rank = next;
                next += 1;
            }
        }
        self.ready(depth + 1, items);
        for chosen in 0..level.items.len() {
            let item = level.items[chosen];
            let rank = level.rank[item as usize];
            if rank == 0 {
                continue;
            }
            // Sets with the item, cut down to what comes after it.
            let mut below = std::mem::take(&mut self.levels[depth + 1]);
            below.raw.clear();
            let mut unsafe_left = false;
            for at in 0..level.sets.len() {
                let set = level.sets.set(at);
                if set.binary_search(&item).is_err() {
                    continue;
                }
                let later = set
                    .iter()
                    .filter(|&&other| level.rank[other as usize] > rank);
                below.raw.item.extend(later);
                below.raw.close(level.sets.weight[at]);
                unsafe_left |= level.sets.weight[at] < k;
            }
            let deeper = unsafe_left && !below.raw.item.is_empty();
            if deeper {
                below.raw.merge_into(&mut below.sets, &mut below.order);
            }
            self.levels[depth + 1] = below;
            if deeper && self.descend(depth + 1, items, k, size - 1, pulse)? {
                self.found.push(item);
                return Ok(true);
            }
        }
        Ok(false)
    }
}

/// Sets the counts back.
fn clear(level: &mut Level) {
    for &item in &level.items {
        level.count[item as usize] = 0;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn random(seed: &mut u64) -> u64 {
        *seed ^= *seed << 13;
        *seed ^= *seed >> 7;
        *seed ^= *seed << 17;
        *seed
    }

    #[test]
    fn a_rare_set_is_found_exactly_where_there_is_one() {
        let mut seed = 7;
        let mut finder = Finder::default();
        let (mut with, mut without) = (0, 0);
        for _ in 0..3_000 {
            let items = 2 + (random(&mut seed) % 6) as u32;
            let count = 1 + random(&mut seed) % 24;
            let dense = random(&mut seed) % 3;
            let mut sets = Sets::default();
            for _ in 0..count {
                let mask = random(&mut seed) | if dense == 0 { random(&mut seed) } else { 0 };
                let set: Vec<u32> = (0..items).filter(|item| mask >> item & 1 == 1).collect();
                sets.push(&set, 1);
            }
            let k = 1 + (random(&mut seed) % 4) as u32;
            let size = 1 + (random(&mut seed) % 4) as u32;
            let support = |mask: u32| {
                let holds = |at: &usize| {
                    let set = sets.set(*at);
                    (0..items).all(|item| mask >> item & 1 == 0 || set.contains(&item))
                };
                (0..sets.len()).filter(holds).count() as u32
            };
            let expected = (1u32..1 << items)
                .any(|mask| mask.count_ones() <= size && (1..k).contains(&support(mask)));
            let found = finder
                .rare(&sets, items as usize, k, size, &Pulse::default())
                .unwrap()
                .map(<[u32]>::to_vec);
            assert_eq!(found.is_some(), expected);
            if let Some(found) = found {
                let mask = found.iter().fold(0, |mask, item| mask | 1 << item);
                assert!(found.len() as u32 <= size && (1..k).contains(&support(mask)));
                with += 1;
            } else {
                without += 1;
            }
        }
        assert!(with > 500 && without > 500);
    }
}
