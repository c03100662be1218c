//! Finds k, ε and l of ratings where a recipe leaves them open.

use super::check::{Reached, answer, deviation_of, epsilon_of, reached_with};
use super::{CheckedRatingsTask, cliques};
use crate::solve::{SolveAnswer, Solved};
use cloakroom_core::kind::Kind;
use cloakroom_core::problem::{Failure, Problem};
use cloakroom_core::progress::{Progress, Stopped};
use cloakroom_core::ratings::Ratings;
use cloakroom_core::requirement::{Open, Requirement};
use cloakroom_core::settings::Settings;
use cloakroom_core::verdict::Amount;
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
    let ready = CheckedRatingsTask::of(survey.clone(), &weakest)?;
    let engine = settings.method.engine;
    let reading = given.sd_nulls;
    let profile = RatingsProfile::compute(&survey, reading, survey.r(), engine, progress)?;
    let seeker = Seeker {
        survey,
        profile,
        progress,
    };
    let mut alone = Solved::default();
    let mut solved = Solved::default();
    let mut together = weakest.clone();
    for &open in open {
        let amount = seeker.strictest(&weakest, open)?;
        alone.0.push((open.name(), amount));
        let amount = seeker.strictest(&together, open)?;
        solved.0.push((open.name(), amount));
        if let Some(amount) = amount {
            set(&mut together, open, amount);
        }
    }
    let checked = CheckedRatingsTask::of(seeker.survey.clone(), &together)?;
    let check = answer(&checked, &seeker.profile, progress)?;
    let all_found = solved.0.iter().all(|(_, amount)| amount.is_some());
    let by_cliques = seeker.by_cliques(&ready, &together, open)?;
    Ok(SolveAnswer {
        kind: Kind::Ratings,
        records: seeker.survey.people(),
        satisfied: all_found && check.satisfied,
        solved,
        alone,
        clique_partition: by_cliques,
        check: Some(check),
    })
}

struct Seeker<'a> {
    survey: Arc<PreparedRatings>,
    profile: RatingsProfile,
    progress: &'a Progress,
}

impl Seeker<'_> {
    /// The strictest value of one parameter, the others as `given` says.
    fn strictest(&self, given: &Requirement, open: Open) -> Result<Option<Amount>, Failure> {
        let asked = weaken(given.clone(), open, &self.survey)?;
        let checked = CheckedRatingsTask::of(self.survey.clone(), &asked)?;
        let reached = self.reached(&checked)?;
        Ok(match open {
            Open::K => reached.k.map(|k| Amount::Count(u64::from(k))),
            Open::Epsilon => reached
                .within
                .filter(|&steps| steps <= self.survey.widest())
                .map(|steps| epsilon_of(&self.survey.scale, steps)),
            _ => reached.deviation.map(deviation_of),
        })
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

    /// What a partition into cliques would answer for k or ε alone, where nobody is left out and nothing is
    /// asked of sensitive issues.
    fn by_cliques(
        &self,
        ready: &CheckedRatingsTask,
        together: &Requirement,
        open: &[Open],
    ) -> Result<Option<Solved>, Stopped> {
        let asks_more = together.l_sd.is_some() || ready.may_leave_out() > 0;
        let [open] = open else {
            return Ok(None);
        };
        let (name, progress) = (open.name(), self.progress);
        let amount = match *open {
            Open::K if !asks_more => cliques::largest_k(ready, ready.target.within, progress)?
                .map(|k| Amount::Count(u64::from(k))),
            Open::Epsilon if !asks_more => cliques::least_within(ready, ready.target.k, progress)?
                .map(|steps| epsilon_of(&self.survey.scale, steps)),
            _ => None,
        };
        Ok(amount.map(|amount| Solved(vec![(name, Some(amount))])))
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

fn set(requirement: &mut Requirement, open: Open, amount: Amount) {
    match (open, amount) {
        (Open::K, Amount::Count(k)) => requirement.k = Some(k as u32),
        (Open::Epsilon, Amount::Number(epsilon)) => requirement.epsilon = Some(epsilon),
        (Open::LSd, Amount::Number(l)) => requirement.l_sd = Some(l),
        _ => {}
    }
}
