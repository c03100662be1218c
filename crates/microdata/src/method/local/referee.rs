//! Asks the judge about groups of rows, again and again, with one scratch.

use crate::method::Task;
use crate::privacy::{Histogram, Judge};

/// Every broken promise counts, however nearly it is kept.
const NEAR: f64 = 1e-9;
const FAR: f64 = 1e6;

#[derive(Clone, Debug)]
pub struct Referee<'a> {
    judge: &'a Judge,
    /// The codes of each sensitive column, by row.
    codes: Vec<&'a [u32]>,
    scratch: Vec<Histogram>,
    pub k: u32,
    pub looks_at_values: bool,
}

impl<'a> Referee<'a> {
    pub fn new(task: Task<'a>) -> Self {
        Self {
            judge: task.judge,
            codes: task
                .prepared
                .sensitive
                .iter()
                .map(|sensitive| sensitive.column.codes())
                .collect(),
            scratch: task.judge.histograms(),
            k: task.judge.k(),
            looks_at_values: task.judge.looks_at_values(),
        }
    }

    /// Whether these rows may be one class.
    pub fn passes(&mut self, rows: impl Iterator<Item = u32> + Clone) -> bool {
        if !self.looks_at_values {
            let k = self.k as usize;
            return rows.take(k).count() == k;
        }
        let mut size = 0;
        for histogram in &mut self.scratch {
            histogram.clear();
        }
        for row in rows {
            size += 1;
            self.count(row);
        }
        self.judge.passes(size, &self.scratch)
    }

    fn count(&mut self, row: u32) {
        for (histogram, codes) in self.scratch.iter_mut().zip(&self.codes) {
            histogram.add(codes[row as usize], 1);
        }
    }

    /// How far rows that do not pass are from passing, and 0 for those that do: smaller is nearer. Only
    /// good for comparing groups that differ in a record.
    pub fn shortfall(&mut self, rows: impl Iterator<Item = u32>) -> f64 {
        let mut size = 0;
        for histogram in &mut self.scratch {
            histogram.clear();
        }
        for row in rows {
            size += 1;
            self.count(row);
        }
        let requirement = self.judge.requirement();
        self.judge
            .failures(size, &self.scratch)
            .iter()
            .map(|failing| {
                let wanted = (failing.model.promise().get)(requirement).unwrap_or(1.0);
                if failing.reached.is_infinite() {
                    // Too few values for a quotient: each one more is a step.
                    let l = failing.model.rank(requirement);
                    let distinct = failing
                        .sensitive
                        .map_or(0, |at| self.scratch[at].distinct());
                    return FAR + f64::from(l.saturating_sub(distinct));
                }
                let gap = (wanted - failing.reached).abs() / wanted.max(1e-6);
                NEAR + gap.min(FAR)
            })
            .sum()
    }

    /// Whether the judge sees two rows as the same.
    pub fn are_alike(&self, a: u32, b: u32) -> bool {
        self.codes
            .iter()
            .all(|codes| codes[a as usize] == codes[b as usize])
    }

    /// Rows with equal tags are alike to the judge.
    pub fn tag(&self, row: u32) -> Vec<u32> {
        self.codes.iter().map(|codes| codes[row as usize]).collect()
    }
}
