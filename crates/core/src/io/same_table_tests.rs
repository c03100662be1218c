//! One table in every format that holds it is read as one table, and so released in the same bytes.

use super::csv::write::{WriteOptions, write_table};
use super::load::load;
use super::parquet::write_parquet;
use crate::column::Column;
use crate::load_options::LoadOptions;
use crate::progress::Progress;
use crate::table::Table;
use polars::prelude::*;
use polars_io::SerWriter;
use polars_io::ipc::{IpcCompression, IpcWriter};
use proptest::prelude::*;
use rust_xlsxwriter::{ExcelDateTime, Format, Workbook};

/// A record: a number, a decimal, a date as days since 1970, a text; each may be missing.
type Record = (Option<i32>, Option<f64>, Option<i32>, Option<String>);

const NAMES: [&str; 4] = ["age", "pay", "born", "town"];

fn some_records() -> impl Strategy<Value = Vec<Record>> {
    use proptest::option::of;
    let text = "[a-zé<&\"]{1,5}( [a-z,;]{1,3})?";
    let text = text.prop_filter("means missing", |text| text != "null");
    let decimal = (-1_000_000i32..1_000_000).prop_map(|n| f64::from(n) / 8.0 + 0.0625);
    proptest::collection::vec(
        (of(any::<i32>()), of(decimal), of(0i32..30_000), of(text)),
        2..30,
    )
    // All of these mark where the table is, whatever else is missing.
    .prop_map(|mut records| {
        records.insert(
            0,
            (Some(1), Some(0.5), Some(1), Some("first town".to_owned())),
        );
        records.push((Some(2), Some(1.5), Some(2), Some("last".to_owned())));
        records
    })
    .prop_filter("has blank lines", |records| {
        records
            .iter()
            .all(|record| *record != (None, None, None, None))
    })
}

fn date(days: i32) -> String {
    crate::value_type::date_text(i64::from(days))
}

fn columns(records: &[Record]) -> Vec<Column> {
    let texts = |at: usize| {
        records
            .iter()
            .map(move |(whole, decimal, days, text)| match at {
                0 => whole.map(|whole| whole.to_string()).unwrap_or_default(),
                1 => decimal
                    .map(|decimal| decimal.to_string())
                    .unwrap_or_default(),
                2 => days.map(date).unwrap_or_default(),
                _ => text.clone().unwrap_or_default(),
            })
    };
    let columns = NAMES.iter().enumerate();
    columns
        .map(|(at, name)| Column::from_texts(*name, texts(at)).unwrap())
        .collect()
}

fn csv(columns: &[Column]) -> Vec<u8> {
    let columns: Vec<&Column> = columns.iter().collect();
    let mut bytes = Vec::new();
    let rows = 0..columns[0].len();
    write_table(
        &mut bytes,
        &columns,
        rows,
        &WriteOptions::default(),
        &Progress::default(),
    )
    .unwrap();
    bytes
}

fn parquet(columns: &[Column]) -> Vec<u8> {
    let columns: Vec<&Column> = columns.iter().collect();
    let mut bytes = Vec::new();
    write_parquet(
        &mut bytes,
        &columns,
        0..columns[0].len(),
        &Progress::default(),
    )
    .unwrap();
    bytes
}

fn feather(records: &[Record]) -> Vec<u8> {
    let wholes: Vec<Option<i32>> = records.iter().map(|record| record.0).collect();
    let decimals: Vec<Option<f64>> = records.iter().map(|record| record.1).collect();
    let days: Vec<Option<i32>> = records.iter().map(|record| record.2).collect();
    let texts: Vec<Option<String>> = records.iter().map(|record| record.3.clone()).collect();
    let columns = vec![
        Series::new(NAMES[0].into(), wholes).into_column(),
        Series::new(NAMES[1].into(), decimals).into_column(),
        Series::new(NAMES[2].into(), days)
            .cast(&DataType::Date)
            .unwrap()
            .into_column(),
        Series::new(NAMES[3].into(), texts).into_column(),
    ];
    let mut frame = DataFrame::new(records.len(), columns).unwrap();
    let mut bytes = Vec::new();
    let writer = IpcWriter::new(&mut bytes);
    writer
        .with_compression(Some(IpcCompression::LZ4))
        .finish(&mut frame)
        .unwrap();
    bytes
}

fn excel(records: &[Record]) -> Vec<u8> {
    let mut book = Workbook::new();
    let sheet = book.add_worksheet();
    let shown = Format::new().set_num_format("d.m.yyyy");
    for (column, name) in (0..).zip(NAMES) {
        sheet.write_string(0, column, name).unwrap();
    }
    for (row, (whole, decimal, days, text)) in (1..).zip(records) {
        if let Some(whole) = whole {
            sheet.write_number(row, 0, *whole).unwrap();
        }
        if let Some(decimal) = decimal {
            sheet.write_number(row, 1, *decimal).unwrap();
        }
        if let Some(days) = days {
            let day = ExcelDateTime::parse_from_str(&date(*days)).unwrap();
            sheet
                .write_datetime_with_format(row, 2, &day, &shown)
                .unwrap();
        }
        if let Some(text) = text {
            sheet.write_string(row, 3, text).unwrap();
        }
    }
    book.save_to_buffer().unwrap()
}

fn json(records: &[Record]) -> Vec<u8> {
    let lines = records.iter().map(|(whole, decimal, days, text)| {
        let days = days.map(date);
        serde_json::json!({"age": whole, "pay": decimal, "born": days, "town": text}).to_string()
    });
    lines.collect::<Vec<_>>().join("\n").into_bytes()
}

fn read(name: &str, bytes: &[u8]) -> Table {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join(name);
    std::fs::write(&path, bytes).unwrap();
    let options = LoadOptions {
        kind: Some(crate::kind::Kind::Microdata),
        ..LoadOptions::default()
    };
    let loaded = load(&path, &options, &Progress::default()).unwrap();
    loaded.dataset.into_records_table().unwrap()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(32))]
    #[test]
    fn one_table_is_read_from_every_format(records in some_records()) {
        let columns = columns(&records);
        let whole = csv(&columns);
        let first = read("d.csv", &whole);
        prop_assert_eq!(first.rows(), records.len());
        let packed = zstd::encode_all(&whole[..], 1).unwrap();
        let others = [
            ("d.csv.zst", packed),
            ("d.parquet", parquet(&columns)),
            ("d.feather", feather(&records)),
            ("d.xlsx", excel(&records)),
            ("d.ndjson", json(&records)),
        ];
        let written = csv(first.columns());
        for (name, bytes) in others {
            let other = read(name, &bytes);
            for (column, other) in first.columns().iter().zip(other.columns()) {
                prop_assert_eq!(column, other, "{}", name);
                prop_assert_eq!(column.value_type(), other.value_type(), "{}", name);
            }
            prop_assert_eq!(&csv(other.columns()), &written);
            prop_assert_eq!(parquet(other.columns()), parquet(first.columns()));
        }
    }
}
