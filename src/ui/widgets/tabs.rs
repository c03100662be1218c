//! The views of a stage, side by side; the chosen one is raised.

use egui::{
    Align, CornerRadius, Frame, Label, Layout, Margin, Panel, Rect, Response, RichText, Sense,
    Stroke, StrokeKind, Ui, WidgetInfo, vec2,
};

use super::help_mark::{HELP, help_mark};
use super::parts;
use crate::ui::focus;
use crate::ui::help::Word;
use crate::ui::theme::icons::Icon;
use crate::ui::theme::{CONTROL_RADIUS, MARGIN, Tokens, fonts};

const HIGH: f32 = 24.0;
/// Room for the name of any stage that has views.
const TITLE: f32 = 86.0;

/// The name of a stage and its views in groups, each with a word before it, at the top, and something at the end of the row.
/// The views begin at the same place in every stage.
pub fn stage_tabs_with<T: PartialEq + Copy, R>(
    ui: &mut Ui,
    stage: &str,
    chosen: &mut T,
    groups: &[(&str, Vec<(T, &str)>)],
    end: impl FnOnce(&mut Ui) -> R,
) -> R {
    let frame = framed(ui, MARGIN as i8, 0);
    Panel::top(("tabs of a stage", stage))
        .frame(frame)
        .show_separator_line(false)
        .show(ui, |ui| {
            ui.horizontal_top(|ui| {
                ui.spacing_mut().item_spacing.x = 0.0;
                let (rect, title) = ui.allocate_exact_size(vec2(TITLE, HIGH), Sense::hover());
                title.widget_info(|| WidgetInfo::labeled(egui::Role::Label, true, stage));
                let words = parts::line(ui, stage, fonts::title(), Tokens::of(ui).text);
                parts::put_left(ui.painter(), rect.left_center(), words);
                // What stands at the end takes its room first.
                ui.with_layout(Layout::right_to_left(Align::Min), |ui| {
                    let ended = end(ui);
                    ui.with_layout(Layout::left_to_right(Align::Min), |ui| {
                        grouped(ui, chosen, groups);
                    });
                    ended
                })
                .inner
            })
            .inner
        })
        .inner
}

/// A question mark at the end of a row of tabs: what is seen below, and the words for it.
pub fn tab_help(ui: &mut Ui, of: &str, explanation: &str) {
    let (room, _) = ui.allocate_exact_size(vec2(HELP + 14.0, HIGH), Sense::hover());
    let place = Rect::from_center_size(room.center(), vec2(HELP, HELP));
    help_mark(ui, place, of, explanation);
}

/// An icon and a word at the end of a row of tabs that turn something on and off.
pub fn switch(ui: &mut Ui, icon: Icon, name: &str, is_on: bool, hover: &str) -> Response {
    let tokens = Tokens::of(ui);
    let ink = if is_on { tokens.accent } else { tokens.dim };
    let words = parts::line(ui, name, fonts::body(), ink);
    let size = vec2((words.size().x + 36.0).ceil(), HIGH);
    let (rect, response) = ui.allocate_exact_size(size, Sense::click());
    response.widget_info(|| WidgetInfo::selected(egui::Role::Button, ui.is_enabled(), is_on, name));
    let radius = CornerRadius::same(CONTROL_RADIUS);
    let painter = ui.painter();
    if is_on {
        painter.rect_filled(rect, radius, tokens.accent_tint);
    } else if response.hovered() {
        painter.rect_filled(rect, radius, tokens.hover_tint);
    }
    let centre = rect.left_center() + vec2(15.0, 0.0);
    parts::put_icon(painter, centre, icon, 16.0, ink);
    parts::put_left(painter, rect.left_center() + vec2(27.0, 0.0), words);
    parts::focus_ring(ui, &response, rect, radius);
    response.on_hover_text(hover)
}

/// The frame of what stands above a view, below the tabs.
pub fn head(ui: &Ui) -> Frame {
    framed(ui, 4, MARGIN as i8 - 2)
}

fn framed(ui: &Ui, top: i8, bottom: i8) -> Frame {
    let aside = MARGIN as i8 + 6;
    Frame::new()
        .fill(Tokens::of(ui).ground)
        .inner_margin(Margin {
            left: aside,
            right: aside,
            top,
            bottom,
        })
}

fn grouped<T: PartialEq + Copy>(
    ui: &mut Ui,
    chosen: &mut T,
    groups: &[(&str, Vec<(T, &str)>)],
) -> bool {
    let before = *chosen;
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing = vec2(4.0, 2.0);
        for (word, names) in groups.iter().filter(|(_, names)| !names.is_empty()) {
            if !word.is_empty() {
                let dim = Tokens::of(ui).dim;
                ui.add_space(10.0);
                let words = RichText::new(*word).font(fonts::detail()).color(dim);
                ui.add(Label::new(words).selectable(false));
            }
            for (value, name) in names {
                if tab(ui, *value == before, name).clicked() {
                    *chosen = *value;
                }
            }
        }
    });
    *chosen != before
}

/// Shows the names in a row, or several where there is little room, and changes `chosen` on a click. Says whether it changed.
pub fn tabs<T: PartialEq + Copy>(ui: &mut Ui, chosen: &mut T, names: &[(T, &str)]) -> bool {
    let names = names.iter().map(|&(value, name)| (value, name, None));
    let names: Vec<(T, &str, Option<Word>)> = names.collect();
    tabs_told(ui, chosen, &names)
}

/// The same with a word for each that explains what is behind it.
pub fn tabs_told<T: PartialEq + Copy>(
    ui: &mut Ui,
    chosen: &mut T,
    names: &[(T, &str, Option<Word>)],
) -> bool {
    let before = *chosen;
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing.x = 4.0;
        for (value, name, word) in names {
            let mut response = tab(ui, *value == before, name);
            if let Some(word) = word {
                response = word.beside(response);
            }
            if response.clicked() {
                *chosen = *value;
            }
        }
    });
    *chosen != before
}

fn tab(ui: &mut Ui, selected: bool, name: &str) -> Response {
    let tokens = Tokens::of(ui);
    // The heavier weight is wider: reserve its width so that nothing moves on a click.
    let wide = parts::line(ui, name, fonts::strong(), tokens.text);
    let size = vec2((wide.size().x + 16.0).ceil(), HIGH);
    let (rect, response) = ui.allocate_exact_size(size, Sense::click());
    response.widget_info(|| WidgetInfo::selected(egui::Role::Tab, ui.is_enabled(), selected, name));
    let radius = CornerRadius::same(CONTROL_RADIUS);
    let painter = ui.painter();
    let galley = if selected {
        let line = Stroke::new(1.0, tokens.line);
        painter.rect(rect, radius, tokens.card, line, StrokeKind::Inside);
        wide
    } else {
        if response.hovered() {
            painter.rect_filled(rect, radius, tokens.hover_tint);
        }
        parts::line(ui, name, fonts::body(), tokens.dim)
    };
    let place = egui::Align2::CENTER_CENTER.anchor_size(rect.center(), galley.size());
    painter.galley(place.min, galley, tokens.text);
    parts::focus_ring(ui, &response, rect, radius);
    if selected {
        focus::take(&response);
    }
    response
}
