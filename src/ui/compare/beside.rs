//! Two candidates side by side, compared behind the window.

use crate::ui::asked::Answer;
use crate::ui::method_result::MethodResult;
use cloakroom_core::io::loaded::Loaded;
use cloakroom_core::progress::{Progress, Stopped};
use cloakroom_engine::side_by_side::{Beside, PreparedRatingsAll, compared};
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
    pub surveys: Option<PreparedRatingsAll>,
}

impl Answer for BesideAnswer {
    type Question = BesideQuestion;
    const WORK: &'static str = "Compare candidates";

    fn compute(question: BesideQuestion, progress: &Progress) -> Result<Self, Stopped> {
        let dataset = &question.loaded.dataset;
        let [a, b] = &question.sides;
        let (beside, surveys) = match (a.outcome.reached(), b.outcome.reached()) {
            (Some(one), Some(other)) => compared(
                dataset,
                [(one, a.settings()), (other, b.settings())],
                progress,
            )?,
            _ => (Beside::default(), None),
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
