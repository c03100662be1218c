//! The paper's example, and on random transactions: everyone has k − 1 duplicates, and nobody is shown wrongly.

use super::run;
use crate::method::{AnonymizedTransactions, TransactionsOutcome, TransactionsTask};
use crate::privacy::TransactionsTarget;
use crate::transactions::{GONE, PreparedTransactions, papers_example};
use cloakroom_core::{Failure, MethodSettings, Progress, Requirement, SetSize, Taxonomy};
use cloakroom_verify::transactions::{Released, decide};
use proptest::prelude::*;
use std::sync::Arc;

fn asked(k: u32, duplicates: bool) -> Requirement {
    Requirement {
        k: Some(k),
        m: Some(SetSize::ANY),
        duplicates,
        ..Requirement::default()
    }
}

fn made(
    baskets: &PreparedTransactions,
    requirement: &Requirement,
) -> Result<AnonymizedTransactions, Failure> {
    let task = TransactionsTask {
        baskets,
        target: TransactionsTarget::of(requirement),
        settings: &MethodSettings::default(),
    };
    match run(task, &Progress::default())? {
        TransactionsOutcome::Reached(made) => Ok(made),
        TransactionsOutcome::NotReached(why) => panic!("{why}"),
    }
}

/// What every basket shows, in the order of the tree's nodes.
fn released(baskets: &PreparedTransactions, shown: &[u32]) -> Vec<Vec<u32>> {
    let of = |at: usize| {
        let places = baskets.starts[at]..baskets.starts[at + 1];
        let mut nodes: Vec<u32> = shown[places]
            .iter()
            .copied()
            .filter(|&node| node != GONE)
            .collect();
        nodes.sort_unstable();
        nodes.dedup();
        nodes
    };
    (0..baskets.len()).map(of).collect()
}

fn violating(rows: &[Vec<u32>], requirement: &Requirement) -> Vec<u32> {
    let mut starts = vec![0];
    for row in rows {
        starts.push(starts[starts.len() - 1] + row.len());
    }
    let released = Released {
        starts: &starts,
        item: &rows.concat(),
        private: &[],
    };
    // The checker has words of its own, which are the same.
    let words = serde_json::to_value(requirement).unwrap();
    let requirement = serde_json::from_value(words).unwrap();
    let decided = decide(&released, &requirement, &Progress::default()).unwrap();
    decided.violating
}

#[test]
fn the_papers_third_column() {
    let baskets = papers_example();
    let made = made(&baskets, &asked(2, true)).unwrap();
    let shown: Vec<String> = released(&baskets, &made.shown)
        .iter()
        .map(|nodes| {
            let mut names: Vec<&str> = nodes.iter().map(|&node| baskets.tree.name(node)).collect();
            names.sort_unstable();
            names.join(" ")
        })
        .collect();
    assert_eq!(
        shown,
        ["T", "P f g", "K M f", "K M f", "P f g", "T", "T", "T"]
    );
    // Whoever shows K shows f, although the first basket holds something under K and no f.
    let with_k = shown.iter().filter(|row| row.contains('K'));
    assert!(with_k.clone().count() > 0 && with_k.clone().all(|row| row.contains('f')));
    let first = baskets.basket(0).iter();
    let first: Vec<&str> = first.map(|&leaf| baskets.tree.name(leaf)).collect();
    assert_eq!(first, ["b", "c", "d"]);
    assert_eq!(baskets.cost(&made.shown), 91);
    assert!(made.notes.is_empty() && made.cut.is_none());
}

#[test]
fn with_k_of_one_nothing_is_lost() {
    let baskets = papers_example();
    let made = made(&baskets, &asked(1, true)).unwrap();
    assert_eq!(made.shown, baskets.leaf);
}

#[test]
fn those_left_over_are_joined_by_the_cheapest() {
    let links = [("a", "A"), ("b", "A"), ("A", "T"), ("c", "T"), ("d", "T")];
    let tree = Arc::new(Taxonomy::from_links(&links).unwrap());
    let rows = ["a b", "a b", "a b", "a", "c", "d"].map(|row| row.split(' ').collect());
    let baskets = PreparedTransactions::from_names(tree, &rows);
    // c and d are enough together; whoever has a alone is joined by one of three who can be spared.
    let made = made(&baskets, &asked(2, true)).unwrap();
    let shown = released(&baskets, &made.shown);
    let names =
        |row: &Vec<u32>| -> Vec<&str> { row.iter().map(|&node| baskets.tree.name(node)).collect() };
    let shown: Vec<Vec<&str>> = shown.iter().map(names).collect();
    assert_eq!(
        shown,
        [
            vec!["A"],
            vec!["a", "b"],
            vec!["a", "b"],
            vec!["A"],
            vec!["T"],
            vec!["T"]
        ]
    );
}

#[test]
fn an_empty_transaction_is_not_alone() {
    let tree = papers_example().tree;
    let rows = [
        vec![],
        vec!["a", "b"],
        vec!["c"],
        vec!["a", "b"],
        vec!["a", "b"],
    ];
    let baskets = PreparedTransactions::from_names(tree, &rows);
    let local = made(&baskets, &asked(2, true)).unwrap();
    assert_eq!(local.shown[2], GONE);
    assert!(violating(&released(&baskets, &local.shown), &asked(2, true)).is_empty());
    assert_eq!(local.notes.len(), 1);
    // Where no duplicates are asked for, nobody finds anything by an empty one.
    let shown = made(&baskets, &asked(2, false)).unwrap().shown;
    assert!(!shown.contains(&GONE));
}

#[test]
fn private_items_are_not_for_this_method() {
    let requirement = Requirement {
        h: Some(0.5),
        p: Some(1),
        ..asked(2, false)
    };
    let failure = made(&papers_example(), &requirement).unwrap_err();
    assert!(
        failure
            .to_string()
            .contains("does not look at private items")
    );
}

/// Trees of all shapes over eight leaves: who joins whom, step by step.
fn tree(joins: &[(u8, u8)]) -> Taxonomy {
    let mut roots: Vec<String> = (0..8).map(|leaf| format!("i{leaf}")).collect();
    let mut links: Vec<(String, String)> = Vec::new();
    for (number, &(first, count)) in joins.iter().enumerate() {
        let first = usize::from(first) % roots.len();
        let last = (first + 2 + usize::from(count) % 3).min(roots.len());
        if last - first < 2 {
            continue;
        }
        let above = format!("n{number}");
        links.extend(roots.drain(first..last).map(|root| (root, above.clone())));
        roots.insert(first, above);
    }
    links.extend(roots.into_iter().map(|root| (root, "all".to_owned())));
    Taxonomy::from_links(&links).unwrap()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(600))]

    #[test]
    fn everyone_has_duplicates_and_is_shown_as_what_they_are(
        joins in prop::collection::vec((0..8u8, 0..3u8), 0..5),
        rows in prop::collection::vec((0..256u32, 0..256u32), 1..40),
        k in 1..6u32,
        duplicates in any::<bool>(),
    ) {
        prop_assume!(rows.len() >= k as usize);
        let tree = Arc::new(tree(&joins));
        let names: Vec<String> = (0..8).map(|leaf| format!("i{leaf}")).collect();
        let named: Vec<Vec<&str>> = rows
            .iter()
            .map(|(a, b)| (0..8).filter(|item| (a & b) >> item & 1 == 1).map(|item| names[item].as_str()).collect())
            .collect();
        let baskets = PreparedTransactions::from_names(tree.clone(), &named);
        let made = made(&baskets, &asked(k, duplicates)).unwrap();
        for (&leaf, &node) in baskets.leaf.iter().zip(&made.shown) {
            prop_assert!(node == GONE || tree.is_under(leaf, node));
        }
        let rows = released(&baskets, &made.shown);
        prop_assert_eq!(violating(&rows, &asked(k, duplicates)), Vec::<u32>::new());
        // Whoever shows something has duplicates, asked for or not.
        for row in rows.iter().filter(|row| !row.is_empty()) {
            prop_assert!(rows.iter().filter(|other| other == &row).count() >= k as usize);
        }
    }
}
