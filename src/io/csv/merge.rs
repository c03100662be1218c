//! The parts of each column become one column, with codes in the order of first appearance.

use super::parse::{ColumnPart, Part};
use crate::model::column::Column;
use crate::model::dictionary::DictionaryFull;
use crate::model::pulse::{Pulse, Stopped};
use rayon::prelude::*;

/// Values between two looks at the pulse.
const BREATH: usize = 1 << 16;

#[derive(Debug)]
pub enum MergeError {
    Stopped(Stopped),
    /// The column of this number, from 0, has too much distinct text.
    Full(usize),
}

/// Parts in the order of the file. The result does not depend on how the file was cut.
pub fn merge(
    names: Vec<String>,
    parts: Vec<Part>,
    pulse: &Pulse,
) -> Result<Vec<Column>, MergeError> {
    let mut by_column: Vec<Vec<ColumnPart>> = names.iter().map(|_| Vec::new()).collect();
    for part in parts {
        for (column, part) in by_column.iter_mut().zip(part.columns) {
            column.push(part);
        }
    }
    pulse.stage("building columns", by_column.len() as u64);
    names
        .into_par_iter()
        .zip(by_column)
        .enumerate()
        .map(|(at, (name, parts))| {
            let column = merge_column(name, parts, at, pulse)?;
            pulse.advance(1);
            Ok(column)
        })
        .collect()
}

fn merge_column(
    name: String,
    parts: Vec<ColumnPart>,
    at: usize,
    pulse: &Pulse,
) -> Result<Column, MergeError> {
    let total: usize = parts.iter().map(|part| part.codes.len()).sum();
    let mut parts = parts.into_iter();
    let ColumnPart {
        mut values,
        mut codes,
    } = parts.next().unwrap_or_default();
    codes.reserve_exact(total - codes.len());
    for part in parts {
        let theirs = part.values.finish();
        let mut new_codes = Vec::with_capacity(theirs.len());
        for (done, text) in theirs.iter().enumerate() {
            if done % BREATH == 0 {
                pulse.check().map_err(MergeError::Stopped)?;
            }
            let code = values
                .intern(text)
                .map_err(|DictionaryFull| MergeError::Full(at))?;
            new_codes.push(code);
        }
        codes.extend(
            part.codes
                .iter()
                .filter_map(|&code| new_codes.get(code as usize)),
        );
    }
    pulse.check().map_err(MergeError::Stopped)?;
    codes.shrink_to_fit();
    let null = values.find("");
    Ok(Column::new(name, values.finish(), codes, null))
}
