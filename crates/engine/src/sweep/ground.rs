//! One release out of many that are compared: a data set made ready once, then asked for any settings, by several
//! threads at once.

use super::SweepPoint;
use crate::anonymize::Outcome;
use crate::kinds::MadeByMethod;
use crate::kinds::{self, Compared};
use cloakroom_core::{Dataset, Failure, Progress, Settings, Trees};

/// Only the requirement and the method may differ between the settings that it is asked for.
pub struct Ground<'a>(Box<dyn Compared + 'a>);

impl<'a> Ground<'a> {
    pub fn new(
        dataset: &'a Dataset,
        settings: &Settings,
        trees: &'a Trees,
        progress: &Progress,
    ) -> Result<Self, Failure> {
        kinds::of(dataset)
            .compared(settings, trees, progress)
            .map(Self)
    }

    /// What these settings reach; a setting that cannot be reached says why.
    pub fn point(
        &self,
        settings: &Settings,
        progress: &Progress,
    ) -> Result<Result<SweepPoint, String>, Failure> {
        self.0.point(settings, progress)
    }
}

/// What a candidate reaches; a setting that makes no sense is a point like the others.
pub(crate) fn point_of<C: MadeByMethod>(
    tried: Result<Outcome<C>, Failure>,
) -> Result<Result<SweepPoint, String>, Failure> {
    match tried {
        Ok(Outcome::Reached(candidate)) => Ok(Ok(SweepPoint {
            metrics: candidate.measures().clone(),
            left_out: candidate.left_out(),
            levels: None,
        })),
        Ok(Outcome::NotReached(why)) => Ok(Err(why)),
        Err(Failure::Problem(problem)) => Ok(Err(problem.message)),
        Err(stopped) => Err(stopped),
    }
}
