//! Everything the user decides about a data set, and so everything that can be undone.

pub use super::hierarchy::HierarchySource;
pub use super::io::format::Format as ReleaseFormat;
pub use super::method_setting::MethodSettings;
use super::purpose::{Priorities, Purpose, Recipient};
use super::report_context::ReportContext;
use super::spelling::Fold;
use crate::{Requirement, Roles, Table};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

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
    /// What the categories are called, in the same order.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub category_names: BTreeMap<String, Vec<String>>,
    /// Per sensitive column, how far its values are apart for t, where that is said outright.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub distances: BTreeMap<String, DistanceName>,
    /// What the data may be wanted for, by name.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub purposes: BTreeMap<String, Purpose>,
    /// Who asks for the data; each may get a release of their own.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub recipients: Vec<Recipient>,
    /// For whom the release is and under which terms, in words.
    #[serde(skip_serializing_if = "ReportContext::is_empty")]
    pub report: ReportContext,
}

/// How far two values of a sensitive column are apart, in the words of a recipe.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum DistanceName {
    Equal,
    Ordered,
    Hierarchy,
}

impl DistanceName {
    pub const ALL: [Self; 3] = [Self::Equal, Self::Ordered, Self::Hierarchy];

    pub fn name(self) -> &'static str {
        match self {
            Self::Equal => "equal",
            Self::Ordered => "ordered",
            Self::Hierarchy => "hierarchy",
        }
    }
}

impl Settings {
    /// Spells the names of columns, issues and items as they are read.
    pub fn fold_names(&mut self, fold: Fold) {
        let roles = &mut self.roles;
        roles.columns = respelled(std::mem::take(&mut roles.columns), fold);
        roles.confirmed = respelled(std::mem::take(&mut roles.confirmed), fold);
        let items = std::mem::take(&mut roles.private_items).into_iter();
        roles.private_items = items.map(|item| fold.name(&item).into_owned()).collect();
        self.hierarchies = respelled(std::mem::take(&mut self.hierarchies), fold);
        self.categories = respelled(std::mem::take(&mut self.categories), fold);
        self.category_names = respelled(std::mem::take(&mut self.category_names), fold);
        self.distances = respelled(std::mem::take(&mut self.distances), fold);
        for purpose in self.purposes.values_mut() {
            let between = purpose.between.iter_mut().flatten();
            let names = between.chain([&mut purpose.most, &mut purpose.least]);
            names.for_each(|name| fold.tidy(name));
            if let Priorities::Outright(of) = &mut purpose.priorities {
                *of = respelled(std::mem::take(of), fold);
            }
        }
        let method = &mut self.method;
        method.levels = respelled(std::mem::take(&mut method.levels), fold);
        method.class.iter_mut().for_each(|name| fold.tidy(name));
    }

    /// Spells the values that are named here as those of the table that they are values of.
    pub fn spell_as(&mut self, table: &Table) {
        for (name, order) in &mut self.categories {
            let Some(column) = table.column(name) else {
                continue;
            };
            for value in order.iter_mut().flatten() {
                let spelled = column.spelling().of(value);
                if *spelled != **value {
                    *value = spelled.into_owned();
                }
            }
        }
    }
}

/// What belongs to each name, under the name as it is read.
fn respelled<T>(named: BTreeMap<String, T>, fold: Fold) -> BTreeMap<String, T> {
    let named = named.into_iter();
    named
        .map(|(name, value)| (fold.name(&name).into_owned(), value))
        .collect()
}

/// What happens to issues that one record of a group rated and another did not.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum NullPolicy {
    /// Whatever distorts least.
    #[default]
    Cheapest,
    /// Ratings are removed, never invented.
    Unrate,
    /// Ratings are filled in, never removed, as long as somebody in the group rated the issue.
    Fill,
}

impl NullPolicy {
    pub const ALL: [Self; 3] = [Self::Cheapest, Self::Unrate, Self::Fill];

    pub fn name(self) -> &'static str {
        match self {
            Self::Cheapest => "cheapest",
            Self::Unrate => "unrate",
            Self::Fill => "fill",
        }
    }

    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|policy| policy.name() == name)
    }

    /// The name in a menu.
    pub fn title(self) -> &'static str {
        match self {
            Self::Cheapest => "whatever distorts least",
            Self::Unrate => "remove ratings, invent none",
            Self::Fill => "fill in, remove none",
        }
    }

    /// What it does to the answers of people, for whoever has read nothing.
    pub fn sentence(self) -> &'static str {
        match self {
            Self::Cheapest => {
                "Some answers that nobody gave are made up, and others removed, whichever changes less."
            }
            Self::Unrate => {
                "No answer is made up: what only some of those who hide each other have answered is removed."
            }
            Self::Fill => {
                "Answers that nobody gave are made up, so that people who hide each other have answered the same."
            }
        }
    }
}

/// The ways to find who is close to whom. All give the same answer.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum NeighbourEngine {
    /// Equal records merged, patterns apart, bitmaps within each.
    #[default]
    Profile,
    /// Issue by issue, as in the paper on slicing.
    Slicing,
    /// Everybody with everybody.
    Pairwise,
}

impl NeighbourEngine {
    pub const ALL: [Self; 3] = [Self::Profile, Self::Slicing, Self::Pairwise];

    pub fn name(self) -> &'static str {
        match self {
            Self::Profile => "profile",
            Self::Slicing => "slicing",
            Self::Pairwise => "pairwise",
        }
    }

    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|engine| engine.name() == name)
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
    /// How the ranges of local methods end.
    pub ranges: Ranges,
    /// Where the codes of values come from, in formats that have labels.
    #[serde(skip_serializing_if = "CodesFrom::is_usual")]
    pub codes: CodesFrom,
    /// Beside the folder and never in it: what each value became, a file per column.
    pub mapping: bool,
    /// Beside the folder and never in it: the same recoding as SQL. For results of whole levels.
    pub sql: bool,
    /// For recipients: every release is made of unions of classes of the more exact ones.
    pub nested: bool,
}

impl Default for ReleaseOptions {
    fn default() -> Self {
        Self {
            shuffle: true,
            format: ReleaseFormat::Csv,
            escape_formulas: false,
            ranges: Ranges::Exact,
            codes: CodesFrom::Letters,
            mapping: false,
            sql: false,
            nested: false,
        }
    }
}

/// Where the codes of released values come from, in formats in which values are numbers with labels.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum CodesFrom {
    /// From the order of the released values by their letters, and from nothing else.
    #[default]
    Letters,
    /// From the list of codes in the file that was read, which is declared for the values that are released.
    File,
}

impl CodesFrom {
    fn is_usual(&self) -> bool {
        *self == Self::default()
    }
}

/// How the ends of a range are chosen, where a group of records shows `23-47` instead of a number.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Ranges {
    /// The smallest and the largest value of the records that show it.
    #[default]
    Exact,
    /// Widened to round numbers, whole months or years, so that no end is known to be somebody's value.
    Round,
}
