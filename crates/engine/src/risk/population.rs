//! The people whom a table was drawn from, counted into its classes.

use crate::anonymize::Candidate;
use crate::attack::link::{KnownColumn, Linker};
use crate::attack::mapping::some_of;
use crate::attack::view::View;
use crate::check::CheckedTask;
use cloakroom_core::io::load::load_people;
use cloakroom_core::{Failure, LoadOptions, Problem, Progress, Stopped, Table};
use rayon::prelude::*;
use std::collections::HashMap;
use std::path::Path;
use std::sync::atomic::{AtomicU64, Ordering};

/// A row per person, with the columns of the quasi-identifiers.
#[derive(Clone, Debug)]
pub struct Population {
    pub table: Table,
}

/// Reads a table of a population; missing values are told as those of the data, and values are spelled as those that
/// they are compared with.
pub fn read_population(
    path: &Path,
    options: &LoadOptions,
    progress: &Progress,
) -> Result<Population, Failure> {
    let nobody = "the population has nobody in it; expected a row per person";
    let table = load_people(path, options.nulls.clone(), options.fold, nobody, progress)?;
    Ok(Population { table })
}

impl Population {
    pub(super) fn notes(&self) -> Vec<String> {
        vec![
            "A person of the population counts in every class whose cells cover their values; somebody with a missing \
             value counts in every class that fits the rest."
                .to_owned(),
        ]
    }

    /// By class of the table or of the release: how many people fit it; and how many there are.
    pub(super) fn in_classes(
        &self,
        checked: &CheckedTask<'_>,
        candidate: Option<&Candidate>,
        progress: &Progress,
    ) -> Result<(Vec<u64>, usize), Failure> {
        let prepared = &checked.prepared;
        let mut known = Vec::with_capacity(prepared.quasi.len());
        let mut lacking = Vec::new();
        for quasi in &prepared.quasi {
            match self.table.column(quasi.column.name()) {
                Some(column) => known.push(KnownColumn::new(column, quasi.column.spelling())),
                None => lacking.push(quasi.column.name()),
            }
        }
        if !lacking.is_empty() {
            return Err(Problem::new(format!(
                "the population lacks the quasi-identifiers {}; expected a column of that name for each",
                some_of(&lacking)
            ))
            .into());
        }
        let compared: Vec<usize> = prepared.quasi.iter().map(|quasi| quasi.at).collect();
        let view = View::new(prepared, candidate, &compared, progress)?;
        let linker = Linker::new(&view, &known, progress)?;
        let mut people: HashMap<Vec<u32>, u64> = HashMap::new();
        for person in 0..self.table.rows() {
            progress.check_every(1 << 14, person)?;
            let tuple = known.iter().map(|column| column.of[person]).collect();
            *people.entry(tuple).or_default() += 1;
        }
        let people: Vec<(Vec<u32>, u64)> = people.into_iter().collect();
        progress.stage("counting the population", people.len() as u64);
        let counts: Vec<AtomicU64> = view
            .classes
            .sizes()
            .iter()
            .map(|_| AtomicU64::new(0))
            .collect();
        people.par_iter().try_for_each(|(tuple, count)| {
            progress.check()?;
            for class in linker.classes(tuple) {
                counts[class as usize].fetch_add(*count, Ordering::Relaxed);
            }
            progress.advance(1);
            Ok::<(), Stopped>(())
        })?;
        let counts = counts.into_iter().map(AtomicU64::into_inner).collect();
        Ok((counts, self.table.rows()))
    }
}
