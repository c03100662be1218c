//! What naive Bayes learns from one half of the people as released, tested on the other half, which is released apart
//! (000, Figure 3; 003, Figure 16). What is predicted is the income level, which is drawn by chance.

use super::income;
use super::laboratory::Laboratory;
use super::releases::five;
use crate::figure::Series;
use cloakroom_core::metrics::bayes::taught;
use cloakroom_core::{Failure, MethodName, Progress, Stream};
use cloakroom_ratings::metrics::{Issue, Secret};
use cloakroom_ratings::ratings::PreparedRatings;
use std::sync::Arc;

/// As many people as the papers have in each set; where there are fewer, half of them.
const MOST: usize = 2_000;
/// Of the draw of the sets.
const STREAM: u64 = 1 << 42;

/// How often a learner of the first rows of a table is right about the others.
fn right(
    cells: &[u16],
    survey: &PreparedRatings,
    levels: &[u16],
    learned: usize,
    progress: &Progress,
) -> Result<f64, Failure> {
    let points = survey.scale.points();
    let issues = Issue::all(cells, survey.issues.len(), points);
    let secret = Secret {
        cells: levels,
        points,
    };
    let rows: Vec<u32> = (0..levels.len() as u32).collect();
    let (learned, tested) = rows.split_at(learned);
    Ok(taught(&issues, &secret, [learned, tested], progress)?)
}

impl Laboratory<'_> {
    /// Over all trials, released and original, by k; a trial that a method does not reach is left out of both.
    pub fn predicted(
        &self,
        method: MethodName,
        steps: u16,
        progress: &Progress,
    ) -> Result<Vec<Series>, Failure> {
        let survey = income::with_level(&self.survey, self.plan.seed);
        let mut released = Vec::new();
        let mut original = Vec::new();
        for k in five(20..=60) {
            let (mut sums, mut trials) = ([0.0; 2], 0u32);
            for trial in 0..self.plan.trials {
                if let Some(found) = self.trial(&survey, method, k, steps, trial, progress)? {
                    sums = [sums[0] + found[0], sums[1] + found[1]];
                    trials += 1;
                }
            }
            let [after, before] = sums.map(|sum| (trials > 0).then(|| sum / f64::from(trials)));
            released.push((f64::from(k), after));
            original.push((f64::from(k), before));
        }
        Ok(vec![
            Series::new("released", released),
            Series::new("original", original),
        ])
    }

    fn trial(
        &self,
        survey: &PreparedRatings,
        method: MethodName,
        k: u32,
        steps: u16,
        trial: u32,
        progress: &Progress,
    ) -> Result<Option<[f64; 2]>, Failure> {
        let sets = self.sets(survey, trial);
        let mut after = Vec::new();
        let mut before = Vec::new();
        let mut levels = Vec::new();
        for people in &sets {
            let part = Arc::new(survey.picked(people));
            let Some(made) = self.released(&part, method, k, steps, progress)? else {
                return Ok(None);
            };
            after.extend(made.cells);
            before.extend_from_slice(part.dense().unwrap_or(&[]));
            levels.extend_from_slice(&part.secrets[0]);
        }
        let learned = sets[0].len();
        let of = |cells: &[u16]| right(cells, survey, &levels, learned, progress);
        Ok(Some([of(&after)?, of(&before)?]))
    }

    /// Two sets of people that have nobody in common.
    fn sets(&self, survey: &PreparedRatings, trial: u32) -> [Vec<u32>; 2] {
        let mut people: Vec<u32> = (0..survey.people() as u32).collect();
        let mut stream = Stream::new(self.plan.seed, STREAM + u64::from(trial));
        for at in (1..people.len()).rev() {
            people.swap(at, stream.below(at as u32 + 1) as usize);
        }
        let size = (people.len() / 2).min(MOST);
        [people[..size].to_vec(), people[size..2 * size].to_vec()]
    }
}
