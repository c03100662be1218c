//! Some of the tuples of a counted table, known again in the batches of the file.

use crate::model::batch::Batch;
use crate::model::column::Column;
use crate::model::pulse::{Pulse, Stopped};
use crate::model::subject::Subject;
use foldhash::fast::FixedState;
use hashbrown::{HashMap, HashSet};

/// Rows between two looks at the pulse.
const STRIDE: usize = 1 << 14;

/// The classes that some rows of a counted table belong to, by the values of their quasi-identifiers.
pub(super) struct Tuples<'a> {
    columns: Vec<&'a Column>,
    /// By column, the code of each text.
    codes: Vec<HashMap<&'a str, u32, FixedState>>,
    chosen: HashSet<Box<[u32]>, FixedState>,
}

/// The batch holds a value that the table has not.
pub(super) struct Unknown;

impl<'a> Tuples<'a> {
    /// Rows that are equal in the quasi-identifiers must all be among `rows`, or none.
    pub fn new(subject: &Subject<'a>, rows: &[u32], pulse: &Pulse) -> Result<Self, Stopped> {
        let columns = subject.quasi_columns();
        let mut chosen: HashSet<Box<[u32]>, FixedState> = HashSet::default();
        for rows in rows.chunks(STRIDE) {
            pulse.check()?;
            chosen.extend(rows.iter().map(|&row| {
                let codes = columns.iter().map(|column| column.codes()[row as usize]);
                codes.collect::<Box<[u32]>>()
            }));
        }
        let codes = columns.iter().map(|column| {
            let texts = column.dictionary().iter();
            texts.zip(0..).collect()
        });
        Ok(Self {
            codes: codes.collect(),
            chosen,
            columns,
        })
    }

    pub fn names(&self) -> impl Iterator<Item = &'a str> {
        self.columns.iter().map(|column| column.name())
    }

    /// Whether each record of a batch is one of the chosen; `places` are those of the quasi-identifiers among the
    /// columns of the batch.
    pub fn among(&self, batch: &Batch, places: &[usize]) -> Result<Vec<bool>, Unknown> {
        let columns = self.codes.iter().zip(places);
        let codes = columns
            .map(|(codes, &place)| {
                let values = batch.columns[place].values.iter();
                let known = values.map(|text| codes.get(text).copied().ok_or(Unknown));
                known.collect::<Result<Vec<u32>, Unknown>>()
            })
            .collect::<Result<Vec<_>, Unknown>>()?;
        if self.chosen.is_empty() {
            return Ok(vec![false; batch.rows]);
        }
        let mut key = vec![0; places.len()];
        let rows = (0..batch.rows).map(|row| {
            for ((key, codes), &place) in key.iter_mut().zip(&codes).zip(places) {
                *key = codes[batch.columns[place].codes[row] as usize];
            }
            self.chosen.contains(key.as_slice())
        });
        Ok(rows.collect())
    }
}
