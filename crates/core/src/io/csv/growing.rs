//! The columns of a table while it is read: several threads take stretches of it apart, and each column takes its cells in
//! the order of the file, from whichever thread has them. So its codes are those of a single reader, and there is one
//! dictionary to a column.

use super::parse::Columns;
use crate::large_pages;
use crate::text_key::TextKey;
use crate::{Column, DictionaryBuilder, DictionaryFull};
use crossbeam_channel::{Receiver, Sender};
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// Cells that are looked up together: the look-ups of a large dictionary wait for memory, and those of a batch wait
/// together.
const BATCH: usize = 64;

/// Memory that waits for cells, in stretches.
const SPARE: usize = 4;

/// The key of a text, and where it begins in the text of its stretch.
type Cell = [u64; 2];

/// The cells of a stretch by column.
pub struct Cells {
    columns: Vec<Vec<Cell>>,
    /// Texts that had to be put together. They follow the text of the stretch.
    made: String,
}

impl Cells {
    /// Without memory of an earlier stretch.
    pub fn new(columns: usize) -> Self {
        Self {
            columns: vec![Vec::new(); columns],
            made: String::new(),
        }
    }

    /// Bytes of texts that had to be put together.
    pub fn made(&self) -> usize {
        self.made.len()
    }
}

impl Columns for Cells {
    #[inline]
    fn wants(&self, number: usize) -> bool {
        number < self.columns.len()
    }

    #[inline]
    fn push(
        &mut self,
        number: usize,
        text: &str,
        start: usize,
        length: usize,
    ) -> Result<(), DictionaryFull> {
        if let Some(column) = self.columns.get_mut(number) {
            let key = TextKey::at(text.as_bytes(), start, length);
            column.push(key.with_code(start as u32));
        }
        Ok(())
    }

    fn push_made(&mut self, number: usize, text: &str, value: &str) -> Result<(), DictionaryFull> {
        let start = text.len() + self.made.len();
        self.made.push_str(value);
        if let Some(column) = self.columns.get_mut(number) {
            column.push(TextKey::of(value).with_code(start as u32));
        }
        Ok(())
    }
}

/// The text of a stretch, which all of its cells lie in. Its memory is used again.
pub struct StretchText {
    text: String,
    spare: Sender<Vec<u8>>,
}

impl StretchText {
    pub fn new(text: String, spare: Sender<Vec<u8>>) -> Self {
        Self { text, spare }
    }

    pub fn text(&self) -> &str {
        &self.text
    }
}

impl Drop for StretchText {
    fn drop(&mut self) {
        let text = std::mem::take(&mut self.text);
        // Nobody may want it any more.
        let _ = self.spare.try_send(text.into_bytes());
    }
}

/// The columns that grow.
pub struct Growing {
    columns: Vec<Mutex<Turn>>,
    /// Memory of cells that were added, for those of later stretches.
    spare: (Sender<Vec<Cell>>, Receiver<Vec<Cell>>),
}

/// Whose turn it is at a column.
struct Turn {
    /// The stretch that comes next.
    next: u32,
    /// Cells of later stretches.
    waiting: BTreeMap<u32, Portion>,
    /// `None` while some thread adds to it.
    column: Option<Box<GrowingColumn>>,
}

struct Portion {
    text: Arc<StretchText>,
    cells: Vec<Cell>,
    /// About how many records the file has, if that is known.
    expected: usize,
}

#[derive(Default)]
struct GrowingColumn {
    values: DictionaryBuilder,
    codes: Vec<u32>,
    is_full: bool,
}

impl Growing {
    pub fn new(columns: usize) -> Self {
        let turn = || Turn {
            next: 0,
            waiting: BTreeMap::new(),
            column: Some(Box::default()),
        };
        Self {
            columns: (0..columns).map(|_| Mutex::new(turn())).collect(),
            spare: crossbeam_channel::bounded(columns * SPARE),
        }
    }

    /// Room for the cells of a stretch.
    pub fn cells(&self) -> Cells {
        let spare = || self.spare.1.try_recv().unwrap_or_default();
        Cells {
            columns: self.columns.iter().map(|_| spare()).collect(),
            made: String::new(),
        }
    }

    /// Every stretch must be added, even if nothing was found in it: later ones wait for it.
    pub fn add(&self, number: u32, mut text: StretchText, cells: Cells, expected: usize) {
        text.text.push_str(&cells.made);
        let text = Arc::new(text);
        for (column, cells) in self.columns.iter().zip(cells.columns) {
            let text = text.clone();
            let portion = Portion {
                text,
                cells,
                expected,
            };
            turn(column).waiting.insert(number, portion);
        }
        drop(text);
        for column in &self.columns {
            self.grow(column);
        }
    }

    /// Adds what is there and comes next, unless another thread is about to.
    fn grow(&self, column: &Mutex<Turn>) {
        let mut at = turn(column);
        loop {
            let Some(mut growing) = at.column.take() else {
                return;
            };
            let next = at.next;
            let Some(mut portion) = at.waiting.remove(&next) else {
                at.column = Some(growing);
                return;
            };
            at.next += 1;
            drop(at);
            growing.add(&portion);
            portion.cells.clear();
            // There may be enough.
            let _ = self.spare.0.try_send(portion.cells);
            drop(portion.text);
            at = turn(column);
            at.column = Some(growing);
        }
    }

    /// The columns without their names, or the place of the first whose dictionary is full.
    pub fn finish(self) -> Result<Vec<(DictionaryBuilder, Vec<u32>)>, usize> {
        let columns = self.columns.into_iter().enumerate();
        columns
            .map(|(at, column)| {
                let turn = column.into_inner().unwrap_or_else(PoisonError::into_inner);
                let column = turn.column.unwrap_or_default();
                match column.is_full {
                    true => Err(at),
                    false => Ok((column.values, column.codes)),
                }
            })
            .collect()
    }
}

fn turn(column: &Mutex<Turn>) -> MutexGuard<'_, Turn> {
    column.lock().unwrap_or_else(PoisonError::into_inner)
}

impl GrowingColumn {
    fn add(&mut self, portion: &Portion) {
        if !self.is_full {
            self.is_full = self.take(portion).is_err();
        }
    }

    fn take(&mut self, portion: &Portion) -> Result<(), DictionaryFull> {
        let text = portion.text.text();
        if self.codes.is_empty() {
            // A guess: what is needed is asked for below.
            let _ = self.codes.try_reserve(portion.expected);
            large_pages::ask_for(&mut self.codes);
        }
        self.codes.reserve(portion.cells.len());
        let before = self.codes.len();
        let mut batches = portion.cells.chunks(BATCH).peekable();
        if let Some(first) = batches.peek() {
            self.values.prepare(keys_of(first));
        }
        while let Some(batch) = batches.next() {
            if let Some(next) = batches.peek() {
                self.values.prepare(keys_of(next));
            }
            for &cell in batch {
                let (key, start) = TextKey::and_code(cell);
                let value = || {
                    let start = start as usize;
                    text.get(start..start + key.length()).unwrap_or_default()
                };
                self.codes.push(self.values.intern_keyed(key, value)?);
            }
        }
        // Nearly every value of a good part is new: growing step by step would move them all again and again.
        let (now, part) = (self.codes.len(), portion.expected / 8);
        if before < part && part <= now && self.values.len() * 10 > now * 9 {
            self.values.reserve(portion.expected.saturating_sub(now));
        }
        Ok(())
    }
}

fn keys_of(cells: &[Cell]) -> impl Iterator<Item = TextKey> {
    cells.iter().map(|&cell| TextKey::and_code(cell).0)
}

/// Columns of one text, for a look at a few records.
pub fn columns_of(names: &[String], text: &str, cells: Cells) -> Option<Vec<Column>> {
    let growing = Growing::new(names.len());
    let (spare, _) = crossbeam_channel::bounded(1);
    growing.add(0, StretchText::new(text.to_owned(), spare), cells, 0);
    let columns = growing.finish().ok()?.into_iter();
    Some(
        columns
            .zip(names)
            .map(|((values, codes), name)| column_of(name.clone(), values, codes))
            .collect(),
    )
}

pub fn column_of(name: String, values: DictionaryBuilder, mut codes: Vec<u32>) -> Column {
    let null = values.find("");
    codes.shrink_to_fit();
    Column::new(name, values.finish(), codes, null)
}
