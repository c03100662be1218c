use super::*;
use crate::{Column, Failure, LoadOptions, Progress, Stopped, Table};
use polars::prelude::*;
use polars_io::parquet::write::ParquetWriter;
use proptest::prelude::*;
use std::path::Path;

type Texts = Column;

fn read(bytes: &[u8]) -> Result<ParquetTable, Failure> {
    let options = LoadOptions::default();
    read_parquet(
        Path::new("d.parquet"),
        bytes,
        &options,
        &Progress::default(),
    )
}

fn written(columns: &[&Texts], rows: impl IntoIterator<Item = usize>) -> Vec<u8> {
    let mut bytes = Vec::new();
    write_parquet(&mut bytes, columns, rows, &Progress::default()).unwrap();
    bytes
}

fn types(bytes: &[u8]) -> Vec<DataType> {
    let frame = ParquetReader::new(std::io::Cursor::new(bytes));
    use polars_io::SerReader;
    frame.finish().unwrap().dtypes()
}

#[test]
fn texts_are_typed_only_where_nothing_is_lost() {
    let column = |name: &str, texts: &[&str]| Texts::from_texts(name, texts).unwrap();
    let columns = [
        column("whole", &["1", "", "-3", "20"]),
        column("decimal", &["1.5", "2", "", "-0.25"]),
        column("prices", &["1.50", "2.00", "", "3.10"]),
        column("date", &["2024-02-29", "", "1969-12-31", "2000-01-01"]),
        column("german", &["29.02.2024", "", "31.12.1969", "01.01.2000"]),
        column("zip", &["01234", "1", "2", "3"]),
        column("text", &["a", "ü", "", "a"]),
        column("nothing", &["", "", "", ""]),
    ];
    let all: Vec<&Texts> = columns.iter().collect();
    let bytes = written(&all, 0..4);
    let (whole, float, date, text) = (
        DataType::Int64,
        DataType::Float64,
        DataType::Date,
        DataType::String,
    );
    assert_eq!(
        types(&bytes),
        [&whole, &float, &text, &date, &text, &text, &text, &text].map(Clone::clone)
    );
    let back = read(&bytes).unwrap().table;
    assert_eq!(back.columns(), &columns);
    // Without the record that is no number, the rest are numbers.
    assert_eq!(types(&written(&[&columns[5]], [3, 1])), [whole]);
    let picked = read(&written(&[&columns[6]], [3, 1])).unwrap().table;
    assert_eq!(
        (picked.columns()[0].text(0), picked.columns()[0].text(1)),
        ("a", "ü")
    );
}

#[test]
fn the_types_of_other_programs_become_texts() {
    let days = Series::new("d".into(), [Some(19_782i32), None]).into_date();
    let midnights = Series::new("m".into(), [Some(86_400_000i64), None]);
    let moments = Series::new("t".into(), [Some(86_400_000_000i64 + 36_672_500_000), None]);
    let zoned = Series::new("z".into(), [Some(1i64), None]);
    let category = Series::new("c".into(), [Some("red"), None])
        .cast(&DataType::from_categories(Categories::global()))
        .unwrap();
    let columns = vec![
        days.into(),
        midnights.into_datetime(TimeUnit::Milliseconds, None).into(),
        moments.into_datetime(TimeUnit::Microseconds, None).into(),
        zoned
            .into_datetime(TimeUnit::Nanoseconds, Some(TimeZone::UTC))
            .into(),
        category.into(),
        Series::new("b".into(), [Some(true), None]).into(),
        Series::new("i".into(), [Some(-7i32), None]).into(),
        Series::new("u".into(), [Some(u64::MAX), None]).into(),
        Series::new("f".into(), [Some(0.1f32), Some(f32::NAN)]).into(),
    ];
    let mut frame = DataFrame::new(2, columns).unwrap();
    let mut bytes = Vec::new();
    ParquetWriter::new(&mut bytes).finish(&mut frame).unwrap();
    let read = read(&bytes).unwrap();
    let table = &read.table;
    let first: Vec<&str> = table
        .columns()
        .iter()
        .map(|column| column.text(0))
        .collect();
    assert_eq!(
        first,
        [
            "2024-02-29",
            "1970-01-02",
            "1970-01-02 10:11:12.5",
            "1970-01-01 00:00:00.000000001Z",
            "red",
            "true",
            "-7",
            "18446744073709551615",
            "0.1"
        ]
    );
    assert!(table.columns().iter().all(|column| column.is_null(1)));
    assert_eq!(read.notes.len(), 1);
}

#[test]
fn a_damaged_file_is_a_problem() {
    let column = Texts::from_texts("a", (0..5000).map(|n| format!("value {n}"))).unwrap();
    let bytes = written(&[&column], 0..5000);
    for cut in [0, 3, 11, bytes.len() / 2, bytes.len() - 1] {
        assert!(matches!(read(&bytes[..cut]), Err(Failure::Problem(_))));
    }
    for at in (4..bytes.len() - 4).step_by(bytes.len() / 60) {
        let mut damaged = bytes.clone();
        damaged[at] ^= 0x55;
        let _ = read(&damaged);
    }
    let progress = Progress::default();
    progress.stop();
    let options = LoadOptions::default();
    let stopped = read_parquet(Path::new("d"), &bytes, &options, &progress);
    assert!(matches!(stopped, Err(Failure::Stopped(Stopped))));
}

fn some_cell() -> impl Strategy<Value = String> {
    prop_oneof![
        Just(String::new()),
        any::<i32>().prop_map(|number| number.to_string()),
        any::<f64>().prop_map(|number| number.to_string()),
        "[0-9]{1,4}(\\.[0-9]{0,3})?",
        "[12][0-9]{3}-[01][0-9]-[0-3][0-9]",
        any::<String>(),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]
    #[test]
    fn what_was_written_is_what_was_read(
        cells in proptest::collection::vec(proptest::collection::vec(some_cell(), 1..30), 1..6),
        by_column in any::<bool>(),
    ) {
        let rows = cells.iter().map(Vec::len).min().unwrap_or(0);
        let columns: Vec<Column> = cells
            .iter()
            .enumerate()
            .map(|(at, texts)| {
                // Columns of one form are typed, columns of many are not: both must survive.
                let texts = texts[..rows].iter().map(|text| if by_column { &texts[0] } else { text });
                Texts::from_texts(format!("c{at}"), texts).unwrap()
            })
            .collect();
        let all: Vec<&Texts> = columns.iter().collect();
        let back = read(&written(&all, 0..rows)).unwrap().table;
        prop_assert_eq!(back, Table::new(columns).unwrap());
    }
}

#[test]
fn small_whole_numbers_and_decimals_are_read() {
    let small = Series::new("small".into(), [Some(-5i8), None, Some(7)]);
    let short = Series::new("short".into(), [Some(300u16), Some(1), None]);
    let price = Series::new("price".into(), ["1.25", "10.00", "-3.50"])
        .cast(&DataType::Decimal(10, 2))
        .unwrap();
    let columns = vec![
        small.into_column(),
        short.into_column(),
        price.into_column(),
    ];
    let mut frame = DataFrame::new(3, columns).unwrap();
    let mut bytes = Vec::new();
    ParquetWriter::new(&mut bytes).finish(&mut frame).unwrap();
    let table = read(&bytes).unwrap().table;
    let texts = |at: usize| {
        (0..3)
            .map(|row| table.columns()[at].text(row))
            .collect::<Vec<_>>()
    };
    assert_eq!(texts(0), ["-5", "", "7"]);
    assert_eq!(texts(1), ["300", "1", ""]);
    assert_eq!(texts(2), ["1.25", "10.00", "-3.50"]);
}

/// Keeps what it is given.
struct Kept(std::sync::Mutex<Vec<crate::batch::Batch>>);

impl crate::io::batches::BatchSink for Kept {
    fn take(&self, batch: crate::batch::Batch) -> Result<(), Failure> {
        self.0.lock().unwrap().push(batch);
        Ok(())
    }
}

#[test]
fn groups_of_rows_hold_what_the_whole_table_holds() {
    let rows = 1000i64;
    let midnights: Vec<Option<i64>> = (0..rows)
        .map(|n| (n % 7 > 0).then_some(n % 40 * 86_400_000))
        .collect();
    // Midnights but for the very last.
    let moments: Vec<i64> = (0..rows)
        .map(|n| n % 5 * 86_400_000 + i64::from(n == rows - 1))
        .collect();
    let floats: Vec<f64> = (0..rows)
        .map(|n| {
            if n % 100 == 3 {
                f64::NAN
            } else {
                n as f64 / 8.0
            }
        })
        .collect();
    let texts: Vec<String> = (0..rows).map(|n| format!("t{}", n * n % 91)).collect();
    let time = |name: &str, series: Series| {
        let series = series.into_datetime(TimeUnit::Milliseconds, None);
        series.with_name(name.into()).into_column()
    };
    let columns = vec![
        time("m", Series::new("m".into(), midnights)),
        time("t", Series::new("t".into(), moments)),
        Series::new("f".into(), floats).into_column(),
        Series::new("s".into(), texts).into_column(),
    ];
    let mut frame = DataFrame::new(rows as usize, columns).unwrap();
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("d.parquet");
    let file = std::fs::File::create(&path).unwrap();
    ParquetWriter::new(file)
        .with_row_group_size(Some(150))
        .finish(&mut frame)
        .unwrap();
    let bytes = std::fs::read(&path).unwrap();
    let whole = read(&bytes).unwrap();
    let wanted = [3, 0, 1, 2];
    for threads in [1, 3] {
        let division = crate::io::csv::stream::Division {
            threads,
            ..Default::default()
        };
        let (file, kept) = crate::io::batches::read_batches(
            &path,
            &LoadOptions::default(),
            |head| {
                assert_eq!((head.sample)().unwrap().columns().len(), 4);
                Ok((wanted.to_vec(), Kept(Default::default())))
            },
            division,
            &Progress::default(),
        )
        .unwrap();
        assert_eq!(file.rows.iter().sum::<usize>(), rows as usize);
        assert!(file.rows.len() > 3);
        assert_eq!(file.notes, whole.notes);
        assert_eq!(file.source.sha256, crate::io::source::sha256_hex(&bytes));
        let mut batches = kept.0.into_inner().unwrap();
        batches.sort_by_key(|batch| batch.number);
        for (at, &place) in wanted.iter().enumerate() {
            let cells = batches.iter().flat_map(|batch| {
                let column = &batch.columns[at];
                column.codes.iter().map(|&code| column.values.get(code))
            });
            let column = &whole.table.columns()[place];
            assert!(cells.eq((0..rows as usize).map(|row| column.text(row))));
        }
    }
}
