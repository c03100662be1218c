//! Groups of records that are released alike, as a picture: two directions of the data, every record and every centre in
//! them, and what each column lost. Computed behind the window.

mod axes;
mod held;
mod index;
mod loss;
mod points;
#[cfg(test)]
mod tests;

pub use held::Held;
pub use index::Index;
pub use loss::ColumnLoss;

use crate::ui::asked::Answer;
use axes::principal;
use cloakroom_core::io::loaded::Loaded;
use cloakroom_core::progress::{Progress, Stopped};
use cloakroom_core::table::Table;
use cloakroom_engine::anonymize::Candidate;
use points::Points;
use std::sync::Arc;

/// What the two directions of the picture are.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Axes {
    /// The directions in which the standardized quasi-identifiers vary most.
    #[default]
    Principal,
    /// Two columns, by their place among the quasi-identifiers.
    Columns(usize, usize),
}

#[derive(Clone, Debug)]
pub struct GroupsQuestion {
    pub candidate: Arc<Candidate>,
    pub loaded: Arc<Loaded>,
    /// The quasi-identifiers of the run, by place in the table.
    pub quasi: Vec<usize>,
    pub axes: Axes,
}

impl PartialEq for GroupsQuestion {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.candidate, &other.candidate)
            && Arc::ptr_eq(&self.loaded, &other.loaded)
            && self.quasi == other.quasi
            && self.axes == other.axes
    }
}

/// A place in the picture, from 0 to 1 in both directions.
pub type Place = [f32; 2];

/// One direction of the picture.
#[derive(Clone, Debug, PartialEq)]
pub struct Direction {
    pub name: String,
    /// The share of all variance that it shows.
    pub shows: f64,
    /// The columns that weigh most in it, with their weight.
    pub weights: Vec<(String, f64)>,
    /// What 0 and 1 stand for, where the direction is a column.
    pub ends: Option<(String, String)>,
}

#[derive(Debug)]
pub struct GroupPicture {
    question: GroupsQuestion,
    pub directions: [Direction; 2],
    /// Kept records as they were, by place among them.
    pub before: Vec<Place>,
    /// Groups as they are released, by class.
    pub after: Vec<Place>,
    /// Where records lie, to find those on the screen and some of many.
    pub records: Index,
    pub centres: Index,
    pub losses: Vec<ColumnLoss>,
}

impl GroupPicture {
    pub fn question(&self) -> &GroupsQuestion {
        &self.question
    }

    /// The kept records of a group, by place among them.
    pub fn members(&self, group: u32) -> &[u32] {
        self.question.candidate.classes.members(group)
    }

    pub fn groups(&self) -> usize {
        self.after.len()
    }

    /// The row of a kept record in the table.
    pub fn row(&self, place: u32) -> u32 {
        self.question.candidate.anonymized.kept[place as usize]
    }

    /// The group of a row of the table, if it was kept.
    pub fn group_of(&self, row: u32) -> Option<u32> {
        let candidate = &self.question.candidate;
        let place = candidate.anonymized.kept.binary_search(&row).ok()?;
        Some(candidate.classes.class_of(place))
    }

    fn new(question: GroupsQuestion, table: &Table, progress: &Progress) -> Result<Self, Stopped> {
        progress.stage("placing records", question.quasi.len() as u64 + 2);
        let points = Points::new(&question, table, progress)?;
        let losses = loss::per_column(&question, table, progress)?;
        let (directions, mut before, mut after) = match question.axes {
            Axes::Principal => principal(&points, progress)?,
            Axes::Columns(x, y) => axes::columns(&points, x, y),
        };
        within_one(&mut before, &mut after);
        progress.check()?;
        let (records, centres) = (Index::new(&before), Index::new(&after));
        Ok(Self {
            question,
            directions,
            before,
            after,
            records,
            centres,
            losses,
        })
    }
}

/// Both sets of places together fill the picture.
fn within_one(before: &mut [Place], after: &mut [Place]) {
    for side in 0..2 {
        let all = || before.iter().chain(after.iter()).map(|place| place[side]);
        let low = all().fold(f32::INFINITY, f32::min);
        let high = all().fold(f32::NEG_INFINITY, f32::max);
        let wide = high - low;
        for place in before.iter_mut().chain(after.iter_mut()) {
            place[side] = match wide > 0.0 {
                true => (place[side] - low) / wide,
                false => 0.5,
            };
        }
    }
}

impl Answer for GroupPicture {
    type Question = GroupsQuestion;
    const WORK: &'static str = "Place the groups";

    fn compute(question: GroupsQuestion, progress: &Progress) -> Result<Self, Stopped> {
        let loaded = question.loaded.clone();
        match loaded.dataset.table() {
            Some(table) => Self::new(question, table, progress),
            None => Err(Stopped),
        }
    }

    /// Small tables take no job.
    fn is_short(question: &GroupsQuestion) -> bool {
        question.candidate.anonymized.kept.len() <= 500
    }
}
