//! The one way from what a reader found in a file to values that are compared: equal ones become one, and what
//! became of them is told.

use crate::load_options::ColumnType;
use crate::spelling::{
    DateOrder, Fold, FoldError, OrderFound, Spelling, Told, fold_column, order_in,
};
use crate::{Column, Failure, Kind, LoadOptions, Problem, Progress, Table, ValueType};
use rayon::prelude::*;
use std::borrow::Cow;
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
    let is_said = options.types.values().any(|of| of.order().is_some());
    if fold == Fold::NOTHING && !is_said {
        return Ok((table, Vec::new()));
    }
    let missing = options.nulls.as_deref().unwrap_or_default();
    let columns = table.into_columns();
    progress.stage("comparing values", columns.len() as u64);
    let folded = columns
        .into_par_iter()
        .map(|column| {
            let name = column.name().to_owned();
            let said = options.types.get(&name);
            let spelling = said.map_or_else(|| Spelling::new(fold), |of| of.spelling(fold));
            let folded = fold_column(column, spelling, missing, progress);
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

/// Columns in which nobody can tell what a comma or the order of a date means unless it is said, one sentence each.
pub fn unsure(table: &Table) -> impl Iterator<Item = String> {
    let columns = table.columns().iter();
    let texts = columns.filter(|column| column.value_type() == ValueType::Text);
    let told = texts.filter_map(|column| {
        let name = column.name();
        if column.spelling().is_unsure_of_commas(column.dictionary()) {
            return Some(format!(
                "In \"{name}\", numbers with a comma are read as text: the comma may be that of a decimal or part \
                 thousands, which nobody said{IN_A_RECIPE}data.fold = {{ decimal_comma = true }} or {{ thousands = true }})."
            ));
        }
        let type_of = |order| ColumnType::of_dates(order).name();
        Some(match unread_dates(column)? {
            OrderFound::One(order) => {
                let first = first_in_words(order);
                let of = type_of(order);
                format!(
                    "In \"{name}\", dates whose {first} seems to stand first are read as text, since nobody said \
                     so{IN_A_RECIPE}data.types = {{ \"{name}\" = \"{of}\" }})."
                )
            }
            OrderFound::Either => format!(
                "In \"{name}\", dates are read as text: the day may stand first or the month, which nobody \
                 said{IN_A_RECIPE}data.types = {{ \"{name}\" = \"{}\" }} or \"{}\").",
                ColumnType::DateDayFirst.name(),
                ColumnType::DateMonthFirst.name()
            ),
        })
    });
    told.take(SHOWN)
}

pub fn first_in_words(order: DateOrder) -> &'static str {
    match order {
        DateOrder::DayFirst => "day",
        DateOrder::MonthFirst => "month",
    }
}

/// What follows is said to those who write recipes: others choose in the window.
const IN_A_RECIPE: &str = " (in a recipe: ";

/// The same behind a sentence that has no end yet.
pub fn in_a_recipe(words: &str) -> String {
    format!("{IN_A_RECIPE}{words})")
}

/// A note as somebody reads it who chooses in the window.
pub fn without_keys(note: &str) -> Cow<'_, str> {
    match note.split_once(IN_A_RECIPE) {
        Some((before, after)) => {
            let end = after.rfind(").").or_else(|| after.find(')'));
            let rest = end.map_or("", |at| &after[at + 1..]);
            Cow::Owned(format!("{before}{rest}"))
        }
        None => Cow::Borrowed(note),
    }
}

/// What a column of texts tells of the order of its dates.
pub fn unread_dates(column: &Column) -> Option<OrderFound> {
    let is_text = column.value_type() == ValueType::Text && column.distinct() > 0;
    is_text.then(|| order_in(column.dictionary())).flatten()
}

/// Columns of dates that can only be read in one order, which nobody said.
pub fn with_one_order(table: &Table) -> impl Iterator<Item = (&Column, DateOrder)> {
    let columns = table.columns().iter();
    columns.filter_map(|column| match unread_dates(column)? {
        OrderFound::One(order) => Some((column, order)),
        OrderFound::Either => None,
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
            "{what} are compared as they are written, as was said{IN_A_RECIPE}data.fold): two spellings of one value count as two values."
        )
    });
    let parted = (fold.numbers && fold.thousands && !fold.decimal_comma).then(|| {
        format!("Commas part thousands, as was said{IN_A_RECIPE}data.fold): 1,000 is 1000.")
    });
    let decimal = (fold.numbers && fold.decimal_comma).then(|| {
        format!("A comma is that of a decimal, as was said{IN_A_RECIPE}data.fold): 1,5 is 1.5.")
    });
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
