//! Releases of ratings that are compared.

use super::CheckedRatingsTask;
use super::anonymize::anonymize;
use crate::anonymize::Outcome;
use crate::kinds::Compared;
use crate::sweep::{SweepPoint, gap_if_senseless};
use cloakroom_core::problem::Failure;
use cloakroom_core::progress::Progress;
use cloakroom_core::settings::Settings;
use cloakroom_ratings::ratings::PreparedRatings;
use std::sync::Arc;

pub(super) struct People(pub Arc<PreparedRatings>);

impl Compared for People {
    fn point(
        &self,
        settings: &Settings,
        progress: &Progress,
    ) -> Result<Result<SweepPoint, String>, Failure> {
        gap_if_senseless(self.tried(settings, progress))
    }
}

impl People {
    fn tried(
        &self,
        settings: &Settings,
        progress: &Progress,
    ) -> Result<Result<SweepPoint, String>, Failure> {
        let checked = CheckedRatingsTask::of(self.0.clone(), &settings.requirement)?;
        Ok(match anonymize(&checked, &settings.method, progress)? {
            Outcome::Reached(candidate) => Ok(SweepPoint {
                metrics: candidate.measures,
                left_out: candidate.anonymized.left_out.len(),
                levels: None,
            }),
            Outcome::NotReached(why) => Err(why),
        })
    }
}
