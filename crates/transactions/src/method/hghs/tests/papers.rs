//! The paper's example.

use super::reached;
use super::reference::{Reference, visited};
use crate::method::hghs::scenarios;
use crate::profile::{TransactionsDb, satisfies};
use crate::transactions::{PreparedTransactions, papers_example, papers_flat_example};
use cloakroom_core::Progress;

fn named(baskets: &PreparedTransactions, nodes: &[u32]) -> Vec<String> {
    nodes
        .iter()
        .map(|&node| baskets.tree.name(node).to_owned())
        .collect()
}

fn nodes(baskets: &PreparedTransactions, names: &[&str]) -> Vec<u32> {
    let tree = &baskets.tree;
    let find = |name: &&str| (0..tree.len() as u32).find(|&node| tree.name(node) == *name);
    names.iter().map(|name| find(name).unwrap()).collect()
}

#[test]
fn the_papers_search_ends_where_it_says() {
    let baskets = papers_example();
    for m in [5, u32::MAX] {
        let (cut, walk) = reached(&baskets, 2, m, false);
        let mut shown = named(&baskets, &cut.nodes);
        shown.sort();
        assert_eq!(shown, ["M", "P", "e", "f", "g", "i"]);
        assert_eq!(named(&baskets, &cut.suppressed), ["i"]);
        let costs: Vec<u64> = walk.rounds[0].steps.iter().map(|step| step.cost).collect();
        assert_eq!(costs, [230, 86, 62, 56]);
        assert!(walk.rounds[0].steps[0].suppressed.is_empty());
        let second = &walk.rounds[0].steps[1].suppressed;
        assert_eq!(named(&baskets, second), ["i"]);
        // P, the other child of the second cut.
        let tried = &walk.rounds[0].steps[1].tried;
        assert_eq!(
            *tried,
            [
                (nodes(&baskets, &["Q"])[0], 62),
                (nodes(&baskets, &["P"])[0], 102)
            ]
        );
    }
}

#[test]
fn a_flat_tree_has_no_cut_of_the_papers_third_cost() {
    let (_, walk) = reached(&papers_flat_example(), 2, 5, false);
    let costs: Vec<u64> = walk.rounds[0].steps.iter().map(|step| step.cost).collect();
    assert_eq!(costs, [230, 86, 56]);
}

#[test]
fn the_papers_walk_through_the_scenarios() {
    let baskets = papers_example();
    let cut = nodes(&baskets, &["H", "K", "Q", "e", "i"]);
    let walk = scenarios(&baskets, &cut, 2, 5, &Progress::default()).unwrap();
    let visited: Vec<(String, bool)> = visited(&walk)
        .iter()
        .map(|node| (named(&baskets, &node.headlist).join(" "), node.valid))
        .collect();
    let expected = [
        ("", true),
        ("Q", true),
        ("Q K", true),
        ("Q K H", false),
        ("Q K e", true),
        // The figure ends with the one before: this is the child after which there is none.
        ("Q K e i", false),
    ];
    assert_eq!(
        visited,
        expected.map(|(names, valid)| (names.to_owned(), valid))
    );
    assert_eq!(named(&baskets, &walk.suppressed()), ["H", "i"]);
    let answered: Vec<(String, u32)> = walk
        .answered()
        .map(|(_, threat)| (named(&baskets, &threat.others).join(" "), threat.support))
        .collect();
    assert_eq!(answered, [("Q K".to_owned(), 1), ("e".to_owned(), 1)]);
}

#[test]
fn the_papers_rounds() {
    let baskets = papers_example();
    let (cut, walk) = reached(&baskets, 2, 5, true);
    let mut shown = named(&baskets, &cut.nodes);
    shown.sort();
    assert_eq!(shown, ["L", "M", "P", "e", "i"]);
    assert_eq!(named(&baskets, &cut.suppressed), ["i"]);
    assert_eq!(baskets.cost(&cut.shown(&baskets)), 62);
    assert_eq!(walk.rounds.last().unwrap().steps.last().unwrap().cost, 62);
    let db = TransactionsDb::shown(&baskets, &cut.shown(&baskets));
    assert_eq!(satisfies(&db, 2, 5, &Progress::default()), Ok(None));
    let reference = Reference {
        baskets: &baskets,
        k: 2,
    };
    let first = &reference.rounds(1)[0].0;
    let mut shown = named(&baskets, &first.nodes);
    shown.sort();
    assert_eq!(shown, ["M", "a", "b", "c", "d", "e", "f", "g", "i"]);
    assert!(first.suppressed.is_empty());
    assert_eq!(reached(&baskets, 2, 1, true).0, *first);
    // With a flat Q the rounds end where the paper says.
    let flat = papers_flat_example();
    let (cut, _) = reached(&flat, 2, 5, true);
    let mut shown = named(&flat, &cut.nodes);
    shown.sort();
    assert_eq!(shown, ["M", "P", "e", "f", "g", "i"]);
    assert_eq!(named(&flat, &cut.suppressed), ["i"]);
}
