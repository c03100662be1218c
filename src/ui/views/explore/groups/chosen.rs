//! The selected group: what it is released as, and its records as they were.

use super::GroupsTab;
use super::canvas::released;
use crate::ui::actions::{Action, Outbox};
use crate::ui::groups::GroupPicture;
use crate::ui::theme::{MARGIN, Tokens, fonts, icons};
use crate::ui::views::explore::Lent;
use crate::ui::widgets::grid::{GridCell, GridEvent, GridHeader, GridSource, RowLook, grid};
use crate::ui::widgets::{icon_button, number, sentence};
use cloakroom_core::column::Column;
use cloakroom_core::table::Table;
use egui::{Align, Frame, Layout, Margin, Panel, Ui};

impl GroupsTab {
    pub(super) fn chosen(
        &mut self,
        ui: &mut Ui,
        lent: &Lent<'_>,
        picture: &GroupPicture,
        out: &mut Outbox,
    ) {
        let (Some(group), Some(table)) = (self.selected, lent.workspace.table()) else {
            return;
        };
        let members: Vec<u32> = picture
            .members(group)
            .iter()
            .map(|&place| picture.row(place))
            .collect();
        let frame = Frame::new().fill(Tokens::of(ui).panel);
        Panel::bottom("selected group")
            .frame(frame)
            .resizable(true)
            .default_size(208.0)
            .size_range(120.0..=460.0)
            .show(ui, |ui| {
                let head = Frame::new().inner_margin(Margin {
                    left: MARGIN as i8 + 6,
                    right: MARGIN as i8,
                    top: 8,
                    bottom: 6,
                });
                head.show(ui, |ui| {
                    ui.spacing_mut().item_spacing.y = 3.0;
                    ui.horizontal(|ui| {
                        let count = number::counted(members.len() as u64, "record");
                        ui.label(fonts::strong_text(format!("Group of {count}")));
                        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
                            if icon_button(ui, icons::CLOSE, "Close the group").clicked() {
                                self.selected = None;
                            }
                        });
                    });
                    let values: Vec<String> = released(picture, group)
                        .into_iter()
                        .map(|(name, value)| format!("{name} {value}"))
                        .collect();
                    sentence(ui, &format!("Released as {}.", values.join(" \u{b7} ")));
                });
                let source = Members {
                    table,
                    rows: &members,
                    columns: &picture.question().quasi,
                    selected: lent.selected_row,
                };
                for event in grid(ui, "group", "Records of the group", &mut self.grid, &source) {
                    let row = |place: u64| members.get(place as usize).copied();
                    match event {
                        GridEvent::RowSelected(place) => out.send(Action::SelectRow(row(place))),
                        GridEvent::RowActivated(place) => {
                            if let Some(row) = row(place) {
                                out.send(Action::ShowRow(row));
                            }
                        }
                        _ => {}
                    }
                }
            });
    }
}

struct Members<'a> {
    table: &'a Table,
    rows: &'a [u32],
    /// By place in the table.
    columns: &'a [usize],
    selected: Option<u32>,
}

impl Members<'_> {
    fn column(&self, column: usize) -> &Column {
        &self.table.columns()[self.columns[column]]
    }
}

impl GridSource for Members<'_> {
    fn rows(&self) -> u64 {
        self.rows.len() as u64
    }

    fn columns(&self) -> usize {
        self.columns.len()
    }

    fn name(&self, column: usize) -> &str {
        self.column(column).name()
    }

    fn header(&self, column: usize) -> GridHeader<'_> {
        GridHeader {
            numbers: self.column(column).value_type().is_number(),
            hover: format!("{}, as it was read", self.column(column).name()).into(),
            ..GridHeader::default()
        }
    }

    fn row_number(&self, row: u64) -> u64 {
        let row = self.rows.get(row as usize);
        row.map_or(0, |&row| u64::from(row) + 1)
    }

    fn row_look(&self, row: u64) -> RowLook {
        RowLook {
            related: self.selected.is_some()
                && self.selected == self.rows.get(row as usize).copied(),
            ..RowLook::default()
        }
    }

    fn cell(&self, row: u64, column: usize) -> GridCell<'_> {
        let column = self.column(column);
        match self.rows.get(row as usize).map(|&row| row as usize) {
            Some(row) if !column.is_null(row) && column.value_type().is_number() => {
                GridCell::number(column.text(row))
            }
            Some(row) if !column.is_null(row) => GridCell::text(column.text(row)),
            _ => GridCell::missing(),
        }
    }
}
