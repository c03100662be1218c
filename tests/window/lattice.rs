//! The lattice and the hash table as their users walk through them, by label.

use crate::bench;

#[path = "../../examples/figures/lattice_frame.rs"]
#[allow(dead_code)]
mod lattice_frame;

use bench::Bench;
use cloakroom_core::method::MethodName;
use cloakroom_core::roles::Role;
use cloakroom_engine::change::Change;
use cloakroom_engine::samples::hospital;
use egui::{Key, Modifiers};
use std::collections::BTreeMap;
use std::time::Duration;

/// The lattice of the hospital with three quasi-identifiers: 5 by 2 by 3 levels.
fn hospital_lattice() -> Bench {
    let mut bench = Bench::new();
    bench.open_sample("hospital");
    let others = hospital::QUASI
        .iter()
        .filter(|name| !["birth_year", "sex", "marital_status"].contains(*name))
        .map(|name| ((*name).to_owned(), Role::Insensitive))
        .collect();
    bench.change(Change::SetRoles(others));
    bench.go("Explore");
    bench.tab("Lattice");
    bench
}

#[test]
fn the_legend_counts_and_follows_k_without_a_job() {
    let mut bench = hospital_lattice();
    bench.see_part("of 30 combinations of levels hold");
    let at_five = bench.text_with("of 30 combinations of levels hold");
    let jobs = bench.jobs_started();
    bench.focus("records per class, k");
    for _ in 0..40 {
        bench.key(Modifiers::NONE, Key::ArrowRight);
    }
    bench.settle();
    let k = bench.workspace().settings().requirement.k.unwrap();
    assert!(k > 40);
    assert_ne!(
        bench.text_with("of 30 combinations of levels hold"),
        at_five
    );
    assert_eq!(bench.jobs_started(), jobs, "a slider starts no job");
    bench.rest();
}

#[test]
fn a_node_is_selected_by_keyboard_and_its_levels_are_used_and_undone() {
    let mut bench = Bench::new();
    bench.open_sample("thesis-2.8");
    bench.go("Explore");
    bench.tab("Lattice");
    // Section 2.5: the minimal 2-anonymous combination raises both columns once.
    bench.see("4 of 9 combinations of levels hold; 1 is minimal.");
    bench.see("holds 4");
    bench.see("does not hold 5");
    bench.focus("Lattice of levels");
    bench.key(Modifiers::NONE, Key::ArrowUp);
    bench.settle();
    bench.see("Age 1 \u{b7} Zip 1");
    bench.see("Every class keeps every promise.");
    bench.see("4 of 6 strategies from the bottom to the top lead through these levels.");
    bench.key(Modifiers::NONE, Key::ArrowDown);
    bench.settle();
    bench.see_part("8 records (100 %) would have to be left out; none may be.");
    bench.key(Modifiers::NONE, Key::ArrowUp);
    bench.settle();
    let before = bench.workspace().settings().method.clone();
    bench.click("Use these levels");
    let method = &bench.workspace().settings().method;
    assert_eq!(method.name, MethodName::Levels);
    let raised: u32 = method.levels.values().sum();
    assert_eq!((method.levels.len(), raised), (2, 2));
    bench.see("chosen");
    bench.key(Modifiers::COMMAND, Key::Z);
    bench.settle();
    assert_eq!(bench.workspace().settings().method, before);
    // Enter does the same as the button.
    bench.focus("Lattice of levels");
    bench.key(Modifiers::NONE, Key::Enter);
    bench.settle();
    let levels = BTreeMap::from([("Age".to_owned(), 1), ("Zip".to_owned(), 1)]);
    assert_eq!(bench.workspace().settings().method.levels, levels);
}

#[test]
fn zooming_and_filters_leave_the_lattice_usable() {
    let mut bench = hospital_lattice();
    for label in ["Zoom in", "Zoom in", "Zoom out", "Fit"] {
        bench.click(label);
    }
    bench.click("Only what holds");
    bench.click("Only minimal");
    bench.click("Size by loss");
    bench.focus("Lattice of levels");
    for key in [Key::Plus, Key::ArrowRight, Key::Minus, Key::F] {
        bench.key(Modifiers::NONE, key);
    }
    bench.settle();
    bench.see("Selected levels");
    bench.rest();
}

#[test]
fn promises_about_values_with_records_left_out_are_measured_when_the_slider_rests() {
    let mut bench = hospital_lattice();
    let before = bench.text_with("of 30 combinations of levels hold");
    bench.change(Change::SetSuppression(0.05));
    bench.change(Change::SetP(Some(14)));
    bench.settle();
    let after = bench.text_with("of 30 combinations of levels hold");
    assert!(!after.contains("not known yet"), "{after}");
    assert_ne!(before, after);
}

#[test]
fn the_hash_table_is_the_papers() {
    let mut bench = Bench::new();
    bench.open_sample("thesis-2.8");
    bench.go("Explore");
    bench.tab("Hash table");
    // Table 2.9: eight tuples at heights 0 and 1, then three, three and one, all in bucket 2.
    bench.see("At Age 1 \u{b7} Zip 1: 3 tuples, and all have a COUNT of at least k = 2.");
    for step in [
        "Height 0: L[0] 8   n[0] 0, does not hold",
        "Height 1: L[1] 8   n[1] 0, does not hold",
        "Height 2: L[2] 3   n[2] 3, holds",
        "Height 3: L[3] 3   n[3] 3, holds",
        "Height 4: L[4] 1   n[4] 1, holds",
    ] {
        bench.see(step);
    }
    bench.click("Height 0: L[0] 8   n[0] 0, does not hold");
    bench.see("At Age 0 \u{b7} Zip 0: 8 tuples, of which 8 fall into a bucket below k = 2.");
    bench.see_part("1 record has these values alone");
    // The strategy stays the same one.
    bench.see("Height 3: L[3] 3   n[3] 3, holds");
}

#[test]
fn a_lattice_too_large_to_hold_is_searched() {
    let names: Vec<String> = (1..=22).map(|at| format!("c{at}")).collect();
    let line = |value: &str| vec![value; 22].join(",");
    let mut bench = Bench::new();
    let table = [names.join(","), line("a"), line("b"), line("a"), line("b")].join("\n");
    bench.write("wide.csv", &table);
    let quoted: Vec<String> = names.iter().map(|name| format!("\"{name}\"")).collect();
    let recipe = format!(
        "[data]\npath = \"wide.csv\"\nkind = \"microdata\"\n[roles]\nquasi = [{}]\n[require]\nk = 2\n\
         [method]\nname = \"none\"\n",
        quoted.join(", ")
    );
    let recipe = bench.write("recipe.toml", &recipe);
    bench.open(&recipe);
    bench.go("Explore");
    bench.tab("Lattice");
    bench.see_part("4,194,304 combinations are too many to hold one by one");
    bench.click("Search for the optimum");
    bench.see_part("It found c1 0 \u{b7} c2 0");
}

#[test]
fn columns_without_hierarchies_are_two_levels_and_say_so() {
    let people = "name,age,zip,disease\nAnn,30,14240,Flu\nBob,30,14240,HIV\nCid,31,14241,Flu\n";
    let mut bench = Bench::on_recipe(people, 2);
    bench.go("Explore");
    bench.tab("Lattice");
    bench.see("1 of 4 combinations of levels holds; 1 is minimal.");
    bench.see_part("No quasi-identifier has a hierarchy yet");
    bench.click("Build hierarchies");
    bench.see("Hierarchies");
}

#[test]
fn a_large_lattice_does_not_stutter() {
    // Measured with optimised code by the benchmark; here only that no frame works through every node.
    for heights in [&lattice_frame::LARGE[..], &lattice_frame::LARGER] {
        let (nodes, median, _) = lattice_frame::measure(heights, 60);
        assert!(
            median < Duration::from_millis(120),
            "{nodes} nodes: {median:?}"
        );
    }
}
