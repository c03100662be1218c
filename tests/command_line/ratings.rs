//! Ratings on the command line: the tables of the thesis, chapters 6 and 7, and every method on a small survey.

use crate::work;

use serde_json::{Value, json};
use std::collections::BTreeMap;
use work::Work;

const TABLE_6_1: &str = "\
ID,issue 1,issue 2,issue 3,issue 4
t1,6,1,,6
t2,1,6,,1
t3,2,5,,1
t4,1,,5,1
t5,2,,6,5
";

/// Also Table 7.1.
const TABLE_6_2: &str = "\
ID,issue 1,issue 2,issue 3,issue 4
t1,3,6,,6
t2,2,5,,1
t3,4,7,,4
t4,5,6,,1
t5,1,,5,1
t6,2,,6,5
";

/// Seven rated the first two issues, four the first and the third, one all of them.
const SURVEY: &str = "\
id,a,b,c,pay
p01,1,1,,1
p02,5,5,,4
p03,2,1,,3
p04,4,5,,2
p05,5,4,,5
p06,3,3,,1
p07,1,2,,4
p08,1,,5,2
p09,2,,5,5
p10,5,,1,
p11,4,,2,3
p12,3,3,3,1
";

fn survey(table: &str, high: u32, require: &str, more: &str) -> Work {
    let work = Work::new();
    work.write("survey.csv", table);
    ask(&work, high, require, more);
    work
}

fn ask(work: &Work, high: u32, require: &str, more: &str) {
    let header = work.read("survey.csv");
    let columns: Vec<&str> = header.lines().next().unwrap().split(',').collect();
    let (first, last) = (columns[0], columns[columns.len() - 1]);
    work.write(
        "recipe.toml",
        format!(
            "[data]\npath = \"survey.csv\"\nkind = \"ratings\"\nscale = [1, {high}]\n[roles]\nidentifier = \
             [\"{first}\"]\nsensitive = [\"{last}\"]\n[require]\n{require}\n{more}\n"
        ),
    );
}

fn lines(answer: &Value) -> BTreeMap<String, Value> {
    answer["requirements"]
        .as_array()
        .unwrap()
        .iter()
        .map(|line| (line["name"].as_str().unwrap().to_owned(), line.clone()))
        .collect()
}

#[test]
fn a_check_names_who_is_alone() {
    let work = survey(TABLE_6_1, 6, "k = 2\nepsilon = 1", "");
    let ran = work.run(&["check", "recipe.toml", "--json"]);
    assert_eq!(ran.status, 1, "{}", ran.err);
    let answer = ran.json();
    assert_eq!(answer["kind"], "ratings");
    assert_eq!(answer["records"], 5);
    assert_eq!(answer["violating_rows"], json!([0]));
    let lines = lines(&answer);
    assert_eq!(lines["k"]["reached"], 1);
    assert_eq!(lines["k"]["violations"], 1);
    // t3 is within 4 of t1 and within 1 of t2.
    assert_eq!(lines["epsilon"]["reached"], 4.0);
}

#[test]
fn every_engine_gives_the_same_answer() {
    let require = "k = 2\nepsilon = 2\nl_sd = 1.5";
    let answers: Vec<Value> = ["profile", "slicing", "pairwise"]
        .map(|engine| {
            let method = format!("[method]\nengine = \"{engine}\"");
            let work = survey(SURVEY, 5, require, &method);
            work.run(&["check", "recipe.toml", "--json"]).json()
        })
        .into();
    assert_eq!(answers[0], answers[1]);
    assert_eq!(answers[0], answers[2]);
    assert_eq!(answers[0]["satisfied"], false);
}

#[test]
fn solving_finds_the_definition_and_the_partition_beside_it() {
    let work = survey(TABLE_6_1, 6, "k = 2\nepsilon = \"?\"", "");
    let answer = work.run(&["solve", "recipe.toml", "--json"]).json();
    assert_eq!(answer["solved"], json!({"epsilon": 4.0}));
    assert_eq!(answer["clique_partition"], json!({"epsilon": 5.0}));
    assert_eq!(answer["satisfied"], true);

    let work = survey(TABLE_6_2, 7, "k = 2\nepsilon = \"?\"\nl_sd = 2", "");
    let answer = work.run(&["solve", "recipe.toml", "--json"]).json();
    assert_eq!(answer["solved"], json!({"epsilon": 2.0}));

    // Theirs spreads by 2 from 3 on.
    assert_eq!(answer["clique_partition"], json!({"epsilon": 3.0}));

    ask(&work, 7, "k = \"?\"\nepsilon = 1\nl_sd = \"?\"", "");
    let answer = work.run(&["solve", "recipe.toml", "--json"]).json();
    assert_eq!(answer["solved"]["k"], 2);
    assert_eq!(answer["check"]["satisfied"], true);
    // What is reached passes, and no more does.
    let l = answer["solved"]["l_sd"].as_f64().unwrap();
    ask(&work, 7, &format!("k = 2\nepsilon = 1\nl_sd = {l}"), "");
    assert_eq!(work.run(&["check", "recipe.toml"]).status, 0);
    let more = l + 0.000_001;
    ask(
        &work,
        7,
        &format!("k = 2\nepsilon = 1\nl_sd = {more:.6}"),
        "",
    );
    assert_eq!(work.run(&["check", "recipe.toml"]).status, 1);
}

#[test]
fn k_and_epsilon_are_solved_together_with_the_frontier() {
    for require in ["k = \"?\"\nepsilon = \"?\"", "epsilon = \"?\"\nk = \"?\""] {
        let work = survey(TABLE_6_2, 7, &format!("{require}\nl_sd = 2"), "");
        let ran = work.run(&["solve", "recipe.toml", "--json"]);
        assert_eq!(ran.status, 0, "{}", ran.err);
        let answer = ran.json();
        assert_eq!(answer["solved"], json!({"k": 2, "epsilon": 2.0}));
        assert_eq!(answer["clique_partition"], json!({"k": 2, "epsilon": 3.0}));
        let frontier = json!([
            {"epsilon": 2.0, "k": 2, "partition": null},
            {"epsilon": 3.0, "k": 2, "partition": 2},
        ]);
        assert_eq!(answer["frontier"], frontier);
        // Whatever is answered can be released, and what is left away would be refused or broken.
        for (epsilon, status) in [(1, 1), (2, 0), (3, 0), (4, 2), (6, 2)] {
            ask(
                &work,
                7,
                &format!("k = 2\nepsilon = {epsilon}\nl_sd = 2"),
                "",
            );
            assert_eq!(work.run(&["check", "recipe.toml"]).status, status);
        }
    }
    let work = survey(TABLE_6_2, 7, "k = \"?\"\nepsilon = \"?\"\nl_sd = 2", "");
    let words = work.run(&["solve", "recipe.toml"]).out;
    assert!(words.contains("epsilon = 2: as strict as the data allow; cut into groups"));
    assert!(
        words.contains("\n    epsilon = 2: 2; cut into groups of mutually close people: none\n")
    );
    assert!(words.contains("\n    epsilon = 3: 2\n"), "{words}");
    // Where \u{3b5} is given there is nothing to weigh it against.
    ask(&work, 7, "k = \"?\"\nepsilon = 3", "");
    let answer = work.run(&["solve", "recipe.toml", "--json"]).json();
    assert_eq!(answer["frontier"], Value::Null);
}

#[test]
fn the_graph_says_what_can_be_cut_into_cliques() {
    let work = survey(TABLE_6_2, 7, "k = 2\nepsilon = 2", "");
    let answer = work.run(&["show", "graph", "recipe.toml", "--json"]).json();
    let expected = json!({
        "people": 6, "epsilon": 2.0, "k": 2, "groups": [4, 2], "edges": 6, "decomposable": true,
        "components": [
            {"rows": [0, 1, 2, 3], "edges": 5, "decomposable": true, "ways": 2},
            {"rows": [4, 5], "edges": 1, "decomposable": true, "ways": 1},
        ],
    });
    assert_eq!(answer, expected);
    // Three are close to everybody of the first four, and yet there are no cliques of three to cut them into.
    ask(&work, 7, "k = 3\nepsilon = 2", "");
    let ran = work.run(&["show", "graph", "recipe.toml"]);
    assert_eq!(ran.status, 0, "{}", ran.err);
    assert!(
        ran.out.starts_with("6 people, epsilon = 2, k = 3: "),
        "{}",
        ran.out
    );
    assert!(
        ran.out
            .contains("Not everybody can be cut into groups of 3 or more")
    );
    assert!(ran.out.contains("  people 4, edges 5: cannot be cut\n"));
    ask(&work, 7, "k = 3", "");
    let ran = work.run(&["show", "graph", "recipe.toml"]);
    assert_eq!(ran.status, 2);
    assert!(
        ran.err.contains("the graph needs an epsilon"),
        "{}",
        ran.err
    );
}

/// Rows of a released file as cells.
fn rows(text: &str) -> Vec<Vec<String>> {
    let lines = text.lines().skip(1);
    lines
        .map(|line| line.split(',').map(str::to_owned).collect())
        .collect()
}

#[test]
fn every_method_and_policy_releases_what_it_promises() {
    for method in ["greedy", "graph", "clustered", "meeting-box"] {
        for nulls in ["cheapest", "unrate", "fill"] {
            let more = format!(
                "[method]\nname = \"{method}\"\nnulls = \"{nulls}\"\n[release]\nshuffle = false"
            );
            let work = survey(SURVEY, 5, "k = 3\nepsilon = 1", &more);
            let ran = work.run(&["release", "recipe.toml", "--out", "out", "--json"]);
            assert_eq!(ran.status, 0, "{method}, {nulls}: {}{}", ran.out, ran.err);
            let answer = ran.json();
            assert_eq!(answer["satisfied"], true);
            assert_eq!(answer["suppressed_rows"], json!([]));
            let verified = work.run(&["verify", "out", "--json"]);
            assert_eq!(verified.status, 0, "{method}, {nulls}: {}", verified.out);
            let released = work.read("out/release.csv");
            assert!(released.starts_with("a,b,c,pay\n"));
            let (before, after) = (rows(SURVEY), rows(&released));
            assert_eq!(after.len(), before.len());
            let (mut made_up, mut removed) = (0, 0);
            for (before, after) in before.iter().zip(&after) {
                // Sensitive ratings stay.
                assert_eq!(before[4], after[3]);
                for (before, after) in before[1..4].iter().zip(&after[..3]) {
                    assert!(after.is_empty() || (1..=5).contains(&after.parse::<u32>().unwrap()));
                    made_up += u32::from(before.is_empty() && !after.is_empty());
                    removed += u32::from(!before.is_empty() && after.is_empty());
                }
            }
            assert_eq!(answer["metrics"]["cells_rated"], f64::from(made_up));
            assert_eq!(answer["metrics"]["cells_unrated"], f64::from(removed));
            assert!(nulls != "unrate" || made_up == 0, "{method}");
            assert!(nulls != "fill" || removed == 0, "{method}");
        }
    }
}

#[test]
fn people_may_be_left_out_and_l_be_promised() {
    for method in ["none", "greedy", "graph", "clustered", "meeting-box"] {
        let more = format!("[method]\nname = \"{method}\"");
        let work = survey(SURVEY, 5, "k = 2\nepsilon = 1\nsuppression = 0.5", &more);
        let ran = work.run(&["release", "recipe.toml", "--out", "out", "--json"]);
        assert_eq!(ran.status, 0, "{method}: {}{}", ran.out, ran.err);
        let left_out = ran.json()["suppressed_rows"].as_array().unwrap().len();
        assert!(left_out <= 6);
        assert_eq!(rows(&work.read("out/release.csv")).len(), 12 - left_out);
        assert_eq!(work.run(&["verify", "out"]).status, 0);
    }
    for method in ["greedy", "graph", "clustered", "meeting-box"] {
        let more = format!("[method]\nname = \"{method}\"");
        let work = survey(SURVEY, 5, "k = 3\nepsilon = 1\nl_sd = 1", &more);
        let ran = work.run(&["release", "recipe.toml", "--out", "out", "--json"]);
        assert_eq!(ran.status, 0, "{method}: {}{}", ran.out, ran.err);
        let answer = work.run(&["verify", "out", "--json"]).json();
        assert!(lines(&answer)["l_sd"]["reached"].as_f64().unwrap() >= 1.0);
        // More than all ratings together spread.
        ask(&work, 5, "k = 3\nepsilon = 1\nl_sd = 2.4", &more);
        let ran = work.run(&["release", "recipe.toml", "--out", "other"]);
        assert_eq!(ran.status, 1, "{method}: {}", ran.out);
        assert!(!work.path("other").exists());
    }
}

#[test]
fn a_release_that_was_changed_is_found_out() {
    let work = survey(
        SURVEY,
        5,
        "k = 3\nepsilon = 1",
        "[method]\nname = \"greedy\"",
    );
    assert_eq!(
        work.run(&["release", "recipe.toml", "--out", "out"]).status,
        0
    );
    let released = work.read("out/release.csv");
    let last = released.trim_end().rfind('\n').unwrap() + 1;
    work.write("out/release.csv", format!("{}5,1,3,1\n", &released[..last]));
    let ran = work.run(&["verify", "out", "--json"]);
    assert_eq!(ran.status, 1);
    assert_eq!(ran.json()["hash_matches"], false);
}

#[test]
fn a_row_per_rating_stays_one_and_people_are_numbered_anew() {
    let work = Work::new();
    work.write(
        "ratings.csv",
        "user,item,rating,time\n901,x,1,7\n901,y,5,7\n902,x,2,7\n902,y,4,7\n903,x,5,7\n904,x,4,7\n904,y,4,7\n",
    );
    work.write(
        "recipe.toml",
        "[data]\npath = \"ratings.csv\"\nkind = \"ratings\"\nlayout = \"long\"\nscale = [1, 5]\n[require]\nk = 2\n\
         epsilon = 1\n[method]\nname = \"greedy\"\n",
    );
    let ran = work.run(&["release", "recipe.toml", "--out", "out"]);
    assert_eq!(ran.status, 0, "{}{}", ran.out, ran.err);
    let released = work.read("out/release.csv");
    assert!(released.starts_with("user,item,rating\n"), "{released}");
    assert!(!released.contains("90"), "{released}");
    assert_eq!(work.run(&["verify", "out"]).status, 0);
}

#[test]
fn a_sweep_varies_k_and_epsilon() {
    let work = survey(
        SURVEY,
        5,
        "k = 2\nepsilon = 1",
        "[method]\nname = \"greedy\"",
    );
    let arguments = [
        "sweep",
        "recipe.toml",
        "--vary",
        "k=2..3",
        "--vary",
        "epsilon=1..2",
        "--methods",
        "greedy,none",
        "--json",
    ];
    let ran = work.run(&arguments);
    assert_eq!(ran.status, 0, "{}", ran.err);
    let answer = ran.json();
    let rows = answer["rows"].as_array().unwrap();
    assert_eq!(rows.len(), 8);
    assert_eq!(
        (&rows[1]["k"], &rows[1]["epsilon"]),
        (&json!(2), &json!(2.0))
    );
    assert!(rows[1]["metrics"]["distortion"].is_number());
    assert_eq!(rows[4]["satisfied"], false);
    let ran = work.run(&["sweep", "recipe.toml", "--vary", "p=2"]);
    assert_eq!(ran.status, 2);
    assert!(ran.err.contains("p is not for ratings"), "{}", ran.err);
}

#[test]
fn the_figures_of_the_papers_are_told() {
    let work = survey(SURVEY, 5, "k = 2\nepsilon = 1", "");
    let arguments = [
        "experiment",
        "ratings",
        "recipe.toml",
        "--figure",
        "000-2b",
        "--figure",
        "001-2a",
    ];
    let ran = work.run(&arguments);
    assert_eq!(ran.status, 0, "{}", ran.err);
    assert!(ran.out.contains("Greedy: distortion by k"), "{}", ran.out);
    assert!(ran.out.contains("pairwise"), "{}", ran.out);
    let ran = work.run(&["experiment", "ratings", "recipe.toml", "--figure", "9"]);
    assert_eq!(ran.status, 2);
    assert!(ran.err.contains("003-15a"), "{}", ran.err);
}

#[test]
fn people_who_stand_twice_are_told() {
    let work = survey(SURVEY, 5, "k = 2\nepsilon = 1", "");
    let words = work.run(&["check", "recipe.toml"]).out;
    assert!(!words.contains("with another"), "{words}");
    work.write("survey.csv", SURVEY.replace("p04,", "p03,"));
    let words = work.run(&["check", "recipe.toml"]).out;
    assert!(
        words.contains("Note: 2 rows share their id with another"),
        "{words}"
    );
}

/// An ε at which everybody is close to everybody is no promise, whoever is asked.
#[test]
fn an_epsilon_as_wide_as_the_scale_is_refused_alike() {
    let work = survey(SURVEY, 5, "k = 2\nepsilon = 4", "[method]\nname = \"none\"");
    let check = work.run(&["check", "recipe.toml"]).expect(2);
    let release = work
        .run(&["release", "recipe.toml", "--out", "out"])
        .expect(2);
    let work = survey(SURVEY, 5, "k = \"?\"\nepsilon = 4", "");
    let solve = work.run(&["solve", "recipe.toml"]).expect(2);
    assert!(
        check.err.contains("epsilon = 4 is as wide as the scale"),
        "{}",
        check.err
    );
    assert!(check.err.contains("expected at most 3"), "{}", check.err);
    assert_eq!((&check.err, &check.err), (&release.err, &solve.err));
    // What is found is never as wide either.
    let work = survey(SURVEY, 5, "k = 12\nepsilon = \"?\"", "");
    let solved = work
        .run(&["solve", "recipe.toml", "--json"])
        .expect(1)
        .json();
    assert!(solved["solved"]["epsilon"].is_null(), "{solved}");
}

/// A scale that is declared wider than what occurs makes no promise of it.
#[test]
fn an_epsilon_as_wide_as_what_occurs_is_refused_alike() {
    let none = "[method]\nname = \"none\"";
    let work = survey(SURVEY, 100, "k = 2\nepsilon = 4", none);
    let check = work.run(&["check", "recipe.toml"]).expect(2);
    let release = work.release("out").expect(2);
    assert!(!work.path("out").exists());
    let open = survey(SURVEY, 100, "k = \"?\"\nepsilon = 4", "");
    let solve = open.run(&["solve", "recipe.toml"]).expect(2);
    let told = "epsilon = 4 is as wide as the scale of the ratings that occur on most issues";
    assert!(check.err.contains(told), "{}", check.err);
    assert!(check.err.contains("expected at most 3"), "{}", check.err);
    assert_eq!((&check.err, &check.err), (&release.err, &solve.err));
    let open = survey(SURVEY, 100, "k = 12\nepsilon = \"?\"", "");
    let solved = open
        .run(&["solve", "recipe.toml", "--json"])
        .expect(1)
        .json();
    assert!(solved["solved"]["epsilon"].is_null(), "{solved}");

    // One issue of three on which somebody is farther away is not enough, two are; a sensitive one is not compared.
    let decoy = SURVEY.replace("p12,3,3,3,1", "p12,3,90,3,1");
    let work = survey(&decoy, 100, "k = 1\nepsilon = 4", none);
    assert_eq!(work.run(&["check", "recipe.toml"]).expect(2).err, check.err);
    let wide = SURVEY.replace("p12,3,3,3,1", "p12,3,90,90,1");
    let work = survey(&wide, 100, "k = 1\nepsilon = 4", none);
    let words = work.run(&["check", "recipe.toml"]).expect(0).out;
    let share =
        "Note: epsilon is as wide as all ratings of 1 of the 3 issues on which people differ";
    assert!(words.contains(share), "{words}");
    let open = survey(&wide, 100, "k = \"?\"\nepsilon = 4", "");
    let words = open.run(&["solve", "recipe.toml"]).expect(0).out;
    assert!(words.contains(share), "{words}");
    let secret = SURVEY.replace("p12,3,3,3,1", "p12,3,3,3,90");
    let work = survey(&secret, 100, "k = 1\nepsilon = 4", none);
    assert_eq!(work.run(&["check", "recipe.toml"]).expect(2).err, check.err);
    // Whoever rated otherwise is left out: then the others are close before anything is done.
    let work = survey(&wide, 100, "k = 2\nepsilon = 4\nsuppression = 0.1", none);
    let refused = work.release("out").expect(2);
    assert!(refused.err.contains(told), "{}", refused.err);
    assert!(
        refused
            .err
            .contains("since those who rated otherwise would be left out"),
        "{}",
        refused.err
    );
}

/// Where a method brought everybody that close, the release says so itself.
#[test]
fn a_release_in_which_all_are_close_says_so() {
    let greedy = "[method]\nname = \"greedy\"\nnulls = \"fill\"";
    let work = survey(SURVEY, 5, "k = 12\nepsilon = 2", greedy);
    let told = "all released ratings of every issue lie within epsilon";
    let released = work.release("out").expect(0).json();
    assert!(
        released["notes"][0].as_str().unwrap().contains(told),
        "{released}"
    );
    assert!(work.read("out/report.html").contains(told));
    assert!(work.read("out.report.html").contains(told));
    let verified = work.run(&["verify", "out"]).expect(0).out;
    assert!(
        verified.starts_with(&format!("Warning: {told}")),
        "{verified}"
    );
    // Of an epsilon that tells people apart it is said on how many issues it does not.
    let work = survey(SURVEY, 5, "k = 2\nepsilon = 2", greedy);
    let released = work.release("out").expect(0).json();
    let share = "issues on which people differ, so that there nobody is told from anybody";
    let notes = released["notes"][0].as_str().unwrap();
    assert!(notes.contains(share) && !notes.contains(told), "{released}");
    assert!(!work.read("out/report.html").contains(told));
    assert!(!work.run(&["verify", "out"]).expect(0).out.contains(told));
}

/// With a row per rating, whoever has no rating left is not in the file, and does not count there.
#[test]
fn who_is_not_in_the_file_is_close_to_nobody() {
    let work = Work::new();
    work.write(
        "long.csv",
        "user,item,rating\na,q3,4\nb,pay,1\nb,q3,5\nc,q4,4\nd,q1,4\nd,q4,5\nd,q3,2\ne,pay,3\ne,q2,3\ne,q1,2\n\
         f,q1,4\nf,q3,2\nf,q4,5\ng,pay,1\ng,q3,5\nh,pay,1\nh,q3,5\ni,pay,1\ni,q3,5\n",
    );
    let recipe = |nulls: &str| {
        format!(
            "[data]\npath = \"long.csv\"\nkind = \"ratings\"\nlayout = \"long\"\ncolumns = [\"user\", \"item\", \"rating\"]\n\
             scale = [0, 6]\n[roles]\nsensitive = [\"pay\"]\n[require]\nk = 2\nepsilon = 0\n[method]\nname = \"graph\"\n\
             nulls = \"{nulls}\"\n"
        )
    };
    work.write("recipe.toml", recipe("cheapest"));
    let missed = work.release("out").expect(1);
    assert!(
        missed.out.contains("no rating left"),
        "{}{}",
        missed.out,
        missed.err
    );
    work.write("recipe.toml", recipe("fill"));
    work.release("out").expect(0);
    work.run(&["verify", "out"]).expect(0);
}

#[test]
fn what_cannot_be_is_refused_before_anything_runs() {
    let release = "[method]\nname = \"greedy\"";
    for (require, more, said) in [
        ("k = 2", "", "epsilon is missing"),
        ("k = 2\nepsilon = 4", release, "expected at most 3"),
        (
            "k = 2\nepsilon = 1\np = 2",
            "",
            "the requirement p is not for ratings",
        ),
        (
            "k = 2\nepsilon = 1",
            "[method]\nname = \"optimal\"",
            "optimal is not for ratings",
        ),
        (
            "k = 2\nepsilon = 1",
            "[method]\nname = \"greedy\"\nnulls = \"guess\"",
            "\"cheapest\"",
        ),
        ("k = 2\nepsilon = -1", "", "at least 0"),
        (
            "k = 2\nepsilon = 1\nsd_nulls = \"zero\"",
            "",
            "l_sd is not set; set it, or leave sd_nulls out",
        ),
    ] {
        let work = survey(SURVEY, 5, require, more);
        let ran = work.run(&["release", "recipe.toml", "--out", "out"]);
        assert_eq!(ran.status, 2, "{require}: {}", ran.out);
        assert!(ran.err.contains(said), "{require}: {}", ran.err);
        assert!(ran.err.contains("recipe.toml"), "{}", ran.err);
        assert!(!work.path("out").exists());
    }
    let off = SURVEY.replace("p04,4,5", "p04,4,6");
    let work = survey(&off, 5, "k = 2\nepsilon = 1", "");
    let ran = work.run(&["check", "recipe.toml"]);
    assert_eq!(ran.status, 2);
    assert!(
        ran.err.contains("survey.csv, line 5, column 3"),
        "{}",
        ran.err
    );
    let silent: String = SURVEY
        .lines()
        .map(|line| match line.rsplit_once(',') {
            Some((head, "pay")) => format!("{head},pay\n"),
            Some((head, _)) => format!("{head},\n"),
            None => String::new(),
        })
        .collect();
    let work = survey(&silent, 5, "k = 2\nepsilon = 1\nl_sd = 1", "");
    let ran = work.run(&["check", "recipe.toml"]);
    assert_eq!(ran.status, 2);
    assert!(
        ran.err.contains("nobody rated the sensitive issue \"pay\""),
        "{}",
        ran.err
    );
    let work = survey("id,pay\np1,1\np2,2\n", 5, "k = 2\nepsilon = 1", "");
    let ran = work.run(&["check", "recipe.toml"]);
    assert_eq!(ran.status, 2);
    assert!(ran.err.contains("no issue is left"), "{}", ran.err);
}

#[test]
fn ratings_beside_the_grid_are_rounded_on_request() {
    let table = "id,a,b,pay\np1,-9.95,3.1,2\np2,-9.2,4.4,-7\n";
    let work = Work::new();
    work.write("survey.csv", table);
    let recipe = |more: &str| {
        format!(
            "[data]\npath = \"survey.csv\"\nkind = \"ratings\"\nscale = [-10, 10, 5]\n{more}\n[roles]\nidentifier = \
             [\"id\"]\nsensitive = [\"pay\"]\n[require]\nk = 2\nepsilon = 0\n"
        )
    };
    work.write("recipe.toml", recipe(""));
    assert_eq!(work.run(&["check", "recipe.toml"]).status, 2);
    work.write("recipe.toml", recipe("round = true"));
    let ran = work.run(&["check", "recipe.toml"]);
    assert_eq!(ran.status, 0, "{}{}", ran.out, ran.err);
    assert!(ran.out.contains("round"), "{}", ran.out);
}
