//! One row out of all rows that have the same key, in the order in which keys first appear.

use super::derive::refuse_other_than_numbers;
use super::rows::{Groups, as_said, column_of, gathered, names, spelled};
use super::{Aggregate, Taken};
use crate::column::Column;
use crate::dictionary::{DictionaryBuilder, DictionaryFull};
use crate::frame::float_text;
use crate::load_options::LoadOptions;
use crate::problem::{Failure, Problem};
use crate::progress::Progress;
use crate::table::Table;
use crate::value_type::ValueType;
use hashbrown::HashSet;

/// Between two values of a list.
pub(super) const BETWEEN: &str = ", ";

pub(super) fn group(
    table: &Table,
    by: &[String],
    take: &[Taken],
    options: &LoadOptions,
    progress: &Progress,
) -> Result<Table, Failure> {
    if by.is_empty() {
        let message = format!(
            "no column says who is who; expected some of {}",
            names(table)
        );
        return Err(Problem::new(message).into());
    }
    let keys = by.iter().map(|name| column_of(table, name));
    let keys = keys.collect::<Result<Vec<&Column>, Problem>>()?;
    progress.check()?;
    let groups = Groups::of(&keys, false);
    let mut columns = Vec::with_capacity(by.len() + take.len());
    let names = by.iter().chain(take.iter().map(|taken| &taken.column));
    let mut seen = HashSet::new();
    if names.clone().any(|name| name.trim().is_empty()) {
        let message = "a column of the result has no name; expected one for each that is taken";
        return Err(Problem::new(message).into());
    }
    if let Some(name) = names.into_iter().find(|name| !seen.insert(name.as_str())) {
        let message = format!(
            "two columns of the result become one name, \"{name}\"; expected another name for one"
        );
        return Err(Problem::new(message).into());
    }
    for key in keys {
        columns.push(gathered(key, &groups.first, options)?);
    }
    for taken in take {
        progress.check()?;
        let column = aggregated(table, taken, &groups, options)?;
        columns.push(match taken.how.is_of_numbers() {
            true => spelled(column, options, progress)?,
            false => as_said(column, options),
        });
    }
    Ok(Table::new(columns)?)
}

fn aggregated(
    table: &Table,
    taken: &Taken,
    groups: &Groups,
    options: &LoadOptions,
) -> Result<Column, Failure> {
    let Some(of) = &taken.of else {
        let sizes = groups.sizes.iter();
        return Ok(texts(&taken.column, sizes.map(u32::to_string))?);
    };
    let column = column_of(table, of)?;
    if taken.how.is_of_numbers() {
        refuse_other_than_numbers(column)?;
    }
    let of_rows = || {
        groups
            .of_row
            .iter()
            .map(|&group| group as usize)
            .enumerate()
    };
    let count = groups.first.len();
    let name = taken.column.as_str();
    let made = match taken.how {
        Aggregate::Count => {
            let mut counts = vec![0usize; count];
            for (row, group) in of_rows() {
                counts[group] += usize::from(!column.is_null(row));
            }
            texts(name, counts.iter().map(usize::to_string))?
        }
        Aggregate::Distinct => {
            let mut seen = HashSet::new();
            let mut counts = vec![0usize; count];
            for (row, group) in of_rows() {
                let is_new = !column.is_null(row) && seen.insert((group, column.codes()[row]));
                counts[group] += usize::from(is_new);
            }
            texts(name, counts.iter().map(usize::to_string))?
        }
        Aggregate::Sum if column.value_type() == ValueType::Whole => {
            let mut sums = vec![None::<i128>; count];
            let values: Vec<Option<i128>> = column
                .dictionary()
                .iter()
                .map(|text| text.parse().ok())
                .collect();
            for (row, group) in of_rows() {
                if let Some(value) = values[column.codes()[row] as usize] {
                    sums[group] = Some(sums[group].unwrap_or(0) + value);
                }
            }
            texts(
                name,
                sums.iter()
                    .map(|sum| sum.map_or(String::new(), |sum| sum.to_string())),
            )?
        }
        Aggregate::Sum | Aggregate::Mean => {
            let mut sums = vec![(0.0f64, 0u32); count];
            let codes = 0..column.dictionary().len() as u32;
            let values: Vec<Option<f64>> = codes.map(|code| column.number(code)).collect();
            for (row, group) in of_rows() {
                if let Some(value) = values[column.codes()[row] as usize] {
                    sums[group].0 += value;
                    sums[group].1 += 1;
                }
            }
            let text = |&(sum, of): &(f64, u32)| match (of, taken.how) {
                (0, _) => String::new(),
                (of, Aggregate::Mean) => float_text(sum / f64::from(of)),
                _ => float_text(sum),
            };
            texts(name, sums.iter().map(text))?
        }
        Aggregate::First | Aggregate::Last | Aggregate::Min | Aggregate::Max => {
            let ranks = column.ranks();
            let rank = |row: usize| ranks[column.codes()[row] as usize];
            let mut chosen = vec![None::<usize>; count];
            for (row, group) in of_rows() {
                if column.is_null(row) {
                    continue;
                }
                let is_better = chosen[group].is_none_or(|before| match taken.how {
                    Aggregate::Last => true,
                    Aggregate::Min => rank(row) < rank(before),
                    Aggregate::Max => rank(row) > rank(before),
                    _ => false,
                });
                if is_better {
                    chosen[group] = Some(row);
                }
            }
            let rows: Vec<u32> = chosen
                .iter()
                .map(|row| row.map_or(super::rows::NONE, |row| row as u32))
                .collect();
            gathered(column, &rows, options)?.renamed(name)
        }
        Aggregate::List => {
            let mut lists = vec![String::new(); count];
            for (row, group) in of_rows() {
                if column.is_null(row) {
                    continue;
                }
                if !lists[group].is_empty() {
                    lists[group].push_str(BETWEEN);
                }
                lists[group].push_str(column.text(row));
            }
            texts(name, lists.iter())?
        }
    };
    Ok(made)
}

fn texts<T: AsRef<str>>(
    name: &str,
    texts: impl Iterator<Item = T>,
) -> Result<Column, DictionaryFull> {
    let mut builder = DictionaryBuilder::default();
    let codes = texts.map(|text| builder.intern(text.as_ref()));
    let codes = codes.collect::<Result<Vec<u32>, _>>()?;
    let null = builder.find("");
    Ok(Column::new(name, builder.finish(), codes, null))
}
