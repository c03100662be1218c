//! `cloakroom risk`.

use crate::work;

use serde_json::json;
use work::Work;

#[test]
fn the_risk_of_six_people() {
    let work = Work::with_people("k = 2");
    let report = work
        .run(&["risk", "recipe.toml", "--json"])
        .expect(0)
        .json();
    let before = &report["before"];
    // Classes of 3, 2 and 1 records.
    assert_eq!(before["prosecutor"]["largest"], 1.0);
    assert_eq!(before["prosecutor"]["records_at_largest"], 1);
    assert_eq!(before["prosecutor"]["average"], 0.5);
    assert_eq!(before["prosecutor"]["records_above"], 6);
    assert_eq!(before["journalist"]["largest"], 1.0);
    assert_eq!(before["marketer"], 0.5);
    assert_eq!(before["unique"], 1);
    assert_eq!(
        before["sizes"],
        json!([
            {"size": 1, "classes": 1, "records": 1},
            {"size": 2, "classes": 1, "records": 2},
            {"size": 3, "classes": 1, "records": 3},
        ])
    );
    let uniqueness = &before["uniqueness"];
    assert_eq!(uniqueness["minimal"], json!([["age"], ["zip"]]));
    assert_eq!(uniqueness["complete"], true);
    assert_eq!(uniqueness["subsets"].as_array().unwrap().len(), 3);
    let disease = &before["attributes"][0];
    assert_eq!(disease["homogeneous_records"], 1);
    assert_eq!(
        (&disease["guess_before"], &disease["guess_within"]),
        (&json!(0.5), &json!(0.5))
    );
    assert!(report.get("after").is_none());
    for figure in before["figures"].as_array().unwrap() {
        assert!(
            figure["sentence"].as_str().unwrap().ends_with('.'),
            "{figure}"
        );
    }
}

#[test]
fn before_and_after_stand_beside_each_other() {
    let work = Work::with_people("k = 2\nsuppression = 0.2");
    let ran = work
        .run(&[
            "risk",
            "recipe.toml",
            "--released",
            "--threshold",
            "0.4",
            "--json",
        ])
        .expect(0);
    let report = ran.json();
    assert_eq!(report["before"]["prosecutor"]["records_above"], 3);
    let after = &report["after"];
    // The record that is alone is left out.
    assert_eq!(after["records"], 5);
    assert_eq!(after["prosecutor"]["largest"], 0.5);
    assert_eq!(after["prosecutor"]["average"], 0.4);
    assert_eq!(after["prosecutor"]["records_above"], 2);
    assert_eq!(after["unique"], 0);
    let words = work
        .run(&["risk", "recipe.toml", "--released"])
        .expect(0)
        .out;
    assert!(
        words.contains("as they stand") && words.contains("released"),
        "{words}"
    );
    assert!(
        words.contains("No record is alone in its class."),
        "{words}"
    );
}

#[test]
fn a_release_measures_the_same_risk() {
    let work = Work::new();
    work.run(&["sample", "thesis-2.1", "t"]).expect(0);
    let risk = work
        .run(&["risk", "t/recipe.toml", "--released", "--json"])
        .expect(0)
        .json();
    let release = work
        .run(&["release", "t/recipe.toml", "--out", "out", "--json"])
        .expect(0)
        .json();
    let after = &risk["after"];
    for (metric, value) in [
        ("prosecutor_max", &after["prosecutor"]["largest"]),
        ("prosecutor_avg", &after["prosecutor"]["average"]),
        ("journalist_max", &after["journalist"]["largest"]),
        ("marketer", &after["marketer"]),
        (
            "homogeneous_records",
            &after["attributes"][0]["homogeneous_records"],
        ),
    ] {
        assert_eq!(
            release["metrics"][metric].as_f64(),
            value.as_f64(),
            "{metric}"
        );
    }
    // Every column says why it is as it is.
    let explanations = release["explanations"].as_object().unwrap();
    assert_eq!(
        explanations.keys().collect::<Vec<_>>(),
        ["Gender", "Age", "Zip", "Disease"]
    );
    for (column, level) in release["levels"].as_object().unwrap() {
        let sentence = explanations[column].as_str().unwrap();
        let begins = if level.as_u64() == Some(0) {
            "Unchanged"
        } else {
            "Raised to"
        };
        assert!(sentence.starts_with(begins), "{column}: {sentence}");
    }
    assert!(
        explanations["Disease"]
            .as_str()
            .unwrap()
            .contains("sensitive")
    );
}

#[test]
fn a_population_lowers_the_risk_and_says_whom_it_lacks() {
    let work = Work::with_people("k = 2");
    let rows = |age: u32, zip: u32, many: usize| format!("{age},{zip}\n").repeat(many);
    let all = format!(
        "age,zip\n{}{}{}",
        rows(30, 1000, 10),
        rows(40, 2000, 4),
        rows(50, 3000, 2)
    );
    work.write("town.csv", &all);
    let risk = |name: &str| {
        let ran = work.run(&["risk", "recipe.toml", "--population", name, "--json"]);
        ran.expect(0).json()["before"]["journalist"].clone()
    };
    let journalist = risk("town.csv");
    assert_eq!(journalist["largest"], 0.5);
    let average = journalist["average"].as_f64().unwrap();
    assert!((average - (0.3 + 0.5 + 0.5) / 6.0).abs() < 1e-12);
    assert_eq!(journalist["population"]["people"], 16);
    assert_eq!(journalist["population"]["missing_classes"], 0);
    work.write(
        "fewer.csv",
        format!("age,zip\n{}{}", rows(30, 1000, 10), rows(40, 2000, 1)),
    );
    let fewer = &risk("fewer.csv")["population"];
    assert_eq!(
        (&fewer["missing_classes"], &fewer["missing_records"]),
        (&json!(1), &json!(1))
    );
    assert_eq!(fewer["short_classes"], 2);
}

#[test]
fn a_population_is_counted_into_released_classes() {
    let work = Work::with_people("k = 3");
    work.recipe(
        "k = 3",
        "[hierarchies]\nage = { intervals = [20] }\nzip = { mask = 4 }\n\
         [method]\nname = \"levels\"\nlevels = { age = 1, zip = 4 }",
    );
    // 30 becomes 20-39, 40 and 50 become 40-59: so do ages that nobody in the data has.
    work.write(
        "town.csv",
        "age,zip\n20,1\n25,2\n30,1000\n39,3\n40,4\n45,5\n59,6\n60,7\n",
    );
    let ran = work.run(&[
        "risk",
        "recipe.toml",
        "--population",
        "town.csv",
        "--released",
        "--json",
    ]);
    let report = ran.expect(0).json();
    let journalist = &report["after"]["journalist"];
    assert_eq!(journalist["largest"], 1.0 / 3.0);
    let average = journalist["average"].as_f64().unwrap();
    assert!(
        (average - (3.0 / 4.0 + 3.0 / 3.0) / 6.0).abs() < 1e-12,
        "{average}"
    );
    assert_eq!(journalist["population"]["short_classes"], 0);
    // Nobody of the town lives at 2000 or 3000.
    assert_eq!(
        report["before"]["journalist"]["population"]["missing_classes"],
        2
    );
}

#[test]
fn ratings_and_baskets_have_risks_of_their_own() {
    let work = Work::new();
    work.run(&["sample", "thesis-6.1", "r"]).expect(0);
    let report = work
        .run(&["risk", "r/recipe.toml", "--released", "--json"])
        .expect(0)
        .json();
    let before = &report["before"];
    // Neighbourhoods of 1, 2, 2, 2 and 2 people within 1.
    assert_eq!(
        (&before["unique"], &before["below_k"]),
        (&json!(1), &json!(1))
    );
    assert_eq!(before["average"], (1.0 + 4.0 * 0.5) / 5.0);
    assert_eq!(
        before["close"],
        json!([{"close": 1, "people": 1}, {"close": 2, "people": 4}])
    );
    assert_eq!(before["pinned"][0]["people"], 1);
    assert_eq!(before["homogeneous"], 3);
    assert!(report["after"]["largest"].as_f64().unwrap() <= 0.5);
    assert_eq!(report["after"]["homogeneous"], 0);

    work.run(&["sample", "paper-fig1", "b"]).expect(0);
    let report = work
        .run(&["risk", "b/recipe.toml", "--released", "--json"])
        .expect(0)
        .json();
    let known = &report["before"]["known"];
    // x, y and z are sold once, in two baskets; bd, ei and ac pin three more.
    assert_eq!(
        (&known[0]["pinned"], &known[1]["pinned"]),
        (&json!(2), &json!(5))
    );
    assert_eq!(known[0]["largest"], 1.0);
    for known in report["after"]["known"].as_array().unwrap() {
        assert_eq!(known["pinned"], 0);
        assert!(known["largest"].as_f64().unwrap() <= 0.5);
    }
}

#[test]
fn a_method_that_reaches_nothing_is_told() {
    let work = Work::with_people("k = 4");
    let report = work
        .run(&["risk", "recipe.toml", "--released", "--json"])
        .expect(1)
        .json();
    assert!(
        report["not_reached"]
            .as_str()
            .unwrap()
            .contains("best that can be reached")
    );
    assert_eq!(report["before"]["unique"], 1);
}

#[test]
fn bad_input_is_told_in_a_sentence() {
    let work = Work::with_people("k = 2");
    work.run(&["risk", "recipe.toml", "--threshold", "0"])
        .refused(&["threshold", "above 0"]);
    work.run(&["risk", "recipe.toml", "--threshold", "nan"])
        .refused(&["threshold"]);
    work.run(&["risk", "recipe.toml", "--population", "no.csv"])
        .refused(&["no.csv", "no such file"]);
    work.write("town.csv", "age,town\n30,Bonn\n");
    work.run(&["risk", "recipe.toml", "--population", "town.csv"])
        .refused(&["lacks", "zip"]);
    work.write("empty.csv", "age,zip\n");
    work.run(&["risk", "recipe.toml", "--population", "empty.csv"])
        .refused(&["empty.csv"]);
    work.run(&["sample", "paper-fig1", "b"]).expect(0);
    work.run(&["risk", "b/recipe.toml", "--population", "town.csv"])
        .refused(&["transactions"]);
    work.run(&["risk", "no.toml"]).refused(&["no.toml"]);
}
