//! Random trees and baskets.

use super::reached;
use super::reference::{Reference, visited};
use crate::method::hghs::ground::Ground;
use crate::method::hghs::rank::Ranks;
use crate::method::hghs::scenarios;
use crate::method::hghs::search::descend;
use crate::method::hghs::state::Aim;
use crate::method::{Round, Step};
use crate::transactions::{Cut, PreparedTransactions};
use cloakroom_core::{Progress, Taxonomy};
use std::sync::Arc;

fn random(seed: &mut u64) -> u64 {
    *seed ^= *seed << 13;
    *seed ^= *seed >> 7;
    *seed ^= *seed << 17;
    *seed
}

/// Up to 10 leaves under a random tree, up to 40 baskets, some items more common than others.
fn random_transactions(seed: &mut u64) -> PreparedTransactions {
    let leaves = 3 + (random(seed) % 8) as usize;
    let mut roots: Vec<String> = (0..leaves).map(|leaf| format!("i{leaf}")).collect();
    let mut links = Vec::new();
    let mut inner = 0;
    while roots.len() > 1 {
        let take = (2 + random(seed) as usize % 3).min(roots.len());
        let name = format!("n{}", random(seed) % 100 * 100 + inner);
        inner += 1;
        for _ in 0..take {
            let at = random(seed) as usize % roots.len();
            links.push((roots.remove(at), name.clone()));
        }
        roots.push(name);
    }
    let tree = Taxonomy::from_links(&links).unwrap();
    let count = 1 + random(seed) % 40;
    let density = 1 + random(seed) % 4;
    let names: Vec<String> = (0..leaves).map(|leaf| format!("i{leaf}")).collect();
    let baskets: Vec<Vec<&str>> = (0..count)
        .map(|_| {
            let held = |leaf: &usize| random(seed) % (3 + *leaf as u64) < density;
            let held: Vec<usize> = (0..leaves).filter(held).collect();
            held.into_iter().map(|leaf| names[leaf].as_str()).collect()
        })
        .collect();
    PreparedTransactions::from_names(Arc::new(tree), &baskets)
}

#[test]
fn any_search_is_that_of_the_algorithm_as_written() {
    let mut seed = 11;
    let (mut suppressing, mut long, mut shorter) = (0, 0, 0);
    for _ in 0..400 {
        let baskets = random_transactions(&mut seed);
        let k = 1 + (random(&mut seed) % 6) as u32;
        let m = 1 + (random(&mut seed) % 5) as u32;
        let reference = Reference {
            baskets: &baskets,
            k,
        };
        let m_used = m.min(baskets.longest().max(1) as u32);
        let (cut, round) = reference.search(&[], m_used);
        suppressing += usize::from(!cut.suppressed.is_empty());
        long += usize::from(round.steps.len() > 3);
        let (found, walk) = reached(&baskets, k, m, false);
        assert_eq!((found, walk.rounds), (cut, vec![round]));
        let rounds = reference.rounds(m_used);
        let (found, walk) = reached(&baskets, k, m, true);
        let (last, _) = rounds.last().unwrap();
        assert_eq!(found, *last);
        for (round, (_, expected)) in walk.rounds.iter().zip(&rounds) {
            assert_eq!(round, expected);
        }
        // The rounds that are left out change nothing.
        for (cut, _) in &rounds[walk.rounds.len() - 1..] {
            assert_eq!(cut, last);
        }
        shorter += usize::from(walk.rounds.len() < rounds.len());
    }
    assert!(
        suppressing > 50 && long > 50 && shorter > 20,
        "{suppressing} {long} {shorter}"
    );
}

#[test]
fn the_suppression_of_any_cut_is_that_of_the_walk() {
    let (mut seed, mut answered) = (5, 0);
    for _ in 0..400 {
        let baskets = random_transactions(&mut seed);
        let k = 1 + (random(&mut seed) % 6) as u32;
        let m = 1 + (random(&mut seed) % 5) as u32;
        let tree = &baskets.tree;
        let mut cut = vec![tree.root()];
        for _ in 0..random(&mut seed) % 5 {
            let at = random(&mut seed) as usize % cut.len();
            if !tree.is_leaf(cut[at]) {
                let node = cut.swap_remove(at);
                cut.extend(tree.children(node));
            }
        }
        let reference = Reference {
            baskets: &baskets,
            k,
        };
        let expected = reference.walk(&cut, m);
        let walk = scenarios(&baskets, &cut, k, m, &Progress::default()).unwrap();
        assert_eq!(visited(&walk), expected);
        assert_eq!(walk.suppressed(), reference.suppressed(&cut, m));
        // Every suppression answers a minimal threat of the cut, of nodes that are kept before.
        let mut threats = reference.minimal_threats(&cut, m);
        threats.iter_mut().for_each(|threat| threat.sort_unstable());
        for (place, told) in walk.threats.iter().enumerate() {
            let Some(told) = told else { continue };
            let is_kept =
                |other: &u32| (0..place).any(|at| walk.tried[at] == *other && walk.keeps(at));
            assert!(told.others.iter().all(is_kept));
            let mut threat = told.others.clone();
            threat.push(walk.tried[place]);
            threat.sort_unstable();
            assert!(threats.contains(&threat));
            let holds = |&at: &usize| {
                let leaves = baskets.basket(at).iter();
                let nodes: Vec<u32> = leaves
                    .map(|&leaf| reference.node_above(&cut, leaf))
                    .collect();
                threat.iter().all(|node| nodes.contains(node))
            };
            assert_eq!(
                told.support as usize,
                (0..baskets.len()).filter(holds).count()
            );
            answered += 1;
        }
    }
    assert!(answered > 200, "{answered}");
}

/// Up to 50 leaves under a random tree; baskets come from a few themes, so that many sets of items recur.
fn larger_transactions(seed: &mut u64) -> PreparedTransactions {
    let leaves = 15 + (random(seed) % 35) as usize;
    let names: Vec<String> = (0..leaves).map(|leaf| format!("i{leaf}")).collect();
    let mut roots = names.clone();
    let mut links = Vec::new();
    let widest = 2 + random(seed) % 5;
    while roots.len() > 1 {
        let take = (2 + random(seed) % widest).min(roots.len() as u64) as usize;
        let name = format!("n{}", links.len());
        // Neighbours are put together, and what was put together comes last again.
        let at = random(seed) as usize % (roots.len() - take + 1).min(4);
        links.extend(
            roots
                .drain(at..at + take)
                .map(|child| (child, name.clone())),
        );
        roots.push(name);
    }
    let tree = Taxonomy::from_links(&links).unwrap();
    let count = 20 + random(seed) % 150;
    let themes = 1 + random(seed) % 12;
    let noise = 2 + random(seed) % 20;
    let baskets: Vec<Vec<&str>> = (0..count)
        .map(|_| {
            let theme = random(seed) % (1 + random(seed) % themes);
            let held = |leaf: &usize| {
                let of_theme = (*leaf as u64 * 7 + 3) % themes == theme;
                random(seed).is_multiple_of(if of_theme { 3 } else { 10 * noise })
            };
            let held: Vec<usize> = (0..leaves).filter(held).collect();
            held.into_iter().map(|leaf| names[leaf].as_str()).collect()
        })
        .collect();
    PreparedTransactions::from_names(Arc::new(tree), &baskets)
}

/// The search as it is written, with a whole walk through the scenarios for every cut.
fn plain_search(baskets: &PreparedTransactions, floor: &[u32], k: u32, m: u32) -> (Cut, Round) {
    let tree = &baskets.tree;
    let ranks = Ranks::new(baskets);
    let reference = Reference { baskets, k };
    let evaluated = |mut cut: Vec<u32>| {
        ranks.sort(&mut cut);
        let walk = scenarios(baskets, &cut, k, m, &Progress::default()).unwrap();
        let suppressed = walk.suppressed();
        (reference.cost(&cut, &suppressed), cut, suppressed)
    };
    let (mut cost, mut cut, mut suppressed) = evaluated(vec![tree.root()]);
    let mut steps = Vec::new();
    let mut specialised = None;
    loop {
        let can_be_replaced = |node: &u32| !tree.is_leaf(*node) && !floor.contains(node);
        let nodes = cut.iter();
        let mut children: Vec<_> = nodes
            .copied()
            .filter(can_be_replaced)
            .map(|node| (node, evaluated(reference.child(&cut, node))))
            .collect();
        children.sort_by_key(|(_, child)| child.0);
        let tried = children.iter().map(|(node, child)| (*node, child.0));
        steps.push(Step {
            specialised,
            suppressed: reference.in_tree_order(&suppressed),
            cost,
            tried: tried.collect(),
        });
        match children.into_iter().next() {
            Some((node, child)) if child.0 < cost => {
                (cost, cut, suppressed) = child;
                specialised = Some(node);
            }
            _ => break,
        }
    }
    let cut = Cut {
        nodes: reference.in_tree_order(&cut),
        suppressed: reference.in_tree_order(&suppressed),
    };
    (cut, Round { size: m, steps })
}

#[test]
fn longer_searches_are_those_of_the_plain_one() {
    let pools = [1, 3].map(|threads| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads);
        pool.build().unwrap()
    });
    let mut seed = 3;
    let (mut steps, mut suppressed, mut returned) = (0, 0, 0);
    for run in 0..600 {
        let baskets = larger_transactions(&mut seed);
        let aim = Aim {
            k: 2 + (random(&mut seed) % 6) as u32,
            size: 1 + (random(&mut seed) % 3) as u32,
        };
        let remembered = 1 + run % 5;
        let ground = Ground::new(&baskets, &Progress::default()).unwrap();
        let mut is_floor = vec![false; ground.nodes()];
        let mut floor = Vec::new();
        for again in 0..2 {
            let (cut, mut round) = plain_search(&baskets, &floor, aim.k, aim.size);
            for step in &mut round.steps {
                step.tried.truncate(remembered);
            }
            steps += round.steps.len();
            suppressed += usize::from(!cut.suppressed.is_empty());
            let pairs = round.steps.windows(2);
            returned += pairs
                .filter(|pair| {
                    let comes_back = |node: &&u32| {
                        cut.nodes.contains(node) && !pair[1].suppressed.contains(node)
                    };
                    pair[0].suppressed.iter().any(|node| comes_back(&node))
                })
                .count();
            let pool = &pools[run % pools.len()];
            let found = pool.install(|| {
                descend(&ground, &is_floor, aim, remembered, &Progress::default()).unwrap()
            });
            assert_eq!(found, (cut.clone(), round));
            // Once more above some of the nodes that were passed.
            let ranks = Ranks::new(&baskets);
            floor = cut.nodes.iter().skip(again).step_by(3).copied().collect();
            floor = floor
                .iter()
                .filter_map(|&node| baskets.tree.parent(node))
                .collect();
            for &node in &floor {
                is_floor[ranks.of[node as usize] as usize] = true;
            }
        }
    }
    assert!(
        steps > 1_000 && suppressed > 60 && returned > 10,
        "{steps} {suppressed} {returned}"
    );
}
