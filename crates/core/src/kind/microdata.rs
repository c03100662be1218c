//! Tables of records.

use super::about::{AboutKind, KeepingMeans, refuse_items};
use crate::io::microdata::{READERS, usual_reader};
use crate::method::{MethodName as M, Rank};
use crate::promise;
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
