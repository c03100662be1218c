//! Everything the user decides about a data set, and so everything that can be undone.

use super::method::MethodName;
use super::requirement::Requirement;
use super::roles::Roles;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::path::PathBuf;

/// Small whatever the size of the table, so a step of undo is a copy of it.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Settings {
    pub roles: Roles,
    pub requirement: Requirement,
    pub method: MethodSettings,
    pub release: ReleaseOptions,
    /// Where the hierarchy of each column comes from; transactions have one named `items`.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub hierarchies: BTreeMap<String, HierarchySource>,
    /// Per sensitive column, its values in categories, the most sensitive first.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub categories: BTreeMap<String, Vec<Vec<String>>>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct MethodSettings {
    pub name: MethodName,
    pub seed: u64,
}

impl Default for MethodSettings {
    fn default() -> Self {
        Self {
            name: MethodName::None,
            seed: 1,
        }
    }
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct ReleaseOptions {
    /// Row order is a linking channel, so rows are shuffled unless the user says otherwise.
    pub shuffle: bool,
    pub format: ReleaseFormat,
    /// Put an apostrophe before cells that a spreadsheet would run as formulas.
    pub escape_formulas: bool,
}

impl Default for ReleaseOptions {
    fn default() -> Self {
        Self {
            shuffle: true,
            format: ReleaseFormat::Csv,
            escape_formulas: false,
        }
    }
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum ReleaseFormat {
    #[default]
    Csv,
    Parquet,
}

impl ReleaseFormat {
    pub fn extension(self) -> &'static str {
        match self {
            Self::Csv => "csv",
            Self::Parquet => "parquet",
        }
    }
}

/// Where a hierarchy comes from. Paths are relative to the recipe or project that names them.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(untagged, deny_unknown_fields)]
pub enum HierarchySource {
    /// One line per leaf: `leaf;level1;…;top`.
    Lines(PathBuf),
    /// `child;parent` lines.
    Tree { tree: PathBuf },
    /// Replace one more character by `*` at each level, from the right.
    Mask { mask: u32 },
    /// Nested interval widths, then `*`.
    Intervals { intervals: Vec<f64> },
}
