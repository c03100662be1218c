//! Small windows over the window: runs that are stopped, unsaved changes, lost data, reading options, typed paths.

mod about;
mod columns;
mod profile;
mod reading;
mod sheets;
mod typed;

pub use about::AboutDialog;
pub use columns::ColumnsForm;
pub use profile::ProfileForm;
pub use reading::ReadingForm;
pub use sheets::SheetForm;
pub use typed::{TypedPath, TypedPaths};

use crate::ui::actions::{Action, Outbox};
use crate::ui::focus;
use crate::ui::jobs::PickedFor;
use crate::ui::paths::{Wants, expand};
use crate::ui::theme::icons;
use crate::ui::widgets::{PathField, primary_button, quiet_button, remark, section, sentence};
use cloakroom_core::words::listed;
use cloakroom_engine::document::Origin;
use cloakroom_engine::out_of_core::Uncounted;
use cloakroom_engine::profiles::Profile;
use egui::{Context, Frame, Id, Label, Margin, Modal, Ui};
use std::path::PathBuf;

pub enum Dialog {
    /// Runs that have something by now, by number and name.
    Stop(Vec<(u64, String)>),
    /// What waits until the changes are saved or thrown away.
    Unsaved(AfterSaving),
    DataMissing {
        project: PathBuf,
        data: PathBuf,
        typed: TypedPath,
    },
    Reading(Box<ReadingForm>),
    Columns(Box<ColumnsForm>),
    Sheet(Box<SheetForm>),
    Profile(Box<ProfileForm>),
    DeleteProfile(Box<Profile>),
    /// A path is typed where no native file dialog can be had.
    TypePath {
        purpose: PickedFor,
        typed: TypedPath,
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
    /// End these runs with what they have.
    Take(Vec<u64>),
    /// Stop them, and lose it.
    ThrowAway(Vec<u64>),
    SaveFirst(AfterSaving),
    Discard(AfterSaving),
    Picked(PickedFor, PathBuf),
    /// A table that is larger than the memory, with what its columns are.
    Count(Box<Uncounted>, Origin),
    /// A workbook, and which of its sheets is read.
    Sheet(PathBuf, String),
    SaveProfile(Box<Profile>),
    DeleteProfile(Box<Profile>),
}

pub fn show(ctx: &Context, dialog: &mut Dialog, out: &mut Outbox) -> Option<Answer> {
    let mut answer = None;
    let frame = Frame::popup(&ctx.global_style()).inner_margin(Margin::same(20));
    let modal = Modal::new(Id::unique("dialog"))
        .frame(frame)
        .show(ctx, |ui| {
            let wanted: f32 = match dialog {
                Dialog::Columns(_) => 520.0,
                _ => 460.0,
            };
            ui.set_width(wanted.min(ui.ctx().content_rect().width() - 60.0));
            answer = match dialog {
                Dialog::Stop(runs) => stop(ui, runs),
                Dialog::Unsaved(after) => unsaved(ui, after),
                Dialog::DataMissing {
                    project,
                    data,
                    typed,
                } => data_missing(ui, project, data, typed, out),
                Dialog::Reading(form) => form.show(ui, out),
                Dialog::Columns(form) => form.show(ui),
                Dialog::Sheet(form) => form.show(ui),
                Dialog::Profile(form) => form.show(ui),
                Dialog::DeleteProfile(profile) => profile::delete(ui, profile),
                Dialog::TypePath { purpose, typed } => type_path(ui, purpose, typed),
            };
        });
    if answer.is_none() && modal.should_close() {
        answer = Some(Answer::Close);
    }
    answer
}

fn stop(ui: &mut Ui, runs: &[(u64, String)]) -> Option<Answer> {
    let names: Vec<&str> = runs.iter().map(|(_, name)| name.as_str()).collect();
    let numbers = || runs.iter().map(|&(number, _)| number).collect();
    section(ui, "There is something by now");
    let words = format!(
        "{} {} found what keeps the requirement; running on would only lose less.",
        listed(&names),
        if names.len() == 1 { "has" } else { "have" }
    );
    sentence(ui, &words);
    ui.add_space(12.0);
    ui.horizontal(|ui| {
        let take = primary_button(ui, Some(icons::CHECKED), "Take it");
        focus::take(&take);
        if take.clicked() {
            return Some(Answer::Take(numbers()));
        }
        if quiet_button(ui, None, "Throw it away").clicked() {
            return Some(Answer::ThrowAway(numbers()));
        }
        quiet_button(ui, None, "Run on")
            .clicked()
            .then_some(Answer::Close)
    })
    .inner
}

fn unsaved(ui: &mut Ui, after: &AfterSaving) -> Option<Answer> {
    section(ui, "There are changes that are not saved");
    sentence(
        ui,
        "Roles and settings since the last save would be lost. The data file is never changed.",
    );
    ui.add_space(12.0);
    ui.horizontal(|ui| {
        let save = primary_button(ui, Some(icons::SAVE), "Save");
        focus::take(&save);
        if save.clicked() {
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
    typed: &mut TypedPath,
    out: &mut Outbox,
) -> Option<Answer> {
    section(ui, "The data file is not where it was");
    ui.add(Label::new(data.display().to_string()).wrap());
    sentence(
        ui,
        "A project holds no data, only decisions about them. Say where the file is now.",
    );
    ui.add_space(8.0);
    let entered = path_field(ui, "Path of the data file", typed, Wants::File);
    ui.add_space(12.0);
    ui.horizontal(|ui| {
        let ready = !typed.text.trim().is_empty();
        let pressed = ui
            .add_enabled_ui(ready, |ui| {
                primary_button(ui, Some(icons::OPEN), "Use this file")
            })
            .inner
            .clicked();
        if ready && (pressed || entered) {
            out.send(Action::FindData {
                project: project.to_owned(),
                data: expand(&typed.text),
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

/// Takes the keyboard when it is first shown. Says whether Enter ended it.
fn path_field(ui: &mut Ui, name: &str, typed: &mut TypedPath, wants: Wants) -> bool {
    let begins = !std::mem::replace(&mut typed.is_begun, true);
    let field = PathField::new(name, wants).begin(begins);
    let field = field.show(ui, &mut typed.text, &mut typed.completion);
    remark(ui, &typed.text, &typed.completion, wants);
    field.lost_focus() && ui.input(|input| input.key_pressed(egui::Key::Enter))
}

fn type_path(ui: &mut Ui, purpose: &PickedFor, typed: &mut TypedPath) -> Option<Answer> {
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
        PickedFor::Prepare(_) => ("Open a file for a step", "Path of the file", "Use it"),
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
    let wants = match purpose.is_new() {
        true => Wants::New,
        false => Wants::File,
    };
    let entered = path_field(ui, name, typed, wants);
    ui.add_space(12.0);
    ui.horizontal(|ui| {
        let ready = !typed.text.trim().is_empty();
        let pressed = ui
            .add_enabled_ui(ready, |ui| primary_button(ui, None, button))
            .inner
            .clicked();
        if ready && (pressed || entered) {
            return Some(Answer::Picked(purpose.clone(), expand(&typed.text)));
        }
        quiet_button(ui, None, "Cancel")
            .clicked()
            .then_some(Answer::Close)
    })
    .inner
}
