//! Is there a set of at most so many items that occurs, and in fewer than k transactions?
//!
//! A search in depth. At every step the transactions are cut down to what can still matter and equal ones are
//! merged: an item that all of them hold cannot be in a least such set, a transaction that k others repeat
//! supports none, and an item that stands in repeated transactions only is in none.

use super::level::Level;
use super::sets::Sets;
use cloakroom_core::{Progress, Stopped};

/// Room to work in, kept between questions.
#[derive(Clone, Debug, Default)]
pub struct Finder {
    levels: Vec<Level>,
    found: Vec<u32>,
    steps: u32,
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
        progress: &Progress,
    ) -> Result<Option<&[u32]>, Stopped> {
        self.found.clear();
        if size == 0 || k <= 1 || sets.is_empty() {
            return Ok(None);
        }
        self.level(0, items).start(sets, k);
        let found = self.descend(0, items, k, size, progress)?;
        Ok(found.then_some(self.found.as_slice()))
    }

    /// The same among sets with the item at a place of a level that was looked through, and later items.
    pub(super) fn rare_below(
        &mut self,
        above: &Level,
        place: usize,
        k: u32,
        size: u32,
        progress: &Progress,
    ) -> Result<Option<Vec<u32>>, Stopped> {
        progress.check()?;
        self.found.clear();
        let items = above.rank.len();
        let found = self.step(above, place, 0, items, k, size, progress)?;
        Ok(found.then(|| self.found.clone()))
    }

    fn level(&mut self, depth: usize, items: usize) -> &mut Level {
        while self.levels.len() <= depth {
            self.levels.push(Level::default());
        }
        let level = &mut self.levels[depth];
        level.make_room(items);
        level
    }

    /// Whether the sets of this depth have a rare subset; it then stands in `found`, last item first.
    fn descend(
        &mut self,
        depth: usize,
        items: usize,
        k: u32,
        size: u32,
        progress: &Progress,
    ) -> Result<bool, Stopped> {
        let mut level = std::mem::take(&mut self.levels[depth]);
        let total = level.tally(k);
        let answer = if let Some(&item) = level.rare.first() {
            level.forget_counts();
            self.found.push(item);
            Ok(true)
        } else if level.prepare(total, k, size, 0) {
            self.look(&level, depth, items, k, size, progress)
        } else {
            Ok(false)
        };
        level.forget();
        self.levels[depth] = level;
        answer
    }

    fn look(
        &mut self,
        level: &Level,
        depth: usize,
        items: usize,
        k: u32,
        size: u32,
        progress: &Progress,
    ) -> Result<bool, Stopped> {
        for place in 0..level.items.len() {
            if self.step(level, place, depth + 1, items, k, size, progress)? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Looks for a rare set that begins with the item at a place of the level above.
    #[expect(
        clippy::too_many_arguments,
        reason = "the question and where it stands"
    )]
    fn step(
        &mut self,
        above: &Level,
        place: usize,
        depth: usize,
        items: usize,
        k: u32,
        size: u32,
        progress: &Progress,
    ) -> Result<bool, Stopped> {
        self.steps = self.steps.wrapping_add(1);
        progress.check_every(64, self.steps)?;
        let below = self.level(depth, items);
        let found = if size == 2 {
            above.rare_companions(place, k, below);
            let companion = below.rare.first().copied();
            self.found.extend(companion);
            companion.is_some()
        } else {
            above.project(place, k, below) && self.descend(depth, items, k, size - 1, progress)?
        };
        if found {
            self.found.push(above.items[place]);
        }
        Ok(found)
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
                .rare(&sets, items as usize, k, size, &Progress::default())
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
