//! Transactions on the command line: the paper's example, every method, every layout, and what is refused.

use crate::work;

use serde_json::{Value, json};
use work::Work;

const TREE: &str = "\
a;H
b;H
c;K
d;K
H;P
K;P
f;L
g;L
x;M
y;M
z;M
L;Q
M;Q
P;T
Q;T
e;T
i;T
";

const BASKETS: &str = "b c d\na f g\nd f y z\nc d f x\na b c f g\ne i\ne\ni\n";

/// The paper's Figure 1 with these requirements and this method.
fn figure_1(require: &str, method: &str) -> Work {
    let work = Work::new();
    work.write("baskets.dat", BASKETS);
    work.write("taxonomy.csv", TREE);
    ask(&work, require, method);
    work
}

fn ask(work: &Work, require: &str, method: &str) {
    work.write(
        "recipe.toml",
        format!(
            "[data]\npath = \"baskets.dat\"\nkind = \"transactions\"\nlayout = \"basket\"\n[hierarchies]\n\
             items = {{ tree = \"taxonomy.csv\" }}\n[require]\n{require}\n[method]\n{method}\n[release]\nshuffle = false\n"
        ),
    );
}

fn json_of(text: &str) -> Value {
    serde_json::from_str(text).unwrap()
}

#[test]
fn the_example_is_not_anonymous_as_it_stands() {
    let work = figure_1("k = 2\nm = \"inf\"", "name = \"none\"");
    let ran = work.run(&["check", "recipe.toml", "--json"]).expect(1);
    let answer = json_of(&ran.out);
    assert_eq!(answer["kind"], "transactions");
    assert_eq!(answer["satisfied"], false);
    assert_eq!(answer["requirements"][1]["wanted"], "inf");
    // Only the baskets f, g and one item of each kind are hidden among others.
    let violating = answer["violating_rows"].as_array().unwrap();
    assert!(violating.contains(&json!(5)) && !violating.contains(&json!(6)));
    let refused = work
        .run(&["release", "recipe.toml", "--out", "out", "--json"])
        .expect(1);
    assert!(refused.out.contains("fewer than 2"));
    assert!(!work.path("out").exists());
}

#[test]
fn generalization_with_suppression_gives_the_papers_last_column() {
    let work = figure_1("k = 2\nm = \"inf\"", "name = \"hghs\"");
    let ran = work
        .run(&["release", "recipe.toml", "--out", "out", "--json"])
        .expect(0);
    let answer = json_of(&ran.out);
    assert_eq!(answer["cut"], json!(["P", "f", "g", "M", "e", "i"]));
    assert_eq!(answer["suppressed_items"], json!(["i"]));
    // 5.6 of 23 occurrences.
    let loss = answer["metrics"]["loss"].as_f64().unwrap();
    assert!((loss - 5.6 / 23.0).abs() < 1e-12, "{loss}");
    assert_eq!(
        work.read("out/release.dat"),
        "P\nP f g\nM P f\nM P f\nP f g\ne\ne\n\n"
    );
    work.run(&["verify", "out"]).expect(0);
    let certificate = json_of(&work.read("out/certificate.json"));
    assert_eq!(certificate["measured"]["empty"], 1);
    assert!(!work.read("out/certificate.json").contains("\"a\""));
}

#[test]
fn every_method_keeps_its_promise_on_the_example() {
    for method in ["hghs", "mhghs", "aa", "mm", "lg", "refined"] {
        for require in ["k = 2\nm = \"inf\"", "k = 2\nm = 2", "k = 3\nm = 1"] {
            let work = figure_1(require, &format!("name = \"{method}\""));
            let ran = work
                .run(&["release", "recipe.toml", "--out", "out", "--json"])
                .expect(0);
            assert_eq!(json_of(&ran.out)["satisfied"], true, "{method}");
            work.run(&["verify", "out"]).expect(0);
        }
    }
}

#[test]
fn the_papers_other_columns() {
    let global = figure_1("k = 2\nm = \"inf\"", "name = \"aa\"");
    let ran = global
        .run(&["release", "recipe.toml", "--out", "out", "--json"])
        .expect(0);
    assert_eq!(json_of(&ran.out)["cut"], json!(["T"]));
    let suppressed = figure_1("k = 2\nm = \"inf\"", "name = \"mm\"");
    suppressed
        .run(&["release", "recipe.toml", "--out", "out"])
        .expect(0);
    assert_eq!(
        suppressed.read("out/release.dat"),
        "d\na f g\nd f\nd f\na f g\ne\ne\n\n"
    );
}

#[test]
fn duplicates_are_made_by_local_generalization() {
    let work = figure_1("k = 2\nduplicates = true", "name = \"lg\"");
    let ran = work
        .run(&["release", "recipe.toml", "--out", "out", "--json"])
        .expect(0);
    let answer = json_of(&ran.out);
    let line = &answer["requirements"][1];
    assert_eq!(line["name"], "duplicates");
    assert!(line["reached"].as_u64().unwrap() >= 2);
    assert!(answer["cut"].is_null());
    work.run(&["verify", "out"]).expect(0);
    ask(&work, "k = 2\nduplicates = true", "name = \"hghs\"");
    work.run(&["release", "recipe.toml", "--out", "two"])
        .refused(&["duplicates"]);
}

#[test]
fn private_items_are_not_given_away() {
    let work = Work::new();
    let lines =
        "bread milk test\nbread milk test\nbread milk\nbread eggs\nbread eggs\nmilk eggs test\n";
    work.write("baskets.dat", lines);
    let recipe = |h: &str, method: &str| {
        format!(
            "[data]\npath = \"baskets.dat\"\nkind = \"transactions\"\nlayout = \"basket\"\n[roles]\n\
             private_items = [\"test\"]\n[require]\nk = 2\np = 2\nh = {h}\n[method]\nname = \"{method}\"\n"
        )
    };
    work.write("recipe.toml", recipe("0.5", "mm"));
    let ran = work.run(&["check", "recipe.toml", "--json"]).expect(1);
    let lines = json_of(&ran.out)["requirements"].clone();
    let names: Vec<&str> = lines
        .as_array()
        .unwrap()
        .iter()
        .map(|line| line["name"].as_str().unwrap())
        .collect();
    assert_eq!(names, ["k", "p", "h"]);
    for method in ["mm", "refined"] {
        work.write("recipe.toml", recipe("0.5", method));
        work.run(&["release", "recipe.toml", "--out", method])
            .expect(0);
        let released = work.read(&format!("{method}/release.dat"));
        assert_eq!(released.matches("test").count(), 3, "{released}");
        work.run(&["verify", method]).expect(0);
    }
    work.write("recipe.toml", recipe("0.5", "aa"));
    work.run(&["release", "recipe.toml", "--out", "aa"])
        .refused(&["aa"]);
    work.write("recipe.toml", recipe("0.5", "mm").replace("p = 2\n", ""));
    work.run(&["check", "recipe.toml"])
        .refused(&["p is missing"]);
    work.write(
        "recipe.toml",
        recipe("0.5", "mm").replace("[\"test\"]", "[]"),
    );
    work.run(&["check", "recipe.toml"])
        .refused(&["no private item"]);
}

#[test]
fn transactions_leave_in_the_form_they_came_in() {
    let work = Work::new();
    let mut long = "tid,item\n".to_owned();
    for (number, line) in BASKETS.lines().enumerate() {
        for item in line.split(' ') {
            long += &format!("t{number},{item}\n");
        }
    }
    work.write("long.csv", long);
    let list: String = BASKETS
        .lines()
        .map(|line| format!("\"{}\"\n", line.replace(' ', ",")))
        .collect();
    work.write("list.csv", format!("items\n{list}"));
    work.write("taxonomy.csv", TREE);
    let recipe = |data: &str, format: &str| {
        format!(
            "[data]\n{data}\nkind = \"transactions\"\n[hierarchies]\nitems = {{ tree = \"taxonomy.csv\" }}\n[require]\n\
             k = 2\nm = \"inf\"\n[method]\nname = \"hghs\"\n[release]\nshuffle = false\nformat = \"{format}\"\n"
        )
    };
    let long = "path = \"long.csv\"\nlayout = \"long\"\ncolumns = [\"tid\", \"item\"]";
    let list = "path = \"list.csv\"\nlayout = \"list\"\ncolumn = \"items\"\nseparator = \",\"";
    for (name, data, begins) in [
        ("long", long, "tid,item\n1,P\n2,P\n2,f\n2,g\n"),
        ("list", list, "items\nP\n\"P,f,g\"\n"),
    ] {
        for format in ["csv", "parquet"] {
            work.write("recipe.toml", recipe(data, format));
            let out = format!("{name}-{format}");
            work.run(&["release", "recipe.toml", "--out", &out])
                .expect(0);
            work.run(&["verify", &out]).expect(0);
        }
        let released = work.read(&format!("{name}-csv/release.csv"));
        assert!(released.starts_with(begins), "{released}");
        assert!(!released.contains("t0"));
    }
}

#[test]
fn a_separator_that_stands_in_a_name_gives_way() {
    let work = Work::new();
    work.write("baskets.dat", "milk ham\nmilk eggs\nham eggs\n");
    work.write(
        "taxonomy.csv",
        "milk;cold things\nham;cold things\neggs;cold things\n",
    );
    ask(&work, "k = 3\nm = 2", "name = \"aa\"");
    work.run(&["release", "recipe.toml", "--out", "out"])
        .expect(0);
    assert_eq!(
        work.read("out/release.dat"),
        "cold things\ncold things\ncold things\n"
    );
    work.run(&["verify", "out"]).expect(0);
}

#[test]
fn items_without_a_taxonomy_get_one_from_their_frequency() {
    let work = Work::new();
    work.write("baskets.dat", BASKETS);
    for more in ["", "[hierarchies]\nitems = { fan = 3 }\n"] {
        work.write(
            "recipe.toml",
            format!(
                "[data]\npath = \"baskets.dat\"\nkind = \"transactions\"\nlayout = \"basket\"\n{more}[require]\nk = 2\n\
                 m = 2\n[method]\nname = \"mhghs\"\n"
            ),
        );
        let out = format!("out{}", more.len());
        work.run(&["release", "recipe.toml", "--out", &out])
            .expect(0);
        work.run(&["verify", &out]).expect(0);
    }
}

#[test]
fn open_parameters_are_found() {
    let work = Work::new();
    work.write("baskets.dat", "a b c\na b c\na b\na b\n");
    for (open, found) in [
        ("k = \"?\"\nm = 2", json!({"k": 2})),
        ("k = 2\nm = \"?\"", json!({"m": 3})),
        ("k = \"?\"\nm = 1", json!({"k": 2})),
    ] {
        work.write(
            "recipe.toml",
            format!(
                "[data]\npath = \"baskets.dat\"\nkind = \"transactions\"\nlayout = \"basket\"\n[require]\n{open}\n"
            ),
        );
        let ran = work.run(&["solve", "recipe.toml", "--json"]).expect(0);
        assert_eq!(json_of(&ran.out)["solved"], found);
    }
}

#[test]
fn a_sweep_has_a_row_for_every_setting_and_method() {
    let work = figure_1("k = 2\nm = 2", "name = \"hghs\"");
    let ran = work
        .run(&[
            "sweep",
            "recipe.toml",
            "--vary",
            "k=2..4",
            "--vary",
            "m=1,3",
            "--methods",
            "hghs,aa,refined",
            "--json",
        ])
        .expect(0);
    let rows = json_of(&ran.out)["rows"].as_array().unwrap().clone();
    assert_eq!(rows.len(), 18);
    for row in &rows {
        assert_eq!(row["satisfied"], true, "{row}");
        let others = rows.iter().filter(|other| {
            other["k"] == row["k"] && other["m"] == row["m"] && other["method"] == "refined"
        });
        for own in others {
            assert!(own["metrics"]["loss"].as_f64() <= row["metrics"]["loss"].as_f64());
        }
    }
}

#[test]
fn a_sweep_may_end_with_everything_known() {
    let work = figure_1("k = 2\nm = 2", "name = \"hghs\"");
    let sweep = |vary: &str| work.run(&["sweep", "recipe.toml", "--vary", vary, "--json"]);
    let rows = json_of(&sweep("m=1..3,inf").expect(0).out)["rows"].clone();
    let asked: Vec<&Value> = rows
        .as_array()
        .unwrap()
        .iter()
        .map(|row| &row["m"])
        .collect();
    assert_eq!(asked, [&json!(1), &json!(2), &json!(3), &json!("inf")]);
    let alone = json_of(&sweep("m=inf").expect(0).out)["rows"][0].clone();
    assert_eq!(alone["metrics"]["loss"], rows[3]["metrics"]["loss"]);
    sweep("k=inf").refused(&["only m may be inf"]);
    sweep("m=1..inf").refused(&["not as the end of a range"]);
    let words = work
        .run(&["sweep", "recipe.toml", "--vary", "m=inf"])
        .expect(0);
    assert!(words.out.contains("inf"), "{}", words.out);
}

#[test]
fn baskets_without_items_are_left_out_and_told() {
    let work = figure_1("k = 2\nm = 2", "name = \"hghs\"");
    work.write("baskets.dat", "a b\n\na b\n\n");
    let words = work.run(&["check", "recipe.toml"]).expect(0).out;
    assert!(words.starts_with("Satisfied: 2 baskets"), "{words}");
    assert!(words.contains("Note: 1 empty line is left out"), "{words}");
}

#[test]
fn the_experiment_tells_whether_the_paper_is_right() {
    let work = figure_1("k = 2\nm = 2", "name = \"hghs\"");
    let ran = work
        .run(&[
            "experiment",
            "transactions",
            "recipe.toml",
            "--figure",
            "loss-by-m",
            "--k",
            "2",
            "--json",
        ])
        .expect(0);
    let figure = json_of(&ran.out)["figures"][0].clone();
    assert_eq!(figure["series"].as_array().unwrap().len(), 5);
    let claims = figure["claims"].as_array().unwrap();
    assert_eq!(claims.last().unwrap()["holds"], true, "{claims:?}");
    work.run(&[
        "experiment",
        "transactions",
        "recipe.toml",
        "--figure",
        "none",
    ])
    .refused(&["loss-by-k"]);
}

#[test]
fn an_experiment_on_few_baskets_tells_what_was_not_reached() {
    let work = figure_1("k = 2\nm = 2", "name = \"hghs\"");
    let experiment = ["experiment", "transactions", "recipe.toml", "--m", "2"];
    let words = work
        .run(
            &[
                &experiment[..],
                &["--figure", "loss-by-k", "--svg", "drawn"],
            ]
            .concat(),
        )
        .expect(0)
        .out;
    assert!(
        words.contains("refined at 10: k = 10 cannot be reached"),
        "{words}"
    );
    assert!(work.path("drawn/loss-by-k.svg").is_file());
    work.run(&[&experiment[..], &["--figure", "time-by-size", "--k", "2"]].concat())
        .expect(0);
}

#[test]
fn our_own_method_shows_what_it_can_where_all_must_look_alike() {
    let work = figure_1("k = 8\nm = 2", "name = \"refined\"");
    let ran = work
        .run(&["release", "recipe.toml", "--out", "out", "--json"])
        .expect(0);
    assert_eq!(json_of(&ran.out)["metrics"]["loss"], 1.0);
    work.run(&["verify", "out"]).expect(0);
}

#[test]
fn bad_input_is_told_in_a_sentence() {
    let refused = |baskets: &str, tree: &str, require: &str, words: &[&str]| {
        let work = figure_1(require, "name = \"hghs\"");
        work.write("baskets.dat", baskets);
        work.write("taxonomy.csv", tree);
        work.run(&["release", "recipe.toml", "--out", "out"])
            .refused(words);
        assert!(!work.path("out").exists());
    };
    let fine = "k = 2\nm = 2";
    refused(
        "a q\na b\n",
        TREE,
        fine,
        &["taxonomy.csv", "missing from the tree", "transaction 1"],
    );
    refused(
        "a P\na b\n",
        TREE,
        fine,
        &["taxonomy.csv", "inner nodes of it"],
    );
    refused(BASKETS, "a;H\nb;K\n", fine, &["taxonomy.csv", "roots"]);
    refused(BASKETS, "a;H\nH;K\nK;a\n", fine, &["taxonomy.csv", "cycle"]);
    refused("\n\n", TREE, fine, &["baskets.dat", "empty"]);
    refused(BASKETS, TREE, "m = 2", &["k is missing"]);
    refused(BASKETS, TREE, "k = 2", &["set m"]);
    refused(BASKETS, TREE, "k = 2\nm = 0", &["line 9"]);
    refused(BASKETS, TREE, "k = 2\nm = \"all\"", &["line 9", "\"inf\""]);
    refused(BASKETS, TREE, "k = 2\nm = 2\np = 1", &["p goes with h"]);
    refused(
        BASKETS,
        TREE,
        "k = 2\nepsilon = 1",
        &["not for transactions"],
    );
}

#[test]
fn a_release_that_was_tampered_with_is_found_out() {
    let work = figure_1("k = 2\nm = \"inf\"", "name = \"hghs\"");
    work.run(&["release", "recipe.toml", "--out", "out"])
        .expect(0);
    let good = work.read("out/release.dat");
    let certificate = work.read("out/certificate.json");
    work.write("out/release.dat", good.replacen("P f g", "P f", 1));
    let ran = work.run(&["verify", "out", "--json"]).expect(1);
    let answer = json_of(&ran.out);
    assert_eq!(answer["hash_matches"], false);
    assert_eq!(answer["requirements"][0]["satisfied"], false);
    work.write("out/release.dat", &good);
    work.write(
        "out/certificate.json",
        certificate.replace("\"empty\": 1", "\"empty\": 2"),
    );
    let ran = work.run(&["verify", "out"]).expect(1);
    assert!(
        ran.out.contains("number of baskets that show nothing"),
        "{}",
        ran.out
    );
    work.write(
        "out/certificate.json",
        certificate.replace("\"m\": \"inf\"", "\"m\": 0"),
    );
    work.run(&["verify", "out"]).refused(&["certificate.json"]);
}

#[test]
fn refined_shows_the_only_item_there_is() {
    let work = Work::new();
    work.write("baskets.dat", "a\na\na\n");
    work.write(
        "recipe.toml",
        "[data]\npath = \"baskets.dat\"\nkind = \"transactions\"\nlayout = \"basket\"\n[hierarchies]\n\
         items = { fan = 5 }\n[require]\nk = 2\nm = 2\n[method]\nname = \"refined\"\n",
    );
    let ran = work.run(&["release", "recipe.toml", "--out", "out", "--json"]);
    assert_eq!(ran.expect(0).json()["metrics"]["loss"], 0.0);
}

#[test]
fn refined_is_never_without_an_answer_that_another_method_has() {
    let work = Work::new();
    work.write("baskets.dat", "i0\ni0 i2\ni0 i3 i6\ni4\ni0 i10\n");
    work.write(
        "taxonomy.csv",
        "i10;g0\ni0;g1\ni4;g2\ni6;g2\ni2;g3\ng2;g3\ng0;g3\ng3;g4\ng1;g5\ni3;g5\ng4;g6\ng5;g6\n",
    );
    let recipe = |method: &str| {
        format!(
            "[data]\npath = \"baskets.dat\"\nkind = \"transactions\"\nlayout = \"basket\"\n[roles]\n\
             private_items = [\"i3\"]\n[hierarchies]\nitems = {{ tree = \"taxonomy.csv\" }}\n[require]\nk = 2\np = 2\n\
             h = 0.3\n[method]\nname = \"{method}\"\n[release]\nshuffle = false\n"
        )
    };
    let loss = |method: &str| {
        work.write("recipe.toml", recipe(method));
        let out = format!("out-{method}");
        let ran = work.run(&["release", "recipe.toml", "--out", &out, "--json"]);
        ran.expect(0).json()["metrics"]["loss"].as_f64().unwrap()
    };
    let other = loss("mm");
    assert!(loss("refined") <= other);
}

#[test]
fn private_items_count_among_what_is_shown() {
    let work = Work::new();
    // a is private and stands under the group that b and c are shown as.
    work.write("baskets.dat", "a b\na c\nb d\nc d\nb d\nc d\n");
    work.write("taxonomy.csv", "a;G\nb;G\nc;G\nG;T\nd;T\n");
    work.write(
        "recipe.toml",
        "[data]\npath = \"baskets.dat\"\nkind = \"transactions\"\nlayout = \"basket\"\n[roles]\n\
         private_items = [\"a\"]\n[hierarchies]\nitems = { tree = \"taxonomy.csv\" }\n[require]\nk = 4\np = 2\nh = 0.5\n\
         [method]\nname = \"refined\"\n[release]\nshuffle = false\n",
    );
    let ran = work.run(&["release", "recipe.toml", "--out", "out", "--json"]);
    let metrics = ran.expect(0).json()["metrics"].clone();
    let shown = std::fs::read_to_string(work.path("out/release.dat")).unwrap();
    assert!(shown.contains('G') && shown.contains('a'), "{shown}");
    assert_eq!(metrics["exclusive"], 0.0);
    // Six of twelve occurrences, b and c, lose two of three parts; the private ones lose nothing.
    let loss = metrics["loss"].as_f64().unwrap();
    assert!((loss - 6.0 * (2.0 / 3.0) / 12.0).abs() < 1e-12, "{loss}");
}
