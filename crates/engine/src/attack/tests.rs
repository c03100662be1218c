//! Attacks on small tables whose answers are known, means among them.

use super::*;
use crate::anonymize::{Candidate, measured};
use crate::check::CheckedTask;
use cloakroom_core::{Column, Dataset, MethodName, Role};
use cloakroom_microdata::method::{Anonymized, ChangedColumn};

fn table(columns: &[(&str, &[&str])]) -> Table {
    let columns = columns
        .iter()
        .map(|(name, texts)| Column::from_texts(*name, texts.iter()).unwrap());
    Table::new(columns.collect()).unwrap()
}

/// Two groups of three people whose ages and towns were replaced by means and most frequent values.
struct Means {
    dataset: Dataset,
    settings: Settings,
}

impl Means {
    fn new() -> Self {
        let dataset = Dataset::Microdata(table(&[
            ("name", &["a", "b", "c", "d", "e", "f"]),
            ("age", &["20", "22", "27", "50", "51", "58"]),
            ("town", &["Bonn", "Bonn", "Köln", "Ulm", "Jena", "Ulm"]),
            ("illness", &["flu", "flu", "flu", "cold", "flu", "cold"]),
        ]));
        let mut settings = Settings::default();
        for (name, role) in [
            ("name", Role::Identifier),
            ("age", Role::Quasi),
            ("town", Role::Quasi),
            ("illness", Role::Sensitive),
        ] {
            settings.roles.set(name, Some(role));
        }
        settings.requirement.k = Some(3);
        settings.method.name = MethodName::None;
        Self { dataset, settings }
    }

    fn checked(&self) -> CheckedTask<'_> {
        CheckedTask::new(&self.dataset, &self.settings, &Trees::default().hierarchies).unwrap()
    }

    fn candidate(&self, checked: &CheckedTask<'_>) -> Candidate {
        let changed = |at: usize, texts: [&str; 6]| {
            let column =
                Column::from_texts(checked.prepared.table.columns()[at].name(), texts).unwrap();
            let loss_of_code = vec![0.5; column.dictionary().len()];
            ChangedColumn {
                at,
                column,
                loss_of_code,
            }
        };
        let anonymized = Anonymized {
            changed: vec![
                changed(1, ["23", "23", "23", "53", "53", "53"]),
                changed(2, ["Bonn", "Bonn", "Bonn", "Ulm", "Ulm", "Ulm"]),
            ],
            kept: (0..6).collect(),
            ..Anonymized::default()
        };
        let progress = Progress::default();
        let classes = anonymized.classes(&checked.prepared, &progress).unwrap();
        measured(checked, &self.settings, anonymized, classes, &progress).unwrap()
    }

    fn attack(&self, known: &Table) -> AttackReport {
        let checked = self.checked();
        let candidate = self.candidate(&checked);
        let progress = Progress::default();
        microdata::attack(
            &checked,
            &self.settings.roles,
            Some(&candidate),
            known,
            &AttackOptions::default(),
            &progress,
        )
        .unwrap()
    }
}

#[test]
fn a_mean_stands_for_what_lies_between_the_values_of_its_class() {
    let known = table(&[
        ("name", &["c", "f", "x", "y", "e"]),
        ("age", &["27", "58", "40", "25", "51"]),
        ("town", &["Köln", "Ulm", "Ulm", "Ulm", ""]),
    ]);
    let report = Means::new().attack(&known);
    let candidates: Vec<u64> = report.each.iter().map(|person| person.candidates).collect();
    assert_eq!(candidates, [3, 3, 0, 0, 3]);
    let inside: Vec<bool> = report.each.iter().map(|person| person.in_release).collect();
    assert_eq!(inside, [true, true, false, false, true]);
    assert_eq!(report.beyond_bound, 0);
    assert_eq!(report.best_guess, 1.0 / 3.0);
    let truth = report.truth.unwrap();
    assert_eq!((truth.people, truth.among_candidates), (3, 3));
    // Everybody in the first group has the flu; two of three in the second have a cold, twice as many as everywhere.
    let learned = |person: usize| report.each[person].reveals[0].learned;
    assert_eq!(
        (learned(0), learned(1)),
        (Learned::Revealed, Learned::Skewed)
    );
    assert_eq!(report.each[1].reveals[0].value, "cold");
    assert_eq!(
        (report.learned[0].revealed, report.learned[0].skewed),
        (1, 2)
    );
    assert_eq!(report.alone.columns[0].homogeneous_records, 3);
}

#[test]
fn somebody_who_is_like_nobody_is_never_found() {
    let known = table(&[("age", &["21"]), ("town", &["Bonn"])]);
    let report = Means::new().attack(&known);
    let person = &report.each[0];
    assert_eq!(
        (person.candidates, person.in_release, person.chance),
        (3, false, 0.0)
    );
    assert!(
        person
            .sentence
            .contains("nobody in the release is like this")
    );
    assert_eq!(
        (report.in_release, report.found, report.expected_found),
        (0, 0, 0.0)
    );
}

#[test]
fn a_column_that_is_no_quasi_identifier_is_beyond_the_promise() {
    let means = Means::new();
    let checked = means.checked();
    let known = table(&[("age", &["51"]), ("illness", &["flu"])]);
    let options = AttackOptions {
        mappings: vec![Mapping::parse("illness=illness").unwrap()],
        ..AttackOptions::default()
    };
    let candidate = means.candidate(&checked);
    let report = microdata::attack(
        &checked,
        &means.settings.roles,
        Some(&candidate),
        &known,
        &options,
        &Progress::default(),
    )
    .unwrap();
    assert_eq!((report.each[0].candidates, report.found), (1, 1));
    assert_eq!((report.below_k, report.beyond_bound), (1, 0));
    assert!(report.notes[0].contains("no quasi-identifier"));
    // Not compared unless somebody asks for it.
    let plain = means.attack(&known);
    assert_eq!(plain.each[0].candidates, 3);
    assert!(
        plain
            .notes
            .iter()
            .any(|note| note.contains("--map illness=illness"))
    );
}
