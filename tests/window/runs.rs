//! Runs of the method that are under way at the same time.

use crate::bench::Bench;
use cloakroom::ui::actions::{Action, CompareTab};
use cloakroom::ui::commands::Command;
use cloakroom_core::method::MethodName;
use cloakroom_core::method_setting::{MethodSetting, Value};
use cloakroom_engine::change::Change;
use std::fmt::Write;

/// A few thousand people, no two of whom are alike.
fn people(number: usize) -> String {
    let mut text = "age,zip,job,income,disease\n".to_owned();
    let mut drawn = 1u64;
    let mut draw = |below: u64| {
        drawn = drawn
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1);
        (drawn >> 33) % below
    };
    for _ in 0..number {
        let (age, zip, job, income) = (draw(70), draw(900), draw(20), draw(5_000));
        let disease = ["Flu", "HIV", "Cold"][draw(3) as usize];
        writeln!(
            text,
            "{},{},j{job},{income},{disease}",
            18 + age,
            10_000 + zip
        )
        .unwrap();
    }
    text
}

fn opened(number: usize) -> Bench {
    let mut bench = Bench::new();
    bench.write("people.csv", &people(number));
    let recipe = bench.write(
        "recipe.toml",
        "[data]\npath = \"people.csv\"\nkind = \"microdata\"\n[roles]\nquasi = [\"age\", \"zip\", \"job\", \"income\"]\n\
         sensitive = [\"disease\"]\n[require]\nk = 5\n[method]\nname = \"mondrian\"\n",
    );
    bench.open(&recipe);
    bench
}

/// With a method that would run for a long time.
fn improving() -> Bench {
    let mut bench = opened(8_000);
    bench.change(Change::SetMethod(MethodName::Refined));
    bench.change(Change::Tell(MethodSetting::Effort, Value::Whole(1_000_000)));
    bench.touch("Run");
    bench.wait_for("Take what is there");
    bench
}

#[test]
fn another_method_runs_while_one_works_and_what_is_not_looked_at_goes_to_the_shelf() {
    let mut bench = improving();
    bench.see("Stop");
    bench.change_now(Change::SetMethod(MethodName::Mondrian));
    // The button begins another; the first is stopped beside its bar.
    bench.touch("Run");
    bench.see_part("Refined, k = 5");
    bench.wait_for_result();
    let result = bench.result().unwrap();
    assert_eq!(result.settings().method.name, MethodName::Mondrian);
    bench.see("Take what is there");
    bench.touch("Take what is there");
    bench.settle();
    let names: Vec<&str> = bench
        .workspace()
        .shelf()
        .kept()
        .map(|kept| kept.name.as_str())
        .collect();
    assert_eq!(names, ["Refined"]);
    let result = bench.result().unwrap();
    assert_eq!(result.settings().method.name, MethodName::Mondrian);
    bench.send(Action::ShowCompare(CompareTab::Shelf));
    bench.see("Refined");
    bench.rest();
}

/// Frames until the question is there or not.
fn asks(bench: &Bench) -> bool {
    bench.sees_part("There is something by now")
}

#[test]
fn whoever_stops_a_run_that_has_something_is_asked_what_becomes_of_it() {
    let mut bench = improving();
    bench.touch("Stop");
    bench.wait_for("There is something by now");
    bench.see("Refined has found what keeps the requirement; running on would only lose less.");
    bench.touch("Run on");
    bench.step();
    assert!(!asks(&bench));
    bench.see("Take what is there");
    // From the bottom bar and from the palette too.
    bench.wait_for_part("Stop Refined");
    bench.touch_part("Stop Refined");
    bench.wait_for("There is something by now");
    bench.touch("Take it");
    bench.settle();
    assert!(bench.result().unwrap().has_ended_early());

    let mut bench = improving();
    bench.post(Action::Run(Command::StopJobs));
    bench.wait_for("There is something by now");
    bench.touch("Throw it away");
    bench.settle();
    assert!(bench.result().is_none() && !asks(&bench));
    bench.see_part("The method was stopped.");
}

#[test]
fn the_bottom_bar_takes_what_is_there() {
    let mut bench = improving();
    bench.wait_for_part("Take what Refined");
    bench.touch_part("Take what Refined");
    bench.settle();
    assert!(bench.result().unwrap().has_ended_early());
}

#[test]
fn a_release_that_runs_the_method_may_take_what_is_there() {
    let mut bench = opened(2_000);
    bench.change(Change::SetMethod(MethodName::Refined));
    bench.change(Change::Tell(MethodSetting::Effort, Value::Whole(1_000_000)));
    bench.go("Release");
    let folder = bench.path("out");
    bench.clear_and_type("Folder of the release", folder.to_str().unwrap());
    bench.touch("Write the release");
    bench.wait_for("Take what is there");
    bench.touch("Stop");
    bench.wait_for("There is something by now");
    bench.touch("Take it");
    bench.settle();
    bench.see_part("Written and verified: k = 5");
    let audit = std::fs::read_to_string(bench.path("out.audit.json")).unwrap();
    assert!(audit.contains("\"ended_early\": true") && audit.contains("anonymizing"));
}

#[test]
fn whoever_goes_back_to_the_settings_of_a_run_gets_its_result() {
    let mut bench = improving();
    let effort = bench.workspace().settings().method.effort;
    bench.change_now(Change::Tell(MethodSetting::Effort, Value::Whole(3)));
    bench.see("Run");
    bench.change_now(Change::Tell(
        MethodSetting::Effort,
        Value::Whole(effort.into()),
    ));
    bench.see("Stop");
    bench.touch("Take what is there");
    bench.settle();
    assert!(bench.result().unwrap().has_ended_early());
    assert_eq!(bench.workspace().shelf().iter().count(), 0);
}
