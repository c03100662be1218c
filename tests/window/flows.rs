//! The window as its users walk through it, by label.

use crate::bench;

use bench::Bench;
use cloakroom::ui::actions::Action;
use cloakroom::ui::commands::Command;
use cloakroom_core::roles::Role;
use cloakroom_engine::change::Change;
use egui::{Key, Modifiers};

const PEOPLE: &str = "name,age,zip,disease\n\
    Ann,30,14240,Flu\nBob,31,14241,Asthma\nCid,30,14240,Asthma\nDan,31,14241,Flu\n\
    Eve,30,14240,Flu\nFay,31,14241,Asthma\nGus,52,13053,HIV\n";

#[test]
fn the_start_page_opens_a_sample() {
    let mut bench = Bench::new();
    bench.see("May I give this table of patients to researchers?");
    bench.see("Open your own file");
    bench.click("Tables of the papers");
    bench.click("Back");
    bench.click("Tables of the papers");
    bench.click("Open the sample thesis-2.1");
    bench.settle();
    bench.see("Data");
    bench.see("Requirement");
    assert_eq!(bench.workspace().records(), 6);
    assert!(bench.workspace().is_saved());
}

#[test]
fn a_typed_path_is_opened_and_a_wrong_one_is_told() {
    let mut bench = Bench::new();
    bench.type_into("Path of a file", "/nowhere/at/all.csv");
    bench.click("Open path");
    bench.settle();
    bench.see_part("there is no such file");
    bench.see("Open your own file");

    let mut bench = Bench::new();
    let file = bench.write("people.csv", PEOPLE);
    bench.type_into("Path of a file", file.to_str().unwrap());
    bench.click("Open path");
    bench.settle();
    assert_eq!(bench.workspace().records(), 7);
}

#[test]
fn columns_are_undecided_until_somebody_decides() {
    let mut bench = Bench::on_file("people.csv", PEOPLE);
    bench.see("Data (needs attention)");
    assert_eq!(bench.workspace().undecided().len(), 4);
    bench.go("Release");
    bench.see_part("Undecided: name, age, zip, disease.");
    bench.go("Data (needs attention)");
    bench.click("Accept suggestions");
    bench.settle();
    assert!(bench.workspace().undecided().is_empty());
    bench.see("Data");
}

#[test]
fn a_role_is_chosen_in_the_menu_below_its_chip_and_undone_by_name() {
    let mut bench = Bench::on_file("people.csv", PEOPLE);
    bench.click("Role of zip: undecided");
    bench.click("quasi-identifier  (suggested)");
    bench.settle();
    assert_eq!(
        bench.workspace().settings().roles.of("zip"),
        Some(Role::Quasi)
    );
    bench.click("Undo: mark zip as quasi-identifier");
    bench.settle();
    assert_eq!(bench.workspace().settings().roles.of("zip"), None);
    bench.click("Redo: mark zip as quasi-identifier");
    bench.settle();
    assert_eq!(
        bench.workspace().settings().roles.of("zip"),
        Some(Role::Quasi)
    );
}

#[test]
fn dragging_k_moves_the_verdict() {
    let mut bench = Bench::on_recipe(PEOPLE, 2);
    bench.see("1 record violates");
    bench.focus("records per class, k");
    bench.key(Modifiers::NONE, Key::ArrowRight);
    bench.key(Modifiers::NONE, Key::ArrowRight);
    bench.settle();
    assert_eq!(bench.workspace().settings().requirement.k, Some(4));
    bench.see("7 records violate");
    bench.key(Modifiers::NONE, Key::Home);
    bench.settle();
    assert_eq!(bench.workspace().settings().requirement.k, Some(1));
    bench.see_part("k = 1 promises nothing.");
}

#[test]
fn what_was_undone_is_done_again_by_either_key() {
    let mut bench = Bench::on_recipe(PEOPLE, 2);
    let again = [
        (Modifiers::COMMAND, Key::Y),
        (Modifiers::COMMAND | Modifiers::SHIFT, Key::Z),
    ];
    bench.change(Change::SetK(Some(4)));
    for (modifiers, key) in again {
        bench.key(Modifiers::COMMAND, Key::Z);
        bench.settle();
        assert_eq!(bench.workspace().settings().requirement.k, Some(2));
        bench.key(modifiers, key);
        bench.settle();
        assert_eq!(bench.workspace().settings().requirement.k, Some(4));
    }
}

#[test]
fn a_file_that_could_not_be_opened_is_not_among_the_recent_ones() {
    let mut bench = Bench::new();
    let broken = bench.write("broken.toml", "[data]\npath = 7\n");
    bench.open(&broken);
    assert!(!bench.has_workspace());
    bench.open(&bench.path("nowhere.csv"));
    assert!(!bench.has_workspace());
    let file = bench.write("people.csv", PEOPLE);
    bench.open(&file);
    bench.send(Action::Run(Command::CloseFile));
    bench.click_button("Throw them away");
    bench.see("Recent");
    bench.see_part("people.csv");
    assert!(!bench.sees_part("broken.toml") && !bench.sees_part("nowhere.csv"));
}

#[test]
fn show_leads_to_the_violating_rows_and_a_row_says_why() {
    let mut bench = Bench::on_recipe(PEOPLE, 2);
    bench.go("Explore");
    bench.click("Show");
    bench.settle();
    bench.see_part("1 of 7 records");
    bench.click_part("Row 7");
    bench.settle();
    bench.see_part("Nobody else has these quasi-identifiers; 2 records must share them.");
    bench.see("violates k");
}

#[test]
fn the_palette_finds_commands_columns_and_records() {
    let mut bench = Bench::on_recipe(PEOPLE, 2);
    bench.key(Modifiers::COMMAND, Key::K);
    bench.settle();
    bench.type_into_focus("go to rel");
    bench.key(Modifiers::NONE, Key::Enter);
    bench.settle();
    bench.see("Write the release");

    bench.key(Modifiers::COMMAND, Key::K);
    bench.settle();
    bench.type_into_focus("3");
    bench.key(Modifiers::NONE, Key::Enter);
    bench.settle();
    bench.see("Record 3");
}

#[test]
fn a_release_is_written_only_when_the_checklist_holds() {
    let mut bench = Bench::on_recipe(PEOPLE, 2);
    bench.go("Release");
    bench.see("k = 2 is broken by 1 record.");
    bench.see_part("One line does not hold yet. k = 2 is broken by 1 record.");
    let folder = bench.path("out");
    bench.clear_and_type("Folder of the release", folder.to_str().unwrap());
    bench.key(Modifiers::COMMAND, Key::Enter);
    bench.settle();
    assert!(!folder.exists());

    // One record in seven may be left out.
    bench.focus("records that may be left out");
    bench.key(Modifiers::NONE, Key::End);
    bench.settle();
    bench.see("Satisfied without 1 record");
    bench.click("Write the release");
    bench.settle();
    bench.see_part("Written and verified");
    assert!(folder.join("release.csv").exists());
    let released = std::fs::read_to_string(folder.join("release.csv")).unwrap();
    assert_eq!(released.lines().count(), 7);
    assert!(!released.contains("Ann") && !released.contains("HIV"));
}

#[test]
fn a_saved_project_opens_as_it_was() {
    let mut bench = Bench::on_file("people.csv", PEOPLE);
    bench.click("Accept suggestions");
    bench.settle();
    assert!(!bench.workspace().is_saved());
    bench.key(Modifiers::COMMAND, Key::S);
    bench.settle();
    let project = bench.path("work.cloak");
    bench.type_into("Path of the project (.cloak)", project.to_str().unwrap());
    bench.click("Save");
    bench.settle();
    assert!(bench.workspace().is_saved());
    let roles = bench.workspace().settings().roles.clone();

    bench.open(&project);
    assert_eq!(bench.workspace().settings().roles, roles);

    // The data file moves away: the window says so and takes its new place.
    let moved = bench.path("moved.csv");
    std::fs::rename(bench.path("people.csv"), &moved).unwrap();
    bench.open(&project);
    bench.see("The data file is not where it was");
    bench.type_into("Path of the data file", moved.to_str().unwrap());
    bench.click("Use this file");
    bench.settle();
    assert_eq!(bench.workspace().records(), 7);
    assert_eq!(bench.workspace().settings().roles, roles);
}

#[test]
fn a_saved_recipe_gives_the_same_release_on_the_command_line() {
    let mut bench = Bench::on_recipe(PEOPLE, 1);
    bench.go("Release");
    let by_window = bench.path("by-window");
    bench.clear_and_type("Folder of the release", by_window.to_str().unwrap());
    bench.click("Write the release");
    bench.settle();
    bench.save_recipe("saved.toml");
    let by_command = bench.path("by-command");
    let status = std::process::Command::new(env!("CARGO_BIN_EXE_cloakroom"))
        .arg("release")
        .arg(bench.path("saved.toml"))
        .arg("--out")
        .arg(&by_command)
        .output()
        .unwrap();
    assert!(
        status.status.success(),
        "{}",
        String::from_utf8_lossy(&status.stderr)
    );
    for file in ["release.csv", "certificate.json", "report.html"] {
        let bytes = |folder: &std::path::Path| std::fs::read(folder.join(file)).unwrap();
        assert!(bytes(&by_window) == bytes(&by_command), "{file} differs");
    }
}

#[test]
fn unsaved_changes_are_not_lost_in_silence() {
    let mut bench = Bench::on_file("people.csv", PEOPLE);
    bench.click("Accept suggestions");
    bench.settle();
    bench.key(Modifiers::COMMAND, Key::W);
    bench.settle();
    bench.see("There are changes that are not saved");
    bench.click("Cancel");
    bench.settle();
    assert!(bench.has_workspace());
    bench.key(Modifiers::COMMAND, Key::W);
    bench.settle();
    bench.click("Throw them away");
    bench.settle();
    assert!(!bench.has_workspace());
    bench.see("Open your own file");
}

#[test]
fn a_column_shows_its_values_and_filters_by_them() {
    let mut bench = Bench::on_recipe(PEOPLE, 2);
    bench.key(Modifiers::COMMAND, Key::K);
    bench.settle();
    bench.type_into_focus("disease");
    bench.key(Modifiers::NONE, Key::Enter);
    bench.settle();
    bench.see("distinct values: 3");
    bench.click("Flu: 3");
    bench.settle();
    bench.see_part("3 of 7 records");
    bench.click("Remove this filter");
    bench.settle();
    bench.see("7 records");
}

#[test]
fn identifiers_are_hidden_and_not_found_by_a_search() {
    let mut bench = Bench::on_recipe(PEOPLE, 2);
    assert!(!bench.sees_part("Ann"));
    bench.type_into("Find in the table", "ann");
    bench.settle();
    bench.see_part("0 of 7 records");
}

#[test]
fn ratings_and_baskets_open_with_their_own_panels() {
    let mut bench = Bench::new();
    bench.open_sample("thesis-6.1");
    bench.see("Survey");
    bench.open_sample("paper-fig1");
    bench.see_part("Private items");
    let before = bench.workspace().settings().roles.private_items.len();
    bench.click("a");
    bench.settle();
    assert_ne!(
        bench.workspace().settings().roles.private_items.len(),
        before
    );
}

#[test]
fn reading_again_with_another_delimiter_keeps_the_roles_that_fit() {
    let mut bench = Bench::on_recipe(PEOPLE, 2);
    bench.click("How the file was read");
    bench.settle();
    bench.clear_and_type("Delimiter", ";");
    bench.click("Read again");
    bench.settle();
    assert_eq!(bench.workspace().table().unwrap().columns().len(), 1);
}

#[test]
fn spellings_of_one_value_are_told_and_can_be_kept_apart() {
    let mut bench = Bench::new();
    let data = bench.write(
        "d.csv",
        "age;seen;city\n5;2024-01-31;Ulm\n5.0;31.01.2024;Ulm \n",
    );
    bench.open(&data);
    bench.settle();
    let distinct = |bench: &Bench| -> Vec<usize> {
        let table = bench.workspace().table().unwrap();
        table
            .columns()
            .iter()
            .map(|column| column.distinct())
            .collect()
    };
    assert_eq!(distinct(&bench), [1, 1, 1]);
    bench.click("How the file was read");
    bench.settle();
    bench.see_part("In \"age\", 2 spellings stand for 1 number");
    bench.click("Numbers by value");
    bench.click("Texts without spaces at the ends");
    bench.click("Read again");
    bench.settle();
    assert_eq!(distinct(&bench), [2, 1, 2]);
    bench.click("How the file was read");
    bench.settle();
    bench.click("Dates by day");
    bench.click("Read again");
    bench.settle();
    assert_eq!(distinct(&bench), [2, 2, 2]);
}

#[test]
fn commas_part_thousands_where_that_is_said() {
    let mut bench = Bench::new();
    let data = bench.write("d.csv", "pay;city\n1,000;Ulm\n1000;Ulm\n");
    bench.open(&data);
    bench.settle();
    let pay = |bench: &Bench| bench.workspace().table().unwrap().columns()[0].distinct();
    assert_eq!(pay(&bench), 2);
    bench.click("How the file was read");
    bench.settle();
    bench.click("Commas part thousands");
    bench.click("Read again");
    bench.settle();
    assert_eq!(pay(&bench), 1);
}

#[test]
fn every_idle_view_settles() {
    let mut bench = Bench::new();
    bench.rest();
    for sample in ["thesis-3.1", "thesis-6.2", "paper-fig1"] {
        bench.open_sample(sample);
        bench.rest();
    }
    bench.open_sample("thesis-3.1");
    for stage in ["Explore", "Release", "Data"] {
        bench.go(stage);
        bench.rest();
    }
}

#[test]
fn a_bad_file_leaves_the_open_one_alone() {
    let mut bench = Bench::on_recipe(PEOPLE, 2);
    let bad = bench.write("bad.csv", "a,b\n1,2\n3\n");
    bench.open(&bad);
    bench.see_part("bad.csv, line 3");
    assert_eq!(bench.workspace().records(), 7);
}
