//! From a degree back to levels: those whose own degree (thesis, definitions 4.5 and 4.6) is nearest to it.
//!
//! What a column adds to the degree of a table depends on its own level alone, so the nearest sum over all columns is
//! looked for in two halves that meet in the middle: that is exact for lattices far too large to hold.

use crate::metrics::degree::StepWeights;
use cloakroom_core::{Column, Hierarchy};

/// Degrees and losses are compared in whole parts, so that equal ones are equal however they were added up.
const WHOLE: f64 = (1u64 << 40) as f64;
/// Sums that are kept of half the columns. Where there are more, those that are nearly alike are thinned.
const MOST_SUMS: usize = 1 << 14;

/// What the records of a column lose at every level, from 0 for what it is to 1 for nothing left.
pub fn losses(column: &Column, hierarchy: &Hierarchy) -> Vec<f64> {
    let counts = column.counts();
    let all: f64 = counts.iter().map(|&count| f64::from(count)).sum();
    let levels = hierarchy.levels().iter().enumerate();
    levels
        .map(|(at, level)| {
            let groups = level.group_of.iter().zip(counts);
            let lost: f64 = groups
                .map(|(&group, &count)| f64::from(count) * hierarchy.loss(at, group))
                .sum();
            cloakroom_core::metrics::share(lost, all)
        })
        .collect()
}

/// What every level of every column adds to the degree of the table and to its loss.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Inverse {
    parts: Vec<Vec<u64>>,
    losses: Vec<Vec<u64>>,
}

/// How near levels come to a degree: less is nearer, and of those equally near the less lossy come first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Nearness {
    pub distance: u64,
    pub loss: u64,
}

fn whole(share: f64) -> u64 {
    (share * WHOLE).round() as u64
}

impl Inverse {
    /// `shares` are the weights of the columns in the degree, together 1; `losses` those of their levels.
    pub fn new(weights: StepWeights, shares: &[f64], losses: &[Vec<f64>]) -> Self {
        let part = |share: f64, level: usize, top: usize| {
            whole(share * weights.between(0, level as u32, top as u32))
        };
        let columns = shares.iter().zip(losses);
        Self {
            parts: columns
                .map(|(&share, levels)| {
                    let top = levels.len().saturating_sub(1);
                    (0..levels.len())
                        .map(|level| part(share, level, top))
                        .collect()
                })
                .collect(),
            losses: losses
                .iter()
                .map(|levels| levels.iter().map(|&loss| whole(loss)).collect())
                .collect(),
        }
    }

    /// How near the levels of a node come to a degree.
    pub fn nearness(&self, degree: f64, level: impl Fn(usize) -> u32) -> Nearness {
        let sum = |of: &[Vec<u64>]| -> u64 {
            let columns = of.iter().enumerate();
            columns.map(|(at, levels)| levels[level(at) as usize]).sum()
        };
        Nearness {
            distance: sum(&self.parts).abs_diff(whole(degree)),
            loss: sum(&self.losses),
        }
    }

    /// Ready to find levels at or above `from`.
    pub fn above(&self, from: &[u32]) -> Finder {
        // The first columns until both halves have about equally many combinations.
        let size = |at: usize| (self.parts[at].len() as f64).ln();
        let all: f64 = (0..self.parts.len()).map(size).sum();
        let (mut middle, mut low) = (0, 0.0);
        while middle < self.parts.len() && low + size(middle) / 2.0 < all / 2.0 {
            low += size(middle);
            middle += 1;
        }
        let mut finder = Finder {
            low: vec![Sum::default()],
            high: vec![Sum::default()],
            exact: true,
        };
        let columns = self.parts.iter().zip(&self.losses).zip(from);
        for (at, ((parts, losses), &from)) in columns.enumerate() {
            let half = match at < middle {
                true => &mut finder.low,
                false => &mut finder.high,
            };
            let levels = from as usize..parts.len();
            let with = |sum: &Sum, level: usize| Sum {
                part: sum.part + parts[level],
                loss: sum.loss + losses[level],
                levels: [&sum.levels[..], &[level as u32]].concat(),
            };
            *half = half
                .iter()
                .flat_map(|sum| levels.clone().map(move |level| with(sum, level)))
                .collect();
            half.sort_unstable();
            half.dedup_by_key(|sum| sum.part);
            if half.len() > MOST_SUMS {
                finder.exact = false;
                let widest = half.last().map_or(0, |sum| sum.part) / MOST_SUMS as u64 + 1;
                half.dedup_by_key(|sum| sum.part / widest);
            }
        }
        finder
    }
}

/// What some columns add at some levels; of those that add alike the least lossy is kept, then the first in
/// lexicographic order.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
struct Sum {
    part: u64,
    loss: u64,
    levels: Vec<u32>,
}

/// Finds levels by their degree.
#[derive(Clone, Debug)]
pub struct Finder {
    low: Vec<Sum>,
    high: Vec<Sum>,
    /// Whether what is found is the nearest of all; otherwise only nearly so.
    pub exact: bool,
}

impl Finder {
    /// The levels whose degree is nearest: of those equally near the least lossy, then the first in lexicographic order.
    pub fn nearest(&self, degree: f64) -> Vec<u32> {
        let goal = whole(degree);
        let pairs = self.low.iter().flat_map(|low| {
            let rest = goal.saturating_sub(low.part);
            let next = self.high.partition_point(|high| high.part < rest);
            let around = next.saturating_sub(1)..(next + 1).min(self.high.len());
            self.high[around].iter().map(move |high| (low, high))
        });
        let best = pairs.min_by_key(|(low, high)| {
            let nearness = Nearness {
                distance: (low.part + high.part).abs_diff(goal),
                loss: low.loss + high.loss,
            };
            (nearness, &low.levels, &high.levels)
        });
        best.map_or_else(Vec::new, |(low, high)| {
            [&low.levels[..], &high.levels[..]].concat()
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::profile::lattice::Shape;
    use crate::profile::lattice::fixtures::Dice;
    use cloakroom_core::purpose::LevelWeights;
    use proptest::prelude::*;

    struct Table {
        shares: Vec<f64>,
        losses: Vec<Vec<f64>>,
    }

    fn table(dice: &mut Dice) -> Table {
        let columns = 1 + dice.below(5) as usize;
        let weights: Vec<f64> = (0..columns).map(|_| dice.below(5) as f64).collect();
        let sum: f64 = weights.iter().sum::<f64>().max(1.0);
        Table {
            shares: weights.iter().map(|weight| weight / sum).collect(),
            losses: (0..columns)
                .map(|_| {
                    let top = 1 + dice.below(4);
                    (0..=top).map(|at| at as f64 / top as f64).collect()
                })
                .collect(),
        }
    }

    fn steps(beta: Option<f64>) -> StepWeights {
        match beta {
            None => StepWeights::UNIFORM,
            Some(beta) => StepWeights {
                weights: LevelWeights::Utility,
                beta,
            },
        }
    }

    fn degree(weights: StepWeights, table: &Table, levels: &[u32]) -> f64 {
        let columns = table.shares.iter().zip(&table.losses).zip(levels);
        columns
            .map(|((share, losses), &level)| {
                share * weights.between(0, level, losses.len() as u32 - 1)
            })
            .sum()
    }

    proptest! {
        #[test]
        fn what_is_found_is_the_nearest_of_all_nodes(seed in any::<u64>(), beta in prop::option::of(1.0..4.0f64)) {
            let mut dice = Dice(seed);
            let table = table(&mut dice);
            let inverse = Inverse::new(steps(beta), &table.shares, &table.losses);
            let shape = Shape::new(table.losses.iter().map(|l| l.len() as u32 - 1).collect());
            let from: Vec<u32> = shape.heights().iter().map(|&top| dice.below(u64::from(top) + 1) as u32).collect();
            let goal = dice.below(101) as f64 / 100.0;
            let nodes = (0..shape.nodes() as usize).map(|node| shape.levels(node));
            let above = nodes.filter(|levels| levels.iter().zip(&from).all(|(level, from)| level >= from));
            let best = above.min_by_key(|levels| (inverse.nearness(goal, |at| levels[at]), levels.clone()));
            let finder = inverse.above(&from);
            prop_assert!(finder.exact);
            prop_assert_eq!(Some(finder.nearest(goal)), best);
        }

        /// The larger the degree that is asked for, the larger the one that is found; and between what is found for two
        /// values of beta lies no more than what both are away from the target.
        #[test]
        fn a_larger_target_never_finds_less(seed in any::<u64>(), beta in 1.0..4.0f64, more in 0.0..3.0f64) {
            let table = table(&mut Dice(seed));
            let from = vec![0; table.shares.len()];
            let (mild, steep) = (steps(Some(beta)), steps(Some(beta + more)));
            let find = |weights: StepWeights| Inverse::new(weights, &table.shares, &table.losses).above(&from);
            let (by_mild, by_steep) = (find(mild), find(steep));
            let mut before = 0.0;
            for step in 0..=50 {
                let goal = f64::from(step) / 50.0;
                let (low, high) = (by_mild.nearest(goal), by_steep.nearest(goal));
                let found = degree(mild, &table, &low);
                prop_assert!(found >= before - 1e-9);
                before = found;
                let missed = (found - goal).abs() + (degree(steep, &table, &high) - goal).abs();
                prop_assert!(degree(mild, &table, &high) >= found - missed - 1e-9);
                if let [level, ] = low[..] {
                    prop_assert!(high[0] >= level);
                }
            }
        }
    }

    #[test]
    fn lattices_that_nobody_can_hold_are_searched_too() {
        let losses: Vec<Vec<f64>> = (0..40).map(|_| vec![0.0, 0.2, 0.5, 1.0]).collect();
        let shares: Vec<f64> = (0..40).map(|at| f64::from(at + 1) / 820.0).collect();
        let inverse = Inverse::new(steps(Some(1.5)), &shares, &losses);
        let finder = inverse.above(&[0; 40]);
        for goal in [0.0, 0.123, 0.5, 0.987, 1.0] {
            let levels = finder.nearest(goal);
            let table = Table {
                shares: shares.clone(),
                losses: losses.clone(),
            };
            let found = degree(steps(Some(1.5)), &table, &levels);
            assert!((found - goal).abs() < 1e-3, "{found} for {goal}");
        }
    }
}
