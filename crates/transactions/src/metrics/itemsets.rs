//! Frequent sets of items that a release still shows.

use super::TransactionsRelease;
use super::shelves::Shelves;
use cloakroom_core::metrics::share;
use cloakroom_core::{Lists, Metric, Progress, Stopped};
use rayon::prelude::*;

/// What counts as frequent, in percent of the baskets; the least first.
const SUPPORTS: [(Metric, u64); 3] = [
    (Metric::ItemsetsKept1, 1),
    (Metric::ItemsetsKept2, 2),
    (Metric::ItemsetsKept5, 5),
];

/// Baskets as bits.
type Bits = Vec<u64>;

/// Per support, the share of the frequent sets of at most three items that the release shows as often, every
/// item as itself. A support that no set has is left away.
pub(super) fn kept(
    release: &TransactionsRelease<'_>,
    shelves: &Shelves,
    progress: &Progress,
) -> Result<Vec<(Metric, f64)>, Stopped> {
    let baskets = release.baskets.len();
    let least = (baskets as u64 * SUPPORTS[0].1).div_ceil(100).max(1);
    let leaves = release.baskets.tree.leaves().iter().copied();
    let frequent: Vec<u32> = leaves
        .filter(|&leaf| shelves.original[leaf].len() as u64 >= least)
        .collect();
    let laid = |shelf: &Lists| -> Vec<Bits> {
        let rows = frequent.iter().map(|&leaf| bits(&shelf[leaf], baskets));
        rows.collect()
    };
    let count = Count {
        original: laid(&shelves.original),
        released: laid(&shelves.released),
        least,
        baskets: baskets as u64,
    };
    let tallies = (0..frequent.len())
        .into_par_iter()
        .map(|first| count.from(first, progress))
        .collect::<Result<Vec<Tally>, Stopped>>()?;
    let sum = |of: fn(&Tally) -> &[u64; 3], at: usize| -> u64 {
        tallies.iter().map(|tally| of(tally)[at]).sum()
    };
    Ok(SUPPORTS
        .iter()
        .enumerate()
        .filter_map(|(at, &(metric, _))| {
            let all = sum(|tally| &tally.frequent, at);
            let kept = sum(|tally| &tally.kept, at);
            (all > 0).then(|| (metric, share(kept as f64, all as f64)))
        })
        .collect())
}

/// By support.
#[derive(Default)]
struct Tally {
    frequent: [u64; 3],
    kept: [u64; 3],
}

struct Count {
    original: Vec<Bits>,
    released: Vec<Bits>,
    least: u64,
    baskets: u64,
}

impl Count {
    /// All sets whose first item is this one.
    fn from(&self, first: usize, progress: &Progress) -> Result<Tally, Stopped> {
        let mut tally = Tally::default();
        self.note(&self.original[first], &self.released[first], &mut tally);
        // Where the first is together with each that it is often with.
        let mut pairs: Vec<(Bits, Bits)> = Vec::new();
        for second in first + 1..self.original.len() {
            progress.check()?;
            if ones_of_both(&self.original[first], &self.original[second]) < self.least {
                continue;
            }
            let original = both(&self.original[first], &self.original[second]);
            let released = both(&self.released[first], &self.released[second]);
            self.note(&original, &released, &mut tally);
            for (with_third, released_third) in &pairs {
                if ones_of_both(with_third, &original) >= self.least {
                    let all_three = both(released_third, &released);
                    self.note(&both(with_third, &original), &all_three, &mut tally);
                }
            }
            pairs.push((original, released));
        }
        Ok(tally)
    }

    fn note(&self, original: &[u64], released: &[u64], tally: &mut Tally) {
        let (before, after) = (ones(original), ones(released));
        for (at, &(_, percent)) in SUPPORTS.iter().enumerate() {
            let is_frequent = |support: u64| support * 100 >= percent * self.baskets;
            if is_frequent(before) {
                tally.frequent[at] += 1;
                tally.kept[at] += u64::from(is_frequent(after));
            }
        }
    }
}

fn bits(baskets: &[u32], all: usize) -> Bits {
    let mut bits = vec![0; all.div_ceil(64)];
    for &basket in baskets {
        bits[basket as usize / 64] |= 1 << (basket % 64);
    }
    bits
}

fn ones(bits: &[u64]) -> u64 {
    bits.iter().map(|word| u64::from(word.count_ones())).sum()
}

fn both(a: &[u64], b: &[u64]) -> Bits {
    a.iter().zip(b).map(|(a, b)| a & b).collect()
}

fn ones_of_both(a: &[u64], b: &[u64]) -> u64 {
    let words = a.iter().zip(b);
    words.map(|(a, b)| u64::from((a & b).count_ones())).sum()
}
