//! How the columns of a table that is read in batches are spelled: batches are spelled so when they are read again.

use super::order::{changed, places};
use cloakroom_core::batch::Batch;
use cloakroom_core::io::batches::{BatchSink, Head, read_batches};
use cloakroom_core::io::csv::stream::Division;
use cloakroom_core::io::fold::refused;
use cloakroom_core::io::loaded::Loaded;
use cloakroom_core::load_options::LoadOptions;
use cloakroom_core::problem::Failure;
use cloakroom_core::progress::Progress;
use cloakroom_core::spelling::{Spelling, Types};
use cloakroom_core::table::Table;
use std::path::Path;
use std::sync::{Mutex, PoisonError};

/// By column of a batch.
pub(super) struct Spellings<'a> {
    of: Vec<(&'a str, Spelling)>,
    missing: &'a [String],
}

impl<'a> Spellings<'a> {
    /// Of these columns, all of which were counted.
    pub fn counted(
        names: impl Iterator<Item = &'a str>,
        table: &Table,
        loaded: &'a Loaded,
    ) -> Self {
        let spelling = |name: &str| table.column(name).map(|column| column.spelling());
        let of = names.map(|name| (name, spelling(name).unwrap_or_default()));
        Self {
            of: of.collect(),
            missing: missing(&loaded.options),
        }
    }

    /// Of these columns. What the others hold that were not counted is found out by reading them.
    pub fn read(
        names: &[&'a str],
        table: &Table,
        loaded: &'a Loaded,
        division: Division,
        progress: &Progress,
    ) -> Result<Self, Failure> {
        let mut spellings = Self::counted(names.iter().copied(), table, loaded);
        let fold = loaded.options.fold;
        let is_unknown = |name: &str| table.column(name).is_none();
        let unknown: Vec<&str> = names
            .iter()
            .copied()
            .filter(|name| is_unknown(name))
            .collect();
        let types = if unknown.is_empty() || !fold.numbers && !fold.dates {
            vec![Types::default(); unknown.len()]
        } else {
            types(&unknown, loaded, division, progress)?
        };
        let mut types = types.into_iter();
        for (name, spelling) in &mut spellings.of {
            if is_unknown(name) {
                *spelling = types.next().unwrap_or_default().spelling(fold);
            }
        }
        Ok(spellings)
    }

    /// Spells the values of a batch, whose columns are these.
    pub fn respell(
        &self,
        batch: &mut Batch,
        path: &Path,
        progress: &Progress,
    ) -> Result<(), Failure> {
        for (column, &(name, spelling)) in batch.columns.iter_mut().zip(&self.of) {
            let folded = spelling.respell(&column.values, self.missing, name, progress);
            if let Some(folded) = folded.map_err(|error| refused(path, name, error))? {
                let codes = column.codes.iter_mut();
                codes.for_each(|code| *code = folded.new[*code as usize]);
                column.values = folded.values;
            }
        }
        Ok(())
    }
}

fn missing(options: &LoadOptions) -> &[String] {
    options.nulls.as_deref().unwrap_or_default()
}

struct Sink<'a> {
    options: &'a LoadOptions,
    types: Mutex<Vec<Types>>,
}

impl BatchSink for Sink<'_> {
    fn take(&self, batch: Batch) -> Result<(), Failure> {
        let locked = || self.types.lock().unwrap_or_else(PoisonError::into_inner);
        for (at, column) in batch.columns.iter().enumerate() {
            let mut types = Types::default();
            for text in column.values.iter() {
                types.note(text, self.options.fold, missing(self.options));
            }
            locked()[at].and(types);
        }
        Ok(())
    }
}

/// What some columns hold, from all of their values.
fn types(
    names: &[&str],
    loaded: &Loaded,
    division: Division,
    progress: &Progress,
) -> Result<Vec<Types>, Failure> {
    let path = &loaded.source.path;
    let begin = |head: &Head<'_>| {
        let places = places(head, names.iter().copied()).ok_or_else(|| changed(path))?;
        let sink = Sink {
            options: &loaded.options,
            types: Mutex::new(vec![Types::default(); names.len()]),
        };
        Ok((places, sink))
    };
    let (file, sink) = read_batches(path, &loaded.options, begin, division, progress)?;
    if file.source.sha256 != loaded.source.sha256 {
        return Err(changed(path).into());
    }
    Ok(sink
        .types
        .into_inner()
        .unwrap_or_else(PoisonError::into_inner))
}
