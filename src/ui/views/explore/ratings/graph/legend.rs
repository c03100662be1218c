//! What the marks mean, each with how many there are.

use super::picture::Mark;
use crate::ui::help::Word;
use crate::ui::help::figures::ratings as figures;
use crate::ui::theme::{Tokens, fonts};
use crate::ui::widgets::{marks, number};
use egui::{Pos2, RichText, Sense, Stroke, Ui, vec2};

/// The hint is left away rather than broken.
const ROOM_FOR_HINT: f32 = 300.0;

pub struct Legend {
    pub k: u32,
    /// Something is asked of sensitive issues too.
    pub asks_for_spread: bool,
    pub satisfied: usize,
    pub violating: usize,
    pub left_out: usize,
    /// Lines that the method added, if its result is shown.
    pub added: Option<usize>,
}

impl Legend {
    pub fn show(&self, ui: &mut Ui) {
        let tokens = Tokens::of(ui);
        ui.horizontal_wrapped(|ui| {
            ui.spacing_mut().item_spacing = vec2(4.0, 4.0);
            let others = self.k.saturating_sub(1);
            let enough = match others {
                _ if self.asks_for_spread => "keep both promises".to_owned(),
                0 => "satisfy".to_owned(),
                1 => "close to at least 1 other".to_owned(),
                _ => format!("close to at least {others} others"),
            };
            self.mark(ui, Mark::Satisfied, &enough, self.satisfied);
            self.mark(ui, Mark::Violates, "violate", self.violating);
            if self.left_out > 0 {
                self.mark(ui, Mark::LeftOut, "left out", self.left_out);
            }
            dash(ui, tokens.satisfied, "close", &figures::LINE);
            if let Some(added) = self.added {
                let words = format!("{} made close", number::count(added as u64));
                dash(ui, tokens.series[0], &words, &figures::MADE_CLOSE);
            }
            let hint = "arrows move, + and \u{2212} zoom, N next violating";
            let hint = RichText::new(hint).font(fonts::detail()).color(tokens.dim);
            if ui.available_width() > ROOM_FOR_HINT {
                ui.label(hint);
            }
        });
    }

    fn mark(&self, ui: &mut Ui, mark: Mark, words: &str, count: usize) {
        let word = match mark {
            Mark::Satisfied => &figures::SATISFIES,
            Mark::Violates => &figures::VIOLATES,
            Mark::LeftOut => &figures::PEOPLE_LEFT_OUT,
        };
        let tokens = Tokens::of(ui);
        ui.horizontal(|ui| {
            let (rect, _) = ui.allocate_exact_size(vec2(14.0, 18.0), Sense::hover());
            let (painter, at): (_, Pos2) = (ui.painter(), rect.center());
            match mark {
                Mark::Satisfied => marks::disc(painter, at, 4.5, tokens.satisfied),
                Mark::Violates => marks::diamond(painter, at, 5.5, tokens.violates),
                Mark::LeftOut => {
                    painter.circle_stroke(at, 4.0, Stroke::new(1.2, tokens.dim));
                }
            }
            let words = format!("{} {words}", number::count(count as u64));
            let words = RichText::new(words).font(fonts::detail()).color(tokens.dim);
            word.beside(ui.label(words));
        });
        ui.add_space(10.0);
    }
}

fn dash(ui: &mut Ui, colour: egui::Color32, words: &str, word: &Word) {
    let tokens = Tokens::of(ui);
    ui.horizontal(|ui| {
        let (rect, _) = ui.allocate_exact_size(vec2(16.0, 18.0), Sense::hover());
        let y = rect.center().y;
        let line = Stroke::new(1.6, colour);
        ui.painter().hline(rect.x_range().shrink(1.0), y, line);
        let words = RichText::new(words).font(fonts::detail()).color(tokens.dim);
        word.beside(ui.label(words));
    });
    ui.add_space(10.0);
}
