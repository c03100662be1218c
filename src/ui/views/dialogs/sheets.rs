//! A workbook whose sheet cannot be read: another can.

use super::Answer;
use crate::ui::widgets::{choice, primary_button, quiet_button, section, sentence};
use cloakroom_core::problem::Problem;
use egui::Ui;
use std::path::PathBuf;

/// Which sheet is read instead.
pub struct SheetForm {
    file: PathBuf,
    why: String,
    sheets: Vec<String>,
    chosen: Option<usize>,
}

impl SheetForm {
    /// Of the file that was to be opened, where the table may lie on another of its sheets.
    pub fn of(opened: Option<PathBuf>, problem: &Problem) -> Option<Self> {
        let is_its_own = problem.file.is_some() && problem.file == opened;
        let file = opened.filter(|_| is_its_own && problem.sheets.len() > 1)?;
        Some(Self {
            file,
            why: problem.message.clone(),
            sheets: problem.sheets.clone(),
            chosen: None,
        })
    }

    pub(super) fn show(&mut self, ui: &mut Ui) -> Option<Answer> {
        section(ui, "This sheet cannot be read as a table");
        sentence(ui, &format!("{}.", self.why));
        ui.add_space(8.0);
        let sheets = self.sheets.iter().enumerate();
        let sheets = sheets.map(|(at, name)| (Some(at), name.as_str()));
        let names: Vec<_> = std::iter::once((None, "choose another sheet"))
            .chain(sheets)
            .collect();
        choice(ui, "Sheet", 260.0, &mut self.chosen, &names);
        ui.add_space(12.0);
        ui.horizontal(|ui| {
            let sheet = self.chosen.and_then(|at| self.sheets.get(at));
            let pressed = ui
                .add_enabled_ui(sheet.is_some(), |ui| {
                    primary_button(ui, None, "Read this sheet")
                })
                .inner
                .clicked();
            if let Some(sheet) = sheet.filter(|_| pressed) {
                return Some(Answer::Sheet(self.file.clone(), sheet.clone()));
            }
            quiet_button(ui, None, "Cancel")
                .clicked()
                .then_some(Answer::Close)
        })
        .inner
    }
}
