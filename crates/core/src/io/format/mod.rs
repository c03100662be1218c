//! The file formats: one row each with everything that is known of it. What is opened, guessed, offered in a file dialog and
//! released follows from here. Whoever checks a release reads it with means of their own: `cloakroom_verify`.

mod adapters;
mod rows;

use super::atomic_file::WriteError;
use super::batches::{BatchSink, BatchedFile, Head};
use super::csv;
use super::csv::stream::Division;
use super::guess::extension;
use super::parquet;
use super::placed::PlacedTable;
use crate::codebook::{Codes, LabelLimits};
use crate::column::Column;
use crate::load_options::LoadOptions;
use crate::problem::{Failure, Problem};
use crate::progress::Progress;
use crate::words::either;
pub use adapters::read_text_file;
use cloakroom_verify::declaration;
pub use rows::Format;
use rows::ROWS;
use std::fs::File;
use std::io::BufWriter;
use std::path::Path;

/// Everything that is known of a format.
struct Row {
    /// In a recipe.
    name: &'static str,
    /// In a menu.
    title: &'static str,
    /// How files that hold it end, in lower case; `.gz` or `.zst` may follow. Released ones end like the first.
    extensions: &'static [&'static str],
    /// Whether a file that begins with these bytes holds it, whatever it is called.
    begins: fn(&[u8]) -> bool,
    /// The same of all its bytes.
    is_whole: fn(&[u8]) -> bool,
    holds: Holds,
    read: Read,
    /// How a table that does not fit into the memory is read; `None` for formats that are read whole or not at all.
    in_batches: Option<InBatches>,
    /// Whether such a table can leave in it.
    leaves_in_batches: bool,
    /// Bytes that the whole table would need in memory; `None` if it cannot be told.
    needs: fn(&Path) -> Option<u64>,
    write: WriteTable,
    released: Released,
    /// What of a table it cannot hold, or what of such files is not read, in a sentence; empty where that is nothing.
    cannot: &'static str,
    /// Refuses names of columns, and numbers of them, that it cannot hold.
    refuse_names: RefuseNames,
    /// Of formats in which values are numbers with labels.
    labels: Option<LabelLimits>,
    /// What a release in it is declared to be.
    declared: declaration::Format,
}

/// Reads a whole file.
type Read =
    for<'a> fn(&'a Path, Vec<u8>, LoadOptions, &Progress) -> Result<PlacedTable<'a>, Failure>;

/// Writes a table; of formats that hold one value a record, its first column.
type WriteTable =
    fn(&mut BufWriter<&mut File>, &[&Column], &Codes, &Progress) -> Result<(), WriteError>;

type RefuseNames = fn(&[&str]) -> Result<(), Problem>;

/// What a file of the format looks like.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Holds {
    /// Lines of text with delimiters: a problem has a line, and lines may tell the kind of data.
    Lines,
    /// The same; lines of bare numbers may tell the kind of data as well.
    PlainLines,
    /// Named columns that need no guessing.
    Columns,
}

/// What a batch is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum InBatches {
    /// A stretch of lines.
    Lines,
    /// A group of rows, found by its place in the file.
    Groups,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Released {
    IfChosen,
    /// Holds one value a record, so it is not chosen by the user: baskets that came so leave so.
    AsItCame,
    /// Is only read.
    Never,
}

const TOO_LARGE: &str = "and the table is larger than what the memory has room for";

impl Format {
    fn row(self) -> &'static Row {
        &ROWS[self as usize]
    }

    /// The name in a recipe.
    pub fn name(self) -> &'static str {
        self.row().name
    }

    /// The name in a menu.
    pub fn title(self) -> &'static str {
        self.row().title
    }

    /// How a released file ends.
    pub fn extension(self) -> &'static str {
        self.row().extensions[0]
    }

    /// How files that hold it end.
    pub fn extensions(self) -> &'static [&'static str] {
        self.row().extensions
    }

    /// Those that a user may choose for a release.
    pub fn chosen() -> impl Iterator<Item = Self> {
        let all = Self::ALL.into_iter();
        all.filter(|format| format.row().released == Released::IfChosen)
    }

    /// What a release in it is declared to be.
    pub fn declared(self) -> declaration::Format {
        self.row().declared
    }

    pub fn holds(self) -> Holds {
        self.row().holds
    }

    /// Whether it is text with delimiters.
    pub fn is_text(self) -> bool {
        self.holds() != Holds::Columns
    }

    /// By what it is called; what nobody knows is taken for a text table.
    pub fn called(path: &Path) -> Self {
        let ending = extension(path);
        let mut all = Self::ALL.into_iter();
        all.find(|format| format.extensions().contains(&ending.as_str()))
            .unwrap_or_default()
    }

    /// By its first bytes, or else by what it is called.
    pub fn beginning(path: &Path, early: &[u8]) -> Self {
        Self::marked(early).unwrap_or_else(|| Self::called(path))
    }

    /// By its first bytes alone.
    pub fn marked(early: &[u8]) -> Option<Self> {
        let mut all = Self::ALL.into_iter();
        all.find(|format| (format.row().begins)(early))
    }

    /// By all its bytes, or else by what it is called.
    pub fn whole(path: &Path, bytes: &[u8]) -> Self {
        let mut all = Self::ALL.into_iter();
        all.find(|format| (format.row().is_whole)(bytes))
            .unwrap_or_else(|| Self::called(path))
    }

    pub fn read<'a>(
        self,
        path: &'a Path,
        bytes: Vec<u8>,
        options: LoadOptions,
        progress: &Progress,
    ) -> Result<PlacedTable<'a>, Failure> {
        if bytes.is_empty() && !self.is_text() {
            return Err(Problem::in_file(path, "the file is empty; expected a table").into());
        }
        (self.row().read)(path, bytes, options, progress)
    }

    /// Bytes that the whole table would need in memory; `None` if it cannot be told.
    pub fn needs(self, path: &Path) -> Option<u64> {
        (self.row().needs)(path)
    }

    /// Whether a packed file can be read in batches: what is read from several places at once cannot.
    pub fn is_packed_in_batches(self) -> bool {
        self.row().in_batches == Some(InBatches::Lines)
    }

    pub(super) fn read_batches<S: BatchSink>(
        self,
        path: &Path,
        options: &LoadOptions,
        begin: impl Fn(&Head<'_>) -> Result<(Vec<usize>, S), Failure>,
        division: Division,
        progress: &Progress,
    ) -> Result<(BatchedFile, S), Failure> {
        match self.row().in_batches {
            Some(InBatches::Lines) => csv::batches::read(path, options, begin, division, progress),
            Some(InBatches::Groups) => {
                parquet::batches::read(path, options, begin, division, progress)
            }
            None => Err(Problem::in_file(
                path,
                format!(
                    "{} files are not read in batches, {TOO_LARGE}",
                    self.title()
                ),
            )
            .into()),
        }
    }

    /// Whether a table that is read in batches can leave in it.
    pub fn refuse_in_batches(self) -> Result<(), Problem> {
        if self.row().leaves_in_batches {
            return Ok(());
        }
        let others = Self::ALL.into_iter();
        let others: Vec<&str> = others
            .filter(|format| format.row().leaves_in_batches)
            .map(Self::name)
            .collect();
        Err(Problem::new(format!(
            "{} files are not written in batches, {TOO_LARGE}; expected {}",
            self.title(),
            others.join(" or ")
        )))
    }

    /// `codes` are those that are declared of values; a format without labels writes the values alone.
    pub fn write(
        self,
        file: &mut BufWriter<&mut File>,
        columns: &[&Column],
        codes: &Codes,
        progress: &Progress,
    ) -> Result<(), WriteError> {
        (self.row().write)(file, columns, codes, progress)
    }

    /// What of a table it cannot hold, or what of such files is not read, in a sentence; empty where that is nothing.
    pub fn cannot(self) -> &'static str {
        self.row().cannot
    }

    /// Refuses columns by their names and their number before any work is done for them.
    pub fn refuse_names(self, names: &[&str]) -> Result<(), Problem> {
        (self.row().refuse_names)(names)
    }

    /// Of formats in which values are numbers with labels.
    pub fn labels(self) -> Option<LabelLimits> {
        self.row().labels
    }

    /// What to say after a table that a format cannot hold.
    pub(super) fn others() -> String {
        let all = Self::chosen().filter(|format| format.cannot().is_empty());
        let names: Vec<String> = all.map(|format| format!("\"{}\"", format.name())).collect();
        let names: Vec<&str> = names.iter().map(String::as_str).collect();
        format!("expected release.format = {}", either(&names))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_those_of_projects_and_certificates() {
        for format in Format::ALL {
            let stored = serde_json::to_string(&format).unwrap();
            assert_eq!(stored, format!("\"{}\"", format.name()));
            if format.row().released != Released::Never {
                assert_eq!(format.declared().extension(), format.extension());
            }
            let ending = format!("d.{}.gz", format.extensions()[0]);
            assert_eq!(Format::called(Path::new(&ending)), format);
            let ending = format!("d.{}.zst", format.extensions()[0]);
            assert_eq!(Format::called(Path::new(&ending)), format);
        }
        assert_eq!(Format::called(Path::new("d.unknown")), Format::Csv);
    }

    #[test]
    fn contents_count_more_than_the_name() {
        let path = Path::new("d.csv");
        assert_eq!(Format::beginning(path, b"PAR1\x15\x04"), Format::Parquet);
        assert_eq!(Format::beginning(path, b"ARROW1\0\0"), Format::Feather);
        assert_eq!(
            Format::beginning(path, b"PK\x03\x04..xl/workbook.xml"),
            Format::Xlsx
        );
        // A header that begins with the mark is a header still.
        assert_eq!(Format::whole(path, b"PAR1,b\n1,2\n3,4\n"), Format::Csv);
    }
}
