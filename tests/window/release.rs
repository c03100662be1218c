//! The Release stage as its users walk through it, by label.

use crate::bench;

use bench::Bench;
use cloakroom_core::method::MethodName;
use cloakroom_core::method_setting::{MethodSetting, Value};
use cloakroom_core::report_context::ContextField;
use cloakroom_core::settings::Ranges;
use cloakroom_engine::change::Change;
use egui::{Key, Modifiers};
use std::fs;
use std::path::Path;

const PEOPLE: &str = "name,age,zip,disease\n\
    Ann,30,14240,Flu\nBob,30,14240,HIV\nCid,30,14240,Flu\n\
    Dan,31,14241,Asthma\nEve,31,14241,Flu\nFay,40,14242,HIV\n";

/// Classes of 3, 2 and 1 people, at the release, with a folder to write into.
fn at_release() -> Bench {
    let mut bench = Bench::on_recipe(PEOPLE, 2);
    bench.change(Change::SetSuppression(0.2));
    bench.go("Release");
    let folder = bench.path("out");
    bench.clear_and_type("Folder of the release", folder.to_str().unwrap());
    bench.settle();
    bench
}

fn entries(folder: &Path) -> Vec<String> {
    let mut names: Vec<String> = fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    names.sort();
    names
}

const WHOLE: [&str; 3] = ["certificate.json", "release.csv", "report.html"];

#[test]
fn every_promise_has_its_line_and_a_jump() {
    let mut bench = at_release();
    bench.change(Change::SetSuppression(0.0));
    bench.change(Change::SetP(Some(2)));
    bench.see("k = 2 is broken by 1 record.");
    bench.see("p = 2 is broken by 1 record.");
    bench.see_part("2 lines do not hold yet. The first: k = 2 is broken by 1 record.");
    bench.see("No record is left out.");
    // A key asks for the same and hears the same.
    bench.key(Modifiers::COMMAND, Key::Enter);
    bench.settle();
    assert!(!bench.path("out").exists());
    bench.change(Change::SetSuppression(0.2));
    bench.see("k = 2 holds once 1 record is left out.");
    bench.see("1 record is left out (17 %); 1 may be.");
    bench.see_part("2 records are in classes of exactly 2; 3 more in those of 3.");
    bench.see_part("Everything holds.");
    bench.click_part("See which");
    bench.see("Find in the table");
    bench.rest();
}

#[test]
fn mapping_and_sql_are_switched_on_where_they_can_be() {
    let mut bench = at_release();
    bench.see_part("out.mapping, beside the folder");
    bench.see_part("out.transform.sql, beside the folder");
    bench.click("Write the applied mapping");
    bench.click("Write the recoding as SQL");
    assert_eq!(
        bench.workspace().undo_name(),
        Some("write the recoding as SQL")
    );
    bench.click("Write the release");
    bench.see_part("Written and verified: k = 2");
    assert_eq!(entries(&bench.path("out")), WHOLE);
    assert!(bench.path("out.mapping").join("zip.csv").is_file());
    assert!(bench.path("out.transform.sql").is_file());
    // What is in the folder, what stays, and where everything is.
    for file in WHOLE {
        bench.see_part(&format!("{file}: "));
    }
    for beside in [
        "out.audit.json: audit file",
        "out.report.html: internal report",
        "out.mapping: applied mapping",
        "out.transform.sql: recoding as SQL",
    ] {
        bench.see(beside);
    }
    for copy in [
        "Copy the path of the folder",
        "Copy the path of the report",
        "Copy the path of the internal report",
        "Copy the command",
    ] {
        bench.click_below(copy);
    }
    bench.see_part("That folder has just been written. Name another one.");
    bench.click_below("Put this away");
    assert!(!bench.sees_part("Written and verified"));
    // A method that shows the same value differently has no SQL.
    bench.choose_method("Mondrian, strict");
    bench.see_part("Mondrian, strict cannot be written as SQL");
    bench.see_part("Not for Mondrian, strict: it shows the same value differently");
    bench.click("Write no SQL");
    assert!(!bench.workspace().settings().release.sql);
    bench.click("Write the recoding as SQL");
    assert!(!bench.workspace().settings().release.sql, "it is disabled");
    bench.rest();
}

#[test]
fn ranges_are_widened_by_a_switch_that_is_undone() {
    let mut bench = at_release();
    bench.change(Change::SetSuppression(0.0));
    bench.choose_method("Mondrian, strict");
    bench.click_part("Run it now");
    bench.see_part("k = 2 holds");
    bench.click("Widen ranges to round ends");
    assert_eq!(
        bench.workspace().undo_name(),
        Some("widen ranges to round ends")
    );
    assert_eq!(bench.workspace().settings().release.ranges, Ranges::Round);
    // What the method made looks different now.
    bench.see_part("known once Mondrian, strict has run");
    bench.click_part("Run it");
    bench.see_part("k = 2 holds");
    bench.click("Write the release");
    bench.see_part("Written and verified: k = 2");
    let released = fs::read_to_string(bench.path("out").join("release.csv")).unwrap();
    assert!(released.contains("30-40"), "{released}");
    bench.key(Modifiers::COMMAND, Key::Z);
    bench.settle();
    assert_eq!(bench.workspace().settings().release.ranges, Ranges::Exact);
    bench.rest();
}

#[test]
fn an_epsilon_as_wide_as_the_scale_blocks_with_the_same_sentence() {
    let mut bench = Bench::new();
    bench.open_sample("thesis-6.2");
    bench.change(Change::SetEpsilon(Some(9.0)));
    bench.go("Release");
    bench.see_part(
        "epsilon = 9 is as wide as the scale, so that everybody would be close to everybody",
    );
    bench.click_part("Set the largest");
    assert!(!bench.sees_part("as wide as the scale, so that everybody"));
    bench.rest();
}

#[test]
fn what_the_reports_say_is_a_form_with_undo() {
    let mut bench = at_release();
    bench.see("What the reports say");
    assert!(!bench.sees_part("To be reviewed on"), "folded");
    bench.click("What the reports say");
    bench.type_into("Title", "Spring <release>");
    bench.type_into("Recipient", "MARKRECIPIENT");
    bench.type_into("What an attacker may know and do", "MARKSCENARIO");
    bench.type_into("To be reviewed on", "soon");
    bench.focus("Folder of the release");
    bench.settle();
    bench.see_part("Expected a date such as \"2027-05-31\".");
    bench.see_part("\u{201c}To be reviewed on\u{201d} under what the reports say: expected a date");
    bench.key(Modifiers::COMMAND, Key::Enter);
    bench.settle();
    assert!(
        !bench.path("out").exists(),
        "an unreadable date is not passed over"
    );
    bench.clear_and_type("To be reviewed on", "2027-05-31");
    bench.focus("Folder of the release");
    bench.settle();
    let report = &bench.workspace().settings().report;
    assert_eq!(report.title.as_deref(), Some("Spring <release>"));
    assert_eq!(report.review_date.as_deref(), Some("2027-05-31"));
    assert_eq!(report.scenario.as_deref(), Some("MARKSCENARIO"));
    let undo = bench.workspace().undo_name().unwrap().to_owned();
    assert_eq!(
        undo,
        "write \u{201c}To be reviewed on\u{201d} for the report"
    );
    bench.key(Modifiers::COMMAND, Key::Z);
    bench.settle();
    assert_eq!(bench.workspace().settings().report.review_date, None);
    bench.key(Modifiers::COMMAND | Modifiers::SHIFT, Key::Z);
    bench.settle();
    // What is still being typed counts when the release is written.
    bench.type_into("Signed by", "MARKSIGNER");
    bench.key(Modifiers::COMMAND, Key::Enter);
    bench.settle();
    bench.see_part("Written and verified");
    let outside = fs::read_to_string(bench.path("out").join("report.html")).unwrap();
    let inside = fs::read_to_string(bench.path("out.report.html")).unwrap();
    for said in [
        "Spring &lt;release&gt;",
        "MARKRECIPIENT",
        "2027-05-31",
        "MARKSIGNER",
    ] {
        assert!(outside.contains(said) && inside.contains(said), "{said}");
    }
    assert!(!outside.contains("MARKSCENARIO") && inside.contains("MARKSCENARIO"));
    let certificate = fs::read_to_string(bench.path("out").join("certificate.json")).unwrap();
    assert!(!certificate.contains("MARKSCENARIO"));
    bench.rest();
}

#[test]
fn what_is_being_typed_counts_when_the_button_is_clicked() {
    let mut bench = at_release();
    bench.click("What the reports say");
    bench.type_into("Recipient", "MARKRECIPIENT");
    bench.click("Write the release");
    let page = fs::read_to_string(bench.path("out").join("report.html")).unwrap();
    assert!(page.contains("MARKRECIPIENT"));
}

#[test]
fn recipes_and_projects_remember_what_the_reports_say() {
    let mut bench = at_release();
    bench.click("What the reports say");
    bench.type_into("Access", "in the reading room");
    bench.focus("Folder of the release");
    bench.settle();
    bench.click_below("They may leave the house");
    bench.click_below("Write the applied mapping");
    bench.save_recipe("saved.toml");
    let recipe = fs::read_to_string(bench.path("saved.toml")).unwrap();
    for line in [
        "[report]",
        "access = \"in the reading room\"",
        "public = true",
        "mapping = true",
    ] {
        assert!(recipe.contains(line), "{line} is not in {recipe}");
    }
    let project = bench.path("people.cloak");
    bench.key(Modifiers::COMMAND | Modifiers::SHIFT, Key::S);
    bench.settle();
    bench.type_into("Path of the project (.cloak)", project.to_str().unwrap());
    bench.click("Save");
    for file in [project, bench.path("saved.toml")] {
        bench.open(&file);
        let settings = bench.workspace().settings();
        let said = settings.report.get(ContextField::Access);
        assert_eq!(said, Some("in the reading room"), "{}", file.display());
        assert!(settings.report.public && settings.release.mapping);
    }
}

/// As it is, with levels, and with a method of our own settings, on the shelf.
fn three_kept() -> Bench {
    let mut bench = at_release();
    for method in [MethodName::None, MethodName::Optimal, MethodName::Mondrian] {
        bench.change(Change::SetMethod(method));
        bench.click("Run");
        bench.click("Keep");
    }
    bench
}

#[test]
fn ticked_candidates_are_released_each_in_a_folder_of_its_own() {
    let mut bench = three_kept();
    bench.see("Candidates of the shelf");
    bench.see_part("Tick a candidate first.");
    bench.click_below("As it is");
    bench.click_below("Mondrian, strict");
    bench.click_below("Release the ticked candidates");
    bench.see("2 of 2 releases written and verified");
    let out = bench.path("out");
    assert_eq!(
        entries(&out),
        [
            "As-it-is",
            "As-it-is.audit.json",
            "As-it-is.report.html",
            "Mondrian-strict",
            "Mondrian-strict.audit.json",
            "Mondrian-strict.report.html",
        ]
    );
    for (name, method) in [("As-it-is", "none"), ("Mondrian-strict", "mondrian")] {
        assert_eq!(entries(&out.join(name)), WHOLE);
        let certificate = fs::read_to_string(out.join(name).join("certificate.json")).unwrap();
        assert!(
            certificate.contains(&format!("\"{method}\"")),
            "{certificate}"
        );
    }
    bench.see_part("As it is: 5 records released, 1 left out");
    bench.click_below("Copy the path of As it is");
    bench.rest();
}

#[test]
fn what_is_in_the_way_of_one_candidate_is_told_and_the_others_are_whole() {
    let mut bench = three_kept();
    let out = bench.path("out");
    fs::create_dir_all(out.join("As-it-is")).unwrap();
    fs::write(out.join("As-it-is").join("mine.txt"), "mine").unwrap();
    bench.click_below("As it is");
    bench.click_below("Optimal levels");
    bench.click_below("Release the ticked candidates");
    bench.see("1 of 2 releases written and verified");
    bench.see_part("As it is: nothing was written: ");
    assert_eq!(entries(&out.join("As-it-is")), ["mine.txt"]);
    assert_eq!(entries(&out.join("Optimal-levels")), WHOLE);
}

#[test]
fn a_candidate_with_undecided_columns_is_not_released() {
    let mut bench = at_release();
    bench.change(Change::SetRole {
        column: "disease".to_owned(),
        role: None,
    });
    bench.click("Run");
    bench.click("Keep");
    bench.see("Its settings leave disease undecided.");
    bench.click_below("As it is");
    bench.see_part("Tick a candidate first.");
    // The others are not held up by what is undecided now.
    bench.change(Change::SetRole {
        column: "disease".to_owned(),
        role: Some(cloakroom_core::roles::Role::Sensitive),
    });
    bench.change(Change::SetMethod(MethodName::Optimal));
    bench.click("Run");
    bench.click("Keep");
    bench.click_below("Optimal levels");
    // Candidates cannot be written as SQL unless their method can.
    bench.change(Change::SetSql(true));
    bench.change(Change::SetMethod(MethodName::Mondrian));
    bench.click("Run");
    bench.click("Keep");
    bench.see_part("Its method cannot be written as SQL");
    bench.click_below("Release the ticked candidates");
    bench.see("1 of 1 release written and verified");
    assert!(
        bench
            .path("out")
            .join("Optimal-levels.transform.sql")
            .is_file()
    );
}

#[test]
fn a_batch_is_stopped_and_what_was_finished_stays() {
    let mut bench = Bench::new();
    bench.open_sample("hospital");
    bench.change(Change::SetSuppression(0.05));
    bench.go("Release");
    let folder = bench.path("out");
    bench.clear_and_type("Folder of the release", folder.to_str().unwrap());
    // The second takes long enough to be stopped.
    for method in [MethodName::Mondrian, MethodName::KMember] {
        bench.change(Change::SetMethod(method));
        bench.click("Run");
        bench.click("Keep");
        bench.click_below(method.title());
    }
    // With other ranges their methods run again.
    bench.change(Change::SetRanges(Ranges::Round));
    bench.touch("Release the ticked candidates");
    bench.wait_for_part("1 of 2 releases written and verified; ");
    bench.touch("Stop");
    bench.settle();
    bench.see("1 of 2 releases written and verified, then stopped");
    assert_eq!(entries(&folder.join("Mondrian-strict")), WHOLE);
    let left: Vec<String> = entries(&folder);
    assert!(
        left.iter().all(|name| name.starts_with("Mondrian-strict")),
        "{left:?}"
    );
    bench.rest();
}

#[test]
fn ratings_and_baskets_have_a_checklist_and_candidates_too() {
    for (sample, method, promise) in [
        ("thesis-6.2", MethodName::Clustered, "\u{3b5} = 2 holds"),
        ("paper-fig1", MethodName::Hghs, "m = \u{221e} holds"),
    ] {
        let mut bench = Bench::new();
        bench.open_sample(sample);
        bench.change(Change::SetMethod(method));
        bench.go("Release");
        let folder = bench.path("out");
        bench.clear_and_type("Folder of the release", folder.to_str().unwrap());
        bench.see_part("Not for ");
        bench.click_part("Run it now");
        bench.see_part(promise);
        bench.click_below("Keep");
        bench.click_below(method.title());
        bench.click_below("Release the ticked candidates");
        bench.see("1 of 1 release written and verified");
        bench.click_below("Write the applied mapping");
        bench.rest();
    }
}

#[test]
fn a_small_window_puts_options_below_the_checklist() {
    let mut bench = Bench::sized(900.0, 620.0);
    bench.open_sample("thesis-3.1");
    bench.go("Release");
    bench.see("Write the release");
    bench.click_below("Write the applied mapping");
    assert!(bench.workspace().settings().release.mapping);
    bench.rest();
}

/// What a run that was killed had placed beside its folder is in nobody's way, and nobody is left to wonder.
#[test]
fn what_a_killed_run_left_is_cleared_away_with_a_word() {
    let mut bench = at_release();
    let audit = bench.path("out.audit.json");
    fs::write(&audit, "{}").unwrap();
    let left = bench.path(".cloakroom-killed.part");
    fs::create_dir_all(left.join("folder")).unwrap();
    fs::write(left.join("folder").join("release.csv"), "age\n30\n").unwrap();
    fs::write(left.join("lock"), "").unwrap();
    let announced = serde_json::json!({
        "path": audit,
        "sha256": cloakroom_core::io::source::sha256_hex(b"{}"),
    });
    fs::write(left.join("beside"), format!("{announced}\n")).unwrap();
    bench.click("Write the release");
    bench.see_part("Written and verified: k = 2");
    bench.see_part("is cleared away, out.audit.json among it.");
    assert!(!left.exists());
    assert_ne!(fs::read_to_string(&audit).unwrap(), "{}");
    bench.rest();
}

/// What the audit file beside the folder says.
fn audit(bench: &Bench) -> String {
    fs::read_to_string(bench.path("out.audit.json")).unwrap()
}

#[test]
fn a_run_that_is_fresh_is_released_without_running_again() {
    let mut bench = at_release();
    bench.change(Change::SetMethod(MethodName::Mondrian));
    bench.click("Run");
    bench.see_part("Everything holds");
    bench.click("Write the release");
    assert_eq!(entries(&bench.path("out")), WHOLE);
    let audit = audit(&bench);
    assert!(audit.contains("checking the last run") && !audit.contains("anonymizing"));
}

#[test]
fn what_is_there_can_be_taken_and_is_what_is_released() {
    let mut bench = Bench::new();
    bench.open_sample("hospital");
    bench.change(Change::SetMethod(MethodName::Refined));
    bench.change(Change::Tell(MethodSetting::Effort, Value::Whole(1_000_000)));
    bench.touch("Run");
    bench.wait_for("Take what is there");
    bench.touch("Take what is there");
    bench.settle();
    bench.see_part("Ended early");
    assert!(bench.result().unwrap().has_ended_early());
    bench.go("Release");
    let folder = bench.path("out");
    bench.clear_and_type("Folder of the release", folder.to_str().unwrap());
    bench.click("Write the release");
    assert_eq!(entries(&folder), WHOLE);
    let audit = audit(&bench);
    assert!(audit.contains("\"ended_early\": true") && !audit.contains("anonymizing"));
}

#[test]
fn what_leaves_as_it_is_and_what_says_nothing_any_more_is_named() {
    let mut text = "name,age,town,height,disease\n".to_owned();
    for row in 0..24 {
        let (age, town, height) = (30 + row % 2, row % 12, 160 + row % 3);
        text += &format!(
            "P{row},{age},t{town},{height},{}\n",
            ["Flu", "HIV"][row % 2]
        );
    }
    let mut bench = Bench::new();
    bench.write("people.csv", &text);
    let recipe = "[data]\npath = \"people.csv\"\nkind = \"microdata\"\n[roles]\nidentifier = [\"name\"]\n\
                  quasi = [\"age\", \"town\"]\nsensitive = [\"disease\"]\ninsensitive = [\"height\"]\n[require]\n\
                  k = 5\n[method]\nname = \"optimal\"\n";
    let recipe = bench.write("recipe.toml", recipe);
    bench.open(&recipe);
    bench.click("Run");
    bench.see("town: nothing is left of it.");
    bench.go("Release");
    bench.see("1 column leaves as it is: height.");
    bench.see("town: nothing is left of it, no record says anything there any more.");
    bench.see_part("A line in red has to be mended");
    // Neither stops anything.
    bench.see_part("Everything holds");
}
