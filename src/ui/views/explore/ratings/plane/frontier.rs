//! The largest k at every ε, and what cutting people into groups of mutually close ones says.

use super::Seen;
use crate::ui::asked::{Answer, Asked};
use cloakroom_core::progress::{Progress, Stopped};
use cloakroom_engine::ratings;
use cloakroom_engine::solve::FrontierPoint;
use cloakroom_ratings::privacy::Target;
use cloakroom_ratings::profile::RatingsProfile;
use cloakroom_ratings::ratings::PreparedRatings;
use std::sync::Arc;

/// So many settings are told at most; the picture holds all of them.
const MOST_TOLD: usize = 8;
/// People whom a frame has the time to part.
const FEW: usize = 100;

#[derive(Default)]
pub struct Frontier {
    asked: Asked<FrontierQuestion, Points>,
}

#[derive(Clone)]
struct FrontierQuestion {
    survey: Arc<PreparedRatings>,
    profile: Arc<RatingsProfile>,
    target: Target,
}

impl PartialEq for FrontierQuestion {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.profile, &other.profile) && self.target == other.target
    }
}

#[derive(Debug)]
struct Points(Vec<FrontierPoint>);

impl Answer for Points {
    type Question = FrontierQuestion;
    const WORK: &'static str = "Find the largest k at every \u{3b5}";

    fn compute(question: FrontierQuestion, progress: &Progress) -> Result<Self, Stopped> {
        let (survey, profile) = (&question.survey, &question.profile);
        ratings::frontier(survey, profile, &question.target, 0, progress).map(Self)
    }

    fn is_short(question: &FrontierQuestion) -> bool {
        question.survey.people() <= FEW
    }
}

impl Frontier {
    /// `Largest k: 2 from ε = 2 on …`, as soon as it is known.
    pub fn sentence(&mut self, seen: &Seen<'_>) -> Option<String> {
        let lent = &seen.survey;
        let question = FrontierQuestion {
            survey: lent.survey.clone(),
            profile: lent.profile.clone(),
            // k and ε are what is looked for.
            target: Target {
                k: 1,
                within: 0,
                ..lent.status.target
            },
        };
        self.asked.see_to(question, seen.jobs);
        let points = &self.asked.current()?.0;
        let by_definition = told(points, |point| point.k);
        let by_parts = told(points, |point| point.partition);
        Some(match (by_definition, by_parts) {
            (None, None) => return None,
            (Some(k), None) => format!("The largest k is {k}."),
            (Some(k), Some(parts)) if k == parts => {
                format!(
                    "The largest k is {k}; cut into groups of mutually close people it is the same."
                )
            }
            (k, Some(parts)) => {
                let k = k.unwrap_or_else(|| "none".to_owned());
                format!(
                    "The largest k is {k}. Cut into groups of mutually close people it is {parts}."
                )
            }
        })
    }
}

/// `2 at ε = 1, 5 at ε = 2`.
fn told(points: &[FrontierPoint], k: impl Fn(&FrontierPoint) -> Option<u32>) -> Option<String> {
    let holding: Vec<String> = points
        .iter()
        .filter_map(|point| Some(format!("{} at \u{3b5} = {}", k(point)?, point.epsilon)))
        .collect();
    let told = holding.len().min(MOST_TOLD);
    let mut words = holding.get(..told)?.join(", ");
    match holding.len() - told {
        0 => {}
        more => words += &format!(" and so on for {more} more"),
    }
    (told > 0).then_some(words)
}
