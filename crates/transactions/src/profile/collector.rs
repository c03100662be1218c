//! Many threats at once, as far as there is room: what a method works off before it looks again.

use super::level::{DEEP, Level};
use super::sets::Sets;
use super::whole::whole_supports;
use cloakroom_core::{Lists, Progress, Stopped};
use rayon::prelude::*;

/// How many first items are looked at together.
const STRETCH: usize = 128;

/// Which threats are looked for.
#[derive(Clone, Copy, Debug)]
pub struct Question {
    pub k: u32,
    /// The largest size.
    pub size: u32,
    /// Only sets with an item below this one.
    pub early: u32,
    /// It is enough to know so many.
    pub most: usize,
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Batch {
    /// The items of each.
    pub threats: Lists,
    /// Early items that were not looked through: every threat that is missing has one of them.
    pub pending: Vec<u32>,
}

impl Batch {
    fn push(&mut self, chosen: &[u32], last: u32) {
        self.threats.push(chosen.iter().copied().chain([last]));
    }
}

/// Sets with an early item that occur in fewer than k of these; no two sets are equal, and items are below `items`.
/// All minimal ones are among them, up to `most`. The same ones for any number of threads.
pub fn threats_with(
    sets: Sets,
    items: usize,
    question: Question,
    progress: &Progress,
) -> Result<Batch, Stopped> {
    let Question { k, size, early, .. } = question;
    let mut batch = Batch::default();
    let whole = match size {
        0..DEEP => None,
        _ => Some(whole_supports(&sets, items, progress)?),
    };
    let mut level = Level::first(sets, items, k, whole.as_deref());
    let total = level.tally(k);
    for &item in level.rare.iter().filter(|&&item| item < early) {
        batch.push(&[], item);
    }
    if !level.prepare(total, k, size, early) {
        return Ok(batch);
    }
    let places = level.items.partition_point(|&item| item < early);
    for from in (0..places).step_by(STRETCH) {
        let to = places.min(from + STRETCH);
        if batch.threats.len() >= question.most {
            batch.pending.extend_from_slice(&level.items[from..places]);
            break;
        }
        let pieces = (from..to)
            .into_par_iter()
            .with_max_len(1)
            .map_init(
                || Collector::new(question),
                |collector, place| collector.below(&level, place, progress),
            )
            .collect::<Result<Vec<Batch>, Stopped>>()?;
        for piece in pieces {
            batch.threats.append(&piece.threats);
            batch.pending.extend(piece.pending);
        }
    }
    Ok(batch)
}

struct Collector {
    question: Question,
    levels: Vec<Level>,
    chosen: Vec<u32>,
    found: Batch,
    steps: u32,
}

impl Collector {
    fn new(question: Question) -> Self {
        Self {
            question,
            levels: Vec::new(),
            chosen: Vec::new(),
            found: Batch::default(),
            steps: 0,
        }
    }

    /// The threats that begin with the item at a place.
    fn below(&mut self, top: &Level, place: usize, progress: &Progress) -> Result<Batch, Stopped> {
        progress.check()?;
        self.chosen.clear();
        self.step(top, place, 0, self.question.size, progress)?;
        let mut found = std::mem::take(&mut self.found);
        if found.threats.len() >= self.question.most {
            found.pending.push(top.items[place]);
        }
        Ok(found)
    }

    fn step(
        &mut self,
        above: &Level,
        place: usize,
        depth: usize,
        size: u32,
        progress: &Progress,
    ) -> Result<(), Stopped> {
        self.steps = self.steps.wrapping_add(1);
        progress.check_every(64, self.steps)?;
        if self.found.threats.len() >= self.question.most {
            return Ok(());
        }
        if self.levels.len() <= depth {
            self.levels.push(Level::default());
        }
        let mut below = std::mem::take(&mut self.levels[depth]);
        below.make_room(above.rank.len());
        self.chosen.push(above.items[place]);
        let k = self.question.k;
        if size == 2 {
            above.rare_companions(place, k, &mut below);
            self.keep(&below.rare);
        } else if above.project(place, k, &mut below) {
            let total = below.tally(k);
            self.keep(&below.rare);
            if below.prepare(total, k, size - 1, 0) {
                for place in 0..below.items.len() {
                    self.step(&below, place, depth + 1, size - 1, progress)?;
                }
            }
            below.forget();
        }
        self.chosen.pop();
        self.levels[depth] = below;
        Ok(())
    }

    fn keep(&mut self, rare: &[u32]) {
        for &item in rare {
            self.found.push(&self.chosen, item);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::db::TransactionsDb;
    use super::super::trial::{self, Dice, Plain};
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn every_minimal_threat_with_an_early_item_is_found() {
        let mut dice = Dice::new(8);
        let mut cut_short = 0;
        for _ in 0..1_500 {
            let db = TransactionsDb::original(&trial::baskets(&mut dice));
            let plain = Plain::new(&db);
            let question = Question {
                k: 2 + dice.roll(5) as u32,
                size: 1 + dice.roll(4) as u32,
                early: dice.roll(db.items() as u64 + 1) as u32,
                most: 1 << 20,
            };
            let ask = |question| {
                threats_with(db.sets.clone(), db.items(), question, &Progress::default()).unwrap()
            };
            let threats: BTreeSet<u32> = plain.threats(question.k, question.size).collect();
            let early = (1u32 << question.early) - 1;
            let is_minimal = |threat: u32| {
                let mut others = threats.iter();
                !others.any(|&other| other != threat && other & !threat == 0)
            };
            let found = ask(question);
            let masks = |batch: &Batch| -> BTreeSet<u32> {
                batch.threats.iter().map(trial::mask).collect()
            };
            let all = masks(&found);
            assert_eq!((all.len(), found.pending.len()), (found.threats.len(), 0));
            assert!(
                all.iter()
                    .all(|set| threats.contains(set) && set & early != 0)
            );
            let minimal = |set: &&u32| *set & early != 0 && is_minimal(**set);
            assert!(threats.iter().filter(minimal).all(|set| all.contains(set)));

            let few = ask(Question {
                most: dice.roll(4) as usize,
                ..question
            });
            let (known, pending) = (masks(&few), trial::mask(&few.pending));
            assert!(known.iter().all(|set| all.contains(set)));
            let missing = threats.iter().filter(minimal);
            assert!(
                missing
                    .filter(|set| !known.contains(set))
                    .all(|set| set & pending != 0)
            );
            cut_short += usize::from(pending != 0);
        }
        assert!(cut_short > 100);
    }
}
