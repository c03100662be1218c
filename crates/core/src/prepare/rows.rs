//! Columns made of the rows of others: with no value in their dictionary that none of their rows has, so that nothing computed
//! from them depends on rows that are gone.

use crate::column::Column;
use crate::dictionary::{DictionaryBuilder, DictionaryFull};
use crate::io::{fold, memory};
use crate::load_options::{ColumnType, LoadOptions};
use crate::problem::{Failure, Problem};
use crate::progress::Progress;
use crate::spelling::fold_column;
use crate::table::Table;
use crate::value_type::ValueType;
use crate::words::grouped;
use std::path::Path;

/// Stands for no row, where a table that is looked up has none.
pub const NONE: u32 = u32::MAX;

/// These rows of a column, in this order.
pub fn gathered(
    column: &Column,
    rows: &[u32],
    options: &LoadOptions,
) -> Result<Column, DictionaryFull> {
    let mut builder = DictionaryBuilder::default();
    let mut known = vec![u32::MAX; column.dictionary().len()];
    let mut codes = Vec::with_capacity(rows.len());
    for &row in rows {
        if row == NONE {
            codes.push(builder.intern("")?);
            continue;
        }
        let code = column.codes()[row as usize];
        let known = &mut known[code as usize];
        if *known == u32::MAX {
            *known = builder.intern(column.dictionary().get(code))?;
        }
        codes.push(*known);
    }
    let null = builder.find("");
    let made = Column::new(column.name(), builder.finish(), codes, null);
    Ok(as_said(made.with_spelling(column.spelling()), options))
}

/// The column with the type that somebody said it has, if all values that are left have it.
pub fn as_said(column: Column, options: &LoadOptions) -> Column {
    let Some(said) = options.types.get(column.name()) else {
        return column;
    };
    match said {
        ColumnType::Text | ColumnType::YesNo => column.with_type(ValueType::Text),
        ColumnType::Decimal if column.value_type() == ValueType::Whole => {
            column.with_type(ValueType::Decimal)
        }
        _ => column,
    }
}

/// A column that was made, with one spelling for equal values, as those of files and statements have.
pub fn spelled(
    column: Column,
    options: &LoadOptions,
    progress: &Progress,
) -> Result<Column, Failure> {
    let name = column.name().to_owned();
    let folded = fold_column(column, options.fold, &[], progress);
    let (column, _) = folded.map_err(|error| fold::refused(Path::new(""), &name, error))?;
    Ok(as_said(column, options))
}

/// These rows of a table.
pub fn picked(table: &Table, rows: &[u32], options: &LoadOptions) -> Result<Table, Failure> {
    let columns = table.columns().iter();
    let columns = columns.map(|column| gathered(column, rows, options));
    Ok(Table::new(columns.collect::<Result<_, _>>()?)?)
}

/// What a row takes besides its cells, in bytes, and what a cell does: with room for what is kept meanwhile.
const ROW: u128 = 32;
const CELL: u128 = 32;

/// Of so many rows of columns of these tables, before any is made.
pub fn refuse_more_than_fit(come_to: &str, most: u128, tables: &[&Table]) -> Result<(), Problem> {
    let columns: usize = tables.iter().map(|table| table.columns().len()).sum();
    let each = ROW + CELL * columns as u128;
    // However little memory there is, the tables as they are do fit.
    let are: usize = tables.iter().map(|table| table.rows()).sum();
    let fit = (u128::from(memory::room()) / each).max(2 * are as u128);
    let fit = fit.min(u128::from(u32::MAX - 1));
    if most <= fit {
        return Ok(());
    }
    Err(Problem::new(format!(
        "{come_to} {} rows, and {} fit in the memory; expected joins by a key that one of the two tables has once",
        grouped(most),
        grouped(fit)
    )))
}

/// The table with a column more, or with another one in its place if there is one of that name.
pub fn with_column(table: Table, column: Column) -> Result<Table, Failure> {
    let place = table.position(column.name());
    let mut columns = table.into_columns();
    match place {
        Some(place) => columns[place] = column,
        None => columns.push(column),
    }
    Ok(Table::new(columns)?)
}

/// The column of that name, or a sentence that says which there are.
pub fn column_of<'t>(table: &'t Table, name: &str) -> Result<&'t Column, Problem> {
    table.column(name).ok_or_else(|| {
        Problem::new(format!(
            "there is no column \"{name}\"; expected one of {}",
            names(table)
        ))
    })
}

/// The names of the columns, some of them if there are many.
pub fn names(table: &Table) -> String {
    const SHOWN: usize = 12;
    let names = table.columns().iter().map(Column::name);
    let mut shown: Vec<String> = names
        .take(SHOWN)
        .map(|name| format!("\"{name}\""))
        .collect();
    let all = table.columns().len();
    if all > SHOWN {
        shown.push(format!("… ({all} in all)"));
    }
    shown.join(", ")
}

/// The rows of one table that have the same values in some columns, numbered in the order in which they first appear.
pub struct Groups {
    /// The group of each row; `NONE` where a key is missing, if those are left apart.
    pub of_row: Vec<u32>,
    /// The first row of each.
    pub first: Vec<u32>,
    pub sizes: Vec<u32>,
}

impl Groups {
    pub fn of(columns: &[&Column], leaves_missing_apart: bool) -> Self {
        let rows = columns.first().map_or(0, |column| column.len());
        let mut known: hashbrown::HashMap<Vec<u32>, u32, foldhash::fast::FixedState> =
            hashbrown::HashMap::default();
        let mut groups = Self {
            of_row: Vec::with_capacity(rows),
            first: Vec::new(),
            sizes: Vec::new(),
        };
        let mut key = Vec::with_capacity(columns.len());
        for row in 0..rows {
            key.clear();
            key.extend(columns.iter().map(|column| column.codes()[row]));
            if leaves_missing_apart && columns.iter().any(|column| column.is_null(row)) {
                groups.of_row.push(NONE);
                continue;
            }
            let group = match known.get(&key) {
                Some(&group) => group,
                None => {
                    let group = groups.first.len() as u32;
                    known.insert(key.clone(), group);
                    groups.first.push(row as u32);
                    groups.sizes.push(0);
                    group
                }
            };
            groups.of_row.push(group);
            groups.sizes[group as usize] += 1;
        }
        groups
    }
}
