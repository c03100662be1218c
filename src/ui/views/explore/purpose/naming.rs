//! A name for a purpose, new or another, typed in place.

use crate::ui::actions::Outbox;
use crate::ui::theme::{Tokens, fonts, icons};
use crate::ui::widgets::{primary_button, quiet_button, told};
use cloakroom_core::purpose::Purpose;
use cloakroom_engine::change::Change;
use egui::{Key, Margin, TextEdit, Ui};
use std::collections::BTreeMap;

pub struct Naming {
    /// The purpose that gets another name; `None` for a new one.
    from: Option<String>,
    typed: String,
    /// The keyboard goes to the field once.
    begun: bool,
}

impl Naming {
    pub fn new_purpose() -> Self {
        Self {
            from: None,
            typed: String::new(),
            begun: false,
        }
    }

    pub fn rename(name: &str) -> Self {
        Self {
            from: Some(name.to_owned()),
            typed: name.to_owned(),
            begun: false,
        }
    }

    /// What is wrong with the name, if anything.
    fn fault(&self, purposes: &BTreeMap<String, Purpose>) -> Option<String> {
        let name = self.typed.trim();
        let own = self.from.as_deref() == Some(name);
        if name.is_empty() {
            Some("A purpose needs a name, such as demography.".to_owned())
        } else if !own && purposes.contains_key(name) {
            Some(format!("There is a purpose {name} already."))
        } else {
            None
        }
    }

    /// Says whether the form is done. `first` is what a new purpose begins with.
    pub fn show(
        &mut self,
        ui: &mut Ui,
        purposes: &BTreeMap<String, Purpose>,
        first: &Purpose,
        out: &mut Outbox,
    ) -> bool {
        let mut done = false;
        let fault = self.fault(purposes);
        let mut asked = false;
        ui.horizontal(|ui| {
            let edit = TextEdit::singleline(&mut self.typed)
                .hint_text("demography, prediction, …")
                .margin(Margin::symmetric(10, 7))
                .desired_width((ui.available_width() - 204.0).max(100.0));
            let response = ui.add(edit).accessible_name("Name of the purpose");
            if !std::mem::replace(&mut self.begun, true) {
                response.request_focus();
            }
            asked |= response.lost_focus() && ui.input(|input| input.key_pressed(Key::Enter));
            done |= response.lost_focus() && ui.input(|input| input.key_pressed(Key::Escape));
            let word = match self.from {
                Some(_) => "Rename",
                None => "Create",
            };
            ui.add_enabled_ui(fault.is_none(), |ui| {
                asked |= primary_button(ui, Some(icons::CHECKED), word).clicked();
            });
            done |= quiet_button(ui, None, "Cancel").clicked();
        });
        if let Some(fault) = &fault {
            let dim = Tokens::of(ui).dim;
            told(ui, fault, fonts::detail(), dim);
        }
        if !asked || fault.is_some() {
            return done;
        }
        let to = self.typed.trim().to_owned();
        match self.from.take() {
            Some(from) if from == to => {}
            Some(from) => out.change(Change::RenamePurpose { from, to }),
            None => out.change(Change::AddPurpose {
                purpose: to,
                order: first.clone(),
            }),
        }
        true
    }
}
