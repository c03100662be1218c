//! The menu of profiles: what somebody asks for, who does, and on what it rests.

use super::Lent;
use crate::ui::actions::{Action, Outbox};
use crate::ui::theme;
use crate::ui::widgets::{link, menu_entry, menu_heading};
use cloakroom_engine::change::Change;
use cloakroom_engine::profiles::Profile;
use egui::{Popup, RectAlign, ScrollArea, Ui};

const WIDTH: f32 = 400.0;
const HEIGHT: f32 = 500.0;

pub fn show(ui: &mut Ui, lent: &Lent<'_>, out: &mut Outbox) {
    let kind = lent.workspace.kind();
    let fitting: Vec<&Profile> = lent
        .profiles
        .iter()
        .filter(|profile| profile.kinds.contains(&kind))
        .collect();
    let asked = &lent.workspace.settings().requirement;
    let button = link(ui, "Profiles").on_hover_text(
        "What agencies and offices ask for, each with its source. One fills the sliders; nothing is decided by it.",
    );
    Popup::menu(&button)
        .align(RectAlign::BOTTOM_END)
        .width(WIDTH)
        .show(|ui| {
            theme::menu(ui);
            ScrollArea::vertical().max_height(HEIGHT).show(ui, |ui| {
                menu_heading(ui, "What others ask for");
                for profile in fitting {
                    let is_asked = profile.requirement == *asked;
                    if menu_entry(ui, &profile.name, &about(profile), is_asked).clicked() {
                        out.change(Change::UseProfile {
                            requirement: Box::new(profile.requirement.clone()),
                            profile: profile.name.clone(),
                        });
                        ui.close();
                    }
                }
                if !asked.is_empty() {
                    let words = format!("Save {} as a profile of your own", asked.sentence());
                    let about = "Kept on this machine, and offered for every table of this kind.";
                    if menu_entry(ui, &words, about, false).clicked() {
                        out.send(Action::SaveProfile);
                        ui.close();
                    }
                }
            });
        });
}

/// `k = 11. It rests on … (Who, year).`
fn about(profile: &Profile) -> String {
    let year = profile
        .year
        .map_or_else(String::new, |year| format!(", {year}"));
    format!(
        "{}. {} ({}{year})",
        profile.requirement.sentence(),
        profile.sentence,
        profile.who
    )
}
