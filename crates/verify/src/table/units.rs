//! Every promise decided where people or groups are counted and not records.
//!
//! The key that tells which records are one person's is in no release. So from the released file alone only this can be
//! decided: a class with too few records, too few values or too little weight has too few for any people. By its definition
//! a promise is decided where the file is written, with the unit of every row in hand.

use super::classes::Classes;
use super::counting::Pile;
use super::models::{Promise, Tally, promises};
use super::sensitive::Sensitive;
use crate::declaration::{Counts, Distance};
use crate::requirement::Requirement;
use crate::verdict::{Basis, Verdict};
use crate::watch::{Stopped, Watch};
use std::ops::Range;

const MILLION: u128 = 1_000_000;

/// How many classes are decided between two looks at the watch.
const STRIDE: usize = 256;

/// What of a requirement about units can be decided from records alone: a class that has too few records of something has
/// too few units of it. Nothing follows from how records are mixed.
pub(super) fn of_records(requirement: &Requirement) -> Requirement {
    let mut known = requirement.clone();
    (known.l.entropy, known.l.recursive) = (None, None);
    (known.t, known.beta) = (None, None);
    known
}

/// The verdicts that a file gives without the key; `known` are those about its records.
pub(super) fn without_key(requirement: &Requirement, known: Vec<Verdict>) -> Vec<Verdict> {
    let mut known = known.into_iter().peekable();
    let promises = promises(requirement).into_iter();
    promises
        .map(
            |promise| match known.next_if(|verdict| verdict.name == promise.name()) {
                Some(verdict) => Verdict {
                    basis: Basis::Records,
                    ..verdict
                },
                None => Verdict {
                    satisfied: true,
                    basis: Basis::Nothing,
                    ..Tally::new(promise).verdict()
                },
            },
        )
        .collect()
}

/// What the promises of units rest on is a fault where it is not what they count.
pub(super) fn refuse_distances(
    counts: Counts,
    requirement: &Requirement,
    sensitive: &[crate::declaration::SensitiveColumn],
    faults: &mut Vec<String>,
) {
    if counts == Counts::Records || requirement.t.is_none() {
        return;
    }
    for column in sensitive {
        if !matches!(column.distance, None | Some(Distance::Equal)) {
            faults.push(format!(
                "\"{}\": where people or groups are counted, t compares values that are equally far apart, and the \
                 certificate says otherwise",
                column.column
            ));
        }
    }
}

/// The verdict on every promise, with the unit of each row as the last number of its tuple.
pub(super) fn decide(
    requirement: &Requirement,
    classes: &Classes<'_>,
    columns: &[Sensitive<'_>],
    pile: &Pile,
    watch: &dyn Watch,
) -> Result<Vec<Verdict>, Stopped> {
    let all = 0..pile.len();
    let everybody = Seen::of(all.clone(), None, pile);
    let release: Vec<Seen> = columns
        .iter()
        .map(|column| Seen::of(all.clone(), Some(column), pile))
        .collect();
    let mut tallies: Vec<Tally> = promises(requirement).into_iter().map(Tally::new).collect();
    for (at, tuples) in classes.iter().enumerate() {
        if at % STRIDE == 0 {
            watch.check()?;
        }
        let size = Seen::of(tuples.clone(), None, pile).units;
        let shown: Vec<Seen> = columns
            .iter()
            .map(|column| Seen::of(tuples.clone(), Some(column), pile))
            .collect();
        for tally in &mut tallies {
            let promise = tally.promise;
            let mut holds = true;
            if let Promise::Records(k) = promise {
                holds = size >= u64::from(k);
                tally.note(Some(u128::from(size)));
            } else {
                for ((column, seen), release) in columns.iter().zip(&shown).zip(&release) {
                    let (kept, reached) = match promise {
                        Promise::Closeness(t) => seen.closeness(release, t),
                        Promise::Likeness(beta) => seen.likeness(release, beta),
                        _ => promise.of_column(column, &seen.worst(promise, column)),
                    };
                    holds &= kept;
                    tally.note(reached);
                }
            }
            tally.count(holds, size);
        }
    }
    let nobody = everybody.units == 0;
    let verdicts = tallies.into_iter().map(Tally::verdict);
    Ok(verdicts
        .map(|verdict| Verdict {
            satisfied: verdict.satisfied && !nobody,
            ..verdict
        })
        .collect())
}

/// The units of some tuples, and how many of them show each value of a column.
struct Seen {
    units: u64,
    /// Values ascending.
    shown: Vec<(u32, u64)>,
}

impl Seen {
    fn of(tuples: Range<usize>, column: Option<&Sensitive<'_>>, pile: &Pile) -> Self {
        let mut pairs: Vec<(u32, u32)> = tuples
            .map(|at| {
                let unit = pile.tuple(at).last().copied().unwrap_or(0);
                (column.map_or(0, |column| column.value(at)), unit)
            })
            .collect();
        pairs.sort_unstable();
        pairs.dedup();
        let shown = pairs
            .chunk_by(|a, b| a.0 == b.0)
            .map(|run| (run[0].0, run.len() as u64))
            .collect();
        let mut units: Vec<u32> = pairs.into_iter().map(|(_, unit)| unit).collect();
        units.sort_unstable();
        units.dedup();
        Self {
            units: units.len() as u64,
            shown,
        }
    }

    /// A record of every unit might be picked so, or none could be picked worse: of no value more than show it, and of those
    /// that are worst for the promise as many as can be.
    fn worst(&self, promise: Promise, column: &Sensitive<'_>) -> Vec<(u32, u32)> {
        let category = |value: u32| {
            let categories = column.categories.as_ref();
            categories.map_or(0, |categories| categories.of[value as usize])
        };
        let mut order = self.shown.clone();
        match promise {
            Promise::Weight(_) => order.sort_by_key(|&(value, _)| category(value)),
            Promise::Categories(_) => {
                // All that is of one category is picked before the next.
                let held = |of: u32| -> u64 {
                    let same = self
                        .shown
                        .iter()
                        .filter(|&&(value, _)| category(value) == of);
                    same.map(|&(_, count)| count).sum::<u64>().min(self.units)
                };
                order
                    .sort_by_key(|&(value, _)| (u64::MAX - held(category(value)), category(value)));
            }
            _ => order.sort_by_key(|&(_, count)| u64::MAX - count),
        }
        let mut left = self.units;
        let mut picked: Vec<(u32, u32)> = Vec::new();
        for (value, count) in order {
            let count = count.min(left);
            left -= count;
            if count > 0 {
                picked.push((value, u32::try_from(count).unwrap_or(u32::MAX)));
            }
        }
        picked.sort_unstable();
        picked
    }

    /// What too large a share of the units shows, and what too small a one: the larger of the two.
    fn closeness(&self, release: &Self, t: u64) -> (bool, Option<u128>) {
        let (mut surplus, mut lack) = (0u128, 0u128);
        for &(value, all) in &release.shown {
            let own = self.shown.binary_search_by_key(&value, |&(value, _)| value);
            let own = own.map_or(0, |at| self.shown[at].1);
            let (held, like) = (
                u128::from(own) * u128::from(release.units),
                u128::from(all) * u128::from(self.units),
            );
            surplus += held.saturating_sub(like);
            lack += like.saturating_sub(held);
        }
        let apart = surplus.max(lack) * MILLION;
        let whole = u128::from(self.units.max(1)) * u128::from(release.units.max(1));
        (apart <= u128::from(t) * whole, Some(apart.div_ceil(whole)))
    }

    /// Every value that units of the class show, with their share there against their share in the release.
    fn likeness(&self, release: &Self, beta: u64) -> (bool, Option<u128>) {
        let (mut holds, mut reached) = (true, 0);
        for &(value, own) in &self.shown {
            let all = release
                .shown
                .binary_search_by_key(&value, |&(value, _)| value);
            let all = all.map_or(0, |at| release.shown[at].1);
            let like = u128::from(all) * u128::from(self.units);
            let held = u128::from(own) * u128::from(release.units);
            let more = held.saturating_sub(like) * MILLION;
            holds &= more <= u128::from(beta) * like;
            reached = more.div_ceil(like.max(1)).max(reached);
        }
        (holds, Some(reached))
    }
}
