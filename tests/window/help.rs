//! Help for what is on the screen.

use crate::bench::{Bench, raw};
use cloakroom::ui::actions::{Action, CompareTab, ExploreTab};
use cloakroom::ui::commands::Command;
use egui::{Key, Modifiers};

fn f1(bench: &mut Bench) {
    bench.key(Modifiers::NONE, Key::F1);
    bench.settle();
}

#[test]
fn f1_tells_of_what_is_on_the_screen_and_puts_it_away_again() {
    let mut bench = Bench::new();
    f1(&mut bench);
    bench.see("Help: The first page");
    f1(&mut bench);
    assert!(!bench.sees_part("Help: The first page"));

    let file = bench.write("patients.csv", &raw::patients());
    bench.open_as_new(&file);
    f1(&mut bench);
    bench.see("Help: What a file holds");
    bench.click("Close the help");
    bench.send(Action::Understood);
    f1(&mut bench);
    bench.see("Help: Data: all columns");
    bench.see("quasi-identifier");
    bench.see_part("Statisticians say key variable.");
    f1(&mut bench);
    bench.send(Action::Run(Command::AcceptSuggestions));
    bench.send(Action::ShowTab(ExploreTab::Lattice));
    f1(&mut bench);
    bench.see("Help: Explore: Lattice, of microdata");
    bench.see("In the panel at the right");
    bench.see_part("Statisticians say minimum cell count");
    bench.key(Modifiers::NONE, Key::Escape);
    bench.settle();
    bench.send(Action::ShowCompare(CompareTab::Risk));
    bench.click("Help");
    bench.see("Help: Compare: Risk");
    bench.click("All shortcuts");
    bench.see("Run the method");
    bench.rest();
}

#[test]
fn a_dialog_has_help_of_its_own() {
    let mut bench = Bench::on_file("patients.csv", &raw::patients());
    bench.send(Action::Run(Command::ReadingOptions));
    f1(&mut bench);
    bench.see("Help: Dialog: how a file was read");
    f1(&mut bench);
    bench.see("Read again");
}

#[test]
fn a_question_mark_asks_for_help_unless_it_is_typed() {
    let mut bench = Bench::on_file("patients.csv", &raw::patients());
    bench.type_into_focus("?");
    bench.settle();
    bench.see("Help: Data");
    f1(&mut bench);
    bench.type_into("Find in the table", "?");
    bench.settle();
    assert!(!bench.sees_part("Help: Data"));
}

#[test]
fn the_palette_finds_help_by_what_it_explains() {
    let mut bench = Bench::on_file("patients.csv", &raw::patients());
    bench.key(Modifiers::COMMAND, Key::K);
    bench.settle();
    bench.type_into_focus("help lattice");
    bench.settle();
    bench.see("Help: Explore: Lattice, of microdata");
    bench.key(Modifiers::NONE, Key::Enter);
    bench.settle();
    bench.see("What to do next");
    f1(&mut bench);
    bench.send(Action::Run(Command::Shortcuts));
    bench.see("In tables and on sliders");
}
