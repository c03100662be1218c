//! A profile of one's own: what it is called and what it rests on, and whether it goes.

use super::Answer;
use crate::ui::focus;
use crate::ui::widgets::{primary_button, quiet_button, section, sentence};
use cloakroom_engine::profiles::Profile;
use egui::{Margin, TextEdit, Ui};

/// What is asked for now, on its way to become a profile.
pub struct ProfileForm {
    profile: Profile,
    /// The names of those that are there.
    known: Vec<String>,
}

impl ProfileForm {
    pub fn new(profile: Profile, known: Vec<String>) -> Self {
        Self { profile, known }
    }

    pub(super) fn show(&mut self, ui: &mut Ui) -> Option<Answer> {
        section(ui, "A profile of your own");
        let words = format!(
            "It asks for {}, is kept on this machine, and is offered for every file of this kind.",
            self.profile.requirement.sentence()
        );
        sentence(ui, &words);
        ui.add_space(8.0);
        let name = field(ui, "Name of the profile", &mut self.profile.name);
        focus::take(&name);
        ui.add_space(6.0);
        field(ui, "What it rests on", &mut self.profile.sentence);
        let name = self.profile.name.trim();
        let is_known = self.known.iter().any(|known| known == name);
        if is_known {
            sentence(ui, "There is a profile of this name: it is replaced.");
        }
        let is_ready = !name.is_empty();
        ui.add_space(12.0);
        ui.horizontal(|ui| {
            let pressed = ui
                .add_enabled_ui(is_ready, |ui| primary_button(ui, None, "Save the profile"))
                .inner
                .clicked();
            if pressed {
                let name = self.profile.name.trim().to_owned();
                let profile = Profile {
                    name,
                    ..self.profile.clone()
                };
                return Some(Answer::SaveProfile(Box::new(profile)));
            }
            quiet_button(ui, None, "Cancel")
                .clicked()
                .then_some(Answer::Close)
        })
        .inner
    }
}

fn field(ui: &mut Ui, name: &str, text: &mut String) -> egui::Response {
    ui.label(name);
    let edit = TextEdit::singleline(text)
        .margin(Margin::symmetric(8, 5))
        .desired_width(f32::INFINITY);
    ui.add(edit).accessible_name(name)
}

pub(super) fn delete(ui: &mut Ui, profile: &Profile) -> Option<Answer> {
    section(ui, "Delete this profile?");
    let words = format!(
        "{} asks for {}. What is asked for now stays as it is.",
        profile.name,
        profile.requirement.sentence()
    );
    sentence(ui, &words);
    ui.add_space(12.0);
    ui.horizontal(|ui| {
        let delete = primary_button(ui, None, "Delete it");
        focus::take(&delete);
        if delete.clicked() {
            return Some(Answer::DeleteProfile(Box::new(profile.clone())));
        }
        quiet_button(ui, None, "Keep it")
            .clicked()
            .then_some(Answer::Close)
    })
    .inner
}
