//! Purposes, recipients, the dependency tree and groups as their users walk through them, by label.

use crate::bench;

use bench::Bench;
use cloakroom_core::method::MethodName;
use cloakroom_core::purpose::{Projection, Rule, Target};
use cloakroom_core::roles::Role;
use cloakroom_engine::change::Change;
use cloakroom_engine::samples::hospital;
use egui::{Key, Modifiers};
use std::time::Duration;

/// The hospital with few quasi-identifiers, at the view of purposes.
fn hospital_purpose() -> Bench {
    let mut bench = Bench::new();
    bench.open_sample("hospital");
    keep(&mut bench, &["birth_year", "sex", "zip", "marital_status"]);
    bench.go("Explore");
    bench.click("Fold the list away");
    bench.tab("Purpose");
    bench
}

fn keep(bench: &mut Bench, columns: &[&str]) {
    let others = hospital::QUASI
        .iter()
        .filter(|name| !columns.contains(*name))
        .map(|name| ((*name).to_owned(), Role::Insensitive))
        .collect();
    bench.change(Change::SetRoles(others));
}

fn create(bench: &mut Bench, name: &str) {
    bench.click("New purpose");
    bench.type_into("Name of the purpose", name);
    bench.click("Create");
}

fn purpose(bench: &Bench, name: &str) -> cloakroom_core::purpose::Purpose {
    bench.workspace().settings().purposes[name].clone()
}

#[test]
fn a_purpose_is_created_ordered_by_keyboard_renamed_and_deleted() {
    let mut bench = hospital_purpose();
    create(&mut bench, "demography");
    let made = purpose(&bench, "demography");
    assert_eq!((made.most.as_str(), made.between), ("birth_year", None));
    bench.see("In the order that the data suggest");
    // The first column stands at the top; moved down it is the most useful one no more.
    bench.focus("birth_year, place 1 of 4, the most useful column");
    bench.key(Modifiers::NONE, Key::ArrowDown);
    bench.settle();
    bench.see("birth_year, place 2 of 4, between them");
    bench.see("In your order");
    let moved = purpose(&bench, "demography");
    assert_ne!(moved.most, "birth_year");
    assert_eq!(moved.between.unwrap()[0], "birth_year");
    // It keeps the keyboard.
    bench.key(Modifiers::NONE, Key::ArrowUp);
    bench.settle();
    bench.see("birth_year, place 1 of 4, the most useful column");
    bench.click("Suggested order");
    assert_eq!(purpose(&bench, "demography").between, None);
    bench.click("Rename the purpose");
    bench.clear_and_type("Name of the purpose", "prediction");
    bench.click("Rename");
    let settings = bench.workspace().settings();
    assert_eq!(settings.purposes.len(), 1);
    let told = &settings.method.decomposition;
    assert_eq!(told.purpose.as_deref(), Some("prediction"));
    bench.click("Delete the purpose");
    assert!(bench.workspace().settings().purposes.is_empty());
    assert_eq!(
        bench.workspace().settings().method.decomposition.purpose,
        None
    );
    bench.rest();
}

#[test]
fn the_ends_of_a_purpose_are_picked_and_columns_are_dragged() {
    let mut bench = hospital_purpose();
    create(&mut bench, "study");
    bench.choose("Most useful column");
    bench.click("sex");
    assert_eq!(purpose(&bench, "study").most, "sex");
    bench.choose("Least useful column");
    bench.click("birth_year");
    let ends = purpose(&bench, "study");
    assert_eq!(
        (ends.most.as_str(), ends.least.as_str()),
        ("sex", "birth_year")
    );
    bench.drag(
        "birth_year, place 4 of 4, the least useful column",
        "sex, place 1 of 4, the most useful column",
    );
    assert_eq!(purpose(&bench, "study").most, "birth_year");
    bench.key(Modifiers::COMMAND, Key::Z);
    bench.settle();
    assert_eq!(purpose(&bench, "study").most, "sex");
}

#[test]
fn a_decomposition_shows_the_degree_asked_for_and_the_one_reached() {
    let mut bench = hospital_purpose();
    create(&mut bench, "demography");
    bench.click("Use this method");
    assert_eq!(
        bench.workspace().settings().method.name,
        MethodName::Decomposition
    );
    bench.see("Asks for a degree of 0.25, by (1 \u{2212} trust)\u{b2}.");
    bench.see("asked for by a trust of 0.5: 0.250");
    bench.see("reached by the last run: not known yet");
    let planned = bench.text_with("reached by the target levels: ");
    assert!(!planned.contains("not known"), "{planned}");
    bench.click("Run");
    let result = bench.result().unwrap();
    let report = result
        .candidate()
        .unwrap()
        .anonymized
        .decomposition
        .clone()
        .unwrap();
    assert_eq!(report.target_degree, 0.25);
    let reached = |words: &str, degree: f64| format!("{words}: {degree:.3}");
    bench.see(&reached(
        "reached by the target levels",
        report.degree_at_target,
    ));
    bench.see(&reached("reached by the last run", report.degree_released));
    bench.see_part("degree asked for: ");
    bench.see_part("degree reached: ");
    assert_eq!(report.rule, Rule::Nearest);
    bench.see_part("those whose own degree is nearest to the one asked for");
    // Another direction makes it stale, and the target levels follow at once.
    bench.click("As in the thesis");
    let told = &bench.workspace().settings().method.decomposition;
    assert_eq!(told.rule, Rule::Printed);
    assert!(
        !bench
            .workspace()
            .settings()
            .method
            .decomposition
            .spare_useful
    );
    bench.see_part("so the most useful one is generalized most");
    bench.click("Recipients and trust");
    bench.see_part("A trust of 0.5 asks for 0.250; the levels that follow have ");
    bench.click("Columns and purposes");
    bench.see("reached by the last run: not known yet");
    bench.rest();
}

#[test]
fn the_lattice_shows_the_way_that_the_method_goes() {
    let mut bench = hospital_purpose();
    create(&mut bench, "demography");
    bench.change(Change::SetSuppression(0.02));
    bench.choose_method("Purpose and trust");
    bench.tab("Lattice");
    let words = bench.text_with("what the degree asks for");
    let (target, chosen) = bench.decomposed().unwrap();
    bench.click("Run");
    let candidate = bench.result().unwrap().candidate().unwrap();
    let report = candidate.anonymized.decomposition.as_ref().unwrap();
    let levels =
        |of: fn(&cloakroom_microdata::method::decomposition::DecomposedColumn) -> u32| -> Vec<u32> {
            report.columns.iter().map(of).collect()
        };
    assert_eq!(target, levels(|column| column.target_level), "{words}");
    assert_eq!(
        chosen,
        Some(levels(|column| column.released_level)),
        "{words}"
    );
}

#[test]
fn recipients_have_a_trust_and_a_point_on_the_curve() {
    let mut bench = hospital_purpose();
    bench.click("Recipients and trust");
    bench.see_part("Nobody is named yet");
    bench.click("Add a recipient");
    bench.see("degree 0.25");
    bench.focus("trust in Recipient 1");
    bench.key(Modifiers::NONE, Key::Home);
    bench.settle();
    bench.see("degree 1");
    bench.key(Modifiers::NONE, Key::End);
    bench.settle();
    assert_eq!(bench.workspace().settings().recipients[0].trust, 1.0);
    bench.clear_and_type("Name of recipient 1", "Health office");
    bench.key(Modifiers::NONE, Key::Enter);
    bench.settle();
    assert_eq!(
        bench.workspace().settings().recipients[0].name,
        "Health office"
    );
    bench.click("Own curve");
    bench.see("Point 3 of the curve: trust 0.5, degree 0.25");
    bench.focus("Point 3 of the curve: trust 0.5, degree 0.25");
    bench.key(Modifiers::NONE, Key::ArrowUp);
    bench.settle();
    bench.see("Point 3 of the curve: trust 0.5, degree 0.26");
    bench.key(Modifiers::NONE, Key::Delete);
    bench.settle();
    let curve = |bench: &Bench| match &bench.workspace().settings().method.decomposition.projection
    {
        Projection::Curve(points) => points.clone(),
        other => panic!("{other:?}"),
    };
    assert_eq!(curve(&bench).len(), 4);
    bench.click("Add a point");
    assert_eq!(curve(&bench).len(), 5);
    bench.click("Remove Health office");
    assert!(bench.workspace().settings().recipients.is_empty());
    bench.rest();
}

#[test]
fn every_recipient_gets_a_release_of_their_own() {
    let mut bench = hospital_purpose();
    create(&mut bench, "demography");
    bench.change(Change::SetSuppression(0.05));
    bench.click("Recipients and trust");
    bench.click("Add a recipient");
    bench.click("Add a recipient");
    bench.click("Release for all of them");
    bench.see_part("which is not the one that is chosen");
    bench.click_below("Choose it");
    let folder = bench.path("for-all");
    bench.clear_and_type("Folder of the release", folder.to_str().unwrap());
    bench.settle();
    bench.click_below("Release for all recipients");
    bench.see("2 of 2 releases written and verified");
    for name in ["Recipient-1", "Recipient-2"] {
        assert!(
            folder.join(name).join("certificate.json").exists(),
            "{name}"
        );
    }
}

#[test]
fn trust_and_degree_take_each_others_place() {
    let mut bench = hospital_purpose();
    bench.change(Change::SetMethod(MethodName::Decomposition));
    bench.click("By degree");
    let target = |bench: &Bench| bench.workspace().settings().method.decomposition.target;
    assert_eq!(target(&bench), Target::Degree(0.25));
    bench.focus("degree of anonymisation");
    bench.key(Modifiers::NONE, Key::End);
    bench.settle();
    assert_eq!(target(&bench), Target::Degree(1.0));
    bench.click("By trust");
    assert_eq!(target(&bench), Target::Trust(0.0));
}

#[test]
fn pairs_and_columns_are_told_in_words() {
    let mut bench = hospital_purpose();
    bench.focus("Independency matrix");
    bench.key(Modifiers::NONE, Key::ArrowDown);
    bench.settle();
    bench.see("sex and birth_year");
    bench.see_part("They share ");
    bench.see_part("birth_year is counted in ");
    bench.click("All columns");
    bench.tab("Dependency tree");
    bench.see_part("12 columns; ");
    bench.click("Quasi-identifiers");
    bench.see_part("4 columns; ");
    bench.click_part("zip: holds ");
    bench.see_part("adds to ");
    bench.see("Hangs at");
    bench.see("Counted as");
    bench.focus("Tree of columns");
    bench.key(Modifiers::NONE, Key::ArrowLeft);
    bench.settle();
    bench.rest();
}

#[test]
fn groups_are_shown_after_a_run_of_mdav() {
    let mut bench = Bench::new();
    bench.open_sample("hospital");
    keep(&mut bench, &["birth_year", "sex", "education"]);
    bench.go("Explore");
    bench.tab("Groups");
    bench.see_part("Groups are made by microaggregation");
    bench.click("Choose MDAV");
    bench.click("Run the method");
    bench.see_part("every one released as its centre");
    bench.see("Loss per column");
    bench.see_part("birth_year lost ");
    bench.see_part(" of all variance");
    bench.focus("Records and their centres");
    bench.key(Modifiers::NONE, Key::ArrowRight);
    bench.settle();
    bench.see_part("Group of ");
    bench.see_part("Released as ");
    for key in [Key::Plus, Key::ArrowRight, Key::Minus, Key::F] {
        bench.key(Modifiers::NONE, key);
    }
    bench.settle();
    bench.choose("Directions");
    bench.click("two columns");
    bench.see("birth_year");
    bench.click("Centres");
    bench.click("Close the selection");
    bench.rest();
}

#[test]
fn a_hundred_thousand_records_do_not_stutter() {
    let mut bench = Bench::new();
    let mut table = String::from("height,weight\n");
    for row in 0u64..100_000 {
        let mixed = row.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 20;
        let (height, more) = (mixed % 9_973, mixed / 9_973 % 4_999);
        table.push_str(&format!("{height},{}\n", height / 3 + more));
    }
    bench.write("people.csv", &table);
    let recipe = "[data]\npath = \"people.csv\"\nkind = \"microdata\"\n[roles]\nquasi = [\"height\", \"weight\"]\n\
                  [require]\nk = 20\n[method]\nname = \"mdav\"\nblock = 5000\n";
    let recipe = bench.write("recipe.toml", recipe);
    bench.open(&recipe);
    bench.go("Explore");
    bench.tab("Groups");
    bench.click("Run the method");
    bench.see_part("of 100,000 in view");
    // Measured with code that is little optimised: only that no frame works through every record.
    let mut frames: Vec<Duration> = (0..21).map(|_| bench.frame()).collect();
    frames.sort();
    assert!(frames[10] < Duration::from_millis(150), "{:?}", frames[10]);
    bench.rest();
}
