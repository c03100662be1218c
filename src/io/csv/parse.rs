//! One stretch of whole records becomes dictionary codes, a dictionary per column.

use super::dialect::{After, Dialect};
use super::fault::{Fault, FaultKind};
use super::fields::Fields;
use super::nulls::Nulls;
use crate::model::dictionary::DictionaryBuilder;
use crate::model::pulse::{Pulse, Stopped};

/// Bytes between two looks at the pulse: about a millisecond of work.
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
}

#[derive(Debug)]
pub enum Halt {
    Stopped(Stopped),
    Fault(Fault),
}

pub fn parse_part(text: &str, shape: Shape<'_>, pulse: &Pulse) -> Result<Part, Halt> {
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
            pulse.check().map_err(Halt::Stopped)?;
            pulse.advance((start - breath) as u64);
            breath = start;
        }
        if part.rows == ENOUGH_TO_GUESS {
            let expected = text.len() / (start / part.rows).max(1);
            for column in &mut part.columns {
                column.codes.reserve(expected.saturating_sub(part.rows));
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
    pulse.advance((text.len() - breath) as u64);
    Ok(part)
}

/// Returns whether the line was blank.
#[inline]
fn parse_record(
    fields: &mut Fields<'_>,
    text: &str,
    shape: Shape<'_>,
    columns: &mut [ColumnPart],
    scratch: &mut String,
) -> Result<bool, Fault> {
    let start = fields.position();
    let mut found = 0;
    loop {
        found += 1;
        let at = fields.position();
        let field = fields
            .next_field()
            .map_err(|fault| Fault::of_quote(fault, found))?;
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
        if let Some(column) = columns.get_mut(found - 1) {
            let value = field.value(text, scratch);
            let value = if shape.nulls.contains(value) {
                ""
            } else {
                value
            };
            let code = column
                .values
                .intern(value)
                .map_err(|_| fault(FaultKind::DictionaryFull))?;
            column.codes.push(code);
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
