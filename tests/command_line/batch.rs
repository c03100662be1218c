//! `cloakroom release --methods`: several releases in one go, each whole or not there.

use crate::work;

use work::Work;

fn people(work: &Work) {
    work.write("people.csv", work::PEOPLE);
    work.recipe("k = 2\nsuppression = 0.2", "[release]\nmapping = true");
}

fn batch(work: &Work, out: &str, methods: &str) -> work::Ran {
    work.run(&[
        "release",
        "recipe.toml",
        "--out",
        out,
        "--methods",
        methods,
        "--json",
    ])
}

#[test]
fn every_method_gets_a_folder() {
    let work = Work::new();
    people(&work);
    let answer = batch(&work, "all", "none,optimal,mondrian")
        .expect(0)
        .json();
    let releases = answer["releases"].as_array().unwrap();
    assert_eq!(releases.len(), 3);
    assert_eq!(answer["stopped"], false);
    for (release, name) in releases.iter().zip(["none", "optimal", "mondrian"]) {
        assert_eq!(release["name"], name);
        assert_eq!(release["outcome"], "written");
        assert_eq!(release["satisfied"], true);
        assert_eq!(release["method"], name);
        let out = format!("all/{name}");
        assert_eq!(
            work.entries(&out),
            ["certificate.json", "release.csv", "report.html"]
        );
        assert!(work.path(&format!("{out}.audit.json")).is_file());
        assert!(work.path(&format!("{out}.mapping")).is_dir());
        work.run(&["verify", &out]).expect(0);
    }
    // The same bytes as one by one.
    work.run(&["release", "recipe.toml", "--out", "one"])
        .expect(0);
    assert_eq!(
        work.bytes("one/release.csv"),
        work.bytes("all/none/release.csv")
    );
    let ran = work
        .run(&[
            "release",
            "recipe.toml",
            "--out",
            "words",
            "--methods",
            "none,optimal",
        ])
        .expect(0);
    assert_eq!(ran.out.lines().count(), 2, "{}", ran.out);
    assert!(
        ran.out.starts_with("none: written and verified: words"),
        "{}",
        ran.out
    );
}

#[test]
fn a_folder_in_the_way_is_told_and_the_others_are_written() {
    let work = Work::new();
    people(&work);
    work.write("all/optimal/mine.txt", "mine");
    let ran = batch(&work, "all", "none,optimal,mondrian").expect(2);
    assert_eq!(ran.err.lines().count(), 1, "{}", ran.err);
    assert!(
        ran.err.contains("optimal") && ran.err.contains("not empty"),
        "{}",
        ran.err
    );
    let answer = ran.json();
    let outcomes: Vec<&str> = answer["releases"]
        .as_array()
        .unwrap()
        .iter()
        .map(|release| release["outcome"].as_str().unwrap())
        .collect();
    assert_eq!(outcomes, ["written", "failed", "written"]);
    assert_eq!(work.entries("all/optimal"), ["mine.txt"]);
    work.run(&["verify", "all/none"]).expect(0);
    work.run(&["verify", "all/mondrian"]).expect(0);
    // A second time everything is in the way, and nothing changes.
    let before = work.bytes("all/none/release.csv");
    let ran = batch(&work, "all", "none,mondrian").expect(2);
    assert_eq!(ran.err.lines().count(), 2, "{}", ran.err);
    assert_eq!(work.bytes("all/none/release.csv"), before);
}

#[test]
fn what_cannot_be_reached_is_told_and_the_others_are_written() {
    let work = Work::new();
    people(&work);
    work.recipe("k = 3", "");
    let ran = batch(&work, "all", "none,optimal").expect(1);
    assert_eq!(ran.err, "");
    let answer = ran.json();
    assert_eq!(answer["releases"][0]["outcome"], "not_reached");
    assert!(
        answer["releases"][0]["why"]
            .as_str()
            .unwrap()
            .contains("k = 1")
    );
    assert_eq!(answer["releases"][1]["outcome"], "written");
    assert_eq!(
        work.entries("all"),
        ["optimal", "optimal.audit.json", "optimal.report.html"]
    );
}

#[test]
fn nothing_is_left_where_nothing_was_written() {
    let work = Work::new();
    people(&work);
    work.recipe("k = 3", "");
    batch(&work, "all", "none").expect(1);
    assert!(!work.path("all").exists());
    batch(&work, "people.csv", "none").refused(&["people.csv", "it is a file"]);
    batch(&work, "no/such", "none").refused(&["no/such", "there is no folder"]);
    batch(&work, "all", "none,none").refused(&["\"none\" is named twice"]);
    batch(&work, "all", "none,beauty").refused(&["beauty", "expected some of"]);
    work.recipe("k = 1", "");
    work.release("one").expect(0);
    batch(&work, "one", "none").refused(&["one", "it is a release folder"]);
    // A method of another kind is the problem of that release alone.
    let ran = batch(&work, "all", "greedy,none").expect(2);
    assert!(
        ran.err.contains("greedy is not for microdata"),
        "{}",
        ran.err
    );
    assert_eq!(ran.json()["releases"][1]["outcome"], "written");
}

/// A limit on the size of files stands in for a disk that fills up in the middle of a batch: whole columns at their tops
/// take little room, ranges of long numbers take much.
#[cfg(target_os = "linux")]
#[test]
fn a_disk_that_fills_up_leaves_what_was_finished() {
    let work = Work::new();
    let mut people = String::from("name,age,zip,disease\n");
    for row in 0..1_500u64 {
        let (age, zip) = (1_000_000_000 + row, 7_000_000_000 + row * 7_919 % 1_500);
        people += &format!("p{row},{age},{zip},x\n");
    }
    work.write("people.csv", people);
    work.recipe("k = 2", "");
    let script = "ulimit -f 64; trap '' XFSZ; exec \"$0\" release recipe.toml --out all --methods optimal,mondrian --json";
    let output = std::process::Command::new("sh")
        .args(["-c", script, env!("CARGO_BIN_EXE_cloakroom")])
        .current_dir(work.folder())
        .output()
        .unwrap();
    let ran = work::Ran::from(output).expect(2);
    assert_eq!(ran.err.lines().count(), 1, "{}", ran.err);
    let said = ["mondrian: ", "release.csv: cannot write"];
    assert!(
        said.iter().all(|part| ran.err.contains(part)),
        "{}",
        ran.err
    );
    let answer = ran.json();
    assert_eq!(answer["releases"][0]["outcome"], "written");
    assert_eq!(answer["releases"][1]["outcome"], "failed");
    work.run(&["verify", "all/optimal"]).expect(0);
    assert_eq!(
        work.entries("all"),
        ["optimal", "optimal.audit.json", "optimal.report.html"]
    );
}
