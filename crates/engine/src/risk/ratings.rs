//! The risk of people who rated issues.

use super::RiskOptions;
use crate::ratings::CheckedRatingsTask;
use crate::ratings::anonymize::RatingsCandidate;
use cloakroom_core::metrics::{Figure, Unit};
use cloakroom_core::words::{counted, grouped, percent};
use cloakroom_core::{Failure, NeighbourEngine, Progress};
use cloakroom_microdata::metrics::risk::is_above;
use cloakroom_ratings::metrics::{PinnedByIssues, pinned_by_issues};
use cloakroom_ratings::profile::RatingsProfile;
use serde::Serialize;

#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct RatingsRisk {
    pub people: usize,
    /// The distance within which people cannot be told apart.
    pub epsilon: f64,
    /// The fewest people close to anybody, that person included.
    pub fewest_close: u32,
    /// People to whom nobody else is close.
    pub unique: usize,
    pub below_k: usize,
    /// The chance of the person who is easiest to find, and the average over people.
    pub largest: f64,
    pub average: f64,
    pub people_above: usize,
    /// How many people have so many people close, ascending.
    pub close: Vec<CloseShare>,
    /// By distance in steps of the scale: people to whom nobody else is so close.
    pub unique_within: Vec<usize>,
    /// People for whom the sensitive ratings of everybody close are the same on some issue.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub homogeneous: Option<usize>,
    /// By how many issues somebody knows; empty where there are too many to look.
    pub pinned: Vec<PinnedByIssues>,
    pub figures: Vec<Figure>,
    /// The one that people below k are counted with.
    #[serde(skip)]
    pub k: u32,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct CloseShare {
    pub close: u32,
    pub people: usize,
}

/// Of what a method made of the survey, or of the survey as it is.
pub fn ratings(
    checked: &CheckedRatingsTask,
    candidate: Option<&RatingsCandidate>,
    engine: NeighbourEngine,
    options: &RiskOptions<'_>,
    progress: &Progress,
) -> Result<RatingsRisk, Failure> {
    let target = checked.target;
    let survey = candidate.map_or(&checked.survey, |candidate| &candidate.released);
    let computed;
    let profile = match candidate {
        Some(candidate) => candidate.profile.as_ref(),
        None => {
            let farthest = survey.r();
            computed = RatingsProfile::compute(survey, target.reading, farthest, engine, progress)?;
            &computed
        }
    };
    let patterns = profile.patterns();
    let level = profile.level(target.within);
    let people = profile.people();
    let mut close: Vec<(u32, usize)> = Vec::new();
    let mut sorted: Vec<(u32, u32)> = level
        .within
        .iter()
        .copied()
        .zip(patterns.weight.iter().copied())
        .collect();
    sorted.sort_unstable();
    for same in sorted.chunk_by(|a, b| a.0 == b.0) {
        let people = same.iter().map(|&(_, weight)| weight as usize).sum();
        close.push((same[0].0, people));
    }
    let chance: f64 = close
        .iter()
        .map(|&(close, people)| people as f64 / f64::from(close))
        .sum();
    let average = if people == 0 {
        0.0
    } else {
        chance / people as f64
    };
    let alone = |within: &[u32]| {
        let records = within.iter().zip(&patterns.weight);
        let alone = records.filter(|&(&within, _)| within == 1);
        alone.map(|(_, &weight)| weight as usize).sum::<usize>()
    };
    let homogeneous = (!survey.sensitive.is_empty()).then(|| {
        let records = level.reaches.iter().zip(&patterns.weight);
        let same = records.filter(|&(&reaches, _)| reaches == 0);
        same.map(|(_, &weight)| weight as usize).sum()
    });
    let fewest = close.first().map_or(0, |&(close, _)| close);
    let below_k = close
        .iter()
        .filter(|&&(close, _)| close < target.k)
        .map(|&(_, people)| people)
        .sum();
    let mut risk = RatingsRisk {
        people,
        epsilon: survey.scale.distance(target.within),
        fewest_close: fewest,
        unique: alone(&level.within),
        below_k,
        largest: if fewest == 0 {
            0.0
        } else {
            1.0 / f64::from(fewest)
        },
        average,
        people_above: 0,
        close: close
            .iter()
            .map(|&(close, people)| CloseShare { close, people })
            .collect(),
        unique_within: (0..=profile.farthest().min(survey.r().saturating_sub(1)))
            .map(|d| alone(&profile.level(d).within))
            .collect(),
        homogeneous,
        pinned: pinned_by_issues(survey, target.within, progress)?,
        figures: Vec::new(),
        k: target.k,
    };
    risk.set_threshold(options.threshold);
    Ok(risk)
}

impl RatingsRisk {
    /// How many people have so many close.
    pub fn sizes(&self) -> Vec<(u32, usize)> {
        let close = self.close.iter();
        close.map(|share| (share.close, share.people)).collect()
    }

    /// Counts anew what is above a threshold, out of what is known already.
    pub fn set_threshold(&mut self, threshold: f64) {
        let close = self.close.iter();
        self.people_above = close
            .filter(|share| share.close > 0 && is_above(u64::from(share.close), threshold))
            .map(|share| share.people)
            .sum();
        self.figures = self.told(threshold);
    }

    fn told(&self, threshold: f64) -> Vec<Figure> {
        let (epsilon, k) = (self.epsilon, self.k);
        let people = |number: usize| counted(number, "person", "people");
        let mut figures = vec![
            Figure::new(
                "closest_max",
                self.largest,
                Unit::Share,
                format!(
                    "Somebody who knows all ratings of a person, each to within {epsilon}, finds them with a chance of at \
                     most {}: the fewest close to anybody are {}.",
                    percent(self.largest),
                    people(self.fewest_close as usize)
                ),
            ),
            Figure::new(
                "closest_avg",
                self.average,
                Unit::Share,
                format!(
                    "Over all people the chance is {} on average.",
                    percent(self.average)
                ),
            ),
            Figure::new(
                "people_above_threshold",
                self.people_above as f64,
                Unit::People,
                format!(
                    "{} would be found with a chance above {}.",
                    people(self.people_above),
                    percent(threshold)
                ),
            ),
            Figure::new(
                "unique_people",
                self.unique as f64,
                Unit::People,
                format!(
                    "{} nobody else close; {} fewer than k = {k}.",
                    match self.unique {
                        1 => "1 person has".to_owned(),
                        many => format!("{} people have", grouped(many)),
                    },
                    match self.below_k {
                        1 => "1 has".to_owned(),
                        many => format!("{} have", grouped(many)),
                    }
                ),
            ),
        ];
        if let Some(same) = self.homogeneous {
            figures.push(Figure::new(
                "homogeneous_people",
                same as f64,
                Unit::People,
                format!(
                    "For {} everybody close gives the same sensitive rating, so that it is learned without finding them.",
                    people(same)
                ),
            ));
        }
        let names = ["pinned_by_1", "pinned_by_2", "pinned_by_3"];
        let pinned = self.pinned.iter().zip(names);
        figures.extend(pinned.map(|(pinned, name)| pinned.figure(self.people, name)));
        figures
    }
}
