//! Two candidates side by side, compared behind the window.

use crate::ui::baskets::asked::Answer;
use crate::ui::method_result::{MethodResult, RunOutcome};
use cloakroom_core::dataset::Dataset;
use cloakroom_core::io::loaded::Loaded;
use cloakroom_core::problem::Failure;
use cloakroom_core::pulse::{Pulse, Stopped};
use cloakroom_engine::kinds::AnyCandidate;
use cloakroom_engine::side_by_side::{Beside, baskets, people, records};
use cloakroom_ratings::survey::Survey;
use std::sync::Arc;

/// So few cells take no job.
const AT_ONCE: usize = 20_000;

#[derive(Clone)]
pub struct BesideQuestion {
    pub loaded: Arc<Loaded>,
    /// The first is A, the second B.
    pub sides: [Arc<MethodResult>; 2],
}

impl PartialEq for BesideQuestion {
    fn eq(&self, other: &Self) -> bool {
        let same = |side: usize| Arc::ptr_eq(&self.sides[side], &other.sides[side]);
        Arc::ptr_eq(&self.loaded, &other.loaded) && same(0) && same(1)
    }
}

/// An answer and what it answers.
pub struct BesideAnswer {
    pub question: BesideQuestion,
    pub beside: Beside,
    /// Of ratings, what each candidate was made from.
    pub surveys: Option<[Arc<Survey>; 2]>,
}

impl Answer for BesideAnswer {
    type Question = BesideQuestion;

    fn question(&self) -> &BesideQuestion {
        &self.question
    }

    fn compute(question: BesideQuestion, pulse: &Pulse) -> Result<Self, Stopped> {
        let dataset = &question.loaded.dataset;
        let [a, b] = [&question.sides[0], &question.sides[1]];
        let mut surveys = None;
        let beside = match (&a.outcome, &b.outcome, dataset) {
            (
                RunOutcome::Reached(AnyCandidate::Records(one)),
                RunOutcome::Reached(AnyCandidate::Records(other)),
                Dataset::Microdata(table),
            ) => {
                let sides = [(one.as_ref(), a.settings()), (other.as_ref(), b.settings())];
                records(table, sides, pulse)?
            }
            (
                RunOutcome::Reached(AnyCandidate::People(one)),
                RunOutcome::Reached(AnyCandidate::People(other)),
                Dataset::Ratings(ratings),
            ) => {
                let survey = |result: &MethodResult| match Survey::new(
                    ratings,
                    &result.settings().roles,
                    pulse,
                ) {
                    Ok(survey) => Ok(Some(Arc::new(survey))),
                    Err(Failure::Stopped(stopped)) => Err(stopped),
                    // What was run could be read; if not, there is nothing to compare.
                    Err(Failure::Problem(_)) => Ok(None),
                };
                match (survey(a)?, survey(b)?) {
                    (Some(of_a), Some(of_b)) => {
                        let sides = [
                            (one.as_ref(), of_a.as_ref()),
                            (other.as_ref(), of_b.as_ref()),
                        ];
                        let beside = people(sides, pulse)?;
                        surveys = Some([of_a, of_b]);
                        beside
                    }
                    _ => Beside::default(),
                }
            }
            (
                RunOutcome::Reached(AnyCandidate::Baskets(one)),
                RunOutcome::Reached(AnyCandidate::Baskets(other)),
                _,
            ) => baskets([one, other], pulse)?,
            _ => Beside::default(),
        };
        Ok(Self {
            question,
            beside,
            surveys,
        })
    }

    fn is_short(question: &BesideQuestion) -> bool {
        question.loaded.dataset.records() * 10 <= AT_ONCE
    }
}
