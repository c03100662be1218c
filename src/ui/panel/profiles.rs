//! The menu of profiles: what somebody asks for, who does, and on what it rests; and whose profile it is that is asked for.

use super::Lent;
use crate::ui::actions::{Action, Outbox};
use crate::ui::theme::{self, Tokens, fonts, icons};
use crate::ui::widgets::{help, icon_in, link, menu_entry, menu_heading};
use cloakroom_core::words::listed;
use cloakroom_engine::change::Change;
use cloakroom_engine::profiles::Profile;
use egui::{Label, Popup, Rect, RectAlign, RichText, ScrollArea, Ui, vec2};

const WIDTH: f32 = 400.0;
const HEIGHT: f32 = 500.0;
/// The cross of a profile of one's own.
const CROSS: f32 = 18.0;

fn fitting<'a>(lent: &'a Lent<'_>) -> impl Iterator<Item = &'a Profile> {
    let kind = lent.workspace.kind();
    let profiles = lent.profiles.iter();
    profiles.filter(move |profile| profile.kinds.contains(&kind))
}

pub fn show(ui: &mut Ui, lent: &Lent<'_>, out: &mut Outbox) {
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
                let (own, built_in): (Vec<&Profile>, Vec<&Profile>) =
                    fitting(lent).partition(|profile| profile.file.is_some());
                menu_heading(ui, "What others ask for");
                for profile in built_in {
                    entry(ui, lent, profile, out);
                }
                if !own.is_empty() {
                    menu_heading(ui, "Your own");
                }
                for profile in own {
                    let top = ui.cursor().right_top();
                    entry(ui, lent, profile, out);
                    let at = top + vec2(-CROSS - 8.0, 6.0);
                    let name = format!("Delete {}", profile.name);
                    let place = Rect::from_min_size(at, vec2(CROSS, CROSS));
                    if icon_in(ui, place, icons::DELETE, &name).clicked() {
                        out.send(Action::DeleteProfile(Box::new(profile.clone())));
                        ui.close();
                    }
                }
                if !asked.is_empty() {
                    let words = format!("Save {} as a profile of your own", asked.sentence());
                    let about = "Kept on this machine, and offered for every file of this kind.";
                    if menu_entry(ui, &words, about, false).clicked() {
                        out.send(Action::SaveProfile);
                        ui.close();
                    }
                }
            });
        });
}

fn entry(ui: &mut Ui, lent: &Lent<'_>, profile: &Profile, out: &mut Outbox) {
    let is_asked = profile.requirement == lent.workspace.settings().requirement;
    let about = format!("{}. {}", profile.requirement.sentence(), basis(profile));
    if menu_entry(ui, &profile.name, &about, is_asked).clicked() {
        out.change(Change::UseProfile {
            requirement: Box::new(profile.requirement.clone()),
            profile: profile.name.clone(),
        });
        ui.close();
    }
}

/// Whose profile it is that is asked for now, and on what it rests.
pub fn asked(ui: &mut Ui, lent: &Lent<'_>) {
    let requirement = &lent.workspace.settings().requirement;
    let same: Vec<&Profile> = fitting(lent)
        .filter(|profile| profile.requirement == *requirement)
        .collect();
    if same.is_empty() {
        return;
    }
    let names: Vec<String> = same.iter().map(|profile| profile.name.clone()).collect();
    let told: Vec<String> = same
        .iter()
        .map(|profile| format!("{}: {}", profile.name, basis(profile)))
        .collect();
    ui.horizontal(|ui| {
        ui.spacing_mut().item_spacing.x = 6.0;
        help(ui, "What it rests on", &told.join("\n\n"));
        let words = format!("As asked for by: {}", listed(&names));
        let dim = Tokens::of(ui).dim;
        ui.add(Label::new(RichText::new(words).font(fonts::detail()).color(dim)).wrap());
    });
}

/// `It rests on … (Who, year; where)`
fn basis(profile: &Profile) -> String {
    let year = profile
        .year
        .map_or_else(String::new, |year| format!(", {year}"));
    let place = profile
        .place
        .as_ref()
        .map_or_else(String::new, |place| format!("; {place}"));
    format!("{} ({}{year}{place})", profile.sentence, profile.who)
}
