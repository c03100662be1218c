//! Records become cells, and cells dictionary codes.

use super::dialect::{After, Dialect};
use super::fault::{Fault, FaultKind};
use super::fields::Fields;
use super::nulls::Nulls;
use crate::text_key::TextKey;
use crate::{DictionaryBuilder, DictionaryFull};

/// What every stretch must know.
#[derive(Clone, Copy, Debug)]
pub struct Shape<'a> {
    pub dialect: &'a Dialect,
    pub columns: usize,
    pub nulls: &'a Nulls,
    pub field_limit: usize,
}

/// A column of some records; codes count within them.
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
    /// Whether somebody wants the cells of a field.
    fn wants(&self, number: usize) -> bool;

    /// A cell that lies in the text as it is.
    fn push(
        &mut self,
        number: usize,
        text: &str,
        start: usize,
        length: usize,
    ) -> Result<(), DictionaryFull>;

    /// A cell whose text had to be put together.
    fn push_made(&mut self, number: usize, text: &str, value: &str) -> Result<(), DictionaryFull>;
}

impl ColumnPart {
    /// A cell that lies in the text as it is.
    #[inline]
    pub fn push(&mut self, text: &str, start: usize, length: usize) -> Result<(), DictionaryFull> {
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
    pub fn push_now(&mut self, text: &str, value: &str) -> Result<(), DictionaryFull> {
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
        if columns.wants(found - 1) {
            let pushed = if field.is_doubled() {
                match field.value(text, scratch) {
                    value if shape.nulls.contains(value) => columns.push(found - 1, text, at, 0),
                    value => columns.push_made(found - 1, text, value),
                }
            } else {
                let (start, length) = (field.range.start, field.range.len());
                let bytes = text.as_bytes().get(field.range).unwrap_or_default();
                match shape.nulls.contains_bytes(bytes) {
                    true => columns.push(found - 1, text, at, 0),
                    false => columns.push(found - 1, text, start, length),
                }
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
