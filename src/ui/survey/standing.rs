//! Who violates what is asked of ratings, made anew when a slider moves.

use crate::privacy::survey::Target;
use crate::profile::ratings::RatingsProfile;
use rayon::prelude::*;
use std::sync::Arc;

/// Too few people are close.
pub const BY_K: u8 = 1;
/// A sensitive issue is not spread enough.
pub const BY_DEVIATION: u8 = 2;

/// How many records a thread looks at in one go.
const STRIDE: usize = 1 << 14;

#[derive(Debug)]
pub struct SurveyStanding {
    pub target: Target,
    pub profile: Arc<RatingsProfile>,
    /// By distinct record, what it breaks.
    pub broken: Vec<u8>,
    pub violating: usize,
    pub by_k: usize,
    pub by_deviation: usize,
    /// Distinct records that violate.
    pub violating_records: usize,
}

impl SurveyStanding {
    /// `None` if the profile does not reach as far as ε. Everybody is within `r`, and nobody farther.
    pub fn new(profile: &Arc<RatingsProfile>, target: Target, r: u16) -> Option<Self> {
        let within = target.within.min(r);
        if within > profile.farthest() {
            return None;
        }
        let level = profile.level(within);
        let weight = &profile.patterns().weight;
        let mut broken = vec![0u8; weight.len()];
        let counts = broken
            .par_chunks_mut(STRIDE)
            .zip(level.within.par_chunks(STRIDE))
            .zip(level.reaches.par_chunks(STRIDE))
            .zip(weight.par_chunks(STRIDE))
            .map(|(((broken, within), reaches), weight)| {
                let mut counts = [0usize; 4];
                for (((broken, &within), &reaches), &weight) in
                    broken.iter_mut().zip(within).zip(reaches).zip(weight)
                {
                    let by_k = u8::from(within < target.k);
                    let by_deviation = u8::from(reaches < target.deviation);
                    *broken = by_k * BY_K + by_deviation * BY_DEVIATION;
                    let (any, people) = (usize::from(by_k | by_deviation), weight as usize);
                    counts[0] += any * people;
                    counts[1] += usize::from(by_k) * people;
                    counts[2] += usize::from(by_deviation) * people;
                    counts[3] += any;
                }
                counts
            })
            .reduce(
                || [0; 4],
                |a, b| [a[0] + b[0], a[1] + b[1], a[2] + b[2], a[3] + b[3]],
            );
        Some(Self {
            target,
            profile: profile.clone(),
            broken,
            violating: counts[0],
            by_k: counts[1],
            by_deviation: counts[2],
            violating_records: counts[3],
        })
    }

    pub fn people(&self) -> usize {
        self.profile.people()
    }

    pub fn record_violates(&self, record: usize) -> bool {
        self.broken.get(record).is_some_and(|&broken| broken != 0)
    }

    pub fn violates(&self, person: usize) -> bool {
        let record = self.profile.patterns().record_of.get(person);
        record.is_some_and(|&record| self.record_violates(record as usize))
    }

    /// People who break any of `what`, ascending.
    pub fn violating_people(&self, what: u8) -> Vec<u32> {
        let records = &self.profile.patterns().record_of;
        let parts: Vec<Vec<u32>> = records
            .par_chunks(STRIDE)
            .enumerate()
            .map(|(chunk, records)| {
                let first = (chunk * STRIDE) as u32;
                let people = (first..).zip(records);
                people
                    .filter(|(_, record)| self.broken[**record as usize] & what != 0)
                    .map(|(person, _)| person)
                    .collect()
            })
            .collect();
        parts.concat()
    }
}
