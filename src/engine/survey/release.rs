//! From ratings and a recipe to a release folder that was verified before it appeared.

use super::SurveyQuestion;
use super::anonymize::{SurveyResult, anonymize};
use super::check::answer;
use super::released::arrange;
use crate::engine::explain;
use crate::engine::in_house::{Kept, survey as in_house, trace};
use crate::engine::promised;
use crate::engine::release::{
    Clock, NotReached, ReleaseAnswer, ReleaseOutcome, refuse_method, refuse_undecided,
};
use crate::engine::shuffle;
use crate::engine::write_release::{Release, write};
use crate::io::loaded::Loaded;
use crate::model::certificate::Measured;
use crate::model::problem::Failure;
use crate::model::pulse::Pulse;
use crate::model::ratings::Ratings;
use crate::model::recipe::Recipe;
use crate::profile::ratings::RatingsProfile;
use std::path::Path;

pub fn release(
    loaded: &Loaded,
    ratings: &Ratings,
    recipe: &Recipe,
    out: &Path,
    pulse: &Pulse,
) -> Result<ReleaseOutcome, Failure> {
    let settings = &recipe.settings;
    let question = SurveyQuestion::new(ratings, settings)?;
    if let Ratings::Wide(table, _) = ratings {
        refuse_undecided(table, recipe)?;
    }
    refuse_method(settings.method.name, loaded)?;
    question.refuse_everything_close()?;

    let mut clock = Clock::start();
    let survey = &question.survey;
    let reading = question.target.reading;
    let engine = settings.method.engine;
    let profile = RatingsProfile::compute(survey, reading, survey.r(), engine, pulse)?;
    let before = answer(&question, &profile, pulse)?;
    let exposed = in_house::exposure(&profile, &before, question.target.within);
    drop(profile);
    clock.lap("checking");

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

    let kept = candidate.anonymized.kept.len();
    let order = shuffle::released_order(kept, loaded, settings, pulse)?;
    let (released, described) = arrange(loaded, settings, &question, &candidate, &order, pulse)?;
    clock.lap("arranging");

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

    let patterns = candidate.profile.patterns();
    let close = in_house::close(&candidate.profile, question.target.within);
    let beside = write(
        Release {
            loaded,
            recipe,
            before: &before,
            released: &released,
            records: kept,
            measured: Measured {
                k: close.iter().min().copied().unwrap_or(0),
                classes: patterns.group_people.len(),
                left_out: candidate.anonymized.left_out.len(),
                reached: promised::reached(&candidate.check),
            },
            sizes: &close,
            measures: &candidate.measures,
            left_out: &candidate.anonymized.left_out,
            sensitive: Vec::new(),
            ratings: Some(described),
            transactions: None,
            kept: told,
            in_batches: None,
            degree: None,
        },
        out,
        clock,
        pulse,
    )?;
    let explanations = explain::issues(&question, &candidate, pulse)?;
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
