//! What the columns of a file hold, where somebody has to say it.

use crate::bench::Bench;
use cloakroom::ui::actions::Action;
use cloakroom::ui::commands::Command;
use cloakroom_core::load_options::{ColumnType, Unfit};
use cloakroom_core::value_type::ValueType;
use std::fmt::Write;

/// People with a day of birth in one order, a day of entry that tells none, and an amount with some words in it.
fn people(born: impl Fn(usize) -> String) -> String {
    let mut text = "born;entered;amount;town\n".to_owned();
    for row in 0..120usize {
        let entered = format!("{:02}/{:02}/2019", 1 + row % 12, 1 + row % 9);
        let amount = match row % 40 {
            7 => "n/k".to_owned(),
            _ => (1_000 + row * 13).to_string(),
        };
        let town = ["Ulm", "Aalen", "Calw"][row % 3];
        writeln!(text, "{};{entered};{amount};{town}", born(row)).unwrap();
    }
    text
}

fn type_of(bench: &Bench, column: &str) -> ValueType {
    let table = bench.workspace().table().unwrap();
    table.column(column).unwrap().value_type()
}

#[test]
fn dates_of_europe_are_dates() {
    let mut bench = Bench::new();
    let day_first = |row: usize| {
        format!(
            "{:02}/{:02}/19{}",
            1 + row % 28,
            1 + row % 12,
            50 + row % 45
        )
    };
    let file = bench.write("people.csv", &people(day_first));
    bench.open_as_new(&file);
    // All of its values decide; where they do not, somebody has to.
    assert_eq!(type_of(&bench, "born"), ValueType::Date);
    assert_eq!(type_of(&bench, "entered"), ValueType::Text);
    bench.see_part("The day stands first.");
    bench.see_part("nobody can tell whether the day or the month stands first");
    bench.choose("Type of entered");
    bench.click("date, month first");
    assert_eq!(type_of(&bench, "entered"), ValueType::Date);
    assert_eq!(
        bench
            .workspace()
            .table()
            .unwrap()
            .column("entered")
            .unwrap()
            .text(1),
        "2019-02-02"
    );
    // It is written down with everything else that was said.
    let types = &bench.workspace().loaded().options.types;
    assert_eq!(types["born"], ColumnType::DateDayFirst);
    assert_eq!(types["entered"], ColumnType::DateMonthFirst);
    bench.send(Action::Understood);
    bench.send(Action::Run(Command::AcceptSuggestions));
    bench.send(Action::AcceptHierarchies);
    let hierarchies = &bench.workspace().settings().hierarchies;
    for column in ["born", "entered"] {
        assert_eq!(
            hierarchies[column].words(),
            "by month, year, decade",
            "{column}"
        );
    }
}

#[test]
fn what_does_not_fit_is_counted_before_it_is_lost() {
    let mut bench = Bench::new();
    let file = bench.write(
        "people.csv",
        &people(|row| format!("{}.3.1970", 1 + row % 28)),
    );
    bench.open_as_new(&file);
    assert_eq!(type_of(&bench, "born"), ValueType::Date);
    assert_eq!(type_of(&bench, "amount"), ValueType::Text);
    bench.choose("Type of amount");
    bench.click("whole number");
    bench.see_part(
        "3 values of \u{201c}amount\u{201d} are not a whole number: \u{201c}n/k\u{201d} 3 times",
    );
    assert_eq!(type_of(&bench, "amount"), ValueType::Text);
    bench.click("Leave the column as it was");
    bench.choose("Type of amount");
    bench.click("whole number");
    bench.click("Let them be missing");
    assert_eq!(type_of(&bench, "amount"), ValueType::Whole);
    let table = bench.workspace().table().unwrap();
    assert_eq!(table.column("amount").unwrap().nulls(), 3);
    assert_eq!(bench.workspace().loaded().options.unfit, Unfit::Missing);
    bench.see_part("3 values that are not a whole number are missing now");
    // And back again, by the same choice.
    bench.choose("Type of amount");
    bench.click_part("found out");
    assert_eq!(type_of(&bench, "amount"), ValueType::Text);
    // Later on from the page of all columns, where roles are kept.
    bench.send(Action::Understood);
    bench.send(Action::Run(Command::AcceptSuggestions));
    let role = bench.workspace().settings().roles.of("town");
    bench.send(Action::ShowColumns(true));
    bench.click("Type of amount: text");
    bench.choose("Type of amount");
    bench.click("decimal");
    bench.click("Let them be missing");
    assert_eq!(type_of(&bench, "amount"), ValueType::Decimal);
    assert_eq!(bench.workspace().settings().roles.of("town"), role);
}
