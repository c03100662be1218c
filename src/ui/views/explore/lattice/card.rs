//! The card beside the node under the mouse.

use super::camera::Projection;
use super::lines::pair;
use super::picture::band_words;
use crate::ui::compare::words::metric_value;
use crate::ui::lattice::facts::NodeFacts;
use crate::ui::lattice::statuses::{Stands, Statuses};
use crate::ui::theme::{Tokens, fonts};
use crate::ui::widgets::{floating_card, number, told};
use cloakroom_core::metrics::Metric;
use egui::{Align, Label, Layout, Pos2, RichText, Ui, pos2};

const WIDTH: f32 = 248.0;
/// The card in the corner is slimmer: it lies over the picture as long as nothing is selected.
const CORNER: f32 = 172.0;
/// More columns than this are told in a line.
const MOST_LEVELS: usize = 6;

pub fn node(ui: &Ui, view: &Projection<'_>, facts: &NodeFacts, title: &str) {
    let at = view.node(facts.node);
    floating_card(ui, "lattice card", view.rect, at, WIDTH, |ui| {
        let tokens = Tokens::of(ui);
        ui.horizontal(|ui| {
            ui.label(fonts::strong_text(title));
            if let Some(loss) = facts.loss {
                ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
                    let words = format!("loss {}", metric_value(Metric::Loss, loss));
                    ui.label(fonts::strong_text(words).color(tokens.accent));
                });
            }
        });
        let raised: Vec<_> = facts.levels.iter().filter(|fact| fact.level > 0).collect();
        for fact in raised.iter().take(MOST_LEVELS) {
            let name = format!("{} {}", fact.column, fact.level);
            pair(ui, &name, &fact.words(), false, false);
        }
        let rest = facts.levels.len() - raised.len().min(MOST_LEVELS);
        match (raised.len(), rest) {
            (_, 0) => {}
            (0, _) => {
                pair(ui, "all columns", "as they are", false, false);
            }
            (some, rest) if some > MOST_LEVELS => {
                pair(
                    ui,
                    "other columns",
                    &number::count(rest as u64),
                    false,
                    false,
                );
            }
            (_, rest) => {
                let name = number::counted(rest as u64, "other column");
                pair(ui, &name, "as it is", false, false);
            }
        }
        ui.separator();
        let figures = facts.figures.iter().filter(|figure| figure.name != "loss");
        for figure in figures.take(4) {
            pair(ui, &figure.name, &figure.value, false, figure.violates);
        }
        let colour = match facts.stands {
            Stands::Holds => tokens.satisfied,
            Stands::LeavingOut => tokens.attention_text,
            Stands::Fails => tokens.violates,
            Stands::Unknown => tokens.dim,
        };
        told(ui, &facts.sentence, fonts::detail(), colour);
        if let Some(class) = facts.violating.first() {
            let words = format!("First to fail: {}", class.tuple);
            let words = RichText::new(words).font(fonts::detail()).color(tokens.dim);
            ui.add(Label::new(words).truncate());
        }
    });
}

/// The optimum of a lattice whose nodes are not told apart, in the corner that the picture leaves free.
pub fn optimum(ui: &Ui, view: &Projection<'_>, facts: &NodeFacts) {
    // Low nodes are few, so there is room beside them.
    let corner = pos2(view.rect.right() + 10.0, view.rect.bottom() - 44.0);
    floating_card(ui, "optimum card", view.rect, corner, CORNER, |ui| {
        let tokens = Tokens::of(ui);
        ui.horizontal(|ui| {
            ui.label(fonts::strong_text("Optimum").color(tokens.satisfied));
            if let Some(loss) = facts.loss {
                ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
                    let words = format!("loss {}", metric_value(Metric::Loss, loss));
                    ui.label(fonts::strong_text(words).color(tokens.accent));
                });
            }
        });
        told(ui, facts.raised(), fonts::detail(), tokens.dim);
    });
}

/// The same in a line, where the picture has no corner to spare.
pub fn line(ui: &mut Ui, facts: &NodeFacts) {
    let tokens = Tokens::of(ui);
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing.x = 6.0;
        ui.label(fonts::strong_text("Optimum").color(tokens.satisfied));
        if let Some(loss) = facts.loss {
            let words = format!("loss {}", metric_value(Metric::Loss, loss));
            ui.label(fonts::strong_text(words).color(tokens.accent));
        }
        let words = RichText::new(facts.raised()).font(fonts::detail());
        ui.label(words.color(tokens.dim));
    });
}

pub fn band(ui: &Ui, view: &Projection<'_>, statuses: &Statuses, row: usize, at: Pos2) {
    let words = band_words(view, statuses, row);
    floating_card(ui, "lattice card", view.rect, at, WIDTH, |ui| {
        let tokens = Tokens::of(ui);
        told(ui, words, fonts::detail(), tokens.text);
        let hint = RichText::new("A click comes closer.").font(fonts::detail());
        ui.label(hint.color(tokens.dim));
    });
}
