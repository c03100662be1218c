//! Ratings: people are close who are close in every release.

use super::{Audited, Counted, Finding, Pooled, damaged, weakest};
use crate::report::trace::RatingsTrace;
use cloakroom_core::io::packed::Packed;
use cloakroom_core::requirement::millionths;
use cloakroom_core::verdict::RequirementVerdict;
use cloakroom_core::{Amount, Failure, NullReading, Problem, Progress, Requirement, Stopped};
use cloakroom_ratings::privacy::{RatingsModel, Spread};
use cloakroom_ratings::ratings::NULL;
use hashbrown::HashMap;
use rayon::prelude::*;

/// A release, what it tells, and the person of every row of its input.
type Told<'a> = (&'a Audited, &'a RatingsTrace, &'a [u32]);

pub(crate) fn counted<'a>(
    releases: &[Pooled<'a>],
    people: usize,
    progress: &Progress,
) -> Result<Counted, Failure> {
    let told = |&(release, rows): &Pooled<'a>| Some((release, release.trace.ratings()?, rows));
    let releases: Vec<Told<'_>> = releases.iter().filter_map(told).collect();
    let shown = releases
        .iter()
        .map(|&told| Shown::read(told, people, progress))
        .collect::<Result<Vec<_>, Failure>>()?;
    let pool: Vec<u32> = (0..people as u32)
        .filter(|&person| shown.iter().any(|shown| shown.holds(person)))
        .collect();
    let alike = Alike::new(&shown, &pool, progress)?;
    let near = alike.near(&shown, progress)?;
    let among: Vec<u32> = alike
        .record_of
        .iter()
        .map(|&record| near[record as usize].people)
        .collect();
    let mut findings = Vec::new();
    let requirements = || releases.iter().map(|told| requirement(told.0));
    for (at, (&(release, trace, _), shown)) in releases.iter().zip(&shown).enumerate() {
        let own = weakest(requirement(release), requirements());
        let members: Vec<usize> = (0..pool.len())
            .filter(|&place| shown.holds(pool[place]))
            .collect();
        let of_people = |reached: &dyn Fn(usize) -> u64, least: u64| {
            Vec::from_iter(
                members
                    .iter()
                    .filter(|&&place| reached(place) < least)
                    .map(|&place| pool[place]),
            )
        };
        let least =
            |reached: &dyn Fn(usize) -> u64| members.iter().map(|&place| reached(place)).min();
        if let Some(k) = own.k {
            let reached = |place: usize| u64::from(among[place]);
            findings.push(finding(
                RatingsModel::K,
                Amount::Count(u64::from(k)),
                least(&reached).map(Amount::Count),
                of_people(&reached, u64::from(k)),
            ));
        }
        if let Some(l) = own.l_sd {
            let reading = own.sd_nulls;
            let deviations: Vec<u64> = near
                .iter()
                .map(|near| near.deviation(at, trace, reading))
                .collect();
            let reached = |place: usize| deviations[alike.record_of[place] as usize];
            findings.push(finding(
                RatingsModel::Deviation,
                Amount::Number(l),
                least(&reached).map(|deviation| Amount::Number(deviation as f64 / 1e6)),
                of_people(&reached, millionths(l)),
            ));
        }
    }
    Ok(Counted {
        people: among.len(),
        among,
        findings,
    })
}

fn requirement(release: &Audited) -> &Requirement {
    &release.recipe.settings.requirement
}

fn finding(
    model: RatingsModel,
    wanted: Amount,
    reached: Option<Amount>,
    violating: Vec<u32>,
) -> Finding {
    Finding {
        verdict: RequirementVerdict {
            name: model.name().to_owned(),
            wanted,
            reached,
            alone: None,
            satisfied: violating.is_empty(),
            violations: violating.len(),
        },
        violating,
    }
}

/// What one release shows of everybody.
struct Shown {
    issues: usize,
    within: u16,
    /// By person, the row of their points; none if they are not in it.
    row_of: Vec<Option<u32>>,
    points: Vec<u16>,
    /// By sensitive issue, by person.
    secrets: Vec<Vec<u16>>,
}

impl Shown {
    fn read(
        (release, trace, rows): Told<'_>,
        people: usize,
        progress: &Progress,
    ) -> Result<Self, Failure> {
        let broken = |problem: Problem| damaged(release, &problem);
        let wrong = || damaged(release, &Problem::new("ratings do not fit together"));
        let is_released = trace.is_released.unpack().map_err(broken)?;
        if is_released.len() != rows.len() {
            return Err(wrong().into());
        }
        let mut row_of = vec![None; people];
        let mut kept = 0;
        for (&person, &is_released) in rows.iter().zip(&is_released) {
            if is_released > 0 {
                row_of[person as usize] = Some(kept);
                kept += 1;
            }
        }
        progress.check()?;
        let most = u32::from(trace.scale.points());
        let cells = |packed: &Packed| -> Result<Vec<u16>, Problem> {
            let points = packed.unpack().map_err(broken)?;
            if points.iter().any(|&point| point > most) {
                return Err(wrong());
            }
            // Counted from 1; the first is what was not rated.
            let cell = |&point: &u32| point.checked_sub(1).map_or(NULL, |point| point as u16);
            Ok(points.iter().map(cell).collect())
        };
        let points = cells(&trace.points)?;
        if points.len() != kept as usize * trace.issues {
            return Err(wrong().into());
        }
        let mut secrets = Vec::with_capacity(trace.secrets.len());
        for secret in &trace.secrets {
            let own = cells(&secret.points)?;
            if own.len() != rows.len() {
                return Err(wrong().into());
            }
            let mut of_person = vec![NULL; people];
            for (&person, &cell) in rows.iter().zip(&own) {
                of_person[person as usize] = cell;
            }
            secrets.push(of_person);
        }
        let epsilon = requirement(release).epsilon.ok_or_else(wrong)?;
        let within = trace.scale.steps(epsilon);
        if within >= trace.scale.points() {
            return Err(wrong().into());
        }
        Ok(Self {
            issues: trace.issues,
            within,
            row_of,
            points,
            secrets,
        })
    }

    fn holds(&self, person: u32) -> bool {
        self.row_of[person as usize].is_some()
    }

    fn row(&self, person: u32) -> Option<&[u16]> {
        let at = self.row_of[person as usize]? as usize * self.issues;
        Some(&self.points[at..at + self.issues])
    }
}

/// People whom all releases show alike are one record.
struct Alike {
    /// By place in the pool.
    record_of: Vec<u32>,
    /// Somebody of each record.
    person: Vec<u32>,
    weight: Vec<u32>,
    /// By record, release and sensitive issue.
    spreads: Vec<Vec<Vec<Spread>>>,
    /// Records of the same people who rated the same issues: nobody else can be close.
    patterns: Vec<Vec<u32>>,
}

/// How many people are close to a record, and what their sensitive ratings are.
struct Near {
    people: u32,
    spreads: Vec<Vec<Spread>>,
}

impl Near {
    fn deviation(&self, release: usize, trace: &RatingsTrace, reading: NullReading) -> u64 {
        let spreads = self.spreads[release].iter();
        let reached = spreads.map(|spread| spread.reaches(&trace.scale, reading));
        reached.min().unwrap_or(0)
    }
}

impl Alike {
    fn new(shown: &[Shown], pool: &[u32], progress: &Progress) -> Result<Self, Stopped> {
        let mut known: HashMap<Vec<u16>, u32> = HashMap::new();
        let mut pattern_of: HashMap<Vec<bool>, usize> = HashMap::new();
        let mut alike = Self {
            record_of: Vec::with_capacity(pool.len()),
            person: Vec::new(),
            weight: Vec::new(),
            spreads: Vec::new(),
            patterns: Vec::new(),
        };
        for &person in pool {
            progress.check()?;
            // A release that somebody is not in differs from one that shows them without a rating.
            let mut key = Vec::new();
            let mut pattern = Vec::new();
            for shown in shown {
                let row = shown.row(person);
                key.push(u16::from(row.is_some()));
                pattern.push(row.is_some());
                for &cell in row.unwrap_or_default() {
                    key.push(cell);
                    pattern.push(cell != NULL);
                }
            }
            let next = alike.person.len() as u32;
            let record = *known.entry(key).or_insert(next);
            if record == next {
                alike.person.push(person);
                alike.weight.push(0);
                let none = |shown: &Shown| vec![Spread::default(); shown.secrets.len()];
                alike.spreads.push(shown.iter().map(none).collect());
                let fresh = alike.patterns.len();
                let at = *pattern_of.entry(pattern).or_insert(fresh);
                if at == fresh {
                    alike.patterns.push(Vec::new());
                }
                alike.patterns[at].push(record);
            }
            alike.weight[record as usize] += 1;
            for (own, shown) in alike.spreads[record as usize].iter_mut().zip(shown) {
                for (spread, cells) in own.iter_mut().zip(&shown.secrets) {
                    spread.add(cells[person as usize], 1);
                }
            }
            alike.record_of.push(record);
        }
        Ok(alike)
    }

    /// By record.
    fn near(&self, shown: &[Shown], progress: &Progress) -> Result<Vec<Near>, Stopped> {
        let mut near: Vec<Option<Near>> = Vec::new();
        near.resize_with(self.person.len(), || None);
        for pattern in &self.patterns {
            let found: Vec<(u32, Near)> = pattern
                .par_iter()
                .map(|&record| {
                    progress.check()?;
                    Ok((record, self.near_of(record, pattern, shown)))
                })
                .collect::<Result<_, Stopped>>()?;
            for (record, found) in found {
                near[record as usize] = Some(found);
            }
        }
        // Every record has a pattern.
        Ok(near.into_iter().flatten().collect())
    }

    fn near_of(&self, record: u32, pattern: &[u32], shown: &[Shown]) -> Near {
        let person = self.person[record as usize];
        let none = |shown: &Shown| vec![Spread::default(); shown.secrets.len()];
        let mut near = Near {
            people: 0,
            spreads: shown.iter().map(none).collect(),
        };
        for &other in pattern {
            let are_close = shown.iter().all(|shown| {
                let (own, others) = (shown.row(person), shown.row(self.person[other as usize]));
                let mut cells = own
                    .unwrap_or_default()
                    .iter()
                    .zip(others.unwrap_or_default());
                // The same issues are missing in both, and two that are missing are equal numbers.
                cells.all(|(&a, &b)| a.abs_diff(b) <= shown.within)
            });
            if !are_close {
                continue;
            }
            near.people += self.weight[other as usize];
            for (own, others) in near.spreads.iter_mut().zip(&self.spreads[other as usize]) {
                for (spread, other) in own.iter_mut().zip(others) {
                    spread.merge(other);
                }
            }
        }
        near
    }
}
