//! The profile behind the sliders for k, ε and l: how many people are close to everybody at every distance,
//! and how far their sensitive ratings spread.
//!
//! Computed once; after that every promise is a comparison of whole numbers.

mod bitmaps;
pub mod core;
pub mod decompose;
mod digits;
pub mod graph;
mod groups;
mod measure;
mod near;
mod pairwise;
mod patterns;
mod people;
mod search;
mod shares;
mod slicing;
mod targets;
mod thresholds;

#[cfg(test)]
mod engines;
#[cfg(test)]
mod papers;
#[cfg(test)]
mod properties;

use crate::ratings::{PreparedRatings, distance};
use cloakroom_core::{NeighbourEngine, NullReading, Progress, Stopped};
use measure::Measure;
pub use patterns::Patterns;
use rayon::prelude::*;

/// How many records are handled between two looks at the progress.
const STRIDE: usize = 1 << 12;

#[derive(Clone, Debug)]
pub struct RatingsProfile {
    patterns: Patterns,
    levels: Vec<Level>,
    reading: NullReading,
}

/// What is true at one distance, by distinct record.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Level {
    /// People within that distance, those with the record itself included.
    pub within: Vec<u32>,
    /// The largest l in millionths that these people reach on every sensitive issue; `u64::MAX` if there
    /// is none.
    pub reaches: Vec<u64>,
}

/// How many people break a promise; those who break both are counted in both parts and once in `people`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Violating {
    pub people: usize,
    pub by_k: usize,
    pub by_deviation: usize,
}

impl RatingsProfile {
    /// Everything up to the distance `farthest`, in steps of the scale. From the r of the scale on everybody
    /// is close to everybody.
    pub fn compute(
        survey: &PreparedRatings,
        reading: NullReading,
        farthest: u16,
        engine: NeighbourEngine,
        progress: &Progress,
    ) -> Result<Self, Stopped> {
        let patterns = Patterns::find(survey, progress)?;
        let measure = Measure::new(survey, &patterns, reading);
        let r = survey.r();
        let farthest = farthest.min(r);
        // From the distance of the lowest and the highest point on, nothing needs to be searched.
        let searched = (r - 1).min(farthest.saturating_add(1)).max(1);
        let mut levels = match engine {
            NeighbourEngine::Profile => near::levels(&measure, searched, progress),
            NeighbourEngine::Slicing => slicing::levels(&measure, searched, progress),
            NeighbourEngine::Pairwise => pairwise::levels(&measure, searched, progress),
        }?;
        for d in searched..=farthest {
            progress.check()?;
            levels.push(if d < r {
                measure.groups()
            } else {
                measure.everybody()
            });
        }
        Ok(Self {
            patterns,
            levels,
            reading,
        })
    }

    pub fn people(&self) -> usize {
        self.patterns.record_of.len()
    }

    /// The largest distance that can be asked for.
    pub fn farthest(&self) -> u16 {
        (self.levels.len() - 1) as u16
    }

    /// How missing sensitive ratings were counted.
    pub fn reading(&self) -> NullReading {
        self.reading
    }

    pub fn patterns(&self) -> &Patterns {
        &self.patterns
    }

    /// What is true within the distance `d`, which is at most [`Self::farthest`].
    pub fn level(&self, d: u16) -> &Level {
        &self.levels[usize::from(d.min(self.farthest()))]
    }

    /// Everybody within a distance of a person, that person included, ascending.
    pub fn neighbours(&self, survey: &PreparedRatings, person: usize, d: u16) -> Vec<u32> {
        let patterns = &self.patterns;
        let r = survey.r();
        if d >= r {
            return (0..self.people() as u32).collect();
        }
        let group = patterns.group_of[patterns.record_of[person] as usize];
        let mut row = Vec::new();
        survey.row(person, &mut row);
        let is_near: Vec<bool> = patterns
            .first
            .par_iter()
            .zip(&patterns.group_of)
            .map_init(Vec::new, |other, (&first, &of)| {
                if of != group {
                    return false;
                }
                match survey.dense() {
                    Some(cells) => {
                        let start = first as usize * row.len();
                        distance(&row, &cells[start..start + row.len()], r) <= d
                    }
                    None => {
                        survey.row(first as usize, other);
                        distance(&row, other, r) <= d
                    }
                }
            })
            .collect();
        (0..)
            .zip(&patterns.record_of)
            .filter(|&(_, &record)| is_near[record as usize])
            .map(|(person, _)| person)
            .collect()
    }
}
