//! The cliffs under the sliders of ratings: how many people each setting would leave violating, and where the
//! data stand now. What does not depend on a slider is counted once.

use crate::ui::ratings::Lent;
use cloakroom_ratings::privacy::Target;
use cloakroom_ratings::profile::RatingsProfile;
use cloakroom_ratings::ratings::NULL;
use rayon::prelude::*;
use std::sync::Arc;

/// Records that one thread looks at in one go.
const STRIDE: usize = 1 << 15;

/// Settings of k that have a bar.
pub const LARGEST_K: usize = 50;
/// The step of the slider of l, in millionths.
pub const L_STEP: u64 = 50_000;

#[derive(Default)]
pub struct RatingsCliffs {
    counted: Option<Counted>,
    made_for: Option<Target>,
    /// The share of people that k = 1, 2, … would leave violating.
    pub k: Vec<f64>,
    /// The same for an ε of 0, 1, … steps.
    pub epsilon: Vec<f64>,
    /// The same for an l of 0, 0.05, …
    pub l: Vec<f64>,
    pub reached_k: Option<u32>,
    /// In steps.
    pub reached_epsilon: Option<u16>,
    /// In millionths.
    pub reached_l: Option<u64>,
    /// People with nobody close.
    pub alone: u64,
    /// Somebody did not rate a sensitive issue.
    pub misses_secrets: bool,
}

/// What is known of a profile whatever is asked.
struct Counted {
    profile: Arc<RatingsProfile>,
    /// By distance.
    levels: Vec<LevelFacts>,
    misses_secrets: bool,
}

struct LevelFacts {
    least: u32,
    /// The least l in millionths that anybody's neighbourhood reaches.
    least_reached: u64,
    /// People with fewer than 1, 2, … people close.
    below: Vec<u64>,
}

impl RatingsCliffs {
    /// Looks again if something has changed.
    pub fn refresh(&mut self, lent: Option<Lent<'_>>) {
        let Some(lent) = lent else {
            *self = Self::default();
            return;
        };
        let counted = match self.counted.take() {
            Some(counted) if Arc::ptr_eq(&counted.profile, lent.profile) => counted,
            _ => {
                self.made_for = None;
                Counted::of(lent)
            }
        };
        let target = lent.status.target;
        if self.made_for != Some(target) {
            self.look(lent, &counted, target);
            self.made_for = Some(target);
        }
        self.counted = Some(counted);
    }

    fn look(&mut self, lent: Lent<'_>, counted: &Counted, target: Target) {
        let profile = lent.profile.as_ref();
        let people = profile.people().max(1) as f64;
        let within = target.within.min(profile.farthest());
        let facts = &counted.levels[usize::from(within)];
        let before = self.made_for.map(|target| target.within);
        if before != Some(target.within) {
            let share = |&violating: &u64| violating as f64 / people;
            self.k = facts.below.iter().map(share).collect();
            let widest = lent.survey.scale.most_spread();
            let settings = ((widest * 1e6).round() as u64 / L_STEP + 1) as usize;
            self.l = spreads(profile, within, settings);
        }
        self.alone = facts.below.get(1).copied().unwrap_or(0);
        self.misses_secrets = counted.misses_secrets;
        let last = profile.farthest().min(lent.survey.r().saturating_sub(1));
        self.epsilon = (0..=last)
            .map(|steps| counted.violating(steps, target) as f64 / people)
            .collect();
        self.reached_k = Some(facts.least);
        self.reached_l = Some(facts.least_reached).filter(|&least| least != u64::MAX);
        let holds =
            |facts: &LevelFacts| facts.least >= target.k && facts.least_reached >= target.deviation;
        let reached = counted.levels.iter().position(holds);
        self.reached_epsilon = reached.map(|steps| steps as u16);
    }
}

impl Counted {
    fn of(lent: Lent<'_>) -> Self {
        let profile = lent.profile;
        let levels = (0..=profile.farthest())
            .map(|steps| {
                let level = profile.level(steps);
                LevelFacts {
                    least: level.within.par_iter().copied().min().unwrap_or(0),
                    least_reached: level.reaches.par_iter().copied().min().unwrap_or(u64::MAX),
                    below: below(profile, LARGEST_K, |record| level.within[record] as usize),
                }
            })
            .collect();
        let misses = |cells: &Vec<u16>| cells.par_iter().any(|&cell| cell == NULL);
        Self {
            profile: profile.clone(),
            levels,
            misses_secrets: lent.survey.secrets.iter().any(misses),
        }
    }

    /// People who break what is asked at this distance: looked up where it is about k alone.
    fn violating(&self, steps: u16, target: Target) -> u64 {
        let below = &self.levels[usize::from(steps)].below;
        match below.get(target.k.saturating_sub(1) as usize) {
            Some(&violating) if target.deviation == 0 => violating,
            _ => {
                let asked = Target {
                    within: steps,
                    ..target
                };
                self.profile.violating(&asked).people as u64
            }
        }
    }
}

/// By setting, the share of people whose neighbours' sensitive ratings spread too little for it.
fn spreads(profile: &RatingsProfile, within: u16, settings: usize) -> Vec<f64> {
    let level = profile.level(within);
    let people = profile.people().max(1) as f64;
    let passes = |record: usize| {
        usize::try_from(level.reaches[record] / L_STEP).map_or(usize::MAX, |steps| steps + 1)
    };
    let below = below(profile, settings, passes);
    below.iter().map(|&count| count as f64 / people).collect()
}

/// By setting, how many people fail it. Whoever passes so many settings fails all stricter ones.
fn below(
    profile: &RatingsProfile,
    settings: usize,
    passes: impl Fn(usize) -> usize + Sync,
) -> Vec<u64> {
    let weights = &profile.patterns().weight;
    let counts = weights
        .par_chunks(STRIDE)
        .enumerate()
        .map(|(chunk, weights)| {
            let mut counts = vec![0u64; settings + 1];
            for (record, &weight) in (chunk * STRIDE..).zip(weights) {
                counts[passes(record).min(settings)] += u64::from(weight);
            }
            counts
        })
        .reduce(
            || vec![0u64; settings + 1],
            |one, other| one.iter().zip(&other).map(|(a, b)| a + b).collect(),
        );
    let mut failing = 0;
    counts[..settings]
        .iter()
        .map(|count| {
            failing += count;
            failing
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ui::ratings::graph::state::GraphState;
    use crate::ui::ratings::status::RatingsStatus;
    use cloakroom_core::progress::Progress;
    use cloakroom_core::ratings::Scale;
    use cloakroom_core::requirement::NullReading;
    use cloakroom_core::settings::NeighbourEngine;
    use cloakroom_ratings::ratings::PreparedRatings;

    #[test]
    fn every_bar_counts_what_its_setting_would_leave_violating() {
        let points = [0, 0, 1, 3, 4, 4, 4, 2];
        let rows: Vec<Vec<u16>> = points.iter().map(|&point| vec![point]).collect();
        let secrets = vec![vec![0, 4, 2, NULL, 1, 3, 3, 0]];
        let survey = Arc::new(PreparedRatings::from_rows(Scale::default(), &rows, secrets));
        let reading = NullReading::Strict;
        let (engine, progress) = (NeighbourEngine::Profile, Progress::default());
        let profile = RatingsProfile::compute(&survey, reading, survey.r(), engine, &progress);
        let profile = Arc::new(profile.unwrap());
        let mut cliffs = RatingsCliffs::default();
        for (k, within, deviation) in [(3, 1, 0), (3, 1, 500_000), (2, 0, 500_000), (60, 2, 0)] {
            let target = Target {
                k,
                within,
                deviation,
                reading,
            };
            let status = RatingsStatus::new(&profile, target, &survey).map(Arc::new);
            let status = status.unwrap();
            cliffs.refresh(Some(Lent {
                survey: &survey,
                profile: &profile,
                status: &status,
                released: None,
                graph: &GraphState::default(),
            }));
            let share = |asked: Target| profile.violating(&asked).people as f64 / 8.0;
            for (at, &bar) in cliffs.k.iter().enumerate() {
                let k = at as u32 + 1;
                let asked = Target {
                    k,
                    deviation: 0,
                    ..target
                };
                assert_eq!(bar, share(asked), "k = {k}");
            }
            for (at, &bar) in cliffs.l.iter().enumerate() {
                let deviation = at as u64 * L_STEP;
                let asked = Target {
                    k: 1,
                    deviation,
                    ..target
                };
                assert_eq!(bar, share(asked), "l = {deviation}");
            }
            for (at, &bar) in cliffs.epsilon.iter().enumerate() {
                let within = at as u16;
                assert_eq!(bar, share(Target { within, ..target }), "epsilon = {at}");
            }
            assert_eq!(cliffs.reached_epsilon, profile.least_within(&target));
            assert!(cliffs.misses_secrets);
        }
    }
}
