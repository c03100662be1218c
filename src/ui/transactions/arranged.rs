//! Baskets before and after, in the order that is asked for.

use super::changes::Changes;
use crate::ui::asked::Answer;
use cloakroom_core::progress::{Progress, Stopped};
use rayon::prelude::*;
use std::sync::Arc;

/// So many baskets are put in order without a job.
const AT_ONCE: usize = 20_000;

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum TransactionsOrder {
    #[default]
    File,
    /// How many items there are.
    Items,
    /// How many of them are shown as more general ones.
    General,
    /// How many of them are not shown.
    Gone,
    Loss,
}

#[derive(Clone, Debug)]
pub struct ArrangeQuestion {
    pub changes: Arc<Changes>,
    pub order: TransactionsOrder,
    pub descending: bool,
    /// What is shown as it is stays away.
    pub only_changed: bool,
}

impl PartialEq for ArrangeQuestion {
    fn eq(&self, other: &Self) -> bool {
        let rest = |of: &Self| (of.order, of.descending, of.only_changed);
        Arc::ptr_eq(&self.changes, &other.changes) && rest(self) == rest(other)
    }
}

#[derive(Debug)]
pub struct Arranged {
    pub question: ArrangeQuestion,
    pub rows: Vec<u32>,
}

impl Arranged {
    pub fn new(question: ArrangeQuestion, progress: &Progress) -> Result<Self, Stopped> {
        let changes = &question.changes;
        let baskets = &changes.question.released.baskets;
        let key = |basket: u32| {
            let at = basket as usize;
            match question.order {
                TransactionsOrder::File => 0,
                TransactionsOrder::Items => (baskets.starts[at + 1] - baskets.starts[at]) as u64,
                TransactionsOrder::General => u64::from(changes.general[at]),
                TransactionsOrder::Gone => u64::from(changes.gone[at]),
                // Shares of different wholes, told apart to a millionth.
                TransactionsOrder::Loss => (changes.share(at) * 1e6).round() as u64,
            }
        };
        let mut rows: Vec<(u64, u32)> = match question.only_changed {
            true => changes.changed.iter().map(|&at| (key(at), at)).collect(),
            false => (0..baskets.len() as u32).map(|at| (key(at), at)).collect(),
        };
        progress.check()?;
        let is_file = question.order == TransactionsOrder::File;
        match question.descending {
            true if is_file => rows.reverse(),
            // Equal ones stay in the order of the file.
            true => rows.par_sort_unstable_by_key(|&(key, at)| (std::cmp::Reverse(key), at)),
            false => rows.par_sort_unstable(),
        }
        Ok(Self {
            rows: rows.into_iter().map(|(_, at)| at).collect(),
            question,
        })
    }
}

impl Answer for Arranged {
    type Question = ArrangeQuestion;
    const WORK: &'static str = "Arrange baskets";

    fn compute(question: ArrangeQuestion, progress: &Progress) -> Result<Self, Stopped> {
        Self::new(question, progress)
    }

    fn is_short(question: &ArrangeQuestion) -> bool {
        question.changes.loss.len() <= AT_ONCE
    }
}
