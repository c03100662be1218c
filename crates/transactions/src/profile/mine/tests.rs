//! Held to the paper's example and to plain counting.

use super::super::trial::{self, Dice, Plain};
use super::*;
use crate::transactions::{Cut, PreparedTransactions, papers_example, papers_flat_example};
use std::collections::{BTreeMap, BTreeSet};

const ALL: Bounds = Bounds {
    k: 2,
    m: u32::MAX,
    most_sets: 1 << 20,
};

fn node(baskets: &PreparedTransactions, name: &str) -> u32 {
    let mut nodes = 0..baskets.tree.len() as u32;
    nodes.find(|&node| baskets.tree.name(node) == name).unwrap()
}

fn names(baskets: &PreparedTransactions, threats: &Threats, k: u32) -> BTreeSet<String> {
    let minimal = (0..threats.len()).filter(|&at| threats.is_minimal(at, k));
    minimal
        .map(|at| {
            let mut names: Vec<&str> = threats
                .set(at)
                .iter()
                .map(|&node| baskets.tree.name(node))
                .collect();
            names.sort_unstable();
            names.join("")
        })
        .collect()
}

fn of_cut(baskets: &PreparedTransactions, nodes: &[u32]) -> BTreeSet<String> {
    let cut = Cut {
        nodes: nodes.to_vec(),
        suppressed: Vec::new(),
    };
    let db = TransactionsDb::shown(baskets, &cut.shown(baskets));
    let minimal = mine_minimal(&db, ALL, &Progress::default()).unwrap();
    assert_eq!(minimal.complete, Completeness::Whole);
    let found = names(baskets, &minimal, 2);
    let all = mine(&db, Bounds { k: 6, ..ALL }, &Progress::default()).unwrap();
    assert_eq!(names(baskets, &all, 2), found);
    found
}

fn set<const N: usize>(names: [&str; N]) -> BTreeSet<String> {
    names.iter().map(|name| (*name).to_owned()).collect()
}

#[test]
fn the_papers_cuts() {
    let baskets = papers_example();
    let cut = |names: &[&str]| {
        let nodes: Vec<u32> = names.iter().map(|name| node(&baskets, name)).collect();
        of_cut(&baskets, &nodes)
    };
    assert_eq!(cut(&["P", "f", "g", "M", "e", "i"]), set(["ei"]));
    assert_eq!(cut(&["H", "K", "Q", "e", "i"]), set(["HKQ", "ei"]));
    assert_eq!(cut(&["P", "Q", "e", "i"]), set(["ei"]));
    assert_eq!(cut(&["T"]), set([]));
}

/// All cuts of the part of the tree under a node.
fn cuts(baskets: &PreparedTransactions, node: u32) -> Vec<Vec<u32>> {
    let mut all = vec![vec![node]];
    let mut below = vec![Vec::new()];
    for &child in baskets.tree.children(node) {
        let parts = cuts(baskets, child);
        below = below
            .iter()
            .flat_map(|done: &Vec<u32>| parts.iter().map(move |part| [&done[..], part].concat()))
            .collect();
    }
    if !baskets.tree.is_leaf(node) {
        all.extend(below);
    }
    all
}

#[test]
fn twenty_five_minimal_threats_over_all_cuts() {
    let baskets = papers_example();
    let all: BTreeSet<String> = cuts(&baskets, baskets.tree.root())
        .iter()
        .flat_map(|cut| of_cut(&baskets, cut))
        .collect();
    assert_eq!(all.len(), 25);
    assert_eq!(over_all_cuts(&baskets, ALL), all);
}

fn over_all_cuts(baskets: &PreparedTransactions, bounds: Bounds) -> BTreeSet<String> {
    let db = TransactionsDb::over_all_cuts(baskets);
    let minimal = mine_minimal(&db, bounds, &Progress::default()).unwrap();
    names(baskets, &minimal, bounds.k)
}

#[test]
fn threats_over_all_cuts_are_those_of_each_cut() {
    let mut dice = Dice::new(11);
    let mut seen = 0;
    for _ in 0..300 {
        let baskets = trial::baskets(&mut dice);
        let bounds = Bounds {
            k: 2 + dice.roll(4) as u32,
            m: 1 + dice.roll(4) as u32,
            ..ALL
        };
        let each = cuts(&baskets, baskets.tree.root())
            .into_iter()
            .flat_map(|nodes| {
                let cut = Cut {
                    nodes,
                    suppressed: Vec::new(),
                };
                let db = TransactionsDb::shown(&baskets, &cut.shown(&baskets));
                let minimal = mine_minimal(&db, bounds, &Progress::default()).unwrap();
                names(&baskets, &minimal, bounds.k)
            });
        let each: BTreeSet<String> = each.collect();
        assert_eq!(over_all_cuts(&baskets, bounds), each);
        seen += each.len();
    }
    assert!(seen > 500, "{seen}");
}

#[test]
fn twenty_one_if_the_tree_were_flat() {
    let baskets = papers_flat_example();
    let all: BTreeSet<String> = cuts(&baskets, baskets.tree.root())
        .iter()
        .flat_map(|cut| of_cut(&baskets, cut))
        .collect();
    assert_eq!(all.len(), 21);
}

#[test]
fn without_suppression_only_the_root_holds_no_threat() {
    let baskets = papers_example();
    let mut fine = cuts(&baskets, baskets.tree.root());
    fine.retain(|cut| of_cut(&baskets, cut).is_empty());
    assert_eq!(fine, [[baskets.tree.root()]]);
}

#[test]
fn the_same_as_counting_every_set() {
    let mut dice = Dice::new(3);
    let mut seen = 0;
    for _ in 0..1_500 {
        let db = TransactionsDb::original(&trial::baskets(&mut dice));
        let plain = Plain::new(&db);
        let bounds = Bounds {
            k: 1 + dice.roll(8) as u32,
            m: 1 + dice.roll(5) as u32,
            most_sets: 1 << 20,
        };
        let mined = mine(&db, bounds, &Progress::default()).unwrap();
        let minimal = mine_minimal(&db, bounds, &Progress::default()).unwrap();
        let mut expected = BTreeMap::new();
        for threat in plain.threats(bounds.k, bounds.m) {
            let support = plain.support(threat);
            let parts = (0..plain.items).filter(|item| threat >> item & 1 == 1);
            let supports = parts.map(|item| match threat & !(1 << item) {
                0 => u32::MAX,
                part => plain.support(part),
            });
            let least = supports.min().unwrap();
            if support < least {
                expected.insert(threat, (support, least));
            }
        }
        let listed = |threats: &Threats| -> BTreeMap<u32, (u32, u32)> {
            (0..threats.len())
                .map(|at| {
                    let dense = |node: &u32| db.nodes.iter().position(|other| other == node);
                    let items: Vec<u32> = threats
                        .set(at)
                        .iter()
                        .map(|node| dense(node).unwrap() as u32)
                        .collect();
                    assert_eq!(threats.size(at), items.len());
                    let values = (threats.support(at), threats.least_subset(at));
                    (trial::mask(&items), values)
                })
                .collect()
        };
        assert_eq!(mined.len(), expected.len());
        assert_eq!(listed(&mined), expected);
        expected.retain(|_, &mut (_, least)| least >= bounds.k);
        assert_eq!(minimal.len(), expected.len());
        assert_eq!(listed(&minimal), expected);
        seen += mined.len();

        // Too many sets of a size leave that size and larger ones away.
        let most_sets = dice.roll(12) as usize;
        let few = mine(
            &db,
            Bounds {
                most_sets,
                ..bounds
            },
            &Progress::default(),
        )
        .unwrap();
        assert!(few.len() <= most_sets);
        match few.complete {
            Completeness::Whole => assert_eq!(few, mined),
            Completeness::UpToSize(size) => {
                let same = (1..=size)
                    .map(|size| mined.of_size(size).len())
                    .sum::<usize>();
                assert_eq!(few.len(), same);
                assert!((0..few.len()).all(|at| few.set(at) == mined.set(at)));
                assert!(size < bounds.m);
            }
        }
    }
    assert!(seen > 5_000, "{seen}");
}
