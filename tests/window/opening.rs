//! The page that asks what a file holds: everything on it is changed by choosing.

use crate::bench::Bench;
use cloakroom::ui::actions::Action;
use cloakroom_core::kind::Kind;
use cloakroom_core::load_options::Layout;
use cloakroom_core::value_type::ValueType;
use rust_xlsxwriter::{Format, Workbook, Worksheet};
use std::fmt::Write;
use std::path::PathBuf;

fn rows(sheet: &mut Worksheet, rows: &[&[&str]]) {
    for (row, cells) in (0..).zip(rows) {
        for (column, text) in (0..).zip(*cells) {
            sheet.write_string(row, column, *text).unwrap();
        }
    }
}

/// Two sheets: visits, and the people. The first can have a title over merged cells.
fn workbook(bench: &Bench, is_merged: bool) -> PathBuf {
    let mut book = Workbook::new();
    let visits = book.add_worksheet().set_name("Visits").unwrap();
    if is_merged {
        let plain = Format::new();
        visits.merge_range(0, 0, 0, 1, "who", &plain).unwrap();
        rows(visits, &[&[], &["a", "b", "c"], &["d", "e", "f"]]);
        visits.write_string(0, 2, "town").unwrap();
    } else {
        rows(
            visits,
            &[&["day", "ward"], &["Monday", "A"], &["Tuesday", "B"]],
        );
    }
    let people = book.add_worksheet().set_name("People").unwrap();
    rows(
        people,
        &[
            &["name", "town", "diagnosis"],
            &["Ann", "Ulm", "Flu"],
            &["Bob", "Aalen", "Cold"],
            &["Cid", "Ulm", "Flu"],
        ],
    );
    let path = bench.path("clinic.xlsx");
    book.save(&path).unwrap();
    path
}

fn names(bench: &Bench) -> Vec<String> {
    let columns = bench.workspace().table().unwrap().columns();
    columns
        .iter()
        .map(|column| column.name().to_owned())
        .collect()
}

#[test]
fn the_sheet_of_a_workbook_is_chosen() {
    let mut bench = Bench::new();
    let file = workbook(&bench, false);
    bench.open_as_new(&file);
    assert_eq!(names(&bench), ["day", "ward"]);
    bench.choose("Sheet");
    bench.click("People");
    assert_eq!(names(&bench), ["name", "town", "diagnosis"]);
    let options = &bench.workspace().loaded().options;
    assert_eq!(options.sheet.as_deref(), Some("People"));
    // And back.
    bench.choose("Sheet");
    bench.click("Visits");
    assert_eq!(names(&bench), ["day", "ward"]);
}

#[test]
fn another_sheet_is_read_where_the_first_cannot_be() {
    let mut bench = Bench::new();
    let file = workbook(&bench, true);
    bench.open_as_new(&file);
    assert!(!bench.has_workspace());
    bench.see_part("the header in row 1 has merged cells");
    bench.choose("Sheet");
    bench.click("People");
    bench.click("Read this sheet");
    assert_eq!(names(&bench), ["name", "town", "diagnosis"]);
    bench.see("Is this what the file holds?");
    // What cannot be read leaves what was chosen before as it is, and says why.
    bench.choose("Sheet");
    bench.click("Visits");
    bench.see_part("the header in row 1 has merged cells");
    assert_eq!(names(&bench), ["name", "town", "diagnosis"]);
}

#[test]
fn files_of_other_programs_open_with_what_they_know() {
    let mut bench = Bench::new();
    let mut bytes =
        include_bytes!("../../crates/core/src/io/statistics/fixtures/people.sav").to_vec();
    // The fonts of a test have no Chinese letters.
    let letter = "\u{4e2d}".as_bytes();
    while let Some(at) = bytes.windows(3).position(|three| three == letter) {
        bytes[at..at + 3].copy_from_slice(b"lyn");
    }
    let file = bench.path("people.sav");
    std::fs::write(&file, bytes).unwrap();
    bench.open_as_new(&file);
    bench.see("Is this what the file holds?");
    let table = bench.workspace().table().unwrap();
    assert_eq!(table.column("sex").unwrap().text(0), "male");
    bench.see_part("the file declares missing is read as missing");
    let file = bench.path("people.deid");
    std::fs::write(&file, include_bytes!("../command_line/people.deid")).unwrap();
    bench.open_as_new(&file);
    let settings = bench.workspace().settings();
    assert_eq!(settings.requirement.k, Some(3));
    assert!(!settings.hierarchies.is_empty());
    assert!(!settings.roles.columns.is_empty());
}

/// Ratings in a table whose columns nobody has heard of, with half points.
fn stars() -> String {
    let mut text = "day;what;points;nick\n".to_owned();
    for at in 0..240usize {
        let (person, film) = (at / 4, (at * 7 + at / 4) % 9);
        let points = 1.0 + (at % 9) as f64 / 2.0;
        writeln!(
            text,
            "2024-01-{:02};film {film};{points};p{person:02}",
            1 + at % 28
        )
        .unwrap();
    }
    text
}

#[test]
fn columns_and_scale_of_long_ratings_are_chosen() {
    let mut bench = Bench::new();
    let file = bench.write("stars.csv", &stars());
    bench.open_as_new(&file);
    bench.click("ratings");
    bench.choose("Layout");
    bench.click("a row per rating");
    let used = |bench: &Bench| bench.workspace().loaded().options.columns.clone().unwrap();
    assert_eq!(bench.kind(), Some(Kind::Ratings));
    assert_eq!(used(&bench), ["nick", "day", "points"]);
    bench.choose("Column of the issue");
    bench.click("what");
    assert_eq!(used(&bench), ["nick", "what", "points"]);
    // What was an issue is a person now, and the other way round.
    bench.choose("Column of the person");
    bench.click("what");
    assert_eq!(used(&bench), ["what", "nick", "points"]);
    bench.choose("Column of the person");
    bench.click("nick");
    let scale = |bench: &Bench| bench.workspace().loaded().dataset.scale().unwrap();
    assert_eq!((scale(&bench).low, scale(&bench).step), (1.0, 0.5));
    bench.choose("Scale");
    bench.click("0 to 10");
    assert_eq!((scale(&bench).low, scale(&bench).high), (0.0, 10.0));
    bench.choose("Step of the scale");
    bench.click("0.25");
    assert_eq!(scale(&bench).step, 0.25);
    // Half points are refused on a scale of whole ones, and nothing is lost.
    bench.choose("Step of the scale");
    bench.click_button("1");
    assert_eq!(scale(&bench).step, 0.25);
    bench.choose("Ratings beside the scale");
    bench.click("move to the nearest point");
    bench.choose("Step of the scale");
    bench.click_button("1");
    assert_eq!(scale(&bench).step, 1.0);
}

#[test]
fn columns_and_separator_of_lists_are_chosen() {
    let mut bench = Bench::new();
    let mut text = "who,items,paths\n".to_owned();
    for at in 0..30 {
        writeln!(text, "p{at},a|b{}|c,x/{at}", at % 3).unwrap();
    }
    let file = bench.write("visits.csv", &text);
    bench.open_as_new(&file);
    bench.click("transactions");
    bench.choose("Layout");
    bench.click("a column of lists");
    let options = |bench: &Bench| bench.workspace().loaded().options.clone();
    assert_eq!(options(&bench).layout, Some(Layout::List));
    assert_eq!(options(&bench).separator.as_deref(), Some("|"));
    let items = |bench: &Bench| {
        bench
            .workspace()
            .loaded()
            .dataset
            .transactions()
            .unwrap()
            .items
            .len()
    };
    assert_eq!(items(&bench), 5);
    bench.choose("Between items");
    bench.click("semicolon");
    assert_eq!(
        (options(&bench).separator.as_deref(), items(&bench)),
        (Some(";"), 3)
    );
    bench.choose("Column of lists");
    bench.click("paths");
    assert_eq!(options(&bench).column.as_deref(), Some("paths"));
    bench.choose("Layout");
    bench.click("a row per item");
    bench.choose("Column of the item");
    bench.click("paths");
    assert_eq!(options(&bench).columns.unwrap(), ["who", "paths"]);
}

#[test]
fn what_means_missing_is_chosen() {
    let mut bench = Bench::new();
    let mut text = "age,town\n".to_owned();
    for at in 0..40 {
        writeln!(
            text,
            "{},{}",
            if at % 8 == 0 { -9 } else { 20 + at },
            ["Ulm", "n/a"][at as usize % 2]
        )
        .unwrap();
    }
    let file = bench.write("people.csv", &text);
    bench.open_as_new(&file);
    let nulls = |bench: &Bench, name: &str| {
        bench
            .workspace()
            .table()
            .unwrap()
            .column(name)
            .unwrap()
            .nulls()
    };
    assert_eq!((nulls(&bench, "age"), nulls(&bench, "town")), (0, 0));
    bench.choose("Missing values");
    bench.click("-9 is missing");
    bench.click("n/a is missing");
    assert_eq!((nulls(&bench, "age"), nulls(&bench, "town")), (5, 20));
    bench.click("-9 is missing");
    assert_eq!((nulls(&bench, "age"), nulls(&bench, "town")), (0, 20));
}

#[test]
fn no_value_is_lost_for_what_was_said_of_another_column() {
    let mut bench = Bench::new();
    let mut text = "amount,floor,town\n".to_owned();
    for at in 0..60 {
        let amount = if at % 20 == 3 {
            "n/k".to_owned()
        } else {
            (100 + at).to_string()
        };
        let floor = if at % 30 == 4 {
            "roof".to_owned()
        } else {
            (at % 7).to_string()
        };
        writeln!(text, "{amount},{floor},Ulm").unwrap();
    }
    let file = bench.write("flats.csv", &text);
    bench.open_as_new(&file);
    let of = |bench: &Bench, name: &str| {
        bench
            .workspace()
            .table()
            .unwrap()
            .column(name)
            .unwrap()
            .clone()
    };
    bench.choose("Type of amount");
    bench.click("whole number");
    bench.click("Let them be missing");
    assert_eq!(of(&bench, "amount").value_type(), ValueType::Whole);
    bench.choose("Type of floor");
    bench.click("whole number");
    bench.see_part("2 values of \u{201c}floor\u{201d} are not a whole number");
    assert_eq!(
        (
            of(&bench, "floor").value_type(),
            of(&bench, "floor").nulls()
        ),
        (ValueType::Text, 0)
    );
    bench.click("Leave the column as it was");
    bench.send(Action::Understood);
    assert_eq!(
        (of(&bench, "floor").nulls(), of(&bench, "amount").nulls()),
        (0, 3)
    );
}

/// Orders of people who have several: what is counted is said, and the people can be counted instead.
#[test]
fn people_behind_orders_are_asked_for() {
    let mut text = "order_id,customer_id,item\n".to_owned();
    for order in 0..60 {
        for item in 0..3 {
            _ = writeln!(text, "{order},c{},i{}", order % 20, (order + item * 7) % 15);
        }
    }
    let mut bench = Bench::new();
    let file = bench.write("orders.csv", &text);
    bench.open_as_new(&file);
    assert_eq!(bench.kind(), Some(Kind::Transactions));
    bench.see_part(
        "What is counted are 60 baskets (\"order_id\") of 20 people (\"customer_id\"), up to 3 of one",
    );
    assert_eq!(bench.workspace().records(), 60);
    bench.choose("Counted are");
    bench.click("people, by customer_id");
    assert_eq!(bench.workspace().records(), 20);
    bench.see_part("All that one of 20 people (\"customer_id\") bought is one basket");
    bench.choose("Counted are");
    bench.click("baskets, by order_id");
    assert_eq!(bench.workspace().records(), 60);
    // Whoever goes on with baskets is told of it once more before anything leaves.
    bench.press_next();
    bench.send(Action::PromiseUsual);
    bench.go("Release");
    bench.see_part("a promise holds for each basket by itself");
    bench.click("Count people");
    bench.see("Is this what the file holds?");
}

#[test]
fn orders_of_nobody_known_say_what_is_counted() {
    let mut text = "order_id,item\n".to_owned();
    for order in 0..60 {
        for item in 0..3 {
            _ = writeln!(text, "{order},i{}", (order + item * 7) % 15);
        }
    }
    let mut bench = Bench::new();
    let file = bench.write("orders.csv", &text);
    bench.open_as_new(&file);
    bench.see_part("Each value of order_id is a basket, and promises hold for each by itself.");
}
