//! The privacy hash table of one node, listed behind the window (thesis, sections 2.3 and 2.4).

use super::Held;
use super::rows::Rows;
use cloakroom_core::column::Column;
use cloakroom_core::prepared_table::PreparedTable;
use cloakroom_core::problem::Failure;
use cloakroom_core::progress::Progress;
use cloakroom_core::table::Table;
use cloakroom_core::units::Units;
use cloakroom_microdata::privacy::Judge;
use cloakroom_microdata::profile::lattice::{HashRow, ListedClass};
use std::sync::Arc;

/// Nodes with more tuples are not listed: nobody reads so many, and they take memory.
pub const MOST_TUPLES: u64 = 200_000;

/// Which table: a node and the one below it on the strategy.
#[derive(Clone, Debug)]
pub struct TuplesQuestion {
    pub rows: Arc<Rows>,
    pub node: usize,
    pub below: Option<usize>,
    /// Those of the node.
    pub levels: Vec<u32>,
}

impl PartialEq for TuplesQuestion {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.rows, &other.rows) && (self.node, self.below) == (other.node, other.below)
    }
}

/// The tuples of a node, those of the fewest records first.
#[derive(Debug)]
pub struct Tuples {
    pub question: TuplesQuestion,
    pub rows: Vec<Tuple>,
}

#[derive(Debug)]
pub struct Tuple {
    pub hash: HashRow,
    /// Per sensitive column, its codes and how many records have them.
    pub values: Vec<Vec<(u32, u32)>>,
    /// Its first record.
    pub first: u32,
}

impl Tuples {
    pub fn list(
        question: TuplesQuestion,
        held: &Held,
        table: &Table,
        progress: &Progress,
    ) -> Result<Self, Failure> {
        progress.check()?;
        let hashes = held.profile.hash_table(question.node, question.below);
        progress.check()?;
        let class_of = held.profile.class_of_rows(question.node);
        let units = held.units.units(table);
        let columns = held.sensitive.iter();
        let mut columns: Vec<_> = columns
            .filter_map(|name| table.column(name))
            .map(|column| values(column, units.as_ref(), &class_of, hashes.len()))
            .collect();
        let mut first = vec![u32::MAX; hashes.len()];
        for (row, &class) in (0u32..).zip(&class_of) {
            let first = &mut first[class as usize];
            *first = (*first).min(row);
        }
        progress.check()?;
        // What a tuple breaks is asked when it is shown: a slider moves no tuple.
        let mut rows: Vec<Tuple> = hashes
            .into_iter()
            .enumerate()
            .map(|(class, hash)| Tuple {
                hash,
                values: columns
                    .iter_mut()
                    .map(|values| std::mem::take(&mut values[class]))
                    .collect(),
                first: first[class],
            })
            .collect();
        rows.sort_by_key(|row| row.hash.count);
        Ok(Self { question, rows })
    }
}

impl Tuples {
    /// The tuple that a record of the table has become, by what it shows at these levels.
    pub fn place_of(&self, row: u32, prepared: &PreparedTable<'_>) -> Option<u64> {
        let first = self.rows.first()?;
        let levels = self.question.levels.iter().zip(&prepared.quasi);
        let labels: Vec<&str> = levels
            .map(|(&level, quasi)| {
                let code = *quasi.column.codes().get(row as usize)?;
                let level = quasi.hierarchy.levels().get(level as usize)?;
                let group = *level.group_of.get(code as usize)?;
                level.labels.get(group as usize).map(String::as_str)
            })
            .collect::<Option<_>>()?;
        if labels.len() != first.hash.labels.len() {
            return None;
        }
        let mut tuples = self.rows.iter();
        let place = tuples.position(|tuple| tuple.hash.labels == labels)?;
        Some(place as u64)
    }
}

impl Tuple {
    /// With the promises that it breaks.
    pub fn judged(&self, judge: &Judge) -> ListedClass {
        let mut histograms = judge.histograms();
        for (histogram, values) in histograms.iter_mut().zip(&self.values) {
            for &(code, records) in values {
                histogram.add(code, records);
            }
        }
        ListedClass {
            labels: Vec::new(),
            size: self.hash.count,
            values: Vec::new(),
            failing: judge.failures(self.hash.count, &histograms),
        }
    }
}

/// Per class, the codes of a column that occur in it and how often, or how many units show them where these are counted,
/// ascending.
pub fn values(
    column: &Column,
    units: Option<&Units<'_>>,
    class_of: &[u32],
    classes: usize,
) -> Vec<Vec<(u32, u32)>> {
    let rows = class_of.iter().zip(column.codes()).enumerate();
    let mut rows: Vec<(u32, u32, u32)> = match units {
        None => rows
            .map(|(row, (&class, &code))| (class, code, column.weight(row)))
            .collect(),
        Some(units) => rows
            .map(|(row, (&class, &code))| (class, code, units.of(row as u32)))
            .collect(),
    };
    rows.sort_unstable();
    if units.is_some() {
        rows.dedup();
        rows.iter_mut().for_each(|(_, _, count)| *count = 1);
    }
    let mut values = vec![Vec::new(); classes];
    for run in rows.chunk_by(|a, b| (a.0, a.1) == (b.0, b.1)) {
        let (class, code, _) = run[0];
        let records = run.iter().map(|&(_, _, records)| records).sum();
        values[class as usize].push((code, records));
    }
    values
}

/// The tuples of a node and how many of them have at least k records: `L[i]` and `n[i]` of the thesis.
pub fn level_counts(held: &Held, node: usize, k: u32) -> (u64, u64) {
    if let Some(counted) = held.profile.reaching(node, k) {
        return counted;
    }
    let (mut all, mut reach) = (0, 0);
    for (size, records) in held.profile.sizes(node).runs() {
        let tuples = u64::from(records / size);
        all += tuples;
        if size >= k {
            reach += tuples;
        }
    }
    (all, reach)
}
