//! Before and after: what the method makes of every record, class by class.

use super::beside::aside;
use super::{Lent, head};
use crate::ui::actions::{Action, Outbox};
use crate::ui::commands::Command;
use crate::ui::method_result::{LEFT_OUT, MethodResult, RunOutcome};
use crate::ui::theme::{Tokens, fonts, icons};
use crate::ui::widgets::grid::{
    CellKind, GridCell, GridEvent, GridHeader, GridSource, GridState, RowLook, RowMark, grid,
};
use crate::ui::widgets::{Banner, BannerKind, EmptyState, number, section, sentence};
use cloakroom_core::column::Column;
use cloakroom_core::roles::Role;
use cloakroom_core::table::Table;
use cloakroom_core::units::Counted;
use cloakroom_engine::anonymize::Candidate;
use egui::{CentralPanel, Frame, Margin, Panel, ScrollArea, Ui};

const REASONS: f32 = 250.0;

#[derive(Default)]
pub struct BeforeAfterTab {
    grid: GridState,
    /// The record that the list was scrolled to.
    revealed: Option<u32>,
}

impl BeforeAfterTab {
    pub fn show(&mut self, ui: &mut Ui, lent: &Lent<'_>, out: &mut Outbox) {
        let (Some(result), Some(table)) = (lent.result, lent.workspace.table()) else {
            nothing_yet(ui, lent, out);
            return;
        };
        let stale = result.is_stale(lent.workspace.revision(), lent.workspace.settings());
        Panel::top("before and after head")
            .frame(head(ui))
            .show_separator_line(false)
            .show(ui, |ui| {
                if let Some(candidate) = result.candidate() {
                    sentence(ui, &headline(result, candidate));
                }
                if let RunOutcome::NotReached(why) = &result.outcome {
                    let words = format!("Nothing can be released this way. {why}");
                    Banner::new(BannerKind::Error, &words).show(ui);
                }
                stale_banner(ui, lent, stale, out);
            });
        reasons(ui, table, result, lent, stale);
        let frame = Frame::new().fill(Tokens::of(ui).ground);
        CentralPanel::no_frame().frame(frame).show(ui, |ui| {
            let Some(candidate) = result.candidate() else {
                return;
            };
            let source = PairSource::new(table, result, candidate, lent.selected_row);
            if self.revealed != lent.selected_row {
                self.revealed = lent.selected_row;
                let place = source.place_of_selected();
                self.grid.select(place);
                if let Some(place) = place {
                    self.grid.scroll_to_row(place);
                }
            }
            for event in grid(ui, "pairs", "Before and after", &mut self.grid, &source) {
                match event {
                    GridEvent::RowSelected(place) => {
                        self.revealed = Some(source.row(place));
                        out.send(Action::SelectRow(self.revealed));
                    }
                    GridEvent::RowActivated(place) => {
                        out.send(Action::ShowRow(source.row(place)));
                    }
                    _ => {}
                }
            }
        });
    }
}

/// Why every column looks as it does, those that somebody may know first.
fn reasons(ui: &mut Ui, table: &Table, result: &MethodResult, lent: &Lent<'_>, stale: bool) {
    let roles = &result.settings().roles;
    let order = [
        Role::Quasi,
        Role::Sensitive,
        Role::Insensitive,
        Role::Identifier,
        Role::Person,
        Role::Group,
    ];
    let names = || table.columns().iter().map(Column::name);
    let told: Vec<(&str, &str)> = order
        .into_iter()
        .flat_map(|role| roles.with(role, names()))
        .filter_map(|name| Some((name, lent.explained.of(result, name)?)))
        .collect();
    if told.is_empty() {
        return;
    }
    let frame = Frame::new()
        .fill(Tokens::of(ui).ground)
        .inner_margin(Margin {
            left: 14,
            right: 14,
            top: 0,
            bottom: 0,
        });
    aside(ui, "why columns look so", REASONS, frame, true, |ui| {
        section(ui, if stale { "Why, stale" } else { "Why" })
            .on_hover_text("Why every column looks as it does in what the last run would release.");
        ScrollArea::vertical()
            .id_salt("why columns look so")
            .auto_shrink(false)
            .show(ui, |ui| {
                ui.spacing_mut().item_spacing.y = 3.0;
                for (name, words) in told {
                    ui.label(fonts::strong_text(name));
                    sentence(ui, words);
                    ui.add_space(7.0);
                }
            });
    });
}

fn nothing_yet(ui: &mut Ui, lent: &Lent<'_>, out: &mut Outbox) {
    let frame = Frame::new().fill(Tokens::of(ui).ground);
    CentralPanel::no_frame().frame(frame).show(ui, |ui| {
        if lent.method_running {
            EmptyState::new(icons::RUNNING, "The method is running.").show(ui);
            return;
        }
        let title = lent.workspace.settings().method.name.title();
        let words = format!(
            "Nothing has been run yet. \u{201c}{title}\u{201d} shows here what becomes of every record, before \
             anything is written."
        );
        if EmptyState::new(icons::COMPARE, &words)
            .action("Run the method", Some(icons::RUN))
            .show(ui)
        {
            out.run(Command::RunMethod);
        }
    });
}

pub fn stale_banner(ui: &mut Ui, lent: &Lent<'_>, stale: bool, out: &mut Outbox) {
    if !stale {
        return;
    }
    ui.add_space(4.0);
    let words = "The settings have changed since: this is the result of earlier ones.";
    let mut banner = Banner::new(BannerKind::Attention, words);
    if !lent.method_running {
        banner = banner.action("Run again");
    }
    if banner.show(ui) {
        out.run(Command::RunMethod);
    }
}

fn headline(result: &MethodResult, candidate: &Candidate) -> String {
    let anonymized = &candidate.anonymized;
    let left_out = match (candidate.records_left_out, candidate.units_left_out) {
        (0, _) => "no record is left out".to_owned(),
        (some, None) => {
            number::counted_as(some as u64, "record is left out", "records are left out")
        }
        (some, Some(units)) => {
            let [one, several] = Counted::nouns(candidate.classes.counts());
            let are = if units == 1 { "is" } else { "are" };
            format!(
                "{} {are} left out with {}",
                number::counted_as(units as u64, one, several),
                number::counted(some as u64, "record")
            )
        }
    };
    let records = number::counted(candidate.records_kept as u64, "record");
    let kept = match candidate.classes.counts() {
        None => records,
        Some(counted) => {
            let many = candidate.classes.all_counted();
            let many = number::counted_as(many as u64, counted.name(1), counted.name(2));
            format!("{records} of {many}")
        }
    };
    let changed = match anonymized.changed.is_empty() {
        true => "No value changes.",
        false => "Changed cells are tinted.",
    };
    format!(
        "{}: {kept} in {}, {left_out}. {changed}",
        result.settings().method.name.title(),
        number::counted_as(candidate.classes.classes() as u64, "class", "classes"),
    )
}

/// A column of the grid.
#[derive(Clone, Copy)]
enum Shown<'a> {
    Class,
    /// How many records a row of a counted table stands for, by any of its columns.
    Records(&'a Column),
    /// As it was read.
    Before(&'a Column),
    /// Beside the column that it takes the place of.
    After {
        before: &'a Column,
        after: &'a Column,
    },
}

struct PairSource<'a> {
    result: &'a MethodResult,
    candidate: &'a Candidate,
    columns: Vec<Shown<'a>>,
    selected: Option<u32>,
    names: Vec<String>,
}

impl<'a> PairSource<'a> {
    fn new(
        table: &'a Table,
        result: &'a MethodResult,
        candidate: &'a Candidate,
        selected: Option<u32>,
    ) -> Self {
        let roles = &result.settings().roles;
        let mut columns = vec![Shown::Class];
        let counted = table.columns().first().filter(|_| table.is_counted());
        columns.extend(counted.map(Shown::Records));
        let mut put = |at: usize| {
            let before = &table.columns()[at];
            columns.push(Shown::Before(before));
            let changed = candidate.anonymized.changed.iter();
            if let Some(changed) = changed.into_iter().find(|changed| changed.at == at) {
                let after = &changed.column;
                columns.push(Shown::After { before, after });
            }
        };
        // What is released under another value first, then what travels along.
        for role in [Role::Quasi, Role::Sensitive, Role::Insensitive] {
            for (at, column) in table.columns().iter().enumerate() {
                if roles.of(column.name()) == Some(role) {
                    put(at);
                }
            }
        }
        let names = columns
            .iter()
            .map(|shown| match shown {
                Shown::Class => "class".to_owned(),
                Shown::Records(_) => "records".to_owned(),
                Shown::Before(column) => column.name().to_owned(),
                Shown::After { before, .. } => format!("{} released", before.name()),
            })
            .collect();
        Self {
            result,
            candidate,
            columns,
            selected,
            names,
        }
    }

    fn row(&self, place: u64) -> u32 {
        let rows = &self.result.arranged.rows;
        rows.get(place as usize).copied().unwrap_or(0)
    }

    fn class(&self, place: u64) -> u32 {
        let classes = &self.result.arranged.class;
        classes.get(place as usize).copied().unwrap_or(LEFT_OUT)
    }

    /// Looked for among all rows, once for a record.
    fn place_of_selected(&self) -> Option<u64> {
        let selected = self.selected?;
        let mut rows = self.result.arranged.rows.iter();
        rows.position(|&row| row == selected)
            .map(|place| place as u64)
    }

    fn is_selected_class(&self, place: u64) -> bool {
        let class = self.class(place);
        // The selected record is looked for among its neighbours: a class is a stretch of the list.
        class != LEFT_OUT
            && self.selected.is_some_and(|selected| {
                self.candidate
                    .anonymized
                    .kept
                    .binary_search(&selected)
                    .is_ok_and(|kept| {
                        let selected = self.candidate.classes.class_of(kept);
                        self.candidate.classes.by_size()[class as usize] == selected
                    })
            })
    }
}

impl GridSource for PairSource<'_> {
    fn rows(&self) -> u64 {
        self.result.arranged.rows.len() as u64
    }

    fn columns(&self) -> usize {
        self.columns.len()
    }

    fn name(&self, column: usize) -> &str {
        &self.names[column]
    }

    fn header(&self, column: usize) -> GridHeader<'_> {
        let (hover, numbers): (String, bool) = match self.columns[column] {
            Shown::Class => (
                "Records of one class are released with the same quasi-identifiers.".into(),
                false,
            ),
            Shown::Records(_) => ("How many records have these values.".into(), true),
            Shown::Before(column) => (
                format!("{}, as it was read", column.name()),
                column.value_type().is_number(),
            ),
            Shown::After { before, .. } => (format!("{}, as it is released", before.name()), false),
        };
        GridHeader {
            hover: hover.into(),
            numbers,
            ..GridHeader::default()
        }
    }

    fn row_number(&self, place: u64) -> u64 {
        u64::from(self.row(place)) + 1
    }

    fn row_look(&self, place: u64) -> RowLook {
        let left_out = self.class(place) == LEFT_OUT;
        RowLook {
            mark: if left_out {
                RowMark::LeftOut
            } else {
                RowMark::Plain
            },
            related: self.is_selected_class(place),
            begins: self.result.arranged.begins(place as usize),
        }
    }

    fn cell(&self, place: u64, column: usize) -> GridCell<'_> {
        let row = self.row(place) as usize;
        let class = self.class(place);
        match self.columns[column] {
            Shown::Class if !self.result.arranged.begins(place as usize) => GridCell::text(""),
            Shown::Class if class == LEFT_OUT => GridCell::text("left out"),
            Shown::Class => {
                let of = self.candidate.classes.by_size()[class as usize];
                let classes = &self.candidate.classes;
                let size = u64::from(classes.counted()[of as usize]);
                let [one, several] = Counted::nouns(classes.counts());
                GridCell::text(number::counted_as(size, one, several))
            }
            Shown::Records(column) => {
                GridCell::number(number::count(u64::from(column.weight(row))))
            }
            Shown::Before(column) => value(column, row),
            Shown::After { .. } if class == LEFT_OUT => GridCell::missing(),
            Shown::After { before, after } => {
                let changed = before.is_null(row) != after.is_null(row)
                    || before.text(row) != after.text(row);
                let mut cell = value(after, row);
                if cell.kind == CellKind::Number {
                    cell.kind = CellKind::Text;
                }
                cell.changed(changed)
            }
        }
    }
}

fn value(column: &Column, row: usize) -> GridCell<'_> {
    if row >= column.len() || column.is_null(row) {
        GridCell::missing()
    } else if column.value_type().is_number() {
        GridCell::number(column.text(row))
    } else {
        GridCell::text(column.text(row))
    }
}
