//! `.xls` as Excel 97 and later write it: a stream of records, each a number, a length and that many bytes.

use super::compound::{Compound, u16_at, u32_at};
use super::grid::{Area, EPOCH_1900, EPOCH_1904, Grid, Value};
use super::number_format::Meaning;
use super::{Fault, Sheet, Workbook, strings};
use crate::dictionary::Dictionary;
use crate::problem::Problem;
use crate::progress::Progress;
use std::collections::HashMap;

/// Records between two looks at the progress.
const BLOCK: usize = 1 << 12;

const OLD: &str = "this workbook was written by Excel 95 or an earlier version, which is not read; open it in a program \
                   for spreadsheets and save it as .xlsx";

#[derive(Default)]
pub struct Xls {
    stream: Vec<u8>,
    sheets: Vec<(usize, Sheet)>,
    texts: Dictionary,
    /// By the number of a cell's format.
    meanings: Vec<Meaning>,
    epoch: i64,
}

struct Record<'a> {
    number: u16,
    data: &'a [u8],
}

/// The records from a place in the stream on; none after one that is cut off.
struct Records<'a> {
    stream: &'a [u8],
}

impl<'a> Iterator for Records<'a> {
    type Item = Record<'a>;

    fn next(&mut self) -> Option<Record<'a>> {
        let number = u16_at(self.stream, 0)?;
        let length = usize::from(u16_at(self.stream, 2)?);
        let data = self.stream.get(4..4 + length)?;
        self.stream = &self.stream[4 + length..];
        Some(Record { number, data })
    }
}

mod number {
    pub const BEGIN: u16 = 0x0809;
    pub const END: u16 = 0x000a;
    pub const PASSWORD: u16 = 0x002f;
    pub const EPOCH: u16 = 0x0022;
    pub const FORMAT: u16 = 0x041e;
    pub const CELL_FORMAT: u16 = 0x00e0;
    pub const SHEET: u16 = 0x0085;
    pub const TEXTS: u16 = 0x00fc;
    pub const GOES_ON: u16 = 0x003c;
    pub const FLOAT: u16 = 0x0203;
    pub const LABEL: u16 = 0x0204;
    pub const RICH_LABEL: u16 = 0x00d6;
    pub const TRUTH: u16 = 0x0205;
    pub const FORMULA: u16 = 0x0006;
    pub const TEXT_OF_FORMULA: u16 = 0x0207;
    pub const SHORT_FLOAT: u16 = 0x027e;
    pub const SHORT_FLOATS: u16 = 0x00bd;
    pub const TEXT: u16 = 0x00fd;
    pub const MERGED: u16 = 0x00e5;
}

impl Xls {
    pub fn open(bytes: &[u8], progress: &Progress) -> Result<Self, Fault> {
        let file = Compound::open(bytes)?;
        if file.has("EncryptedPackage") {
            return Err(Fault::Password);
        }
        let stream = match file.stream("Workbook") {
            Some(stream) => stream?,
            None if file.has("Book") => return Err(Problem::new(OLD).into()),
            None => {
                let message = "this is a document of Microsoft Office, but no workbook";
                return Err(Problem::new(message).into());
            }
        };
        let mut book = Self {
            epoch: EPOCH_1900,
            ..Self::default()
        };
        book.globals(&stream, progress)?;
        book.stream = stream;
        Ok(book)
    }

    fn globals(&mut self, stream: &[u8], progress: &Progress) -> Result<(), Fault> {
        let mut formats: HashMap<u16, Meaning> = HashMap::new();
        let mut cell_formats = Vec::new();
        let mut texts: Vec<&[u8]> = Vec::new();
        let mut last = 0;
        for (at, record) in (Records { stream }).enumerate() {
            if at.is_multiple_of(BLOCK) {
                progress.check()?;
            }
            let data = record.data;
            match record.number {
                number::BEGIN if u16_at(data, 0) != Some(0x0600) => {
                    return Err(Problem::new(OLD).into());
                }
                number::PASSWORD if u16_at(data, 0) != Some(0) || data.len() > 6 => {
                    return Err(Fault::Password);
                }
                number::EPOCH if u16_at(data, 0) == Some(1) => self.epoch = EPOCH_1904,
                number::FORMAT => {
                    let code = strings::within(data.get(2..).unwrap_or_default(), true);
                    if let (Some(number), Some(code)) = (u16_at(data, 0), code) {
                        formats.insert(number, Meaning::of_code(&code));
                    }
                }
                number::CELL_FORMAT => cell_formats.push(u16_at(data, 2).unwrap_or(0)),
                number::SHEET => self.sheets.extend(sheet(data)),
                number::TEXTS => texts = vec![data],
                number::GOES_ON if last == number::TEXTS => texts.push(data),
                number::END => break,
                _ => {}
            }
            if record.number != number::GOES_ON {
                last = record.number;
            }
        }
        if self.sheets.is_empty() {
            return Err(Fault::Damaged);
        }
        if !texts.is_empty() {
            self.texts = strings::shared(&texts)?;
        }
        let meaning = |number: &u16| formats.get(number).copied();
        self.meanings = cell_formats
            .iter()
            .map(|number| meaning(number).unwrap_or_else(|| Meaning::of_builtin(*number)))
            .collect();
        Ok(())
    }

    fn value(&self, number: f64, format: u16) -> Value {
        let meaning = self.meanings.get(usize::from(format));
        meaning
            .copied()
            .unwrap_or(Meaning::Number)
            .value(number, self.epoch)
    }

    /// `None` for a record that is shorter than it must be.
    fn cell(
        &self,
        record: &Record<'_>,
        formula: &mut Option<(u32, u32)>,
        grid: &mut Grid<'_>,
    ) -> Option<Result<(), Fault>> {
        let data = record.data;
        let row = u32::from(u16_at(data, 0)?);
        let pushed = match record.number {
            number::TEXT_OF_FORMULA => {
                let (row, column) = formula.take()?;
                let text = strings::within(data, true)?;
                grid.push_text(row, column, &text)
            }
            number::MERGED => {
                for area in data.get(2..)?.chunks_exact(8).take(row as usize) {
                    let at = |place| u16_at(area, place).map(u32::from);
                    grid.merged.push(Area {
                        rows: (at(0)?, at(2)?),
                        columns: (at(4)?, at(6)?),
                    });
                }
                Ok(())
            }
            number::SHORT_FLOATS => {
                let first = u32::from(u16_at(data, 2)?);
                let cells = data.get(4..data.len().checked_sub(2)?)?.chunks_exact(6);
                let mut pushed = Ok(());
                for (column, cell) in (first..).zip(cells) {
                    let value = self.value(short_float(u32_at(cell, 2)?), u16_at(cell, 0)?);
                    pushed = pushed.and_then(|()| grid.push(row, column, value));
                }
                pushed
            }
            number::FLOAT
            | number::SHORT_FLOAT
            | number::LABEL
            | number::RICH_LABEL
            | number::TRUTH
            | number::FORMULA
            | number::TEXT => {
                let column = u32::from(u16_at(data, 2)?);
                let format = u16_at(data, 4)?;
                let rest = data.get(6..)?;
                match record.number {
                    number::FLOAT => grid.push(row, column, self.value(float(rest)?, format)),
                    number::SHORT_FLOAT => grid.push(
                        row,
                        column,
                        self.value(short_float(u32_at(rest, 0)?), format),
                    ),
                    number::TEXT => {
                        let code = u32_at(rest, 0)?;
                        if code as usize >= self.texts.len() {
                            return None;
                        }
                        grid.push_text(row, column, self.texts.get(code))
                    }
                    number::TRUTH => grid.push(row, column, truth(*rest.first()?, *rest.get(1)?)),
                    number::FORMULA => {
                        *formula = None;
                        match rest.get(..8)? {
                            // What is no number is marked by its last two bytes.
                            [0, .., 0xff, 0xff] => {
                                *formula = Some((row, column));
                                Ok(())
                            }
                            [1, _, value, .., 0xff, 0xff] => {
                                grid.push(row, column, truth(*value, 0))
                            }
                            [2, _, value, .., 0xff, 0xff] => {
                                grid.push(row, column, truth(*value, 1))
                            }
                            [3, .., 0xff, 0xff] => Ok(()),
                            _ => grid.push(row, column, self.value(float(rest)?, format)),
                        }
                    }
                    _ => grid.push_text(row, column, &strings::within(rest, true)?),
                }
            }
            _ => Ok(()),
        };
        Some(pushed.map_err(Fault::from))
    }
}

/// Where its records begin, and what it is called; nothing for what holds no cells.
fn sheet(data: &[u8]) -> Option<(usize, Sheet)> {
    let start = u32_at(data, 0)? as usize;
    let (&state, &kind) = (data.get(4)?, data.get(5)?);
    let name = strings::within(data.get(6..)?, false)?;
    let is_hidden = state & 3 != 0;
    (kind == 0).then_some((start, Sheet { name, is_hidden }))
}

fn float(bytes: &[u8]) -> Option<f64> {
    Some(f64::from_le_bytes(bytes.get(..8)?.try_into().ok()?))
}

/// Thirty bits of a number: the upper ones of a float or a whole number, perhaps of hundredths.
fn short_float(bits: u32) -> f64 {
    let number = match bits & 2 {
        0 => f64::from_bits(u64::from(bits & !3) << 32),
        _ => f64::from((bits as i32) >> 2),
    };
    if bits & 1 != 0 {
        number / 100.0
    } else {
        number
    }
}

fn truth(value: u8, is_error: u8) -> Value {
    match is_error {
        0 => Value::Truth(value != 0),
        _ => Value::Fault,
    }
}

impl Workbook for Xls {
    fn sheets(&self) -> Vec<Sheet> {
        self.sheets.iter().map(|(_, sheet)| sheet.clone()).collect()
    }

    fn read(&mut self, number: usize, grid: &mut Grid<'_>) -> Result<(), Fault> {
        let (start, _) = self.sheets.get(number).ok_or(Fault::Damaged)?;
        let stream = self.stream.get(*start..).ok_or(Fault::Damaged)?;
        let mut records = Records { stream };
        if records
            .next()
            .is_none_or(|first| first.number != number::BEGIN)
        {
            return Err(Fault::Damaged);
        }
        // Charts within a sheet have records of their own.
        let mut within = 0usize;
        let mut formula = None;
        for record in records {
            match record.number {
                number::BEGIN => within += 1,
                number::END if within == 0 => return Ok(()),
                number::END => within -= 1,
                _ if within == 0 => {
                    self.cell(&record, &mut formula, grid)
                        .ok_or(Fault::Damaged)??;
                }
                _ => {}
            }
        }
        Err(Fault::Damaged)
    }
}
