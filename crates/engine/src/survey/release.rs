//! From ratings and a recipe to a release folder that was verified before it appeared.

use super::SurveyQuestion;
use super::anonymize::{SurveyResult, anonymize};
use super::check::answer;
use super::released::arrange;
use crate::declared::Declared;
use crate::explain;
use crate::in_house::{Kept, survey as in_house, trace};
use crate::leaving::refuse_undecided;
use crate::release::{Clock, NotReached, ReleaseAnswer, ReleaseOutcome, plan, refuse_method};
use crate::write_release::{Release, write};
use cloakroom_core::io::loaded::Loaded;
use cloakroom_core::kind::Kind;
use cloakroom_core::problem::Failure;
use cloakroom_core::pulse::Pulse;
use cloakroom_core::ratings::Ratings;
use cloakroom_core::recipe::Recipe;
use cloakroom_ratings::profile::RatingsProfile;
use std::path::Path;

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
    let candidate = match anonymize(&question, &settings.method, pulse)? {
        SurveyResult::Reached(candidate) => *candidate,
        SurveyResult::NotReached(why) => {
            return Ok(ReleaseOutcome::NotReached(NotReached {
                check: before,
                method: settings.method.name,
                why,
            }));
        }
    };
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
        notes: Vec::new(),
        suppressed_rows: candidate.anonymized.left_out.clone(),
        formula_cells: released.formula_cells,
        formulas_escaped: settings.release.escape_formulas,
        folder: out.to_owned(),
        audit: beside.audit.clone(),
        beside,
    })))
}
