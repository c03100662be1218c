//! Every promise decided class by class from its definition.

use super::classes::Classes;
use super::distance::Fraction;
use super::exact::{entropy_at_least, largest_entropy_l};
use super::sensitive::Sensitive;
use crate::requirement::{Requirement, millionths};
use crate::verdict::{Amount, Basis, Verdict};
use crate::watch::{Stopped, Watch};

const MILLION: u128 = 1_000_000;

/// How many classes are decided between two looks at the watch.
const STRIDE: usize = 256;

/// What a class must have, in whole numbers; decimals in millionths.
#[derive(Clone, Copy)]
pub(super) enum Promise {
    Records(u32),
    Distinct(&'static str, u32),
    Entropy(u64),
    Recursive { c: u64, l: u32 },
    Categories(u32),
    Weight(u64),
    Closeness(u64),
    Likeness(u64),
}

/// What the classes say about one promise.
pub(super) struct Tally {
    pub promise: Promise,
    violations: u64,
    /// The least that a class reaches, of t and c the most; `None` if there is no such value.
    reached: Option<u128>,
    /// Some class cannot reach any value, or what is needed to decide is not there.
    beyond: bool,
}

/// The verdict on every promise, and by tuple whether its class breaks one.
pub(super) fn decide(
    requirement: &Requirement,
    classes: &Classes<'_>,
    columns: &[Sensitive<'_>],
    watch: &dyn Watch,
) -> Result<(Vec<Verdict>, Vec<bool>), Stopped> {
    let mut tallies: Vec<Tally> = promises(requirement).into_iter().map(Tally::new).collect();
    let mut violating: Vec<bool> = Vec::new();
    for (at, tuples) in classes.iter().enumerate() {
        if at % STRIDE == 0 {
            watch.check()?;
        }
        let counted: Vec<Vec<(u32, u32)>> = columns
            .iter()
            .map(|column| column.counts(tuples.clone()))
            .collect();
        let size = classes.records(tuples.clone());
        let mut breaks = false;
        for tally in &mut tallies {
            breaks |= !tally.class(size, columns, &counted);
        }
        violating.extend(tuples.map(|_| breaks));
    }
    Ok((tallies.into_iter().map(Tally::verdict).collect(), violating))
}

pub(super) fn promises(requirement: &Requirement) -> Vec<Promise> {
    let diversity = &requirement.l;
    let decimal = |value: Option<f64>| value.map(millionths);
    [
        requirement.k.map(Promise::Records),
        diversity
            .distinct
            .map(|l| Promise::Distinct("l.distinct", l)),
        decimal(diversity.entropy).map(Promise::Entropy),
        diversity.recursive.map(|(c, l)| Promise::Recursive {
            c: millionths(c),
            l,
        }),
        requirement.p.map(|p| Promise::Distinct("p", p)),
        requirement.p_plus.map(Promise::Categories),
        decimal(requirement.alpha).map(Promise::Weight),
        decimal(requirement.t).map(Promise::Closeness),
        decimal(requirement.beta).map(Promise::Likeness),
    ]
    .into_iter()
    .flatten()
    .collect()
}

impl Promise {
    /// Whether one class keeps the promise in one column, and what it reaches.
    pub fn of_column(self, column: &Sensitive<'_>, counts: &[(u32, u32)]) -> (bool, Option<u128>) {
        match self {
            Self::Records(_) => (true, None),
            Self::Distinct(_, wanted) => at_least(counts.len() as u128, u128::from(wanted)),
            Self::Entropy(l) => {
                let counts: Vec<u32> = counts.iter().map(|&(_, count)| count).collect();
                let largest = u128::from(largest_entropy_l(&counts));
                (entropy_at_least(&counts, l), Some(largest))
            }
            Self::Recursive { c, l } => recursive(counts, c, l),
            Self::Categories(wanted) => {
                let Some(categories) = &column.categories else {
                    return (false, None);
                };
                let mut found: Vec<u32> = counts
                    .iter()
                    .map(|&(value, _)| categories.of[value as usize])
                    .collect();
                found.sort_unstable();
                found.dedup();
                at_least(found.len() as u128, u128::from(wanted))
            }
            Self::Weight(alpha) => {
                let Some(categories) = &column.categories else {
                    return (false, None);
                };
                // Category i of m weighs (i − 1)/(m − 1), counted from 1, and the last one 1.
                let last = categories.count - 1;
                let weigh = |value: u32| {
                    let category = categories.of[value as usize];
                    if last == 0 { 1 } else { u128::from(category) }
                };
                let weight: u128 = counts
                    .iter()
                    .map(|&(value, count)| weigh(value) * u128::from(count))
                    .sum();
                let unit = u128::from(last.max(1));
                at_least(weight * MILLION / unit, u128::from(alpha))
            }
            Self::Closeness(t) => {
                let Some(release) = &column.release else {
                    return (false, None);
                };
                let Fraction {
                    numerator,
                    denominator,
                } = release.distance(counts);
                let holds = numerator * MILLION <= u128::from(t) * denominator;
                (holds, Some((numerator * MILLION).div_ceil(denominator)))
            }
            Self::Likeness(beta) => likeness(&column.released, counts, beta),
        }
    }

    fn is_largest(self) -> bool {
        matches!(
            self,
            Self::Recursive { .. } | Self::Closeness(_) | Self::Likeness(_)
        )
    }

    pub fn name(self) -> &'static str {
        match self {
            Self::Records(_) => "k",
            Self::Distinct(name, _) => name,
            Self::Entropy(_) => "l.entropy",
            Self::Recursive { .. } => "l.recursive",
            Self::Categories(_) => "p_plus",
            Self::Weight(_) => "alpha",
            Self::Closeness(_) => "t",
            Self::Likeness(_) => "beta",
        }
    }

    fn wanted(self) -> u128 {
        match self {
            Self::Records(count) | Self::Distinct(_, count) | Self::Categories(count) => {
                u128::from(count)
            }
            Self::Entropy(number)
            | Self::Recursive { c: number, .. }
            | Self::Weight(number)
            | Self::Closeness(number)
            | Self::Likeness(number) => u128::from(number),
        }
    }

    fn amount(self, number: u128) -> Amount {
        let decimal = number as f64 / 1e6;
        match self {
            Self::Records(_) | Self::Distinct(..) | Self::Categories(_) => {
                Amount::Count(number as u64)
            }
            Self::Entropy(_) | Self::Weight(_) | Self::Closeness(_) | Self::Likeness(_) => {
                Amount::Number(decimal)
            }
            Self::Recursive { l, .. } => Amount::Recursive(decimal, l),
        }
    }
}

fn at_least(reached: u128, wanted: u128) -> (bool, Option<u128>) {
    (reached >= wanted, Some(reached))
}

/// The most frequent value against c times the l-th and all less frequent ones.
fn recursive(counts: &[(u32, u32)], c: u64, l: u32) -> (bool, Option<u128>) {
    let mut counts: Vec<u128> = counts.iter().map(|&(_, count)| u128::from(count)).collect();
    counts.sort_unstable_by(|a, b| b.cmp(a));
    let rare: u128 = counts.iter().skip(l.max(1) as usize - 1).sum();
    if rare == 0 {
        return (false, None);
    }
    let most = counts[0];
    let holds = most * MILLION < u128::from(c) * rare;
    (holds, Some(most * MILLION / rare + 1))
}

/// Every value of the class, with its share there against its share in the release.
fn likeness(released: &[u64], counts: &[(u32, u32)], beta: u64) -> (bool, Option<u128>) {
    let size: u128 = counts.iter().map(|&(_, count)| u128::from(count)).sum();
    let records: u128 = released.iter().map(|&count| u128::from(count)).sum();
    let mut holds = true;
    let mut reached = 0;
    for &(value, count) in counts {
        // What the class would have of the value if it were as frequent there, times the records of the release.
        let like = u128::from(released[value as usize]) * size;
        let more = (u128::from(count) * records).saturating_sub(like) * MILLION;
        holds &= more <= u128::from(beta) * like;
        reached = more.div_ceil(like.max(1)).max(reached);
    }
    (holds, Some(reached))
}

impl Tally {
    pub fn new(promise: Promise) -> Self {
        Self {
            promise,
            violations: 0,
            reached: None,
            beyond: false,
        }
    }

    /// Whether a class keeps the promise in every column.
    fn class(&mut self, size: u64, columns: &[Sensitive<'_>], counted: &[Vec<(u32, u32)>]) -> bool {
        let mut holds = true;
        if let Promise::Records(k) = self.promise {
            holds = size >= u64::from(k);
            self.note(Some(u128::from(size)));
        } else {
            for (column, counts) in columns.iter().zip(counted) {
                let (kept, reached) = self.promise.of_column(column, counts);
                holds &= kept;
                self.note(reached);
            }
        }
        self.count(holds, size);
        holds
    }

    /// A class of so many records or units.
    pub fn count(&mut self, holds: bool, size: u64) {
        if !holds {
            self.violations += size;
        }
    }

    pub fn note(&mut self, reached: Option<u128>) {
        let Some(reached) = reached else {
            self.beyond = true;
            return;
        };
        self.reached = Some(match self.reached {
            None => reached,
            Some(known) if self.promise.is_largest() => known.max(reached),
            Some(known) => known.min(reached),
        });
    }

    pub fn verdict(self) -> Verdict {
        let promise = self.promise;
        let reached = self.reached.filter(|_| !self.beyond);
        Verdict {
            name: promise.name().to_owned(),
            wanted: promise.amount(promise.wanted()),
            reached: reached.map(|reached| promise.amount(reached)),
            // A promise about columns that are not there holds of nothing.
            satisfied: self.violations == 0 && self.reached.is_some() && !self.beyond,
            violations: self.violations,
            basis: Basis::Released,
        }
    }
}
