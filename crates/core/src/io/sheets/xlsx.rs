//! `.xlsx`, cell by cell.

use super::archive::{Seen, Watched};
use super::grid::{Area, EPOCH_1900, EPOCH_1904, Grid, MS_OF_DAY, Value, moment_of};
use super::{Fault, Sheet, Workbook};
use crate::progress::Progress;
use calamine::{DataRef, ExcelDateTime, Reader, SheetType, SheetVisible, Xlsx, XlsxError};

pub struct Excel<'a> {
    book: Xlsx<Watched<'a>>,
    sheets: Vec<Sheet>,
    has_merged: bool,
}

impl<'a> Excel<'a> {
    pub fn open(bytes: &'a [u8], seen: Seen, progress: &'a Progress) -> Result<Self, Fault> {
        let book = Xlsx::new(Watched::new(bytes, progress)).map_err(of_excel)?;
        let sheets = book.sheets_metadata().iter();
        let sheets = sheets.filter(|sheet| sheet.typ == SheetType::WorkSheet);
        let sheets = sheets.map(|sheet| Sheet {
            name: sheet.name.clone(),
            is_hidden: sheet.visible != SheetVisible::Visible,
        });
        Ok(Self {
            sheets: sheets.collect(),
            book,
            has_merged: seen.has_merged,
        })
    }
}

fn of_excel(error: XlsxError) -> Fault {
    match error {
        XlsxError::Password => Fault::Password,
        _ => Fault::Damaged,
    }
}

impl Workbook for Excel<'_> {
    fn sheets(&self) -> Vec<Sheet> {
        self.sheets.clone()
    }

    fn read(&mut self, number: usize, grid: &mut Grid<'_>) -> Result<(), Fault> {
        let name = self.sheets.get(number).ok_or(Fault::Damaged)?.name.clone();
        let mut cells = self.book.worksheet_cells_reader(&name).map_err(of_excel)?;
        while let Some(cell) = cells.next_cell_with_formula_metadata().map_err(of_excel)? {
            let (row, column) = cell.pos;
            let value = match &cell.value {
                DataRef::Empty => {
                    grid.unknown += usize::from(cell.formula.is_some());
                    continue;
                }
                DataRef::String(text) => {
                    grid.push_text(row, column, text)?;
                    continue;
                }
                DataRef::SharedString(text) => {
                    grid.push_text(row, column, text)?;
                    continue;
                }
                DataRef::DateTimeIso(text) | DataRef::DurationIso(text) => match moment_of(text) {
                    Some(ms) => Value::Moment(ms),
                    None => {
                        grid.push_text(row, column, text)?;
                        continue;
                    }
                },
                DataRef::Int(number) => Value::number(*number as f64),
                DataRef::Float(number) => Value::number(*number),
                DataRef::Bool(truth) => Value::Truth(*truth),
                DataRef::DateTime(moment) if moment.is_duration() => {
                    Value::of_length(moment.as_f64())
                }
                DataRef::DateTime(moment) => Value::of_serial(moment.as_f64(), epoch_of(moment)),
                DataRef::Error(_) => Value::Fault,
            };
            grid.push(row, column, value)?;
        }
        drop(cells);
        if self.has_merged {
            let merged = self
                .book
                .merge_cells_by_sheet_name(&name)
                .map_err(of_excel)?;
            grid.merged.extend(merged.iter().map(|area| Area {
                rows: (area.start.0, area.end.0),
                columns: (area.start.1, area.end.1),
            }));
        }
        Ok(())
    }
}

/// What days are counted from is told by what they are shown as.
fn epoch_of(moment: &ExcelDateTime) -> i64 {
    let (year, month, day, ..) = moment.to_ymd_hms_milli();
    let shown = moment_of(&format!("{year:04}-{month:02}-{day:02}"));
    let days = moment.as_f64().floor() as i64;
    match shown {
        Some(ms) if ms.div_euclid(MS_OF_DAY) - days > EPOCH_1900 + 1 => EPOCH_1904,
        _ => EPOCH_1900,
    }
}
