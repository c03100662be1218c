//! The Compare stage as its users walk through it, by label.

use crate::bench;

use bench::Bench;
use cloakroom::ui::actions::{Action, CompareTab, Stage};
use cloakroom::ui::compare::curves::CurveForm;
use cloakroom_core::method::MethodName;
use cloakroom_core::metrics::Metric;
use cloakroom_engine::change::Change;
use cloakroom_engine::figure::Figure;
use cloakroom_engine::sweep::Parameter;
use cloakroom_microdata::privacy::PrivacyModel;
use egui::{Key, Modifiers};

const PEOPLE: &str = "name,age,zip,disease\n\
    Ann,30,14240,Flu\nBob,30,14240,HIV\nCid,30,14240,Flu\n\
    Dan,31,14241,Asthma\nEve,31,14241,Flu\nFay,40,14242,HIV\n";

/// Classes of 3, 2 and 1 people, in the Compare stage.
fn six_people(k: u32) -> Bench {
    let mut bench = Bench::on_recipe(PEOPLE, k);
    bench.change(Change::SetSuppression(0.2));
    bench.go("Compare");
    bench
}

fn form(low: u64, high: u64, methods: &[MethodName]) -> Action {
    Action::DrawCurves(CurveForm {
        figure: Figure::Metric(Metric::Loss),
        parameter: Parameter::Model(PrivacyModel::KAnonymity),
        low,
        high,
        points: 20,
        methods: methods.iter().copied().zip(0..).collect(),
    })
}

#[test]
fn curves_are_drawn_and_another_figure_costs_nothing() {
    let mut bench = six_people(2);
    bench.see("Distortion curves");
    // The usual methods, from k = 2 to the number of people.
    for method in ["Optimal levels", "Mondrian, strict", "Local recoding"] {
        bench.see(method);
    }
    bench.see_part("Point at a mark to read its numbers");
    let jobs = bench.jobs_started();
    bench.choose("Figure");
    bench.menu("Records left out");
    assert_eq!(
        bench.jobs_started(),
        jobs,
        "another figure is there already"
    );
    bench.change(Change::SetK(Some(3)));
    bench.change(Change::SetMethod(MethodName::Mondrian));
    assert_eq!(
        bench.jobs_started(),
        jobs,
        "the value of now changes no point"
    );
    bench.click("Remove Mondrian, strict");
    bench.click("Add a method");
    bench.menu("Mondrian, strict");
    assert_eq!(bench.jobs_started(), jobs, "it was computed before");
    bench.click("Add a method");
    bench.menu("Samarati");
    assert_eq!(
        bench.jobs_started(),
        jobs + 1,
        "only the new one is missing"
    );
    bench.rest();
}

#[test]
fn a_point_is_read_and_adopted_in_one_step_of_undo() {
    let mut bench = six_people(2);
    bench.send(form(2, 4, &[MethodName::None, MethodName::Optimal]));
    bench.focus("Distortion curves");
    bench.key(Modifiers::NONE, Key::ArrowRight);
    bench.settle();
    // One of six is left out, which is not more than 20 %.
    bench.see("As it is with k = 2: loss 17 %, 1 record left out.");
    bench.key(Modifiers::NONE, Key::ArrowRight);
    bench.settle();
    bench.see_part("As it is with k = 3 cannot be reached: ");
    bench.key(Modifiers::NONE, Key::Enter);
    bench.settle();
    assert_eq!(bench.workspace().settings().requirement.k, Some(2));
    bench.key(Modifiers::NONE, Key::ArrowDown);
    bench.settle();
    bench.see_part("Optimal levels with k = 3: loss ");
    bench.key(Modifiers::NONE, Key::Enter);
    bench.settle();
    let settings = bench.workspace().settings();
    assert_eq!(settings.requirement.k, Some(3));
    assert_eq!(settings.method.name, MethodName::Optimal);
    assert_eq!(
        bench.workspace().undo_name(),
        Some("set k to 3, with Optimal levels")
    );
    bench.key(Modifiers::COMMAND, Key::Z);
    bench.settle();
    let settings = bench.workspace().settings();
    assert_eq!(settings.requirement.k, Some(2));
    assert_eq!(settings.method.name, MethodName::None);
    bench.rest();
}

#[test]
fn what_cannot_be_reached_is_listed_with_its_reason() {
    let mut bench = six_people(2);
    bench.send(form(2, 6, &[MethodName::None]));
    bench.see("Not reached");
    // Reasons of one kind are told together, others apart.
    bench.see_part("As it is, k = 3: ");
    bench.see_part("As it is, k = 4 to 6; at the first: no class has 4 records");
    bench.send(form(2, 2, &[MethodName::None]));
    assert!(!bench.sees_part("Not reached"));
    bench.rest();
}

#[test]
fn other_parameters_begin_with_their_own_range() {
    let mut bench = six_people(2);
    bench.choose("Parameter");
    bench.menu("records that may be left out");
    bench.focus("Distortion curves");
    bench.key(Modifiers::NONE, Key::Home);
    bench.key(Modifiers::NONE, Key::Home);
    bench.settle();
    bench.see_part("with 0 % may be left out");
    bench.choose("Parameter");
    bench.menu("sensitive values per class, p");
    bench.see_part("Point at a mark");
    bench.choose("Parameter");
    let why_not = bench.description(egui::Role::MenuItem, "categories per class, p\u{207a}");
    assert_eq!(
        why_not.as_deref(),
        Some("Needs the sensitive values sorted into categories.")
    );
    bench.key(Modifiers::NONE, Key::Escape);
    bench.settle();
    bench.rest();
}

#[test]
fn curves_leave_as_a_table_a_picture_and_a_drawing() {
    let mut bench = six_people(2);
    bench.send(form(2, 3, &[MethodName::None, MethodName::Optimal]));
    for (entry, name) in [
        ("Table (CSV)", "curves.csv"),
        ("Picture (PNG)", "curves.png"),
        ("Drawing (SVG)", "curves.svg"),
    ] {
        let path = bench.path(name);
        bench.click("Export");
        bench.click(entry);
        bench.type_into("Path of the new file", path.to_str().unwrap());
        bench.click_button("Export");
        assert!(path.exists(), "{name}");
    }
    let table = std::fs::read_to_string(bench.path("curves.csv")).unwrap();
    let lines: Vec<&str> = table.lines().collect();
    assert_eq!(lines.len(), 5);
    assert!(lines[0].starts_with("method,k,satisfied,records_left_out,loss"));
    assert!(lines[1].starts_with("none,2,true,1,"));
    assert!(lines[2].starts_with("none,3,false,,"));
    let drawing = std::fs::read_to_string(bench.path("curves.svg")).unwrap();
    assert!(drawing.contains("Loss against records per class, k"));
    assert_eq!(drawing.matches("<path").count(), 1);
    let picture = std::fs::read(bench.path("curves.png")).unwrap();
    assert!(picture.len() > 5_000 && picture.starts_with(b"\x89PNG"));
}

#[test]
fn drawing_can_be_stopped_and_gone_on_with() {
    let mut bench = Bench::new();
    bench.open_sample("hospital");
    let methods = [MethodName::Mondrian, MethodName::LocalRecoding];
    bench.post(Action::ShowCompare(CompareTab::Curves));
    bench.post(form(2, 150, &methods));
    bench.wait_for("Stop drawing");
    bench.touch("Stop drawing");
    bench.settle();
    bench.see_part("of 40 points");
    bench.see("Go on");
    let jobs = bench.jobs_started();
    bench.touch("Go on");
    bench.wait_for("Stop drawing");
    assert!(bench.jobs_started() > jobs);
    bench.touch("Stop drawing");
    bench.settle();
    bench.see_part("Stopped at");
    bench.rest();
}

#[test]
fn curves_wait_while_nobody_looks_or_something_else_runs() {
    let mut bench = Bench::new();
    bench.open_sample("hospital");
    let methods = [MethodName::Mondrian, MethodName::LocalRecoding];
    bench.post(Action::ShowCompare(CompareTab::Curves));
    bench.post(form(2, 150, &methods));
    bench.wait_for("Stop drawing");
    // Left: nothing goes on behind the window.
    bench.post(Action::Go(Stage::Data));
    bench.settle();
    let (there, all) = bench.curve_points();
    assert!(there < all, "{there} of {all}");
    bench.post(Action::ShowCompare(CompareTab::Curves));
    bench.wait_for("Stop drawing");
    assert!(bench.curve_points().0 >= there, "what was there is");
    // A run comes first, and they go on after it.
    bench.change_now(Change::SetMethod(MethodName::KMember));
    bench.touch("Run");
    bench.wait_for_part("points, the others after the run");
    bench.wait_for("Stop drawing");
    assert!(bench.result().is_some());
    bench.touch("Stop drawing");
    bench.settle();
}

/// Two candidates on the shelf: the one leaves a person out, the other hides the zip code.
fn two_kept() -> Bench {
    let mut bench = six_people(2);
    bench.tab("Shelf");
    bench.see_part("Nothing is on the shelf yet.");
    bench.click("Run the method");
    bench.click("Keep the last run");
    bench.see("Use the settings of As it is");
    bench.see("On the shelf");
    bench.change(Change::SetSuppression(0.0));
    bench.change(Change::SetMethod(MethodName::Optimal));
    bench.click("Run");
    bench.click("Keep");
    bench
}

#[test]
fn candidates_are_kept_named_ordered_and_removed() {
    let mut bench = two_kept();
    assert!(!bench.workspace().is_saved());
    bench.see_part("2 candidates. The best of each row is marked");
    let left_out = bench.text_with("Records left out: ");
    assert_eq!(
        left_out,
        "Records left out: 1 in As it is, 0 in Optimal levels; best is Optimal levels"
    );
    // Ordered by it, the best comes first.
    bench.click_part("Records left out: ");
    let left_out = bench.text_with("Records left out: ");
    assert!(
        left_out.starts_with("Records left out: 0 in Optimal levels"),
        "{left_out}"
    );
    bench.click("In the order of keeping");
    bench.click("Rename Optimal levels");
    bench.clear_and_type("Name of Optimal levels", "everybody");
    bench.key(Modifiers::NONE, Key::Enter);
    bench.settle();
    bench.see("everybody");
    bench.click("Write a note on everybody");
    bench.type_into("Note on everybody", "for the board");
    bench.key(Modifiers::NONE, Key::Enter);
    bench.settle();
    let notes: Vec<_> = bench
        .workspace()
        .shelf()
        .kept()
        .map(|kept| kept.note.as_str())
        .collect();
    assert_eq!(notes, ["", "for the board"]);
    bench.click("Remove everybody");
    assert_eq!(bench.workspace().shelf().len(), 1);
    bench.click("Put back everybody");
    assert_eq!(bench.workspace().shelf().len(), 2);
    bench.rest();
}

#[test]
fn the_settings_of_a_candidate_are_used_in_one_step() {
    let mut bench = two_kept();
    bench.click("Use the settings of As it is");
    let settings = bench.workspace().settings();
    assert_eq!(settings.method.name, MethodName::None);
    assert_eq!(settings.requirement.suppression, 0.2);
    bench.key(Modifiers::COMMAND, Key::Z);
    bench.settle();
    let settings = bench.workspace().settings();
    assert_eq!(settings.method.name, MethodName::Optimal);
    assert_eq!(settings.requirement.suppression, 0.0);
}

#[test]
fn a_project_remembers_the_shelf_and_results_are_run_again() {
    let mut bench = two_kept();
    let path = bench.path("people.cloak");
    bench.key(Modifiers::COMMAND | Modifiers::SHIFT, Key::S);
    bench.settle();
    bench.type_into("Path of the project (.cloak)", path.to_str().unwrap());
    bench.click("Save");
    assert!(bench.workspace().is_saved());
    let text = std::fs::read_to_string(&path).unwrap();
    assert!(text.contains("\"shelf\""));
    bench.open(&path);
    // The view of the shelf is opened as it was left.
    bench.see_part("2 candidates have to be run again");
    assert!(!bench.sees_part("Records left out: "));
    bench.click("Run all again");
    bench.see_part("Records left out: 1 in As it is");
    assert!(!bench.sees_part("to be run again"));
    assert!(bench.workspace().is_saved());
    bench.rest();
}

#[test]
fn the_plane_tells_who_is_beaten() {
    let mut bench = two_kept();
    bench.tab("Privacy and utility");
    bench.see_part("The line joins those that no other beats in both");
    bench.focus("Plane of risk and cost");
    bench.key(Modifiers::NONE, Key::ArrowRight);
    bench.settle();
    bench.key(Modifiers::NONE, Key::ArrowLeft);
    bench.key(Modifiers::NONE, Key::ArrowLeft);
    bench.settle();
    bench.see_part("Prosecutor risk, average ");
    bench.see_part("No other candidate is better in both.");
    bench.choose("Cost");
    bench.menu("Records left out");
    bench.see_part("records left out ");
    bench.click_part("Side by side with ");
    bench.see("Records side by side");
    bench.rest();
}

#[test]
fn two_candidates_are_compared_down_to_the_record() {
    let mut bench = two_kept();
    bench.tab("Side by side");
    // The optimum hides one column of everybody; as it is, only Fay is missing.
    bench.see_part("of 6 records are not released alike");
    bench.see_part("keeps");
    bench.see_part("for the same k");
    bench.see_part("its largest risk is");
    bench.see_part("of the cells are more exact in A");
    bench.click("Swap A and B");
    bench.see_part("of the cells are more exact in A");
    bench.click("Also records that are released alike");
    bench.rest();
}

#[test]
fn ratings_and_baskets_are_compared_too() {
    for (sample, methods) in [
        ("thesis-6.2", [MethodName::Greedy, MethodName::Clustered]),
        ("paper-fig1", [MethodName::Hghs, MethodName::Aa]),
    ] {
        let mut bench = Bench::new();
        bench.open_sample(sample);
        for method in methods {
            bench.change(Change::SetMethod(method));
            bench.click_below("Run");
            bench.click_below("Keep");
        }
        bench.go("Compare");
        bench.see("Distortion curves");
        bench.rest();
        bench.tab("Shelf");
        bench.see_part("Largest risk: ");
        bench.rest();
        bench.tab("Privacy and utility");
        bench.see("Plane of risk and cost");
        bench.rest();
        bench.tab("Side by side");
        bench.see_part("are not released alike");
        bench.rest();
    }
}
