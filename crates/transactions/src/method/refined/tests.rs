//! Held to plain counting, to every other method, and to the best of all global recodings.

use super::super::{TransactionsOutcome, TransactionsTask, run};
use super::bench::Bar;
use super::clash::{Clash, Threes};
use super::ground::{Equals, Ground};
use super::kept::Kept;
use crate::privacy::{Coherence, TransactionsTarget};
use crate::profile::TransactionsDb;
use crate::profile::trial::{self, Dice, Plain};
use crate::transactions::{Cut, PreparedTransactions, papers_example};
use cloakroom_core::{Failure, MethodName, MethodSettings, Progress, Taxonomy};
use std::sync::Arc;

const OTHERS: [MethodName; 5] = [
    MethodName::Hghs,
    MethodName::Mhghs,
    MethodName::Aa,
    MethodName::Mm,
    MethodName::Lg,
];

fn settings(exclusive: bool) -> MethodSettings {
    MethodSettings {
        exclusive,
        ..MethodSettings::default()
    }
}

fn anonymity(k: u32, m: u32) -> TransactionsTarget {
    TransactionsTarget {
        k,
        m,
        coherence: None,
        duplicates: false,
    }
}

fn shown(
    name: MethodName,
    baskets: &PreparedTransactions,
    target: TransactionsTarget,
    exclusive: bool,
) -> Option<(Vec<u32>, Option<Cut>)> {
    let settings = settings(exclusive);
    let task = TransactionsTask {
        baskets,
        target,
        settings: &settings,
    };
    match run(name, task, &Progress::default()) {
        Ok(TransactionsOutcome::Reached(result)) => Some((result.shown, result.cut)),
        _ => None,
    }
}

fn is_anonymous(baskets: &PreparedTransactions, shown: &[u32], k: u32, m: u32) -> bool {
    let plain = Plain::new(&TransactionsDb::shown(baskets, shown));
    plain.threats(k, m).next().is_none()
}

/// Every choice of nodes to keep under a node, none of them under another.
fn choices(tree: &Taxonomy, node: u32) -> Vec<Vec<u32>> {
    let mut all = vec![Vec::new()];
    for &child in tree.children(node) {
        let below = choices(tree, child);
        let both = |kept: &Vec<u32>| -> Vec<Vec<u32>> {
            let joined = below
                .iter()
                .map(|more| [kept.clone(), more.clone()].concat());
            joined.collect()
        };
        all = all.iter().flat_map(both).collect();
    }
    all.push(vec![node]);
    all
}

/// The least loss of all global recodings.
fn optimum(baskets: &PreparedTransactions, k: u32, m: u32) -> u64 {
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
    let fits = found
        .iter()
        .find(|(_, shown)| is_anonymous(baskets, shown, k, m));
    fits.unwrap().0
}

#[test]
fn what_the_paper_found_is_found() {
    let baskets = papers_example();
    let target = anonymity(2, u32::MAX);
    let (global, cut) = shown(MethodName::Refined, &baskets, target, true).unwrap();
    assert_eq!(baskets.cost(&global), 56);
    let names = |nodes: &[u32]| -> Vec<String> {
        let name = |&node: &u32| baskets.tree.name(node).to_owned();
        nodes.iter().map(name).collect()
    };
    let cut = cut.unwrap();
    assert_eq!(names(&cut.nodes), ["P", "f", "g", "M", "e", "i"]);
    assert_eq!(names(&cut.suppressed), ["i"]);
    let (local, _) = shown(MethodName::Refined, &baskets, target, false).unwrap();
    assert!(is_anonymous(&baskets, &local, 2, u32::MAX));
    assert!(baskets.cost(&local) < 56, "{}", baskets.cost(&local));
}

#[test]
fn never_worse_than_any_other_method_and_mostly_as_good_as_can_be() {
    let mut dice = Dice::new(11);
    let (mut runs, mut met, mut beaten, mut less) = (0, 0, 0, 0);
    while runs < 400 {
        let baskets = trial::baskets(&mut dice);
        let (k, m) = (2 + dice.roll(3) as u32, 1 + dice.roll(5) as u32);
        if (baskets.len() as u32) < k {
            continue;
        }
        runs += 1;
        let target = anonymity(k, m);
        let (local, _) = shown(MethodName::Refined, &baskets, target, false).unwrap();
        let (global, cut) = shown(MethodName::Refined, &baskets, target, true).unwrap();
        assert!(is_anonymous(&baskets, &local, k, m) && is_anonymous(&baskets, &global, k, m));
        assert_eq!(cut.unwrap().shown(&baskets), global);
        let (local, global) = (baskets.cost(&local), baskets.cost(&global));
        for name in OTHERS {
            if let Some((shown, cut)) = shown(name, &baskets, target, false) {
                let cost = baskets.cost(&shown);
                assert!(local <= cost, "{name:?} is better: {cost} < {local}");
                assert!(
                    cut.is_none() || global <= cost,
                    "{name:?}: {cost} < {global}"
                );
            }
        }
        let best = optimum(&baskets, k, m);
        assert!(global >= best);
        met += u32::from(global == best);
        beaten += u32::from(local <= best);
        less += u32::from(local < best);
    }
    println!("of {runs}: global optimum met in {met}, local as good in {beaten}, better in {less}");
    assert!(met * 100 >= runs * 80 && beaten * 100 >= runs * 95);
}

#[test]
fn what_is_told_about_private_items_is_bounded() {
    let mut dice = Dice::new(12);
    let mut gained = 0;
    for _ in 0..300 {
        let baskets = trial::with_private(&mut dice);
        let coherence = Coherence {
            p: 1 + dice.roll(3) as u32,
            share: 200_000 + 100_000 * dice.roll(8),
        };
        let target = TransactionsTarget {
            coherence: Some(coherence),
            ..anonymity(2 + dice.roll(3) as u32, dice.roll(4) as u32)
        };
        if (baskets.len() as u32) < target.k {
            continue;
        }
        for exclusive in [true, false] {
            let (found, _) = shown(MethodName::Refined, &baskets, target, exclusive).unwrap();
            let db = TransactionsDb::shown(&baskets, &found);
            let plain = Plain::new(&db);
            assert_eq!(plain.threats(target.k, target.m).next(), None);
            for set in plain.supported(coherence.p) {
                let (all, with) = trial::counted(&db, &plain, set);
                assert!(all >= target.k);
                assert!(!coherence.is_broken_by(with.into(), all.into()));
            }
            let (other, _) = shown(MethodName::Mm, &baskets, target, false).unwrap();
            assert!(baskets.cost(&found) <= baskets.cost(&other));
            gained += u32::from(baskets.cost(&found) < baskets.cost(&other));
        }
    }
    assert!(gained > 100, "{gained}");
}

#[test]
fn duplicates_stay_and_lose_less() {
    let mut dice = Dice::new(13);
    let mut gained = 0;
    for _ in 0..300 {
        let baskets = trial::baskets(&mut dice);
        let target = TransactionsTarget {
            duplicates: true,
            ..anonymity(2 + dice.roll(3) as u32, 0)
        };
        if (baskets.len() as u32) < target.k {
            continue;
        }
        let (found, _) = shown(MethodName::Refined, &baskets, target, false).unwrap();
        let weights = TransactionsDb::shown(&baskets, &found).sets.weight;
        assert!(weights.iter().all(|&weight| weight >= target.k));
        let (other, _) = shown(MethodName::Lg, &baskets, target, false).unwrap();
        assert!(baskets.cost(&found) <= baskets.cost(&other));
        gained += u32::from(baskets.cost(&found) < baskets.cost(&other));
    }
    assert!(gained > 30, "{gained}");
}

/// Some hundred baskets over a tree of three levels, so that lists are long enough to be shared among threads.
fn many() -> PreparedTransactions {
    let links: Vec<(String, String)> = (0..48)
        .flat_map(|item| {
            let (low, high) = (format!("low {}", item / 4), format!("high {}", item / 16));
            let up = (low.clone(), high.clone());
            [(format!("{item}"), low), up, (high, "all".to_owned())]
        })
        .collect();
    let tree = Arc::new(Taxonomy::from_links(&links).unwrap());
    let mut dice = Dice::new(14);
    let rows: Vec<Vec<String>> = (0..1_500)
        .map(|_| {
            let items = 0..2 + dice.roll(8);
            items
                .map(|_| (dice.roll(48).min(dice.roll(48))).to_string())
                .collect()
        })
        .collect();
    let rows: Vec<Vec<&str>> = rows
        .iter()
        .map(|row| row.iter().map(String::as_str).collect())
        .collect();
    PreparedTransactions::from_names(tree, &rows)
}

#[test]
fn the_same_for_any_number_of_threads() {
    let baskets = many();
    let settings = MethodSettings {
        effort: 6,
        ..MethodSettings::default()
    };
    for m in [3, 5] {
        let task = TransactionsTask {
            baskets: &baskets,
            target: anonymity(5, m),
            settings: &settings,
        };
        let results = [1, 2].map(|threads| {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build();
            let work = || run(MethodName::Refined, task, &Progress::default());
            match pool.unwrap().install(work) {
                Ok(TransactionsOutcome::Reached(result)) => result,
                other => panic!("{other:?}"),
            }
        });
        assert_eq!(results[0], results[1]);
        assert!(results[0].cut.is_none() && results[0].notes.len() == 1);
    }
}

#[test]
fn cuts_that_are_searched_are_the_same_for_any_number_of_threads() {
    let baskets = many();
    let settings = MethodSettings {
        effort: 2,
        ..settings(true)
    };
    let target = anonymity(5, 3);
    let task = TransactionsTask {
        baskets: &baskets,
        target,
        settings: &settings,
    };
    let results = [1, 2].map(|threads| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build();
        let work = || run(MethodName::Refined, task, &Progress::default());
        match pool.unwrap().install(work) {
            Ok(TransactionsOutcome::Reached(result)) => result,
            other => panic!("{other:?}"),
        }
    });
    assert_eq!(results[0], results[1]);
    assert!(results[0].cut.is_some());
    assert!(is_anonymous(&baskets, &results[0].shown, 5, 3));
    let (other, _) = shown(MethodName::Mhghs, &baskets, target, false).unwrap();
    assert!(baskets.cost(&results[0].shown) <= baskets.cost(&other));
}

/// What stands against a node is what plain counting finds.
#[test]
fn clashes_are_those_of_plain_counting() {
    let mut dice = Dice::new(15);
    let (mut clear, mut cleared) = (0, 0);
    for _ in 0..300 {
        let baskets = trial::baskets(&mut dice);
        let asked = Threes {
            k: 2 + dice.roll(3) as u32,
            m: 1 + dice.roll(3) as u32,
        };
        let ground = Ground::new(&baskets, Equals::Merged);
        let target = anonymity(asked.k, asked.m);
        let progress = Progress::default();
        let mut kept = Kept::new(&ground, Bar::new(target), &progress);
        let nodes = ground.node.len();
        for _ in 0..nodes {
            let node = dice.roll(nodes as u64) as u32;
            if !kept.has_kept(node) && kept.kept_above(node).is_none() {
                kept.try_keep(node).unwrap();
            }
        }
        // `true` where keeping these nodes and one more breaks nothing.
        let holds = |others: &[u32], node: u32| {
            let chosen = others.iter().chain([&node]);
            let cut = Cut {
                nodes: chosen.map(|&place| ground.node[place as usize]).collect(),
                suppressed: Vec::new(),
            };
            is_anonymous(&baskets, &cut.shown(&baskets), asked.k, asked.m)
        };
        let mut clash = Clash::default();
        for node in 0..nodes as u32 {
            let occurs = ground.occurrences[node as usize] > 0;
            if kept.has_kept(node) || kept.kept_above(node).is_some() || !occurs {
                continue;
            }
            let all = kept.kept_under(0);
            let first = clash.first(&kept.draft, node, asked);
            assert_eq!(first.is_none(), holds(&all, node));
            let Some(gone) = clash.all(&kept.draft, node, asked, u64::MAX) else {
                assert_eq!(first, Some(Vec::new()));
                continue;
            };
            let mut left = all.clone();
            left.retain(|other| !gone.contains(other));
            assert!(holds(&left, node));
            assert_eq!(gone.is_empty(), first.is_none());
            clear += u32::from(gone.is_empty());
            cleared += u32::from(!gone.is_empty());
        }
    }
    assert!(clear > 50 && cleared > 50, "{clear} and {cleared}");
}

#[test]
fn it_stops_when_asked() {
    let baskets = many();
    for (exclusive, duplicates) in [(false, false), (true, false), (false, true)] {
        let settings = settings(exclusive);
        let task = TransactionsTask {
            baskets: &baskets,
            target: TransactionsTarget {
                duplicates,
                ..anonymity(5, 4)
            },
            settings: &settings,
        };
        let progress = Progress::default();
        progress.stop();
        let outcome = run(MethodName::Refined, task, &progress);
        assert!(matches!(outcome, Err(Failure::Stopped(_))));
    }
}
