//! The Compare stage: curves in the background, candidates on the shelf, two of them side by side.

use super::Workbench;
use super::files::with_extension;
use super::work::run;
use crate::ui::actions::{CompareTab, ShelfAction, Stage};
use crate::ui::compare::beside::{BesideAnswer, BesideQuestion};
use crate::ui::compare::chart::chart;
use crate::ui::compare::curves::Drawn;
use crate::ui::jobs::{CurveFormat, JobAnswer, Purpose};
use crate::ui::method_result::{MethodResult, RunOutcome};
use crate::ui::transactions::asked::Answer;
use crate::ui::views::compare::curves::picture;
use cloakroom_core::io::atomic_file::{write_file_whole, write_text_whole};
use cloakroom_core::io::hierarchy::load_trees;
use cloakroom_core::kept::Kept;
use cloakroom_core::problem::Problem;
use cloakroom_engine::change::Change;
use cloakroom_engine::curves::compute;
use cloakroom_engine::shelf::KeptId;
use cloakroom_engine::sweep::to_csv;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Instant;

impl Workbench {
    /// Points of the curves that are there, and all of them.
    pub fn curve_points(&self) -> Option<(usize, usize)> {
        self.compare.curves.drawn().map(Drawn::progress)
    }

    /// Brings the curves on the screen up to date.
    pub(super) fn refresh_compare(&mut self) {
        let shown = self.stage == Stage::Compare && self.compare.tab == CompareTab::Curves;
        if let Some(workspace) = self.workspace.as_ref().filter(|_| shown) {
            self.compare.curves.refresh(workspace);
        }
    }

    /// Whether somebody waits for work that curves would hold up.
    fn has_better_to_do(&self) -> bool {
        [Purpose::Method, Purpose::Release, Purpose::Kept]
            .iter()
            .any(|purpose| self.jobs.is_running(*purpose))
    }

    /// The points that are missing, once no drag is under way. Where nobody looks at them or something else is waited
    /// for, those under way are put off; the ones that are there stay.
    pub(super) fn want_curves(&mut self) {
        let shown = self.stage == Stage::Compare && self.compare.tab == CompareTab::Curves;
        if !shown || self.has_better_to_do() {
            self.jobs.stop_all_for(Purpose::Curves);
            self.compare.curves.put_off();
            if let Some(workspace) = self.workspace.as_ref().filter(|_| shown) {
                self.compare.curves.refresh(workspace);
            }
            return;
        }
        let Some(workspace) = self.workspace.as_ref().filter(|_| shown) else {
            return;
        };
        self.compare.curves.refresh(workspace);
        if self.pressed {
            return;
        }
        let Some(question) = self.compare.curves.take_missing(workspace) else {
            return;
        };
        let loaded = workspace.loaded().clone();
        let folder = workspace.folder().to_owned();
        let store = self.compare.curves.store.clone();
        let waker = self.jobs.waker();
        self.jobs
            .start(Purpose::Curves, "Draw curves", move |progress| {
                let trees = load_trees(&folder, &question.settings, &loaded.dataset)
                    .map_err(Problem::from)?;
                let arrived = || waker();
                compute(
                    &loaded.dataset,
                    &trees,
                    &question,
                    &store,
                    &arrived,
                    progress,
                )?;
                Ok(JobAnswer::Curves)
            });
    }

    /// The next candidate that waits to be run again.
    pub(super) fn want_kept(&mut self) {
        let Some(workspace) = &self.workspace else {
            return;
        };
        let Some((id, settings)) = self.compare.kept.take_next(workspace) else {
            return;
        };
        let loaded = workspace.loaded().clone();
        let folder = workspace.folder().to_owned();
        let revision = workspace.revision();
        let name = settings.method.name.title();
        self.jobs.start(Purpose::Kept, name, move |progress| {
            let start = Instant::now();
            let run = run(&loaded, &settings, &folder, progress)?;
            let result = MethodResult::of_run(revision, settings, run, start.elapsed());
            Ok(JobAnswer::Kept(id, Box::new(result)))
        });
    }

    /// The two candidates that are looked at side by side.
    pub(super) fn want_beside(&mut self) {
        let shown = self.stage == Stage::Compare && self.compare.tab == CompareTab::Sides;
        let Some(workspace) = self.workspace.as_ref().filter(|_| shown) else {
            return;
        };
        let Some(sides) = self.compare.chosen_results(workspace.shelf()) else {
            return;
        };
        self.compare.beside.ask(BesideQuestion {
            loaded: workspace.loaded().clone(),
            sides,
        });
        if let Some(question) = self.compare.beside.take_missing() {
            self.jobs
                .start(Purpose::Beside, "Compare candidates", move |progress| {
                    let answer = BesideAnswer::compute(question, progress)?;
                    Ok(JobAnswer::Beside(Box::new(answer)))
                });
        }
    }

    /// Whether the last run is on the shelf.
    pub(super) fn is_last_run_kept(&self) -> bool {
        let (Some(result), Some(workspace)) = (&self.result, &self.workspace) else {
            return false;
        };
        let kept = self.compare.kept.kept_as(result);
        kept.is_some_and(|id| workspace.shelf().get(id).is_some())
    }

    /// Keeps what the last run brought.
    pub(super) fn keep(&mut self) {
        if self.is_last_run_kept() {
            self.toasts.done("The last run is on the shelf already.");
            return;
        }
        let (Some(result), Some(workspace)) = (&self.result, &mut self.workspace) else {
            self.toasts.done("Nothing has been run yet.");
            return;
        };
        if let RunOutcome::NotReached(why) = &result.outcome {
            self.toasts.failed(format!("Nothing to keep. {why}"));
            return;
        }
        let settings = result.settings().clone();
        let title = settings.method.name.title();
        let taken = workspace.shelf().kept().any(|kept| kept.name == title);
        let id = workspace.shelf_mut().keep(Kept {
            name: match taken {
                true => format!("{title}, {}", settings.requirement.sentence()),
                false => title.to_owned(),
            },
            note: String::new(),
            settings,
        });
        self.compare.kept.put(id, result.clone());
        self.compare.selected = Some(id);
    }

    pub(super) fn ran_again(&mut self, id: KeptId, result: Arc<MethodResult>) {
        if let RunOutcome::NotReached(why) = &result.outcome {
            self.toasts.failed(why.clone());
        }
        self.compare.kept.put(id, result);
    }

    pub(super) fn on_shelf(&mut self, what: ShelfAction) {
        let Some(workspace) = &mut self.workspace else {
            return;
        };
        let shelf = workspace.shelf_mut();
        match what {
            ShelfAction::Rename(id, name) => shelf.rename(id, &name),
            ShelfAction::Note(id, note) => shelf.note(id, &note),
            ShelfAction::Remove(id) => shelf.remove(id),
            ShelfAction::PutBack => shelf.put_back(),
            ShelfAction::RunAgain(id) => self.compare.kept.run_again(id),
            ShelfAction::RunAll => {
                for (id, _) in shelf.iter() {
                    if self.compare.kept.result(id).is_none() {
                        self.compare.kept.run_again(id);
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
        let Some(workspace) = &self.workspace else {
            return;
        };
        let kind = workspace.kind();
        let figure = self.compare.curves.form(workspace).figure;
        let Some(drawn) = self.compare.curves.drawn().cloned() else {
            return;
        };
        let store = self.compare.curves.store.clone();
        let path = with_extension(path, format.extension());
        self.jobs.start(Purpose::Export, "Export", move |_| {
            match format {
                CurveFormat::Csv => write_text_whole(&path, &to_csv(&drawn.question.rows(&store)))?,
                CurveFormat::Svg => {
                    write_text_whole(&path, &chart(&drawn, figure, kind).to_svg())?;
                }
                CurveFormat::Png => {
                    let image = picture(&drawn, figure, kind);
                    write_file_whole(&path, |writer| Ok(image.write_to(writer)?))?;
                }
            }
            Ok(JobAnswer::Exported(path))
        });
    }
}
