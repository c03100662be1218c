//! The fields that forms of steps are made of.

use crate::ui::actions::{Action, Outbox};
use crate::ui::jobs::{PickedFile, PickedFor};
use crate::ui::theme::icons;
use crate::ui::widgets::{choice, icon_button, quiet_button};
use cloakroom_core::prepare::OtherFile;
use egui::{DragValue, FontId, Margin, Response, TextEdit, Ui};
use std::path::PathBuf;

const WIDTH: f32 = 260.0;
/// A field is not narrower, and begins a line of its own before it is. What removes it stands behind it.
const NARROWEST: f32 = 120.0;
const BEHIND: f32 = 64.0;

/// A line of text.
pub fn text(ui: &mut Ui, name: &str, hint: &str, value: &mut String) -> Response {
    ui.horizontal_wrapped(|ui| {
        ui.label(name);
        let room = match ui.available_width() - BEHIND {
            left if left < NARROWEST => ui.max_rect().width() - BEHIND,
            left => left,
        };
        let edit = TextEdit::singleline(value)
            .hint_text(hint)
            .margin(Margin::symmetric(8, 5))
            .desired_width(WIDTH.min(room));
        ui.add(edit).accessible_name(name)
    })
    .inner
}

/// A line of text that stands for something else, such as a list with commas: while it is typed it stays as it is typed.
/// Answers what it holds when that changes.
pub fn typed(ui: &mut Ui, name: &str, hint: &str, shown: String) -> Option<String> {
    let id = ui.scope_id().with(("typed", name));
    let mut line = ui.data(|data| data.get_temp::<String>(id)).unwrap_or(shown);
    let edit = text(ui, name, hint, &mut line);
    let is_typed = edit.has_focus();
    ui.data_mut(|data| {
        if is_typed {
            data.insert_temp(id, line.clone());
        } else {
            data.remove::<String>(id);
        }
    });
    edit.changed().then_some(line)
}

/// The same for a path.
pub fn path(ui: &mut Ui, name: &str, value: &mut String) {
    text(ui, name, "beside the data, or a whole path", value);
}

pub fn path_of(ui: &mut Ui, name: &str, value: &mut PathBuf) {
    let mut typed = value.display().to_string();
    let before = typed.clone();
    path(ui, name, &mut typed);
    if typed != before {
        *value = PathBuf::from(typed);
    }
}

/// A file is found in the dialog of the system instead of being typed.
pub fn choose_file(ui: &mut Ui, purpose: PickedFile, out: &mut Outbox) {
    let words = match purpose {
        PickedFile::Table => "Choose another table…",
        PickedFile::Mapping => "Choose the file…",
    };
    if quiet_button(ui, Some(icons::OPEN), words).clicked() {
        out.send(Action::Pick(PickedFor::Prepare(purpose)));
    }
}

/// How another file is read, where it does not say so itself.
pub fn read_as(ui: &mut Ui, file: &mut OtherFile) {
    let ending = file.path.extension();
    let ending = ending.map(|ending| ending.to_string_lossy().to_lowercase());
    let (name, hint, said) = match ending.as_deref() {
        Some("xlsx" | "xlsm" | "xls" | "ods") => ("Sheet", "the first", &mut file.sheet),
        Some("csv" | "tsv" | "txt" | "gz" | "zst") => {
            ("Between its columns", "found out", &mut file.delimiter)
        }
        _ => return,
    };
    let mut typed = said.clone().unwrap_or_default();
    text(ui, name, hint, &mut typed);
    *said = Some(typed).filter(|typed| !typed.is_empty());
}

/// Several lines in letters of one width, for what is close to code.
pub fn code(ui: &mut Ui, name: &str, hint: &str, rows: usize, value: &mut String) {
    ui.label(name);
    let edit = TextEdit::multiline(value)
        .hint_text(hint)
        .font(FontId::monospace(13.0))
        .margin(Margin::symmetric(8, 6))
        .desired_rows(rows)
        .desired_width(f32::INFINITY);
    ui.add(edit).accessible_name(name);
}

pub fn number(ui: &mut Ui, name: &str, value: &mut u32, most: u32) {
    ui.horizontal(|ui| {
        ui.label(name);
        ui.add(DragValue::new(value).range(1..=most))
            .accessible_name(name);
    });
}

/// One of the columns. A name that no column has stays until another is chosen.
pub fn column(ui: &mut Ui, name: &str, columns: &[String], chosen: &mut String) {
    ui.horizontal_wrapped(|ui| {
        ui.label(name);
        let mut at = columns.iter().position(|column| column == chosen);
        let shown = match chosen.as_str() {
            "" => "Choose a column",
            other => other,
        };
        let mut choices: Vec<(Option<usize>, &str)> = Vec::with_capacity(columns.len() + 1);
        if at.is_none() {
            choices.push((None, shown));
        }
        let named = columns.iter().enumerate();
        choices.extend(named.map(|(at, column)| (Some(at), column.as_str())));
        if choice(ui, name, 200.0, &mut at, &choices)
            && let Some(at) = at
        {
            chosen.clone_from(&columns[at]);
        }
    });
}

/// Some of the columns, in the order in which they were chosen.
pub fn columns(ui: &mut Ui, name: &str, columns: &[String], chosen: &mut Vec<String>) {
    ui.label(name);
    let mut removed = None;
    ui.horizontal_wrapped(|ui| {
        for (at, column) in chosen.iter().enumerate() {
            ui.label(column);
            if icon_button(ui, icons::CLOSE, &format!("Without {column}")).clicked() {
                removed = Some(at);
            }
        }
        let others = columns.iter().filter(|column| !chosen.contains(column));
        let others: Vec<&String> = others.collect();
        if !others.is_empty() {
            let mut at = usize::MAX;
            let mut choices = vec![(usize::MAX, "Add a column…")];
            let named = others.iter().enumerate();
            choices.extend(named.map(|(at, column)| (at, column.as_str())));
            if choice(ui, &format!("Add to {name}"), 180.0, &mut at, &choices) {
                chosen.push(others[at].clone());
            }
        }
    });
    if let Some(at) = removed {
        chosen.remove(at);
    }
}
