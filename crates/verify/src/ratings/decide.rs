//! Every promise about ratings, person by person from its definition.

use super::crowd::Crowd;
use super::spread::Ruler;
use crate::requirement::{Requirement, millionths};
use crate::scale::Scale;
use crate::verdict::{Amount, Basis, Verdict};
use crate::watch::{Stopped, Watch};
use rayon::prelude::*;
use std::collections::BTreeMap;

pub(super) struct Decided {
    pub verdicts: Vec<Verdict>,
    /// People who break a promise, ascending.
    pub violating: Vec<u32>,
    /// People close to the one who has the fewest.
    pub fewest: u64,
    /// How many people have so many close by, themselves included.
    pub close: BTreeMap<u64, u64>,
}

/// What everybody must have.
#[derive(Clone, Copy)]
struct Wanted {
    people: u64,
    /// In millionths.
    deviation: Option<u64>,
    ruler: Ruler,
}

/// What one record has, and so everybody who shares it.
#[derive(Clone, Copy)]
struct Close {
    people: u64,
    /// The least of all sensitive issues, in millionths; `None` if nothing is sensitive.
    deviation: Option<u64>,
}

impl Wanted {
    fn has_few(&self, close: Close) -> bool {
        close.people < self.people
    }

    /// A promise about issues that are not there holds of nobody.
    fn is_flat(&self, close: Close) -> bool {
        self.deviation
            .is_some_and(|wanted| close.deviation.is_none_or(|deviation| deviation < wanted))
    }
}

/// A group and a place in it.
type Record = (usize, usize);

/// The deviation of some issue is too large a number.
struct TooLarge;

/// From `unrated_from` steps on, even the unrated is close. `None` if a number is too large to be decided exactly.
pub(super) fn decide(
    crowd: &Crowd,
    scale: &Scale,
    unrated_from: u16,
    requirement: &Requirement,
    watch: &dyn Watch,
) -> Result<Option<Decided>, Stopped> {
    let wanted = Wanted {
        people: u64::from(requirement.least_size()),
        deviation: requirement.l_sd.map(millionths),
        ruler: Ruler::new(scale, requirement.sd_nulls),
    };
    let within = requirement
        .epsilon
        .map_or(scale.points(), |epsilon| scale.steps(epsilon))
        // No two ratings are further apart, and only a declared scale says when the unrated is close.
        .min(scale.points());
    let look = Look {
        crowd,
        r: unrated_from,
        wanted,
        records: records(crowd),
    };
    let Some(close) = look.at_all(within, watch)? else {
        return Ok(None);
    };
    let mut few = 0;
    let mut flat = 0;
    let mut violating = Vec::new();
    let mut histogram = BTreeMap::new();
    for (&(group, place), &close) in look.records.iter().zip(&close) {
        let members = crowd.groups[group].members(place);
        let (has_few, is_flat) = (wanted.has_few(close), wanted.is_flat(close));
        let count = members.len() as u64;
        few += u64::from(has_few) * count;
        flat += u64::from(is_flat) * count;
        *histogram.entry(close.people).or_insert(0) += count;
        if has_few || is_flat {
            violating.extend(members);
        }
    }
    violating.sort_unstable();
    let fewest = close.iter().map(|close| close.people).min();
    let mut verdicts = Vec::new();
    if let Some(k) = requirement.k {
        verdicts.push(Verdict {
            name: "k".to_owned(),
            wanted: Amount::Count(u64::from(k)),
            reached: fewest.map(Amount::Count),
            satisfied: few == 0 && fewest.is_some(),
            violations: few,
            basis: Basis::Released,
        });
    }
    if let Some(epsilon) = requirement.epsilon {
        let Some(least) = look.least_within(within, watch)? else {
            return Ok(None);
        };
        verdicts.push(Verdict {
            name: "epsilon".to_owned(),
            wanted: Amount::Number(epsilon),
            reached: least.map(|steps| Amount::Number(scale.distance(steps))),
            satisfied: violating.is_empty() && fewest.is_some(),
            violations: violating.len() as u64,
            basis: Basis::Released,
        });
    }
    if let Some(l) = requirement.l_sd {
        let least = close.iter().map(|close| close.deviation).min().flatten();
        verdicts.push(Verdict {
            name: "l_sd".to_owned(),
            wanted: Amount::Number(l),
            reached: least.map(|least| Amount::Number(least as f64 / 1e6)),
            satisfied: flat == 0 && least.is_some(),
            violations: flat,
            basis: Basis::Released,
        });
    }
    Ok(Some(Decided {
        verdicts,
        violating,
        fewest: fewest.unwrap_or(0),
        close: histogram,
    }))
}

fn records(crowd: &Crowd) -> Vec<Record> {
    let groups = crowd.groups.iter().enumerate();
    groups
        .flat_map(|(at, group)| (0..group.records()).map(move |place| (at, place)))
        .collect()
}

struct Look<'a> {
    crowd: &'a Crowd,
    /// From so many steps on, even the unrated is close.
    r: u16,
    wanted: Wanted,
    records: Vec<Record>,
}

impl Look<'_> {
    /// What every record has within so many steps.
    fn at_all(&self, within: u16, watch: &dyn Watch) -> Result<Option<Vec<Close>>, Stopped> {
        let close: Result<Vec<Close>, Result<Stopped, TooLarge>> = self
            .records
            .par_iter()
            .map(|&record| {
                watch.check().map_err(Ok)?;
                self.at(record, within, u64::MAX).ok_or(Err(TooLarge))
            })
            .collect();
        match close {
            Ok(close) => Ok(Some(close)),
            Err(Ok(stopped)) => Err(stopped),
            Err(Err(TooLarge)) => Ok(None),
        }
    }

    fn at(&self, (group, place): Record, within: u16, enough: u64) -> Option<Close> {
        let mut tallies = Vec::new();
        let people = if within >= self.r {
            tallies.clone_from(&self.crowd.tallies);
            self.crowd.people as u64
        } else if self.wanted.deviation.is_none() {
            self.crowd.groups[group].count(place, within, enough)
        } else {
            self.crowd.groups[group].listen(place, within, &mut tallies)
        };
        let mut deviation = None;
        if self.wanted.deviation.is_some() {
            for tally in tallies {
                let own = self.wanted.ruler.deviation(tally, people)?;
                deviation = Some(deviation.map_or(own, |least: u64| least.min(own)));
            }
        }
        Some(Close { people, deviation })
    }

    fn passes(&self, record: Record, within: u16) -> Option<bool> {
        let close = self.at(record, within, self.wanted.people)?;
        Some(!self.wanted.has_few(close) && !self.wanted.is_flat(close))
    }

    /// The fewest steps within which everybody has what is wanted; no more than `most`, which is what was
    /// promised. A wider look may well show less deviation, so every number of steps is tried. The outer `None`
    /// is a number too large.
    fn least_within(&self, most: u16, watch: &dyn Watch) -> Result<Option<Option<u16>>, Stopped> {
        // The first that failed fails again more often than not. Where only people are counted, those
        // before it keep what they have when the look gets wider.
        let mut failed = 0;
        for within in 0..=most.min(self.r) {
            watch.check()?;
            let passes = |record: &Record| -> Result<bool, Result<Stopped, TooLarge>> {
                watch.check().map_err(Ok)?;
                self.passes(*record, within).ok_or(Err(TooLarge))
            };
            let fails = |record: &Record| !matches!(passes(record), Ok(true));
            let outcome = match self.records.get(failed).map(passes) {
                None => return Ok(Some(None)),
                Some(Err(failure)) => Err(failure),
                Some(Ok(false)) => Ok(Some(failed)),
                Some(Ok(true)) => {
                    let found = if self.wanted.deviation.is_some() {
                        self.records.par_iter().position_any(fails)
                    } else {
                        let from = &self.records[failed..];
                        from.par_iter().position_first(fails).map(|at| failed + at)
                    };
                    let asked_again = found.map(|at| passes(&self.records[at]).map(|_| at));
                    asked_again.transpose()
                }
            };
            match outcome {
                Ok(None) => return Ok(Some(Some(within))),
                Ok(Some(at)) => failed = at,
                Err(Ok(stopped)) => return Err(stopped),
                Err(Err(TooLarge)) => return Ok(None),
            }
        }
        Ok(Some(None))
    }
}
