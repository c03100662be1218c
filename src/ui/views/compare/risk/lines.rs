//! Figures of two sides beside each other: one a line, each with its sentences under the mouse.

use crate::ui::risk::{definition, same, title};
use crate::ui::theme::{Tokens, fonts};
use crate::ui::widgets::{number, parts};
use cloakroom_core::metrics::{Figure, Unit};
use cloakroom_core::words::grouped;
use egui::{Role, Sense, Stroke, Ui, WidgetInfo, pos2, vec2};

const HEIGHT: f32 = 26.0;
const VALUE: f32 = 96.0;

/// What a side says: the number, and the sentence that explains it.
#[derive(Clone, Debug)]
pub struct Told {
    pub value: String,
    pub sentence: String,
    /// Larger is worse.
    pub weight: f64,
}

#[derive(Clone, Debug)]
pub struct Line<'a> {
    pub title: &'a str,
    pub definition: &'a str,
    pub before: Option<Told>,
    pub after: Option<Told>,
}

impl Told {
    pub fn new(value: String, weight: f64, sentence: impl Into<String>) -> Self {
        Self {
            value,
            sentence: sentence.into(),
            weight,
        }
    }

    pub fn count(number: usize, sentence: impl Into<String>) -> Self {
        Self::new(grouped(number), number as f64, sentence)
    }

    pub fn of(figure: &Figure) -> Self {
        let value = match figure.unit {
            Unit::Share => number::percent(figure.value),
            _ => grouped(figure.value as usize),
        };
        Self::new(value, figure.value, figure.sentence.clone())
    }
}

impl<'a> Line<'a> {
    pub fn of(figure: &Figure, before: Option<&Figure>, after: Option<&Figure>) -> Self {
        Self {
            title: title(figure),
            definition: definition(figure),
            before: before.map(Told::of),
            after: after.map(Told::of),
        }
    }
}

/// All figures of two sides that are wanted: those of the first, then those that only the second has.
pub fn lines(
    before: Option<&[Figure]>,
    after: Option<&[Figure]>,
    wanted: impl Fn(&Figure) -> bool,
) -> Vec<Line<'static>> {
    let (first, second) = (before.unwrap_or(&[]), after.unwrap_or(&[]));
    let mut lines: Vec<Line<'static>> = first
        .iter()
        .filter(|figure| wanted(figure))
        .map(|figure| Line::of(figure, Some(figure), same(figure, second)))
        .collect();
    let only = second.iter().filter(|figure| same(figure, first).is_none());
    lines.extend(
        only.filter(|figure| wanted(figure))
            .map(|figure| Line::of(figure, None, Some(figure))),
    );
    lines
}

/// What stands above the numbers.
pub fn heads(ui: &mut Ui, stale: bool) {
    let tokens = Tokens::of(ui);
    let gap = std::mem::replace(&mut ui.spacing_mut().item_spacing.y, 0.0);
    let (rect, response) = ui.allocate_exact_size(vec2(ui.available_width(), 22.0), Sense::hover());
    ui.spacing_mut().item_spacing.y = gap;
    let after = if stale { "After, stale" } else { "After" };
    response.widget_info(|| WidgetInfo::labeled(Role::Label, true, format!("Before, {after}")));
    let y = rect.center().y;
    let words = parts::line(ui, after, fonts::chip(), tokens.dim);
    parts::put_right(ui.painter(), pos2(rect.right(), y), words);
    let words = parts::line(ui, "Before", fonts::chip(), tokens.dim);
    parts::put_right(ui.painter(), pos2(rect.right() - VALUE, y), words);
    rule(ui, rect.x_range(), rect.bottom());
}

pub fn show(ui: &mut Ui, line: &Line<'_>) {
    let tokens = Tokens::of(ui);
    let gap = std::mem::replace(&mut ui.spacing_mut().item_spacing.y, 0.0);
    let size = vec2(ui.available_width(), HEIGHT);
    let (rect, response) = ui.allocate_exact_size(size, Sense::hover());
    ui.spacing_mut().item_spacing.y = gap;
    response.widget_info(|| WidgetInfo::labeled(Role::Label, true, line.spoken()));
    if ui.is_rect_visible(rect) {
        let y = rect.center().y;
        if response.hovered() {
            let tint = rect.expand2(vec2(4.0, 0.0));
            ui.painter().rect_filled(tint, 4, tokens.hover_tint);
        }
        let worse = match (&line.before, &line.after) {
            (Some(before), Some(after)) => after.weight > before.weight,
            _ => false,
        };
        let put = |told: Option<&Told>, right: f32, ink, font| {
            let words = told.map_or("\u{2013}", |told| told.value.as_str());
            let ink = if told.is_some() { ink } else { tokens.dim };
            let text = parts::line(ui, words, font, ink);
            parts::put_right(ui.painter(), pos2(right, y), text)
        };
        let ink = if worse { tokens.violates } else { tokens.text };
        put(line.after.as_ref(), rect.right(), ink, fonts::strong());
        let before = rect.right() - VALUE;
        let left = put(line.before.as_ref(), before, tokens.text, fonts::body());
        let room = left - rect.left() - 8.0;
        let (name, _) = parts::line_within(ui, line.title, fonts::body(), tokens.dim, room);
        parts::put_left(ui.painter(), rect.left_center(), name);
        rule(ui, rect.x_range(), rect.bottom());
    }
    response.on_hover_text(line.hover());
}

fn rule(ui: &Ui, across: egui::Rangef, bottom: f32) {
    let stroke = Stroke::new(1.0, Tokens::of(ui).line);
    ui.painter().hline(across, bottom - 0.5, stroke);
}

impl Line<'_> {
    fn spoken(&self) -> String {
        let value = |told: &Option<Told>| told.as_ref().map(|told| told.value.clone());
        match (value(&self.before), value(&self.after)) {
            (Some(before), Some(after)) => {
                format!("{}: {before} before, {after} after", self.title)
            }
            (Some(before), None) => format!("{}: {before} before", self.title),
            (None, Some(after)) => format!("{}: {after} after", self.title),
            (None, None) => self.title.to_owned(),
        }
    }

    fn hover(&self) -> String {
        let mut parts = Vec::new();
        if !self.definition.is_empty() {
            parts.push(self.definition.to_owned());
        }
        if let Some(before) = &self.before {
            parts.push(format!("Before: {}", before.sentence));
        }
        if let Some(after) = &self.after {
            parts.push(format!("After: {}", after.sentence));
        }
        number::tied(&parts.join("\n"))
    }
}
