//! What a node costs by each metric, in whole numbers, so that nodes are ranked alike however they were
//! reached.

use super::classes::Classes;
use super::examine::Finding;
use super::ground::Ground;
use cloakroom_core::PreparedTable;
use cloakroom_core::method::SearchMetric;
use std::collections::HashMap;

/// The cost of a node by one metric; lower is better. What left-out records count:
/// - `loss`: 1 in every cell, as in the measured loss;
/// - `height`: nothing, only the levels count;
/// - `distortion_ratio`: the top level of every column;
/// - `dm` and `cavg`: nothing, as in the measured numbers: only classes that stay count;
/// - `entropy`: as if every cell showed the top.
#[derive(Clone, Debug)]
pub struct Pricing {
    metric: SearchMetric,
    /// By column and level, over all records as if none were left out.
    base: Vec<Vec<u128>>,
    /// By column, level and group: what a record costs more when it is left out. Empty where it costs
    /// nothing more.
    extra: Vec<Vec<Vec<u64>>>,
    rows: usize,
    k: u32,
    /// What the rank is divided by to be the metric.
    scale: f64,
}

/// The most that one whole cell may count, so that the cost of the whole table fits into 62 bits.
fn room(rows: usize, columns: usize) -> u64 {
    let bits_per_cell = (rows as f64).log2().max(1.0);
    let room = 62.0
        - (rows as f64 * columns as f64 * bits_per_cell)
            .max(1.0)
            .log2();
    room.floor().clamp(1.0, 32.0).exp2() as u64
}

/// One whole cell for losses: a number that all their fractions divide, if there is one with room, so that
/// equal losses are equal.
fn unit(prepared: &PreparedTable<'_>, room: u64) -> u64 {
    let mut common = 1u64;
    for quasi in &prepared.quasi {
        let part = u64::from(quasi.hierarchy.leaves().saturating_sub(1).max(1));
        common = common / gcd(common, part) * part;
        if common > room {
            return room;
        }
    }
    room / common * common
}

fn gcd(a: u64, b: u64) -> u64 {
    if b == 0 { a } else { gcd(b, a % b) }
}

/// Binary logarithms of counts as sums over their prime factors, so that sums of them that are equal are
/// equal in whole numbers too.
struct Logarithms {
    unit: f64,
    known: HashMap<u64, u64>,
}

impl Logarithms {
    fn of(&mut self, count: u64) -> u64 {
        let unit = self.unit;
        *self.known.entry(count).or_insert_with(|| {
            let log = |prime: u64| ((prime as f64).log2() * unit).round() as u64;
            let (mut rest, mut sum, mut prime) = (count, 0, 2);
            while prime * prime <= rest {
                while rest % prime == 0 {
                    rest /= prime;
                    sum += log(prime);
                }
                prime += 1;
            }
            if rest > 1 { sum + log(rest) } else { sum }
        })
    }
}

impl Pricing {
    pub fn new(
        metric: SearchMetric,
        prepared: &PreparedTable<'_>,
        ground: &Ground,
        k: u32,
    ) -> Self {
        let rows = prepared.records();
        let room = room(rows, prepared.quasi.len());
        let unit = unit(prepared, room);
        let mut logarithms = Logarithms {
            unit: room as f64,
            known: HashMap::new(),
        };
        let mut pricing = Self {
            metric,
            base: Vec::new(),
            extra: Vec::new(),
            rows,
            k,
            scale: 1.0,
        };
        if matches!(metric, SearchMetric::Dm | SearchMetric::Cavg) {
            pricing.base = ground
                .ladders
                .iter()
                .map(|ladder| vec![0; ladder.height() as usize + 1])
                .collect();
            return pricing;
        }
        for (quasi, ladder) in prepared.quasi.iter().zip(&ground.ladders) {
            let counts = quasi.column.counts();
            let (mut base, mut extra) = (Vec::new(), Vec::new());
            for level in 0..=ladder.height() {
                let rung = ladder.rung(level);
                let mut records = vec![0u64; rung.groups()];
                for (&group, &count) in rung.group_of.iter().zip(counts) {
                    records[group as usize] += u64::from(count);
                }
                match metric {
                    SearchMetric::Loss => {
                        let lost: Vec<u64> = rung
                            .origin
                            .iter()
                            .map(|&group| {
                                let loss = quasi.hierarchy.loss(level as usize, group);
                                (loss * unit as f64).round() as u64
                            })
                            .collect();
                        base.push(weighted(&records, &lost));
                        extra.push(lost.iter().map(|&lost| unit - lost).collect());
                    }
                    SearchMetric::Entropy => {
                        let mut bits = |part: u64, of: u64| {
                            logarithms.of(of).saturating_sub(logarithms.of(part))
                        };
                        base.push(
                            rung.group_of
                                .iter()
                                .zip(counts)
                                .filter(|&(_, &count)| count > 0)
                                .map(|(&group, &count)| {
                                    let lost = bits(count.into(), records[group as usize]);
                                    u128::from(count) * u128::from(lost)
                                })
                                .sum(),
                        );
                        extra.push(
                            records
                                .iter()
                                .map(|&records| bits(records.max(1), rows as u64))
                                .collect(),
                        );
                    }
                    SearchMetric::DistortionRatio => {
                        base.push(rows as u128 * u128::from(level));
                        extra.push(vec![u64::from(ladder.height() - level); rung.groups()]);
                    }
                    _ => base.push(level.into()),
                }
            }
            pricing.base.push(base);
            if !extra.is_empty() {
                pricing.extra.push(extra);
            }
        }
        let columns = ground.ladders.len() as f64;
        pricing.scale = match metric {
            SearchMetric::Loss => unit as f64 * rows as f64 * columns,
            SearchMetric::Entropy => room as f64,
            SearchMetric::DistortionRatio => rows as f64 * f64::from(ground.shape.height().max(1)),
            _ => 1.0,
        };
        pricing
    }

    /// What one column costs at a level, whatever is left out.
    pub fn base_of(&self, column: usize, level: u32) -> u128 {
        self.base[column][level as usize]
    }

    /// What the levels cost, whatever is left out: no node costs less.
    pub fn base(&self, levels: &[u32]) -> u128 {
        levels
            .iter()
            .zip(&self.base)
            .map(|(&level, base)| base[level as usize])
            .sum()
    }

    /// What a record of a group costs more when it is left out, by group; nothing where it is empty.
    pub fn extra_of(&self, column: usize, level: u32) -> &[u64] {
        self.extra
            .get(column)
            .map_or(&[], |extra| &extra[level as usize])
    }

    /// What a record of this class costs more when it is left out.
    pub fn extra(&self, ground: &Ground, classes: &Classes, class: usize) -> u64 {
        self.extra
            .iter()
            .enumerate()
            .map(|(column, extra)| {
                let group = ground.group(classes, class, column);
                extra[classes.levels[column] as usize][group as usize]
            })
            .sum()
    }

    /// The rank of a node: lower is better, and comparable between nodes only.
    pub fn rank(&self, ground: &Ground, classes: &Classes, finding: &Finding) -> u128 {
        match self.metric {
            SearchMetric::Dm => {
                let mut pairs: u128 = squares(&classes.sizes);
                for (class, out) in finding.records_out(classes) {
                    let size = classes.sizes[class as usize];
                    pairs -= square(size) - square(size - out);
                }
                pairs
            }
            SearchMetric::Cavg => {
                let (mut records, mut stay) = (self.rows as u64, classes.len() as u64);
                for (class, out) in finding.records_out(classes) {
                    records -= u64::from(out);
                    stay -= u64::from(out == classes.sizes[class as usize]);
                }
                average(records, stay)
            }
            _ => {
                let left_out = finding.records_out(classes).into_iter();
                let left_out: u128 = left_out
                    .map(|(class, out)| {
                        u128::from(self.extra(ground, classes, class as usize)) * u128::from(out)
                    })
                    .sum();
                self.base(&classes.levels) + left_out
            }
        }
    }

    /// No node at or above one with these classes ranks lower, if `all_stay` where nothing may be left out.
    pub fn floor(&self, classes: &Classes, all_stay: bool) -> u128 {
        match self.metric {
            SearchMetric::Dm | SearchMetric::Cavg if !all_stay => 0,
            SearchMetric::Dm => squares(&classes.sizes),
            SearchMetric::Cavg => average(self.rows as u64, classes.len() as u64),
            _ => self.base(&classes.levels),
        }
    }

    /// The metric that a rank stands for.
    pub fn value(&self, rank: u128) -> f64 {
        match self.metric {
            SearchMetric::Cavg => rank as f64 / AVERAGE_UNIT / f64::from(self.k),
            _ => rank as f64 / self.scale,
        }
    }
}

fn weighted(records: &[u64], costs: &[u64]) -> u128 {
    records
        .iter()
        .zip(costs)
        .map(|(&records, &cost)| u128::from(records) * u128::from(cost))
        .sum()
}

/// What an average class of one record ranks.
const AVERAGE_UNIT: f64 = (1u128 << 64) as f64;

/// The average size of classes as a whole number. Two averages of fewer than 2³² classes that differ do so by
/// more than the rounding.
pub fn average(records: u64, classes: u64) -> u128 {
    (u128::from(records) << 64) / u128::from(classes.max(1))
}

fn squares(sizes: &[u32]) -> u128 {
    sizes.iter().copied().map(square).sum()
}

fn square(size: u32) -> u128 {
    u128::from(size) * u128::from(size)
}
