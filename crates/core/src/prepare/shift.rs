//! All dates of a person moved by the same number of days, drawn by a key: what lies between two of them stays.

use super::derive::refuse_other_than_dates;
use super::rows::{as_said, column_of, with_column};
use super::secret::Key;
use crate::column::Column;
use crate::dictionary::DictionaryBuilder;
use crate::load_options::LoadOptions;
use crate::problem::{Failure, Problem};
use crate::progress::Progress;
use crate::table::Table;
use crate::value_type::{date_text, parse_date};
use crate::words::counted;

/// What is signed is no pseudonym of the person.
const PURPOSE: &[u8] = b"days of\0";

pub(super) fn shift(
    mut table: Table,
    columns: &[String],
    person: &str,
    key: &Key,
    days: u32,
    options: &LoadOptions,
    progress: &Progress,
) -> Result<Table, Failure> {
    let people = column_of(&table, person)?;
    if people.nulls() > 0 {
        let message = format!(
            "{} no \"{person}\", so that nobody knows whose dates they hold; expected a value in each",
            counted(people.nulls(), "row has", "rows have")
        );
        return Err(Problem::new(message).into());
    }
    if columns.iter().any(|name| name == person) {
        let message = "the person is told by a column that is shifted; expected another one";
        return Err(Problem::new(message).into());
    }
    let mut moved = Vec::with_capacity(people.dictionary().len());
    for (at, text) in people.dictionary().iter().enumerate() {
        if at % (1 << 12) == 0 {
            progress.check()?;
        }
        moved.push(days_of(key, text, days));
    }
    let codes = people.codes().to_vec();
    for name in columns {
        let column = column_of(&table, name)?;
        refuse_other_than_dates(column)?;
        let shifted = shifted(column, &codes, &moved, progress)?;
        table = with_column(table, as_said(shifted, options))?;
    }
    Ok(table)
}

/// From `-days` to `days`, and never 0.
fn days_of(key: &Key, person: &str, days: u32) -> i64 {
    let signed = key.sign(&[PURPOSE, person.as_bytes()].concat());
    let mut first = [0u8; 16];
    first.copy_from_slice(&signed[..16]);
    let days = i64::from(days.max(1));
    // The remainder of 128 bits is as good as even.
    let drawn = (u128::from_be_bytes(first) % (2 * days as u128)) as i64 - days;
    if drawn >= 0 { drawn + 1 } else { drawn }
}

fn shifted(
    column: &Column,
    people: &[u32],
    moved: &[i64],
    progress: &Progress,
) -> Result<Column, Failure> {
    let days: Vec<Option<i64>> = column.dictionary().iter().map(parse_date).collect();
    let mut builder = DictionaryBuilder::default();
    let mut codes = Vec::with_capacity(column.len());
    for (row, (&code, &person)) in column.codes().iter().zip(people).enumerate() {
        if row % (1 << 12) == 0 {
            progress.check()?;
        }
        codes.push(match days[code as usize] {
            None => builder.intern("")?,
            Some(day) => {
                let date = date_text(day + moved[person as usize]);
                let text = column.dictionary().get(code);
                match text.find(['T', ' ']) {
                    Some(time) => builder.intern(&format!("{date}{}", &text[time..]))?,
                    None => builder.intern(&date)?,
                }
            }
        });
    }
    let null = builder.find("");
    let made = Column::new(column.name(), builder.finish(), codes, null);
    Ok(made.with_spelling(column.spelling()))
}
