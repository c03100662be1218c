//! People and issues of a stream, each in the one spelling of its name.

use crate::io::csv::stream::{Block, StreamedColumn};
use crate::io::fold::refused;
use crate::spelling::{Told, fold_values};
use crate::{Failure, LoadOptions, Progress, Stopped};
use rayon::prelude::*;
use std::path::Path;

/// Ratings are numbers already; of them only what stands for a missing one is looked at.
pub fn fold(
    file: &Path,
    options: &LoadOptions,
    names: &[String],
    columns: &mut [StreamedColumn],
    blocks: &mut [Block],
    progress: &Progress,
) -> Result<Vec<Told>, Failure> {
    let missing = options.nulls.as_deref().unwrap_or_default();
    let mut told = Vec::new();
    for (at, (column, name)) in columns.iter_mut().zip(names).enumerate() {
        let folded = fold_values(
            &column.values,
            options.fold.of_names(),
            missing,
            name,
            progress,
        );
        let (_, folded) = folded.map_err(|error| refused(file, name, error))?;
        let Some(folded) = folded else {
            continue;
        };
        let mut counts = vec![0; folded.values.len()];
        let mut first_line = vec![u64::MAX; folded.values.len()];
        let of_file = column.counts.iter().zip(&column.first_line);
        for (&new, (&count, &line)) in folded.new.iter().zip(of_file) {
            counts[new as usize] += count;
            first_line[new as usize] = line.min(first_line[new as usize]);
        }
        blocks.par_iter_mut().try_for_each(|block| {
            progress.check()?;
            block.columns[at].renumber(&folded.new);
            Ok::<(), Stopped>(())
        })?;
        *column = StreamedColumn {
            null: folded.null(),
            values: folded.values,
            counts,
            first_line,
        };
        told.push(folded.told);
    }
    Ok(told)
}
