//! The columns of another table beside those of the data, looked up by a key.

use super::rows::{NONE, column_of, gathered, names, picked, refuse_more_than_fit};
use super::statement::multiplied;
use crate::column::Column;
use crate::load_options::LoadOptions;
use crate::problem::{Failure, Problem};
use crate::progress::Progress;
use crate::table::Table;
use crate::words::counted;
use foldhash::fast::FixedState;
use hashbrown::{HashMap, HashSet};

/// What is joined, and how.
pub(super) struct Join<'a> {
    pub other: &'a Table,
    pub on: &'a [(String, String)],
    pub columns: Option<&'a [String]>,
    pub keeps_unmatched: bool,
    pub multiplies: bool,
}

pub(super) fn join(
    table: &Table,
    join: &Join<'_>,
    options: &LoadOptions,
    progress: &Progress,
) -> Result<(Table, Vec<String>), Failure> {
    if join.on.is_empty() {
        let message = format!(
            "no column says which rows belong together; expected some of {}",
            names(table)
        );
        return Err(Problem::new(message).into());
    }
    let keys = join.on.iter().map(|(name, _)| column_of(table, name));
    let keys = keys.collect::<Result<Vec<&Column>, Problem>>()?;
    let others = join.on.iter().map(|(_, name)| column_of(join.other, name));
    let others = others.collect::<Result<Vec<&Column>, Problem>>()?;
    let taken = taken(table, join)?;
    let found = found(&keys, &others, progress)?;
    let several = found.rows.iter().filter(|rows| rows.len() > 1).count();
    let of_row = |row: usize| found.of_row[row].map(|at| found.rows[at as usize].as_slice());
    if several > 0 && !join.multiplies {
        let rows = (0..table.rows()).filter(|&row| of_row(row).is_some_and(|rows| rows.len() > 1));
        let people = rows.count();
        if people > 0 {
            return Err(multiplied(people, table.rows()).into());
        }
    }
    let kept = u128::from(join.keeps_unmatched);
    let come = (0..table.rows()).map(|row| of_row(row).map_or(kept, |rows| rows.len() as u128));
    refuse_more_than_fit("the join comes to", come.sum(), &[table, join.other])?;
    let (mut left, mut right) = (Vec::with_capacity(table.rows()), Vec::new());
    let mut unmatched = 0;
    for row in 0..table.rows() {
        if row % (1 << 13) == 0 {
            progress.check()?;
        }
        match of_row(row) {
            Some(rows) => {
                for &other in rows {
                    left.push(row as u32);
                    right.push(other);
                }
            }
            None => {
                unmatched += 1;
                if join.keeps_unmatched {
                    left.push(row as u32);
                    right.push(NONE);
                }
            }
        }
    }
    let is_same = left.len() == table.rows() && left.iter().zip(0u32..).all(|(&row, at)| row == at);
    let data = match is_same {
        true => table.clone(),
        false => picked(table, &left, options)?,
    };
    let mut columns = data.into_columns();
    for column in taken {
        columns.push(gathered(column, &right, options)?);
    }
    let what = match join.keeps_unmatched {
        true => "found nothing there and stayed",
        false => "found nothing there and went",
    };
    let note = (unmatched > 0).then(|| format!("{} {what}.", counted(unmatched, "row", "rows")));
    Ok((Table::new(columns)?, note.into_iter().collect()))
}

/// The columns of the other table that come along.
fn taken<'a>(table: &Table, join: &Join<'a>) -> Result<Vec<&'a Column>, Problem> {
    let other = join.other;
    let is_key = |name: &str| join.on.iter().any(|(_, key)| key == name);
    let taken: Vec<&Column> = match join.columns {
        Some(names) => names
            .iter()
            .map(|name| column_of(other, name))
            .collect::<Result<_, _>>()?,
        None => {
            let columns = other.columns().iter();
            columns.filter(|column| !is_key(column.name())).collect()
        }
    };
    let mut seen = HashSet::new();
    match taken
        .iter()
        .find(|column| !seen.insert(column.name()) || table.column(column.name()).is_some())
    {
        Some(column) => Err(Problem::new(format!(
            "two columns become one name, \"{}\"; expected columns that name the others alone, or one renamed before",
            column.name()
        ))),
        None => Ok(taken),
    }
}

struct Found {
    /// For each row of the data the place in `rows`.
    of_row: Vec<Option<u32>>,
    /// The rows of the other table of each key.
    rows: Vec<Vec<u32>>,
}

/// The rows of the other table that have the key of each row. Keys are compared in the spelling of the data; a missing one
/// belongs to nobody.
fn found(keys: &[&Column], others: &[&Column], progress: &Progress) -> Result<Found, Failure> {
    // By code of the other table's column the code of the data's, where the data have the value.
    let mut same: Vec<Vec<Option<u32>>> = Vec::with_capacity(keys.len());
    for (key, other) in keys.iter().zip(others) {
        progress.check()?;
        let values = key.dictionary().iter().zip(0u32..);
        let known: HashMap<&str, u32, FixedState> = values.collect();
        let texts = other.dictionary().iter().map(|text| match text {
            "" => None,
            _ => known.get(&*key.spelling().of(text)).copied(),
        });
        same.push(texts.collect());
    }
    let mut at: HashMap<Vec<u32>, u32, FixedState> = HashMap::default();
    let mut rows: Vec<Vec<u32>> = Vec::new();
    let of_other = others.first().map_or(0, |column| column.len());
    for row in 0..of_other {
        if row % (1 << 13) == 0 {
            progress.check()?;
        }
        let codes = others.iter().zip(&same);
        let code: Option<Vec<u32>> = codes
            .map(|(column, same)| same[column.codes()[row] as usize])
            .collect();
        let Some(code) = code else { continue };
        let place = *at.entry(code).or_insert_with(|| {
            rows.push(Vec::new());
            rows.len() as u32 - 1
        });
        rows[place as usize].push(row as u32);
    }
    let of_data = keys.first().map_or(0, |column| column.len());
    let mut of_row = Vec::with_capacity(of_data);
    let mut code = Vec::with_capacity(keys.len());
    for row in 0..of_data {
        code.clear();
        code.extend(keys.iter().map(|column| column.codes()[row]));
        of_row.push(at.get(&code).copied());
    }
    Ok(Found { of_row, rows })
}
