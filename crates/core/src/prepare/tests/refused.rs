//! What is refused, in one sentence that quotes no cell.

use super::*;

#[test]
fn statements_are_refused_in_a_sentence_without_a_cell() {
    let ground = Ground::new();
    for (statement, why) in [
        (
            "SELECT * FROM data WHERE nothing = 1",
            "there is no column \"nothing\"",
        ),
        ("SELECT id, name AS id FROM data", "have one name"),
        (
            "SELECT * FROM data p JOIN (SELECT id, ward AS city FROM visits WHERE id = 2) v ON p.id = v.id",
            "one name",
        ),
        (
            "SELECT id, name AS \" id \" FROM data",
            "become one name, \"id\"",
        ),
        ("SELECT * FROM data WHERE id > 99", "returns no rows"),
        (
            "SELECT CAST(name AS BIGINT) n FROM data",
            "cannot be read or computed",
        ),
        ("SELECT nonsense(id) n FROM data", "does not fit its tables"),
        ("SELECT name + 1 AS n FROM data", "does not fit its tables"),
        (
            "SELECT * FROM data JOIN visits USING (id)",
            "2 rows of 5 would come more than once",
        ),
        (
            "SELECT v.day FROM data p JOIN visits v ON p.id = v.id",
            "would come more than once",
        ),
        (
            "SELECT * FROM (SELECT * FROM data) p LEFT JOIN visits USING (id)",
            "2 rows of 5 would come more than once",
        ),
        (
            "WITH j AS (SELECT d.* FROM data d JOIN visits USING (id)) SELECT * FROM j",
            "2 rows of 5 would come more than once",
        ),
        (
            "WITH j AS (SELECT d.id, d.age FROM data d JOIN visits v ON d.id = v.id WHERE v.ward <> 'B') SELECT age FROM j \
             ORDER BY age",
            "1 row of 5 would come more than once",
        ),
        (
            "WITH g AS (SELECT id, MAX(age) AS age FROM data WHERE id <> 5 GROUP BY id) SELECT g.age FROM g JOIN visits v ON \
             g.id = v.id",
            "2 rows of 5 would come more than once",
        ),
        (
            "SELECT name FROM (SELECT d.* FROM data d JOIN visits USING (id)) j WHERE id = 1",
            "1 row of 5 would come more than once",
        ),
        (
            "SELECT DISTINCT d.id, v.ward FROM data d JOIN visits v ON d.id = v.id",
            "2 rows of 5 would come more than once",
        ),
        (
            "SELECT d.id FROM data d JOIN visits v ON d.id = v.id WHERE v.id = 1 UNION ALL SELECT id FROM data WHERE id = 5",
            "1 row of 5 would come more than once",
        ),
        (
            "SELECT d.id, ARRAY_LENGTH(v.l) AS n FROM data d CROSS JOIN (SELECT ARRAY_AGG(day) AS l FROM visits) v",
            "a join would copy a list into each of its rows",
        ),
        (
            "SELECT UNNEST(STRING_TO_ARRAY(name, 'n')) AS part FROM data",
            "as many rows of one as a list is long",
        ),
        ("SELECT id, DATE '2024-13-01' AS d FROM data", "is no day"),
        (
            "SELECT SUM(age) OVER () AS s FROM data",
            "would give one row and not one for each",
        ),
        (
            "SELECT id, SUM(age) OVER (ROWS UNBOUNDED PRECEDING) AS s FROM data",
            "has a frame and no ORDER BY",
        ),
        (
            "SELECT id, AVG(age) OVER (PARTITION BY city ORDER BY id) AS s FROM data",
            "would be that of all rows and not of those up to each",
        ),
        (
            "SELECT SUM(1) AS n FROM data",
            "would look at one row and not at all",
        ),
        (
            "SELECT city, SUM(2 * 3) AS n FROM data GROUP BY city",
            "would look at one row and not at all",
        ),
        (
            "SELECT name + city AS n FROM data",
            "one of these is a text",
        ),
        (
            "SELECT id, RANDOM() AS r FROM data",
            "there is no function random(…)",
        ),
        (
            "SELECT id, NOW() AS r FROM data",
            "there is no function now(…)",
        ),
        (
            "SELECT id FROM data ORDER BY id LIMIT -1",
            "LIMIT and OFFSET take whole numbers",
        ),
        (
            "SELECT id FROM data WHERE EXISTS (SELECT 1 FROM visits WHERE visits.id = data.id)",
            "a query stands where none is understood",
        ),
        (
            "SELECT id FROM data WHERE name ~ '('",
            "a pattern is not understood",
        ),
        (
            "SELECT id, COLUMNS('(') FROM data",
            "asks for something that cannot be computed",
        ),
        (
            "WITH data AS (SELECT * FROM visits) SELECT * FROM data",
            "have one name, \"data\"",
        ),
        (
            "SELECT * FROM people",
            "there is no table \"people\"; expected data",
        ),
    ] {
        let told = ground.refused(sql(statement));
        assert!(told.contains(why), "{statement}: {told}");
        assert!(told.starts_with("step 1 of [prepare], sql: "), "{told}");
        // Nor words of a library.
        for word in [
            "polars",
            "Expr",
            "Some(",
            "{",
            "dtype",
            "supported",
            "::",
            "unwrap",
        ] {
            assert!(!told.contains(word), "{told}");
        }
        for cell in ["Ann", "Dresden", "2100", "surgery"] {
            assert!(!told.contains(cell), "{told}");
        }
    }
    let multiplied = Operation::Sql {
        sql: "SELECT * FROM data JOIN visits USING (id)".to_owned(),
        multiplies: true,
    };
    assert_eq!(ground.people(multiplied).len(), 7);
    let summed = "SELECT p.*, v.n FROM data p LEFT JOIN (SELECT id, COUNT(*) n FROM visits GROUP BY id) v USING (id) \
                  WHERE consent = 'yes'";
    let rows = ground.people(sql(summed));
    assert_eq!(rows.len(), 5);
    assert_eq!(rows[2], "3,Ann,1990-06-15,34,01067,Dresden,2100.5,yes,3");
}

/// Rows that look at others, or at a table of groups of their own, are no more than they were.
/// However it comes about, nobody's row comes twice.
#[test]
fn rows_that_come_more_than_once_are_refused() {
    let ground = Ground::new();
    for statement in [
        "SELECT * FROM data UNION ALL SELECT * FROM data",
        "WITH t AS (SELECT * FROM data UNION ALL SELECT * FROM data) SELECT * FROM t",
        "SELECT d.id, d.age, v.day FROM data d JOIN visits v ON d.id = v.id GROUP BY d.id, d.age, v.day",
        "SELECT e.id, e.age FROM data d JOIN data e ON d.city = e.city",
    ] {
        let told = ground.of("people.csv", &[sql(statement)]).unwrap_err();
        assert!(told.contains("multiplies people"), "{statement}: {told}");
    }
}

#[test]
fn a_join_that_multiplies_nobody_is_not_refused() {
    let ground = Ground::new();
    for (statement, rows) in [
        (
            "SELECT d.id, m.mean FROM data d LEFT JOIN (SELECT city, AVG(age) AS mean FROM data GROUP BY city) m USING (city)",
            5,
        ),
        (
            "WITH n AS (SELECT d.id, COUNT(*) AS n FROM data d JOIN visits USING (id) GROUP BY d.id) SELECT data.*, n.n FROM \
             data LEFT JOIN n ON data.id = n.id",
            5,
        ),
        (
            "WITH j AS (SELECT d.* FROM data d JOIN visits USING (id)) SELECT id, COUNT(*) AS n FROM j GROUP BY id",
            3,
        ),
        (
            "SELECT DISTINCT d.id, d.age FROM data d JOIN visits v ON d.id = v.id",
            3,
        ),
        (
            "SELECT d.id, v.day FROM data d FULL JOIN (SELECT * FROM visits WHERE cost = 7 OR cost = 5) v ON d.id = v.id",
            5,
        ),
        (
            "SELECT v.ward, COUNT(*) AS n FROM data d JOIN visits v ON d.id = v.id GROUP BY v.ward",
            3,
        ),
        (
            "SELECT COUNT(*) AS n FROM data d JOIN visits v ON d.id = v.id",
            1,
        ),
    ] {
        assert_eq!(ground.people(sql(statement)).len(), rows + 1, "{statement}");
    }
}

#[test]
fn a_form_that_joins_more_rows_than_fit_is_refused_before_it_does() {
    let ground = Ground::new();
    let text: String = (0..70_000).map(|row| format!("{row},x\n")).collect();
    ground.write("people.csv", &format!("id,key\n{text}"));
    ground.write("visits.csv", &format!("day,key\n{text}"));
    let operation = Operation::Join {
        table: "visits".to_owned(),
        on: vec![("key".to_owned(), "key".to_owned())],
        columns: None,
        keeps_unmatched: false,
        multiplies: true,
    };
    let told = ground.refused(operation);
    assert!(
        told.contains("the join comes to 4,900,000,000 rows"),
        "{told}"
    );
}

#[test]
fn two_columns_of_one_name_are_refused_by_every_form() {
    let ground = Ground::new();
    ground.write("visits.csv", "id,age\n1,2\n");
    let to_visits = |columns: Option<&[&str]>| Operation::Join {
        table: "visits".to_owned(),
        on: vec![("id".to_owned(), "id".to_owned())],
        columns: columns.map(names),
        keeps_unmatched: true,
        multiplies: false,
    };
    let group = |take: Vec<Taken>| Operation::Group {
        by: names(&["city"]),
        take,
    };
    for (operation, why) in [
        (
            to_visits(None),
            "two columns become one name, \"age\"; expected columns that name the others alone",
        ),
        (
            to_visits(Some(&["age"])),
            "two columns become one name, \"age\"",
        ),
        (
            to_visits(Some(&["id"])),
            "two columns become one name, \"id\"",
        ),
        (
            group(vec![take("city", Aggregate::Count, None)]),
            "two columns of the result become one name, \"city\"",
        ),
        (
            group(vec![
                take("n", Aggregate::Count, None),
                take("n", Aggregate::First, Some("name")),
            ]),
            "two columns of the result become one name, \"n\"",
        ),
        (
            Operation::Group {
                by: names(&["city", "city"]),
                take: Vec::new(),
            },
            "two columns of the result become one name, \"city\"",
        ),
    ] {
        let told = ground.refused(operation.clone());
        assert!(told.contains(why), "{operation:?}: {told}");
    }
}

#[test]
fn too_many_rows_are_refused_before_they_are_made() {
    let ground = Ground::new();
    let text: String = (0..3_000).map(|id| format!("{id}\n")).collect();
    ground.write("visits.csv", &format!("id\n{text}"));
    let all = ["v1", "v2", "v3", "v4", "v5"].map(|name| format!(", visits {name}"));
    let told = ground.refused(sql(&format!("SELECT data.id FROM data{}", all.concat())));
    assert!(
        told.contains("could come to 1,215,000,000,000,000,000 rows"),
        "{told}"
    );
}

#[test]
fn steps_are_refused_in_a_sentence_without_a_cell() {
    let ground = Ground::new();
    ground.write("map.csv", "from,to\nBerlin,B\nDresden,S\n");
    ground.write("three.csv", "a,b,c\n1,2,3\n");
    ground.write("twice.csv", "from,to\nBerlin,B\nBerlin,C\n");
    let map = |file: &str, unmapped| Operation::Map {
        column: "city".to_owned(),
        file: file.into(),
        into: None,
        unmapped,
    };
    let group = |by: &str, how, of| Operation::Group {
        by: names(&[by]),
        take: vec![take("x", how, Some(of))],
    };
    let year = |of: &str| derive("x", Derived::YearOf(of.to_owned()));
    let age = |at| {
        derive(
            "x",
            Derived::Age {
                from: "birth".to_owned(),
                at,
            },
        )
    };
    let bands = |of: &str| {
        derive(
            "x",
            Derived::Bands {
                of: of.to_owned(),
                bands: Bands::Width(5),
            },
        )
    };
    let rename = |old: &str, new: &str| Operation::Rename {
        columns: [(old.to_owned(), new.to_owned())].into_iter().collect(),
    };
    let sample = |size| Operation::Sample { size, seed: 1 };
    let to_visits = Operation::Join {
        table: "visits".to_owned(),
        on: vec![("id".to_owned(), "id".to_owned())],
        columns: None,
        keeps_unmatched: true,
        multiplies: false,
    };
    for (operation, why) in [
        (keep("age >"), "not SQL that is understood"),
        (keep("agge > 3"), "there is no column \"agge\""),
        (keep("age > 99"), "no row is left"),
        (keep("age"), "does not fit"),
        (
            Operation::Drop {
                columns: names(&["nam"]),
            },
            "there is no column \"nam\"; expected one of \"id\", \"name\"",
        ),
        (rename("nam", "x"), "there is no column \"nam\""),
        (
            rename("name", "city"),
            "two columns become one name, \"city\"",
        ),
        (
            derive("x", Derived::Formula("SUM(age".to_owned())),
            "not SQL that is understood",
        ),
        (
            derive("x", Derived::Formula("CAST(city AS BIGINT)".to_owned())),
            "cannot be read or computed",
        ),
        (
            year("city"),
            "column \"city\" holds 5 values that are no dates; expected dates such as 2024-03-31",
        ),
        (
            age(At::Date("soon".to_owned())),
            "the day of the age is no date",
        ),
        (
            age(At::Date("1980-01-01".to_owned())),
            "3 dates of column \"birth\" lie after 1980-01-01",
        ),
        (
            bands("city"),
            "column \"city\" holds 5 values that are no numbers",
        ),
        (
            bands("zip"),
            "column \"zip\" holds 1 value that is no number",
        ),
        (
            map("map.csv", Unmapped::Refused),
            "map.csv: step 1 of [prepare], map: 1 value of \"city\", in 2 rows, is not in this file",
        ),
        (
            map("three.csv", Unmapped::Refused),
            "three.csv: step 1 of [prepare], map: this file has 3 columns; expected two",
        ),
        (
            map("twice.csv", Unmapped::Refused),
            "row 2 says something else",
        ),
        (map("none.csv", Unmapped::Refused), "there is no such file"),
        (
            join(&[("city", "ward"), ("nam", "ward")]),
            "there is no column \"nam\"",
        ),
        (to_visits, "2 rows of 5 would come more than once"),
        (
            group("nam", Aggregate::First, "age"),
            "there is no column \"nam\"",
        ),
        (
            group("id", Aggregate::Sum, "city"),
            "holds 5 values that are no numbers",
        ),
        (sample(SampleSize::Rows(6)), "6 rows are to be drawn from 5"),
        (sample(SampleSize::Share(0.01)), "no row would be drawn"),
    ] {
        let told = ground.refused(operation.clone());
        assert!(told.contains(why), "{operation:?}: {told}");
        for cell in ["Ann", "Dresden", "2100", "Berlin"] {
            assert!(!told.contains(cell), "{told}");
        }
    }
}
