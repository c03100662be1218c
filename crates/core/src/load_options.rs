//! How a file is to be read, where the file itself does not say.

use super::kind::Kind;
use super::spelling::{DateOrder, Fold, Spelling};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// Everything that is `None` is found out from the file.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct LoadOptions {
    pub kind: Option<Kind>,
    pub delimiter: Option<String>,
    pub encoding: Option<TextEncoding>,
    pub header: Option<bool>,
    /// Texts that mean "missing"; `None` for the usual ones.
    pub nulls: Option<Vec<String>>,
    pub layout: Option<Layout>,
    /// Long layouts: the names of the columns (person, issue, rating or basket, item).
    pub columns: Option<Vec<String>>,
    /// List layout: the column that holds the list.
    pub column: Option<String>,
    /// Baskets and lists: what stands between two items.
    pub separator: Option<String>,
    /// Ratings: lowest and highest, then the step where it is not 1.
    pub scale: Option<Vec<f64>>,
    /// Ratings: those beside the points of the scale are moved to the nearest one instead of refused.
    pub round: bool,
    /// Ratings, wide: columns known not to be issues (identifiers), so that they do not set the scale.
    pub not_issues: Vec<String>,
    /// Tables of records: read in batches and counted instead of held; `None` if the size of the file and the memory
    /// decide.
    pub batches: Option<bool>,
    /// Workbooks: the sheet that holds the table.
    pub sheet: Option<String>,
    /// Tables of records: what columns hold, where somebody said so.
    pub types: BTreeMap<String, ColumnType>,
    /// What becomes of values that are not what their column holds.
    pub unfit: Unfit,
    /// Which spellings are the same value.
    pub fold: Fold,
}

impl LoadOptions {
    /// Whether it is left open how the data are laid out, and where.
    pub fn says_nothing_of_layout(&self) -> bool {
        let names = self.columns.is_some() || self.column.is_some() || self.separator.is_some();
        self.layout.is_none() && !names
    }

    /// Whether the data are said to be of a kind whose columns are issues.
    pub fn has_issues(&self) -> bool {
        self.kind.is_some_and(|kind| kind.about().has_issues)
    }

    /// Names of columns are told here as the file has them, or as they are read.
    pub fn fold_names(&mut self) {
        let fold = self.fold;
        let names = self.columns.iter_mut().flatten().chain(&mut self.column);
        let names = names.chain(&mut self.not_issues);
        names.for_each(|name| fold.tidy(name));
        let types = std::mem::take(&mut self.types).into_iter();
        self.types = types
            .map(|(name, of)| (fold.name(&name).into_owned(), of))
            .collect();
    }
}

/// What somebody says that a column holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ColumnType {
    /// As it is written, digits included.
    Text,
    Whole,
    Decimal,
    /// Of one order whatever the column: `2024-01-31`, `31.01.2024`.
    Date,
    /// `31/01/2024` besides.
    DateDayFirst,
    /// `01/31/2024` besides.
    DateMonthFirst,
    YesNo,
}

impl ColumnType {
    pub const ALL: [Self; 7] = [
        Self::Text,
        Self::Whole,
        Self::Decimal,
        Self::Date,
        Self::DateDayFirst,
        Self::DateMonthFirst,
        Self::YesNo,
    ];

    pub fn of_dates(order: DateOrder) -> Self {
        match order {
            DateOrder::DayFirst => Self::DateDayFirst,
            DateOrder::MonthFirst => Self::DateMonthFirst,
        }
    }

    /// Of dates whose order was said.
    pub fn order(self) -> Option<DateOrder> {
        match self {
            Self::DateDayFirst => Some(DateOrder::DayFirst),
            Self::DateMonthFirst => Some(DateOrder::MonthFirst),
            _ => None,
        }
    }

    /// How the values of a column that is said to hold it are spelled.
    pub fn spelling(self, fold: Fold) -> Spelling {
        match (self, self.order()) {
            // What is said to be text keeps its digits as they are written.
            (Self::Text | Self::YesNo, _) => fold.of_names().into(),
            (_, Some(order)) => Spelling::new(fold).with_order(order),
            _ => fold.into(),
        }
    }

    /// The name in a recipe.
    pub fn name(self) -> &'static str {
        match self {
            Self::Text => "text",
            Self::Whole => "whole",
            Self::Decimal => "decimal",
            Self::Date => "date",
            Self::DateDayFirst => "date-day-first",
            Self::DateMonthFirst => "date-month-first",
            Self::YesNo => "yes-no",
        }
    }

    /// In a menu.
    pub fn title(self) -> &'static str {
        match self {
            Self::Text => "text",
            Self::Whole => "whole number",
            Self::Decimal => "decimal",
            Self::Date => "date",
            Self::DateDayFirst => "date, day first",
            Self::DateMonthFirst => "date, month first",
            Self::YesNo => "yes or no",
        }
    }

    /// One of its values, after "this is not".
    pub fn one(self) -> &'static str {
        match self {
            Self::Text => "a text",
            Self::Whole => "a whole number",
            Self::Decimal => "a number",
            Self::Date => "a date",
            Self::DateDayFirst => "a date with its day first",
            Self::DateMonthFirst => "a date with its month first",
            Self::YesNo => "yes or no",
        }
    }
}

/// What becomes of values that are not what their column holds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Unfit {
    #[default]
    Refused,
    Missing,
}

/// The texts that mean "missing" unless the user says otherwise.
pub const USUAL_NULLS: [&str; 4] = ["", "NA", "null", "?"];

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum TextEncoding {
    #[serde(rename = "utf-8")]
    Utf8,
    /// Read as Windows-1252, its superset, as every browser does.
    #[serde(rename = "latin-1")]
    Latin1,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Layout {
    /// Ratings: a row per person, a column per issue.
    Wide,
    /// A row per rating, or per (basket, item).
    Long,
    /// One basket a line.
    Basket,
    /// A CSV column that holds a list of items.
    List,
}

impl Layout {
    pub const ALL: [Self; 4] = [Self::Wide, Self::Long, Self::Basket, Self::List];

    /// The name in a recipe.
    pub fn name(self) -> &'static str {
        match self {
            Self::Wide => "wide",
            Self::Long => "long",
            Self::Basket => "basket",
            Self::List => "list",
        }
    }

    pub fn sentence(self) -> &'static str {
        match self {
            Self::Wide => "Every row is a person and every column an issue.",
            Self::Long => "Every row is one rating of a person, or one item of a basket.",
            Self::Basket => "Every line is a basket.",
            Self::List => "One column holds a list of items in every row.",
        }
    }
}
