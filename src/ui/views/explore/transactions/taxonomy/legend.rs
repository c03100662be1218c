//! What the colours and marks mean.

use super::super::{Seen, Shared};
use super::Looked;
use super::cell::{Look, SET, fill};
use super::stairs;
use crate::ui::help::Word;
use crate::ui::help::figures::transactions as of;
use crate::ui::theme::{Tokens, fonts};
use crate::ui::widgets::{marks, number, parts};
use egui::{Rect, RichText, Sense, Stroke, Ui, vec2};

pub fn show(ui: &mut Ui, seen: &Seen<'_>, shared: &Shared, looked: &Looked<'_>) {
    let tokens = Tokens::of(ui);
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing = vec2(4.0, 4.0);
        if looked.cut.is_some() || looked.changes.is_some() {
            for (look, word) in [
                (Look::Exact, &of::EXACT),
                (Look::General, &of::GENERAL),
                (Look::Suppressed, &of::GONE),
            ] {
                entry(ui, word.word, word, |ui, rect| {
                    let square = Rect::from_center_size(rect.center(), vec2(12.0, 12.0));
                    ui.painter().rect_filled(square, 3, fill(tokens, look));
                });
            }
        }
        if looked.cut.is_some() {
            let ink = stairs::ink(tokens, looked.by_hand);
            entry(ui, of::CUT.word, &of::CUT, |ui, rect| {
                let y = rect.y_range().shrink(2.0);
                ui.painter()
                    .vline(rect.center().x, y, Stroke::new(2.5, ink));
            });
        }
        let rare = match looked.tried {
            Some(_) => Some("in a rare set".to_owned()),
            // Below 1 there is nothing, and k is 1 where nobody has set it.
            None if looked.is_plain() && seen.known.status.target.k > 1 => {
                let k = seen.known.status.target.k;
                Some(format!("in fewer than {k} baskets"))
            }
            None => None,
        };
        if let Some(words) = rare {
            entry(ui, &words, &of::RARE, |ui, rect| {
                marks::diamond(ui.painter(), rect.center(), 5.0, tokens.violates);
            });
        }
        if let Some(basket) = seen.selected {
            let words = format!("in basket {}", number::count(u64::from(basket) + 1));
            entry(ui, &words, &of::IN_BASKET, |ui, rect| {
                let ring = Stroke::new(2.0, tokens.series[0]);
                ui.painter().circle_stroke(rect.center(), 3.5, ring);
            });
        }
        if shared.set.is_some() {
            entry(ui, of::IN_SET.word, &of::IN_SET, |ui, rect| {
                let square = Rect::from_center_size(rect.center(), vec2(11.0, 11.0));
                let stroke = Stroke::new(2.0, tokens.series[SET]);
                ui.painter()
                    .rect_stroke(square, 2, stroke, egui::StrokeKind::Inside);
            });
        }
        let hint = match looked.by_hand {
            true => "Shift + arrows move the cut, X suppresses",
            false => "arrows move, + and \u{2212} zoom, Enter comes closer",
        };
        let line = parts::line(ui, hint, fonts::detail(), tokens.dim);
        if ui.available_size_before_wrap().x > line.size().x + 4.0 {
            ui.label(RichText::new(hint).font(fonts::detail()).color(tokens.dim));
        }
    });
}

fn entry(ui: &mut Ui, words: &str, word: &Word, paint: impl FnOnce(&Ui, Rect)) {
    let dim = Tokens::of(ui).dim;
    ui.horizontal(|ui| {
        let (rect, _) = ui.allocate_exact_size(vec2(14.0, 18.0), Sense::hover());
        paint(ui, rect);
        word.beside(ui.label(RichText::new(words).font(fonts::detail()).color(dim)));
    });
    ui.add_space(8.0);
}
