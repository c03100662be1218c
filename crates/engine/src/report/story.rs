//! What is told about a release beyond its certificate: what became of every column, issue or item, and how exposed
//! the records were before and after. The numbers are those of the audit file.

use crate::ratings::about::all_issues;
use crate::records::about::all_columns;
use crate::transactions::about::all_items;
use cloakroom_core::{Counted, Measures, Role};
use serde::Serialize;

/// What only the house may know.
#[derive(Clone, Debug)]
pub struct InHouse {
    pub before: Exposure,
    pub after: Exposure,
    pub stories: Stories,
    /// What the method has to say, one sentence each.
    pub notes: Vec<String>,
}

/// How well records hide among each other.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Exposure {
    pub records: usize,
    /// Of ratings: groups of people who rated the same issues; of transactions: different ones.
    pub classes: usize,
    /// The fewest that share a class; of ratings: the fewest people close to anybody, that person included.
    pub smallest: u32,
    /// Records that are alone.
    pub unique: usize,
    /// Records that stand in the way of the requirement.
    pub violating: usize,
    /// The same of people or groups, where these are counted.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub of_units: Option<OfUnits>,
    /// What follows from the classes: risks, and how large classes are.
    pub metrics: Measures,
    /// Of all classes; of ratings: how many people are close to each.
    #[serde(skip)]
    pub sizes: Vec<u32>,
}

impl Exposure {
    pub fn new(records: usize, violating: usize, sizes: Vec<u32>, metrics: Measures) -> Self {
        Self {
            records,
            classes: sizes.len(),
            smallest: sizes.iter().min().copied().unwrap_or(0),
            unique: sizes.iter().filter(|&&size| size == 1).count(),
            violating,
            of_units: None,
            metrics,
            sizes,
        }
    }
}

/// How well people or groups hide among each other: one with many records is one.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct OfUnits {
    pub counted: Counted,
    pub count: usize,
    /// The fewest that share a class.
    pub smallest: u32,
    /// Those that are alone in some class.
    pub unique: usize,
    /// Those of whom a record stands in the way of the requirement.
    pub violating: usize,
    /// By unit, the fewest that share a class that it is in.
    #[serde(skip)]
    pub least: Vec<u32>,
}

impl OfUnits {
    pub fn new(counted: Counted, least: Vec<u32>, violating: usize) -> Self {
        Self {
            counted,
            count: least.len(),
            smallest: least.iter().min().copied().unwrap_or(0),
            unique: least.iter().filter(|&&heads| heads == 1).count(),
            violating,
            least,
        }
    }
}

#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(untagged)]
pub enum Stories {
    Columns(Vec<ColumnStory>),
    Issues(Vec<IssueStory>),
    Items(ItemStories),
}

impl Stories {
    pub(super) fn heading(&self) -> &'static str {
        match self {
            Self::Columns(_) => "What was done to every column",
            Self::Issues(_) => "What was done to every issue",
            Self::Items(_) => "What was done to the items",
        }
    }

    /// Everything, in numbers. `released` are the records of the release.
    pub(super) fn tell(&self, html: &mut String, released: usize) {
        match self {
            Self::Columns(columns) => all_columns(html, columns, released),
            Self::Issues(issues) => all_issues(html, issues),
            Self::Items(items) => all_items(html, items),
        }
    }
}

/// What became of a column.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ColumnStory {
    /// As it is called in the source.
    pub column: String,
    pub role: Role,
    #[serde(flatten)]
    pub done: Done,
    /// Different values of the source, a missing one included; not known of a column that was not counted.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub values_before: Option<usize>,
    /// Different values of the release; none of a column that is not released.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub values_after: Option<usize>,
    /// Cells of released records that are not what they were.
    pub cells_changed: usize,
    /// Of a quasi-identifier: what its cells have lost on average, left-out records included.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub loss: Option<f64>,
    /// Some released values that are no values of the source.
    #[serde(skip)]
    pub examples: Vec<String>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(tag = "done", rename_all = "snake_case")]
pub enum Done {
    Removed,
    AsItWas,
    /// Every cell at this level of a hierarchy with so many above its values.
    Level {
        level: u32,
        of: u32,
    },
    /// Numbers or dates as ranges, wider or narrower by record.
    Ranges,
    /// Values as groups of a hierarchy, higher or lower by record.
    Groups,
    /// Cells as the centre of a group of records.
    Centres,
}

/// What became of an issue that people rated.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct IssueStory {
    pub issue: String,
    pub is_sensitive: bool,
    /// Cells of kept people that are not what they were, those of the next two included.
    pub cells_changed: usize,
    pub made_up: usize,
    pub removed: usize,
    /// Over all people who rated it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub mean_before: Option<f64>,
    /// Over the kept people who are shown to have rated it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub mean_after: Option<f64>,
}

/// What became of the items of transactions.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct ItemStories {
    /// By occurrences, the most frequent first.
    pub shown: Vec<ItemStory>,
    /// Items of which no occurrence is shown.
    pub items_not_shown: usize,
    pub occurrences_not_shown: u64,
}

/// What is shown under one name.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ItemStory {
    pub shown_as: String,
    /// Whether it is a group of the taxonomy.
    pub is_general: bool,
    /// Different items of the source that are shown so at least once.
    pub items: usize,
    pub occurrences: u64,
}
