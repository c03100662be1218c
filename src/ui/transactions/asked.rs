//! A question of a view and its answer: computed at once where it is short, behind the window where it is not.

use cloakroom_core::progress::{Progress, Stopped};
use std::sync::Arc;

/// Knows what it is an answer to.
pub trait Answer: Sized {
    type Question: Clone + PartialEq;

    fn question(&self) -> &Self::Question;
    fn compute(question: Self::Question, progress: &Progress) -> Result<Self, Stopped>;
    /// So short that nobody notices.
    fn is_short(question: &Self::Question) -> bool;
}

#[derive(Debug)]
pub struct Asked<A: Answer> {
    wanted: Option<A::Question>,
    under_way: Option<A::Question>,
    answer: Option<Arc<A>>,
}

impl<A: Answer> Default for Asked<A> {
    fn default() -> Self {
        Self {
            wanted: None,
            under_way: None,
            answer: None,
        }
    }
}

impl<A: Answer> Asked<A> {
    /// Says what the view needs now. Says whether that is another question than before.
    pub fn ask(&mut self, question: A::Question) -> bool {
        if self.wanted.as_ref() == Some(&question) {
            return false;
        }
        if A::is_short(&question) {
            let answer = A::compute(question.clone(), &Progress::default());
            self.answer = answer.ok().map(Arc::new);
        }
        self.wanted = Some(question);
        true
    }

    pub fn forget(&mut self) {
        *self = Self::default();
    }

    /// The question that is to be answered behind the window, told once.
    pub fn take_missing(&mut self) -> Option<A::Question> {
        let wanted = self.wanted.as_ref()?;
        if self.current().is_some() || self.under_way.as_ref() == Some(wanted) {
            return None;
        }
        self.under_way = Some(wanted.clone());
        Some(wanted.clone())
    }

    /// Whether the question has been handed out to be answered.
    pub fn was_told(&self) -> bool {
        self.under_way.is_some()
    }

    pub fn take_in(&mut self, answer: A) {
        self.under_way = None;
        self.answer = Some(Arc::new(answer));
    }

    /// The answer to what is asked now.
    pub fn current(&self) -> Option<&Arc<A>> {
        let answer = self.answer.as_ref()?;
        (self.wanted.as_ref() == Some(answer.question())).then_some(answer)
    }

    /// The answer to what is asked now, or to what was asked before it.
    pub fn last(&self) -> Option<&Arc<A>> {
        self.answer.as_ref()
    }
}
