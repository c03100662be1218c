use super::*;
use crate::io::load::load;
use crate::problem::Failure;
use proptest::prelude::*;

fn read(text: &str) -> Result<(Table, Vec<String>), String> {
    let path = Path::new("d.ndjson");
    let options = LoadOptions::default();
    let placed = read_lines(
        path,
        text.as_bytes().to_vec(),
        options,
        &Progress::default(),
    );
    placed
        .map(|placed| (placed.table, placed.notes))
        .map_err(|failure| failure.to_string())
}

fn texts(table: &Table, name: &str) -> Vec<String> {
    let column = table.column(name).unwrap();
    (0..table.rows())
        .map(|row| column.text(row).to_owned())
        .collect()
}

#[test]
fn objects_are_records_whatever_the_order_of_their_keys() {
    let text = "\u{feff}{\"age\": 34, \"zip\": \"01067\", \"ok\": true}\n\n{\"zip\":\"10\\u0031\\n\\ud83d\\ude00\",\"age\":1.50,\"more\":null}\r\n\
                { \"more\" : \"x\" , \"age\" : -12345678901234567890 }";
    let (table, notes) = read(text).unwrap();
    assert_eq!(
        texts(&table, "age"),
        ["34", "1.50", "-12345678901234567890"]
    );
    assert_eq!(texts(&table, "zip"), ["01067", "101\n😀", ""]);
    assert_eq!(texts(&table, "ok"), ["true", "", ""]);
    assert_eq!(texts(&table, "more"), ["", "", "x"]);
    assert_eq!(notes, ["1 blank line between records is left out."]);
}

#[test]
fn faults_are_told_with_their_place_and_without_the_value() {
    for (text, told) in [
        (
            "{\"a\":1}\n{\"a\":{\"b\":\"secret\"}}",
            "d.ndjson, line 2, column 6: this value is nested",
        ),
        (
            "{\"a\":[1]}",
            "d.ndjson, line 1, column 6: this value is nested",
        ),
        (
            "[{\"a\":1}]",
            "d.ndjson, line 1, column 1: this is a JSON list",
        ),
        (
            "{\n\"a\":1}",
            "d.ndjson, line 1, column 2: the object does not end",
        ),
        (
            "{\"a\":1} x",
            "d.ndjson, line 1, column 9: something follows",
        ),
        (
            "{\"a\":1,\"a\":2}",
            "d.ndjson, line 1, column 8: the key \"a\" is in this object twice",
        ),
        (
            "{\"a\":secret}",
            "d.ndjson, line 1, column 6: this is not JSON",
        ),
        ("{\"a\":01}", "d.ndjson, line 1, column 8: this is not JSON"),
        (
            "{\"a\":\"\\x\"}",
            "d.ndjson, line 1, column 8: this is not JSON",
        ),
        (
            "3",
            "d.ndjson, line 1, column 1: this line is no JSON object",
        ),
        ("{}", "d.ndjson: the JSON file holds no records"),
        ("", "d.ndjson: the JSON file holds no records"),
        (
            "{\"a\":1,\" a\":2}",
            "d.ndjson: there are two columns named \"a\"",
        ),
    ] {
        let found = read(text).unwrap_err();
        assert!(found.starts_with(told), "{text}: {found}");
        assert!(!found.contains("secret"), "{found}");
    }
}

#[test]
fn keys_that_are_values_are_told_with_their_line() {
    let lines: String = (0..20_000).map(|n| format!("{{\"k{n}\":1}}\n")).collect();
    let told = read(&lines).unwrap_err();
    assert!(told.contains("line 16385"), "{told}");
    assert!(told.contains("more columns than 16384"), "{told}");
}

#[test]
fn a_file_is_known_by_its_first_object() {
    assert!(begins(b"\xef\xbb\xbf {\"a\":1}"));
    assert!(begins(b"[ {\"a\":1}]"));
    assert!(!begins(b"{a},b\n1,2\n"));
    assert!(!begins(b"[1,2]"));
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("d.txt");
    std::fs::write(&path, "{\"age\": 3}\n{\"age\": 4}\n").unwrap();
    let loaded = load(&path, &LoadOptions::default(), &Progress::default()).unwrap();
    assert_eq!(loaded.dataset.records(), 2);
    let stopped = Progress::default();
    stopped.stop();
    let ended = read_lines(&path, b"{}".to_vec(), LoadOptions::default(), &stopped);
    assert!(matches!(ended, Err(Failure::Stopped(_))));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]
    #[test]
    fn what_another_program_writes_is_read(
        cells in proptest::collection::vec((any::<String>(), any::<i64>(), any::<bool>(), any::<f64>()), 1..20),
    ) {
        let mut text = String::new();
        for (words, whole, truth, float) in &cells {
            let float = if float.is_finite() { *float } else { 0.5 };
            let line = serde_json::json!({"words": words, "whole": whole, "truth": truth, "float": float, "none": null});
            text += &line.to_string();
            text.push('\n');
        }
        let (table, _) = read(&text).unwrap();
        for (row, (words, whole, truth, float)) in cells.iter().enumerate() {
            prop_assert_eq!(table.column("words").unwrap().text(row), words);
            prop_assert_eq!(table.column("whole").unwrap().text(row), whole.to_string());
            prop_assert_eq!(table.column("truth").unwrap().text(row), truth.to_string());
            let float = if float.is_finite() { *float } else { 0.5 };
            prop_assert_eq!(table.column("float").unwrap().text(row).parse::<f64>().unwrap(), float);
        }
    }

    #[test]
    fn whatever_a_line_is_nothing_breaks(text in "[\\[\\]{}\":,0-9a-e.\\\\u \n-]{0,60}") {
        let _ = read(&text);
    }
}
