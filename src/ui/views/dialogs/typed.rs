//! Paths that are typed into dialogs, and what was typed when a dialog was closed.

use super::Dialog;
use crate::ui::jobs::PickedFor;
use crate::ui::paths::Completion;

/// What is being typed.
#[derive(Debug, Default)]
pub struct TypedPath {
    pub text: String,
    pub completion: Completion,
    /// The field has had the keyboard.
    pub is_begun: bool,
}

/// What was typed, by what it was asked for.
#[derive(Debug, Default)]
pub struct TypedPaths(Vec<(PickedFor, String)>);

impl TypedPaths {
    pub fn of(&self, purpose: &PickedFor) -> TypedPath {
        let known = self.0.iter().find(|(other, _)| other == purpose);
        TypedPath {
            text: known.map_or_else(String::new, |(_, text)| text.clone()),
            ..TypedPath::default()
        }
    }

    /// A dialog is closed, whatever was answered.
    pub fn remember(&mut self, dialog: &Dialog) {
        let (purpose, typed) = match dialog {
            Dialog::TypePath { purpose, typed } => (purpose.clone(), typed),
            Dialog::DataMissing { project, typed, .. } => {
                let project = project.clone();
                (PickedFor::MissingData { project }, typed)
            }
            _ => return,
        };
        self.0.retain(|(other, _)| *other != purpose);
        self.0.push((purpose, typed.text.clone()));
    }
}
