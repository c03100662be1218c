//! The papers' samples, each with the method of its chapter, and the page of all experiments.

use crate::work;

use cloakroom_papers::document::{PARTS, ROWS, SOURCES};
use serde_json::{Value, json};
use std::path::Path;
use work::Work;

fn opened(name: &str) -> Work {
    let work = Work::new();
    work.run(&["sample", name, "."]).expect(0);
    work
}

fn released(name: &str) -> (Work, Value) {
    let work = opened(name);
    let ran = work.run(&["release", "recipe.toml", "--out", "out", "--json"]);
    let answer = ran.expect(0).json();
    work.run(&["verify", "out"]).expect(0);
    (work, answer)
}

#[test]
fn samples_run_the_method_of_their_chapter() {
    for (name, methods) in [
        ("thesis-4.1", &["decomposition"][..]),
        ("thesis-5.1", &["mdav", "v-mdav", "approximate-mdav"]),
        ("thesis-3.6", &["local-recoding"]),
        ("thesis-2.1", &["hash-table"]),
        ("thesis-6.3", &["graph"]),
        ("greedy-1", &["greedy"]),
        ("graph-matrix3", &["graph"]),
        ("paper-fig1", &["hghs", "mhghs"]),
    ] {
        let (_, answer) = released(name);
        let method = answer["method"].as_str().unwrap();
        assert!(methods.contains(&method), "{name}: {method}");
    }
    // Means of zeros and ones, with their decimals.
    let (work, _) = released("thesis-5.1");
    let csv = work.read("out/release.csv");
    assert!(csv.contains("0.333") || csv.contains("0.667"), "{csv}");
}

#[test]
fn the_greedy_papers_table_is_released_at_a_distortion_of_seven() {
    let (work, answer) = released("greedy-1");
    assert_eq!(answer["metrics"]["distortion"], json!(7.0));
    let attack = [
        "attack",
        "recipe.toml",
        "--known",
        "known.csv",
        "--original",
        "--json",
    ];
    let report = work.run(&attack).expect(0).json();
    assert_eq!(report["found"], json!(1), "Alice");
}

#[test]
fn rick_and_rudy_are_found_to_have_cancer() {
    let work = opened("thesis-2.1");
    let attack = [
        "attack",
        "recipe.toml",
        "--known",
        "known.csv",
        "--original",
        "--json",
    ];
    let report = work.run(&attack).expect(0).json();
    for name in ["Rick", "Rudy"] {
        let each = report["each"].as_array().unwrap();
        let person = each.iter().find(|person| person["person"] == name).unwrap();
        // Nobody knows which of the two records is whose.
        assert_eq!(person["rows"], json!([0, 1]), "{name}");
        assert_eq!(person["reveals"][0]["value"], "Cancer", "{name}");
    }
}

#[test]
fn six_people_hold_without_being_parted_into_cliques() {
    let (_, answer) = released("graph-fig6");
    assert_eq!(answer["metrics"]["distortion"], json!(0.0));
    let (_, clique) = released("graph-fig1");
    assert_eq!(
        clique["metrics"]["distortion"],
        json!(12.0),
        "a step for every rating"
    );
}

#[test]
fn the_matrices_are_pressed_together_with_their_means() {
    for (name, people, sums) in [
        ("graph-matrix3", 4, [16, 24]),
        ("graph-matrix4", 5, [20, 30]),
        ("graph-matrix5", 3, [11, 17]),
        ("graph-matrix6", 4, [15, 23]),
    ] {
        let (work, _) = released(name);
        let csv = work.read("out/release.csv");
        let rows: Vec<Vec<u32>> = csv
            .lines()
            .skip(1)
            .map(|line| {
                line.split(',')
                    .take(2)
                    .map(|cell| cell.parse().unwrap())
                    .collect()
            })
            .collect();
        assert_eq!(rows.len(), people, "{name}: {csv}");
        for (issue, sum) in sums.into_iter().enumerate() {
            let column: Vec<u32> = rows.iter().map(|row| row[issue]).collect();
            assert_eq!(column.iter().sum::<u32>(), sum, "{name}: {csv}");
            let (low, high) = (column.iter().min().unwrap(), column.iter().max().unwrap());
            assert!(high - low <= 2, "{name}: {csv}");
        }
    }
}

/// A test that the page names, as `name` in path, has to be there; what another file holds is looked for as it is written.
#[test]
fn what_the_page_names_is_there() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut looked = 0;
    for row in ROWS {
        assert!(!row.shown.is_empty(), "{}", row.what);
        let Some((_, path)) = row.shown.rsplit_once(" in ") else {
            continue;
        };
        let path = path.split([';', ',']).next().unwrap();
        if !path.ends_with(".rs") {
            continue;
        }
        let text = std::fs::read_to_string(root.join(path)).unwrap_or_default();
        let quoted: Vec<&str> = row.shown.split('`').skip(1).step_by(2).collect();
        let is_there = |name: &&str| {
            text.contains(&format!("fn {name}()")) || text.contains(&format!("{name} = \""))
        };
        assert!(quoted.iter().any(is_there), "{}: {path}", row.shown);
        looked += 1;
    }
    assert!(looked >= 15, "{looked}");
    assert_eq!(ROWS.len(), 69);
}

#[test]
fn a_page_needs_its_data_and_overwrites_nothing() {
    let work = Work::new();
    work.write("data/nothing", "");
    let ask = |paper: &str, out: &str| {
        work.run(&[
            "experiment",
            "papers",
            "--data",
            "data",
            "--out",
            out,
            "--paper",
            paper,
        ])
    };
    ask("003", "page.md").refused(&["movielens_100k/u.data"]);
    ask("005", "page.md").refused(&["005", "000, 001, 002, 003, 004"]);
    ask("003", "page").refused(&["--out"]);
    work.write("page.md", "mine");
    ask("003", "page.md").refused(&["page.md"]);
    work.write("other/full", "");
    ask("003", "other.md").refused(&["other"]);
}

/// Ratings that are invented, under the name of those that were published.
fn invented() -> Work {
    let work = Work::new();
    let mut text = String::new();
    for user in 1..=60u32 {
        for item in 1..=6u32 {
            // Two ways of rating, so that some people are close to others.
            if (user + item) % 3 != 0 {
                let rating = 1 + (user * user + 3 * item * (user % 2)) % 5;
                text += &format!("{user}\t{item}\t{rating}\t0\n");
            }
        }
    }
    work.write("data/movielens_100k/u.data", text);
    work
}

#[test]
fn a_page_is_made_of_the_data_that_are_there() {
    let work = invented();
    let arguments = [
        "experiment",
        "papers",
        "--data",
        "data",
        "--out",
        "page.md",
        "--paper",
        "003",
        "--trials",
        "2",
        "--json",
    ];
    let answer = work.run(&arguments).expect(0).json();
    assert_eq!(answer["parts"], json!(1));
    let page = work.read("page.md");
    let part = PARTS.iter().find(|part| part.paper == "003").unwrap();
    for wanted in [
        part.heading,
        "](page/01-003-16.svg)",
        "60 people",
        "movielens/recipe.toml",
    ] {
        assert!(page.contains(wanted), "{wanted} in {page}");
    }
    assert!(work.read("page/01-003-17c.svg").contains("half of epsilon"));
    // The recipe is given as it is carried, with no word of where the data were.
    let source = SOURCES
        .iter()
        .find(|source| source.name == "movielens")
        .unwrap();
    assert_eq!(
        work.read("page/movielens/recipe.toml"),
        source.files[0].text
    );
    assert!(!page.contains(&work.folder().display().to_string()));
}

#[test]
fn slicing_is_timed_and_weighed_against_pairwise() {
    let work = invented();
    work.write(
        "recipe.toml",
        "[data]\npath = \"data/movielens_100k/u.data\"\nkind = \"ratings\"\nlayout = \"long\"\n\
         columns = [\"user\", \"item\", \"rating\"]\nscale = [1, 5]\n[require]\nk = 2\nepsilon = 1\n",
    );
    let arguments = [
        "experiment",
        "ratings",
        "recipe.toml",
        "--figure",
        "thesis-7.6b",
        "--figure",
        "thesis-7.8a",
        "--figure",
        "thesis-7.3",
        "--json",
    ];
    let answer = work.run(&arguments).expect(0).json();
    assert_eq!(answer["income_drawn"], json!(true));
    let names = |at: usize| -> Vec<&str> {
        let series = answer["figures"][at]["series"].as_array().unwrap();
        series
            .iter()
            .map(|series| series["name"].as_str().unwrap())
            .collect()
    };
    let all = ["slicing", "pairwise", "matrix", "profile"];
    assert_eq!(names(0), all);
    assert_eq!(names(1), all);
    assert!(names(2).contains(&"cost model"), "{:?}", names(2));
    // All distances of 60 people, two bytes each.
    let matrix = &answer["figures"][1]["series"][2]["points"][0]["value"];
    assert!(
        matrix.as_f64().unwrap() >= 60.0 * 60.0 * 2.0 / 1e6,
        "{matrix}"
    );
    for figure in answer["figures"].as_array().unwrap() {
        assert!(!figure["claims"].as_array().unwrap().is_empty(), "{figure}");
    }
}

/// 300 people by age, zip and sex, with an income.
fn people() -> Work {
    let work = Work::new();
    let rows: String = (0..300u32)
        .map(|row| {
            let (age, zip) = (20 + row * 7 % 40, 1000 + row * row % 90);
            format!(
                "{age},{zip},{},{}\n",
                ["m", "f"][row as usize % 2],
                row * 13 % 4
            )
        })
        .collect();
    work.write("people.csv", format!("age,zip,sex,income\n{rows}"));
    work.write(
        "recipe.toml",
        "[data]\npath = \"people.csv\"\nkind = \"microdata\"\n[roles]\nquasi = [\"age\", \"zip\", \"sex\"]\n\
         sensitive = [\"income\"]\n[hierarchies]\nage = { intervals = [5, 10, 20] }\nzip = { mask = 4 }\n\
         [categories.income]\norder = [[\"0\"], [\"1\"], [\"2\"], [\"3\"]]\n[require]\nk = 2\n",
    );
    work
}

#[test]
fn the_enhanced_models_are_measured_and_weighed() {
    let work = people();
    let figures = |command: &str| -> Vec<Value> {
        let arguments = [
            "experiment",
            command,
            "recipe.toml",
            "--svg",
            command,
            "--json",
        ];
        let answer = work.run(&arguments).expect(0).json();
        answer["figures"].as_array().unwrap().clone()
    };
    let models = figures("models");
    let names = |figures: &[Value]| -> Vec<String> {
        let names = figures
            .iter()
            .map(|figure| figure["name"].as_str().unwrap().to_owned());
        names.collect()
    };
    assert_eq!(
        names(&models),
        [
            "time-by-columns",
            "time-by-alpha",
            "time-by-p",
            "distortion-by-columns",
            "distortion-by-alpha",
            "search-by-k"
        ]
    );
    let recoding = figures("recoding");
    assert_eq!(recoding.len(), 5);
    assert_eq!(work.entries("recoding").len(), 5);
    for figure in models.iter().chain(&recoding) {
        let series = figure["series"].as_array().unwrap();
        assert_eq!(series.len(), 3, "{figure}");
        assert!(!figure["claims"].as_array().unwrap().is_empty(), "{figure}");
    }
    // The text has it that a larger alpha asks for less; by its definition it asks for more.
    let by_alpha = models
        .iter()
        .find(|figure| figure["name"] == "distortion-by-alpha")
        .unwrap();
    assert_eq!(by_alpha["claims"][0]["holds"], json!(false), "{by_alpha}");
}
