//! A column made of others, value by value where it follows from one column, row by row where it follows from several.

use super::rows::{column_of, spelled, with_column};
use super::statement::{Open, expression, select};
use super::{At, Bands, Derived};
use crate::column::Column;
use crate::dictionary::DictionaryBuilder;
use crate::frame::{Halt, to_column};
use crate::load_options::LoadOptions;
use crate::problem::{Failure, Problem};
use crate::progress::Progress;
use crate::table::Table;
use crate::value_type::{ValueType, date_text, parse_date};
use crate::words::counted;

/// Rows or values between two looks at the progress.
const BREATH: usize = 1 << 13;

pub(super) fn derive(
    table: Table,
    name: &str,
    from: &Derived,
    open: &Open<'_>,
    options: &LoadOptions,
    progress: &Progress,
) -> Result<Table, Failure> {
    let column = match from {
        Derived::Formula(formula) => formula_of(&table, name, formula, open, options, progress)?,
        Derived::YearOf(of) => {
            let column = column_of(&table, of)?;
            refuse_other_than_dates(column)?;
            by_value(name, column, progress, |_, text| {
                Ok(parse_date(text).map(|days| year(days).to_string()))
            })?
        }
        Derived::Age { from, at } => age(&table, name, from, at, progress)?,
        Derived::Bands { of, bands } => {
            let column = column_of(&table, of)?;
            refuse_other_than_numbers(column)?;
            by_value(name, column, progress, |code, _| {
                Ok(column.number(code).map(|number| band(number, bands)))
            })?
        }
        Derived::Part { of, from, letters } => {
            let column = column_of(&table, of)?;
            by_value(name, column, progress, |_, text| {
                let rest = text.chars().skip(from.saturating_sub(1) as usize);
                Ok(Some(match letters {
                    Some(letters) => rest.take(*letters as usize).collect(),
                    None => rest.collect(),
                }))
            })?
        }
        Derived::Joined { columns, separator } => {
            let columns = columns.iter().map(|name| column_of(&table, name));
            let columns = columns.collect::<Result<Vec<&Column>, Problem>>()?;
            by_row(name, table.rows(), progress, |row, text| {
                let parts = columns.iter().filter(|column| !column.is_null(row));
                for (at, column) in parts.enumerate() {
                    if at > 0 {
                        text.push_str(separator);
                    }
                    text.push_str(column.text(row));
                }
            })?
        }
    };
    with_column(table, spelled(column, options, progress)?)
}

/// A column whose values follow from those of another.
fn by_value(
    name: &str,
    column: &Column,
    progress: &Progress,
    made: impl Fn(u32, &str) -> Result<Option<String>, Problem>,
) -> Result<Column, Failure> {
    let mut builder = DictionaryBuilder::default();
    let mut new = vec![u32::MAX; column.dictionary().len()];
    let mut codes = Vec::with_capacity(column.len());
    for (at, &code) in column.codes().iter().enumerate() {
        if at % BREATH == 0 {
            progress.check()?;
        }
        let known = &mut new[code as usize];
        if *known == u32::MAX {
            let text = column.dictionary().get(code);
            let text = match text {
                "" => None,
                _ => made(code, text)?,
            };
            *known = builder.intern(text.as_deref().unwrap_or(""))?;
        }
        codes.push(*known);
    }
    let null = builder.find("");
    Ok(Column::new(name, builder.finish(), codes, null))
}

fn by_row(
    name: &str,
    rows: usize,
    progress: &Progress,
    write: impl Fn(usize, &mut String),
) -> Result<Column, Failure> {
    let mut builder = DictionaryBuilder::default();
    let mut codes = Vec::with_capacity(rows);
    let mut text = String::new();
    for row in 0..rows {
        if row % BREATH == 0 {
            progress.check()?;
        }
        text.clear();
        write(row, &mut text);
        codes.push(builder.intern(&text)?);
    }
    let null = builder.find("");
    Ok(Column::new(name, builder.finish(), codes, null))
}

fn formula_of(
    table: &Table,
    name: &str,
    formula: &str,
    open: &Open<'_>,
    options: &LoadOptions,
    progress: &Progress,
) -> Result<Column, Failure> {
    let expression = expression(formula)?;
    let (rows, value) = select(&expression, None, table, open, options, progress)?;
    let is_whole =
        rows.len() == table.rows() && rows.iter().zip(0u32..).all(|(&row, at)| row == at);
    let Some(series) = value.filter(|_| is_whole) else {
        let message = "the formula gives another number of values than there are rows; expected one for each row";
        return Err(Problem::new(message).into());
    };
    match to_column(name, &series, &[], progress) {
        Ok((column, _)) => Ok(column),
        Err(Halt::Stopped(stopped)) => Err(stopped.into()),
        Err(Halt::Full(full)) => Err(full.into()),
        Err(Halt::Polars) => {
            let message = format!(
                "the formula gives values of the type {}, which no column of a table has",
                series.dtype()
            );
            Err(Problem::new(message).into())
        }
    }
}

/// How many rows of a column have a value that is not as it must be.
fn odd(column: &Column, fits: impl Fn(&str) -> bool) -> usize {
    let values = column.dictionary().iter().zip(column.counts());
    let odd = values.filter(|(text, _)| !text.is_empty() && !fits(text));
    odd.map(|(_, &rows)| rows as usize).sum()
}

pub(super) fn refuse_other_than_dates(column: &Column) -> Result<(), Problem> {
    let odd = odd(column, |text| parse_date(text).is_some());
    refuse_odd(
        column,
        odd,
        "no date",
        "no dates",
        "dates such as 2024-03-31",
    )
}

pub(super) fn refuse_other_than_numbers(column: &Column) -> Result<(), Problem> {
    let odd = match column.value_type().is_number() {
        true => 0,
        false => odd(column, |text| ValueType::of(text).is_number()),
    };
    let all_numbers = odd == 0 && !column.value_type().is_number() && column.distinct() > 0;
    if all_numbers {
        return Err(Problem::new(format!(
            "column \"{}\" is said to hold texts; expected numbers",
            column.name()
        )));
    }
    refuse_odd(column, odd, "no number", "no numbers", "numbers")
}

fn refuse_odd(
    column: &Column,
    odd: usize,
    is: &str,
    are: &str,
    expected: &str,
) -> Result<(), Problem> {
    if odd == 0 {
        return Ok(());
    }
    let (values, is) = match odd {
        1 => ("1 value that is", is),
        _ => ("values that are", are),
    };
    let many = match odd {
        1 => String::new(),
        _ => format!("{} ", crate::words::grouped(odd)),
    };
    Err(Problem::new(format!(
        "column \"{}\" holds {many}{values} {is}; expected {expected}",
        column.name()
    )))
}

fn parts(days: i64) -> (i64, u32) {
    let text = date_text(days);
    // The month and the day are the last five letters, whatever the year.
    let (year, day) = text.split_at(text.len() - 6);
    let day: u32 = day
        .chars()
        .filter(char::is_ascii_digit)
        .fold(0, |day, digit| day * 10 + digit.to_digit(10).unwrap_or(0));
    (year.parse().unwrap_or(0), day)
}

fn year(days: i64) -> i64 {
    parts(days).0
}

/// Whole years between two days.
fn years(from: i64, to: i64) -> i64 {
    let ((from_year, from_day), (to_year, to_day)) = (parts(from), parts(to));
    to_year - from_year - i64::from(to_day < from_day)
}

fn age(
    table: &Table,
    name: &str,
    from: &str,
    at: &At,
    progress: &Progress,
) -> Result<Column, Failure> {
    let column = column_of(table, from)?;
    refuse_other_than_dates(column)?;
    let refuse_later = |later: usize, than: &str| match later {
        0 => Ok(()),
        _ => Err(Problem::new(format!(
            "{} of column \"{from}\" {} after {than}; expected earlier ones",
            counted(later, "date", "dates"),
            if later == 1 { "lies" } else { "lie" }
        ))),
    };
    match at {
        At::Date(text) => {
            let Some(at) = parse_date(text) else {
                let message = "the day of the age is no date; expected one such as 2024-12-31";
                return Err(Problem::new(message).into());
            };
            let later = odd(column, |text| {
                parse_date(text).is_none_or(|from| from <= at)
            });
            refuse_later(later, text)?;
            by_value(name, column, progress, |_, text| {
                Ok(parse_date(text).map(|from| years(from, at).to_string()))
            })
        }
        At::Column(at_name) => {
            let at = column_of(table, at_name)?;
            refuse_other_than_dates(at)?;
            let days = |column: &Column| -> Vec<Option<i64>> {
                column.dictionary().iter().map(parse_date).collect()
            };
            let (from_days, at_days) = (days(column), days(at));
            let both = |row: usize| {
                let from = from_days[column.codes()[row] as usize]?;
                Some((from, at_days[at.codes()[row] as usize]?))
            };
            let later =
                (0..table.rows()).filter(|&row| both(row).is_some_and(|(from, at)| from > at));
            refuse_later(later.count(), &format!("that of \"{at_name}\""))?;
            by_row(name, table.rows(), progress, |row, text| {
                if let Some((from, at)) = both(row) {
                    text.push_str(&years(from, at).to_string());
                }
            })
        }
    }
}

/// `20-29`, or `<18`, `18-64` and `>=65`.
fn band(number: f64, bands: &Bands) -> String {
    match bands {
        Bands::Width(width) => {
            let width = f64::from((*width).max(1));
            let low = (number / width).floor() * width;
            range(low as i64, (low + width) as i64 - 1)
        }
        Bands::Cuts(cuts) => {
            let at = cuts.partition_point(|&cut| cut as f64 <= number);
            match (at.checked_sub(1).map(|before| cuts[before]), cuts.get(at)) {
                (None, Some(next)) => format!("<{next}"),
                (Some(low), Some(next)) => range(low, next - 1),
                (Some(low), None) => format!(">={low}"),
                (None, None) => String::new(),
            }
        }
    }
}

fn range(low: i64, high: i64) -> String {
    match low == high {
        true => low.to_string(),
        false => format!("{low}-{high}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ages_are_whole_years_on_the_day() {
        let day = |text| parse_date(text).unwrap();
        for (from, to, expected) in [
            ("1990-06-15", "2020-06-14", 29),
            ("1990-06-15", "2020-06-15", 30),
            ("2000-02-29", "2023-02-28", 22),
            ("2000-02-29", "2023-03-01", 23),
            ("2020-01-01", "2020-01-01", 0),
        ] {
            assert_eq!(years(day(from), day(to)), expected, "{from} {to}");
        }
    }

    #[test]
    fn bands_hold_their_numbers() {
        let width = Bands::Width(10);
        assert_eq!(band(29.5, &width), "20-29");
        assert_eq!(band(30.0, &width), "30-39");
        assert_eq!(band(-1.0, &width), "-10--1");
        assert_eq!(band(7.0, &Bands::Width(1)), "7");
        let cuts = Bands::Cuts(vec![18, 65]);
        assert_eq!(band(17.9, &cuts), "<18");
        assert_eq!(band(18.0, &cuts), "18-64");
        assert_eq!(band(65.0, &cuts), ">=65");
    }
}
