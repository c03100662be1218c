//! What the page says where the release is a survey.

use super::html_promises::{Told, certified, reached_k, share_left_out, table};
use super::page::{escape, grouped, rounded};
use crate::model::certificate::Certificate;
use crate::model::load_options::Layout;
use crate::privacy::survey::SurveyModel;

/// What was reached, after "Reached: ".
pub(super) fn reached(certificate: &Certificate) -> String {
    format!(
        "at least {} others are close to every person (k = {}): they rated the same issues, and every rating \
         differs by at most {}",
        certificate.measured.k.saturating_sub(1),
        certificate.measured.k,
        certificate.requirement.epsilon.unwrap_or_default(),
    )
}

pub(super) fn promises(html: &mut String, certificate: &Certificate) {
    let set = |model: &SurveyModel| model.is_set(&certificate.requirement);
    let told = SurveyModel::ALL.into_iter().filter(set).map(|model| {
        let mut sentence = escape(model.sentence());
        if model == SurveyModel::Deviation {
            sentence += " ";
            sentence += &escape(certificate.requirement.sd_nulls.sentence());
        }
        Told {
            title: model.title(),
            sentence,
            wanted: wanted(model, certificate),
            reached: reached_of(model, certificate),
        }
    });
    table(html, told);
}

fn wanted(model: SurveyModel, certificate: &Certificate) -> String {
    let requirement = &certificate.requirement;
    match model {
        SurveyModel::K => format!(
            "\u{2265} {}",
            grouped(u64::from(requirement.k.unwrap_or(1)))
        ),
        SurveyModel::Epsilon => format!("\u{2264} {}", requirement.epsilon.unwrap_or_default()),
        SurveyModel::Deviation => format!("\u{2265} {}", requirement.l_sd.unwrap_or_default()),
        SurveyModel::Suppression => {
            format!("\u{2264} {} %", rounded(requirement.suppression * 100.0))
        }
    }
}

fn reached_of(model: SurveyModel, certificate: &Certificate) -> String {
    match model {
        SurveyModel::K => reached_k(certificate),
        SurveyModel::Suppression => share_left_out(certificate),
        SurveyModel::Epsilon | SurveyModel::Deviation => certified(certificate, model.name()),
    }
}

/// How the file is to be read, and on which scale.
pub(super) fn layout(certificate: &Certificate) -> String {
    let Some(ratings) = &certificate.ratings else {
        return String::new();
    };
    let scale = ratings.scale();
    let steps = if scale.step == 1.0 {
        String::new()
    } else {
        format!(" in steps of {}", scale.step)
    };
    let rows = if ratings.layout == Layout::Long {
        "a row per rating, people numbered anew"
    } else {
        "a row per person, an empty cell where an issue was not rated"
    };
    format!(
        "{rows}; ratings from {} to {}{steps}",
        scale.low, scale.high
    )
}

pub(super) fn assumptions(certificate: &Certificate) -> String {
    let spread = if certificate.requirement.l_sd.is_some() {
        "<p>The spread is promised of each sensitive issue by itself.</p>\n"
    } else {
        "<p>k says how well a person hides among others. It does not say that the others differ in what they think \
         of the sensitive issues.</p>\n"
    };
    format!(
        "<p>Missing ratings: two people are close only if they rated the same issues. Where the method removed or \
         filled in ratings, their number is listed under the costs; filled-in ratings were made up so that the \
         promise holds, and are nobody's opinion.</p>\n\
         <p>The promise holds against somebody who knows how a person rated the issues listed above, and nothing \
         else.</p>\n{spread}"
    )
}
