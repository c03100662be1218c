//! Several records of one person: a column is marked as theirs, and k counts people.

use crate::bench;

use bench::Bench;
use cloakroom::ui::actions::Action;
use cloakroom_core::roles::Role;
use std::fmt::Write as _;
use std::fs;

/// Two classes of twelve records each, of three people in one and of four in the other.
fn visits() -> String {
    let mut text = String::from("name,age,zip,disease\n");
    for row in 0..24 {
        let class = row % 2;
        let who = row / 2 % (3 + class);
        let disease = ["Flu", "HIV", "Asthma"][row % 3];
        let _ = writeln!(
            text,
            "P{class}{who},{},{},{disease}",
            30 + class,
            14240 + class
        );
    }
    text
}

#[test]
fn a_column_marked_as_the_person_makes_k_count_people_and_is_undone() {
    let mut bench = Bench::on_recipe(&visits(), 4);
    bench.see("Satisfied");
    bench.click("Role of name: identifier");
    bench.click("person");
    bench.settle();
    let role = |bench: &Bench| bench.workspace().settings().roles.of("name");
    assert_eq!(role(&bench), Some(Role::Person));
    bench.see("3 people violate");
    bench.see_part("They have 12 records in 1 class of fewer than 4 people.");
    bench.see("people per class, k");
    bench.go("Explore");
    bench.tab("Lattice");
    // At the top all seven people are in one class.
    bench.see_part("of 4 combinations of levels hold");
    bench.rest();
    bench.click("Undo: mark name as person");
    bench.settle();
    assert_eq!(role(&bench), Some(Role::Identifier));
    bench.see("Satisfied");
}

/// With the names as the key of `role`, which a menu names so.
fn counting(role: &str, k: u32) -> Bench {
    let mut bench = Bench::on_recipe(&visits(), k);
    bench.click("Role of name: identifier");
    bench.click(role);
    bench.settle();
    bench
}

#[test]
fn classes_are_told_of_by_people_and_by_records() {
    let mut bench = counting("person", 4);
    bench.go("Explore");
    bench.see_part("24 records of 7 people fall into 2 classes by 2 quasi-identifiers.");
    bench.see_part("As the data stand, 3 people violate in 1 class.");
    // Of three people, in twelve records: each of the three has another disease.
    bench.see_part("Row 1: 3, 12, 30, 14240,");
    bench.see_part("Row 2: 4, 12, 31, 14241,");
    bench.header("people");
    bench.header("people");
    bench.see_part("Row 1: 4, 12, 31, 14241,");
    bench.send(Action::SelectRow(Some(0)));
    bench.see("Class of 3 people, 12 records");
    bench.tab("Violations");
    bench.see_part("3 people, 12 records in 1 class breaks a promise, as the data stand.");
    bench.go("Data");
    bench.see_part("3 people with 12 records share these quasi-identifiers; 4 are needed, 1 more.");
    bench.see("violates k");
    bench.rest();
}

#[test]
fn the_lattice_and_the_hash_table_count_people() {
    let mut bench = counting("person", 4);
    bench.go("Explore");
    bench.tab("Lattice");
    bench.send(Action::SelectLevels(vec![0, 0]));
    bench.wait_for_part("smallest class: 3 people");
    bench.see_part("people below k = 4: 3");
    bench.rest();
}

#[test]
fn risk_counts_people() {
    let mut bench = counting("person", 4);
    bench.go("Compare");
    bench.tab("Risk");
    bench.wait_for_part("People above the threshold: ");
    bench.see("People alone in a class: 0 before");
    bench.see_part("People by the smallest of their classes, before");
    bench.click("Sensitive values");
    bench.wait_for_part("Everybody has the same: ");
    bench.rest();
}

#[test]
fn a_column_marked_as_the_group_makes_k_count_groups_and_is_undone() {
    let mut bench = counting("group", 4);
    let role = |bench: &Bench| bench.workspace().settings().roles.of("name");
    assert_eq!(role(&bench), Some(Role::Group));
    bench.see("3 groups violate");
    bench.see_part("They have 12 records in 1 class of fewer than 4 groups.");
    bench.see("groups per class, k");
    bench.go("Explore");
    bench.see_part("24 records of 7 groups fall into 2 classes by 2 quasi-identifiers.");
    bench.rest();
    bench.click("Undo: mark name as group");
    bench.settle();
    assert_eq!(role(&bench), Some(Role::Identifier));
    bench.see("Satisfied");
}

#[test]
fn a_release_of_groups_says_so_and_shows_no_key() {
    let mut bench = counting("group", 3);
    bench.see_part("Every class holds records of at least 3 groups.");
    bench.go("Explore");
    bench.tab("Before and after");
    bench.click("Run the method");
    bench.wait_for_result();
    bench.see_part("24 records of 7 groups in 2 classes, no record is left out.");
    bench.see_part("Row 1: 3 groups");
    bench.go("Release");
    bench.see_part("3 groups are in classes of exactly 3; 4 more in those of 4.");
    let folder = bench.path("out");
    bench.clear_and_type("Folder of the release", folder.to_str().unwrap());
    bench.settle();
    bench.click("Write the release");
    bench.settle();
    let released = fs::read_to_string(folder.join("release.csv")).unwrap();
    assert!(released.starts_with("age,zip,disease\n"), "{released}");
    let certificate = fs::read_to_string(folder.join("certificate.json")).unwrap();
    assert!(
        certificate.contains("\"counts\": \"groups\""),
        "{certificate}"
    );
}

#[test]
fn a_release_of_people_says_so_and_shows_no_key() {
    let mut bench = counting("person", 3);
    bench.see_part("Every class holds records of at least 3 people.");
    bench.go("Release");
    let folder = bench.path("out");
    bench.clear_and_type("Folder of the release", folder.to_str().unwrap());
    bench.settle();
    bench.click("Write the release");
    bench.settle();
    let released = fs::read_to_string(folder.join("release.csv")).unwrap();
    assert!(released.starts_with("age,zip,disease\n"), "{released}");
    let certificate = fs::read_to_string(folder.join("certificate.json")).unwrap();
    assert!(
        certificate.contains("\"counts\": \"people\""),
        "{certificate}"
    );
}
