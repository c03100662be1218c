//! From a file that nobody prepared to a verified folder, by pressing what the window offers next.

use crate::bench::Bench;
use cloakroom_core::kind::Kind;
use std::fmt::Write;
use std::path::Path;

/// Naming a file takes two: the field of the path, and Enter.
const TO_OPEN: usize = 2;

/// Presses the button of the steps until the release is written, and says how often.
fn walk(bench: &mut Bench, file: &Path, said: &mut Vec<String>) -> usize {
    bench.open_as_new(file);
    TO_OPEN + press_on(bench, said)
}

fn press_on(bench: &mut Bench, said: &mut Vec<String>) -> usize {
    let mut clicks = 0;
    while let Some(words) = bench.next_step() {
        assert!(clicks < 40, "the steps do not end: {said:?}");
        said.push(words.clone());
        bench.click(&words);
        clicks += 1;
    }
    clicks
}

/// The folder that was written holds by the definitions of the checker, which has not seen how it was made.
fn verified(bench: &Bench, folder: &str, said: &[String]) {
    let answer = cloakroom_verify::verify(&bench.path(folder), &cloakroom_verify::Unwatched);
    let answer = answer.unwrap_or_else(|problem| panic!("{problem}: {said:?}\n{}", bench.labels()));
    assert!(answer.satisfied, "{said:?}");
}

/// A number that looks drawn, the same on every machine.
fn drawn(seed: usize, below: usize) -> usize {
    let mixed = (seed as u64)
        .wrapping_add(0x9e37_79b9_7f4a_7c15)
        .wrapping_mul(0xbf58_476d_1ce4_e5b9);
    ((mixed ^ (mixed >> 31)).wrapping_mul(0x94d0_49bb_1331_11eb) >> 33) as usize % below
}

/// Eleven columns with semicolons between: age, two schools, children, yes and no, a job, a standard, and a choice.
fn households(rows: usize) -> String {
    let mut text = "person;age;education;partner_education;children;religion;working;occupation;standard;media;method\n"
        .to_owned();
    for row in 0..rows {
        let draw = |at: usize, below| drawn(row * 16 + at, below);
        writeln!(
            text,
            "P{row:05};{};{};{};{};{};{};{};{};{};{}",
            16 + draw(1, 34),
            ["none", "primary", "secondary", "tertiary"][draw(2, 4)],
            ["none", "primary", "secondary", "tertiary"][draw(3, 4)],
            draw(4, 7),
            ["yes", "no"][draw(5, 2)],
            ["yes", "no"][draw(6, 2)],
            ["farm", "factory", "office", "shop"][draw(7, 4)],
            1 + draw(8, 4),
            ["good", "bad"][draw(9, 2)],
            ["none", "long", "short"][draw(10, 3)],
        )
        .unwrap();
    }
    text
}

fn ages() -> String {
    let lines = (16..50).map(|age| {
        let (five, ten) = (age / 5 * 5, age / 10 * 10);
        format!("{age};{five}-{};{ten}-{};*", five + 4, ten + 9)
    });
    lines.collect::<Vec<_>>().join("\n") + "\n"
}

#[test]
fn a_table_with_hierarchy_files_beside_it() {
    let mut bench = Bench::new();
    let file = bench.write("homes.csv", &households(1_400));
    bench.write("homes_hierarchy_age.csv", &ages());
    bench.write(
        "homes_hierarchy_education.csv",
        "none;low;*\nprimary;low;*\nsecondary;high;*\ntertiary;high;*\n",
    );
    let mut said = Vec::new();
    let clicks = walk(&mut bench, &file, &mut said);
    verified(&bench, "homes-release", &said);
    assert!(clicks <= 12, "{clicks}: {said:?}");
}

#[test]
fn the_same_table_alone() {
    let mut bench = Bench::new();
    let file = bench.write("homes.csv", &households(1_400));
    let mut said = Vec::new();
    let clicks = walk(&mut bench, &file, &mut said);
    verified(&bench, "homes-release", &said);
    assert!(clicks <= 12, "{clicks}: {said:?}");
}

/// 140 questions with five answers, among demographics and a text.
fn questionnaire(people: usize) -> String {
    let mut text = String::new();
    for question in 0..140 {
        write!(text, "Question {question},").unwrap();
    }
    text += "Age,Height,Weight,Number of siblings,Gender,Handedness,Education,Town,House,Remarks\n";
    for person in 0..people {
        let camp = drawn(person, 3);
        for question in 0..140 {
            let answer = 1 + (camp + drawn(person * 200 + question, 2) + question) % 5;
            write!(text, "{answer},").unwrap();
        }
        let draw = |at: usize, below| drawn(person * 300 + at, below);
        writeln!(
            text,
            "{},{},{},{},{},{},{},{},{},{}",
            15 + draw(1, 16),
            150 + draw(2, 54),
            45 + draw(3, 60),
            draw(4, 6),
            ["female", "male"][draw(5, 2)],
            ["left", "right"][draw(6, 2)],
            ["school", "college", "university"][draw(7, 3)],
            ["city", "village"][draw(8, 2)],
            ["flat", "house"][draw(9, 2)],
            format_args!("remark {person}"),
        )
        .unwrap();
    }
    text
}

#[test]
fn a_survey_with_demographics_and_a_text() {
    let mut bench = Bench::new();
    let file = bench.write("answers.csv", &questionnaire(300));
    let mut said = Vec::new();
    let clicks = walk(&mut bench, &file, &mut said);
    assert_eq!(bench.kind(), Some(Kind::Ratings), "{said:?}");
    verified(&bench, "answers-release", &said);
    assert!(clicks <= 15, "{clicks}: {said:?}");
}

#[test]
fn long_orders_with_a_taxonomy() {
    let goods = [
        "milk", "cheese", "butter", "apples", "pears", "grapes", "bread", "rolls", "cake", "wine",
        "beer", "juice",
    ];
    let mut text = "order_id,product,price\n".to_owned();
    for order in 0..600usize {
        let mut bought: Vec<&str> = (0..1 + drawn(order, 5))
            .map(|at| goods[drawn(order * 7 + at, goods.len())])
            .collect();
        bought.sort_unstable();
        bought.dedup();
        for item in bought {
            writeln!(text, "{},{item},{}", 10_000 + order, 1 + drawn(order, 9)).unwrap();
        }
    }
    let groups = [
        ("dairy", 0..3),
        ("fruit", 3..6),
        ("bakery", 6..9),
        ("drinks", 9..12),
    ];
    let taxonomy: Vec<String> = groups
        .iter()
        .flat_map(|(group, items)| {
            let line = move |at: usize| format!("{};{group};*", goods[at]);
            items.clone().map(line)
        })
        .collect();
    let mut bench = Bench::new();
    let file = bench.write("orders.csv", &text);
    bench.write("orders_taxonomy.csv", &(taxonomy.join("\n") + "\n"));
    let mut said = Vec::new();
    let clicks = walk(&mut bench, &file, &mut said);
    assert_eq!(bench.kind(), Some(Kind::Transactions), "{said:?}");
    verified(&bench, "orders-release", &said);
    assert!(clicks <= 12, "{clicks}: {said:?}");
}

/// As census files come: codes and words, no names of columns. Fewer records than a census has, for the time it takes.
#[test]
fn many_columns_without_a_header() {
    let mut text = String::new();
    for row in 0..8_000usize {
        for column in 0..42usize {
            let value = match column {
                0 => drawn(row, 91).to_string(),
                1 => ["Private", "Public", "None", "Own"][drawn(row + 1, 4)].to_owned(),
                4 => ["High school", "College", "None", "Masters"][drawn(row + 4, 4)].to_owned(),
                7 => ["Married", "Never married", "Widowed", "Divorced"][drawn(row + 7, 4)]
                    .to_owned(),
                12 => ["Male", "Female"][drawn(row + 12, 2)].to_owned(),
                24 => format!("{}.{:02}", 100 + drawn(row, 4_000), drawn(row + 3, 100)),
                column if column % 3 == 0 => drawn(row * 42 + column, 3).to_string(),
                column => format!("Code {}", drawn(row * 42 + column, 1 + column % 5)),
            };
            text += &value;
            text += if column < 41 { ", " } else { ".\n" };
        }
    }
    let mut bench = Bench::new();
    let file = bench.write("census.data", &text);
    let mut said = Vec::new();
    let mut clicks = walk(&mut bench, &file, &mut said);
    // A column of amounts that are nearly unique leaves only if somebody answers for it.
    bench.click("Release column25 as it is");
    clicks += 1;
    clicks += press_on(&mut bench, &mut said);
    verified(&bench, "census-release", &said);
    assert!(clicks <= 20, "{clicks}: {said:?}");
}
