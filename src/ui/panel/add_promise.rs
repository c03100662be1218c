//! The menu of promises that are not asked for yet, each with its sentence and what it lacks.

use super::Lent;
use super::promise::{promises, symbol};
use crate::ui::actions::Outbox;
use crate::ui::theme;
use crate::ui::widgets::{link, menu_entry};
use cloakroom_core::promise::Needs;
use cloakroom_core::roles::Role;
use cloakroom_engine::change::Change;
use cloakroom_microdata::privacy::PrivacyModel;
use egui::{Popup, RectAlign, ScrollArea, Ui};

const WIDTH: f32 = 360.0;
const HEIGHT: f32 = 480.0;

pub fn show(ui: &mut Ui, lent: &Lent<'_>, out: &mut Outbox) {
    let requirement = &lent.workspace.settings().requirement;
    let open: Vec<PrivacyModel> = promises()
        .filter(|model| !model.is_set(requirement))
        .collect();
    if open.is_empty() {
        return;
    }
    let button = link(ui, "Add a promise");
    Popup::menu(&button)
        .align(RectAlign::BOTTOM_END)
        .width(WIDTH)
        .show(|ui| {
            theme::menu(ui);
            ScrollArea::vertical().max_height(HEIGHT).show(ui, |ui| {
                for model in open {
                    let title = titled(symbol(model), model.title());
                    let mut sentence = model.sentence().to_owned();
                    if let Some(lacking) = lacking(lent, model) {
                        sentence.push(' ');
                        sentence.push_str(&lacking);
                    }
                    if menu_entry(ui, &title, &sentence, false).clicked() {
                        out.change(Change::begin(model));
                        ui.close();
                    }
                }
            });
        });
}

/// Words first: an l by itself reads as an I.
fn titled(symbol: &str, title: &str) -> String {
    match title.to_lowercase().contains(&symbol.to_lowercase()) {
        true => title.to_owned(),
        false => format!("{title} ({symbol})"),
    }
}

/// What has to be done before the promise can be looked at; its row leads there.
fn lacking(lent: &Lent<'_>, model: PrivacyModel) -> Option<String> {
    let needs = model.promise().needs;
    if needs == Needs::Nothing {
        return None;
    }
    let sensitive = lent.workspace.with_role(Role::Sensitive);
    if sensitive.is_empty() {
        return Some("Needs a sensitive column; none is marked yet.".to_owned());
    }
    if needs != Needs::Categories {
        return None;
    }
    let categories = &lent.workspace.settings().categories;
    let without = sensitive
        .iter()
        .find(|column| !categories.contains_key(column.name()))?;
    Some(format!(
        "Needs sensitivity categories for {}.",
        without.name()
    ))
}
