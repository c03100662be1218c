//! Advice, below what is run and what that brought, so that both stay in sight: what was found, what taking it up does, and two
//! links.

use super::Lent;
use crate::ui::actions::{Action, Outbox};
use crate::ui::theme::{CARD_RADIUS, Tokens, fonts};
use crate::ui::widgets::{link, number, section, told};
use cloakroom_core::kind::Kind;
use cloakroom_engine::advice::Advice;
use egui::{Frame, Margin, Response, Role, Stroke, Ui, WidgetInfo};

pub fn show(ui: &mut Ui, lent: &Lent<'_>, out: &mut Outbox) {
    let mut advice = lent.advice.shown().peekable();
    if advice.peek().is_none() {
        return;
    }
    let tokens = Tokens::of(ui);
    let kind = lent.workspace.kind();
    ui.add_space(12.0);
    section(ui, "Advice");
    ui.add_space(2.0);
    Frame::new()
        .stroke(Stroke::new(1.0, tokens.line))
        .corner_radius(CARD_RADIUS)
        .inner_margin(Margin::symmetric(14, 10))
        .show(ui, |ui| {
            ui.set_min_width(ui.available_width());
            ui.spacing_mut().item_spacing.y = 4.0;
            // Lines of text, not controls: closer than a button's height.
            ui.spacing_mut().interact_size.y = 18.0;
            for (place, advice) in advice.enumerate() {
                if place > 0 {
                    ui.add_space(5.0);
                    let line = ui.available_rect_before_wrap();
                    ui.painter()
                        .hline(line.x_range(), line.top(), (1.0, tokens.line));
                    ui.add_space(7.0);
                }
                one(ui, advice, kind, out);
            }
        });
}

fn one(ui: &mut Ui, advice: &Advice, kind: Kind, out: &mut Outbox) {
    let tokens = Tokens::of(ui);
    told(ui, &advice.sentence, fonts::body(), tokens.text)
        .on_hover_text(number::tied(&advice.basis));
    told(ui, &advice.consequence, fonts::detail(), tokens.dim);
    ui.horizontal(|ui| {
        ui.spacing_mut().item_spacing.x = 16.0;
        let name = advice.change.name(kind);
        if named(ui, "Take", &name).clicked() {
            out.change(advice.change.clone());
        }
        let hover = "Says no more of this while the file is open.";
        let not_now = named(ui, "Not now", &name);
        if not_now.on_hover_text(hover).clicked() {
            out.send(Action::HideAdvice(advice.topic));
        }
    });
}

/// Links that look alike are told apart by those who hear them.
fn named(ui: &mut Ui, words: &str, name: &str) -> Response {
    let response = link(ui, words);
    let label = format!("{words}: {name}");
    response.widget_info(|| WidgetInfo::labeled(Role::Link, ui.is_enabled(), &label));
    response
}
