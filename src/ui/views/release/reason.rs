//! The tick with which somebody answers for a column that is released as it is, and the reason beside it.

use crate::ui::actions::Outbox;
use crate::ui::widgets::check_box;
use cloakroom_core::roles::Roles;
use cloakroom_engine::change::Change;
use egui::{Margin, TextEdit, Ui};

/// So far as the words of the line above.
const INDENT: f32 = 26.0;

/// A reason that is being typed; it counts once the keyboard leaves it.
#[derive(Default)]
pub struct ReasonForm {
    draft: Option<(String, String)>,
}

impl ReasonForm {
    pub fn show(&mut self, ui: &mut Ui, column: &str, roles: &Roles, out: &mut Outbox) {
        ui.horizontal(|ui| {
            ui.add_space(INDENT);
            ui.vertical(|ui| {
                let mut on = roles.is_confirmed(column);
                if check_box(ui, &mut on, &format!("Release {column} as it is")).changed() {
                    self.draft = None;
                    out.change(Change::Confirm {
                        column: column.to_owned(),
                        reason: on.then(String::new),
                    });
                }
                if roles.is_confirmed(column) {
                    self.field(ui, column, roles, out);
                }
            });
        });
    }

    fn field(&mut self, ui: &mut Ui, column: &str, roles: &Roles, out: &mut Outbox) {
        let known = roles.confirmed.get(column).map_or("", String::as_str);
        let draft = self.draft.as_ref().filter(|(of, _)| of == column);
        let mut text = draft.map_or(known, |(_, text)| text).to_owned();
        let edit = TextEdit::singleline(&mut text)
            .hint_text("Why; it stands in the reports")
            .margin(Margin::symmetric(8, 5))
            .desired_width(f32::INFINITY);
        let label = format!("Why {column} is released as it is");
        let response = ui.add(edit).accessible_name(label);
        if response.changed() {
            // Another one that was typed before counts now.
            if self.draft.as_ref().is_some_and(|(of, _)| of != column)
                && let Some(change) = self.take_finished(roles)
            {
                out.change(change);
            }
            self.draft = Some((column.to_owned(), text));
        }
        let is_own = self.draft.as_ref().is_some_and(|(of, _)| of == column);
        if !response.has_focus()
            && is_own
            && let Some(change) = self.take_finished(roles)
        {
            out.change(change);
        }
    }

    /// What was typed counts now, wherever the keyboard is.
    pub fn take_finished(&mut self, roles: &Roles) -> Option<Change> {
        let (column, text) = self.draft.take()?;
        let reason = text.trim().to_owned();
        let known = roles.confirmed.get(&column)?;
        (*known != reason).then_some(Change::Confirm {
            column,
            reason: Some(reason),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_reason_counts_for_what_is_ticked() {
        let mut roles = Roles::default();
        let typed = |text: &str| ReasonForm {
            draft: Some(("visits".to_owned(), text.to_owned())),
        };
        assert_eq!(typed("asked for").take_finished(&roles), None);
        roles.confirmed.insert("visits".to_owned(), String::new());
        assert_eq!(typed("  ").take_finished(&roles), None, "nothing is new");
        let change = Change::Confirm {
            column: "visits".to_owned(),
            reason: Some("asked for".to_owned()),
        };
        assert_eq!(typed(" asked for ").take_finished(&roles), Some(change));
    }
}
