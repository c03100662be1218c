//! What statements see of a column, and how other files are read.

use super::*;

#[test]
fn a_statement_sees_moments_as_moments() {
    let ground = Ground::new();
    ground.write(
        "people.csv",
        "id,at\n1,2024-01-03T10:15\n2,2023-12-31 00:00\n3,\n4,2024-02-29 23:59:59.25\n",
    );
    assert_eq!(
        ground.people(sql(
            "SELECT id, EXTRACT(YEAR FROM at) AS y, EXTRACT(HOUR FROM at) AS h, at FROM data ORDER BY id"
        )),
        [
            "id,y,h,at",
            "1,2024,10,2024-01-03 10:15:00",
            "2,2023,0,2023-12-31",
            "3,,,",
            "4,2024,23,2024-02-29 23:59:59.25"
        ]
    );
    let kept = ground.people(keep("at >= '2024-01-03 10:15:00'"));
    assert_eq!(kept.len(), 3, "{kept:?}");
}

#[test]
fn other_files_are_read_as_is_said_of_them() {
    let ground = Ground::new();
    ground.write("visits.csv", "id|day\n1|03/01/2024\n2|04/02/2024\n");
    ground.write("map.csv", "from;to\nBerlin;E\nDresden;E\nMünchen;W, S\n");
    let visits = OtherFile {
        delimiter: Some("|".to_owned()),
        types: [("day".to_owned(), ColumnType::DateDayFirst)].into(),
        ..OtherFile::from("visits.csv")
    };
    let map = Operation::Map {
        column: "city".to_owned(),
        file: OtherFile {
            delimiter: Some(";".to_owned()),
            ..OtherFile::from("map.csv")
        },
        into: None,
        unmapped: Unmapped::Kept,
    };
    let joined = sql("SELECT id, city, day FROM data JOIN visits USING (id) ORDER BY id");
    let asked = Prepare {
        tables: [("visits".to_owned(), visits)].into(),
        steps: vec![map.into(), joined.into()],
    };
    let prepared = ground.asked("people.csv", &asked).unwrap();
    assert_eq!(
        lines(&prepared.table)[1..],
        ["1,E,2024-01-03", "2,E,2024-02-04"]
    );
}
