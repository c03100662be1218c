//! The strip of the steps: it goes away and comes back, and always has something to press until the release is there.

use crate::bench::Bench;
use cloakroom::ui::actions::Action;
use cloakroom_core::method::MethodName;
use cloakroom_core::roles::Role;
use cloakroom_engine::change::Change;
use egui::{Key, Modifiers};
use std::fmt::Write;

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
