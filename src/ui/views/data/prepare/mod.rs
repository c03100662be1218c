//! What is done to the table before roles: a list of steps, a form for the one that is chosen, and what it makes of the table.
//!
//! Nothing of it counts before it is applied; the table of the document, and with it every answer, is another one from then on.

mod derived;
mod fields;
mod form;
mod preview;
mod steps;

use crate::ui::actions::{Action, Outbox};
use crate::ui::asked::Asked;
use crate::ui::jobs::{Jobs, PickedFile};
use crate::ui::theme::{MARGIN, Tokens};
use crate::ui::widgets::{primary_button, quiet_button, sentence};
use cloakroom_core::io::load::load;
use cloakroom_core::io::loaded::Loaded;
use cloakroom_core::kind::Kind;
use cloakroom_core::prepare::{Ground, Operation, Prepare, Step, StepTold, prepare};
use cloakroom_core::problem::{Failure, Problem};
use cloakroom_core::progress::Progress;
use cloakroom_core::table::Table;
use cloakroom_engine::workspace::Workspace;
use egui::{CentralPanel, Frame, Margin, Panel, Ui};
use std::path::PathBuf;
use std::sync::Arc;

/// Above the table, what it is and what can be done with it.
const STEPS_WIDTH: f32 = 320.0;

/// What the page keeps from frame to frame.
#[derive(Default)]
pub struct PreparePage {
    pub is_shown: bool,
    /// What was put together and not applied yet.
    draft: Option<Prepare>,
    selected: usize,
    /// The table as it was read, where the document has another one.
    base: Asked<PathBuf, Arc<Loaded>>,
    /// The table before the chosen step, and what the step makes of it.
    before: Asked<Prefix, Result<Arc<Table>, String>>,
    after: Asked<Chosen, Result<Preview, String>>,
    /// Keys that were made here: what failed for the lack of one is asked again.
    keys_made: u64,
    table_name: String,
    table_file: String,
}

/// The steps before the chosen one.
#[derive(Clone, PartialEq)]
struct Prefix {
    prepare: Prepare,
    keys_made: u64,
}

/// The chosen step, and the table that it is done to.
#[derive(Clone)]
struct Chosen {
    prepare: Prepare,
    done: usize,
    before: Arc<Table>,
    keys_made: u64,
}

impl PartialEq for Chosen {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.before, &other.before)
            && self.prepare == other.prepare
            && (self.done, self.keys_made) == (other.done, other.keys_made)
    }
}

/// What a step makes of a table.
struct Preview {
    table: Table,
    told: Option<StepTold>,
}

/// Whether there is a table of records to be prepared, or why there is none.
pub fn refused(workspace: &Workspace) -> Option<String> {
    if workspace.in_batches().is_some() {
        return Some("A table that is counted and not held cannot be prepared here.".to_owned());
    }
    (workspace.kind() != Kind::OF_ANY_TABLE).then(|| {
        format!(
            "Only tables of records are prepared here, and these are {}.",
            workspace.kind().name()
        )
    })
}

impl PreparePage {
    /// Leaves what was put together and shows what counts.
    pub fn discard(&mut self) {
        self.draft = None;
    }

    /// A file was chosen: another table, or what the values of the chosen step become.
    pub fn picked(&mut self, purpose: PickedFile, path: PathBuf, workspace: &Workspace) {
        match purpose {
            PickedFile::Table => self.table_file = path.display().to_string(),
            PickedFile::Mapping => {
                let mut draft = self.draft(workspace);
                let chosen = draft.steps.get_mut(self.selected);
                if let Some(Operation::Map { file, .. }) = chosen.map(|step| &mut step.operation) {
                    file.path = path;
                    self.draft = Some(draft);
                }
            }
        }
    }

    /// A key was made.
    pub fn key_made(&mut self) {
        self.keys_made += 1;
    }

    /// The table as it was read.
    pub fn base(&self, workspace: &Workspace) -> Option<Arc<Loaded>> {
        match workspace.loaded().prepared {
            None => Some(workspace.loaded().clone()),
            Some(_) => self.base.current().map(|base| base.as_ref().clone()),
        }
    }

    /// The work that the page needs, while it is shown.
    pub fn want(&mut self, workspace: &Workspace, jobs: &Jobs) {
        if !self.is_shown || refused(workspace).is_some() {
            return;
        }
        if workspace.loaded().prepared.is_some() {
            let path = workspace.loaded().source.path.clone();
            if let Some(new) = self.base.ask(path) {
                let options = workspace.loaded().options.clone();
                new.start(jobs, "Read the table", move |path, progress| {
                    Ok(Arc::new(load(&path, &options, progress)?))
                });
            }
        }
        let Some(base) = self.base(workspace) else {
            return;
        };
        let draft = self.draft(workspace);
        let selected = self.selected.min(draft.steps.len());
        let (steps, chosen) = draft.steps.split_at(selected);
        let prefix = Prefix {
            prepare: Prepare {
                tables: draft.tables.clone(),
                steps: steps.to_vec(),
            },
            keys_made: self.keys_made,
        };
        let chosen: Vec<Step> = chosen.iter().take(1).cloned().collect();
        let folder = workspace.folder().to_owned();
        if let Some(new) = self.before.ask(prefix) {
            let (base, folder) = (base.clone(), folder.clone());
            new.start(jobs, "Prepare", move |prefix, progress| {
                let table = table_of(&base)?;
                let done = tried(table, &prefix.prepare, 0, &base, &folder, progress)?;
                Ok(done.map(|preview| Arc::new(preview.table)))
            });
        }
        let Some(Ok(before)) = self.before.current().map(Arc::as_ref) else {
            return;
        };
        let chosen = Chosen {
            prepare: Prepare {
                tables: draft.tables,
                steps: chosen,
            },
            done: selected,
            before: before.clone(),
            keys_made: self.keys_made,
        };
        if let Some(new) = self.after.ask(chosen) {
            new.start(jobs, "Look at the step", move |chosen, progress| {
                let table = chosen.before.as_ref().clone();
                tried(
                    table,
                    &chosen.prepare,
                    chosen.done,
                    &base,
                    &folder,
                    progress,
                )
            });
        }
    }

    fn draft(&self, workspace: &Workspace) -> Prepare {
        let draft = self.draft.as_ref();
        draft.unwrap_or_else(|| workspace.prepare()).clone()
    }

    pub fn show(&mut self, ui: &mut Ui, workspace: &Workspace, out: &mut Outbox) {
        let before = self.draft(workspace);
        let mut draft = before.clone();
        self.selected = self.selected.min(draft.steps.len().saturating_sub(1));
        let ground = Tokens::of(ui).ground;
        let frame = |left: i8, right: i8| {
            Frame::new().fill(ground).inner_margin(Margin {
                left,
                right,
                top: 0,
                bottom: MARGIN as i8,
            })
        };
        let side = MARGIN as i8 + 6;
        Panel::top("prepare toolbar")
            .frame(frame(side, side))
            .show_separator_line(false)
            .show(ui, |ui| self.toolbar(ui, &draft, workspace, out));
        Panel::left("prepare steps")
            .frame(frame(side, MARGIN as i8))
            .default_size(STEPS_WIDTH)
            .size_range(240.0..=460.0)
            .show(ui, |ui| self.steps(ui, &mut draft, out));
        CentralPanel::no_frame()
            .frame(frame(MARGIN as i8, side))
            .show(ui, |ui| self.chosen(ui, &mut draft, workspace, out));
        if draft != before {
            self.draft = Some(draft);
            ui.ctx().request_repaint();
        }
    }

    fn toolbar(&mut self, ui: &mut Ui, draft: &Prepare, workspace: &Workspace, out: &mut Outbox) {
        sentence(
            ui,
            "What is done to the table before anything else. Each step works on what the one before it left; nothing of it \
             travels with a release, and the audit file tells it.",
        );
        ui.add_space(6.0);
        let is_other = draft != workspace.prepare();
        ui.horizontal(|ui| {
            let apply = ui.add_enabled_ui(is_other && self.base(workspace).is_some(), |ui| {
                primary_button(ui, None, "Apply the steps")
            });
            if apply.inner.clicked() {
                out.send(Action::Prepare(draft.clone()));
            }
            if is_other && quiet_button(ui, None, "Discard the changes").clicked() {
                self.discard();
            }
        });
        ui.add_space(6.0);
    }
}

fn table_of(base: &Loaded) -> Result<Table, Failure> {
    let table = base.dataset.records_table().cloned();
    table.ok_or_else(|| Problem::new("there is no table of records").into())
}

/// What steps make of a table, or the sentence that refuses them.
fn tried(
    table: Table,
    asked: &Prepare,
    done: usize,
    base: &Loaded,
    folder: &std::path::Path,
    progress: &Progress,
) -> Result<Result<Preview, String>, Failure> {
    let ground = Ground {
        folder,
        file: &base.source.path,
        options: &base.options,
        done,
    };
    match prepare(table, asked, ground, progress) {
        Ok(mut prepared) => Ok(Ok(Preview {
            told: prepared.told.pop(),
            table: prepared.table,
        })),
        Err(Failure::Problem(problem)) => Ok(Err(problem.to_string())),
        Err(stopped) => Err(stopped),
    }
}
