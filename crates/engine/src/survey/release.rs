//! From ratings and a recipe to a release folder that was verified before it appeared.

use super::anonymize::{SurveyResult, anonymize};
use super::check::{answer, check};
use super::released::arrange;
use super::{SurveyQuestion, refuse_everything_close};
use crate::declared::Declared;
use crate::explain;
use crate::in_house::{Kept, survey as in_house, trace};
use crate::leaving::refuse_undecided;
use crate::release::{Clock, NotReached, ReleaseAnswer, ReleaseOutcome, plan, refuse_method};
use crate::write_release::{Release, write};
use cloakroom_core::io::loaded::Loaded;
use cloakroom_core::kind::Kind;
use cloakroom_core::problem::{Failure, Problem};
use cloakroom_core::pulse::{Pulse, Stopped};
use cloakroom_core::ratings::Ratings;
use cloakroom_core::recipe::Recipe;
use cloakroom_core::requirement::Requirement;
use cloakroom_core::settings::NeighbourEngine;
use cloakroom_ratings::method::AnonymizedSurvey;
use cloakroom_ratings::profile::RatingsProfile;
use cloakroom_ratings::survey::{NULL, Survey};
use std::path::Path;
use std::sync::Arc;

/// How many people are looked at between two looks at the pulse.
const STRIDE: u32 = 1 << 12;

/// Whether the promises hold of those alone who have a rating: with a row per rating the others are not in the file.
fn holds_of_those_shown(
    question: &SurveyQuestion,
    released: &Survey,
    engine: NeighbourEngine,
    pulse: &Pulse,
) -> Result<bool, Stopped> {
    let mut row = Vec::new();
    let mut is_shown = |person: &u32| {
        released.row(*person as usize, &mut row);
        let secrets = released
            .secrets
            .iter()
            .map(|cells| &cells[*person as usize]);
        row.iter().chain(secrets).any(|&cell| cell != NULL)
    };
    let mut shown = Vec::with_capacity(released.people());
    for person in 0..released.people() as u32 {
        if person % STRIDE == 0 {
            pulse.check()?;
        }
        if is_shown(&person) {
            shown.push(person);
        }
    }
    if shown.len() == released.people() {
        return Ok(true);
    }
    let strict = SurveyQuestion {
        survey: Arc::new(released.picked(&shown)),
        requirement: Requirement {
            suppression: 0.0,
            ..question.requirement.clone()
        },
        target: question.target,
    };
    Ok(check(&strict, engine, pulse)?.satisfied)
}

/// Where those who rated otherwise are left out, the others may all be close to each other before anything is done.
fn refuse_kept_close(
    question: &SurveyQuestion,
    anonymized: &AnonymizedSurvey,
) -> Result<(), Problem> {
    let Some(epsilon) = question.requirement.epsilon else {
        return Ok(());
    };
    if anonymized.left_out.is_empty() {
        return Ok(());
    }
    let survey = &question.survey;
    let widest = survey.widest_among(&anonymized.kept);
    refuse_everything_close(epsilon, &survey.scale, widest).map_err(|problem| Problem {
        message: format!(
            "{}, since those who rated otherwise would be left out",
            problem.message
        ),
        ..problem
    })
}

/// What is to be known of a release in which everybody is close to everybody: the checker and the report say it too.
fn everybody_close(question: &SurveyQuestion, released: &Survey) -> Option<String> {
    let is_so = question.target.within > released.widest();
    is_so.then(|| {
        "all released ratings of every issue lie within epsilon of each other, so that k and epsilon promise next to \
         nothing: a smaller epsilon would"
            .to_owned()
    })
}

pub fn release(
    loaded: &Loaded,
    ratings: &Ratings,
    recipe: &Recipe,
    out: &Path,
    pulse: &Pulse,
) -> Result<ReleaseOutcome, Failure> {
    let settings = &recipe.settings;
    let question = SurveyQuestion::new(ratings, settings, pulse)?;
    if let Ratings::Wide(table, _) = ratings {
        refuse_undecided(table, Kind::Ratings, recipe)?;
    }
    refuse_method(settings.method.name, loaded)?;

    let mut clock = Clock::start();
    pulse.up_to(plan::CHECKED);
    let survey = &question.survey;
    let reading = question.target.reading;
    let engine = settings.method.engine;
    let profile = RatingsProfile::compute(survey, reading, survey.r(), engine, pulse)?;
    let before = answer(&question, &profile, pulse)?;
    let exposed = in_house::exposure(&profile, &before, question.target.within);
    drop(profile);
    clock.lap("checking");

    pulse.up_to(plan::ANONYMIZED);
    let not_reached = |check, why| {
        Ok(ReleaseOutcome::NotReached(NotReached {
            check,
            method: settings.method.name,
            why,
        }))
    };
    let candidate = match anonymize(&question, &settings.method, pulse)? {
        SurveyResult::Reached(candidate) => *candidate,
        SurveyResult::NotReached(why) => return not_reached(before, why),
    };
    refuse_kept_close(&question, &candidate.anonymized)?;
    let is_long = matches!(ratings, Ratings::Long(_));
    if is_long && !holds_of_those_shown(&question, &candidate.released, engine, pulse)? {
        let why = "somebody would have no rating left and so no row in the file, and without them the promises would not \
                   hold of others; let ratings be filled in, or more people be left out";
        return not_reached(before, why.to_owned());
    }
    clock.lap("anonymizing");

    pulse.up_to(plan::TOLD);
    let kept = candidate.anonymized.kept.len();
    let (released, form) = arrange(loaded, settings, &question, &candidate, pulse)?;
    clock.lap("arranging");
    let explanations = explain::issues(&question, &candidate, pulse)?;
    clock.lap("explaining");

    let a_file_per_issue = matches!(ratings, Ratings::Wide(..));
    let told = Kept {
        in_house: in_house::in_house(&question, exposed, &candidate, pulse)?,
        trace: Some(trace::of_survey(&question, &candidate, pulse)?),
        mapping: settings
            .release
            .mapping
            .then(|| in_house::mapping(survey, &candidate, a_file_per_issue, pulse))
            .transpose()?,
        sql: None,
    };
    clock.lap("recording");

    let beside = write(
        Release {
            loaded,
            recipe,
            before: &before,
            released: &released,
            records: kept,
            measures: &candidate.measures,
            left_out: &candidate.anonymized.left_out,
            declared: Declared {
                kind: Kind::Ratings,
                ratings: Some(form),
                ..Declared::table(released.roles.clone(), Vec::new())
            },
            kept: told,
            in_batches: None,
        },
        out,
        clock,
        pulse,
    )?;
    Ok(ReleaseOutcome::Written(Box::new(ReleaseAnswer {
        check: candidate.check,
        method: settings.method.name,
        metrics: candidate.measures,
        levels: None,
        search: None,
        explanations,
        decomposition: None,
        cut: None,
        notes: everybody_close(&question, &candidate.released)
            .into_iter()
            .collect(),
        suppressed_rows: candidate.anonymized.left_out.clone(),
        formula_cells: released.formula_cells,
        formulas_escaped: settings.release.escape_formulas,
        folder: out.to_owned(),
        audit: beside.audit.clone(),
        beside,
    })))
}
