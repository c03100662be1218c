//! The levels by slicing: of the people between two planes around a rating, those are kept who lie between the
//! planes of all other issues, too (Algorithm 1 of the paper on slicing).

use super::Level;
use super::measure::Measure;
use super::people::{Row, add, apart as people_apart, levels as by_person};
use crate::ratings::{PreparedRatings, apart};
use cloakroom_core::{Progress, Stopped};

/// Per issue the people who rated it, sorted by their rating.
struct Slices {
    points: usize,
    /// By issue and point, where the people with that point begin.
    starts: Vec<usize>,
    people: Vec<u32>,
    /// People who rated nothing: they are close to each other alone.
    silent: Vec<u32>,
}

impl Slices {
    fn of(survey: &PreparedRatings, progress: &Progress) -> Result<Self, Stopped> {
        let points = usize::from(survey.scale.points());
        let key = |issue: u32, point: u16| issue as usize * points + usize::from(point);
        let mut starts = vec![0usize; survey.issues.len() * points + 1];
        let mut silent = Vec::new();
        for person in 0..survey.people() {
            progress.check()?;
            let mut is_silent = true;
            survey.each_rated(person, |issue, point| {
                starts[key(issue, point) + 1] += 1;
                is_silent = false;
            });
            if is_silent {
                silent.push(person as u32);
            }
        }
        for at in 1..starts.len() {
            starts[at] += starts[at - 1];
        }
        let mut people = vec![0; starts[starts.len() - 1]];
        let mut next = starts.clone();
        for person in 0..survey.people() {
            progress.check()?;
            survey.each_rated(person, |issue, point| {
                let at = &mut next[key(issue, point)];
                people[*at] = person as u32;
                *at += 1;
            });
        }
        Ok(Self {
            points,
            starts,
            people,
            silent,
        })
    }

    /// Everybody who rated an issue at most `d` away from `point`.
    fn slice(&self, issue: u32, point: u16, d: u16) -> &[u32] {
        let first = issue as usize * self.points;
        let low = usize::from(point.saturating_sub(d));
        let high = usize::from(point.saturating_add(d)).min(self.points - 1);
        &self.people[self.starts[first + low]..self.starts[first + high + 1]]
    }
}

/// The levels 0 to `searched` − 1.
pub fn levels(
    measure: &Measure<'_>,
    searched: u16,
    progress: &Progress,
) -> Result<Vec<Level>, Stopped> {
    let (survey, width) = (measure.survey, measure.shares.width);
    let slices = Slices::of(survey, progress)?;
    by_person(measure, searched, progress, |person, sums| {
        let mut row = Row::new();
        survey.each_rated(person as usize, |issue, point| row.push((issue, point)));
        for (d, sum) in (0..searched).zip(sums.chunks_mut(width)) {
            progress.check()?;
            let narrow = row
                .iter()
                .map(|&(issue, point)| slices.slice(issue, point, d))
                .min_by_key(|slice| slice.len());
            let mut close = narrow.unwrap_or(&slices.silent).to_vec();
            trim(survey, person, d, &mut close);
            for other in close {
                add(survey, other, sum);
            }
        }
        Ok(())
    })
}

/// Keeps those who lie between the planes of every issue.
fn trim(survey: &PreparedRatings, person: u32, d: u16, close: &mut Vec<u32>) {
    let Some(cells) = survey.dense() else {
        let mut rows = Default::default();
        close.retain(|&other| people_apart(survey, person, other, &mut rows) <= d);
        return;
    };
    let (width, r) = (survey.issues.len(), survey.r());
    let row = |person: u32| &cells[person as usize * width..(person as usize + 1) * width];
    let own = row(person);
    close.retain(|&other| {
        let pairs = own.iter().zip(row(other));
        pairs.into_iter().all(|(&a, &b)| apart(a, b, r) <= d)
    });
}
