//! What others could find out: files that the risk is counted with, attacks with a file of known people, and releases that
//! were written before.

use super::Workbench;
use crate::ui::actions::{AttackAction, PoolAction};
use crate::ui::attack::{AttackAnswer, KnownFile};
use crate::ui::pool::Pooled;
use crate::ui::risk::PopulationFile;
use cloakroom_core::problem::Failure;
use cloakroom_core::progress::Progress;
use cloakroom_engine::attack::{Attacked, MOST_PEOPLE, read_known, sample_known};
use cloakroom_engine::job::Ended;
use cloakroom_engine::report::audit::path_beside;
use cloakroom_engine::risk::read_population;
use std::path::PathBuf;

impl Workbench {
    pub(super) fn open_population(&mut self, path: PathBuf) {
        let Some(document) = &mut self.document else {
            return;
        };
        let options = document.workspace.loaded().options.clone();
        let risk = &mut document.compare.risk;
        risk.population_problem = None;
        let read = move |progress: &Progress| {
            let population = read_population(&path, &options, progress)?;
            Ok(PopulationFile { path, population })
        };
        risk.reading = self
            .jobs
            .start("Read the population", read, |bench, ended| {
                let Some(document) = &mut bench.document else {
                    return;
                };
                let risk = &mut document.compare.risk;
                match ended {
                    Ended::Done(file) => risk.set_population(file),
                    // Told where the file was chosen.
                    Ended::Failed(problem) => {
                        bench.after_saving = None;
                        risk.population_problem = Some(problem.to_string());
                    }
                    Ended::Stopped => bench.was_stopped(),
                }
            });
    }

    pub(super) fn open_known(&mut self, path: PathBuf) {
        let Some(workspace) = self.workspace() else {
            return;
        };
        let fold = workspace.loaded().options.fold;
        self.want_known("Read the known people", move |progress| {
            let table = read_known(&path, fold, progress)?;
            Ok(KnownFile { path, table })
        });
    }

    /// People of the table itself: nobody has to write a file to see what would be found. With the release, once there is
    /// one.
    fn sample_known(&mut self) {
        let Some(document) = &mut self.document else {
            return;
        };
        let run = document.result.as_ref();
        if run.is_some_and(|run| run.outcome.reached().is_some()) {
            document.compare.attack.form.attacked = Attacked::Release;
        }
        let loaded = document.workspace.loaded().clone();
        let settings = document.workspace.settings().clone();
        self.want_known("Draw people of the table", move |_| {
            let table = sample_known(&loaded, &settings, MOST_PEOPLE, settings.method.seed)?;
            let path = PathBuf::from("people of this table");
            Ok(KnownFile { path, table })
        });
    }

    fn want_known(
        &mut self,
        name: &str,
        read: impl FnOnce(&Progress) -> Result<KnownFile, Failure> + Send + 'static,
    ) {
        let reading = self.jobs.start(name, read, |bench, ended| {
            let Some(document) = &mut bench.document else {
                return;
            };
            let attack = &mut document.compare.attack;
            match ended {
                Ended::Done(file) => {
                    let result = document.result.as_ref();
                    attack.set_known(file, &document.workspace, result);
                }
                // Told where the file was chosen.
                Ended::Failed(problem) => {
                    bench.after_saving = None;
                    attack.file_problem = Some(problem.to_string());
                }
                Ended::Stopped => bench.was_stopped(),
            }
        });
        if let Some(document) = &mut self.document {
            document.compare.attack.file_problem = None;
            document.compare.attack.reading = reading;
        }
    }

    pub(super) fn on_attack(&mut self, what: AttackAction) {
        let Some(document) = &mut self.document else {
            return;
        };
        let workspace = &document.workspace;
        let attack = &mut document.compare.attack;
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
            AttackAction::Try => match attack.question(workspace, document.result.as_ref()) {
                Ok(question) => {
                    let attacks =
                        move |progress: &Progress| Ok(AttackAnswer::compute(question, progress)?);
                    attack.trying = self.jobs.start("Attack", attacks, |bench, ended| {
                        if let Some(answer) = bench.heard_of_settings(ended)
                            && let Some(document) = &mut bench.document
                        {
                            document.compare.attack.take_in(answer);
                        }
                    });
                }
                Err(why) => {
                    let why = why.to_owned();
                    self.failed_with_settings(why);
                }
            },
        }
    }

    pub(super) fn on_pool(&mut self, what: PoolAction) {
        let Some(document) = &mut self.document else {
            return;
        };
        let pool = &mut document.compare.pool;
        match what {
            PoolAction::Take(release, taken) => pool.take(release, taken),
            PoolAction::Forget(release) => document.workspace.forget_release(&release),
            PoolAction::Count => match pool.question(document.workspace.earlier()) {
                Some(question) => {
                    let count = move |progress: &Progress| Ok(Pooled::compute(question, progress)?);
                    let name = "Count releases together";
                    pool.counting = self.jobs.start(name, count, |bench, ended| {
                        if let Some(pooled) = bench.heard(ended)
                            && let Some(document) = &mut bench.document
                        {
                            document.compare.pool.take_in(pooled);
                        }
                    });
                }
                None => self
                    .toasts
                    .failed("Two releases or more are needed to be counted together."),
            },
        }
    }

    /// An audit file, or the folder that one lies beside.
    pub(super) fn add_release(&mut self, path: PathBuf) {
        let audit = match path.is_dir() {
            true => path_beside(&path, ".audit.json").unwrap_or(path),
            false => path,
        };
        if let Some(document) = &mut self.document {
            document.remember_release(audit, None);
        }
    }
}
