//! Promises, categories, methods and what they bring, as users walk through them by label.

use crate::bench;

use bench::Bench;
use cloakroom::ui::method_result::RunOutcome;
use cloakroom_core::method::{MethodName, SearchMetric};
use egui::{Key, Modifiers};

/// Two classes of three with two diseases each, and one person alone.
const PEOPLE: &str = "name,age,zip,disease\n\
    Ann,30,14240,Flu\nBob,31,14241,Asthma\nCid,30,14240,Asthma\nDan,31,14241,Flu\n\
    Eve,30,14240,Flu\nFay,31,14241,Asthma\nGus,52,13053,HIV\n";

fn requirement(bench: &Bench) -> &cloakroom_core::requirement::Requirement {
    &bench.workspace().settings().requirement
}

#[test]
fn a_promise_is_added_dragged_taken_away_and_undone() {
    let mut bench = Bench::on_recipe(PEOPLE, 2);
    bench.click("Add a promise");
    bench.click("p-sensitive");
    assert_eq!(requirement(&bench).p, Some(2));
    bench.see("1 record violates");
    bench.see("k-anonymity 1");
    bench.see("p-sensitive 1");
    bench.focus("sensitive values per class, p");
    bench.key(Modifiers::NONE, Key::ArrowRight);
    bench.settle();
    assert_eq!(requirement(&bench).p, Some(3));
    bench.see("7 records violate");
    bench.see("p-sensitive 7");
    bench.click("Remove p-sensitive");
    assert_eq!(requirement(&bench).p, None);
    bench.see("1 record violates");
    bench.click("Undo: require no p");
    assert_eq!(requirement(&bench).p, Some(3));
}

#[test]
fn every_promise_can_be_typed() {
    let mut bench = Bench::on_recipe(PEOPLE, 1);
    bench.see_part("k = 1 promises nothing.");
    for (entry, field, typed) in [
        (
            "Distinct l-diversity",
            "distinct values per class, l value",
            "2",
        ),
        (
            "Entropy l-diversity",
            "evenly spread, by entropy, l value",
            "1.8",
        ),
        (
            "Recursive (c, l)-diversity",
            "of recursive (c, l), c value",
            "2.5",
        ),
        ("t-closeness", "distance from the table, t value", "0.5"),
        (
            "\u{3b2}-likeness",
            "gain over the table, \u{3b2} value",
            "1.5",
        ),
    ] {
        bench.click("Add a promise");
        bench.click(entry);
        bench.click_below(field);
        bench.clear_and_type(field, typed);
        bench.key(Modifiers::NONE, Key::Enter);
        bench.settle();
    }
    let asked = requirement(&bench);
    assert_eq!(asked.l.distinct, Some(2));
    assert_eq!(asked.l.entropy, Some(1.8));
    assert_eq!(asked.l.recursive, Some((2.5, 2)));
    assert_eq!((asked.t, asked.beta), (Some(0.5), Some(1.5)));
    // Gus alone has one value, his distance from the table is 6/7, and his disease is 7 times as likely as there.
    bench.see("1 record violates");
    for count in [
        "Distinct l-diversity 1",
        "Entropy l-diversity 1",
        "Recursive (c, l)-diversity 1",
        "t-closeness 1",
        "\u{3b2}-likeness 1",
    ] {
        bench.see(count);
    }
}

#[test]
fn a_promise_that_lacks_something_leads_there() {
    let mut bench = Bench::on_recipe(PEOPLE, 2);
    bench.click("Add a promise");
    bench.click("p⁺-sensitive");
    bench.see_part("Values of disease have no category.");
    bench.see_part("cannot be looked at yet");
    bench.click("Sort them");
    bench.see("Categories of disease");
    bench.click("Start with four categories");
    bench.see_part("3 values have no category");
    bench.click("All into the least sensitive");
    assert_eq!(
        bench.workspace().settings().categories["disease"][3],
        ["Asthma", "Flu", "HIV"]
    );
    // One category in every class: the similarity attack.
    bench.see("7 records violate");
    bench.see("p⁺-sensitive 7");
    bench.click("Back to the table");
    bench.see_part("7 records");
}

#[test]
fn values_are_sorted_into_categories_by_keyboard_and_undone() {
    let mut bench = Bench::on_categories();
    bench.focus("HIV, no category");
    bench.key(Modifiers::NONE, Key::ArrowRight);
    bench.settle();
    let order = |bench: &Bench| bench.workspace().settings().categories["disease"].clone();
    assert_eq!(order(&bench)[0], ["HIV"]);
    // The value keeps the keyboard where it went.
    bench.key(Modifiers::NONE, Key::ArrowRight);
    bench.settle();
    assert_eq!(order(&bench)[1], ["HIV"]);
    bench.key(Modifiers::NONE, Key::ArrowLeft);
    bench.settle();
    bench.see("HIV, category 1");
    // Choose two and move them with the button.
    bench.click("Flu, no category");
    bench.click("Asthma, no category");
    bench.see("2 values chosen");
    bench.click("Less sensitive");
    bench.click("Less sensitive");
    assert_eq!(order(&bench)[1].len(), 2);
    bench.click("Remove category 4");
    bench.click("Remove category 3");
    assert_eq!(order(&bench).len(), 2);
    bench.click("Make category 2 more sensitive");
    assert_eq!(order(&bench)[1], ["HIV"]);
    bench.click("Undo: sort disease into 2 categories");
    assert_eq!(order(&bench)[0], ["HIV"]);
}

#[test]
fn values_are_dragged_from_category_to_category() {
    let mut bench = Bench::on_categories();
    bench.drag("HIV, no category", "Category 2");
    assert_eq!(
        bench.workspace().settings().categories["disease"][1],
        ["HIV"]
    );
    bench.drag("HIV, category 2", "Category 1");
    assert_eq!(
        bench.workspace().settings().categories["disease"][0],
        ["HIV"]
    );
    bench.drag("HIV, category 1", "No category yet");
    bench.see("HIV, no category");
}

#[test]
fn a_count_in_the_verdict_leads_to_the_classes_that_break_it() {
    let mut bench = Bench::on_recipe(PEOPLE, 2);
    bench.click("Add a promise");
    bench.click("Distinct l-diversity");
    bench.click("Distinct l-diversity 1");
    bench.see_part("1 record in 1 class breaks Distinct l-diversity, as the data stand.");
    bench.see_part("All have the same disease, so who is in this class");
    bench.tab("All  1");
    bench.see_part("1 record in 1 class breaks a promise, as the data stand.");
    bench.click_part("Row 1: 1, k, l");
    bench.see("Class of 1 record");
    bench.see("violates l");
    bench.tab("k-anonymity  1");
    bench.click("Show these records in the table");
    bench.see_part("1 of 7 records");
    bench.click("All promises again");
    bench.see_part("1 of 7 records");
}

#[test]
fn a_class_shows_its_records_and_its_values() {
    let mut bench = Bench::on_recipe(PEOPLE, 2);
    bench.go("Explore");
    bench.see_part("7 records fall into 3 classes by 2 quasi-identifiers.");
    bench.see_part("Row 1: 1, 52, 13053, all HIV; violates");
    bench.click_part("Flu 67 %, Asthma 33 %");
    bench.see("Class of 3 records");
    bench.see("keeps every promise");
    bench.click("Show in the table");
    bench.see_part("3 of 7 records");
}

#[test]
fn classes_are_sorted_by_a_click_on_a_header() {
    let mut bench = Bench::on_recipe(PEOPLE, 2);
    bench.go("Explore");
    bench.click("Fold the list away");
    bench.header("records");
    bench.header("records");
    bench.see_part("Row 1: 3,");
    bench.header("age");
    bench.see_part("Row 3: 1, 52");
}

#[test]
fn the_method_is_chosen_told_and_run() {
    let mut bench = Bench::on_recipe(PEOPLE, 2);
    bench.choose_method("Optimal levels");
    let method = |bench: &Bench| bench.workspace().settings().method.clone();
    assert_eq!(method(&bench).name, MethodName::Optimal);
    bench.choose("What the search makes least");
    bench.click("discernibility");
    assert_eq!(method(&bench).metric, SearchMetric::Dm);
    assert!(bench.result().is_none());
    bench.click("Run");
    let result = bench.result().unwrap();
    let candidate = result.candidate().unwrap();
    assert!(candidate.classes.sizes().iter().all(|&size| size >= 2));
    bench.see("Last run");
    bench.see_part("records left out: 0");
    bench.see_part("smallest class: 7");

    // Another k: the result stays, and says that it is stale.
    bench.focus("records per class, k");
    bench.key(Modifiers::NONE, Key::ArrowRight);
    bench.settle();
    bench.see("Last run, stale");
    bench.see_part("smallest class: 7");
    bench.key(Modifiers::COMMAND, Key::Z);
    bench.settle();
    bench.see("Last run");
}

#[test]
fn before_and_after_stand_side_by_side() {
    let mut bench = Bench::on_recipe(PEOPLE, 2);
    bench.go("Explore");
    bench.tab("Before and after");
    bench.see_part("Nothing has been run yet.");
    bench.choose_method("Optimal levels");
    bench.click("Run the method");
    bench.see_part("Optimal levels: 7 records in");
    bench.see("age released");
    bench.see_part("30, *");
    // What was not reached is told where the result would be.
    bench.choose_method("As it is");
    bench.see_part("The settings have changed since");
    bench.click("Run again");
    assert!(matches!(
        bench.result().unwrap().outcome,
        RunOutcome::NotReached(_)
    ));
    bench.see_part("Nothing can be released this way.");
}

#[test]
fn left_out_records_are_listed_as_such() {
    let mut bench = Bench::on_recipe(PEOPLE, 2);
    bench.focus("records that may be left out");
    bench.key(Modifiers::NONE, Key::End);
    bench.settle();
    bench.key(Modifiers::COMMAND, Key::R);
    bench.settle();
    bench.go("Explore");
    bench.tab("Before and after");
    bench.see_part("As it is: 6 records in 2 classes, 1 record is left out. No value changes.");
    bench.see_part("Row 7: left out, 52, 13053, HIV; left out");
}

#[test]
fn a_method_that_generalizes_is_attempted_whatever_the_data_are() {
    let mut bench = Bench::on_recipe(PEOPLE, 2);
    bench.choose_method("Optimal levels");
    bench.go("Release");
    bench.see_part("Optimal levels is run when the release is written");
    let folder = bench.path("out");
    bench.clear_and_type("Folder of the release", folder.to_str().unwrap());
    bench.click("Run it now");
    bench.see_part("Optimal levels reaches the requirement: k = 2.");
    bench.click("Write the release");
    bench.see_part("Written and verified");
    let released = std::fs::read_to_string(folder.join("release.csv")).unwrap();
    assert_eq!(released.lines().count(), 8);
}

#[test]
fn every_parameter_of_a_method_has_its_place() {
    let mut bench = Bench::on_recipe(PEOPLE, 2);
    bench.choose_method("Local recoding");
    bench.click("May leave records out");
    assert!(bench.workspace().settings().method.suppress);
    bench.choose_method("Top-down specialisation");
    bench.choose("Column that stays predictable");
    bench.menu("disease");
    assert_eq!(
        bench.workspace().settings().method.class.as_deref(),
        Some("disease")
    );
    bench.choose_method("Refined");
    bench.see("rounds at most");
    bench.see("seed");
    bench.choose_method("Chosen levels");
    bench.see("Level of age");
    bench.see("Level of zip");
}

#[test]
fn every_new_view_settles() {
    let mut bench = Bench::on_recipe(PEOPLE, 2);
    bench.key(Modifiers::COMMAND, Key::R);
    bench.settle();
    bench.go("Explore");
    for tab in ["Violations", "Before and after", "Classes"] {
        bench.tab(tab);
        bench.rest();
    }
    let mut bench = Bench::on_categories();
    bench.rest();
}
