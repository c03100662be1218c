//! The records of two candidates as the grid shows them: the original, A and B of every column.

pub mod microdata;
pub mod ratings;
pub mod transactions;

use crate::ui::compare::beside::BesideAnswer;
use crate::ui::kinds;
use crate::ui::widgets::grid::{
    GridCell, GridHeader, GridSource, GridState, PartLook, RowLook, RowMark,
};

/// What numbers, marks and the bar at the right take of a grid's width.
const GUTTER: f32 = 102.0;

/// The places of a column: as it was read, in A, in B.
const ORIGINAL: usize = 0;
const PLACES: usize = 3;

/// Records of one kind, as they were read and as two candidates show them. A side is 0 for A and 1 for B.
pub trait TwoReleases {
    /// What a record is called that is one long text and not cells of columns.
    fn text(&self) -> Option<&'static str> {
        None
    }

    fn is_left_out(&self, record: u32, side: usize) -> bool;

    /// `column` is a place among the compared ones.
    fn original(&self, record: u32, column: usize) -> GridCell<'_>;

    /// As a side shows it that does not leave the record out.
    fn shown(&self, record: u32, column: usize, side: usize) -> GridCell<'_>;
}

pub struct Source<'a> {
    answer: &'a BesideAnswer,
    all: bool,
    names: Vec<String>,
    data: Box<dyn TwoReleases + 'a>,
}

impl<'a> Source<'a> {
    pub fn new(answer: &'a BesideAnswer, all: bool) -> Option<Self> {
        let kind = answer.question.loaded.dataset.kind();
        let data = (kinds::of(kind).compare.beside)(answer)?;
        let columns = answer.beside.columns.iter();
        let names = match data.text() {
            Some(_) => ["before", "A", "B"].map(str::to_owned).to_vec(),
            None => columns
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

    /// Each third of the room is one of the texts.
    pub fn fit(&self, grid: &mut GridState, room: f32) {
        if self.data.text().is_some() {
            let third = ((room - GUTTER) / 3.0).max(160.0);
            for name in ["before", "A"] {
                if (grid.column_width(usize::from(name == "A")) - third).abs() > 1.0 {
                    grid.set_width(name, third);
                }
            }
        }
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
        self.data.text().is_some()
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
        let name = self.data.text();
        let name = name.unwrap_or(&self.names[column - column % PLACES]);
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
        let out = [0, 1].map(|side| self.data.is_left_out(record, side));
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
        let Some(side) = place.checked_sub(1) else {
            return self.data.original(record, of);
        };
        if self.data.is_left_out(record, side) {
            let both = self.data.is_left_out(record, 1 - side);
            return GridCell::text("left out").changed(!both);
        }
        self.data.shown(record, of, side)
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
