//! The cliffs under the sliders of ratings: how many people each setting would leave violating, and where the
//! data stand now. Made anew when one of the other parameters moves.

use crate::privacy::survey::Target;
use crate::profile::ratings::RatingsProfile;
use crate::ui::survey::Lent;
use rayon::prelude::*;
use std::sync::Arc;

/// Records that one thread looks at in one go.
const STRIDE: usize = 1 << 15;

/// Settings of k that have a bar.
pub const LARGEST_K: usize = 50;
/// The step of the slider of l, in millionths.
pub const L_STEP: u64 = 50_000;

#[derive(Default)]
pub struct SurveyCliffs {
    made_for: Option<(Arc<RatingsProfile>, Target)>,
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
}

impl SurveyCliffs {
    /// Looks again if something has changed.
    pub fn refresh(&mut self, lent: Option<Lent<'_>>) {
        let Some(lent) = lent else {
            *self = Self::default();
            return;
        };
        let target = lent.standing.target;
        let known = self.made_for.as_ref().is_some_and(|(profile, made_for)| {
            Arc::ptr_eq(profile, lent.profile) && *made_for == target
        });
        if known {
            return;
        }
        let profile = lent.profile.as_ref();
        let widest = lent.survey.scale.distance(lent.survey.r()) / 2.0;
        let l_settings = (widest * 1e6) as u64 / L_STEP + 1;
        let people = profile.people().max(1) as f64;
        let within = target.within.min(profile.farthest());
        let level = profile.level(within);
        let shares = |settings: usize, passes: &(dyn Fn(usize) -> usize + Sync)| {
            // Whoever passes so many settings violates all stricter ones.
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
            let mut violating = 0;
            counts[..settings]
                .iter()
                .map(|count| {
                    violating += count;
                    violating as f64 / people
                })
                .collect::<Vec<f64>>()
        };
        self.k = shares(LARGEST_K, &|record| level.within[record] as usize);
        self.l = shares(l_settings as usize, &|record| {
            usize::try_from(level.reaches[record] / L_STEP).map_or(usize::MAX, |steps| steps + 1)
        });
        self.epsilon = (0..=profile.farthest().min(lent.survey.r() - 1))
            .map(|steps| {
                let asked = Target {
                    within: steps,
                    ..target
                };
                profile.violating(&asked).people as f64 / people
            })
            .collect();
        let alone = |deviation, k| Target {
            deviation,
            k,
            ..target
        };
        self.reached_k = profile.most_k(&alone(0, target.k));
        self.reached_l = profile.most_deviation(&alone(target.deviation, 1));
        self.reached_epsilon = profile.least_within(&target);
        self.made_for = Some((lent.profile.clone(), target));
    }
}
