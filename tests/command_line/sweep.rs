//! `cloakroom sweep`.

use crate::work;

use work::Work;

fn people() -> Work {
    let work = Work::with_people("k = 2");
    work.recipe("k = 2\nsuppression = 0.2", "");
    work
}

#[test]
fn every_setting_is_a_row() {
    let answer = people()
        .run(&[
            "sweep",
            "recipe.toml",
            "--vary",
            "k=1..3",
            "--vary",
            "suppression=0,0.5",
            "--json",
        ])
        .expect(0)
        .json();
    let rows = answer["rows"].as_array().unwrap();
    let settings: Vec<(u64, f64, bool)> = rows
        .iter()
        .map(|row| {
            assert_eq!(row["method"], "none");
            assert!(row["seconds"].as_f64().unwrap() >= 0.0);
            (
                row["k"].as_u64().unwrap(),
                row["suppression"].as_f64().unwrap(),
                row["satisfied"].as_bool().unwrap(),
            )
        })
        .collect();
    // Classes of 3, 2 and 1 records.
    assert_eq!(
        settings,
        [
            (1, 0.0, true),
            (1, 0.5, true),
            (2, 0.0, false),
            (2, 0.5, true),
            (3, 0.0, false),
            (3, 0.5, true),
        ]
    );
    assert_eq!(rows[3]["records_left_out"], 1);
    assert_eq!(rows[3]["metrics"]["dm"], 13.0);
    assert_eq!(rows[5]["metrics"]["cavg"], 1.0);
    assert!(rows[2]["metrics"].as_object().unwrap().is_empty());
    assert!(!rows[2]["why"].as_str().unwrap().is_empty());
}

#[test]
fn a_row_is_what_a_release_measures() {
    let work = people();
    let row = work
        .run(&["sweep", "recipe.toml", "--vary", "k=2", "--json"])
        .expect(0)
        .json()["rows"][0]
        .clone();
    let released = work.release("out").expect(0).json();
    assert_eq!(row["metrics"], released["metrics"]);
}

#[test]
fn methods_stand_beside_each_other_and_neighbours_share_their_work() {
    let work = people();
    let sweep = |vary: &str| {
        work.run(&[
            "sweep",
            "recipe.toml",
            "--vary",
            vary,
            "--methods",
            "none,optimal",
            "--json",
        ])
        .expect(0)
        .json()["rows"]
            .clone()
    };
    let all = sweep("k=2,4,5");
    let methods: Vec<&str> = all
        .as_array()
        .unwrap()
        .iter()
        .map(|row| row["method"].as_str().unwrap())
        .collect();
    assert_eq!(
        methods,
        ["none", "none", "none", "optimal", "optimal", "optimal"]
    );
    // k = 4 and k = 5 need the same levels; measured after each other or alone, they are the same.
    assert_eq!(all[4]["levels"], all[5]["levels"]);
    assert_eq!(all[5]["metrics"], sweep("k=5")[1]["metrics"]);
}

#[test]
fn people_get_a_table_and_spreadsheets_another() {
    let work = people();
    let sweep = |form: &[&str]| {
        let mut arguments = vec!["sweep", "recipe.toml", "--vary", "k=2..3"];
        arguments.extend(form);
        work.run(&arguments).expect(0).out
    };
    let words = sweep(&[]);
    let lines: Vec<&str> = words.lines().collect();
    assert_eq!(lines.len(), 3, "{words}");
    assert!(lines[0].starts_with("method  k  left out"), "{words}");
    assert!(lines[1].starts_with("none    2         1"), "{words}");
    assert!(lines[2].contains("not reached: "), "{words}");
    let csv = sweep(&["--csv"]);
    let lines: Vec<&str> = csv.lines().collect();
    assert!(lines[0].starts_with("method,k,satisfied,records_left_out,loss,"));
    assert!(lines[1].starts_with("none,2,true,1,"));
    assert!(lines[2].starts_with("none,3,false,,"));
}

#[test]
fn bad_ranges_are_a_sentence() {
    let work = people();
    let refused = |more: &[&str], said: &[&str]| {
        let mut arguments = vec!["sweep", "recipe.toml"];
        arguments.extend(more);
        work.run(&arguments).refused(said);
    };
    refused(&[], &["--vary"]);
    refused(&["--vary", "k=9..2"], &["k=9..2", "ends before it begins"]);
    refused(&["--vary", "size=1"], &["expected one of k, l.distinct"]);
    refused(&["--vary", "k=2", "--vary", "k=3"], &["k varies twice"]);
    refused(
        &["--vary", "k=2", "--methods", "magic"],
        &["magic", "optimal"],
    );
    refused(
        &["--vary", "k=1..200", "--vary", "p=1..200"],
        &["more than 10000 settings"],
    );
    refused(&["--vary", "p_plus=2"], &["recipe.toml", "categories"]);
    refused(&["--vary", "k=2", "--json", "--csv"], &["cannot be used"]);
}
