//! Files that other programs wrote, each with the same eight people.

use super::r::read_r;
use super::spss::read_spss;
use super::stata::read_stata;
use super::stata::write::{LABELS, write_stata};
use super::transport::read_transport;
use crate::codebook::Codes;
use crate::column::Column;
use crate::io::placed::PlacedTable;
use crate::load_options::LoadOptions;
use crate::problem::Failure;
use crate::progress::Progress;
use crate::table::Table;
use std::path::Path;

pub const SAV: &[u8] = include_bytes!("fixtures/people.sav");
const LABELS_SAV: &[u8] = include_bytes!("fixtures/labels.sav");
pub const ZSAV: &[u8] = include_bytes!("fixtures/people.zsav");
pub const PLAIN_SAV: &[u8] = include_bytes!("fixtures/plain.sav");
pub const DTA_117: &[u8] = include_bytes!("fixtures/people117.dta");
pub const DTA_118: &[u8] = include_bytes!("fixtures/people118.dta");
pub const DTA_119: &[u8] = include_bytes!("fixtures/people119.dta");
pub const DTA_113: &[u8] = include_bytes!("fixtures/people113.dta");
pub const DTA_114: &[u8] = include_bytes!("fixtures/people114.dta");
pub const DTA_114_BIG: &[u8] = include_bytes!("fixtures/people114big.dta");
pub const DTA_115: &[u8] = include_bytes!("fixtures/people115.dta");
pub const MISSING: &[u8] = include_bytes!("fixtures/missing.dta");
pub const XPT_8: &[u8] = include_bytes!("fixtures/people8.xpt");
pub const LABELLED: &[u8] = include_bytes!("fixtures/labelled.rds");
pub const RDS: &[u8] = include_bytes!("fixtures/people.rds");
pub const WORKSPACE: &[u8] = include_bytes!("fixtures/people.RData");
pub const XPT: &[u8] = include_bytes!("fixtures/people.xpt");

type Reader =
    for<'a> fn(&'a Path, Vec<u8>, LoadOptions, &Progress) -> Result<PlacedTable<'a>, Failure>;

fn read(reader: Reader, bytes: &[u8]) -> Result<PlacedTable<'static>, String> {
    let read = reader(
        Path::new("people"),
        bytes.to_vec(),
        LoadOptions::default(),
        &Progress::default(),
    );
    read.map_err(|failure| failure.to_string())
}

fn texts(table: &Table, name: &str) -> Vec<String> {
    let column = table
        .column(name)
        .unwrap_or_else(|| panic!("there is no {name}"));
    (0..table.rows())
        .map(|row| column.text(row).to_owned())
        .collect()
}

const PAY: [&str; 8] = ["1500.5", "2000", "", "0.1", "-3.25", "1000000", "2.5", "7"];
const BORN: [&str; 8] = [
    "1990-01-02",
    "1900-03-01",
    "",
    "2020-02-29",
    "1999-12-31",
    "2000-01-01",
    "1970-01-01",
    "1969-07-20",
];

fn names(other: &str) -> Vec<String> {
    let long = format!("long {}", "x".repeat(300));
    ["Ann", "Bjørn", "Cäsar & <co>", "", other, "F", "G", &long]
        .map(str::to_owned)
        .to_vec()
}

#[test]
fn labels_are_what_is_shown_and_declared_missing_values_are_missing() {
    for bytes in [SAV, ZSAV] {
        let placed = read(read_spss, bytes).unwrap();
        let table = &placed.table;
        assert_eq!(texts(table, "name"), names("Eve中"));
        assert_eq!(
            texts(table, "sex"),
            ["male", "female", "male", "female", "", "male", "", "female"]
        );
        assert_eq!(
            texts(table, "age"),
            ["34", "51", "28", "", "40", "33", "61", "18"]
        );
        assert_eq!(texts(table, "pay"), PAY);
        assert_eq!(texts(table, "born"), BORN);
        assert_eq!(
            placed.notes,
            [
                "Column \"sex\": 1 value that the file declares missing is read as missing: 9 (refused).",
                "Column \"age\": 1 value that the file declares missing is read as missing: 99 (unknown)."
            ]
        );
    }
    let table = read(read_spss, PLAIN_SAV).unwrap().table;
    assert_eq!(texts(&table, "age")[3], "unknown");
    assert_eq!(texts(&table, "sex")[4], "refused");
}

#[test]
fn three_versions_of_stata_are_read() {
    for (bytes, other) in [(DTA_117, "Evee"), (DTA_118, "Eve中"), (DTA_119, "Eve中")] {
        let table = read(read_stata, bytes).unwrap().table;
        assert_eq!(texts(&table, "name"), names(other));
        assert_eq!(
            texts(&table, "sex"),
            [
                "male", "female", "male", "female", "refused", "male", "", "female"
            ]
        );
        assert_eq!(
            texts(&table, "age"),
            ["34", "51", "28", "99", "40", "33", "61", "18"]
        );
        assert_eq!(texts(&table, "pay"), PAY);
        assert_eq!(texts(&table, "born"), BORN);
    }
}

#[test]
fn old_files_of_stata_are_read() {
    let long = format!("long {}", "x".repeat(200));
    for (bytes, sex) in [
        (DTA_113, ["male", "refused"]),
        (DTA_114, ["male", "refused"]),
        (DTA_114_BIG, ["male", "refused"]),
        (DTA_115, ["male", "refused"]),
    ] {
        let placed = read(read_stata, bytes).unwrap();
        let table = &placed.table;
        let names = texts(table, "name");
        assert_eq!(names[..4], ["Ann", "Bjørn", "Cäsar & <co>", ""]);
        assert_eq!(names[7], long);
        let shown = texts(table, "sex");
        assert_eq!([&shown[0], &shown[4]], sex);
        assert_eq!(shown[6], "");
        assert_eq!(texts(table, "age")[3], "99");
        assert_eq!(texts(table, "pay"), PAY);
        assert_eq!(texts(table, "born"), BORN);
        let about = &placed.codebook.columns["sex"];
        assert_eq!(about.about.as_deref(), Some("What they said they are"));
        let codes: Vec<(i32, &str)> = about
            .codes
            .iter()
            .map(|(&code, label)| (code, label.as_str()))
            .collect();
        assert_eq!(codes, [(1, "male"), (2, "female"), (9, "refused")]);
    }
}

#[test]
fn missing_values_with_letters_and_labels_are_told() {
    let placed = read(read_stata, MISSING).unwrap();
    let sex = ["male", "female", "", "", "", "male"];
    assert_eq!(texts(&placed.table, "sex"), sex);
    // A scale of which only the ends have labels.
    assert_eq!(
        texts(&placed.table, "grade"),
        ["low", "2", "3", "4", "high", "low"]
    );
    assert_eq!(
        placed.notes,
        [
            "Column \"sex\": 3 values that the file declares missing are read as missing: .a (refused) and .b (don't know)."
        ]
    );
    let placed = read(read_r, LABELLED).unwrap();
    assert_eq!(
        texts(&placed.table, "sex"),
        ["male", "female", "", "", "", "male"]
    );
    assert_eq!(
        texts(&placed.table, "town"),
        ["Köln", "Berlin", "Köln", "", "Berlin", "Köln"]
    );
    assert_eq!(
        placed.notes,
        [
            "Column \"sex\": 3 values that the file declares missing are read as missing: 9 (refused) and NA(a) (not asked).",
            "Column \"town\": 1 value that the file declares missing is read as missing: \"X\" (unknown)."
        ]
    );
    let about = &placed.codebook.columns["sex"];
    assert_eq!(about.about.as_deref(), Some("Sex at birth"));
    assert_eq!(about.codes.len(), 3);
}

#[test]
fn codes_with_one_label_are_told() {
    // The label of 5 becomes that of 1, and then what 3 shows, which has none.
    let replaced = |from: &[u8], to: &[u8]| {
        let at = MISSING.windows(from.len()).position(|part| part == from);
        let mut bytes = MISSING.to_vec();
        bytes[at.unwrap()..][..to.len()].copy_from_slice(to);
        read(read_stata, &bytes).unwrap()
    };
    let placed = replaced(b"high\0", b"low\0\0");
    assert_eq!(
        texts(&placed.table, "grade"),
        ["low", "2", "3", "4", "low", "low"]
    );
    assert_eq!(
        placed.notes[1],
        "Column \"grade\": codes with one label are read as one value: 1 and 5 are shown as \"low\"."
    );
    let placed = replaced(b"high\0", b"3\0\0\0\0");
    assert_eq!(
        placed.notes[1],
        "Column \"grade\": codes with one label are read as one value: 3 and 5 are shown as \"3\"."
    );
}

#[test]
fn released_values_keep_the_codes_of_the_file() {
    let placed = read(read_stata, MISSING).unwrap();
    let columns: Vec<&Column> = placed.table.columns().iter().collect();
    let codes = placed.codebook.codes_of(&columns, LABELS);
    let mut bytes = Vec::new();
    write_stata(&mut bytes, &columns, &codes, &Progress::default()).unwrap();
    let again = read(read_stata, &bytes).unwrap();
    assert_eq!(again.table, placed.table);
    let of = |placed: &PlacedTable<'_>, name: &str| placed.codebook.columns[name].codes.clone();
    for name in ["sex", "grade"] {
        assert_eq!(of(&again, name), of(&placed, name), "{name}");
    }
    // From SPSS to Stata too: what is declared missing is none of them.
    let spss = read(read_spss, LABELS_SAV).unwrap();
    let columns: Vec<&Column> = spss.table.columns().iter().collect();
    let codes = spss.codebook.codes_of(&columns, LABELS);
    assert_eq!(
        codes["sex"],
        [("female".to_owned(), 2), ("male".to_owned(), 1)].into()
    );
    assert_eq!(
        codes["grade"],
        [("high".to_owned(), 5), ("low".to_owned(), 1)].into()
    );
    assert_eq!(
        spss.codebook.columns["sex"].about.as_deref(),
        Some("Sex at birth")
    );
    // What nobody shows has neither code nor label.
    let only = placed.table.column("sex").unwrap().picked(&[1, 2]);
    let codes = placed.codebook.codes_of(&[&only], LABELS);
    assert_eq!(codes["sex"], [("female".to_owned(), 2)].into());
    let mut bytes = Vec::new();
    write_stata(&mut bytes, &[&only], &codes, &Progress::default()).unwrap();
    assert!(!bytes.windows(5).any(|part| part == b"\0male"));
    assert_eq!(of(&read(read_stata, &bytes).unwrap(), "sex").len(), 1);
}

#[test]
fn transport_files_of_both_versions_are_read() {
    let placed = read(read_transport, XPT_8).unwrap();
    let table = &placed.table;
    assert_eq!(texts(table, "name")[..2], ["Ann", "Bjørn"]);
    assert_eq!(texts(table, "pay"), PAY);
    let numbers = ["1", "2", "3", "4", "5", "6", "7", "8"];
    assert_eq!(texts(table, "a_name_of_more_than_8"), numbers);
    // A value that is missing in a way of its own: what stands behind the dot of the third record.
    let mut bytes = XPT_8.to_vec();
    let dot = bytes
        .windows(8)
        .rposition(|part| part == b".\0\0\0\0\0\0\0");
    bytes[dot.unwrap()] = b'B';
    let placed = read(read_transport, &bytes).unwrap();
    assert_eq!(texts(&placed.table, "pay"), PAY);
    assert_eq!(
        placed.notes,
        ["Column \"pay\": 1 value that the file declares missing is read as missing: .B."]
    );
    let table = read(read_transport, XPT).unwrap().table;
    assert_eq!(
        texts(&table, "name")[..4],
        ["Ann", "Bjørn", "Cäsar & <co>", ""]
    );
    assert_eq!(texts(&table, "pay"), PAY);
    assert_eq!(texts(&table, "born"), BORN);
    assert_eq!(texts(&table, "sex")[4..], ["9", "1", "", "2"]);
}

#[test]
fn tables_of_r_are_read_alone_and_in_a_workspace() {
    for bytes in [RDS, WORKSPACE] {
        let placed = read(read_r, bytes).unwrap();
        let expected = [
            ("name", ["Ann", "Bjørn", ""]),
            ("age", ["31", "32", ""]),
            ("pay", ["1500.5", "", "-3"]),
            ("ok", ["true", "false", ""]),
            ("born", ["1990-01-02", "", "1969-07-20"]),
            ("seen", ["2020-01-01 10:11:12", "2020-01-02 00:00:00", ""]),
            ("sex", ["f", "m", "f"]),
        ];
        for (name, cells) in expected {
            assert_eq!(texts(&placed.table, name), cells, "{name}");
        }
    }
}

#[test]
fn what_r_holds_beside_tables_is_told() {
    // The whole numbers from 1 to 3, and a workspace without anything.
    let numbers = b"X\n\0\0\0\x02\0\x03\x05\0\0\x02\x03\0\0\0\0\x0d\0\0\0\x01\0\0\0\x07";
    assert!(read(read_r, numbers).unwrap_err().contains("no data.frame"));
    let nothing = b"RDX2\nX\n\0\0\0\x02\0\x03\x05\0\0\x02\x03\0\0\0\0\xfe";
    let told = read(read_r, nothing).unwrap_err();
    assert!(
        told.contains("damaged") || told.contains("no data.frame"),
        "{told}"
    );
    assert!(
        read(read_r, b"A\n3\n")
            .unwrap_err()
            .contains("written as text")
    );
}

#[test]
fn what_is_released_for_stata_reads_back() {
    let repeated = [
        "red",
        "",
        "blue, \"dark\"",
        "red",
        "日本",
        "red",
        "日本",
        "red",
    ];
    let columns = [
        ("whole", ["1", "-5", "", "2147483620", "0", "7", "7", "7"]),
        (
            "large",
            ["1", "9007199254740992", "", "3", "0", "7", "7", "7"],
        ),
        ("pay", ["1.5", "-0.25", "", "1e300", "0", "3", "1e-7", "2"]),
        (
            "born",
            [
                "1990-01-02",
                "",
                "1969-07-20",
                "2024-02-29",
                "0987-01-01",
                "2000-01-01",
                "2000-01-01",
                "1960-01-01",
            ],
        ),
        ("zip", ["01067", "", "1", "2", "3", "4", "5", "x"]),
        ("colour", repeated),
        (
            "ok",
            ["true", "false", "", "true", "true", "true", "true", "true"],
        ),
        ("empty", [""; 8]),
    ];
    let columns: Vec<Column> = columns
        .iter()
        .map(|(name, texts)| Column::from_texts(*name, texts).unwrap())
        .collect();
    let shown: Vec<&Column> = columns.iter().collect();
    let mut bytes = Vec::new();
    write_stata(&mut bytes, &shown, &Codes::new(), &Progress::default()).unwrap();
    let table = read(read_stata, &bytes).unwrap().table;
    for column in &columns {
        let read = texts(&table, column.name());
        let written: Vec<&str> = (0..8).map(|row| column.text(row)).collect();
        assert_eq!(read, written, "{}", column.name());
    }
    for name in ["marital-status", "1st", "if", "str8", "", "a b"] {
        let column = Column::from_texts(name, ["1"]).unwrap();
        let refused = write_stata(
            &mut Vec::new(),
            &[&column],
            &Codes::new(),
            &Progress::default(),
        );
        assert!(
            refused
                .unwrap_err()
                .to_string()
                .contains("cannot have a column named")
        );
    }
}

#[test]
fn what_is_cut_off_is_told() {
    let readers: [(Reader, &[u8]); 14] = [
        (read_r, LABELLED),
        (read_stata, DTA_113),
        (read_stata, DTA_114_BIG),
        (read_stata, DTA_115),
        (read_transport, XPT_8),
        (read_r, RDS),
        (read_r, WORKSPACE),
        (read_spss, SAV),
        (read_spss, ZSAV),
        (read_spss, PLAIN_SAV),
        (read_stata, DTA_117),
        (read_stata, DTA_118),
        (read_stata, DTA_119),
        (read_transport, XPT),
    ];
    for (reader, bytes) in readers {
        for length in [0, 60, bytes.len() / 3] {
            assert!(read(reader, &bytes[..length]).is_err());
        }
        assert!(
            read(reader, b"a,b\n1,2\n")
                .unwrap_err()
                .contains("whatever it is called")
        );
        let stopped = Progress::default();
        stopped.stop();
        let ended = reader(
            Path::new("d"),
            bytes.to_vec(),
            LoadOptions::default(),
            &stopped,
        );
        // A table of eight people is read between two looks.
        assert!(matches!(ended, Ok(_) | Err(Failure::Stopped(_))));
    }
    let told = read(read_spss, &SAV[..SAV.len() - 40]).unwrap_err();
    assert_eq!(
        told,
        "people: the SPSS file is damaged or cut off and cannot be read"
    );
    assert!(
        read(read_stata, b"\x69\x01")
            .unwrap_err()
            .contains("version 7 or earlier")
    );
}
