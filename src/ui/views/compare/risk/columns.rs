//! Which columns make people unique: what each adds to the others, and every combination that was looked at.

use super::{Answered, choose_side, contributions};
use crate::ui::risk::Side;
use crate::ui::theme::{Tokens, icons};
use crate::ui::widgets::grid::{
    GridCell, GridEvent, GridHeader, GridSource, GridState, RowLook, SortMark, grid,
};
use crate::ui::widgets::{EmptyState, section, sentence};
use cloakroom_core::metrics::Figure;
use cloakroom_core::units::Counted;
use cloakroom_core::words::{grouped, listed};
use cloakroom_engine::risk::MicrodataRisk;
use cloakroom_microdata::metrics::risk::{SubsetRisk, Uniqueness};
use egui::{CentralPanel, Frame, Margin, Panel, ScrollArea, Ui};
use std::collections::HashSet;

const SIDE: f32 = 222.0;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum By {
    Columns,
    Unique,
    BelowK,
    Classes,
    Smallest,
}

const COLUMNS: [(By, &str, &str); 5] = [
    (By::Unique, "unique", "Those who are alone then."),
    (
        By::BelowK,
        "fewer than k",
        "Those with whom fewer than k share these values.",
    ),
    (By::Classes, "classes", "Different combinations of values."),
    (
        By::Smallest,
        "smallest",
        "These columns make somebody unique, and no part of them does.",
    ),
    (
        By::Columns,
        "known columns",
        "What somebody knows, and nothing else. A click orders by how many columns these are.",
    ),
];

/// All fit into a window of usual size; the names of columns have what is left.
const WIDTHS: [f32; 5] = [88.0, 98.0, 76.0, 76.0, 168.0];

#[derive(Default)]
pub struct Subsets {
    grid: GridState,
    laid_out: bool,
    ordered: Ordered,
}

/// The combinations in the order in which they are listed.
struct Ordered {
    by: (By, bool),
    /// What the order was made of.
    made_of: Option<(u64, Side, (By, bool))>,
    order: Vec<u32>,
    minimal: Vec<bool>,
}

impl Default for Ordered {
    fn default() -> Self {
        Self {
            by: (By::Unique, true),
            made_of: None,
            order: Vec::new(),
            minimal: Vec::new(),
        }
    }
}

impl Subsets {
    pub fn show(&mut self, ui: &mut Ui, told: &Answered<'_>, side: &mut Side) {
        let sides = told.sides();
        let Some((risk, shown)) = sides.of(*side) else {
            return;
        };
        let Some(risk) = risk.records() else {
            return;
        };
        let uniqueness = &risk.uniqueness;
        self.ordered
            .refresh(uniqueness, told.state.arrivals(), shown);
        Panel::top("combinations head")
            .frame(margins(ui, 18, 18, 2, 8))
            .show_separator_line(false)
            .show(ui, |ui| {
                ui.horizontal(|ui| {
                    if sides.after.is_some() && sides.before.is_some() {
                        choose_side(ui, side, shown);
                    }
                    let [one, several] = Counted::nouns(uniqueness.counted);
                    let together = format!(
                        "{} by all quasi-identifiers together.",
                        match uniqueness.together.unique {
                            0 => "Nobody is unique".to_owned(),
                            1 => format!("1 {one} is unique"),
                            many => format!("{} {several} are unique", grouped(many)),
                        }
                    );
                    sentence(ui, &together);
                });
                if let Some(figure) = minimal_figure(risk) {
                    sentence(ui, &figure.sentence);
                }
            });
        Panel::left("what columns add")
            .resizable(false)
            .exact_size(SIDE)
            .frame(margins(ui, 18, 14, 4, 0))
            .show_separator_line(false)
            .show(ui, |ui| {
                section(ui, "Without the column")
                    .on_hover_text("How many fewer would be unique if nobody knew it.");
                ScrollArea::vertical()
                    .id_salt("what columns add")
                    .auto_shrink(false)
                    .show(ui, |ui| contributions::show(ui, risk));
            });
        CentralPanel::no_frame()
            .frame(margins(ui, 0, 0, 0, 0))
            .show(ui, |ui| {
                if uniqueness.subsets.is_empty() {
                    let words = "No combination of columns was looked at.";
                    EmptyState::new(icons::COLUMN, words).show(ui);
                    return;
                }
                let source = Source {
                    subsets: &uniqueness.subsets,
                    listed: &self.ordered,
                };
                if !self.laid_out {
                    self.laid_out = true;
                    for ((_, name, _), width) in COLUMNS.iter().zip(WIDTHS) {
                        self.grid.set_width(name, width);
                    }
                }
                let name = "Combinations of columns";
                let events = grid(ui, "combinations", name, &mut self.grid, &source);
                for event in events {
                    if let GridEvent::HeaderClicked(column) = event {
                        self.ordered.turn(COLUMNS[column].0);
                    }
                }
            });
    }
}

impl Ordered {
    /// A click on a heading: the most telling first, then the other way round.
    fn turn(&mut self, by: By) {
        let first = !matches!(by, By::Columns);
        self.by = match self.by {
            (other, descending) if other == by => (by, !descending),
            _ => (by, first),
        };
    }

    fn refresh(&mut self, uniqueness: &Uniqueness, arrivals: u64, side: Side) {
        let made_of = (arrivals, side, self.by);
        if self.made_of == Some(made_of) {
            return;
        }
        self.made_of = Some(made_of);
        let minimal: HashSet<&[String]> = uniqueness.minimal.iter().map(Vec::as_slice).collect();
        let subsets = &uniqueness.subsets;
        self.minimal = subsets
            .iter()
            .map(|subset| minimal.contains(subset.columns.as_slice()))
            .collect();
        let (by, descending) = self.by;
        let key = |&at: &u32| {
            let subset = &subsets[at as usize];
            match by {
                By::Columns => subset.columns.len(),
                By::Unique => subset.unique,
                By::BelowK => subset.below_k,
                By::Classes => subset.classes,
                By::Smallest => usize::from(self.minimal[at as usize]),
            }
        };
        let mut order: Vec<u32> = (0..subsets.len() as u32).collect();
        // Stable: small combinations come first among equals.
        if descending {
            order.sort_by_key(|at| std::cmp::Reverse(key(at)));
        } else {
            order.sort_by_key(key);
        }
        self.order = order;
    }
}

fn margins(ui: &Ui, left: i8, right: i8, top: i8, bottom: i8) -> Frame {
    Frame::new()
        .fill(Tokens::of(ui).ground)
        .inner_margin(Margin {
            left,
            right,
            top,
            bottom,
        })
}

fn minimal_figure(risk: &MicrodataRisk) -> Option<&Figure> {
    let mut figures = risk.figures.iter();
    figures.find(|figure| figure.name == "minimal_subsets")
}

struct Source<'a> {
    subsets: &'a [SubsetRisk],
    listed: &'a Ordered,
}

impl Source<'_> {
    fn at(&self, row: u64) -> usize {
        self.listed
            .order
            .get(row as usize)
            .map_or(0, |&at| at as usize)
    }
}

impl GridSource for Source<'_> {
    fn rows(&self) -> u64 {
        self.listed.order.len() as u64
    }

    fn columns(&self) -> usize {
        COLUMNS.len()
    }

    fn name(&self, column: usize) -> &str {
        COLUMNS[column].1
    }

    fn header(&self, column: usize) -> GridHeader<'_> {
        let (by, _, hover) = COLUMNS[column];
        let (sorted, descending) = self.listed.by;
        GridHeader {
            sort: (sorted == by).then_some(match descending {
                true => SortMark::Descending,
                false => SortMark::Ascending,
            }),
            hover: hover.into(),
            numbers: matches!(by, By::Unique | By::BelowK | By::Classes),
            ..GridHeader::default()
        }
    }

    fn row_number(&self, row: u64) -> u64 {
        row + 1
    }

    fn last_column_fills(&self) -> bool {
        true
    }

    fn row_look(&self, _: u64) -> RowLook {
        RowLook::default()
    }

    fn cell(&self, row: u64, column: usize) -> GridCell<'_> {
        let at = self.at(row);
        let subset = &self.subsets[at];
        match COLUMNS[column].0 {
            By::Columns => GridCell::text(listed(&subset.columns)),
            By::Unique => GridCell::number(grouped(subset.unique)),
            By::BelowK => GridCell::number(grouped(subset.below_k)),
            By::Classes => GridCell::number(grouped(subset.classes)),
            By::Smallest => match self.listed.minimal[at] {
                true => GridCell::text("yes"),
                false => GridCell::text(""),
            },
        }
    }
}
