//! What a search over cuts stands on: equal baskets merged, and for every node the baskets that hold something
//! under it.

use crate::model::baskets::Baskets;
use crate::profile::transactions::BasketDb;

pub struct Ground<'a> {
    pub baskets: &'a Baskets,
    /// By merged basket.
    pub weight: Vec<u32>,
    /// `starts[node]..starts[node + 1]` are the places in `holders` of one node.
    starts: Vec<u32>,
    /// Merged baskets, ascending.
    holders: Vec<u32>,
}

impl<'a> Ground<'a> {
    pub fn new(baskets: &'a Baskets) -> Self {
        let db = BasketDb::original(baskets);
        let tree = &baskets.tree;
        let mut pairs: Vec<(u32, u32)> = Vec::new();
        let mut seen = vec![u32::MAX; tree.len()];
        for record in 0..db.sets.len() {
            for &item in db.sets.set(record) {
                let mut node = Some(db.nodes[item as usize]);
                while let Some(at) = node.filter(|&at| seen[at as usize] != record as u32) {
                    seen[at as usize] = record as u32;
                    pairs.push((at, record as u32));
                    node = tree.parent(at);
                }
            }
        }
        let mut starts = vec![0u32; tree.len() + 1];
        for &(node, _) in &pairs {
            starts[node as usize + 1] += 1;
        }
        for node in 0..tree.len() {
            starts[node + 1] += starts[node];
        }
        let mut next = starts.clone();
        let mut holders = vec![0; pairs.len()];
        for (node, record) in pairs {
            holders[next[node as usize] as usize] = record;
            next[node as usize] += 1;
        }
        Self {
            baskets,
            weight: db.sets.weight,
            starts,
            holders,
        }
    }

    /// Merged baskets with something under a node, ascending.
    pub fn holders(&self, node: u32) -> &[u32] {
        let at = node as usize;
        &self.holders[self.starts[at] as usize..self.starts[at + 1] as usize]
    }

    pub fn support(&self, node: u32) -> u32 {
        let holders = self.holders(node).iter();
        holders.map(|&basket| self.weight[basket as usize]).sum()
    }
}
