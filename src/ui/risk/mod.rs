//! How easily people are found, before and after: asked behind the window, and counted against any threshold within a
//! frame.

mod question;
mod sizes;
mod titles;

pub use question::{PopulationFile, RiskAnswer, RiskQuestion};
pub use sizes::{SizeBars, shares_above};
pub use titles::{definition, title};

use crate::ui::asked::{Asked, New};
use crate::ui::jobs::{Jobs, Work};
use crate::ui::method_result::{MethodResult, RunOutcome};
use cloakroom_core::metrics::Figure;
use cloakroom_engine::risk::{Risk, USUAL_THRESHOLD};
use cloakroom_engine::workspace::Workspace;
use question::same_place;
use std::sync::Arc;

/// Which of the two is meant.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Side {
    /// The data as they stand.
    #[default]
    Before,
    /// What the last run of the method would release.
    After,
}

impl Side {
    pub const BOTH: [Self; 2] = [Self::Before, Self::After];
}

/// What the view is about at the moment.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum RiskPart {
    #[default]
    Finding,
    /// Which columns, ratings or items make people unique.
    Telling,
    /// What is learned about sensitive values.
    Learning,
}

/// Chances below this are not asked about unless a kind says otherwise.
pub const LEAST_THRESHOLD: f64 = 0.01;

/// One side.
type Asking = Asked<RiskQuestion, RiskAnswer>;

pub struct RiskState {
    /// A chance above this is counted.
    threshold: f64,
    /// Whom the table was drawn from.
    pub population: Option<Arc<PopulationFile>>,
    /// Why the last file could not be read, in a sentence.
    pub population_problem: Option<String>,
    /// A population is being read.
    pub reading: Work,
    before: Asking,
    after: Asking,
    asked_of: Option<AskedOf>,
    /// How many answers have come: what was made of an earlier one is made anew.
    arrivals: u64,
}

/// What the questions depend on.
struct AskedOf {
    revision: u64,
    run: Option<Arc<MethodResult>>,
    population: Option<Arc<PopulationFile>>,
}

impl Default for RiskState {
    fn default() -> Self {
        Self {
            threshold: USUAL_THRESHOLD,
            population: None,
            population_problem: None,
            reading: Work::default(),
            before: Asking::default(),
            after: Asking::default(),
            asked_of: None,
            arrivals: 0,
        }
    }
}

impl RiskState {
    pub fn threshold(&self) -> f64 {
        self.threshold
    }

    pub fn set_threshold(&mut self, threshold: f64) {
        self.threshold = threshold;
        for side in Side::BOTH {
            self.count_again(side);
        }
    }

    fn count_again(&mut self, side: Side) {
        let threshold = self.threshold;
        let answer = self.asking_mut(side).newest_mut();
        if let Some(Ok(risk)) = answer.map(|answer| &mut answer.risk) {
            risk.set_threshold(threshold);
        }
    }

    pub fn asking(&self, side: Side) -> &Asking {
        match side {
            Side::Before => &self.before,
            Side::After => &self.after,
        }
    }

    fn asking_mut(&mut self, side: Side) -> &mut Asking {
        match side {
            Side::Before => &mut self.before,
            Side::After => &mut self.after,
        }
    }

    /// The risk of both sides; begun once no drag is under way.
    pub fn want(
        &mut self,
        workspace: &Workspace,
        result: Option<&Arc<MethodResult>>,
        is_dragged: bool,
        jobs: &Jobs,
    ) {
        self.take_in();
        if self.is_new(workspace.revision(), result) {
            let (loaded, settings) = (workspace.loaded(), workspace.settings());
            let folder = || workspace.folder().to_owned();
            let population = self.population.clone();
            let population = population.as_ref();
            let before = RiskQuestion::before(loaded, folder(), settings, population);
            self.ask(Side::Before, Some(before));
            let reached =
                result.filter(|result| !matches!(result.outcome, RunOutcome::NotReached(_)));
            let after =
                reached.map(|result| RiskQuestion::after(loaded, folder(), result, population));
            self.ask(Side::After, after);
        }
        if is_dragged {
            return;
        }
        let threshold = self.threshold;
        for side in Side::BOTH {
            if let Some(new) = self.missing(side) {
                let name = match side {
                    Side::Before => "Count the risk before",
                    Side::After => "Count the risk after",
                };
                new.start(jobs, name, move |question, progress| {
                    Ok(RiskAnswer::compute(question, threshold, progress)?)
                });
            }
        }
    }

    /// What has come is counted against the threshold of now.
    fn take_in(&mut self) {
        for side in Side::BOTH {
            if self.asking_mut(side).has_news() {
                self.arrivals += 1;
                self.count_again(side);
            }
        }
    }

    /// Whether the sides are to be asked anew.
    fn is_new(&mut self, revision: u64, result: Option<&Arc<MethodResult>>) -> bool {
        let same = self.asked_of.as_ref().is_some_and(|asked| {
            asked.revision == revision
                && same_place(asked.run.as_ref(), result)
                && same_place(asked.population.as_ref(), self.population.as_ref())
        });
        self.asked_of = Some(AskedOf {
            revision,
            run: result.cloned(),
            population: self.population.clone(),
        });
        !same
    }

    /// What a side is to answer now; nothing if there is nothing to ask about.
    fn ask(&mut self, side: Side, question: Option<RiskQuestion>) {
        let asking = self.asking_mut(side);
        match question {
            Some(question) => {
                asking.want(question);
            }
            None => asking.forget(),
        }
    }

    fn missing(&mut self, side: Side) -> Option<New<'_, RiskQuestion, RiskAnswer>> {
        self.asking_mut(side).missing()
    }

    /// Asks again what was stopped or failed.
    pub fn look_again(&mut self) {
        self.before.ask_again();
        self.after.ask_again();
    }

    pub fn risk(&self, side: Side) -> Option<&Risk> {
        self.asking(side).newest()?.risk.as_ref().ok()
    }

    pub fn arrivals(&self) -> u64 {
        self.arrivals
    }

    pub fn set_population(&mut self, file: PopulationFile) {
        self.population = Some(Arc::new(file));
        self.population_problem = None;
    }

    pub fn remove_population(&mut self) {
        self.population = None;
        self.population_problem = None;
    }
}

/// The figure of the same name about the same column, if there is one.
pub fn same<'a>(figure: &Figure, among: &'a [Figure]) -> Option<&'a Figure> {
    among
        .iter()
        .find(|other| other.name == figure.name && other.column == figure.column)
}

#[cfg(test)]
mod tests;
