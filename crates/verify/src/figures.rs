//! What the released file shows when it is counted.

use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// Every one follows from the released file and the declaration alone.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Figures {
    /// Ratings: people, and transactions: baskets, as far as a row or a line speaks of them.
    pub records: u64,
    /// Records in the smallest class; of ratings, the fewest people close to anybody, that person included; of
    /// transactions, the fewest that share what somebody may know of one, 0 where finding it would take too long.
    pub k: u64,
    /// Of ratings: groups of people who rated the same issues; of transactions: different ones.
    pub classes: u64,
    /// By the name of the promise, what is reached of it; k aside.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub reached: BTreeMap<String, f64>,
    /// In the order of the file.
    pub columns: Vec<ColumnFigures>,
    /// Ratings whose scale is not declared: lowest, highest and step of those that are shown.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub scale: Option<[f64; 3]>,
    /// Transactions: different items that are shown.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub items: Option<u64>,
    /// Transactions: baskets of which nothing is shown, where a line or a cell tells of them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub empty: Option<u64>,
    /// Cells and names that a spreadsheet would run as formulas, or would have run if they were not escaped.
    pub formula_cells: u64,
    /// By name; see [`METRICS`].
    pub metrics: BTreeMap<String, f64>,
    /// How many classes have so many records; of ratings: how many people have so many close by.
    #[serde(skip)]
    pub sizes: BTreeMap<u64, u64>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ColumnFigures {
    pub name: String,
    /// Different values, the missing one included; `None` for more than [`MOST_VALUES`].
    pub values: Option<u64>,
}

/// Values of a column are counted up to here.
pub const MOST_VALUES: usize = 100_000;

/// The metrics that can be computed from a released file, by name. A certificate that claims any other is refused.
pub const METRICS: [&str; 10] = [
    "attribute_disclosures",
    "cavg",
    "clustering_coefficient",
    "dm",
    "homogeneous_records",
    "journalist_max",
    "marketer",
    "prosecutor_avg",
    "prosecutor_max",
    "similarity_attack_records",
];

/// Numbers in JSON may lose their last digit on the way.
pub(crate) fn is_same(left: f64, right: f64) -> bool {
    left == right || (left - right).abs() <= 1e-12 * left.abs().max(right.abs())
}
