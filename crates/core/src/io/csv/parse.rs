//! One stretch of whole records becomes dictionary codes, a dictionary per column.

use super::dialect::{After, Dialect};
use super::fault::{Fault, FaultKind};
use super::fields::Fields;
use super::nulls::Nulls;
use crate::text_key::TextKey;
use crate::{DictionaryBuilder, DictionaryFull, Progress, Stopped};

/// Bytes between two looks at the progress: about a millisecond of work.
const BREATH: usize = 256 << 10;
/// Records after which the number of all records can be told from their mean length.
const ENOUGH_TO_GUESS: usize = 1000;

/// What every stretch must know.
#[derive(Clone, Copy, Debug)]
pub struct Shape<'a> {
    pub dialect: &'a Dialect,
    pub columns: usize,
    pub nulls: &'a Nulls,
    pub field_limit: usize,
}

/// The columns of one stretch; codes count within the stretch.
#[derive(Debug)]
pub struct Part {
    pub columns: Vec<ColumnPart>,
    pub rows: usize,
    /// Blank lines that a record of this stretch follows, and those after the last record.
    pub blank_before: usize,
    pub blank_after: usize,
}

#[derive(Debug, Default)]
pub struct ColumnPart {
    pub values: DictionaryBuilder,
    pub codes: Vec<u32>,
    /// Cells whose codes are still to be looked up, a batch at a time: the look-ups of a large
    /// dictionary wait for memory, and those of a batch wait together.
    waiting: Vec<Waiting>,
}

#[derive(Clone, Copy, Debug)]
struct Waiting {
    key: TextKey,
    length: u32,
    start: usize,
}

/// Cells of a column that are looked up together.
const BATCH: usize = 64;

/// The columns that cells go to, by the number of the field from 0.
pub trait Columns {
    fn column(&mut self, number: usize) -> Option<&mut ColumnPart>;
}

impl Columns for Vec<ColumnPart> {
    #[inline]
    fn column(&mut self, number: usize) -> Option<&mut ColumnPart> {
        self.get_mut(number)
    }
}

impl ColumnPart {
    /// A cell that lies in the text as it is.
    #[inline]
    fn push(&mut self, text: &str, start: usize, length: usize) -> Result<(), DictionaryFull> {
        self.waiting.push(Waiting {
            key: TextKey::at(text.as_bytes(), start, length),
            length: length as u32,
            start,
        });
        if self.waiting.len() >= BATCH {
            self.settle(text)?;
        }
        Ok(())
    }

    /// A cell whose text had to be put together.
    fn push_now(&mut self, text: &str, value: &str) -> Result<(), DictionaryFull> {
        self.settle(text)?;
        let code = self.values.intern(value)?;
        self.codes.push(code);
        Ok(())
    }

    pub fn settle(&mut self, text: &str) -> Result<(), DictionaryFull> {
        self.values
            .prepare(self.waiting.iter().map(|cell| cell.key));
        for cell in &self.waiting {
            let value = || {
                let end = cell.start + cell.length as usize;
                text.get(cell.start..end).unwrap_or_default()
            };
            self.codes.push(self.values.intern_keyed(cell.key, value)?);
        }
        self.waiting.clear();
        Ok(())
    }

    fn make_room(&mut self, rows: usize) {
        self.codes.reserve(rows);
        // Nearly every value is new: growing step by step would move them all again and again.
        if self.values.len() * 10 > self.codes.len() * 9 {
            self.values.reserve(rows);
        }
    }
}

#[derive(Debug)]
pub enum Halt {
    Stopped(Stopped),
    Fault(Fault),
}

pub fn parse_part(text: &str, shape: Shape<'_>, progress: &Progress) -> Result<Part, Halt> {
    let mut part = Part {
        columns: (0..shape.columns).map(|_| ColumnPart::default()).collect(),
        rows: 0,
        blank_before: 0,
        blank_after: 0,
    };
    let mut fields = Fields::new(text, shape.dialect);
    let mut scratch = String::new();
    let mut breath = 0;
    while !fields.is_at_end() {
        let start = fields.position();
        if start - breath >= BREATH {
            progress.check().map_err(Halt::Stopped)?;
            progress.advance((start - breath) as u64);
            breath = start;
        }
        if part.rows == ENOUGH_TO_GUESS {
            let expected = text.len() / (start / part.rows).max(1);
            for column in &mut part.columns {
                column.make_room(expected.saturating_sub(part.rows));
            }
        }
        let blank = parse_record(&mut fields, text, shape, &mut part.columns, &mut scratch)
            .map_err(Halt::Fault)?;
        if blank {
            part.blank_after += 1;
        } else {
            part.rows += 1;
            part.blank_before += std::mem::take(&mut part.blank_after);
        }
    }
    for (column, number) in part.columns.iter_mut().zip(1..) {
        column.settle(text).map_err(|_| {
            Halt::Fault(Fault {
                at: text.len(),
                field: number,
                kind: FaultKind::DictionaryFull,
            })
        })?;
    }
    progress.advance((text.len() - breath) as u64);
    Ok(part)
}

/// Returns whether the line was blank.
#[inline]
pub fn parse_record(
    fields: &mut Fields<'_>,
    text: &str,
    shape: Shape<'_>,
    columns: &mut impl Columns,
    scratch: &mut String,
) -> Result<bool, Fault> {
    let start = fields.position();
    let mut found = 0;
    loop {
        found += 1;
        let at = fields.position();
        let field = if fields.is_at_quote() {
            fields
                .quoted_field()
                .map_err(|fault| Fault::of_quote(fault, found))?
        } else {
            fields.plain_field()
        };
        let fault = |kind| Fault {
            at,
            field: found,
            kind,
        };
        if found == 1 && field.is_blank_line() {
            return Ok(true);
        }
        if field.range.len() > shape.field_limit {
            return Err(fault(FaultKind::TooLong {
                limit: shape.field_limit,
            }));
        }
        if let Some(column) = columns.column(found - 1) {
            let value = field.value(text, scratch);
            let pushed = if shape.nulls.contains(value) {
                column.push(text, at, 0)
            } else if field.is_doubled() {
                column.push_now(text, value)
            } else {
                column.push(text, field.range.start, field.range.len())
            };
            pushed.map_err(|_| fault(FaultKind::DictionaryFull))?;
        }
        if field.after != After::Field {
            break;
        }
    }
    if found != shape.columns {
        return Err(Fault {
            at: start,
            field: found.min(shape.columns) + 1,
            kind: FaultKind::Ragged {
                expected: shape.columns,
                found,
            },
        });
    }
    Ok(false)
}
