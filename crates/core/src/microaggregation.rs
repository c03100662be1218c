//! What the methods that replace groups of records by their centres are told.

use serde::{Deserialize, Serialize};

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Microaggregation {
    /// For `v-mdav`: how far a group may be extended. 0 keeps every group at k; 0.2 is for scattered data, 1.1 for
    /// data in clusters.
    pub gamma: f64,
    pub categories: CategoryCentre,
    /// Decimals of released means; `None` for as many as the column itself has.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub decimals: Option<u32>,
    /// Larger tables are first cut into blocks of at most so many records.
    pub block: u32,
}

/// Finding groups exactly takes time that grows with the square of the records.
pub const USUAL_BLOCK: u32 = 200_000;

impl Default for Microaggregation {
    fn default() -> Self {
        Self {
            gamma: 0.2,
            categories: CategoryCentre::default(),
            decimals: None,
            block: USUAL_BLOCK,
        }
    }
}

/// What a group shows in a column that holds no numbers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum CategoryCentre {
    /// The value that most of its records have.
    #[default]
    Mode,
    /// The lowest group of the hierarchy that holds them all.
    Hierarchy,
}

impl CategoryCentre {
    pub const ALL: [Self; 2] = [Self::Mode, Self::Hierarchy];

    pub fn name(self) -> &'static str {
        match self {
            Self::Mode => "mode",
            Self::Hierarchy => "hierarchy",
        }
    }

    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|centre| centre.name() == name)
    }

    /// The name in a menu.
    pub fn title(self) -> &'static str {
        match self {
            Self::Mode => "the most frequent value",
            Self::Hierarchy => "the lowest common group",
        }
    }
}
