//! Some of the tuples of a counted table, known again in the batches of the file.

use cloakroom_core::batch::Batch;
use cloakroom_core::{Column, PreparedTable, Progress, Stopped};
use foldhash::fast::FixedState;
use hashbrown::{HashMap, HashSet};

/// Rows between two looks at the progress.
const STRIDE: usize = 1 << 14;

/// The classes that some rows of a counted table belong to, by the values of their quasi-identifiers.
pub(super) struct Tuples<'a> {
    columns: Vec<&'a Column>,
    /// By column, the code of each text.
    codes: Vec<HashMap<&'a str, u32, FixedState>>,
    chosen: Chosen,
}

/// Codes side by side in one number where they have room there, which is nearly always.
enum Chosen {
    Packed {
        /// By column, how far its codes are moved.
        shifts: Vec<u32>,
        keys: HashSet<u128, FixedState>,
    },
    Wide(HashSet<Box<[u32]>, FixedState>),
}

/// The batch holds a value that the table has not.
pub(super) struct Unknown;

impl<'a> Tuples<'a> {
    /// Rows that are equal in the quasi-identifiers must all be among `rows`, or none.
    pub fn new(
        prepared: &PreparedTable<'a>,
        rows: &[u32],
        progress: &Progress,
    ) -> Result<Self, Stopped> {
        let columns = prepared.quasi_columns();
        let mut chosen = Chosen::new(&columns);
        for rows in rows.chunks(STRIDE) {
            progress.check()?;
            for &row in rows {
                chosen.insert(columns.iter().map(|column| column.codes()[row as usize]));
            }
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
        Ok(self.chosen.among(batch, places, &codes))
    }
}

impl Chosen {
    fn new(columns: &[&Column]) -> Self {
        let mut used = 0;
        let mut shifts = Vec::with_capacity(columns.len());
        for column in columns {
            shifts.push(used);
            let largest = column.dictionary().len().saturating_sub(1) as u32;
            used += 32 - largest.leading_zeros();
        }
        if used <= u128::BITS {
            Self::Packed {
                shifts,
                keys: HashSet::default(),
            }
        } else {
            Self::Wide(HashSet::default())
        }
    }

    fn insert(&mut self, codes: impl Iterator<Item = u32>) {
        match self {
            Self::Packed { shifts, keys } => {
                let placed = codes
                    .zip(shifts)
                    .map(|(code, &mut shift)| place(code, shift));
                keys.insert(placed.fold(0, |key, part| key | part));
            }
            Self::Wide(keys) => {
                keys.insert(codes.collect());
            }
        }
    }

    fn is_empty(&self) -> bool {
        match self {
            Self::Packed { keys, .. } => keys.is_empty(),
            Self::Wide(keys) => keys.is_empty(),
        }
    }

    /// `codes` are those of the table by column and by code of the batch.
    fn among(&self, batch: &Batch, places: &[usize], codes: &[Vec<u32>]) -> Vec<bool> {
        if self.is_empty() {
            return vec![false; batch.rows];
        }
        let column = |place: usize| batch.columns[place].codes.as_slice();
        match self {
            Self::Packed { shifts, keys } => {
                let mut of_row = vec![0u128; batch.rows];
                for ((codes, &shift), &at) in codes.iter().zip(shifts).zip(places) {
                    let placed = codes.iter().map(|&code| place(code, shift));
                    let placed: Vec<u128> = placed.collect();
                    for (key, &code) in of_row.iter_mut().zip(column(at)) {
                        *key |= placed[code as usize];
                    }
                }
                of_row.iter().map(|key| keys.contains(key)).collect()
            }
            Self::Wide(keys) => {
                let mut key = vec![0; places.len()];
                let rows = (0..batch.rows).map(|row| {
                    for ((key, codes), &at) in key.iter_mut().zip(codes).zip(places) {
                        *key = codes[column(at)[row] as usize];
                    }
                    keys.contains(key.as_slice())
                });
                rows.collect()
            }
        }
    }
}

/// A shift by all bits is one of a column with a single value.
fn place(code: u32, shift: u32) -> u128 {
    u128::from(code).checked_shl(shift).unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use cloakroom_core::batch::BatchColumn;
    use cloakroom_core::hierarchy::Hierarchies;
    use cloakroom_core::{Role, Settings, Table};

    /// Two rows of three are chosen and known again, in however many columns.
    #[test]
    fn tuples_are_known_again() {
        for (width, values) in [(1, 3), (3, 3), (12, 70_000u32)] {
            let texts: Vec<String> = (0..values).map(|n| n.to_string()).collect();
            let columns = (0..width).map(|at| Column::from_texts(format!("c{at}"), &texts));
            let table = Table::new(columns.map(Result::unwrap).collect()).unwrap();
            let mut settings = Settings::default();
            for column in table.columns() {
                settings.roles.set(column.name(), Some(Role::Quasi));
            }
            let prepared = PreparedTable::new(&table, &settings, &Hierarchies::default()).unwrap();
            let progress = Progress::default();
            let tuples = Tuples::new(&prepared, &[0, 2], &progress).unwrap();
            assert_eq!(matches!(tuples.chosen, Chosen::Wide(_)), width == 12);
            let column = BatchColumn {
                values: ["2", "1", "0"].into_iter().collect(),
                codes: vec![0, 1, 1, 2],
            };
            let mut batch = Batch {
                number: 0,
                rows: 4,
                columns: vec![column; width],
            };
            let places: Vec<usize> = (0..width).collect();
            let Ok(found) = tuples.among(&batch, &places) else {
                panic!("all values are known");
            };
            assert_eq!(found, [true, false, false, true]);
            batch.columns[0].values = ["2", "new", "0"].into_iter().collect();
            assert!(tuples.among(&batch, &places).is_err());
        }
    }
}
