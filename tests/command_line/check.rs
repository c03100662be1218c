//! `cloakroom check`.

use crate::work;

use serde_json::json;
use work::Work;

#[test]
fn the_answer_is_that_of_the_contract() {
    let work = Work::with_people("k = 3");
    let ran = work.run(&["check", "recipe.toml", "--json"]).expect(1);
    assert_eq!(ran.err, "");
    assert_eq!(
        ran.json(),
        json!({
            "kind": "microdata", "records": 6, "satisfied": false,
            "requirements": [
                {"name": "k", "wanted": 3, "reached": 1, "satisfied": false, "violations": 3}
            ],
            "violating_rows": [1, 3, 4],
        })
    );
}

#[test]
fn what_may_be_left_out_counts() {
    let work = Work::with_people("k = 3\nsuppression = 0.5");
    let answer = work
        .run(&["check", "recipe.toml", "--json"])
        .expect(0)
        .json();
    assert_eq!(answer["satisfied"], true);
    assert_eq!(answer["requirements"][0]["reached"], 3);
    assert_eq!(
        answer["requirements"][1],
        json!({"name": "suppression", "wanted": 0.5, "reached": 0.5, "satisfied": true, "violations": 0})
    );
    assert_eq!(answer["violating_rows"], json!([1, 3, 4]));
}

#[test]
fn no_value_is_reached_while_another_promise_fails() {
    let work = Work::with_people("k = 1\nl = { distinct = 2 }");
    let ran = work.run(&["check", "recipe.toml", "--json"]).expect(1);
    let answer = ran.json();
    assert_eq!(answer["requirements"][0]["satisfied"], true);
    assert_eq!(answer["requirements"][0]["reached"], json!(null));
    assert_eq!(answer["requirements"][1]["reached"], 1);
    let words = work.run(&["check", "recipe.toml"]).expect(1).out;
    assert!(
        words.contains(
            "k: wanted 1, reached 1 by itself, no value would pass while l.distinct fails"
        ),
        "{words}"
    );
}

#[test]
fn people_get_words() {
    let work = Work::with_people("k = 2");
    let ran = work.run(&["check", "recipe.toml"]).expect(1);
    assert!(
        ran.out.starts_with("Not satisfied: 6 records\n"),
        "{}",
        ran.out
    );
    assert!(
        ran.out.contains("wanted 2, reached 1, 1 record below it"),
        "{}",
        ran.out
    );
    work.recipe("k = 1", "");
    let ran = work.run(&["check", "recipe.toml"]).expect(0);
    assert!(ran.out.starts_with("Satisfied"), "{}", ran.out);
}

#[test]
fn missing_values_are_equal_to_each_other() {
    let work = Work::with_people("k = 2");
    work.write(
        "people.csv",
        "name,age,zip,disease\na,NA,1,x\nb,,1,x\nc,3,1,x\n",
    );
    let answer = work
        .run(&["check", "recipe.toml", "--json"])
        .expect(1)
        .json();
    assert_eq!(answer["violating_rows"], json!([2]));
}

#[test]
fn a_question_without_meaning_is_refused() {
    let work = Work::with_people("");
    work.run(&["check", "recipe.toml"])
        .refused(&["recipe.toml", "nothing is required"]);
    work.write(
        "recipe.toml",
        "[data]\npath = \"people.csv\"\n[roles]\nidentifier = [\"name\"]\n[require]\nk = 2\n",
    );
    work.run(&["check", "recipe.toml"])
        .refused(&["recipe.toml", "quasi-identifier"]);
}

#[test]
fn a_closed_pipe_is_no_complaint() {
    let work = Work::with_people("k = 1");
    let mut child = work
        .command(&["check", "recipe.toml", "--json"])
        .stdout(std::process::Stdio::piped())
        .stderr(std::process::Stdio::piped())
        .spawn()
        .unwrap();
    drop(child.stdout.take());
    let output = child.wait_with_output().unwrap();
    assert_eq!(String::from_utf8_lossy(&output.stderr), "");
    assert_eq!(output.status.code(), Some(0));
}
