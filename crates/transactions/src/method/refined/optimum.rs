//! Held to the best there is, found by trying everything on tiny data: the best of all global recodings, and the best
//! of all in which every single occurrence may be shown in a way of its own.

use super::super::{TransactionsOutcome, TransactionsTask, run};
use crate::privacy::TransactionsTarget;
use crate::profile::TransactionsDb;
use crate::profile::trial::{self, Dice, Plain};
use crate::transactions::{Cut, GONE, PreparedTransactions, papers_example};
use cloakroom_core::{MethodName, MethodSettings, Progress, Taxonomy};

/// So few occurrences can be shown in every way there is.
const TINY: usize = 10;

fn refined(baskets: &PreparedTransactions, k: u32, m: u32, exclusive: bool) -> u64 {
    let settings = MethodSettings {
        exclusive,
        ..MethodSettings::default()
    };
    let target = TransactionsTarget {
        k,
        m,
        coherence: None,
        duplicates: false,
    };
    let task = TransactionsTask {
        baskets,
        target,
        settings: &settings,
    };
    match run(MethodName::Refined, task, &Progress::default()) {
        Ok(TransactionsOutcome::Reached(result)) => baskets.cost(&result.shown),
        other => panic!("{other:?}"),
    }
}

/// Every choice of nodes to keep under a node, none of them under another.
fn choices(tree: &Taxonomy, node: u32) -> Vec<Vec<u32>> {
    let mut all = vec![Vec::new()];
    for &child in tree.children(node) {
        let below = choices(tree, child);
        let both = |kept: &Vec<u32>| -> Vec<Vec<u32>> {
            let joined = below.iter();
            let joined = joined.map(|more| [kept.clone(), more.clone()].concat());
            joined.collect()
        };
        all = all.iter().flat_map(both).collect();
    }
    all.push(vec![node]);
    all
}

/// The least loss of all global recodings.
fn global_optimum(baskets: &PreparedTransactions, k: u32, m: u32) -> u64 {
    let tree = &baskets.tree;
    let mut found: Vec<(u64, Vec<u32>)> = choices(tree, tree.root())
        .into_iter()
        .map(|nodes| {
            let cut = Cut {
                nodes,
                suppressed: Vec::new(),
            };
            let shown = cut.shown(baskets);
            (baskets.cost(&shown), shown)
        })
        .collect();
    found.sort_unstable();
    let is_anonymous = |shown: &[u32]| {
        let plain = Plain::new(&TransactionsDb::shown(baskets, shown));
        plain.threats(k, m).next().is_none()
    };
    let best = found.iter().find(|(_, shown)| is_anonymous(shown));
    best.unwrap().0
}

/// A release that is built occurrence by occurrence.
struct Trying<'a> {
    baskets: &'a PreparedTransactions,
    /// By occurrence: its basket.
    transaction_of: Vec<usize>,
    k: u32,
    m: u32,
    /// By basket: the nodes that it shows, as bits.
    rows: Vec<u32>,
    /// The least loss that was found, or that is to be beaten.
    best: u64,
}

impl<'a> Trying<'a> {
    fn new(baskets: &'a PreparedTransactions, k: u32, m: u32, best: u64) -> Self {
        let occurrences = |basket: usize| vec![basket; baskets.basket(basket).len()];
        Self {
            transaction_of: (0..baskets.len()).flat_map(occurrences).collect(),
            rows: vec![0; baskets.len()],
            baskets,
            k,
            m,
            best,
        }
    }

    /// Shows the occurrence `at` and all later ones in every way that costs less than the best.
    fn from(&mut self, at: usize, cost: u64) {
        if cost >= self.best {
            return;
        }
        let Some(&leaf) = self.baskets.leaf.get(at) else {
            if self.is_anonymous() {
                self.best = cost;
            }
            return;
        };
        let basket = self.transaction_of[at];
        let before = self.rows[basket];
        for node in self.baskets.tree.path(leaf) {
            self.rows[basket] = before | 1 << node;
            self.from(at + 1, cost + self.baskets.loss_of(node));
            self.rows[basket] = before;
        }
        self.from(at + 1, cost + self.baskets.loss_of(GONE));
    }

    fn is_anonymous(&self) -> bool {
        let support = |set: u32| {
            let with = self.rows.iter().filter(|&&row| row & set == set);
            with.count() as u32
        };
        self.rows.iter().all(|&row| {
            // All parts of the row but the empty one.
            let parts = std::iter::successors(Some(row), |&part| Some(part.checked_sub(1)? & row));
            let mut parts = parts.take_while(|&part| part != 0);
            parts.all(|part| part.count_ones() > self.m || support(part) >= self.k)
        })
    }
}

#[test]
fn the_papers_search_found_the_best() {
    assert_eq!(global_optimum(&papers_example(), 2, u32::MAX), 56);
}

#[test]
fn the_best_global_recoding_is_nearly_always_found() {
    let mut dice = Dice::new(11);
    let (mut runs, mut met) = (0, 0);
    while runs < 400 {
        let baskets = trial::baskets(&mut dice);
        let (k, m) = (2 + dice.roll(3) as u32, 1 + dice.roll(5) as u32);
        if (baskets.len() as u32) < k {
            continue;
        }
        runs += 1;
        let found = refined(&baskets, k, m, true);
        let best = global_optimum(&baskets, k, m);
        assert!(found >= best);
        met += u32::from(found == best);
    }
    println!("the best global recoding was found in {met} of {runs}");
    assert!(met * 100 >= runs * 99);
}

#[test]
fn the_best_of_all_recodings_is_mostly_found() {
    let mut dice = Dice::new(15);
    let (mut runs, mut met, mut lost, mut all) = (0, 0, 0, 0);
    while runs < 400 {
        let baskets = trial::baskets(&mut dice);
        let (k, m) = (2 + dice.roll(2) as u32, 1 + dice.roll(4) as u32);
        if (baskets.len() as u32) < k || !(4..=TINY).contains(&baskets.leaf.len()) {
            continue;
        }
        runs += 1;
        let found = refined(&baskets, k, m, false);
        let mut trying = Trying::new(&baskets, k, m, found + 1);
        trying.from(0, 0);
        // What was found is one of the ways.
        assert!(trying.best <= found);
        met += u32::from(found == trying.best);
        lost += found;
        all += trying.best;
    }
    println!(
        "the best of all recodings was found in {met} of {runs}; {lost} lost where {all} would do"
    );
    assert!(met * 100 >= runs * 95);
}
