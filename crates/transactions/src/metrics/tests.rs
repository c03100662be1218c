//! By hand on the paper's example, and against counting every set on random transactions.

use super::shelves::Shelves;
use super::{TransactionsRelease, measure, queries};
use crate::transactions::{Cut, GONE, PreparedTransactions, papers_example};
use cloakroom_core::metrics::questions::Questions;
use cloakroom_core::{Measures, Metric, Progress, Taxonomy};
use proptest::prelude::*;
use std::sync::Arc;

fn node(baskets: &PreparedTransactions, name: &str) -> u32 {
    let tree = &baskets.tree;
    let mut nodes = 0..tree.len() as u32;
    nodes.find(|&node| tree.name(node) == name).unwrap()
}

fn measured(baskets: &PreparedTransactions, shown: &[u32]) -> Measures {
    let release = TransactionsRelease {
        baskets,
        shown,
        questions: Questions::default(),
        seed: 1,
    };
    measure(&release, &Progress::default()).unwrap()
}

/// How far off the count of baskets with these items is.
fn off(baskets: &PreparedTransactions, shown: &[u32], items: [&str; 2]) -> f64 {
    let release = TransactionsRelease {
        baskets,
        shown,
        questions: Questions::default(),
        seed: 1,
    };
    let shelves = Shelves::fill(&release, &Progress::default()).unwrap();
    queries::off(&release, &shelves, &items.map(|name| node(baskets, name)))
}

/// The last column of the paper's figure.
fn generalized_and_suppressed(baskets: &PreparedTransactions) -> Vec<u32> {
    let cut = Cut {
        nodes: ["P", "f", "g", "M", "e", "i"]
            .map(|name| node(baskets, name))
            .to_vec(),
        suppressed: vec![node(baskets, "i")],
    };
    cut.shown(baskets)
}

/// The third column: every basket with the nodes it shows.
fn locally_generalized(baskets: &PreparedTransactions) -> Vec<u32> {
    let columns = ["T", "P f g", "K f M", "K f M", "P f g", "T", "T", "T"];
    let mut shown = Vec::new();
    for (at, column) in columns.iter().enumerate() {
        let nodes: Vec<u32> = column.split(' ').map(|name| node(baskets, name)).collect();
        for &leaf in baskets.basket(at) {
            let above = nodes
                .iter()
                .find(|&&node| baskets.tree.is_under(leaf, node));
            shown.push(*above.unwrap());
        }
    }
    shown
}

#[test]
fn the_papers_releases_by_hand() {
    let baskets = papers_example();
    let shown = generalized_and_suppressed(&baskets);
    let of = measured(&baskets, &shown);
    assert_eq!(of.get(Metric::Loss), Some(56.0 / 230.0));
    // Ten occurrences under P, three under M, two suppressed; eleven items.
    assert_eq!(
        of.get(Metric::Ncp),
        Some((10 * 4 + 3 * 3 + 2 * 11) as f64 / (23.0 * 11.0))
    );
    assert_eq!(of.get(Metric::ItemsSuppressed), Some(1.0));
    assert_eq!(of.get(Metric::OccurrencesLost), Some(2.0 / 23.0));
    assert_eq!(of.get(Metric::Exclusive), Some(1.0));
    // Of 52 sets of at most three items, f, g, e and {f, g} are still there.
    assert_eq!(of.get(Metric::ItemsetsKept5), Some(4.0 / 52.0));

    let local = locally_generalized(&baskets);
    let of = measured(&baskets, &local);
    assert_eq!(of.get(Metric::Loss), Some(91.0 / 230.0));
    assert_eq!(
        of.get(Metric::Ncp),
        Some((7 * 11 + 4 * 4 + 3 * 2 + 3 * 3) as f64 / (23.0 * 11.0))
    );
    assert_eq!(of.get(Metric::ItemsSuppressed), Some(0.0));
    assert_eq!(of.get(Metric::Exclusive), Some(0.0));
    assert_eq!(of.get(Metric::ItemsetsKept1), Some(3.0 / 52.0));

    let of = measured(&baskets, &baskets.leaf);
    for metric in [
        Metric::Loss,
        Metric::Ncp,
        Metric::OccurrencesLost,
        Metric::QueryError,
    ] {
        assert_eq!(of.get(metric), Some(0.0));
    }
    assert_eq!(of.get(Metric::ItemsetsKept2), Some(1.0));
    let names: Vec<Metric> = of.0.iter().map(|one| one.0).collect();
    assert!(names.is_sorted());
}

#[test]
fn counts_are_taken_from_what_is_shown() {
    let baskets = papers_example();
    let shown = generalized_and_suppressed(&baskets);
    assert_eq!(off(&baskets, &shown, ["f", "g"]), 0.0);
    // Two baskets hold a and f; of four with P and f, a quarter each.
    assert_eq!(off(&baskets, &shown, ["a", "f"]), 0.5);
    assert_eq!(off(&baskets, &shown, ["e", "i"]), 1.0);
    // Two with P and f, four with T, which stands for both with the chance of 1 in 121.
    let local = locally_generalized(&baskets);
    let estimate = 0.5 + 4.0 / 121.0;
    assert!((off(&baskets, &local, ["a", "f"]) - (2.0 - estimate) / 2.0).abs() < 1e-12);
}

#[test]
fn nothing_can_be_measured_of_nothing() {
    let tree = Arc::new(papers_example().tree.as_ref().clone());
    let baskets = PreparedTransactions::from_names(tree, &[vec![], vec![]]);
    let of = measured(&baskets, &[]);
    assert_eq!(of.get(Metric::Loss), Some(0.0));
    assert_eq!(
        (of.get(Metric::QueryError), of.get(Metric::ItemsetsKept1)),
        (None, None)
    );
}

const ITEMS: usize = 7;

proptest! {
    #[test]
    fn frequent_sets_are_counted_as_they_are(
        rows in prop::collection::vec((0..128u32, 0..128u32), 1..80),
        gone in prop::collection::vec(0..6u32, 80 * ITEMS),
    ) {
        let names: Vec<String> = (0..ITEMS).map(|item| format!("i{item}")).collect();
        let links: Vec<(&str, &str)> = names.iter().map(|name| (name.as_str(), "all")).collect();
        let tree = Arc::new(Taxonomy::from_links(&links).unwrap());
        let mut original = Vec::new();
        let mut released = Vec::new();
        let mut shown = Vec::new();
        for (at, &(a, b)) in rows.iter().enumerate() {
            let row = a & b;
            let mut kept = 0;
            for item in (0..ITEMS).filter(|item| row >> item & 1 == 1) {
                // Suppressed, generalized, or as it is.
                shown.push(match gone[at * ITEMS + item] {
                    0 => GONE,
                    1 => tree.root(),
                    _ => {
                        kept |= 1 << item;
                        tree.leaves()[item]
                    }
                });
            }
            original.push(row);
            released.push(kept);
        }
        let named: Vec<Vec<&str>> = original
            .iter()
            .map(|row| (0..ITEMS).filter(|item| row >> item & 1 == 1).map(|item| names[item].as_str()).collect())
            .collect();
        let baskets = PreparedTransactions::from_names(tree, &named);
        let of = measured(&baskets, &shown);
        for (metric, percent) in [(Metric::ItemsetsKept1, 1), (Metric::ItemsetsKept2, 2), (Metric::ItemsetsKept5, 5)] {
            let is_frequent = |rows: &[u32], set: u32| {
                let support = rows.iter().filter(|&&row| row & set == set).count();
                support > 0 && support * 100 >= percent * rows.len()
            };
            let sets: Vec<u32> = (1u32..1 << ITEMS)
                .filter(|&set| set.count_ones() <= 3 && is_frequent(&original, set))
                .collect();
            let kept = sets.iter().filter(|&&set| is_frequent(&released, set)).count();
            let expected = (!sets.is_empty()).then(|| kept as f64 / sets.len() as f64);
            prop_assert_eq!(of.get(metric), expected);
        }
    }
}
