//! Files that other programs wrote, each with the same eight people.

use super::spss::read_spss;
use super::stata::read_stata;
use super::transport::read_transport;
use crate::io::placed::PlacedTable;
use crate::load_options::LoadOptions;
use crate::problem::Failure;
use crate::progress::Progress;
use crate::table::Table;
use std::path::Path;

pub const SAV: &[u8] = include_bytes!("fixtures/people.sav");
pub const ZSAV: &[u8] = include_bytes!("fixtures/people.zsav");
pub const PLAIN_SAV: &[u8] = include_bytes!("fixtures/plain.sav");
pub const DTA_117: &[u8] = include_bytes!("fixtures/people117.dta");
pub const DTA_118: &[u8] = include_bytes!("fixtures/people118.dta");
pub const DTA_119: &[u8] = include_bytes!("fixtures/people119.dta");
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
                "Column \"sex\": 1 value that the file declares missing is read as missing.",
                "Column \"age\": 1 value that the file declares missing is read as missing."
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
fn transport_files_are_read() {
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
fn what_is_cut_off_is_told() {
    let readers: [(Reader, &[u8]); 7] = [
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
        read(read_stata, b"\x73\x01")
            .unwrap_err()
            .contains("version 12 or earlier")
    );
}
