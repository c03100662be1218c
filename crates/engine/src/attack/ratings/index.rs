//! Who rated what, ready to be asked who fits what is known.

use super::facts::Fact;
use cloakroom_core::{Progress, Stopped};
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
    /// `starts[point]..starts[point + 1]` in `people`; the last are those who did not rate.
    starts: Vec<u32>,
    people: Vec<u32>,
}

impl Posting {
    /// The points that fit a fact, the last one excluded.
    fn stretch(&self, fact: Fact) -> std::ops::Range<usize> {
        let points = self.starts.len() - 2;
        let low = usize::from(fact.low.saturating_sub(self.leeway.steps));
        let high = usize::from(fact.high.saturating_add(self.leeway.steps)) + 1;
        low.min(points)..high.min(points)
    }

    fn rated(&self, fact: Fact) -> &[u32] {
        let points = self.stretch(fact);
        &self.people[self.starts[points.start] as usize..self.starts[points.end] as usize]
    }

    fn missing(&self) -> &[u32] {
        let points = self.starts.len() - 2;
        match self.leeway.may_be_missing {
            true => &self.people[self.starts[points] as usize..],
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
        let points = usize::from(survey.scale.points());
        let issues = issues
            .par_iter()
            .map(|&issue| {
                progress.check()?;
                let cells: Vec<usize> = (0..survey.people())
                    .map(|person| match cell(survey, person, issue) {
                        NULL => points,
                        point => usize::from(point),
                    })
                    .collect();
                let mut starts = vec![0u32; points + 2];
                for &cell in &cells {
                    starts[cell + 1] += 1;
                }
                for point in 0..=points {
                    starts[point + 1] += starts[point];
                }
                let mut next = starts.clone();
                let mut people = vec![0u32; cells.len()];
                for (person, &cell) in cells.iter().enumerate() {
                    people[next[cell] as usize] = person as u32;
                    next[cell] += 1;
                }
                progress.advance(1);
                let leeway = leeway(issue);
                Ok((
                    issue,
                    Posting {
                        leeway,
                        starts,
                        people,
                    },
                ))
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
