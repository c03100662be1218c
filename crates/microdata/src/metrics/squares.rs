//! The squared error of a release whose quasi-identifiers are numbers before and after.

use super::{MicrodataRelease, ReleasedQuasi};
use cloakroom_core::metrics::share;
use cloakroom_core::{Column, Metric, Progress, Quasi, Stopped, ValueType};

/// How many cells are looked at between two looks at the progress.
const STRIDE: usize = 1 << 16;

/// Nothing where a quasi-identifier holds anything but numbers or dates.
pub(super) fn of_numbers(
    release: &MicrodataRelease<'_>,
    progress: &Progress,
) -> Result<Vec<(Metric, f64)>, Stopped> {
    let (mut raw, mut error, mut total) = (0.0, 0.0, 0.0);
    for (quasi, released) in release.prepared.quasi.iter().zip(release.quasi) {
        let Some(column) = of_column(release, quasi, released, progress)? else {
            return Ok(Vec::new());
        };
        raw += column.raw;
        error += column.error;
        total += column.total;
    }
    Ok(vec![
        (Metric::Sse, error),
        (Metric::SseSst, share(error, total)),
        (Metric::SseRaw, raw),
    ])
}

#[derive(Default)]
struct Squares {
    /// In squared units of the column.
    raw: f64,
    /// In squared deviations of the column.
    error: f64,
    /// What that would be with the mean of the column in every cell.
    total: f64,
}

/// `None` if it cannot be told. A record that is left out is known by the mean alone.
fn of_column(
    release: &MicrodataRelease<'_>,
    quasi: &Quasi<'_>,
    released: &ReleasedQuasi<'_>,
    progress: &Progress,
) -> Result<Option<Squares>, Stopped> {
    let original = quasi.column;
    let (Some(numbers), Some(shown)) = (numbers(original), numbers_of(released, release.kept))
    else {
        return Ok(None);
    };
    let records = release.prepared.records() as f64;
    let counted = || original.counts().iter().zip(&numbers);
    let mean = counted()
        .map(|(&count, number)| f64::from(count) * number)
        .sum::<f64>()
        / records;
    let square: f64 = counted()
        .map(|(&count, number)| f64::from(count) * (number - mean).powi(2))
        .sum();
    let variance = square / records;
    if variance <= 0.0 || !variance.is_finite() {
        return Ok(variance.is_finite().then(Squares::default));
    }
    let number = |row: u32| numbers[original.codes()[row as usize] as usize];
    let mut error = 0.0;
    for rows in release.kept.chunks(STRIDE) {
        progress.check()?;
        for &row in rows {
            let code = released.column.codes()[row as usize];
            let apart = (number(row) - shown[code as usize]).powi(2);
            error += apart * f64::from(original.weight(row as usize));
        }
    }
    for &row in release.left_out {
        error += (number(row) - mean).powi(2) * f64::from(original.weight(row as usize));
    }
    Ok(Some(Squares {
        raw: error,
        error: error / variance,
        total: records,
    }))
}

/// By code; `None` unless every record has a number or a date.
fn numbers(column: &Column) -> Option<Vec<f64>> {
    if column.value_type() == ValueType::Text || column.nulls() > 0 {
        return None;
    }
    (0..column.dictionary().len() as u32)
        .map(|code| {
            column
                .number(code)
                .or(Some(0.0).filter(|_| Some(code) == column.null()))
        })
        .map(|number| number.filter(|number| number.is_finite()))
        .collect()
}

/// By code, where all that is released is a number or a date.
fn numbers_of(released: &ReleasedQuasi<'_>, kept: &[u32]) -> Option<Vec<f64>> {
    let column = released.column;
    if column.value_type() == ValueType::Text {
        return None;
    }
    let numbers: Vec<f64> = (0..column.dictionary().len() as u32)
        .map(|code| column.number(code).unwrap_or(f64::NAN))
        .collect();
    let is_shown = |row: &u32| numbers[column.codes()[*row as usize] as usize].is_finite();
    kept.iter().all(is_shown).then_some(numbers)
}
