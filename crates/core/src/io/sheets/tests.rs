use super::*;
use crate::column::Column;
use crate::io::load::load;
use crate::progress::Progress;
use crate::table::Table;
use proptest::prelude::*;
use rust_xlsxwriter::{ExcelDateTime, Format, Formula, Workbook as Writer, Worksheet};
use std::io::{Cursor, Write};
use zip::ZipWriter;
use zip::write::SimpleFileOptions;

fn read_as(
    name: &'static str,
    bytes: &[u8],
    options: LoadOptions,
) -> Result<PlacedTable<'static>, String> {
    let read = read_workbook(
        Path::new(name),
        bytes.to_vec(),
        options,
        &Progress::default(),
    );
    read.map_err(|failure| failure.to_string())
}

fn read(bytes: &[u8]) -> Result<PlacedTable<'static>, String> {
    read_as("d.xlsx", bytes, LoadOptions::default())
}

fn texts(table: &Table, name: &str) -> Vec<String> {
    let column = table
        .column(name)
        .unwrap_or_else(|| panic!("there is no {name}"));
    (0..table.rows())
        .map(|row| column.text(row).to_owned())
        .collect()
}

fn book(fill: impl Fn(&mut Worksheet)) -> Vec<u8> {
    let mut book = Writer::new();
    fill(book.add_worksheet().set_name("People").unwrap());
    book.save_to_buffer().unwrap()
}

fn row(sheet: &mut Worksheet, row: u32, texts: &[&str]) {
    for (column, text) in (0..).zip(texts) {
        sheet.write_string(row, column, *text).unwrap();
    }
}

#[test]
fn cells_are_read_as_what_they_are() {
    let bytes = book(|sheet| {
        let date = Format::new().set_num_format("dd.mm.yyyy");
        let moment = Format::new().set_num_format("yyyy-mm-dd hh:mm");
        let hours = Format::new().set_num_format("[h]:mm");
        row(
            sheet,
            0,
            &["zip", "age", "born", "seen", "slept", "ok", "ratio"],
        );
        row(sheet, 1, &["01067"]);
        sheet.write_number(1, 1, 34).unwrap();
        let born = ExcelDateTime::from_ymd(2001, 2, 3).unwrap();
        sheet
            .write_datetime_with_format(1, 2, &born, &date)
            .unwrap();
        let seen = ExcelDateTime::from_ymd(2024, 2, 29)
            .unwrap()
            .and_hms(10, 30, 0)
            .unwrap();
        sheet
            .write_datetime_with_format(1, 3, &seen, &moment)
            .unwrap();
        sheet.write_number_with_format(1, 4, 1.25, &hours).unwrap();
        sheet.write_boolean(1, 5, true).unwrap();
        sheet
            .write_formula(1, 6, Formula::new("=1/0").set_result("#DIV/0!"))
            .unwrap();
        row(sheet, 3, &["n & <b>_x0041_\u{1}"]);
        sheet.write_number(3, 1, 2.5).unwrap();
        sheet
            .write_formula(3, 6, Formula::new("=1/4").set_result("0.25"))
            .unwrap();
    });
    let placed = read(&bytes).unwrap();
    let table = &placed.table;
    assert_eq!(texts(table, "zip"), ["01067", "n & <b>_x0041_\u{1}"]);
    assert_eq!(texts(table, "age"), ["34", "2.5"]);
    assert_eq!(texts(table, "born"), ["2001-02-03", ""]);
    assert_eq!(texts(table, "seen"), ["2024-02-29 10:30:00", ""]);
    assert_eq!(texts(table, "slept"), ["30:00:00", ""]);
    assert_eq!(texts(table, "ok"), ["true", ""]);
    assert_eq!(texts(table, "ratio"), ["", "0.25"]);
    assert_eq!(
        placed.notes,
        [
            "1 blank line between records is left out.",
            "Column \"ratio\": 1 cell holds an error (such as #N/A), read as missing."
        ]
    );
    assert_eq!(placed.options.sheet.as_deref(), Some("People"));
    assert_eq!(placed.options.header, Some(true));
}

#[test]
fn the_header_is_found_below_a_title() {
    let bytes = book(|sheet| {
        row(sheet, 1, &["Patients of the ward"]);
        row(sheet, 2, &["as of", "2024"]);
        for at in 0..8 {
            let name = format!("column {at}");
            sheet.write_string(5, 1 + at, name).unwrap();
            for record in 0..4 {
                sheet
                    .write_number(6 + record, 1 + at, record + u32::from(at))
                    .unwrap();
            }
        }
        sheet.write_string(7, 10, "a note").unwrap();
    });
    let placed = read(&bytes).unwrap();
    assert_eq!((placed.table.rows(), placed.table.columns().len()), (4, 9));
    assert_eq!(
        placed.notes,
        [
            "2 lines above the header, which is in row 6, are left out.",
            "Column K has no name in the header and is called column9."
        ]
    );
    let none = LoadOptions {
        header: Some(false),
        ..LoadOptions::default()
    };
    assert_eq!(read_as("d.xlsx", &bytes, none).unwrap().table.rows(), 7);
}

#[test]
fn a_sheet_is_chosen_by_name_or_is_the_first_that_holds_anything() {
    let mut book = Writer::new();
    book.add_worksheet().set_name("Empty").unwrap();
    let hidden = book.add_worksheet().set_name("Lists").unwrap();
    row(hidden, 0, &["a", "b"]);
    hidden.set_hidden(true);
    for name in ["First", "Second"] {
        let sheet = book.add_worksheet().set_name(name).unwrap();
        row(sheet, 0, &["name", "town"]);
        row(sheet, 1, &[name, "x"]);
        sheet.write_number(2, 1, 4).unwrap();
    }
    let bytes = book.save_to_buffer().unwrap();
    let placed = read(&bytes).unwrap();
    assert_eq!(placed.table.columns()[0].text(0), "First");
    assert_eq!(
        placed.notes[0],
        "The workbook has 4 sheets: \"First\" is read, the first that holds anything."
    );
    let wanted = |sheet: &str| {
        let options = LoadOptions {
            sheet: Some(sheet.to_owned()),
            ..LoadOptions::default()
        };
        read_as("d.xlsx", &bytes, options)
    };
    assert_eq!(
        wanted("Second").unwrap().table.columns()[0].text(0),
        "Second"
    );
    assert_eq!(
        wanted("Third").unwrap_err(),
        "d.xlsx: there is no sheet \"Third\"; expected one of \"Empty\", \"Lists\", \"First\", \"Second\""
    );
    assert!(wanted("Empty").unwrap_err().contains("it holds nothing"));
}

#[test]
fn headers_that_name_no_columns_are_refused_with_their_cells() {
    let merged = book(|sheet| {
        sheet
            .merge_range(0, 0, 0, 1, "who", &Format::new())
            .unwrap();
        sheet.write_string(0, 2, "town").unwrap();
        row(sheet, 1, &["a", "b", "c"]);
        sheet.write_number(2, 1, 4).unwrap();
    });
    assert_eq!(
        read(&merged).unwrap_err(),
        "d.xlsx: sheet \"People\": cell A1: the header in row 1 has merged cells; expected one row with a name for each \
         column"
    );
    let twice = book(|sheet| {
        row(sheet, 0, &["zip", "age", "zip "]);
        for column in 0..3 {
            sheet.write_number(1, column, 3).unwrap();
        }
    });
    assert_eq!(
        read(&twice).unwrap_err(),
        "d.xlsx: sheet \"People\": cells A1 and C1: there are two columns named \"zip\""
    );
    let bare = book(|sheet| row(sheet, 0, &["zip", "age"]));
    assert!(read(&bare).unwrap_err().contains("a header but no records"));
    assert!(
        read(&book(|_| {}))
            .unwrap_err()
            .contains("no sheet of the workbook holds anything")
    );
}

#[test]
fn what_is_no_workbook_is_told() {
    assert!(
        read(b"a,b\n1,2\n")
            .unwrap_err()
            .contains("a text that is called a workbook")
    );
    assert!(read(b"<html>").unwrap_err().contains("a web page"));
    assert!(
        read(b"PK\x03\x04 and nothing else")
            .unwrap_err()
            .contains("damaged")
    );
    let whole = book(|sheet| row(sheet, 0, &["a"]));
    assert!(
        read(&whole[..whole.len() / 2])
            .unwrap_err()
            .contains("damaged")
    );
    let stopped = Progress::default();
    stopped.stop();
    let ended = read_workbook(Path::new("d"), whole, LoadOptions::default(), &stopped);
    assert!(matches!(ended, Err(Failure::Stopped(_))));
}

/// A few cells of every kind.
pub fn some_book() -> Vec<u8> {
    book(|sheet| {
        let date = Format::new().set_num_format("yyyy-mm-dd");
        row(sheet, 0, &["name", "age", "born", "ok"]);
        for at in 1..20u32 {
            row(sheet, at, &[["Ann", "Bob", "Cäsar"][at as usize % 3]]);
            sheet.write_number(at, 1, at).unwrap();
            let born = ExcelDateTime::from_ymd(1990, 1, at as u8).unwrap();
            sheet
                .write_datetime_with_format(at, 2, &born, &date)
                .unwrap();
            sheet.write_boolean(at, 3, at % 2 == 0).unwrap();
        }
    })
}

/// An archive of these parts.
pub fn zipped(parts: &[(&str, &[u8])]) -> Vec<u8> {
    let mut archive = ZipWriter::new(Cursor::new(Vec::new()));
    for (name, bytes) in parts {
        archive
            .start_file(*name, SimpleFileOptions::default())
            .unwrap();
        archive.write_all(bytes).unwrap();
    }
    archive.finish().unwrap().into_inner()
}

pub fn ods(content: &str) -> Vec<u8> {
    zipped(&[
        (
            "mimetype",
            b"application/vnd.oasis.opendocument.spreadsheet",
        ),
        ("content.xml", content.as_bytes()),
        ("META-INF/manifest.xml", b"<manifest:manifest/>"),
    ])
}

pub const OPEN_DOCUMENT: &str = r#"<office:document-content><office:body><office:spreadsheet>
<table:table table:name="Empty"><table:table-row table:number-rows-repeated="1048576"><table:table-cell
table:number-columns-repeated="16384"/></table:table-row></table:table>
<table:table table:name="People"><table:table-row><table:table-cell office:value-type="string"><text:p>na<text:s text:c="2"/>me</text:p></table:table-cell>
<table:table-cell office:value-type="string" office:string-value="born"><text:p>shown</text:p></table:table-cell><table:table-cell office:value-type="string"><text:p>pay</text:p></table:table-cell></table:table-row>
<table:table-row table:number-rows-repeated="3"><table:table-cell office:value-type="string"><office:annotation><text:p>a note</text:p></office:annotation><text:p>A&amp;B</text:p><text:p>C</text:p></table:table-cell>
<table:table-cell office:value-type="date" office:date-value="2001-02-03"/><table:table-cell office:value-type="float" office:value="2.50"><text:p>2,50</text:p></table:table-cell></table:table-row>
<table:table-row><table:table-cell/><table:table-cell office:value-type="time" office:time-value="PT10H11M12S"/><table:table-cell calcext:value-type="error" office:value-type="string"><text:p>#N/A</text:p></table:table-cell></table:table-row>
<table:table-row table:number-rows-repeated="1048000"><table:table-cell table:number-columns-repeated="16384"/></table:table-row>
</table:table></office:spreadsheet></office:body></office:document-content>"#;

#[test]
fn open_document_sheets_are_read() {
    let bytes = ods(OPEN_DOCUMENT);
    let placed = read_as("d.ods", &bytes, LoadOptions::default()).unwrap();
    let table = &placed.table;
    assert_eq!(texts(table, "na  me"), ["A&B\nC", "A&B\nC", "A&B\nC", ""]);
    assert_eq!(
        texts(table, "born"),
        ["2001-02-03", "2001-02-03", "2001-02-03", "10:11:12"]
    );
    assert_eq!(texts(table, "pay"), ["2.5", "2.5", "2.5", ""]);
    let protected = zipped(&[
        (
            "mimetype",
            b"application/vnd.oasis.opendocument.spreadsheet",
        ),
        ("content.xml", b"????"),
        ("META-INF/manifest.xml", b"<manifest:encryption-data/>"),
    ]);
    let told = read_as("d.ods", &protected, LoadOptions::default()).unwrap_err();
    assert!(told.contains("protected by a password"), "{told}");
}

#[test]
fn a_few_bytes_do_not_become_many() {
    let cell = "<table:table-cell office:value-type=\"string\" table:number-columns-repeated=\"16000\"><text:p>x</text:p></table:table-cell>";
    let many = format!(
        "<o><table:table table:name=\"a\"><table:table-row table:number-rows-repeated=\"1000000\">{cell}</table:table-row></table:table></o>"
    );
    let (bytes, progress) = (ods(&many), Progress::default());
    let mut book = ods::Ods::open(&bytes, &progress).ok().flatten().unwrap();
    let mut grid = Grid::within(Path::new("d.ods"), &progress, 1 << 20);
    let Err(Fault::Problem(told)) = book.read(0, &mut grid) else {
        panic!("it was read");
    };
    assert!(told.message.contains("250 times"), "{told}");
    let spaces = "<o><table:table table:name=\"a\"><table:table-row><table:table-cell><text:p><text:s text:c=\"4000000000\"/></text:p>\
                  </table:table-cell></table:table-row></table:table></o>";
    assert!(read_as("d.ods", &ods(spaces), LoadOptions::default()).is_err());
    let bomb = ods(&" ".repeat(100 << 20));
    let told = read_as("d.ods", &bomb, LoadOptions::default()).unwrap_err();
    assert!(told.contains("more than 250 times"), "{told}");
}

#[test]
fn what_is_told_to_be_repeated_takes_no_more_than_a_table() {
    let table = |row: &str| {
        let begin = "<office:document-content><office:body><office:spreadsheet><table:table table:name=\"S\">";
        let end = "</table:table></office:spreadsheet></office:body></office:document-content>";
        ods(&format!("{begin}{row}{end}"))
    };
    let rows = "<table:table-row table:number-rows-repeated=\"1048575\"><table:table-cell \
                table:number-columns-repeated=\"16384\" office:value-type=\"float\" office:value=\"1\"/></table:table-row>";
    let spaces = "<text:s text:c=\"32767\"/>".repeat(10_000);
    let spaces = format!(
        "<table:table-row><table:table-cell><text:p>{spaces}</text:p></table:table-cell></table:table-row>"
    );
    for row in [rows, &spaces] {
        let told = read_as("d.ods", &table(row), LoadOptions::default()).unwrap_err();
        assert!(told.contains("250 times"), "{told}");
    }
}

#[test]
fn a_number_of_texts_that_is_only_told_takes_no_memory() {
    let whole = book(|sheet| row(sheet, 0, &["a", "b"]));
    let told_as = |count: &str| {
        let mut archive = zip::ZipArchive::new(Cursor::new(&whole)).unwrap();
        let mut parts = Vec::new();
        for at in 0..archive.len() {
            let mut part = archive.by_index(at).unwrap();
            let name = part.name().unwrap().into_owned();
            let mut text = String::new();
            std::io::Read::read_to_string(&mut part, &mut text).unwrap();
            let text = text.replace("uniqueCount=\"2\"", &format!("uniqueCount=\"{count}\""));
            parts.push((name, text));
        }
        let parts: Vec<(&str, &[u8])> = parts
            .iter()
            .map(|(name, text)| (name.as_str(), text.as_bytes()))
            .collect();
        read(&zipped(&parts)).err().unwrap_or_default()
    };
    assert!(!told_as("2").contains("damaged"));
    for count in ["4000000000", "99999999999999999999", "-1"] {
        assert!(told_as(count).contains("damaged"), "{count}");
    }
}

fn released(columns: &[Column]) -> Vec<u8> {
    let columns: Vec<&Column> = columns.iter().collect();
    let mut bytes = Cursor::new(Vec::new());
    write_workbook(&mut bytes, &columns, &Progress::default()).unwrap();
    bytes.into_inner()
}

#[test]
fn a_release_has_the_same_bytes_whenever_it_is_written() {
    let columns = [Column::from_texts("zip", ["01067", "=1+1", "2024-01-02", ""]).unwrap()];
    let first = released(&columns);
    std::thread::sleep(std::time::Duration::from_millis(2100));
    assert_eq!(released(&columns), first);
    let holds = |word: &[u8]| memchr::memmem::find(&first, word).is_some();
    assert!(!holds(b"docProps") && !holds(b"creator"));
    let placed = read(&first).unwrap();
    assert_eq!(
        texts(&placed.table, "zip")[..3],
        ["01067", "=1+1", "2024-01-02"]
    );
}

#[test]
fn what_a_sheet_cannot_hold_is_refused() {
    let long = "x".repeat(32_768);
    let column = Column::from_texts("c", [long.as_str()]).unwrap();
    let mut bytes = Cursor::new(Vec::new());
    let told = write_workbook(&mut bytes, &[&column], &Progress::default()).unwrap_err();
    assert!(told.to_string().contains("at most 32767 letters"), "{told}");
    let column = Column::from_texts("c", std::iter::repeat_n("1", 1 << 20)).unwrap();
    let told = write_workbook(&mut bytes, &[&column], &Progress::default()).unwrap_err();
    assert!(
        told.to_string().contains("at most 1048575 records"),
        "{told}"
    );
}

fn some_cell() -> impl Strategy<Value = String> {
    prop_oneof![
        Just(String::new()),
        any::<i64>().prop_map(|number| number.to_string()),
        any::<f64>().prop_map(|number| number.to_string()),
        "[0-9]{1,4}(\\.[0-9]{0,3})?",
        Just("<r>a</r>".to_owned()),
        Just("_x000D_".to_owned()),
        "[\\x00-\\x20_x<>&\"]{0,6}",
        any::<String>(),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]
    #[test]
    fn what_was_written_is_what_was_read(
        cells in proptest::collection::vec(proptest::collection::vec(some_cell(), 1..20), 1..5),
        by_column in any::<bool>(),
    ) {
        let rows = cells.iter().map(Vec::len).min().unwrap_or(0);
        let mut columns: Vec<Column> = cells
            .iter()
            .enumerate()
            .map(|(at, texts)| {
                let texts = texts[..rows].iter().map(|text| if by_column { &texts[0] } else { text });
                Column::from_texts(format!("c{at}"), texts).unwrap()
            })
            .collect();
        // A row of missing values is no record to a program for spreadsheets.
        columns.push(Column::from_texts("number", (0..rows).map(|row| row.to_string())).unwrap());
        let options = LoadOptions { nulls: Some(vec![String::new()]), header: Some(true), ..LoadOptions::default() };
        let back = read_as("d.xlsx", &released(&columns), options).unwrap().table;
        for column in &columns {
            if let Some(back) = back.column(column.name()) {
                prop_assert_eq!(back, column);
            } else {
                prop_assert_eq!(column.distinct(), 0);
            }
        }
    }
}

/// Written by another program: a title over merged cells, and a sheet before it that is empty.
pub const OLD: &[u8] = include_bytes!("people.xls");

#[test]
fn old_workbooks_are_read() {
    let placed = read_as("d.xls", OLD, LoadOptions::default()).unwrap();
    let table = &placed.table;
    assert_eq!(texts(table, "zip"), ["01067", "käfer", "中"]);
    assert_eq!(texts(table, "age"), ["34", "2.5", "-7"]);
    assert_eq!(
        texts(table, "born"),
        ["2001-02-03", "2001-02-04", "2001-02-05"]
    );
    assert_eq!(texts(table, "ok"), ["false", "true", "false"]);
    assert_eq!(texts(table, "seen"), ["10:11:12", "10:11:13", "10:11:14"]);
    assert_eq!(
        placed.notes[..2],
        [
            "The workbook has 2 sheets: \"People\" is read, the first that holds anything.",
            "1 line above the header, which is in row 3, is left out."
        ]
    );
    for length in [30, 600, OLD.len() - 600] {
        assert!(read_as("d.xls", &OLD[..length], LoadOptions::default()).is_err());
    }
}

#[test]
fn a_workbook_is_opened_as_any_other_table() {
    let bytes = book(|sheet| {
        row(sheet, 0, &["name", "age"]);
        row(sheet, 1, &["Ann"]);
        sheet.write_number(1, 1, 34).unwrap();
    });
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("people.csv");
    std::fs::write(&path, &bytes).unwrap();
    let loaded = load(&path, &LoadOptions::default(), &Progress::default()).unwrap();
    assert_eq!(loaded.dataset.records(), 1);
    let sheet = loaded
        .understood
        .finding(crate::io::understood::What::Sheet);
    assert!(sheet.is_some_and(|sheet| sheet.is_guess && sheet.value == "People"));
    let again = load(&path, &loaded.options, &Progress::default()).unwrap();
    assert_eq!(again.options, loaded.options);
}
