//! Below the curves: the point that the keyboard is at, and what could not be reached and why.

use super::{Seen, adopt, point_words};
use crate::ui::actions::Outbox;
use crate::ui::compare::gaps::Gap;
use crate::ui::compare::look::{Look, cross};
use crate::ui::compare::words;
use crate::ui::theme::{Tokens, fonts};
use crate::ui::widgets::{link, sentence, told};
use egui::{Frame, Margin, Panel, ScrollArea, Sense, Ui, vec2};

/// A list this high; more is scrolled to.
const MOST_HIGH: f32 = 92.0;

pub fn show(
    ui: &mut Ui,
    seen: &Seen<'_>,
    gaps: &[Gap],
    picked: Option<(usize, usize)>,
    out: &mut Outbox,
) {
    let frame = Frame::new()
        .fill(Tokens::of(ui).ground)
        .inner_margin(Margin {
            left: 18,
            right: 18,
            top: 6,
            bottom: 10,
        });
    Panel::bottom("curves foot")
        .frame(frame)
        .show_separator_line(!gaps.is_empty())
        .show(ui, |ui| {
            ui.horizontal_wrapped(|ui| match picked {
                Some(at) => {
                    told(ui, point_words(seen, at), fonts::body(), Tokens::of(ui).text);
                    if link(ui, "Use it").clicked() {
                        adopt(seen, at, out);
                    }
                }
                None => {
                    sentence(
                        ui,
                        "Point at a mark to read its numbers; a click adopts its setting and method. The dashed line \
                         is the setting of now.",
                    );
                }
            });
            if gaps.is_empty() {
                return;
            }
            ui.add_space(2.0);
            ui.label(fonts::strong_text("Not reached"));
            ScrollArea::vertical()
                .max_height(MOST_HIGH)
                .auto_shrink([false, true])
                .show(ui, |ui| {
                    for gap in gaps {
                        line(ui, seen, gap);
                    }
                });
        });
}

/// `Optimal levels, k = 15 to 21; at the first: why.`
fn line(ui: &mut Ui, seen: &Seen<'_>, gap: &Gap) {
    let tokens = Tokens::of(ui);
    let question = &seen.drawn.question;
    let (first, last) = gap.places;
    let first = words::setting(question.parameter, question.values[first]);
    let single = gap.places.0 == gap.places.1;
    let setting = match single {
        true => first,
        false => {
            let last = words::amount(question.parameter, question.values[last]);
            format!("{first} to {last}")
        }
    };
    ui.horizontal_top(|ui| {
        let (rect, _) = ui.allocate_exact_size(vec2(12.0, 18.0), Sense::hover());
        let look = Look::of(gap.slot, tokens);
        ui.painter().extend(cross(rect.center(), 3.5, look.colour));
        let words = match single {
            true => format!("{}, {setting}: {}", gap.method.title(), gap.why),
            false => format!(
                "{}, {setting}; at the first: {}",
                gap.method.title(),
                gap.why
            ),
        };
        told(ui, words, fonts::detail(), tokens.dim);
    });
}
