//! What the panel says about the promises on ratings.

use crate::ui::help::Word;
use crate::ui::help::promises::of_ratings;
use cloakroom_core::Requirement;
use cloakroom_ratings::privacy::RatingsModel;

/// What is asked for.
pub fn asked(requirement: &Requirement) -> Vec<Word> {
    let mut models = vec![RatingsModel::K, RatingsModel::Epsilon];
    if requirement.l_sd.is_some() {
        models.push(RatingsModel::Deviation);
    }
    models.push(RatingsModel::Suppression);
    models.into_iter().map(|model| *of_ratings(model)).collect()
}
