//! Who violates what is asked of ratings, made anew when a slider moves.

use cloakroom_ratings::privacy::{Spread, Target};
use cloakroom_ratings::profile::RatingsProfile;
use cloakroom_ratings::ratings::PreparedRatings;
use rayon::prelude::*;
use std::ops::Range;
use std::sync::Arc;

/// Too few people are close.
pub const BY_K: u8 = 1;
/// A sensitive issue is not spread enough.
pub const BY_DEVIATION: u8 = 2;

/// How many records a thread looks at in one go.
const STRIDE: usize = 1 << 14;

#[derive(Debug)]
pub struct RatingsStatus {
    pub target: Target,
    pub profile: Arc<RatingsProfile>,
    /// By distinct record, what it breaks.
    pub broken: Vec<u8>,
    pub violating: usize,
    pub by_k: usize,
    pub by_deviation: usize,
    /// Distinct records that violate.
    pub violating_records: usize,
    /// Under an ε as wide as the scale everybody is close to everybody, however far the profile reaches.
    everybody: Option<Everybody>,
    /// As of the survey.
    widest: u16,
}

/// All people together.
#[derive(Debug)]
struct Everybody {
    people: u32,
    /// The least of the sensitive issues, in millionths.
    deviation: u64,
}

impl Everybody {
    fn of(survey: &PreparedRatings, target: Target) -> Self {
        let spreads = survey.secrets.iter().map(|cells| {
            let spread = Spread::of(cells.iter().copied());
            spread.reaches(&survey.scale, target.reading)
        });
        Self {
            people: survey.people() as u32,
            deviation: spreads.min().unwrap_or(u64::MAX),
        }
    }
}

/// What is broken by a record with so many people close who reach such a deviation.
fn breaks(target: Target, within: u32, reaches: u64) -> u8 {
    u8::from(within < target.k) * BY_K + u8::from(reaches < target.deviation) * BY_DEVIATION
}

impl RatingsStatus {
    /// The largest distance in steps at which not everybody is close to everybody.
    pub fn widest(&self) -> u16 {
        self.widest
    }

    /// `None` if the profile does not reach as far as ε.
    pub fn new(
        profile: &Arc<RatingsProfile>,
        target: Target,
        survey: &PreparedRatings,
    ) -> Option<Self> {
        let weight = &profile.patterns().weight;
        let mut status = Self {
            target,
            profile: profile.clone(),
            broken: vec![0u8; weight.len()],
            violating: 0,
            by_k: 0,
            by_deviation: 0,
            violating_records: 0,
            everybody: None,
            widest: survey.widest(),
        };
        if target.within >= survey.r() {
            let reached = Everybody::of(survey, target);
            let broken = breaks(target, reached.people, reached.deviation);
            status.everybody = Some(reached);
            status.broken.fill(broken);
        } else if target.within <= profile.farthest() {
            let level = profile.level(target.within);
            status
                .broken
                .par_chunks_mut(STRIDE)
                .zip(level.within.par_chunks(STRIDE))
                .zip(level.reaches.par_chunks(STRIDE))
                .for_each(|((broken, within), reaches)| {
                    for ((broken, &within), &reaches) in broken.iter_mut().zip(within).zip(reaches)
                    {
                        *broken = breaks(target, within, reaches);
                    }
                });
        } else {
            return None;
        }
        let counts = status
            .broken
            .par_chunks(STRIDE)
            .zip(weight.par_chunks(STRIDE))
            .map(|(broken, weight)| {
                let mut counts = [0usize; 4];
                for (&broken, &weight) in broken.iter().zip(weight) {
                    let (any, people) = (usize::from(broken != 0), weight as usize);
                    counts[0] += any * people;
                    counts[1] += usize::from(broken & BY_K) * people;
                    counts[2] += usize::from(broken & BY_DEVIATION != 0) * people;
                    counts[3] += any;
                }
                counts
            })
            .reduce(
                || [0; 4],
                |a, b| [a[0] + b[0], a[1] + b[1], a[2] + b[2], a[3] + b[3]],
            );
        [
            status.violating,
            status.by_k,
            status.by_deviation,
            status.violating_records,
        ] = counts;
        Some(status)
    }

    /// How many people are close to somebody with this record, that person included.
    pub fn within(&self, record: u32) -> u32 {
        match &self.everybody {
            Some(everybody) => everybody.people,
            None => self.profile.level(self.target.within).within[record as usize],
        }
    }

    /// The largest l in millionths that those reach on every sensitive issue; `u64::MAX` without such issues.
    pub fn reaches(&self, record: u32) -> u64 {
        match &self.everybody {
            Some(everybody) => everybody.deviation,
            None => self.profile.level(self.target.within).reaches[record as usize],
        }
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

    /// How many of these people violate.
    pub fn violating_among(&self, people: Range<usize>) -> usize {
        let records = self.profile.patterns().record_of[people].iter();
        records
            .filter(|&&record| self.broken[record as usize] != 0)
            .count()
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

#[cfg(test)]
mod tests {
    use super::*;
    use cloakroom_core::progress::Progress;
    use cloakroom_core::ratings::Scale;
    use cloakroom_core::requirement::NullReading;
    use cloakroom_core::settings::NeighbourEngine;
    use cloakroom_ratings::ratings::NULL;

    fn survey() -> PreparedRatings {
        let row = |a: u16, b: u16, c: u16| vec![a, b, c];
        let rows = [
            row(2, 5, NULL),
            row(1, 4, NULL),
            row(3, 6, NULL),
            row(4, 5, NULL),
            row(0, NULL, 4),
            row(1, NULL, 5),
        ];
        let scale = Scale {
            high: 7.0,
            ..Scale::default()
        };
        PreparedRatings::from_rows(scale, &rows, vec![vec![5, 0, 3, 0, 0, 4]])
    }

    fn status(farthest: u16, k: u32, within: u16, deviation: u64) -> Option<RatingsStatus> {
        let (survey, progress) = (survey(), Progress::default());
        let (reading, engine) = (NullReading::Strict, NeighbourEngine::Profile);
        let profile =
            RatingsProfile::compute(&survey, reading, farthest, engine, &progress).unwrap();
        let target = Target {
            k,
            within,
            deviation,
            reading,
        };
        RatingsStatus::new(&Arc::new(profile), target, &survey)
    }

    #[test]
    fn thesis_table_6_2_is_counted() {
        let status = status(7, 3, 2, 2_060_000).unwrap();
        // t5 and t6 are two; t2 and t4 spread by 2.05 among three.
        assert_eq!((status.by_k, status.by_deviation), (2, 4));
        assert_eq!(status.violating, 4);
        assert_eq!(status.violating_people(BY_K), [4, 5]);
        assert_eq!(status.violating_people(BY_DEVIATION), [1, 3, 4, 5]);
        assert!(status.violates(4) && !status.violates(0));
        assert_eq!(status.within(0), 4);
    }

    #[test]
    fn as_wide_as_the_scale_everybody_is_close_to_everybody() {
        for farthest in [3, 7] {
            let all = status(farthest, 6, 7, 1_000_000).unwrap();
            assert_eq!((all.violating, all.within(5)), (0, 6));
            assert_eq!(status(farthest, 7, 9, 0).unwrap().by_k, 6);
        }
        assert!(status(3, 2, 5, 0).is_none(), "beyond the profile");
    }
}
