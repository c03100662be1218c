//! What a form does and what its statement gives, on tables made at random: missing values, decimals, dates with times, texts with
//! quotes, groups in which nothing is known.

use super::*;
use proptest::prelude::*;

const COLUMNS: [&str; 7] = ["g", "k", "n", "x", "d", "m", "t"];

/// A cell of each column, missing now and then.
fn row() -> impl Strategy<Value = Vec<String>> {
    let missing =
        |of: BoxedStrategy<String>| prop_oneof![4 => of, 1 => Just(String::new())].boxed();
    let day = |days: i64| crate::value_type::date_text(days);
    let cells: Vec<BoxedStrategy<String>> = vec![
        missing("[a-c]".boxed()),
        missing((0..3u8).prop_map(|key| format!("0{key}")).boxed()),
        missing((-40..400i64).prop_map(|number| number.to_string()).boxed()),
        missing(
            (-4_000..4_000i64)
                .prop_map(|number| crate::frame::float_text(number as f64 / 8.0))
                .boxed(),
        ),
        missing((-9_000..20_000i64).prop_map(day).boxed()),
        missing(
            (0..20_000i64, 1..86_400i64)
                .prop_map(move |(days, second)| {
                    let time = crate::frame::time_text(second * 1_000_000_000);
                    format!("{} {time}", day(days))
                })
                .boxed(),
        ),
        missing(
            "[a-zäß'\" ,/]{1,6}"
                .prop_map(|text| text.trim().to_owned())
                .boxed(),
        ),
    ];
    cells
}

fn operations() -> Vec<Operation> {
    let of = |name: &str| name.to_owned();
    let mut operations = vec![
        keep("n > 7 OR x < 0.5"),
        keep("t IS NOT NULL AND d < DATE('2001-02-03')"),
        keep("m > DATE('2001-02-03')"),
        Operation::Drop {
            columns: names(&["g", "x"]),
        },
        derive("y", Derived::Formula("COALESCE(n, 0) * 2".to_owned())),
        derive("y", Derived::YearOf(of("d"))),
        derive("y", Derived::YearOf(of("m"))),
        derive(
            "d",
            Derived::Age {
                from: of("d"),
                at: At::Date("2024-12-31".to_owned()),
            },
        ),
        derive(
            "y",
            Derived::Joined {
                columns: names(&["t", "n", "x", "d", "k"]),
                separator: "' ".to_owned(),
            },
        ),
        Operation::Join {
            table: of("wards"),
            on: vec![(of("g"), of("ward"))],
            columns: Some(names(&["title"])),
            keeps_unmatched: false,
            multiplies: false,
        },
        whole_join("wards", "g", "ward"),
    ];
    for name in ["n", "x"] {
        for bands in [
            Bands::Width(1),
            Bands::Width(7),
            Bands::Cuts(vec![-3, 18, 19, 65]),
        ] {
            let of = of(name);
            operations.push(derive("y", Derived::Bands { of, bands }));
        }
    }
    for name in ["k", "n", "x", "d", "t"] {
        for (from, letters) in [(1, Some(2)), (3, None)] {
            let of = of(name);
            operations.push(derive("y", Derived::Part { of, from, letters }));
        }
    }
    for by in [&["g"][..], &["g", "k"]] {
        let mut taken = vec![take("rows", Aggregate::Count, None)];
        for name in ["n", "x", "d", "t"] {
            for how in Aggregate::ALL {
                if !how.is_of_numbers() || name == "n" || name == "x" {
                    let column = format!("{name} {}", how.name());
                    taken.push(take(&column, how, Some(name)));
                }
            }
        }
        operations.push(Operation::Group {
            by: names(by),
            take: taken,
        });
    }
    operations
}

/// The header, and the rows in one order, since a statement has its own.
fn told(prepared: Result<Prepared, String>) -> Result<Vec<String>, String> {
    let mut lines = lines(&prepared?.table);
    lines[1..].sort();
    Ok(lines)
}

proptest! {
    #![proptest_config(ProptestConfig {
        cases: 8,
        max_shrink_iters: 8,
        failure_persistence: None,
        ..ProptestConfig::default()
    })]
    #[test]
    fn a_form_does_what_its_statement_does(rows in proptest::collection::vec(row(), 3..60)) {
        let ground = Ground::new();
        let quoted = |cell: &String| format!("\"{}\"", cell.replace('"', "\"\""));
        let mut text = COLUMNS.join(",") + "\n";
        // So that every column is known for what it is.
        text += "a,00,1,0.5,2000-01-01,2000-01-01 01:01:01,t\n";
        for row in rows {
            let cells: Vec<String> = row.iter().map(quoted).collect();
            text += &(cells.join(",") + "\n");
        }
        ground.write("people.csv", &text);
        ground.write("wards.csv", "ward,title\na,first\nc,\n");
        let before = ground.table("people.csv");
        for operation in operations() {
            let Some(statement) = as_sql(&operation, before.columns()) else {
                panic!("{operation:?} has no statement");
            };
            let by_form = told(ground.of("people.csv", std::slice::from_ref(&operation)));
            let by_sql = told(ground.of("people.csv", &[sql(&statement)]));
            match (&by_form, &by_sql) {
                // Where nothing is left both say so, each in its words.
                (Err(form), Err(sql)) => {
                    prop_assert!(form.contains("no row is left"), "{form}");
                    prop_assert!(sql.contains("returns no rows"), "{sql}");
                }
                _ => prop_assert_eq!(&by_form, &by_sql, "{}", statement),
            }
        }
    }
}
