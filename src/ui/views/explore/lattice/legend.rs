//! What the marks mean, each with how many there are.

use super::marks::Marks;
use super::picture::MINIMAL;
use crate::ui::lattice::standings::{Standings, Stands};
use crate::ui::theme::{Tokens, fonts};
use crate::ui::widgets::number;
use egui::{RichText, Sense, Ui, vec2};

/// The hint is left away rather than broken.
const ROOM_FOR_HINT: f32 = 320.0;

pub fn show(ui: &mut Ui, standings: &Standings) {
    let tokens = Tokens::of(ui);
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing = vec2(4.0, 4.0);
        for stands in Stands::ALL {
            let count = standings.tally().of(stands);
            if count == 0 && matches!(stands, Stands::Unknown | Stands::LeavingOut) {
                continue;
            }
            ui.horizontal(|ui| {
                let (rect, _) = ui.allocate_exact_size(vec2(16.0, 18.0), Sense::hover());
                let mut marks = Marks::new(tokens);
                marks.add(stands, rect.center(), 5.0);
                ui.painter().extend(marks.take());
                let words = format!("{} {}", stands.words(), number::count(count as u64));
                ui.label(RichText::new(words).font(fonts::detail()).color(tokens.dim));
            });
            ui.add_space(12.0);
        }
        let minimal = standings.minimal().len();
        if minimal > 0 {
            ui.horizontal(|ui| {
                let (rect, _) = ui.allocate_exact_size(vec2(10.0, 18.0), Sense::hover());
                ui.painter()
                    .circle_filled(rect.center(), MINIMAL + 0.3, tokens.text);
                let words = format!("minimal {}", number::count(minimal as u64));
                ui.label(RichText::new(words).font(fonts::detail()).color(tokens.dim));
            });
            ui.add_space(12.0);
        }
        let hint = "arrows move, + and − zoom, Enter takes the levels";
        let hint = RichText::new(hint).font(fonts::detail()).color(tokens.dim);
        if ui.available_width() > ROOM_FOR_HINT {
            ui.label(hint);
        }
    });
}
