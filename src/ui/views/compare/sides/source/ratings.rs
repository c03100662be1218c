//! Two releases of ratings.

use super::{TwoReleases, marked};
use crate::ui::compare::beside::BesideAnswer;
use crate::ui::widgets::grid::GridCell;
use cloakroom_engine::ratings::anonymize::RatingsCandidate;
use cloakroom_ratings::ratings::{NULL, PreparedRatings, apart};
use std::sync::Arc;

struct TwoSurveys<'a> {
    sides: [&'a RatingsCandidate; 2],
    surveys: &'a [Arc<PreparedRatings>; 2],
    /// The places of the compared issues in each survey.
    issues: Vec<[usize; 2]>,
}

pub fn beside(answer: &BesideAnswer) -> Option<Box<dyn TwoReleases + '_>> {
    let surveys = answer.surveys.as_ref()?;
    let [one, other] = &answer.question.sides;
    let columns = answer.beside.columns.iter();
    let place =
        |survey: &PreparedRatings, name: &str| survey.issues.iter().position(|issue| issue == name);
    Some(Box::new(TwoSurveys {
        sides: [one.people()?, other.people()?],
        surveys,
        issues: columns
            .filter_map(|column| {
                let [a, b] = [0, 1].map(|side| place(&surveys[side], &column.name));
                Some([a?, b?])
            })
            .collect(),
    }))
}

impl TwoReleases for TwoSurveys<'_> {
    fn is_left_out(&self, record: u32, side: usize) -> bool {
        let left_out = &self.sides[side].anonymized.left_out;
        left_out.binary_search(&record).is_ok()
    }

    fn original(&self, record: u32, column: usize) -> GridCell<'_> {
        rating(&self.surveys[0], self.read(record, column))
    }

    fn shown(&self, record: u32, column: usize, side: usize) -> GridCell<'_> {
        let original = self.read(record, column);
        let shown = [0, 1].map(|side| {
            let width = self.surveys[side].issues.len();
            let at = record as usize * width + self.issues[column][side];
            let cells = &self.sides[side].anonymized.cells;
            cells.get(at).copied().unwrap_or(NULL)
        });
        let moved = [0, 1].map(|side| apart(original, shown[side], self.surveys[side].r()));
        let differs = shown[0] != shown[1] || self.is_left_out(record, 1 - side);
        let cell = rating(&self.surveys[side], shown[side]);
        marked(cell, differs, moved[side] > moved[1 - side])
    }
}

impl TwoSurveys<'_> {
    fn read(&self, record: u32, column: usize) -> u16 {
        let mut cells = Vec::new();
        self.surveys[0].row(record as usize, &mut cells);
        cells[self.issues[column][0]]
    }
}

fn rating(survey: &PreparedRatings, cell: u16) -> GridCell<'static> {
    match cell {
        NULL => GridCell::missing(),
        point => GridCell::text(survey.scale.text(point)),
    }
}
