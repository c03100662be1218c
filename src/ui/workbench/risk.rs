//! Risk before and after, attacks with a file of known people, and why columns look as they do.

use super::Workbench;
use crate::ui::actions::{AttackAction, CompareTab, ExploreTab, Stage};
use crate::ui::attack::{AttackAnswer, KnownFile};
use crate::ui::explained::ExplainedRun;
use crate::ui::jobs::{JobAnswer, Purpose};
use crate::ui::method_result::RunOutcome;
use crate::ui::risk::{PopulationFile, RiskAnswer, RiskQuestion, Side};
use cloakroom_core::kind::Kind;
use cloakroom_engine::attack::{Attacked, MOST_PEOPLE, read_known, sample_known};
use cloakroom_engine::risk::read_population;
use std::path::PathBuf;

impl Workbench {
    fn shows(&self, tab: CompareTab) -> bool {
        self.stage == Stage::Compare && self.compare.tab == tab
    }

    /// The risk of both sides, while it is looked at and no drag is under way.
    pub(super) fn want_risk(&mut self) {
        if self.shows(CompareTab::Attack)
            && let Some(workspace) = &self.workspace
        {
            self.compare.attack.refresh(workspace, self.result.as_ref());
        }
        let shown = self.shows(CompareTab::Risk);
        let Some(workspace) = self.workspace.as_ref().filter(|_| shown) else {
            return;
        };
        let risk = &mut self.compare.risk;
        let folder = || workspace.folder().to_owned();
        let population = risk.population.clone();
        if risk.is_new(workspace.revision(), self.result.as_ref()) {
            let (loaded, settings) = (workspace.loaded(), workspace.settings());
            let population = population.as_ref();
            let before = RiskQuestion::before(loaded, folder(), settings, population);
            risk.ask(Side::Before, Some(before));
            let reached = self
                .result
                .as_ref()
                .filter(|result| !matches!(result.outcome, RunOutcome::NotReached(_)));
            let after =
                reached.map(|result| RiskQuestion::after(loaded, folder(), result, population));
            risk.ask(Side::After, after);
        }
        if self.pressed {
            return;
        }
        let threshold = risk.threshold();
        for (side, purpose, name) in [
            (Side::Before, Purpose::RiskBefore, "Count the risk before"),
            (Side::After, Purpose::RiskAfter, "Count the risk after"),
        ] {
            if let Some(question) = self.compare.risk.take_missing(side) {
                self.jobs.start(purpose, name, move |progress| {
                    let answer = RiskAnswer::compute(question, threshold, progress)?;
                    Ok(JobAnswer::Risk(side, Box::new(answer)))
                });
            }
        }
    }

    /// Sentences about the columns of the last run, while one is looked at.
    pub(super) fn want_explained(&mut self) {
        let (Some(workspace), Some(result)) = (&self.workspace, &self.result) else {
            return;
        };
        let shown = match self.stage {
            Stage::Data => self.data.selected_column.is_some(),
            Stage::Explore => {
                workspace.kind() == Kind::Microdata && self.explore.shows(ExploreTab::BeforeAfter)
            }
            _ => false,
        };
        if !shown {
            return;
        }
        let Some(run) = self.explained.take_missing(result) else {
            return;
        };
        let loaded = workspace.loaded().clone();
        let folder = workspace.folder().to_owned();
        self.jobs
            .start(Purpose::Explain, "Explain the columns", move |progress| {
                let told = ExplainedRun::compute(&loaded, &folder, run, progress)?;
                Ok(JobAnswer::Explained(told))
            });
    }

    pub(super) fn open_population(&mut self, path: PathBuf) {
        let Some(workspace) = &self.workspace else {
            return;
        };
        self.compare.risk.population_problem = None;
        let options = workspace.loaded().options.clone();
        self.jobs.start(
            Purpose::Population,
            "Read the population",
            move |progress| {
                let population = read_population(&path, &options, progress)?;
                let file = PopulationFile { path, population };
                Ok(JobAnswer::Population(Box::new(file)))
            },
        );
    }

    pub(super) fn open_known(&mut self, path: PathBuf) {
        let Some(workspace) = &self.workspace else {
            return;
        };
        let fold = workspace.loaded().options.fold;
        self.compare.attack.file_problem = None;
        self.jobs
            .start(Purpose::Known, "Read the known people", move |progress| {
                let table = read_known(&path, fold, progress)?;
                Ok(JobAnswer::Known(Box::new(KnownFile { path, table })))
            });
    }

    /// People of the table itself: nobody has to write a file to see what would be found. With the release, once there is
    /// one.
    fn sample_known(&mut self) {
        let Some(workspace) = &self.workspace else {
            return;
        };
        let is_run = self
            .result
            .as_ref()
            .is_some_and(|run| run.outcome.reached().is_some());
        if is_run {
            self.compare.attack.form.attacked = Attacked::Release;
        }
        let loaded = workspace.loaded().clone();
        let settings = workspace.settings().clone();
        self.compare.attack.file_problem = None;
        self.jobs
            .start(Purpose::Known, "Draw people of the table", move |_| {
                let seed = settings.method.seed;
                let table = sample_known(&loaded, &settings, MOST_PEOPLE, seed)?;
                let path = PathBuf::from("people of this table");
                Ok(JobAnswer::Known(Box::new(KnownFile { path, table })))
            });
    }

    pub(super) fn known_read(&mut self, file: KnownFile) {
        if let Some(workspace) = &self.workspace {
            let attack = &mut self.compare.attack;
            attack.set_known(file, workspace, self.result.as_ref());
        }
    }

    pub(super) fn on_attack(&mut self, what: AttackAction) {
        let Some(workspace) = &self.workspace else {
            return;
        };
        let attack = &mut self.compare.attack;
        match what {
            AttackAction::Open(path) => self.open_known(path),
            AttackAction::OpenOffered => {
                if let Some(path) = attack.offered(workspace.folder()).cloned() {
                    self.open_known(path);
                }
            }
            AttackAction::OwnPeople => self.sample_known(),
            AttackAction::On(attacked) => attack.form.attacked = attacked,
            AttackAction::Select(person) => attack.selected = person,
            AttackAction::Try => match attack.question(workspace, self.result.as_ref()) {
                Ok(question) => {
                    self.jobs.start(Purpose::Attack, "Attack", move |progress| {
                        let answer = AttackAnswer::compute(question, progress)?;
                        Ok(JobAnswer::Attack(Box::new(answer)))
                    });
                }
                Err(why) => self.toasts.failed(why.to_owned()),
            },
        }
    }
}
