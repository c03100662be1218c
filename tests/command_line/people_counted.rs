//! Several records of one person, several people of one household: `person` and `group` under `[roles]`.

use crate::work;

use serde_json::{Value, json};
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use work::Work;

/// Twelve people with one to three visits each, in five households and none.
fn visits() -> String {
    let mut text = String::from("id,house,age,zip,illness\n");
    for person in 0..12u32 {
        for visit in 0..=person % 3 {
            let house = match person % 6 {
                5 => String::new(),
                house => format!("h{house}"),
            };
            text += &format!(
                "p{person},{house},{},{},{}\n",
                20 + (person * 7 + visit * 11) % 40,
                1000 + (person + visit) % 4 * 10,
                ["flu", "cold", "asthma"][((person + visit) % 3) as usize],
            );
        }
    }
    text
}

fn visited(keys: &str, require: &str, more: &str) -> Work {
    let work = Work::new();
    work.write("visits.csv", visits());
    recipe(&work, keys, require, more);
    work
}

fn recipe(work: &Work, keys: &str, require: &str, more: &str) {
    let named = |key: &str, name: &str| match keys.contains(&format!("\"{name}\"")) {
        true => String::new(),
        false => format!("{key} = [\"{name}\"]\n"),
    };
    // A column that is no key is an identifier.
    let others = match (keys.contains("\"id\""), keys.contains("\"house\"")) {
        (true, true) => String::new(),
        (false, false) => "identifier = [\"id\", \"house\"]\n".to_owned(),
        (true, false) => named("identifier", "house"),
        (false, true) => named("identifier", "id"),
    };
    work.write(
        "recipe.toml",
        format!(
            "[data]\npath = \"visits.csv\"\nkind = \"microdata\"\n[roles]\n{keys}\n{others}quasi = [\"age\", \"zip\"]\n\
             sensitive = [\"illness\"]\n[hierarchies]\nage = {{ intervals = [10, 20, 40] }}\nzip = {{ mask = 4 }}\n\
             [require]\n{require}\n{more}\n"
        ),
    );
}

/// The rows of the table: person, household, age, zip, illness.
fn rows(text: &str) -> Vec<Vec<String>> {
    let lines = text.lines().skip(1);
    lines
        .map(|line| line.split(',').map(str::to_owned).collect())
        .collect()
}

const ALL: [&str; 15] = [
    "none",
    "optimal",
    "samarati",
    "incognito",
    "hash-table",
    "mondrian",
    "mondrian-relaxed",
    "local-recoding",
    "tds",
    "k-member",
    "refined",
    "mdav",
    "v-mdav",
    "approximate-mdav",
    "refined-mdav",
];

#[test]
fn people_are_counted_and_not_records() {
    let work = Work::new();
    work.write(
        "visits.csv",
        "id,house,age,zip,illness\na,,1,1,x\na,,1,1,y\na,,1,1,z\nb,,2,2,x\nc,,2,2,x\n",
    );
    recipe(&work, "", "k = 2", "");
    let plain = work
        .run(&["check", "recipe.toml", "--json"])
        .expect(0)
        .json();
    assert_eq!(plain["requirements"][0]["reached"], 2);
    assert_eq!(plain["people"], Value::Null);
    recipe(&work, "person = \"id\"", "k = 2", "");
    let answer = work
        .run(&["check", "recipe.toml", "--json"])
        .expect(1)
        .json();
    assert_eq!(
        answer,
        json!({
            "kind": "microdata", "records": 5, "people": 3, "satisfied": false,
            "requirements": [
                {"name": "k", "wanted": 2, "reached": 1, "satisfied": false, "violations": 3}
            ],
            "violating_rows": [0, 1, 2],
        })
    );
    let words = work.run(&["check", "recipe.toml"]).expect(1).out;
    assert!(
        words.starts_with("Not satisfied: 5 records of 3 people\n"),
        "{words}"
    );
    // The limit is one of people: a third of them may go, and a has more than half of the records.
    recipe(&work, "person = \"id\"", "k = 2\nsuppression = 0.34", "");
    let answer = work
        .run(&["check", "recipe.toml", "--json"])
        .expect(0)
        .json();
    assert_eq!(answer["requirements"][1]["reached"], json!(1.0 / 3.0));
    recipe(
        &work,
        "person = \"id\"",
        "k = \"?\"\nsuppression = 0.34",
        "",
    );
    let solved = work
        .run(&["solve", "recipe.toml", "--json"])
        .expect(0)
        .json();
    assert_eq!(solved["solved"]["k"], 2);
}

#[test]
fn a_household_counts_once() {
    let work = Work::new();
    work.write(
        "visits.csv",
        "id,house,age,zip,illness\na,1,1,1,x\nb,1,1,1,y\nc,2,1,1,x\nd,,1,1,y\n",
    );
    for (keys, key, reached) in [
        ("person = \"id\"", "people", 4),
        ("group = \"house\"", "groups", 3),
        ("person = \"id\"\ngroup = \"house\"", "groups", 3),
    ] {
        recipe(&work, keys, "k = 1", "");
        let answer = work
            .run(&["check", "recipe.toml", "--json"])
            .expect(0)
            .json();
        assert_eq!(answer["requirements"][0]["reached"], reached, "{keys}");
        assert_eq!(answer[key], reached, "{keys}");
    }
}

#[test]
fn everybody_showing_one_value_is_told_whatever_else_they_show() {
    let work = Work::new();
    work.write(
        "visits.csv",
        "id,house,age,zip,illness\na,,1,1,flu\na,,1,1,x\nb,,1,1,flu\nb,,1,1,y\n",
    );
    recipe(&work, "", "k = 2\nl = { distinct = 2 }", "");
    work.run(&["check", "recipe.toml"]).expect(0);
    recipe(&work, "person = \"id\"", "k = 2\nl = { distinct = 2 }", "");
    let answer = work
        .run(&["check", "recipe.toml", "--json"])
        .expect(1)
        .json();
    assert_eq!(answer["requirements"][1]["reached"], 1);
}

/// In the order of the source the keys can be laid beside the released rows again.
#[test]
fn every_method_keeps_people_together_and_counts_them() {
    let all = rows(&visits());
    for keys in ["person = \"id\"", "person = \"id\"\ngroup = \"house\""] {
        let work = visited(keys, "k = 3\np = 2\nsuppression = 0.4", "");
        let mut reached = 0;
        for method in ALL {
            let more = format!("[method]\nname = \"{method}\"\n[release]\nshuffle = false");
            recipe(&work, keys, "k = 3\np = 2\nsuppression = 0.4", &more);
            let ran = work.run(&["release", "recipe.toml", "--out", method, "--json"]);
            assert!(ran.status < 2, "{method}: {}", ran.err);
            if ran.status == 1 {
                continue;
            }
            reached += 1;
            let out: BTreeSet<u64> = ran.json()["suppressed_rows"]
                .as_array()
                .unwrap()
                .iter()
                .map(|row| row.as_u64().unwrap())
                .collect();
            let unit = |row: &[String]| match (keys.contains("group"), row[1].as_str()) {
                (true, house) if !house.is_empty() => house.to_owned(),
                _ => row[0].clone(),
            };
            let is_out = |at: &usize| out.contains(&(*at as u64));
            let gone: BTreeSet<String> = (0..all.len())
                .filter(is_out)
                .map(|at| unit(&all[at]))
                .collect();
            let kept: Vec<&Vec<String>> = (0..all.len())
                .filter(|at| !is_out(at))
                .map(|at| &all[at])
                .collect();
            let everybody: BTreeSet<String> = all.iter().map(|row| unit(row)).collect();
            assert!(
                kept.iter().all(|row| !gone.contains(&unit(row))),
                "{method}"
            );
            assert!(gone.len() * 10 <= everybody.len() * 4, "{method}");
            let text = fs::read_to_string(work.path(method).join("release.csv")).unwrap();
            assert!(
                !text.contains("p1") && text.starts_with("age,zip,illness"),
                "{method}"
            );
            let released = rows(&text);
            assert_eq!(released.len(), kept.len(), "{method}");
            let mut classes: BTreeMap<String, BTreeMap<String, BTreeSet<String>>> = BTreeMap::new();
            for (shown, row) in released.iter().zip(&kept) {
                let class = classes
                    .entry(format!("{},{}", shown[0], shown[1]))
                    .or_default();
                class.entry(unit(row)).or_default().insert(shown[2].clone());
            }
            for class in classes.values() {
                assert!(class.len() >= 3, "{method}: {class:?}");
                // No value is one that everybody shows.
                let values: BTreeSet<&String> = class.values().flatten().collect();
                assert!(
                    values
                        .iter()
                        .all(|value| class.values().any(|own| !own.contains(*value))),
                    "{method}: {class:?}"
                );
            }
            let verified = work.run(&["verify", method, "--json"]).expect(0).json();
            assert_eq!(
                verified["counts"],
                if keys.contains("group") {
                    "groups"
                } else {
                    "people"
                }
            );
        }
        assert!(reached > 10, "{keys}: {reached}");
    }
}

#[test]
fn who_has_the_files_alone_is_told_what_cannot_be_decided() {
    let require = "k = 3\nl = { distinct = 2, entropy = 1.2 }\nsuppression = 0.4";
    let work = visited("person = \"id\"", require, "[method]\nname = \"mondrian\"");
    work.run(&["release", "recipe.toml", "--out", "out"])
        .expect(0);
    let said = work.run(&["verify", "out"]).expect(0).out;
    assert!(said.starts_with("Not contradicted: "), "{said}");
    assert!(said.contains("  ?    k: wanted 3, reached "), "{said}");
    assert!(
        said.contains("l.entropy: wanted 1.2, cannot be decided without the key"),
        "{said}"
    );
    assert!(
        said.contains("the key that tells which records are theirs is not released"),
        "{said}"
    );
    let answer = work.run(&["verify", "out", "--json"]).expect(0).json();
    assert_eq!(answer["requirements"][0]["basis"], "records");
    assert_eq!(answer["requirements"][2]["basis"], "nothing");
    let certificate = fs::read_to_string(work.path("out").join("certificate.json")).unwrap();
    for hidden in ["prosecutor", "marketer", "reached", "homogeneous"] {
        assert!(!certificate.contains(hidden), "{hidden}: {certificate}");
    }
    // Without the word the rest does not fit.
    let plain = certificate.replace(",\n    \"counts\": \"people\"", "");
    assert_ne!(plain, certificate);
    work.write("out/certificate.json", plain);
    work.run(&["verify", "out"]).expect(1);
    work.write(
        "out/certificate.json",
        certificate.replace("\"people\"", "\"dogs\""),
    );
    work.run(&["verify", "out"]).expect(2);
    // A class of too few records is one of too few people.
    work.write(
        "out/certificate.json",
        certificate.replace("\"k\": 3,\n      \"l\"", "\"k\": 9,\n      \"l\""),
    );
    let answer = work.run(&["verify", "out", "--json"]).expect(1).json();
    assert_eq!(answer["requirements"][0]["satisfied"], false);
    assert!(!answer["violating_rows"].as_array().unwrap().is_empty());
}

/// Other people behind the same released table change nothing that leaves.
#[test]
fn nothing_that_leaves_follows_from_the_keys() {
    let folders: Vec<BTreeMap<String, Vec<u8>>> = ["abcdefgh", "abcdabcd", "hgfeabcd"]
        .into_iter()
        .map(|names| {
            let work = Work::new();
            let mut text = String::from("id,house,age,zip,illness\n");
            for (at, name) in names.chars().enumerate() {
                text += &format!("{name},,{},1,{}\n", at / 4, ["flu", "cold"][at % 2]);
            }
            work.write("visits.csv", text);
            recipe(
                &work,
                "person = \"id\"",
                "k = 3\np = 2",
                "[method]\nname = \"none\"",
            );
            work.run(&["release", "recipe.toml", "--out", "out"])
                .expect(0);
            let files = fs::read_dir(work.path("out")).unwrap();
            files
                .map(|file| {
                    let file = file.unwrap();
                    let name = file.file_name().to_string_lossy().into_owned();
                    (name, fs::read(file.path()).unwrap())
                })
                .collect()
        })
        .collect();
    assert_eq!(folders[0], folders[1]);
    assert_eq!(folders[0], folders[2]);
}

#[test]
fn risk_and_attack_are_those_of_people() {
    let work = Work::new();
    work.write(
        "visits.csv",
        "id,house,age,zip,illness\na,,1,1,x\na,,1,1,y\na,,2,2,x\nb,,2,2,x\nc,,2,2,y\nb,,3,3,x\nc,,3,3,y\nd,,3,3,x\n",
    );
    recipe(&work, "person = \"id\"", "k = 1", "");
    let risk = work
        .run(&["risk", "recipe.toml", "--json"])
        .expect(0)
        .json();
    // a is alone in one of the classes, whatever it is in the other.
    let before = &risk["before"];
    assert_eq!(before["counted"], "people");
    assert_eq!(before["prosecutor"]["largest"], 1.0);
    assert_eq!(before["records"], 4);
    assert_eq!(before["unique"], 1);
    assert_eq!(before["prosecutor"]["average"], 0.5);
    assert_eq!(before["uniqueness"]["together"]["unique"], 1);
    work.write("known.csv", "name,age,zip\nAnn,2,2\nBo,1,1\n");
    let report = work
        .run(&["attack", "recipe.toml", "--known", "known.csv", "--json"])
        .expect(0)
        .json();
    assert_eq!(report["found"], 1);
    assert_eq!(report["expected_found"], json!(1.0 / 3.0 + 1.0));
}

#[test]
fn what_cannot_be_counted_is_refused_in_a_sentence() {
    let work = visited("person = [\"id\", \"house\"]", "k = 2", "");
    let told = work.run(&["check", "recipe.toml"]).expect(2).err;
    assert!(
        told.contains("roles.person") && told.contains("line 5"),
        "{told}"
    );
    recipe(&work, "person = \"id\"\ngroup = \"id\"", "k = 2", "");
    let told = work.run(&["check", "recipe.toml"]).expect(2).err;
    assert!(told.contains("\"id\" is named twice"), "{told}");
    recipe(&work, "person = \"who\"", "k = 2", "");
    let told = work.run(&["check", "recipe.toml"]).expect(2).err;
    assert!(told.contains("\"who\""), "{told}");
    recipe(&work, "person = \"id\"", "k = 13", "");
    let told = work
        .run(&["release", "recipe.toml", "--out", "out"])
        .expect(1);
    assert!(told.out.contains("there are 12 people"), "{}", told.out);
    // Of ratings and baskets a row is a person already.
    work.write("ratings.csv", "id,q1,q2\na,1,2\nb,2,1\n");
    work.write(
        "ratings.toml",
        "[data]\npath = \"ratings.csv\"\nkind = \"ratings\"\nlayout = \"wide\"\n[roles]\nperson = \"id\"\n[require]\nk = 2\nepsilon = 1\n",
    );
    let told = work.run(&["check", "ratings.toml"]).expect(2).err;
    assert!(
        told.contains("person") && told.contains("ratings"),
        "{told}"
    );
    let numbers = visits()
        .replace("flu", "1")
        .replace("cold", "2")
        .replace("asthma", "3");
    work.write("visits.csv", numbers);
    recipe(&work, "person = \"id\"", "k = 2\nt = 0.5", "");
    let told = work.run(&["check", "recipe.toml"]).expect(2).err;
    assert!(told.contains("distance = \"equal\""), "{told}");
    recipe(
        &work,
        "person = \"id\"",
        "k = 1\nt = 1.0\n[require.illness]\ndistance = \"equal\"",
        "",
    );
    assert!(work.run(&["check", "recipe.toml"]).status < 2);
}

#[test]
fn releases_that_count_people_are_not_pooled_by_records() {
    let work = visited(
        "person = \"id\"",
        "k = 2\nsuppression = 0.4",
        "[method]\nname = \"mondrian\"",
    );
    for out in ["one", "two"] {
        work.run(&["release", "recipe.toml", "--out", out])
            .expect(0);
    }
    let told = work.run(&["pool", "one", "two"]).expect(2).err;
    assert!(told.contains("counts people or groups"), "{told}");
}
