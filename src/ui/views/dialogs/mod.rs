//! Small windows over the window: unsaved changes, lost data, reading options, shortcuts.

mod columns;
mod reading;

pub use columns::ColumnsForm;
pub use reading::ReadingForm;

use crate::ui::actions::{Action, Outbox};
use crate::ui::commands::Command;
use crate::ui::jobs::PickedFor;
use crate::ui::theme::{Tokens, fonts, icons};
use crate::ui::widgets::{primary_button, quiet_button, section, sentence};
use cloakroom_engine::document::Origin;
use cloakroom_engine::out_of_core::Uncounted;
use egui::{
    Align, Context, Frame, Grid, Id, Label, Layout, Margin, Modal, RichText, ScrollArea, TextEdit,
    Ui,
};
use std::path::PathBuf;

pub enum Dialog {
    /// What waits until the changes are saved or thrown away.
    Unsaved(AfterSaving),
    DataMissing {
        project: PathBuf,
        data: PathBuf,
        typed: String,
    },
    Reading(Box<ReadingForm>),
    Columns(Box<ColumnsForm>),
    Shortcuts,
    /// A path is typed where no native file dialog can be had.
    TypePath {
        purpose: PickedFor,
        typed: String,
    },
}

#[derive(Clone, Debug, PartialEq)]
pub enum AfterSaving {
    Close,
    Quit,
    Open(PathBuf),
    OpenSample(&'static str),
}

/// What the user answered.
pub enum Answer {
    Close,
    SaveFirst(AfterSaving),
    Discard(AfterSaving),
    Picked(PickedFor, PathBuf),
    /// A table that is larger than the memory, with what its columns are.
    Count(Box<Uncounted>, Origin),
}

pub fn show(ctx: &Context, dialog: &mut Dialog, out: &mut Outbox) -> Option<Answer> {
    let mut answer = None;
    let frame = Frame::popup(&ctx.global_style()).inner_margin(Margin::same(20));
    let modal = Modal::new(Id::unique("dialog"))
        .frame(frame)
        .show(ctx, |ui| {
            ui.set_width(match dialog {
                Dialog::Shortcuts | Dialog::Columns(_) => 520.0,
                _ => 460.0,
            });
            answer = match dialog {
                Dialog::Unsaved(after) => unsaved(ui, after),
                Dialog::DataMissing {
                    project,
                    data,
                    typed,
                } => data_missing(ui, project, data, typed, out),
                Dialog::Reading(form) => form.show(ui, out),
                Dialog::Columns(form) => form.show(ui),
                Dialog::Shortcuts => shortcuts(ui),
                Dialog::TypePath { purpose, typed } => type_path(ui, purpose, typed),
            };
        });
    if answer.is_none() && modal.should_close() {
        answer = Some(Answer::Close);
    }
    answer
}

fn unsaved(ui: &mut Ui, after: &AfterSaving) -> Option<Answer> {
    section(ui, "There are changes that are not saved");
    sentence(
        ui,
        "Roles and settings since the last save would be lost. The data file is never changed.",
    );
    ui.add_space(12.0);
    ui.horizontal(|ui| {
        if primary_button(ui, Some(icons::SAVE), "Save").clicked() {
            return Some(Answer::SaveFirst(after.clone()));
        }
        if quiet_button(ui, None, "Throw them away").clicked() {
            return Some(Answer::Discard(after.clone()));
        }
        quiet_button(ui, None, "Cancel")
            .clicked()
            .then_some(Answer::Close)
    })
    .inner
}

fn data_missing(
    ui: &mut Ui,
    project: &std::path::Path,
    data: &std::path::Path,
    typed: &mut String,
    out: &mut Outbox,
) -> Option<Answer> {
    section(ui, "The data file is not where it was");
    ui.add(Label::new(data.display().to_string()).wrap());
    sentence(
        ui,
        "A project holds no data, only decisions about them. Say where the file is now.",
    );
    ui.add_space(8.0);
    let entered = path_field(ui, "Path of the data file", typed);
    ui.add_space(12.0);
    ui.horizontal(|ui| {
        let ready = !typed.trim().is_empty();
        let pressed = ui
            .add_enabled_ui(ready, |ui| {
                primary_button(ui, Some(icons::OPEN), "Use this file")
            })
            .inner
            .clicked();
        if ready && (pressed || entered) {
            out.send(Action::FindData {
                project: project.to_owned(),
                data: PathBuf::from(typed.trim()),
            });
            return Some(Answer::Close);
        }
        if quiet_button(ui, None, "Browse").clicked() {
            out.send(Action::Pick(PickedFor::MissingData {
                project: project.to_owned(),
            }));
        }
        quiet_button(ui, None, "Cancel")
            .clicked()
            .then_some(Answer::Close)
    })
    .inner
}

/// Takes the keyboard while it is empty. Says whether Enter ended it.
fn path_field(ui: &mut Ui, name: &str, typed: &mut String) -> bool {
    let edit = TextEdit::singleline(typed)
        .hint_text(name)
        .margin(Margin::symmetric(10, 7))
        .desired_width(f32::INFINITY);
    let field = ui.add(edit).accessible_name(name);
    if !field.has_focus() && typed.is_empty() {
        field.request_focus();
    }
    field.lost_focus() && ui.input(|input| input.key_pressed(egui::Key::Enter))
}

fn type_path(ui: &mut Ui, purpose: &PickedFor, typed: &mut String) -> Option<Answer> {
    let (heading, name, button) = match purpose {
        PickedFor::Open => ("Open a file", "Path of the file", "Open"),
        PickedFor::Population => (
            "Open a table of the population",
            "Path of the population",
            "Open",
        ),
        PickedFor::Known => (
            "Open a file of known people",
            "Path of the known people",
            "Open",
        ),
        PickedFor::Audit => (
            "Add a release",
            "Path of the audit file (.audit.json)",
            "Add it",
        ),
        PickedFor::MissingData { .. } => ("Find the data file", "Path of the file", "Use it"),
        PickedFor::Save => ("Save the project", "Path of the project (.cloak)", "Save"),
        PickedFor::Recipe => ("Save as a recipe", "Path of the recipe (.toml)", "Save"),
        PickedFor::ImportHierarchy { .. } => ("Open a hierarchy", "Path of the hierarchy", "Open"),
        PickedFor::ExportHierarchy { .. } => {
            ("Export the hierarchy", "Path of the new file", "Export")
        }
        PickedFor::ExportCurves(_) => ("Export the curves", "Path of the new file", "Export"),
        PickedFor::ReleaseFolder => ("Folder of the release", "Path of the folder", "Use it"),
    };
    section(ui, heading);
    sentence(ui, "This system offers no file dialog, so type the path.");
    ui.add_space(8.0);
    let entered = path_field(ui, name, typed);
    ui.add_space(12.0);
    ui.horizontal(|ui| {
        let ready = !typed.trim().is_empty();
        let pressed = ui
            .add_enabled_ui(ready, |ui| primary_button(ui, None, button))
            .inner
            .clicked();
        if ready && (pressed || entered) {
            return Some(Answer::Picked(purpose.clone(), PathBuf::from(typed.trim())));
        }
        quiet_button(ui, None, "Cancel")
            .clicked()
            .then_some(Answer::Close)
    })
    .inner
}

fn shortcuts(ui: &mut Ui) -> Option<Answer> {
    section(ui, "Keyboard shortcuts");
    ui.add_space(6.0);
    let dim = Tokens::of(ui).dim;
    ScrollArea::vertical().max_height(460.0).show(ui, |ui| {
        Grid::new("shortcuts").num_columns(2).spacing([24.0, 6.0]).show(ui, |ui| {
            for command in Command::ALL {
                let keys = command.shortcut_text(ui.ctx());
                if keys.is_empty() {
                    continue;
                }
                ui.label(fonts::strong_text(keys));
                ui.label(command.label().trim_end_matches('…')).on_hover_text(command.explanation());
                ui.end_row();
            }
        });
        ui.add_space(8.0);
        let words = "In the table: arrows, Page Up, Page Down, Home, End, Enter. On a slider: arrows, Page Up, \
                     Page Down, Home, End.";
        ui.label(RichText::new(words).font(fonts::detail()).color(dim));
    });
    ui.add_space(10.0);
    ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
        quiet_button(ui, None, "Close")
            .clicked()
            .then_some(Answer::Close)
    })
    .inner
}
