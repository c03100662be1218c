//! What lies beyond reason is answered in a sentence, alike for every kind: files that never end, a k above everybody,
//! releases of nothing, trees that nobody can follow down.

use crate::work;

use serde_json::Value;
use std::time::{Duration, Instant};
use work::{Ran, Work};

/// Runs a command that must answer at once.
fn run_briefly(work: &Work, arguments: &[&str]) -> Ran {
    use std::process::Stdio;
    let mut child = work
        .command(arguments)
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let begun = Instant::now();
    while child.try_wait().unwrap().is_none() {
        if begun.elapsed() > Duration::from_secs(30) {
            child.kill().unwrap();
            panic!("{arguments:?} does not end");
        }
        std::thread::sleep(Duration::from_millis(10));
    }
    Ran::from(child.wait_with_output().unwrap())
}

#[cfg(unix)]
fn pipe(work: &Work, name: &str) {
    let path = work.path(name);
    let path = std::ffi::CString::new(path.to_str().unwrap()).unwrap();
    // SAFETY: the name ends with a zero and lives as long as the call.
    assert_eq!(unsafe { libc::mkfifo(path.as_ptr(), 0o600) }, 0);
}

#[cfg(unix)]
#[test]
fn hierarchies_recipes_and_projects_must_be_ordinary_files() {
    let work = Work::with_people("k = 2");
    pipe(&work, "pipe");
    for (file, named) in [("/dev/zero", "/dev/zero"), ("pipe", "pipe")] {
        work.recipe("k = 2", &format!("[hierarchies]\nage = \"{file}\""));
        for command in ["check", "release"] {
            let mut arguments = vec![command, "recipe.toml"];
            if command == "release" {
                arguments.extend(["--out", "out"]);
            }
            run_briefly(&work, &arguments).refused(&[named, "it is not an ordinary file"]);
        }
        run_briefly(&work, &["check", file]).refused(&[named, "it is not an ordinary file"]);
    }
    work.write(
        "baskets.toml",
        "[data]\npath = \"b.dat\"\nkind = \"transactions\"\nlayout = \"basket\"\n[hierarchies]\nitems = { tree = \
         \"pipe\" }\n[require]\nk = 2\nm = 1\n",
    );
    work.write("b.dat", "a b\na b\n");
    run_briefly(&work, &["check", "baskets.toml"]).refused(&["pipe", "not an ordinary file"]);
    for (option, file) in [("--population", "pipe"), ("--known", "/dev/zero")] {
        work.recipe("k = 2", "");
        let command = if option == "--known" {
            "attack"
        } else {
            "risk"
        };
        let ran = run_briefly(&work, &[command, "recipe.toml", option, file]);
        ran.refused(&[file, "not an ordinary file"]);
    }
}

/// Nobody writes into it: whoever opens it waits for ever.
#[cfg(unix)]
#[test]
fn a_pipe_in_the_folder_of_a_release_is_told() {
    for file in ["report.html", "release.csv", "certificate.json"] {
        let work = Work::with_people("k = 2\nsuppression = 0.5");
        work.release("out").expect(0);
        std::fs::remove_file(work.path(&format!("out/{file}"))).unwrap();
        pipe(&work, &format!("out/{file}"));
        let ran = run_briefly(&work, &["verify", "out"]);
        assert!(ran.status == 1 || ran.status == 2, "{file}: {}", ran.status);
    }
}

#[test]
fn a_hierarchy_larger_than_any_is_refused_unread() {
    let work = Work::with_people("k = 2");
    // It takes no room on the disk.
    let file = std::fs::File::create(work.path("large.csv")).unwrap();
    file.set_len(300 << 20).unwrap();
    work.recipe("k = 2", "[hierarchies]\nage = \"large.csv\"");
    run_briefly(&work, &["check", "recipe.toml"]).refused(&["large.csv", "which no hierarchy is"]);
    let file = std::fs::File::create(work.path("large.toml")).unwrap();
    file.set_len(300 << 20).unwrap();
    run_briefly(&work, &["check", "large.toml"]).refused(&["large.toml", "which no recipe is"]);
}

fn kinds() -> Vec<(&'static str, Work, usize)> {
    let people = Work::with_people("k = 50\nsuppression = 0.5");
    let ratings = Work::new();
    ratings.write("survey.csv", "id,a,b\n1,1,2\n2,1,2\n3,5,5\n4,5,5\n");
    ratings.write(
        "recipe.toml",
        "[data]\npath = \"survey.csv\"\nkind = \"ratings\"\nscale = [1, 5]\n[roles]\nidentifier = [\"id\"]\n\
         [require]\nk = 50\nepsilon = 1\n[method]\nname = \"greedy\"\n",
    );
    let baskets = Work::new();
    baskets.write("b.dat", "a b\na b\nb c\n");
    baskets.write(
        "recipe.toml",
        "[data]\npath = \"b.dat\"\nkind = \"transactions\"\nlayout = \"basket\"\n[require]\nk = 50\nm = 2\n\
         [method]\nname = \"hghs\"\n",
    );
    vec![
        ("records", people, 6),
        ("people", ratings, 4),
        ("baskets", baskets, 3),
    ]
}

#[test]
fn a_k_above_everybody_is_answered_alike_for_all_kinds() {
    for (what, work, many) in kinds() {
        let why = format!(
            "k = 50 cannot be reached: there are {many} {what}, so the largest possible k is {many}"
        );
        let ran = work.run(&["check", "recipe.toml", "--json"]).expect(1);
        let answer = ran.json();
        assert_eq!(answer["satisfied"], false, "{what}");
        assert_eq!(answer["why"], why.as_str());
        let rows = answer["violating_rows"].as_array().unwrap();
        assert_eq!(rows.len(), many, "{what}: everybody violates it");
        let ran = work.run(&["check", "recipe.toml"]).expect(1);
        assert!(ran.out.contains(&why), "{}", ran.out);
        let answer = work.release("out").expect(1).json();
        assert_eq!(answer["why"], why.as_str());
        assert_eq!(answer["satisfied"], false);
        assert!(!work.path("out").exists() && !work.path("out.audit.json").exists());
        let vary = ["sweep", "recipe.toml", "--vary", "k=49..50", "--json"];
        let rows = work.run(&vary).expect(0).json();
        for row in rows["rows"].as_array().unwrap() {
            assert_eq!(row["satisfied"], false, "{what}: {row}");
        }
    }
}

/// However many may be left out, somebody is released.
#[test]
fn tds_may_leave_out_everybody_and_does_not() {
    let work = Work::with_people("k = 2\nsuppression = 1.0");
    for method in ["tds", "mondrian", "optimal", "local-recoding"] {
        let hierarchies = "[hierarchies]\nage = { intervals = [10, 20] }\nzip = { mask = 4 }";
        work.recipe(
            "k = 2\nsuppression = 1.0",
            &format!("{hierarchies}\n[method]\nname = \"{method}\""),
        );
        let answer = work.release(method).expect(0).json();
        let left_out = answer["suppressed_rows"].as_array().unwrap().len();
        assert!(left_out < 6, "{method}: {left_out}");
        work.run(&["verify", method]).expect(0);
    }
}

fn escaping(layout: &str, file: &str, contents: &str, more: &str) -> Work {
    let work = Work::new();
    work.write(file, contents);
    work.write(
        "recipe.toml",
        format!(
            "[data]\npath = \"{file}\"\nkind = \"transactions\"\n{layout}\n{more}\n[method]\nname = \"none\"\n\
             [release]\nescape_formulas = true\nshuffle = false\n"
        ),
    );
    work
}

const LIST: &str = "layout = \"list\"\ncolumn = \"items\"\nseparator = \",\"";
const LONG: &str = "layout = \"long\"\ncolumns = [\"tid\", \"item\"]";

/// An item that a spreadsheet would run has one name, wherever it stands.
#[test]
fn transactions_are_escaped_item_by_item() {
    let list = "items\n\"=a,b\"\n\"=a,b\"\n\"!x,=a,b\"\n\"!x,=a,b\"\n\"-5,b\"\n\"-5,b\"\n";
    let work = escaping(LIST, "b.csv", list, "[require]\nk = 2\nm = 2");
    let answer = work.release("out").expect(0).json();
    assert_eq!(answer["formula_cells"], 4);
    let released = work.read("out/release.csv");
    assert_eq!(released.matches("'=a").count(), 4, "{released}");
    assert_eq!(released.matches("'-5").count(), 2, "{released}");
    work.run(&["verify", "out"]).expect(0);

    // It counts as one item, whether a cell begins with it or not.
    let mixed = "items\n\"=a,b\"\n\"!x,=a,b\"\n\"!x,=a,b\"\n\"!x,b\"\n";
    let work = escaping(LIST, "b.csv", mixed, "[require]\nk = 3\nm = 1");
    work.release("out").expect(0);
    work.run(&["verify", "out"]).expect(0);

    let long = "tid,item\n1,=a\n1,b\n2,=a\n2,b\n3,-5\n3,b\n4,-5\n4,b\n";
    let private = "[roles]\nprivate_items = [\"=a\"]\n[require]\nk = 2\np = 1\nh = 0.6";
    for more in ["[require]\nk = 2\nm = 2", private] {
        let work = escaping(LONG, "b.csv", long, more);
        let answer = work.release("out").expect(0).json();
        assert_eq!(answer["formula_cells"], 2, "{more}");
        let released = work.read("out/release.csv");
        // A number alone is none.
        assert!(released.contains(",'=a\n") && released.contains(",-5\n"));
        work.run(&["verify", "out"]).expect(0);
    }
    let twice = "tid,item\n1,=a\n1,'=a\n2,=a\n2,'=a\n";
    let work = escaping(LONG, "b.csv", twice, "[require]\nk = 2\nm = 1");
    work.release("out")
        .refused(&["two items would have one name once formulas are escaped"]);
    assert!(!work.path("out").exists());
}

/// Nobody rated what anybody else did, and nothing may be filled in.
#[test]
fn ratings_of_which_nothing_is_left_are_not_released() {
    let work = Work::new();
    work.write("long.csv", "user,item,rating\n1,a,1\n2,b,5\n3,c,1\n4,d,5\n");
    work.write("wide.csv", "user,a,b,c,d\n1,1,,,\n2,,5,,\n3,,,1,\n4,,,,5\n");
    let layouts = [
        ("path = \"long.csv\"\nlayout = \"long\"", ""),
        ("path = \"wide.csv\"", "[roles]\nidentifier = [\"user\"]"),
    ];
    for (data, roles) in layouts {
        for method in ["greedy", "graph", "clustered", "meeting-box"] {
            work.write(
                "recipe.toml",
                format!(
                    "[data]\n{data}\nkind = \"ratings\"\nscale = [1, 5]\n{roles}\n[require]\nk = 4\nepsilon = 0\n\
                     [method]\nname = \"{method}\"\nnulls = \"unrate\"\n"
                ),
            );
            let ran = work.release("out").expect(1);
            let why = ran.json()["why"].as_str().unwrap_or_default().to_owned();
            assert!(why.contains("nothing would be left"), "{method}: {why}");
            assert!(!work.path("out").exists());
        }
    }
}

/// A tree that goes down a step for every item, and baskets of what lies at its end.
#[test]
fn what_is_deep_is_followed_or_refused_and_never_runs_over() {
    let deep = |levels: usize| {
        let work = Work::new();
        let step = |at: usize| format!("n{};n{at}\ni{at};n{at}\n", at + 1);
        let links: String = (0..levels).map(step).collect();
        work.write("tree.csv", links);
        let last = format!("n{levels}");
        let [one, other] = [levels - 1, levels - 2].map(|item| format!("i{item}"));
        work.write(
            "b.dat",
            format!("{one} {last}\n{other} {last}\n{one} i0\n{other} i0\n"),
        );
        work.write(
            "recipe.toml",
            "[data]\npath = \"b.dat\"\nkind = \"transactions\"\nlayout = \"basket\"\n[hierarchies]\nitems = { tree = \
             \"tree.csv\" }\n[require]\nk = 2\nm = 2\n",
        );
        work
    };
    deep(20_000)
        .run(&["check", "recipe.toml"])
        .refused(&["tree.csv", "expected 1000 at most"]);
    let work = deep(900);
    for method in ["refined", "hghs", "aa", "lg"] {
        let arguments = [
            "release",
            "recipe.toml",
            "--out",
            "all",
            "--methods",
            method,
        ];
        work.run(&arguments).expect(0);
        work.run(&["verify", &format!("all/{method}")]).expect(0);
    }
}

/// Each basket lacks one more of the first items: sets grow item by item.
#[test]
fn long_baskets_are_followed_to_their_end() {
    let work = Work::new();
    let basket = |from: usize| {
        let items: Vec<String> = (from..400).map(|item| format!("i{item}")).collect();
        format!("{0}\n{0}\n", items.join(" "))
    };
    let baskets: String = (0..400).map(basket).collect();
    work.write("b.dat", baskets);
    work.write(
        "recipe.toml",
        "[data]\npath = \"b.dat\"\nkind = \"transactions\"\nlayout = \"basket\"\n[require]\nk = 2\nm = \"inf\"\n\
         [method]\nname = \"none\"\n",
    );
    let answer: Value = work
        .run(&["check", "recipe.toml", "--json"])
        .expect(0)
        .json();
    assert_eq!(answer["satisfied"], true);
}

/// The answer is lost, the release is not: whoever reads the message must know.
#[cfg(target_os = "linux")]
#[test]
fn an_answer_that_cannot_be_printed_says_what_was_written() {
    let work = Work::with_people("k = 2\nsuppression = 0.5");
    let full = std::fs::OpenOptions::new()
        .write(true)
        .open("/dev/full")
        .unwrap();
    let output = work
        .command(&["release", "recipe.toml", "--out", "out", "--json"])
        .stdout(full)
        .output()
        .unwrap();
    let ran = Ran::from(output).expect(2);
    assert!(ran.err.contains("the disk is full"), "{}", ran.err);
    let written = ran.err.contains("written before that, and whole");
    assert!(written && ran.err.contains("out.audit.json"), "{}", ran.err);
    assert!(work.path("out/certificate.json").is_file());
}
