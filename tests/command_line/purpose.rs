//! Purpose and trust on the command line: `decomposition`, recipients, and curves of trust.

use crate::work;

use serde_json::{Value, json};
use work::Work;

const RECIPE: &str = "\
[data]
path = \"people.csv\"
kind = \"microdata\"
[roles]
identifier = [\"name\"]
quasi = [\"age\", \"zip\", \"sex\"]
sensitive = [\"disease\"]
[hierarchies]
age = { intervals = [5, 20] }
zip = { mask = 4 }
[purposes]
planning = { most = \"age\", least = \"sex\" }
travel = { most = \"zip\", least = \"age\", between = [\"sex\"] }
";

const RECIPIENTS: &str = "\
[[recipients]]
name = \"Health office\"
trust = 0.9
purpose = \"planning\"
[[recipients]]
name = \"A stranger\"
trust = 0.1
";

fn people() -> String {
    let mut text = String::from("name,age,zip,sex,disease\n");
    for row in 0..120u32 {
        let age = 20 + row * row % 37;
        let zip = 1000 + row * 7 % 23 * 11;
        let sex = if row * 3 % 7 < 3 { "f" } else { "m" };
        text += &format!("p{row},{age},{zip},{sex},d{}\n", row * row % 5);
    }
    text
}

/// The people with a method and more of a recipe.
fn work(require: &str, method: &str, more: &str) -> Work {
    let work = Work::new();
    work.write("people.csv", people());
    write_recipe(&work, require, method, more);
    work
}

fn write_recipe(work: &Work, require: &str, method: &str, more: &str) {
    let text = format!("{RECIPE}[require]\n{require}\n[method]\n{method}\n{more}\n");
    work.write("recipe.toml", text);
}

const TRUSTED: &str = "name = \"decomposition\"\ntrust = 0.5\npurpose = \"planning\"";

#[test]
fn a_release_tells_what_became_of_the_degree() {
    let work = work("k = 3", &format!("{TRUSTED}\nrule = \"printed\""), "");
    let answer = work.release("out").expect(0).json();
    assert_eq!(answer["method"], "decomposition");
    assert_eq!(answer["satisfied"], true);
    let told = &answer["decomposition"];
    assert_eq!(told["purpose"], "planning");
    assert_eq!(told["target_degree"], 0.25);
    let columns = told["columns"].as_array().unwrap();
    let names: Vec<&Value> = columns.iter().map(|column| &column["column"]).collect();
    assert_eq!(names, ["age", "zip", "sex"]);
    assert_eq!(
        (&columns[0]["priority"], &columns[2]["priority"]),
        (&json!(1.0), &json!(0.0))
    );
    // What is most useful is spared.
    assert_eq!(
        (&columns[0]["share"], &columns[0]["target_level"]),
        (&json!(0.0), &json!(0))
    );
    for column in columns {
        let name = column["column"].as_str().unwrap();
        assert_eq!(column["released_level"], answer["levels"][name]);
        assert!(column["released_level"].as_u64() >= column["target_level"].as_u64());
    }
    assert_eq!(
        told["degree_released"],
        answer["metrics"]["degree_of_anonymisation"]
    );
    assert!(told["degree_released"].as_f64() >= told["degree_at_target"].as_f64());
    work.run(&["verify", "out"]).expect(0);

    let words = work
        .run(&["release", "recipe.toml", "--out", "again"])
        .expect(0)
        .out;
    assert!(
        words.contains("Degree of anonymisation for the purpose planning: 0.25 aimed at"),
        "{words}"
    );
    assert!(words.contains("level aimed at"), "{words}");
    // Priorities are measured in the original and are not public; nobody is named.
    let certificate: Value = serde_json::from_str(&work.read("out/certificate.json")).unwrap();
    let declared = &certificate["declared"];
    assert_eq!(declared["degree"], 0.25);
    assert_eq!(declared.get("recipient"), None);
    // Levels are found in the original as well.
    assert!(!work.read("out/certificate.json").contains("level"));
    assert!(!work.read("out/certificate.json").contains("priority"));
    assert!(
        work.read("out/report.html")
            .contains("Degree of anonymisation")
    );
}

/// Degree, weights and beta each move the release, and more never gives less.
#[test]
fn the_nearest_levels_follow_the_degree() {
    let work = work("k = 2", TRUSTED, "");
    let asked = |degree: f64, more: &str| -> Value {
        let told =
            format!("name = \"decomposition\"\ndegree = {degree}\npurpose = \"planning\"\n{more}");
        write_recipe(&work, "k = 2", &told, "");
        let out = format!("out-{degree}-{}", more.len());
        let answer = work.release(&out).expect(0).json();
        work.run(&["verify", &out]).expect(0);
        assert_eq!(answer["decomposition"]["rule"], "nearest");
        answer
    };
    let released = |answer: &Value| {
        let degree = &answer["decomposition"]["degree_released"];
        degree.as_f64().unwrap()
    };
    let mut levels = Vec::new();
    let mut before = 0.0;
    for step in 1..=9 {
        let answer = asked(f64::from(step) / 10.0, "");
        let degree = released(&answer);
        assert!(degree >= before, "{degree} after {before}");
        before = degree;
        levels.push(answer["levels"].to_string());
    }
    let steep = asked(0.5, "weights = \"utility\"\nbeta = 4");
    assert_ne!(levels[4], steep["levels"].to_string());
    levels.dedup();
    assert!(levels.len() > 3, "{levels:?}");
}

#[test]
fn sharing_as_printed_generalizes_what_is_useful() {
    let work = work("k = 1", &format!("{TRUSTED}\nspare_useful = false"), "");
    let answer = work.release("out").expect(0).json();
    assert_eq!(answer["levels"]["sex"], 0);
    assert!(answer["levels"]["age"].as_u64().unwrap() > 0);
}

#[test]
fn one_recipient_gets_a_release_of_their_own() {
    let work = work("k = 2", TRUSTED, RECIPIENTS);
    let ran = work.run(&[
        "release",
        "recipe.toml",
        "--out",
        "office",
        "--recipient",
        "Health office",
        "--json",
    ]);
    let told = &ran.expect(0).json()["decomposition"];
    assert_eq!(told["recipient"], "Health office");
    assert_eq!(told["purpose"], "planning");
    assert!((told["target_degree"].as_f64().unwrap() - 0.01).abs() < 1e-12);
    assert_eq!(
        work.entries("."),
        [
            "office",
            "office.audit.json",
            "office.report.html",
            "people.csv",
            "recipe.toml"
        ]
    );
    let certificate = work.read("office/certificate.json");
    assert!(certificate.contains("Health office"));
    assert!(!certificate.contains("stranger") && !certificate.contains("trust"));
    assert!(
        work.read("office/report.html")
            .contains("Made for: Health office.")
    );
    work.run(&["verify", "office"]).expect(0);
    // The recipe in the audit file repeats it, and tells of nobody else.
    let audit: Value = serde_json::from_str(&work.read("office.audit.json")).unwrap();
    let recipe = audit["recipe"].as_str().unwrap();
    assert!(!recipe.contains("stranger"), "{recipe}");
    assert!(recipe.contains("trust = 0.9"), "{recipe}");
}

#[test]
fn every_recipient_gets_a_folder() {
    let work = work("k = 1", TRUSTED, RECIPIENTS);
    let ran = work.run(&[
        "release",
        "recipe.toml",
        "--out",
        "all",
        "--recipients",
        "--json",
    ]);
    let answer = ran.expect(0).json();
    let recipients = answer["recipients"].as_array().unwrap();
    assert_eq!(recipients.len(), 2);
    assert_eq!(recipients[0]["recipient"], "Health office");
    assert_eq!(recipients[0]["outcome"], "written");
    assert_eq!(recipients[1]["decomposition"]["purpose"], "planning");
    // Who is trusted less gets less.
    let degree = |at: usize| {
        let degree = &recipients[at]["decomposition"]["degree_released"];
        degree.as_f64().unwrap()
    };
    assert!(degree(0) < degree(1));
    assert_eq!(
        work.entries("all"),
        [
            "A-stranger",
            "A-stranger.audit.json",
            "A-stranger.report.html",
            "Health-office",
            "Health-office.audit.json",
            "Health-office.report.html"
        ]
    );
    // Each report says for whom it is.
    assert!(
        work.read("all/A-stranger/report.html")
            .contains("<td><span class=\"line\">A stranger</span>")
    );
    for folder in ["all/A-stranger", "all/Health-office"] {
        work.run(&["verify", folder]).expect(0);
    }
    // The single release is the same, byte for byte.
    work.run(&[
        "release",
        "recipe.toml",
        "--out",
        "one",
        "--recipient",
        "A stranger",
    ])
    .expect(0);
    for file in work.entries("one") {
        let (one, all) = (format!("one/{file}"), format!("all/A-stranger/{file}"));
        assert_eq!(work.bytes(&one), work.bytes(&all), "{file}");
    }
    // Nothing is overwritten, and nothing is begun.
    work.run(&["release", "recipe.toml", "--out", "all", "--recipients"])
        .refused(&["Health-office", "not empty"]);
    let words = work
        .run(&["release", "recipe.toml", "--out", "words", "--recipients"])
        .expect(0)
        .out;
    assert!(words.contains("Made for: Health office\n"), "{words}");
    assert!(words.contains("Made for: A stranger\n"), "{words}");
}

#[test]
fn a_batch_with_a_fault_is_refused_before_anything_runs() {
    let faulty = RECIPIENTS.replace("trust = 0.1", "trust = 0.1\npurpose = \"sport\"");
    let work = work("k = 2", TRUSTED, &faulty);
    work.run(&["release", "recipe.toml", "--out", "all", "--recipients"])
        .refused(&["no purpose \"sport\"", "planning or travel"]);
    // A purpose that only the last one has, and that the data cannot serve.
    let travels = RECIPIENTS.replace("trust = 0.1", "trust = 0.1\npurpose = \"travel\"");
    write_recipe(&work, "k = 2", TRUSTED, &travels);
    work.replace("recipe.toml", "most = \"zip\"", "most = \"disease\"");
    work.run(&["release", "recipe.toml", "--out", "all", "--recipients"])
        .refused(&["A stranger", "\"disease\", which is no quasi-identifier"]);
    assert_eq!(work.entries("."), ["people.csv", "recipe.toml"]);

    write_recipe(&work, "k = 2", "name = \"optimal\"", RECIPIENTS);
    work.run(&["release", "recipe.toml", "--out", "all", "--recipients"])
        .refused(&["the method optimal does not", "name = \"decomposition\""]);
    work.run(&[
        "release",
        "recipe.toml",
        "--out",
        "x",
        "--recipient",
        "A stranger",
    ])
    .refused(&["name = \"decomposition\""]);

    write_recipe(&work, "k = 2", TRUSTED, "");
    work.run(&["release", "recipe.toml", "--out", "all", "--recipients"])
        .refused(&["no recipients", "[[recipients]]"]);
    write_recipe(&work, "k = 2", TRUSTED, RECIPIENTS);
    work.run(&[
        "release",
        "recipe.toml",
        "--out",
        "x",
        "--recipient",
        "Nobody",
    ])
    .refused(&[
        "no recipient named \"Nobody\"",
        "\"Health office\", \"A stranger\"",
    ]);
    work.run(&[
        "release",
        "recipe.toml",
        "--out",
        "x",
        "--recipient",
        "A",
        "--recipients",
    ])
    .refused(&["cannot be used with"]);
    // The last place is taken: the first is not begun.
    work.write("all/A-stranger/mine.txt", "mine");
    work.run(&["release", "recipe.toml", "--out", "all", "--recipients"])
        .refused(&["A-stranger", "not empty"]);
    assert_eq!(work.entries("all"), ["A-stranger"]);
}

#[test]
fn what_cannot_be_reached_is_told_for_each() {
    let work = work("k = 121", TRUSTED, RECIPIENTS);
    let ran = work.run(&[
        "release",
        "recipe.toml",
        "--out",
        "all",
        "--recipients",
        "--json",
    ]);
    let answer = ran.expect(1).json();
    for recipient in answer["recipients"].as_array().unwrap() {
        assert_eq!(recipient["outcome"], "not_reached");
        assert!(recipient["why"].as_str().is_some());
    }
    assert_eq!(work.entries("."), ["people.csv", "recipe.toml"]);
    let ran = work.run(&["release", "recipe.toml", "--out", "all", "--recipients"]);
    let words = ran.expect(1).out;
    assert!(words.contains("For Health office: "), "{words}");
}

#[test]
fn bad_settings_are_told_with_their_place() {
    for (method, said) in [
        ("trust = 1.5", &["recipe.toml, line 18", "from 0 to 1"][..]),
        ("degree = -1", &["from 0 to 1"]),
        ("degree = 0.5\ntrust = 0.5", &["expected one of them"]),
        ("beta = 0.5", &["from 1 to 100"]),
        ("weights = \"heavy\"", &["uniform", "utility"]),
        (
            "projection = [[0, 0.2], [1, 0.5]]",
            &["more trust never asks for a larger degree"],
        ),
        ("purpose = \"sport\"", &["no purpose \"sport\""]),
    ] {
        let method = format!("name = \"decomposition\"\n{method}");
        work("k = 2", &method, "").release("out").refused(said);
    }
    let work = work("k = 2", TRUSTED, "");
    for (old, new, said) in [
        ("most = \"age\"", "most = \"height\"", "height"),
        (
            "most = \"age\"",
            "most = \"disease\"",
            "no quasi-identifier",
        ),
        ("least = \"sex\" }", "least = \"age\" }", "twice"),
        (
            "least = \"sex\" }",
            "}",
            "the most and the least useful column",
        ),
    ] {
        let recipe = work.read("recipe.toml");
        work.replace("recipe.toml", old, new);
        work.release("out").refused(&[said]);
        work.write("recipe.toml", recipe);
    }
    // One value in all records.
    let constant = work.read("people.csv").replace(",f,", ",m,");
    work.write("people.csv", constant);
    work.release("out")
        .refused(&["\"sex\"", "the same value in every record"]);
    let missing = work.read("people.csv").replace(",m,", ",,");
    work.write("people.csv", missing);
    work.release("out")
        .refused(&["\"sex\"", "no value in any record"]);
}

#[test]
fn trust_and_degree_vary() {
    let work = work("k = 1", TRUSTED, "");
    let ran = work.run(&[
        "sweep",
        "recipe.toml",
        "--vary",
        "trust=0..1:0.25",
        "--json",
    ]);
    let answer = ran.expect(0).json();
    let rows = answer["rows"].as_array().unwrap();
    let trusts: Vec<f64> = rows
        .iter()
        .map(|row| row["trust"].as_f64().unwrap())
        .collect();
    assert_eq!(trusts, [0.0, 0.25, 0.5, 0.75, 1.0]);
    let degrees: Vec<f64> = rows
        .iter()
        .map(|row| row["metrics"]["degree_of_anonymisation"].as_f64().unwrap())
        .collect();
    assert!(degrees[0] > degrees[4], "{degrees:?}");
    let ran = work.run(&[
        "sweep",
        "recipe.toml",
        "--vary",
        "degree=0,0.5",
        "--vary",
        "k=2..3",
    ]);
    let words = ran.expect(0).out;
    assert_eq!(words.lines().count(), 5, "{words}");
    work.run(&[
        "sweep",
        "recipe.toml",
        "--vary",
        "trust=0..1:0.5",
        "--methods",
        "mondrian",
    ])
    .refused(&["mondrian takes no notice of it"]);
    work.run(&[
        "sweep",
        "recipe.toml",
        "--vary",
        "trust=0",
        "--vary",
        "degree=0",
    ])
    .refused(&["expected one of them"]);
}

#[test]
fn the_experiment_draws_its_figures() {
    let work = work("k = 2", TRUSTED, "");
    let answer = work
        .run(&["experiment", "trust", "recipe.toml", "--json"])
        .expect(0)
        .json();
    assert_eq!(answer["records"], 120);
    assert_eq!(answer["class"], "disease");
    let figures = answer["figures"].as_array().unwrap();
    let names: Vec<&str> = figures
        .iter()
        .map(|f| f["name"].as_str().unwrap())
        .collect();
    assert_eq!(
        names,
        [
            "dm-by-trust",
            "cavg-by-trust",
            "dm-by-k",
            "cavg-by-k",
            "bayes-trusted",
            "tree-trusted",
            "bayes-mistrusted",
            "tree-mistrusted",
            "bayes-trusted-apart",
            "tree-trusted-apart",
            "bayes-mistrusted-apart",
            "tree-mistrusted-apart",
            "weighted-dm-planning",
            "weighted-dm-travel",
        ]
    );
    for figure in figures {
        assert!(!figure["claims"].as_array().unwrap().is_empty());
    }
    let words = work
        .run(&["experiment", "trust", "recipe.toml"])
        .expect(0)
        .out;
    assert!(
        words.contains("old here") && words.contains("trust"),
        "{words}"
    );
}
