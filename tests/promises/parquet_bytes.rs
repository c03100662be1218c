//! A released Parquet file has one sequence of bytes to a table: the checker accepts what is written, and no other file of it,
//! whoever puts the hash right.

use cloakroom_core::io::parquet::{ParquetBatches, read_parquet, write_parquet};
use cloakroom_core::{Column, LoadOptions, Progress, Table, ValueType};
use cloakroom_verify::{Declaration, Failure, Found, Room, Unwatched, measure};
use proptest::prelude::*;
use serde_json::json;
use std::path::Path;

fn written(columns: &[Column]) -> Vec<u8> {
    let all: Vec<&Column> = columns.iter().collect();
    let rows = columns[0].len();
    let mut bytes = Vec::new();
    write_parquet(&mut bytes, &all, 0..rows, &Progress::default()).unwrap();
    bytes
}

/// What the checker finds, as it would be signed by whoever wrote the file.
fn found(folder: &Path, columns: &[Column], bytes: &[u8]) -> Result<Found, Failure> {
    let names: Vec<&str> = columns.iter().map(Column::name).collect();
    let declared: Declaration = serde_json::from_value(json!({
        "tool": "cloakroom 0.1.0",
        "kind": "microdata",
        "file": "release.parquet",
        "format": "parquet",
        "roles": { "identifier": [], "quasi": names[..1], "sensitive": [], "insensitive": names[1..] },
        "requirement": { "k": 1 },
        "sensitive": [],
        "method": "none",
        "rows_shuffled": false,
        "formulas_escaped": false
    }))
    .unwrap();
    let path = folder.join("release.parquet");
    std::fs::write(&path, bytes).unwrap();
    measure(&path, &declared, Room(1 << 30), &Unwatched)
}

/// As the rest of the world reads it.
fn table(bytes: &[u8]) -> Table {
    let options = LoadOptions::default();
    let path = Path::new("release.parquet");
    let read = read_parquet(path, bytes, &options, &Progress::default());
    read.unwrap().table
}

fn cell() -> impl Strategy<Value = String> {
    prop_oneof![
        Just(String::new()),
        (-9i32..9).prop_map(|number| number.to_string()),
        any::<i64>().prop_map(|number| number.to_string()),
        any::<f64>().prop_map(|number| number.to_string()),
        (-30i32..30).prop_map(|number| (f64::from(number) / 4.0).to_string()),
        "[0-9]{1,4}(\\.[0-9]{0,3})?",
        "-?[0-9]{17,19}",
        "-?[0-9]{1,3}[eE][-+]?[0-9]{1,3}",
        "[12][0-9]{3}-[01][0-9]-[0-3][0-9]",
        Just("-0".to_owned()),
        "[a-c]{0,3}",
        any::<String>(),
    ]
}

/// Cells of one form each or of all, with few values or many.
fn columns() -> impl Strategy<Value = Vec<Column>> {
    let column = |rows: usize| {
        let any = proptest::collection::vec(cell(), rows);
        let form = cell().prop_map(|text| vec![text]);
        let whole = proptest::collection::vec((-300i64..300).prop_map(|n| n.to_string()), 1..9);
        let quarters = (-99i32..99).prop_map(|n| (f64::from(n) / 4.0).to_string());
        let quarters = proptest::collection::vec(quarters, 1..200);
        let days = "20[0-2][0-9]-0[1-9]-[12][0-9]";
        let days = proptest::collection::vec(prop_oneof![days, Just(String::new())], 1..200);
        prop_oneof![any, form, whole, quarters, days].prop_map(move |cells| {
            let cells = cells.into_iter().cycle().take(rows);
            cells.collect::<Vec<String>>()
        })
    };
    (1usize..200)
        .prop_flat_map(move |rows| proptest::collection::vec(column(rows), 1..6))
        .prop_map(|columns| {
            let columns = columns.iter().enumerate();
            let columns = columns.map(|(at, texts)| Column::from_texts(format!("c{at}"), texts));
            columns.collect::<Result<_, _>>().unwrap()
        })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(120))]

    #[test]
    fn no_other_file_of_the_same_table_passes(
        columns in columns(),
        edits in proptest::collection::vec(
            (any::<prop::sample::Index>(), any::<u8>(), 0..4u8), 1..60,
        ),
    ) {
        let folder = tempfile::tempdir().unwrap();
        let bytes = written(&columns);
        let first = found(folder.path(), &columns, &bytes);
        prop_assert!(first.is_ok(), "{:?}", first.err());
        let whole = table(&bytes);
        for (at, byte, way) in edits {
            let mut other = bytes.clone();
            let place = at.index(bytes.len());
            match way {
                0 => other[place] = byte,
                1 => other[place] ^= 1 << (byte % 8),
                2 => other.insert(place, byte),
                _ => { other.remove(place); }
            }
            if other != bytes && found(folder.path(), &columns, &other).is_ok() {
                prop_assert_ne!(&table(&other), &whole, "byte {}", place);
            }
        }
    }
}

/// Several groups of rows and pages, dictionaries and none, and texts that fill a page by themselves.
#[test]
fn parts_of_a_table_are_written_as_the_whole() {
    const ROWS: usize = 600_000;
    let texts = |name: &str, text: &dyn Fn(usize) -> String| {
        Column::from_texts(name, (0..ROWS).map(text)).unwrap()
    };
    let columns = [
        texts("few", &|row| (row * 7 % 13).to_string()),
        texts("runs", &|row| (row / 5000 % 3).to_string()),
        texts("each", &|row| (row * 31 % ROWS).to_string()),
        texts("some", &|row| match row % 50 {
            0 => format!("2024-01-{:02}", 1 + row / 50 % 31),
            _ => String::new(),
        }),
        texts("long", &|row| match row % 10_000 {
            0 => format!("{row} {}", "long ".repeat(60_000)),
            _ => String::new(),
        }),
    ];
    let folder = tempfile::tempdir().unwrap();
    let bytes = written(&columns);
    assert!(found(folder.path(), &columns, &bytes).is_ok());
    assert_eq!(table(&bytes).columns(), &columns);
    let types = [
        ValueType::Whole,
        ValueType::Whole,
        ValueType::Whole,
        ValueType::Date,
        ValueType::Text,
    ];
    let names = columns.iter().map(|column| column.name().to_owned());
    let mut parts = Vec::new();
    let mut batches = ParquetBatches::new(&mut parts, names.collect(), types.into()).unwrap();
    let rows: Vec<u32> = (0..ROWS as u32).collect();
    for part in rows.chunks(77_777) {
        let part: Vec<Column> = columns.iter().map(|column| column.picked(part)).collect();
        batches.write(&part, &Progress::default()).unwrap();
    }
    batches.finish().unwrap();
    assert!(parts == bytes);
}

#[test]
fn a_value_of_another_type_is_refused_and_not_changed() {
    let column = Column::from_texts("c", ["1", "x"]).unwrap();
    let types = vec![ValueType::Whole];
    let mut batches = ParquetBatches::new(Vec::new(), vec!["c".to_owned()], types).unwrap();
    batches.write(&[column], &Progress::default()).unwrap();
    let refused = batches.finish().unwrap_err().to_string();
    assert!(refused.contains("the type of its column"), "{refused}");
}
