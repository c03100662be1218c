//! What the releaser declares of a release, and nothing that was measured.
//!
//! Together with the released file this is all that a certificate and a report may be made of.

pub use crate::read::Format;
use crate::requirement::Requirement;
use crate::scale::Scale;
use crate::value::Equality;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Declaration {
    /// The program and its version.
    pub tool: String,
    pub kind: Kind,
    /// The name of the released file.
    pub file: String,
    pub format: Format,
    pub roles: Roles,
    pub requirement: Requirement,
    /// What the promises about sensitive values rest on, a column each; empty where there are none.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub sensitive: Vec<SensitiveColumn>,
    /// How released ratings are to be read.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ratings: Option<RatingsForm>,
    /// How released transactions are to be read.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub transactions: Option<TransactionsForm>,
    /// The method by name.
    pub method: String,
    /// Whom the release is for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub recipient: Option<String>,
    /// The degree of anonymisation that was aimed at, from 0 to 1.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub degree: Option<f64>,
    pub rows_shuffled: bool,
    /// Cells that a spreadsheet would run as formulas begin with an apostrophe.
    pub formulas_escaped: bool,
    /// Which spellings are one value.
    #[serde(default, skip_serializing_if = "Equality::is_default")]
    pub equal: Equality,
    /// Columns that look like identifiers and are released as they are because somebody said so by name.
    /// With the reason that was given, which may be empty.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub confirmed: BTreeMap<String, String>,
    /// How the bounds of ranges were chosen.
    #[serde(default, skip_serializing_if = "Ranges::is_default")]
    pub ranges: Ranges,
    /// What is assumed of other releases of the same people.
    #[serde(default, skip_serializing_if = "Earlier::is_default")]
    pub earlier: Earlier,
    /// What the promises count.
    #[serde(default, skip_serializing_if = "Counts::is_records")]
    pub counts: Counts,
    /// By column, the numbers that are written for values that the release shows; of formats in which numbers have labels.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub codes: Codes,
}

/// By column and by value.
pub type Codes = BTreeMap<String, BTreeMap<String, i32>>;

/// What the promises count, by a key that is left out of the release.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Counts {
    /// Every record by itself.
    #[default]
    Records,
    /// All records of one person as one.
    People,
    /// All records of one group, a household or the like, as one.
    Groups,
}

impl Counts {
    pub(crate) fn is_records(&self) -> bool {
        *self == Self::Records
    }

    /// What several of them are called.
    pub fn name(self) -> &'static str {
        match self {
            Self::Records => "records",
            Self::People => "people",
            Self::Groups => "groups",
        }
    }
}

/// Which privacy models apply.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Kind {
    Microdata,
    Ratings,
    Transactions,
}

impl Kind {
    pub fn name(self) -> &'static str {
        match self {
            Self::Microdata => "microdata",
            Self::Ratings => "ratings",
            Self::Transactions => "transactions",
        }
    }

    /// What one of so many is called.
    pub fn record(self, count: u64) -> &'static str {
        match (self, count) {
            (Self::Microdata, 1) => "record",
            (Self::Microdata, _) => "records",
            (Self::Ratings, 1) => "person",
            (Self::Ratings, _) => "people",
            (Self::Transactions, 1) => "basket",
            (Self::Transactions, _) => "baskets",
        }
    }
}

/// Column names by role, each in the order of the file; of long ratings, the issues that are shown, by name; of
/// transactions, the private items that are shown, as sensitive ones.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Roles {
    /// Left out of the release.
    pub identifier: Vec<String>,
    pub quasi: Vec<String>,
    pub sensitive: Vec<String>,
    pub insensitive: Vec<String>,
}

/// What is promised about one sensitive column cannot be decided without this.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SensitiveColumn {
    pub column: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub categories: Option<Categories>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub distance: Option<Distance>,
}

/// Sensitivity categories of the values that the release shows; others are not named.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Categories {
    /// How many there are, those included that no released value belongs to: the weights depend on it.
    pub count: u32,
    /// The category of each value, 0 the most sensitive.
    pub of: BTreeMap<String, u32>,
}

/// How far two sensitive values are apart.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Distance {
    /// All are equally far apart.
    Equal,
    /// By their ranks among the released values.
    Ordered,
    /// By the level at which their chains meet: one chain per released value, from the value to the top.
    Hierarchy(Vec<Vec<String>>),
}

/// In which form data lie in a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Layout {
    /// Ratings: a row per person.
    Wide,
    /// A row per rating, in three columns: the person's number from 1, the issue, the rating; or a row per basket
    /// and item, baskets numbered from 1.
    Long,
    /// Baskets: one a line.
    Basket,
    /// Baskets: one a row, in a single cell.
    List,
}

/// What the numbers of released ratings stand for.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RatingsForm {
    pub layout: Layout,
    /// Lowest, highest and step, where they were declared; otherwise those of the released ratings count.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub scale: Option<[f64; 3]>,
}

impl RatingsForm {
    pub fn declared_scale(&self) -> Option<Scale> {
        self.scale.map(Scale::from)
    }
}

/// How released transactions are to be read.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TransactionsForm {
    pub layout: Layout,
    /// What stands between two items of a basket; none in a long file.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub separator: Option<String>,
}

/// How the bounds of ranges were chosen.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Ranges {
    /// By the least and the largest value of those who share them.
    #[default]
    Members,
    /// Widened to round numbers.
    Round,
}

impl Ranges {
    fn is_default(&self) -> bool {
        *self == Self::default()
    }
}

/// What is assumed of other releases of the same people.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Earlier {
    /// That nobody lays them beside this one.
    #[default]
    Apart,
    /// Every class of this one is a union of classes of the finer ones, or the other way round.
    Nested,
}

impl Earlier {
    fn is_default(&self) -> bool {
        *self == Self::default()
    }
}
