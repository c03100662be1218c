//! One statement of SQL over open tables: looked at (`checked`), bounded (`bound`), tried on tables without rows, and run on one
//! thread (`alone`). What polars says of a fault is only told of the try, which has seen no cell.

mod alone;
mod bound;
mod checked;
mod nesting;
mod order;
mod people;
mod plan;
mod sizes;
mod told;
mod widened;

pub(super) use checked::{Checked, expression};

use super::DATA;
use super::rows::{as_said, refuse_more_than_fit};
use crate::column::Column;
use crate::frame::{series_of, typed};
use crate::io::fold::fold_table;
use crate::load_options::{ColumnType, LoadOptions};
use crate::problem::{Failure, Problem};
use crate::progress::Progress;
use crate::stack::on_a_deep_stack;
use crate::table::Table;
use crate::value_type::ValueType;
use crate::words::{counted, grouped};
use alone::alone;
use bound::most_rows;
use polars::lazy::dsl::DslPlan;
use polars::prelude::{
    DataFrame, IntoLazy, LazyFrame, NamedFrom, PolarsError, PolarsResult, Series,
};
use polars::sql::SQLContext;
use sizes::refuse_larger_than_fit;
use sqlparser::ast::Query;
use std::collections::HashSet;
use std::path::Path;
use std::sync::Arc;
use told::{in_words, silence};

/// Open tables by name.
pub(super) type Open<'a> = [(&'a str, &'a Table)];

/// What a statement gives, with what is to be told of it.
pub(super) struct Answer {
    pub table: Table,
    pub notes: Vec<String>,
}

/// Runs a statement. `multiplies` allows that a row of the data becomes several.
pub(super) fn run(
    sql: &str,
    multiplies: bool,
    open: &Open<'_>,
    file: &Path,
    options: &LoadOptions,
    progress: &Progress,
) -> Result<Answer, Failure> {
    // A statement is a tree that many things follow down.
    on_a_deep_stack(|| answered(sql, multiplies, open, file, options, progress))
}

fn answered(
    sql: &str,
    multiplies: bool,
    open: &Open<'_>,
    file: &Path,
    options: &LoadOptions,
    progress: &Progress,
) -> Result<Answer, Failure> {
    let names: Vec<&str> = open.iter().map(|&(name, _)| name).collect();
    let checked = Checked::read(sql, &names)?;
    let most = refuse_too_many(&checked.query, open)?;
    progress.stage("running SQL", 0);
    let frames = frames(open, checked.words.as_ref(), options);
    let sql = checked.query.to_string();
    let of_data = rows_of(open);
    let may_repeat = checked.may_repeat();
    refuse_too_large(&sql, &frames, most, progress)?;
    if may_repeat && !multiplies {
        refuse_multiplied(&sql, &frames, of_data, progress)?;
    }
    let frame = asked(&sql, frames, progress)?;
    if frame.height() == 0 {
        return Err(Problem::new("the statement returns no rows; expected some").into());
    }
    if may_repeat && !multiplies && frame.height() > of_data {
        let message = format!(
            "this multiplies people: {} become {}; expected at most one row for each, or multiplies = true",
            counted(of_data, "row", "rows"),
            grouped(frame.height())
        );
        return Err(Problem::new(message).into());
    }
    let frame = with_tidy_names(frame, &checked, open, options)?;
    let table = Table::from_frame(&frame, progress)?;
    let (table, _) = fold_table(file, table, options.fold, options, progress)?;
    let columns = table.into_columns().into_iter();
    let table = Table::new(columns.map(|column| as_said(column, options)).collect())?;
    let (table, note) = order::settled(table, &checked.query, options)?;
    let order = checked.open_order().into_iter().map(str::to_owned);
    Ok(Answer {
        table,
        notes: note.into_iter().chain(order).collect(),
    })
}

fn rows_of(open: &Open<'_>) -> usize {
    let data = open.iter().find(|(name, _)| *name == DATA);
    data.map_or(0, |(_, table)| table.rows())
}

/// What follows `SELECT` and, of the rows of the data, which it is of.
pub(super) fn select(
    what: &str,
    condition: Option<&str>,
    data: &Table,
    others: &Open<'_>,
    options: &LoadOptions,
    progress: &Progress,
) -> Result<(Vec<u32>, Option<Series>), Failure> {
    on_a_deep_stack(|| selected(what, condition, data, others, options, progress))
}

fn selected(
    what: &str,
    condition: Option<&str>,
    data: &Table,
    others: &Open<'_>,
    options: &LoadOptions,
    progress: &Progress,
) -> Result<(Vec<u32>, Option<Series>), Failure> {
    let row = free_name(data);
    let wanted = match what {
        "" => String::new(),
        _ => format!(", {what} AS {}", quoted("value")),
    };
    let condition = condition.map(|condition| format!(" WHERE {condition}"));
    let sql = format!(
        "SELECT {} AS {}{wanted} FROM {DATA}{}",
        quoted(&row),
        quoted("row"),
        condition.unwrap_or_default()
    );
    let mut tables: Vec<(&str, &Table)> = vec![(DATA, data)];
    tables.extend(others);
    let names: Vec<&str> = tables.iter().map(|&(name, _)| name).collect();
    let checked = Checked::read(&sql, &names)?;
    let most = refuse_too_many(&checked.query, &tables)?;
    let mut frames = frames(&tables, checked.words.as_ref(), options);
    frames[0].1 = numbered(frames[0].1.clone(), &row)?;
    let sql = checked.query.to_string();
    refuse_too_large(&sql, &frames, most, progress)?;
    let frame = asked(&sql, frames, progress)?;
    let rows = frame.column("row").and_then(|column| column.u32().cloned());
    let rows = rows.map_err(|_| broken())?;
    let rows: Vec<u32> = rows.iter().flatten().collect();
    let value = frame.column("value").ok();
    Ok((
        rows,
        value.map(|column| column.as_materialized_series().clone()),
    ))
}

fn broken() -> Failure {
    Problem::new("the statement gives no rows of the data").into()
}

/// A name that no column has.
fn free_name(table: &Table) -> String {
    let mut name = "row number".to_owned();
    while table.column(&name).is_some() {
        name.push('_');
    }
    name
}

/// A name as SQL has it, whatever its letters.
pub(super) fn quoted(name: &str) -> String {
    format!("\"{}\"", name.replace('"', "\"\""))
}

fn numbered(mut frame: DataFrame, name: &str) -> Result<DataFrame, Failure> {
    let numbers: Vec<u32> = (0..frame.height() as u32).collect();
    let column = Series::new(name.into(), numbers);
    match frame.with_column(column.into()) {
        Ok(_) => Ok(frame),
        Err(_) => Err(broken()),
    }
}

/// The tables as polars has them, with the columns that may be meant.
fn frames(
    open: &Open<'_>,
    words: Option<&HashSet<String>>,
    options: &LoadOptions,
) -> Vec<(String, DataFrame)> {
    let is_meant = |column: &&Column| words.is_none_or(|words| words.contains(column.name()));
    let frames = open.iter().map(|(name, table)| {
        let mut columns: Vec<&Column> = table.columns().iter().filter(is_meant).collect();
        if columns.is_empty() {
            columns.extend(table.columns().first());
        }
        let columns = columns.into_iter().map(|column| {
            let series = match options.types.get(column.name()) {
                Some(ColumnType::Text | ColumnType::YesNo) => {
                    series_of(column, 0..column.len(), ValueType::Text)
                }
                _ => typed(column),
            };
            series.into()
        });
        let frame = DataFrame::new(table.rows(), columns.collect()).unwrap_or_default();
        ((*name).to_owned(), frame)
    });
    frames.collect()
}

/// Tries the statement on tables without rows, and then runs it.
fn asked(
    sql: &str,
    frames: Vec<(String, DataFrame)>,
    progress: &Progress,
) -> Result<DataFrame, Failure> {
    let sql = sql.to_owned();
    let outcome = alone(progress, move || {
        let empty = frames.iter();
        let empty = empty.map(|(name, frame)| (name.clone(), frame.clear()));
        let tried = planned(&sql, empty).and_then(|(frame, _)| frame.collect());
        tried.map_err(|error| in_words(&error, &sql))?;
        let whole = planned(&sql, frames.into_iter()).and_then(|(frame, _)| frame.collect());
        whole.map_err(|error| fault_of_data(&error).to_owned())
    })?;
    outcome.map_err(|message| Problem::new(message).into())
}

/// What polars means to do, and the table of the data in it.
fn planned(
    sql: &str,
    frames: impl Iterator<Item = (String, DataFrame)>,
) -> PolarsResult<(LazyFrame, Option<Arc<DataFrame>>)> {
    silence();
    let mut context = SQLContext::new();
    let mut data = None;
    for (name, frame) in frames {
        let frame = frame.lazy();
        if let DslPlan::DataFrameScan { df, .. } = &frame.logical_plan
            && name == DATA
        {
            data = Some(df.clone());
        }
        context.register(&name, frame);
    }
    Ok((plan::settled(context.execute(sql)?)?, data))
}

/// What is wrong with the data, without a word of polars: it quotes cells.
fn fault_of_data(error: &PolarsError) -> &'static str {
    match error {
        PolarsError::Context { error, .. } | PolarsError::ExprContext { error, .. } => {
            fault_of_data(error)
        }
        PolarsError::OutOfBounds(_) | PolarsError::NoData(_) => {
            "the statement asks for a row or a place that the data do not have"
        }
        PolarsError::ShapeMismatch(_) => {
            "two parts of the statement have different numbers of rows; expected one value or as many as rows"
        }
        _ => {
            "a value of the data cannot be read or computed as the statement asks (a CAST, a date or a number); expected \
             TRY_CAST or a condition that leaves it out"
        }
    }
}

/// A statement that could come to more rows than fit is not begun: nothing would stop it.
fn refuse_too_many(query: &Query, open: &Open<'_>) -> Result<u128, Problem> {
    let tables: Vec<&Table> = open.iter().map(|(_, table)| *table).collect();
    let most = most_rows(query, open);
    refuse_more_than_fit("the statement could come to", most, &tables)?;
    Ok(most)
}

/// Nor one whose cells could.
fn refuse_too_large(
    sql: &str,
    frames: &[(String, DataFrame)],
    most: u128,
    progress: &Progress,
) -> Result<(), Failure> {
    let (sql, frames) = (sql.to_owned(), frames.to_vec());
    let outcome = alone(progress, move || {
        let planned = planned(&sql, frames.into_iter()).and_then(|(frame, _)| frame.to_alp());
        match planned {
            Ok(plan) => refuse_larger_than_fit(&plan, most),
            Err(error) => Err(in_words(&error, &sql)),
        }
    })?;
    outcome.map_err(|message| Problem::new(message).into())
}

/// A join that finds several rows for one of the data makes several people of one.
fn refuse_multiplied(
    sql: &str,
    frames: &[(String, DataFrame)],
    rows: usize,
    progress: &Progress,
) -> Result<(), Failure> {
    let (sql, frames) = (sql.to_owned(), frames.to_vec());
    let several = alone(progress, move || {
        let (frame, data) = planned(&sql, frames.into_iter())?;
        data.map_or(Ok(0), |data| people::several(frame, &data))
    })?;
    match several {
        // What is wrong with the statement itself is told when it runs.
        Err(_) | Ok(0) => Ok(()),
        Ok(several) => Err(multiplied(several, rows).into()),
    }
}

/// The refusal of a join that multiplies people.
pub(super) fn multiplied(several: usize, rows: usize) -> Problem {
    Problem::new(format!(
        "this multiplies people: {} of {} would come more than once; expected a table that has every key once, or \
         multiplies = true",
        counted(several, "row", "rows"),
        grouped(rows)
    ))
}

/// Names as a file would have them; two columns must not become one.
fn with_tidy_names(
    frame: DataFrame,
    checked: &Checked,
    open: &Open<'_>,
    options: &LoadOptions,
) -> Result<DataFrame, Problem> {
    let mut frame = without_twins(frame, checked, open)?;
    let names = frame.get_column_names();
    let tidy: Vec<String> = names
        .iter()
        .map(|name| options.fold.name(name).into_owned())
        .collect();
    let mut seen: HashSet<&str> = HashSet::new();
    for name in &tidy {
        if !seen.insert(name) {
            return Err(one_name(name));
        }
        if name.is_empty() {
            return Err(Problem::new(
                "a column of the result has no name; expected AS with a name",
            ));
        }
    }
    if frame.set_column_names(&tidy).is_err() {
        return Err(Problem::new("two columns of the result have one name"));
    }
    Ok(frame)
}

fn one_name(name: &str) -> Problem {
    Problem::new(format!(
        "two columns of the result become one name, \"{name}\"; expected AS with another name for one"
    ))
}

/// polars calls the second of two columns of one name after its table. Of a column that the tables share outright, as USING
/// says, the first is enough, with what only the second knows.
fn without_twins(
    mut frame: DataFrame,
    checked: &Checked,
    open: &Open<'_>,
) -> Result<DataFrame, Problem> {
    let (text, shared) = (checked.query.to_string(), checked.shared());
    let names = frame.get_column_names().into_iter();
    let names: Vec<String> = names.map(ToString::to_string).collect();
    for name in &names {
        let Some((first, _)) = name.rsplit_once(':') else {
            continue;
        };
        let is_known = open.iter().any(|(_, table)| table.column(name).is_some());
        if is_known || text.contains(name.as_str()) {
            continue;
        }
        let merged = shared.contains(first).then(|| merged(&frame, first, name));
        let Some(Ok(merged)) = merged else {
            return Err(one_name(first));
        };
        frame = merged;
    }
    Ok(frame)
}

/// The frame without its second column of the two; what the first lacks it has from there.
fn merged(frame: &DataFrame, first: &str, second: &str) -> PolarsResult<DataFrame> {
    let known = frame.column(first)?.as_materialized_series().clone();
    let other = frame.column(second)?.as_materialized_series();
    let both = known.zip_with(&known.is_not_null(), other)?;
    let mut merged = frame.drop(second)?;
    merged.with_column(both.with_name(first.into()).into())?;
    Ok(merged)
}
