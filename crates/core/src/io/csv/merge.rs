//! The parts of each column become one column, with codes in the order of first appearance.

use super::parse::{ColumnPart, Part};
use crate::{Column, Dictionary, DictionaryBuilder, DictionaryFull, Progress, Stopped};
use rayon::prelude::*;

/// Values between two looks at the progress.
const BREATH: usize = 1 << 16;
/// Values that are looked up together; divides `BREATH`.
const BATCH: usize = 64;

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
    progress: &Progress,
) -> Result<Vec<Column>, MergeError> {
    let mut by_column: Vec<Vec<ColumnPart>> = names.iter().map(|_| Vec::new()).collect();
    for part in parts {
        for (column, part) in by_column.iter_mut().zip(part.columns) {
            column.push(part);
        }
    }
    progress.stage("building columns", by_column.len() as u64);
    names
        .into_par_iter()
        .zip(by_column)
        .enumerate()
        .map(|(at, (name, parts))| {
            let column = merge_column(name, parts, at, progress)?;
            progress.advance(1);
            Ok(column)
        })
        .collect()
}

fn merge_column(
    name: String,
    parts: Vec<ColumnPart>,
    at: usize,
    progress: &Progress,
) -> Result<Column, MergeError> {
    let total: usize = parts.iter().map(|part| part.codes.len()).sum();
    let mut parts = parts.into_iter();
    let ColumnPart {
        mut values,
        mut codes,
        ..
    } = parts.next().unwrap_or_default();
    codes.reserve_exact(total - codes.len());
    let mut null = values.find("");
    while let Some(part) = parts.next() {
        let theirs_null = part.values.find("");
        let theirs = part.values.finish();
        let is_last = parts.len() == 0;
        if !is_last && values.len() * 10 > codes.len() * 9 {
            values.reserve(theirs.len());
        }
        let new_codes =
            absorb(&mut values, &theirs, is_last, progress)?.ok_or(MergeError::Full(at))?;
        null = null.or_else(|| new_codes.get(theirs_null? as usize).copied());
        codes.extend(
            part.codes
                .iter()
                .filter_map(|&code| new_codes.get(code as usize)),
        );
    }
    progress.check().map_err(MergeError::Stopped)?;
    codes.shrink_to_fit();
    Ok(Column::new(name, values.finish(), codes, null))
}

/// Takes over every value of `theirs`; the answer maps their codes to ours, `None` if there is no room.
fn absorb(
    values: &mut DictionaryBuilder,
    theirs: &Dictionary,
    is_last: bool,
    progress: &Progress,
) -> Result<Option<Vec<u32>>, MergeError> {
    let mut new_codes = Vec::with_capacity(theirs.len());
    let mut keys = Vec::with_capacity(BATCH);
    let count = theirs.len() as u32;
    for start in (0..count).step_by(BATCH) {
        if (start as usize).is_multiple_of(BREATH) {
            progress.check().map_err(MergeError::Stopped)?;
        }
        let batch = start..count.min(start.saturating_add(BATCH as u32));
        keys.clear();
        keys.extend(batch.clone().map(|code| theirs.key(code)));
        values.prepare(keys.iter().copied());
        for (code, &key) in batch.zip(&keys) {
            // Their values differ from each other, so those of the last part are looked up once.
            let interned = if is_last {
                values.intern_last(key, || theirs.get(code))
            } else {
                values.intern_keyed(key, || theirs.get(code))
            };
            match interned {
                Ok(code) => new_codes.push(code),
                Err(DictionaryFull) => return Ok(None),
            }
        }
    }
    Ok(Some(new_codes))
}
