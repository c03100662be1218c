//! Tables of records.

use super::about::{AboutKind, KeepingMeans, Unset, refuse_items};
use crate::io::microdata::{READERS, usual_reader};
use crate::method::{MethodName as M, Rank};
use crate::promise::{self, PrivacyModel};
use crate::roles::{Role, RoleWords, SENSITIVE_EXPLAINED};
use crate::words::listed;

pub(super) static ABOUT: AboutKind = AboutKind {
    name: "microdata",
    record: ["record", "records"],

    readers: &READERS,
    usual_reader,
    // More are a mistake.
    most_columns: 4_096,
    may_be_counted: true,
    compares_values: true,

    has_columns: true,
    has_issues: false,
    roles: &Role::ALL,
    quasi: RoleWords {
        chip: "quasi",
        label: "quasi-identifier",
        explanation: "Somebody could know it from elsewhere and, together with others, single a person out. \
                      Statisticians say key variable.",
    },
    sensitive: RoleWords {
        chip: "sensitive",
        label: "sensitive",
        explanation: SENSITIVE_EXPLAINED,
    },
    refuses_in_roles: refuse_items,

    is_promise: |key| promise::keys().contains(&key),
    unset: |requirement, roles| {
        let only_k =
            || PrivacyModel::asked(requirement).all(|model| model == PrivacyModel::KAnonymity);
        if requirement.is_empty() {
            Some(Unset::Promise("Nothing is promised"))
        } else if requirement.looks_at_values() && !roles.has(Role::Sensitive) {
            Some(Unset::Marks(
                "What is promised is about sensitive values, and no column is marked as sensitive",
            ))
        } else if requirement.least_size() <= 1 && only_k() {
            Some(Unset::Empty("k = 1 promises nothing"))
        } else {
            None
        }
    },
    promises: || listed(&promise::keys()),
    is_tied: |_, _| false,

    ranked_methods: &[
        (Rank::Recommended, &[M::MondrianRelaxed, M::Refined]),
        (Rank::Fast, &[M::Optimal, M::Mondrian, M::Mdav]),
        (
            Rank::Papers,
            &[
                M::HashTable,
                M::Samarati,
                M::Incognito,
                M::LocalRecoding,
                M::Tds,
                M::KMember,
                M::Decomposition,
                M::VMdav,
                M::ApproximateMdav,
            ],
        ),
    ],
    rounds: "Rounds of moving and swapping records. A number and not a time, so that the same recipe gives the same \
             release everywhere.",
    keeping_means: Some(&KeepingMeans {
        words: (
            "Keep the means of columns",
            "Rounds some means up and some down, so that the sum of every column of numbers stays what it was as \
             nearly as its decimals allow. Otherwise every mean is rounded to the nearest.",
        ),
        kept: "keep the means of columns",
        not_kept: "round to the nearest",
    }),
};
