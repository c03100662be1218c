//! What the methods that replace groups of records by their centres are told.

use serde::{Deserialize, Serialize};

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Microaggregation {
    /// For `v-mdav`: how far a group may be extended. 0 keeps every group at k; 0.2 is for scattered data, 1.1 for
    /// data in clusters.
    pub gamma: f64,
    pub categories: CategoryCentre,
    /// How far records are apart while groups are found.
    #[serde(skip_serializing_if = "DistanceOfRecords::is_usual")]
    pub distance: DistanceOfRecords,
    /// For the distance of Minkowski.
    #[serde(skip_serializing_if = "is_usual_order")]
    pub order: u32,
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
            distance: DistanceOfRecords::default(),
            order: USUAL_ORDER,
            decimals: None,
            block: USUAL_BLOCK,
        }
    }
}

/// Every order between those of Manhattan, 1, and of Chebyshev, the largest; beyond this one they hardly differ.
pub const LARGEST_ORDER: u32 = 8;
const USUAL_ORDER: u32 = 3;

fn is_usual_order(order: &u32) -> bool {
    *order == USUAL_ORDER
}

/// How far two records are apart, from how far they are on every axis (thesis, section 5.2.1). What the release has lost
/// is measured in squares whatever the distance.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum DistanceOfRecords {
    /// The root of the sum of squares.
    #[default]
    Euclid,
    /// The root of the sum of the powers of some order.
    Minkowski,
    /// The largest of them.
    Chebyshev,
}

impl DistanceOfRecords {
    pub const ALL: [Self; 3] = [Self::Euclid, Self::Minkowski, Self::Chebyshev];

    fn is_usual(&self) -> bool {
        *self == Self::default()
    }

    pub fn name(self) -> &'static str {
        match self {
            Self::Euclid => "euclid",
            Self::Minkowski => "minkowski",
            Self::Chebyshev => "chebyshev",
        }
    }

    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|of| of.name() == name)
    }

    /// The name in a menu.
    pub fn title(self) -> &'static str {
        match self {
            Self::Euclid => "Euclid: squares of all columns",
            Self::Minkowski => "Minkowski: powers of all columns",
            Self::Chebyshev => "Chebyshev: the farthest column",
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
