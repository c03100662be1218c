//! The people whom a table was drawn from, counted into its classes.

use crate::anonymize::Candidate;
use crate::attack::link::{KnownColumn, Linker};
use crate::attack::mapping::some_of;
use crate::attack::view::View;
use crate::check::Question;
use cloakroom_core::dataset::Dataset;
use cloakroom_core::io::load::load;
use cloakroom_core::kind::Kind;
use cloakroom_core::load_options::LoadOptions;
use cloakroom_core::problem::{Failure, Problem};
use cloakroom_core::pulse::{Pulse, Stopped};
use cloakroom_core::table::Table;
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
    pulse: &Pulse,
) -> Result<Population, Failure> {
    let options = LoadOptions {
        kind: Some(Kind::Microdata),
        nulls: options.nulls.clone(),
        fold: options.fold.of_names(),
        ..LoadOptions::default()
    };
    let loaded = load(path, &options, pulse)?;
    match loaded.dataset {
        Dataset::Microdata(table) if table.rows() > 0 => Ok(Population { table }),
        _ => Err(Problem::in_file(
            path,
            "the population has nobody in it; expected a row per person",
        )
        .into()),
    }
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
        question: &Question<'_>,
        candidate: Option<&Candidate>,
        pulse: &Pulse,
    ) -> Result<(Vec<u64>, usize), Failure> {
        let subject = &question.subject;
        let mut known = Vec::with_capacity(subject.quasi.len());
        let mut lacking = Vec::new();
        for quasi in &subject.quasi {
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
        let compared: Vec<usize> = subject.quasi.iter().map(|quasi| quasi.at).collect();
        let view = View::new(subject, candidate, &compared, pulse)?;
        let linker = Linker::new(&view, &known, pulse)?;
        let mut people: HashMap<Vec<u32>, u64> = HashMap::new();
        for person in 0..self.table.rows() {
            if person % (1 << 14) == 0 {
                pulse.check()?;
            }
            let tuple = known.iter().map(|column| column.of[person]).collect();
            *people.entry(tuple).or_default() += 1;
        }
        let people: Vec<(Vec<u32>, u64)> = people.into_iter().collect();
        pulse.stage("counting the population", people.len() as u64);
        let counts: Vec<AtomicU64> = view
            .classes
            .sizes()
            .iter()
            .map(|_| AtomicU64::new(0))
            .collect();
        people.par_iter().try_for_each(|(tuple, count)| {
            pulse.check()?;
            for class in linker.classes(tuple) {
                counts[class as usize].fetch_add(*count, Ordering::Relaxed);
            }
            pulse.advance(1);
            Ok::<(), Stopped>(())
        })?;
        let counts = counts.into_iter().map(AtomicU64::into_inner).collect();
        Ok((counts, self.table.rows()))
    }
}
