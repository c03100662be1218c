//! A view with nothing to show yet: an icon, one sentence, one action.

use egui::{Align, Label, Layout, RichText, Ui, UiBuilder, vec2};

use super::{buttons, number, parts};
use crate::ui::theme::icons::Icon;
use crate::ui::theme::{GAP, Tokens, fonts};

const WIDTH: f32 = 380.0;
const HEIGHT: f32 = 150.0;

#[must_use = "call `show`"]
pub struct EmptyState<'a> {
    icon: Icon,
    sentence: &'a str,
    action: Option<(&'a str, Option<Icon>)>,
}

impl<'a> EmptyState<'a> {
    pub fn new(icon: Icon, sentence: &'a str) -> Self {
        Self {
            icon,
            sentence,
            action: None,
        }
    }

    pub fn action(mut self, text: &'a str, icon: Option<Icon>) -> Self {
        self.action = Some((text, icon));
        self
    }

    /// Takes the room that is left and puts itself in its middle. Says whether the action was asked
    /// for.
    pub fn show(self, ui: &mut Ui) -> bool {
        let room = ui.available_rect_before_wrap();
        let size = vec2(WIDTH.min(room.width()), HEIGHT.min(room.height()));
        // A little above the middle looks like the middle.
        let centre = room.center() - vec2(0.0, room.height() * 0.06);
        let place = egui::Rect::from_center_size(centre, size).intersect(room);
        let layout = Layout::top_down(Align::Center);
        let builder = UiBuilder::new().max_rect(place).layout(layout);
        let clicked = ui
            .scope_builder(builder, |ui| {
                let tokens = Tokens::of(ui);
                let (rect, _) = ui.allocate_exact_size(vec2(48.0, 48.0), egui::Sense::hover());
                ui.painter()
                    .circle_filled(rect.center(), 24.0, tokens.accent_tint);
                parts::put_icon(ui.painter(), rect.center(), self.icon, 24.0, tokens.accent);
                ui.add_space(GAP / 2.0);
                let text = RichText::new(number::tied(self.sentence))
                    .font(fonts::body())
                    .color(tokens.dim);
                ui.add(Label::new(text).wrap());
                ui.add_space(GAP / 2.0);
                self.action
                    .is_some_and(|(text, icon)| buttons::primary_button(ui, icon, text).clicked())
            })
            .inner;
        ui.expand_to_include_rect(room);
        clicked
    }
}
