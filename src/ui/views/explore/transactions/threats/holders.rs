//! Which baskets hold a set of items.

use crate::ui::linked::sets_with;
use cloakroom_transactions::profile::TransactionsDb;
use std::sync::Arc;

/// So many are listed.
pub const MOST: usize = 500;

pub struct SetHolders {
    db: Arc<TransactionsDb>,
    set: Vec<u32>,
    /// In their order, the first ones.
    pub baskets: Vec<u32>,
    pub count: usize,
}

impl SetHolders {
    /// `set` are nodes of the taxonomy.
    pub fn new(db: &Arc<TransactionsDb>, set: &[u32]) -> Self {
        let holds = sets_with(db, set);
        let mut baskets = Vec::new();
        let mut count = 0;
        for (basket, &record) in (0..).zip(&db.record_of) {
            if holds[record as usize] {
                count += 1;
                if count <= MOST {
                    baskets.push(basket);
                }
            }
        }
        Self {
            db: db.clone(),
            set: set.to_vec(),
            baskets,
            count,
        }
    }

    /// The baskets that hold a node.
    pub fn alone(&self, node: u32) -> u32 {
        let item = self.db.nodes.iter().position(|&other| other == node);
        item.map_or(0, |item| self.db.support[item])
    }

    pub fn is_of(&self, db: &Arc<TransactionsDb>, set: &[u32]) -> bool {
        Arc::ptr_eq(&self.db, db) && self.set == set
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use cloakroom_transactions::transactions::papers_example;

    #[test]
    fn the_baskets_of_a_set() {
        let baskets = papers_example();
        let db = Arc::new(TransactionsDb::original(&baskets));
        let node = |name: &str| {
            let mut nodes = 0..baskets.tree.len() as u32;
            nodes.find(|&node| baskets.tree.name(node) == name).unwrap()
        };
        let holders = SetHolders::new(&db, &[node("f"), node("a")]);
        assert_eq!(holders.baskets, [1, 4]);
        assert!(
            SetHolders::new(&db, &[node("a"), node("e")])
                .baskets
                .is_empty()
        );
        assert!(SetHolders::new(&db, &[node("P")]).baskets.is_empty());
        let cuts = Arc::new(TransactionsDb::over_all_cuts(&baskets));
        let holders_of_groups = SetHolders::new(&cuts, &[node("P"), node("x")]);
        assert_eq!(holders_of_groups.baskets, [3]);
        assert_eq!(holders_of_groups.alone(node("P")), 5);
        assert!(holders.is_of(&db, &[node("f"), node("a")]));
    }
}
