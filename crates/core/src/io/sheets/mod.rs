//! Workbooks of spreadsheet programs in (`.xlsx`, `.xls`, `.ods`) and out (`.xlsx`).
//!
//! A workbook holds sheets, a sheet cells anywhere: which sheet, and which of its rows names the columns, is found out and
//! told. Whatever a file claims of its size, memory is taken for what it holds.

mod archive;
mod compound;
mod grid;
mod number_format;
mod ods;
#[cfg(test)]
mod protected_tests;
mod strings;
mod table;
#[cfg(test)]
pub mod tests;
pub mod write;
mod xls;
mod xlsx;

pub(super) use ods::letter_of;
pub use write::write_workbook;

use crate::codebook::Codebook;
use crate::guard::guarded;
use crate::io::placed::PlacedTable;
use crate::load_options::LoadOptions;
use crate::problem::{Failure, Problem};
use crate::progress::{Progress, Stopped};
use grid::Grid;
use std::path::Path;

/// The first bytes of a zip archive, which `.xlsx` and `.ods` are.
const ZIP: &[u8] = b"PK\x03\x04";
/// The first bytes of what `.xls` is packed in, and whatever a password protects.
const COMPOUND: &[u8] = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1";

/// Whether a file begins as workbooks do. A zip archive may be anything: its first parts tell.
pub fn begins(bytes: &[u8]) -> bool {
    if bytes.starts_with(COMPOUND) {
        return true;
    }
    let early = &bytes[..bytes.len().min(4096)];
    let holds = |name: &[u8]| memchr::memmem::find(early, name).is_some();
    bytes.starts_with(ZIP)
        && (holds(b"xl/")
            || holds(b"[Content_Types].xml")
            || holds(b"_rels/.rels")
            || holds(b"docProps/")
            || holds(b"opendocument.spreadsheet"))
}

/// Why a workbook cannot be read.
enum Fault {
    Stopped(Stopped),
    Damaged,
    Password,
    Problem(Problem),
}

impl From<Stopped> for Fault {
    fn from(stopped: Stopped) -> Self {
        Self::Stopped(stopped)
    }
}

impl From<Problem> for Fault {
    fn from(problem: Problem) -> Self {
        Self::Problem(problem)
    }
}

impl From<Failure> for Fault {
    fn from(failure: Failure) -> Self {
        match failure {
            Failure::Stopped(stopped) => Self::Stopped(stopped),
            Failure::Problem(problem) => Self::Problem(problem),
        }
    }
}

impl Fault {
    fn told(self, path: &Path, progress: &Progress) -> Failure {
        if let Err(stopped) = progress.check() {
            return stopped.into();
        }
        let told = |message: &str| Problem::in_file(path, message).into();
        match self {
            Self::Stopped(stopped) => stopped.into(),
            Self::Problem(problem) => problem.of(path).into(),
            Self::Damaged => told("the workbook is damaged or cut off and cannot be read"),
            Self::Password => {
                told("the workbook is protected by a password; save it without one and open that")
            }
        }
    }
}

/// A sheet that can be asked for.
#[derive(Clone, Debug)]
struct Sheet {
    name: String,
    is_hidden: bool,
}

/// A workbook that is open.
trait Workbook {
    /// In the order of the workbook.
    fn sheets(&self) -> Vec<Sheet>;

    /// Adds what the sheet of this number holds.
    fn read(&mut self, number: usize, grid: &mut Grid<'_>) -> Result<(), Fault>;
}

pub fn read_workbook<'a>(
    path: &'a Path,
    bytes: Vec<u8>,
    options: LoadOptions,
    progress: &Progress,
) -> Result<PlacedTable<'a>, Failure> {
    progress.stage("reading the workbook", 0);
    // Readers of others do not promise to notice every damage.
    let read = guarded(|| chosen(path, &bytes, &options, progress));
    let (sheets, chosen) = read
        .unwrap_or(Err(Fault::Damaged))
        .map_err(|fault| fault.told(path, progress))?;
    drop(bytes);
    // Another sheet can be read whatever is wrong with this one.
    let (grid, sheet, mut notes) =
        chosen.map_err(|fault| fault.told(path, progress).among(&sheets))?;
    let made = table::table_of(path, grid, &sheet, &options, progress)
        .map_err(|failure| failure.among(&sheets))?;
    notes.extend(made.notes);
    Ok(PlacedTable {
        file: path,
        table: made.table,
        options: LoadOptions {
            sheet: Some(sheet),
            header: Some(made.has_header),
            nulls: Some(made.nulls),
            ..options
        },
        notes,
        folded: Vec::new(),
        sheets,
        is_text: false,
        codebook: Codebook::default(),
    })
}

/// The sheet that is wanted, its name, and what is said of that.
type Chosen<'a> = (Grid<'a>, String, Vec<String>);

/// The names of all sheets that can be asked for, and the one that is wanted.
fn chosen<'a>(
    path: &'a Path,
    bytes: &[u8],
    options: &LoadOptions,
    progress: &'a Progress,
) -> Result<(Vec<String>, Result<Chosen<'a>, Fault>), Fault> {
    let mut book: Box<dyn Workbook + '_> = if bytes.starts_with(COMPOUND) {
        Box::new(xls::Xls::open(bytes, progress)?)
    } else if bytes.starts_with(ZIP) {
        let seen = archive::look_through(bytes, progress)?;
        match ods::Ods::open(bytes, progress)? {
            Some(ods) => Box::new(ods),
            None => Box::new(xlsx::Excel::open(bytes, seen, progress)?),
        }
    } else {
        let text = bytes.trim_ascii_start();
        let message = match text.first() {
            Some(b'<') => {
                "this is a web page or an XML text that is called a workbook; open it in a program for spreadsheets and \
                 save it as .xlsx"
            }
            _ if !bytes.iter().take(4096).any(|&byte| byte < b'\t') => {
                "this is a text that is called a workbook; give it the ending .csv"
            }
            _ => "this is no workbook of Excel or LibreOffice, whatever it is called",
        };
        return Err(Problem::new(message).into());
    };
    let sheets = book.sheets();
    let chosen = among(&mut *book, &sheets, path, options, progress);
    let names = sheets.into_iter().map(|sheet| sheet.name);
    Ok((names.collect(), chosen))
}

fn among<'a>(
    book: &mut (dyn Workbook + '_),
    sheets: &[Sheet],
    path: &'a Path,
    options: &LoadOptions,
    progress: &'a Progress,
) -> Result<Chosen<'a>, Fault> {
    if let Some(wanted) = &options.sheet {
        let number = sheets.iter().position(|sheet| sheet.name == *wanted);
        let number = number.ok_or_else(|| no_such_sheet(wanted, sheets))?;
        let mut grid = Grid::new(path, progress);
        book.read(number, &mut grid)?;
        return Ok((grid, wanted.clone(), Vec::new()));
    }
    for (number, sheet) in sheets.iter().enumerate() {
        if sheet.is_hidden {
            continue;
        }
        let mut grid = Grid::new(path, progress);
        book.read(number, &mut grid)?;
        if grid.is_empty() {
            continue;
        }
        let note = (sheets.len() > 1).then(|| {
            format!(
                "The workbook has {} sheets: \"{}\" is read, the first that holds anything.",
                sheets.len(),
                sheet.name
            )
        });
        return Ok((grid, sheet.name.clone(), note.into_iter().collect()));
    }
    Err(Problem::new("no sheet of the workbook holds anything").into())
}

fn no_such_sheet(wanted: &str, sheets: &[Sheet]) -> Problem {
    const SHOWN: usize = 12;
    let shown = sheets.iter().take(SHOWN);
    let mut names: Vec<String> = shown.map(|sheet| format!("\"{}\"", sheet.name)).collect();
    if sheets.len() > SHOWN {
        names.push(format!("… ({} in all)", sheets.len()));
    }
    let names = names.join(", ");
    Problem::new(format!(
        "there is no sheet \"{wanted}\"; expected one of {names}"
    ))
}
