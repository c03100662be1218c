//! How easily people are found, before and after: asked behind the window, and counted against any threshold within a
//! frame.

mod question;
mod sizes;
mod titles;

pub use question::{Asking, PopulationFile, RiskAnswer, RiskQuestion};
pub use sizes::{SizeBars, shares_above};
pub use titles::{definition, title};

use crate::ui::method_result::MethodResult;
use cloakroom_core::metrics::Figure;
use cloakroom_engine::risk::{Risk, USUAL_THRESHOLD};
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

pub struct RiskState {
    /// A chance above this is counted.
    threshold: f64,
    /// Whom the table was drawn from.
    pub population: Option<Arc<PopulationFile>>,
    /// Why the last file could not be read, in a sentence.
    pub population_problem: Option<String>,
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
        self.before.set_threshold(threshold);
        self.after.set_threshold(threshold);
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

    /// Whether the sides are to be asked anew.
    pub fn is_new(&mut self, revision: u64, result: Option<&Arc<MethodResult>>) -> bool {
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
    pub fn ask(&mut self, side: Side, question: Option<RiskQuestion>) {
        self.asking_mut(side).ask(question);
    }

    /// The question that is to be answered behind the window, told once.
    pub fn take_missing(&mut self, side: Side) -> Option<RiskQuestion> {
        self.asking_mut(side).take_missing()
    }

    pub fn take_in(&mut self, side: Side, mut answer: RiskAnswer) {
        if let Ok(risk) = &mut answer.risk {
            risk.set_threshold(self.threshold);
        }
        self.arrivals += 1;
        self.asking_mut(side).take_in(answer);
    }

    /// Asks again what was stopped or failed.
    pub fn look_again(&mut self) {
        self.before.look_again();
        self.after.look_again();
    }

    pub fn risk(&self, side: Side) -> Option<&Risk> {
        self.asking(side).answer()?.risk.as_ref().ok()
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
