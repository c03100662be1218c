//! People who rated issues.

use super::about::{AboutKind, KeepingMeans, Unset, refuse_items};
use crate::io::ratings::{READERS, usual_reader};
use crate::method::{MethodName as M, Rank};
use crate::method_setting::ROUNDS_OF_IMPROVEMENT;
use crate::roles::{Role, RoleWords, SENSITIVE_EXPLAINED};

pub(super) static ABOUT: AboutKind = AboutKind {
    name: "ratings",
    record: ["person", "people"],

    readers: &READERS,
    usual_reader,
    // There may be a column per film.
    most_columns: 65_536,
    may_be_counted: false,
    // Ratings are numbers, and people and issues have names.
    compares_values: false,

    has_columns: true,
    has_issues: true,
    roles: &[Role::Identifier, Role::Quasi, Role::Sensitive],
    quasi: RoleWords {
        chip: "issue",
        label: "issue",
        explanation: "A rating that somebody could know from elsewhere, such as a public review.",
    },
    sensitive: RoleWords {
        chip: "sensitive",
        label: "sensitive issue",
        explanation: SENSITIVE_EXPLAINED,
    },
    refuses_in_roles,

    is_promise: |key| matches!(key, "k" | "epsilon" | "l_sd" | "sd_nulls" | "suppression"),
    unset: |requirement, roles| match (requirement.epsilon, requirement.k) {
        (None, None) => Some(Unset::Promise("Nothing is promised")),
        (None, _) => Some(Unset::Promise("\u{3b5} is not set")),
        (_, None) => Some(Unset::Promise("k is not set")),
        _ if requirement.l_sd.is_some() => (!roles.has(Role::Sensitive)).then_some(Unset::Marks(
            "l is about sensitive issues, and none is marked as sensitive",
        )),
        (_, Some(k)) => (k <= 1).then_some(Unset::Empty("k = 1 promises nothing")),
    },
    promises: || "k, epsilon, l_sd and suppression".to_owned(),
    is_tied: |name, other| {
        [name, other]
            .iter()
            .all(|key| matches!(*key, "k" | "epsilon"))
    },

    ranked_methods: &[
        (Rank::Recommended, &[M::MeetingBox]),
        (Rank::Fast, &[M::Clustered]),
        (Rank::Papers, &[M::Greedy, M::Graph]),
    ],
    rounds: ROUNDS_OF_IMPROVEMENT,
    keeping_means: Some(&KeepingMeans {
        words: (
            "Keep the means",
            "The corrected rules of the paper: a changed issue keeps its mean in its group, wherever \u{3b5} and the \
             scale leave room. They change more than is needed.",
        ),
        kept: "keep the means of changed issues",
        not_kept: "change as little as possible",
    }),
};

/// No column is released as it is.
fn refuses_in_roles(key: &str) -> Option<String> {
    let why = match key {
        "insensitive" => "a column is an identifier, an issue or a sensitive issue",
        "others" | "confirmed" => {
            "every column that is neither identifier nor sensitive is an issue"
        }
        _ => return refuse_items(key),
    };
    Some(format!("roles.{key} is for microdata; in ratings {why}"))
}
