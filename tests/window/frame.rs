//! The frame around the views: what folds, which columns are shown, what was verified last.

use crate::bench::{Bench, raw};
use cloakroom::ui::actions::{Action, Stage};
use cloakroom::ui::commands::Command;
use cloakroom_engine::change::Change;
use egui::{Key, Modifiers};

#[test]
fn panels_fold_and_the_verdict_stays_in_sight() {
    let mut bench = Bench::on_file("patients.csv", &raw::patients());
    bench.send(Action::Run(Command::AcceptSuggestions));
    bench.send(Action::PromiseUsual);
    let wide = bench.control("Explore").seen.width();
    bench.click("Fold the stages");
    assert!(bench.control("Explore").seen.width() < wide / 2.0);
    bench.key(Modifiers::COMMAND, Key::B);
    bench.settle();
    assert_eq!(bench.control("Explore").seen.width(), wide);
    let headline = bench.text_with("records violate");
    bench.click("Fold the requirement");
    bench.see(&format!("Unfold the requirement: {headline}"));
    bench.key(Modifiers::COMMAND | Modifiers::SHIFT, Key::B);
    bench.settle();
    bench.see("Requirement");
    bench.rest();
}

#[test]
fn columns_go_out_of_sight_and_come_back_and_the_release_keeps_them() {
    let mut bench = Bench::on_file("patients.csv", &raw::patients());
    bench.send(Action::Run(Command::AcceptSuggestions));
    bench.resize(2560.0, 900.0);
    let before = bench.workspace().settings().clone();
    assert!(bench.sees_header("insurer"));
    bench.send(Action::HideColumns(vec![8], true));
    assert!(!bench.sees_header("insurer"));
    bench.click("Show all columns again");
    assert!(bench.sees_header("insurer"));
    bench.send(Action::Run(Command::OnlyMarked));
    assert!(bench.sees_header("sex") && !bench.sees_header("name"));
    // Whoever is led to a column sees it.
    bench.send(Action::SelectColumn(Some(1)));
    assert!(bench.sees_header("name"));
    assert_eq!(*bench.workspace().settings(), before);
    bench.send(Action::ShowColumns(true));
    bench.click("Only marked columns");
    bench.see_part("columns");
    bench.click("Show all columns");
    bench.rest();
}

#[test]
fn identifiers_stand_narrow_at_the_end() {
    let mut bench = Bench::on_file("patients.csv", &raw::patients());
    let left = |bench: &Bench, name: &str| bench.header_place(name).left();
    assert!(left(&bench, "patient_id") < left(&bench, "sex"));
    bench.change(Change::SetRoles(vec![(
        "patient_id".to_owned(),
        cloakroom_core::roles::Role::Identifier,
    )]));
    bench.resize(2560.0, 900.0);
    assert!(left(&bench, "patient_id") > left(&bench, "remarks"));
    assert!(bench.header_place("patient_id").width() <= 84.0);
    bench.header("patient_id");
    bench.see_part("The values of an identifier are not shown.");
}

#[test]
fn the_bar_says_what_was_verified_and_whether_it_still_answers() {
    let people = "name,age,zip,disease\nAnn,30,14240,Flu\nBob,30,14240,Asthma\nCid,31,14241,HIV\nDan,31,14241,Flu\n";
    let mut bench = Bench::on_recipe(people, 2);
    bench.see("Nothing verified yet");
    bench.go("Release");
    let folder = bench.path("out");
    bench.clear_and_type("Folder of the release", folder.to_str().unwrap());
    bench.settle();
    bench.send(Action::Run(Command::WriteRelease));
    bench.see("out: verified by its definition, just now");
    bench.change(Change::SetK(Some(3)));
    bench.see("out: verified just now, with earlier settings");
    bench.send(Action::Run(Command::Undo));
    bench.see("out: verified by its definition, just now");
    bench.send(Action::Go(Stage::Data));
    bench.see("out: verified by its definition, just now");
}
