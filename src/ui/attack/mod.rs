//! Attacks in the window: a file of known people, what its columns say, and what was found.

mod people;
mod question;

pub use people::{By, Listed, most};
pub use question::{AttackAnswer, AttackForm, AttackQuestion, KnownFile};

use crate::ui::jobs::Work;
use crate::ui::method_result::{MethodResult, RunOutcome};
use cloakroom_core::settings::Settings;
use cloakroom_engine::attack::suggest::Targets;
use cloakroom_engine::attack::{Attacked, PersonAttack};
use cloakroom_engine::workspace::Workspace;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// What a file of known people is called where one lies beside the data.
const USUAL_NAME: &str = "known.csv";

#[derive(Default)]
pub struct AttackState {
    pub form: AttackForm,
    /// Why the last file could not be read, in a sentence.
    pub file_problem: Option<String>,
    /// A file is being read, or people are drawn.
    pub reading: Work,
    pub trying: Work,
    /// A file beside the data, once somebody looked.
    offered: Option<Option<PathBuf>>,
    targets: Option<TargetsOf>,
    answer: Option<AttackAnswer>,
    pub listed: Listed,
    /// A place in the report.
    pub selected: Option<usize>,
}

/// The columns that a file can be compared with, and what they depend on.
struct TargetsOf {
    revision: u64,
    release: Option<Arc<MethodResult>>,
    targets: Targets,
}

impl AttackState {
    /// The file of known people that lies beside the recipe.
    pub fn offered(&mut self, folder: &Path) -> Option<&PathBuf> {
        self.offered
            .get_or_insert_with(|| {
                let path = folder.join(USUAL_NAME);
                path.is_file().then_some(path)
            })
            .as_ref()
    }

    /// What can be compared, as the settings are now. Columns that are gone are not compared any more.
    pub fn refresh(&mut self, workspace: &Workspace, result: Option<&Arc<MethodResult>>) {
        if self.form.known.is_none() {
            return;
        }
        let release = match self.form.attacked {
            Attacked::Original => None,
            Attacked::Release => result,
        };
        let revision = workspace.revision();
        let current = self.targets.as_ref().is_some_and(|known| {
            let same = match (&known.release, release) {
                (None, None) => true,
                (Some(one), Some(other)) => Arc::ptr_eq(one, other),
                _ => false,
            };
            same && known.revision == revision
        });
        if current {
            return;
        }
        let settings = release.map_or(workspace.settings(), |result| result.settings());
        let targets = Targets::of(workspace.loaded(), settings);
        let there = |name: &String| {
            let mut all = targets.supposed.iter().chain(&targets.beyond);
            all.any(|other| other == name)
        };
        for with in &mut self.form.with {
            if !with.as_ref().is_some_and(there) {
                *with = None;
            }
        }
        self.targets = Some(TargetsOf {
            revision,
            release: release.cloned(),
            targets,
        });
    }

    pub fn targets(&self) -> Option<&Targets> {
        self.targets.as_ref().map(|known| &known.targets)
    }

    /// Takes a file and suggests what its columns say.
    pub fn set_known(
        &mut self,
        file: KnownFile,
        workspace: &Workspace,
        result: Option<&Arc<MethodResult>>,
    ) {
        self.file_problem = None;
        self.answer = None;
        self.selected = None;
        self.targets = None;
        self.form.with = vec![None; file.table.columns().len()];
        self.form.known = Some(Arc::new(file));
        self.refresh(workspace, result);
        if let (Some(known), Some(file)) = (&self.targets, &self.form.known) {
            self.form.with = known.targets.suggested(&file.table);
        }
    }

    pub fn remove_known(&mut self) {
        *self = Self {
            offered: self.offered.take(),
            reading: std::mem::take(&mut self.reading),
            form: AttackForm {
                known: None,
                with: Vec::new(),
                ..self.form.clone()
            },
            ..Self::default()
        };
    }

    /// What is to be tried as the form is now; why not, in a sentence.
    pub fn question(
        &self,
        workspace: &Workspace,
        result: Option<&Arc<MethodResult>>,
    ) -> Result<AttackQuestion, &'static str> {
        if self.form.known.is_none() {
            return Err("Choose a file of known people first.");
        }
        let release = match self.form.attacked {
            Attacked::Original => None,
            Attacked::Release => Some(reached(result)?.clone()),
        };
        let settings = match &release {
            Some(result) => result.settings(),
            None => workspace.settings(),
        };
        Ok(AttackQuestion {
            loaded: workspace.loaded().clone(),
            folder: workspace.folder().to_owned(),
            settings: settings.clone(),
            release,
            form: self.form.clone(),
        })
    }

    pub fn take_in(&mut self, answer: AttackAnswer) {
        self.selected = None;
        if let Ok(report) = &answer.report {
            self.listed.list(report);
        }
        self.answer = Some(answer);
    }

    pub fn answer(&self) -> Option<&AttackAnswer> {
        self.answer.as_ref()
    }

    /// The person who is looked at, if there is a report.
    pub fn person(&self) -> Option<&PersonAttack> {
        let report = self.answer.as_ref()?.report.as_ref().ok()?;
        report.each.get(self.selected?)
    }

    pub fn sort(&mut self, by: By) {
        if let Some(Ok(report)) = self.answer.as_ref().map(|answer| &answer.report) {
            self.listed.turn(by, report);
        }
    }

    /// Why the last answer is not what the form would bring now, in a sentence.
    pub fn stale(
        &self,
        workspace: &Workspace,
        result: Option<&Arc<MethodResult>>,
    ) -> Option<&'static str> {
        let question = &self.answer.as_ref()?.question;
        if question.form != self.form {
            return Some("What is tried has changed since: this is the result of before.");
        }
        let settings_changed = match &question.release {
            None => !same_ground(&question.settings, workspace.settings()),
            Some(attacked) => {
                let same = result.is_some_and(|result| Arc::ptr_eq(result, attacked));
                !same || attacked.is_stale(workspace.revision(), workspace.settings())
            }
        };
        settings_changed.then_some(match question.release {
            None => "The settings have changed since: this is the result of earlier ones.",
            Some(_) => "The settings have changed since, or the method was run again: this is an attack on an earlier release.",
        })
    }
}

/// Whether two settings leave an attack on the data as they stand the same.
fn same_ground(one: &Settings, other: &Settings) -> bool {
    one.requirement == other.requirement
        && one.roles == other.roles
        && one.categories == other.categories
        && one.hierarchies == other.hierarchies
}

/// A release to attack.
fn reached(result: Option<&Arc<MethodResult>>) -> Result<&Arc<MethodResult>, &'static str> {
    let Some(result) = result else {
        return Err("Run the method first: there is no release to attack yet.");
    };
    match result.outcome {
        RunOutcome::NotReached(_) => {
            Err("The last run reached no release, so that there is nothing to attack.")
        }
        _ => Ok(result),
    }
}

#[cfg(test)]
mod tests;
