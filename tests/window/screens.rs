//! Every stage of every kind in small and in usual windows: nothing lies over anything else or out of reach.

use crate::bench::Bench;
use crate::bench::raw;
use cloakroom::ui::actions::{Action, Stage};
use cloakroom::ui::commands::Command;
use cloakroom::ui::method_result::RunOutcome;
use cloakroom::ui::shell::stages;
use cloakroom_core::roles::Role;
use cloakroom_engine::change::Change;

/// What is looked at: where it is looked at, and everything that must be whole on the screen.
fn check(bench: &Bench, place: &str, whole: &[&str]) {
    let screen = bench.screen();
    let controls = bench.controls();
    for label in whole {
        let control = bench.control(label);
        assert!(
            screen.expand(0.5).contains_rect(control.whole)
                && control.seen.expand(1.0).contains_rect(control.whole),
            "{place}: \"{label}\" is cut: {:?} of {:?}",
            control.seen,
            control.whole
        );
    }
    for (at, one) in controls.iter().enumerate() {
        assert!(
            screen.expand(1.0).contains_rect(one.seen),
            "{place}: {one:?} is not in the window"
        );
        for other in &controls[at + 1..] {
            let common = one.seen.intersect(other.seen);
            if !common.is_positive() || common.width() < 3.0 || common.height() < 3.0 {
                continue;
            }
            // A small control inside a large one belongs to it.
            let inside = one.seen.expand(1.0).contains_rect(other.seen)
                || other.seen.expand(1.0).contains_rect(one.seen);
            let same = one.seen.area().min(other.seen.area())
                > 0.6 * one.seen.area().max(other.seen.area());
            assert!(inside && !same, "{place}: {one:?} lies over {other:?}");
        }
    }
}

const EVERYWHERE: [&str; 4] = [
    "Help",
    "Search commands, columns, records",
    "Save the project",
    "How the file was read",
];

/// Through all stages and pages of a freshly opened file, and once more with roles and a requirement.
fn walk(width: f32, height: f32) {
    for (name, contents) in raw::all() {
        let mut bench = Bench::sized(width, height);
        let file = bench.write(name, &contents);
        let place = |what: &str| format!("{name} at {width} x {height}, {what}");
        check(
            &bench,
            &place("start"),
            &["Open your own file", "Open path"],
        );
        bench.open_as_new(&file);
        check(&bench, &place("opening"), &EVERYWHERE);
        let understood = bench.next_step().unwrap();
        check(&bench, &place("opening"), &[understood.as_str()]);
        bench.click(&understood);
        check(&bench, &place("columns"), &EVERYWHERE);
        bench.send(Action::Run(Command::AcceptSuggestions));
        check(&bench, &place("marked"), &EVERYWHERE);
        bench.send(Action::PromiseUsual);
        bench.send(Action::ShowColumns(false));
        let kind = bench.kind().unwrap();
        for &stage in stages(kind) {
            bench.send(Action::Go(stage));
            let mut whole = EVERYWHERE.to_vec();
            if stage == Stage::Release {
                whole.extend(["Folder of the release", "Browse", "Write the release"]);
            }
            check(&bench, &place(stage.name()), &whole);
        }
        // With the panel that was folded for want of room.
        bench.send(Action::Run(Command::FoldRequirement));
        for &stage in stages(kind) {
            bench.send(Action::Go(stage));
            check(
                &bench,
                &place(&format!("{}, unfolded", stage.name())),
                &EVERYWHERE,
            );
        }
    }
}

#[test]
fn a_small_window() {
    walk(800.0, 600.0);
}

#[test]
fn a_usual_window() {
    walk(1280.0, 800.0);
}

#[test]
fn the_steps_keep_their_names_beside_a_long_offer() {
    let mut bench = Bench::sized(800.0, 600.0);
    let file = bench.write("patients.csv", &raw::patients());
    bench.open(&file);
    bench.send(Action::Run(Command::AcceptSuggestions));
    bench.send(Action::AcceptHierarchies);
    let offer = bench.next_step().unwrap();
    let button = bench.control(&offer.replace(" %", "\u{a0}%"));
    let last = bench
        .controls()
        .into_iter()
        .find(|control| control.label.starts_with("Step 5"));
    assert!(last.unwrap().seen.right() <= button.seen.left());
}

#[test]
fn messages_cover_no_button_of_the_release() {
    let mut bench = Bench::sized(1280.0, 800.0);
    let file = bench.write("patients.csv", &raw::patients());
    bench.open(&file);
    bench.change(Change::SetRoles(vec![("sex".to_owned(), Role::Quasi)]));
    bench.send(Action::Go(Stage::Release));
    // Refused; the reason stands beside the button, so that no message repeats it.
    bench.send(Action::Run(Command::WriteRelease));
    assert!(bench.messages().is_empty());
    bench.send(Action::Run(Command::Keep));
    let messages = bench.messages();
    assert!(!messages.is_empty(), "{}", bench.labels());
    for label in ["Browse", "Write the release", "Folder of the release"] {
        let button = bench.control(label);
        for message in &messages {
            assert!(
                !message.seen.intersects(button.seen),
                "{label}: {message:?}"
            );
        }
    }
}

#[test]
fn messages_cover_nothing_that_is_read_however_the_window_is_resized() {
    let mut bench = Bench::sized(1280.0, 800.0);
    let file = bench.write("patients.csv", &raw::patients());
    bench.open(&file);
    bench.send(Action::Run(Command::AcceptSuggestions));
    for (width, height) in [(1280.0, 800.0), (800.0, 600.0), (1100.0, 640.0)] {
        for stage in [Stage::Data, Stage::Release] {
            bench.send(Action::Go(stage));
            // A message that is told anew each time.
            bench.post(Action::Run(Command::Keep));
            bench.resize(width, height);
            bench.post(Action::Run(Command::Keep));
            bench.step();
            bench.see("Nothing has been run yet.");
            let covered = bench.covered_by("Nothing has been run yet.");
            assert!(
                covered.is_empty(),
                "{stage:?} at {width} x {height}: {covered:?}"
            );
        }
    }
}

#[test]
fn a_message_that_the_window_shows_already_is_not_shown_again() {
    let mut bench = Bench::on_recipe("name,age,zip,disease\nAnn,30,1,Flu\nBob,31,2,HIV\n", 5);
    bench.click("Run");
    bench.see("Not reached");
    let RunOutcome::NotReached(why) = &bench.result().unwrap().outcome else {
        panic!("two people cannot hide among five");
    };
    assert_eq!(bench.times(why), 1, "{why}: {}", bench.labels());
}
