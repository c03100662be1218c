//! Two candidates side by side, down to the record.

pub(in crate::ui) mod source;
mod summary;

use super::{Lent, head, to_run_again};
use crate::ui::actions::{Action, Outbox};
use crate::ui::compare::beside::BesideAnswer;
use crate::ui::compare::kept::KeptResults;
use crate::ui::compare::suggest::{Told, suggestion};
use crate::ui::theme::{CARD_RADIUS, Tokens, fonts, icons};
use crate::ui::widgets::grid::{GridEvent, GridState, grid};
use crate::ui::widgets::{EmptyState, check_box, choice, icon_button, number, sentence, told};
use cloakroom_engine::shelf::{KeptId, Shelf};
use egui::{CentralPanel, Frame, Margin, Panel, ScrollArea, Stroke, Ui};
use source::Source;

const SUMMARY: f32 = 262.0;

#[derive(Default)]
pub struct SidesTab {
    /// A and B, once the user has chosen.
    pub chosen: [Option<KeptId>; 2],
    all: bool,
    grid: GridState,
    /// The candidates that the grid was laid out for.
    laid_out: Option<[KeptId; 2]>,
}

impl SidesTab {
    /// Those that were chosen and are still there; otherwise the first two.
    pub fn choice(&self, shelf: &Shelf) -> Option<[KeptId; 2]> {
        let there = |id: &KeptId| shelf.get(*id).is_some();
        let mut ids = shelf.iter().map(|(id, _)| id);
        let a = self.chosen[0].filter(there);
        let b = self.chosen[1].filter(there);
        let other = |than: KeptId| shelf.iter().map(|(id, _)| id).find(|id| *id != than);
        match (a, b) {
            (Some(a), Some(b)) if a != b => Some([a, b]),
            (Some(a), _) => Some([a, other(a)?]),
            (None, Some(b)) => Some([other(b)?, b]),
            (None, None) => Some([ids.next()?, ids.next()?]),
        }
    }

    pub fn show(
        &mut self,
        ui: &mut Ui,
        lent: &Lent<'_>,
        kept: &KeptResults,
        answer: Option<&BesideAnswer>,
        out: &mut Outbox,
    ) {
        let shelf = lent.workspace.shelf();
        let ground = Frame::new().fill(Tokens::of(ui).ground);
        let Some([a, b]) = self.choice(shelf) else {
            CentralPanel::no_frame().frame(ground).show(ui, |ui| {
                let words = "Two candidates are needed. Change the settings or the method, run it, and keep what it \
                             brings.";
                EmptyState::new(icons::COMPARE, words).show(ui);
            });
            return;
        };
        let names = [a, b].map(|id| shelf.get(id).map_or("", |kept| kept.name.as_str()));
        Panel::top("side by side head")
            .frame(head(ui))
            .show_separator_line(false)
            .show(ui, |ui| {
                to_run_again(ui, lent, kept, out);
                self.choose(ui, shelf, [a, b]);
                if let Some(answer) = answer {
                    let results = [0, 1].map(|side| answer.question.sides[side].as_ref());
                    let told = Told::of(lent.workspace.kind(), names, results);
                    suggested(ui, &suggestion(&answer.beside, &told));
                }
            });
        let Some(answer) = answer else {
            CentralPanel::no_frame().frame(ground).show(ui, |ui| {
                let ready = [a, b].iter().all(|id| kept.result(*id).is_some());
                let words = match ready {
                    true => "Comparing the two.",
                    false => "Both need a result before they can be compared: run them again.",
                };
                EmptyState::new(icons::RUNNING, words).show(ui);
            });
            return;
        };
        let frame = Frame::new()
            .fill(Tokens::of(ui).ground)
            .inner_margin(Margin {
                left: 14,
                right: 18,
                top: 4,
                bottom: 0,
            });
        Panel::right("side by side summary")
            .resizable(false)
            .exact_size(SUMMARY)
            .frame(frame)
            .show(ui, |ui| {
                ScrollArea::vertical()
                    .id_salt("columns side by side")
                    .auto_shrink(false)
                    .show(ui, |ui| {
                        summary::show(ui, &answer.beside, lent.workspace.kind())
                    });
            });
        if self.laid_out != Some([a, b]) {
            self.laid_out = Some([a, b]);
            self.grid = GridState::default();
        }
        CentralPanel::no_frame()
            .frame(ground)
            .show(ui, |ui| self.records(ui, lent, answer, out));
    }

    fn choose(&mut self, ui: &mut Ui, shelf: &Shelf, [a, b]: [KeptId; 2]) {
        let names: Vec<(KeptId, &str)> = shelf
            .iter()
            .map(|(id, kept)| (id, kept.name.as_str()))
            .collect();
        ui.horizontal(|ui| {
            // Letters stand in the middle of their line.
            ui.spacing_mut().interact_size.y = 32.0;
            let width = ((ui.available_width() - 110.0) / 2.0).clamp(120.0, 300.0);
            let mut now = [a, b];
            ui.label(fonts::strong_text("A"));
            let mut changed = choice(ui, "Candidate A", width, &mut now[0], &names);
            if icon_button(ui, icons::SWAP, "Swap A and B").clicked() {
                now = [b, a];
                changed = true;
            }
            ui.label(fonts::strong_text("B"));
            changed |= choice(ui, "Candidate B", width, &mut now[1], &names);
            if changed {
                // The same on both sides would say nothing: the other one takes the free place.
                if now[0] == now[1] {
                    now = [b, a];
                }
                self.chosen = now.map(Some);
            }
        });
    }

    fn records(&mut self, ui: &mut Ui, lent: &Lent<'_>, answer: &BesideAnswer, out: &mut Outbox) {
        let beside = &answer.beside;
        let kind = lent.workspace.kind();
        let frame = Frame::new()
            .fill(Tokens::of(ui).ground)
            .inner_margin(Margin {
                left: 18,
                right: 12,
                top: 0,
                bottom: 6,
            });
        Panel::top("records side by side")
            .frame(frame)
            .show_separator_line(false)
            .show(ui, |ui| {
                let differing = beside.differing.len();
                let words = format!(
                    "{} of {} {} are not released alike. Differing cells are tinted; the less exact one is coloured.",
                    number::count(differing as u64),
                    number::count(beside.records as u64),
                    kind.record(beside.records)
                );
                sentence(ui, &words);
                let words = format!("Also {} that are released alike", kind.record(2));
                check_box(ui, &mut self.all, &words);
            });
        let frame = Frame::new().fill(Tokens::of(ui).ground);
        CentralPanel::no_frame().frame(frame).show(ui, |ui| {
            let Some(source) = Source::new(answer, self.all) else {
                return;
            };
            if source.is_empty() {
                let words = "Both release everything alike.";
                EmptyState::new(icons::SATISFIED, words).show(ui);
                return;
            }
            source.fit(&mut self.grid, ui.available_width());
            for event in grid(ui, "sides", "Records side by side", &mut self.grid, &source) {
                if let GridEvent::RowActivated(place) = event {
                    out.send(Action::ShowRow(source.record(place)));
                }
            }
        });
    }
}

/// What can be said of the two in a sentence.
fn suggested(ui: &mut Ui, words: &str) {
    let tokens = Tokens::of(ui);
    ui.add_space(4.0);
    Frame::new()
        .fill(tokens.card)
        .stroke(Stroke::new(1.0, tokens.line))
        .corner_radius(CARD_RADIUS)
        .inner_margin(Margin::symmetric(12, 8))
        .show(ui, |ui| {
            ui.horizontal_top(|ui| {
                ui.label(icons::text(icons::SUGGESTION, 18.0).color(tokens.accent));
                told(ui, words, fonts::body(), Tokens::of(ui).text);
            });
        });
}
