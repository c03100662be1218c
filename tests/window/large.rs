//! A table that is larger than the memory, in the window: counted, looked at and released as the whole one is.

use crate::bench;

use bench::Bench;
use cloakroom::ui::actions::{Action, CompareTab, ExploreTab};
use cloakroom::ui::commands::Command;
use cloakroom::ui::views::explore::view;
use cloakroom_core::kind::Kind;
use cloakroom_core::method::MethodName;
use cloakroom_core::progress::Progress;
use cloakroom_core::roles::Role;
use cloakroom_engine::change::Change;
use cloakroom_engine::open::open_recipe;
use cloakroom_engine::release::{ReleaseOutcome, release};
use egui::{Key, Modifiers};
use std::fmt::Write as _;
use std::fs;

/// Few different combinations of age, zip and disease; a name and a note for everybody.
fn people() -> String {
    let mut text = String::from("name,age,zip,disease,note\n");
    for row in 0..600usize {
        let disease = ["flu", "cold", "asthma"][row * row % 3];
        let _ = writeln!(
            text,
            "p{row},{},{},{disease},n{}",
            20 + row * row % 23,
            1000 + row % 4,
            row % 50
        );
    }
    text
}

fn recipe(batches: bool, k: u32) -> String {
    format!(
        "[data]\npath = \"people.csv\"\nkind = \"microdata\"\nbatches = {batches}\n[roles]\nidentifier = [\"name\"]\n\
         quasi = [\"age\", \"zip\"]\nsensitive = [\"disease\"]\ninsensitive = [\"note\"]\n[hierarchies.age]\nintervals = [5, 20]\n\
         [hierarchies.zip]\nmask = 2\n[require]\nk = {k}\nsuppression = 0.1\n[method]\nname = \"optimal\"\n"
    )
}

fn opened(batches: bool, k: u32) -> Bench {
    let mut bench = Bench::new();
    bench.write("people.csv", &people());
    let recipe = bench.write("recipe.toml", &recipe(batches, k));
    bench.open(&recipe);
    bench
}

#[test]
fn counted_and_whole_say_the_same() {
    let (mut whole, mut counted) = (opened(false, 5), opened(true, 5));
    assert!(counted.workspace().rows() < 300);
    assert_eq!(counted.workspace().records(), 600);
    counted.see_part("for 600 records");
    counted.see_part("2 columns are in the file alone.");
    for k in [14, 20, 60] {
        for bench in [&mut whole, &mut counted] {
            bench.change(Change::SetK(Some(k)));
            bench.change(Change::SetP(Some(2)));
        }
        let verdict = |bench: &Bench| bench.text_with("violate");
        assert_eq!(verdict(&whole), verdict(&counted), "k = {k}");
    }
    for bench in [&mut whole, &mut counted] {
        bench.send(Action::ShowTab(ExploreTab::Classes));
    }
    let classes = |bench: &Bench| bench.text_with("fall into");
    assert_eq!(classes(&whole), classes(&counted));
    for bench in [&mut whole, &mut counted] {
        bench.send(Action::Run(Command::RunMethod));
        bench.send(Action::ShowTab(ExploreTab::BeforeAfter));
    }
    let told = |bench: &Bench| bench.text_with("Optimal levels: ");
    assert_eq!(told(&whole), told(&counted));
    let measures = |bench: &Bench| {
        let outcome = &bench.result().unwrap().outcome;
        (outcome.left_out(), outcome.check().cloned())
    };
    let (left_out, check) = measures(&whole);
    let (left_out_counted, check_counted) = measures(&counted);
    assert_eq!(left_out, left_out_counted);
    let (check, check_counted) = (check.unwrap(), check_counted.unwrap());
    assert_eq!(check.requirements, check_counted.requirements);
    // Every view that there is can be looked at.
    for view in view::of_kind(Kind::Microdata)
        .iter()
        .filter(|view| view.from_counts)
    {
        counted.send(Action::ShowTab(view.tab));
        counted.rest();
    }
    for tab in [CompareTab::Curves, CompareTab::Shelf, CompareTab::Plane] {
        counted.send(Action::ShowCompare(tab));
    }
    // What needs single records is not offered.
    counted.send(Action::ShowCompare(CompareTab::Risk));
    assert!(!counted.sees_part("Finding people"));
    counted.rest();
}

#[test]
fn what_is_released_is_what_the_whole_table_gives() {
    let mut bench = opened(true, 5);
    bench.go("Release");
    let folder = bench.path("out");
    bench.clear_and_type("Folder of the release", folder.to_str().unwrap());
    bench.settle();
    bench.see_part("Left out as identifiers: name.");
    bench.see_part("not looked through for values that occur once");
    bench.click("Write the release");
    bench.see_part("Written and verified");
    let path = bench.write("whole.toml", &recipe(false, 5));
    let progress = Progress::default();
    let opened = open_recipe(&path, &progress).unwrap();
    let whole = bench.path("whole");
    let outcome = release(
        &opened.loaded,
        &opened.recipe,
        &opened.trees,
        &whole,
        &progress,
    );
    assert!(matches!(outcome.unwrap(), ReleaseOutcome::Written(_)));
    let lines = |folder: &std::path::Path| {
        let text = fs::read_to_string(folder.join("release.csv")).unwrap();
        let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
        lines.sort();
        lines
    };
    assert_eq!(lines(&folder), lines(&whole));
}

#[test]
fn columns_are_asked_for_and_told_anew() {
    let mut bench = Bench::new();
    let file = bench.write("people.csv", &people());
    bench.open(&file);
    bench.send(Action::Run(Command::ReadingOptions));
    bench.click("Count equal records instead of holding all");
    bench.click("Read again");
    bench.see("A table that is counted and not held");
    bench.see("Mark at least one column as quasi-identifier.");
    bench.choose("Role of age");
    bench.click_button("quasi-identifier");
    bench.click_button("Count");
    bench.settle();
    let names = |bench: &Bench| -> Vec<String> {
        let columns = bench.workspace().table().unwrap().columns().iter();
        columns.map(|column| column.name().to_owned()).collect()
    };
    assert_eq!(names(&bench), ["age"]);
    assert_eq!(bench.workspace().undecided().len(), 4);
    // The others are told in the same place, and counted where that is needed.
    bench.click("Columns of the file");
    bench.click("Accept all suggestions");
    bench.choose("Role of zip");
    bench.click_button("quasi-identifier");
    bench.choose("Role of disease");
    bench.click_button("sensitive");
    bench.choose("Role of note");
    bench.click_button("insensitive");
    bench.click_button("Count");
    bench.settle();
    assert_eq!(names(&bench), ["age", "zip", "disease"]);
    let roles = &bench.workspace().settings().roles;
    assert_eq!(roles.of("disease"), Some(Role::Sensitive));
    assert_eq!(bench.workspace().undecided(), [] as [&str; 0]);
    // Held again as a whole, with the roles that were told.
    bench.send(Action::Run(Command::ReadingOptions));
    bench.click("Count equal records instead of holding all");
    bench.click("Read again");
    assert_eq!(bench.workspace().rows(), 600);
    assert_eq!(names(&bench).len(), 5);
    assert_eq!(bench.workspace().undecided(), [] as [&str; 0]);
    bench.rest();
}

#[test]
fn what_needs_single_records_is_refused_in_a_sentence() {
    let mut bench = opened(true, 5);
    bench.change(Change::SetMethod(MethodName::Mondrian));
    bench.send(Action::Run(Command::RunMethod));
    bench.see_part("needs every record by itself");
    bench.go("Release");
    bench.see_part("Mondrian, strict needs every record by itself");
    bench.click("Use optimal levels");
    assert_eq!(
        bench.workspace().settings().method.name,
        MethodName::Optimal
    );
    bench.change(Change::SetSql(true));
    bench.see_part("SQL is not written for a table that is counted and not held.");
    bench.send(Action::Run(Command::ReleaseForRecipients));
    bench.see_part("is released once at a time");
    bench.rest();
}

#[test]
fn a_project_remembers_that_it_was_counted() {
    let mut bench = opened(true, 5);
    bench.change(Change::SetK(Some(7)));
    let project = bench.path("p.cloak");
    bench.key(Modifiers::COMMAND | Modifiers::SHIFT, Key::S);
    bench.settle();
    bench.type_into("Path of the project (.cloak)", project.to_str().unwrap());
    bench.click("Save");
    bench.open(&project);
    assert!(bench.workspace().in_batches().is_some());
    assert_eq!(bench.workspace().settings().requirement.k, Some(7));
    assert_eq!(
        bench.workspace().names_with_role(Role::Identifier),
        ["name"]
    );
}
