//! An entry of the navigation: icon, name, a bar when chosen, a mark when it needs the user.

use egui::{Rect, Response, Sense, Ui, Widget, WidgetInfo, vec2};

use super::{marks, parts};
use crate::ui::theme::icons::Icon;
use crate::ui::theme::{CARD_RADIUS, Tokens, fonts};

const HEIGHT: f32 = 34.0;

#[must_use = "add it to a Ui"]
pub struct StageButton<'a> {
    icon: Icon,
    name: &'a str,
    selected: bool,
    attention: Option<&'a str>,
    narrow: bool,
}

impl<'a> StageButton<'a> {
    pub fn new(icon: Icon, name: &'a str) -> Self {
        Self {
            icon,
            name,
            selected: false,
            attention: None,
            narrow: false,
        }
    }

    pub fn selected(mut self, selected: bool) -> Self {
        self.selected = selected;
        self
    }

    /// The icon alone; the name is said when the mouse rests on it.
    pub fn narrow(mut self, narrow: bool) -> Self {
        self.narrow = narrow;
        self
    }

    /// Something there needs the user; the sentence says what.
    pub fn attention(mut self, why: Option<&'a str>) -> Self {
        self.attention = why;
        self
    }
}

impl Widget for StageButton<'_> {
    fn ui(self, ui: &mut Ui) -> Response {
        let tokens = Tokens::of(ui);
        let size = vec2(ui.available_width(), HEIGHT);
        let (rect, response) = ui.allocate_exact_size(size, Sense::click());
        let name = match self.attention {
            Some(_) => format!("{} (needs attention)", self.name),
            None => self.name.to_owned(),
        };
        response.widget_info(|| {
            WidgetInfo::selected(egui::Role::Button, ui.is_enabled(), self.selected, &name)
        });
        let painter = ui.painter();
        let (ink, icon_ink, font) = if self.selected {
            painter.rect_filled(rect, CARD_RADIUS, tokens.accent_tint);
            let bar =
                Rect::from_min_size(rect.min, vec2(3.0, rect.height())).shrink2(vec2(0.0, 5.0));
            painter.rect_filled(bar, 1.5, tokens.accent);
            (tokens.accent, tokens.accent, fonts::strong())
        } else {
            if response.hovered() {
                painter.rect_filled(rect, CARD_RADIUS, tokens.hover_tint);
            }
            (tokens.text, tokens.dim, fonts::body())
        };
        let icon_place = match self.narrow {
            true => rect.center(),
            false => rect.left_center() + vec2(20.0, 0.0),
        };
        parts::put_icon(painter, icon_place, self.icon, 18.0, icon_ink);
        let mark = if self.attention.is_some() { 18.0 } else { 4.0 };
        if !self.narrow {
            let room = rect.width() - 38.0 - mark;
            let (label, _) = parts::line_within(ui, self.name, font, ink, room);
            parts::put_left(painter, rect.left_center() + vec2(38.0, 0.0), label);
        }
        if self.attention.is_some() {
            let place = match self.narrow {
                true => rect.right_top() + vec2(-6.0, 7.0),
                false => rect.right_center() - vec2(10.0, 0.0),
            };
            marks::disc(painter, place, 4.0, tokens.attention);
        }
        parts::focus_ring(ui, &response, rect, CARD_RADIUS);
        match self.attention {
            Some(why) if self.narrow => response.on_hover_text(format!("{}: {why}", self.name)),
            Some(why) => response.on_hover_text(why),
            None if self.narrow => response.on_hover_text(self.name),
            None => response,
        }
    }
}
