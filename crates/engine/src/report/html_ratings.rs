//! What the page says where the release is a survey.

use super::html_promises::{IN_HOUSE, Told, counted, reached_k, table};
use super::page::{escape, grouped, rounded};
use super::public::Public;
use cloakroom_core::requirement::Requirement;
use cloakroom_ratings::privacy::RatingsModel;
use cloakroom_verify::declaration::Layout;
use std::fmt::{self, Write};

/// What was reached, after "Reached: ".
pub(super) fn reached(public: Public<'_>) -> String {
    format!(
        "at least {} others are close to every person (k = {}): they rated the same issues, and every rating \
         differs by at most {}",
        public.figures.k.saturating_sub(1),
        public.figures.k,
        public.declared.requirement.epsilon.unwrap_or_default(),
    )
}

/// What the promise leaves open: \u{3b5} is how far somebody's knowledge may be off, and no finer knowledge is met.
pub(super) fn remaining(
    html: &mut String,
    public: Public<'_>,
    k: &str,
    chance: &str,
) -> fmt::Result {
    let epsilon = public.declared.requirement.epsilon.unwrap_or_default();
    writeln!(
        html,
        "<p>Around every person there are at least {k} people, that person included, who rated the same issues and \
         whose ratings differ from that person's by at most {epsilon}. Somebody who takes everybody within {epsilon} \
         of a person's released ratings as a candidate finds at least {k}, and picks the right one with a chance of \
         at most {chance}. It does not say that these people have the same ratings: somebody who knows how a person \
         rated exactly as it is released may find that person alone.</p>"
    )
}

pub(super) fn promises(html: &mut String, public: Public<'_>) {
    let requirement = public.requirement();
    let set = |model: &RatingsModel| model.is_set(&requirement);
    let told = RatingsModel::ALL.into_iter().filter(set).map(|model| {
        let mut sentence = escape(model.sentence());
        if model == RatingsModel::Deviation {
            sentence += " ";
            sentence += &escape(requirement.sd_nulls.sentence());
        }
        Told {
            title: model.title(),
            sentence,
            wanted: wanted(model, &requirement),
            reached: reached_of(model, public),
        }
    });
    table(html, told);
}

fn wanted(model: RatingsModel, requirement: &Requirement) -> String {
    match model {
        RatingsModel::K => format!(
            "\u{2265} {}",
            grouped(u64::from(requirement.k.unwrap_or(1)))
        ),
        RatingsModel::Epsilon => format!("\u{2264} {}", requirement.epsilon.unwrap_or_default()),
        RatingsModel::Deviation => format!("\u{2265} {}", requirement.l_sd.unwrap_or_default()),
        RatingsModel::Suppression => {
            format!("\u{2264} {} %", rounded(requirement.suppression * 100.0))
        }
    }
}

fn reached_of(model: RatingsModel, public: Public<'_>) -> String {
    match model {
        RatingsModel::K => reached_k(public),
        RatingsModel::Suppression => IN_HOUSE.to_owned(),
        RatingsModel::Epsilon | RatingsModel::Deviation => counted(public, model.name()),
    }
}

/// How the file is to be read, and on which scale.
pub(super) fn layout(public: Public<'_>) -> String {
    let Some(ratings) = &public.declared.ratings else {
        return String::new();
    };
    let scale = match ratings.scale.or(public.figures.scale) {
        Some([low, high, step]) => {
            let steps = if step == 1.0 {
                String::new()
            } else {
                format!(" in steps of {step}")
            };
            let whose = if ratings.scale.is_some() {
                ""
            } else {
                ", as far as they are shown"
            };
            format!("; ratings from {low} to {high}{steps}{whose}")
        }
        None => String::new(),
    };
    let rows = if ratings.layout == Layout::Long {
        "a row per rating, people numbered anew"
    } else {
        "a row per person, an empty cell where an issue was not rated"
    };
    format!("{rows}{scale}")
}

pub(super) fn assumptions(public: Public<'_>) -> String {
    let spread = if public.declared.requirement.l_sd.is_some() {
        "<p>The spread is promised of each sensitive issue by itself.</p>\n"
    } else {
        "<p>k says how well a person hides among others. It does not say that the others differ in what they think \
         of the sensitive issues.</p>\n"
    };
    format!(
        "<p>Missing ratings: two people are close only if they rated the same issues. Where the method filled in \
         ratings, they were made up so that the promise holds, and are nobody's opinion; how many is recorded in \
         house. Who has no rating left is not in the release.</p>\n\
         <p>The promise is about somebody who knows how a person rated the issues listed above no more exactly than to \
         within the distance that is promised, and knows nothing else.</p>\n{spread}"
    )
}
