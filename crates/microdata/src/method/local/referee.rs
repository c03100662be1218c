//! Asks the judge about groups of rows, again and again, with one scratch.

use crate::method::Task;
use crate::privacy::{Histogram, Judge};
use cloakroom_core::Units;
use std::collections::HashSet;

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
    /// How many records there are does not decide alone: values do too, or whose records they are.
    pub looks_at_values: bool,
    units: Option<&'a Units<'a>>,
    /// Who was counted, and who with which value of each column.
    heads: HashSet<u32>,
    shown: Vec<HashSet<(u32, u32)>>,
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
            looks_at_values: task.judge.looks_at_values() || task.judge.counts_units(),
            units: task.prepared.units.as_ref(),
            heads: HashSet::new(),
            shown: vec![HashSet::new(); task.prepared.sensitive.len()],
        }
    }

    /// Whether these rows may be one class.
    pub fn passes(&mut self, rows: impl Iterator<Item = u32> + Clone) -> bool {
        if !self.looks_at_values {
            let k = self.k as usize;
            return rows.take(k).count() == k;
        }
        let size = self.count(rows);
        self.judge.passes(size, &self.scratch)
    }

    /// How many records there are, or units, and how many of them have each value.
    fn count(&mut self, rows: impl Iterator<Item = u32>) -> u32 {
        for histogram in &mut self.scratch {
            histogram.clear();
        }
        let Some(units) = self.units else {
            let mut size = 0;
            for row in rows {
                size += 1;
                for (histogram, codes) in self.scratch.iter_mut().zip(&self.codes) {
                    histogram.add(codes[row as usize], 1);
                }
            }
            return size;
        };
        self.heads.clear();
        self.shown.iter_mut().for_each(HashSet::clear);
        for row in rows {
            let unit = units.of(row);
            self.heads.insert(unit);
            let columns = self.scratch.iter_mut().zip(&self.codes);
            for ((histogram, codes), shown) in columns.zip(&mut self.shown) {
                let code = codes[row as usize];
                if shown.insert((unit, code)) {
                    histogram.add(code, 1);
                }
            }
        }
        self.heads.len() as u32
    }

    /// How far rows that do not pass are from passing, and 0 for those that do: smaller is nearer. Only
    /// good for comparing groups that differ in a record.
    pub fn shortfall(&mut self, rows: impl Iterator<Item = u32>) -> f64 {
        let size = self.count(rows);
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
        let is_same = |codes: &[u32]| codes[a as usize] == codes[b as usize];
        self.units.is_none_or(|units| is_same(units.of_rows()))
            && self.codes.iter().all(|codes| is_same(codes))
    }

    /// Rows with equal tags are alike to the judge.
    pub fn tag(&self, row: u32) -> Vec<u32> {
        let units = self.units.iter().map(|units| units.of(row));
        let codes = self.codes.iter().map(|codes| codes[row as usize]);
        units.chain(codes).collect()
    }
}
