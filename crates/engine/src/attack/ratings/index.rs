//! Who rated what, ready to be asked who fits what is known.

use super::facts::Fact;
use cloakroom_core::{Lists, Progress, Stopped};
use cloakroom_ratings::ratings::{Cells, NULL, PreparedRatings};
use rayon::prelude::*;
use std::collections::HashMap;

/// How far a released rating may lie from what is known, and whether it may be missing.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Leeway {
    pub steps: u16,
    pub may_be_missing: bool,
}

/// How far a release moved ratings of an issue.
pub(super) fn moved(before: &PreparedRatings, released: &PreparedRatings, issue: usize) -> Leeway {
    let mut leeway = Leeway::default();
    if std::ptr::eq(before, released) {
        return leeway;
    }
    for person in 0..before.people() {
        match (cell(before, person, issue), cell(released, person, issue)) {
            (NULL, _) => {}
            (_, NULL) => leeway.may_be_missing = true,
            (a, b) => leeway.steps = leeway.steps.max(a.abs_diff(b)),
        }
    }
    leeway
}

fn cell(survey: &PreparedRatings, person: usize, issue: usize) -> u16 {
    match &survey.cells {
        Cells::Dense(cells) => cells[person * survey.issues.len() + issue],
        Cells::Sparse { ratings, place } => {
            let places = ratings.starts[person]..ratings.starts[person + 1];
            places
                .into_iter()
                .find(|&at| place[ratings.issue[at] as usize] as usize == issue)
                .map_or(NULL, |at| ratings.rating[at])
        }
    }
}

/// The people of a survey by what they rated.
pub(super) struct Index<'a> {
    survey: &'a PreparedRatings,
    /// By issue that is asked for.
    issues: HashMap<usize, Posting>,
}

struct Posting {
    leeway: Leeway,
    /// By point; the last are those who did not rate.
    people: Lists,
}

impl Posting {
    /// The points that fit a fact, the last one excluded.
    fn stretch(&self, fact: Fact) -> std::ops::Range<usize> {
        let points = self.people.len() - 1;
        let low = usize::from(fact.low.saturating_sub(self.leeway.steps));
        let high = usize::from(fact.high.saturating_add(self.leeway.steps)) + 1;
        low.min(points)..high.min(points)
    }

    fn rated(&self, fact: Fact) -> &[u32] {
        self.people.within(self.stretch(fact))
    }

    fn missing(&self) -> &[u32] {
        match self.leeway.may_be_missing {
            true => &self.people[self.people.len() - 1],
            false => &[],
        }
    }

    fn fits(&self, fact: Fact, cell: u16) -> bool {
        match cell {
            NULL => self.leeway.may_be_missing,
            point => self.stretch(fact).contains(&usize::from(point)),
        }
    }
}

impl<'a> Index<'a> {
    pub fn new(
        survey: &'a PreparedRatings,
        issues: &[usize],
        leeway: impl Fn(usize) -> Leeway + Sync,
        progress: &Progress,
    ) -> Result<Self, Stopped> {
        progress.stage("sorting ratings", issues.len() as u64);
        let points = survey.scale.points();
        let issues = issues
            .par_iter()
            .map(|&issue| {
                progress.check()?;
                let cells: Vec<u32> = (0..survey.people())
                    .map(|person| match cell(survey, person, issue) {
                        NULL => u32::from(points),
                        point => u32::from(point),
                    })
                    .collect();
                let people = Lists::of_places(usize::from(points) + 1, &cells);
                progress.advance(1);
                let leeway = leeway(issue);
                Ok((issue, Posting { leeway, people }))
            })
            .collect::<Result<HashMap<_, _>, Stopped>>()?;
        Ok(Self { survey, issues })
    }

    /// Everybody who fits all facts, ascending.
    pub fn fitting(&self, facts: &[Fact]) -> Vec<u32> {
        let known: Vec<(Fact, &Posting)> = facts
            .iter()
            .filter_map(|&fact| Some((fact, self.issues.get(&fact.issue)?)))
            .collect();
        let width = |&&(fact, posting): &&(Fact, &Posting)| {
            posting.rated(fact).len() + posting.missing().len()
        };
        let Some(&(fact, posting)) = known.iter().min_by_key(width) else {
            return (0..self.survey.people() as u32).collect();
        };
        let fits = |person: u32| {
            known.iter().all(|&(fact, posting)| {
                posting.fits(fact, cell(self.survey, person as usize, fact.issue))
            })
        };
        let near = posting.rated(fact).iter().chain(posting.missing()).copied();
        let mut found: Vec<u32> = near.filter(|&person| fits(person)).collect();
        found.sort_unstable();
        found
    }
}
