//! What steps are called, and what each does in a line.

use super::{At, Bands, Derived, Operation, SampleSize};
use crate::words::grouped;

impl Operation {
    /// What it is called in a list.
    pub fn title(&self) -> &'static str {
        match self {
            Self::Sql { .. } => "SQL",
            Self::Keep { .. } => "Keep rows",
            Self::Drop { .. } => "Drop columns",
            Self::Rename { .. } => "Rename columns",
            Self::Derive { .. } => "Derive a column",
            Self::Map { .. } => "Map values",
            Self::Join { .. } => "Join a table",
            Self::Group { .. } => "One row per person",
            Self::Sample { .. } => "Sample",
            Self::Pseudonyms { .. } => "Pseudonyms",
            Self::ShiftDates { .. } => "Shift dates",
        }
    }

    /// What it is good for.
    pub fn sentence(&self) -> &'static str {
        match self {
            Self::Sql { .. } => {
                "One SELECT over the open tables: whatever the forms have no words for."
            }
            Self::Keep { .. } => "Those of which a condition holds, such as consent = 'yes'.",
            Self::Drop { .. } => "Columns that nobody needs.",
            Self::Rename { .. } => "Other names.",
            Self::Derive { .. } => {
                "From others: a year, an age, bands, a part of a text, several joined, or a formula."
            }
            Self::Map { .. } => "By a file that says what each value becomes.",
            Self::Join { .. } => "Its columns, looked up by a key.",
            Self::Group { .. } => "Out of many: counted, summed, the first, the last, a list.",
            Self::Sample { .. } => "Some of the rows, drawn by a seed.",
            Self::Pseudonyms { .. } => {
                "A hash under a key that stays in house, in place of identifiers."
            }
            Self::ShiftDates { .. } => {
                "All dates of a person by the same number of days, so that intervals stay."
            }
        }
    }

    /// What it is called in a sentence.
    pub fn name(&self) -> &'static str {
        match self {
            Self::Sql { .. } => "sql",
            Self::Keep { .. } => "keep",
            Self::Drop { .. } => "drop",
            Self::Rename { .. } => "rename",
            Self::Derive { .. } => "derive",
            Self::Map { .. } => "map",
            Self::Join { .. } => "join",
            Self::Group { .. } => "group",
            Self::Sample { .. } => "sample",
            Self::Pseudonyms { .. } => "pseudonyms",
            Self::ShiftDates { .. } => "shift_dates",
        }
    }

    /// What it does, in a line.
    pub fn words(&self) -> String {
        match self {
            Self::Sql { sql, .. } => sql.split_whitespace().collect::<Vec<_>>().join(" "),
            Self::Keep { condition } => format!("keep rows where {condition}"),
            Self::Drop { columns } => format!("drop {}", columns.join(", ")),
            Self::Rename { columns } => {
                let names: Vec<String> = columns
                    .iter()
                    .map(|(old, new)| format!("{old} to {new}"))
                    .collect();
                format!("rename {}", names.join(", "))
            }
            Self::Derive { column, from } => format!("{column} = {}", from.words()),
            Self::Map {
                column, file, into, ..
            } => {
                let into = into.as_ref().map(|into| format!(" into {into}"));
                format!(
                    "map {column} by {}{}",
                    file.path.display(),
                    into.unwrap_or_default()
                )
            }
            Self::Join { table, on, .. } => {
                let keys: Vec<&str> = on.iter().map(|(data, _)| data.as_str()).collect();
                format!("join {table} by {}", keys.join(", "))
            }
            Self::Group { by, .. } => format!("one row per {}", by.join(", ")),
            Self::Sample { size, .. } => match size {
                SampleSize::Rows(rows) => format!("draw {} rows", grouped(*rows as usize)),
                SampleSize::Share(share) => format!("draw {} % of the rows", share * 100.0),
            },
            Self::Pseudonyms { keys } => {
                let columns: Vec<&str> = keys.keys().map(String::as_str).collect();
                format!("pseudonyms for {}", columns.join(", "))
            }
            Self::ShiftDates {
                columns,
                person,
                days,
                ..
            } => format!(
                "shift {} by up to {days} days per {person}",
                columns.join(", ")
            ),
        }
    }
}

impl Derived {
    fn words(&self) -> String {
        match self {
            Self::Formula(formula) => formula.clone(),
            Self::YearOf(of) => format!("year of {of}"),
            Self::Age { from, at } => match at {
                At::Date(at) | At::Column(at) => format!("years from {from} to {at}"),
            },
            Self::Bands { of, bands } => match bands {
                Bands::Width(width) => format!("{of} in bands of {width}"),
                Bands::Cuts(cuts) => {
                    let cuts: Vec<String> = cuts.iter().map(i64::to_string).collect();
                    format!("{of} in bands from {}", cuts.join(", "))
                }
            },
            Self::Part { of, from, letters } => match letters {
                Some(letters) => format!("{letters} letters of {of} from {from} on"),
                None => format!("letters of {of} from {from} on"),
            },
            Self::Joined { columns, separator } => columns.join(separator),
        }
    }
}
