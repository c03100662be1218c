//! Baskets of items.

use super::about::{AboutKind, Unset};
use crate::io::transactions::{READERS, usual_reader};
use crate::method::{MethodName as M, Rank};
use crate::method_setting::ROUNDS_OF_IMPROVEMENT;
use crate::roles::{Role, RoleWords};

pub(super) static ABOUT: AboutKind = AboutKind {
    name: "transactions",
    record: ["basket", "baskets"],

    readers: &READERS,
    usual_reader,
    // More are a mistake.
    most_columns: 4_096,
    may_be_counted: false,
    // Items have names.
    compares_values: false,

    has_columns: false,
    has_issues: false,
    roles: &[Role::Quasi, Role::Sensitive],
    quasi: RoleWords {
        chip: "public",
        label: "public item",
        explanation: "An item that somebody could have seen in the basket.",
    },
    sensitive: RoleWords {
        chip: "private",
        label: "private item",
        explanation: "An item whose purchase nobody should be able to infer.",
    },
    refuses_in_roles: |key| {
        let why = "is for tables with columns; for transactions expected private_items";
        (key != "private_items").then(|| format!("roles.{key} {why}"))
    },

    is_promise: |key| matches!(key, "k" | "m" | "p" | "h" | "duplicates"),
    unset: |requirement, roles| {
        let says = requirement.m.is_some() || requirement.h.is_some() || requirement.duplicates;
        match requirement.k {
            None if !says => Some(Unset::Promise("Nothing is promised")),
            None => Some(Unset::Promise("k is not set")),
            Some(_) if !says => Some(Unset::Promise("m is not set")),
            Some(_) if requirement.h.is_some() => roles.private_items.is_empty().then_some(
                Unset::Marks("h is about private items, and none is marked as private"),
            ),
            Some(k) => (k <= 1).then_some(Unset::Empty("k = 1 promises nothing")),
        }
    },
    promises: || "k, m, h with p, and duplicates".to_owned(),
    // p says what both k and h are asked about.
    is_tied: |name, other| {
        let of_sets = [name, other].iter().all(|key| matches!(*key, "k" | "m"));
        of_sets || other == "p"
    },

    ranked_methods: &[
        (Rank::Recommended, &[M::Refined]),
        (Rank::Fast, &[M::Mhghs, M::Lg]),
        (Rank::Papers, &[M::Hghs, M::Aa, M::Mm]),
    ],
    rounds: ROUNDS_OF_IMPROVEMENT,
    keeping_means: None,
};
