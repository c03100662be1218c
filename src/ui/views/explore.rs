//! The Explore stage with k alone: how large the classes are, and which ones are too small.

use crate::engine::workspace::Workspace;
use crate::model::column::Column;
use crate::model::roles::Role;
use crate::profile::classes::ClassProfile;
use crate::ui::actions::{Action, Outbox, Stage};
use crate::ui::theme::{MARGIN, Tokens, icons};
use crate::ui::widgets::grid::{
    CellKind, GridCell, GridEvent, GridHeader, GridSource, GridState, RowLook, RowMark, grid,
};
use crate::ui::widgets::{EmptyState, number, sentence, title};
use egui::{CentralPanel, Frame, Margin, Panel, Ui};
use egui_plot::{Bar, BarChart, GridMark, Plot, VLine};

#[derive(Default)]
pub struct ExploreView {
    grid: GridState,
}

pub struct Lent<'a> {
    pub workspace: &'a Workspace,
    pub profile: Option<&'a ClassProfile>,
    pub running: bool,
    pub k: u32,
}

/// Class sizes with a bar of their own; larger ones share the last bar.
const MOST_BARS: u32 = 60;

impl ExploreView {
    pub fn show(&mut self, ui: &mut Ui, lent: &Lent<'_>, out: &mut Outbox) {
        let tokens = Tokens::of(ui);
        let quasi = lent.workspace.with_role(Role::Quasi);
        let Some(profile) = lent.profile.filter(|_| !quasi.is_empty()) else {
            CentralPanel::no_frame()
                .frame(Frame::new().fill(tokens.ground))
                .show(ui, |ui| nothing_yet(ui, lent.running, out));
            return;
        };
        let head = Frame::new()
            .fill(tokens.ground)
            .inner_margin(Margin::symmetric(MARGIN as i8 + 6, MARGIN as i8));
        Panel::top("class sizes")
            .frame(head)
            .resizable(true)
            .default_size(330.0)
            .size_range(220.0..=620.0)
            .show(ui, |ui| {
                title(ui, "Classes");
                sentence(ui, &headline(profile, quasi.len(), lent.k));
                ui.add_space(8.0);
                sizes(ui, profile, lent.k);
            });
        CentralPanel::no_frame().show(ui, |ui| {
            let source = ClassSource {
                quasi: &quasi,
                profile,
                k: lent.k,
            };
            for event in grid(ui, "classes", "Classes", &mut self.grid, &source) {
                if let GridEvent::RowSelected(place) | GridEvent::RowActivated(place) = event {
                    out.send(Action::ShowClass(profile.by_size()[place as usize]));
                }
            }
        });
    }
}

fn nothing_yet(ui: &mut Ui, running: bool, out: &mut Outbox) {
    if running {
        EmptyState::new(
            icons::RUNNING,
            "Grouping the records by their quasi-identifiers.",
        )
        .show(ui);
        return;
    }
    let words = "No column is marked as a quasi-identifier, so there are no classes to look at.";
    if EmptyState::new(icons::EXPLORE, words)
        .action("Mark columns", Some(icons::DATA))
        .show(ui)
    {
        out.send(Action::Go(Stage::Data));
    }
}

fn headline(profile: &ClassProfile, columns: usize, k: u32) -> String {
    format!(
        "{} fall into {} by {}. {} in {} below k = {k}. A click on a class shows its records.",
        number::counted(profile.records() as u64, "record"),
        number::counted_as(profile.classes() as u64, "class", "classes"),
        number::counted(columns as u64, "quasi-identifier"),
        number::counted_as(profile.violating(k) as u64, "record is", "records are"),
        number::counted_as(profile.violating_classes(k) as u64, "class", "classes"),
    )
}

/// Records by the size of their class; those below k in the colour that violates.
fn sizes(ui: &mut Ui, profile: &ClassProfile, k: u32) {
    let tokens = Tokens::of(ui);
    let last = MOST_BARS.max(k + 5);
    let mut records = vec![(0u64, 0u64); last as usize + 1];
    for entry in profile.histogram() {
        let bar = &mut records[entry.size.min(last) as usize];
        bar.0 += u64::from(entry.size) * u64::from(entry.classes);
        bar.1 += u64::from(entry.classes);
    }
    let largest = profile.histogram().last().map_or(0, |entry| entry.size);
    let shown = last.min(largest.max(k + 5));
    let bars: Vec<Bar> = (1..=shown)
        .map(|size| {
            let (count, classes) = records[size as usize];
            let more = if size == last { " or more" } else { "" };
            let fill = if size < k {
                tokens.violates
            } else {
                tokens.satisfied
            };
            Bar::new(f64::from(size), count as f64)
                .width(0.8)
                .fill(fill)
                .name(format!(
                    "classes of {size}{more}: {}, {}",
                    number::counted_as(classes, "class", "classes"),
                    number::counted(count, "record")
                ))
        })
        .collect();
    Plot::new("class sizes plot")
        .allow_drag(false)
        .allow_zoom(false)
        .allow_scroll(false)
        .allow_boxed_zoom(false)
        .show_background(false)
        .show_grid([false, true])
        .x_grid_spacer(egui_plot::uniform_grid_spacer(move |_| size_steps(shown)))
        .include_x(0.0)
        .include_x(f64::from(shown) + 1.0)
        .include_y(0.0)
        .x_axis_label("records in the class")
        .y_axis_label("records")
        .x_axis_formatter(move |mark: GridMark, _: &_| size_label(mark.value, last))
        .y_axis_formatter(|mark: GridMark, _: &_| count_label(mark.value))
        .show(ui, |plot| {
            plot.bar_chart(
                BarChart::new("records by class size", bars)
                    .element_formatter(Box::new(|bar, _| bar.name.clone())),
            );
            plot.vline(
                VLine::new(format!("k = {k}"), f64::from(k) - 0.5)
                    .color(tokens.text)
                    .width(1.5),
            );
        });
}

/// Marks below the bars: every size while there are few, then every fifth or tenth.
fn size_steps(shown: u32) -> [f64; 3] {
    match shown {
        0..=24 => [1.0, 10.0, 100.0],
        25..=70 => [5.0, 10.0, 100.0],
        _ => [10.0, 50.0, 500.0],
    }
}

fn size_label(value: f64, last: u32) -> String {
    if value < 1.0 || value.fract() != 0.0 {
        return String::new();
    }
    let more = if value as u32 == last { "+" } else { "" };
    format!("{value}{more}")
}

fn count_label(value: f64) -> String {
    if value < 0.0 || value.fract() != 0.0 {
        return String::new();
    }
    number::count(value as u64)
}

/// The classes, smallest first: what they have in common, and how many they are.
struct ClassSource<'a> {
    quasi: &'a [&'a Column],
    profile: &'a ClassProfile,
    k: u32,
}

impl ClassSource<'_> {
    fn class(&self, row: u64) -> u32 {
        self.profile.by_size()[row as usize]
    }
}

impl GridSource for ClassSource<'_> {
    fn rows(&self) -> u64 {
        self.profile.classes() as u64
    }

    fn columns(&self) -> usize {
        self.quasi.len() + 1
    }

    fn name(&self, column: usize) -> &str {
        match column.checked_sub(1) {
            None => "records",
            Some(at) => self.quasi[at].name(),
        }
    }

    fn header(&self, column: usize) -> GridHeader<'_> {
        match column.checked_sub(1) {
            None => GridHeader {
                hover: "How many records the class has.".into(),
                numbers: true,
                ..GridHeader::default()
            },
            Some(at) => GridHeader {
                hover: "All records of a class share this value.".into(),
                numbers: self.quasi[at].value_type().is_number(),
                ..GridHeader::default()
            },
        }
    }

    fn row_number(&self, row: u64) -> u64 {
        row + 1
    }

    fn row_look(&self, row: u64) -> RowLook {
        let size = self.profile.sizes()[self.class(row) as usize];
        RowLook {
            mark: if size < self.k {
                RowMark::Violates
            } else {
                RowMark::Satisfied
            },
            related: false,
        }
    }

    fn cell(&self, row: u64, column: usize) -> GridCell<'_> {
        let class = self.class(row);
        let Some(at) = column.checked_sub(1) else {
            let size = u64::from(self.profile.sizes()[class as usize]);
            return GridCell::number(number::count(size));
        };
        let column = self.quasi[at];
        let Some(&member) = self.profile.members(class).first() else {
            return GridCell::missing();
        };
        if column.is_null(member as usize) {
            return GridCell::missing();
        }
        let mut cell = GridCell::text(column.text(member as usize));
        if column.value_type().is_number() {
            cell.kind = CellKind::Number;
        }
        cell
    }
}
