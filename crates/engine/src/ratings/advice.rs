//! What is worth changing about ratings: the closeness at which most people have others like them.

use super::CheckedRatingsTask;
use crate::advice::{Advice, Ask, Topic, share};
use crate::change::Change;
use cloakroom_core::problem::Failure;
use cloakroom_core::progress::Progress;
use cloakroom_core::ratings::Ratings;
use cloakroom_ratings::privacy::Target;
use cloakroom_ratings::profile::RatingsProfile;
use std::sync::Arc;

/// Fewer people are not worth a weaker promise.
const WORTH: f64 = 0.2;
/// Of more people a profile is not made for the sake of advice.
const MOST_PEOPLE: usize = 20_000;

pub(super) fn advice(
    ratings: &Ratings,
    ask: &Ask<'_>,
    progress: &Progress,
) -> Result<Vec<Advice>, Failure> {
    let settings = ask.settings;
    let Some(epsilon) = settings.requirement.epsilon else {
        return Ok(Vec::new());
    };
    let (survey, profile) = match &ask.computed.people {
        Some((survey, profile)) => (survey.clone(), profile.clone()),
        None if ratings.people() > MOST_PEOPLE => return Ok(Vec::new()),
        None => {
            let checked = CheckedRatingsTask::new(ratings, settings, progress)?;
            let reading = checked.target.reading;
            let engine = settings.method.engine;
            let survey = checked.survey;
            let profile = RatingsProfile::compute(&survey, reading, survey.r(), engine, progress)?;
            (survey, Arc::new(profile))
        }
    };
    let target = Target::of(&settings.requirement, &survey.scale);
    let people = profile.people();
    if profile.reading() != target.reading || people == 0 || target.within > profile.farthest() {
        return Ok(Vec::new());
    }
    let farthest = profile.farthest().min(survey.widest());
    let mut breaking = Vec::new();
    for within in target.within..=farthest.max(target.within) {
        progress.check()?;
        let asked = Target { within, ..target };
        breaking.push(profile.violating(&asked).people);
    }
    let Some(further) = where_it_jumps(&breaking, people) else {
        return Ok(Vec::new());
    };
    let wider = survey.scale.distance(target.within + further as u16);
    let keeping = |breaking: usize| share((people - breaking) as f64 / people as f64);
    Ok(vec![Advice {
        topic: Topic::Weaker,
        sentence: format!(
            "With \u{3b5} at {epsilon}, {} of the people keep the promise as they are; at {wider} it is {}.",
            keeping(breaking[0]),
            keeping(breaking[further])
        ),
        consequence: format!(
            "Ask for \u{3b5} = {wider}. That is a weaker promise: ratings that lie further apart count as alike."
        ),
        basis: "Counted for all people at every distance.".to_owned(),
        change: Change::SetEpsilon(Some(wider)),
    }])
}

/// Steps to where most people begin to keep a promise that `breaking` break at each, if that is at least half of those
/// who break it now.
fn where_it_jumps(breaking: &[usize], people: usize) -> Option<usize> {
    let now = *breaking.first()?;
    if (now as f64) < WORTH * people as f64 {
        return None;
    }
    let enough = (1..breaking.len()).filter(|&at| breaking[at] * 2 <= now);
    // Of equals the nearest.
    enough
        .rev()
        .max_by_key(|&at| breaking[at - 1].saturating_sub(breaking[at]))
}

#[cfg(test)]
mod tests {
    use super::where_it_jumps;

    #[test]
    fn a_jump_is_where_most_people_begin_to_keep_it() {
        assert_eq!(where_it_jumps(&[90, 85, 20, 10], 100), Some(2));
        assert_eq!(where_it_jumps(&[90, 85, 60], 100), None);
        assert_eq!(where_it_jumps(&[10, 0], 100), None);
        assert_eq!(where_it_jumps(&[50, 25, 0], 100), Some(1));
        assert_eq!(where_it_jumps(&[], 100), None);
    }
}
