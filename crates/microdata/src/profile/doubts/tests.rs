use super::*;
use cloakroom_core::Problem;

fn table(columns: Vec<(&str, Vec<String>)>) -> Table {
    let columns = columns
        .into_iter()
        .map(|(name, texts)| Column::from_texts(name, texts))
        .collect::<Result<Vec<_>, _>>();
    let columns = columns.map_err(|error| Problem::new(error.to_string()));
    Table::new(columns.unwrap()).unwrap()
}

fn found(table: &Table, kept: &[&str], identifying: &[&str]) -> Vec<(String, Vec<Reason>)> {
    let owned = |names: &[&str]| names.iter().map(|&name| name.to_owned()).collect();
    let asked = Asked {
        kept: owned(kept),
        identifying: owned(identifying),
    };
    let doubts = doubts(table, &asked, &Progress::default()).unwrap();
    let pairs = doubts.into_iter();
    pairs.map(|doubt| (doubt.column, doubt.reasons)).collect()
}

fn tells(of: &str, with: &[&str]) -> Reason {
    Reason::Tells {
        of: of.to_owned(),
        with: with.iter().map(|&name| name.to_owned()).collect(),
    }
}

/// A number that looks like chance and is always the same.
pub(super) fn chance(row: usize, salt: u64, below: u64) -> u64 {
    let mut state = (row as u64 + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ salt;
    state = (state ^ state >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    state = (state ^ state >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    (state ^ state >> 31) % below
}

pub(super) fn drawn(rows: usize, salt: u64, below: u64) -> Vec<String> {
    (0..rows)
        .map(|row| chance(row, salt, below).to_string())
        .collect()
}

#[test]
fn unrelated_columns_with_few_values_are_not_doubted() {
    for rows in [12, 100, 3_000, 120_000] {
        let table = table(vec![
            ("zip", drawn(rows, 1, 40)),
            ("sex", drawn(rows, 2, 2)),
            ("ward", drawn(rows, 3, 6)),
            ("visits", drawn(rows, 4, 3)),
        ]);
        assert_eq!(
            found(&table, &["ward", "visits"], &["zip", "sex"]),
            [],
            "{rows}"
        );
    }
}

#[test]
fn nearly_unique_columns_are_doubted_in_tables_of_every_size() {
    for rows in [3usize, 10, 500, 60_000] {
        let unique: Vec<String> = (0..rows).map(|row| format!("r{row}")).collect();
        let mut nearly = unique.clone();
        nearly[0] = nearly[1].clone();
        let half: Vec<String> = (0..rows).map(|row| format!("h{}", row / 2)).collect();
        let table = table(vec![
            ("code", unique),
            ("nearly", nearly),
            ("half", half),
            ("sex", drawn(rows, 2, 2)),
        ]);
        let doubts = found(&table, &["code", "nearly", "half"], &[]);
        let names: Vec<&str> = doubts.iter().map(|(name, _)| name.as_str()).collect();
        let expected: &[&str] = if rows < 10 {
            &["code"]
        } else {
            &["code", "nearly"]
        };
        assert_eq!(names, expected, "{rows}");
        assert!(
            doubts
                .iter()
                .all(|(_, reasons)| reasons == &[Reason::NearlyUnique])
        );
    }
}

#[test]
fn values_that_are_mostly_missing_are_unique_among_those_that_are_there() {
    let mut note = vec![String::new(); 1_000];
    for (row, text) in note.iter_mut().enumerate().step_by(100) {
        *text = format!("about {row}");
    }
    let table = table(vec![("note", note), ("blank", vec![String::new(); 1_000])]);
    let doubts = found(&table, &["note", "blank"], &[]);
    assert_eq!(doubts, [("note".to_owned(), vec![Reason::NearlyUnique])]);
}

#[test]
fn looks_and_names_are_doubted() {
    let mails = (0..60).map(|row| format!("p{}@example.org", row % 20));
    let table = table(vec![
        ("contact", mails.collect()),
        ("ssn", drawn(60, 3, 8)),
        ("colour", drawn(60, 4, 3)),
        ("id", vec!["7".to_owned(); 60]),
        ("school number", drawn(60, 5, 4)),
    ]);
    let kept = ["contact", "ssn", "colour", "id", "school number"];
    let doubts = found(&table, &kept, &[]);
    assert_eq!(
        doubts,
        [
            (
                "contact".to_owned(),
                vec![Reason::LooksLike("e-mail addresses")]
            ),
            ("ssn".to_owned(), vec![Reason::NameSays("ssn".to_owned())]),
        ]
    );
}

#[test]
fn copies_and_finer_columns_tell_and_coarser_ones_do_not() {
    for rows in [40, 2_000, 130_000] {
        let zip = drawn(rows, 1, 90);
        let again = zip.iter().map(|text| format!("Z{text}")).collect();
        let finer = (0..rows)
            .map(|row| format!("{}/{}", zip[row], row % 2))
            .collect();
        let coarser = zip.iter().map(|text| text[..1].to_owned()).collect();
        // A copy in which one of a hundred is wrong.
        let wrong = (0..rows).map(|row| match chance(row, 9, 100) {
            0 => "0".to_owned(),
            _ => zip[row].clone(),
        });
        let wrong = wrong.collect();
        let table = table(vec![
            ("zip", zip),
            ("again", again),
            ("finer", finer),
            ("coarser", coarser),
            ("wrong", wrong),
        ]);
        let kept = ["again", "finer", "coarser", "wrong"];
        let doubts = found(&table, &kept, &["zip"]);
        let names: Vec<&str> = doubts.iter().map(|(name, _)| name.as_str()).collect();
        assert!(
            names.contains(&"again") && names.contains(&"wrong"),
            "{rows}: {names:?}"
        );
        assert!(!names.contains(&"coarser"), "{rows}: {doubts:?}");
        if rows > 40 {
            assert_eq!(names, ["again", "finer", "wrong"], "{rows}");
        }
        assert_eq!(doubts[0].1, [tells("zip", &[])]);
    }
}

#[test]
fn a_copy_of_a_quasi_identifier_is_found_in_a_table_of_a_few_records() {
    let texts = |texts: [&str; 6]| texts.map(str::to_owned).to_vec();
    let table = table(vec![
        ("zip", texts(["1", "1", "2", "2", "3", "3"])),
        ("area", texts(["a", "a", "b", "b", "c", "c"])),
        (
            "colour",
            texts(["red", "blue", "red", "blue", "red", "blue"]),
        ),
    ]);
    let doubts = found(&table, &["area", "colour"], &["zip"]);
    assert_eq!(doubts, [("area".to_owned(), vec![tells("zip", &[])])]);
}

#[test]
fn a_second_number_of_people_with_several_records_is_found() {
    // Every person has ten records, so neither number is nearly unique.
    let person: Vec<String> = (0..500).map(|row| format!("p{}", row / 10)).collect();
    let other = (0..500).map(|row| format!("x{}", 49 - row / 10)).collect();
    let table = table(vec![
        ("person", person),
        ("chip", other),
        ("sex", drawn(500, 2, 2)),
    ]);
    let doubts = found(&table, &["chip"], &["person", "sex"]);
    assert_eq!(doubts, [("chip".to_owned(), vec![tells("person", &[])])]);
}

#[test]
fn parts_tell_together_what_none_tells_alone() {
    for (rows, [days, months, years]) in [(400, [4, 3, 5]), (90_000, [28, 12, 30])] {
        let day = drawn(rows, 1, days);
        let month = drawn(rows, 2, months);
        let year = drawn(rows, 3, years);
        let born = (0..rows).map(|row| format!("{}-{}-{}", year[row], month[row], day[row]));
        let table = table(vec![
            ("born", born.collect()),
            ("d", day),
            ("m", month),
            ("visits", drawn(rows, 7, 200)),
            ("y", year),
        ]);
        let doubts = found(&table, &["d", "m", "visits", "y"], &["born"]);
        assert_eq!(
            doubts,
            [
                ("d".to_owned(), vec![tells("born", &["m", "y"])]),
                ("m".to_owned(), vec![tells("born", &["d", "y"])]),
                ("y".to_owned(), vec![tells("born", &["d", "m"])]),
            ],
            "{rows}"
        );
    }
}

#[test]
fn many_columns_that_part_the_records_finely_by_chance_are_not_doubted() {
    let rows = 1_000;
    let unique = (0..rows).map(|row| format!("n{row}")).collect();
    let mut columns = vec![("sex", drawn(rows, 1, 2)), ("zip", drawn(rows, 2, 300))];
    columns.push(("name", unique));
    columns.push(("born", drawn(rows, 3, 900)));
    let names = ["a", "b", "c", "d", "e", "f", "g", "h"];
    for (salt, name) in (10..).zip(names) {
        columns.push((name, drawn(rows, salt, 12)));
    }
    assert_eq!(
        found(&table(columns), &names, &["sex", "zip", "name", "born"]),
        []
    );
}

#[test]
fn a_stop_is_heard() {
    let progress = Progress::default();
    progress.stop();
    let table = table(vec![("a", drawn(9, 1, 2))]);
    let asked = Asked {
        kept: vec!["a".to_owned()],
        identifying: Vec::new(),
    };
    assert!(doubts(&table, &asked, &progress).is_err());
}
