//! A sheet as it lies in a workbook: the cells that hold something, and where cells are merged. Nothing of what they look
//! like.

use crate::dictionary::DictionaryBuilder;
use crate::io::memory;
use crate::io::named::too_little_memory;
use crate::problem::{Failure, Problem};
use crate::progress::Progress;
use crate::value_type::parse_date;
use std::path::Path;

/// Cells between two looks at the progress.
const BLOCK: usize = 1 << 13;
/// Sheets below this are too large for nobody.
const ALWAYS_ALLOWED: usize = 1 << 22;
/// As programs for spreadsheets have them.
pub const MOST_ROWS: u32 = 1 << 20;
pub const MOST_COLUMNS: u32 = 1 << 14;

pub const MS_OF_DAY: i64 = 86_400_000;

/// What a cell holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Value {
    /// The bits of a finite number.
    Number(u64),
    /// The code of a text.
    Text(u32),
    Truth(bool),
    /// Milliseconds since 1970.
    Moment(i64),
    /// A time of day or a length of time, in milliseconds.
    Time(i64),
    /// What a formula says that cannot be computed.
    Fault,
}

impl Value {
    pub fn number(value: f64) -> Self {
        match value.is_finite() {
            // There is one zero.
            true => Self::Number((value + 0.0).to_bits()),
            false => Self::Fault,
        }
    }

    /// Of days since the epoch of the workbook, which is that many days after 1970 (or before, if negative).
    pub fn of_serial(days: f64, epoch: i64) -> Self {
        /// From here on there are five digits of a year.
        const END: f64 = 2_958_466.0;
        if !(0.0..END).contains(&days) {
            return Self::number(days);
        }
        let ms = (days * MS_OF_DAY as f64).round() as i64;
        if days < 1.0 {
            return Self::Time(ms);
        }
        // 1900 was no leap year, but programs for spreadsheets count it as one.
        let is_1900 = epoch == EPOCH_1900;
        match ms.div_euclid(MS_OF_DAY) {
            60 if is_1900 => Self::number(days),
            early if is_1900 && early < 60 => Self::Moment(ms + (epoch + 1) * MS_OF_DAY),
            _ => Self::Moment(ms + epoch * MS_OF_DAY),
        }
    }

    /// Of a length of time in days.
    pub fn of_length(days: f64) -> Self {
        /// A hundred years.
        const LONGEST: f64 = 36_525.0;
        match (0.0..LONGEST).contains(&days) {
            true => Self::Time((days * MS_OF_DAY as f64).round() as i64),
            false => Self::number(days),
        }
    }
}

/// 1899-12-30 and 1904-01-01 as days since 1970.
pub const EPOCH_1900: i64 = -25_569;
pub const EPOCH_1904: i64 = -24_107;

/// Milliseconds since 1970 of `2024-03-31` or `2024-03-31T10:11:12.5`.
pub fn moment_of(text: &str) -> Option<i64> {
    let (date, time) = match text.split_once('T') {
        Some((date, time)) => (date, time.strip_suffix('Z').unwrap_or(time)),
        None => (text, ""),
    };
    let mut ms = parse_date(date)?.checked_mul(MS_OF_DAY)?;
    if !time.is_empty() {
        let mut parts = time.split(':');
        let hours: u32 = parts.next()?.parse().ok()?;
        let minutes: u32 = parts.next()?.parse().ok()?;
        let seconds: f64 = parts.next().unwrap_or("0").parse().ok()?;
        let is_time = hours < 24 && minutes < 60 && (0.0..60.0).contains(&seconds);
        if !is_time || parts.next().is_some() {
            return None;
        }
        ms += i64::from(hours * 60 + minutes) * 60_000 + (seconds * 1000.0).round() as i64;
    }
    Some(ms)
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cell {
    /// Both from 0.
    pub row: u32,
    pub column: u32,
    pub value: Value,
}

/// Cells that are merged to one, ends included.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Area {
    pub rows: (u32, u32),
    pub columns: (u32, u32),
}

impl Area {
    pub fn holds(&self, row: u32) -> bool {
        (self.rows.0..=self.rows.1).contains(&row)
    }
}

/// The cells of a sheet on their way to a table.
pub struct Grid<'a> {
    path: &'a Path,
    progress: &'a Progress,
    cells: Vec<Cell>,
    pub texts: DictionaryBuilder,
    pub merged: Vec<Area>,
    /// Formulas whose result is not stored.
    pub unknown: usize,
    most: usize,
}

impl<'a> Grid<'a> {
    pub fn new(path: &'a Path, progress: &'a Progress) -> Self {
        let most = memory::room() / size_of::<Cell>() as u64;
        let most = usize::try_from(most).unwrap_or(usize::MAX);
        Self::within(path, progress, most.max(ALWAYS_ALLOWED))
    }

    /// With so many cells at most.
    pub fn within(path: &'a Path, progress: &'a Progress, most: usize) -> Self {
        Self {
            path,
            progress,
            cells: Vec::new(),
            texts: DictionaryBuilder::default(),
            merged: Vec::new(),
            unknown: 0,
            most,
        }
    }

    pub fn push(&mut self, row: u32, column: u32, value: Value) -> Result<(), Failure> {
        if self.cells.len().is_multiple_of(BLOCK) {
            self.progress.check()?;
        }
        if row >= MOST_ROWS || column >= MOST_COLUMNS {
            let message = "a sheet has more rows or columns than a sheet can have";
            return Err(Problem::in_file(self.path, message).into());
        }
        if self.cells.len() >= self.most {
            return Err(too_little_memory(self.path).into());
        }
        self.cells.push(Cell { row, column, value });
        Ok(())
    }

    /// The empty text is no cell.
    pub fn push_text(&mut self, row: u32, column: u32, text: &str) -> Result<(), Failure> {
        if text.is_empty() {
            return Ok(());
        }
        let full = |full| Problem::in_file(self.path, format!("the sheet is too large: {full}"));
        let code = self.texts.intern(text).map_err(full)?;
        self.push(row, column, Value::Text(code))
    }

    pub fn is_empty(&self) -> bool {
        self.cells.is_empty()
    }

    /// In the order of rows and columns; where a cell is told twice, the last counts.
    pub fn take_cells(&mut self) -> Vec<Cell> {
        let mut cells = std::mem::take(&mut self.cells);
        let place = |cell: &Cell| (cell.row, cell.column);
        if !cells.is_sorted_by(|a, b| place(a) < place(b)) {
            cells.reverse();
            cells.sort_by_key(place);
            cells.dedup_by_key(|cell| place(cell));
        }
        cells
    }
}

/// `C17` of the cell in the third column of the seventeenth row.
pub fn name_of_cell(row: u32, column: u32) -> String {
    format!("{}{}", name_of_column(column), row + 1)
}

pub fn name_of_column(column: u32) -> String {
    let mut letters = Vec::new();
    let mut rest = column + 1;
    while rest > 0 {
        letters.push(char::from(b'A' + ((rest - 1) % 26) as u8));
        rest = (rest - 1) / 26;
    }
    letters.iter().rev().collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_are_named_as_on_the_screen() {
        assert_eq!(name_of_cell(16, 2), "C17");
        assert_eq!(name_of_cell(0, 25), "Z1");
        assert_eq!(name_of_cell(0, 26), "AA1");
        assert_eq!(name_of_column(MOST_COLUMNS - 1), "XFD");
    }

    #[test]
    fn serials_are_the_days_that_are_shown() {
        let moment = |text: &str| Value::Moment(moment_of(text).unwrap());
        for (serial, epoch, expected) in [
            (1.0, EPOCH_1900, moment("1900-01-01")),
            (59.0, EPOCH_1900, moment("1900-02-28")),
            (60.0, EPOCH_1900, Value::number(60.0)),
            (61.0, EPOCH_1900, moment("1900-03-01")),
            (45943.5, EPOCH_1900, moment("2025-10-13T12:00")),
            (44481.5, EPOCH_1904, moment("2025-10-13T12:00:00.0")),
            (0.25, EPOCH_1900, Value::Time(21_600_000)),
            (-3.0, EPOCH_1900, Value::number(-3.0)),
            (1e9, EPOCH_1900, Value::number(1e9)),
        ] {
            assert_eq!(Value::of_serial(serial, epoch), expected, "{serial}");
        }
        assert_eq!(moment_of("1970-01-02T00:00:01.5Z"), Some(86_401_500));
        assert_eq!(moment_of("1970-01-02T24:00"), None);
        assert_eq!(moment_of("noon"), None);
    }

    #[test]
    fn the_last_of_two_cells_at_one_place_counts() {
        let progress = Progress::default();
        let mut grid = Grid::new(Path::new("d.xlsx"), &progress);
        for (row, value) in [(1, 1.0), (0, 2.0), (1, 3.0)] {
            grid.push(row, 0, Value::number(value)).unwrap();
        }
        let values: Vec<_> = grid.take_cells().iter().map(|cell| cell.value).collect();
        assert_eq!(values, [Value::number(2.0), Value::number(3.0)]);
        assert!(grid.push(MOST_ROWS, 0, Value::Fault).is_err());
    }
}
