//! The list of steps, and the tables that they may look at.

use super::PreparePage;
use super::fields::{choose_file, path, read_as, text};
use super::form::all;
use crate::ui::actions::Outbox;
use crate::ui::jobs::PickedFile;
use crate::ui::theme::{self, fonts, icons};
use crate::ui::widgets::{
    check_box, icon_button, link, menu_entry, picker, quiet_button, section, sentence,
};
use cloakroom_core::prepare::{DATA, Prepare, Step};
use egui::{Label, Popup, ScrollArea, Ui};
use std::path::{Path, PathBuf};

/// Of the menu of what a step can do.
const MENU_WIDTH: f32 = 360.0;
const MENU_HEIGHT: f32 = 572.0;
/// Of what a step does, in the list.
const LETTERS: usize = 34;

impl PreparePage {
    pub(super) fn steps(&mut self, ui: &mut Ui, draft: &mut Prepare, out: &mut Outbox) {
        ScrollArea::vertical().auto_shrink(false).show(ui, |ui| {
            section(ui, "Steps");
            if draft.steps.is_empty() {
                sentence(ui, "None yet: the table is as it was read.");
            }
            self.list(ui, draft);
            ui.add_space(6.0);
            self.add(ui, draft);
            ui.add_space(14.0);
            section(ui, "Other tables");
            self.tables(ui, draft, out);
        });
    }

    fn list(&mut self, ui: &mut Ui, draft: &mut Prepare) {
        let (mut moved, mut removed) = (None, None);
        let last = draft.steps.len().saturating_sub(1);
        for (at, step) in draft.steps.iter_mut().enumerate() {
            let number = at + 1;
            ui.horizontal(|ui| {
                let mut on = !step.off;
                let title = format!("{number}. {}", step.operation.title());
                if check_box(ui, &mut on, &title)
                    .on_hover_text("A step that is switched off stays and is not done.")
                    .changed()
                {
                    step.off = !on;
                }
                let up = ui.add_enabled_ui(at > 0, |ui| {
                    icon_button(ui, icons::SORT_UP, &format!("Move step {number} up"))
                });
                if up.inner.clicked() {
                    moved = Some((at, at - 1));
                }
                let down = ui.add_enabled_ui(at < last, |ui| {
                    icon_button(ui, icons::SORT_DOWN, &format!("Move step {number} down"))
                });
                if down.inner.clicked() {
                    moved = Some((at, at + 1));
                }
                if icon_button(ui, icons::DELETE, &format!("Remove step {number}")).clicked() {
                    removed = Some(at);
                }
            });
            let words = step.operation.words();
            match self.selected == at {
                true => {
                    let words = Label::new(fonts::strong_text(&words)).truncate();
                    ui.add(words);
                }
                false => {
                    // What is wider than the list would push the page out of the window.
                    let mut cut: String = words.chars().take(LETTERS).collect();
                    if cut.len() < words.len() {
                        cut.push('…');
                    }
                    let hover = format!("Look at step {number}: {words}");
                    if link(ui, &cut).on_hover_text(hover).clicked() {
                        self.selected = at;
                    }
                }
            }
            ui.add_space(4.0);
        }
        if let Some((from, to)) = moved {
            draft.steps.swap(from, to);
            self.selected = to;
        }
        if let Some(at) = removed {
            draft.steps.remove(at);
            self.selected = self.selected.min(draft.steps.len().saturating_sub(1));
        }
    }

    fn add(&mut self, ui: &mut Ui, draft: &mut Prepare) {
        let button = picker(ui, "Add a step", "Add a step…", 220.0);
        let mut chosen = None;
        Popup::menu(&button).width(MENU_WIDTH).show(|ui| {
            theme::menu(ui);
            ScrollArea::vertical()
                .max_height(MENU_HEIGHT)
                .min_scrolled_height(MENU_HEIGHT)
                .show(ui, |ui| {
                    for operation in all() {
                        let entry = menu_entry(ui, operation.title(), operation.sentence(), false);
                        if entry.clicked() {
                            chosen = Some(operation);
                            ui.close();
                        }
                    }
                });
        });
        if let Some(operation) = chosen {
            let at = match draft.steps.is_empty() {
                true => 0,
                false => self.selected + 1,
            };
            draft.steps.insert(at, Step::from(operation));
            self.selected = at;
        }
    }

    fn tables(&mut self, ui: &mut Ui, draft: &mut Prepare, out: &mut Outbox) {
        if draft.tables.is_empty() {
            sentence(ui, "No other table is open yet.");
        }
        let mut closed = None;
        for (name, file) in &mut draft.tables {
            ui.push_id(name, |ui| {
                ui.horizontal(|ui| {
                    ui.label(name);
                    sentence(ui, &file.path.display().to_string());
                    if icon_button(ui, icons::DELETE, &format!("Close the table {name}")).clicked()
                    {
                        closed = Some(name.clone());
                    }
                });
                read_as(ui, file);
            });
        }
        if let Some(name) = closed {
            draft.tables.remove(&name);
        }
        sentence(
            ui,
            "Joins and SQL see the table that is prepared as data, and those that are opened here by their names.",
        );
        choose_file(ui, PickedFile::Table, out);
        path(ui, "File of the table", &mut self.table_file);
        let file = PathBuf::from(self.table_file.trim());
        let usual = name_of(&file, draft);
        text(ui, "Name of the table", &usual, &mut self.table_name);
        let name = match self.table_name.trim() {
            "" => usual,
            name => name.to_owned(),
        };
        let why = match () {
            () if file.as_os_str().is_empty() => Some("No file is named yet."),
            () if name == DATA => Some("The table that is prepared is called data already."),
            () if draft.tables.contains_key(&name) => {
                Some("Another table of this name is open already.")
            }
            () => None,
        };
        let open = ui.add_enabled_ui(why.is_none(), |ui| {
            quiet_button(ui, Some(icons::ADD), "Open the table")
        });
        if let Some(why) = why {
            open.inner.on_disabled_hover_text(why);
        } else if open.inner.clicked() {
            draft.tables.insert(name, file.into());
            self.table_name.clear();
            self.table_file.clear();
        }
    }
}

/// What a file is called in statements unless somebody says otherwise: its own name, in letters that need no quotes.
fn name_of(file: &Path, draft: &Prepare) -> String {
    let stem = file
        .file_name()
        .map(|name| name.to_string_lossy().into_owned());
    let stem = stem.unwrap_or_default();
    let stem = stem.split('.').next().unwrap_or_default().to_lowercase();
    let letters = stem.chars().map(|letter| match letter.is_alphanumeric() {
        true => letter,
        false => '_',
    });
    let name: String = letters.collect();
    match name.as_str() {
        "" => "visits".to_owned(),
        taken if taken == DATA || draft.tables.contains_key(taken) => format!("{taken}_2"),
        _ => name,
    }
}
