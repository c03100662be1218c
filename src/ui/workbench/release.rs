//! The Release stage: one release, one for every recipient, one for every ticked candidate.

use super::Workbench;
use crate::ui::actions::Stage;
use crate::ui::jobs::{JobAnswer, Purpose};
use crate::ui::views::release::checklist::checklist;
use crate::ui::views::release::told::{Told, ToldEnd, headline};
use crate::ui::views::release::{Batch, Lent, Written};
use crate::ui::widgets::number;
use cloakroom_core::io::hierarchy::load_trees;
use cloakroom_core::problem::Problem;
use cloakroom_engine::batch::{End, Item, batch, by_candidate};
use cloakroom_engine::contents::contents;
use cloakroom_engine::out_of_core::{self, CountedData};
use cloakroom_engine::recipients::{RecipientOutcome, RecipientRelease, release_all};
use cloakroom_engine::release::{ReleaseOutcome, release_taking};
use cloakroom_engine::workspace::Workspace;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};

/// Several releases at a time need the table in memory.
fn refused_in_batches(workspace: &Workspace) -> Option<String> {
    let words = "A table that is counted and not held is released once at a time.";
    workspace.in_batches().map(|_| words.to_owned())
}

impl Workbench {
    pub(in crate::ui) fn release_lent<'a>(&'a self, workspace: &'a Workspace) -> Lent<'a> {
        Lent {
            workspace,
            status: self.status.as_deref(),
            people: self.survey.status().map(Arc::as_ref),
            baskets: self.rare.status().map(Arc::as_ref),
            built: &self.hierarchies,
            result: self.result.as_deref(),
            method_running: self.jobs.is_running(Purpose::Method),
            columns: self.column_facts.as_deref(),
            doubts: self.current_doubts(workspace),
            kept: &self.compare.kept,
            pool: &self.compare.pool,
            running: self.jobs.progress(Purpose::Release),
        }
    }

    /// What was typed for the reports counts, wherever the keyboard is.
    pub(super) fn finish_form(&mut self) {
        if let Some(workspace) = &mut self.workspace {
            for change in self
                .release
                .form
                .take_finished(&workspace.settings().report)
            {
                workspace.apply(change);
            }
            let reason = self
                .release
                .reason
                .take_finished(&workspace.settings().roles);
            if let Some(change) = reason {
                workspace.apply(change);
            }
        }
    }

    /// The open document, once the window is at its release.
    fn at_release(&mut self) -> Option<&Workspace> {
        self.go(Stage::Release);
        let workspace = self.workspace.as_ref();
        workspace.filter(|_| self.stage == Stage::Release)
    }

    pub(super) fn write_release(&mut self) {
        if self.at_release().is_none() {
            return;
        }
        let Some(workspace) = &self.workspace else {
            return;
        };
        if let Some(why) = self.release.why_not(&self.release_lent(workspace)) {
            self.toasts.failed(why);
            return;
        }
        let folder = PathBuf::from(self.release.folder.trim());
        let loaded = workspace.loaded().clone();
        let recipe = workspace.recipe();
        let hierarchy_folder = workspace.folder().to_owned();
        let (document, revision) = (self.document, workspace.revision());
        let names = workspace.in_batches().map(<[String]>::to_vec);
        let looked = workspace.looked().clone();
        let settings = workspace.settings().clone();
        // Whether it is of the same data and settings is for the engine to find out.
        let made = self
            .result
            .as_ref()
            .and_then(|result| result.made().cloned());
        self.jobs
            .start(Purpose::Release, "Release", move |progress| {
                let made = made.as_deref();
                let trees = load_trees(&hierarchy_folder, &settings, &loaded.dataset)
                    .map_err(Problem::from)?;
                let outcome = match &names {
                    None => release_taking(&loaded, &recipe, &trees, made, &folder, progress)?,
                    Some(names) => {
                        let data = CountedData {
                            recipe: &recipe,
                            loaded: &loaded,
                            trees: &trees,
                            names,
                            looked: &looked,
                            made,
                        };
                        out_of_core::release(data, &folder, progress)?
                    }
                };
                Ok(JobAnswer::Released {
                    document,
                    revision,
                    files: match outcome {
                        ReleaseOutcome::Written(_) => contents(&folder),
                        ReleaseOutcome::NotReached(_) => Vec::new(),
                    },
                    folder,
                    outcome: Box::new(outcome),
                })
            });
    }

    pub(super) fn released(&mut self, document: u64, written: Written) {
        match written.outcome.as_ref() {
            ReleaseOutcome::Written(_) => {
                self.toasts.done("The release is written and verified.");
            }
            ReleaseOutcome::NotReached(missed) => self.toasts.failed(missed.why.clone()),
        }
        if document == self.document {
            if let ReleaseOutcome::Written(answer) = written.outcome.as_ref() {
                let audit = answer.audit.clone();
                let folder = written.folder.clone();
                self.released_now(vec![audit]);
                // What was changed while it was written does not count.
                self.note_verified(Some(written.revision), vec![folder]);
            }
            self.release.written = Some(written);
            self.release.reveal = true;
        }
    }

    /// A release for each recipient, one after the other.
    pub(super) fn release_for_recipients(&mut self) {
        if self.at_release().is_none() {
            return;
        }
        let Some(workspace) = &self.workspace else {
            return;
        };
        let lent = self.release_lent(workspace);
        let why_not = refused_in_batches(workspace)
            .or_else(|| self.release.why_not_for_all(&lent, &checklist(&lent)));
        if let Some(why) = why_not {
            self.toasts.failed(why);
            return;
        }
        let folder = PathBuf::from(self.release.folder.trim());
        let loaded = workspace.loaded().clone();
        let recipe = workspace.recipe();
        let hierarchy_folder = workspace.folder().to_owned();
        let (document, revision) = (self.document, workspace.revision());
        self.jobs
            .start(Purpose::Release, "Release for all", move |progress| {
                let trees = load_trees(&hierarchy_folder, &recipe.settings, &loaded.dataset)
                    .map_err(Problem::from)?;
                let releases = release_all(&loaded, &recipe, &trees, &folder, progress)?;
                Ok(JobAnswer::ReleasedForAll {
                    document,
                    revision,
                    releases,
                })
            });
    }

    pub(super) fn released_for_all(
        &mut self,
        document: u64,
        revision: u64,
        releases: Vec<RecipientRelease>,
    ) {
        let told: Vec<Told> = releases.iter().map(Told::of_recipient).collect();
        let words = format!("{}.", headline(&told, told.len()));
        match told.iter().all(|one| one.end == ToldEnd::Written) {
            true => self.toasts.done(words),
            false => self.toasts.failed(words),
        }
        if document == self.document {
            let written = releases
                .iter()
                .filter_map(|release| match &release.outcome {
                    RecipientOutcome::Written(answer) => Some(answer.audit.clone()),
                    _ => None,
                });
            self.released_now(written.collect());
            let folders = releases.iter().filter_map(|release| {
                let is_written = matches!(release.outcome, RecipientOutcome::Written(_));
                is_written.then(|| release.folder.clone())
            });
            self.note_verified(Some(revision), folders.collect());
            self.release.for_all = Some((revision, told));
            self.release.reveal_for_all = true;
        }
    }

    /// A release for each ticked candidate, one after the other. Each is seen as it ends.
    pub(super) fn release_candidates(&mut self) {
        self.finish_form();
        if self.at_release().is_none() {
            return;
        }
        let Some(workspace) = &self.workspace else {
            return;
        };
        let lent = self.release_lent(workspace);
        let why_not =
            refused_in_batches(workspace).or_else(|| self.release.why_not_candidates(&lent));
        if let Some(why) = why_not {
            self.toasts.failed(why);
            return;
        }
        let recipe = workspace.recipe();
        let columns = workspace.table().map_or(&[][..], |table| table.columns());
        let columns: Vec<&str> = columns.iter().map(|column| column.name()).collect();
        let ticked = workspace
            .shelf()
            .iter()
            .filter(|(id, _)| self.release.ticked.contains(id));
        let items: Vec<_> = ticked
            .map(|(id, kept)| {
                let result = self.compare.kept.result(id);
                Item {
                    made: result.and_then(|result| result.made().cloned()),
                    ..by_candidate(&recipe, &columns, kept)
                }
            })
            .collect();
        let parent = PathBuf::from(self.release.folder.trim());
        let loaded = workspace.loaded().clone();
        let hierarchy_folder = workspace.folder().to_owned();
        let document = self.document;
        let ended = Arc::new(Mutex::new(Vec::new()));
        self.release.batch = Some(Batch {
            revision: workspace.revision(),
            names: items.iter().map(|item| item.name.clone()).collect(),
            ended: ended.clone(),
            is_over: false,
        });
        self.release.reveal_batch = true;
        let waker = self.jobs.waker();
        self.jobs
            .start(Purpose::Release, "Release candidates", move |progress| {
                let trees = |recipe: &cloakroom_core::recipe::Recipe| {
                    load_trees(&hierarchy_folder, &recipe.settings, &loaded.dataset)
                        .map_err(Problem::from)
                };
                let answer = batch(&loaded, &items, trees, &parent, progress, |batched| {
                    let told = Told::of_candidate(batched, &parent);
                    let mut ended = ended.lock().unwrap_or_else(PoisonError::into_inner);
                    ended.push(told);
                    waker();
                })?;
                let written = answer.releases.iter();
                let audits = written.filter_map(|release| match &release.end {
                    End::Written(written) => Some(written.audit.clone()),
                    _ => None,
                });
                Ok(JobAnswer::ReleasedCandidates {
                    document,
                    audits: audits.collect(),
                    all: answer.releases.len(),
                    stopped: answer.stopped,
                })
            });
    }

    pub(super) fn released_candidates(
        &mut self,
        document: u64,
        audits: Vec<PathBuf>,
        all: usize,
        stopped: bool,
    ) {
        let written = audits.len();
        let words = format!(
            "{} of {} written and verified{}.",
            number::count(written as u64),
            number::counted(all as u64, "release"),
            if stopped { ", then stopped" } else { "" }
        );
        match written == all {
            true => self.toasts.done(words),
            false => self.toasts.failed(words),
        }
        if document == self.document {
            self.note_verified(None, audits.clone());
            self.released_now(audits);
            self.release.end_batch();
            self.release.reveal_batch = true;
        }
    }
}
