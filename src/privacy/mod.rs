//! The privacy models by name: what each of them promises.

use crate::model::kind::Kind;
use crate::model::requirement::Requirement;

/// A promise that a recipe can ask for under `[require]`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PrivacyModel {
    KAnonymity,
    Suppression,
}

impl PrivacyModel {
    pub const ALL: [Self; 2] = [Self::KAnonymity, Self::Suppression];

    /// The key in a recipe.
    pub fn name(self) -> &'static str {
        match self {
            Self::KAnonymity => "k",
            Self::Suppression => "suppression",
        }
    }

    pub fn title(self) -> &'static str {
        match self {
            Self::KAnonymity => "k-anonymity",
            Self::Suppression => "Records left out",
        }
    }

    pub fn sentence(self) -> &'static str {
        match self {
            Self::KAnonymity => {
                "Every record shares its quasi-identifiers with at least k \u{2212} 1 others; missing values \
                 count as equal to each other and as different from every value."
            }
            Self::Suppression => {
                "The largest share of records that may be left out so that the others pass; 0 unless set."
            }
        }
    }

    pub fn kinds(self) -> &'static [Kind] {
        &[Kind::Microdata]
    }

    pub fn is_set(self, requirement: &Requirement) -> bool {
        match self {
            Self::KAnonymity => requirement.k.is_some(),
            Self::Suppression => requirement.suppression > 0.0,
        }
    }
}
