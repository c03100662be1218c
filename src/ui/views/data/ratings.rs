//! Sparse ratings as the grid shows them: a row per person, a column per issue.

use super::shown::Shown;
use super::table::{self, person_look};
use super::{DataView, Lent};
use crate::ui::ratings::status::RatingsStatus;
use crate::ui::widgets::grid::{
    ChipTone, GridCell, GridChip, GridEvent, GridHeader, GridSource, RowLook, grid,
};
use cloakroom_core::ratings::{Ratings, SparseRatings};
use cloakroom_core::roles::{Role, Roles};
use egui::Ui;
use std::sync::Arc;

pub struct RatingsSource<'a> {
    pub sparse: &'a SparseRatings,
    pub roles: &'a Roles,
    pub shown: &'a Shown,
    pub people: Option<&'a RatingsStatus>,
}

/// A table where there is a column per issue, otherwise a row per person all the same.
pub fn show(view: &mut DataView, ui: &mut Ui, lent: &Lent<'_>) -> Vec<GridEvent> {
    let workspace = lent.workspace;
    let Some(Ratings::Long(sparse)) = workspace.loaded().dataset.ratings() else {
        return table::show(view, ui, lent);
    };
    let source = RatingsSource {
        sparse,
        roles: &workspace.settings().roles,
        shown: &view.shown,
        people: lent.people.map(Arc::as_ref),
    };
    grid(ui, "ratings", "Ratings", &mut view.grid, &source)
}

impl GridSource for RatingsSource<'_> {
    fn rows(&self) -> u64 {
        self.shown.len(self.sparse.people.len())
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
            _ if self.roles.of(self.name(column)) == Some(Role::Sensitive) => (
                "sensitive",
                ChipTone::Sensitive,
                "What was rated, and nobody should find out.",
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
        u64::from(self.shown.row_at(row)) + 1
    }

    fn row_look(&self, row: u64) -> RowLook {
        let person = self.shown.row_at(row) as usize;
        self.people
            .map_or_else(RowLook::default, |people| person_look(people, person))
    }

    fn cell(&self, row: u64, column: usize) -> GridCell<'_> {
        let Some(issue) = column.checked_sub(1) else {
            return GridCell::hidden();
        };
        match self
            .sparse
            .rating_of(self.shown.row_at(row) as usize, issue as u32)
        {
            Some(point) => GridCell::number(self.sparse.scale.text(point)),
            None => GridCell::missing(),
        }
    }
}
