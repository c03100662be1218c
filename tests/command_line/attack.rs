//! `cloakroom attack`.

use crate::work;

use serde_json::{Value, json};
use work::Work;

fn person<'a>(report: &'a Value, name: &str) -> &'a Value {
    let each = report["each"].as_array().unwrap();
    each.iter().find(|person| person["person"] == name).unwrap()
}

#[test]
fn alice_bob_and_jack_are_found_in_the_papers_table() {
    let work = Work::new();
    work.run(&["sample", "thesis-6.1", "t"]).expect(0);
    let known = ["attack", "t/recipe.toml", "--known", "t/known.csv"];
    let report = work
        .run(&[&known[..], &["--original", "--json"]].concat())
        .expect(0)
        .json();
    assert_eq!(
        (&report["people"], &report["in_release"]),
        (&json!(3), &json!(3))
    );
    assert_eq!(
        (&report["found"], &report["below_k"]),
        (&json!(1), &json!(1))
    );
    // Alice is the first participant, and her rating of the sensitive issue is known.
    let alice = person(&report, "Alice");
    assert_eq!(
        (&alice["rows"], &alice["chance"]),
        (&json!([0]), &json!(1.0))
    );
    assert_eq!(alice["reveals"][0]["learned"], "revealed");
    assert_eq!(alice["reveals"][0]["value"], "6");
    // Bob is the second or the third, and both rated it the same.
    let bob = person(&report, "Bob");
    assert_eq!(
        (&bob["rows"], &bob["chance"]),
        (&json!([1, 2]), &json!(0.5))
    );
    assert_eq!(bob["reveals"][0]["learned"], "revealed");
    assert_eq!(bob["reveals"][0]["value"], "1");
    // Jack is the fourth or the fifth, who do not agree.
    let jack = person(&report, "Jack");
    assert_eq!(jack["rows"], json!([3, 4]));
    assert_eq!(jack["reveals"][0]["learned"], "hidden");
    assert_eq!(
        report["learned"],
        json!([{"column": "issue 4", "revealed": 2, "similar": 0, "skewed": 0}])
    );

    let released = work
        .run(&[&known[..], &["--json"]].concat())
        .expect(0)
        .json();
    assert_eq!(
        (&released["attacked"], &released["beyond_bound"]),
        (&json!("release"), &json!(0))
    );
    for name in ["Alice", "Bob", "Jack"] {
        let candidates = person(&released, name)["candidates"].as_u64().unwrap();
        assert!(candidates >= 2, "{name}: {candidates}");
    }
    assert!(released["best_guess"].as_f64().unwrap() <= 0.5);
    let words = work
        .run(&[&known[..], &["--original"]].concat())
        .expect(0)
        .out;
    assert!(
        words.contains("Alice: 1 person fits, so that they are found"),
        "{words}"
    );
}

#[test]
fn words_can_be_explained_and_ratings_known_exactly() {
    let work = Work::new();
    work.run(&["sample", "thesis-6.1", "t"]).expect(0);
    work.write(
        "known.csv",
        "who,issue 1,issue 2\nAlice,fabulous,1\nCarl,2,5\n",
    );
    let run = |more: &[&str]| {
        let asked = [
            "attack",
            "t/recipe.toml",
            "--known",
            "known.csv",
            "--original",
            "--json",
        ];
        work.run(&[&asked[..], more].concat())
    };
    run(&[]).refused(&["row 1", "issue 1", "--word"]);
    let report = run(&["--word", "fabulous=6", "--within", "0"])
        .expect(0)
        .json();
    assert_eq!(person(&report, "Alice")["candidates"], 1);
    assert_eq!(person(&report, "Carl")["rows"], json!([2]));
    assert_eq!(person(&report, "Carl")["within_promise"], false);
    assert!(
        report["notes"][0]
            .as_str()
            .unwrap()
            .contains("more exactly")
    );
    run(&["--word", "fabulous"]).refused(&["fabulous", "excellent=5..6"]);
    run(&["--word", "fabulous=6", "--within=-1"]).refused(&["at least 0"]);
    // A row per comment says the same.
    work.write(
        "known.csv",
        "who,issue,rating\nAlice,issue 1,top\nCarl,issue 1,2\nAlice,issue 2,awful\n",
    );
    let long = run(&[]).expect(0).json();
    assert_eq!(person(&long, "Alice")["rows"], json!([0]));
    assert_eq!(
        (&person(&long, "Alice")["known"], &long["people"]),
        (&json!(2), &json!(2))
    );
    work.write("known.csv", "who,issue,rating\nAlice,weather,top\n");
    run(&[]).refused(&["issue of the survey"]);
}

#[test]
fn a_column_can_be_left_aside_whatever_its_name() {
    let work = Work::with_people("k = 2\nsuppression = 0.2");
    work.write("known.csv", KNOWN);
    let run = |more: &[&str]| {
        let asked = [
            "attack",
            "recipe.toml",
            "--known",
            "known.csv",
            "--original",
            "--json",
        ];
        work.run(&[&asked[..], more].concat())
    };
    let report = run(&["--skip", "zip"]).expect(0).json();
    assert_eq!(report["mapped"].as_array().unwrap().len(), 1);
    assert_eq!(person(&report, "Eve")["known"], 0);
    run(&["--skip", "street"]).refused(&["\"street\"", "name, age, zip"]);
    run(&["--skip", "zip", "--skip", "age"]).refused(&["no column in common"]);
}

const KNOWN: &str = "name,age,zip\nDan,50,3000\nAnn,30,1000\nZoe,99,1\nEve,,2000\n";

#[test]
fn known_people_are_linked_with_a_table() {
    let work = Work::with_people("k = 2\nsuppression = 0.2");
    work.write("known.csv", KNOWN);
    let run = |more: &[&str]| {
        let asked = ["attack", "recipe.toml", "--known", "known.csv", "--json"];
        work.run(&[&asked[..], more].concat()).expect(0).json()
    };
    let report = run(&["--original"]);
    let candidates =
        |report: &Value, name: &str| person(report, name)["candidates"].as_u64().unwrap();
    assert_eq!(
        ["Dan", "Ann", "Zoe", "Eve"].map(|name| candidates(&report, name)),
        [1, 3, 0, 2]
    );
    assert_eq!(
        (&report["linked"], &report["in_release"], &report["found"]),
        (&json!(3), &json!(3), &json!(1))
    );
    assert_eq!(report["truth"], json!({"people": 3, "among_candidates": 3}));
    assert_eq!(person(&report, "Dan")["reveals"][0]["value"], "flu");
    assert_eq!(person(&report, "Ann")["reveals"][0]["learned"], "hidden");
    let expected = report["expected_found"].as_f64().unwrap();
    assert!((expected - (1.0 + 1.0 / 3.0 + 0.5)).abs() < 1e-12);

    // Dan is left out of the release.
    let report = run(&[]);
    assert_eq!(
        (candidates(&report, "Dan"), candidates(&report, "Ann")),
        (0, 3)
    );
    assert_eq!(
        (&report["in_release"], &report["beyond_bound"]),
        (&json!(2), &json!(0))
    );
    assert_eq!(report["best_guess"], 0.5);
    assert_eq!((&report["k"], &report["bound"]), (&json!(2), &json!(0.5)));
}

#[test]
fn generalized_cells_cover_what_is_known() {
    let work = Work::with_people("k = 3");
    work.write(
        "known.csv",
        "who,born,zip\nDan,50,3000\nAnn,30,1000\nKim,45,9999\n",
    );
    for (method, kim) in [
        ("name = \"levels\"\nlevels = { age = 1, zip = 4 }", 3),
        ("name = \"optimal\"", 3),
        ("name = \"mondrian\"", 0),
    ] {
        work.recipe(
            "k = 3",
            &format!("[hierarchies]\nage = {{ intervals = [20] }}\nzip = {{ mask = 4 }}\n[method]\n{method}"),
        );
        let asked = [
            "attack",
            "recipe.toml",
            "--known",
            "known.csv",
            "--map",
            "born=age",
            "--json",
        ];
        let report = work.run(&asked).expect(0).json();
        for name in ["Dan", "Ann"] {
            assert_eq!(person(&report, name)["candidates"], 3, "{method}: {name}");
        }
        let found = person(&report, "Kim")["candidates"].as_u64().unwrap();
        assert!(found == 3 || found == kim, "{method}: {found}");
        assert_eq!(person(&report, "Kim")["in_release"], false);
        assert_eq!(report["beyond_bound"], 0);
        assert_eq!(
            report["mapped"][0],
            json!({"external": "born", "released": "age"})
        );
    }
}

#[test]
fn known_items_are_linked_with_baskets() {
    let work = Work::new();
    work.run(&["sample", "paper-fig1", "b"]).expect(0);
    work.write(
        "known.csv",
        "who,items\nAda,x\nBen,e i\nCem,f;M\nDora,unheard\n",
    );
    let run = |more: &[&str]| {
        let asked = ["attack", "b/recipe.toml", "--known", "known.csv", "--json"];
        work.run(&[&asked[..], more].concat()).expect(0).json()
    };
    let report = run(&["--original"]);
    assert_eq!(person(&report, "Ada")["rows"], json!([3]));
    assert_eq!(person(&report, "Ben")["rows"], json!([5]));
    // M stands for x, y or z.
    assert_eq!(person(&report, "Cem")["rows"], json!([2, 3]));
    assert_eq!(person(&report, "Dora")["candidates"], 0);
    assert_eq!(report["found"], 2);
    let report = run(&[]);
    for name in ["Ada", "Ben", "Cem"] {
        assert!(
            person(&report, name)["candidates"].as_u64().unwrap() >= 2,
            "{name}"
        );
    }
    assert_eq!(
        (&report["beyond_bound"], &report["found"]),
        (&json!(0), &json!(0))
    );
    // A row per item says the same.
    work.write("known.csv", "who,bought\nBen,e\nBen,i\n");
    let report = run(&["--original", "--map", "bought=items"]);
    assert_eq!(person(&report, "Ben")["rows"], json!([5]));
}

#[test]
fn without_a_release_there_is_nothing_to_attack() {
    let work = Work::with_people("k = 4");
    work.write("known.csv", KNOWN);
    let ran = work
        .run(&["attack", "recipe.toml", "--known", "known.csv", "--json"])
        .expect(1);
    assert!(ran.json()["not_reached"].as_str().unwrap().contains("k = "));
}

#[test]
fn bad_input_is_told_in_a_sentence() {
    let work = Work::with_people("k = 2\nsuppression = 0.2");
    let run = |known: &str, more: &[&str]| {
        work.write("known.csv", known);
        let asked = ["attack", "recipe.toml", "--known", "known.csv"];
        work.run(&[&asked[..], more].concat())
    };
    run("who,born\nAnn,30\n", &[]).refused(&[
        "no column in common",
        "who, born",
        "age, zip",
        "--map",
    ]);
    run("who,born\nAnn,30\n", &["--map", "born"]).refused(&["born", "external=released"]);
    run("who,born\nAnn,30\n", &["--map", "birth=age"]).refused(&["\"birth\"", "who, born"]);
    run("who,born\nAnn,30\n", &["--map", "born=year"]).refused(&["\"year\"", "age"]);
    run("who,born\nAnn,30\n", &["--map", "born=name"]).refused(&["\"name\"", "age"]);
    run("who,born\nAnn,1990\n", &["--map", "born=age"]).refused(&["\"born\"", "fits", "\"age\""]);
    run("who,born\n", &["--map", "born=age"]).refused(&["known.csv", "no records"]);
    work.run(&["attack", "recipe.toml", "--known", "no.csv"])
        .refused(&["no.csv", "no such file"]);
    work.run(&["attack", "recipe.toml"]).refused(&["--known"]);

    work.run(&["sample", "thesis-6.1", "t"]).expect(0);
    work.write("known.csv", "who,film\nAlice,top\n");
    let survey = ["attack", "t/recipe.toml", "--known", "known.csv"];
    work.run(&survey)
        .refused(&["no issue in common", "issue 1"]);
    work.run(&[&survey[..], &["--map", "film=issue 9"]].concat())
        .refused(&["issue 9"]);

    work.run(&["sample", "paper-fig1", "b"]).expect(0);
    work.run(&["attack", "b/recipe.toml", "--known", "known.csv"])
        .refused(&["is an item of the baskets"]);
}
