//! The strip of the steps: it goes away and comes back, and always has something to press until the release is there.

use crate::bench::Bench;
use cloakroom::ui::actions::Action;
use cloakroom::ui::commands::Command;
use cloakroom_core::hierarchy::{HierarchySource, SharedTree, Tree};
use cloakroom_core::method::MethodName;
use cloakroom_core::roles::Role;
use cloakroom_engine::change::Change;
use egui::{Key, Modifiers};
use std::fmt::Write;
use std::sync::Arc;

const PEOPLE: &str = "name,age,zip,disease\n\
    Ann,30,14240,Flu\nBob,30,14240,HIV\nCid,30,14240,Flu\n\
    Dan,31,14241,Asthma\nEve,31,14241,Flu\nFay,31,14241,HIV\n";

fn palette(bench: &mut Bench, words: &str) {
    bench.key(Modifiers::COMMAND, Key::K);
    bench.settle();
    bench.type_into_focus(words);
    bench.key(Modifiers::NONE, Key::Enter);
    bench.settle();
}

#[test]
fn the_strip_is_put_away_and_comes_back() {
    let mut bench = Bench::on_recipe(PEOPLE, 2);
    bench.see_part("Step 1, Open: done");
    bench.click("Put the steps away; the palette brings them back");
    assert!(!bench.sees_part("Step 1, Open"));
    // Without it the way on stands above what the run cost.
    bench.change(Change::SetMethod(MethodName::Mondrian));
    bench.click("Run");
    let way_on = bench.control("Go to release").whole;
    assert!(way_on.bottom() < bench.place("Last run").top());
    bench.click("Go to release");
    bench.see("Write the release");
    palette(&mut bench, "show or hide the five steps");
    bench.see_part("Step 5, Release");
    assert_eq!(bench.next_step().unwrap(), "Write and verify");
}

/// Two columns are nearly unique and would leave as they are.
fn doubtful() -> Bench {
    let mut text = "name,age,zip,disease,badge,amount\n".to_owned();
    for row in 0..24 {
        let (age, disease) = (30 + row % 2, ["Flu", "HIV", "Cold"][row % 3]);
        writeln!(text, "P{row},{age},14240,{disease},b{row},{}", row * 37).unwrap();
    }
    let mut bench = Bench::on_recipe(&text, 2);
    let kept = ["badge", "amount"].map(|name| (name.to_owned(), Role::Insensitive));
    bench.change(Change::SetRoles(kept.to_vec()));
    bench.click("Run");
    bench.go("Release");
    bench
}

#[test]
fn what_is_in_the_way_is_named_and_mended_by_the_button() {
    let mut bench = doubtful();
    bench.see_part("Step 5, Release: to be done. badge would be released as it is, but");
    bench.see_part("(the first of 2 lines)");
    for column in ["badge", "amount"] {
        assert_eq!(bench.next_step().unwrap(), "Leave it out", "{column}");
        bench.press_next();
        let role = bench.workspace().settings().roles.of(column);
        assert_eq!(role, Some(Role::Identifier));
        // What was run is of other columns now.
        assert_eq!(bench.next_step().unwrap(), "Try the method");
        bench.press_next();
    }
    assert_eq!(bench.next_step().unwrap(), "Write and verify");
}

#[test]
fn whoever_may_leave_out_a_tenth_already_is_shown_another_way() {
    let mut bench = Bench::on_recipe(PEOPLE, 5);
    bench.change(Change::SetMethod(MethodName::None));
    bench.change(Change::SetSuppression(0.1));
    bench.press_next();
    assert_eq!(bench.next_step().unwrap(), "Choose Mondrian, relaxed");
    bench.press_next();
    assert_eq!(bench.next_step().unwrap(), "Try the method");
    // More than there are.
    bench.change(Change::SetK(Some(50)));
    bench.press_next();
    bench.see_part("Not reached: ask for less");
    assert_eq!(bench.next_step().unwrap(), "Show who is in the way");
    bench.press_next();
    bench.see("Row 6: 31, 14241, HIV, hidden; violates");
}

#[test]
fn whoever_signs_is_asked_for() {
    let mut bench = Bench::on_recipe(PEOPLE, 2);
    bench.go("Release");
    bench.see_part("Nobody has signed the reports yet");
    assert!(!bench.sees_part("What is left empty is a line in the reports"));
    bench.click("Sign them");
    bench.see_part("What is left empty is a line in the reports");
    // The keyboard is in its line already.
    bench.type_into_focus("Dr. Ada Kern");
    bench.key(Modifiers::NONE, Key::Tab);
    bench.settle();
    assert!(!bench.sees_part("Nobody has signed"), "{}", bench.labels());
    let field = cloakroom_core::report_context::ContextField::SignedBy;
    let signed = bench.workspace().settings().report.get(field);
    assert_eq!(signed, Some("Dr. Ada Kern"));
}

/// Every kind of blocking line that a fresh release may have comes with a way to mend it.
#[test]
fn a_release_without_a_promise_offers_to_make_one() {
    let mut bench = Bench::on_recipe(PEOPLE, 2);
    bench.change(Change::SetK(None));
    bench.go("Release");
    assert_eq!(bench.next_step().unwrap(), "Promise k = 5");
    bench.send(Action::PromiseUsual);
    assert_ne!(bench.next_step(), None);
}

#[test]
fn marking_is_not_done_while_a_hierarchy_has_gaps() {
    let mut bench = Bench::new();
    let file = bench.write("people.csv", PEOPLE);
    bench.open(&file);
    bench.send(Action::Run(Command::AcceptSuggestions));
    bench.change(Change::SetRoles(vec![
        ("age".to_owned(), Role::Quasi),
        ("zip".to_owned(), Role::Quasi),
    ]));
    let by_hand = |chains: &[[&str; 3]]| {
        let chains: Vec<Vec<&str>> = chains.iter().map(|chain| chain.to_vec()).collect();
        HierarchySource::Chains {
            chains: SharedTree(Arc::new(Tree::from_chains(&chains).unwrap())),
        }
    };
    let gaps = by_hand(&[["14240", "142", "*"]]);
    let whole = by_hand(&[["14240", "142", "*"], ["14241", "142", "*"]]);
    let set = |source: HierarchySource| Change::SetHierarchies(vec![("zip".to_owned(), source)]);
    bench.change(set(whole.clone()));
    bench.send(Action::Run(Command::AcceptHierarchies));
    bench.see_part("Step 2, Mark: done");
    bench.change(set(gaps));
    bench.see_part("Step 2, Mark: to be done. The hierarchy of zip lacks 1 value");
    assert_eq!(bench.next_step().unwrap(), "Mend it");
    // What the gap is in the way of says so until it is mended, and no longer.
    bench.click("Run");
    bench.see_part("not in the hierarchy");
    bench.change(set(whole));
    bench.see_part("Step 2, Mark: done");
    assert!(
        !bench.sees_part("not in the hierarchy"),
        "{}",
        bench.labels()
    );
}

#[test]
fn whoever_prepares_the_table_has_not_said_that_it_was_understood() {
    let mut bench = Bench::new();
    let file = bench.write("people.csv", PEOPLE);
    bench.open_as_new(&file);
    bench.see_part("Step 1, Open: to be done");
    bench.click("Prepare the table first: rows, columns, joins");
    bench.see_part("Step 1, Open: to be done");
    bench.go("Explore");
    bench.see_part("Step 1, Open: to be done");
    assert_eq!(bench.next_step().unwrap(), "Looks right");
    bench.send(Action::Run(Command::Prepare));
    bench.send(Action::Run(Command::Prepare));
    // Back where it is asked.
    bench.see("Is this what the file holds?");
    bench.press_next();
    bench.see_part("Step 1, Open: done");
}

/// The method ran for other settings; the release runs it for those of now, and that is the last run then.
#[test]
fn a_release_with_changed_settings_is_the_last_run() {
    let mut bench = Bench::on_recipe(PEOPLE, 2);
    bench.change(Change::SetMethod(MethodName::Mondrian));
    bench.click("Run");
    bench.change(Change::SetK(Some(3)));
    bench.go("Release");
    bench.see_part("Last run, stale");
    let folder = bench.path("out");
    bench.clear_and_type("Folder of the release", folder.to_str().unwrap());
    bench.click("Write the release");
    bench.see_part("Written and verified: k = 3");
    assert!(!bench.sees_part("stale"), "{}", bench.labels());
    bench.see_part("Step 5, Release: done. Written and verified");
    let of = bench.result().unwrap().settings().requirement.k;
    assert_eq!(of, Some(3));
    // What was undone is as if it had never been.
    bench.change(Change::SetK(Some(4)));
    bench.see_part("Written and verified, with earlier settings");
    bench.send(Action::Run(Command::Undo));
    bench.see_part("Written and verified: k = 3");
    bench.see_part("Step 5, Release: done");
}
