//! The classes of a subset of the columns out of those of a smaller one.

use super::tuples::Tuples;
use cloakroom_core::{Progress, Stopped};
use hashbrown::HashMap;
use rayon::prelude::*;

/// How many tuples are looked at between two looks at the progress.
const STRIDE: usize = 1 << 16;

#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Tally {
    pub classes: usize,
    pub unique: usize,
    pub below: usize,
}

impl Tally {
    fn add(&mut self, records: u64, k: u32) {
        self.classes += 1;
        if records == 1 {
            self.unique += 1;
        }
        if records < u64::from(k) {
            self.below += records as usize;
        }
    }
}

/// The classes of a subset: tuples that share theirs with others, and what is known of the others.
pub(super) struct Part {
    tuples: Vec<u32>,
    /// The class of each of these.
    class: Vec<u32>,
    classes: usize,
    alone: Tally,
    /// Of all classes.
    tally: Tally,
}

pub(super) struct Search<'a> {
    pub tuples: &'a Tuples,
    pub k: u32,
    pub largest: usize,
    pub progress: &'a Progress,
}

pub(super) type Found = Vec<(Vec<usize>, Tally)>;

impl Search<'_> {
    /// No column is known: all are one class.
    pub fn everybody(&self) -> Part {
        let count = self.tuples.weights.len();
        let mut tally = Tally::default();
        if count > 0 {
            tally.add(self.tuples.counted() as u64, self.k);
        }
        Part {
            tuples: (0..count as u32).collect(),
            class: vec![0; count],
            classes: 1,
            alone: Tally::default(),
            tally,
        }
    }

    /// All subsets that add later columns to `known`, which `part` is of.
    pub fn below(&self, part: &Part, known: &[usize]) -> Result<Found, Stopped> {
        if known.len() >= self.largest {
            return Ok(Vec::new());
        }
        let from = known.last().map_or(0, |last| last + 1);
        let columns: Vec<usize> = (from..self.tuples.columns()).collect();
        let found = columns
            .into_par_iter()
            .map(|column| {
                let mut subset = known.to_vec();
                subset.push(column);
                let refined = self.refine(part, column)?;
                self.progress.advance(1);
                let mut found = self.below(&refined, &subset)?;
                found.push((subset, refined.tally));
                Ok(found)
            })
            .collect::<Result<Vec<Found>, Stopped>>()?;
        Ok(found.concat())
    }

    pub fn of_columns(
        &self,
        everybody: &Part,
        columns: impl Iterator<Item = usize>,
    ) -> Result<Tally, Stopped> {
        let mut last: Option<Part> = None;
        for column in columns {
            last = Some(self.refine(last.as_ref().unwrap_or(everybody), column)?);
        }
        Ok(last.map_or(everybody.tally, |part| part.tally))
    }

    /// The classes when one more column is known.
    fn refine(&self, part: &Part, column: usize) -> Result<Part, Stopped> {
        let values = &self.tuples.values[column];
        let mut numbers = Numbers::new(
            part.classes,
            self.tuples.distinct[column],
            part.tuples.len(),
        );
        let mut class = Vec::with_capacity(part.tuples.len());
        let mut members: Vec<u32> = Vec::new();
        let mut records: Vec<u64> = Vec::new();
        // Tuples come by unit, so that a unit is new in a class if it is not the last one there.
        let mut last: Vec<u32> = Vec::new();
        for (tuples, classes) in part.tuples.chunks(STRIDE).zip(part.class.chunks(STRIDE)) {
            self.progress.check()?;
            for (&tuple, &old) in tuples.iter().zip(classes) {
                let new = numbers.of(old, values[tuple as usize]);
                if new as usize == members.len() {
                    members.push(0);
                    records.push(0);
                    last.push(u32::MAX);
                }
                members[new as usize] += 1;
                records[new as usize] += match &self.tuples.units {
                    None => u64::from(self.tuples.weights[tuple as usize]),
                    Some(units) => {
                        let unit = units[tuple as usize];
                        u64::from(std::mem::replace(&mut last[new as usize], unit) != unit)
                    }
                };
                class.push(new);
            }
        }
        let mut alone = part.alone;
        let mut tally = part.alone;
        // Classes with several tuples are numbered anew, without gaps.
        let mut renumbered = vec![u32::MAX; members.len()];
        let mut classes = 0;
        for (new, (&members, &records)) in members.iter().zip(&records).enumerate() {
            tally.add(records, self.k);
            // Where units are counted, one that is alone has other classes too.
            if members == 1 && self.tuples.units.is_none() {
                alone.add(records, self.k);
            } else {
                renumbered[new] = classes as u32;
                classes += 1;
            }
        }
        if let Some(units) = &self.tuples.units {
            let seen = part.tuples.iter().zip(&class);
            let seen =
                seen.map(|(&tuple, &class)| (units[tuple as usize], records[class as usize]));
            (tally.unique, tally.below) = self.of_units(seen);
        }
        let kept = part.tuples.iter().zip(&class);
        let kept = kept.filter(|&(_, &class)| renumbered[class as usize] != u32::MAX);
        let (tuples, class) = kept
            .map(|(&tuple, &class)| (tuple, renumbered[class as usize]))
            .unzip();
        Ok(Part {
            tuples,
            class,
            classes,
            alone,
            tally,
        })
    }

    /// Units that are alone in some class, and those that have one of fewer than k, out of every unit with the sizes of its
    /// classes.
    fn of_units(&self, seen: impl Iterator<Item = (u32, u64)>) -> (usize, usize) {
        let (mut unique, mut below) = (0, 0);
        let mut tell = |least: u64| {
            unique += usize::from(least == 1);
            below += usize::from(least < u64::from(self.k));
        };
        let mut last: Option<(u32, u64)> = None;
        for (unit, size) in seen {
            match &mut last {
                Some((known, least)) if *known == unit => *least = size.min(*least),
                _ => {
                    if let Some((_, least)) = last.replace((unit, size)) {
                        tell(least);
                    }
                }
            }
        }
        if let Some((_, least)) = last {
            tell(least);
        }
        (unique, below)
    }
}

/// Numbers for pairs of a class and a value, from 0, in the order in which they come.
enum Numbers {
    Dense {
        number: Vec<u32>,
        width: usize,
        next: u32,
    },
    Sparse(HashMap<(u32, u32), u32, foldhash::fast::FixedState>),
}

impl Numbers {
    fn new(classes: usize, values: usize, tuples: usize) -> Self {
        let cells = classes.saturating_mul(values);
        if cells <= 1 << 16 || cells <= 4 * tuples {
            Self::Dense {
                number: vec![u32::MAX; cells],
                width: values,
                next: 0,
            }
        } else {
            Self::Sparse(HashMap::default())
        }
    }

    fn of(&mut self, class: u32, value: u32) -> u32 {
        match self {
            Self::Dense {
                number,
                width,
                next,
            } => {
                let number = &mut number[class as usize * *width + value as usize];
                if *number == u32::MAX {
                    *number = *next;
                    *next += 1;
                }
                *number
            }
            Self::Sparse(map) => {
                let next = map.len() as u32;
                *map.entry((class, value)).or_insert(next)
            }
        }
    }
}
