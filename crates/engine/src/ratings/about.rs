//! What is said of ratings.

use crate::explain::{SENSITIVE_ISSUE, by_role};
use crate::kinds::{AboutKind, Model, stands_among};
use crate::pool;
use crate::report::html_chart::Counted;
use crate::report::html_promises::{IN_HOUSE, Told, counted, reached_k, table};
use crate::report::page::{
    MOST_LINES, SHOWN_NAMES, end_table, escape, figure, figure_cell, heads, names, rounded,
    some_names, told_in_part,
};
use crate::report::public::Public;
use crate::report::story::IssueStory;
use cloakroom_core::words::grouped;
use cloakroom_core::{Kind, Requirement, Role};
use cloakroom_ratings::privacy::RatingsModel;
use cloakroom_verify::declaration::{self, Layout};
use std::fmt::Write;

pub(crate) static ABOUT: AboutKind = AboutKind {
    declared: declaration::Kind::Ratings,
    mark: Some(" Of ratings: "),
    released: "People released",
    left_out: "People left out",
    part: "issue",
    violating: [
        "Violating people",
        "People who stand in the way of the requirement.",
    ],
    unique: [
        "People with nobody close",
        "People to whom nobody else is close.",
    ],
    classes: ["Patterns", "Groups of people who rated the same issues."],
    smallest: [
        "Fewest close",
        "The fewest people close to anybody, that person included.",
    ],
    sizes: [
        "How many are close",
        "People by the number of people close to them, themselves included.",
    ],
    sizes_before_and_after: "People by how many are close to them",
    counted: Counted::People,
    undecided: "",
    not_joined: None,
    stands_in_groups: true,
    pool_supposes: "",
    is_recoded: false,
    // Long ratings have an issue for every name that occurs.
    is_named_by_data: true,
    reached,
    promises,
    models,
    released_with,
    shown,
    remaining,
    assumptions,
    not_promised,
    by_role: whatever_the_method,
    pooled: pool::ratings::counted,
    stands_among,
};

fn reached(public: Public<'_>) -> String {
    format!(
        "at least {} others are close to every person (k = {}): they rated the same issues, and every rating \
         differs by at most {}",
        public.figures.k.saturating_sub(1),
        public.figures.k,
        public.declared.requirement.epsilon.unwrap_or_default(),
    )
}

fn models() -> Vec<Model> {
    let models = RatingsModel::ALL.into_iter();
    models
        .map(|model| Model {
            name: model.name(),
            title: model.title(),
            sentence: model.sentence(),
            kinds: &[Kind::Ratings],
        })
        .collect()
}

fn released_with(public: Public<'_>) -> Vec<(&'static str, String)> {
    let roles = &public.declared.roles;
    let columns = grouped(public.figures.columns.len() as u64);
    vec![
        ("Columns", figure("measured.columns", &columns)),
        ("Identifiers, removed", names(&roles.identifier)),
        ("Layout and scale", layout(public)),
        (
            "Issues that are compared",
            some_names(&roles.quasi, SHOWN_NAMES),
        ),
        (
            "Sensitive issues",
            some_names(&roles.sensitive, SHOWN_NAMES),
        ),
    ]
}

fn shown(html: &mut String, _: Public<'_>) {
    html.push_str(
        "<p>Ratings of the issues may have been moved along the scale, and where the method had to, removed or made \
         up, so that enough people are close to everybody: a released rating need not be what somebody said. \
         Ratings of sensitive issues are as they were. How many were changed is recorded in house.</p>\n",
    );
}

/// \u{3b5} is how far somebody's knowledge may be off, and no finer knowledge is met.
fn remaining(public: Public<'_>, k: &str, chance: &str) -> String {
    let epsilon = public.declared.requirement.epsilon.unwrap_or_default();
    format!(
        "Around every person there are at least {k} people, that person included, who rated the same issues and \
         whose ratings differ from that person's by at most {epsilon}. Somebody who takes everybody within {epsilon} \
         of a person's released ratings as a candidate finds at least {k}, and picks the right one with a chance of \
         at most {chance}. It does not say that these people have the same ratings: somebody who knows how a person \
         rated exactly as it is released may find that person alone."
    )
}

fn not_promised(_: Public<'_>) -> Vec<&'static str> {
    vec![
        "Knowledge finer than \u{3b5}: the people who are close to somebody need not have the same ratings, so \
         that ratings which are known exactly may belong to one person only.",
        "Knowledge beyond the compared issues, such as a rating of a sensitive issue.",
    ]
}

fn whatever_the_method(role: Role) -> Option<&'static str> {
    match role {
        Role::Quasi => None,
        Role::Sensitive => Some(SENSITIVE_ISSUE),
        role => Some(by_role(Some(role))),
    }
}

fn promises(html: &mut String, public: Public<'_>) {
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
fn layout(public: Public<'_>) -> String {
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

fn assumptions(public: Public<'_>) -> String {
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

/// What was done to every issue, in numbers.
pub(crate) fn all_issues(html: &mut String, issues: &[IssueStory]) {
    let mut order: Vec<usize> = (0..issues.len()).collect();
    order.sort_by_key(|&at| std::cmp::Reverse(issues[at].cells_changed));
    heads(
        html,
        "columns",
        &[
            "Issue",
            "#Cells changed",
            "#Made up",
            "#Removed",
            "#Mean before",
            "#Mean after",
        ],
    );
    for &at in order.iter().take(MOST_LINES) {
        let story = &issues[at];
        let name = |what: &str| format!("audit.columns.{at}.{what}");
        let counted = |what: &str, count: usize| figure_cell(&name(what), &grouped(count as u64));
        let mean = |what: &str, mean: Option<f64>| match mean {
            Some(mean) => figure_cell(&name(what), &rounded(mean)),
            None => "<td class=\"number\">\u{2013}</td>".to_owned(),
        };
        let _ = writeln!(
            html,
            "<tr><th>{}{}</th>{}{}{}{}{}</tr>",
            escape(&story.issue),
            if story.is_sensitive {
                " <span class=\"small\">sensitive</span>"
            } else {
                ""
            },
            counted("cells_changed", story.cells_changed),
            counted("made_up", story.made_up),
            counted("removed", story.removed),
            mean("mean_before", story.mean_before),
            mean("mean_after", story.mean_after),
        );
    }
    end_table(html);
    told_in_part(html, issues.len(), "issues, which changed less,");
}
