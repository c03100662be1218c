//! Typed cells on their way to a column: each distinct value becomes a text once, when all of them are known.

use crate::column::Column;
use crate::dictionary::{DictionaryBuilder, DictionaryFull};
use foldhash::fast::FixedState;
use hashbrown::HashMap;
use std::hash::Hash;

/// Cells of one column in the order of the records.
#[derive(Clone, Debug)]
pub struct Keyed<K> {
    known: HashMap<K, u32, FixedState>,
    keys: Vec<K>,
    cells: Vec<u32>,
}

/// A cell without a value.
const MISSING: u32 = u32::MAX;

impl<K> Default for Keyed<K> {
    fn default() -> Self {
        Self {
            known: HashMap::default(),
            keys: Vec::new(),
            cells: Vec::new(),
        }
    }
}

impl<K: Copy + Eq + Hash> Keyed<K> {
    pub fn push(&mut self, key: Option<K>) {
        let cell = match key {
            None => MISSING,
            Some(key) => *self.known.entry(key).or_insert_with(|| {
                self.keys.push(key);
                (self.keys.len() - 1) as u32
            }),
        };
        self.cells.push(cell);
    }

    /// Cells that were left out are missing.
    pub fn fill_up_to(&mut self, rows: usize) {
        self.cells.resize(rows.max(self.cells.len()), MISSING);
    }

    /// Values whose text is empty are missing. Values with the same text become one.
    pub fn finish(
        self,
        name: &str,
        mut text_of: impl FnMut(K) -> String,
    ) -> Result<Column, DictionaryFull> {
        let mut builder = DictionaryBuilder::default();
        let mut codes = vec![MISSING; self.keys.len()];
        let mut missing = None;
        let mut cells = self.cells;
        for cell in &mut cells {
            *cell = match *cell {
                MISSING => match missing {
                    Some(code) => code,
                    None => *missing.insert(builder.intern("")?),
                },
                known => {
                    let code = &mut codes[known as usize];
                    if *code == MISSING {
                        *code = builder.intern(&text_of(self.keys[known as usize]))?;
                    }
                    *code
                }
            };
        }
        let null = builder.find("");
        Ok(Column::new(name, builder.finish(), cells, null))
    }
}

/// Texts of one column in the order of the records; the empty one is missing.
#[derive(Clone, Debug, Default)]
pub struct Texts {
    builder: DictionaryBuilder,
    codes: Vec<u32>,
}

impl Texts {
    pub fn push(&mut self, text: &str) -> Result<(), DictionaryFull> {
        self.codes.push(self.builder.intern(text)?);
        Ok(())
    }

    pub fn finish(self, name: &str) -> Column {
        let null = self.builder.find("");
        Column::new(name, self.builder.finish(), self.codes, null)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_texts_are_one_value_and_empty_ones_are_missing() {
        let mut cells = Keyed::default();
        for key in [Some(3u8), None, Some(5), Some(3), Some(7), Some(9)] {
            cells.push(key);
        }
        cells.fill_up_to(7);
        let column = cells.finish("c", |key| match key {
            9 => String::new(),
            5 | 7 => "five".to_owned(),
            _ => key.to_string(),
        });
        let column = column.unwrap();
        let expected = Column::from_texts("c", ["3", "", "five", "3", "five", "", ""]);
        assert_eq!(column, expected.unwrap());
        assert_eq!(column.dictionary().len(), 3);
    }
}
