//! A short word on a tinted ground: a column's role, a verdict on one record.

use egui::epaint::{RoundedRect, tessellator::path};
use egui::{CornerRadius, Response, Sense, Shape, Stroke, Ui, Widget, WidgetInfo, vec2};

use super::parts;
use crate::ui::theme::{ChipColours, Tokens, fonts, icons};
use cloakroom_core::roles::Role;

const HEIGHT: f32 = 20.0;
const PADDING: f32 = 6.0;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ChipKind {
    Quasi,
    Sensitive,
    Identifier,
    Kept,
    /// Nobody has decided yet: dashed, in the colour that asks for attention.
    Undecided,
    Info,
    Satisfied,
    Violates,
}

impl ChipKind {
    pub fn of_role(role: Option<Role>) -> Self {
        match role {
            Some(Role::Quasi) => Self::Quasi,
            Some(Role::Sensitive) => Self::Sensitive,
            Some(Role::Identifier | Role::Person | Role::Group) => Self::Identifier,
            Some(Role::Insensitive) => Self::Kept,
            None => Self::Undecided,
        }
    }

    pub fn colours(self, tokens: &Tokens) -> ChipColours {
        match self {
            Self::Quasi => tokens.chip_quasi,
            Self::Sensitive => tokens.chip_sensitive,
            Self::Identifier => tokens.chip_identifier,
            Self::Kept => tokens.chip_kept,
            Self::Undecided => tokens.chip_undecided,
            Self::Info => tokens.chip_info,
            Self::Satisfied => tokens.chip_satisfied,
            Self::Violates => tokens.chip_violates,
        }
    }
}

#[must_use = "add it to a Ui"]
pub struct Chip<'a> {
    text: &'a str,
    kind: ChipKind,
    name: Option<&'a str>,
    clickable: bool,
}

impl<'a> Chip<'a> {
    pub fn new(kind: ChipKind, text: &'a str) -> Self {
        Self {
            text,
            kind,
            name: None,
            clickable: false,
        }
    }

    /// A chip that opens something; it carries a small arrow. The name tells a screen reader what the
    /// chip belongs to ("role of zip: quasi").
    pub fn clickable(mut self, name: &'a str) -> Self {
        self.clickable = true;
        self.name = Some(name);
        self
    }

    /// The width it takes, for headers that must plan ahead.
    pub fn width(&self, ui: &Ui) -> f32 {
        let text = parts::line(ui, self.text, fonts::chip(), Tokens::of(ui).text);
        let arrow = if self.clickable { 12.0 } else { 0.0 };
        (text.size().x + 2.0 * PADDING + arrow).ceil()
    }
}

impl Widget for Chip<'_> {
    fn ui(self, ui: &mut Ui) -> Response {
        let tokens = Tokens::of(ui);
        let colours = self.kind.colours(tokens);
        let size = vec2(self.width(ui), HEIGHT);
        let (sense, role) = if self.clickable {
            (Sense::click(), egui::Role::Button)
        } else {
            (Sense::hover(), egui::Role::Label)
        };
        let (rect, response) = ui.allocate_exact_size(size, sense);
        response.widget_info(|| {
            WidgetInfo::labeled(role, ui.is_enabled(), self.name.unwrap_or(self.text))
        });
        if !ui.is_rect_visible(rect) {
            return response;
        }
        let radius = CornerRadius::same((HEIGHT / 2.0) as u8);
        let painter = ui.painter();
        painter.rect_filled(rect, radius, colours.fill);
        let outlined = self.clickable && response.hovered();
        let outline = Stroke::new(1.0, colours.text);
        if self.kind == ChipKind::Undecided {
            let mut around = Vec::new();
            let outer = RoundedRect::new(rect.shrink(0.5), radius);
            path::rounded_rectangle(&mut around, outer);
            around.extend(around.first().copied());
            let dashes = Stroke::new(1.0, tokens.attention);
            painter.extend(Shape::dashed_line(&around, dashes, 3.0, 3.0));
        } else if outlined {
            painter.rect_stroke(rect, radius, outline, egui::StrokeKind::Inside);
        }
        let text = parts::line(ui, self.text, fonts::chip(), colours.text);
        let end = parts::put_left(painter, rect.left_center() + vec2(PADDING, 0.0), text);
        if self.clickable {
            let centre = egui::pos2(end + 7.0, rect.center().y + 0.5);
            parts::put_icon(painter, centre, icons::EXPAND, 12.0, colours.text);
        }
        parts::focus_ring(ui, &response, rect.expand(1.0), radius);
        response
    }
}
