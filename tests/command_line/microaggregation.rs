//! Microaggregation on the command line: what it cannot be made of is told in a sentence before anything runs.

use crate::work;

use work::Work;

const METHODS: [&str; 4] = ["mdav", "v-mdav", "approximate-mdav", "refined-mdav"];

/// Eight people by age, weight and a note.
fn people(cells: [&str; 8]) -> String {
    let mut text = String::from("age,weight,note\n");
    for (row, cell) in cells.iter().enumerate() {
        text += &format!("{},{cell},a{}\n", 20 + row * row, row / 2);
    }
    text
}

fn work(data: &str, k: u32, method: &str) -> Work {
    let work = Work::new();
    work.write("people.csv", data);
    let recipe = format!(
        "[data]\npath = \"people.csv\"\nkind = \"microdata\"\n[roles]\nquasi = [\"age\", \"weight\"]\n\
         insensitive = [\"note\"]\n[require]\nk = {k}\n[method]\nname = \"{method}\"\n[release]\nshuffle = false\n"
    );
    work.write("recipe.toml", recipe);
    work
}

/// All methods refuse the weights in one sentence, and nothing appears.
#[track_caller]
fn refused(cells: [&str; 8], k: u32, said: &[&str]) {
    for method in METHODS {
        let work = work(&people(cells), k, method);
        work.release("out").refused(said);
        assert_eq!(work.entries("."), ["people.csv", "recipe.toml"], "{method}");
    }
}

#[test]
fn numbers_and_text_in_one_column() {
    let cells = ["70", "71", "heavy", "80", "81", "66", "light", "90"];
    let said = [
        "column \"weight\" holds 6 ",
        "2 other values, the first in record 3",
    ];
    refused(cells, 2, &said);
    // So does a number that is none.
    let cells = ["70", "71", "inf", "80", "81", "66", "67", "90"];
    refused(cells, 2, &["\"weight\"", "1 other value", "record 3"]);
}

#[test]
fn missing_numbers() {
    let cells = ["70", "", "72", "80", "", "66", "67", "90"];
    let said = "2 of the 8 records have no value in the column of numbers \"weight\"";
    refused(cells, 2, &[said]);
}

#[test]
fn infinite_numbers() {
    let cells = ["70", "71", "72", "1e999", "81", "66", "67", "90"];
    refused(
        cells,
        2,
        &["1 of the 8 records hold an infinite number", "weight"],
    );
}

#[test]
fn nothing_but_missing_values() {
    refused([""; 8], 2, &["\"weight\" holds missing values only"]);
}

#[test]
fn a_column_with_one_value_stays_as_it_is() {
    for method in METHODS {
        let work = work(&people(["70"; 8]), 2, method);
        work.release("out").expect(0);
        let released = work.read("out/release.csv");
        let weights = released.lines().skip(1).map(|line| {
            let mut cells = line.split(',');
            cells.nth(1).unwrap_or_default().to_owned()
        });
        assert_eq!(weights.collect::<Vec<_>>(), ["70"; 8], "{method}");
    }
}

#[test]
fn fewer_records_than_a_group_needs() {
    let cells = ["70", "71", "72", "80", "81", "66", "67", "90"];
    for method in METHODS {
        let work = work(&people(cells), 9, method);
        let ran = work.run(&["release", "recipe.toml", "--out", "out"]);
        let told = format!("{}{}", ran.out, ran.err);
        assert!([1, 2].contains(&ran.status), "{method}: {told}");
        assert!(told.contains("8 records"), "{method}: {told}");
        assert_eq!(work.entries("."), ["people.csv", "recipe.toml"]);
    }
}

#[test]
fn rounding_never_makes_refined_mdav_the_worse_one() {
    let work = Work::new();
    work.write(
        "people.csv",
        "c0,c1,c2,c3\n0,19,6,6\n0,35,5,4\n0,46,0,9\n1,16,4,1\n1,2,6,0\n0,25,8,2\n0,2,5,9\n1,35,4,1\n1,32,7,0\n\
         1,41,2,1\n1,40,6,6\n",
    );
    let lost = |method: &str| {
        work.write(
            "recipe.toml",
            format!(
                "[data]\npath = \"people.csv\"\nkind = \"microdata\"\n[roles]\nquasi = [\"c0\", \"c1\", \"c2\", \"c3\"]\n\
                 [require]\nk = 2\n[method]\nname = \"{method}\"\ndecimals = 0\n"
            ),
        );
        let out = format!("out-{method}");
        let ran = work.run(&["release", "recipe.toml", "--out", &out, "--json"]);
        ran.expect(0).json()["metrics"]["sse_sst"].as_f64().unwrap()
    };
    let plain = lost("mdav");
    assert!(lost("refined-mdav") <= plain + 1e-12);
}
