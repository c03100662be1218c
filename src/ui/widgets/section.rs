//! Headings: one title a view, sections below it.

use egui::{Align, Color32, FontId, Label, Layout, Response, RichText, Ui};

use super::number;
use crate::ui::theme::{Tokens, fonts};

/// The view's title.
pub fn title(ui: &mut Ui, title: &str) -> Response {
    ui.add(Label::new(RichText::new(title).font(fonts::title())))
}

/// A dim sentence that explains what is to be seen.
pub fn sentence(ui: &mut Ui, text: &str) -> Response {
    let dim = Tokens::of(ui).dim;
    told(ui, text, fonts::body(), dim)
}

/// A small sentence below something.
pub fn detail(ui: &mut Ui, text: impl AsRef<str>, colour: Color32) -> Response {
    told(ui, text, fonts::detail(), colour)
}

/// A sentence of several lines, none of which ends between a number and its unit.
pub fn told(ui: &mut Ui, text: impl AsRef<str>, font: FontId, colour: Color32) -> Response {
    let words = RichText::new(number::tied(text.as_ref()))
        .font(font)
        .color(colour);
    ui.add(Label::new(words).wrap())
}

/// A section's heading.
pub fn section(ui: &mut Ui, heading: &str) -> Response {
    ui.add(Label::new(RichText::new(heading).font(fonts::section())))
}

/// A section's heading with something at the right end of its line, such as a link.
pub fn section_with<R>(ui: &mut Ui, heading: &str, at_right: impl FnOnce(&mut Ui) -> R) -> R {
    ui.horizontal(|ui| {
        section(ui, heading);
        ui.with_layout(Layout::right_to_left(Align::Center), at_right)
            .inner
    })
    .inner
}

/// The first letter large, as a sentence begins.
pub fn capitalize(words: &mut String) {
    if let Some(first) = words.chars().next() {
        let upper: String = first.to_uppercase().collect();
        words.replace_range(..first.len_utf8(), &upper);
    }
}
