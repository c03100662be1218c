//! Values that become what a file says of them.

use super::Unmapped;
use super::rows::{as_said, column_of, with_column};
use crate::column::Column;
use crate::dictionary::DictionaryBuilder;
use crate::load_options::LoadOptions;
use crate::problem::{Failure, Problem};
use crate::progress::Progress;
use crate::table::Table;
use crate::words::counted;
use foldhash::fast::FixedState;
use hashbrown::HashMap;
use std::path::Path;

/// What a file says of values, and where it goes.
pub(super) struct Mapping<'a> {
    /// The first column holds the values, the second what becomes of them.
    pub says: &'a Table,
    pub file: &'a Path,
    pub into: Option<&'a str>,
    pub unmapped: Unmapped,
}

pub(super) fn map(
    table: Table,
    name: &str,
    mapping: &Mapping<'_>,
    options: &LoadOptions,
    progress: &Progress,
) -> Result<(Table, Vec<String>), Failure> {
    let &Mapping {
        says,
        file,
        into,
        unmapped,
    } = mapping;
    let column = column_of(&table, name)?;
    let [values, becomes] = says.columns() else {
        let message = format!(
            "this file has {}; expected two: the values and what they become",
            counted(says.columns().len(), "column", "columns")
        );
        return Err(Problem::in_file(file, message).into());
    };
    let mut known: HashMap<String, &str, FixedState> = HashMap::default();
    for row in 0..says.rows() {
        let value = column.spelling().of(values.text(row)).into_owned();
        let new = becomes.text(row);
        if known.insert(value, new).is_some_and(|before| before != new) {
            let message = format!(
                "row {} says something else of a value than a row before; expected every value once",
                row + 1
            );
            return Err(Problem::in_file(file, message).into());
        }
    }
    progress.check()?;
    let mut builder = DictionaryBuilder::default();
    let counts = column.counts();
    let (mut unknown, mut rows) = (0usize, 0usize);
    // By code, so that equal texts become one value.
    let mut new = Vec::with_capacity(counts.len());
    for (text, &count) in column.dictionary().iter().zip(counts) {
        let becomes = match known.get(text) {
            _ if count == 0 => None,
            Some(&becomes) => Some(becomes),
            None if text.is_empty() => Some(""),
            None => {
                unknown += 1;
                rows += count as usize;
                match unmapped {
                    Unmapped::Kept => Some(text),
                    Unmapped::Missing | Unmapped::Refused => Some(""),
                }
            }
        };
        new.push(match becomes {
            Some(text) => builder.intern(text)?,
            None => u32::MAX,
        });
    }
    let told = || {
        format!(
            "{} of \"{name}\", in {},",
            counted(unknown, "value", "values"),
            counted(rows, "row", "rows")
        )
    };
    let are = if unknown == 1 { "is" } else { "are" };
    if unknown > 0 && unmapped == Unmapped::Refused {
        let message = format!(
            "{} {are} not in this file; expected a row for each, or unmapped = \"kept\" or \"missing\"",
            told()
        );
        return Err(Problem::in_file(file, message).into());
    }
    let codes = column.codes().iter();
    let codes: Vec<u32> = codes.map(|&code| new[code as usize]).collect();
    let null = builder.find("");
    let made = Column::new(into.unwrap_or(name), builder.finish(), codes, null);
    let made = as_said(made.with_spelling(column.spelling()), options);
    let what = match unmapped {
        Unmapped::Kept => "stayed as they are",
        _ => "became missing",
    };
    let note = (unknown > 0).then(|| format!("{} {are} not in the file and {what}.", told()));
    Ok((with_column(table, made)?, note.into_iter().collect()))
}
