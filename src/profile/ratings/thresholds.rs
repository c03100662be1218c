//! What is asked of a profile: each answer is a comparison with what lies there.

use super::{Level, RatingsProfile, Violating};
use crate::privacy::survey::Target;
use rayon::prelude::*;

/// How many records or people one thread looks at.
const STRETCH: usize = 1 << 15;

impl Level {
    fn fails(&self, record: usize, target: &Target) -> bool {
        self.within[record] < target.k || self.reaches[record] < target.deviation
    }

    /// The fewest people close to anybody; 0 without people.
    fn least(&self) -> u32 {
        self.within.par_iter().copied().min().unwrap_or(0)
    }

    /// The least l that anybody's neighbourhood reaches.
    fn least_reached(&self) -> u64 {
        self.reaches.par_iter().copied().min().unwrap_or(u64::MAX)
    }
}

impl RatingsProfile {
    /// How many people break the promise.
    pub fn violating(&self, target: &Target) -> Violating {
        let level = self.level(target.within);
        let parts = (
            self.patterns.weight.par_chunks(STRETCH),
            level.within.par_chunks(STRETCH),
            level.reaches.par_chunks(STRETCH),
        );
        parts
            .into_par_iter()
            .map(|(weights, within, reaches)| {
                let mut found = Violating::default();
                for ((&weight, &within), &reaches) in weights.iter().zip(within).zip(reaches) {
                    let weight = weight as usize;
                    let (few, alike) = (within < target.k, reaches < target.deviation);
                    found.by_k += usize::from(few) * weight;
                    found.by_deviation += usize::from(alike) * weight;
                    found.people += usize::from(few | alike) * weight;
                }
                found
            })
            .reduce(Violating::default, |a, b| Violating {
                people: a.people + b.people,
                by_k: a.by_k + b.by_k,
                by_deviation: a.by_deviation + b.by_deviation,
            })
    }

    pub fn violates(&self, target: &Target, person: usize) -> bool {
        let record = self.patterns.record_of[person] as usize;
        self.level(target.within).fails(record, target)
    }

    /// Everybody who breaks the promise, ascending.
    pub fn violating_people(&self, target: &Target) -> Vec<u32> {
        let level = self.level(target.within);
        let lists: Vec<Vec<u32>> = self
            .patterns
            .record_of
            .par_chunks(STRETCH)
            .enumerate()
            .map(|(chunk, records)| {
                ((chunk * STRETCH) as u32..)
                    .zip(records)
                    .filter(|&(_, &record)| level.fails(record as usize, target))
                    .map(|(person, _)| person)
                    .collect()
            })
            .collect();
        lists.concat()
    }

    /// The largest k that everybody reaches at this ε; none if somebody's sensitive ratings spread less than
    /// asked.
    pub fn most_k(&self, target: &Target) -> Option<u32> {
        let level = self.level(target.within);
        (level.least_reached() >= target.deviation).then(|| level.least())
    }

    /// The largest l in millionths that everybody reaches at this ε; none if somebody has fewer than k people
    /// close, or if there is no sensitive issue.
    pub fn most_deviation(&self, target: &Target) -> Option<u64> {
        let level = self.level(target.within);
        let least = level.least_reached();
        (level.least() >= target.k && least != u64::MAX).then_some(least)
    }

    /// The smallest ε in steps at which nobody breaks the promise. A larger one may break it again: the
    /// spread of sensitive ratings does not always grow with ε.
    pub fn least_within(&self, target: &Target) -> Option<u16> {
        (0..=self.farthest()).find(|&d| {
            let level = self.level(d);
            level.least() >= target.k && level.least_reached() >= target.deviation
        })
    }

    /// By distance and then by k, how many people break the promise. `ks` ascend.
    pub fn plane(&self, ks: &[u32], deviation: u64) -> Vec<Vec<u32>> {
        self.levels
            .par_iter()
            .map(|level| {
                // By place, people who fail this k and all later ones, and none before.
                let mut fails_from = vec![0u32; ks.len() + 1];
                let records = level.within.iter().zip(&level.reaches);
                for ((&within, &reaches), &weight) in records.zip(&self.patterns.weight) {
                    let at = if reaches < deviation {
                        0
                    } else {
                        ks.partition_point(|&k| k <= within)
                    };
                    fails_from[at] += weight;
                }
                fails_from
                    .iter()
                    .take(ks.len())
                    .scan(0, |people, &more| {
                        *people += more;
                        Some(*people)
                    })
                    .collect()
            })
            .collect()
    }
}
