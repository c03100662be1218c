//! Tables, requirements and what must hold of every outcome.

use crate::method::{self, Anonymized, MethodOutcome, Task};
use crate::privacy::Judge;
use cloakroom_core::hierarchy::Hierarchies;
use cloakroom_core::{
    Column, Hierarchy, MethodName, PreparedTable, Progress, Role, Settings, Table,
};
use std::collections::BTreeMap;

pub const LOCAL: [MethodName; 6] = [
    MethodName::LocalRecoding,
    MethodName::Mondrian,
    MethodName::MondrianRelaxed,
    MethodName::Tds,
    MethodName::KMember,
    MethodName::Refined,
];

pub struct Case {
    pub table: Table,
    pub settings: Settings,
    pub hierarchies: Hierarchies,
}

impl Case {
    /// Quasi-identifiers first, then the sensitive column if there is one.
    pub fn new(quasi: Vec<Column>, sensitive: Option<Column>) -> Self {
        let mut settings = Settings::default();
        for column in &quasi {
            settings.roles.set(column.name(), Some(Role::Quasi));
        }
        if let Some(column) = &sensitive {
            settings.roles.set(column.name(), Some(Role::Sensitive));
        }
        Self {
            table: Table::new(quasi.into_iter().chain(sensitive).collect()).unwrap(),
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

    /// Whether all records as one class keep every promise.
    pub fn can_be_reached(&self) -> bool {
        self.with(|task| {
            let mut histograms = task.judge.histograms();
            for (histogram, sensitive) in histograms.iter_mut().zip(&task.prepared.sensitive) {
                for &code in sensitive.column.codes() {
                    histogram.add(code, 1);
                }
            }
            task.judge.passes(self.table.rows() as u32, &histograms)
        })
    }

    pub fn run(&self, name: MethodName) -> MethodOutcome {
        self.with(|task| method::run(name, task, &Progress::default()).unwrap())
    }

    pub fn reach(&self, name: MethodName) -> Anonymized {
        match self.run(name) {
            MethodOutcome::Reached(anonymized) => anonymized,
            MethodOutcome::NotReached(why) => panic!("{}: {why}", name.name()),
        }
    }

    /// The texts of a column as it is released, over all rows.
    pub fn shown(&self, anonymized: &Anonymized, name: &str) -> Vec<String> {
        let at = self.table.position(name).unwrap();
        let column = anonymized.column(&self.table, at).unwrap();
        (0..column.len())
            .map(|row| column.text(row).to_owned())
            .collect()
    }

    /// The mean loss of the cells, 1 for those that were left out.
    pub fn loss(&self, anonymized: &Anonymized) -> f64 {
        let lost: f64 = anonymized
            .changed
            .iter()
            .map(|changed| {
                let codes = changed.column.codes();
                let loss = |row: &u32| changed.loss_of_code[codes[*row as usize] as usize];
                anonymized.kept.iter().map(loss).sum::<f64>()
            })
            .sum();
        let columns = self.with(|task| task.prepared.quasi.len()) as f64;
        let out = anonymized.left_out.len() as f64 * columns;
        (lost + out) / (self.table.rows() as f64 * columns)
    }

    /// By definition: rows add up, classes of the released texts pass, every cell covers its original.
    pub fn assert_sound(&self, name: MethodName, anonymized: &Anonymized) {
        let name = name.name();
        let rows = self.table.rows();
        let mut all: Vec<u32> = anonymized.kept.clone();
        all.extend(&anonymized.left_out);
        all.sort_unstable();
        assert_eq!(all, (0..rows as u32).collect::<Vec<_>>(), "{name}");
        self.with(|task| {
            assert!(anonymized.left_out.len() <= task.may_leave_out(), "{name}");
            let quasi = &task.prepared.quasi;
            let texts: Vec<Vec<String>> = quasi
                .iter()
                .map(|quasi| self.shown(anonymized, quasi.column.name()))
                .collect();
            let mut classes: BTreeMap<Vec<&str>, Vec<u32>> = BTreeMap::new();
            for &row in &anonymized.kept {
                let key = texts.iter().map(|column| column[row as usize].as_str());
                classes.entry(key.collect()).or_default().push(row);
            }
            let judge = task.judge.for_rows(task.prepared, &anonymized.kept);
            for class in classes.values() {
                let mut histograms = judge.histograms();
                for (histogram, sensitive) in histograms.iter_mut().zip(&task.prepared.sensitive) {
                    for &row in class {
                        histogram.add(sensitive.column.codes()[row as usize], 1);
                    }
                }
                assert!(judge.passes(class.len() as u32, &histograms), "{name}");
            }
            for (column, quasi) in texts.iter().zip(quasi) {
                for &row in &anonymized.kept {
                    let original = quasi.column.text(row as usize);
                    let shown = &column[row as usize];
                    let is_covered = if quasi.range.is_some() {
                        in_range(shown, original)
                    } else {
                        let code = quasi.column.codes()[row as usize];
                        (0..quasi.hierarchy.levels().len())
                            .any(|level| quasi.hierarchy.label(level, code) == shown)
                    };
                    assert!(is_covered, "{name}: {original} shown as {shown}");
                }
            }
        });
    }
}

/// Reads `17-23`, `[-1.5, 2]`, a single value or `*`.
fn in_range(shown: &str, original: &str) -> bool {
    if shown == original || shown == "*" {
        return true;
    }
    let ends = match shown
        .strip_prefix('[')
        .and_then(|rest| rest.strip_suffix(']'))
    {
        Some(inner) => inner.split_once(", "),
        None => shown.split_once('-'),
    };
    let Some((low, high)) = ends else {
        // Another way to write the same number.
        return shown.parse::<f64>().ok() == original.parse::<f64>().ok();
    };
    let number = |text: &str| text.parse::<f64>().unwrap();
    !original.is_empty() && (number(low)..=number(high)).contains(&number(original))
}

/// A hierarchy from lines of `value;…;top`.
pub fn lines(column: &Column, text: &str) -> Hierarchy {
    let chains: Vec<Vec<&str>> = text
        .split(' ')
        .map(|line| line.split(';').collect())
        .collect();
    Hierarchy::from_chains(column, &chains).unwrap()
}
