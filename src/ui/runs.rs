//! Runs of the method that are under way. Another one may begin beside the first: what ends for settings that nobody looks
//! at any more goes to the shelf.

use super::jobs::{Running, Work};
use cloakroom_core::settings::Settings;
use cloakroom_engine::made::is_same_question;

/// As many as make each other no slower than is worth it.
const MOST: usize = 2;

#[derive(Default)]
pub struct Runs(Vec<Run>);

struct Run {
    work: Work,
    /// What it was begun with.
    settings: Settings,
}

/// A run as the panel tells of it.
pub struct Shown {
    pub running: Running,
    /// `Mondrian, k = 5`.
    pub words: String,
}

/// The runs that are under way, as the panel shows them.
#[derive(Default)]
pub struct AllShown {
    pub runs: Vec<Shown>,
    /// The one of the settings as they are now, by its place.
    of_now: Option<usize>,
}

impl Runs {
    /// Those that have ended are forgotten.
    pub fn begin(&mut self, work: Work, settings: Settings) {
        self.0.retain(|run| run.work.is_running());
        self.0.push(Run { work, settings });
    }

    fn under_way(&self) -> impl Iterator<Item = &Run> {
        self.0.iter().filter(|run| run.work.is_running())
    }

    pub fn is_any(&self) -> bool {
        self.under_way().next().is_some()
    }

    /// Whether one is under way that answers these settings.
    pub fn is_of(&self, settings: &Settings) -> bool {
        let mut runs = self.under_way();
        runs.any(|run| run.work.is_wanted() && is_same_question(&run.settings, settings))
    }

    pub fn has_room(&self) -> bool {
        self.under_way().count() < MOST
    }

    pub fn shown(&self, settings: &Settings) -> AllShown {
        let mut all = AllShown::default();
        for run in self.under_way() {
            let Some(running) = run.work.running() else {
                continue;
            };
            if is_same_question(&run.settings, settings) {
                all.of_now = Some(all.runs.len());
            }
            let (name, promise) = (&running.name, run.settings.requirement.sentence());
            all.runs.push(Shown {
                words: format!("{name}, {promise}"),
                running,
            });
        }
        all
    }
}

impl AllShown {
    /// One is under way for the settings as they are.
    pub fn is_of_now(&self) -> bool {
        self.of_now.is_some()
    }

    /// The one that the button stops: of the settings as they are, or whatever runs where no other may begin.
    pub fn to_stop(&self) -> Option<&Running> {
        let newest = self.runs.len().checked_sub(1);
        let at = self.of_now.or(newest.filter(|_| self.runs.len() >= MOST));
        at.map(|at| &self.runs[at].running)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ui::jobs::Jobs;
    use std::sync::Arc;

    #[test]
    fn two_run_at_once_and_the_one_of_now_is_known() {
        let jobs = Jobs::new(Arc::new(|| {}));
        let begin = |runs: &mut Runs, k: u32| {
            let mut settings = Settings::default();
            settings.requirement.k = Some(k);
            let work = jobs.start::<()>(
                "Spin",
                |progress| {
                    loop {
                        progress.check()?;
                        std::thread::yield_now();
                    }
                },
                |_, _| {},
            );
            runs.begin(work, settings.clone());
            settings
        };
        let mut runs = Runs::default();
        let five = begin(&mut runs, 5);
        assert!(runs.is_of(&five) && runs.has_room());
        assert!(runs.shown(&Settings::default()).to_stop().is_none());
        let six = begin(&mut runs, 6);
        assert!(runs.is_of(&five) && runs.is_of(&six) && !runs.has_room());
        let shown = runs.shown(&five);
        assert_eq!(shown.runs[1].words, "Spin, k = 6");
        assert_eq!(
            shown.to_stop().unwrap().number,
            shown.runs[0].running.number
        );
        // Somebody who stops one may begin it anew at once.
        jobs.stop(shown.runs[0].running.number);
        assert!(!runs.is_of(&five));
    }
}
