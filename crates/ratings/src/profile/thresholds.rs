//! What is asked of a profile: each answer is a comparison with what lies there.

use super::{Level, RatingsProfile, Violating};
use crate::privacy::Target;
use rayon::prelude::*;

/// How many records or people one thread looks at.
const STRETCH: usize = 1 << 15;

impl Level {
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

    /// Everybody who breaks the promise, ascending.
    pub fn violating_people(&self, target: &Target) -> Vec<u32> {
        let fails = self.failing_records(target);
        let lists: Vec<Vec<u32>> = self
            .patterns
            .record_of
            .par_chunks(STRETCH)
            .enumerate()
            .map(|(stretch, records)| {
                let mut list = vec![0; records.len()];
                let mut count = 0;
                // Everybody is written down and stays if they fail: who does cannot be foreseen, and a wrong
                // guess of the machine would cost more than the writing.
                for (person, &record) in ((stretch * STRETCH) as u32..).zip(records) {
                    list[count] = person;
                    count += (fails[record as usize / 64] >> (record % 64) & 1) as usize;
                }
                list.truncate(count);
                list
            })
            .collect();
        lists.concat()
    }

    /// A bit per distinct record, set if it breaks the promise: so small that looking it up costs little.
    fn failing_records(&self, target: &Target) -> Vec<u64> {
        let level = self.level(target.within);
        let words = (level.within.par_chunks(64), level.reaches.par_chunks(64));
        words
            .into_par_iter()
            .with_min_len(STRETCH / 64)
            .map(|(within, reaches)| {
                let records = within.iter().zip(reaches).enumerate();
                records.fold(0, |word, (bit, (&within, &reaches))| {
                    let fails = within < target.k || reaches < target.deviation;
                    word | u64::from(fails) << bit
                })
            })
            .collect()
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
                let mut people = self.failing_from(level, ks, deviation);
                people.pop();
                for at in 1..people.len() {
                    people[at] += people[at - 1];
                }
                people
            })
            .collect()
    }

    /// By place in `ks`, the people who fail that k and all larger ones but none before it; last, those who
    /// fail none.
    fn failing_from(&self, level: &Level, ks: &[u32], deviation: u64) -> Vec<u32> {
        let stretches = (
            self.patterns.weight.par_chunks(STRETCH),
            level.within.par_chunks(STRETCH),
            level.reaches.par_chunks(STRETCH),
        );
        let nobody = || vec![0u32; ks.len() + 1];
        stretches
            .into_par_iter()
            .fold(nobody, |mut people, (weights, within, reaches)| {
                for ((&weight, &within), &reaches) in weights.iter().zip(within).zip(reaches) {
                    let at = match reaches < deviation {
                        true => 0,
                        false => ks.partition_point(|&k| k <= within),
                    };
                    people[at] += weight;
                }
                people
            })
            .reduce(nobody, |mut all, part| {
                for (all, part) in all.iter_mut().zip(part) {
                    *all += part;
                }
                all
            })
    }
}
