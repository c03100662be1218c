//! What a grid keeps from frame to frame. Only the column widths are worth saving.

use super::axis::Axis;
use super::columns::{Columns, NARROWEST, WIDEST};
use super::glyphs::Glyphs;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct GridState {
    /// Widths that the user chose, by column name.
    #[serde(default)]
    widths: BTreeMap<String, f32>,
    #[serde(skip)]
    pub(super) rows: Axis,
    #[serde(skip)]
    pub(super) across: Axis,
    #[serde(skip)]
    pub(super) columns: Columns,
    #[serde(skip)]
    pub(super) selected: Option<u64>,
    #[serde(skip)]
    pub(super) goal: Goal,
    /// Digits of the largest row number seen, so that the gutter does not breathe while scrolling.
    #[serde(skip)]
    pub(super) gutter_digits: usize,
    #[serde(skip)]
    pub(super) glyphs: Glyphs,
    /// Where the thumb was grabbed, measured from its start.
    #[serde(skip)]
    pub(super) grabbed: f64,
    /// The width that a column had when its edge was grabbed.
    #[serde(skip)]
    pub(super) resizing: f32,
}

/// Where the next frame, which knows how much is visible, is to scroll to.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Goal {
    pub row: Option<u64>,
    pub column: Option<usize>,
}

impl GridState {
    /// The selected row of the view.
    pub fn selected(&self) -> Option<u64> {
        self.selected
    }

    /// Selects without scrolling. A view that was sorted anew says here where its record went.
    pub fn select(&mut self, row: Option<u64>) {
        self.selected = row;
    }

    /// Brings a row to the middle of the view unless it is visible already.
    pub fn scroll_to_row(&mut self, row: u64) {
        self.goal.row = Some(row);
    }

    pub fn scroll_to_column(&mut self, column: usize) {
        self.goal.column = Some(column);
    }

    /// Points above the first visible row.
    pub fn offset(&self) -> f64 {
        self.rows.offset
    }

    /// Scrolls to exactly this many points below the first row.
    pub fn set_offset(&mut self, points: f64) {
        self.rows.offset = points;
    }

    pub fn column_width(&self, column: usize) -> f32 {
        self.columns.width(column)
    }

    /// Gives a column a width, as if the user had dragged its edge.
    pub fn set_width(&mut self, name: &str, width: f32) {
        self.widths.insert(name.to_owned(), width);
        self.columns = Columns::default();
    }

    pub(super) fn set_column_width(&mut self, column: usize, name: &str, width: f32) {
        let width = width.clamp(NARROWEST, WIDEST).round();
        self.widths.insert(name.to_owned(), width);
        self.columns.set_width(column, width);
    }

    pub(super) fn refresh_columns(&mut self, source: &dyn super::GridSource) {
        if self.columns.refresh(source, &self.widths) {
            self.gutter_digits = 0;
        }
    }
}
