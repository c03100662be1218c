use super::*;
use crate::column::Column;
use crate::load_options::LoadOptions;
use crate::progress::Progress;
use crate::table::Table;
use std::path::Path;

const PEOPLE: &str = "id,name,birth,age,zip,city,income,consent\n\
    3,Ann,1990-06-15,34,01067,Dresden,2100.5,yes\n\
    1,Bob,1985-01-31,39,10115,Berlin,1800,no\n\
    2,Cid,2001-12-01,23,10117,Berlin,,yes\n\
    5,Dea,1950-02-28,74,80331,München,900.25,yes\n\
    4,Eve,,41,80333,München,3000,yes\n";
const VISITS: &str = "id,day,cost,ward\n\
    1,2024-01-03,10,A\n1,2024-01-09,20.5,B\n2,2024-02-01,5,A\n3,2024-03-01,7,C\n3,2024-03-05,8,A\n3,2024-03-02,,C\n";
const WARDS: &str = "ward,title\nA,surgery\nB,medicine\nC,surgery\n";

struct Ground {
    folder: tempfile::TempDir,
    options: LoadOptions,
}

impl Ground {
    fn new() -> Self {
        let folder = tempfile::tempdir().unwrap();
        for (name, text) in [
            ("people.csv", PEOPLE),
            ("visits.csv", VISITS),
            ("wards.csv", WARDS),
        ] {
            std::fs::write(folder.path().join(name), text).unwrap();
        }
        Self {
            folder,
            options: LoadOptions::default(),
        }
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    fn write(&self, name: &str, text: &str) {
        std::fs::write(self.path(name), text).unwrap();
    }

    fn table(&self, name: &str) -> Table {
        let loaded = crate::io::load::load(&self.path(name), &self.options, &Progress::default());
        loaded.unwrap().dataset.into_records_table().unwrap()
    }

    fn asked(&self, name: &str, asked: &Prepare) -> Result<Prepared, String> {
        let ground = super::Ground {
            folder: self.folder.path(),
            file: Path::new("people.csv"),
            options: &self.options,
            done: 0,
        };
        let prepared = prepare(self.table(name), asked, ground, &Progress::default());
        prepared.map_err(|failure| {
            let told = failure.to_string();
            told.replace(&format!("{}/", self.folder.path().display()), "")
        })
    }

    fn of(&self, name: &str, operations: &[Operation]) -> Result<Prepared, String> {
        let tables = [("visits", "visits.csv"), ("wards", "wards.csv")];
        let tables = tables.map(|(name, file)| (name.to_owned(), file.into()));
        let asked = Prepare {
            tables: tables.into_iter().collect(),
            steps: operations.iter().cloned().map(Step::from).collect(),
        };
        self.asked(name, &asked)
    }

    fn people(&self, operation: Operation) -> Vec<String> {
        lines(&self.of("people.csv", &[operation]).unwrap().table)
    }

    fn refused(&self, operation: Operation) -> String {
        self.of("people.csv", &[operation]).unwrap_err()
    }
}

fn lines(table: &Table) -> Vec<String> {
    let join = |texts: Vec<&str>| texts.join(",");
    let head = join(table.columns().iter().map(Column::name).collect());
    let rows = (0..table.rows()).map(|row| {
        join(
            table
                .columns()
                .iter()
                .map(|column| column.text(row))
                .collect(),
        )
    });
    [head].into_iter().chain(rows).collect()
}

fn sql(sql: &str) -> Operation {
    Operation::Sql {
        sql: sql.to_owned(),
        multiplies: false,
    }
}

fn keep(condition: &str) -> Operation {
    Operation::Keep {
        condition: condition.to_owned(),
    }
}

fn derive(column: &str, from: Derived) -> Operation {
    Operation::Derive {
        column: column.to_owned(),
        from,
    }
}

fn join(on: &[(&str, &str)]) -> Operation {
    Operation::Join {
        table: "wards".to_owned(),
        on: on
            .iter()
            .map(|&(a, b)| (a.to_owned(), b.to_owned()))
            .collect(),
        columns: Some(vec!["title".to_owned()]),
        keeps_unmatched: true,
        multiplies: false,
    }
}

fn whole_join(table: &str, key: &str, other: &str) -> Operation {
    Operation::Join {
        table: table.to_owned(),
        on: vec![(key.to_owned(), other.to_owned())],
        columns: None,
        keeps_unmatched: true,
        multiplies: false,
    }
}

fn take(column: &str, how: Aggregate, of: Option<&str>) -> Taken {
    Taken {
        column: column.to_owned(),
        how,
        of: of.map(str::to_owned),
    }
}

fn names(names: &[&str]) -> Vec<String> {
    names.iter().map(|&name| name.to_owned()).collect()
}

fn all_operations() -> Vec<(&'static str, Operation)> {
    let renamed = [("city", "town"), ("income", "pay")];
    let renamed = renamed.map(|(old, new)| (old.to_owned(), new.to_owned()));
    let visits = Operation::Group {
        by: names(&["id"]),
        take: vec![
            take("n", Aggregate::Count, None),
            take("known", Aggregate::Count, Some("cost")),
            take("wards", Aggregate::Distinct, Some("ward")),
            take("cost", Aggregate::Sum, Some("cost")),
            take("mean", Aggregate::Mean, Some("cost")),
            take("first_day", Aggregate::First, Some("day")),
            take("last_day", Aggregate::Last, Some("day")),
            take("earliest", Aggregate::Min, Some("day")),
            take("latest", Aggregate::Max, Some("day")),
            take("seen", Aggregate::List, Some("ward")),
        ],
    };
    let formula =
        "CASE WHEN income > 2000 THEN 'high' WHEN income IS NULL THEN NULL ELSE 'low' END";
    let age = |at| Derived::Age {
        from: "birth".to_owned(),
        at,
    };
    let part = |from, letters| Derived::Part {
        of: "zip".to_owned(),
        from,
        letters,
    };
    let bands = |bands| Derived::Bands {
        of: "age".to_owned(),
        bands,
    };
    vec![
        (
            "people.csv",
            keep("consent = 'yes' AND (income > 1000 OR income IS NULL)"),
        ),
        ("people.csv", keep("id IN (SELECT id FROM visits)")),
        ("people.csv", keep("birth < DATE('1990-01-01')")),
        (
            "people.csv",
            Operation::Drop {
                columns: names(&["name", "city"]),
            },
        ),
        (
            "people.csv",
            Operation::Rename {
                columns: renamed.into_iter().collect(),
            },
        ),
        (
            "people.csv",
            derive("group", Derived::Formula(formula.to_owned())),
        ),
        (
            "people.csv",
            derive("age", Derived::Formula("age + 1".to_owned())),
        ),
        (
            "people.csv",
            derive("year", Derived::YearOf("birth".to_owned())),
        ),
        (
            "people.csv",
            derive("years", age(At::Date("2024-06-15".to_owned()))),
        ),
        (
            "visits.csv",
            derive(
                "later",
                Derived::Age {
                    from: "day".to_owned(),
                    at: At::Column("day".to_owned()),
                },
            ),
        ),
        ("people.csv", derive("band", bands(Bands::Width(10)))),
        ("people.csv", derive("band", bands(Bands::Width(1)))),
        (
            "people.csv",
            derive("band", bands(Bands::Cuts(vec![24, 25, 40]))),
        ),
        ("people.csv", derive("area", part(1, Some(2)))),
        ("people.csv", derive("area", part(3, None))),
        (
            "people.csv",
            derive(
                "who",
                Derived::Joined {
                    columns: names(&["name", "city"]),
                    separator: " / ".to_owned(),
                },
            ),
        ),
        ("visits.csv", join(&[("ward", "ward")])),
        ("visits.csv", whole_join("wards", "ward", "ward")),
        ("people.csv", whole_join("wards", "consent", "ward")),
        ("visits.csv", visits),
    ]
}

#[test]
fn every_operation_is_what_its_statement_gives() {
    let ground = Ground::new();
    for (file, operation) in all_operations() {
        let before = ground.table(file);
        let statement = as_sql(&operation, before.columns()).unwrap();
        let by_form = ground.of(file, std::slice::from_ref(&operation));
        let by_form = lines(
            &by_form
                .unwrap_or_else(|why| panic!("{operation:?}: {why}"))
                .table,
        );
        let by_sql = ground.of(file, &[sql(&statement)]);
        let by_sql = lines(
            &by_sql
                .unwrap_or_else(|why| panic!("{statement}: {why}"))
                .table,
        );
        assert_eq!(by_form[0], by_sql[0], "{statement}");
        let sorted = |lines: &[String]| {
            let mut lines = lines.to_vec();
            lines.sort();
            lines
        };
        assert_eq!(sorted(&by_form), sorted(&by_sql), "{statement}");
    }
}

#[test]
fn rows_keep_their_order_and_values_their_spelling() {
    let ground = Ground::new();
    let kept = ground.people(keep("age > 30"));
    assert_eq!(
        kept[1..3],
        [
            "3,Ann,1990-06-15,34,01067,Dresden,2100.5,yes",
            "1,Bob,1985-01-31,39,10115,Berlin,1800,no"
        ]
    );
    // Values of rows that are gone are in no dictionary.
    let kept = ground.of("people.csv", &[keep("city = 'Berlin'")]).unwrap();
    assert_eq!(kept.table.column("city").unwrap().distinct(), 1);
    let told = &kept.told[0];
    assert_eq!(
        (told.rows_before, told.rows_after, told.columns_after),
        (5, 2, 8)
    );
}

#[test]
fn a_statement_is_sorted_unless_it_says_how() {
    let ground = Ground::new();
    let of = |text: &str| {
        let prepared = ground.of("people.csv", &[sql(text)]).unwrap();
        (
            lines(&prepared.table)[1..].join(" "),
            prepared.told[0].notes.join(" "),
        )
    };
    let (rows, note) = of("SELECT id FROM data");
    assert_eq!(rows, "1 2 3 4 5");
    assert!(note.contains("says no order"), "{note}");
    let (rows, note) = of("SELECT id FROM data ORDER BY id DESC");
    assert_eq!((rows.as_str(), note.as_str()), ("5 4 3 2 1", ""));
    let (rows, note) = of("SELECT city, id FROM data ORDER BY city DESC");
    assert_eq!(rows, "München,4 München,5 Dresden,3 Berlin,1 Berlin,2");
    assert!(note.contains("some rows alike"), "{note}");
    let (rows, note) = of("SELECT id FROM data ORDER BY age * 2");
    assert_eq!((rows.as_str(), note.as_str()), ("2 3 1 4 5", ""));
    let (rows, _) = of("SELECT id FROM data ORDER BY 1 LIMIT 2");
    assert_eq!(rows, "1 2");
    let (rows, _) = of("SELECT zip FROM data WHERE zip < '1'");
    assert_eq!(rows, "01067");
}

#[test]
fn what_a_file_does_not_say_stays_or_is_missing_if_that_is_said() {
    let ground = Ground::new();
    ground.write("map.csv", "from,to\n Berlin ,East\nDresden,East\n");
    let map = |unmapped, into: Option<&str>| Operation::Map {
        column: "city".to_owned(),
        file: "map.csv".into(),
        into: into.map(str::to_owned),
        unmapped,
    };
    let kept = ground
        .of("people.csv", &[map(Unmapped::Kept, None)])
        .unwrap();
    let city = kept.table.column("city").unwrap();
    assert_eq!(
        [0, 1, 3].map(|row| city.text(row)),
        ["East", "East", "München"]
    );
    assert_eq!(city.distinct(), 2);
    assert_eq!(
        kept.told[0].notes,
        ["1 value of \"city\", in 2 rows, is not in the file and stayed as they are."]
    );
    let missing = ground
        .of("people.csv", &[map(Unmapped::Missing, Some("part"))])
        .unwrap();
    assert_eq!(missing.table.column("part").unwrap().nulls(), 2);
    assert_eq!(missing.table.column("city").unwrap().distinct(), 3);
}

#[test]
fn samples_are_drawn_by_their_seed() {
    let ground = Ground::new();
    let drawn = |seed| {
        let size = SampleSize::Rows(3);
        ground.people(Operation::Sample { size, seed })
    };
    assert_eq!(drawn(1), drawn(1));
    assert_eq!(drawn(1).len(), 4);
    assert!((2..9).any(|seed| drawn(seed) != drawn(1)));
    let share = ground.people(Operation::Sample {
        size: SampleSize::Share(0.4),
        seed: 7,
    });
    assert_eq!(share.len(), 3);
}

#[test]
fn dates_of_a_person_move_together() {
    let ground = Ground::new();
    make_key(&ground.path("key.txt")).unwrap();
    let shift = |columns: &[&str], person: &str| Operation::ShiftDates {
        columns: names(columns),
        person: person.to_owned(),
        key: "key.txt".into(),
        days: 90,
    };
    let before = ground.table("visits.csv");
    let after = ground
        .of("visits.csv", &[shift(&["day"], "id")])
        .unwrap()
        .table;
    let again = ground
        .of("visits.csv", &[shift(&["day"], "id")])
        .unwrap()
        .table;
    assert_eq!(after, again);
    let days = |table: &Table, row| {
        crate::value_type::parse_date(table.column("day").unwrap().text(row)).unwrap()
    };
    let mut moved = BTreeMap::new();
    for row in 0..before.rows() {
        let by = days(&after, row) - days(&before, row);
        assert!(by != 0 && by.abs() <= 90, "{by}");
        let person = before.column("id").unwrap().text(row).to_owned();
        assert_eq!(*moved.entry(person).or_insert(by), by);
    }
    ground.write("other.csv", "id,day\n,2024-01-01\n1,soon\n");
    for (operation, why) in [
        (shift(&["day"], "id"), "1 row has no \"id\""),
        (shift(&["day"], "day"), "told by a column that is shifted"),
    ] {
        let told = ground.of("other.csv", &[operation]).unwrap_err();
        assert!(told.contains(why), "{told}");
    }
    let told = ground
        .of("people.csv", &[shift(&["city"], "id")])
        .unwrap_err();
    assert!(told.contains("no dates"), "{told}");
}

#[test]
fn steps_that_are_off_do_nothing_and_joins_may_multiply() {
    let ground = Ground::new();
    let mut asked = Prepare::default();
    asked
        .tables
        .insert("visits".to_owned(), "visits.csv".into());
    asked.steps.push(Step {
        operation: keep("nothing is right"),
        off: true,
    });
    asked.steps.push(Step::from(Operation::Join {
        table: "visits".to_owned(),
        on: vec![("id".to_owned(), "id".to_owned())],
        columns: None,
        keeps_unmatched: false,
        multiplies: true,
    }));
    let prepared = ground.asked("people.csv", &asked).unwrap();
    assert_eq!((prepared.table.rows(), prepared.told.len()), (6, 1));
    assert_eq!(
        prepared.told[0].notes,
        ["2 rows found nothing there and went."]
    );
    assert_eq!(prepared.files.len(), 1);
}

mod bounded;
mod determined;
mod reading;
mod refused;
mod said_twice;
