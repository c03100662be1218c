//! The one way from what a reader found in a file to values that are compared: equal ones become one, and what
//! became of them is told.

use crate::load_options::ColumnType;
use crate::spelling::{Fold, FoldError, Told, fold_column};
use crate::{Column, Failure, Kind, LoadOptions, Problem, Progress, Table, ValueType};
use rayon::prelude::*;
use std::path::Path;

/// Columns that are told of one by one.
const SHOWN: usize = 8;

/// The table with its values spelled as `fold` says, whatever the options of its file say besides.
pub fn fold_table(
    file: &Path,
    table: Table,
    fold: Fold,
    options: &LoadOptions,
    progress: &Progress,
) -> Result<(Table, Vec<Told>), Failure> {
    if fold == Fold::NOTHING {
        return Ok((table, Vec::new()));
    }
    let missing = options.nulls.as_deref().unwrap_or_default();
    let columns = table.into_columns();
    progress.stage("comparing values", columns.len() as u64);
    let folded = columns
        .into_par_iter()
        .map(|column| {
            let name = column.name().to_owned();
            let fold = match options.types.get(&name) {
                // What is said to be text keeps its digits as they are written.
                Some(ColumnType::Text | ColumnType::YesNo) => fold.of_names(),
                _ => fold,
            };
            let folded = fold_column(column, fold, missing, progress);
            progress.advance(1);
            folded.map_err(|error| refused(file, &name, error))
        })
        .collect::<Result<Vec<(Column, Option<Told>)>, Failure>>()?;
    let (columns, told): (Vec<Column>, Vec<Option<Told>>) = folded.into_iter().unzip();
    let table = Table::new(columns).map_err(|error| Problem::in_file(file, error.to_string()))?;
    Ok((table, told.into_iter().flatten().collect()))
}

/// Why the values of a column could not be spelled.
pub fn refused(file: &Path, column: &str, error: FoldError) -> Failure {
    match error {
        FoldError::Stopped(stopped) => stopped.into(),
        FoldError::Full(full) => {
            Problem::in_file(file, format!("column \"{column}\": {full}")).into()
        }
    }
}

/// Columns in which nobody can tell what a comma means, one sentence each.
pub fn unsure(table: &Table) -> impl Iterator<Item = String> {
    let columns = table.columns().iter();
    let texts = columns.filter(|column| column.value_type() == ValueType::Text);
    let unsure = texts.filter(|column| column.spelling().is_unsure_of_commas(column.dictionary()));
    unsure.take(SHOWN).map(|column| {
        format!(
            "In \"{}\", numbers with a comma are read as text: it may be that of a decimal, as data.fold = {{ \
             decimal_comma = true }} says, or part thousands, as {{ thousands = true }} says.",
            column.name()
        )
    })
}

/// The first column whose commas can only be those of decimals.
pub fn with_decimal_commas(table: &Table) -> Option<&Column> {
    let texts = table
        .columns()
        .iter()
        .filter(|column| column.value_type() == ValueType::Text);
    texts
        .into_iter()
        .find(|column| column.spelling().has_decimal_commas(column.dictionary()))
}

/// What is compared as it is written instead of by value, as the beginning of a sentence.
pub fn as_written(fold: Fold) -> Option<&'static str> {
    Some(match (fold.numbers, fold.dates, fold.texts) {
        (true, true, true) => return None,
        (false, true, true) => "Numbers",
        (true, false, true) => "Dates",
        (true, true, false) => "Texts",
        (false, false, true) => "Numbers and dates",
        (false, true, false) => "Numbers and texts",
        (true, false, false) => "Dates and texts",
        (false, false, false) => "Numbers, dates and texts",
    })
}

/// What somebody declared about spellings, where it is not what is usual.
fn declared(kind: Kind, fold: Fold) -> impl Iterator<Item = String> {
    let fold = match kind.about().compares_values {
        true => fold,
        false => Fold {
            texts: fold.texts,
            ..Fold::default()
        },
    };
    let written = as_written(fold).map(|what| {
        format!(
            "{what} are compared as they are written, as data.fold says: two spellings of one value count as two values."
        )
    });
    let parted = (fold.numbers && fold.thousands && !fold.decimal_comma)
        .then(|| "Commas part thousands, as data.fold says: 1,000 is 1000.".to_owned());
    let decimal = (fold.numbers && fold.decimal_comma)
        .then(|| "A comma is that of a decimal, as data.fold says: 1,5 is 1.5.".to_owned());
    written.into_iter().chain(parted).chain(decimal)
}

/// What is said of it when the file was read.
pub fn notes(kind: Kind, fold: Fold, folded: &[Told]) -> impl Iterator<Item = String> {
    let shown = folded.iter().take(SHOWN).map(Told::sentence);
    let more = folded.len().saturating_sub(SHOWN);
    let rest = (more > 0).then(|| {
        format!(
            "In {more} more {}, values are spelled in one way; the audit file of a release lists all.",
            if more == 1 { "column" } else { "columns" }
        )
    });
    declared(kind, fold).chain(shown).chain(rest)
}
