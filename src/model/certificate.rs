//! What a release promises, in the words of `certificate.json`.
//!
//! It travels with the release, so it holds nothing that the release does not show: no input hash, no
//! seed, no path, no original value, no row mapping.

use super::kind::Kind;
use super::load_options::Layout;
use super::method::MethodName;
use super::ratings::Scale;
use super::requirement::Requirement;
use super::roles::Role;
use super::settings::ReleaseFormat;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// The name of the file in a release folder.
pub const CERTIFICATE_FILE: &str = "certificate.json";

/// The page for the person who signs.
pub const REPORT_FILE: &str = "report.html";

/// The edition of the format that this program writes and reads.
pub const CERTIFICATE_EDITION: u32 = 1;

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Certificate {
    /// The edition of this format.
    pub certificate: u32,
    /// The program and its version.
    pub tool: String,
    pub kind: Kind,
    pub release: ReleasedFile,
    pub roles: CertifiedRoles,
    pub requirement: Requirement,
    /// What the promises about sensitive values rest on, a column each; empty where there are none.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub sensitive: Vec<CertifiedSensitive>,
    /// How released ratings are to be read.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ratings: Option<CertifiedRatings>,
    /// How released transactions are to be read.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub transactions: Option<CertifiedBaskets>,
    /// For whom and how far it was anonymised, where a degree was asked for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub degree: Option<CertifiedDegree>,
    pub method: MethodName,
    pub measured: Measured,
    /// By name; what the names mean is listed by `cloakroom methods`.
    pub metrics: BTreeMap<String, f64>,
    pub rows_shuffled: bool,
    /// Cells that a spreadsheet would run as formulas begin with an apostrophe.
    pub formulas_escaped: bool,
    /// Lower-case hexadecimal SHA-256 of `report.html`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub report_sha256: Option<String>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ReleasedFile {
    pub file: String,
    pub format: ReleaseFormat,
    /// Lower-case hexadecimal SHA-256 of the file's bytes.
    pub sha256: String,
    /// Ratings: people, and transactions: baskets, those included that no row speaks of.
    pub records: usize,
    pub columns: Vec<String>,
}

/// Column names by role, each in the table's order; of long ratings, names of issues; of transactions, the
/// private items that are shown, as sensitive ones.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CertifiedRoles {
    /// Left out of the release.
    pub identifier: Vec<String>,
    pub quasi: Vec<String>,
    pub sensitive: Vec<String>,
    pub insensitive: Vec<String>,
}

impl CertifiedRoles {
    pub fn push(&mut self, role: Role, name: impl Into<String>) {
        match role {
            Role::Identifier => &mut self.identifier,
            Role::Quasi => &mut self.quasi,
            Role::Sensitive => &mut self.sensitive,
            Role::Insensitive => &mut self.insensitive,
        }
        .push(name.into());
    }
}

/// What the released file shows when it is counted.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Measured {
    /// Records in the smallest class; of ratings, the fewest people close to anybody, that person included; of
    /// transactions, the fewest that share what somebody may know of one.
    pub k: u32,
    /// Of ratings: groups of people who rated the same issues; of transactions: different ones.
    pub classes: usize,
    /// Records that were left out so that the others pass.
    pub left_out: usize,
    /// By the name of the promise, what the classes reach of it; k aside.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub reached: BTreeMap<String, f64>,
}

/// A degree of anonymisation. Priorities are not told: they are measured in the original data.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CertifiedDegree {
    /// Whom the release is for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub recipient: Option<String>,
    /// The degree that was aimed at, from 0 to 1.
    pub target: f64,
    /// Of the quasi-identifiers, in the table's order.
    pub levels: Vec<CertifiedLevel>,
}

/// How far a column was generalized.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CertifiedLevel {
    pub column: String,
    pub level: u32,
    /// The level at which it says nothing any more.
    pub top: u32,
}

/// What is promised about one sensitive column cannot be decided without this.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CertifiedSensitive {
    pub column: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub categories: Option<CertifiedCategories>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub distance: Option<CertifiedDistance>,
}

/// Sensitivity categories of the values that the release shows; others are not named.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CertifiedCategories {
    /// How many there are, those included that no released value belongs to: the weights depend on it.
    pub count: u32,
    /// The category of each value, 0 the most sensitive.
    pub of: BTreeMap<String, u32>,
}

/// How far two sensitive values are apart.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum CertifiedDistance {
    /// All are equally far apart.
    Equal,
    /// By their ranks among the released values.
    Ordered,
    /// By the level at which their chains meet: one chain per released value, from the value to the top.
    Hierarchy(Vec<Vec<String>>),
}

/// What the numbers of released ratings stand for.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CertifiedRatings {
    /// Wide: a row per person. Long: a row per rating, in three columns: the person's number from 1, the
    /// issue, the rating.
    pub layout: Layout,
    /// Lowest, highest and step.
    pub scale: [f64; 3],
    /// Somebody without a single rating is in no row of a long release, and counts all the same.
    pub people: usize,
}

/// In which form transactions are released.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CertifiedBaskets {
    /// Basket: one a line. List: one a row, in a single cell. Long: a row per basket and item, baskets numbered
    /// from 1.
    pub layout: Layout,
    /// What stands between two items of a basket; none in a long file.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub separator: Option<String>,
    /// All of them, those included that show nothing.
    pub baskets: usize,
    /// Baskets of which nothing is shown: an empty line, an empty cell, or no row at all.
    pub empty: usize,
}

impl CertifiedRatings {
    pub fn new(layout: Layout, scale: Scale, people: usize) -> Self {
        Self {
            layout,
            scale: [scale.low, scale.high, scale.step],
            people,
        }
    }

    pub fn scale(&self) -> Scale {
        let [low, high, step] = self.scale;
        Scale { low, high, step }
    }
}
