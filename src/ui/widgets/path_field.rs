//! A field for a path: Tab goes on with the name, `~` becomes one's own folder, and what is not there is said below.

use crate::ui::paths::{Completion, Remark, Wants, expand_in_place};
use crate::ui::theme::{Tokens, fonts};
use egui::text::{CCursor, CCursorRange};
use egui::{Key, Label, Margin, Modifiers, Response, RichText, TextEdit, Ui};

#[must_use = "call `show`"]
pub struct PathField<'a> {
    name: &'a str,
    hint: &'a str,
    wants: Wants,
    width: f32,
    begins: bool,
}

impl<'a> PathField<'a> {
    pub fn new(name: &'a str, wants: Wants) -> Self {
        Self {
            name,
            hint: name,
            wants,
            width: f32::INFINITY,
            begins: false,
        }
    }

    pub fn hint(mut self, hint: &'a str) -> Self {
        self.hint = hint;
        self
    }

    pub fn width(mut self, width: f32) -> Self {
        self.width = width;
        self
    }

    /// It takes the keyboard now: typing replaces what is there, the arrows keep it.
    pub fn begin(mut self, begins: bool) -> Self {
        self.begins = begins;
        self
    }

    /// The field; what stands below it is shown by [`remark`].
    pub fn show(self, ui: &mut Ui, typed: &mut String, completion: &mut Completion) -> Response {
        let id = ui.scope_id().with(("path", self.name));
        let focused = ui.memory(|memory| memory.has_focus(id));
        let mut moved = focused && expand_in_place(typed);
        let next = |typed: &str, completion: &Completion| match focused {
            true => completion.complete(typed, self.wants),
            false => None,
        };
        if let Some(whole) = next(typed, completion)
            && ui.input_mut(|input| input.consume_key(Modifiers::NONE, Key::Tab))
        {
            *typed = whole;
            moved = true;
        }
        if focused {
            completion.look(ui.ctx(), typed);
        }
        // Tab leaves the field once there is nothing to go on with.
        let stays = next(typed, completion).is_some();
        let edit = TextEdit::singleline(typed)
            .id(id)
            .hint_text(self.hint)
            .margin(Margin::symmetric(10, 7))
            .lock_focus(stays)
            .desired_width(self.width);
        let mut output = edit.show(ui);
        if self.begins {
            let all = CCursorRange::select_all(&output.galley);
            output.state.cursor.set_char_range(Some(all));
            output.state.clone().store(ui.ctx(), id);
            output.response.response.request_focus();
        } else if moved {
            let end = CCursor::new(typed.chars().count());
            let range = CCursorRange::one(end);
            output.state.cursor.set_char_range(Some(range));
            output.state.store(ui.ctx(), id);
        }
        let response = output.response.response;
        if response.gained_focus() {
            completion.forget();
        }
        response.accessible_name(self.name)
    }
}

/// What is said below a field, or nothing.
pub fn remark_words(
    ui: &Ui,
    typed: &str,
    completion: &Completion,
    wants: Wants,
) -> Option<RichText> {
    let tokens = Tokens::of(ui);
    let (words, ink) = match completion.remark(typed, wants)? {
        Remark::Becomes(words) => (words, tokens.dim),
        Remark::NotThere(words) => (words, tokens.attention_text),
    };
    Some(RichText::new(words).font(fonts::detail()).color(ink))
}

/// The same on a line of its own, which keeps its room: a button below must not move while somebody presses it.
pub fn remark(ui: &mut Ui, typed: &str, completion: &Completion, wants: Wants) {
    ui.scope(|ui| {
        ui.set_min_height(LINE);
        if let Some(words) = remark_words(ui, typed, completion, wants) {
            ui.add(Label::new(words).wrap());
        }
    });
}

const LINE: f32 = 18.0;
