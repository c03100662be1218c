//! What may be said about one label when all others stay as they are.
//!
//! Which baskets may show it: there is one largest choice, because what holds for two choices holds for both
//! together. It is found by leaving out, again and again, whoever holds a rare set.

use super::clash::Threes;
use super::draft::Draft;
use super::peel::{Bound, find_rare, peel};
use super::recall::{Spare, recall};
use super::rows::{NEVER, Raw};
use super::told::Told;
use crate::privacy::{Coherence, TransactionsTarget};
use crate::profile::sets::add_weight;
use cloakroom_core::{Progress, Stopped};

/// So many sets of a basket may have to be looked at, those of the largest size not counted.
const MOST_SETS: u64 = 1_000;

/// What is promised: every set of at most m labels that occurs is in at least k baskets.
#[derive(Clone, Copy, Debug)]
pub struct Bar {
    pub k: u32,
    pub m: u32,
    /// How many labels a basket may show in a local recoding, so that all its sets can be looked at.
    pub most_labels: usize,
    pub coherence: Option<Coherence>,
}

impl Bar {
    pub fn new(target: TransactionsTarget) -> Self {
        let p = target.coherence.map_or(0, |coherence| coherence.p);
        let m = target.m.max(p);
        Self {
            k: target.k,
            m,
            most_labels: most_labels(m),
            coherence: target.coherence,
        }
    }

    /// Whether sets of at most three labels are all that is asked for, so that they can be counted at once.
    pub fn is_of_threes(self) -> bool {
        self.m <= 3 && Threes::can(self)
    }

    /// What is asked of the sets beside one label.
    pub fn beside(self) -> Bound {
        Bound {
            k: self.k,
            size: self.m.saturating_sub(1),
        }
    }
}

/// The most labels of which the sets of at most m − 2, besides a given one, are not too many. A basket of at most m
/// labels is looked at as a whole.
fn most_labels(m: u32) -> usize {
    if m <= 3 {
        return usize::MAX;
    }
    if m > 64 {
        return m as usize;
    }
    let size = u64::from(m - 2);
    let mut others = 0;
    let mut sets = 1;
    while sets <= MOST_SETS {
        others += 1;
        // Choosing `size` of `others`; 1 as long as there are no more than that.
        sets = if others <= size {
            1
        } else {
            sets * others / (others - size)
        };
    }
    (m as usize).max(others as usize)
}

/// Room to work in, kept between questions.
#[derive(Clone, Debug, Default)]
pub struct Bench {
    /// By label: the weight of the baskets at hand that show it. Zero everywhere between two questions.
    count: Vec<u32>,
    /// By label: its place among those at hand, rarest first.
    rank: Vec<u32>,
    known: Vec<u32>,
    /// What was looked at so far to find threats.
    pub work: u64,
}

impl Bench {
    /// Those of `candidates` that may show `label` beside `firm`, who show it and break nothing among
    /// themselves.
    pub fn keep(
        &mut self,
        draft: &Draft<'_>,
        label: u32,
        (firm, candidates): (&[u32], &[u32]),
        bar: Bar,
        progress: &Progress,
    ) -> Result<Vec<u32>, Stopped> {
        progress.check()?;
        let room = |basket: &u32| {
            let others = draft.labels(*basket).iter();
            others.filter(|&&other| other != label).count() < bar.most_labels
        };
        let mut left: Vec<u32> = candidates.iter().copied().filter(room).collect();
        let both = || firm.iter().chain(&left).copied();
        let weight = &draft.ground.weight;
        let total: u32 = both().map(|basket| weight[basket as usize]).sum();
        if total < bar.k {
            return Ok(Vec::new());
        }
        for basket in both() {
            self.tally(draft, basket, [label, NEVER]);
        }
        let total = if bar.m > 1 {
            self.peel_pairs(draft, label, total, &mut left, bar.k)
        } else {
            total
        };
        if (bar.m > 2 || bar.coherence.is_some()) && !left.is_empty() {
            let items = self.rank(total);
            let mut raw = Raw::default();
            for &basket in firm.iter().chain(&left) {
                self.write(draft, basket, [label, NEVER], &mut raw);
            }
            let (mut rows, row_of) = raw.merge(items);
            // A row with somebody who is firm is frequent in all its sets.
            let mut is_firm = vec![false; rows.len()];
            for &row in &row_of[..firm.len()] {
                is_firm[row as usize] = true;
            }
            let open: Vec<u32> = (0..rows.len() as u32)
                .filter(|&row| !is_firm[row as usize])
                .collect();
            peel(&mut rows, open.clone(), bar.beside(), progress)?;
            if let Some(coherence) = bar.coherence {
                let baskets = firm.iter().chain(&left).copied();
                let told = Told::new(
                    draft.ground,
                    baskets.zip(row_of.iter().copied()),
                    rows.len(),
                );
                while told.peel(&mut rows, &open, coherence, bar.k, progress)? {
                    peel(&mut rows, open.clone(), bar.beside(), progress)?;
                }
            }
            let mut row = row_of[firm.len()..].iter();
            left.retain(|_| row.next().is_some_and(|&row| rows.is_alive(row)));
        }
        self.clear();
        Ok(left)
    }

    /// What is rare together with a label that is shown wherever something lies under it: labels that are shown,
    /// none if the label alone is rare.
    pub fn threat(
        &mut self,
        draft: &Draft<'_>,
        label: u32,
        bar: Bar,
        progress: &Progress,
    ) -> Result<Option<Vec<u32>>, Stopped> {
        progress.check()?;
        let ground = draft.ground;
        let holders = ground.holders(label);
        let weights = holders.iter().map(|&basket| ground.weight[basket as usize]);
        let total: u32 = weights.sum();
        if (1..bar.k).contains(&total) {
            return Ok(Some(Vec::new()));
        }
        for &basket in holders {
            self.work += 4 * draft.labels(basket).len() as u64;
            self.tally(draft, basket, [label, NEVER]);
        }
        let pairs = self.known.iter().copied();
        let rarest = pairs.min_by_key(|&other| (self.count[other as usize], other));
        let pair = rarest.filter(|&other| bar.m > 1 && self.count[other as usize] < bar.k);
        let mut found = pair.map(|other| vec![other]);
        if found.is_none() && (bar.m > 2 || bar.coherence.is_some()) {
            let items = self.rank(total);
            let mut raw = Raw::default();
            for &basket in holders {
                self.write(draft, basket, [label, NEVER], &mut raw);
            }
            let (rows, row_of) = raw.merge(items);
            let mut set = find_rare(&rows, bar.beside(), progress)?;
            if set.is_none()
                && let Some(coherence) = bar.coherence
            {
                let baskets = holders.iter().copied().zip(row_of);
                let told = Told::new(ground, baskets, rows.len());
                set = told.find(&rows, coherence, bar.k, progress)?;
            }
            found = set.map(|set| {
                let ranked = self.known.iter().copied();
                let in_set = |other: &u32| set.contains(&self.rank[*other as usize]);
                ranked.filter(in_set).collect()
            });
        }
        self.clear();
        Ok(found)
    }

    /// Leaves out candidates that show something which is rare beside the label; says what weight is left.
    fn peel_pairs(
        &mut self,
        draft: &Draft<'_>,
        label: u32,
        mut total: u32,
        left: &mut Vec<u32>,
        k: u32,
    ) -> u32 {
        loop {
            let before = left.len();
            left.retain(|&basket| {
                let others = draft.labels(basket).iter().filter(|&&other| other != label);
                let stays = others.clone().all(|&other| self.count[other as usize] >= k);
                if !stays {
                    let weight = draft.ground.weight[basket as usize];
                    total -= weight;
                    for &other in others {
                        self.count[other as usize] -= weight;
                    }
                }
                stays
            });
            if left.len() == before {
                break;
            }
        }
        if total < k {
            left.clear();
        }
        total
    }

    /// Which of `away`, who show `finer` in place of `label`, must show `label` again so that nobody of `stay`
    /// holds a rare set with it. All of them together would break nothing.
    pub fn call_back(
        &mut self,
        draft: &Draft<'_>,
        (label, finer): (u32, u32),
        (stay, away): (&[u32], &[u32]),
        bar: Bar,
        progress: &Progress,
    ) -> Result<Vec<u32>, Stopped> {
        if stay.is_empty() || away.is_empty() || bar.k <= 1 {
            return Ok(Vec::new());
        }
        // What is shown now is no part of what would be shown then.
        for &basket in stay {
            self.tally(draft, basket, [label, NEVER]);
        }
        for &basket in away {
            self.tally(draft, basket, [label, finer]);
        }
        // Those who are away may come or not, so no item is held by all for sure.
        let items = self.rank(u32::MAX);
        let mut raw = Raw::default();
        for &basket in stay {
            self.write(draft, basket, [label, NEVER], &mut raw);
        }
        for &basket in away {
            self.write(draft, basket, [label, finer], &mut raw);
        }
        let (mut rows, row_of) = raw.merge(items);
        self.clear();
        let ground = draft.ground;
        let each = ground.loss[label as usize] - ground.loss[finer as usize];
        let spares = away
            .iter()
            .zip(&row_of[stay.len()..])
            .map(|(&basket, &row)| {
                let places = ground.places_under(basket as usize, finer);
                let many = places.filter(|&place| draft.shown[place] == finer).count();
                let weight = ground.weight[basket as usize];
                // It was counted as if it were there.
                rows.weight[row as usize] -= weight;
                Spare {
                    row,
                    price: each * many as u64 * u64::from(weight),
                    basket,
                    weight,
                }
            });
        let spares: Vec<Spare> = spares.collect();
        recall(
            &mut rows,
            &row_of[..stay.len()],
            spares,
            bar.beside(),
            progress,
        )
    }

    /// Counts what a basket shows, but for two labels.
    fn tally(&mut self, draft: &Draft<'_>, basket: u32, but: [u32; 2]) {
        let nodes = draft.ground.node.len();
        if self.count.len() < nodes {
            self.count.resize(nodes, 0);
            self.rank.resize(nodes, NEVER);
        }
        let weight = draft.ground.weight[basket as usize];
        for &other in draft.labels(basket) {
            if !but.contains(&other) {
                add_weight(&mut self.count, &mut self.known, other, weight);
            }
        }
    }

    /// Numbers the labels at hand, rarest first; how many there are. What everybody holds is in no least rare set.
    fn rank(&mut self, total: u32) -> u32 {
        let count = &self.count;
        self.known
            .sort_unstable_by_key(|&item| (count[item as usize], item));
        let mut next = 0;
        for &item in &self.known {
            if (1..total).contains(&count[item as usize]) {
                self.rank[item as usize] = next;
                next += 1;
            }
        }
        next
    }

    fn write(&self, draft: &Draft<'_>, basket: u32, but: [u32; 2], raw: &mut Raw) {
        let others = draft.labels(basket).iter();
        let others = others.filter(|&other| !but.contains(other));
        raw.push(
            others.map(|&other| self.rank[other as usize]),
            draft.ground.weight[basket as usize],
        );
    }

    fn clear(&mut self) {
        for other in self.known.drain(..) {
            self.count[other as usize] = 0;
            self.rank[other as usize] = NEVER;
        }
    }
}
