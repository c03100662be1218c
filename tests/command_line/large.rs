//! `check`, `solve`, `release` and `verify` of a table that is read in batches.

use crate::work;

use flate2::Compression;
use flate2::write::GzEncoder;
use serde_json::{Value, json};
use std::fmt::Write as _;
use std::io::Write as _;
use work::Work;

const HIERARCHIES: &str = "[hierarchies.age]\nintervals = [5, 20]\n[hierarchies.zip]\nmask = 4\n";

fn data(rows: usize) -> String {
    let mut text = String::from("name,age,zip,disease,visits\n");
    for row in 0..rows {
        let disease = ["flu", "cold", "asthma", "\"two\nlines\"", "NA"][row * row % 5];
        let _ = writeln!(
            text,
            "p{row},{},{},{disease},{}",
            20 + row * 7 % 40,
            1000 + row * 13 % 30,
            row % 9
        );
    }
    text
}

/// A recipe that reads the data as a whole, and one that reads them in batches.
fn two(rows: usize, require: &str, more: &str) -> Work {
    let work = Work::new();
    work.write("people.csv", data(rows));
    both(&work, "people.csv", require, more);
    work
}

fn roles() -> String {
    format!("{}insensitive = [\"visits\"]\n", work::ROLES)
}

fn both(work: &Work, file: &str, require: &str, more: &str) {
    for (name, batches) in [("whole.toml", false), ("recipe.toml", true)] {
        work.write(
            name,
            format!(
                "[data]\npath = \"{file}\"\nkind = \"microdata\"\nbatches = {batches}\n{}{HIERARCHIES}\
                 [require]\n{require}\n{more}\n",
                roles()
            ),
        );
    }
}

fn without_metrics(mut answer: Value) -> Value {
    if let Some(answer) = answer.as_object_mut() {
        answer.remove("metrics");
        answer.remove("notes");
    }
    answer
}

#[test]
fn the_check_is_that_of_the_whole_table() {
    for require in [
        "k = 3",
        "k = 2\nsuppression = 0.3",
        "k = 2\nl = { entropy = 1.5 }\nt = 0.4",
        "k = 1",
    ] {
        let work = two(400, require, "");
        let check = |recipe: &str| work.run(&["check", recipe, "--json"]);
        let (whole, batches) = (check("whole.toml"), check("recipe.toml"));
        assert_eq!(batches.err, "");
        assert_eq!(batches.status, whole.status);
        assert_eq!(batches.json(), whole.json(), "{require}");
    }
}

#[test]
fn open_parameters_are_solved() {
    let work = two(400, "k = \"?\"\np = \"?\"\nsuppression = 0.5", "");
    let solve = |recipe: &str| work.run(&["solve", recipe, "--json"]).json();
    assert_eq!(solve("recipe.toml"), solve("whole.toml"));
}

#[test]
fn rows_that_break_what_was_solved_are_listed() {
    let work = two(400, "k = \"?\"\nt = \"?\"\nsuppression = 0.2", "");
    let solve = |recipe: &str| work.run(&["solve", recipe, "--json"]).json();
    let whole = solve("whole.toml");
    assert_ne!(whole["check"]["violating_rows"], json!([]));
    assert_eq!(solve("recipe.toml"), whole);
}

#[test]
fn without_shuffling_the_release_is_the_same_file() {
    for format in ["csv", "parquet"] {
        let more = format!(
            "[method]\nname = \"optimal\"\n[release]\nshuffle = false\nformat = \"{format}\"\n"
        );
        let work = two(3000, "k = 5\nsuppression = 0.05", &more);
        let release = |recipe: &str, out: &str| {
            let ran = work.run(&["release", recipe, "--out", out, "--json"]);
            ran.expect(0).json()
        };
        let (whole, batches) = (
            release("whole.toml", "whole"),
            release("recipe.toml", "out"),
        );
        assert_eq!(without_metrics(batches.clone()), without_metrics(whole));
        assert!(
            batches["notes"][0]
                .as_str()
                .unwrap()
                .contains("query_error")
        );
        let name = format!("release.{format}");
        assert!(work.bytes(&format!("out/{name}")) == work.bytes(&format!("whole/{name}")));
        assert_eq!(work.entries("out"), work.entries("whole"));
        for file in [".audit.json", ".report.html"] {
            assert!(work.path(&format!("out{file}")).is_file());
        }
        work.run(&["verify", "out"]).expect(0);
        let audit: Value = serde_json::from_str(&work.read("out.audit.json")).unwrap();
        assert_eq!(audit["left_out_rows"], batches["suppressed_rows"]);
        assert!(audit["recipe"].as_str().unwrap().contains("batches = true"));
        assert_eq!(audit["columns"][4]["column"], "visits");
        assert!(audit["columns"][4].get("values_before").is_none());
    }
}

#[test]
fn shuffled_rows_come_in_the_order_of_a_table_in_memory() {
    let work = two(3000, "k = 5", "[method]\nname = \"samarati\"\n");
    for (recipe, out) in [
        ("whole.toml", "whole"),
        ("recipe.toml", "out"),
        ("recipe.toml", "again"),
    ] {
        work.run(&["release", recipe, "--out", out]).expect(0);
    }
    let bytes = |folder: &str| work.bytes(&format!("{folder}/release.csv"));
    assert!(bytes("out") == bytes("again"));
    assert!(bytes("out") == bytes("whole"));
    assert_eq!(work.entries("."), {
        let mut expected = vec!["people.csv", "recipe.toml", "whole.toml"];
        for out in ["whole", "out", "again"] {
            expected.push(out);
        }
        let mut expected: Vec<String> = expected.into_iter().map(str::to_owned).collect();
        for out in ["whole", "out", "again"] {
            expected.push(format!("{out}.audit.json"));
            expected.push(format!("{out}.report.html"));
        }
        expected.sort();
        expected
    });
}

#[test]
fn a_parquet_file_is_read_in_batches() {
    let work = two(
        3000,
        "k = 1",
        "[release]\nformat = \"parquet\"\nshuffle = false\n",
    );
    work.run(&["release", "whole.toml", "--out", "source"])
        .expect(0);
    let more = "[method]\nname = \"optimal\"\n[release]\nshuffle = false\n";
    work.write("moved.parquet", work.bytes("source/release.parquet"));
    both(&work, "moved.parquet", "k = 5", more);
    for recipe in ["whole.toml", "recipe.toml"] {
        // The names are gone.
        work.replace(recipe, "identifier = [\"name\"]", "identifier = []");
    }
    let check = |recipe: &str| work.run(&["check", recipe, "--json"]).json();
    assert_eq!(check("recipe.toml"), check("whole.toml"));
    work.run(&["release", "whole.toml", "--out", "whole"])
        .expect(0);
    work.run(&["release", "recipe.toml", "--out", "out"])
        .expect(0);
    assert!(work.bytes("out/release.csv") == work.bytes("whole/release.csv"));
    let bytes = work.bytes("moved.parquet");
    work.write("moved.parquet", &bytes[..bytes.len() / 2]);
    work.run(&["check", "recipe.toml"])
        .refused(&["moved.parquet"]);
}

#[test]
fn packed_files_are_read_too() {
    let work = two(400, "k = 3", "");
    let mut packed = GzEncoder::new(Vec::new(), Compression::fast());
    packed.write_all(data(400).as_bytes()).unwrap();
    let whole = work.run(&["check", "whole.toml", "--json"]).json();
    work.write("people.csv.gz", packed.finish().unwrap());
    both(&work, "people.csv.gz", "k = 3", "");
    assert_eq!(work.run(&["check", "recipe.toml", "--json"]).json(), whole);
}

#[test]
fn faults_are_told_with_their_place() {
    let work = two(10, "k = 2", "");
    let mut text = String::from("name,age,zip,disease,visits\n");
    for row in 0..300_000u32 {
        let _ = writeln!(text, "p{row},{},{},flu,1", row % 90, row % 100);
    }
    let whole = text.clone();
    text += "x,1,2\n";
    for row in 0..10_000u32 {
        let _ = writeln!(text, "p{row},{},{},flu,1", row % 90, row % 100);
    }
    work.write("people.csv", &text);
    let told = |recipe: &str| work.run(&["check", recipe]).err;
    assert!(
        told("recipe.toml").contains("people.csv, line 300002, column 4"),
        "{}",
        told("recipe.toml")
    );
    assert_eq!(told("recipe.toml"), told("whole.toml"));
    work.write("people.csv", whole.clone() + "x,\"1\" 2,3,4,5\n");
    assert_eq!(told("recipe.toml"), told("whole.toml"));
    work.write("people.csv", whole.clone() + "x,\"1,3,4,5\n");
    assert_eq!(told("recipe.toml"), told("whole.toml"));
    let mut latin = whole.into_bytes();
    latin.extend_from_slice(b"x,1,2,gr\xfcn,5\n");
    work.write("people.csv", latin);
    assert_eq!(told("recipe.toml"), told("whole.toml"));
    let records = |recipe: &str| work.run(&["check", recipe, "--json"]).json()["records"].clone();
    assert_eq!(
        (records("recipe.toml"), records("whole.toml")),
        (json!(300_001), json!(300_001))
    );
    work.write("people.csv", "name,age,zip,disease,visits\n");
    assert_eq!(told("recipe.toml"), told("whole.toml"));
    work.write("people.csv", "");
    assert_eq!(told("recipe.toml"), told("whole.toml"));
}

#[test]
fn what_needs_single_records_is_refused_by_name() {
    let work = two(50, "k = 2", "[method]\nname = \"mondrian\"\n");
    work.release("out")
        .refused(&["mondrian needs every record by itself", "optimal"]);
    assert!(!work.path("out").exists());
    both(&work, "people.csv", "k = 2", "[release]\nsql = true\n");
    work.release("out").refused(&["release.sql"]);
    both(&work, "people.csv", "k = 2", "");
    let out = [
        "release",
        "recipe.toml",
        "--out",
        "out",
        "--methods",
        "optimal,none",
    ];
    work.run(&out).refused(&["--methods"]);
    work.run(&["risk", "recipe.toml"])
        .refused(&["in batches", "check, solve, release and verify"]);
    work.run(&["sweep", "recipe.toml", "--vary", "k=2..3"])
        .refused(&["in batches"]);
}

#[test]
fn batches_are_for_tables() {
    let work = two(5, "k = 2", "");
    work.replace("recipe.toml", "\"microdata\"", "\"transactions\"");
    work.replace("recipe.toml", &roles(), "");
    work.replace("recipe.toml", HIERARCHIES, "");
    work.run(&["check", "recipe.toml"])
        .refused(&["batches are for tables of records"]);
    let work = two(5, "k = 2", "");
    work.replace("recipe.toml", "batches = true", "batches = 3");
    work.run(&["check", "recipe.toml"])
        .refused(&["data.batches"]);
    work.replace("recipe.toml", "batches = 3", "batches = true");
    work.replace(
        "recipe.toml",
        "quasi = [\"age\", \"zip\"]",
        "quasi = [\"age\", \"zipp\"]",
    );
    work.run(&["check", "recipe.toml"])
        .refused(&["recipe.toml, line 7", "zipp"]);
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_leaves_nothing() {
    let work = two(3000, "k = 2", "[method]\nname = \"optimal\"\n");
    // Files may not grow beyond so many blocks of 512 bytes.
    let script = format!(
        "ulimit -f 20; trap '' XFSZ; exec '{}' release recipe.toml --out out",
        env!("CARGO_BIN_EXE_cloakroom")
    );
    let ran = std::process::Command::new("sh")
        .args(["-c", &script])
        .current_dir(work.folder())
        .output()
        .unwrap();
    work::Ran::from(ran).refused(&["cannot write"]);
    assert_eq!(
        work.entries("."),
        ["people.csv", "recipe.toml", "whole.toml"]
    );
}
