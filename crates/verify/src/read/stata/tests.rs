//! There is one way to write a table, and nothing else beside it.

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
    told_with(folder, bytes, &Codes::new())
}

fn told_with(folder: &Path, bytes: &[u8], codes: &Codes) -> Result<Told, String> {
    let path = folder.join("release.dta");
    std::fs::write(&path, bytes).unwrap();
    let mut rows = Told::default();
    let read = read(&path, codes, &mut rows, &Unwatched);
    read.map(|_| rows).map_err(|failure| failure.to_string())
}

/// Three records of five columns; `labels` of the last one.
fn written(labels: &[&str], cells: [i32; 3]) -> Vec<u8> {
    let labels: Vec<(i32, &str)> = (1..).zip(labels.iter().copied()).collect();
    written_with(&labels, cells)
}

fn written_with(labels: &[(i32, &str)], cells: [i32; 3]) -> Vec<u8> {
    let column = |name: &str, kind| Variable {
        name: name.to_owned(),
        kind,
        labels: BTreeMap::new(),
        is_declared: false,
    };
    let columns = [
        column("age", Kind::Whole),
        column("pay", Kind::Double),
        column("born", Kind::Date),
        column("zip", Kind::Text(5)),
        column("ill", Kind::Labelled),
    ];
    let mut all = b"<value_labels><lbl>".to_vec();
    let content: Vec<u8> = labels
        .iter()
        .flat_map(|(_, text)| [text.as_bytes(), b"\0"].concat())
        .collect();
    let length = (8 + 8 * labels.len() + content.len()) as u32;
    all.extend_from_slice(&length.to_le_bytes());
    fill(&mut all, "labels5", OF_NAME + 3);
    all.extend_from_slice(&(labels.len() as u32).to_le_bytes());
    all.extend_from_slice(&(content.len() as u32).to_le_bytes());
    let mut at = 0u32;
    for (_, text) in labels {
        all.extend_from_slice(&at.to_le_bytes());
        at += text.len() as u32 + 1;
    }
    for (number, _) in labels {
        all.extend_from_slice(&number.to_le_bytes());
    }
    all.extend(content);
    all.extend_from_slice(b"</lbl></value_labels>");
    let columns: Vec<&Variable> = columns.iter().collect();
    let mut bytes = anew_of(&columns, 3, all.len() as u64);
    for (at, cell) in cells.into_iter().enumerate() {
        bytes.extend_from_slice(&[31, MISSING, -7][at].to_le_bytes());
        bytes.extend_from_slice(
            &[1.5f64.to_bits(), 1e300f64.to_bits(), MISSING_DOUBLE][at].to_le_bytes(),
        );
        bytes.extend_from_slice(&[0, MISSING, 23_831][at].to_le_bytes());
        fill(&mut bytes, ["01067", "", "x"][at], 5);
        bytes.extend_from_slice(&cell.to_le_bytes());
    }
    bytes.extend_from_slice(b"</data><strls></strls>");
    bytes.extend(all);
    bytes.extend_from_slice(b"</stata_dta>");
    bytes
}

#[test]
fn cells_are_numbers_days_texts_and_labels() {
    let folder = tempfile::tempdir().unwrap();
    let rows = told(folder.path(), &written(&["cold", "flu"], [2, MISSING, 1])).unwrap();
    assert_eq!(
        rows.0,
        [
            ["age", "pay", "born", "zip", "ill"],
            ["31", "1.5", "1960-01-01", "01067", "flu"],
            ["", "1e300", "", "", ""],
            ["-7", "", "2025-03-31", "x", "cold"],
        ]
    );
}

#[test]
fn only_labels_that_some_record_has_may_be_there() {
    let folder = tempfile::tempdir().unwrap();
    let refused =
        |labels: &[&str], cells| told(folder.path(), &written(labels, cells)).unwrap_err();
    assert!(refused(&["cold", "flu"], [2, 2, 2]).contains("no record has"));
    assert!(refused(&["cold", "flu"], [1, 2, 3]).contains("has no label"));
    assert!(refused(&["flu", "cold"], [1, 2, 1]).contains(OTHERWISE));
    assert!(refused(&["cold", "cold"], [1, 2, 1]).contains(OTHERWISE));
}

#[test]
fn codes_are_those_that_are_declared() {
    let folder = tempfile::tempdir().unwrap();
    let declared = |pairs: &[(&str, i32)]| -> Codes {
        let codes = pairs.iter().map(|&(text, code)| (text.to_owned(), code));
        [("ill".to_owned(), codes.collect())].into()
    };
    let told = |labels: &[(i32, &str)], cells, codes: &Codes| {
        told_with(folder.path(), &written_with(labels, cells), codes)
    };
    let scale = [(1, "low"), (5, "high")];
    let codes = declared(&[("high", 5), ("low", 1)]);
    let rows = told(&scale, [5, 3, 1], &codes).unwrap();
    assert_eq!(
        [1, 2, 3].map(|row: usize| rows.0[row][4].clone()),
        ["high", "3", "low"]
    );
    for other in [
        Codes::new(),
        declared(&[("high", 5)]),
        declared(&[("high", 5), ("low", 2)]),
        declared(&[("high", 5), ("low", 1), ("middle", 3)]),
        [("age".to_owned(), BTreeMap::new())].into(),
    ] {
        assert!(told(&scale, [5, 3, 1], &other).is_err(), "{other:?}");
    }
    // A label that nobody has, and a number that looks like a label.
    assert!(
        told(&scale, [5, 3, 5], &codes)
            .unwrap_err()
            .contains("no record has")
    );
    let alike = [(1, "low"), (5, "3")];
    assert!(told(&alike, [5, 3, 1], &declared(&[("3", 5), ("low", 1)])).is_err());
}

#[test]
fn no_byte_can_be_another_without_being_seen() {
    let folder = tempfile::tempdir().unwrap();
    let whole = written(&["cold", "flu"], [2, MISSING, 1]);
    let first = told(folder.path(), &whole).unwrap();
    for at in 0..whole.len() {
        let mut bytes = whole.clone();
        bytes[at] ^= 1 << (at % 8);
        assert_ne!(
            told(folder.path(), &bytes).ok().as_ref(),
            Some(&first),
            "byte {at}"
        );
    }
    for end in (0..whole.len()).step_by(13) {
        assert!(told(folder.path(), &whole[..end]).is_err());
    }
    let longer = [&whole[..], b" "].concat();
    assert!(told(folder.path(), &longer).is_err());
}
