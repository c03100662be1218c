//! t-closeness: how far the sensitive values of a class are from those of the table it is compared with.
//!
//! The earth mover's distance, in whole numbers. Only the values of the class are looked at; what the others
//! contribute is summed once per table.

use super::class::Values;
use cloakroom_core::prepared_table::Distance;
use cloakroom_core::{Hierarchy, Sensitive};
use std::sync::Arc;

/// The distribution that classes are compared with: how often each value occurs in the whole table.
#[derive(Clone, Debug)]
pub struct Reference {
    counts: Vec<u32>,
    records: u64,
    ground: Ground,
}

/// What the distance between two values rests on.
#[derive(Clone, Debug)]
enum Ground {
    Equal,
    Ordered(Ranks),
    Hierarchy(Groups),
}

impl Reference {
    /// `counts` by code of the column. Classes must not hold values that the counts do not.
    pub fn new(sensitive: &Sensitive<'_>, counts: Vec<u32>) -> Self {
        let records = counts.iter().map(|&count| u64::from(count)).sum();
        let ground = match &sensitive.distance {
            Distance::Equal => Ground::Equal,
            Distance::Ordered => {
                Ground::Ordered(Ranks::new(&sensitive.column.order().into(), &counts))
            }
            Distance::Hierarchy(hierarchy) => Ground::Hierarchy(Groups::new(hierarchy, &counts)),
        };
        Self {
            counts,
            records,
            ground,
        }
    }

    /// The same distance between values, but from another table's counts.
    #[must_use]
    pub fn for_counts(&self, counts: Vec<u32>) -> Self {
        let records = counts.iter().map(|&count| u64::from(count)).sum();
        let ground = match &self.ground {
            Ground::Equal => Ground::Equal,
            Ground::Ordered(ranks) => Ground::Ordered(Ranks::new(&ranks.order, &counts)),
            Ground::Hierarchy(groups) => Ground::Hierarchy(Groups::new(&groups.hierarchy, &counts)),
        };
        Self {
            counts,
            records,
            ground,
        }
    }

    /// The same where a unit may show several values, so that the counts add up to more than the units.
    #[must_use]
    pub fn of_units(mut self, units: u64) -> Self {
        self.records = units;
        self
    }

    /// Records of the table, or the units in it.
    pub fn records(&self) -> u64 {
        self.records
    }

    /// Records of the table with this value.
    pub fn count(&self, code: u32) -> u32 {
        self.counts[code as usize]
    }

    /// The distance of a class of `size` records from the table, as a fraction of whole numbers: numerator
    /// and denominator.
    pub fn distance(&self, values: Values<'_>, size: u32) -> (u128, u128) {
        let whole = u128::from(size) * u128::from(self.records);
        if whole == 0 {
            return (0, 1);
        }
        let (moved, unit) = match &self.ground {
            Ground::Equal => (self.surplus(values, size), 1),
            Ground::Ordered(ranks) => (ranks.moved(values, size, self.records), ranks.steps()),
            Ground::Hierarchy(groups) => (groups.moved(values, self, size), groups.unit()),
        };
        (moved, whole * unit)
    }

    /// How far the shares of units that show each value differ, all values equally far apart: what too many units show, or
    /// what too few do, whichever is more. Where each unit shows one value the two are equal, and both are the distance.
    pub fn units_apart(&self, values: Values<'_>, units: u32) -> (u128, u128) {
        let (mut surplus, mut lack) = (0, 0);
        // All that the table has is lacking, but for what the class has of it.
        for &count in &self.counts {
            lack += u128::from(count) * u128::from(units);
        }
        for (code, count) in values.iter() {
            let held = u128::from(count) * u128::from(self.records);
            let like = u128::from(self.counts[code as usize]) * u128::from(units);
            surplus += held.saturating_sub(like);
            lack -= held.min(like);
        }
        let whole = u128::from(units) * u128::from(self.records);
        (surplus.max(lack), whole.max(1))
    }

    /// Only values of the class can be in surplus, and surplus and lack are equal.
    fn surplus(&self, values: Values<'_>, size: u32) -> u128 {
        values
            .iter()
            .map(|(code, count)| {
                let held = u128::from(count) * u128::from(self.records);
                held.saturating_sub(u128::from(self.counts[code as usize]) * u128::from(size))
            })
            .sum()
    }
}

/// Values by rank: a step from one to the next costs the same everywhere.
#[derive(Clone, Debug)]
struct Ranks {
    /// Codes by size, those that do not occur too.
    order: Arc<[u32]>,
    /// By code; those that do not occur have none that means anything.
    rank_of: Vec<u32>,
    /// Per rank, the records of the table up to it, it included.
    up_to: Vec<u64>,
    /// Per rank, the sum of `up_to` below it.
    sum_below: Vec<u128>,
}

impl Ranks {
    fn new(order: &Arc<[u32]>, counts: &[u32]) -> Self {
        let mut ranks = Self {
            order: order.clone(),
            rank_of: vec![0; counts.len()],
            up_to: Vec::new(),
            sum_below: vec![0],
        };
        let (mut records, mut sum) = (0u64, 0u128);
        for &code in order.iter().filter(|&&code| counts[code as usize] > 0) {
            ranks.rank_of[code as usize] = ranks.up_to.len() as u32;
            records += u64::from(counts[code as usize]);
            sum += u128::from(records);
            ranks.up_to.push(records);
            ranks.sum_below.push(sum);
        }
        ranks
    }

    fn steps(&self) -> u128 {
        self.up_to.len().saturating_sub(1).max(1) as u128
    }

    /// Σ over the ranks of |records of the class up to it × table − records of the table up to it × class|:
    /// what is carried from each rank to the next.
    fn moved(&self, values: Values<'_>, size: u32, records: u64) -> u128 {
        let mut held: Vec<(usize, u32)> = values
            .iter()
            .map(|(code, count)| (self.rank_of[code as usize] as usize, count))
            .collect();
        held.sort_unstable();
        let mut moved = 0;
        let mut below = 0u64;
        let mut from = 0;
        for (rank, count) in held {
            moved += self.carried(from..rank, below, size, records);
            below += u64::from(count);
            from = rank;
        }
        moved + self.carried(from..self.up_to.len(), below, size, records)
    }

    /// The part of the sum in which the class has the same number of records up to each rank.
    fn carried(&self, ranks: std::ops::Range<usize>, below: u64, size: u32, records: u64) -> u128 {
        if ranks.is_empty() {
            return 0;
        }
        let level = u128::from(below) * u128::from(records);
        let size = u128::from(size);
        // The table's sums rise, so they pass the class's once.
        let turn = ranks.start
            + self.up_to[ranks.clone()].partition_point(|&up_to| u128::from(up_to) * size <= level);
        let sum = |part: std::ops::Range<usize>| {
            (self.sum_below[part.end] - self.sum_below[part.start]) * size
        };
        let over = (turn - ranks.start) as u128 * level - sum(ranks.start..turn);
        let under = sum(turn..ranks.end) - (ranks.end - turn) as u128 * level;
        over + under
    }
}

/// Values in groups of groups: two values are as far apart as the level at which they meet is high.
#[derive(Clone, Debug)]
struct Groups {
    hierarchy: Arc<Hierarchy>,
    /// Per level from 1 to the one below the top, the records of the table in each group.
    counts: Vec<Vec<u64>>,
}

impl Groups {
    fn new(hierarchy: &Arc<Hierarchy>, counts: &[u32]) -> Self {
        let inner = hierarchy.levels().len().saturating_sub(1).max(1);
        let levels = hierarchy.levels()[1.min(inner)..inner].iter();
        let counts = levels
            .map(|level| {
                let mut sums = vec![0u64; level.labels.len()];
                for (&group, &count) in level.group_of.iter().zip(counts) {
                    sums[group as usize] += u64::from(count);
                }
                sums
            })
            .collect();
        Self {
            hierarchy: hierarchy.clone(),
            counts,
        }
    }

    /// Half an edge for the way up and half for the way down.
    fn unit(&self) -> u128 {
        2 * self.hierarchy.height().max(1) as u128
    }

    /// Σ over all groups below the top of |class's records × table − table's records × class|: what must
    /// pass the edge above the group. Groups without records of the class add what the table has in them.
    fn moved(&self, values: Values<'_>, table: &Reference, size: u32) -> u128 {
        let records = u128::from(table.records);
        let size = u128::from(size);
        if self.hierarchy.height() == 0 {
            return 0;
        }
        let differ =
            |held: u64, all: u64| (u128::from(held) * records).abs_diff(u128::from(all) * size);
        let mut moved = 0;
        let mut held: Vec<(u32, u64)> = Vec::with_capacity(values.len());
        for level in 0..self.hierarchy.height() {
            held.clear();
            let group_of = &self.hierarchy.levels()[level].group_of;
            for (code, count) in values.iter() {
                let group = if level == 0 {
                    code
                } else {
                    group_of[code as usize]
                };
                held.push((group, u64::from(count)));
            }
            held.sort_unstable();
            // All records of the table, less those in groups that the class has too.
            let mut elsewhere = records;
            for run in held.chunk_by(|a, b| a.0 == b.0) {
                let group = run[0].0 as usize;
                let all = match level {
                    0 => u64::from(table.counts[group]),
                    _ => self.counts[level - 1][group],
                };
                moved += differ(run.iter().map(|&(_, count)| count).sum(), all);
                elsewhere -= u128::from(all);
            }
            moved += elsewhere * size;
        }
        moved
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::privacy::Histogram;
    use cloakroom_core::Column;
    use proptest::prelude::*;

    fn histogram(values: usize, counts: &[(u32, u32)]) -> Histogram {
        let mut histogram = Histogram::new(values);
        for &(code, records) in counts {
            histogram.add(code, records);
        }
        histogram
    }

    fn sensitive(column: &Column, distance: Distance) -> Sensitive<'_> {
        Sensitive {
            at: 0,
            column,
            categories: None,
            distance,
        }
    }

    #[test]
    fn distances_from_the_table() {
        // Salaries 3k..11k and the class {3k, 4k, 5k}: 0.375 by the paper that introduced t-closeness.
        let texts: Vec<String> = (3..=11).map(|salary| salary.to_string()).collect();
        let column = Column::from_texts("salary", &texts).unwrap();
        let class = histogram(9, &[(0, 1), (1, 1), (2, 1)]);
        let of = |distance| {
            let reference = Reference::new(&sensitive(&column, distance), vec![1; 9]);
            let (moved, whole) = reference.distance((&class).into(), 3);
            moved as f64 / whole as f64
        };
        assert!((of(Distance::Ordered) - 0.375).abs() < 1e-12);
        assert!((of(Distance::Equal) - 6.0 / 9.0).abs() < 1e-12);
        let flat = Distance::Hierarchy(Arc::new(Hierarchy::flat(&column)));
        assert!((of(flat) - 6.0 / 9.0).abs() < 1e-12);
    }

    /// Eight values in four pairs in two halves.
    fn tree(column: &Column) -> Hierarchy {
        let chains: Vec<Vec<String>> = (0..8)
            .map(|value| {
                vec![
                    value.to_string(),
                    format!("pair {}", value / 2),
                    format!("half {}", value / 4),
                    "*".to_owned(),
                ]
            })
            .collect();
        Hierarchy::from_chains(column, &chains).unwrap()
    }

    /// From the definitions, in floating point and value by value.
    fn by_definition(distance: &Distance, class: &[u32], table: &[u32]) -> f64 {
        let share = |counts: &[u32]| -> Vec<f64> {
            let all: u32 = counts.iter().sum();
            let all = f64::from(all);
            counts.iter().map(|&count| f64::from(count) / all).collect()
        };
        let surplus: Vec<f64> = share(class)
            .iter()
            .zip(share(table))
            .map(|(class, table)| class - table)
            .collect();
        match distance {
            Distance::Equal => surplus.iter().map(|surplus| surplus.abs()).sum::<f64>() / 2.0,
            Distance::Ordered => {
                let present: Vec<usize> = (0..8).filter(|&code| table[code] > 0).collect();
                let mut carried = 0.0f64;
                let mut cost = 0.0;
                for &code in &present {
                    carried += surplus[code];
                    cost += carried.abs();
                }
                cost / (present.len().max(2) - 1) as f64
            }
            Distance::Hierarchy(_) => {
                // What is in surplus and what lacks meet at the lowest level where they can.
                let mut extra: Vec<(f64, f64)> = surplus
                    .iter()
                    .map(|&surplus| (surplus.max(0.0), (-surplus).max(0.0)))
                    .collect();
                let mut cost = 0.0;
                for level in 1..=3 {
                    let width = 1 << level;
                    let mut merged = vec![(0.0, 0.0); 8 / width];
                    for (at, (more, less)) in extra.iter().enumerate() {
                        let sum: &mut (f64, f64) = &mut merged[at / 2];
                        sum.0 += more;
                        sum.1 += less;
                    }
                    for (more, less) in &mut merged {
                        let met = more.min(*less);
                        cost += met * f64::from(level) / 3.0;
                        *more -= met;
                        *less -= met;
                    }
                    extra = merged;
                }
                cost
            }
        }
    }

    proptest! {
        #[test]
        fn every_distance_is_that_of_its_definition(
            rows in prop::collection::vec((0u32..8, any::<bool>()), 1..40),
        ) {
            let texts: Vec<String> = (0..8).map(|value| value.to_string()).collect();
            let column = Column::from_texts("value", &texts).unwrap();
            let (mut class, mut table) = ([0u32; 8], [0u32; 8]);
            for (at, &(code, inside)) in rows.iter().enumerate() {
                table[code as usize] += 1;
                class[code as usize] += u32::from(inside || at == 0);
            }
            let counts: Vec<(u32, u32)> =
                (0..8).map(|code| (code, class[code as usize])).collect();
            let scratch = histogram(8, &counts);
            for distance in [
                Distance::Equal,
                Distance::Ordered,
                Distance::Hierarchy(Arc::new(tree(&column))),
            ] {
                let expected = by_definition(&distance, &class, &table);
                let reference = Reference::new(&sensitive(&column, distance), table.to_vec());
                let (moved, whole) = reference.distance((&scratch).into(), class.iter().sum());
                prop_assert!((moved as f64 / whole as f64 - expected).abs() < 1e-9);
            }
        }
    }
}
