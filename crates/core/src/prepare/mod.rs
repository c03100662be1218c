//! What is done to a table before anything else: steps, one after the other, as data. `apply` carries them out, `as_sql` says
//! each in SQL where that can say it.
//!
//! Nothing that is prepared depends on timing: what polars does is done by one thread (`statement::alone`), rows keep the order of
//! the file or are given one that follows from their values, and what is drawn is drawn from a seed or a key.

mod apply;
mod as_sql;
mod derive;
mod group;
mod join;
mod map;
mod rows;
mod sample;
mod secret;
mod shift;
mod statement;
mod words;

pub use apply::{Ground, Prepared, StepTold, prepare, prepare_loaded};
pub use as_sql::as_sql;
pub use secret::{hmac_sha256, make_key};

use crate::load_options::ColumnType;
use crate::spelling::Fold;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::path::PathBuf;

/// The name of the table that is prepared.
pub const DATA: &str = "data";

/// How far a date is moved at most, if nobody says otherwise.
pub const USUAL_DAYS: u32 = 180;

/// What is done, and with which other tables. Paths are relative to the folder of the recipe.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Prepare {
    /// Files that steps may look at, by the name that they have there.
    pub tables: BTreeMap<String, OtherFile>,
    pub steps: Vec<Step>,
}

/// Another file than that of the data, and how it is read where it does not say so itself.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(from = "OnePathOrMore", into = "OnePathOrMore")]
pub struct OtherFile {
    pub path: PathBuf,
    pub sheet: Option<String>,
    pub delimiter: Option<String>,
    pub types: BTreeMap<String, ColumnType>,
}

impl From<PathBuf> for OtherFile {
    fn from(path: PathBuf) -> Self {
        Self {
            path,
            ..Self::default()
        }
    }
}

impl From<&str> for OtherFile {
    fn from(path: &str) -> Self {
        PathBuf::from(path).into()
    }
}

impl OtherFile {
    /// Whether nothing but its path is said.
    pub fn is_plain(&self) -> bool {
        self.sheet.is_none() && self.delimiter.is_none() && self.types.is_empty()
    }
}

/// As projects keep it: a path alone is no more than that.
#[derive(Clone, Serialize, Deserialize)]
#[serde(untagged)]
enum OnePathOrMore {
    Path(PathBuf),
    More {
        path: PathBuf,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        sheet: Option<String>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        delimiter: Option<String>,
        #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
        types: BTreeMap<String, ColumnType>,
    },
}

impl From<OnePathOrMore> for OtherFile {
    fn from(kept: OnePathOrMore) -> Self {
        match kept {
            OnePathOrMore::Path(path) => path.into(),
            OnePathOrMore::More {
                path,
                sheet,
                delimiter,
                types,
            } => Self {
                path,
                sheet,
                delimiter,
                types,
            },
        }
    }
}

impl From<OtherFile> for OnePathOrMore {
    fn from(file: OtherFile) -> Self {
        match file.is_plain() {
            true => Self::Path(file.path),
            false => Self::More {
                path: file.path,
                sheet: file.sheet,
                delimiter: file.delimiter,
                types: file.types,
            },
        }
    }
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Step {
    pub operation: Operation,
    /// Kept, but not done.
    #[serde(default)]
    pub off: bool,
}

impl From<Operation> for Step {
    fn from(operation: Operation) -> Self {
        Self {
            operation,
            off: false,
        }
    }
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Operation {
    /// One statement over the open tables.
    Sql {
        sql: String,
        multiplies: bool,
    },
    /// The rows of which a condition holds.
    Keep {
        condition: String,
    },
    Drop {
        columns: Vec<String>,
    },
    /// New names by old ones.
    Rename {
        columns: BTreeMap<String, String>,
    },
    /// A column made of others; one of that name is replaced.
    Derive {
        column: String,
        from: Derived,
    },
    /// Every value becomes what a file says of it.
    Map {
        column: String,
        file: OtherFile,
        /// A column of its own; without it the values themselves become others.
        into: Option<String>,
        unmapped: Unmapped,
    },
    /// The columns of another table, looked up by a key.
    Join {
        table: String,
        /// Columns of the data and of the other table that are the same key.
        on: Vec<(String, String)>,
        /// Those of the other table that are taken; all but the key if nobody says.
        columns: Option<Vec<String>>,
        /// Whether rows that find nothing stay, with missing values.
        keeps_unmatched: bool,
        multiplies: bool,
    },
    /// One row out of all that have the same key.
    Group {
        by: Vec<String>,
        take: Vec<Taken>,
    },
    Sample {
        size: SampleSize,
        seed: u64,
    },
    /// Values that nobody can lead back without the key of each column.
    Pseudonyms {
        keys: BTreeMap<String, PathBuf>,
    },
    /// All dates of a person moved by the same number of days.
    ShiftDates {
        columns: Vec<String>,
        person: String,
        key: PathBuf,
        days: u32,
    },
}

/// What a column is made of.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Derived {
    /// Any expression of SQL.
    Formula(String),
    YearOf(String),
    /// Whole years from one date to another.
    Age {
        from: String,
        at: At,
    },
    Bands {
        of: String,
        bands: Bands,
    },
    /// So many letters from the first, second … on.
    Part {
        of: String,
        from: u32,
        letters: Option<u32>,
    },
    Joined {
        columns: Vec<String>,
        separator: String,
    },
}

/// When somebody is as old as that.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum At {
    Date(String),
    Column(String),
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Bands {
    Width(u32),
    /// Where bands begin.
    Cuts(Vec<i64>),
}

/// What becomes of values that a file says nothing of.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Unmapped {
    #[default]
    Refused,
    Kept,
    Missing,
}

impl Unmapped {
    pub const ALL: [Self; 3] = [Self::Refused, Self::Kept, Self::Missing];

    pub fn name(self) -> &'static str {
        match self {
            Self::Refused => "refused",
            Self::Kept => "kept",
            Self::Missing => "missing",
        }
    }
}

/// A column of what is left of many rows.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Taken {
    pub column: String,
    pub how: Aggregate,
    /// Of which column; a count may be of rows.
    pub of: Option<String>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Aggregate {
    Count,
    Distinct,
    Sum,
    Mean,
    Min,
    Max,
    First,
    Last,
    List,
}

impl Aggregate {
    pub const ALL: [Self; 9] = [
        Self::Count,
        Self::Distinct,
        Self::Sum,
        Self::Mean,
        Self::Min,
        Self::Max,
        Self::First,
        Self::Last,
        Self::List,
    ];

    pub fn name(self) -> &'static str {
        match self {
            Self::Count => "count",
            Self::Distinct => "distinct",
            Self::Sum => "sum",
            Self::Mean => "mean",
            Self::Min => "min",
            Self::Max => "max",
            Self::First => "first",
            Self::Last => "last",
            Self::List => "list",
        }
    }

    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|how| how.name() == name)
    }

    /// Whether it computes, so that a text has none.
    pub fn is_of_numbers(self) -> bool {
        matches!(self, Self::Sum | Self::Mean)
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum SampleSize {
    Rows(u64),
    Share(f64),
}

impl Prepare {
    pub fn is_empty(&self) -> bool {
        self.tables.is_empty() && self.steps.is_empty()
    }

    /// Whether the table comes out as another than it was.
    pub fn does_anything(&self) -> bool {
        self.steps.iter().any(|step| !step.off)
    }

    /// Spells names of columns as they are read; statements and formulas are left as they are.
    pub fn fold_names(&mut self, fold: Fold) {
        for step in &mut self.steps {
            step.operation.fold_names(fold);
        }
    }

    /// Every file that is looked at.
    pub fn paths_mut(&mut self) -> Vec<&mut PathBuf> {
        let tables = self.tables.values_mut().map(|file| &mut file.path);
        let mut paths: Vec<&mut PathBuf> = tables.collect();
        for step in &mut self.steps {
            match &mut step.operation {
                Operation::Map { file, .. } => paths.push(&mut file.path),
                Operation::Pseudonyms { keys } => paths.extend(keys.values_mut()),
                Operation::ShiftDates { key, .. } => paths.push(key),
                _ => {}
            }
        }
        paths
    }

    /// The files of keys, each once.
    pub fn keys(&self) -> Vec<&PathBuf> {
        let mut keys = Vec::new();
        for step in self.steps.iter().filter(|step| !step.off) {
            match &step.operation {
                Operation::Pseudonyms { keys: of } => keys.extend(of.values()),
                Operation::ShiftDates { key, .. } => keys.push(key),
                _ => {}
            }
        }
        keys.sort();
        keys.dedup();
        keys
    }
}

fn respelled(names: &mut BTreeMap<String, impl Clone>, fold: Fold) {
    let named = std::mem::take(names).into_iter();
    *names = named
        .map(|(name, value)| (fold.name(&name).into_owned(), value))
        .collect();
}

impl Operation {
    fn fold_names(&mut self, fold: Fold) {
        let mut names: Vec<&mut String> = Vec::new();
        match self {
            Self::Sql { .. } | Self::Keep { .. } | Self::Sample { .. } => {}
            Self::Drop { columns } => names.extend(columns),
            Self::Rename { columns } => {
                respelled(columns, fold);
                names.extend(columns.values_mut());
            }
            Self::Derive { column, from } => {
                names.push(column);
                match from {
                    Derived::Formula(_) => {}
                    Derived::YearOf(of) | Derived::Bands { of, .. } | Derived::Part { of, .. } => {
                        names.push(of)
                    }
                    Derived::Age { from, at } => {
                        names.push(from);
                        if let At::Column(at) = at {
                            names.push(at);
                        }
                    }
                    Derived::Joined { columns, .. } => names.extend(columns),
                }
            }
            Self::Map { column, into, .. } => names.extend([column].into_iter().chain(into)),
            Self::Join { on, columns, .. } => {
                names.extend(on.iter_mut().flat_map(|(data, other)| [data, other]));
                names.extend(columns.iter_mut().flatten());
            }
            Self::Group { by, take } => {
                names.extend(by);
                for taken in take {
                    names.push(&mut taken.column);
                    names.extend(&mut taken.of);
                }
            }
            Self::Pseudonyms { keys } => respelled(keys, fold),
            Self::ShiftDates {
                columns, person, ..
            } => names.extend(columns.iter_mut().chain([person])),
        }
        names.into_iter().for_each(|name| fold.tidy(name));
    }

    /// Whether it may say something of this table.
    fn may_look_at(&self, table: &str) -> bool {
        match self {
            Self::Sql { sql: text, .. }
            | Self::Keep { condition: text }
            | Self::Derive {
                from: Derived::Formula(text),
                ..
            } => text.contains(table),
            Self::Join { table: of, .. } => of == table,
            _ => false,
        }
    }
}

#[cfg(test)]
mod tests;
