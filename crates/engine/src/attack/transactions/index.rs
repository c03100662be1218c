//! Distinct baskets by what they show, ready to be asked which fit what is known.

use cloakroom_core::{Lists, Taxonomy};
use cloakroom_transactions::profile::db::TransactionsDb;
use std::collections::HashMap;

/// Distinct baskets by what they show.
pub(super) struct Index<'a> {
    db: &'a TransactionsDb,
    tree: &'a Taxonomy,
    /// By item of the db: the sets that hold it.
    holders: Lists,
    /// By set: its baskets.
    pub baskets: Lists,
    /// By node of the tree: its item in the db.
    item_of: HashMap<u32, u32>,
    gone: Option<&'a [bool]>,
}

impl<'a> Index<'a> {
    pub fn new(db: &'a TransactionsDb, tree: &'a Taxonomy, gone: Option<&'a [bool]>) -> Self {
        let item_of = db
            .nodes
            .iter()
            .zip(0..)
            .map(|(&node, item)| (node, item))
            .collect();
        Self {
            db,
            tree,
            holders: Lists::sorted(db.items(), db.sets.items()),
            baskets: Lists::of_places(db.sets.len(), &db.record_of),
            item_of,
            gone,
        }
    }

    /// Sets that fit everything that is known, ascending.
    pub fn fitting(&self, nodes: &[u32]) -> Vec<u32> {
        let mut asked: Vec<Vec<u32>> = nodes
            .iter()
            .filter(|&&node| !self.gone.is_some_and(|gone| gone[node as usize]))
            .map(|&node| self.items_for(node))
            .collect();
        asked.sort_by_key(|items| {
            items
                .iter()
                .map(|&item| self.holders[item].len())
                .sum::<usize>()
        });
        let Some((first, others)) = asked.split_first() else {
            return (0..self.db.sets.len() as u32).collect();
        };
        let mut found: Vec<u32> = first
            .iter()
            .flat_map(|&item| &self.holders[item])
            .copied()
            .collect();
        found.sort_unstable();
        found.dedup();
        found.retain(|&set| {
            let held = self.db.sets.set(set as usize);
            others
                .iter()
                .all(|items| items.iter().any(|item| held.binary_search(item).is_ok()))
        });
        found
    }

    /// Items of the release that a known node may be shown as: itself, those above and those below.
    fn items_for(&self, node: u32) -> Vec<u32> {
        let mut items: Vec<u32> = self
            .tree
            .path(node)
            .iter()
            .filter_map(|node| self.item_of.get(node))
            .copied()
            .collect();
        let mut waiting: Vec<u32> = self.tree.children(node).to_vec();
        while let Some(below) = waiting.pop() {
            items.extend(self.item_of.get(&below));
            waiting.extend(self.tree.children(below));
        }
        items.sort_unstable();
        items
    }
}
