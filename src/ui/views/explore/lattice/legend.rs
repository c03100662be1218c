//! What the marks mean, each with how many there are.

use super::marks::Marks;
use super::picture::{MINIMAL, target_mark};
use crate::ui::help::figures::records;
use crate::ui::lattice::decomposed::Decomposed;
use crate::ui::lattice::statuses::{Stands, Statuses};
use crate::ui::theme::{Tokens, fonts};
use crate::ui::widgets::{number, parts};
use cloakroom_core::purpose::Rule;
use egui::{RichText, Sense, Stroke, Ui, vec2};

/// The hint is left away rather than broken.
const ROOM_FOR_HINT: f32 = 320.0;
/// The mark of a way.
const WAY: f32 = 40.0;

pub fn show(ui: &mut Ui, statuses: &Statuses, decomposed: Option<&Decomposed>) {
    let tokens = Tokens::of(ui);
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing = vec2(4.0, 4.0);
        for stands in Stands::ALL {
            let count = statuses.tally().of(stands);
            if count == 0 && matches!(stands, Stands::Unknown | Stands::LeavingOut) {
                continue;
            }
            ui.horizontal(|ui| {
                let (rect, _) = ui.allocate_exact_size(vec2(16.0, 18.0), Sense::hover());
                let mut marks = Marks::new(tokens);
                marks.add(stands, rect.center(), 5.0);
                ui.painter().extend(marks.take());
                let words = format!("{} {}", stands.word().word, number::count(count as u64));
                let words = RichText::new(words).font(fonts::detail()).color(tokens.dim);
                stands.word().beside(ui.label(words));
            });
            ui.add_space(12.0);
        }
        let minimal = statuses.minimal().len();
        if minimal > 0 {
            ui.horizontal(|ui| {
                let (rect, _) = ui.allocate_exact_size(vec2(10.0, 18.0), Sense::hover());
                ui.painter()
                    .circle_filled(rect.center(), MINIMAL + 0.3, tokens.text);
                let words = format!("minimal {}", number::count(minimal as u64));
                let words = RichText::new(words).font(fonts::detail()).color(tokens.dim);
                records::MINIMAL.beside(ui.label(words));
            });
            ui.add_space(12.0);
        }
        if let Some(decomposed) = decomposed {
            way(ui, decomposed);
        }
        let hint = "arrows move, + and − zoom, Enter takes the levels";
        let hint = RichText::new(hint).font(fonts::detail()).color(tokens.dim);
        if ui.available_size_before_wrap().x > ROOM_FOR_HINT {
            ui.label(hint);
        }
    });
}

/// What the decomposition aims at, and where it ends.
fn way(ui: &mut Ui, decomposed: &Decomposed) {
    let tokens = Tokens::of(ui);
    let nearest = decomposed.rule == Rule::Nearest;
    let words = match (decomposed.chosen, decomposed.way.len()) {
        (None, _) if nearest => "target: what the degree asks for; nothing holds".to_owned(),
        (Some(chosen), _) if nearest && chosen != decomposed.target => {
            "target: what the degree asks for; chosen: the nearest to the degree that holds"
                .to_owned()
        }
        (None, _) => "target: what the degree asks for; nothing at or above it holds".to_owned(),
        (Some(_), 0 | 1) => "target: what the degree asks for; it holds and is chosen".to_owned(),
        (Some(_), nodes) => format!(
            "target: what the degree asks for; chosen: the nearest above it that holds, after {}",
            number::counted(nodes as u64 - 1, "step")
        ),
    };
    let wide = parts::line(ui, &words, fonts::detail(), tokens.dim)
        .size()
        .x;
    // A line is broken before the entry, not inside of it.
    if wide + WAY + 8.0 > ui.available_size_before_wrap().x {
        ui.end_row();
    }
    ui.horizontal(|ui| {
        let (rect, _) = ui.allocate_exact_size(vec2(WAY, 18.0), Sense::hover());
        let (from, to) = (
            rect.left_center() + vec2(6.0, 0.0),
            rect.right_center() - vec2(6.0, 0.0),
        );
        let painter = ui.painter();
        let stroke = Stroke::new(2.0, tokens.series[0]);
        painter.line_segment([from, to], stroke);
        target_mark(painter, tokens, from, 4.5);
        painter.circle(to, 4.5, tokens.ground, stroke);
        ui.label(RichText::new(words).font(fonts::detail()).color(tokens.dim))
            .on_hover_text(
                "The target follows from the degree and the purpose. Where it breaks a promise, the combination that holds \
                 and whose degree is nearest is taken; by the printed rule the lowest one above the target.",
            );
    });
    ui.add_space(12.0);
}
