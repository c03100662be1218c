//! The program: what it prints and how it ends.
#![allow(clippy::unwrap_used)]

mod work;

use serde_json::{Value, json};
use std::process::{Command, Output};
use work::Work;

fn run(arguments: &[&str]) -> Output {
    let program = env!("CARGO_BIN_EXE_cloakroom-verify");
    Command::new(program).args(arguments).output().unwrap()
}

fn released() -> Work {
    Work::new(
        "age\n30\n30\n",
        json!({
            "tool": "cloakroom 0.1.0",
            "kind": "microdata",
            "file": "release.csv",
            "format": "csv",
            "roles": { "identifier": [], "quasi": ["age"], "sensitive": [], "insensitive": [] },
            "requirement": { "k": 2 },
            "method": "none",
            "rows_shuffled": true,
            "formulas_escaped": false
        }),
    )
}

#[test]
fn it_ends_as_the_answer_is() {
    let work = released();
    let folder = work.path("");
    let folder = folder.to_str().unwrap();
    let ran = run(&[folder]);
    assert_eq!(ran.status.code(), Some(0));
    assert!(String::from_utf8_lossy(&ran.stdout).starts_with("Satisfied: 2 records"));
    let ran = run(&["--json", folder]);
    let answer: Value = serde_json::from_slice(&ran.stdout).unwrap();
    assert_eq!(answer["satisfied"], true);
    assert_eq!(answer["warnings"], json!([]));
    work.write("release.csv", "age\n30\n31\n");
    let ran = run(&[folder, "--json"]);
    assert_eq!(ran.status.code(), Some(1));
    let answer: Value = serde_json::from_slice(&ran.stdout).unwrap();
    assert_eq!(answer["violating_rows"], json!([0, 1]));
    work.remove("certificate.json");
    let ran = run(&[folder]);
    assert_eq!(ran.status.code(), Some(2));
    assert!(ran.stdout.is_empty());
    assert_eq!(String::from_utf8_lossy(&ran.stderr).lines().count(), 1);
}

#[test]
fn bad_arguments_are_told() {
    for arguments in [&[][..], &["--jason", "x"], &["a", "b"]] {
        let ran = run(arguments);
        assert_eq!(ran.status.code(), Some(2), "{arguments:?}");
        assert!(String::from_utf8_lossy(&ran.stderr).contains("Usage"));
    }
    assert_eq!(run(&["--help"]).status.code(), Some(0));
    let version = run(&["--version"]);
    assert!(String::from_utf8_lossy(&version.stdout).starts_with("cloakroom-verify "));
}
