//! The card that says how things stand: of the data, of the release, and of neither.

use crate::bench::Bench;
use cloakroom_core::method::MethodName;
use cloakroom_engine::change::Change;

const PEOPLE: &str = "name,age,zip,disease\n\
    Ann,30,14240,Flu\nBob,30,14240,HIV\nCid,30,14240,Flu\n\
    Dan,31,14241,Asthma\nEve,31,14241,Flu\nFay,40,14242,HIV\n";

#[test]
fn a_promise_that_every_table_keeps_is_not_called_kept() {
    let mut bench = Bench::on_recipe(PEOPLE, 1);
    bench.turn(false);
    bench.see_part("k = 1 promises nothing.");
    assert!(!bench.sees_part("Satisfied"));
    assert!(bench.green().is_empty());
    bench.go("Release");
    bench.see("k = 1 promises nothing: it holds of every table.");
    assert!(bench.green().is_empty());
    bench.change(Change::SetK(Some(2)));
    bench.see("1 record violates");
    bench.change(Change::SetSuppression(0.2));
    bench.see("Satisfied without 1 record");
    assert!(!bench.green().is_empty());
}

#[test]
fn the_card_says_whether_there_is_a_release() {
    let mut bench = Bench::on_recipe(PEOPLE, 2);
    bench.change(Change::SetMethod(MethodName::Mondrian));
    bench.see("1 record violates");
    bench.see("The release: not made yet.");
    bench.click("Run");
    bench.see("The release keeps it");
    assert!(!bench.sees_part("not made yet"));
    bench.change(Change::SetK(Some(3)));
    bench.see("The release: made with earlier settings.");
}

#[test]
fn an_epsilon_as_wide_as_the_scale_keeps_nobody_apart() {
    let mut bench = Bench::new();
    bench.open_sample("thesis-6.2");
    bench.turn(false);
    bench.change(Change::SetLSd(None));
    bench.see("Satisfied");
    bench.change(Change::SetEpsilon(Some(7.0)));
    assert!(!bench.sees_part("Satisfied"), "{}", bench.labels());
    bench.see_part("everybody would be close to everybody");
}
