//! Paths that are typed: completed, kept, and told if they lead nowhere.

use crate::bench::{Bench, raw};
use cloakroom::ui::actions::Action;
use cloakroom::ui::commands::Command;
use egui::{Key, Modifiers};

#[test]
fn tab_goes_on_with_a_name_and_what_is_not_there_is_said() {
    let mut bench = Bench::new();
    bench.write("patients-of-spring.csv", &raw::patients());
    bench.send(Action::Run(Command::Open));
    let folder = bench.path("");
    let typed = format!("{}pat", folder.display());
    bench.type_into("Path of the file", &typed);
    bench.wait_for("Tab goes on to patients-of-spring.csv.");
    bench.key(Modifiers::NONE, Key::Tab);
    bench.settle();
    bench.type_into_focus("x");
    bench.wait_for_part("There is nothing called patients-of-spring.csvx in ");
    // What was typed is still there.
    bench.click("Cancel");
    bench.send(Action::Run(Command::Open));
    bench.key(Modifiers::NONE, Key::End);
    bench.key(Modifiers::NONE, Key::Backspace);
    bench.settle();
    bench.click("Open");
    assert_eq!(bench.workspace().records(), 60);
}

#[test]
fn a_folder_that_is_not_there_is_told_where_a_release_is_named() {
    let mut bench = Bench::on_file("patients.csv", &raw::patients());
    bench.go("Release");
    bench.clear_and_type("Folder of the release", "/nowhere/at/all");
    bench.wait_for("There is no folder /nowhere/at.");
    bench.clear_and_type("Folder of the release", "~/out");
    bench.settle();
    assert!(!bench.sees_part("~/out"));
}
