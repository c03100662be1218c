//! Tables for the tests, and what must hold of every release.

use crate::method::{self, Anonymized, MethodOutcome, Task};
use crate::privacy::Judge;
use cloakroom_core::hierarchy::Hierarchies;
use cloakroom_core::{Column, Failure, MethodName, PreparedTable, Progress, Role, Settings, Table};
use std::collections::BTreeMap;

pub const ALL: [MethodName; 4] = [
    MethodName::Mdav,
    MethodName::VMdav,
    MethodName::ApproximateMdav,
    MethodName::RefinedMdav,
];

pub struct Case {
    pub table: Table,
    pub settings: Settings,
    pub hierarchies: Hierarchies,
}

impl Case {
    /// Quasi-identifiers, and a sensitive column named `value` if there is one.
    pub fn new(k: u32, columns: &[(&str, Vec<String>)]) -> Self {
        let columns: Vec<Column> = columns
            .iter()
            .map(|(name, texts)| Column::from_texts(*name, texts).unwrap())
            .collect();
        let mut settings = Settings::default();
        for column in &columns {
            let role = if column.name() == "value" {
                Role::Sensitive
            } else {
                Role::Quasi
            };
            settings.roles.set(column.name(), Some(role));
        }
        settings.requirement.k = Some(k);
        settings.method.effort = 1;
        Self {
            table: Table::new(columns).unwrap(),
            settings,
            hierarchies: Hierarchies::default(),
        }
    }

    pub fn with<T>(&self, work: impl FnOnce(Task<'_>) -> T) -> T {
        let prepared = PreparedTable::new(&self.table, &self.settings, &self.hierarchies).unwrap();
        let judge = Judge::new(&self.settings.requirement, &prepared);
        work(Task {
            prepared: &prepared,
            judge: &judge,
            settings: &self.settings.method,
            purposes: &self.settings.purposes,
        })
    }

    pub fn try_run(&self, name: MethodName) -> Result<MethodOutcome, Failure> {
        self.with(|task| method::run(name, task, &Progress::default()))
    }

    pub fn reach(&self, name: MethodName) -> Anonymized {
        match self.try_run(name).unwrap() {
            MethodOutcome::Reached(anonymized) => anonymized,
            MethodOutcome::NotReached(why) => panic!("{}: {why}", name.name()),
        }
    }

    /// The sentence with which a table is refused.
    pub fn refused(&self, name: MethodName) -> String {
        match self.try_run(name) {
            Err(Failure::Problem(problem)) => problem.to_string(),
            other => panic!("{}: {other:?}", name.name()),
        }
    }

    pub fn shown(&self, anonymized: &Anonymized, name: &str) -> Vec<String> {
        let at = self.table.position(name).unwrap();
        let column = anonymized.column(&self.table, at).unwrap();
        (0..column.len())
            .map(|row| column.text(row).to_owned())
            .collect()
    }

    /// Whether all records as one class keep every promise.
    pub fn can_be_reached(&self) -> bool {
        self.with(|task| {
            let rows: Vec<u32> = (0..self.table.rows() as u32).collect();
            passes(task, &rows)
        })
    }

    /// By definition: all rows are kept or left out, and the classes of the released texts keep every promise.
    pub fn assert_sound(&self, name: MethodName, anonymized: &Anonymized) {
        let mut all: Vec<u32> = anonymized.kept.clone();
        all.extend(&anonymized.left_out);
        all.sort_unstable();
        assert_eq!(all, (0..self.table.rows() as u32).collect::<Vec<_>>());
        self.with(|task| {
            let texts: Vec<Vec<String>> = task
                .prepared
                .quasi
                .iter()
                .map(|quasi| self.shown(anonymized, quasi.column.name()))
                .collect();
            let mut classes: BTreeMap<Vec<&str>, Vec<u32>> = BTreeMap::new();
            for &row in &anonymized.kept {
                let key = texts.iter().map(|column| column[row as usize].as_str());
                classes.entry(key.collect()).or_default().push(row);
            }
            for rows in classes.values() {
                assert!(passes(task, rows), "{}", name.name());
            }
        });
        for changed in &anonymized.changed {
            assert_eq!(
                changed.loss_of_code.len(),
                changed.column.dictionary().len()
            );
            assert!(
                changed
                    .loss_of_code
                    .iter()
                    .all(|loss| (0.0..=1.0).contains(loss))
            );
        }
    }
}

fn passes(task: Task<'_>, rows: &[u32]) -> bool {
    let mut histograms = task.judge.histograms();
    for (histogram, sensitive) in histograms.iter_mut().zip(&task.prepared.sensitive) {
        for &row in rows {
            histogram.add(sensitive.column.codes()[row as usize], 1);
        }
    }
    task.judge.passes(rows.len() as u32, &histograms)
}
