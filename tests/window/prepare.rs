//! What is done to the table before roles: every form, its effect, applied as one step of undo.

use crate::bench::Bench;
use cloakroom::ui::actions::Action;
use cloakroom::ui::commands::Command;
use cloakroom_core::roles::Role;
use cloakroom_engine::change::Change;

const PEOPLE: &str = "\
id,name,birth,age,city
3,Ann,1990-06-15,34,Dresden
1,Bob,1985-01-31,39,Dresden
2,Cid,2001-12-01,23,Berlin
5,Dea,1950-02-28,74,Essen
4,Eve,1951-03-01,73,Essen
";
const VISITS: &str = "id,day\n1,2024-01-03\n1,2024-01-09\n2,2024-02-01\n3,2024-03-01\n";
const TOWNS: &str = "city,land\nDresden,Saxony\nBerlin,Berlin\nEssen,North Rhine\n";

fn bench() -> Bench {
    let mut bench = Bench::sized(1600.0, 1200.0);
    bench.write("visits.csv", VISITS);
    bench.write("towns.csv", TOWNS);
    let file = bench.write("people.csv", PEOPLE);
    bench.open(&file);
    bench.send(Action::Run(Command::Prepare));
    bench
}

/// A new step of this kind after the others.
fn add(bench: &mut Bench, title: &str) {
    bench.choose("Add a step");
    bench.menu(title);
}

fn pick(bench: &mut Bench, field: &str, value: &str) {
    bench.choose(field);
    bench.click_button(value);
}

/// What a field holds, and what comes of it.
fn fill(bench: &mut Bench, field: &str, text: &str) {
    bench.clear_and_type(field, text);
    bench.settle();
}

/// One after the other, as people do.
fn type_letters(bench: &mut Bench, field: &str, text: &str) {
    bench.clear_and_type(field, "");
    for letter in text.chars() {
        bench.type_into(field, &letter.to_string());
        bench.settle();
    }
}

fn open_table(bench: &mut Bench, name: &str, file: &str) {
    fill(bench, "Name of the table", name);
    fill(bench, "File of the table", file);
    bench.click("Open the table");
}

fn apply(bench: &mut Bench) {
    bench.click("Apply the steps");
}

/// The first row of the table of the document, and how many there are.
fn table(bench: &Bench) -> (Vec<String>, Vec<String>, usize) {
    let table = bench.workspace().table().unwrap();
    let names = table
        .columns()
        .iter()
        .map(|column| column.name().to_owned());
    let first = table
        .columns()
        .iter()
        .map(|column| column.text(0).to_owned());
    (names.collect(), first.collect(), table.rows())
}

#[test]
fn rows_are_kept_in_one_step_of_undo_and_roles_stay() {
    let mut bench = bench();
    bench.change(Change::SetRoles(vec![
        ("age".to_owned(), Role::Quasi),
        ("name".to_owned(), Role::Identifier),
    ]));
    bench.see("None yet: the table is as it was read.");
    add(&mut bench, "Keep rows");
    bench.see_part("this is not SQL that is understood");
    fill(&mut bench, "Keep rows where", "age > 30");
    bench.see("5 rows became 4, 5 columns.");
    assert_eq!(table(&bench).2, 5, "nothing counts before it is applied");
    apply(&mut bench);
    assert_eq!(table(&bench).2, 4);
    assert_eq!(
        bench.workspace().settings().roles.of("age"),
        Some(Role::Quasi)
    );
    add(&mut bench, "Drop columns");
    pick(&mut bench, "Add to Columns to drop", "name");
    bench.see("4 rows, 5 columns became 4.");
    apply(&mut bench);
    assert_eq!(table(&bench).0, ["id", "birth", "age", "city"]);
    assert_eq!(bench.workspace().settings().roles.of("name"), None);
    bench.send(Action::Run(Command::Undo));
    assert_eq!(table(&bench).0.len(), 5);
    assert_eq!(
        bench.workspace().settings().roles.of("name"),
        Some(Role::Identifier)
    );
    bench.send(Action::Run(Command::Undo));
    assert_eq!(table(&bench).2, 5);
    bench.see("None yet: the table is as it was read.");
    bench.send(Action::Run(Command::Redo));
    bench.send(Action::Run(Command::Redo));
    assert_eq!((table(&bench).0.len(), table(&bench).2), (4, 4));
    // What was prepared is saved, and read again from the recipe.
    bench.save_recipe("saved.toml");
    let saved = std::fs::read_to_string(bench.path("saved.toml")).unwrap();
    assert!(
        saved.contains("[[prepare.steps]]\nkeep = \"age > 30\""),
        "{saved}"
    );
    let path = bench.path("saved.toml");
    bench.open(&path);
    assert_eq!((table(&bench).0.len(), table(&bench).2), (4, 4));
    assert_eq!(bench.workspace().prepare().steps.len(), 2);
}

/// What is added, how its form is filled in, and the names and the first row that come of it; without names, why it is refused.
type Form<'a> = (&'a str, &'a dyn Fn(&mut Bench), &'a str, &'a str);

#[test]
fn every_form_does_what_it_says() {
    let cases: [Form<'_>; 16] = [
        (
            "Rename columns",
            &|bench| {
                pick(bench, "Rename", "city");
                fill(bench, "New name of city", "town");
            },
            "id,name,birth,age,town",
            "3,Ann,1990-06-15,34,Dresden",
        ),
        (
            "Derive a column",
            &|bench| {
                fill(bench, "Name of the column", "older");
                fill(bench, "Formula", "age + 1");
            },
            "id,name,birth,age,city,older",
            "3,Ann,1990-06-15,34,Dresden,35",
        ),
        (
            "Derive a column",
            &|bench| {
                fill(bench, "Name of the column", "band");
                pick(bench, "Made of", "Bands of a number");
                pick(bench, "Number", "age");
            },
            "id,name,birth,age,city,band",
            "3,Ann,1990-06-15,34,Dresden,30-39",
        ),
        (
            "Derive a column",
            &|bench| {
                fill(bench, "Name of the column", "year");
                pick(bench, "Made of", "The year of a date");
                pick(bench, "Date", "birth");
            },
            "id,name,birth,age,city,year",
            "3,Ann,1990-06-15,34,Dresden,1990",
        ),
        (
            "Derive a column",
            &|bench| {
                fill(bench, "Name of the column", "years");
                pick(bench, "Made of", "An age");
                pick(bench, "Born", "birth");
                fill(bench, "On the day", "2024-06-14");
            },
            "id,name,birth,age,city,years",
            "3,Ann,1990-06-15,34,Dresden,33",
        ),
        (
            "Derive a column",
            &|bench| {
                fill(bench, "Name of the column", "band");
                pick(bench, "Made of", "Bands of a number");
                pick(bench, "Number", "age");
                bench.click("Cut at chosen numbers");
                type_letters(bench, "Bands begin at", "30, 35");
            },
            "id,name,birth,age,city,band",
            "3,Ann,1990-06-15,34,Dresden,30-34",
        ),
        (
            "Derive a column",
            &|bench| {
                fill(bench, "Name of the column", "area");
                pick(bench, "Made of", "A part of a text");
                pick(bench, "Text", "city");
            },
            "id,name,birth,age,city,area",
            "3,Ann,1990-06-15,34,Dresden,Dre",
        ),
        (
            "Derive a column",
            &|bench| {
                fill(bench, "Name of the column", "who");
                pick(bench, "Made of", "Several columns joined");
                pick(bench, "Add to Columns to join", "name");
                pick(bench, "Add to Columns to join", "city");
                fill(bench, "Between them", "/");
            },
            "id,name,birth,age,city,who",
            "3,Ann,1990-06-15,34,Dresden,Ann/Dresden",
        ),
        (
            "Map values",
            &|bench| {
                pick(bench, "Column", "city");
                fill(bench, "File with two columns", "towns.csv");
                fill(bench, "Into a column of its own", "land");
            },
            "id,name,birth,age,city,land",
            "3,Ann,1990-06-15,34,Dresden,Saxony",
        ),
        (
            "Join a table",
            &|bench| {
                open_table(bench, "towns", "towns.csv");
                pick(bench, "Table to join", "towns");
                pick(bench, "Key", "city");
                type_letters(bench, "Columns to take", "land,");
            },
            "id,name,birth,age,city,land",
            "3,Ann,1990-06-15,34,Dresden,Saxony",
        ),
        (
            "One row per person",
            &|bench| pick(bench, "Add to One row for each", "city"),
            "city,rows",
            "Dresden,2",
        ),
        (
            "One row per person",
            &|bench| {
                pick(bench, "Add to One row for each", "city");
                for (number, column, how, of) in [
                    (1, "total", "sum", "age"),
                    (2, "one", "first", "name"),
                    (3, "other", "last", "name"),
                    (4, "all", "list", "name"),
                ] {
                    if number > 1 {
                        bench.click("Tell one more");
                    }
                    fill(bench, &format!("Column {number}"), column);
                    if how != "first" {
                        pick(bench, &format!("How {number}"), how);
                    }
                    pick(bench, &format!("Of {number}"), of);
                }
            },
            "city,total,one,other,all",
            "Dresden,73,Ann,Bob,Ann, Bob",
        ),
        (
            "Sample",
            &|bench| bench.click("A share of the rows"),
            "",
            "100 rows are to be drawn from 5",
        ),
        (
            "Drop columns",
            &|bench| pick(bench, "Add to Columns to drop", "name"),
            "id,birth,age,city",
            "3,1990-06-15,34,Dresden",
        ),
        (
            "Shift dates",
            &|bench| {
                pick(bench, "Add to Dates to shift", "birth");
                pick(bench, "Who is who", "id");
            },
            "",
            "there is no such key file",
        ),
        (
            "SQL",
            &|bench| {
                fill(
                    bench,
                    "SQL",
                    "SELECT id, age FROM data WHERE age > 70 ORDER BY id",
                )
            },
            "id,age",
            "4,73",
        ),
    ];
    for (title, fill, names, first) in cases {
        let mut bench = bench();
        add(&mut bench, title);
        fill(&mut bench);
        if names.is_empty() {
            bench.see_part(first);
            continue;
        }
        let before = bench.workspace().table().cloned();
        apply(&mut bench);
        let (found, row, _) = table(&bench);
        assert_eq!(
            (found.join(","), row.join(",")),
            (names.to_owned(), first.to_owned()),
            "{title}"
        );
        bench.send(Action::Run(Command::Undo));
        assert_eq!(
            bench.workspace().table(),
            before.as_ref(),
            "{title}, taken back"
        );
    }
}

#[test]
fn dates_are_shifted_and_rows_drawn_and_both_are_taken_back() {
    let mut bench = bench();
    let before = bench.workspace().table().cloned();
    add(&mut bench, "Shift dates");
    pick(&mut bench, "Add to Dates to shift", "birth");
    pick(&mut bench, "Who is who", "id");
    bench.click("Make the key key.txt");
    bench.see("5 rows, 5 columns.");
    apply(&mut bench);
    let shifted = bench.workspace().table().cloned();
    let (_, row, _) = table(&bench);
    assert_eq!(
        (row[0].as_str(), row[2].len(), row[2] == "1990-06-15"),
        ("3", 10, false)
    );
    add(&mut bench, "Sample");
    apply(&mut bench);
    assert_eq!(table(&bench).2, 1);
    bench.send(Action::Run(Command::Undo));
    assert_eq!(bench.workspace().table(), shifted.as_ref());
    bench.send(Action::Run(Command::Undo));
    assert_eq!(bench.workspace().table(), before.as_ref());
}

#[test]
fn another_table_has_the_name_of_its_file_and_is_read_as_is_said() {
    let mut bench = bench();
    bench.write(
        "Land of towns.csv",
        "town;land\nDresden;Saxony, S\nBerlin;B\nEssen;NW\n",
    );
    bench.see("No other table is open yet.");
    fill(&mut bench, "File of the table", "Land of towns.csv");
    bench.click("Open the table");
    fill(&mut bench, "Between its columns", ";");
    add(&mut bench, "Join a table");
    pick(&mut bench, "Table to join", "land_of_towns");
    pick(&mut bench, "Key", "city");
    bench.see_part("there is no column \"city\"");
    fill(&mut bench, "Key in the other table", "town");
    apply(&mut bench);
    let (_, row, _) = table(&bench);
    assert_eq!(row.last().map(String::as_str), Some("Saxony, S"));
}

#[test]
fn a_sample_and_pseudonyms_are_made_by_form() {
    let mut bench = bench();
    add(&mut bench, "Pseudonyms");
    pick(&mut bench, "Pseudonyms for", "id");
    bench.see_part("there is no such key file");
    bench.click("Make the key key.txt");
    assert!(bench.path("key.txt").is_file());
    bench.see("5 rows, 5 columns.");
    add(&mut bench, "Sample");
    bench.see("5 rows became 1, 5 columns.");
    bench.click("Remove step 2");
    apply(&mut bench);
    let (_, first, _) = table(&bench);
    assert_eq!(first[0].len(), 32, "{first:?}");
    bench.send(Action::Run(Command::SaveAs));
    let project = bench.path("p.cloak");
    bench.type_into("Path of the project (.cloak)", project.to_str().unwrap());
    bench.click("Save");
    bench.save_recipe("saved.toml");
    let key = std::fs::read_to_string(bench.path("key.txt")).unwrap();
    let saved = ["p.cloak", "saved.toml"].map(|name| {
        let bytes = std::fs::read(bench.path(name)).unwrap();
        String::from_utf8_lossy(&bytes).into_owned()
    });
    for written in [bench.labels(), saved.concat()] {
        for part in key.trim().as_bytes().chunks(8) {
            let part = std::str::from_utf8(part).unwrap();
            assert!(!written.contains(part), "a key is shown and kept nowhere");
        }
    }
}

#[test]
fn steps_are_moved_switched_off_and_taken_away() {
    let mut bench = bench();
    add(&mut bench, "Keep rows");
    fill(&mut bench, "Keep rows where", "year > 1980");
    bench.see_part("there is no column \"year\"");
    add(&mut bench, "Derive a column");
    fill(&mut bench, "Name of the column", "year");
    pick(&mut bench, "Made of", "The year of a date");
    pick(&mut bench, "Date", "birth");
    bench.click("Move step 2 up");
    bench.see("5 rows, 5 columns became 6.");
    bench.click("keep rows where year > 1980");
    bench.see("5 rows became 3, 6 columns.");
    bench.click("2. Keep rows");
    bench.see("The step is switched off: the table stays as it is.");
    apply(&mut bench);
    assert_eq!((table(&bench).0.len(), table(&bench).2), (6, 5));
    bench.see("2. Keep rows");
    bench.click("Remove step 1");
    bench.click("Discard the changes");
    bench.see("1. Derive a column");
    bench.click("Remove step 2");
    bench.click("Remove step 1");
    apply(&mut bench);
    assert_eq!(table(&bench).0.len(), 5);
    assert!(bench.workspace().prepare().is_empty());
}

#[test]
fn what_cannot_be_is_said_where_it_is_asked_for() {
    let mut bench = bench();
    open_table(&mut bench, "visits", "visits.csv");
    add(&mut bench, "SQL");
    for (sql, why) in [
        ("SELECT 1", "names no table"),
        (
            "SELECT * FROM read_csv('people.csv')",
            "would reach beyond the open tables",
        ),
        (
            "SELECT * FROM data JOIN visits USING (id)",
            "1 row of 5 would come more than once",
        ),
        (
            "SELECT CAST(name AS BIGINT) AS n FROM data",
            "cannot be read or computed",
        ),
        ("SELECT id, age AS id FROM data", "have one name"),
    ] {
        fill(&mut bench, "SQL", sql);
        bench.see_part(why);
        assert!(!bench.sees_part("Ann is"), "{}", bench.labels());
    }
    fill(
        &mut bench,
        "SQL",
        "SELECT * FROM data JOIN visits USING (id)",
    );
    bench.click("A row may become several");
    bench.see("5 rows became 4, 5 columns became 6.");
    bench.see("The statement says no order, so its rows are sorted by all columns.");
}

#[test]
fn only_tables_of_records_are_prepared() {
    let mut bench = Bench::new();
    bench.open_sample("basket");
    bench.send(Action::Run(Command::Prepare));
    bench.see_part("Only tables of records are prepared here");
}

/// In a window of this size nothing of the page stands beside it, whatever a step does.
#[test]
fn every_form_fits_a_small_window() {
    let mut bench = Bench::sized(1280.0, 800.0);
    let file = bench.write("people.csv", PEOPLE);
    bench.open(&file);
    bench.send(Action::Run(Command::Prepare));
    // Where the panel with the requirement begins.
    let edge = 1280.0 - 316.0;
    for (title, fields) in [
        (
            "One row per person",
            &["Column 1", "Of 1", "Without column 1"][..],
        ),
        (
            "Join a table",
            &["Key in the other table", "Columns to take"],
        ),
        ("Derive a column", &["Name of the column"]),
        (
            "Map values",
            &["File with two columns", "Into a column of its own"],
        ),
    ] {
        add(&mut bench, title);
        for field in fields {
            let right = bench.control(field).whole.right();
            assert!(right < edge, "{title}, {field}: {right} of {edge}");
        }
        bench.click("Remove step 1");
    }
}
