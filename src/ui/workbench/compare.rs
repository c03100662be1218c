//! Runs of the method and the Compare stage: curves in the background, candidates on the shelf, two of them side by side.

use super::Workbench;
use super::document::Document;
use super::files::with_extension;
use crate::ui::actions::{CompareTab, ShelfAction};
use crate::ui::compare::beside::BesideQuestion;
use crate::ui::compare::chart::chart;
use crate::ui::jobs::{CurveFormat, Jobs};
use crate::ui::method_result::{MethodResult, RunOutcome};
use crate::ui::ratings::ReleasedRatings;
use crate::ui::transactions::ReleasedTransactions;
use crate::ui::views::compare::curves::picture;
use cloakroom_core::io::atomic_file::{write_file_whole, write_text_whole};
use cloakroom_core::io::hierarchy::load_trees;
use cloakroom_core::kept::Kept;
use cloakroom_core::problem::{Failure, Problem};
use cloakroom_core::progress::Progress;
use cloakroom_core::settings::Settings;
use cloakroom_engine::change::Change;
use cloakroom_engine::curves::compute;
use cloakroom_engine::job::Ended;
use cloakroom_engine::made::{self, is_same_question};
use cloakroom_engine::shelf::KeptId;
use cloakroom_engine::sweep::to_csv;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Instant;

impl Document {
    /// What is compared with each other, where somebody looks at it or waits for it.
    pub fn want_comparisons(&mut self, is_dragged: bool, is_releasing: bool, jobs: &Jobs) {
        self.want_curves(is_dragged, is_releasing, jobs);
        self.want_kept(jobs);
        self.want_beside(jobs);
        let result = self.result.as_ref();
        if self.compares(CompareTab::Attack) {
            self.compare.attack.refresh(&self.workspace, result);
        }
        if self.compares(CompareTab::Risk) {
            self.compare
                .risk
                .want(&self.workspace, result, is_dragged, jobs);
        }
    }

    /// The points that are missing, once no drag is under way. Where nobody looks at them or something else is waited
    /// for, those under way are put off; the ones that are there stay.
    fn want_curves(&mut self, is_dragged: bool, is_releasing: bool, jobs: &Jobs) {
        let is_shown = self.compares(CompareTab::Curves);
        // Curves would hold it up.
        let has_better_to_do =
            self.runs.is_any() || is_releasing || self.compare.kept.work.is_running();
        let curves = &mut self.compare.curves;
        let workspace = &self.workspace;
        if is_shown {
            curves.refresh(workspace);
        }
        if !is_shown || has_better_to_do {
            return curves.put_off();
        }
        if is_dragged {
            return;
        }
        let Some(question) = curves.take_missing(workspace) else {
            return;
        };
        let loaded = workspace.loaded().clone();
        let folder = workspace.folder().to_owned();
        let (store, waker) = (curves.store.clone(), jobs.waker());
        let draw = move |progress: &Progress| {
            let trees =
                load_trees(&folder, &question.settings, &loaded.dataset).map_err(Problem::from)?;
            let arrived = || waker();
            compute(
                &loaded.dataset,
                &trees,
                &question,
                &store,
                &arrived,
                progress,
            )?;
            Ok(())
        };
        // The points were seen as they came.
        curves.work = jobs.start("Draw curves", draw, |bench, ended| {
            let is_complete = bench.heard_of_settings(ended).is_some();
            if let Some(document) = &mut bench.document {
                document.compare.curves.ended(is_complete);
            }
        });
    }

    /// The next candidate that waits to be run again.
    fn want_kept(&mut self, jobs: &Jobs) {
        let Some((id, settings)) = self.compare.kept.take_next(&self.workspace) else {
            return;
        };
        let name = settings.method.name.title();
        let run = self.run_of(settings);
        self.compare.kept.work = jobs.start(name, run, move |bench, ended| {
            let why = match &ended {
                Ended::Failed(problem) => Some(problem.to_string()),
                _ => None,
            };
            let result = bench.heard(ended);
            let Some(document) = &mut bench.document else {
                return;
            };
            let kept = &mut document.compare.kept;
            match (result, why) {
                (Some(result), _) => {
                    if let RunOutcome::NotReached(why) = &result.outcome {
                        bench.toasts.failed(why.clone());
                    }
                    kept.put(id, Arc::new(result));
                }
                (None, Some(why)) => kept.fail(&why),
                (None, None) => kept.stop(),
            }
        });
    }

    /// The two candidates that are looked at side by side.
    fn want_beside(&mut self, jobs: &Jobs) {
        if !self.compares(CompareTab::Sides) {
            return;
        }
        let workspace = &self.workspace;
        if let Some(sides) = self.compare.chosen_results(workspace.shelf()) {
            let loaded = workspace.loaded().clone();
            let question = BesideQuestion { loaded, sides };
            self.compare.beside.see_to(question, jobs);
        }
    }

    /// A run of the method as it is set.
    fn run_of(
        &self,
        settings: Settings,
    ) -> impl FnOnce(&Progress) -> Result<MethodResult, Failure> + Send + use<> {
        let loaded = self.workspace.loaded().clone();
        let folder = self.workspace.folder().to_owned();
        let revision = self.workspace.revision();
        move |progress| {
            let start = Instant::now();
            let trees = load_trees(&folder, &settings, &loaded.dataset).map_err(Problem::from)?;
            let run = made::run(&loaded, &settings, trees, progress)?;
            let took = start.elapsed();
            Ok(MethodResult::of_run(revision, settings, run, took))
        }
    }

    /// Whether what a run brought becomes what is looked at; else it goes to the shelf.
    pub(super) fn looks_at(&self, result: &MethodResult) -> bool {
        let now = self.workspace.settings();
        let is_fresh = |known: &Arc<MethodResult>| is_same_question(known.settings(), now);
        let something_better = self.runs.is_any() || self.result.as_ref().is_some_and(is_fresh);
        is_same_question(result.settings(), now) || !something_better
    }

    /// Takes what a run of the method brought.
    pub(super) fn set_result(&mut self, result: MethodResult) {
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
        self.explore.records.groups.forget();
        self.result = Some(Arc::new(result));
    }

    fn put_on_shelf(&mut self, result: &Arc<MethodResult>) -> KeptId {
        let settings = result.settings().clone();
        let title = settings.method.name.title();
        let shelf = self.workspace.shelf_mut();
        let taken = shelf.kept().any(|kept| kept.name == title);
        let id = shelf.keep(Kept {
            name: match taken {
                true => format!("{title}, {}", settings.requirement.sentence()),
                false => title.to_owned(),
            },
            note: String::new(),
            settings,
        });
        self.compare.kept.put(id, result.clone());
        id
    }

    /// Whether the last run is on the shelf.
    pub fn is_last_run_kept(&self) -> bool {
        let kept = &self.compare.kept;
        let id = self.result.as_ref().and_then(|result| kept.kept_as(result));
        id.is_some_and(|id| self.workspace.shelf().get(id).is_some())
    }
}

impl Workbench {
    /// Runs the method on the settings as they are now. Only the user asks for this: no result is
    /// thrown away because a slider moved.
    pub(super) fn run_method(&mut self) {
        let Some(document) = &mut self.document else {
            return;
        };
        let settings = document.workspace.settings().clone();
        let name = settings.method.name.title();
        if document.runs.is_of(&settings) {
            self.toasts.notice(format!("{name} is running already."));
            return;
        }
        if !document.runs.has_room() {
            let words = "Two runs are under way: wait for one of them, or stop it.";
            self.toasts.notice(words);
            return;
        }
        let run = document.run_of(settings.clone());
        let work = self.jobs.start(name, run, |bench, ended| {
            if matches!(ended, Ended::Stopped) {
                bench.toasts.done("The method was stopped.");
            }
            if let Some(result) = bench.heard_of_settings(ended) {
                bench.method_ended(result);
            }
        });
        document.runs.begin(work.ending_early(), settings);
    }

    fn method_ended(&mut self, result: MethodResult) {
        let Some(document) = &mut self.document else {
            return;
        };
        let why = match &result.outcome {
            RunOutcome::NotReached(why) => Some(why.clone()),
            RunOutcome::Reached(_) => None,
        };
        if document.looks_at(&result) {
            document.set_result(result);
            return;
        }
        let name = result.settings().method.name.title();
        let promise = result.settings().requirement.sentence();
        match why {
            Some(why) => self
                .toasts
                .failed(format!("{name}, {promise}, is not reached. {why}")),
            None => {
                document.put_on_shelf(&Arc::new(result));
                self.toasts
                    .done(format!("{name}, {promise}, is on the shelf."));
            }
        }
    }

    /// Keeps what the last run brought.
    pub(super) fn keep(&mut self) {
        let Some(document) = &mut self.document else {
            return;
        };
        if document.is_last_run_kept() {
            self.toasts.done("The last run is on the shelf already.");
            return;
        }
        let Some(result) = &document.result else {
            self.toasts.done("Nothing has been run yet.");
            return;
        };
        if let RunOutcome::NotReached(why) = &result.outcome {
            let words = format!("Nothing to keep. {why}");
            self.failed_with_settings(words);
            return;
        }
        let result = result.clone();
        let id = document.put_on_shelf(&result);
        document.compare.selected = Some(id);
    }

    pub(super) fn on_shelf(&mut self, what: ShelfAction) {
        let Some(document) = &mut self.document else {
            return;
        };
        let workspace = &mut document.workspace;
        let compared = &mut document.compare;
        let shelf = workspace.shelf_mut();
        match what {
            ShelfAction::Rename(id, name) => shelf.rename(id, &name),
            ShelfAction::Note(id, note) => shelf.note(id, &note),
            ShelfAction::Remove(id) => shelf.remove(id),
            ShelfAction::PutBack => shelf.put_back(),
            ShelfAction::RunAgain(id) => compared.kept.run_again(id),
            ShelfAction::RunAll => {
                for (id, _) in shelf.iter() {
                    if compared.kept.result(id).is_none() {
                        compared.kept.run_again(id);
                    }
                }
            }
            ShelfAction::UseSettings(id) => {
                if let Some(kept) = shelf.get(id) {
                    let change = Change::UseSettings {
                        settings: Box::new(kept.settings.clone()),
                        candidate: kept.name.clone(),
                    };
                    let said = format!("The settings of {} are in use.", kept.name);
                    workspace.apply(change);
                    self.toasts.done(said);
                }
            }
        }
    }

    /// Writes what is on the screen.
    pub(super) fn export_curves(&mut self, format: CurveFormat, path: PathBuf) {
        let Some(document) = &mut self.document else {
            return;
        };
        let workspace = &document.workspace;
        let kind = workspace.kind();
        let curves = &mut document.compare.curves;
        let figure = curves.form(workspace).figure;
        let Some(drawn) = curves.drawn().cloned() else {
            return;
        };
        let store = curves.store.clone();
        let path = with_extension(path, format.extension());
        self.write(path, move |path| {
            match format {
                CurveFormat::Csv => write_text_whole(path, &to_csv(&drawn.question.rows(&store)))?,
                CurveFormat::Svg => {
                    write_text_whole(path, &chart(&drawn, figure, kind).to_svg())?;
                }
                CurveFormat::Png => {
                    let image = picture(&drawn, figure, kind);
                    write_file_whole(path, |writer| Ok(image.write_to(writer)?))?;
                }
            }
            Ok(())
        });
    }
}
