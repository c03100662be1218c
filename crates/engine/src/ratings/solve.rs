//! Finds k, ε and l of ratings where a recipe leaves them open.

use super::check::{Reached, answer, deviation_of, epsilon_of, reached_with};
use super::{CheckedRatingsTask, KIND};
use crate::solve::{FoundInTurn, SolveAnswer, Solved};
use cloakroom_core::{
    Amount, Failure, Open, Problem, Progress, Ratings, Requirement, Settings, Stopped,
};
use cloakroom_ratings::profile::RatingsProfile;
use cloakroom_ratings::profile::graph::EpsilonGraph;
use cloakroom_ratings::ratings::PreparedRatings;
use std::sync::Arc;

/// People up to which a partition is found while somebody waits.
const MOST_IN_CLIQUES: usize = 5_000;

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
    let found = FoundInTurn::find(&weakest, open, |given, open| seeker.strictest(given, open))?;
    let checked = CheckedRatingsTask::of(seeker.survey.clone(), &found.together)?;
    let check = answer(&checked, &seeker.profile, progress)?;
    let by_cliques = seeker.by_cliques(&ready, &found.together, open)?;
    Ok(SolveAnswer {
        clique_partition: by_cliques,
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

    /// What the papers answer, which cut people into groups of mutually close ones, for k or ε alone, where nobody is
    /// left out and nothing is asked of sensitive issues. A group of k is enough, but not needed, so these answers are
    /// never better than those by definition.
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
            Open::K if !asks_more => largest_k(ready, ready.target.within, progress)?
                .map(|k| Amount::Count(u64::from(k))),
            Open::Epsilon if !asks_more => least_within(ready, ready.target.k, progress)?
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

fn with(mut requirement: Requirement, open: Open, amount: Amount) -> Requirement {
    match (open, amount) {
        (Open::K, Amount::Count(k)) => requirement.k = Some(k as u32),
        (Open::Epsilon, Amount::Number(epsilon)) => requirement.epsilon = Some(epsilon),
        (Open::LSd, Amount::Number(l)) => requirement.l_sd = Some(l),
        _ => {}
    }
    requirement
}

/// The largest k for which the parts of a partition at this distance have k people each; `None` if there are
/// too many people to tell.
fn largest_k(
    checked: &CheckedRatingsTask,
    within: u16,
    progress: &Progress,
) -> Result<Option<u32>, Stopped> {
    let people = checked.survey.people();
    if people > MOST_IN_CLIQUES {
        return Ok(None);
    }
    if within >= checked.survey.r() {
        return Ok(Some(people as u32));
    }
    let graph = EpsilonGraph::build(&checked.survey, within, progress)?;
    let mut parts = graph.cliques(progress)?;
    loop {
        let k = parts.iter().map(Vec::len).min().unwrap_or(0);
        let filled = graph.prune(parts.clone(), k + 1, progress)?;
        if filled.iter().any(|part| part.len() <= k) {
            return Ok(Some(k as u32));
        }
        parts = filled;
    }
}

/// The smallest distance at which every part of a partition has k people.
fn least_within(
    checked: &CheckedRatingsTask,
    k: u32,
    progress: &Progress,
) -> Result<Option<u16>, Stopped> {
    for within in 0..=checked.survey.r() {
        match largest_k(checked, within, progress)? {
            None => return Ok(None),
            Some(found) if found >= k => return Ok(Some(within)),
            Some(_) => {}
        }
    }
    Ok(None)
}
