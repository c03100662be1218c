//! `cloakroom pool`: what releases tell together, and what is refused.

use crate::work;

use serde_json::{Value, json};
use std::fmt::Write as _;
use work::Work;

/// Twenty ages and twenty places of residence, everybody different.
fn everybody() -> String {
    let mut people = String::from("name,age,zip,disease\n");
    for person in 0..400 {
        let (age, zip) = (20 + person % 20, 10_000 + 100 * (person / 20));
        let disease = ["flu", "cold", "asthma"][person % 3];
        let _ = writeln!(people, "P{person},{age},{zip},{disease}");
    }
    people
}

fn at_levels(work: &Work, age: u32, zip: u32, require: &str, out: &str) {
    work.write(
        "recipe.toml",
        format!(
            "[data]\npath = \"people.csv\"\nkind = \"microdata\"\n\
             [roles]\nidentifier = [\"name\"]\nquasi = [\"age\", \"zip\"]\nsensitive = [\"disease\"]\n\
             [hierarchies]\nage = {{ intervals = [5, 10] }}\nzip = {{ mask = 5 }}\n\
             [require]\n{require}\n\
             [method]\nname = \"levels\"\nlevels = {{ age = {age}, zip = {zip} }}\n"
        ),
    );
    work.release(out).expect(0);
}

fn pooled(work: &Work, status: i32) -> Value {
    work.run(&["pool", "a", "b", "--json"])
        .expect(status)
        .json()
}

#[test]
fn two_releases_that_cross_leave_everybody_alone() {
    let work = Work::new();
    work.write("people.csv", everybody());
    at_levels(&work, 0, 5, "k = 2", "a");
    at_levels(&work, 3, 0, "k = 2", "b");
    let answer = pooled(&work, 1);
    assert_eq!(answer["people"], 400);
    assert_eq!(answer["smallest"], 1);
    assert_eq!(answer["satisfied"], false);
    assert_eq!(answer["violating_rows"].as_array().unwrap().len(), 400);
    assert_eq!(answer["releases"][0]["smallest"], 20);
    assert_eq!(answer["releases"][1]["smallest"], 20);
    assert_eq!(answer["groups"], json!([{"size": 1, "people": 400}]));
    let words = work.run(&["pool", "a", "b"]).expect(1).out;
    assert!(words.contains("400 of 400 records"), "{words}");
    assert!(words.contains("FAIL k: wanted 2, reached 1"), "{words}");
    // Nothing of what is pooled is in the folders.
    assert_eq!(
        work.entries("a"),
        ["certificate.json", "release.csv", "report.html"]
    );
    for name in work.entries("a") {
        assert!(!String::from_utf8_lossy(&work.bytes(&format!("a/{name}"))).contains("class_of"));
    }
}

#[test]
fn a_release_above_another_adds_nothing() {
    let work = Work::new();
    work.write("people.csv", everybody());
    let require = "k = 20\nl = { distinct = 3 }\nt = 0.3";
    at_levels(&work, 1, 3, require, "a");
    at_levels(&work, 2, 4, require, "b");
    let answer = pooled(&work, 0);
    assert_eq!(answer["smallest"], answer["releases"][0]["smallest"]);
    assert_eq!(answer["violating_rows"], json!([]));
    let names: Vec<&str> = answer["requirements"]
        .as_array()
        .unwrap()
        .iter()
        .map(|line| line["name"].as_str().unwrap())
        .collect();
    assert_eq!(names, ["k", "l.distinct", "t"]);
    // The audit files may be named themselves, and the folders may have gone.
    std::fs::remove_dir_all(work.path("a")).unwrap();
    let again = work.run(&["pool", "a.audit.json", "b", "--json"]).expect(0);
    assert_eq!(again.json()["smallest"], answer["smallest"]);
}

#[test]
fn next_years_table_is_joined_by_a_column() {
    let work = Work::new();
    work.write("people.csv", everybody());
    at_levels(&work, 0, 5, "k = 2", "a");
    // The same people in another order, without the first.
    let text = everybody();
    let mut lines: Vec<&str> = text.lines().skip(2).collect();
    lines.reverse();
    let head = "name,age,zip,disease";
    work.write("next.csv", format!("{head}\n{}\n", lines.join("\n")));
    at_levels(&work, 3, 0, "k = 2", "c");
    work.replace("recipe.toml", "people.csv", "next.csv");
    work.release("b").expect(0);
    work.run(&["pool", "a", "b"])
        .refused(&["b.audit.json", "other data", "--by"]);
    let ran = work
        .run(&["pool", "a", "b", "--by", "name", "--json"])
        .expect(1);
    let answer = ran.json();
    assert_eq!(
        (&answer["people"], &answer["smallest"]),
        (&json!(400), &json!(1))
    );
    assert_eq!(answer["violating_rows"], Value::Null);
    let rows = |at: usize| {
        answer["releases"][at]["violating_rows"]
            .as_array()
            .unwrap()
            .len()
    };
    assert_eq!((rows(0), rows(1)), (400, 399));
    // The same file joined by the same column is what it is without.
    let joined = work
        .run(&["pool", "a", "c", "--by", "name", "--json"])
        .expect(1);
    let plain = work.run(&["pool", "a", "c", "--json"]).expect(1);
    assert_eq!(joined.json()["groups"], plain.json()["groups"]);
    work.run(&["pool", "a", "b", "--by", "nick"])
        .refused(&["no column \"nick\""]);
    work.run(&["pool", "a", "b", "--by", "age"])
        .refused(&["20 values of the column \"age\" stand in several rows"]);
    work.write("next.csv", format!("{head}\n{}\n", lines[1..].join("\n")));
    work.run(&["pool", "a", "b", "--by", "name"])
        .refused(&["next.csv", "changed since the release"]);
    std::fs::remove_file(work.path("next.csv")).unwrap();
    work.run(&["pool", "a", "b", "--by", "name"])
        .refused(&["next.csv"]);
}

#[test]
fn people_who_are_spelled_otherwise_are_not_taken_for_strangers() {
    let work = Work::new();
    work.write("people.csv", everybody());
    at_levels(&work, 0, 5, "k = 2", "a");
    work.write("next.csv", everybody().replace("\nP", "\nQ"));
    work.replace("recipe.toml", "people.csv", "next.csv");
    work.release("b").expect(0);
    work.run(&["pool", "a", "b", "--by", "name"])
        .refused(&["nobody of this release is in another one", "\"name\""]);
}

#[test]
fn what_cannot_be_pooled_is_told_in_a_sentence() {
    let work = Work::new();
    work.write("people.csv", everybody());
    at_levels(&work, 0, 5, "k = 2", "a");
    at_levels(&work, 3, 0, "k = 2", "b");
    work.run(&["pool", "a"]).refused(&["cloakroom --help"]);
    work.run(&["pool", "a", "a"]).refused(&["named twice"]);
    work.run(&["pool", "a", "nowhere"])
        .refused(&["nowhere.audit.json", "no audit file"]);
    work.run(&["pool", "a", "/"]).refused(&["release folder"]);
    let audit = work.read("b.audit.json");
    work.write("b.audit.json", "[1]");
    work.run(&["pool", "a", "b"])
        .refused(&["b.audit.json", "not an audit file"]);
    let mut changed: Value = serde_json::from_str(&audit).unwrap();
    changed["trace"]["class_of"]["count"] = json!(4_000_000_000_u64);
    work.write("b.audit.json", changed.to_string());
    work.run(&["pool", "a", "b"])
        .refused(&["b.audit.json", "damaged"]);
    changed["trace"] = Value::Null;
    work.write("b.audit.json", changed.to_string());
    work.run(&["pool", "a", "b"])
        .refused(&["b.audit.json", "does not tell of every record"]);
    work.write("b.audit.json", &audit);
    work.write("b/release.csv", "age,zip,disease\n");
    work.run(&["pool", "a", "b"])
        .refused(&["b.audit.json", "another or was changed"]);
}

#[test]
fn ratings_and_baskets_are_pooled_too() {
    let work = Work::new();
    work.write(
        "ratings.csv",
        "q1,q2\n1,1\n2,1\n3,1\n4,1\n1,2\n2,2\n3,2\n4,2\n",
    );
    let survey = |epsilon: u32, k: u32, out: &str| {
        work.write(
            "recipe.toml",
            format!(
                "[data]\npath = \"ratings.csv\"\nkind = \"ratings\"\nscale = [1, 5]\n\
                 [require]\nk = {k}\nepsilon = {epsilon}\n[method]\nname = \"none\"\n"
            ),
        );
        work.release(out).expect(0);
    };
    survey(1, 4, "a");
    survey(2, 6, "b");
    let answer = pooled(&work, 0);
    assert_eq!(
        (&answer["people"], &answer["smallest"]),
        (&json!(8), &json!(4))
    );

    work.write("baskets.dat", "a b\na b\nc d\nc d\na c\nb d\na d\nb c\n");
    work.write("taxonomy.csv", "a;x\nb;x\nc;y\nd;y\nx;*\ny;*\n");
    let baskets = |m: u32, method: &str, out: &str| {
        work.write(
            "recipe.toml",
            format!(
                "[data]\npath = \"baskets.dat\"\nkind = \"transactions\"\n\
                 [hierarchies]\nitems = {{ tree = \"taxonomy.csv\" }}\n\
                 [require]\nk = 2\nm = {m}\n[method]\nname = \"{method}\"\n"
            ),
        );
        work.release(out).expect(0);
    };
    baskets(1, "none", "c");
    baskets(2, "hghs", "d");
    let ran = work.run(&["pool", "c", "d", "--json"]);
    let answer = ran.json();
    // Single items are in two baskets or more; of sets of two only one release promises something.
    assert_eq!(answer["kind"], "transactions");
    assert_eq!(ran.status, 0, "{}", ran.out);
    assert_eq!(answer["requirements"][1]["wanted"], 1);
    work.run(&["pool", "a", "c"])
        .refused(&["c.audit.json", "transactions"]);
}

const RECIPIENTS: &str = "\
[[recipients]]
name = \"press\"
trust = 0.2
purpose = \"travel\"
[[recipients]]
name = \"office\"
trust = 0.9
[[recipients]]
name = \"school\"
trust = 0.6
purpose = \"planning\"
";

/// 150 people, some of whom are easily left out.
fn with_recipients(require: &str, more: &str) -> Work {
    let work = Work::new();
    let mut people = String::from("name,age,zip,disease\n");
    for person in 0..150u32 {
        let (age, zip) = (20 + person * person % 31, 1000 + person * 7 % 19 * 11);
        let _ = writeln!(people, "p{person},{age},{zip},d{}", person * person % 5);
    }
    work.write("people.csv", people);
    work.write(
        "recipe.toml",
        format!(
            "[data]\npath = \"people.csv\"\nkind = \"microdata\"\n\
             [roles]\nidentifier = [\"name\"]\nquasi = [\"age\", \"zip\"]\nsensitive = [\"disease\"]\n\
             [hierarchies]\nage = {{ intervals = [2, 4, 8, 16] }}\nzip = {{ mask = 4 }}\n\
             [purposes]\nplanning = {{ most = \"age\", least = \"zip\" }}\ntravel = {{ most = \"zip\", least = \"age\" }}\n\
             {RECIPIENTS}[require]\n{require}\n[method]\nname = \"decomposition\"\ntrust = 0.5\n{more}"
        ),
    );
    work
}

fn release_all(work: &Work, more: &[&str]) -> Value {
    let mut arguments = vec![
        "release",
        "recipe.toml",
        "--out",
        "out",
        "--recipients",
        "--json",
    ];
    arguments.extend_from_slice(more);
    work.run(&arguments).expect(0).json()
}

#[test]
fn nested_releases_tell_no_more_together_than_the_most_exact_one() {
    for require in [
        "k = 3\nsuppression = 0.1",
        "k = 2\nl = { entropy = 1.5 }\nt = 0.7\nsuppression = 0.2",
        "k = 4\np = 2",
    ] {
        let work = with_recipients(require, "");
        let listed = release_all(&work, &["--nested"]);
        let levels = |name: &str, column: &str| -> u64 {
            let all = listed["recipients"].as_array().unwrap();
            let one = all.iter().find(|one| one["recipient"] == name).unwrap();
            one["levels"][column].as_u64().unwrap()
        };
        // The order of the recipe, whatever the order of the releases.
        assert_eq!(listed["recipients"][0]["recipient"], "press");
        for column in ["age", "zip"] {
            assert!(levels("office", column) <= levels("school", column));
            assert!(levels("school", column) <= levels("press", column));
        }
        for name in ["office", "school", "press"] {
            work.run(&["verify", &format!("out/{name}")]).expect(0);
        }
        let ran = work
            .run(&["pool", "out/press", "out/office", "out/school", "--json"])
            .expect(0);
        let answer = ran.json();
        // The office's release is the most exact: alone it tells as much as all of them.
        assert_eq!(answer["smallest"], answer["releases"][1]["smallest"]);
        let pair = work
            .run(&["pool", "out/office", "out/press", "--json"])
            .expect(0);
        assert_eq!(pair.json()["groups"], answer["groups"]);
        // One of them by itself, and again from its audit file, is the same release.
        let args = [
            "release",
            "recipe.toml",
            "--nested",
            "--recipient",
            "press",
            "--out",
            "one",
        ];
        work.run(&args).expect(0);
        assert_eq!(
            work.read("one/release.csv"),
            work.read("out/press/release.csv")
        );
        let audit: Value = serde_json::from_str(&work.read("one.audit.json")).unwrap();
        work.write("again.toml", audit["recipe"].as_str().unwrap());
        let args = [
            "release",
            "again.toml",
            "--recipient",
            "press",
            "--out",
            "again",
        ];
        work.run(&args).expect(0);
        assert_eq!(work.read("again/release.csv"), work.read("one/release.csv"));
    }
}

#[test]
fn releases_for_recipients_that_are_not_nested_tell_more() {
    let work = with_recipients("k = 3", "[release]\nnested = false\n");
    release_all(&work, &[]);
    let ran = work.run(&["pool", "out/press", "out/school", "--json"]);
    let answer = ran.json();
    assert_eq!(ran.status, 1, "{}", ran.out);
    assert!(answer["smallest"].as_u64() < Some(3));
    // The recipe may ask for it as well.
    let nested = with_recipients("k = 3", "[release]\nnested = true\n");
    release_all(&nested, &[]);
    nested.run(&["pool", "out/press", "out/school"]).expect(0);
    let args = ["release", "recipe.toml", "--out", "x", "--nested"];
    work.run(&args).refused(&["--recipients"]);
}

#[test]
fn only_releases_for_recipients_are_said_to_be_nested() {
    let said = "lie within each other";
    let work = with_recipients("k = 3", "[release]\nnested = true\n");
    work.release("plain").expect(0);
    assert!(
        !work
            .read("plain/report.html")
            .replace('\n', " ")
            .contains(said)
    );
    let args = [
        "release",
        "recipe.toml",
        "--recipient",
        "office",
        "--out",
        "own",
    ];
    work.run(&args).expect(0);
    assert!(
        work.read("own/report.html")
            .replace('\n', " ")
            .contains(said)
    );
    let house = work.read("own.report.html");
    assert!(
        house.contains("Other releases of the same people"),
        "{house}"
    );
}
