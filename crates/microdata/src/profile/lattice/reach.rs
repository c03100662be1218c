//! What the classes of a node reach of each promise about sensitive values: the thresholds up to which all
//! of them pass.

use crate::privacy::entropy;
use cloakroom_core::requirement::{Requirement, millionths};
use cloakroom_core::subject::{Categories, Distance, Sensitive};

/// The l of entropy l-diversity that every class reaches, in millionths.
const LEAST_ENTROPY: u64 = 1_000_000;

/// The l of recursive (c, l)-diversity that are measured for every node.
pub const RECURSIVE: std::ops::RangeInclusive<u32> = 2..=8;

const SLOTS: usize = 8;

/// One sensitive column over all classes of a node. Shares are in millionths, as parameters are read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Reach {
    /// The least number of distinct values.
    pub distinct: u32,
    /// The least number of distinct categories.
    pub categories: u32,
    /// The largest α that holds.
    pub alpha: u64,
    /// The largest l of entropy l-diversity that holds.
    pub entropy: u64,
    /// The smallest t that holds, with nothing left out.
    pub t: u64,
    /// The smallest c that holds for each l of [`RECURSIVE`], and for one l more that was asked for.
    recursive: [u64; SLOTS],
}

impl Reach {
    /// Whether every class keeps every promise about this column; `None` if that was not measured.
    pub fn keeps(&self, requirement: &Requirement, more: Option<u32>) -> Option<bool> {
        let recursive = match requirement.l.recursive {
            None => true,
            Some((c, l)) => millionths(c) >= self.recursive(l, more)?,
        };
        let least = |reached: u32, asked: Option<u32>| asked.is_none_or(|asked| reached >= asked);
        let share = |reached: u64, asked: Option<f64>| {
            asked.is_none_or(|asked| millionths(asked) <= reached)
        };
        Some(
            recursive
                && least(self.distinct, requirement.p)
                && least(self.distinct, requirement.l.distinct)
                && least(self.categories, requirement.p_plus)
                && share(self.alpha, requirement.alpha)
                && share(self.entropy, requirement.l.entropy)
                && requirement.t.is_none_or(|t| millionths(t) >= self.t),
        )
    }

    /// The smallest c that holds for this l, in millionths; the largest number there is if none does.
    pub fn recursive(&self, l: u32, more: Option<u32>) -> Option<u64> {
        if RECURSIVE.contains(&l) {
            Some(self.recursive[(l - RECURSIVE.start()) as usize])
        } else {
            (more == Some(l)).then_some(self.recursive[SLOTS - 1])
        }
    }
}

/// Measures classes by one sensitive column.
#[derive(Clone, Debug)]
pub struct Gauge {
    categories: Option<Categories>,
    closeness: Closeness,
    /// The l beyond [`RECURSIVE`] that was asked for.
    more: Option<u32>,
    records: u64,
    /// x ln x for small x.
    spreads: Vec<f64>,
    counts: Vec<u32>,
    sums: Vec<u64>,
}

/// How far a class is from the table.
#[derive(Clone, Debug)]
enum Closeness {
    /// Half of what the groups of every level have too much or too little: per level, the group of each
    /// code and the records of each group.
    Groups {
        levels: Vec<(Vec<u32>, Vec<u64>)>,
        height: u128,
    },
    /// Per code its rank; per rank, the records up to it, and the sum of those before it.
    Ordered {
        rank: Vec<u32>,
        upto: Vec<i128>,
        sums: Vec<i128>,
    },
}

impl Gauge {
    pub fn new(sensitive: &Sensitive<'_>, requirement: &Requirement) -> Self {
        let counts = sensitive.column.counts();
        let values: (Vec<u32>, Vec<u64>) = counts
            .iter()
            .enumerate()
            .map(|(code, &count)| (code as u32, u64::from(count)))
            .unzip();
        let closeness = match &sensitive.distance {
            Distance::Equal => Closeness::Groups {
                levels: vec![values],
                height: 1,
            },
            Distance::Hierarchy(hierarchy) => {
                let above = hierarchy.levels().iter().take(hierarchy.height()).skip(1);
                Closeness::Groups {
                    levels: std::iter::once(values)
                        .chain(above.map(|level| {
                            let mut records = vec![0u64; level.labels.len()];
                            for (&group, &count) in level.group_of.iter().zip(counts) {
                                records[group as usize] += u64::from(count);
                            }
                            (level.group_of.clone(), records)
                        }))
                        .collect(),
                    height: hierarchy.height().max(1) as u128,
                }
            }
            Distance::Ordered => {
                let mut rank = vec![0u32; counts.len()];
                let (mut upto, mut sums) = (Vec::new(), vec![0i128]);
                let mut total = 0i128;
                for &code in sensitive.column.order() {
                    if counts[code as usize] > 0 {
                        rank[code as usize] = upto.len() as u32;
                        total += i128::from(counts[code as usize]);
                        upto.push(total);
                        sums.push(sums.last().copied().unwrap_or(0) + total);
                    }
                }
                Closeness::Ordered { rank, upto, sums }
            }
        };
        let groups = match &closeness {
            Closeness::Groups { levels, .. } => {
                levels.iter().map(|(_, records)| records.len()).max()
            }
            Closeness::Ordered { .. } => None,
        };
        Self {
            categories: sensitive.categories.clone(),
            closeness,
            more: requirement
                .l
                .recursive
                .map(|(_, l)| l)
                .filter(|l| !RECURSIVE.contains(l)),
            records: sensitive.column.len() as u64,
            spreads: (0..1024)
                .map(|count| f64::from(count) * f64::from(count.max(1)).ln())
                .collect(),
            counts: Vec::new(),
            sums: vec![0; groups.unwrap_or(0)],
        }
    }

    /// The l of recursive diversity that is measured beyond [`RECURSIVE`].
    pub fn more(&self) -> Option<u32> {
        self.more
    }

    /// Looks at one class more: its values by code with their records, ascending, and its size.
    pub fn measure(&mut self, values: &[(u32, u32)], size: u32, worst: &mut Worst) {
        worst.distinct = worst.distinct.min(values.len() as u32);
        if let Some(categories) = &self.categories {
            let mut weight = 0u64;
            let mut seen = 0u64;
            for &(code, records) in values {
                let category = categories.of[code as usize];
                seen |= 1 << (category & 63);
                let weighs = if categories.count == 1 { 1 } else { category };
                weight += u64::from(records) * u64::from(weighs);
            }
            let distinct = if categories.count <= 64 {
                seen.count_ones()
            } else {
                let mut all: Vec<u32> = values
                    .iter()
                    .map(|&(code, _)| categories.of[code as usize])
                    .collect();
                all.sort_unstable();
                all.dedup();
                all.len() as u32
            };
            worst.categories = worst.categories.min(distinct);
            worst.weight = worst.weight.min(weight);
        }
        self.measure_entropy(values, size, worst);
        self.measure_recursive(values, worst);
        let (moved, whole) = self.distance(values, size);
        let far = moved as f64 / whole as f64;
        if far > worst.far - 1e-9 {
            worst.far = worst.far.max(far);
            let needed = (moved * 1_000_000).div_ceil(whole) as u64;
            worst.t = worst.t.max(needed);
        }
    }

    fn measure_entropy(&self, values: &[(u32, u32)], size: u32, worst: &mut Worst) {
        // One value alone is as uneven as can be: l = 1, and nothing is worse.
        if worst.entropy <= LEAST_ENTROPY {
            return;
        }
        if values.len() <= 1 {
            worst.entropy = LEAST_ENTROPY;
            worst.evenness = 0.0;
            return;
        }
        let spread: f64 = values
            .iter()
            .map(|&(_, records)| match self.spreads.get(records as usize) {
                Some(&spread) => spread,
                None => f64::from(records) * f64::from(records).ln(),
            })
            .sum();
        let entropy = f64::from(size).ln() - spread / f64::from(size);
        // Only a class that may be the worst is measured exactly.
        if entropy < worst.evenness + 1e-9 {
            worst.evenness = worst.evenness.min(entropy);
            let counts = values.iter().map(|&(_, records)| records);
            worst.entropy = worst.entropy.min(entropy::largest(counts, size));
        }
    }

    fn measure_recursive(&mut self, values: &[(u32, u32)], worst: &mut Worst) {
        // A class of one value breaks every l from 2 on, and nothing is worse.
        let known = worst.recursive[0].1 == 0;
        if known && self.more != Some(1) {
            return;
        }
        self.counts.clear();
        self.counts
            .extend(values.iter().map(|&(_, records)| records));
        self.counts.sort_unstable_by(|a, b| b.cmp(a));
        let most = self.counts.first().copied().unwrap_or(0);
        let mut tail: u32 = self.counts.iter().sum();
        let mut slot_of = |l: u32, tail: u32| {
            let slot = if RECURSIVE.contains(&l) {
                (l - RECURSIVE.start()) as usize
            } else if self.more == Some(l) {
                SLOTS - 1
            } else {
                return;
            };
            let worst = &mut worst.recursive[slot];
            if u64::from(most) * u64::from(worst.1) > u64::from(worst.0) * u64::from(tail) {
                *worst = (most, tail);
            }
        };
        let last = RECURSIVE.end().max(&self.more.unwrap_or(0)).to_owned();
        for l in 1..=last {
            slot_of(l, tail);
            tail -= self.counts.get(l as usize - 1).copied().unwrap_or(0);
        }
    }

    /// The earth mover's distance from the whole table, as a fraction of whole numbers.
    fn distance(&mut self, values: &[(u32, u32)], size: u32) -> (u128, u128) {
        let whole = u128::from(size) * u128::from(self.records);
        match &self.closeness {
            Closeness::Groups { levels, height } => {
                // Rows are fewer than 2³², so a product of two counts fits.
                let (size, records) = (u64::from(size), self.records);
                let mut moved = 0u128;
                for (group_of, of_table) in levels {
                    for &(code, count) in values {
                        self.sums[group_of[code as usize] as usize] += u64::from(count);
                    }
                    // What the class has too much of; what it has too little of is as much.
                    let mut surplus = 0u64;
                    for &(code, _) in values {
                        let group = group_of[code as usize] as usize;
                        let sum = std::mem::take(&mut self.sums[group]);
                        surplus += (sum * records).saturating_sub(of_table[group] * size);
                    }
                    moved += u128::from(surplus);
                }
                (moved, whole * height)
            }
            Closeness::Ordered { rank, upto, sums } => {
                let mut ranked: Vec<(u32, u32)> = values
                    .iter()
                    .map(|&(code, count)| (rank[code as usize], count))
                    .collect();
                ranked.sort_unstable();
                let (size, records) = (i128::from(size), i128::from(self.records));
                let (mut moved, mut class, mut from) = (0i128, 0i128, 0usize);
                for (rank, count) in ranked.into_iter().chain([(upto.len() as u32, 0)]) {
                    // Between two values of the class its share stands still while the table's grows.
                    let to = rank as usize;
                    let turn = from
                        + upto[from..to].partition_point(|&upto| upto * size <= class * records);
                    let ahead =
                        class * records * (turn - from) as i128 - size * (sums[turn] - sums[from]);
                    let behind =
                        size * (sums[to] - sums[turn]) - class * records * (to - turn) as i128;
                    moved += ahead + behind;
                    class += i128::from(count);
                    from = to;
                }
                let steps = upto.len().saturating_sub(1).max(1) as u128;
                (moved as u128, whole * steps)
            }
        }
    }

    pub fn finish(&self, worst: &Worst) -> Reach {
        let unit = self
            .categories
            .as_ref()
            .map_or(1, |categories| categories.count.saturating_sub(1).max(1));
        let (categories, weight) = match self.categories {
            Some(_) => (worst.categories, worst.weight),
            None => (0, 0),
        };
        let smallest_c = |(most, tail): (u32, u32)| {
            if tail == 0 {
                return u64::MAX;
            }
            // The most frequent value must be rarer, not as frequent.
            u64::from(most) * 1_000_000 / u64::from(tail) + 1
        };
        Reach {
            distinct: worst.distinct,
            categories,
            alpha: weight.saturating_mul(1_000_000) / u64::from(unit),
            entropy: worst.entropy,
            t: worst.t,
            recursive: worst.recursive.map(smallest_c),
        }
    }
}

/// The worst that classes did so far.
#[derive(Clone, Copy, Debug)]
pub struct Worst {
    distinct: u32,
    categories: u32,
    weight: u64,
    evenness: f64,
    entropy: u64,
    far: f64,
    t: u64,
    /// The most frequent value's records and those of the l-th and all rarer ones.
    recursive: [(u32, u32); SLOTS],
}

impl Default for Worst {
    fn default() -> Self {
        Self {
            distinct: u32::MAX,
            categories: u32::MAX,
            weight: u64::MAX,
            evenness: f64::INFINITY,
            entropy: u64::MAX,
            far: 0.0,
            t: 0,
            recursive: [(0, 1); SLOTS],
        }
    }
}
