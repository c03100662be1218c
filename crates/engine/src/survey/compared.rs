//! Releases of ratings that are compared.

use super::SurveyQuestion;
use super::anonymize::anonymize;
use crate::anonymize::Outcome;
use crate::kinds::Compared;
use crate::sweep::{SweepPoint, gap_if_senseless};
use cloakroom_core::problem::Failure;
use cloakroom_core::pulse::Pulse;
use cloakroom_core::settings::Settings;
use cloakroom_ratings::survey::Survey;
use std::sync::Arc;

pub(super) struct People(pub Arc<Survey>);

impl Compared for People {
    fn point(
        &self,
        settings: &Settings,
        pulse: &Pulse,
    ) -> Result<Result<SweepPoint, String>, Failure> {
        gap_if_senseless(self.tried(settings, pulse))
    }
}

impl People {
    fn tried(
        &self,
        settings: &Settings,
        pulse: &Pulse,
    ) -> Result<Result<SweepPoint, String>, Failure> {
        let question = SurveyQuestion::of(self.0.clone(), &settings.requirement)?;
        Ok(match anonymize(&question, &settings.method, pulse)? {
            Outcome::Reached(candidate) => Ok(SweepPoint {
                metrics: candidate.measures,
                left_out: candidate.anonymized.left_out.len(),
                levels: None,
            }),
            Outcome::NotReached(why) => Err(why),
        })
    }
}
