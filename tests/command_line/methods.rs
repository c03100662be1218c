//! `cloakroom methods`.

use crate::work;

use work::Work;

#[test]
fn every_entry_has_its_sentence() {
    let listing = Work::new().run(&["methods", "--json"]).expect(0).json();
    for part in ["methods", "models", "metrics"] {
        let entries = listing[part].as_array().unwrap();
        assert!(!entries.is_empty());
        for entry in entries {
            for key in ["name", "title", "sentence"] {
                assert!(
                    entry[key].as_str().is_some_and(|text| !text.is_empty()),
                    "{entry}"
                );
            }
            assert!(!entry["kinds"].as_array().unwrap().is_empty(), "{entry}");
        }
    }
    for metric in listing["metrics"].as_array().unwrap() {
        assert!(!metric["unit"].as_str().unwrap().is_empty());
        assert!(["lower", "higher"].contains(&metric["direction"].as_str().unwrap()));
    }
}

#[test]
fn what_is_listed_is_what_a_release_measures() {
    let work = Work::with_people("k = 1");
    work.recipe(
        "k = 1",
        "[categories.disease]\norder = [[\"asthma\"], [\"flu\", \"cold\"]]\n[method]\nname = \"levels\"",
    );
    let listing = work.run(&["methods", "--json"]).expect(0).json();
    let answer = work.release("out").expect(0).json();
    let listed: Vec<&str> = listing["metrics"]
        .as_array()
        .unwrap()
        .iter()
        .filter(|metric| {
            let kinds = metric["kinds"].as_array().unwrap();
            kinds.iter().any(|kind| kind == "microdata")
        })
        .map(|metric| metric["name"].as_str().unwrap())
        .collect();
    let measured: Vec<&String> = answer["metrics"].as_object().unwrap().keys().collect();
    assert_eq!(listed, measured);
}

#[test]
fn people_get_words() {
    let ran = Work::new().run(&["methods"]).expect(0);
    for word in [
        "Methods",
        "none",
        "Models",
        "suppression",
        "Metrics",
        "prosecutor_max",
    ] {
        assert!(ran.out.contains(word), "{word}");
    }
}
