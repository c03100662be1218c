//! Reading whole tables: what is found, what is refused, and that threads do not matter.

use super::write::{WriteOptions, write_table};
use super::*;
use crate::column::Column;
use crate::spelling::Fold;
use proptest::prelude::*;

fn read_with(text: &[u8], options: &LoadOptions, limits: Limits) -> Result<CsvTable, Failure> {
    let progress = Progress::default();
    read_table_within(
        Path::new("t.csv"),
        text.to_vec(),
        options,
        limits,
        &progress,
    )
}

fn read(text: &str) -> CsvTable {
    let options = LoadOptions::default();
    read_with(text.as_bytes(), &options, Limits::for_kind(None)).unwrap()
}

fn refusal(text: &str) -> String {
    let mut told = Vec::new();
    for stretches in [1, 2, 3, 7, 50] {
        let limits = Limits {
            columns: 8,
            field_bytes: 40,
            stretches: Some(stretches),
        };
        let options = LoadOptions {
            delimiter: Some(",".to_owned()),
            ..LoadOptions::default()
        };
        told.push(
            read_with(text.as_bytes(), &options, limits)
                .unwrap_err()
                .to_string(),
        );
    }
    told.dedup();
    assert_eq!(told.len(), 1, "the number of stretches shows: {told:?}");
    told.remove(0)
}

fn rows(table: &Table) -> Vec<Vec<&str>> {
    (0..table.rows())
        .map(|row| {
            table
                .columns()
                .iter()
                .map(|column| column.text(row))
                .collect()
        })
        .collect()
}

#[test]
fn a_plain_table() {
    let read = read("name,age\r\nAnn,31\r\n\"Bob, Jr\",NA\r\n\r\n");
    assert_eq!(rows(&read.table), [["Ann", "31"], ["Bob, Jr", ""]]);
    assert_eq!(read.table.columns()[1].null(), Some(1));
    assert_eq!(read.options.delimiter.as_deref(), Some(","));
    assert_eq!(read.options.header, Some(true));
    assert_eq!(read.options.encoding, Some(TextEncoding::Utf8));
    assert_eq!(read.notes, Vec::<String>::new());
}

#[test]
fn what_was_found_is_told() {
    let movies = read("1::Toy Story (1995)::Animation|Comedy\n\n2::Heat (1995)::Action\n\n\n");
    assert_eq!(movies.options.delimiter.as_deref(), Some("::"));
    assert_eq!(movies.table.columns()[2].name(), "column3");
    assert_eq!(
        movies.notes,
        [
            "The fields are taken to be separated by \"::\".",
            "The file has no header: its columns are called column1 to column3.",
            "1 blank line between records is left out.",
        ]
    );
    let unnamed = read(",a,column1\n1,2,3\n");
    assert_eq!(unnamed.table.columns()[0].name(), "column1_");
    assert_eq!(unnamed.notes.len(), 1);
    let options = LoadOptions::default();
    let latin = read_with(b"n\nna\xefve\n", &options, Limits::for_kind(None)).unwrap();
    assert_eq!(latin.notes, ["The text is read as Latin-1 (Windows-1252)."]);
}

#[test]
fn a_space_after_the_first_commas_may_be_chance() {
    let spaced = read("a, b\n1, 2\n3, 4\n");
    assert_eq!(spaced.table.columns()[1].text(1), "4");
    let mut text = "a, b\n".to_owned();
    text.push_str(&"1, 2\n".repeat(200));
    text.push_str("3,4\n");
    let chance = read(&text);
    assert_eq!(chance.options.delimiter.as_deref(), Some(","));
    assert_eq!(chance.table.columns()[1].text(200), "4");
}

#[test]
fn options_are_obeyed() {
    let options = LoadOptions {
        delimiter: Some("|".to_owned()),
        header: Some(false),
        nulls: Some(vec!["-".to_owned()]),
        ..LoadOptions::default()
    };
    let read = read_with(b"a|-\nNA|b\n", &options, Limits::for_kind(None)).unwrap();
    assert_eq!(rows(&read.table), [["a", ""], ["NA", "b"]]);
    assert_eq!(
        read.options,
        LoadOptions {
            encoding: Some(TextEncoding::Utf8),
            ..options
        }
    );
}

#[test]
fn what_is_wrong_is_told_with_its_place() {
    for (text, expected) in [
        ("", "t.csv: the file is empty; expected a table"),
        ("\r\n\n", "t.csv: the file is empty; expected a table"),
        ("a,b\n", "t.csv: the file has a header but no records"),
        ("a,b\n\n\n", "t.csv: the file has a header but no records"),
        (
            "a,b,c\n1,2,3\n1,2\n1\n",
            "t.csv, line 3, column 3: expected 3 fields as in the header, found 2",
        ),
        (
            "a,b\n\"1\n2\",2\n1,2,3,4\n",
            "t.csv, line 4, column 3: expected 2 fields as in the header, found 4",
        ),
        (
            "1,2\n3,4\n5\n",
            "t.csv, line 3, column 2: expected 2 fields as in the first record, found 1",
        ),
        (
            "a,b\n1,2\n3,\"4\n5,6\n",
            "t.csv, line 3, column 2: the quote that opens field 2 is never closed; expected a \
             closing quote before the end of the file",
        ),
        (
            "a,\"b\n1,2\n",
            "t.csv, line 1, column 2: the quote that opens field 2 is never closed; expected a \
             closing quote before the end of the file",
        ),
        (
            "a,b\n1,\"2\"3\n",
            "t.csv, line 2, column 2: text follows the closing quote of field 2; expected a \
             delimiter or the end of the line",
        ),
        (
            "a,b\n1,\"2\n3,\"4\"\n",
            "t.csv, line 3, column 2: text follows the closing quote of field 2, which opens on \
             line 2; expected a delimiter or the end of the line",
        ),
        (
            "a,b,a\n1,2,3\n",
            "t.csv, line 1, column 3: fields 1 and 3 of the header are the same, so that two columns are named \"a\"; \
             expected a name of its own for each column, or data.header = false if this is a record",
        ),
        (
            "a,b,c,d,e,f,g,h,i\n1,2,3,4,5,6,7,8,9\n",
            "t.csv, line 1, column 9: the table has 9 columns; expected at most 8",
        ),
        (
            "a,b\n1,aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa\n",
            "t.csv, line 2, column 2: field 2 is longer than 40 bytes; is a quote missing?",
        ),
    ] {
        assert_eq!(refusal(text), expected, "{text}");
    }
}

#[test]
fn what_is_far_too_large_is_refused() {
    let wide = format!("{}z\n{}0\n", "a,".repeat(9_999), "1,".repeat(9_999));
    let options = LoadOptions::default();
    let told = read_with(wide.as_bytes(), &options, Limits::for_kind(None)).unwrap_err();
    assert_eq!(
        told.to_string(),
        "t.csv, line 1, column 4097: the table has 10000 columns; expected at most 4096"
    );
    let mut long = b"a,b\n1,".to_vec();
    long.resize(50 << 20, b'x');
    let told = read_with(&long, &options, Limits::for_kind(None)).unwrap_err();
    assert_eq!(
        told.to_string(),
        "t.csv, line 2, column 2: field 2 is longer than 16 MiB; is a quote missing?"
    );
}

#[test]
fn a_survey_may_have_a_column_per_film() {
    let names: Vec<String> = (0..10_000).map(|film| format!("f{film}")).collect();
    let text = format!("{}\n{}5\n", names.join(","), "4,".repeat(9_999));
    let limits = Limits::for_kind(Some(Kind::Ratings));
    let read = read_with(text.as_bytes(), &LoadOptions::default(), limits).unwrap();
    assert_eq!(read.table.columns().len(), 10_000);
}

#[test]
fn a_delimiter_that_cannot_be_used_is_refused() {
    for delimiter in ["", "\"", "\n", "a\rb"] {
        let options = LoadOptions {
            delimiter: Some(delimiter.to_owned()),
            ..LoadOptions::default()
        };
        let refused = read_with(b"a,b\n1,2\n", &options, Limits::for_kind(None));
        assert!(refused.unwrap_err().to_string().contains("delimiter"));
    }
}

#[test]
fn a_stopped_pulse_stops_the_reader() {
    let progress = Progress::default();
    progress.stop();
    let options = LoadOptions::default();
    let result = read_table(Path::new("t.csv"), b"a\n1\n".to_vec(), &options, &progress);
    assert!(matches!(result, Err(Failure::Stopped(_))));
}

/// Texts that look like what makes trouble.
fn cell() -> impl Strategy<Value = String> {
    prop_oneof![
        2 => proptest::collection::vec(
            prop_oneof![
                Just('"'), Just('\n'), Just('\r'), Just(','), Just(';'), Just(':'), Just('\t'),
                Just(' '), Just('a'), Just('7'), Just('ß'), Just('日'), Just('\u{feff}')
            ],
            0..6
        )
        .prop_map(String::from_iter),
        1 => any::<String>().prop_map(|text| text.replace('\0', "")),
        1 => Just(String::new()),
        1 => "[0-9]{1,4}",
    ]
}

fn random_table() -> impl Strategy<Value = Table> {
    (1usize..6, 1usize..12)
        .prop_flat_map(|(columns, rows)| {
            proptest::collection::vec((cell(), proptest::collection::vec(cell(), rows)), columns)
        })
        .prop_map(|columns| {
            let columns = columns.into_iter().enumerate().map(|(at, (name, cells))| {
                Column::from_texts(format!("{name}{at}"), cells).unwrap()
            });
            Table::new(columns.collect()).unwrap()
        })
}

proptest! {
    #[test]
    fn what_was_written_is_what_was_read(
        table in random_table(),
        delimiter in prop_oneof![Just(","), Just(";"), Just("\t"), Just("::"), Just(", "), Just("ß")],
        stretches in 1usize..9,
    ) {
        let columns: Vec<&Column> = table.columns().iter().collect();
        let write = WriteOptions { delimiter: delimiter.to_owned(), escape_formulas: false };
        let mut out = Vec::new();
        write_table(&mut out, &columns, 0..table.rows(), &write, &Progress::default()).unwrap();
        let options = LoadOptions {
            delimiter: Some(delimiter.to_owned()),
            header: Some(true),
            encoding: Some(TextEncoding::Utf8),
            nulls: Some(vec![String::new()]),
            fold: Fold::NOTHING,
            ..LoadOptions::default()
        };
        let limits = Limits { stretches: Some(stretches), ..Limits::for_kind(None) };
        let read = read_with(&out, &options, limits).unwrap();
        prop_assert_eq!(&read.table, &table);
        for (found, written) in read.table.columns().iter().zip(table.columns()) {
            prop_assert_eq!(found.codes(), written.codes());
            prop_assert_eq!(found.dictionary(), written.dictionary());
        }
    }
}

#[test]
fn the_number_of_threads_does_not_show() {
    let mut text = "id,word,amount,note\n".to_owned();
    for row in 0..60_000u32 {
        let mixed = row.wrapping_mul(2_654_435_761) >> 7;
        let note = if mixed % 50 == 0 {
            "\"a\n,\"\"b\"\"\""
        } else {
            "?"
        };
        text.push_str(&format!(
            "{row},w{},{}.{},{note}\n",
            mixed % 97,
            mixed % 1000,
            mixed % 7
        ));
    }
    let tables: Vec<CsvTable> = [1, 4]
        .into_iter()
        .map(|threads| {
            let pool = rayon::ThreadPoolBuilder::new()
                .num_threads(threads)
                .build()
                .unwrap();
            pool.install(|| read(&text))
        })
        .collect();
    for (one, four) in tables[0]
        .table
        .columns()
        .iter()
        .zip(tables[1].table.columns())
    {
        assert_eq!(one.codes(), four.codes());
        assert_eq!(one.dictionary(), four.dictionary());
        assert_eq!(
            (one.value_type(), one.null()),
            (four.value_type(), four.null())
        );
    }
    assert_eq!(tables[0].table.rows(), 60_000);
}
