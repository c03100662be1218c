//! The Release stage: one release, one for every recipient, one for every ticked candidate.

use super::Workbench;
use super::document::{Document, Mark};
use crate::ui::actions::Stage;
use crate::ui::method_result::MethodResult;
use crate::ui::views::release::checklist::checklist;
use crate::ui::views::release::told::{Told, ToldEnd, headline};
use crate::ui::views::release::{Batch, Lent, Written};
use crate::ui::widgets::number;
use cloakroom_core::earlier::Earlier;
use cloakroom_core::io::hierarchy::load_trees;
use cloakroom_core::problem::Problem;
use cloakroom_core::progress::Progress;
use cloakroom_core::recipe::Recipe;
use cloakroom_core::settings::Settings;
use cloakroom_engine::anonymize::Outcome;
use cloakroom_engine::batch::{BatchAnswer, End, Item, batch, by_candidate};
use cloakroom_engine::contents::contents;
use cloakroom_engine::job::{Ended, FAULT};
use cloakroom_engine::made::Ran;
use cloakroom_engine::out_of_core::{self, CountedData};
use cloakroom_engine::recipients::{RecipientOutcome, RecipientRelease, release_all};
use cloakroom_engine::release::{ReleaseOutcome, release_handing_out};
use cloakroom_engine::report::audit::utc;
use cloakroom_engine::workspace::Workspace;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::SystemTime;

/// Several releases at a time need the table in memory.
fn refused_in_batches(workspace: &Workspace) -> Option<String> {
    let words = "A table that is counted and not held is released once at a time.";
    workspace.in_batches().map(|_| words.to_owned())
}

impl Document {
    /// What was typed for the reports counts, wherever the keyboard is.
    pub fn finish_form(&mut self) {
        let settings = self.workspace.settings();
        let mut changes = self.release.form.take_finished(&settings.report);
        changes.extend(self.release.reason.take_finished(&settings.roles));
        for change in changes {
            self.workspace.apply(change);
        }
    }

    /// These audit files were written just now.
    fn released_now(&mut self, audits: Vec<PathBuf>) {
        let now = utc(SystemTime::now());
        for audit in audits {
            self.remember_release(audit, Some(now.clone()));
        }
    }

    pub fn remember_release(&mut self, audit: PathBuf, written: Option<String>) {
        let audit = std::path::absolute(&audit).unwrap_or(audit);
        let release = Earlier { audit, written };
        self.workspace.remember_release(release);
    }
}

impl Workbench {
    /// The open document, once the window is at its release.
    pub(super) fn at_release(&mut self) -> Option<&mut Document> {
        let document = self.document.as_mut()?;
        document.go(Stage::Release);
        (document.stage == Stage::Release).then_some(document)
    }

    /// The same, if nothing speaks against a release.
    fn ready_to_release(
        &mut self,
        why_not: impl FnOnce(&Document, &Lent<'_>) -> Option<String>,
    ) -> Option<&mut Document> {
        let releasing = self.releasing.running();
        let document = self.at_release()?;
        let why = why_not(document, &document.release_lent(releasing));
        if let Some(why) = why {
            self.failed_with_settings(why);
            return None;
        }
        self.document.as_mut()
    }

    /// What a release brought, if it was done; the rest is told.
    fn heard_release<A>(&mut self, ended: Ended<A>) -> Option<A> {
        if let Ended::Done(_) = &ended {
            self.toasts.forget_failures();
            return self.heard(ended);
        }
        if let Some(document) = &mut self.document {
            document.release.end_batch();
        }
        match ended {
            Ended::Failed(problem) if !problem.message.starts_with(FAULT) => {
                self.after_saving = None;
                self.failed_with_settings(format!("Nothing was written. {problem}"));
            }
            Ended::Stopped => {
                self.was_stopped();
                self.toasts
                    .done("The release was stopped; nothing was written.");
            }
            ended => {
                self.heard(ended);
            }
        }
        None
    }

    /// The document that a release was made of, if it is still open.
    fn released_document(&mut self, mark: &Mark) -> Option<&mut Document> {
        self.document.as_mut().filter(|document| document.is(mark))
    }

    pub(super) fn write_release(&mut self) {
        let Some(document) = self.ready_to_release(|document, lent| document.release.why_not(lent))
        else {
            return;
        };
        let workspace = &document.workspace;
        let folder = PathBuf::from(document.release.folder.trim());
        let loaded = workspace.loaded().clone();
        let recipe = workspace.recipe();
        let hierarchy_folder = workspace.folder().to_owned();
        let (mark, revision) = (document.mark(), workspace.revision());
        let names = workspace.in_batches().map(<[String]>::to_vec);
        let looked = workspace.looked().clone();
        let settings = workspace.settings().clone();
        // Whether it is of the same data and settings is for the engine to find out.
        let result = document.result.as_ref();
        let made = result.and_then(|result| result.made().cloned());
        let write = move |progress: &Progress| {
            let made = made.as_deref();
            let ran = Ran::default();
            let trees =
                load_trees(&hierarchy_folder, &settings, &loaded.dataset).map_err(Problem::from)?;
            let outcome = match &names {
                None => {
                    let method = (made, Some(&ran));
                    release_handing_out(&loaded, &recipe, &trees, method, &folder, progress)?
                }
                Some(names) => {
                    let data = CountedData {
                        recipe: &recipe,
                        loaded: &loaded,
                        trees: &trees,
                        names,
                        looked: &looked,
                        made,
                        ran: Some(&ran),
                    };
                    out_of_core::release(data, &folder, progress)?
                }
            };
            // The folder is there: whoever stops now stops nothing.
            let ran = ran.made(&loaded, &settings, trees, &Progress::default());
            let ran = ran.ok().flatten().map(|(made, took)| {
                let run = Outcome::Reached(Box::new(made));
                MethodResult::of_run(revision, settings.clone(), run, took)
            });
            let written = Written {
                settings,
                files: match outcome {
                    ReleaseOutcome::Written(_) => contents(&folder),
                    ReleaseOutcome::NotReached(_) => Vec::new(),
                },
                folder,
                outcome: Box::new(outcome),
            };
            Ok((written, ran))
        };
        let writing = self.jobs.start("Release", write, move |bench, ended| {
            let Some((written, ran)) = bench.heard_release(ended) else {
                return;
            };
            // It shows what the method makes of its settings, as a run of it would.
            if let Some(run) = ran
                && let Some(document) = bench.released_document(&mark)
                && document.looks_at(&run)
            {
                document.set_result(run);
            }
            bench.released(&mark, written);
        });
        self.releasing = writing.ending_early();
    }

    fn released(&mut self, mark: &Mark, written: Written) {
        match written.outcome.as_ref() {
            ReleaseOutcome::Written(_) => {
                // At its stage it is told with all its files.
                let is_seen = |document: &Document| {
                    document.is(mark) && document.stage == Stage::Release && !document.is_opening
                };
                if !self.document.as_ref().is_some_and(is_seen) {
                    self.toasts.done("The release is written and verified.");
                }
            }
            ReleaseOutcome::NotReached(missed) => self.failed_with_settings(missed.why.clone()),
        }
        let Some(document) = self.released_document(mark) else {
            return;
        };
        let audit = match written.outcome.as_ref() {
            ReleaseOutcome::Written(answer) => Some(answer.audit.clone()),
            ReleaseOutcome::NotReached(_) => None,
        };
        let is_written = audit.is_some();
        let (settings, folder) = (written.settings.clone(), written.folder.clone());
        document.released_now(audit.into_iter().collect());
        let audit = document.workspace.earlier().last().filter(|_| is_written);
        document.just_written = audit.map(|release| (settings.clone(), release.audit.clone()));
        document.release.written = Some(written);
        document.release.reveal = true;
        if is_written {
            self.note_verified(Some(settings), vec![folder]);
        }
    }

    /// A release for each recipient, one after the other.
    pub(super) fn release_for_recipients(&mut self) {
        let Some(document) = self.ready_to_release(|document, lent| {
            let release = &document.release;
            refused_in_batches(&document.workspace)
                .or_else(|| release.why_not_for_all(lent, &checklist(lent)))
        }) else {
            return;
        };
        let workspace = &document.workspace;
        let folder = PathBuf::from(document.release.folder.trim());
        let loaded = workspace.loaded().clone();
        let recipe = workspace.recipe();
        let hierarchy_folder = workspace.folder().to_owned();
        let (mark, settings) = (document.mark(), workspace.settings().clone());
        let write = move |progress: &Progress| {
            let trees = load_trees(&hierarchy_folder, &recipe.settings, &loaded.dataset)
                .map_err(Problem::from)?;
            release_all(&loaded, &recipe, &trees, &folder, progress)
        };
        self.releasing = self
            .jobs
            .start("Release for all", write, move |bench, ended| {
                if let Some(releases) = bench.heard_release(ended) {
                    bench.released_for_all(&mark, settings, &releases);
                }
            });
    }

    fn released_for_all(&mut self, mark: &Mark, settings: Settings, releases: &[RecipientRelease]) {
        let told: Vec<Told> = releases.iter().map(Told::of_recipient).collect();
        let words = format!("{}.", headline(&told, told.len()));
        match told.iter().all(|one| one.end == ToldEnd::Written) {
            true => self.toasts.done(words),
            false => self.toasts.failed(words),
        }
        if let Some(document) = self.released_document(mark) {
            let written = releases
                .iter()
                .filter_map(|release| match &release.outcome {
                    RecipientOutcome::Written(answer) => Some(answer.audit.clone()),
                    _ => None,
                });
            document.released_now(written.collect());
            document.release.for_all = Some((settings.clone(), told));
            document.release.reveal_for_all = true;
            let folders = releases.iter().filter_map(|release| {
                let is_written = matches!(release.outcome, RecipientOutcome::Written(_));
                is_written.then(|| release.folder.clone())
            });
            self.note_verified(Some(settings), folders.collect());
        }
    }

    /// A release for each ticked candidate, one after the other. Each is seen as it ends.
    pub(super) fn release_candidates(&mut self) {
        let waker = self.jobs.waker();
        let Some(document) = self.ready_to_release(|document, lent| {
            refused_in_batches(&document.workspace)
                .or_else(|| document.release.why_not_candidates(lent))
        }) else {
            return;
        };
        let workspace = &document.workspace;
        let recipe = workspace.recipe();
        let columns = workspace.table().map_or(&[][..], |table| table.columns());
        let columns: Vec<&str> = columns.iter().map(|column| column.name()).collect();
        let ticked = workspace
            .shelf()
            .iter()
            .filter(|(id, _)| document.release.ticked.contains(id));
        let items: Vec<_> = ticked
            .map(|(id, kept)| {
                let result = document.compare.kept.result(id);
                Item {
                    made: result.and_then(|result| result.made().cloned()),
                    ..by_candidate(&recipe, &columns, kept)
                }
            })
            .collect();
        let parent = PathBuf::from(document.release.folder.trim());
        let loaded = workspace.loaded().clone();
        let hierarchy_folder = workspace.folder().to_owned();
        let mark = document.mark();
        let ended = Arc::new(Mutex::new(Vec::new()));
        document.release.batch = Some(Batch {
            settings: workspace.settings().clone(),
            names: items.iter().map(|item| item.name.clone()).collect(),
            ended: ended.clone(),
            is_over: false,
        });
        document.release.reveal_batch = true;
        let write = move |progress: &Progress| {
            let trees = |recipe: &Recipe| {
                load_trees(&hierarchy_folder, &recipe.settings, &loaded.dataset)
                    .map_err(Problem::from)
            };
            batch(&loaded, &items, trees, &parent, progress, |batched| {
                let told = Told::of_candidate(batched, &parent);
                let mut ended = ended.lock().unwrap_or_else(PoisonError::into_inner);
                ended.push(told);
                waker();
            })
        };
        self.releasing = self
            .jobs
            .start("Release candidates", write, move |bench, ended| {
                if let Some(answer) = bench.heard_release(ended) {
                    bench.released_candidates(&mark, &answer);
                }
            });
    }

    /// The ticked candidates, as far as they got; each was seen as it ended.
    fn released_candidates(&mut self, mark: &Mark, answer: &BatchAnswer) {
        let releases = answer.releases.iter();
        let audits = releases.filter_map(|release| match &release.end {
            End::Written(written) => Some(written.audit.clone()),
            _ => None,
        });
        let audits: Vec<PathBuf> = audits.collect();
        let (written, all) = (audits.len(), answer.releases.len());
        let words = format!(
            "{} of {} written and verified{}.",
            number::count(written as u64),
            number::counted(all as u64, "release"),
            if answer.stopped { ", then stopped" } else { "" }
        );
        match written == all {
            true => self.toasts.done(words),
            false => self.toasts.failed(words),
        }
        if let Some(document) = self.released_document(mark) {
            document.released_now(audits.clone());
            document.release.end_batch();
            document.release.reveal_batch = true;
            self.note_verified(None, audits);
        }
    }
}
