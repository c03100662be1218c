//! The views of ratings: who is close to whom, what was rated by whom, one person's surroundings, and how
//! many violate under every k and ε.

use super::Lent;
use crate::model::roles::Role;
use crate::ui::actions::{Action, ExploreTab, Outbox, Stage};
use crate::ui::theme::{Tokens, icons};
use crate::ui::widgets::EmptyState;
use egui::{CentralPanel, Frame, Ui};

#[derive(Default)]
pub struct SurveyViews {}

impl SurveyViews {
    pub fn show(&mut self, ui: &mut Ui, _tab: ExploreTab, lent: &Lent<'_>, out: &mut Outbox) {
        let Some(_survey) = lent.survey else {
            let frame = Frame::new().fill(Tokens::of(ui).ground);
            CentralPanel::no_frame()
                .frame(frame)
                .show(ui, |ui| nothing_yet(ui, lent, out));
            return;
        };
    }
}

fn nothing_yet(ui: &mut Ui, lent: &Lent<'_>, out: &mut Outbox) {
    if lent.survey_running {
        let words = "Comparing everybody with everybody. Its progress is at the bottom of the window, where \
                     it can be stopped.";
        EmptyState::new(icons::RUNNING, words).show(ui);
        return;
    }
    let mut roles = lent.workspace.settings().roles.columns.values();
    let words = if roles.any(|role| *role == Role::Quasi) {
        "People could not be compared."
    } else {
        "Nothing is marked as an issue that others may know, so there is nothing to compare people by."
    };
    if EmptyState::new(icons::EXPLORE, words)
        .action("Mark issues", Some(icons::DATA))
        .show(ui)
    {
        out.send(Action::Go(Stage::Data));
    }
}
