//! The papers' tables against numbers that the papers work out on them.

use super::super::find;
use std::collections::BTreeMap;

fn file(sample: &str, path: &str) -> String {
    let files = find(sample).unwrap().files();
    let file = files.into_iter().find(|file| file.path == path).unwrap();
    String::from_utf8(file.contents).unwrap()
}

fn rows(sample: &str, path: &str) -> Vec<Vec<String>> {
    let text = file(sample, path);
    let lines = text.lines().skip(1);
    lines
        .map(|line| line.split(',').map(str::to_owned).collect())
        .collect()
}

/// How often each combination of some columns occurs.
fn counts(rows: &[Vec<String>], columns: &[usize]) -> BTreeMap<Vec<String>, usize> {
    let mut counts = BTreeMap::new();
    for row in rows {
        let key = columns.iter().map(|&column| row[column].clone()).collect();
        *counts.entry(key).or_default() += 1;
    }
    counts
}

fn k(rows: &[Vec<String>], columns: &[usize]) -> usize {
    counts(rows, columns).into_values().min().unwrap()
}

fn entropy(rows: &[Vec<String>], columns: &[usize]) -> f64 {
    let share = |count: usize| count as f64 / rows.len() as f64;
    let counts = counts(rows, columns).into_values();
    counts
        .map(|count| -share(count) * share(count).log2())
        .sum()
}

/// The rows with some columns generalized by a hierarchy file.
fn generalized(
    rows: &[Vec<String>],
    column: usize,
    hierarchy: &str,
    level: usize,
) -> Vec<Vec<String>> {
    let up: BTreeMap<&str, &str> = hierarchy
        .lines()
        .map(|line| {
            (
                line.split(';').next().unwrap(),
                line.split(';').nth(level).unwrap(),
            )
        })
        .collect();
    let mut rows = rows.to_vec();
    for row in &mut rows {
        row[column] = up[row[column].as_str()].to_owned();
    }
    rows
}

fn close(a: f64, b: f64) -> bool {
    (a - b).abs() < 5e-5
}

#[test]
fn table_2_1_becomes_table_2_2() {
    let raw = rows("thesis-2.1", "patients.csv");
    assert_eq!(raw.len(), 6);
    assert_eq!(k(&raw, &[0, 1, 2]), 1);
    let age = file("thesis-2.1", "hierarchies/age.csv");
    let zip = file("thesis-2.1", "hierarchies/zip.csv");
    let table_2_2 = generalized(&generalized(&raw, 1, &age, 1), 2, &zip, 2);
    assert_eq!(k(&table_2_2, &[0, 1, 2]), 3);
    assert_eq!(table_2_2[5], ["Female", "[28-34]", "43**", "Flu"]);
    // Example 2.3, on gender and zip.
    let gender = file("thesis-2.1", "hierarchies/gender.csv");
    let both = |g: usize, z: usize| {
        let rows = generalized(&generalized(&raw, 0, &gender, g), 2, &zip, z);
        k(&rows, &[0, 2])
    };
    assert_eq!((both(0, 2), both(1, 1), both(1, 2)), (3, 2, 6));
}

#[test]
fn table_2_8_becomes_table_2_10_at_height_2() {
    let raw = rows("thesis-2.8", "salaries.csv");
    let age = file("thesis-2.8", "hierarchies/age.csv");
    let zip = file("thesis-2.8", "hierarchies/zip.csv");
    let distinct = |a: usize, z: usize| {
        let rows = generalized(&generalized(&raw, 0, &age, a), 1, &zip, z);
        counts(&rows, &[0, 1])
    };
    // L[1] = 8, L[2] = 3, L[3] = 3, L[4] = 1.
    let sizes = [
        distinct(1, 0),
        distinct(1, 1),
        distinct(2, 1),
        distinct(2, 2),
    ]
    .map(|classes| classes.len());
    assert_eq!(sizes, [8, 3, 3, 1]);
    let first = distinct(1, 1);
    assert_eq!(
        first[&vec!["[17-24]".to_owned(), "[12K-16K]".to_owned()]],
        4
    );
    assert_eq!(first.into_values().min(), Some(2));
}

#[test]
fn table_3_1_becomes_table_3_2_and_holds_table_3_6() {
    let raw = rows("thesis-3.1", "patients.csv");
    assert_eq!((raw.len(), k(&raw, &[1, 2, 3])), (12, 1));
    let age = file("thesis-3.1", "hierarchies/age.csv");
    let country = file("thesis-3.1", "hierarchies/country.csv");
    let mut table_3_2 = generalized(&generalized(&raw, 1, &age, 1), 2, &country, 1);
    for row in &mut table_3_2 {
        row[3].truncate(3);
    }
    assert_eq!(k(&table_3_2, &[1, 2, 3]), 4);
    for row in rows("thesis-3.6", "patients.csv") {
        assert!(
            raw.iter().any(|patient| patient[3..] == row[1..]),
            "in Table 3.1"
        );
    }
}

#[test]
fn entropies_of_table_4_1() {
    let raw = rows("thesis-4.1", "people.csv");
    assert!(close(entropy(&raw, &[0]), 1.0));
    assert!(close(entropy(&raw, &[1]), 1.58496));
    assert!(close(entropy(&raw, &[0, 1]), 1.9183));
    let apart = |a, b| 2.0 * entropy(&raw, &[a, b]) - entropy(&raw, &[a]) - entropy(&raw, &[b]);
    assert!(
        close(apart(0, 1), 1.25163) && close(apart(0, 2), 0.9183) && close(apart(1, 2), 0.33333)
    );
    // Table 5.2 is the same with a problem.
    let with_problem = rows("thesis-5.2", "people.csv");
    assert!(raw.iter().zip(&with_problem).all(|(a, b)| a[..] == b[..3]));
    assert_eq!(k(&with_problem, &[0, 1, 2]), 1);
}

#[test]
fn shares_and_dependencies_of_table_5_1() {
    let raw = rows("thesis-5.1", "records.csv");
    let count = |column: usize, value: &str| raw.iter().filter(|row| row[column] == value).count();
    assert_eq!((raw.len(), count(1, "1"), count(3, "0")), (12, 4, 2));
    let both = raw
        .iter()
        .filter(|row| row[1] == "1" && row[3] == "0")
        .count();
    assert_eq!(both, 1);
    let apart = |a, b| 2.0 * entropy(&raw, &[a, b]) - entropy(&raw, &[a]) - entropy(&raw, &[b]);
    assert!(close(apart(1, 2), 1.37960) && close(apart(1, 4), 1.87767));
    assert!(close(apart(2, 5), 1.66800) && close(apart(3, 5), 1.62174));
}

/// Ratings with `None` where there is none.
fn ratings(sample: &str) -> Vec<Vec<Option<i32>>> {
    let rows = rows(sample, "survey.csv");
    rows.iter()
        .map(|row| row[1..].iter().map(|cell| cell.parse().ok()).collect())
        .collect()
}

/// Sizes of the closed neighbourhoods on the issues that are not sensitive.
fn neighbourhoods(people: &[Vec<Option<i32>>], scale: i32, epsilon: i32) -> Vec<usize> {
    let near = |a: &[Option<i32>], b: &[Option<i32>]| {
        a[..3].iter().zip(&b[..3]).all(|pair| match pair {
            (Some(a), Some(b)) => (a - b).abs() <= epsilon,
            (None, None) => true,
            _ => scale <= epsilon,
        })
    };
    people
        .iter()
        .map(|a| people.iter().filter(|b| near(a, b)).count())
        .collect()
}

#[test]
fn table_6_1_has_the_mean_and_the_neighbours_of_the_thesis() {
    let people = ratings("thesis-6.1");
    let sensitive: Vec<f64> = people
        .iter()
        .filter_map(|person| person[3].map(f64::from))
        .collect();
    let mean = sensitive.iter().sum::<f64>() / 5.0;
    let deviation = (sensitive
        .iter()
        .map(|rating| (rating - mean).powi(2))
        .sum::<f64>()
        / 5.0)
        .sqrt();
    assert!(close(mean, 2.8) && close(deviation, 2.22711));
    assert_eq!(neighbourhoods(&people, 6, 1), [1, 2, 2, 2, 2]);
    assert_eq!(neighbourhoods(&people, 6, 4).into_iter().min(), Some(2));
    assert_eq!(neighbourhoods(&people, 6, 3).into_iter().min(), Some(1));
}

#[test]
fn tables_6_2_and_6_3() {
    let six = ratings("thesis-6.2");
    assert_eq!(neighbourhoods(&six, 7, 2), [4, 3, 4, 3, 2, 2]);
    let largest = six.iter().flatten().flatten().max();
    assert_eq!(largest, Some(&7));
    let eight = ratings("thesis-6.3");
    assert_eq!((eight.len(), &eight[..6]), (8, &six[..]));
}

/// The cost in tenths of generalizing every item to its ancestor in the cut (LM, ten being leaves − 1).
fn cost(cut: &[&str]) -> usize {
    let taxonomy = file("paper-fig1", "taxonomy.csv");
    let parents: BTreeMap<&str, &str> = taxonomy
        .lines()
        .filter_map(|line| line.split_once(';'))
        .collect();
    let is_inner = |node: &str| parents.values().any(|parent| *parent == node);
    let leaves: Vec<&str> = parents
        .keys()
        .copied()
        .filter(|node| !is_inner(node))
        .collect();
    let above = |leaf: &str, node: &str| {
        std::iter::successors(Some(leaf), |at| parents.get(at).copied()).any(|at| at == node)
    };
    let baskets = file("paper-fig1", "baskets.dat");
    baskets
        .split_whitespace()
        .map(|item| {
            let node = cut.iter().find(|node| above(item, node)).unwrap();
            leaves.iter().filter(|leaf| above(leaf, node)).count() - 1
        })
        .sum()
}

#[test]
fn the_cuts_of_figure_1_cost_what_the_paper_says() {
    assert_eq!(file("paper-fig1", "baskets.dat").lines().count(), 8);
    assert_eq!(cost(&["T"]), 230);
    assert_eq!(cost(&["P", "Q", "e", "i"]), 66);
    assert_eq!(cost(&["P", "f", "g", "M", "e", "i"]), 36);
    // 6.2 with the two occurrences of i suppressed: this is what the node L is needed for.
    assert_eq!(cost(&["P", "L", "M", "e", "i"]) + 20, 62);
}
