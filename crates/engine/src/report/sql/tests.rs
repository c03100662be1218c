//! The text of the statement.

use super::*;

fn column(name: &str, is_quasi: bool, recoding: Recoding) -> SqlColumn {
    SqlColumn {
        name: name.to_owned(),
        released_name: name.to_owned(),
        is_quasi,
        recoding,
    }
}

fn told(columns: Vec<SqlColumn>, keep: Keep) -> Transformation {
    Transformation {
        table: "o'people \"x\"".to_owned(),
        file: "o'people.csv".to_owned(),
        delimiter: Some(",".to_owned()),
        nulls: vec![String::new(), "N'A".to_owned()],
        columns,
        keep,
        records: 1234,
    }
}

fn some(text: &str) -> Option<String> {
    Some(text.to_owned())
}

#[test]
fn names_and_texts_are_quoted() {
    let sex = Recoding::All {
        missing: some("not stated"),
        values: vec![
            ("it's".to_owned(), some("o\"ne")),
            ("\u{e9}\u{1f600}".to_owned(), some("o\"ne")),
            ("gone".to_owned(), None),
        ],
    };
    let sql = statement(&told(
        vec![
            column("se\"x", true, sex),
            column("note", false, Recoding::AsItIs),
            column("zip", true, Recoding::Constant(some("*"))),
        ],
        Keep::AtLeast(5),
    ))
    .unwrap();
    for part in [
        "-- It needs a table \"o'people \"\"x\"\"\"",
        "read_csv('o''people.csv', all_varchar = true, header = true, delim = ',', nullstr = ['', 'N''A'])",
        "CAST(t.\"se\"\"x\" AS VARCHAR) AS c1",
        "FROM \"o'people \"\"x\"\"\" AS t",
        "CASE WHEN s.c1 IS NULL THEN 'not stated' WHEN s.c1 IN ('it''s', '\u{e9}\u{1f600}') THEN 'o\"ne' END AS c1",
        "s.c2 AS c2",
        "'*' AS c3",
        "COUNT(*) OVER (PARTITION BY r.c1, r.c3) AS class_size",
        "WHERE r.class_size >= 5;",
        "r.c1 AS \"se\"\"x\"",
        "the 1,234 records",
    ] {
        assert!(sql.contains(part), "{part}\n{sql}");
    }
}

#[test]
fn many_values_are_joined() {
    let values = (0..100).map(|at| (at.to_string(), some("all"))).collect();
    let missing = some("none");
    let sql = statement(&told(
        vec![column("age", true, Recoding::All { missing, values })],
        Keep::All,
    ))
    .unwrap();
    assert!(sql.contains("cloakroom_map1 (original, released) AS (\n  VALUES\n    ('0', 'all'),"));
    assert!(sql.contains("CASE WHEN s.c1 IS NULL THEN 'none' ELSE m1.released END AS c1"));
    assert!(sql.contains("LEFT JOIN cloakroom_map1 AS m1 ON m1.original = s.c1"));
    assert!(!sql.contains("WHERE"));
}

#[test]
fn left_out_classes_are_named_where_no_rule_tells_them() {
    let tuples = vec![vec![some("a"), None], vec![some("b"), some("c'")]];
    let columns = vec![
        column("x", true, Recoding::AsItIs),
        column("y", true, Recoding::AsItIs),
    ];
    let released = statement(&told(
        columns.clone(),
        Keep::WithoutReleased(tuples.clone()),
    ))
    .unwrap();
    assert!(released.contains(
        "cloakroom_left_out (c1, c2) AS (\n  VALUES\n    ('a', NULL),\n    ('b', 'c''')\n)"
    ));
    assert!(released.contains("o.c1 = r.c1 AND o.c2 IS NOT DISTINCT FROM r.c2"));
    let original = statement(&told(columns, Keep::WithoutOriginal(tuples))).unwrap();
    assert!(original.contains("o.c1 = s.c1 AND o.c2 IS NOT DISTINCT FROM s.c2"));
}

#[test]
fn a_name_cannot_leave_its_comment() {
    let mut odd = told(vec![column("a", true, Recoding::AsItIs)], Keep::All);
    odd.table = "x\nDROP TABLE y; --".to_owned();
    let sql = statement(&odd).unwrap();
    let lines = sql.lines().filter(|line| line.starts_with("DROP"));
    // Once, inside the quotes of the real name.
    assert_eq!(lines.count(), 1);
    assert!(sql.contains("FROM \"x\nDROP TABLE y; --\" AS t"));
    odd.table = "\0".to_owned();
    assert!(
        statement(&odd)
            .unwrap_err()
            .to_string()
            .contains("zero character")
    );
}

#[test]
fn names_that_differ_in_case_are_told() {
    let columns = vec![
        column("Age", true, Recoding::AsItIs),
        column("age", false, Recoding::AsItIs),
    ];
    let sql = statement(&told(columns, Keep::All)).unwrap();
    assert!(sql.contains("\"Age\" and \"age\" differ in upper and lower case"));
}
