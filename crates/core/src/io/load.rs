//! One door for every kind of data file.

use super::batches;
use super::csv::stream::Division;
use super::fold;
use super::format::{Format, read_text_file};
use super::guess::{guess, others};
use super::loaded::SourceFile;
use super::placed::{PlacedTable, Read};
use super::reader::{OfTable, ReadFrom, Reader};
use super::source::{SourceBytes, read_source};
use super::stream::SourceStream;
use super::typed;
use super::understood::{Understood, What};
use crate::codebook::Codebook;
use crate::spelling::Fold;
use crate::words::either;
use crate::{Dataset, Failure, Kind, Layout, LoadOptions, Loaded, Problem, Progress, Table};
use std::path::Path;

/// Reads a file as what the options say it is; what they leave open is found out and noted.
pub fn load(path: &Path, options: &LoadOptions, progress: &Progress) -> Result<Loaded, Failure> {
    if in_batches(path, options, progress)? {
        return Err(too_large(path, options).into());
    }
    if let Some(loaded) = load_stream(path, options, Division::default(), progress)? {
        return Ok(loaded);
    }
    let loaded = load_whole(path, options, progress);
    let is_open = options.kind.is_none() && options.layout.is_none();
    match loaded {
        Err(Failure::Problem(_))
            if is_open && !kind_of(path, options, progress)?.fits_any_table() =>
        {
            as_records(path, options, progress).or(loaded)
        }
        _ => loaded,
    }
}

/// A file that looked like ratings or baskets in its first lines and is not: a table of records is left. The first
/// problem is told if it is none either.
fn as_records(path: &Path, options: &LoadOptions, progress: &Progress) -> Result<Loaded, Failure> {
    let given = LoadOptions {
        kind: Some(Kind::OF_ANY_TABLE),
        ..options.clone()
    };
    let mut loaded = load_whole(path, &given, progress)?;
    let why = "The first lines look like ratings or baskets, but not all lines do, so every line is read as a record.";
    loaded.understood.guessed(What::Kind, why);
    loaded.notes.insert(0, why.to_owned());
    Ok(loaded)
}

/// Reads a table of people that the data are compared with. Names are spelled as `fold` says, and values once it is
/// known what they are compared with; `nobody` is said of a table without rows.
pub fn load_people(
    path: &Path,
    nulls: Option<Vec<String>>,
    fold: Fold,
    nobody: &str,
    progress: &Progress,
) -> Result<Table, Failure> {
    let options = LoadOptions {
        kind: Some(Kind::OF_ANY_TABLE),
        nulls,
        fold: fold.of_names(),
        ..LoadOptions::default()
    };
    let dataset = load(path, &options, progress)?.dataset;
    let table = dataset.into_records_table();
    let table = table.filter(|table| table.rows() > 0);
    table.ok_or_else(|| Problem::in_file(path, nobody).into())
}

/// Whether a file is a table that is read in batches, because the options say so or because it is larger than what
/// the memory has room for.
pub fn in_batches(
    path: &Path,
    options: &LoadOptions,
    progress: &Progress,
) -> Result<bool, Failure> {
    if !batches::wanted(path, options, progress)? {
        return Ok(false);
    }
    Ok(kind_of(path, options, progress)?.about().may_be_counted)
}

fn kind_of(path: &Path, options: &LoadOptions, progress: &Progress) -> Result<Kind, Failure> {
    let early = early(path, progress)?;
    let format = Format::beginning(path, &early);
    Ok(judge(path, options, &early, format)?.kind)
}

/// For whoever needs every record by itself.
fn too_large(path: &Path, options: &LoadOptions) -> Problem {
    let why = match options.batches {
        Some(_) => "the recipe has the table read in batches (data.batches)",
        None => "the table is larger than what the memory has room for",
    };
    let can =
        "the window and cloakroom check, solve, release and verify work with it from a recipe";
    Problem::in_file(
        path,
        format!("{why}, so that it cannot be opened as a whole; {can}"),
    )
}

/// The beginning of a file, enough to judge it by.
const EARLY: usize = 256 << 10;

/// Some files may be larger than the memory, so they are never held as a text. `None` for others.
fn load_stream(
    path: &Path,
    options: &LoadOptions,
    division: Division,
    progress: &Progress,
) -> Result<Option<Loaded>, Failure> {
    let early = early(path, progress)?;
    let format = Format::beginning(path, &early);
    if !format.is_text() {
        return Ok(None);
    }
    let judged = judge(path, options, &early, format)?;
    let Some(stream) = judged.reader.stream else {
        return Ok(None);
    };
    let read = stream(path, &judged.options, division, progress)?;
    let reasons = judged.reasons(options, &early);
    Ok(read.map(|read| {
        let seen = Seen {
            names: read.names,
            ..Seen::default()
        };
        finish(read.source, read.read, reasons, seen)
    }))
}

/// What a file is taken to be.
struct Judged {
    kind: Kind,
    reader: &'static Reader,
    options: LoadOptions,
    /// Why, if nobody said so.
    why: String,
    notes: Vec<String>,
}

impl Judged {
    /// All that can be told of the kind once the data are read.
    fn reasons<'a>(&self, given: &'a LoadOptions, bytes: &[u8]) -> Reasons<'a> {
        Reasons {
            given,
            why: self.why.clone(),
            notes: self.notes.clone(),
            others: others(bytes, given, (self.kind, self.reader.layout)),
        }
    }
}

/// What is known of a file before it is read.
struct Reasons<'a> {
    given: &'a LoadOptions,
    why: String,
    notes: Vec<String>,
    others: Vec<(Kind, Option<Layout>)>,
}

/// Looks at the first lines only.
fn judge(
    path: &Path,
    options: &LoadOptions,
    bytes: &[u8],
    format: Format,
) -> Result<Judged, Problem> {
    let mut options = options.clone();
    options.fold_names();
    let mut notes = Vec::new();
    let mut why = String::new();
    if options.kind.is_none() {
        if !format.is_text() || options.batches == Some(true) {
            why = "It holds named columns, so every row is read as a record.".to_owned();
            options.kind = Some(Kind::OF_ANY_TABLE);
        } else {
            let guess = guess(path, bytes, &options);
            notes.extend(guess.note());
            options.kind = Some(guess.kind);
            options.layout = options.layout.or(guess.layout);
            options.columns = options.columns.or(guess.columns);
            options.separator = options.separator.or(guess.separator.map(str::to_owned));
            why = guess.why;
        }
    } else if format.is_text() && options.says_nothing_of_layout() {
        // Said of the kind alone: columns that are known by their names are taken as they would be without it.
        let guess = guess(path, bytes, &options);
        if guess.columns.is_some() && options.kind == Some(guess.kind) {
            options.layout = guess.layout;
            options.columns = guess.columns;
        }
    }
    let kind = options.kind.unwrap_or(Kind::OF_ANY_TABLE);
    let reader = reader(kind, &options, format, bytes).map_err(|problem| problem.of(path))?;
    options.layout = reader.layout;
    Ok(Judged {
        kind,
        reader,
        options,
        why,
        notes,
    })
}

fn load_whole(path: &Path, options: &LoadOptions, progress: &Progress) -> Result<Loaded, Failure> {
    if let Some(loaded) = load_text(path, options, progress)? {
        return Ok(loaded);
    }
    let SourceBytes { file, bytes } = read_source(path, progress)?;
    let format = Format::whole(path, &bytes);
    let judged = judge(path, options, &bytes, format)?;
    let reasons = judged.reasons(options, if format.is_text() { &bytes } else { &[] });
    let (mut seen, mut codebook) = (Seen::default(), Codebook::default());
    let read = match &judged.reader.from {
        ReadFrom::Lines(read) => read(path, bytes, &judged.options, progress)?,
        ReadFrom::Table(of_table) => {
            let mut placed = format.read(path, bytes, judged.options, progress)?;
            codebook = std::mem::take(&mut placed.codebook);
            let sheets = placed.sheets.clone();
            let read;
            (read, seen) = of_table
                .read(placed, options.kind.is_none(), progress)
                .map_err(|failure| failure.among(&sheets))?;
            read
        }
    };
    let mut loaded = finish(file, read, reasons, seen);
    loaded.understood.codebook = match loaded.dataset.records_table() {
        Some(table) => codebook.spelled_as(table),
        None => codebook,
    };
    Ok(loaded)
}

/// A table that is a text is read without holding the text. `None` for what else a file may be.
fn load_text(
    path: &Path,
    options: &LoadOptions,
    progress: &Progress,
) -> Result<Option<Loaded>, Failure> {
    let early = early(path, progress)?;
    let format = Format::beginning(path, &early);
    if !format.is_text() {
        return Ok(None);
    }
    let judged = judge(path, options, &early, format)?;
    let reasons = judged.reasons(options, &early);
    let ReadFrom::Table(of_table) = &judged.reader.from else {
        return Ok(None);
    };
    let (file, placed) = read_text_file(path, &judged.options, progress)?;
    let (read, seen) = of_table.read(placed, options.kind.is_none(), progress)?;
    Ok(Some(finish(file, read, reasons, seen)))
}

/// What a file begins with. A first look is no step of the reading.
fn early(path: &Path, progress: &Progress) -> Result<Vec<u8>, Failure> {
    let mut early = Vec::new();
    SourceStream::open(path, &progress.apart())?.read(&mut early, EARLY)?;
    Ok(early)
}

impl OfTable {
    fn read(
        &self,
        placed: PlacedTable<'_>,
        is_guess: bool,
        progress: &Progress,
    ) -> Result<(Read<Dataset>, Seen), Failure> {
        let placed = folded(placed, self.holds_values, progress)?;
        let (mut placed, misfits) = typed::typed(placed, self.holds_values, progress)?;
        let seen = Seen {
            names: placed.names().into_iter().map(str::to_owned).collect(),
            sheets: std::mem::take(&mut placed.sheets),
            misfits,
        };
        let read = (self.read)(placed, is_guess, progress)?;
        Ok((read, seen))
    }
}

/// The table with equal values as one. Where its cells name people, issues or items, those are compared as names.
fn folded<'a>(
    placed: PlacedTable<'a>,
    holds_values: bool,
    progress: &Progress,
) -> Result<PlacedTable<'a>, Failure> {
    let fold = match holds_values {
        true => placed.options.fold,
        false => placed.options.fold.of_names(),
    };
    let PlacedTable {
        file,
        table,
        options,
        ..
    } = placed;
    let (table, folded) = fold::fold_table(file, table, fold, &options, progress)?;
    Ok(PlacedTable {
        file,
        table,
        options,
        folded,
        ..placed
    })
}

/// What of a table does not lie in the data that were made of it.
#[derive(Default)]
struct Seen {
    names: Vec<String>,
    sheets: Vec<String>,
    misfits: Vec<typed::Misfits>,
}

fn finish(source: SourceFile, read: Read<Dataset>, reasons: Reasons<'_>, seen: Seen) -> Loaded {
    let Reasons {
        given,
        why,
        mut notes,
        others,
    } = reasons;
    notes.extend(read.notes);
    let dataset = read.data;
    let told = fold::notes(dataset.kind(), read.options.fold, &read.folded);
    notes.extend(told);
    let mut understood = Understood::of(&dataset, given, &read.options, &why, others);
    understood.names = seen.names;
    understood.sheets = seen.sheets;
    understood.misfits = seen.misfits;
    understood.buyers = read.buyers;
    Loaded {
        prepared: None,
        understood,
        dataset,
        source,
        options: read.options,
        notes,
        folded: read.folded,
    }
}

/// The reader for the layout that was asked for, if the kind has it, or for the one that the other options and the file
/// suggest.
fn reader(
    kind: Kind,
    options: &LoadOptions,
    format: Format,
    bytes: &[u8],
) -> Result<&'static Reader, Problem> {
    let about = kind.about();
    if !options.types.is_empty() && !kind.fits_any_table() {
        let message = format!(
            "data.types is for tables of records, not for {}; expected no data.types",
            about.name
        );
        return Err(Problem::new(message));
    }
    let lines = format.is_text().then_some(bytes);
    let Some(layout) = options.layout else {
        return Ok((about.usual_reader)(options, lines));
    };
    let refused = |expected: String| {
        Problem::new(format!(
            "the layout does not fit {}; expected {expected}",
            about.name
        ))
    };
    let names = |fits: fn(&Reader) -> bool| {
        let readers = about.readers.iter().filter(|reader| fits(reader));
        let names: Vec<&str> = readers.map(|reader| reader.name()).collect();
        either(&names)
    };
    let reader = about.reader(Some(layout));
    let reader = reader.ok_or_else(|| refused(names(|_| true)))?;
    if reader.needs_lines() && lines.is_none() {
        let others = names(|reader| !reader.needs_lines());
        let why = format!("{others}, since {} files have no lines", format.title());
        return Err(refused(why));
    }
    Ok(reader)
}

#[cfg(test)]
mod stream_tests;

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Column;
    use crate::io::parquet::write_parquet;

    fn parquet(columns: &[Column]) -> Vec<u8> {
        let columns: Vec<&Column> = columns.iter().collect();
        let rows = columns.first().map_or(0, |column| column.len());
        let mut bytes = Vec::new();
        write_parquet(&mut bytes, &columns, 0..rows, &Progress::default()).unwrap();
        bytes
    }

    fn load_as(name: &str, bytes: &[u8], options: &LoadOptions) -> Result<Loaded, Failure> {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join(name);
        std::fs::write(&path, bytes).unwrap();
        load(&path, options, &Progress::default())
    }

    #[test]
    fn parquet_may_hold_any_kind() {
        let column = |name: &str, texts: &[&str]| Column::from_texts(name, texts).unwrap();
        let bytes = parquet(&[
            column("tid", &["1", "1", "2"]),
            column("item", &["ham", "milk", "ham"]),
            column("stars", &["4", "5", "9"]),
        ]);
        let mut options = LoadOptions::default();
        let loaded = load_as("d.parquet", &bytes, &options).unwrap();
        assert_eq!(
            (loaded.dataset.kind(), loaded.dataset.records()),
            (Kind::Microdata, 3)
        );
        // Known by its contents, whatever it is called.
        assert!(load_as("d.csv", &bytes, &options).is_ok());
        options.kind = Some(Kind::Transactions);
        let loaded = load_as("d.parquet", &bytes, &options).unwrap();
        assert_eq!(
            (loaded.options.layout, loaded.dataset.records()),
            (Some(Layout::Long), 2)
        );
        options.layout = Some(Layout::Basket);
        assert!(load_as("d.parquet", &bytes, &options).is_err());
        let options = LoadOptions {
            kind: Some(Kind::Ratings),
            columns: Some(["tid", "item", "stars"].map(str::to_owned).to_vec()),
            scale: Some(vec![1.0, 5.0]),
            ..LoadOptions::default()
        };
        let failure = load_as("d.parquet", &bytes, &options)
            .unwrap_err()
            .to_string();
        assert!(
            failure.contains("record 3, column \"stars\": this is not a rating"),
            "{failure}"
        );
    }

    #[test]
    fn equal_values_of_a_parquet_file_are_one() {
        let column = |name: &str, texts: &[&str]| Column::from_texts(name, texts).unwrap();
        let bytes = parquet(&[
            column(" zip", &["01067", "01067 ", "x"]),
            column("pay", &["2.5", "2.50", "2"]),
        ]);
        let options = LoadOptions::default();
        let loaded = load_as("d.parquet", &bytes, &options).unwrap();
        let table = loaded.dataset.table().unwrap();
        assert_eq!(table.column("zip").unwrap().codes(), [0, 0, 1]);
        assert_eq!(table.column("pay").unwrap().codes(), [0, 0, 1]);
        assert_eq!(loaded.notes.len(), 3, "{:?}", loaded.notes);
        let twice = parquet(&[column("zip ", &["1"]), column("zip", &["1"])]);
        let refused = load_as("d.parquet", &twice, &options).unwrap_err();
        assert!(refused.to_string().contains("two columns"), "{refused}");
        let twice = load_as("d.csv", b"zip, zip\n1,2\n", &options).unwrap_err();
        assert!(twice.to_string().contains("are the same"), "{twice}");
    }

    #[test]
    fn what_is_no_parquet_is_a_problem() {
        let failure = load_as("d.parquet", b"a,b\n1,2\n", &LoadOptions::default()).unwrap_err();
        assert!(
            failure.to_string().contains("not a whole Parquet file"),
            "{failure}"
        );
    }

    #[test]
    fn options_as_used_read_the_same_again() {
        for (name, text) in [
            ("a.csv", "age;zip\n3;01234\n4;?\n"),
            ("b.dat", "1 2\n3\n"),
            ("c.data", "1\t2\t3\t4\n5\t6\t1\t7\n"),
        ] {
            let first = load_as(name, text.as_bytes(), &LoadOptions::default()).unwrap();
            let again = load_as(name, text.as_bytes(), &first.options).unwrap();
            assert_eq!(again.dataset, first.dataset, "{name}");
            assert_eq!(again.options, first.options, "{name}");
        }
    }
}
