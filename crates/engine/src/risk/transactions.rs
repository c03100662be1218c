//! The risk of baskets: how few known items are enough to find one.

use super::RiskOptions;
use crate::transactions::CheckedTransactionsTask;
use crate::transactions::anonymize::TransactionsCandidate;
use cloakroom_core::metrics::{Figure, Unit};
use cloakroom_core::requirement::millionths;
use cloakroom_core::words::{counted, grouped, percent};
use cloakroom_core::{Failure, Progress};
use cloakroom_transactions::profile::db::TransactionsDb;
use cloakroom_transactions::profile::rows::RowProfile;
use serde::Serialize;

/// Somebody is taken to know so many items at most.
const LARGEST: u32 = 3;
/// Supports are told apart up to this at least.
const LEAST_CAP: u32 = 20;
/// A threshold smaller than one in so many is not looked at more closely.
const MOST_CAP: u32 = 1_000;

#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct TransactionsRisk {
    pub baskets: usize,
    /// Baskets that show nothing, so that nothing can be known of them.
    pub empty: usize,
    /// Distinct baskets, and those that only one has.
    pub distinct: usize,
    pub unique: usize,
    /// By how many items somebody knows, from 1.
    pub known: Vec<KnownItems>,
    pub figures: Vec<Figure>,
    /// The one that baskets below k are counted with.
    #[serde(skip)]
    pub k: u32,
}

/// What somebody finds who knows the most telling items of a basket, at most so many.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct KnownItems {
    pub items: u32,
    /// Baskets that some set of so many items pins: nobody else has it.
    pub pinned: usize,
    /// Baskets with a set that fewer than k have.
    pub below_k: usize,
    /// The chance for the basket that is easiest to find; and the average over baskets, at most.
    pub largest: f64,
    pub average: f64,
    pub baskets_above: usize,
    /// By number: baskets with a set that fewer than so many have. As far as supports are told apart.
    #[serde(skip)]
    pub rarer_than: Vec<usize>,
}

/// Of what a method made of the baskets, or of the baskets as they are.
pub fn transactions(
    checked: &CheckedTransactionsTask,
    candidate: Option<&TransactionsCandidate>,
    options: &RiskOptions<'_>,
    progress: &Progress,
) -> Result<TransactionsRisk, Failure> {
    let original;
    let db = match candidate {
        Some(candidate) => &candidate.profile.db,
        None => {
            original = TransactionsDb::original(&checked.baskets);
            &original
        }
    };
    let k = checked.target.k;
    let cap = k.max(enough(options.threshold)).max(LEAST_CAP);
    let rows = RowProfile::compute(db, LARGEST, cap, progress)?;
    let baskets = db.baskets();
    let known: Vec<KnownItems> = (1..=LARGEST)
        .map(|items| {
            let supports = (0..db.sets.len()).map(|set| {
                let weight = db.sets.weight[set] as usize;
                (rows.least(set, items), weight, db.sets.set(set).is_empty())
            });
            // Nothing can be known of an empty basket: it is one among all.
            let chance = |(least, weight, is_empty): (u32, usize, bool)| {
                let among = if is_empty {
                    baskets as f64
                } else {
                    f64::from(least)
                };
                weight as f64 / among
            };
            let total: f64 = supports.map(chance).sum();
            let least = rows.most_k(items);
            KnownItems {
                items,
                pinned: rows.violating(2, items),
                below_k: rows.violating(k, items),
                largest: if least == 0 {
                    0.0
                } else {
                    1.0 / f64::from(least)
                },
                average: if baskets == 0 {
                    0.0
                } else {
                    total / baskets as f64
                },
                baskets_above: 0,
                rarer_than: (0..=cap).map(|k| rows.violating(k, items)).collect(),
            }
        })
        .collect();
    let empty: usize = (0..db.sets.len())
        .filter(|&set| db.sets.set(set).is_empty())
        .map(|set| db.sets.weight[set] as usize)
        .sum();
    let mut risk = TransactionsRisk {
        baskets,
        empty,
        distinct: db.sets.len(),
        unique: db.sets.weight.iter().filter(|&&weight| weight == 1).count(),
        known,
        figures: Vec::new(),
        k,
    };
    risk.set_threshold(options.threshold);
    Ok(risk)
}

/// From this support on a chance is not above the threshold.
fn enough(threshold: f64) -> u32 {
    let threshold = millionths(threshold).max(1);
    1_000_000u64.div_ceil(threshold).min(u64::from(MOST_CAP)) as u32
}

impl KnownItems {
    /// Baskets that are found with more than this chance.
    pub fn above(&self, threshold: f64) -> usize {
        let last = self.rarer_than.len().saturating_sub(1);
        let place = (enough(threshold) as usize).min(last);
        self.rarer_than.get(place).copied().unwrap_or(0)
    }
}

impl TransactionsRisk {
    /// Chances below this are not told apart, whatever the threshold was.
    pub const LEAST_THRESHOLD: f64 = 1.0 / LEAST_CAP as f64;

    /// By how many share the rarest set of each basket, as far as that is told apart.
    pub fn sizes(&self) -> Vec<(u32, usize)> {
        let rarer = self.known.last().map_or(&[][..], |known| &known.rarer_than);
        let sizes = rarer.windows(2).zip(0u32..);
        sizes
            .filter(|(pair, size)| *size > 0 && pair[1] > pair[0])
            .map(|(pair, size)| (size, pair[1] - pair[0]))
            .collect()
    }

    pub fn share_above(&self, threshold: f64) -> f64 {
        let known = self.known.last();
        let above = known.map_or(0, |known| known.above(threshold));
        above as f64 / self.baskets.max(1) as f64
    }

    /// Counts anew what is above a threshold, out of what is known already.
    pub fn set_threshold(&mut self, threshold: f64) {
        for known in &mut self.known {
            known.baskets_above = known.above(threshold);
        }
        self.figures = self.told(threshold);
    }

    fn told(&self, threshold: f64) -> Vec<Figure> {
        let k = self.k;
        let baskets = |number: usize| counted(number, "basket", "baskets");
        let share = |part: usize| match self.baskets {
            0 => 0.0,
            all => part as f64 / all as f64,
        };
        let names = ["pinned_by_1", "pinned_by_2", "pinned_by_3"];
        let mut figures = Vec::new();
        for (known, name) in self.known.iter().zip(names) {
            let items = counted(known.items as usize, "item", "items");
            figures.push(Figure::new(
                name,
                known.pinned as f64,
                Unit::Baskets,
                format!(
                    "{} of {} ({}) can be found by somebody who knows the right {items} of theirs; {} such a set shared by \
                     fewer than k = {k}.",
                    grouped(known.pinned),
                    baskets(self.baskets),
                    percent(share(known.pinned)),
                    match known.below_k {
                        1 => "1 has".to_owned(),
                        many => format!("{} have", grouped(many)),
                    }
                ),
            ));
        }
        if let Some(known) = self.known.last() {
            figures.push(Figure::new(
                "known_items_avg",
                known.average,
                Unit::Share,
                format!(
                    "Somebody who knows the {} most telling items of a basket finds it with a chance of at most {} on \
                     average; for {} the chance is above {}.",
                    known.items,
                    percent(known.average),
                    baskets(known.baskets_above),
                    percent(threshold)
                ),
            ));
        }
        figures.push(Figure::new(
            "unique_baskets",
            self.unique as f64,
            Unit::Baskets,
            format!(
                "{} the same as no other, out of {} different ones.",
                match self.unique {
                    1 => "1 basket is".to_owned(),
                    many => format!("{} baskets are", grouped(many)),
                },
                grouped(self.distinct)
            ),
        ));
        figures
    }
}
