//! Columns that are released as they are although they may lead to people: somebody answers for each, by name.

use crate::bench;

use bench::Bench;
use cloakroom::ui::actions::Action;
use cloakroom::ui::commands::Command;
use cloakroom_core::roles::Role;
use cloakroom_engine::change::Change;
use std::fmt::Write as _;
use std::fs;

/// Two classes of people with a number of their own and a copy of where they live.
fn people() -> String {
    let mut text = String::from("name,age,zip,disease,badge,area,ward\n");
    for row in 0..24 {
        let _ = writeln!(
            text,
            "P{row},{},{},{},b{row},{},w{}",
            30 + row % 2,
            14240 + row % 2,
            ["Flu", "HIV", "Asthma"][row % 3],
            ["north", "south"][row % 2],
            row * 7 % 5
        );
    }
    text
}

/// At the release, with a folder to write into, and all columns but the last three decided.
fn at_release() -> Bench {
    let mut bench = Bench::on_recipe(&people(), 2);
    bench.go("Release");
    let folder = bench.path("out");
    bench.clear_and_type("Folder of the release", folder.to_str().unwrap());
    bench.settle();
    bench
}

fn keep(bench: &mut Bench, columns: &[&str]) {
    let roles = columns
        .iter()
        .map(|&name| (name.to_owned(), Role::Insensitive));
    bench.change(Change::SetRoles(roles.collect()));
}

const BADGE: &str =
    "badge would be released as it is, but nearly every record has a value of its own.";
const AREA: &str =
    "area would be released as it is, but age can be told from it; zip can be told from it.";

#[test]
fn nothing_holds_until_somebody_answers_for_every_such_column() {
    let mut bench = at_release();
    bench.see("Undecided: badge, area, ward.");
    assert!(!bench.sees_part("Everything holds"));
    keep(&mut bench, &["badge", "area", "ward"]);
    bench.see(BADGE);
    bench.see(AREA);
    assert!(!bench.sees_part("Everything holds"));
    bench.send(Action::Run(Command::WriteRelease));
    assert!(!bench.path("out").exists());

    bench.click("Release badge as it is");
    bench.see("badge is released as it is, although nearly every record has a value of its own: confirmed.");
    bench.see_part("One line does not hold yet.");
    bench.click("Release area as it is");
    bench.see_part("Everything holds.");
    bench.type_into("Why badge is released as it is", "the board asked for it");
    bench.send(Action::Run(Command::WriteRelease));
    let report = fs::read_to_string(bench.path("out").join("report.html")).unwrap();
    assert!(
        report.contains("confirmed by the releaser: area; badge (the board asked for it)."),
        "{report}"
    );
    let confirmed = &bench.workspace().settings().roles.confirmed;
    assert_eq!(confirmed["badge"], "the board asked for it");
    bench.rest();
}

#[test]
fn a_tick_is_undone_and_forgotten_with_the_role() {
    let mut bench = at_release();
    keep(&mut bench, &["badge", "ward"]);
    bench.change(Change::SetRole {
        column: "area".to_owned(),
        role: Some(Role::Quasi),
    });
    bench.click("Release badge as it is");
    bench.see_part("Everything holds.");
    bench.send(Action::Run(Command::Undo));
    bench.see(BADGE);
    bench.send(Action::Run(Command::Redo));
    bench.see_part("Everything holds.");
    bench.click("Release badge as it is");
    bench.see(BADGE);
    bench.click("Release badge as it is");
    for role in [Role::Identifier, Role::Insensitive] {
        bench.change(Change::SetRole {
            column: "badge".to_owned(),
            role: Some(role),
        });
    }
    bench.see(BADGE);
    bench.rest();
}

#[test]
fn what_was_confirmed_is_saved_in_recipes_and_projects() {
    let mut bench = at_release();
    keep(&mut bench, &["badge", "area", "ward"]);
    for column in ["badge", "area"] {
        bench.change(Change::Confirm {
            column: column.to_owned(),
            reason: Some(format!("because of {column}")),
        });
    }
    let confirmed = bench.workspace().settings().roles.confirmed.clone();
    bench.save_recipe("again.toml");
    let text = fs::read_to_string(bench.path("again.toml")).unwrap();
    let line = "confirmed = { area = \"because of area\", badge = \"because of badge\" }";
    assert!(text.contains(line), "{text}");
    bench.open(&bench.path("again.toml"));
    assert_eq!(bench.workspace().settings().roles.confirmed, confirmed);
    assert!(bench.workspace().undecided().is_empty());
    bench.rest();
}
