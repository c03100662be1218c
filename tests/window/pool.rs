//! Releases that are counted together, as users walk through it, by label.

use crate::bench;

use bench::Bench;
use cloakroom::ui::actions::Stage;
use cloakroom_core::method::MethodName;
use cloakroom_engine::change::Change;

const PEOPLE: &str = "name,age,zip,disease\n\
    Ann,30,14240,Flu\nBob,30,14241,HIV\nCid,31,14240,Flu\nDan,31,14241,Asthma\n";

fn write_to(bench: &mut Bench, name: &str) {
    bench.go("Release");
    let folder = bench.path(name);
    bench.clear_and_type("Folder of the release", folder.to_str().unwrap());
    bench.settle();
    bench.click("Write the release");
    bench.see_part("Written and verified");
}

/// With whole levels: the age as it is, or the zip.
fn at_levels(bench: &mut Bench, age: u32, zip: u32) {
    let mut settings = bench.workspace().settings().clone();
    settings.method.name = MethodName::Levels;
    settings.method.levels = [("age".to_owned(), age), ("zip".to_owned(), zip)].into();
    bench.change(Change::UseSettings {
        settings: Box::new(settings),
        candidate: "by hand".to_owned(),
    });
}

#[test]
fn releases_that_were_written_are_counted_together() {
    let mut bench = Bench::on_recipe(PEOPLE, 2);
    bench.go("Compare");
    bench.tab("Pool");
    bench.see_part("Nothing has been released yet");
    at_levels(&mut bench, 0, 1);
    write_to(&mut bench, "a");
    // It does not warn of itself.
    assert!(!bench.labels().contains("Released before on"));
    at_levels(&mut bench, 1, 0);
    bench.see_part("Released before on 20");
    write_to(&mut bench, "b");
    assert!(!bench.workspace().is_saved());
    // The report that stays in house knows of the release before.
    let house = std::fs::read_to_string(bench.path("b.report.html")).unwrap();
    assert!(house.contains("a.audit.json"), "{house}");
    bench.see_part("What these releases tell together is not counted yet");
    bench.click("Count together");
    bench.see_part("together they leave the smallest group at 1 record, fewer than was promised");
    bench.go("Compare");
    bench.tab("Pool");
    bench.see_part("4 of 4 records");
    bench.see_part("k = 2 of all together: 1 reached, 4 records below it");
    bench.see_part("All together: the smallest group has 1");
    bench.click("row 3");
    bench.see("Record 3");
    bench.go("Compare");
    bench.tab("Pool");
    bench.click("Forget b");
    bench.see("Two releases or more are needed.");
    bench.see_part("of other releases than those that are ticked now");
    // A release of elsewhere is named by its audit file; what cannot be counted is said.
    let other = bench.write("other.audit.json", "{}");
    bench.click("Add a release");
    bench.type_into(
        "Path of the audit file (.audit.json)",
        other.to_str().unwrap(),
    );
    bench.click_button("Add it");
    bench.click("Count together");
    bench.see_part("this is not an audit file of a release");
    bench.rest();
}

#[test]
fn a_project_remembers_its_releases() {
    let mut bench = Bench::on_recipe(PEOPLE, 2);
    at_levels(&mut bench, 0, 1);
    write_to(&mut bench, "a");
    let project = bench.path("p.cloak");
    bench.send(cloakroom::ui::actions::Action::Run(
        cloakroom::ui::commands::Command::SaveAs,
    ));
    bench.type_into("Path of the project (.cloak)", project.to_str().unwrap());
    bench.click_button("Save");
    assert!(bench.workspace().is_saved());
    bench.open(&project);
    let known = bench.workspace().earlier();
    assert_eq!(known.len(), 1);
    assert_eq!(known[0].name(), "a");
    assert!(known[0].audit.is_file());
    bench.send(cloakroom::ui::actions::Action::Go(Stage::Release));
    bench.see_part("Released before on 20");
    bench.rest();
}
