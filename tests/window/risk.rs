//! The view of risk as its users walk through it, by label.

use crate::bench;

use bench::Bench;
use cloakroom::ui::actions::{Action, ExploreTab};
use cloakroom_core::method::MethodName;
use cloakroom_core::requirement::SetSize;
use cloakroom_core::roles::Role;
use cloakroom_engine::change::Change;
use egui::{Key, Modifiers};

const PEOPLE: &str = "name,age,zip,disease\n\
    Ann,30,14240,Flu\nBob,30,14240,HIV\nCid,30,14240,Flu\n\
    Dan,31,14241,Asthma\nEve,31,14241,Asthma\nFay,40,14242,HIV\n";

/// Classes of 3, 2 and 1 people; the last may be left out.
fn six_people() -> Bench {
    let mut bench = Bench::on_recipe(PEOPLE, 2);
    bench.change(Change::SetSuppression(0.2));
    bench.go("Compare");
    bench.tab("Risk");
    bench
}

#[test]
fn before_and_after_stand_beside_each_other() {
    let mut bench = six_people();
    bench.see_part("Nothing has been run yet");
    bench.see("Prosecutor, at most: 100 % before");
    bench.see("Records alone in their class: 1 before");
    bench.click("Run the method");
    bench.see("Prosecutor, at most: 100 % before, 50 % after");
    bench.see("Prosecutor, on average: 50 % before, 40 % after");
    bench.see("Marketer: 50 % before, 40 % after");
    bench.see("Records alone in their class: 1 before, 0 after");
    bench.see_part("Records by size of their class, before");
    bench.see_part("Records by size of their class, after");
    bench.rest();
    // Every number has a sentence, and its definition.
    let words = bench.hover("Prosecutor, at most: 100 % before, 50 % after");
    assert!(
        words.contains("Statisticians say prosecutor risk"),
        "{words}"
    );
    assert!(words.contains("Before: Somebody who knows"), "{words}");
    assert!(words.contains("After: Somebody who knows"), "{words}");
}

#[test]
fn the_threshold_answers_within_a_frame() {
    let mut bench = six_people();
    bench.click("Run the method");
    bench.see("Records above the threshold: 6 before, 5 after");
    let jobs = bench.jobs_started();
    bench.focus("a chance is high above");
    for _ in 0..3 {
        bench.key(Modifiers::NONE, Key::PageUp);
    }
    bench.settle();
    // Above 50 %: only the one who is alone.
    bench.see("Records above the threshold: 1 before, 0 after");
    bench.key(Modifiers::NONE, Key::End);
    bench.settle();
    bench.see("Records above the threshold: 0 before, 0 after");
    assert_eq!(bench.jobs_started(), jobs, "a slider starts no work");
    bench.rest();
}

#[test]
fn a_stale_run_is_marked_and_run_again() {
    let mut bench = six_people();
    bench.click("Run the method");
    assert!(!bench.sees_part("stale"));
    bench.change(Change::SetK(Some(3)));
    bench.see_part("After is of earlier ones");
    bench.see("Before, After, stale");
    bench.key(Modifiers::COMMAND, Key::Z);
    bench.settle();
    assert!(!bench.sees_part("stale"));
    bench.change(Change::SetK(Some(7)));
    bench.click("Run again");
    bench.see_part("The last run reached no release");
    bench.see("Prosecutor, at most: 100 % before");
    bench.rest();
}

#[test]
fn columns_that_make_people_unique_are_listed_and_ordered() {
    let mut bench = six_people();
    bench.click("Which columns");
    bench.see_part("1 record is unique by all quasi-identifiers together");
    bench.see_part("It takes 1 column to make somebody unique");
    bench.see_part("age: Without \"age\" as many records would be unique");
    bench.see("Combinations of columns");
    bench.see_part("age and zip");
    bench.header("classes");
    bench.header("known columns");
    bench.rest();
    bench.click("Finding people");
    bench.click("Run the method");
    bench.click("Which columns");
    bench.click("After");
    bench.see_part("Nobody is unique by all quasi-identifiers together");
    bench.click("Before");
    bench.see_part("1 record is unique");
    bench.rest();
}

#[test]
fn sensitive_values_are_told_by_column() {
    let mut bench = six_people();
    bench.click("Run the method");
    bench.click("Sensitive values");
    bench.see("disease");
    // Dan and Eve have the same, and Fay is alone before.
    bench.see("Everybody has the same: 3 before, 2 after");
    bench.see("Classes of a single value: 2 before, 1 after");
    bench.see_part("A guess is right: ");
    bench.see_part("A guess without them is right: 33 % before");
    bench.change(Change::SetRoles(vec![(
        "disease".to_owned(),
        Role::Insensitive,
    )]));
    bench.click("Run again");
    bench.see_part("No column is marked as sensitive");
    bench.rest();
}

#[test]
fn a_population_is_opened_told_and_removed() {
    let mut bench = six_people();
    let town = bench.write(
        "town.csv",
        "age,zip\n30,14240\n30,14240\n30,14240\n30,14240\n31,14241\n31,14241\n40,14242\n40,14242\n40,14242\n40,14242\n",
    );
    bench.see_part("Without one, a journalist can do what a prosecutor can");
    bench.click_below("Open a population");
    bench.type_into("Path of the population", town.to_str().unwrap());
    bench.click_button("Open");
    bench.see("town.csv");
    bench.see_part("10 people");
    bench.see("Journalist, at most: 50 % before");
    bench.see("Prosecutor, at most: 100 % before");
    bench.click_below("Remove the population");
    bench.see("Journalist, at most: 100 % before");
    // One that does not fit is left aside, and one that is not there is refused; both in a sentence.
    let strange = bench.write("strange.csv", "age\n30\n");
    bench.click_below("Open a population");
    bench.type_into("Path of the population", strange.to_str().unwrap());
    bench.click_button("Open");
    bench.see_part("lacks the quasi-identifiers zip");
    bench.see("Journalist, at most: 100 % before");
    bench.click_below("Open another population");
    bench.type_into("Path of the population", "/nowhere/town.csv");
    bench.click_button("Open");
    bench.see_part("there is no such file");
    bench.rest();
}

#[test]
fn what_cannot_be_counted_is_said() {
    let mut bench = six_people();
    for column in ["age", "zip"] {
        bench.change(Change::SetRoles(vec![(
            column.to_owned(),
            Role::Insensitive,
        )]));
    }
    bench.see_part("Before cannot be counted: no column is marked as quasi-identifier");
    bench.change(Change::SetRoles(vec![("age".to_owned(), Role::Quasi)]));
    bench.see_part("Prosecutor, at most: ");
    assert!(!bench.sees_part("cannot be counted"));
    bench.rest();
}

#[test]
fn ratings_and_baskets_have_their_own_figures() {
    let mut bench = Bench::new();
    bench.open_sample("thesis-6.1");
    bench.go("Compare");
    bench.tab("Risk");
    bench.see_part("Knows all ratings, at most: 100 % before");
    bench.see_part("Found by one known: ");
    bench.click("Run the method");
    bench.see("Knows all ratings, at most: 100 % before, 50 % after");
    bench.see_part("People by how many are close, after");
    bench.click("Known ratings");
    bench.see_part("The most telling issues");
    bench.rest();

    let mut bench = Bench::new();
    bench.open_sample("paper-fig1");
    bench.change(Change::SetK(Some(2)));
    bench.change(Change::SetM(Some(SetSize::ANY)));
    bench.change(Change::SetMethod(MethodName::Hghs));
    bench.go("Compare");
    bench.tab("Risk");
    bench.click("Run the method");
    bench.see_part("Found by one known: ");
    bench.see_part("Three known, fewer than k: ");
    bench.see_part(" before, 0 after");
    bench.rest();
}

#[test]
fn columns_are_explained_in_place() {
    let mut bench = Bench::on_recipe(PEOPLE, 2);
    // Before a run: what the role says already.
    bench.send(Action::SelectColumn(Some(3)));
    bench.see("In a release");
    bench.see_part("Unchanged because it is sensitive");
    bench.send(Action::SelectColumn(Some(2)));
    assert!(!bench.sees_part("In a release"));
    bench.change(Change::SetMethod(MethodName::Optimal));
    bench.click("Run");
    bench.see_part("Raised to the top");
    bench.change(Change::SetK(Some(3)));
    bench.see_part("Stale: the settings have changed");
    bench.click("Run again");
    assert!(!bench.sees_part("Stale"));
    bench.send(Action::ShowTab(ExploreTab::BeforeAfter));
    bench.see("Why");
    bench.see_part("Raised to the top");
    bench.see_part("Left out: it names people by itself");
    bench.change(Change::SetK(Some(2)));
    bench.see("Why, stale");
    bench.rest();

    let mut bench = Bench::new();
    bench.open_sample("thesis-6.1");
    bench.send(Action::SelectColumn(Some(4)));
    bench.see_part("it is what the survey is about");
    bench.send(Action::SelectColumn(Some(1)));
    assert!(!bench.sees_part("In a release"));
    bench.click("Run");
    bench.see("In a release");
    bench.rest();
}
