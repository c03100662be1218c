//! The algorithm as it is written.

use crate::method::hghs::Scenarios;
use crate::method::{Round, Step};
use crate::transactions::{Cut, PreparedTransactions};

/// One node of the tree of scenarios: what it keeps, in order, and whether no threat lies in that.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Visited {
    pub headlist: Vec<u32>,
    pub valid: bool,
}

/// The nodes of the tree that the walk visits, in its order.
pub fn visited(walk: &Scenarios) -> Vec<Visited> {
    let mut kept = Vec::new();
    let mut visited = vec![Visited {
        headlist: Vec::new(),
        valid: true,
    }];
    for (place, &node) in walk.tried.iter().enumerate() {
        let valid = walk.keeps(place);
        kept.push(node);
        visited.push(Visited {
            headlist: kept.clone(),
            valid,
        });
        if !valid {
            kept.pop();
        }
    }
    visited
}

/// Over all subsets of all baskets: for small trees only.
pub struct Reference<'a> {
    pub baskets: &'a PreparedTransactions,
    pub k: u32,
}

impl Reference<'_> {
    pub fn node_above(&self, cut: &[u32], leaf: u32) -> u32 {
        let path = self.baskets.tree.path(leaf);
        path.into_iter().find(|node| cut.contains(node)).unwrap()
    }

    /// Every minimal threat of the generalized data.
    pub fn minimal_threats(&self, cut: &[u32], m: u32) -> Vec<Vec<u32>> {
        let masks: Vec<u32> = (0..self.baskets.len())
            .map(|at| {
                self.baskets.basket(at).iter().fold(0, |mask, &leaf| {
                    let node = self.node_above(cut, leaf);
                    mask | 1 << cut.iter().position(|&other| other == node).unwrap()
                })
            })
            .collect();
        let is_threat = |set: u32| {
            let support = masks.iter().filter(|&&mask| mask & set == set).count() as u32;
            (1..=m).contains(&set.count_ones()) && (1..self.k).contains(&support)
        };
        let mut threats: Vec<u32> = Vec::new();
        let mut sets: Vec<u32> = (1..1u32 << cut.len()).collect();
        sets.sort_by_key(|set| set.count_ones());
        for set in sets {
            if is_threat(set) && threats.iter().all(|&less| set & less != less) {
                threats.push(set);
            }
        }
        let nodes = |set: &u32| {
            let members = (0..cut.len()).filter(|&at| set >> at & 1 == 1);
            members.map(|at| cut[at]).collect()
        };
        threats.iter().map(nodes).collect()
    }

    pub fn ordered(&self, cut: &[u32]) -> Vec<u32> {
        let mut cut = cut.to_vec();
        let baskets = self.baskets;
        cut.sort_by_key(|&node| {
            let losses = baskets.unit() - (u64::from(baskets.tree.leaves_under(node)) - 1);
            let occurrences = baskets.occurrences[node as usize];
            (
                std::cmp::Reverse(occurrences * losses),
                std::cmp::Reverse(occurrences),
                baskets.tree.name(node).to_owned(),
            )
        });
        cut
    }

    /// Headlist and taillist: always on to the first valid child.
    pub fn walk(&self, cut: &[u32], m: u32) -> Vec<Visited> {
        let threats = self.minimal_threats(cut, m);
        let is_valid = |headlist: &[u32]| {
            let lies_in = |threat: &Vec<u32>| threat.iter().all(|node| headlist.contains(node));
            !threats.iter().any(lies_in)
        };
        let mut headlist: Vec<u32> = Vec::new();
        let mut taillist = self.ordered(cut);
        let mut visited = vec![Visited {
            headlist: Vec::new(),
            valid: true,
        }];
        loop {
            let mut moved = false;
            for at in 0..taillist.len() {
                let mut child = headlist.clone();
                child.push(taillist[at]);
                let valid = is_valid(&child);
                visited.push(Visited {
                    headlist: child.clone(),
                    valid,
                });
                if valid {
                    headlist = child;
                    taillist = taillist[at + 1..].to_vec();
                    moved = true;
                    break;
                }
            }
            if !moved {
                return visited;
            }
        }
    }

    pub fn suppressed(&self, cut: &[u32], m: u32) -> Vec<u32> {
        let visited = self.walk(cut, m);
        let last = visited.iter().rfind(|node| node.valid).unwrap();
        let gone = |node: &u32| !last.headlist.contains(node);
        self.ordered(cut).into_iter().filter(gone).collect()
    }

    pub fn cost(&self, cut: &[u32], suppressed: &[u32]) -> u64 {
        let of_cut = |node: &u32| {
            let occurrences = self.baskets.occurrences[*node as usize];
            occurrences * (u64::from(self.baskets.tree.leaves_under(*node)) - 1)
        };
        let general: u64 = cut.iter().map(of_cut).sum();
        let whole: u64 = suppressed
            .iter()
            .map(|&node| self.baskets.occurrences[node as usize] * self.baskets.unit())
            .sum();
        general + whole - suppressed.iter().map(of_cut).sum::<u64>()
    }

    pub fn in_tree_order(&self, nodes: &[u32]) -> Vec<u32> {
        let mut order = self.baskets.tree.top_down();
        order.retain(|node| nodes.contains(node));
        order
    }

    pub fn search(&self, floor: &[u32], m: u32) -> (Cut, Round) {
        let tree = &self.baskets.tree;
        let mut cut = vec![tree.root()];
        let mut steps = Vec::new();
        let mut specialised = None;
        loop {
            let suppressed = self.suppressed(&cut, m);
            let cost = self.cost(&cut, &suppressed);
            let mut tried = Vec::new();
            let mut best: Option<(u64, u32)> = None;
            for &node in &self.ordered(&cut) {
                if tree.is_leaf(node) || floor.contains(&node) {
                    continue;
                }
                let child = self.child(&cut, node);
                let cost = self.cost(&child, &self.suppressed(&child, m));
                tried.push((node, cost));
                if best.is_none_or(|best| cost < best.0) {
                    best = Some((cost, node));
                }
            }
            tried.sort_by_key(|&(_, cost)| cost);
            steps.push(Step {
                specialised,
                suppressed: self.in_tree_order(&suppressed),
                cost,
                tried,
            });
            let Some((_, node)) = best.filter(|best| best.0 < cost) else {
                let cut = Cut {
                    nodes: self.in_tree_order(&cut),
                    suppressed: self.in_tree_order(&suppressed),
                };
                return (cut, Round { size: m, steps });
            };
            cut = self.child(&cut, node);
            specialised = Some(node);
        }
    }

    pub fn child(&self, cut: &[u32], node: u32) -> Vec<u32> {
        let mut child: Vec<u32> = cut.iter().copied().filter(|&other| other != node).collect();
        child.extend(self.baskets.tree.children(node));
        child
    }

    pub fn rounds(&self, m: u32) -> Vec<(Cut, Round)> {
        let mut done: Vec<(Cut, Round)> = Vec::new();
        for size in 1..=m {
            let floor = done.last().map_or(Vec::new(), |last| last.0.nodes.clone());
            done.push(self.search(&floor, size));
        }
        done
    }
}
