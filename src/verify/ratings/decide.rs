//! Every promise about ratings, person by person from its definition.

use super::crowd::Crowd;
use super::spread::Ruler;
use crate::model::pulse::{Pulse, Stopped};
use crate::model::ratings::Scale;
use crate::model::requirement::{Requirement, millionths};
use crate::model::verdict::{Amount, RequirementVerdict};
use rayon::prelude::*;
use std::sync::atomic::{AtomicU64, Ordering};

pub(super) struct Decided {
    pub verdicts: Vec<RequirementVerdict>,
    /// People who break a promise, ascending.
    pub violating: Vec<u32>,
    /// People close to the one who has the fewest.
    pub fewest: u64,
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
    /// Counted up to the fewest that anybody else has, unless deviations are asked for.
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

/// `None` if a number is too large to be decided exactly.
pub(super) fn decide(
    crowd: &Crowd,
    scale: &Scale,
    requirement: &Requirement,
    pulse: &Pulse,
) -> Result<Option<Decided>, Stopped> {
    let wanted = Wanted {
        people: u64::from(requirement.least_size()),
        deviation: requirement.l_sd.map(millionths),
        ruler: Ruler::new(scale, requirement.sd_nulls),
    };
    let within = requirement
        .epsilon
        .map_or(scale.points(), |epsilon| scale.steps(epsilon));
    let look = Look {
        crowd,
        r: scale.points(),
        wanted,
        records: records(crowd),
        fewest: AtomicU64::new(u64::MAX),
    };
    let Some(close) = look.at_all(within, pulse)? else {
        return Ok(None);
    };
    let mut few = 0;
    let mut flat = 0;
    let mut violating = Vec::new();
    for (&(group, place), &close) in look.records.iter().zip(&close) {
        let members = crowd.groups[group].members(place);
        let (has_few, is_flat) = (wanted.has_few(close), wanted.is_flat(close));
        few += usize::from(has_few) * members.len();
        flat += usize::from(is_flat) * members.len();
        if has_few || is_flat {
            violating.extend(members);
        }
    }
    violating.sort_unstable();
    let fewest = close.iter().map(|close| close.people).min();
    let mut verdicts = Vec::new();
    if let Some(k) = requirement.k {
        verdicts.push(RequirementVerdict {
            name: "k".to_owned(),
            wanted: Amount::Count(u64::from(k)),
            reached: fewest.map(Amount::Count),
            satisfied: few == 0 && fewest.is_some(),
            violations: few,
        });
    }
    if let Some(epsilon) = requirement.epsilon {
        let Some(least) = look.least_within(within, pulse)? else {
            return Ok(None);
        };
        verdicts.push(RequirementVerdict {
            name: "epsilon".to_owned(),
            wanted: Amount::Number(epsilon),
            reached: least.map(|steps| Amount::Number(scale.distance(steps))),
            satisfied: violating.is_empty() && fewest.is_some(),
            violations: violating.len(),
        });
    }
    if let Some(l) = requirement.l_sd {
        let least = close.iter().map(|close| close.deviation).min().flatten();
        verdicts.push(RequirementVerdict {
            name: "l_sd".to_owned(),
            wanted: Amount::Number(l),
            reached: least.map(|least| Amount::Number(least as f64 / 1e6)),
            satisfied: flat == 0 && least.is_some(),
            violations: flat,
        });
    }
    Ok(Some(Decided {
        verdicts,
        violating,
        fewest: fewest.unwrap_or(0),
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
    /// The scale's points: from so many steps on, even the unrated is close.
    r: u16,
    wanted: Wanted,
    records: Vec<Record>,
    /// That a record was found to have.
    fewest: AtomicU64,
}

impl Look<'_> {
    /// What every record has within so many steps.
    fn at_all(&self, within: u16, pulse: &Pulse) -> Result<Option<Vec<Close>>, Stopped> {
        let close: Result<Vec<Close>, Result<Stopped, TooLarge>> = self
            .records
            .par_iter()
            .map(|&record| {
                pulse.check().map_err(Ok)?;
                // Nobody who has as many as the one with the fewest matters, once they are enough.
                let fewest = self.fewest.load(Ordering::Relaxed);
                let enough = fewest.max(self.wanted.people);
                let close = self.at(record, within, enough).ok_or(Err(TooLarge))?;
                self.fewest.fetch_min(close.people, Ordering::Relaxed);
                Ok(close)
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
    fn least_within(&self, most: u16, pulse: &Pulse) -> Result<Option<Option<u16>>, Stopped> {
        // The first that failed fails again more often than not. Where only people are counted, those
        // before it keep what they have when the look gets wider.
        let mut failed = 0;
        for within in 0..=most.min(self.r) {
            pulse.check()?;
            let passes = |record: &Record| -> Result<bool, Result<Stopped, TooLarge>> {
                pulse.check().map_err(Ok)?;
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
