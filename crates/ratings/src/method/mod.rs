//! The methods for ratings: each changes what people rated until enough others are close to everybody, or
//! says why it cannot.

mod check;
mod clustered;
mod dearest;
mod flags;
mod graph;
mod greedy;
pub mod means;
mod meeting_box;
mod mould;
mod none;
pub mod window;

use crate::privacy::Target;
use crate::ratings::{PreparedRatings, apart};
use cloakroom_core::{Failure, MethodName, MethodSettings, Problem, Progress};

/// What a method is given. Checked before: at least one issue, at least k people, and for all methods but
/// `none` an ε smaller than the scale is wide.
#[derive(Clone, Copy, Debug)]
pub struct RatingsTask<'a> {
    pub survey: &'a PreparedRatings,
    /// The survey's cells, row after row.
    pub cells: &'a [u16],
    pub target: Target,
    /// How many people may be left out.
    pub may_leave_out: usize,
    pub settings: &'a MethodSettings,
}

/// What a method made of a survey.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct AnonymizedRatings {
    /// Row after row over all people, those left out included; these have their original cells.
    pub cells: Vec<u16>,
    /// People, ascending.
    pub kept: Vec<u32>,
    /// People, ascending.
    pub left_out: Vec<u32>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RatingsOutcome {
    Reached(AnonymizedRatings),
    /// Why it cannot be reached by this method, in a sentence.
    NotReached(String),
}

impl<'a> RatingsTask<'a> {
    pub fn width(&self) -> usize {
        self.survey.issues.len()
    }

    pub fn row(&self, person: usize) -> &'a [u16] {
        let width = self.width();
        &self.cells[person * width..(person + 1) * width]
    }
}

impl AnonymizedRatings {
    /// Everybody is kept.
    pub fn of_all(cells: Vec<u16>, people: usize) -> Self {
        Self {
            cells,
            kept: (0..people as u32).collect(),
            left_out: Vec::new(),
        }
    }

    /// All but these people, ascending, are kept.
    pub fn without(cells: Vec<u16>, people: usize, left_out: Vec<u32>) -> Self {
        let mut next = left_out.iter().copied().peekable();
        let kept = (0..people as u32).filter(|person| next.next_if_eq(person).is_none());
        Self {
            cells,
            kept: kept.collect(),
            left_out,
        }
    }
}

/// How a method is run.
type Run = fn(RatingsTask<'_>, &Progress) -> Result<RatingsOutcome, Failure>;

/// A new one is a line here, its module above and its row in `cloakroom_core::method`.
const METHODS: &[(MethodName, Run)] = &[
    (MethodName::None, none::run),
    (MethodName::Greedy, greedy::run),
    (MethodName::Graph, graph::run),
    (MethodName::Clustered, |task, progress| {
        keeping_everybody_if_need_be(clustered::run, task, progress)
    }),
    (MethodName::MeetingBox, least_of_all),
];

pub fn run(
    name: MethodName,
    task: RatingsTask<'_>,
    progress: &Progress,
) -> Result<RatingsOutcome, Failure> {
    let listed = METHODS.iter().find(|(method, _)| *method == name);
    let (_, run) = listed
        .ok_or_else(|| Problem::new(format!("the method {} is not for ratings", name.name())))?;
    run(task, progress)
}

/// Whom to leave out is chosen before groups are joined for l, which can go wrong: what may be left out need not
/// be.
fn keeping_everybody_if_need_be(
    method: Run,
    task: RatingsTask<'_>,
    progress: &Progress,
) -> Result<RatingsOutcome, Failure> {
    let outcome = method(task, progress)?;
    let failed = matches!(outcome, RatingsOutcome::NotReached(_));
    if !failed || task.may_leave_out == 0 {
        return Ok(outcome);
    }
    let everybody = RatingsTask {
        may_leave_out: 0,
        ..task
    };
    let second = method(everybody, progress)?;
    let reached = matches!(second, RatingsOutcome::Reached(_));
    Ok(if reached { second } else { outcome })
}

/// Boxes, and where an l is asked for also what simpler ways find: joining for l can cost more than it saves.
fn least_of_all(task: RatingsTask<'_>, progress: &Progress) -> Result<RatingsOutcome, Failure> {
    let mut best = keeping_everybody_if_need_be(meeting_box::run, task, progress)?;
    let is_reached = matches!(best, RatingsOutcome::Reached(_));
    if task.target.deviation == 0 || is_reached && progress.is_enough() {
        return Ok(best);
    }
    let hasty = MethodSettings {
        effort: 0,
        ..task.settings.clone()
    };
    let hasty = RatingsTask {
        settings: &hasty,
        ..task
    };
    for other in [
        keeping_everybody_if_need_be(meeting_box::run, hasty, progress)?,
        keeping_everybody_if_need_be(clustered::run, task, progress)?,
        greedy::run(task, progress)?,
        graph::run(task, progress)?,
    ] {
        if distortion(&task, &other) < distortion(&task, &best) {
            best = other;
        }
    }
    Ok(best)
}

/// In steps, over the people who are kept; nothing is worse than not to be reached.
fn distortion(task: &RatingsTask<'_>, outcome: &RatingsOutcome) -> u64 {
    let RatingsOutcome::Reached(made) = outcome else {
        return u64::MAX;
    };
    let (width, r) = (task.width(), task.survey.r());
    made.kept
        .iter()
        .map(|&person| {
            let row = person as usize * width..(person as usize + 1) * width;
            let cells = task.cells[row.clone()].iter().zip(&made.cells[row]);
            cells.map(|(&a, &b)| u64::from(apart(a, b, r))).sum::<u64>()
        })
        .sum()
}

#[cfg(test)]
mod testing;
#[cfg(test)]
mod tests;

#[cfg(test)]
mod list {
    use super::*;
    use cloakroom_core::Kind;

    #[test]
    fn every_method_of_ratings_can_be_run() {
        for method in MethodName::ALL {
            let is_known = method.kinds().contains(&Kind::Ratings);
            let is_listed = METHODS.iter().any(|(listed, _)| *listed == method);
            assert_eq!(is_listed, is_known, "{method:?}");
        }
    }
}
