//! Classes by definition: sort the records by the texts of their quasi-identifiers, count equal ones.

use crate::model::column::Column;
use crate::model::pulse::{Pulse, Stopped};
use rayon::prelude::*;
use std::cmp::Ordering;
use std::sync::Arc;

/// How many rows are sorted or merged between two looks at the pulse.
const RUN: usize = 1 << 14;

/// The classes of a table, each a list of its rows.
pub(super) struct Classes {
    /// Rows, those of a class side by side.
    rows: Vec<u32>,
    /// Where each class ends in `rows`.
    ends: Vec<usize>,
    /// How many records each row stands for, where equal ones were counted while the file was read.
    weights: Option<Arc<[u32]>>,
}

impl Classes {
    pub fn count(columns: &[&Column], rows: usize, pulse: &Pulse) -> Result<Self, Stopped> {
        let rows = sorted(rows, |left, right| compare(columns, left, right), pulse)?;
        let mut ends = Vec::new();
        for (at, &row) in rows.iter().enumerate() {
            if at % RUN == 0 {
                pulse.check()?;
            }
            let next = rows.get(at + 1);
            if next.is_none_or(|&next| compare(columns, row, next) != Ordering::Equal) {
                ends.push(at + 1);
            }
        }
        let weights = columns.first().and_then(|column| column.weights());
        Ok(Self {
            rows,
            ends,
            weights: weights.cloned(),
        })
    }

    pub fn number(&self) -> usize {
        self.ends.len()
    }

    pub fn smallest(&self) -> Option<u32> {
        self.sizes().min().map(|size| size as u32)
    }

    pub fn sizes(&self) -> impl Iterator<Item = usize> {
        self.iter().map(|rows| self.records(rows))
    }

    /// How many records some rows stand for.
    pub fn records(&self, rows: &[u32]) -> usize {
        match &self.weights {
            None => rows.len(),
            Some(weights) => rows.iter().map(|&row| weights[row as usize] as usize).sum(),
        }
    }

    /// The rows of each class.
    pub fn iter(&self) -> impl Iterator<Item = &[u32]> {
        self.ranges().map(|(start, end)| &self.rows[start..end])
    }

    fn ranges(&self) -> impl Iterator<Item = (usize, usize)> {
        let starts = std::iter::once(0).chain(self.ends.iter().copied());
        starts.zip(self.ends.iter().copied())
    }
}

fn compare(columns: &[&Column], left: u32, right: u32) -> Ordering {
    columns
        .iter()
        .map(|column| column.text(left as usize).cmp(column.text(right as usize)))
        .find(|order| order.is_ne())
        .unwrap_or(Ordering::Equal)
}

/// Numbers from 0 in the order of `compare`, equal ones ascending: sorted runs, merged two by two, so that a
/// stop is heard in between.
pub(super) fn sorted(
    rows: usize,
    compare: impl Fn(u32, u32) -> Ordering + Sync,
    pulse: &Pulse,
) -> Result<Vec<u32>, Stopped> {
    let mut order: Vec<u32> = (0..rows as u32).collect();
    order.par_chunks_mut(RUN).try_for_each(|run| {
        pulse.check()?;
        run.sort_by(|&left, &right| compare(left, right));
        Ok(())
    })?;
    let mut merged = vec![0u32; rows];
    let mut width = RUN;
    while width < rows {
        order
            .par_chunks(2 * width)
            .zip(merged.par_chunks_mut(2 * width))
            .try_for_each(|(from, into)| {
                let (left, right) = from.split_at(width.min(from.len()));
                merge(&compare, left, right, into, pulse)
            })?;
        std::mem::swap(&mut order, &mut merged);
        width *= 2;
    }
    Ok(order)
}

fn merge<'a>(
    compare: impl Fn(u32, u32) -> Ordering,
    mut left: &'a [u32],
    mut right: &'a [u32],
    into: &mut [u32],
    pulse: &Pulse,
) -> Result<(), Stopped> {
    for (at, place) in into.iter_mut().enumerate() {
        if at % RUN == 0 {
            pulse.check()?;
        }
        let from_left = match (left.first(), right.first()) {
            (Some(&l), Some(&r)) => compare(l, r).is_le(),
            (Some(_), None) => true,
            (None, _) => false,
        };
        let side = if from_left { &mut left } else { &mut right };
        if let Some((&row, rest)) = side.split_first() {
            *place = row;
            *side = rest;
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn count(texts: &[&[&str]]) -> Classes {
        let columns: Vec<Column> = texts
            .iter()
            .map(|texts| Column::from_texts("c", *texts).unwrap())
            .collect();
        let columns: Vec<&Column> = columns.iter().collect();
        Classes::count(&columns, texts[0].len(), &Pulse::default()).unwrap()
    }

    #[test]
    fn equal_tuples_are_one_class_and_concatenations_are_not() {
        let classes = count(&[&["a", "ab", "a", ""], &["bc", "c", "bc", ""]]);
        assert_eq!(classes.number(), 3);
        let alone: Vec<&[u32]> = classes.iter().filter(|rows| rows.len() == 1).collect();
        assert_eq!(alone, [[3], [1]]);
        assert_eq!(classes.smallest(), Some(1));
    }

    #[test]
    fn missing_values_are_equal_to_each_other() {
        let classes = count(&[&["", "x", ""]]);
        assert_eq!(classes.iter().collect::<Vec<_>>(), [&[0, 2][..], &[1]]);
    }

    #[test]
    fn many_runs_are_merged_into_one_order() {
        let texts: Vec<String> = (0..100_000u32)
            .map(|n| (n * 7919 % 1013).to_string())
            .collect();
        let column = Column::from_texts("c", &texts).unwrap();
        let classes = Classes::count(&[&column], texts.len(), &Pulse::default()).unwrap();
        assert_eq!(classes.number(), 1013);
        assert_eq!(classes.sizes().sum::<usize>(), 100_000);
        assert_eq!(classes.smallest(), Some(98));
    }

    #[test]
    fn a_stop_is_heard() {
        let pulse = Pulse::default();
        pulse.stop();
        let column = Column::from_texts("c", ["a"]).unwrap();
        assert!(Classes::count(&[&column], 1, &pulse).is_err());
    }
}
