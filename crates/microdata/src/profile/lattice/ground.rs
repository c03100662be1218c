//! The bottom of the lattice: equal tuples of the table merged once, with how often they occur.

use super::classes::{Classes, Need, Sparse, Values};
use super::keys::{KeyTable, Layout};
use super::ladder::Ladder;
use super::shape::Shape;
use cloakroom_core::{Column, PreparedTable, Progress, Stopped};
use rayon::prelude::*;

/// How many records are handled between two looks at the progress.
const STRIDE: usize = 1 << 14;

/// Records that one thread merges on its own, at least.
const SEGMENT: usize = 1 << 16;

/// Everything that roll-up needs. Records are looked at here and never again.
#[derive(Clone, Debug)]
pub struct Ground {
    pub shape: Shape,
    pub ladders: Vec<Ladder>,
    pub layout: Layout,
    /// Records; they are more than rows where equal ones were counted.
    pub rows: usize,
    /// The class of each row at the bottom.
    pub class_of: Vec<u32>,
    pub bottom: Classes,
}

impl Ground {
    pub fn new(
        prepared: &PreparedTable<'_>,
        need: Need,
        progress: &Progress,
    ) -> Result<Self, Stopped> {
        let ladders: Vec<Ladder> = prepared.quasi.iter().map(Ladder::new).collect();
        let shape = Shape::new(ladders.iter().map(Ladder::height).collect());
        let layout = Layout::new(&ladders);
        let rows = prepared.rows();
        progress.stage("merging equal records", rows as u64);
        let columns = prepared.quasi_columns();
        let merged = merge(&columns, &ladders, &layout, rows, progress)?;
        let values = match need {
            Need::Sizes => Values::Unknown,
            Need::Marks => Values::Marks(
                prepared
                    .sensitive
                    .iter()
                    .map(|sensitive| marks(sensitive.column, &merged))
                    .collect(),
            ),
            Need::Counts => Values::Counts(
                prepared
                    .sensitive
                    .iter()
                    .map(|sensitive| counts(sensitive.column, &merged, progress))
                    .collect::<Result<_, _>>()?,
            ),
        };
        Ok(Self {
            bottom: Classes {
                levels: vec![0; ladders.len()],
                keys: merged.keys,
                sizes: merged.sizes,
                values,
            },
            shape,
            ladders,
            layout,
            rows: prepared.records(),
            class_of: merged.class_of,
        })
    }

    /// The group of a class in one column, at the level of the classes it is from.
    pub fn group(&self, classes: &Classes, class: usize, column: usize) -> u32 {
        let words = self.layout.words();
        let key = &classes.keys[class * words..(class + 1) * words];
        self.layout.place(column).group(key)
    }
}

struct Merged {
    keys: Vec<u64>,
    sizes: Vec<u32>,
    class_of: Vec<u32>,
}

/// Each thread merges a stretch of rows; the stretches are then merged in their order, so classes are
/// numbered by their first row whatever the number of threads.
fn merge(
    columns: &[&Column],
    ladders: &[Ladder],
    layout: &Layout,
    rows: usize,
    progress: &Progress,
) -> Result<Merged, Stopped> {
    let words = layout.words();
    let weights = columns.iter().find_map(|column| column.weights());
    let segment = rows.div_ceil(rayon::current_num_threads()).max(SEGMENT);
    let mut class_of = vec![0u32; rows];
    let parts: Vec<(Vec<u64>, Vec<u32>)> = class_of
        .par_chunks_mut(segment)
        .enumerate()
        .map(|(part, class_of)| {
            let mut table = KeyTable::new(words);
            let mut sizes: Vec<u32> = Vec::new();
            let mut keys = vec![0u64; STRIDE * words];
            for (chunk, class_of) in class_of.chunks_mut(STRIDE).enumerate() {
                progress.check()?;
                let from = part * segment + chunk * STRIDE;
                let keys = &mut keys[..class_of.len() * words];
                pack(columns, ladders, layout, from, keys);
                for ((class, key), row) in class_of
                    .iter_mut()
                    .zip(keys.chunks_exact(words))
                    .zip(from..)
                {
                    *class = table.number_wide(key);
                    let records = weights.map_or(1, |weights| weights[row]);
                    match sizes.get_mut(*class as usize) {
                        Some(size) => *size += records,
                        None => sizes.push(records),
                    }
                }
                progress.advance(class_of.len() as u64);
            }
            Ok((table.take(), sizes))
        })
        .collect::<Result<_, Stopped>>()?;
    let mut table = KeyTable::new(words);
    let mut sizes: Vec<u32> = Vec::new();
    let mut renumbered: Vec<Vec<u32>> = Vec::with_capacity(parts.len());
    for (keys, part_sizes) in &parts {
        let mut numbers = Vec::with_capacity(part_sizes.len());
        for (keys, part_sizes) in keys.chunks(STRIDE * words).zip(part_sizes.chunks(STRIDE)) {
            progress.check()?;
            for (key, &records) in keys.chunks_exact(words).zip(part_sizes) {
                let class = table.number_wide(key);
                match sizes.get_mut(class as usize) {
                    Some(size) => *size += records,
                    None => sizes.push(records),
                }
                numbers.push(class);
            }
        }
        renumbered.push(numbers);
    }
    // The first stretch has its numbers already.
    class_of
        .par_chunks_mut(segment)
        .zip(&renumbered)
        .skip(1)
        .for_each(|(class_of, numbers)| {
            for class in class_of {
                *class = numbers[*class as usize];
            }
        });
    Ok(Merged {
        keys: table.take(),
        sizes,
        class_of,
    })
}

fn pack(columns: &[&Column], ladders: &[Ladder], layout: &Layout, from: usize, keys: &mut [u64]) {
    let words = layout.words();
    let rows = keys.len() / words;
    keys.fill(0);
    for (at, (column, ladder)) in columns.iter().zip(ladders).enumerate() {
        let place = layout.place(at);
        let group_of = &ladder.rung(0).group_of;
        let codes = &column.codes()[from..from + rows];
        for (key, &code) in keys.chunks_exact_mut(words).zip(codes) {
            key[place.word] |= u64::from(group_of[code as usize]) << place.shift;
        }
    }
}

/// A bit per value that occurs in a class; the column has at most 64 values.
fn marks(column: &Column, merged: &Merged) -> Vec<u64> {
    let mut marks = vec![0u64; merged.sizes.len()];
    for (&class, &code) in merged.class_of.iter().zip(column.codes()) {
        marks[class as usize] |= 1 << code;
    }
    marks
}

fn counts(column: &Column, merged: &Merged, progress: &Progress) -> Result<Sparse, Stopped> {
    if let Some(weights) = column.weights() {
        return weighed_counts(column, weights, merged, progress);
    }
    // A counting sort of the codes by class, then each class's codes are sorted and counted.
    let classes = merged.sizes.len();
    let mut next: Vec<u32> = Vec::with_capacity(classes);
    let mut total = 0u32;
    for &size in &merged.sizes {
        next.push(total);
        total += size;
    }
    let mut codes = vec![0u32; merged.class_of.len()];
    for (&class, &code) in merged.class_of.iter().zip(column.codes()) {
        let place = &mut next[class as usize];
        codes[*place as usize] = code;
        *place += 1;
    }
    let mut starts = Vec::with_capacity(classes + 1);
    starts.push(0);
    let mut entries: Vec<(u32, u32)> = Vec::new();
    let mut from = 0usize;
    for (class, &size) in merged.sizes.iter().enumerate() {
        if class % STRIDE == 0 {
            progress.check()?;
        }
        let of_class = &mut codes[from..from + size as usize];
        from += size as usize;
        of_class.sort_unstable();
        entries.extend(
            of_class
                .chunk_by(|a, b| a == b)
                .map(|run| (run[0], run.len() as u32)),
        );
        starts.push(entries.len() as u32);
    }
    Ok(Sparse {
        values: column.dictionary().len(),
        starts,
        entries,
    })
}
/// The same where a row stands for several records.
fn weighed_counts(
    column: &Column,
    weights: &[u32],
    merged: &Merged,
    progress: &Progress,
) -> Result<Sparse, Stopped> {
    let classes = merged.sizes.len();
    let mut ends = vec![0usize; classes + 1];
    for &class in &merged.class_of {
        ends[class as usize + 1] += 1;
    }
    for class in 0..classes {
        ends[class + 1] += ends[class];
    }
    progress.check()?;
    let mut next = ends.clone();
    let mut cells = vec![(0u32, 0u32); merged.class_of.len()];
    for ((&class, &code), &weight) in merged.class_of.iter().zip(column.codes()).zip(weights) {
        let place = &mut next[class as usize];
        cells[*place] = (code, weight);
        *place += 1;
    }
    let mut starts = Vec::with_capacity(classes + 1);
    starts.push(0);
    let mut entries: Vec<(u32, u32)> = Vec::new();
    for (class, range) in ends.windows(2).enumerate() {
        if class % STRIDE == 0 {
            progress.check()?;
        }
        let of_class = &mut cells[range[0]..range[1]];
        of_class.sort_unstable();
        for run in of_class.chunk_by(|a, b| a.0 == b.0) {
            entries.push((run[0].0, run.iter().map(|&(_, weight)| weight).sum()));
        }
        starts.push(entries.len() as u32);
    }
    Ok(Sparse {
        values: column.dictionary().len(),
        starts,
        entries,
    })
}
