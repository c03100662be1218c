//! Whatever stands on the screen says what it means: a definition, an example, where it comes from.

use crate::bench::{Bench, raw};
use cloakroom::ui::actions::{Action, Stage};
use cloakroom::ui::commands::Command;
use cloakroom_engine::change::Change;
use cloakroom_microdata::privacy::PrivacyModel;

const PEOPLE: &str = "\
name,age,zip,disease
Ann,30,1000,flu
Ben,30,1000,flu
Cat,30,1000,cold
Dan,40,2000,flu
Eve,40,2000,cold
Fay,40,2000,flu
Gus,50,3000,HIV
";

/// What is told where the mouse rests.
fn explained(bench: &mut Bench, label: &str) -> String {
    let told = bench.hover(label);
    for part in ["For example: ", "Source: "] {
        assert!(told.contains(part), "{label}: {told}");
    }
    told
}

/// The whole label of what begins so.
fn explained_part(bench: &mut Bench, part: &str) -> String {
    let label = bench.text_with(part);
    assert!(!label.is_empty(), "{part}\n{}", bench.labels());
    explained(bench, &label)
}

fn tall(name: &str) -> Bench {
    let mut bench = Bench::sized(1440.0, 1900.0);
    let (_, contents) = raw::all()
        .into_iter()
        .find(|(raw, _)| *raw == name)
        .unwrap_or_default();
    let file = bench.write(name, &contents);
    bench.open(&file);
    bench
}

#[test]
fn a_verdict_and_its_counts_say_what_they_mean() {
    let mut bench = Bench::on_recipe(PEOPLE, 2);
    bench.change(Change::begin(PrivacyModel::P));
    let told = explained(&mut bench, "k-anonymity 1");
    assert!(told.contains("Statisticians say minimum cell count."));
    explained(&mut bench, "p-sensitive 1");
    bench.click("What is meant: broken promises");
    bench.see_part("At least one promise is broken, by more than may be left out.");
    bench.change(Change::SetK(Some(1)));
    bench.change(Change::ask(PrivacyModel::P, None));
    bench.see_part("What is meant: ");
}

#[test]
fn what_a_run_brought_is_explained() {
    let mut bench = tall("patients.csv");
    bench.send(Action::Run(Command::AcceptSuggestions));
    bench.send(Action::Run(Command::RunMethod));
    for part in ["loss: ", "classes: ", "smallest class: ", "took: "] {
        explained_part(&mut bench, part);
    }
}

#[test]
fn sliders_speak_of_people_and_of_baskets() {
    let [(patients, _), (answers, _), (orders, _)] = raw::all();
    for (name, label, of) in [
        (patients, "records per class, k", "of the records violating"),
        (
            answers,
            "people close to anybody, k",
            "of the people violating",
        ),
        (
            orders,
            "baskets share what is known, k",
            "of the baskets violating",
        ),
    ] {
        let mut bench = tall(name);
        bench.send(Action::Run(Command::AcceptSuggestions));
        let told = explained(&mut bench, label);
        assert!(told.contains(of), "{told}");
        assert!(told.contains("Statisticians say "), "{told}");
    }
}

#[test]
fn the_facts_of_every_kind_are_explained() {
    let [(patients, _), (answers, _), (orders, _)] = raw::all();
    let mut bench = tall(answers);
    for part in ["people: ", "issues: ", "answered: ", "scale: "] {
        explained_part(&mut bench, part);
    }
    let mut bench = tall(orders);
    for part in ["baskets: ", "items: ", "occurrences: ", "longest basket: "] {
        explained_part(&mut bench, part);
    }
    let mut bench = tall(patients);
    bench.send(Action::Go(Stage::Data));
    bench.send(Action::SelectColumn(Some(1)));
    for part in ["type: ", "missing: ", "distinct values: ", "held by one "] {
        explained_part(&mut bench, part);
    }
}

#[test]
fn headings_of_the_columns_page_are_explained() {
    let mut bench = Bench::new();
    let file = bench.write("patients.csv", &raw::patients());
    bench.open_as_new(&file);
    bench.send(Action::Understood);
    for name in ["Distinct", "Missing", "Unique", "Suggested, and why"] {
        explained(&mut bench, &format!("Order by {name}"));
    }
}

#[test]
fn both_views_beside_each_other_have_their_help() {
    let mut bench = Bench::on_recipe(PEOPLE, 2);
    bench.go("Explore");
    let views = |bench: &Bench| {
        let labels = bench.labels();
        let marks = labels
            .lines()
            .filter(|label| label.contains("What is meant: "));
        marks.map(str::to_owned).collect::<Vec<_>>()
    };
    let one = views(&bench);
    bench.click("Beside");
    let two = views(&bench);
    assert!(two.len() > one.len(), "{one:?} {two:?}");
}

#[test]
fn what_somebody_may_know_of_a_basket_is_explained() {
    let [_, _, (orders, _)] = raw::all();
    let mut bench = tall(orders);
    bench.choose("What somebody may know");
    bench.click("Somebody may know all items");
    bench.click("What is meant: what somebody may know");
    bench.see_part("Somebody may know any number of items of a basket");
}
