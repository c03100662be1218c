//! Where the keyboard is: it is seen, and it follows whoever is led somewhere.

use crate::bench::{Bench, raw};
use cloakroom::ui::actions::Action;
use cloakroom::ui::commands::Command;
use cloakroom::ui::shell::stages;
use cloakroom_core::roles::Role;
use egui::{Key, Modifiers};

fn by_palette(bench: &mut Bench, words: &str) {
    bench.key(Modifiers::COMMAND, Key::K);
    bench.settle();
    bench.type_into_focus(words);
    bench.settle();
    bench.key(Modifiers::NONE, Key::Enter);
    bench.settle();
}

#[test]
fn the_keyboard_follows_the_palette() {
    let mut bench = Bench::on_file("patients.csv", &raw::patients());
    bench.send(Action::Run(Command::AcceptSuggestions));
    let focused = |bench: &Bench| bench.focused().map(|(label, _)| label);
    by_palette(&mut bench, "go to explore");
    assert_eq!(focused(&bench).as_deref(), Some("Classes"));
    by_palette(&mut bench, "lattice");
    assert_eq!(focused(&bench).as_deref(), Some("Lattice"));
    by_palette(&mut bench, "go to data");
    assert_eq!(focused(&bench).as_deref(), Some("Table"));
    by_palette(&mut bench, "profession");
    let panel = Some("Close the column panel");
    assert_eq!(focused(&bench).as_deref(), panel);
    by_palette(&mut bench, "go to release");
    let folder = bench.focused().unwrap().1;
    assert_eq!(folder, bench.control("Folder of the release").seen);
}

/// As many stops as are looked at on every stage.
const STOPS: usize = 45;

#[test]
fn every_stop_of_the_tab_key_is_seen() {
    for (name, contents) in raw::all() {
        let mut bench = Bench::on_file(name, &contents);
        bench.send(Action::Run(Command::AcceptSuggestions));
        bench.send(Action::PromiseUsual);
        for &stage in stages(bench.kind().unwrap()) {
            bench.send(Action::Go(stage));
            for _ in 0..STOPS {
                bench.key(Modifiers::NONE, Key::Tab);
                bench.step();
                let Some((label, seen)) = bench.focused() else {
                    continue;
                };
                // What is scrolled away is not seen, with or without a ring.
                if !seen.is_positive() || seen.height() < 6.0 {
                    continue;
                }
                let (with, without) = bench.rings();
                assert!(
                    with > without,
                    "{name}, {}: \"{label}\" at {seen:?} draws no ring",
                    stage.name()
                );
            }
        }
    }
}

#[test]
fn columns_are_marked_by_the_keyboard_alone() {
    let mut bench = Bench::new();
    let file = bench.write("patients.csv", &raw::patients());
    bench.open_as_new(&file);
    bench.send(Action::Understood);
    bench.focus("Column insurer");
    bench.key(Modifiers::NONE, Key::Space);
    bench.key(Modifiers::NONE, Key::S);
    bench.settle();
    let role = |bench: &Bench, name| bench.workspace().settings().roles.of(name);
    assert_eq!(role(&bench, "insurer"), Some(Role::Sensitive));
    // A letter that is typed into a field is a letter.
    bench.click_field("Find a column");
    bench.type_into_focus("q");
    bench.key(Modifiers::NONE, Key::Q);
    bench.settle();
    assert_eq!(role(&bench, "insurer"), Some(Role::Sensitive));
}
