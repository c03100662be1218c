//! Hierarchies in the window, as their users make and mend them.

use crate::bench;

use bench::Bench;
use cloakroom_core::hierarchy::HierarchySource;
use egui::{Key, Modifiers};
use std::time::Duration;

const PEOPLE: &str = "name,age,zip,disease\n\
    Ann,30,14240,Flu\nBob,31,14241,Asthma\nCid,30,14240,Asthma\nDan,31,14241,Flu\n\
    Eve,30,14240,Flu\nFay,31,14241,Asthma\nGus,52,13053,HIV\n";

fn source<'a>(bench: &'a Bench, column: &str) -> Option<&'a HierarchySource> {
    bench.workspace().settings().hierarchies.get(column)
}

/// The chains of a hierarchy that was edited by hand.
fn chains(bench: &Bench, column: &str) -> Vec<String> {
    let Some(HierarchySource::Chains { chains }) = source(bench, column) else {
        panic!(
            "{column} has no hierarchy by hand: {:?}",
            source(bench, column)
        );
    };
    let lines = chains.0.chains();
    lines.iter().map(|chain| chain.join(";")).collect()
}

/// On the Hierarchies stage with a zip of three values in two groups.
fn on_zip() -> Bench {
    let mut bench = Bench::new();
    bench.write("people.csv", PEOPLE);
    bench.write("zip.csv", "14240;142;*\n14241;142;*\n13053;130;*\n");
    let recipe = "[data]\npath = \"people.csv\"\n[roles]\nidentifier = [\"name\"]\nquasi = [\"age\", \"zip\"]\n\
                  sensitive = [\"disease\"]\n[hierarchies]\nzip = \"zip.csv\"\n[require]\nk = 2\n";
    let recipe = bench.write("recipe.toml", recipe);
    bench.open(&recipe);
    bench.go("Hierarchies");
    bench.click("Hierarchy of zip: 2 levels");
    bench
}

#[test]
fn a_column_without_a_hierarchy_is_offered_what_suits_it() {
    let mut bench = Bench::on_recipe(PEOPLE, 2);
    bench.go("Hierarchies");
    bench.see("Hierarchy of age: no hierarchy yet");
    bench.see("Hierarchy of disease: no hierarchy yet");
    bench.see("No hierarchy yet: start from …");
    bench.click("Intervals of 2, 4, 8");
    bench.clear_and_type("Widths", "5, 10");
    bench.settle();
    bench.see_part("3 values become 2, 2, 1 from level to level");
    bench.see_part("30-34");
    bench.clear_and_type("Widths", "5, 12");
    bench.settle();
    bench.see_part("not a multiple of the one before");
    bench.clear_and_type("Widths", "10, 20");
    bench.settle();
    assert!(source(&bench, "age").is_none());
    bench.click("Use this hierarchy");
    assert!(
        matches!(source(&bench, "age"), Some(HierarchySource::Intervals(rule)) if rule.intervals == [10.0, 20.0])
    );
    bench.see("Hierarchy of age: 3 levels");
    bench.click("Undo: hierarchy of age: intervals of 10, 20");
    assert!(source(&bench, "age").is_none());
    bench.click("Hierarchy of zip: no hierarchy yet");
    bench.see("Masked, 5 levels");
}

#[test]
fn values_are_dragged_between_groups_and_undone_by_name() {
    let mut bench = on_zip();
    bench.see_row("142");
    bench.drag("14241", "130");
    assert_eq!(
        chains(&bench, "zip"),
        ["14240;142;*", "14241;130;*", "13053;130;*"]
    );
    bench.click("Undo: move 14241 to 130");
    assert!(matches!(
        source(&bench, "zip"),
        Some(HierarchySource::Lines(_))
    ));
    // What cannot be: a value straight under the top.
    bench.drag("14241", "*");
    assert!(matches!(
        source(&bench, "zip"),
        Some(HierarchySource::Lines(_))
    ));
}

#[test]
fn groups_are_renamed_in_place_merged_and_split() {
    let mut bench = on_zip();
    bench.click_row("142", Modifiers::NONE);
    bench.click("Rename");
    bench.clear_and_type("New name of the group", "North");
    bench.key(Modifiers::NONE, Key::Enter);
    bench.settle();
    assert_eq!(chains(&bench, "zip")[0], "14240;North;*");
    bench.see("Undo: rename 142 to North");

    bench.click_row("North", Modifiers::NONE);
    bench.click_row("130", Modifiers::COMMAND);
    bench.click("Merge…");
    bench.clear_and_type("Name of the merged group", "All of it");
    bench.click("Merge");
    assert_eq!(chains(&bench, "zip")[2], "13053;All of it;*");

    bench.click_row("14240", Modifiers::NONE);
    bench.click_row("14241", Modifiers::SHIFT);
    bench.click("Group as…");
    bench.type_into("Name of the group", "Coast");
    bench.key(Modifiers::NONE, Key::Enter);
    bench.settle();
    assert_eq!(
        chains(&bench, "zip"),
        ["14240;Coast;*", "14241;Coast;*", "13053;All of it;*"]
    );
    bench.see("Undo: group 2 values as Coast");
    bench.click_row("13053", Modifiers::NONE);
    bench.click("Move to…");
    bench.click("to Coast");
    assert_eq!(chains(&bench, "zip")[2], "13053;Coast;*");
}

#[test]
fn levels_are_inserted_and_dropped() {
    let mut bench = on_zip();
    bench.click("Levels");
    bench.click("Insert a level above level 1");
    assert_eq!(chains(&bench, "zip")[0], "14240;142;all values;*");
    bench.see("Hierarchy of zip: 3 levels");
    bench.click("Levels");
    bench.click("Drop level 1");
    assert_eq!(chains(&bench, "zip")[0], "14240;all values;*");
    bench.click("Remove the hierarchy");
    assert!(source(&bench, "zip").is_none());
    bench.see("Undo: remove the hierarchy of zip");
}

#[test]
fn the_tree_is_walked_by_keyboard() {
    let mut bench = on_zip();
    bench.click_row("142", Modifiers::NONE);
    bench.key(Modifiers::NONE, Key::ArrowLeft);
    bench.settle();
    assert!(!bench.sees_row("14240"));
    bench.key(Modifiers::NONE, Key::ArrowRight);
    bench.settle();
    bench.see_row("14240");
    bench.key(Modifiers::NONE, Key::ArrowDown);
    bench.settle();
    bench.key(Modifiers::SHIFT, Key::ArrowDown);
    bench.settle();
    bench.see("2 values");
}

#[test]
fn an_imported_file_says_what_it_lacks_and_offers_places() {
    let mut bench = Bench::on_recipe(PEOPLE, 2);
    bench.write(
        "zip.txt",
        "distinct\nname zip\ntype string\nheight 3\n\n142 has 14240 14999\n\nall has 142\n\n",
    );
    bench.go("Hierarchies");
    bench.click("Hierarchy of zip: no hierarchy yet");
    bench.click("A file");
    let path = bench.path("zip.txt");
    bench.type_into("Path of the hierarchy", path.to_str().unwrap());
    bench.click("Open");
    bench.see_part("The hierarchy lacks 2 values of the data, in 4 records: 13053, 14241.");
    // Nothing is used before it is complete.
    assert!(source(&bench, "zip").is_none());
    bench.click("Where lacking values go");
    bench.click("beside the most alike");
    bench.click("Place");
    assert_eq!(
        chains(&bench, "zip"),
        [
            "14240;142;all",
            "14999;142;all",
            "13053;142;all",
            "14241;142;all"
        ]
    );
    bench.see("Undo: place 2 values");
}

#[test]
fn a_recipe_whose_file_went_stale_is_marked_and_mended() {
    let mut bench = on_zip();
    bench.write("zip.csv", "14240;142;*\n13053;130;*\n");
    let recipe = bench.path("recipe.toml");
    let text = std::fs::read_to_string(&recipe).unwrap();
    let project = bench.write("again.toml", &text);
    bench.open(&project);
    // A recipe with gaps is refused on the command line and by the window alike.
    bench.see_part("1 of the column's 3 distinct values are not in the hierarchy");
}

#[test]
fn a_hierarchy_is_exported_and_reads_back() {
    let mut bench = on_zip();
    bench.click("Export");
    bench.click("ARX, with commas");
    let path = bench.path("out.csv");
    bench.type_into("Path of the new file", path.to_str().unwrap());
    bench.key(Modifiers::NONE, Key::Enter);
    bench.settle();
    assert_eq!(
        std::fs::read_to_string(&path).unwrap(),
        "14240,142,*\n14241,142,*\n13053,130,*\n"
    );
}

#[test]
fn a_hierarchy_by_hand_is_saved_with_the_recipe() {
    let mut bench = Bench::on_recipe(PEOPLE, 2);
    bench.go("Hierarchies");
    bench.click("Hierarchy of disease: no hierarchy yet");
    bench.click("By hand");
    bench.click_row("HIV", Modifiers::NONE);
    bench.click("Group as…");
    bench.type_into("Name of the group", "infections");
    bench.click("Group");
    bench.save_recipe("saved.toml");
    let written = std::fs::read_to_string(bench.path("saved.toml")).unwrap();
    assert!(
        written.contains("[\"HIV\", \"infections\", \"*\"]"),
        "{written}"
    );
    bench.open(&bench.path("saved.toml"));
    assert_eq!(chains(&bench, "disease")[2], "HIV;infections;*");
}

#[test]
fn the_stage_rests() {
    let mut bench = on_zip();
    bench.rest();
    bench.click("Rule");
    bench.settle();
    bench.rest();
}

/// A column of so many values, all in one open group.
fn on_many(values: usize) -> Bench {
    let mut table = String::from("code,sick\n");
    for value in 0..values {
        table.push_str(&format!("code {value},no\n"));
    }
    let mut bench = Bench::new();
    bench.write("many.csv", &table);
    let recipe = "[data]\npath = \"many.csv\"\n[roles]\nquasi = [\"code\"]\nsensitive = [\"sick\"]\n[require]\nk = 2\n";
    let recipe = bench.write("many.toml", recipe);
    bench.open(&recipe);
    bench.go("Hierarchies");
    bench.click("By hand");
    bench.click("Levels");
    bench.click("Open all groups");
    bench
}

/// The quickest of many: a busy machine makes frames longer, never shorter.
fn quickest_frame(bench: &mut Bench) -> Duration {
    (0..60)
        .map(|_| bench.frame())
        .min()
        .unwrap_or(Duration::MAX)
}

#[test]
fn a_hundred_thousand_open_values_cost_a_frame_no_more_than_a_hundred() {
    let few = quickest_frame(&mut on_many(100));
    let mut bench = on_many(100_000);
    bench.see_row("code 10003");
    let many = quickest_frame(&mut bench);
    // Whatever the machine: what is not on the screen costs nothing.
    assert!(
        many < few * 2 + Duration::from_millis(2),
        "{many:?} against {few:?}"
    );

    bench.click_row("code 10003", Modifiers::NONE);
    bench.click("Group as…");
    bench.type_into("Name of the group", "ten");
    bench.click("Group");
    bench.see("Undo: group code 10003 as ten");
    println!("a frame with 100 values: {few:?}; with 100,000: {many:?}");
}
