//! Sparse ratings as the grid shows them: a row per person, a column per issue.

use crate::model::ratings::SparseRatings;
use crate::ui::widgets::grid::{ChipTone, GridCell, GridChip, GridHeader, GridSource, RowLook};

pub struct RatingsSource<'a> {
    pub sparse: &'a SparseRatings,
}

impl GridSource for RatingsSource<'_> {
    fn rows(&self) -> u64 {
        self.sparse.people.len() as u64
    }

    /// The person first, then the issues.
    fn columns(&self) -> usize {
        self.sparse.issues.len() + 1
    }

    fn name(&self, column: usize) -> &str {
        match column.checked_sub(1) {
            None => "person",
            Some(issue) => self.sparse.issues.get(issue as u32),
        }
    }

    fn header(&self, column: usize) -> GridHeader<'_> {
        let (text, tone, hover) = match column {
            0 => (
                "identifier",
                ChipTone::Identifier,
                "Who rated; never released.",
            ),
            _ => ("issue", ChipTone::Quasi, "What was rated."),
        };
        GridHeader {
            chip: Some(GridChip {
                text: text.into(),
                tone,
                hover: hover.into(),
            }),
            hover: hover.into(),
            numbers: column > 0,
            ..GridHeader::default()
        }
    }

    fn row_number(&self, row: u64) -> u64 {
        row + 1
    }

    fn row_look(&self, _row: u64) -> RowLook {
        RowLook::default()
    }

    fn cell(&self, row: u64, column: usize) -> GridCell<'_> {
        let Some(issue) = column.checked_sub(1) else {
            return GridCell::hidden();
        };
        match self.sparse.rating_of(row as usize, issue as u32) {
            Some(point) => GridCell::number(self.sparse.scale.text(point)),
            None => GridCell::missing(),
        }
    }
}
