//! Values that are equal are one value, however they are written.

use crate::work;

use cloakroom_core::progress::Progress;
use cloakroom_engine::open::open_recipe;
use cloakroom_engine::release::{ReleaseOutcome, release};
use proptest::prelude::*;
use serde_json::{Value, json};
use std::fs;
use std::path::Path;
use work::Work;

/// A table of `age` and `illness` with what is asked of it.
fn people(rows: &[(&str, &str)], data: &str, require: &str, more: &str) -> Work {
    let work = Work::new();
    let rows: Vec<String> = rows
        .iter()
        .map(|(age, illness)| format!("{age};{illness}\n"))
        .collect();
    work.write("people.csv", format!("age;illness\n{}", rows.concat()));
    work.write(
        "recipe.toml",
        format!(
            "[data]\npath = \"people.csv\"\nkind = \"microdata\"\n{data}\n[roles]\nquasi = [\"age\"]\n\
             sensitive = [\"illness\"]\n[require]\n{require}\n{more}\n[release]\nshuffle = false\n"
        ),
    );
    work
}

/// What is reached of the first promise, if it holds or not.
fn reached(work: &Work) -> Value {
    let ran = work.run(&["check", "recipe.toml", "--json"]);
    assert!(ran.status < 2, "{}", ran.err);
    ran.json()["requirements"][0]["reached"].clone()
}

const TWINS: [(&str, [&str; 2]); 16] = [
    ("numbers", ["5", "5.0"]),
    ("numbers", ["5", "+5"]),
    ("numbers", ["+5", "+5.0"]),
    ("numbers", ["0", "-0"]),
    ("numbers", ["1e20", "100000000000000000000"]),
    ("numbers", ["1000.5", "1,000.5"]),
    ("numbers", ["0.5", ".5"]),
    ("numbers", ["1,000,000", "1e6"]),
    ("dates", ["2024-01-31", "31.01.2024"]),
    ("dates", ["2024-01-31", "2024-1-31"]),
    ("dates", ["2024-01-01", "1.1.2024"]),
    ("dates", ["2024-01-31", "2024-01-31T00:00:00"]),
    ("dates", ["03/04/2024", "3/4/2024"]),
    ("texts", ["HIV", "HIV "]),
    ("texts", ["HIV", "\u{a0}HIV"]),
    ("texts", ["caf\u{e9}", "cafe\u{301}"]),
];

#[test]
fn two_spellings_are_not_two_values() {
    for (switch, [one, other]) in TWINS {
        let rows = [("30", one), ("30", other), ("30", one)];
        let asked = "l = { distinct = 2 }";
        assert_eq!(reached(&people(&rows, "", asked, "")), 1, "{one}");
        let off = format!("fold = {{ {switch} = false }}");
        assert_eq!(reached(&people(&rows, &off, asked, "")), 2, "{one}");
        // As a quasi-identifier, the other way round.
        let rows = [(one, "x"), (other, "y")];
        assert_eq!(reached(&people(&rows, "", "k = 2", "")), 2, "{one}");
        assert_eq!(reached(&people(&rows, &off, "k = 2", "")), 1, "{one}");
    }
}

/// What stands in other cells says nothing about a cell.
#[test]
fn two_spellings_are_not_two_values_among_words() {
    let asked = "l = { distinct = 2 }";
    let with = |one: &'static str, other: &'static str| {
        [("30", one), ("30", other), ("40", "unknown"), ("40", "7")]
    };
    for (switch, [one, other]) in TWINS {
        let work = people(&with(one, other), "", asked, "[method]\nname = \"none\"");
        assert_eq!(reached(&work), 1, "{one} and {other}");
        let refused = work.release("out").expect(1);
        assert!(!work.path("out").exists(), "{}", refused.out);
        let off = format!("fold = {{ {switch} = false }}");
        let work = people(&with(one, other), &off, asked, "[method]\nname = \"none\"");
        assert_eq!(reached(&work), 2, "{one} and {other}");
        work.release("out").expect(0);
        let verified = work.run(&["verify", "out"]).expect(0);
        assert!(
            verified.out.contains("may rest on spellings"),
            "{}",
            verified.out
        );
    }
    for (one, other) in [("007", "7"), ("1E3", "5A11"), ("1,000", "1")] {
        let work = people(&with(one, other), "", asked, "[method]\nname = \"none\"");
        assert_eq!(reached(&work), 2, "{one} and {other}");
        work.release("out").expect(0);
        work.run(&["verify", "out"]).expect(0);
    }
}

/// What may be one value and may be two is not released as either before somebody says which.
#[test]
fn a_release_holds_no_value_in_two_spellings() {
    for (one, other, said) in [
        ("1E3", "1000", "numbers = false"),
        ("+1000000", "1000000", "numbers = false"),
        ("1,000", "1000", "thousands = true"),
        ("1,5", "1,50", "numbers = false"),
        ("31/01/2024", "2024-01-31", "dates = false"),
        ("a\u{200d}b", "ab", "texts = false"),
    ] {
        let rows = [("30", one), ("30", other), ("30", "7"), ("40", "unknown")];
        let require = "k = 2\nsuppression = 0.5";
        let more = "[method]\nname = \"none\"";
        for batches in ["", "batches = true"] {
            let work = people(&rows, batches, require, more);
            let refused = work.release("out").expect(2);
            let told = "two spellings of one value of \"illness\"";
            assert!(refused.err.contains(told), "{}", refused.err);
            work.replace(
                "recipe.toml",
                "[roles]",
                &format!("fold = {{ {said} }}\n[roles]"),
            );
            work.release("out").expect(0);
            work.run(&["verify", "out"]).expect(0);
        }
    }
}

/// One word of somebody who is left out does not change how the cells of all others are written.
#[test]
fn who_is_left_out_does_not_spell_the_others() {
    let released = |last: &'static str, batches: &str| {
        let rows = [
            ("2024-1-31", "1e3"),
            ("31.1.2024", "+5"),
            ("2024-01-31T00:00:00", ".5"),
            ("2024-01-31", "1,000,000"),
            (last, last),
        ];
        let require = "k = 2\nsuppression = 0.5";
        let work = people(&rows, batches, require, "[method]\nname = \"none\"");
        work.release("out").expect(0);
        work.run(&["verify", "out"]).expect(0);
        work.read("out/release.csv")
    };
    for batches in ["", "batches = true"] {
        for last in ["unknown", "2024-02-01", "7", "1E3", "1,5", "007"] {
            assert_eq!(
                released(last, batches),
                "age,illness\n2024-01-31,1000\n2024-01-31,5\n2024-01-31,0.5\n2024-01-31,1000000\n",
                "{last}"
            );
        }
    }
}

#[test]
fn a_comma_that_may_be_that_of_a_decimal_is_left_alone_and_told() {
    let told = "In \"illness\", numbers with a comma are read as text";
    for (one, other, is_sure) in [
        ("1,000", "2,500", false),
        ("1,000", "1,5", false),
        ("1,000", "1000", false),
        ("1,000,000", "2,500.5", true),
    ] {
        let work = people(&[("30", one), ("31", other)], "", "k = 1", "");
        let words = work.run(&["check", "recipe.toml"]).expect(0).out;
        assert_eq!(words.contains(told), !is_sure, "{one} and {other}: {words}");
        assert!(!words.contains(one), "{words}");
        // Where commas part cells too, those of a number stand in quotes.
        let text = format!("age,illness\n30,\"{one}\"\n31,\"{other}\"\n");
        work.write("people.csv", text);
        let words = work.run(&["check", "recipe.toml"]).expect(0).out;
        assert_eq!(words.contains(told), !is_sure, "{one} and {other}: {words}");
        work.replace("recipe.toml", "[roles]", "batches = true\n[roles]");
        let words = work.run(&["check", "recipe.toml"]).expect(0).out;
        assert_eq!(words.contains(told), !is_sure, "{one} and {other}: {words}");
    }
}

#[test]
fn batches_are_spelled_as_the_whole() {
    let rows = "name;age;illness;pay\nA;+5;x;1,000.0\nB;5.0;3.50;1000\nC;5;+3.5;1e3\nD;5e0;3.5;2,000,000\n";
    let recipe = |batches: bool| {
        format!(
            "[data]\npath = \"people.csv\"\nkind = \"microdata\"\nbatches = {batches}\n[roles]\nidentifier = [\"name\"]\n\
             quasi = [\"age\"]\nsensitive = [\"illness\"]\ninsensitive = [\"pay\"]\nconfirmed = [\"pay\"]\n\
             [require]\nk = 4\nl = {{ distinct = 2 }}\n[release]\nshuffle = false\n"
        )
    };
    let work = Work::new();
    work.write("people.csv", rows);
    for (batches, out) in [(false, "whole"), (true, "parts")] {
        work.write("recipe.toml", recipe(batches));
        work.release(out).expect(0);
        assert_eq!(
            work.read(&format!("{out}/release.csv")),
            "age,illness,pay\n5,x,1000\n5,3.5,1000\n5,3.5,1000\n5,3.5,2000000\n"
        );
    }
}

#[test]
fn closeness_does_not_depend_on_the_spelling() {
    let rows = |five: &'static str| {
        [
            ("30", "5"),
            ("30", "7"),
            ("30", five),
            ("40", "5"),
            ("40", "9"),
            ("40", "7"),
        ]
    };
    let plain = reached(&people(&rows("5"), "", "t = 0.5", ""));
    assert_eq!(reached(&people(&rows("5.0"), "", "t = 0.5", "")), plain);
    assert_eq!(reached(&people(&rows(" 5"), "", "t = 0.5", "")), plain);
    let off = "fold = { numbers = false }";
    assert_ne!(reached(&people(&rows("5.0"), off, "t = 0.5", "")), plain);
}

#[test]
fn codes_keep_their_zeros() {
    let rows = [("01067", "x"), ("1067", "y"), ("01067.0", "z")];
    let work = people(&rows, "", "k = 1", "[method]\nname = \"none\"");
    work.release("out").expect(0);
    assert_eq!(
        work.read("out/release.csv"),
        "age,illness\n01067,x\n1067,y\n01067.0,z\n"
    );
}

#[test]
fn one_spelling_is_released_and_told_in_counts() {
    let rows = [
        ("30.0", "Grippe "),
        ("30", "Grippe"),
        ("31", " NA"),
        ("31.50", "Husten"),
    ];
    let work = people(&rows, "", "k = 1", "[method]\nname = \"none\"");
    let ran = work.release("out").expect(0);
    assert_eq!(
        work.read("out/release.csv"),
        "age,illness\n30,Grippe\n30,Grippe\n31,\n31.5,Husten\n"
    );
    let told = "In \"age\", 4 spellings stand for 3 numbers: equal ones became one, written in plain digits.";
    assert!(ran.err.contains(told), "{}", ran.err);
    assert!(
        !ran.err.contains("30") && !ran.err.contains("Grippe"),
        "{}",
        ran.err
    );
    let audit: Value = serde_json::from_str(&work.read("out.audit.json")).unwrap();
    assert_eq!(
        audit["input"]["folded"],
        json!([
            {"of": "age", "spellings": 4, "values": 3, "changed": 2},
            {"of": "illness", "spellings": 4, "values": 2, "changed": 2},
        ])
    );
    let words = work.run(&["check", "recipe.toml"]).expect(0).out;
    assert!(words.contains(&format!("Note: {told}")), "{words}");
    // It does not travel.
    let certificate = work.read("out/certificate.json") + &work.read("out/report.html");
    assert!(!certificate.contains("spelling"), "{certificate}");
}

#[test]
fn what_is_named_elsewhere_still_fits() {
    let rows = [("5", "HIV "), ("6.0", "Flu"), ("5.0", "Flu"), ("6", "HIV")];
    let more = "[hierarchies]\nage = \"age.csv\"\n[categories.illness]\norder = [[\" HIV\"], [\"Flu\"]]\n\
                [method]\nname = \"optimal\"";
    let work = people(&rows, "", "k = 4\np_plus = 2", more);
    work.write("age.csv", "5.0;few ;*\n6.00;few;*\n");
    work.release("out").expect(0);
    assert!(
        work.read("out/release.csv")
            .starts_with("age,illness\nfew,HIV\n")
    );
    // Lines that contradict each other about one value are refused.
    work.write("age.csv", "5.0;few;*\n5;many;*\n6;many;*\n");
    let ran = work.release("other").expect(2);
    assert!(ran.err.contains("age.csv, line 2"), "{}", ran.err);
    // Names of columns as the file has them, or as they are read.
    let text = work.read("people.csv").replace("age;", "\"age \";");
    work.write("people.csv", text);
    work.write("age.csv", "5;few;*\n6;few;*\n");
    work.release("third").expect(0);
    work.replace("recipe.toml", "quasi = [\"age\"]", "quasi = [\"age \"]");
    work.release("fourth").expect(0);
    assert_eq!(
        work.read("third/release.csv"),
        work.read("fourth/release.csv")
    );
    work.replace(
        "recipe.toml",
        "sensitive = [",
        "insensitive = [\"age\"]\nsensitive = [",
    );
    let ran = work.release("fifth").expect(2);
    assert!(
        ran.err.contains("differ only in white space"),
        "{}",
        ran.err
    );
}

#[test]
fn known_people_and_populations_are_compared_by_value() {
    let rows = [("5.0", "HIV"), ("6", "Flu"), ("6.0", "Cold"), ("5", "Flu")];
    let work = people(&rows, "", "k = 2", "[method]\nname = \"none\"");
    work.write("known.csv", "who,age\nAnn,5.00\nBob,7.0\n");
    let ran = work.run(&["attack", "recipe.toml", "--known", "known.csv", "--json"]);
    let report = ran.expect(0).json();
    assert_eq!(
        (&report["people"], &report["linked"]),
        (&json!(2), &json!(1))
    );
    work.write("all.csv", "age\n5.0\n5\n5.\n6e0\n");
    let ran = work.run(&["risk", "recipe.toml", "--population", "all.csv", "--json"]);
    let whole = ran.expect(0).out;
    work.write("all.csv", "age\n5\n5\n5\n6\n");
    let ran = work.run(&["risk", "recipe.toml", "--population", "all.csv", "--json"]);
    assert_eq!(ran.expect(0).out, whole);
}

#[test]
fn a_person_is_one_whatever_stands_around_the_number() {
    let work = Work::new();
    let recipe = "[data]\npath = \"r.csv\"\nkind = \"ratings\"\nlayout = \"long\"\nscale = [1, 5]\n\
                  columns = [\"user\", \"item\", \"rating\"]\n[require]\nk = 1\nepsilon = 0\n";
    work.write("recipe.toml", recipe);
    work.write(
        "r.csv",
        "user,item,rating\n1,a,3\n 1,b ,4.0\n2,\u{a0}a, 3\n2,b,4\n3,a, NA\n3,b,4\n3,a,3\n",
    );
    let answer = work.run(&["check", "recipe.toml", "--json"]).expect(0);
    assert_eq!(answer.json()["records"], 3);
    assert_eq!(answer.json()["requirements"][0]["reached"], 3);
    work.replace(
        "recipe.toml",
        "[require]",
        "fold = { texts = false }\n[require]",
    );
    work.replace("r.csv", "3,a, NA\n", "");
    let answer = work.run(&["check", "recipe.toml", "--json"]).expect(0);
    assert_eq!(answer.json()["records"], 4);
}

#[test]
fn items_are_compared_as_names() {
    let work = Work::new();
    let recipe = "[data]\npath = \"b.dat\"\nkind = \"transactions\"\nlayout = \"basket\"\nseparator = \",\"\n\
                  [roles]\nprivate_items = [\"pa\u{302}te\"]\n[hierarchies]\nitems = { tree = \"tree.csv\" }\n\
                  [require]\nk = 2\nh = 0.9\np = 1\n";
    work.write("recipe.toml", recipe);
    work.write(
        "b.dat",
        "p\u{e2}te,5\npa\u{302}te, 5\u{a0}\nham,5\nham,5\n5,5 \n",
    );
    work.write("tree.csv", "pa\u{302}te;all\n5 ;all\nham;all\n");
    let ran = work.run(&["check", "recipe.toml"]);
    assert!(ran.status < 2, "{}", ran.err);
    assert!(
        ran.out
            .contains("In \"items\", 4 spellings stand for 3 values"),
        "{}",
        ran.out
    );
}

#[test]
fn sql_is_not_written_for_other_spellings_than_those_of_the_database() {
    let rows = [("5.0", "x"), ("5", "y")];
    let work = people(&rows, "", "k = 1", "[method]\nname = \"none\"");
    work.replace("recipe.toml", "[release]\n", "[release]\nsql = true\n");
    let ran = work.release("out").expect(2);
    assert!(
        ran.err.contains("\"age\" are spelled in another way"),
        "{}",
        ran.err
    );
    work.replace(
        "recipe.toml",
        "[roles]",
        "fold = { numbers = false }\n[roles]",
    );
    work.release("out").expect(0);
}

#[test]
fn an_unknown_switch_is_refused() {
    let work = people(&[("1", "x")], "fold = { letters = true }", "k = 1", "");
    let ran = work.run(&["check", "recipe.toml"]).expect(2);
    assert!(
        ran.err
            .contains("numbers, dates, texts, thousands or decimal_comma"),
        "{}",
        ran.err
    );
}

/// A record: age in tenths, day of a month, illness, zip code, pay in halves.
type Record = (u32, u32, usize, usize, u32);

const ILLNESSES: [&str; 3] = ["Grippe", "\u{dc}belkeit", "caf\u{e9}"];
const ZIPS: [&str; 3] = ["01067", "10115", "99084"];

/// The same value as somebody else would write it.
fn other(text: &str, form: u8) -> String {
    let decomposed = text
        .replace('\u{dc}', "U\u{308}")
        .replace('\u{e9}', "e\u{301}");
    match form % 6 {
        0 | 1 => text.to_owned(),
        2 => format!(" {text}"),
        3 => format!("{text}\u{a0}\t"),
        4 => decomposed,
        _ => format!("{decomposed} "),
    }
}

fn decimal(tenths: u32, form: u8) -> String {
    let (whole, part) = (tenths / 10, tenths % 10);
    let plain = match part {
        0 => whole.to_string(),
        _ => format!("{whole}.{part}"),
    };
    match form % 6 {
        0 => plain,
        1 => format!("{whole}.{part}0"),
        2 => format!("{tenths}e-1"),
        3 => format!("{whole}.{part}"),
        4 => format!("+{plain}"),
        _ => format!(" {plain}"),
    }
}

fn day(day: u32, form: u8) -> String {
    match form % 6 {
        0 => format!("2024-03-{day:02}"),
        1 => format!("{day:02}.03.2024"),
        2 => format!("2024/03/{day:02} "),
        3 => format!("2024-3-{day}"),
        4 => format!("{day}.3.2024"),
        _ => format!("2024-03-{day:02} 00:00:00"),
    }
}

fn table(records: &[(Record, [u8; 5])], is_plain: bool) -> String {
    let mut text = "name;age;seen;illness;zip;pay\n".to_owned();
    for (row, &((age, seen, illness, zip, pay), forms)) in records.iter().enumerate() {
        let [a, b, c, d, e] = if is_plain { [0; 5] } else { forms };
        let cells = [
            format!("person {row}"),
            decimal(age, a),
            day(seen, b),
            other(ILLNESSES[illness], c),
            other(ZIPS[zip], d % 4),
            decimal(pay * 5, e),
        ];
        text += &(cells.join(";") + "\n");
    }
    text
}

/// The file that is released, and the certificate without its time; `None` if nothing is.
fn released(folder: &Path, data: &str, recipe: &str) -> Option<(Vec<u8>, Value)> {
    fs::create_dir_all(folder).unwrap();
    fs::write(folder.join("people.csv"), data).unwrap();
    fs::write(folder.join("recipe.toml"), recipe).unwrap();
    let progress = Progress::default();
    let opened = open_recipe(&folder.join("recipe.toml"), &progress).unwrap();
    let out = folder.join("out");
    let outcome = release(
        &opened.loaded,
        &opened.recipe,
        &opened.trees,
        &out,
        &progress,
    )
    .unwrap();
    let ReleaseOutcome::Written(_) = outcome else {
        return None;
    };
    let mut certificate: Value =
        serde_json::from_slice(&fs::read(out.join("certificate.json")).unwrap()).unwrap();
    let fields = certificate.as_object_mut().unwrap();
    fields.remove("written");
    fields.remove("report_sha256");
    Some((fs::read(out.join("release.csv")).unwrap(), certificate))
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    #[test]
    fn the_spelling_of_the_input_does_not_reach_the_release(
        records in prop::collection::vec(
            ((100u32..140, 1u32..5, 0usize..3, 0usize..3, 2u32..9), any::<[u8; 5]>()),
            4..40,
        ),
        method in prop_oneof![Just("optimal"), Just("mondrian"), Just("local-recoding"), Just("k-member")],
        shuffle in any::<bool>(),
    ) {
        let folder = tempfile::tempdir().unwrap();
        let recipe = format!(
            "[data]\npath = \"people.csv\"\nkind = \"microdata\"\ndelimiter = \";\"\n[roles]\nidentifier = [\"name\"]\n\
             quasi = [\"age\", \"seen\", \"zip\"]\nsensitive = [\"illness\"]\ninsensitive = [\"pay\"]\nconfirmed = [\" pay\"]\n\
             [require]\nk = 2\nl = {{ distinct = 2 }}\nsuppression = 0.5\n[method]\nname = \"{method}\"\n\
             [release]\nshuffle = {shuffle}\n"
        );
        let plain = released(&folder.path().join("plain"), &table(&records, true), &recipe);
        let other = released(&folder.path().join("other"), &table(&records, false), &recipe);
        prop_assert_eq!(plain, other);
    }
}
