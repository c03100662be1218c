//! There is one way to write a table, and nothing else beside it.

use super::anew::{Could, Placed};
use super::schema::{Kind, Leaf};
use super::*;
use crate::watch::Unwatched;

#[derive(Default, Debug, PartialEq)]
struct Told(Vec<Vec<String>>);

impl Rows for Told {
    fn names(&mut self, names: Vec<String>) -> Result<(), Failure> {
        self.0.push(names);
        Ok(())
    }

    fn row(&mut self, record: &Record) -> Result<(), Failure> {
        self.0.push(record.cells().map(str::to_owned).collect());
        Ok(())
    }
}

fn told(folder: &Path, bytes: &[u8]) -> Result<Told, String> {
    let path = folder.join("release.parquet");
    std::fs::write(&path, bytes).unwrap();
    let mut rows = Told::default();
    let read = read(&path, &mut rows, &Unwatched);
    read.map(|()| rows).map_err(|failure| failure.to_string())
}

type Cells = [(&'static str, Kind, Vec<String>)];

fn written(columns: &Cells) -> Vec<u8> {
    let rows = columns[0].2.len();
    let mut bytes = MAGIC.to_vec();
    let mut chunks = Vec::new();
    let mut leaves = Vec::new();
    for (name, kind, cells) in columns {
        let cells = Chunk::of(cells);
        let chunk = anew::chunk(&cells, rows, *kind, &mut Could::be_anything()).unwrap();
        let begin = bytes.len() as u64;
        chunks.push((begin, chunk.bytes.len() as u64, chunk.dictionary));
        bytes.extend(chunk.bytes);
        leaves.push(Leaf {
            name: (*name).to_owned(),
            kind: *kind,
        });
    }
    let groups = [Placed {
        rows: rows as u64,
        chunks,
    }];
    bytes.extend(anew::end_of_file(&leaves, &groups));
    bytes
}

fn texts(cells: &[&str]) -> Vec<String> {
    cells.iter().map(|&text| text.to_owned()).collect()
}

/// Columns of all kinds, with a dictionary and without.
fn people() -> Vec<u8> {
    let often = |cells: [&str; 3]| {
        let cells = cells.into_iter().cycle().take(21);
        texts(&cells.collect::<Vec<_>>())
    };
    let each = |text: &dyn Fn(usize) -> String| (0..21).map(text).collect::<Vec<_>>();
    written(&[
        ("age", Kind::Whole, often(["31", "", "-7"])),
        ("number", Kind::Whole, each(&|row| (row * row).to_string())),
        ("pay", Kind::Decimal, often(["1.5", "1e300", "0"])),
        ("part", Kind::Decimal, each(&|row| format!("{row}.25"))),
        ("born", Kind::Date, often(["1960-01-01", "", "2025-03-31"])),
        ("zip", Kind::Text, often(["01067", "10115", "x"])),
        ("nothing", Kind::Text, each(&|_| String::new())),
        ("name", Kind::Text, each(&|row| format!("person {row}"))),
    ])
}

#[test]
fn cells_are_numbers_days_and_texts() {
    let folder = tempfile::tempdir().unwrap();
    let rows = told(folder.path(), &people()).unwrap().0;
    assert_eq!(rows.len(), 22);
    assert_eq!(
        rows[1],
        [
            "31",
            "0",
            "1.5",
            "0.25",
            "1960-01-01",
            "01067",
            "",
            "person 0"
        ]
    );
    assert_eq!(
        rows[2],
        ["", "1", "1e300", "1.25", "", "10115", "", "person 1"]
    );
}

#[test]
fn no_byte_can_be_another_without_being_seen() {
    let folder = tempfile::tempdir().unwrap();
    let whole = people();
    let first = told(folder.path(), &whole).unwrap();
    let seen = |bytes: &[u8], what: &str, at: usize| {
        let told = told(folder.path(), bytes).ok();
        assert_ne!(told.as_ref(), Some(&first), "{what} byte {at}");
        // What is read after all is another table in its one form.
        told.is_some()
    };
    let (mut others, mut tried) = (0, 0);
    for at in 0..whole.len() {
        for flip in [1 << (at % 8), 0x10, 0xff] {
            let mut bytes = whole.clone();
            bytes[at] ^= flip;
            others += usize::from(seen(&bytes, "another", at));
            tried += 1;
        }
        for byte in [0, whole[at]] {
            let mut bytes = whole.clone();
            bytes.insert(at, byte);
            assert!(!seen(&bytes, "one more", at), "one more at {at}");
        }
        let mut bytes = whole.clone();
        bytes.remove(at);
        assert!(!seen(&bytes, "one less", at), "one less at {at}");
        assert!(told(folder.path(), &whole[..at]).is_err());
    }
    assert!(told(folder.path(), &[&whole[..], b" "].concat()).is_err());
    // Cells may be others, and they are the smaller part of the file.
    assert!(others > 100 && others < tried / 2, "{others} of {tried}");
}

#[test]
fn a_column_has_the_narrowest_kind() {
    let folder = tempfile::tempdir().unwrap();
    let of = |kind, cells: &[&str]| told(folder.path(), &written(&[("c", kind, texts(cells))]));
    for (kind, cells) in [
        (Kind::Whole, ["1", "2"]),
        (Kind::Decimal, ["1.5", "2"]),
        (Kind::Date, ["2024-02-29", ""]),
        (Kind::Text, ["1.50", "2"]),
        (Kind::Text, ["2024-02-29", "2"]),
        (Kind::Text, ["1234567890123456789", "-0"]),
        (Kind::Text, ["", ""]),
    ] {
        assert!(of(kind, &cells).is_ok(), "{kind:?} {cells:?}");
        for other in [Kind::Whole, Kind::Decimal, Kind::Date, Kind::Text] {
            let could = cells.iter().filter(|text| !text.is_empty());
            if other != kind
                && could
                    .clone()
                    .all(|text| anew::encoded(text, other).is_some())
            {
                let refused = of(other, &cells).unwrap_err();
                assert!(refused.contains(OTHERWISE), "{other:?} {cells:?}");
            }
        }
    }
}

#[test]
fn days_are_those_of_the_calendar() {
    for (text, day) in [
        ("1970-01-01", Some(0)),
        ("1969-12-31", Some(-1)),
        ("2000-02-29", Some(11_016)),
        ("0000-01-01", Some(-719_528)),
        ("9999-12-31", Some(2_932_896)),
        ("1900-02-29", None),
        ("2024-3-1", None),
        ("2024-13-01", None),
        ("02024-01-01", None),
        ("hello worl", None),
    ] {
        assert_eq!(anew::day(text), day, "{text}");
    }
}

#[test]
fn what_is_no_parquet_file_is_told() {
    let folder = tempfile::tempdir().unwrap();
    for bytes in [
        &b""[..],
        b"PAR1",
        b"PAR1\0\0\0\0PAR1",
        b"PAR1\xff\xff\xff\xffPAR1",
        b"PAR1abcd\x04\0\0\0PAR1",
        b"a,b\n1,2\n1,2\n",
    ] {
        let refused = told(folder.path(), bytes).unwrap_err();
        assert!(refused.contains("cannot be read"), "{refused}");
    }
}
