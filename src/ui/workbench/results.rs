//! What the work behind the window brought.

use super::files::name_of;
use super::{View, Workbench};
use crate::ui::files::NO_DIALOG;
use crate::ui::jobs::{JobAnswer, PickedFor, Purpose};
use crate::ui::method_result::{MethodResult, RunOutcome};
use crate::ui::ratings::ReleasedRatings;
use crate::ui::transactions::ReleasedTransactions;
use crate::ui::views::dialogs::{ColumnsForm, Dialog};
use crate::ui::views::release::Written;
use cloakroom_core::io::fold::with_decimal_commas;
use cloakroom_core::problem::Problem;
use cloakroom_engine::document::{Document, Opening};
use cloakroom_engine::job::FAULT;
use cloakroom_engine::workspace::Workspace;
use std::path::Path;
use std::sync::Arc;

impl Workbench {
    pub(super) fn receive(&mut self, brought: JobAnswer) {
        match brought {
            JobAnswer::Opened(Opening::Opened(document)) => self.opened(*document),
            JobAnswer::Opened(Opening::DataMissing { project, data }) => {
                let asked = PickedFor::MissingData {
                    project: project.clone(),
                };
                let typed = self.typed.of(&asked);
                self.dialog = Some(Dialog::DataMissing {
                    project,
                    data,
                    typed,
                });
            }
            JobAnswer::Opened(Opening::RolesWanted(uncounted, origin)) => {
                self.dialog = Some(Dialog::Columns(Box::new(ColumnsForm::new(
                    *uncounted, origin,
                ))));
            }
            JobAnswer::Classes(quasi, profile) => self.profile = Some((quasi, Arc::new(profile))),
            JobAnswer::Measured(measured) => self.measured = Some(measured),
            JobAnswer::Rows(query, rows) => self.data.rows = Some((query, Arc::new(rows))),
            JobAnswer::Anonymized(document, result) => self.anonymized(document, result),
            JobAnswer::Summary(column, summary) => self.summary = Some((column, summary)),
            JobAnswer::Preview(column, built) => self.hierarchy.take_preview(column, *built),
            JobAnswer::Exported(path) => {
                self.toasts.done(format!("Exported {}", name_of(&path)));
            }
            JobAnswer::Hierarchies(built) => self.hierarchies.take_in(built),
            JobAnswer::Lattice(answer) => self.lattice = Some(*answer),
            JobAnswer::Tuples(tuples) => {
                self.explore.hash_table.tuples = Some(Arc::new(*tuples));
            }
            // It was seen while it settled.
            JobAnswer::Graph => {}
            JobAnswer::Ratings(answer) => self.survey.take_in(*answer),
            JobAnswer::Transactions(answer) => self.rare.take_in(*answer),
            JobAnswer::Threats(threats) => self.rare.take_threats(*threats),
            JobAnswer::Trial(trial) => self.rare.take_trial(*trial),
            JobAnswer::Listed(listed) => self.explore.baskets.threats.listed.take_in(*listed),
            JobAnswer::Changes(changes) => self.explore.baskets.changes.take_in(*changes),
            JobAnswer::Arranged(arranged) => {
                self.explore
                    .baskets
                    .before_after
                    .arranged
                    .take_in(*arranged);
            }
            JobAnswer::Scenario(walked) => self.explore.baskets.search.scenario.take_in(*walked),
            JobAnswer::Curves => self.compare.curves.ended(true),
            JobAnswer::Kept(id, result) => self.ran_again(id, Arc::from(result)),
            JobAnswer::Beside(answer) => self.compare.beside.take_in(*answer),
            JobAnswer::Risk(side, answer) => self.compare.risk.take_in(side, *answer),
            JobAnswer::Population(file) => self.compare.risk.set_population(*file),
            JobAnswer::Known(file) => self.known_read(*file),
            JobAnswer::Attack(answer) => self.compare.attack.take_in(*answer),
            JobAnswer::Pooled(pooled) => self.compare.pool.take_in(*pooled),
            JobAnswer::Explained(answer) => self.explained.take_in(answer),
            JobAnswer::Dependency(answer) => self.dependency.take_in(*answer),
            JobAnswer::Groups(picture) => self.explore.groups.asked.take_in(*picture),
            JobAnswer::Proposed(asked, found) => self.proposed.take_in(asked, found),
            JobAnswer::Doubts(looked) => self.doubts = Some(looked),
            JobAnswer::Facts { columns, baskets } => {
                self.column_facts = Some(columns);
                self.baskets = baskets;
            }
            JobAnswer::Saved {
                document,
                revision,
                aside,
                path,
            } => {
                self.preferences.remember(&path);
                self.toasts.done(format!("Saved {}", name_of(&path)));
                if document == self.document
                    && let Some(workspace) = &mut self.workspace
                {
                    workspace.mark_saved(path, revision, aside);
                }
                if let Some(after) = self.after_saving.take() {
                    self.go_on(after);
                }
            }
            JobAnswer::Released {
                document,
                revision,
                folder,
                files,
                outcome,
            } => self.released(
                document,
                Written {
                    revision,
                    folder,
                    files,
                    outcome,
                },
            ),
            JobAnswer::ReleasedCandidates {
                document,
                audits,
                all,
                stopped,
            } => self.released_candidates(document, audits, all, stopped),
            JobAnswer::ReleasedForAll {
                document,
                revision,
                releases,
            } => self.released_for_all(document, revision, releases),
            JobAnswer::Picked(purpose, Some(path)) => self.picked(purpose, path),
            JobAnswer::Picked(_, None) => self.after_saving = None,
            JobAnswer::NoDialog(purpose) => {
                let typed = self.typed.of(&purpose);
                self.dialog = Some(Dialog::TypePath { purpose, typed });
            }
        }
    }

    fn anonymized(&mut self, document: u64, result: Box<MethodResult>) {
        if document != self.document {
            return;
        }
        if let RunOutcome::NotReached(why) = &result.outcome {
            self.toasts.failed(why.clone());
        }
        let released = result.people().map(|candidate| {
            Arc::new(ReleasedRatings {
                anonymized: candidate.anonymized.clone(),
                survey: candidate.released.clone(),
                profile: candidate.profile.clone(),
            })
        });
        self.survey.set_released(released);
        let released = result.baskets().map(|candidate| {
            Arc::new(ReleasedTransactions {
                baskets: candidate.baskets.clone(),
                anonymized: candidate.anonymized.clone(),
                profile: candidate.profile.clone(),
            })
        });
        self.rare.set_released(released);
        self.explore.groups.forget();
        self.result = Some(Arc::from(result));
    }

    pub(super) fn opened(&mut self, document: Document) {
        // Read again in another way, the page that asked for it stays.
        let was_opening = std::mem::take(&mut self.is_opening);
        let is_opened = std::mem::take(&mut self.opens_data);
        let is_new = is_opened && document.workspace.file().is_none();
        if is_opened {
            let source = document.workspace.loaded().source.path.clone();
            let path = document.workspace.file().map_or(source, Path::to_owned);
            self.preferences.remember(&path);
        }
        self.forget_results();
        let view: View = serde_json::from_value(document.view).unwrap_or_default();
        // What the reader had to assume is said once, and stays in the bottom bar.
        for note in document.workspace.loaded().notes.iter().take(2) {
            self.toasts.notice(note.clone());
        }
        self.workspace = Some(document.workspace);
        self.data.grid = view.grid;
        self.data.hidden = view.hidden;
        self.data.only_violating = view.only_violating;
        self.explore.tab = view.tab;
        self.compare.tab = view.compare;
        self.go(view.stage);
        self.is_opening = was_opening || is_new;
        if is_new {
            self.read_decimal_commas();
        }
    }

    /// Commas that can only be those of decimals are read so, which the page says and lets be changed. It is said of the
    /// file as a whole: no cell is spelled by what stands in others unless that is written into the recipe.
    fn read_decimal_commas(&mut self) {
        let table = self.workspace.as_ref().and_then(Workspace::table);
        if table.and_then(with_decimal_commas).is_none() {
            return;
        }
        self.said.fold.decimal_comma = true;
        self.reload(self.said.clone());
    }

    /// The user stopped it.
    pub(super) fn stopped(&mut self, purpose: Purpose) {
        self.after_saving = None;
        match purpose {
            Purpose::Release => {
                self.release.end_batch();
                self.toasts
                    .done("The release was stopped; nothing was written.");
            }
            Purpose::Open => self.toasts.done("Reading was stopped."),
            Purpose::Method => self.toasts.done("The method was stopped."),
            Purpose::Curves => self.compare.curves.ended(false),
            Purpose::Kept => self.compare.kept.stop(),
            _ => {}
        }
    }

    pub(super) fn fail(&mut self, purpose: Purpose, problem: &Problem) {
        if problem.message == NO_DIALOG {
            return;
        }
        self.after_saving = None;
        match purpose {
            Purpose::Curves => self.compare.curves.ended(false),
            Purpose::Kept => self.compare.kept.fail(&problem.to_string()),
            Purpose::Release => self.release.end_batch(),
            // Told where the file was chosen.
            Purpose::Population => {
                self.compare.risk.population_problem = Some(problem.to_string());
                return;
            }
            Purpose::Known => {
                self.compare.attack.file_problem = Some(problem.to_string());
                return;
            }
            _ => {}
        }
        let text = match purpose {
            Purpose::Release if !problem.message.starts_with(FAULT) => {
                format!("Nothing was written. {problem}")
            }
            _ => problem.to_string(),
        };
        self.toasts.failed(text);
        if purpose == Purpose::Open
            && let Some(file) = &problem.file
            && !file.exists()
        {
            self.preferences.forget(file);
        }
    }
}
