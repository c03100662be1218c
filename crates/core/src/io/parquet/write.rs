//! Columns become Parquet, typed where the typed value is the text and nothing is lost.
//!
//! A release is one sequence of bytes to a table, and the checker holds every byte to that: there is nothing in the file but
//! cells and where they lie, no word of who wrote it, and no statistics.

use super::pack::{Chunk, MISSING, PLACES, PLAIN, RUNS};
use super::thrift::Struct;
use crate::frame::Fitting;
use crate::io::atomic_file::WriteError;
use crate::{Column, DictionaryBuilder, Problem, Progress, ValueType};
use rayon::prelude::*;
use std::io::Write;

/// Of every group but the last, which has what is left over.
const ROWS_OF_GROUP: usize = 1 << 18;

const MARK: &[u8] = b"PAR1";

/// Writes the given rows of the given columns, in the order given. A row that the columns do not have is
/// left out.
pub fn write_parquet(
    out: &mut impl Write,
    columns: &[&Column],
    rows: impl IntoIterator<Item = usize>,
    progress: &Progress,
) -> Result<(), WriteError> {
    let records = columns.iter().map(|column| column.len()).min().unwrap_or(0);
    let rows: Vec<usize> = rows.into_iter().filter(|&row| row < records).collect();
    let groups = rows.len().div_ceil(ROWS_OF_GROUP);
    progress.stage("writing columns", (groups * columns.len()) as u64);
    let types = columns.par_iter().map(|column| type_of(column, &rows));
    let mut file = ParquetFile::new(out, types.collect())?;
    let mut waiting: Vec<Waiting> = columns.iter().map(|_| Waiting::default()).collect();
    for group in rows.chunks(ROWS_OF_GROUP) {
        let chunks = waiting.par_iter_mut().zip(columns).zip(&file.types);
        let chunks = chunks.map(|((waiting, column), &value_type)| {
            progress.check()?;
            waiting.take(column, group.iter().copied())?;
            progress.advance(1);
            waiting.chunk(value_type)
        });
        let chunks = chunks.collect::<Result<Vec<Chunk>, WriteError>>()?;
        file.write_group(group.len(), chunks)?;
    }
    let names: Vec<&str> = columns.iter().map(|column| column.name()).collect();
    file.finish(&names)
}

/// Only what is written decides on the type: a value that was left out must not show in it.
fn type_of(column: &Column, rows: &[usize]) -> ValueType {
    let mut used = vec![false; column.dictionary().len()];
    for &row in rows {
        used[column.codes()[row] as usize] = true;
    }
    let mut fitting = Fitting::default();
    let texts = column.dictionary().iter().zip(used);
    for (text, _) in texts.filter(|&(_, is_used)| is_used) {
        fitting.note(text);
    }
    fitting.value_type()
}

/// The cells of one column that wait for their group to be full.
#[derive(Debug, Default)]
struct Waiting {
    values: DictionaryBuilder,
    codes: Vec<u32>,
    /// The codes here of those of a column, and which of them are known.
    known: Vec<u32>,
    seen: Vec<u32>,
}

/// Where a code was not met yet.
const UNKNOWN: u32 = u32::MAX - 1;

impl Waiting {
    fn take(
        &mut self,
        column: &Column,
        rows: impl Iterator<Item = usize>,
    ) -> Result<(), WriteError> {
        self.known.resize(column.dictionary().len(), UNKNOWN);
        for row in rows {
            let code = column.codes()[row];
            let mut known = self.known[code as usize];
            if known == UNKNOWN {
                known = match column.dictionary().get(code) {
                    "" => MISSING,
                    // Several codes of one text are one value.
                    text => self.values.intern(text).map_err(Problem::from)?,
                };
                self.known[code as usize] = known;
                self.seen.push(code);
            }
            self.codes.push(known);
        }
        Ok(())
    }

    /// Other columns have other codes.
    fn forget(&mut self) {
        for code in self.seen.drain(..) {
            self.known[code as usize] = UNKNOWN;
        }
    }

    fn chunk(&mut self, value_type: ValueType) -> Result<Chunk, WriteError> {
        self.forget();
        let values = std::mem::take(&mut self.values).finish();
        let chunk = Chunk::of(&values, &self.codes, value_type);
        self.codes.clear();
        chunk.ok_or_else(|| {
            let message = "cannot write Parquet: a value has not the type of its column";
            Problem::new(message).into()
        })
    }
}

/// Where a column of a group lies.
#[derive(Debug)]
struct Place {
    begin: usize,
    bytes: usize,
    dictionary: Option<usize>,
}

#[derive(Debug)]
struct ParquetFile<W> {
    out: W,
    at: usize,
    types: Vec<ValueType>,
    groups: Vec<(usize, Vec<Place>)>,
}

impl<W: Write> ParquetFile<W> {
    fn new(mut out: W, types: Vec<ValueType>) -> Result<Self, WriteError> {
        out.write_all(MARK)?;
        Ok(Self {
            out,
            at: MARK.len(),
            types,
            groups: Vec::new(),
        })
    }

    fn write_group(&mut self, rows: usize, chunks: Vec<Chunk>) -> Result<(), WriteError> {
        let mut places = Vec::with_capacity(chunks.len());
        for chunk in chunks {
            self.out.write_all(&chunk.bytes)?;
            places.push(Place {
                begin: self.at,
                bytes: chunk.bytes.len(),
                dictionary: chunk.dictionary,
            });
            self.at += chunk.bytes.len();
        }
        self.groups.push((rows, places));
        Ok(())
    }

    fn finish(mut self, names: &[&str]) -> Result<(), WriteError> {
        let root = Struct::default()
            .text(4, "table")
            .int(5, names.len() as i32);
        let leaves = names.iter().zip(&self.types);
        let leaves = leaves.map(|(name, &value_type)| leaf(name, value_type));
        let rows: usize = self.groups.iter().map(|(rows, _)| rows).sum();
        let groups = self.groups.iter().map(|(rows, places)| {
            let chunks = places.iter().zip(names.iter().zip(&self.types));
            let chunks = chunks.map(|(place, (name, &value_type))| {
                let about = about(place, name, value_type, *rows);
                Struct::default().long(2, 0).nested(3, about)
            });
            let bytes: usize = places.iter().map(|place| place.bytes).sum();
            Struct::default()
                .structs(1, chunks.collect())
                .long(2, bytes as i64)
                .long(3, *rows as i64)
        });
        let footer = Struct::default()
            .int(1, 1)
            .structs(2, std::iter::once(root).chain(leaves).collect())
            .long(3, rows as i64)
            .structs(4, groups.collect())
            .finish();
        self.out.write_all(&footer)?;
        self.out.write_all(&(footer.len() as u32).to_le_bytes())?;
        Ok(self.out.write_all(MARK)?)
    }
}

/// How the values of a type lie in the file.
fn physical(value_type: ValueType) -> i32 {
    match value_type {
        ValueType::Date => 1,
        ValueType::Whole => 2,
        ValueType::Decimal => 5,
        ValueType::Text => 6,
    }
}

/// A column in the list of all: a value may be missing.
fn leaf(name: &str, value_type: ValueType) -> Struct {
    let leaf = Struct::default()
        .int(1, physical(value_type))
        .int(3, 1)
        .text(4, name);
    // What the bytes mean, told in the old way and in the new one, which have a number each.
    let said = |leaf: Struct, old: i32, new: u8| {
        let meaning = Struct::default().nested(new, Struct::default());
        leaf.int(6, old).nested(10, meaning)
    };
    match value_type {
        ValueType::Whole | ValueType::Decimal => leaf,
        ValueType::Text => said(leaf, 0, 1),
        ValueType::Date => said(leaf, 6, 6),
    }
}

fn about(place: &Place, name: &str, value_type: ValueType, rows: usize) -> Struct {
    let encodings: &[i32] = match place.dictionary {
        Some(_) => &[PLAIN, RUNS, PLACES],
        None => &[PLAIN, RUNS],
    };
    let about = Struct::default()
        .int(1, physical(value_type))
        .ints(2, encodings)
        .texts(3, &[name])
        // Not packed.
        .int(4, 0)
        .long(5, rows as i64)
        .long(6, place.bytes as i64)
        .long(7, place.bytes as i64)
        .long(9, (place.begin + place.dictionary.unwrap_or(0)) as i64);
    match place.dictionary {
        Some(_) => about.long(11, place.begin as i64),
        None => about,
    }
}

/// A table that is written part by part; where its groups of rows end has nothing to do with the parts.
#[derive(Debug)]
pub struct ParquetBatches<W> {
    file: ParquetFile<W>,
    names: Vec<String>,
    waiting: Vec<Waiting>,
    /// Rows that wait.
    rows: usize,
}

impl<W: Write> ParquetBatches<W> {
    /// With the names of its columns and their types, into which all values of all parts fit.
    pub fn new(out: W, names: Vec<String>, types: Vec<ValueType>) -> Result<Self, WriteError> {
        Ok(Self {
            file: ParquetFile::new(out, types)?,
            waiting: names.iter().map(|_| Waiting::default()).collect(),
            names,
            rows: 0,
        })
    }

    pub fn write(&mut self, columns: &[Column], progress: &Progress) -> Result<(), WriteError> {
        let rows = columns.iter().map(Column::len).min().unwrap_or(0);
        let mut done = 0;
        while done < rows {
            progress.check()?;
            let end = rows.min(done + ROWS_OF_GROUP - self.rows);
            let taken = self.waiting.par_iter_mut().zip(columns);
            taken.try_for_each(|(waiting, column)| waiting.take(column, done..end))?;
            self.rows += end - done;
            done = end;
            if self.rows == ROWS_OF_GROUP {
                self.write_group()?;
            }
        }
        self.waiting.iter_mut().for_each(Waiting::forget);
        Ok(())
    }

    fn write_group(&mut self) -> Result<(), WriteError> {
        let chunks = self.waiting.par_iter_mut().zip(&self.file.types);
        let chunks = chunks.map(|(waiting, &value_type)| waiting.chunk(value_type));
        let chunks = chunks.collect::<Result<Vec<Chunk>, WriteError>>()?;
        self.file.write_group(self.rows, chunks)?;
        self.rows = 0;
        Ok(())
    }

    pub fn finish(mut self) -> Result<(), WriteError> {
        if self.rows > 0 {
            self.write_group()?;
        }
        let names: Vec<&str> = self.names.iter().map(String::as_str).collect();
        self.file.finish(&names)
    }
}
