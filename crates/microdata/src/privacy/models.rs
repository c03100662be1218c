//! The privacy models by name: what each of them promises.

use cloakroom_core::kind::Kind;
use cloakroom_core::requirement::Requirement;

/// A promise that a recipe can ask for under `[require]`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum PrivacyModel {
    KAnonymity,
    DistinctDiversity,
    EntropyDiversity,
    RecursiveDiversity,
    P,
    PPlus,
    Alpha,
    Closeness,
    Suppression,
}

impl PrivacyModel {
    pub const ALL: [Self; 9] = [
        Self::KAnonymity,
        Self::DistinctDiversity,
        Self::EntropyDiversity,
        Self::RecursiveDiversity,
        Self::P,
        Self::PPlus,
        Self::Alpha,
        Self::Closeness,
        Self::Suppression,
    ];

    /// The key in a recipe and the name in an answer.
    pub fn name(self) -> &'static str {
        match self {
            Self::KAnonymity => "k",
            Self::DistinctDiversity => "l.distinct",
            Self::EntropyDiversity => "l.entropy",
            Self::RecursiveDiversity => "l.recursive",
            Self::P => "p",
            Self::PPlus => "p_plus",
            Self::Alpha => "alpha",
            Self::Closeness => "t",
            Self::Suppression => "suppression",
        }
    }

    pub fn title(self) -> &'static str {
        match self {
            Self::KAnonymity => "k-anonymity",
            Self::DistinctDiversity => "Distinct l-diversity",
            Self::EntropyDiversity => "Entropy l-diversity",
            Self::RecursiveDiversity => "Recursive (c, l)-diversity",
            Self::P => "p-sensitive",
            Self::PPlus => "p\u{207a}-sensitive",
            Self::Alpha => "Weight \u{3b1}",
            Self::Closeness => "t-closeness",
            Self::Suppression => "Records left out",
        }
    }

    pub fn sentence(self) -> &'static str {
        match self {
            Self::KAnonymity => {
                "Every record shares its quasi-identifiers with at least k \u{2212} 1 others; missing values \
                 count as equal to each other and as different from every value."
            }
            Self::DistinctDiversity => {
                "Every class of records with equal quasi-identifiers has at least l distinct sensitive values; how \
                 often each occurs is not bounded."
            }
            Self::EntropyDiversity => {
                "In every class the sensitive values are as evenly spread as l equally frequent ones: their \
                 entropy is at least log l."
            }
            Self::RecursiveDiversity => {
                "In every class the most frequent sensitive value is rarer than c times the l-th and all less \
                 frequent ones together."
            }
            Self::P => "Every class has at least p distinct sensitive values.",
            Self::PPlus => {
                "Every class has values of at least p distinct sensitivity categories, so that with p of 2 or more \
                 no class holds one category alone; how often each occurs is not bounded."
            }
            Self::Alpha => {
                "The categories of a class's values weigh at least \u{3b1} together: 0 for the most sensitive \
                 category, 1 for the least; larger is stricter."
            }
            Self::Closeness => {
                "The sensitive values of every class are spread nearly as in the whole release: the earth \
                 mover's distance is at most t. What the whole release tells, it tells of everybody. Numbers and \
                 dates are compared by their order, other values all alike, unless a hierarchy says otherwise."
            }
            Self::Suppression => {
                "The largest share of records that may be left out so that the others pass; 0 unless set. Nothing \
                 of them is released, but who is missing may itself tell something."
            }
        }
    }

    pub fn kinds(self) -> &'static [Kind] {
        &[Kind::Microdata]
    }

    pub fn is_set(self, requirement: &Requirement) -> bool {
        match self {
            Self::KAnonymity => requirement.k.is_some(),
            Self::DistinctDiversity => requirement.l.distinct.is_some(),
            Self::EntropyDiversity => requirement.l.entropy.is_some(),
            Self::RecursiveDiversity => requirement.l.recursive.is_some(),
            Self::P => requirement.p.is_some(),
            Self::PPlus => requirement.p_plus.is_some(),
            Self::Alpha => requirement.alpha.is_some(),
            Self::Closeness => requirement.t.is_some(),
            Self::Suppression => requirement.suppression > 0.0,
        }
    }
}
