//! A number that turns into a text field when it is clicked or typed at.

use egui::text::{CCursor, CCursorRange};
use egui::text_edit::TextEditState;
use egui::{
    Align2, Event, Id, Key, Margin, Rect, Sense, Stroke, StrokeKind, TextEdit, Ui, WidgetInfo, vec2,
};

use super::parts;
use crate::ui::theme::{CONTROL_RADIUS, Tokens, fonts};

/// Shows `text` at the right end of `rect`. Returns what was typed, once it is done and reads as a
/// number; anything else leaves the old value.
pub fn value_field(ui: &mut Ui, rect: Rect, id: Id, name: &str, text: &str) -> Option<f64> {
    let draft: Option<String> = ui.data(|data| data.get_temp(id));
    match draft {
        Some(draft) => edit(ui, rect, id, name, draft),
        None => {
            show(ui, rect, id, name, text);
            None
        }
    }
}

fn show(ui: &mut Ui, rect: Rect, id: Id, name: &str, text: &str) {
    let tokens = Tokens::of(ui);
    let galley = parts::line(ui, text, fonts::strong(), tokens.text);
    let around = vec2(galley.size().x + 12.0, rect.height());
    let place = Align2::RIGHT_CENTER.anchor_size(rect.right_center() + vec2(6.0, 0.0), around);
    let response = ui.interact(place, id, Sense::click());
    response.widget_info(|| {
        let mut info = WidgetInfo::labeled(egui::Role::Button, ui.is_enabled(), name);
        info.current_text_value = Some(text.to_owned());
        info
    });
    if response.hovered() {
        let line = Stroke::new(1.0, tokens.strong_line);
        ui.painter()
            .rect(place, CONTROL_RADIUS, tokens.card, line, StrokeKind::Inside);
    }
    parts::put_right(ui.painter(), rect.right_center(), galley);
    parts::focus_ring(ui, &response, place, CONTROL_RADIUS);

    // Typing a digit onto the focused number starts afresh, as in a spreadsheet.
    let typed = response.has_focus().then(|| typed_digits(ui)).flatten();
    if response.clicked() || typed.is_some() {
        let draft = typed.clone().unwrap_or_else(|| plain(text));
        let end = draft.chars().count();
        let start = if typed.is_some() { end } else { 0 };
        let mut state = TextEditState::default();
        let selection = CCursorRange::two(CCursor::new(start), CCursor::new(end));
        state.cursor.set_char_range(Some(selection));
        state.store(ui.ctx(), edit_id(id));
        ui.data_mut(|data| data.insert_temp(id, draft));
        ui.memory_mut(|memory| memory.request_focus(edit_id(id)));
    }
    response.on_hover_text("Click to type a value");
}

fn edit(ui: &mut Ui, rect: Rect, id: Id, name: &str, mut draft: String) -> Option<f64> {
    let field = TextEdit::singleline(&mut draft)
        .id(edit_id(id))
        .font(fonts::strong())
        .align(Align2::RIGHT_CENTER)
        .margin(Margin::symmetric(6, 0))
        .desired_width(rect.width());
    // As high as the line it stands in, and not as a button.
    let height = std::mem::replace(&mut ui.spacing_mut().interact_size.y, rect.height());
    let response = ui.place(rect.translate(vec2(6.0, 0.0)), field);
    ui.spacing_mut().interact_size.y = height;
    let response = response.accessible_name(name);
    if !response.lost_focus() {
        ui.data_mut(|data| data.insert_temp(id, draft));
        return None;
    }
    ui.data_mut(|data| data.remove::<String>(id));
    let given_up = ui.input(|input| input.key_pressed(Key::Escape));
    (!given_up).then(|| parse(&draft)).flatten()
}

fn edit_id(id: Id) -> Id {
    id.with("edit")
}

fn typed_digits(ui: &Ui) -> Option<String> {
    ui.input(|input| {
        input.events.iter().find_map(|event| match event {
            Event::Text(text) if text.starts_with(|c: char| c.is_ascii_digit()) => {
                Some(text.clone())
            }
            _ => None,
        })
    })
}

/// The number without separators and unit, as one would type it.
fn plain(text: &str) -> String {
    let sign = |c: &char| c.is_ascii_digit() || matches!(c, '.' | '-');
    text.replace('−', "-").chars().filter(sign).collect()
}

/// Reads what people type: `1,000`, `2 %`, `0.5`.
fn parse(text: &str) -> Option<f64> {
    let number: f64 = plain(text).parse().ok()?;
    number.is_finite().then_some(number)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn typed_numbers() {
        assert_eq!(parse("1,000"), Some(1000.0));
        assert_eq!(parse(" 2.5 % "), Some(2.5));
        assert_eq!(parse("−3"), Some(-3.0));
        assert_eq!(parse("many"), None);
        assert_eq!(parse("1.2.3"), None);
    }
}
