//! The columns that can have a hierarchy, each with the state of its own.

use super::Lent;
use crate::ui::theme::{CONTROL_RADIUS, Tokens, fonts, icons};
use crate::ui::widgets::{number, parts};
use cloakroom_core::column::Column;
use cloakroom_core::roles::Role;
use cloakroom_core::table::Table;
use cloakroom_engine::hierarchies::BuiltHierarchy;
use egui::{RichText, ScrollArea, Sense, Ui, WidgetInfo, vec2};

const ROW: f32 = 44.0;

/// What is to be said about a column in a few words.
pub struct State {
    pub words: String,
    /// Something is to be mended.
    pub faulty: bool,
}

impl State {
    pub fn of(lent: &Lent<'_>, column: &Column) -> Self {
        let say = |words: String, faulty| Self { words, faulty };
        let Some(source) = lent.workspace.settings().hierarchies.get(column.name()) else {
            return say("no hierarchy yet".to_owned(), false);
        };
        let Some(built) = lent.built.of(column.name(), source) else {
            return say("is being built".to_owned(), false);
        };
        match built.as_ref() {
            BuiltHierarchy { fit, .. } if !fit.lacking.is_empty() => {
                let lacking = fit.lacking.len() as u64;
                say(format!("lacks {}", number::counted(lacking, "value")), true)
            }
            BuiltHierarchy {
                hierarchy: Ok(hierarchy),
                ..
            } => {
                let levels = hierarchy.height() as u64;
                say(number::counted(levels, "level"), false)
            }
            _ => say("cannot be used".to_owned(), true),
        }
    }
}

pub fn show(ui: &mut Ui, lent: &Lent<'_>, selected: &mut Option<String>) {
    ScrollArea::vertical().auto_shrink(false).show(ui, |ui| {
        ui.spacing_mut().item_spacing.y = 2.0;
        if !lent.workspace.kind().about().has_columns {
            for column in lent.workspace.generalized().map_or(&[][..], Table::columns) {
                entry(ui, lent, column, selected);
            }
            return;
        }
        for (role, heading) in [
            (Role::Quasi, "Quasi-identifiers"),
            (Role::Sensitive, "Sensitive"),
        ] {
            let columns = lent.workspace.with_role(role);
            if columns.is_empty() {
                continue;
            }
            let dim = Tokens::of(ui).dim;
            ui.add_space(6.0);
            ui.label(RichText::new(heading).font(fonts::detail()).color(dim));
            for column in columns {
                entry(ui, lent, column, selected);
            }
        }
    });
}

fn entry(ui: &mut Ui, lent: &Lent<'_>, column: &Column, selected: &mut Option<String>) {
    let tokens = Tokens::of(ui);
    let state = State::of(lent, column);
    let is_selected = selected.as_deref() == Some(column.name());
    let size = vec2(ui.available_width(), ROW);
    let (rect, response) = ui.allocate_exact_size(size, Sense::click());
    let name = format!("Hierarchy of {}: {}", column.name(), state.words);
    response.widget_info(|| {
        WidgetInfo::selected(egui::Role::Button, ui.is_enabled(), is_selected, &name)
    });
    let painter = ui.painter();
    if is_selected {
        painter.rect_filled(rect, CONTROL_RADIUS, tokens.accent_tint);
    } else if response.hovered() {
        painter.rect_filled(rect, CONTROL_RADIUS, tokens.hover_tint);
    }
    let start = rect.left_top() + vec2(10.0, 0.0);
    let room = rect.width() - 20.0;
    let (label, _) = parts::line_within(ui, column.name(), fonts::strong(), tokens.text, room);
    parts::put_left(painter, start + vec2(0.0, 15.0), label);
    let (left, colour) = if state.faulty {
        let centre = start + vec2(6.0, 31.0);
        parts::put_icon(painter, centre, icons::VIOLATED, 14.0, tokens.attention);
        (17.0, tokens.attention_text)
    } else {
        (0.0, tokens.dim)
    };
    let (words, _) = parts::line_within(ui, &state.words, fonts::detail(), colour, room - left);
    parts::put_left(painter, start + vec2(left, 31.0), words);
    parts::focus_ring(ui, &response, rect, CONTROL_RADIUS);
    if response.clicked() {
        *selected = Some(column.name().to_owned());
    }
}
