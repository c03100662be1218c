//! Finds k, ε and l of ratings where a recipe leaves them open.

use super::check::{Reached, answer, deviation_of, epsilon_of, reached_with};
use super::frontier::{Partitions, frontier};
use super::{CheckedRatingsTask, KIND};
use crate::solve::{FoundInTurn, FrontierPoint, SolveAnswer, Solved};
use cloakroom_core::{
    Amount, Failure, Open, Problem, Progress, Ratings, Requirement, Settings, Stopped,
};
use cloakroom_ratings::profile::RatingsProfile;
use cloakroom_ratings::ratings::PreparedRatings;
use std::sync::Arc;

pub fn solve(
    ratings: &Ratings,
    settings: &Settings,
    open: &[Open],
    progress: &Progress,
) -> Result<SolveAnswer, Failure> {
    let given = &settings.requirement;
    let survey = Arc::new(PreparedRatings::new(ratings, &settings.roles, progress)?);
    // As little as can be asked of each: so the question is made ready for all of them.
    let weakest = open.iter().try_fold(given.clone(), |requirement, &open| {
        weaken(requirement, open, &survey)
    })?;
    CheckedRatingsTask::of(survey.clone(), &weakest)?;
    let engine = settings.method.engine;
    let reading = given.sd_nulls;
    let profile = RatingsProfile::compute(&survey, reading, survey.r(), engine, progress)?;
    let seeker = Seeker {
        survey,
        profile,
        progress,
    };
    let found = FoundInTurn::find(&weakest, open, |given, open| seeker.strictest(given, open))?;
    let checked = CheckedRatingsTask::of(seeker.survey.clone(), &found.together)?;
    let check = answer(&checked, &seeker.profile, progress)?;
    Ok(SolveAnswer {
        clique_partition: seeker.by_cliques(&weakest, open)?,
        frontier: seeker.frontier(&checked, open)?,
        ..found.answer(KIND, seeker.survey.people(), Some(check))
    })
}

struct Seeker<'a> {
    survey: Arc<PreparedRatings>,
    profile: RatingsProfile,
    progress: &'a Progress,
}

impl Seeker<'_> {
    /// The requirement with the strictest value of one parameter, and that value, the others as `given` says.
    fn strictest(
        &self,
        given: &Requirement,
        open: Open,
    ) -> Result<Option<(Requirement, Amount)>, Failure> {
        let asked = weaken(given.clone(), open, &self.survey)?;
        let checked = CheckedRatingsTask::of(self.survey.clone(), &asked)?;
        let reached = self.reached(&checked)?;
        let amount = match open {
            Open::K => reached.k.map(|k| Amount::Count(u64::from(k))),
            Open::Epsilon => reached
                .within
                .filter(|&steps| steps <= self.survey.widest())
                .map(|steps| epsilon_of(&self.survey.scale, steps)),
            _ => reached.deviation.map(deviation_of),
        };
        Ok(amount.map(|amount| (with(asked, open, amount), amount)))
    }

    fn reached(&self, checked: &CheckedRatingsTask) -> Result<Reached, Stopped> {
        let may = checked.may_leave_out();
        if may > 0 {
            return reached_with(checked, may, self.progress);
        }
        let target = checked.target;
        Ok(Reached {
            k: self.profile.most_k(&target),
            within: self.profile.least_within(&target),
            deviation: self.profile.most_deviation(&target),
        })
    }

    /// What the papers answer, who cut people into groups of mutually close ones, where nobody is left out; one
    /// parameter after the other, as by definition.
    fn by_cliques(&self, weakest: &Requirement, open: &[Open]) -> Result<Option<Solved>, Failure> {
        let survey = &self.survey;
        let checked = CheckedRatingsTask::of(survey.clone(), weakest)?;
        if checked.may_leave_out() > 0 {
            return Ok(None);
        }
        let mut target = checked.target;
        // Theirs may be as wide as the scale, where everybody who rated the same is close.
        let (first, last) = match open.contains(&Open::Epsilon) {
            true => (0, survey.r() - 1),
            false => (target.within, target.within),
        };
        let (reading, progress) = (target.reading, self.progress);
        let found = Partitions::find(survey, first, last, reading, progress)?;
        let Some(partitions) = found else {
            return Ok(None);
        };
        let mut solved = Solved::default();
        for &open in open {
            let amount = match open {
                Open::K => partitions.most_k(&target).map(|k| {
                    target.k = k;
                    Amount::Count(u64::from(k))
                }),
                Open::Epsilon => partitions.least_within(&target).map(|within| {
                    target.within = within;
                    epsilon_of(&survey.scale, within)
                }),
                _ => partitions.most_deviation(&target).map(|deviation| {
                    target.deviation = deviation;
                    deviation_of(deviation)
                }),
            };
            solved.0.push((open.name(), amount));
        }
        Ok(Some(solved))
    }

    /// Where ε is open: what every ε allows, with l as it was found.
    fn frontier(
        &self,
        found: &CheckedRatingsTask,
        open: &[Open],
    ) -> Result<Vec<FrontierPoint>, Stopped> {
        if !open.contains(&Open::Epsilon) {
            return Ok(Vec::new());
        }
        let may = found.may_leave_out();
        frontier(
            &self.survey,
            &self.profile,
            &found.target,
            may,
            self.progress,
        )
    }
}

/// The same requirement with as little as can be asked of an open parameter.
fn weaken(
    mut requirement: Requirement,
    open: Open,
    survey: &PreparedRatings,
) -> Result<Requirement, Problem> {
    match open {
        Open::K => requirement.k = Some(1),
        Open::Epsilon => requirement.epsilon = Some(survey.scale.distance(survey.widest())),
        Open::LSd => requirement.l_sd = Some(0.0),
        other => {
            return Err(Problem::new(format!(
                "require.{} is not for ratings",
                other.name()
            )));
        }
    }
    Ok(requirement)
}

fn with(mut requirement: Requirement, open: Open, amount: Amount) -> Requirement {
    match (open, amount) {
        (Open::K, Amount::Count(k)) => requirement.k = Some(k as u32),
        (Open::Epsilon, Amount::Number(epsilon)) => requirement.epsilon = Some(epsilon),
        (Open::LSd, Amount::Number(l)) => requirement.l_sd = Some(l),
        _ => {}
    }
    requirement
}
