//! Do ratings satisfy their requirement as they stand, and who does not?

use super::CheckedRatingsTask;
use crate::check::suppression_verdict;
use cloakroom_core::verdict::RequirementVerdict;
use cloakroom_core::{Amount, CheckAnswer, Kind, NeighbourEngine, Progress, Scale, Stopped};
use cloakroom_ratings::privacy::{RatingsModel, Target};
use cloakroom_ratings::profile::RatingsProfile;
use cloakroom_ratings::profile::core::left_out;
use cloakroom_ratings::ratings::PreparedRatings;

pub fn check(
    checked: &CheckedRatingsTask,
    engine: NeighbourEngine,
    progress: &Progress,
) -> Result<CheckAnswer, Stopped> {
    let survey = &checked.survey;
    let reading = checked.target.reading;
    let profile = RatingsProfile::compute(survey, reading, survey.r(), engine, progress)?;
    answer(checked, &profile, progress)
}

/// The answer out of a profile of all distances that was computed before.
pub fn answer(
    checked: &CheckedRatingsTask,
    profile: &RatingsProfile,
    progress: &Progress,
) -> Result<CheckAnswer, Stopped> {
    let may = checked.may_leave_out();
    if may > 0 {
        return with_some_left_out(checked, may, progress);
    }
    let target = checked.target;
    let found = profile.violating(&target);
    let reached_by = |target: Target| Reached {
        k: profile.most_k(&target),
        within: profile.least_within(&target),
        deviation: profile.most_deviation(&target),
    };
    let reached = reached_by(target);
    let alone = reached_alone(checked, reached, |target| Ok(reached_by(target)))?;
    let mut requirements = verdicts(checked, reached, alone, found.by_k, found.by_deviation);
    if checked.requirement.suppression > 0.0 {
        let people = checked.survey.people();
        requirements.push(suppression_verdict(
            &checked.requirement,
            found.people,
            people,
        ));
    }
    Ok(CheckAnswer {
        kind: Kind::Ratings,
        records: checked.survey.people(),
        units: None,
        satisfied: found.people == 0,
        requirements,
        violating_rows: profile.violating_people(&target),
        unlisted_rows: 0,
    })
}

/// The best value of each parameter, the others as given.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Reached {
    pub k: Option<u32>,
    pub within: Option<u16>,
    pub deviation: Option<u64>,
}

/// Who violates is left out, which may make others violate: what counts is who must be left out in the end.
fn with_some_left_out(
    checked: &CheckedRatingsTask,
    may: usize,
    progress: &Progress,
) -> Result<CheckAnswer, Stopped> {
    let survey = &checked.survey;
    let people = survey.people();
    let out = left_out(survey, &checked.target, progress)?;
    let suppression = suppression_verdict(&checked.requirement, out.len(), people);
    let few = left_out(survey, &without_spread(checked.target), progress)?.len();
    // Of everybody, and not of those alone who have k people close: else l would seem to hold where nobody has.
    let alike = left_out(survey, &without_size(checked.target), progress)?.len();
    let reached = reached_with(checked, may, progress)?;
    let alone = reached_alone(checked, reached, |target| {
        let asked = CheckedRatingsTask {
            target,
            ..checked.clone()
        };
        reached_with(&asked, may, progress)
    })?;
    let mut requirements = verdicts(checked, reached, alone, few, alike);
    for verdict in &mut requirements {
        // Two promises may each be within the limit and not both together: the line of suppression says so.
        verdict.satisfied =
            suppression.satisfied || verdict.violations <= may && verdict.violations < people;
    }
    let satisfied = suppression.satisfied;
    requirements.push(suppression);
    Ok(CheckAnswer {
        kind: Kind::Ratings,
        records: people,
        units: None,
        satisfied,
        requirements,
        violating_rows: out,
        unlisted_rows: 0,
    })
}

/// The same without anything asked of the sensitive issues.
fn without_spread(target: Target) -> Target {
    Target {
        deviation: 0,
        ..target
    }
}

/// The same with nothing asked but that the ratings of sensitive issues spread.
fn without_size(target: Target) -> Target {
    Target { k: 1, ..target }
}

/// What k and ε reach without l, and l without k, where they reach nothing together.
fn reached_alone(
    checked: &CheckedRatingsTask,
    together: Reached,
    mut reached_by: impl FnMut(Target) -> Result<Reached, Stopped>,
) -> Result<Reached, Stopped> {
    let mut alone = Reached::default();
    if checked.requirement.l_sd.is_none() {
        return Ok(alone);
    }
    if together.k.is_none() || together.within.is_none() {
        let near = reached_by(without_spread(checked.target))?;
        alone.k = near.k.filter(|_| together.k.is_none());
        alone.within = near.within.filter(|_| together.within.is_none());
    }
    if together.deviation.is_none() {
        alone.deviation = reached_by(without_size(checked.target))?.deviation;
    }
    Ok(alone)
}

pub(super) fn reached_with(
    checked: &CheckedRatingsTask,
    may: usize,
    progress: &Progress,
) -> Result<Reached, Stopped> {
    let survey = &checked.survey;
    let holds = |target: Target| holds_without(survey, &target, may, progress);
    let target = checked.target;
    let k = most_k_without(survey, &target, may, survey.people() as u32, progress)?;
    let mut within = None;
    for steps in 0..=survey.r() {
        if holds(Target {
            within: steps,
            ..target
        })? {
            within = Some(steps);
            break;
        }
    }
    // No standard deviation is larger than the scale is wide. Where leaving people out mends the spread of
    // others, a larger l might hold as well.
    let widest = (f64::from(survey.r()) * survey.scale.step * 1e6).ceil() as u64;
    let deviation = if survey.sensitive.is_empty() {
        None
    } else {
        largest(0, widest, |deviation| {
            holds(Target {
                deviation,
                ..target
            })
        })?
    };
    Ok(Reached {
        k,
        within,
        deviation,
    })
}

/// Whether a promise holds of those who stay when at most so many are left out.
fn holds_without(
    survey: &PreparedRatings,
    target: &Target,
    may: usize,
    progress: &Progress,
) -> Result<bool, Stopped> {
    let out = left_out(survey, target, progress)?.len();
    Ok(out <= may && out < survey.people())
}

/// The largest k up to `most` that so holds.
pub(super) fn most_k_without(
    survey: &PreparedRatings,
    target: &Target,
    may: usize,
    most: u32,
    progress: &Progress,
) -> Result<Option<u32>, Stopped> {
    let k = largest(1, u64::from(most), |k| {
        let k = k as u32;
        holds_without(survey, &Target { k, ..*target }, may, progress)
    })?;
    Ok(k.map(|k| k as u32))
}

/// The largest parameter that holds, found by halving; `None` if not even the least does.
fn largest(
    least: u64,
    most: u64,
    mut holds: impl FnMut(u64) -> Result<bool, Stopped>,
) -> Result<Option<u64>, Stopped> {
    if !holds(least)? {
        return Ok(None);
    }
    let (mut good, mut bad) = (least, most + 1);
    while good + 1 < bad {
        let middle = good + (bad - good) / 2;
        if holds(middle)? {
            good = middle;
        } else {
            bad = middle;
        }
    }
    Ok(Some(good))
}

fn verdicts(
    checked: &CheckedRatingsTask,
    reached: Reached,
    alone: Reached,
    few: usize,
    alike: usize,
) -> Vec<RequirementVerdict> {
    let requirement = &checked.requirement;
    let scale = &checked.survey.scale;
    let k_of = |reached: Reached| reached.k.map(|k| Amount::Count(u64::from(k)));
    let near = |reached: Reached| {
        let within = reached.within.filter(|&steps| steps <= scale.widest());
        within.map(|steps| epsilon_of(scale, steps))
    };
    let spread = |reached: Reached| reached.deviation.map(deviation_of);
    let verdict = |model: RatingsModel, wanted, reached, alone, violations| RequirementVerdict {
        name: model.name().to_owned(),
        wanted,
        reached,
        alone,
        satisfied: violations == 0,
        violations,
    };
    let mut verdicts = Vec::new();
    if let Some(k) = requirement.k {
        let wanted = Amount::Count(u64::from(k));
        let model = RatingsModel::K;
        verdicts.push(verdict(model, wanted, k_of(reached), k_of(alone), few));
    }
    if let Some(epsilon) = requirement.epsilon {
        let wanted = Amount::Number(epsilon);
        let model = RatingsModel::Epsilon;
        verdicts.push(verdict(model, wanted, near(reached), near(alone), few));
    }
    if let Some(l) = requirement.l_sd {
        let wanted = Amount::Number(l);
        let model = RatingsModel::Deviation;
        verdicts.push(verdict(
            model,
            wanted,
            spread(reached),
            spread(alone),
            alike,
        ));
    }
    verdicts
}

pub(super) fn epsilon_of(scale: &Scale, steps: u16) -> Amount {
    Amount::Number(scale.distance(steps))
}

pub(super) fn deviation_of(millionths: u64) -> Amount {
    Amount::Number(millionths as f64 / 1e6)
}

#[cfg(test)]
mod tests {
    use super::*;
    use cloakroom_core::Requirement;
    use std::sync::Arc;

    fn asked(rows: &[u16], secret: &[u16], requirement: Requirement) -> CheckAnswer {
        let rows: Vec<Vec<u16>> = rows.iter().map(|&point| vec![point - 1]).collect();
        let secret = secret.iter().map(|&point| point - 1).collect();
        let scale = Scale {
            high: 7.0,
            ..Scale::default()
        };
        let survey = PreparedRatings::from_rows(scale, &rows, vec![secret]);
        let checked = CheckedRatingsTask::of(Arc::new(survey), &requirement).unwrap();
        check(&checked, NeighbourEngine::Profile, &Progress::default()).unwrap()
    }

    fn near(k: u32, epsilon: f64, l_sd: Option<f64>) -> Requirement {
        Requirement {
            k: Some(k),
            epsilon: Some(epsilon),
            l_sd,
            ..Requirement::default()
        }
    }

    #[test]
    fn what_is_reached_is_the_best_of_each_with_the_others_as_given() {
        // The example that is (2, 1, 2)- but not (2, 2, 2)-anonymous.
        let (rows, secret) = ([2, 1, 4, 5, 4, 5], [1, 5, 3, 7, 3, 7]);
        let holds = asked(&rows, &secret, near(2, 1.0, Some(2.0)));
        assert!(holds.satisfied, "{holds:?}");
        let reached: Vec<_> = holds.requirements.iter().map(|line| line.reached).collect();
        assert_eq!(
            reached,
            [
                Some(Amount::Count(2)),
                Some(Amount::Number(1.0)),
                Some(Amount::Number(2.0))
            ]
        );
        let fails = asked(&rows, &secret, near(2, 2.0, Some(2.0)));
        assert!(!fails.satisfied && !fails.violating_rows.is_empty());
        assert_eq!(fails.requirements[0].reached, None);
        assert_eq!(fails.requirements[1].reached, Some(Amount::Number(1.0)));
    }

    #[test]
    fn the_spread_is_counted_of_everybody() {
        // Nobody has k people close, and whoever is close rated the sensitive issue alike.
        let mut requirement = near(4, 1.0, Some(1.0));
        for suppression in [0.0, 0.2] {
            requirement.suppression = suppression;
            let answer = asked(&[1, 1, 3, 3, 5, 5], &[2; 6], requirement.clone());
            let spread = &answer.requirements[2];
            assert_eq!((spread.satisfied, spread.violations), (false, 6));
            assert_eq!(spread.alone, Some(Amount::Number(0.0)));
            assert_eq!(answer.requirements[0].reached, None);
            assert_eq!(answer.requirements[0].alone, Some(Amount::Count(2)));
        }
    }

    #[test]
    fn leaving_out_may_make_others_violate() {
        // A chain: without its end the next one is alone.
        let mut requirement = near(3, 1.0, None);
        requirement.suppression = 0.3;
        let answer = asked(&[1, 2, 3, 5, 5, 5, 6], &[1; 7], requirement.clone());
        assert_eq!(answer.violating_rows, [0, 1, 2]);
        assert!(!answer.satisfied);
        requirement.suppression = 0.43;
        let answer = asked(&[1, 2, 3, 5, 5, 5, 6], &[1; 7], requirement);
        assert!(answer.satisfied);
        assert_eq!(answer.requirements[0].reached, Some(Amount::Count(4)));
        assert_eq!(answer.requirements[1].reached, Some(Amount::Number(1.0)));
    }
}
