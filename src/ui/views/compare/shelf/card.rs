//! The head of a candidate's column: its name and note, how it was made, and what can be done with it.

use crate::ui::actions::{Action, Outbox, ShelfAction};
use crate::ui::compare::kept::KeptState;
use crate::ui::compare::look::Look;
use crate::ui::method_result::RunOutcome;
use crate::ui::theme::{Tokens, fonts, icons};
use crate::ui::widgets::parts;
use crate::ui::widgets::{Chip, ChipKind, icon_in};
use cloakroom_core::kept::Kept;
use cloakroom_engine::shelf::KeptId;
use egui::text::LayoutJob;
use egui::{Key, Margin, Rect, Sense, TextEdit, Ui, WidgetInfo, pos2, vec2};

const BUTTON: f32 = 24.0;

#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Field {
    Name,
    Note,
}

/// A name or a note that is being typed.
pub struct Editing {
    id: KeptId,
    field: Field,
    text: String,
    /// The keyboard is to go there.
    fresh: bool,
}

pub struct Card<'a> {
    pub id: KeptId,
    pub kept: &'a Kept,
    pub state: KeptState<'a>,
    /// The place of its look.
    pub slot: usize,
}

impl Card<'_> {
    /// Fills `rect`. Says whether it was clicked.
    pub fn show(
        &self,
        ui: &mut Ui,
        rect: Rect,
        editing: &mut Option<Editing>,
        out: &mut Outbox,
    ) -> bool {
        let tokens = Tokens::of(ui);
        let id = ui.scope_id().with(("candidate", self.id));
        let whole = ui.interact(rect, id, Sense::click());
        let name = &self.kept.name;
        whole.widget_info(|| WidgetInfo::labeled(egui::Role::Button, true, name));
        let inside = rect.shrink2(vec2(10.0, 8.0));
        let line =
            |at: f32| Rect::from_min_size(inside.min + vec2(0.0, at), vec2(inside.width(), 18.0));
        let look = Look::of(self.slot, tokens);
        let top = line(0.0);
        ui.painter()
            .add(look.mark(top.left_center() + vec2(5.0, 0.0), 4.5, tokens.card));
        let beside = top.with_min_x(top.left() + 16.0);
        self.editable(ui, beside, Field::Name, editing, out);
        if !self.chip(ui, line(21.0)) {
            let title = self.kept.settings.method.name.title();
            let room = inside.width();
            let (title, _) = parts::line_within(ui, title, fonts::detail(), tokens.dim, room);
            parts::put_left(ui.painter(), line(21.0).left_center(), title);
        }
        self.promise(ui, line(40.0));
        self.editable(ui, line(78.0), Field::Note, editing, out);
        self.buttons(ui, line(104.0), editing, out);
        parts::focus_ring(ui, &whole, rect.shrink(1.0), 4);
        whole.clicked()
    }

    /// In two lines at most; all of it under the mouse.
    fn promise(&self, ui: &Ui, rect: Rect) {
        let promise = self.kept.settings.requirement.sentence();
        let mut job = LayoutJob::simple(
            promise.clone(),
            fonts::detail(),
            Tokens::of(ui).dim,
            rect.width(),
        );
        job.wrap.max_rows = 2;
        let text = ui.painter().layout_job(job);
        let around = Rect::from_min_size(rect.min, text.size());
        let id = ui.scope_id().with(("promise", self.id));
        ui.painter().galley(rect.min, text, Tokens::of(ui).dim);
        ui.interact(around, id, Sense::hover())
            .on_hover_text(promise);
    }

    fn editable(
        &self,
        ui: &mut Ui,
        rect: Rect,
        field: Field,
        editing: &mut Option<Editing>,
        out: &mut Outbox,
    ) {
        let mine = editing
            .as_ref()
            .is_some_and(|editing| editing.id == self.id && editing.field == field);
        if let Some(now) = editing.as_mut().filter(|_| mine) {
            let (name, hint) = match field {
                Field::Name => (format!("Name of {}", self.kept.name), "Name"),
                Field::Note => (format!("Note on {}", self.kept.name), "Note"),
            };
            let edit = TextEdit::singleline(&mut now.text)
                .hint_text(hint)
                .font(fonts::detail())
                .margin(Margin::symmetric(4, 1))
                .desired_width(rect.width());
            let response = ui
                .place(rect.expand2(vec2(4.0, 2.0)), edit)
                .accessible_name(name);
            if std::mem::take(&mut now.fresh) {
                response.request_focus();
            } else if response.lost_focus() {
                let given_up = ui.input(|input| input.key_pressed(Key::Escape));
                let text = std::mem::take(&mut now.text);
                *editing = None;
                if !given_up {
                    out.send(Action::OnShelf(match field {
                        Field::Name => ShelfAction::Rename(self.id, text),
                        Field::Note => ShelfAction::Note(self.id, text),
                    }));
                }
            }
            return;
        }
        let tokens = Tokens::of(ui);
        let (text, font, ink) = match field {
            Field::Name => (self.kept.name.as_str(), fonts::strong(), tokens.text),
            Field::Note => (self.kept.note.as_str(), fonts::detail(), tokens.text),
        };
        let (line, cut) = parts::line_within(ui, text, font, ink, rect.width());
        parts::put_left(ui.painter(), rect.left_center(), line);
        if cut {
            let id = ui
                .scope_id()
                .with(("whole text", self.id, field == Field::Name));
            ui.interact(rect, id, Sense::hover()).on_hover_text(text);
        }
    }

    fn buttons(&self, ui: &mut Ui, rect: Rect, editing: &mut Option<Editing>, out: &mut Outbox) {
        let name = &self.kept.name;
        let mut x = rect.left() - 5.0;
        let mut button = |ui: &mut Ui, icon, words: &str| {
            let centre = pos2(x + BUTTON / 2.0, rect.center().y);
            x += BUTTON;
            let place = Rect::from_center_size(centre, vec2(22.0, 22.0));
            icon_in(ui, place, icon, words).clicked()
        };
        let act = |what| Action::OnShelf(what);
        if button(ui, icons::CHECKED, &format!("Use the settings of {name}")) {
            out.send(act(ShelfAction::UseSettings(self.id)));
        }
        if button(ui, icons::RUN_AGAIN, &format!("Run {name} again")) {
            out.send(act(ShelfAction::RunAgain(self.id)));
        }
        for (icon, field, words) in [
            (icons::EDIT, Field::Name, format!("Rename {name}")),
            (icons::NOTE, Field::Note, format!("Write a note on {name}")),
        ] {
            if button(ui, icon, &words) {
                *editing = Some(Editing {
                    id: self.id,
                    field,
                    text: match field {
                        Field::Name => name.clone(),
                        Field::Note => self.kept.note.clone(),
                    },
                    fresh: true,
                });
            }
        }
        if button(ui, icons::DELETE, &format!("Remove {name}")) {
            out.send(act(ShelfAction::Remove(self.id)));
        }
    }

    /// Only what is not as usual. Says whether there was something.
    fn chip(&self, ui: &mut Ui, rect: Rect) -> bool {
        let (words, kind, hover) = match self.state {
            KeptState::Ready(result) => match &result.outcome {
                RunOutcome::NotReached(why) => ("not reached", ChipKind::Violates, why.as_str()),
                _ => return false,
            },
            KeptState::ToRunAgain => (
                "to be run again",
                ChipKind::Undecided,
                "A project remembers the settings; what they give is computed anew.",
            ),
            KeptState::Waiting => ("waits", ChipKind::Kept, "It runs after the one before it."),
            KeptState::Running => (
                "running",
                ChipKind::Info,
                "Its figures appear when it is done.",
            ),
            KeptState::Failed(why) => ("failed", ChipKind::Violates, why),
        };
        let chip = Chip::new(kind, words);
        let place = Rect::from_min_size(rect.min, vec2(chip.width(ui), 20.0));
        ui.place(place, chip).on_hover_text(hover);
        true
    }
}
