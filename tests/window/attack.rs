//! Attacks in the window as users walk through them, by label.

use crate::bench;

use bench::Bench;
use cloakroom::ui::actions::{Action, AttackAction, CompareTab};
use cloakroom_engine::change::Change;
use egui::{Key, Modifiers};
use std::fmt::Write;

const PEOPLE: &str = "name,age,zip,disease\n\
    Ann,30,14240,Flu\nBob,30,14240,HIV\nCid,30,14240,Flu\n\
    Dan,31,14241,Asthma\nEve,31,14241,Asthma\nFay,40,14242,HIV\n";

fn people_attacked(known: &str) -> Bench {
    let mut bench = Bench::on_recipe(PEOPLE, 2);
    bench.change(Change::SetSuppression(0.2));
    bench.send(Action::ShowCompare(CompareTab::Attack));
    let file = bench.write("voters.csv", known);
    bench.click("Open known people");
    bench.type_into("Path of the known people", file.to_str().unwrap());
    bench.click_button("Open");
    bench
}

#[test]
fn the_papers_alice_is_found_in_the_table_and_not_in_the_release() {
    let mut bench = Bench::new();
    bench.open_sample("thesis-6.1");
    bench.go("Compare");
    bench.tab("Attack");
    bench.see_part("stay in house");
    bench.rest();
    bench.click("Use the known people beside the data");
    bench.see("Known people: known.csv");
    bench.see("3 rows");
    bench.rest();
    bench.click("Try the attack");
    bench.see("1 person is found");
    bench.see("found outright: 1");
    bench.see_part("best guess 100 %, promised 50 %");
    bench.see("Known people");
    bench.see("Learned about issue 4");
    bench.see("revealed: 2");
    bench.send(Action::OnAttack(AttackAction::Select(Some(0))));
    bench.see_part("Alice: 1 person fits, so that they are found");
    bench.see("Candidate records");
    bench.see_part("1 candidate as they stand");
    bench.rest();
    bench.click("Close the candidates");
    assert!(!bench.sees_part("Candidate records"));

    bench.click("Last release");
    bench.see_part("Run the method first");
    bench.see_part("What is tried has changed since");
    bench.click("Run");
    bench.click("Try the attack");
    bench.see("Nobody is found");
    bench.see_part("No guess beats the promised 1/k = 50 %");
    bench.see("fewer than k candidates: 0");
    bench.see("What the release tells alone");
    bench.send(Action::OnAttack(AttackAction::Select(Some(0))));
    bench.see_part("as they would be released");
    bench.change(Change::SetK(Some(3)));
    bench.see_part("an attack on an earlier release");
    bench.rest();
}

#[test]
fn words_are_explained_and_ratings_known_exactly() {
    let mut bench = Bench::new();
    bench.open_sample("thesis-6.1");
    let file = bench.write("who.csv", "who,issue 1,issue 2\nAlice,fabulous,1\n");
    bench.send(Action::ShowCompare(CompareTab::Attack));
    bench.send(Action::OnAttack(AttackAction::Open(file)));
    bench.click("Try the attack");
    bench.see_part("is neither a rating from 1 to 6 nor a word that is known");
    bench.click("Words");
    bench.see("Words that are understood");
    bench.see_part("excellent, top, great");
    bench.see("5 to 6");
    bench.type_into("A new word", "Fabulous");
    bench.click("Add the word");
    bench.see("fabulous");
    bench.key(Modifiers::NONE, Key::Escape);
    bench.settle();
    bench.see("Words, 1 of your own");
    bench.click("Try the attack");
    // On all of the scale: everybody who rated issue 2 as a one.
    bench.see("1 person is found");
    // A row per rating needs no pairs.
    let file = bench.write(
        "long.csv",
        "who,issue,rating\nAlice,issue 1,top\nAlice,issue 2,awful\n",
    );
    bench.send(Action::OnAttack(AttackAction::Open(file)));
    bench.see_part("A row per rating");
    bench.click("Try the attack");
    bench.see("1 person is found");
    bench.send(Action::OnAttack(AttackAction::Select(Some(0))));
    bench.see("Candidate records");
    bench.rest();
}

#[test]
fn columns_are_mapped_by_hand_and_left_aside() {
    let mut bench = people_attacked("who,Age,place\nDan,31,14241\nFay,40,14242\nZoe,99,1\n");
    bench.see("Known people: voters.csv");
    // Written alike: suggested. The place is not, and the zip can be chosen for it.
    bench.click("Try the attack");
    bench.see("known people: 3");
    bench.see("in the data: 2");
    bench.see("found outright: 1");
    bench.choose("What place is");
    bench.menu("zip");
    bench.see_part("What is tried has changed since");
    bench.click("Try again");
    bench.see("found outright: 1");
    bench.choose("What Age is");
    bench.menu("not used");
    bench.choose("What place is");
    bench.menu("not used");
    bench.click("Try the attack");
    bench.see_part("have no column in common");
    // A mapping that fits nothing.
    bench.choose("What place is");
    bench.menu("age");
    bench.click("Try the attack");
    bench.see_part("No value of \"place\" fits any cell of \"age\"");
    bench.rest();
}

#[test]
fn a_column_beyond_the_promise_is_said_to_be_so() {
    let mut bench = people_attacked("who,age,disease\nAnn,30,Flu\nBob,30,HIV\n");
    bench.click("Run");
    bench.click("Last release");
    bench.click("Try the attack");
    bench.see("Nobody is found");
    bench.see("revealed: 0");
    bench.choose("What disease is");
    bench.menu("disease");
    bench.click("Try the attack");
    bench.see("1 person is found");
    bench.see("known as supposed: 0");
    bench.see_part("no quasi-identifier");
    bench.rest();
}

/// Dan and Eve hide behind each other, and share what they have.
#[test]
fn what_is_revealed_is_part_of_the_verdict() {
    let mut bench = people_attacked("who,age\nDan,31\n");
    bench.turn(false);
    bench.click("Try the attack");
    bench.see("Nobody is found, but 1 value is revealed");
}

#[test]
fn nobody_is_found_is_no_verdict_before_something_is_promised() {
    let mut bench = people_attacked("who,age\nAnn,30\n");
    bench.turn(false);
    bench.click("Try the attack");
    bench.see("Nobody is found");
    assert!(!bench.green().is_empty());
    // What was found before stays on the screen.
    bench.change(Change::SetK(None));
    bench.see("Nobody is found");
    let green = bench.green();
    assert!(green.is_empty(), "{green:?}");
}

#[test]
fn people_of_the_table_are_tried_without_any_file() {
    for sample in ["thesis-3.1", "thesis-6.2", "paper-fig1"] {
        let mut bench = Bench::new();
        bench.open_sample(sample);
        bench.go("Compare");
        bench.tab("Attack");
        bench.click("Use people of this table");
        bench.see("Known people: people of this table");
        bench.click("Try the attack");
        bench.see_part("known people: ");
        bench.see_part("in the data: ");
        assert!(!bench.sees_part("in common"), "{}", bench.labels());
        // Once there is a release, that is what they are tried on.
        bench.click("Remove the known people");
        bench.click("Run");
        bench.click("Use people of this table");
        bench.click("Try the attack");
        bench.see_part("in the release: ");
        bench.rest();
    }
}

#[test]
fn bad_files_are_refused_in_one_sentence() {
    let mut bench = people_attacked("a,b\n1,2\n");
    bench.click("Try the attack");
    bench.see_part("The file of known people and the release have no column in common");
    bench.click("Open another file of known people");
    bench.type_into("Path of the known people", "/nowhere/known.csv");
    bench.click_button("Open");
    bench.see_part("there is no such file");
    let empty = bench.write("empty.csv", "name,age\n");
    bench.send(Action::OnAttack(AttackAction::Open(empty)));
    bench.see_part("no records");
    bench.click("Remove the known people");
    assert!(!bench.sees_part("no records"));
    bench.see("Open known people");
    bench.see("Use people of this table");
    bench.rest();
}

#[test]
fn baskets_are_attacked_by_their_items() {
    let mut bench = Bench::new();
    bench.open_sample("paper-fig1");
    let file = bench.write("seen.csv", "who,seen,also\nAnn,a,b\nBob,i,\n");
    bench.send(Action::ShowCompare(CompareTab::Attack));
    bench.send(Action::OnAttack(AttackAction::Open(file)));
    bench.click("Try the attack");
    bench.see("known people: 2");
    bench.send(Action::OnAttack(AttackAction::Select(Some(0))));
    bench.see_part("Ann: ");
    bench.choose("What also is");
    bench.menu("not used");
    bench.click("Try again");
    bench.see("known people: 2");
    bench.rest();
}

#[test]
fn many_known_people_are_listed_sorted_and_scrolled_in_a_frame() {
    let mut known = String::from("who,age\n");
    for person in 0..20_000 {
        let _ = writeln!(known, "p{person},{}", 20 + person % 40);
    }
    let mut bench = people_attacked(&known);
    bench.click("Try the attack");
    bench.see("known people: 20,000");
    bench.header("best guess");
    bench.header("person");
    bench.header("candidates");
    bench.rest();
}

#[test]
fn a_project_remembers_nothing_of_an_attack() {
    let mut bench = people_attacked("who,age\nAnn,30\n");
    bench.click("Try the attack");
    let path = bench.path("people.cloak");
    bench.key(Modifiers::COMMAND | Modifiers::SHIFT, Key::S);
    bench.settle();
    bench.type_into("Path of the project (.cloak)", path.to_str().unwrap());
    bench.click("Save");
    let text = std::fs::read_to_string(&path).unwrap();
    assert!(!text.contains("voters") && !text.contains("Ann"), "{text}");
    bench.open(&path);
    bench.see("Open known people");
}
