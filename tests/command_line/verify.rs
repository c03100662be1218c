//! `cloakroom verify`: what was tampered with is caught, what is no release is told.

use crate::work;

use serde_json::json;
use work::Work;

fn released() -> Work {
    let work = Work::with_people("k = 2\nsuppression = 0.2");
    work.release("out").expect(0);
    work
}

#[test]
fn an_untouched_release_passes() {
    let work = released();
    let answer = work.run(&["verify", "out", "--json"]).expect(0).json();
    assert_eq!(answer["satisfied"], true);
    assert_eq!(answer["hash_matches"], true);
    assert_eq!(answer["faults"], json!([]));
    assert_eq!(answer["records"], 5);
    assert_eq!(answer["requirements"][0]["name"], "k");
    // How many were left out cannot be seen, and is not claimed.
    assert_eq!(answer["requirements"].as_array().unwrap().len(), 1);
    assert_eq!(answer["columns"]["known"], json!(["age", "zip"]));
    assert_eq!(answer["columns"]["removed"], json!(["name"]));
    let words = work.run(&["verify", "out"]).expect(0).out;
    for said in [
        "it holds for what the certificate calls known: age, zip",
        "Taken as sensitive: disease",
        "Said to have been removed: name",
        "chosen by whoever wrote the certificate",
    ] {
        assert!(words.contains(said), "{said}: {words}");
    }
}

#[test]
fn it_needs_nothing_but_the_folder() {
    let work = released();
    let elsewhere = Work::new();
    for file in work.entries("out") {
        elsewhere.write(&format!("copy/{file}"), work.bytes(&format!("out/{file}")));
    }
    elsewhere.run(&["verify", "copy"]).expect(0);
}

#[test]
fn a_changed_cell_is_caught_by_hash_and_by_definition() {
    let work = released();
    work.replace("out/release.csv", "40,2000", "41,2000");
    let answer = work.run(&["verify", "out", "--json"]).expect(1).json();
    assert_eq!(answer["hash_matches"], false);
    assert_eq!(answer["requirements"][0]["reached"], 1);
    assert_eq!(answer["violating_rows"].as_array().unwrap().len(), 2);
}

#[test]
fn a_removed_row_is_caught() {
    let work = released();
    work.replace("out/release.csv", "30,1000,flu\n", "");
    let answer = work.run(&["verify", "out", "--json"]).expect(1).json();
    assert_eq!(answer["hash_matches"], false);
    assert!(
        answer["faults"]
            .to_string()
            .contains("4 records where the certificate says 5")
    );
}

#[test]
fn a_changed_promise_is_caught() {
    for (old, new) in [
        (
            "\"k\": 2,\n      \"suppression\"",
            "\"k\": 3,\n      \"suppression\"",
        ),
        ("\"k\": 2,\n    \"classes\"", "\"k\": 3,\n    \"classes\""),
        ("\"records\": 5", "\"records\": 6"),
        ("\"prosecutor_max\": 0.5", "\"prosecutor_max\": 0.05"),
        (
            "\"identifier\": [\n        \"name\"",
            "\"identifier\": [\n        \"disease\"",
        ),
        (
            "\"sensitive\": [\n        \"disease\"",
            "\"sensitive\": [\n        \"other\"",
        ),
    ] {
        let work = released();
        work.replace("out/certificate.json", old, new);
        let ran = work.run(&["verify", "out"]).expect(1);
        assert!(ran.out.contains("Not satisfied: "), "{new}: {}", ran.out);
    }
}

/// A forger who also puts in the right hash is still caught by the definition.
#[test]
fn a_right_hash_does_not_make_a_promise_true() {
    use sha2::{Digest, Sha256};
    let work = released();
    work.replace("out/release.csv", "40,2000", "41,2000");
    let digest = Sha256::digest(work.bytes("out/release.csv"));
    let hash: String = digest.iter().map(|byte| format!("{byte:02x}")).collect();
    let certificate: serde_json::Value =
        serde_json::from_str(&work.read("out/certificate.json")).unwrap();
    let old = certificate["release_sha256"].as_str().unwrap();
    work.replace("out/certificate.json", old, &hash);
    let answer = work.run(&["verify", "out", "--json"]).expect(1).json();
    assert_eq!(answer["hash_matches"], true);
    assert_eq!(answer["satisfied"], false);
}

#[test]
fn a_file_that_became_unreadable_fails() {
    let work = released();
    work.write("out/release.csv", "age,zip,disease\n30,1000\n");
    let answer = work.run(&["verify", "out", "--json"]).expect(1).json();
    assert_eq!(answer["satisfied"], false);
    assert_eq!(answer["hash_matches"], false);
    assert_eq!(answer["faults"].as_array().unwrap().len(), 2);
}

#[test]
fn what_is_no_release_is_told_in_a_sentence() {
    let work = released();
    work.run(&["verify", "nowhere"])
        .refused(&["nowhere", "no such folder"]);
    work.run(&["verify", "people.csv"])
        .refused(&["people.csv", "it is a file"]);
    work.run(&["verify", "."]).refused(&["certificate.json"]);

    work.write("out/certificate.json", "{\n  \"certificate\": oops");
    work.run(&["verify", "out"])
        .refused(&["certificate.json, line 2", "not a certificate"]);

    let work = released();
    work.replace(
        "out/certificate.json",
        "\"certificate\": 2",
        "\"certificate\": 1",
    );
    work.run(&["verify", "out"]).refused(&["edition 1"]);

    let work = released();
    work.replace(
        "out/certificate.json",
        "\"release.csv\"",
        "\"../people.csv\"",
    );
    work.run(&["verify", "out"])
        .refused(&["expected the released file to be named release.csv"]);

    let work = released();
    std::fs::remove_file(work.path("out/release.csv")).unwrap();
    work.run(&["verify", "out"])
        .refused(&["release.csv is missing"]);
}

#[test]
fn a_changed_report_is_caught_and_so_is_a_missing_one() {
    let work = Work::with_people("k = 1");
    work.release("out").expect(0);
    let report = work.read("out/report.html");
    work.write("out/report.html", report.replace('1', "9"));
    let ran = work.run(&["verify", "out"]).expect(1);
    assert!(
        ran.out.contains("report.html is not the page"),
        "{}",
        ran.out
    );
    std::fs::remove_file(work.path("out/report.html")).unwrap();
    let ran = work.run(&["verify", "out"]).expect(1);
    assert!(ran.out.contains("report.html is missing"), "{}", ran.out);
}

#[test]
fn other_files_in_the_folder_are_refused_by_name() {
    let work = released();
    work.write("out/notes.txt", "mine");
    let ran = work.run(&["verify", "out"]).expect(1);
    assert!(ran.out.contains("\"notes.txt\""), "{}", ran.out);
}

/// What does not follow from the release is in house: neither a number nor a level nor a name of it travels.
#[test]
fn the_folder_tells_nothing_of_who_was_left_out() {
    let work = released();
    let certificate = work.read("out/certificate.json");
    let report = work.read("out/report.html");
    for kept in ["left_out", "loss", "distortion", "level"] {
        assert!(!certificate.contains(kept), "{kept}: {certificate}");
    }
    for kept in ["left_out", "metrics.loss", "Raised to level"] {
        assert!(!report.contains(kept), "{kept}");
    }
    for said in [
        "At most 20 %",
        "What is not promised",
        "Minimality",
        "Pooled releases",
    ] {
        assert!(report.contains(said), "{said}");
    }
}

#[test]
fn a_column_with_two_roles_is_caught() {
    let work = Work::with_people("k = 1");
    work.release("out").expect(0);
    let text = work.read("out/certificate.json");
    let mut certificate: serde_json::Value = serde_json::from_str(&text).unwrap();
    let insensitive = certificate["declared"]["roles"]["insensitive"]
        .as_array_mut()
        .unwrap();
    insensitive.push("zip".into());
    work.write("out/certificate.json", certificate.to_string());
    let ran = work.run(&["verify", "out"]).expect(1);
    assert!(ran.out.contains("\"zip\" two roles"), "{}", ran.out);
}
