use super::*;
use crate::spelling::{Fold, fold_column};
use crate::{Dictionary, ValueType};
use polars::prelude::{
    ChunkFullNull, DataType, Int8Chunked, Int64Chunked, IntoSeries, ListChunked, NamedFrom,
    NewChunkedArray, PlSmallStr, Series, TimeUnit, UInt64Chunked,
};
use proptest::prelude::*;

fn table(columns: &[(&str, &[&str])]) -> Table {
    let columns = columns
        .iter()
        .map(|(name, texts)| Column::from_texts(*name, *texts).unwrap());
    Table::new(columns.collect()).unwrap()
}

fn back(frame: &DataFrame) -> Table {
    Table::from_frame(frame, &Progress::default()).unwrap()
}

/// What polars is handed where it computes.
fn typed_frame(table: &Table) -> DataFrame {
    let columns = table.columns().iter().map(|column| typed(column).into());
    DataFrame::new(table.rows(), columns.collect()).unwrap()
}

fn texts(column: &Column) -> Vec<&str> {
    (0..column.len()).map(|row| column.text(row)).collect()
}

#[test]
fn a_frame_has_the_codes_of_the_table_in_the_same_memory_and_nulls_where_values_are_missing() {
    let table = table(&[
        ("sex", &["F", "", "M", "F"]),
        ("zip", &["01067", "1", "1", "2"]),
    ]);
    let progress = Progress::default();
    let frame = table.frame(&progress).unwrap();
    for (column, shown) in table.columns().iter().zip(frame.columns()) {
        let series = shown.as_materialized_series();
        let physical = series.cat32().unwrap().physical();
        let codes = physical.downcast_as_array().values();
        assert_eq!(codes.as_ptr(), column.codes().as_ptr());
        assert_eq!(&codes[..], column.codes());
        assert_eq!(series.null_count(), column.nulls());
    }
    assert_eq!(back(frame), table);
    assert!(std::ptr::eq(frame, table.frame(&progress).unwrap()));
}

#[test]
fn codes_of_one_text_are_one_category() {
    let dictionary = Dictionary::listed(&["a", "b", "a", ""]).unwrap();
    let column = Column::new("c", dictionary, vec![2, 1, 3, 0], Some(3));
    let table = Table::new(vec![column]).unwrap();
    let frame = table.frame(&Progress::default()).unwrap();
    let back = back(frame);
    assert_eq!(texts(&back.columns()[0]), ["a", "b", "", "a"]);
    assert_eq!(back.columns()[0].distinct(), 2);
}

#[test]
fn what_polars_left_out_of_a_frame_leaves_no_trace_in_the_table() {
    let table = table(&[("n", &["7", "x", "", "8", "7"])]);
    let frame = table.frame(&Progress::default()).unwrap();
    let kept = frame
        .take(&polars::prelude::IdxCa::from_vec("".into(), vec![4, 2, 3]))
        .unwrap();
    let table = back(&kept);
    let column = &table.columns()[0];
    assert_eq!(texts(column), ["7", "", "8"]);
    assert_eq!((column.distinct(), column.nulls()), (2, 1));
    assert_eq!(column.value_type(), ValueType::Whole);
    assert_eq!(column.codes(), [0, 1, 2]);
}

#[test]
fn types_are_those_that_lose_nothing() {
    let table = table(&[
        ("whole", &["1", "", "-20"]),
        ("decimal", &["1.5", "2", ""]),
        ("date", &["2024-02-29", "", "1969-12-31"]),
        ("truth", &["true", "false", ""]),
        ("answer", &["yes", "no", ""]),
        ("zip", &["01067", "10115", ""]),
        ("spelled", &["1.50", "2", ""]),
        ("account", &["123456789012345678.5", "1", ""]),
        ("moment", &["2024-02-29 10:00:00.25", "", "1969-12-31"]),
        ("minutes", &["2024-02-29 10:00", "", "2024-01-01"]),
        ("zone", &["2024-02-29 10:00:00Z", "", "2024-01-01"]),
        ("nothing", &["", "", ""]),
    ]);
    let frame = typed_frame(&table);
    let types: Vec<DataType> = frame.dtypes();
    let text = DataType::String;
    assert_eq!(
        types,
        [
            DataType::Int64,
            DataType::Float64,
            DataType::Date,
            DataType::Boolean,
            text.clone(),
            text.clone(),
            text.clone(),
            text.clone(),
            DataType::Datetime(TimeUnit::Microseconds, None),
            text.clone(),
            text.clone(),
            text
        ]
    );
    assert!(frame.columns().iter().all(|column| column.null_count() > 0));
    assert_eq!(back(&frame), table);
}

#[test]
fn decimals_that_are_spelled_in_plain_digits_are_decimals() {
    let column = Column::from_texts("c", ["1e-7", "2.50"]).unwrap();
    let progress = Progress::default();
    let (column, _) = fold_column(column, Fold::default(), &[], &progress).unwrap();
    assert_eq!(texts(&column), ["0.0000001", "2.5"]);
    let table = Table::new(vec![column]).unwrap();
    let frame = typed_frame(&table);
    assert_eq!(frame.dtypes(), [DataType::Float64]);
    let column = back(&frame).into_columns().remove(0);
    let (column, _) = fold_column(column, Fold::default(), &[], &progress).unwrap();
    assert_eq!(texts(&column), ["0.0000001", "2.5"]);
}

#[test]
fn every_type_is_spelled_as_files_are() {
    let name = PlSmallStr::from_static("c");
    let ticks = |values: &[Option<i64>]| Int64Chunked::from_slice_options(name.clone(), values);
    let hour = 3_600_000;
    let moments = ticks(&[Some(0), None, Some(36 * hour + 250)]);
    let cases: Vec<(Series, [&str; 3])> = vec![
        (
            Int8Chunked::from_slice_options(name.clone(), &[Some(-7), None, Some(0)]).into_series(),
            ["-7", "", "0"],
        ),
        (
            UInt64Chunked::from_slice_options(name.clone(), &[Some(u64::MAX), None, Some(1)])
                .into_series(),
            ["18446744073709551615", "", "1"],
        ),
        (
            Series::new(name.clone(), [Some(0.1f32), Some(f32::NAN), Some(-0.0)]),
            ["0.1", "", "0"],
        ),
        (
            Series::new(name.clone(), [Some(1.5f64), None, Some(2.0)]),
            ["1.5", "", "2"],
        ),
        (
            Series::new(name.clone(), [Some(true), None, Some(false)]),
            ["true", "", "false"],
        ),
        (
            Series::new(name.clone(), [Some("a"), None, Some("")]),
            ["a", "", ""],
        ),
        (
            moments
                .clone()
                .into_series()
                .cast(&DataType::Datetime(TimeUnit::Milliseconds, None))
                .unwrap(),
            ["1970-01-01", "", "1970-01-02 12:00:00.25"],
        ),
        (
            moments
                .into_series()
                .cast(&DataType::Duration(TimeUnit::Milliseconds))
                .unwrap(),
            ["0", "", "1.5000028935185186"],
        ),
        (
            ticks(&[Some(0), None, Some(-1)])
                .into_series()
                .cast(&DataType::Date)
                .unwrap(),
            ["1970-01-01", "", "1969-12-31"],
        ),
        (
            Series::new(name.clone(), ["1.50", "", "2.25"])
                .cast(&DataType::Decimal(10, 2))
                .unwrap(),
            ["1.50", "", "2.25"],
        ),
        (Series::new_null(name.clone(), 3), ["", "", ""]),
    ];
    for (series, expected) in cases {
        let dtype = series.dtype().clone();
        let frame = DataFrame::new(3, vec![series.into()]).unwrap();
        assert_eq!(texts(&back(&frame).columns()[0]), expected, "{dtype}");
    }
}

#[test]
fn a_type_that_no_table_has_is_named() {
    let lists = ListChunked::full_null("tags".into(), 2).into_series();
    let frame = DataFrame::new(2, vec![lists.into()]).unwrap();
    let refused = Table::from_frame(&frame, &Progress::default()).unwrap_err();
    let told = refused.to_string();
    assert!(
        told.starts_with("column \"tags\" has the type list"),
        "{told}"
    );
}

/// Texts of all kinds that stand in tables.
fn cell() -> impl Strategy<Value = String> {
    prop_oneof![
        Just(String::new()),
        (-50i64..50).prop_map(|number| number.to_string()),
        (-50i32..50, 0u32..100).prop_map(|(whole, part)| format!("{whole}.{part}")),
        (0i64..30_000).prop_map(crate::value_type::date_text),
        any::<bool>().prop_map(|truth| truth.to_string()),
        "[a-c 0-9é\"]{0,14}",
    ]
}

/// Columns of one kind each, or of several.
fn column_of_cells(rows: usize) -> impl Strategy<Value = Vec<String>> {
    prop_oneof![
        proptest::collection::vec(cell(), rows),
        proptest::collection::vec((-3i64..3).prop_map(|number| number.to_string()), rows),
        proptest::collection::vec(prop_oneof!["", "true", "false"], rows),
        proptest::collection::vec((0i64..9).prop_map(crate::value_type::date_text), rows),
        proptest::collection::vec(
            (0u32..9).prop_map(|n| format!("{}", f64::from(n) / 4.0)),
            rows
        ),
    ]
}

proptest! {
    #[test]
    fn a_frame_comes_back_as_the_table_that_it_was(
        columns in (0usize..40).prop_flat_map(|rows| {
            proptest::collection::vec(column_of_cells(rows), 1..4)
        })
    ) {
        let columns = columns.iter().enumerate();
        let columns = columns.map(|(at, texts)| Column::from_texts(format!("c{at}"), texts).unwrap());
        let table = Table::new(columns.collect()).unwrap();
        let progress = Progress::default();
        prop_assert_eq!(&back(table.frame(&progress).unwrap()), &table);
        let typed = back(&typed_frame(&table));
        prop_assert_eq!(&typed, &table);
        for (typed, column) in typed.columns().iter().zip(table.columns()) {
            prop_assert_eq!(typed.value_type(), column.value_type());
        }
    }

    /// What is known of a column follows from its texts, whatever codes polars gave them.
    #[test]
    fn rows_that_polars_picked_are_those_that_we_pick(
        texts in proptest::collection::vec(cell(), 1..40),
        picks in proptest::collection::vec(any::<prop::sample::Index>(), 0..40),
    ) {
        let table = Table::new(vec![Column::from_texts("c", &texts).unwrap()]).unwrap();
        let rows: Vec<u32> = picks.iter().map(|pick| pick.index(texts.len()) as u32).collect();
        let frame = table.frame(&Progress::default()).unwrap();
        let picked = frame.take(&polars::prelude::IdxCa::from_vec("".into(), rows.clone())).unwrap();
        let picked_texts: Vec<&str> = rows.iter().map(|&row| &*texts[row as usize]).collect();
        let expected = Column::from_texts("c", &picked_texts).unwrap();
        let picked = back(&picked);
        let column = &picked.columns()[0];
        prop_assert_eq!(column, &expected);
        prop_assert_eq!(column.codes(), expected.codes());
        prop_assert_eq!(column.null(), expected.null());
        prop_assert_eq!(column.value_type(), expected.value_type());
    }
}
