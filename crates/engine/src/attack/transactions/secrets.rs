//! What candidates tell about private items.

use super::TransactionsAttack;
use crate::attack::reveal::{Everywhere, Learned, Reveal};
use cloakroom_microdata::metrics::risk::{Leaning, is_skewed};
use cloakroom_transactions::profile::db::TransactionsDb;

/// Private items and who shows them.
pub(super) struct Secrets {
    items: Vec<SecretItem>,
}

struct SecretItem {
    everywhere: Everywhere,
    /// By basket.
    holds: Vec<bool>,
}

impl Secrets {
    pub fn new(baskets: &TransactionsAttack<'_>, released: &TransactionsDb) -> Self {
        let data = baskets.checked.baskets.as_ref();
        let items = baskets.private.iter().filter_map(|name| {
            let code = baskets.transactions.items.find(name)?;
            let holds: Vec<bool> = if baskets.apart() {
                (0..data.len())
                    .map(|basket| data.private_of(basket).contains(&code))
                    .collect()
            } else {
                // An item like any other: it is told by baskets that show it and not something above it.
                let leaf = data
                    .tree
                    .leaves()
                    .iter()
                    .find(|&&leaf| data.tree.name(leaf) == name)?;
                let item = released
                    .nodes
                    .iter()
                    .position(|node| node == leaf)
                    .map(|item| item as u32);
                let shows = |record: &u32| {
                    item.is_some_and(|item| released.sets.set(*record as usize).contains(&item))
                };
                released.record_of.iter().map(shows).collect()
            };
            let with = holds.iter().filter(|&&holds| holds).count() as u64;
            Some(SecretItem {
                everywhere: Everywhere {
                    column: name.clone(),
                    counts: vec![data.len() as u64 - with, with],
                    all: data.len() as u64,
                },
                holds,
            })
        });
        Self {
            items: items.collect(),
        }
    }

    /// The private items that occur.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.items
            .iter()
            .map(|item| item.everywhere.column.as_str())
    }

    /// Only that somebody has a private item is told; that they have none is no secret.
    pub fn reveal(&self, baskets: &[u32]) -> Vec<Reveal> {
        let all = baskets.len() as u64;
        self.items
            .iter()
            .filter_map(|item| {
                let here = baskets
                    .iter()
                    .filter(|&&basket| item.holds[basket as usize])
                    .count() as u64;
                if here == 0 {
                    return None;
                }
                let leaning = Leaning {
                    here,
                    records: all,
                    everywhere: item.everywhere.counts[1],
                    all: item.everywhere.all,
                };
                let learned = match here {
                    here if here == all => Learned::Revealed,
                    _ if is_skewed(leaning) => Learned::Skewed,
                    _ => Learned::Hidden,
                };
                Some(Reveal {
                    column: item.everywhere.column.clone(),
                    learned,
                    value: "in the basket".to_owned(),
                    share: leaning.share(),
                    prior: leaning.prior(),
                })
            })
            .collect()
    }
}
