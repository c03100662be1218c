//! How the columns of a table that is read in batches are spelled: batches are spelled so when they are read again.

use cloakroom_core::batch::Batch;
use cloakroom_core::io::fold::refused;
use cloakroom_core::spelling::Spelling;
use cloakroom_core::{Failure, LoadOptions, Progress};
use std::path::Path;

/// By column of a batch.
pub(super) struct Spellings<'a> {
    names: Vec<&'a str>,
    spelling: Spelling,
    missing: &'a [String],
}

impl<'a> Spellings<'a> {
    /// Of these columns.
    pub fn new(names: impl Iterator<Item = &'a str>, options: &'a LoadOptions) -> Self {
        Self {
            names: names.collect(),
            spelling: Spelling::new(options.fold),
            missing: options.nulls.as_deref().unwrap_or_default(),
        }
    }

    /// Spells the values of a batch, whose columns are these.
    pub fn respell(
        &self,
        batch: &mut Batch,
        path: &Path,
        progress: &Progress,
    ) -> Result<(), Failure> {
        for (column, &name) in batch.columns.iter_mut().zip(&self.names) {
            let folded = self
                .spelling
                .respell(&column.values, self.missing, name, progress);
            if let Some(folded) = folded.map_err(|error| refused(path, name, error))? {
                let codes = column.codes.iter_mut();
                codes.for_each(|code| *code = folded.new[*code as usize]);
                column.values = folded.values;
            }
        }
        Ok(())
    }
}
