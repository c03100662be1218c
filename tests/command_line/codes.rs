//! Codes of values and their labels, from a file of Stata to a release for Stata.

use super::work::Work;
use cloakroom_core::codebook::Codebook;
use cloakroom_core::io::load::load;
use cloakroom_core::{LoadOptions, Progress, Table};
use serde_json::Value;

/// Six people: their sex (1 male, 2 female, and letters for what is missing) and a scale from 1 (low) to 5 (high) on which only
/// these two have labels.
const PEOPLE: &[u8] = include_bytes!("../../crates/core/src/io/statistics/fixtures/missing.dta");

/// The list of codes of the file is declared.
const KEPT: &str = "codes = \"file\"";

fn recipe(prepare: &str, release: &str) -> String {
    format!(
        "[data]\npath = \"people.dta\"\n{prepare}\n[roles]\nquasi = [\"sex\"]\nothers = \"insensitive\"\nconfirmed = \
         [\"grade\"]\n[require]\nk = 1\n[method]\nname = \"none\"\n[release]\nformat = \"stata\"\n{release}\n"
    )
}

fn released(work: &Work, people: &[u8], recipe: &str, out: &str) -> (Table, Codebook) {
    work.write("people.dta", people);
    work.write("recipe.toml", recipe);
    work.run(&["release", "recipe.toml", "--out", out])
        .expect(0);
    work.run(&["verify", out]).expect(0);
    let path = work.path(&format!("{out}/release.dta"));
    let loaded = load(&path, &LoadOptions::default(), &Progress::default()).unwrap();
    let codebook = loaded.understood.codebook;
    (loaded.dataset.into_records_table().unwrap(), codebook)
}

fn codes(codebook: &Codebook, column: &str) -> Vec<(i32, String)> {
    codebook.columns[column].codes.clone().into_iter().collect()
}

fn pairs(pairs: &[(i32, &str)]) -> Vec<(i32, String)> {
    let pairs = pairs.iter().map(|&(code, label)| (code, label.to_owned()));
    pairs.collect()
}

#[test]
fn released_values_keep_the_codes_of_the_file_and_the_certificate_lists_them() {
    let work = Work::new();
    let (table, book) = released(&work, PEOPLE, &recipe("", KEPT), "out");
    assert_eq!(codes(&book, "sex"), pairs(&[(1, "male"), (2, "female")]));
    assert_eq!(codes(&book, "grade"), pairs(&[(1, "low"), (5, "high")]));
    let mut grades: Vec<&str> = table.column("grade").unwrap().dictionary().iter().collect();
    grades.sort_unstable();
    assert_eq!(grades, ["2", "3", "4", "high", "low"]);
    let certificate: Value = serde_json::from_str(&work.read("out/certificate.json")).unwrap();
    let declared = &certificate["declared"]["codes"];
    assert_eq!(
        *declared,
        serde_json::json!({"grade": {"high": 5, "low": 1}, "sex": {"female": 2, "male": 1}})
    );
    // By their letters, if nothing is said: then nothing is declared of them.
    let (_, book) = released(&work, PEOPLE, &recipe("", ""), "letters");
    assert_eq!(codes(&book, "sex"), pairs(&[(1, "female"), (2, "male")]));
    let certificate = work.read("letters/certificate.json");
    assert!(!certificate.contains("\"codes\""), "{certificate}");
}

#[test]
fn codes_that_are_not_those_of_the_certificate_are_seen() {
    let work = Work::new();
    released(&work, PEOPLE, &recipe("", KEPT), "out");
    let certificate = work.read("out/certificate.json");
    let other = certificate.replace("\"female\": 2", "\"female\": 3");
    assert_ne!(other, certificate);
    work.write("out/certificate.json", other);
    let told = work.run(&["verify", "out"]);
    assert_ne!(told.status, 0, "{}", told.out);
}

/// Two files with one list of codes: the codes and labels of records that are not released show in nothing that travels.
#[test]
fn what_is_not_released_shows_in_no_code() {
    let mut others = PEOPLE.to_vec();
    let four = 4f64.to_le_bytes();
    let places: Vec<usize> = (0..others.len() - 8)
        .filter(|&at| others[at..at + 8] == four)
        .collect();
    let [at] = places[..] else {
        panic!("the scale has one 4");
    };
    others[at..at + 8].copy_from_slice(&5f64.to_le_bytes());
    let prepare = "[[prepare.steps]]\nkeep = \"grade <> '4' AND grade <> 'high'\"";
    let work = Work::new();
    let (_, book) = released(&work, PEOPLE, &recipe(prepare, KEPT), "one");
    assert_eq!(codes(&book, "grade"), pairs(&[(1, "low")]));
    released(&work, &others, &recipe(prepare, KEPT), "other");
    let entries = work.entries("one");
    assert_eq!(entries, work.entries("other"));
    for file in entries {
        let read = |out: &str| std::fs::read(work.path(&format!("{out}/{file}"))).unwrap();
        assert!(read("one") == read("other"), "{file} differs");
    }
}

#[test]
fn names_that_the_format_cannot_hold_are_refused_before_any_work() {
    let work = Work::new();
    work.write("people.csv", "marital-status,age\nx,1\nx,2\n");
    work.write(
        "recipe.toml",
        "[data]\npath = \"people.csv\"\n[roles]\nquasi = [\"marital-status\"]\nsensitive = [\"age\"]\n[require]\nk = \
         2\n[release]\nformat = \"stata\"\n",
    );
    let refused = work
        .run(&["release", "recipe.toml", "--out", "out"])
        .expect(2);
    assert!(
        refused
            .err
            .contains("cannot have a column named \"marital-status\""),
        "{}",
        refused.err
    );
}
