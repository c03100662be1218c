//! `cloakroom show`: what the pictures of the window hold.

use crate::work::Work;

#[test]
fn the_matrix_of_table_4_1_is_that_of_the_thesis() {
    let work = Work::new();
    work.run(&["sample", "thesis-4.1", "sample"]).expect(0);
    let answer = work
        .run(&["show", "matrix", "sample/recipe.toml", "--json"])
        .expect(0)
        .json();
    let independence = answer["independence"].as_array().unwrap();
    let of = |a: usize, b: usize| independence[a][b].as_f64().unwrap();
    let normalized = |a: usize, b: usize| answer["normalized"][a][b].as_f64().unwrap();
    let mut sum = 0.0;
    for a in 0..independence.len() {
        assert!(of(a, a).abs() < 1e-12);
        for b in a + 1..independence.len() {
            assert_eq!(of(a, b), of(b, a));
            sum += of(a, b);
        }
    }
    assert!((normalized(0, 1) - of(0, 1) / sum).abs() < 1e-12);
    let words = work
        .run(&["show", "matrix", "sample/recipe.toml"])
        .expect(0)
        .out;
    assert!(words.contains("The dependency tree"), "{words}");
}

#[test]
fn baskets_have_no_columns_to_compare() {
    let work = Work::new();
    work.run(&["sample", "paper-fig1", "baskets"]).expect(0);
    work.run(&["show", "matrix", "baskets/recipe.toml"])
        .refused(&[
            "recipe.toml",
            "only tables of records have columns to compare",
        ]);
}

#[test]
fn the_threats_of_the_papers_example_are_twenty_five_over_all_cuts() {
    let work = Work::new();
    work.run(&["sample", "paper-fig1", "baskets"]).expect(0);
    let ask = |more: &[&str]| {
        let asked = ["show", "threats", "baskets/recipe.toml"];
        work.run(&[&asked[..], more].concat()).expect(0)
    };
    let items = ask(&["--json"]).json();
    assert_eq!(items["count"], 11);
    assert_eq!(items["by_size"], serde_json::json!([3, 7, 1]));
    let groups = ask(&["--groups", "--json"]).json();
    assert_eq!(groups["count"], 25);
    let of_cut_3 = serde_json::json!({ "nodes": ["H", "K", "Q"], "baskets": 1, "part_in": 2 });
    let threats = groups["threats"].as_array().unwrap();
    assert!(threats.contains(&of_cut_3), "{threats:?}");
    let words = ask(&["--groups", "--most", "4"]).out;
    assert!(words.starts_with(
        "25 minimal sets of any size over all cuts are in fewer than k = 2 baskets; no part of one is rare itself\n"
    ));
    assert!(
        words.ends_with("  and 21 more: --most lists more of them\n"),
        "{words}"
    );
    work.run(&["sample", "thesis-4.1", "table"]).expect(0);
    work.run(&["show", "threats", "table/recipe.toml"])
        .refused(&["only baskets have rare sets"]);
}

#[test]
fn every_suppression_is_told_with_the_rare_set_that_it_answers() {
    let work = Work::new();
    work.run(&["sample", "paper-fig1", "baskets"]).expect(0);
    let answer = work.run(&["show", "search", "baskets/recipe.toml", "--json"]);
    let steps = &answer.expect(0).json()["rounds"][0]["steps"];
    let costs: Vec<f64> = (0..4)
        .map(|at| steps[at]["cost"].as_f64().unwrap())
        .collect();
    assert_eq!(costs, [23.0, 8.6, 6.2, 5.6]);
    assert!(steps[2]["cut"].is_null());
    let told = serde_json::json!([{ "suppressed": "i", "with": ["e"], "baskets": 1 }]);
    assert_eq!(steps[3]["cut"]["answers"], told);
    let words = work.run(&["show", "search", "baskets/recipe.toml", "--steps"]);
    let words = words.expect(0).out;
    assert!(
        words.contains("  Step 1: P, Q, e, i\n    i is suppressed: with e in 1 basket\n"),
        "{words}"
    );
    work.replace("baskets/recipe.toml", "\"hghs\"", "\"aa\"");
    work.run(&["show", "search", "baskets/recipe.toml"])
        .refused(&["the method aa does not go from cut to cut"]);
}

/// A release of whole levels has a degree, and so has each of its records; one of ranges has none.
#[test]
fn every_record_has_a_degree() {
    let work = Work::new();
    work.run(&["sample", "thesis-4.1", "sample"]).expect(0);
    let asked = ["show", "degree", "sample/recipe.toml"];
    let answer = work
        .run(&[&asked[..], &["--json"]].concat())
        .expect(0)
        .json();
    let degree = answer["degree"].as_f64().unwrap();
    let records = answer["records"].as_array().unwrap();
    assert_eq!(records.len(), 6);
    let sum: f64 = records
        .iter()
        .map(|of| of["degree"].as_f64().unwrap())
        .sum();
    let left_out = answer["left_out"].as_f64().unwrap();
    assert!((degree - (sum + left_out) / (6.0 + left_out)).abs() < 1e-12);
    let words = work.run(&asked).expect(0).out;
    assert!(words.contains("has a degree of"), "{words}");
}

/// The table of chapter 5: no groups of three come under the bound, the method's among them.
#[test]
fn groups_stay_above_their_bound() {
    let work = Work::new();
    work.run(&["sample", "thesis-5.1", "sample"]).expect(0);
    let recipe = work.read("sample/recipe.toml");
    let method = recipe.find("[method]").unwrap();
    let groups = "[method]\nname = \"refined-mdav\"\nseed = 1\n";
    work.write(
        "sample/groups.toml",
        format!("{}{groups}", &recipe[..method]),
    );
    let asked = ["show", "bound", "sample/groups.toml"];
    let answer = work
        .run(&[&asked[..], &["--json"]].concat())
        .expect(0)
        .json();
    let number = |of: &serde_json::Value| of.as_f64().unwrap();
    let (least, sse) = (number(&answer["least"]), number(&answer["release"]["sse"]));
    assert!(0.0 < least && least <= sse, "{answer}");
    let gap = number(&answer["release"]["gap"]);
    assert!((gap - (sse - least) / least).abs() < 1e-9);
    let words = work.run(&asked).expect(0).out;
    assert!(words.contains("no squared error is below"), "{words}");
}
