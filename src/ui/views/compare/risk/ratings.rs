//! How few known ratings are enough: the sets of issues that pin most people.

use super::lines;
use super::{FINDING, RiskPages, Sides, SizeWords, choose_side, reading};
use crate::ui::risk::{LEAST_THRESHOLD, RiskPart, Side};
use crate::ui::theme::{Tokens, icons};
use crate::ui::widgets::grid::{GridCell, GridHeader, GridSource, GridState, RowLook, grid};
use crate::ui::widgets::{EmptyState, number, section};
use cloakroom_core::words::{grouped, listed, percent};
use cloakroom_engine::risk::{RatingsRisk, Risk};
use egui::{CentralPanel, Frame, Panel, Ui};

pub static PAGES: RiskPages = RiskPages {
    parts: &[
        FINDING,
        (
            RiskPart::Telling,
            "Known ratings",
            "How few known ratings are enough to find a person.",
        ),
    ],
    least_threshold: LEAST_THRESHOLD,
    sizes: SizeWords {
        heading: |_| "People by how many are close",
        many: |many, size, _| {
            let people = number::counted_as(many, "person", "people");
            format!("{people} with {size} close, themselves included")
        },
        note: "",
    },
    more_figures: |_| Vec::new(),
    telling: |tab, ui, told| tab.ratings.show(ui, &told.sides(), &mut tab.side),
    asked_of: Clone::clone,
};

const COLUMNS: [(&str, &str); 5] = [
    (
        "known issues",
        "What somebody knows the ratings of, and nothing else.",
    ),
    ("how many", "Issues in the set."),
    (
        "alone",
        "People who rated all of them and have nobody else within \u{3b5}.",
    ),
    ("rated by", "People who rated all of them."),
    ("share", "Of those who rated them, the share that is alone."),
];

#[derive(Default)]
pub struct TellingSets {
    grid: GridState,
}

impl TellingSets {
    pub fn show(&mut self, ui: &mut Ui, sides: &Sides<'_>, side: &mut Side) {
        let Some((risk, shown)) = sides.of(*side) else {
            return;
        };
        let Some(risk) = risk.ratings() else {
            return;
        };
        Panel::top("known ratings")
            .frame(reading(ui))
            .show_separator_line(false)
            .show(ui, |ui| {
                lines::heads(ui, sides.stale);
                let figures = |risk: Option<&Risk>| risk.map(|risk| risk.figures().to_vec());
                let (before, after) = (figures(sides.before), figures(sides.after));
                let pinned =
                    |figure: &cloakroom_core::metrics::Figure| figure.name.starts_with("pinned_by");
                for line in lines::lines(before.as_deref(), after.as_deref(), pinned) {
                    lines::show(ui, &line);
                }
                ui.add_space(10.0);
                ui.horizontal(|ui| {
                    section(ui, "The most telling issues");
                    if sides.before.is_some() && sides.after.is_some() {
                        ui.add_space(8.0);
                        choose_side(ui, side, shown);
                    }
                });
                ui.add_space(4.0);
            });
        let frame = Frame::new().fill(Tokens::of(ui).ground);
        CentralPanel::no_frame().frame(frame).show(ui, |ui| {
            let source = Source::new(risk);
            if source.sets.is_empty() {
                let words = match risk.pinned.is_empty() {
                    true => "There are too many issues to try sets of them one by one.",
                    false => "No set of up to three known ratings pins anybody.",
                };
                EmptyState::new(icons::SATISFIED, words).show(ui);
                return;
            }
            let state = &mut self.grid;
            grid(
                ui,
                "telling issues",
                "The most telling issues",
                state,
                &source,
            );
        });
    }
}

/// The sets of all sizes, the largest number of people first.
struct Source<'a> {
    sets: Vec<&'a cloakroom_ratings::metrics::IssueSet>,
}

impl<'a> Source<'a> {
    fn new(risk: &'a RatingsRisk) -> Self {
        let mut sets: Vec<_> = risk.pinned.iter().flat_map(|size| &size.telling).collect();
        sets.sort_by_key(|set| (std::cmp::Reverse(set.unique), set.issues.len()));
        Self { sets }
    }
}

impl GridSource for Source<'_> {
    fn rows(&self) -> u64 {
        self.sets.len() as u64
    }

    fn columns(&self) -> usize {
        COLUMNS.len()
    }

    fn name(&self, column: usize) -> &str {
        COLUMNS[column].0
    }

    fn header(&self, column: usize) -> GridHeader<'_> {
        GridHeader {
            hover: COLUMNS[column].1.into(),
            numbers: column > 0,
            ..GridHeader::default()
        }
    }

    fn row_number(&self, row: u64) -> u64 {
        row + 1
    }

    fn row_look(&self, _: u64) -> RowLook {
        RowLook::default()
    }

    fn cell(&self, row: u64, column: usize) -> GridCell<'_> {
        let set = self.sets[row as usize];
        match column {
            0 => GridCell::text(listed(&set.issues)),
            1 => GridCell::number(grouped(set.issues.len())),
            2 => GridCell::number(grouped(set.unique)),
            3 => GridCell::number(grouped(set.raters)),
            _ => {
                let share = set.unique as f64 / set.raters.max(1) as f64;
                GridCell::number(percent(share))
            }
        }
    }
}
