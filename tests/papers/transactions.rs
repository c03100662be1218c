//! Baskets: the paper on generalization with suppression.

use crate::worked;
use cloakroom_core::{MethodName, MethodSettings, Progress, Requirement, Taxonomy};
use cloakroom_engine::transactions::CheckedTransactionsTask;
use cloakroom_engine::transactions::check::{TransactionsProfile, answer};
use cloakroom_transactions::method::hghs::{Scenarios, scenarios};
use cloakroom_transactions::method::{
    AnonymizedTransactions, TransactionsOutcome, TransactionsTask, run,
};
use cloakroom_transactions::privacy::TransactionsTarget;
use cloakroom_transactions::profile::{Bounds, TransactionsDb, mine_minimal, satisfies};
use cloakroom_transactions::transactions::{
    Cut, GONE, PreparedTransactions, papers_example, papers_flat_example,
};
use std::sync::Arc;

/// The running example asks for 2^infinity-anonymity.
const K: u32 = 2;
const ANY: u32 = u32::MAX;
/// The cuts of Figure 2 (a).
const CUT_1: &[&str] = &["T"];
const CUT_2: &[&str] = &["P", "Q", "e", "i"];
const CUT_3: &[&str] = &["H", "K", "Q", "e", "i"];
const CUT_4: &[&str] = &["P", "L", "M", "e", "i"];
const CUT_6: &[&str] = &["P", "f", "g", "M", "e", "i"];

fn node(tree: &Taxonomy, name: &str) -> u32 {
    let mut nodes = 0..tree.len() as u32;
    nodes.find(|&node| tree.name(node) == name).unwrap()
}

fn nodes(baskets: &PreparedTransactions, names: &[&str]) -> Vec<u32> {
    names.iter().map(|name| node(&baskets.tree, name)).collect()
}

/// In the order of the nodes.
fn named<'a>(baskets: &'a PreparedTransactions, nodes: &[u32]) -> Vec<&'a str> {
    nodes.iter().map(|&node| baskets.tree.name(node)).collect()
}

fn sorted(mut names: Vec<&str>) -> Vec<&str> {
    names.sort_unstable();
    names
}

fn cut(baskets: &PreparedTransactions, shown: &[&str], suppressed: &[&str]) -> Cut {
    Cut {
        nodes: nodes(baskets, shown),
        suppressed: nodes(baskets, suppressed),
    }
}

/// In occurrences that are lost altogether.
fn cost(baskets: &PreparedTransactions, cut: &Cut) -> f64 {
    baskets.cost(&cut.shown(baskets)) as f64 / baskets.unit() as f64
}

/// The inner loop of HgHs.
fn walked(baskets: &PreparedTransactions, shown: &[&str]) -> Scenarios {
    scenarios(
        baskets,
        &nodes(baskets, shown),
        K,
        ANY,
        &Progress::default(),
    )
    .unwrap()
}

/// What a cut costs with what the inner loop suppresses.
fn cost_as_walked(baskets: &PreparedTransactions, shown: &[&str]) -> f64 {
    let cut = Cut {
        nodes: nodes(baskets, shown),
        suppressed: walked(baskets, shown).suppressed(),
    };
    cost(baskets, &cut)
}

fn minimal(baskets: &PreparedTransactions, db: &TransactionsDb) -> Vec<Vec<String>> {
    let bounds = Bounds {
        k: K,
        m: ANY,
        most_sets: 1_000,
    };
    let threats = mine_minimal(db, bounds, &Progress::default()).unwrap();
    let mut sets: Vec<Vec<String>> = (0..threats.len())
        .map(|at| sorted(named(baskets, threats.set(at))))
        .map(|names| names.into_iter().map(str::to_owned).collect())
        .collect();
    sets.sort();
    sets
}

fn minimal_of_cut(baskets: &PreparedTransactions, shown: &[&str]) -> Vec<Vec<String>> {
    let shown = cut(baskets, shown, &[]).shown(baskets);
    minimal(baskets, &TransactionsDb::shown(baskets, &shown))
}

fn is_anonymous(baskets: &PreparedTransactions, shown: &[u32], m: u32) -> bool {
    let db = TransactionsDb::shown(baskets, shown);
    satisfies(&db, K, m, &Progress::default())
        .unwrap()
        .is_none()
}

fn made(baskets: &PreparedTransactions, method: MethodName, m: u32) -> AnonymizedTransactions {
    let settings = MethodSettings::default();
    let task = TransactionsTask {
        baskets,
        target: TransactionsTarget {
            k: K,
            m,
            coherence: None,
            duplicates: false,
        },
        settings: &settings,
    };
    match run(method, task, &Progress::default()).unwrap() {
        TransactionsOutcome::Reached(made) => made,
        TransactionsOutcome::NotReached(why) => panic!("{why}"),
    }
}

/// What is shown and what is suppressed, by name.
fn cut_made(baskets: &PreparedTransactions, method: MethodName, m: u32) -> (Vec<&str>, Vec<&str>) {
    let cut = made(baskets, method, m).cut.unwrap();
    let of = |nodes| sorted(named(baskets, nodes));
    (of(&cut.nodes), of(&cut.suppressed))
}

/// All cuts of the part of the tree under a node.
fn cuts(tree: &Taxonomy, node: u32) -> Vec<Vec<u32>> {
    let mut all = vec![vec![node]];
    if !tree.is_leaf(node) {
        let mut below = vec![Vec::new()];
        for &child in tree.children(node) {
            let parts = cuts(tree, child);
            let with = |done: &Vec<u32>| -> Vec<Vec<u32>> {
                parts
                    .iter()
                    .map(|part| [&done[..], part].concat())
                    .collect()
            };
            below = below.iter().flat_map(with).collect();
        }
        all.extend(below);
    }
    all
}

/// The least that suppressing nodes of a cut costs so that no threat is left.
fn least_cost(baskets: &PreparedTransactions, nodes: &[u32]) -> Option<f64> {
    let scenarios = (0..1u32 << nodes.len()).map(|gone| Cut {
        nodes: nodes.to_vec(),
        suppressed: (0..nodes.len())
            .filter(|at| gone >> at & 1 == 1)
            .map(|at| nodes[at])
            .collect(),
    });
    scenarios
        .filter(|cut| is_anonymous(baskets, &cut.shown(baskets), ANY))
        .map(|cut| cost(baskets, &cut))
        .min_by(f64::total_cmp)
}

/// A column of Figure 1 (a): every item as the node above it that its basket shows.
fn column(baskets: &PreparedTransactions, rows: [&str; 8]) -> Vec<u32> {
    let tree = &baskets.tree;
    let mut shown = Vec::new();
    for (at, row) in rows.iter().enumerate() {
        let row: Vec<u32> = row
            .split_whitespace()
            .map(|name| node(tree, name))
            .collect();
        for &leaf in baskets.basket(at) {
            let above = row
                .iter()
                .copied()
                .find(|&above| tree.is_under(leaf, above));
            shown.push(above.unwrap_or(GONE));
        }
    }
    shown
}

/// The same read back: the names that each basket shows.
fn read(baskets: &PreparedTransactions, shown: &[u32]) -> Vec<String> {
    let basket = |at: usize| {
        let places = baskets.starts[at]..baskets.starts[at + 1];
        let nodes: Vec<u32> = shown[places]
            .iter()
            .copied()
            .filter(|&node| node != GONE)
            .collect();
        let mut names = sorted(named(baskets, &nodes));
        names.dedup();
        names.join(" ")
    };
    (0..baskets.len()).map(basket).collect()
}

const LOCAL: [&str; 8] = ["T", "P f g", "K f M", "K f M", "P f g", "T", "T", "T"];
const LEAVES: &[&str] = &["a", "b", "c", "d", "f", "g", "x", "y", "z", "e", "i"];
const SUPPRESSED: &[&str] = &["b", "c", "i", "x", "y", "z"];

worked! {
    e004_cut6 = "004-cut6" {
        let baskets = papers_example();
        let tree = &baskets.tree;
        let cut = nodes(&baskets, CUT_6);
        for &leaf in tree.leaves() {
            assert_eq!(cut.iter().filter(|&&above| tree.is_under(leaf, above)).count(), 1);
        }
    }
    e004_onethreat = "004-onethreat" {
        assert_eq!(minimal_of_cut(&papers_example(), CUT_6), [["e", "i"]]);
    }
    e004_costg = "004-costG" {
        let baskets = papers_example();
        assert_eq!(cost(&baskets, &cut(&baskets, CUT_6, &[])), 3.6);
    }
    e004_costs = "004-costS" {
        let baskets = papers_example();
        assert_eq!(baskets.suppression_cost(node(&baskets.tree, "i")), 2 * baskets.unit());
    }
    e004_cost = "004-cost" {
        let baskets = papers_example();
        assert_eq!(cost(&baskets, &cut(&baskets, CUT_6, &["i"])), 5.6);
    }
    e004_cut1 = "004-cut1" {
        assert_eq!(cost_as_walked(&papers_example(), CUT_1), 23.0);
    }
    // The paper says e and i, which are no nodes of this cut; it has no threat.
    e004_ss1 = "004-SS1" {
        let baskets = papers_example();
        assert!(minimal_of_cut(&baskets, CUT_1).is_empty());
        assert!(walked(&baskets, CUT_1).suppressed().is_empty());
    }
    e004_cut2g = "004-cut2G" {
        let baskets = papers_example();
        assert_eq!(cost(&baskets, &cut(&baskets, CUT_2, &[])), 6.6);
    }
    e004_cut2 = "004-cut2" {
        let baskets = papers_example();
        assert_eq!(cost(&baskets, &cut(&baskets, CUT_2, &["i"])), 8.6);
        assert_eq!(cost_as_walked(&baskets, CUT_2), 8.6);
    }
    e004_ss2 = "004-SS2" {
        let baskets = papers_example();
        assert_eq!(named(&baskets, &walked(&baskets, CUT_2).suppressed()), ["i"]);
    }
    e004_cut3 = "004-cut3" {
        assert_eq!(cost_as_walked(&papers_example(), CUT_3), 10.2);
    }
    e004_ss3 = "004-SS3" {
        let baskets = papers_example();
        assert_eq!(named(&baskets, &walked(&baskets, CUT_3).suppressed()), ["H", "i"]);
    }
    e004_thr3 = "004-thr3" {
        let threats = minimal_of_cut(&papers_example(), CUT_3);
        assert_eq!(threats, [vec!["H", "K", "Q"], vec!["e", "i"]]);
    }
    e004_fig2b = "004-fig2b" {
        let baskets = papers_example();
        let walk = walked(&baskets, CUT_3);
        let mut kept: Vec<&str> = Vec::new();
        let mut visited = vec![(String::new(), true)];
        for (place, &node) in walk.tried.iter().enumerate() {
            kept.push(baskets.tree.name(node));
            visited.push((kept.join(" "), walk.keeps(place)));
            if !walk.keeps(place) {
                kept.pop();
            }
        }
        let figure = [("", true), ("Q", true), ("Q K", true), ("Q K H", false), ("Q K e", true)];
        let figure = figure.map(|(names, valid)| (names.to_owned(), valid));
        // The last one below it, to which nothing can be added, is not drawn.
        assert_eq!(visited[..5], figure);
        assert_eq!(visited[5..], [("Q K e i".to_owned(), false)]);
    }
    e004_cut4 = "004-cut4" {
        assert_eq!(cost_as_walked(&papers_example(), CUT_4), 6.2);
    }
    // With f, g and M right under Q the child of the second cut is the last one.
    e004_cut4_flat = "004-cut4-flat" {
        let baskets = papers_flat_example();
        let tree = &baskets.tree;
        assert_eq!(sorted(named(&baskets, tree.children(node(tree, "Q")))), ["M", "f", "g"]);
        assert_eq!(cost_as_walked(&baskets, CUT_6), 5.6);
    }
    e004_final = "004-final" {
        let baskets = papers_example();
        let (shown, suppressed) = cut_made(&baskets, MethodName::Hghs, ANY);
        assert_eq!((&shown, &suppressed), (&sorted(CUT_6.to_vec()), &vec!["i"]));
        assert_eq!(cost(&baskets, &cut(&baskets, &shown, &suppressed)), 5.6);
    }
    e004_25 = "004-25" {
        let baskets = papers_example();
        assert_eq!(minimal(&baskets, &TransactionsDb::over_all_cuts(&baskets)).len(), 25);
    }
    e004_25_flat = "004-25-flat" {
        let baskets = papers_flat_example();
        assert_eq!(minimal(&baskets, &TransactionsDb::over_all_cuts(&baskets)).len(), 21);
    }
    e004_col6 = "004-col6" {
        let baskets = papers_example();
        let shown = made(&baskets, MethodName::Hghs, ANY).shown;
        let column = ["P", "P f g", "M P f", "M P f", "P f g", "e", "e", ""];
        assert_eq!(read(&baskets, &shown), column);
    }
    e004_col6_ok = "004-col6-ok" {
        let baskets = papers_example();
        let shown = cut(&baskets, CUT_6, &["i"]).shown(&baskets);
        assert!(is_anonymous(&baskets, &shown, ANY));
    }
    e004_col4 = "004-col4" {
        let baskets = papers_example();
        let mut fine = cuts(&baskets.tree, baskets.tree.root());
        fine.retain(|nodes| {
            let cut = Cut { nodes: nodes.clone(), suppressed: Vec::new() };
            is_anonymous(&baskets, &cut.shown(&baskets), ANY)
        });
        assert_eq!(fine, [nodes(&baskets, CUT_1)]);
    }
    e004_col4_aa = "004-col4-aa" {
        let baskets = papers_example();
        let (shown, suppressed) = cut_made(&baskets, MethodName::Aa, ANY);
        assert_eq!(shown, CUT_1);
        assert!(suppressed.is_empty());
    }
    e004_col5_ok = "004-col5-ok" {
        let baskets = papers_example();
        let shown = cut(&baskets, LEAVES, SUPPRESSED).shown(&baskets);
        assert!(is_anonymous(&baskets, &shown, ANY));
    }
    e004_col5_mm = "004-col5-mm" {
        let baskets = papers_example();
        let (shown, suppressed) = cut_made(&baskets, MethodName::Mm, ANY);
        assert_eq!(shown, sorted(LEAVES.to_vec()));
        assert_eq!(suppressed, SUPPRESSED);
    }
    e004_col5_opt = "004-col5-opt" {
        let baskets = papers_example();
        assert_eq!(least_cost(&baskets, &nodes(&baskets, LEAVES)), Some(10.0));
        assert_eq!(cost(&baskets, &cut(&baskets, LEAVES, SUPPRESSED)), 10.0);
    }
    e004_col3 = "004-col3" {
        let baskets = Arc::new(papers_example());
        let shown = column(&baskets, LOCAL);
        assert!(shown.iter().all(|&node| node != GONE));
        let requirement = Requirement { k: Some(K), duplicates: true, ..Requirement::default() };
        let checked = CheckedTransactionsTask::of(baskets.clone(), &requirement).unwrap();
        let answered = |shown: &[u32]| {
            let profile = TransactionsProfile::released(&checked, shown, &Progress::default()).unwrap();
            answer(&checked, &profile, &Progress::default()).unwrap().satisfied
        };
        assert!(answered(&shown));
        assert!(!answered(&baskets.leaf));
    }
    e004_col3_k_f = "004-col3-K-f" {
        let baskets = papers_example();
        let (above, leaf) = (node(&baskets.tree, "K"), node(&baskets.tree, "f"));
        let rows = read(&baskets, &column(&baskets, LOCAL));
        let mut with_k = rows.iter().filter(|row| row.contains('K')).peekable();
        assert!(with_k.peek().is_some());
        assert!(with_k.all(|row| row.contains('f')));
        let first = baskets.basket(0);
        assert!(first.iter().any(|&item| baskets.tree.is_under(item, above)));
        assert!(!first.contains(&leaf));
    }
    e004_d_not = "004-D-not" {
        let baskets = papers_example();
        assert!(!is_anonymous(&baskets, &baskets.leaf, ANY));
    }
    e004_mh1 = "004-mh1" {
        let baskets = papers_example();
        let (shown, suppressed) = cut_made(&baskets, MethodName::Mhghs, 1);
        assert_eq!(shown, ["M", "a", "b", "c", "d", "e", "f", "g", "i"]);
        assert!(suppressed.is_empty());
    }
    // The paper says {P, f, g, M, e, i}; the second round goes to {H, K, L, M, e, i}, which cuts f and g off.
    e004_mh5 = "004-mh5" {
        let baskets = papers_example();
        let (second, _) = cut_made(&baskets, MethodName::Mhghs, 2);
        assert_eq!(second, ["H", "K", "L", "M", "e", "i"]);
        let (shown, suppressed) = cut_made(&baskets, MethodName::Mhghs, 5);
        assert_eq!((&shown, &suppressed), (&sorted(CUT_4.to_vec()), &vec!["i"]));
        assert_eq!(cost(&baskets, &cut(&baskets, &shown, &suppressed)), 6.2);
    }
    e004_mh5_flat = "004-mh5-flat" {
        let baskets = papers_flat_example();
        let (shown, suppressed) = cut_made(&baskets, MethodName::Mhghs, 5);
        assert_eq!((shown, suppressed), (sorted(CUT_6.to_vec()), vec!["i"]));
    }
    e004_mh_sound = "004-mh-sound" {
        let baskets = papers_example();
        let made = made(&baskets, MethodName::Mhghs, 5);
        assert!(is_anonymous(&baskets, &made.shown, 5));
    }
    e004_opt = "004-opt" {
        let baskets = papers_example();
        let all = cuts(&baskets.tree, baskets.tree.root());
        let least = all.iter().filter_map(|nodes| least_cost(&baskets, nodes));
        assert_eq!(least.min_by(f64::total_cmp), Some(5.6));
    }
}
