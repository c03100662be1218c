//! The records of two candidates as the grid shows them: the original, A and B of every column.

use crate::ui::compare::beside::BesideAnswer;
use crate::ui::method_result::RunOutcome;
use crate::ui::widgets::grid::{
    GridCell, GridHeader, GridSource, GridState, PartLook, RowLook, RowMark,
};
use cloakroom_core::column::Column;
use cloakroom_core::table::Table;
use cloakroom_engine::anonymize::Candidate;
use cloakroom_engine::kinds::AnyCandidate;
use cloakroom_engine::ratings::anonymize::RatingsCandidate;
use cloakroom_engine::transactions::anonymize::TransactionsCandidate;
use cloakroom_ratings::ratings::{NULL, PreparedRatings, apart};
use cloakroom_transactions::transactions::GONE;
use std::sync::Arc;

/// What numbers, marks and the bar at the right take of a grid's width.
const GUTTER: f32 = 102.0;
/// Items written out in a cell; the rest is counted.
const MOST_ITEMS: usize = 30;

/// The places of a column: as it was read, in A, in B.
const ORIGINAL: usize = 0;
const PLACES: usize = 3;

pub struct Source<'a> {
    answer: &'a BesideAnswer,
    all: bool,
    names: Vec<String>,
    data: Data<'a>,
}

enum Data<'a> {
    Microdata {
        table: &'a Table,
        sides: [&'a Candidate; 2],
        /// The places of the compared columns in the table.
        columns: Vec<usize>,
    },
    Ratings {
        sides: [&'a RatingsCandidate; 2],
        surveys: &'a [Arc<PreparedRatings>; 2],
        /// The places of the compared issues in each survey.
        issues: Vec<[usize; 2]>,
    },
    Transactions([&'a TransactionsCandidate; 2]),
}

impl<'a> Source<'a> {
    pub fn new(answer: &'a BesideAnswer, all: bool) -> Option<Self> {
        let [a, b] = [&answer.question.sides[0], &answer.question.sides[1]];
        let columns = &answer.beside.columns;
        let data = match (&a.outcome, &b.outcome) {
            (
                RunOutcome::Reached(AnyCandidate::Microdata(one)),
                RunOutcome::Reached(AnyCandidate::Microdata(other)),
            ) => {
                let table = answer.question.loaded.dataset.table()?;
                Data::Microdata {
                    table,
                    sides: [one, other],
                    columns: columns
                        .iter()
                        .filter_map(|column| table.position(&column.name))
                        .collect(),
                }
            }
            (
                RunOutcome::Reached(AnyCandidate::Ratings(one)),
                RunOutcome::Reached(AnyCandidate::Ratings(other)),
            ) => {
                let surveys = answer.surveys.as_ref()?;
                let place = |survey: &PreparedRatings, name: &str| {
                    survey.issues.iter().position(|issue| issue == name)
                };
                Data::Ratings {
                    sides: [one, other],
                    surveys,
                    issues: columns
                        .iter()
                        .filter_map(|column| {
                            let [a, b] = [0, 1].map(|side| place(&surveys[side], &column.name));
                            Some([a?, b?])
                        })
                        .collect(),
                }
            }
            (
                RunOutcome::Reached(AnyCandidate::Transactions(one)),
                RunOutcome::Reached(AnyCandidate::Transactions(other)),
            ) => Data::Transactions([one, other]),
            _ => return None,
        };
        let names = match &data {
            Data::Transactions(_) => ["before", "A", "B"].map(str::to_owned).to_vec(),
            _ => columns
                .iter()
                .flat_map(|column| {
                    let name = &column.name;
                    [name.clone(), format!("{name} A"), format!("{name} B")]
                })
                .collect(),
        };
        Some(Self {
            answer,
            all,
            names,
            data,
        })
    }

    pub fn is_empty(&self) -> bool {
        self.rows() == 0
    }

    /// The record in a row of the view.
    pub fn record(&self, row: u64) -> u32 {
        if self.all {
            return row as u32;
        }
        let differing = &self.answer.beside.differing;
        differing.get(row as usize).copied().unwrap_or(0)
    }

    /// Baskets are long texts: each third of the room is one of them.
    pub fn fit(&self, grid: &mut GridState, room: f32) {
        if matches!(self.data, Data::Transactions(_)) {
            let third = ((room - GUTTER) / 3.0).max(160.0);
            for name in ["before", "A"] {
                if (grid.column_width(usize::from(name == "A")) - third).abs() > 1.0 {
                    grid.set_width(name, third);
                }
            }
        }
    }

    fn is_left_out(&self, record: u32, side: usize) -> bool {
        let left_out = match &self.data {
            Data::Microdata { sides, .. } => &sides[side].anonymized.left_out,
            Data::Ratings { sides, .. } => &sides[side].anonymized.left_out,
            Data::Transactions(_) => return false,
        };
        left_out.binary_search(&record).is_ok()
    }
}

impl GridSource for Source<'_> {
    fn rows(&self) -> u64 {
        let beside = &self.answer.beside;
        match self.all {
            true => beside.records as u64,
            false => beside.differing.len() as u64,
        }
    }

    fn columns(&self) -> usize {
        self.names.len()
    }

    fn last_column_fills(&self) -> bool {
        matches!(self.data, Data::Transactions(_))
    }

    fn name(&self, column: usize) -> &str {
        &self.names[column]
    }

    fn header(&self, column: usize) -> GridHeader<'_> {
        let what = match column % PLACES {
            ORIGINAL => "as it was read",
            1 => "as A releases it",
            _ => "as B releases it",
        };
        let name = match &self.data {
            Data::Transactions(_) => "the basket",
            _ => &self.names[column - column % PLACES],
        };
        GridHeader {
            hover: format!("{name}, {what}").into(),
            ..GridHeader::default()
        }
    }

    fn row_number(&self, row: u64) -> u64 {
        u64::from(self.record(row)) + 1
    }

    fn row_look(&self, row: u64) -> RowLook {
        let record = self.record(row);
        let out = [0, 1].map(|side| self.is_left_out(record, side));
        RowLook {
            mark: match out {
                [false, false] => RowMark::Plain,
                _ => RowMark::LeftOut,
            },
            ..RowLook::default()
        }
    }

    fn cell(&self, row: u64, column: usize) -> GridCell<'_> {
        let record = self.record(row);
        let (of, place) = (column / PLACES, column % PLACES);
        let side = place.saturating_sub(1);
        if place != ORIGINAL && self.is_left_out(record, side) {
            let both = self.is_left_out(record, 1 - side);
            return GridCell::text("left out").changed(!both);
        }
        match &self.data {
            Data::Microdata {
                table,
                sides,
                columns,
            } => {
                let at = columns[of];
                let original = &table.columns()[at];
                if place == ORIGINAL {
                    return value(original, record as usize);
                }
                let shown = sides.map(|side| side.anonymized.column(table, at).unwrap_or(original));
                let lost = sides.map(|side| {
                    let mut changed = side.anonymized.changed.iter();
                    let changed = changed.find(|changed| changed.at == at);
                    cloakroom_engine::side_by_side::lost(changed, record as usize)
                });
                let row = record as usize;
                let same = shown[0].is_null(row) == shown[1].is_null(row)
                    && shown[0].text(row) == shown[1].text(row);
                let differs = !same || self.is_left_out(record, 1 - side);
                marked(
                    value(shown[side], row),
                    differs,
                    lost[side] > lost[1 - side],
                )
            }
            Data::Ratings {
                sides,
                surveys,
                issues,
            } => {
                let mut cells = Vec::new();
                surveys[0].row(record as usize, &mut cells);
                let original = cells[issues[of][0]];
                if place == ORIGINAL {
                    return rating(&surveys[0], original);
                }
                let shown = [0, 1].map(|side| {
                    let width = surveys[side].issues.len();
                    let at = record as usize * width + issues[of][side];
                    sides[side]
                        .anonymized
                        .cells
                        .get(at)
                        .copied()
                        .unwrap_or(NULL)
                });
                let moved = [0, 1].map(|side| apart(original, shown[side], surveys[side].r()));
                let differs = shown[0] != shown[1] || self.is_left_out(record, 1 - side);
                let cell = rating(&surveys[side], shown[side]);
                marked(cell, differs, moved[side] > moved[1 - side])
            }
            Data::Transactions(sides) => basket(sides, record as usize, place),
        }
    }
}

/// Tinted where the two differ; coloured where this one says less.
fn marked(cell: GridCell<'_>, differs: bool, less_exact: bool) -> GridCell<'_> {
    let length = cell.text.len();
    let cell = cell.changed(differs);
    match differs && less_exact {
        true => cell.parts(vec![(0..length, PartLook::General)]),
        false => cell,
    }
}

fn value(column: &Column, row: usize) -> GridCell<'_> {
    if row >= column.len() || column.is_null(row) {
        GridCell::missing()
    } else {
        GridCell::text(column.text(row))
    }
}

fn rating(survey: &PreparedRatings, cell: u16) -> GridCell<'static> {
    match cell {
        NULL => GridCell::missing(),
        point => GridCell::text(survey.scale.text(point)),
    }
}

/// What is in a basket, or what a candidate shows of it. What the other shows differently is coloured.
fn basket<'a>(sides: &[&'a TransactionsCandidate; 2], at: usize, place: usize) -> GridCell<'a> {
    if place == ORIGINAL {
        let baskets = &sides[0].baskets;
        let mut items: Vec<&str> = baskets
            .basket(at)
            .iter()
            .map(|&leaf| baskets.tree.name(leaf))
            .collect();
        items.sort_unstable();
        return listed(&items, |_| false);
    }
    let shown = |side: usize| {
        let candidate = sides[side];
        let baskets = &candidate.baskets;
        let places = baskets.starts[at]..baskets.starts[at + 1];
        let nodes = candidate.anonymized.shown[places].iter();
        let mut items: Vec<&'a str> = nodes
            .filter(|&&node| node != GONE)
            .map(|&node| baskets.tree.name(node))
            .collect();
        items.sort_unstable();
        items.dedup();
        items
    };
    let (mine, theirs) = (shown(place - 1), shown(2 - place));
    if mine.is_empty() {
        return GridCell::missing();
    }
    let differs = mine != theirs;
    listed(&mine, |item| theirs.binary_search(&item).is_err()).changed(differs)
}

fn listed(items: &[&str], coloured: impl Fn(&str) -> bool) -> GridCell<'static> {
    let mut text = String::new();
    let mut parts = Vec::new();
    for item in items.iter().take(MOST_ITEMS) {
        if !text.is_empty() {
            text.push_str(", ");
        }
        let from = text.len();
        text.push_str(item);
        if coloured(item) {
            parts.push((from..text.len(), PartLook::General));
        }
    }
    if items.len() > MOST_ITEMS {
        text.push_str(&format!(" and {} more", items.len() - MOST_ITEMS));
    }
    GridCell::text(text).parts(parts)
}
