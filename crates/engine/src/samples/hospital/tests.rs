use super::*;
use std::collections::{BTreeMap, BTreeSet};

struct Rows(Vec<Vec<String>>);

impl Rows {
    fn sample() -> Self {
        let text = String::from_utf8(files().swap_remove(0).contents).unwrap();
        let rows = text.lines().skip(1);
        Self(
            rows.map(|line| line.split(',').map(str::to_owned).collect())
                .collect(),
        )
    }

    fn column(name: &str) -> usize {
        COLUMNS.iter().position(|column| *column == name).unwrap()
    }

    /// The mean of a number over the rows where a column has a value.
    fn mean(&self, number: impl Fn(&[String]) -> f64, column: &str, value: &str) -> f64 {
        let column = Self::column(column);
        let rows: Vec<_> = self.0.iter().filter(|row| row[column] == value).collect();
        rows.iter().map(|row| number(row)).sum::<f64>() / rows.len() as f64
    }
}

fn number(row: &[String], column: &str) -> f64 {
    row[Rows::column(column)].parse().unwrap()
}

fn age(row: &[String]) -> f64 {
    let admitted: f64 = row[Rows::column("admission")][..4].parse().unwrap();
    admitted - number(row, "birth_year")
}

fn is(row: &[String], column: &str, value: &str) -> f64 {
    f64::from(u8::from(row[Rows::column(column)] == value))
}

#[test]
fn the_table_is_as_promised() {
    let rows = Rows::sample().0;
    assert_eq!(rows.len(), 30_000);
    assert!(rows.iter().all(|row| row.len() == COLUMNS.len()));
    let numbers: BTreeSet<&str> = rows.iter().map(|row| row[0].as_str()).collect();
    assert_eq!(numbers.len(), 30_000);
    for (column, (least, most)) in [
        ("education", (100, 500)),
        ("occupation", (100, 500)),
        ("household", (50, 300)),
        ("cost", (100, 600)),
        ("zip", (0, 0)),
        ("disease", (0, 0)),
    ] {
        let missing = rows
            .iter()
            .filter(|row| row[Rows::column(column)].is_empty())
            .count();
        assert!(
            (least..=most).contains(&missing),
            "{missing} missing in {column}"
        );
    }
    let diseases: BTreeSet<&str> = rows
        .iter()
        .map(|row| row[Rows::column("disease")].as_str())
        .collect();
    assert_eq!(diseases.len(), 16);
}

#[test]
fn age_drives_the_rest() {
    let rows = Rows::sample();
    let single = rows.mean(age, "marital_status", "single");
    let married = rows.mean(age, "marital_status", "married");
    let widowed = rows.mean(age, "marital_status", "widowed");
    assert!(
        single + 20.0 < married && married + 10.0 < widowed,
        "{single} {married} {widowed}"
    );
    assert!(
        rows.mean(age, "disease", "Heart disease") > rows.mean(age, "disease", "Asthma") + 20.0
    );
    assert!(rows.mean(age, "occupation", "retired") > 65.0);
    assert!(rows.mean(age, "occupation", "pupil") < 18.0);
    let visits = |row: &[String]| number(row, "visits");
    assert!(
        rows.mean(visits, "disease", "Heart disease")
            > rows.mean(visits, "disease", "Migraine") + 1.0
    );
}

#[test]
fn sex_and_place_matter() {
    let rows = Rows::sample();
    let woman = |row: &[String]| is(row, "sex", "female");
    assert!(rows.mean(woman, "occupation", "nurse") > 0.7);
    assert!(rows.mean(woman, "occupation", "carpenter") < 0.2);
    assert!(rows.mean(woman, "marital_status", "widowed") > 0.7);
    assert!(rows.mean(woman, "disease", "Migraine") > 0.6);

    let zip = Rows::column("zip");
    let share = |prefix: &str, column: &str, value: &str| {
        let there: Vec<_> = rows
            .0
            .iter()
            .filter(|row| row[zip].starts_with(prefix))
            .collect();
        there.iter().map(|row| is(row, column, value)).sum::<f64>() / there.len() as f64
    };
    assert!(share("148", "education", "bachelor") > 1.5 * share("147", "education", "bachelor"));
    assert!(
        share("147", "country_of_birth", "USA") > share("142", "country_of_birth", "USA") + 0.05
    );

    let mut people = BTreeMap::new();
    for row in &rows.0 {
        *people.entry(&row[zip]).or_insert(0) += 1;
    }
    assert_eq!(people.len(), 144);
    assert!(people.values().max() > people.values().min().map(|least| least * 50).as_ref());
}

/// Records in classes of fewer than `k`, by a plain count.
fn violating(rows: &Rows, columns: &[&str], k: usize) -> usize {
    let mut classes: BTreeMap<Vec<&str>, usize> = BTreeMap::new();
    for row in &rows.0 {
        let class = columns
            .iter()
            .map(|column| row[Rows::column(column)].as_str());
        *classes.entry(class.collect()).or_default() += 1;
    }
    classes.into_values().filter(|&size| size < k).sum()
}

#[test]
fn how_many_violate() {
    let rows = Rows::sample();
    assert_eq!(violating(&rows, &QUASI, 5), 30_000);
    assert_eq!(violating(&rows, &["birth_year", "sex", "zip"], 5), 22_604);
    assert_eq!(violating(&rows, &["sex", "zip"], 5), 0);
}

#[test]
fn a_longer_table_begins_like_the_sample() {
    let sample = files().swap_remove(0).contents;
    let mut long = Vec::new();
    write_csv(ROWS + 100, SEED, &mut long).unwrap();
    assert!(long.starts_with(&sample));
    assert_eq!(
        long.iter().filter(|&&byte| byte == b'\n').count() as u64,
        ROWS + 101
    );
    let mut other = Vec::new();
    write_csv(100, SEED + 1, &mut other).unwrap();
    assert!(!sample.starts_with(&other));
}
