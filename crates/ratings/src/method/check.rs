//! Who breaks the promise, by its definition; the last look at what a method made.

use super::{AnonymizedRatings, RatingsOutcome, RatingsTask, none};
use crate::privacy::Spread;
use crate::profile::RatingsProfile;
use crate::ratings::PreparedRatings;
use cloakroom_core::{Failure, Progress, Stopped};

/// The people to whom too few others are close, or whose neighbours' sensitive ratings are too alike;
/// ascending.
pub fn violators(
    task: &RatingsTask<'_>,
    survey: &PreparedRatings,
    progress: &Progress,
) -> Result<Vec<u32>, Stopped> {
    let target = &task.target;
    let engine = task.settings.engine;
    let profile = RatingsProfile::compute(survey, target.reading, target.within, engine, progress)?;
    Ok(profile.violating_people(target))
}

/// What was made, unless somebody in it breaks the promise after all.
pub fn checked(
    task: &RatingsTask<'_>,
    made: AnonymizedRatings,
    progress: &Progress,
) -> Result<RatingsOutcome, Stopped> {
    let released = task
        .survey
        .with_cells(made.cells.clone())
        .picked(&made.kept);
    let broken = violators(task, &released, progress)?.len();
    Ok(
        if broken == 0 && made.left_out.len() <= task.may_leave_out && !made.kept.is_empty() {
            RatingsOutcome::Reached(made)
        } else {
            RatingsOutcome::NotReached(format!(
                "the last look at the result found {broken} people who break the promise, so it is not released"
            ))
        },
    )
}

/// A group of people who are all close to each other: how many they are, and what they say about every
/// sensitive issue.
#[derive(Clone, Debug)]
pub struct GroupSpread {
    people: usize,
    spreads: Vec<Spread>,
}

impl GroupSpread {
    pub fn of(task: &RatingsTask<'_>, members: &[u32]) -> Self {
        let secrets = if task.target.deviation > 0 {
            task.survey.secrets.as_slice()
        } else {
            &[]
        };
        let spread =
            |secret: &Vec<u16>| Spread::of(members.iter().map(|&person| secret[person as usize]));
        Self {
            people: members.len(),
            spreads: secrets.iter().map(spread).collect(),
        }
    }

    /// Whether every sensitive issue spreads as far as it must.
    pub fn is_enough(&self, task: &RatingsTask<'_>) -> bool {
        let (scale, target) = (&task.survey.scale, &task.target);
        self.spreads
            .iter()
            .all(|spread| spread.reaches(scale, target.reading) >= target.deviation)
    }

    /// Whether the others still are enough people and, if all of them together were before, spread enough.
    pub fn can_lose(&self, task: &RatingsTask<'_>, person: u32) -> bool {
        if self.people <= task.target.k as usize {
            return false;
        }
        let mut without = self.clone();
        without.lose(task, person);
        without.is_enough(task) || !self.is_enough(task)
    }

    pub fn lose(&mut self, task: &RatingsTask<'_>, person: u32) {
        self.people -= 1;
        for (spread, secret) in self.spreads.iter_mut().zip(&task.survey.secrets) {
            spread.remove(&Spread::of([secret[person as usize]]));
        }
    }
}

/// Whether the sensitive ratings of these people, all close to each other, spread far enough.
pub fn spreads(task: &RatingsTask<'_>, members: &[u32]) -> bool {
    GroupSpread::of(task, members).is_enough(task)
}

/// Fewer people than have to be close to each other cannot be helped.
pub fn too_few(task: &RatingsTask<'_>) -> Option<RatingsOutcome> {
    let (people, k) = (task.survey.people(), task.target.k);
    (people < k as usize).then(|| {
        RatingsOutcome::NotReached(format!(
            "there are {people} people, and {k} have to be close to each other"
        ))
    })
}

/// Where nothing spreads far enough, the ratings as they are may do, with some people left out.
pub fn as_they_are(task: RatingsTask<'_>, progress: &Progress) -> Result<RatingsOutcome, Failure> {
    Ok(match none::run(task, progress)? {
        RatingsOutcome::NotReached(_) => RatingsOutcome::NotReached(
            "even among all people together, the standard deviation of a sensitive issue stays below l"
                .to_owned(),
        ),
        reached => reached,
    })
}
