//! Who must be left out so that the others keep the promise among themselves.

use super::measure::Measure;
use super::patterns::Patterns;
use super::search::{CHUNK, Search};
use super::shares::add;
use crate::privacy::{Spread, Target};
use crate::ratings::PreparedRatings;
use cloakroom_core::{Progress, Stopped};
use rayon::prelude::*;

/// People to be left out, ascending.
///
/// For k alone this is the least set there is: whoever has too few people close can never stay. Sensitive
/// ratings are looked at only when that has settled, and again after every change; leaving out people may
/// mend or break the spread of others, so for l the set is sound but need not be the least.
pub fn left_out(
    survey: &PreparedRatings,
    target: &Target,
    progress: &Progress,
) -> Result<Vec<u32>, Stopped> {
    let patterns = Patterns::find(survey, progress)?;
    let measure = Measure::new(survey, &patterns, target.reading);
    progress.stage("leaving out", patterns.records() as u64);
    let everything: Vec<u32>;
    let parts: Vec<&[u32]> = if target.within >= survey.r() {
        everything = (0..patterns.records() as u32).collect();
        vec![&everything]
    } else {
        let groups = &measure.groups;
        groups.iter().collect()
    };
    let out: Vec<Vec<u32>> = parts
        .par_iter()
        .map(|members| {
            progress.check()?;
            progress.advance(members.len() as u64);
            // From the distance of the lowest and the highest point on, whole groups are close.
            let is_whole = members.len() < 2 || target.within >= survey.r() - 1;
            if is_whole {
                Ok(out_of_clique(&measure, target, members))
            } else {
                Settling::new(&measure, target, members, progress)?.settle(progress)
            }
        })
        .collect::<Result<_, Stopped>>()?;
    let mut stays = vec![true; patterns.records()];
    for record in out.into_iter().flatten() {
        stays[record as usize] = false;
    }
    Ok((0..)
        .zip(&patterns.record_of)
        .filter(|&(_, &record)| !stays[record as usize])
        .map(|(person, _)| person)
        .collect())
}

/// All or none of records that are all close to each other and to nobody else.
fn out_of_clique(measure: &Measure<'_>, target: &Target, members: &[u32]) -> Vec<u32> {
    let mut sum = vec![Spread::default(); measure.shares.width];
    for &record in members {
        add(&mut sum, measure.shares.share(record));
    }
    let (within, reaches) = measure.of(&sum);
    match within < target.k || reaches < target.deviation {
        true => members.to_vec(),
        false => Vec::new(),
    }
}

/// The records of one Hamming group while they are left out.
struct Settling<'a> {
    measure: &'a Measure<'a>,
    target: &'a Target,
    search: Search<'a>,
    /// Places that stay so far, ascending.
    left: Vec<u32>,
    /// By sensitive issue and place, the sum over everybody close who stays.
    sums: Vec<Vec<Spread>>,
    out: Vec<u32>,
}

impl<'a> Settling<'a> {
    fn new(
        measure: &'a Measure<'a>,
        target: &'a Target,
        members: &'a [u32],
        progress: &Progress,
    ) -> Result<Self, Stopped> {
        let search = Search::new(measure.survey, measure.patterns, members, progress)?;
        let left = search.places();
        // Without l, one sum is enough to count people.
        let issues = if target.deviation > 0 {
            measure.shares.width
        } else {
            1
        };
        let mut settling = Self {
            measure,
            target,
            search,
            left: Vec::new(),
            sums: Vec::new(),
            out: Vec::new(),
        };
        for issue in 0..issues {
            let sums = settling.sums_over(&left, &left, issue, progress)?;
            settling.sums.push(sums);
        }
        settling.left = left;
        Ok(settling)
    }

    fn share(&self, place: u32, issue: usize) -> Spread {
        self.measure.shares.share(self.search.record(place))[issue]
    }

    /// By query, the sum over all targets that are close.
    fn sums_over(
        &self,
        queries: &[u32],
        targets: &[u32],
        issue: usize,
        progress: &Progress,
    ) -> Result<Vec<Spread>, Stopped> {
        let share = |place: u32| self.share(place, issue);
        let targets = self.search.targets(targets, share, progress)?;
        let d = [self.target.within];
        let sums: Vec<Vec<Spread>> = queries
            .par_chunks(CHUNK)
            .map(|queries| self.search.sums(&targets, queries, &d, share, progress))
            .collect::<Result<_, Stopped>>()?;
        Ok(sums.concat())
    }

    /// The records that cannot stay.
    fn settle(mut self, progress: &Progress) -> Result<Vec<u32>, Stopped> {
        loop {
            progress.check()?;
            let few = |&place: &u32| self.sums[0][place as usize].people < self.target.k;
            let (mut out, mut left): (Vec<u32>, Vec<u32>) = self.left.iter().partition(|p| few(p));
            if out.is_empty() && self.target.deviation > 0 {
                (out, left) = self.left.iter().partition(|p| self.is_alike(**p));
            }
            if out.is_empty() {
                return Ok(self.out);
            }
            for issue in 0..self.sums.len() {
                let gone = self.sums_over(&left, &out, issue, progress)?;
                for (&place, gone) in left.iter().zip(&gone) {
                    self.sums[issue][place as usize].remove(gone);
                }
            }
            self.out
                .extend(out.iter().map(|&place| self.search.record(place)));
            self.left = left;
        }
    }

    /// Whether sensitive ratings around a record spread less than asked.
    fn is_alike(&self, place: u32) -> bool {
        self.sums.iter().any(|sums| {
            let sum = std::slice::from_ref(&sums[place as usize]);
            self.measure.of(sum).1 < self.target.deviation
        })
    }
}
