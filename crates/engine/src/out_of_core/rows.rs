//! Which records of the file break a promise, found by reading it once more.

use super::order::{self, changed};
use super::spellings::Spellings;
use super::tuples::Tuples;
use crate::open::Opened;
use cloakroom_core::batch::Batch;
use cloakroom_core::io::batches::{BatchSink, Head, read_batches};
use cloakroom_core::io::csv::stream::Division;
use cloakroom_core::{CheckAnswer, Failure, PreparedTable, Progress};
use std::path::Path;
use std::sync::{Mutex, PoisonError};

/// More rows than this are told by their number alone.
const MOST_LISTED: usize = 10_000_000;

struct Sink<'a> {
    path: &'a Path,
    tuples: &'a Tuples<'a>,
    spellings: &'a Spellings<'a>,
    progress: &'a Progress,
    /// The number of a batch, and its rows that were looked for.
    found: Mutex<Vec<(u32, Vec<u32>)>>,
}

impl BatchSink for Sink<'_> {
    fn take(&self, mut batch: Batch) -> Result<(), Failure> {
        self.spellings
            .respell(&mut batch, self.path, self.progress)?;
        let places: Vec<usize> = (0..batch.columns.len()).collect();
        let among = self.tuples.among(&batch, &places);
        let among = among.map_err(|_| changed(self.path))?;
        let rows = (0..).zip(among).filter(|&(_, is)| is).map(|(row, _)| row);
        let mut found = self.found.lock().unwrap_or_else(PoisonError::into_inner);
        found.push((batch.number, rows.collect()));
        Ok(())
    }
}

/// Puts the rows of the file in the place of the tuples that an answer about a counted table speaks of.
pub fn list_violating(
    opened: &Opened,
    answer: &mut CheckAnswer,
    progress: &Progress,
) -> Result<(), Failure> {
    let loaded = &opened.loaded;
    let tuples = std::mem::take(&mut answer.violating_rows);
    let table = loaded.dataset.table();
    let Some(table) = table.filter(|_| opened.in_batches.is_some() && !tuples.is_empty()) else {
        answer.violating_rows = tuples;
        return Ok(());
    };
    // Not a question of its own: the recipe may leave open all that was asked.
    let prepared = PreparedTable::new(table, &opened.recipe.settings, &opened.trees.hierarchies)?;
    let violating = prepared.records_of(&tuples);
    if violating > MOST_LISTED {
        answer.unlisted_rows = violating;
        return Ok(());
    }
    let path = &loaded.source.path;
    let tuples = Tuples::new(&prepared, &tuples, progress)?;
    let spellings = Spellings::new(tuples.names(), &loaded.options);
    let begin = |head: &Head<'_>| {
        let places = order::places(head, tuples.names()).ok_or_else(|| changed(path))?;
        let sink = Sink {
            path,
            tuples: &tuples,
            spellings: &spellings,
            progress,
            found: Mutex::default(),
        };
        Ok((places, sink))
    };
    let (file, sink) = read_batches(path, &loaded.options, begin, Division::default(), progress)?;
    if file.source.sha256 != loaded.source.sha256 {
        return Err(changed(path).into());
    }
    let mut found = sink
        .found
        .into_inner()
        .unwrap_or_else(PoisonError::into_inner);
    found.sort_unstable_by_key(|&(number, _)| number);
    let mut before = 0u32;
    for ((_, rows), &all) in found.iter().zip(&file.rows) {
        let rows = rows.iter().map(|&row| before + row);
        answer.violating_rows.extend(rows);
        before += all as u32;
    }
    Ok(())
}
