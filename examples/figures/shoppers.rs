//! Made-up baskets for measuring: a few items are in many baskets, most in few, and some go together.

use cloakroom_core::progress::{Progress, Stopped};
use cloakroom_core::taxonomy::Taxonomy;
use cloakroom_transactions::transactions::PreparedTransactions;
use std::sync::Arc;

#[derive(Clone, Copy, Debug)]
pub struct Shoppers {
    pub baskets: usize,
    pub items: usize,
    /// On average.
    pub length: usize,
    pub fan: usize,
}

impl Shoppers {
    pub fn baskets(self, seed: u64) -> PreparedTransactions {
        let names: Vec<String> = (0..self.items).map(|item| format!("i{item}")).collect();
        let mut stream = seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1;
        let mut next = |below: usize| {
            stream ^= stream << 13;
            stream ^= stream >> 7;
            stream ^= stream << 17;
            (stream >> 33) as usize % below.max(1)
        };
        let mut sold = vec![0u32; self.items];
        let baskets: Vec<Vec<usize>> = (0..self.baskets)
            .map(|_| {
                let wanted = 1 + next(self.length) + next(self.length);
                let theme = next(self.items);
                let mut basket: Vec<usize> = (0..wanted)
                    .map(|_| {
                        // The square of an even spread is dense near 0: few items are sold often.
                        let often = next(self.items) * next(self.items) / self.items.max(1);
                        if next(4) == 0 {
                            (theme + next(5)) % self.items
                        } else {
                            often
                        }
                    })
                    .collect();
                basket.sort_unstable();
                basket.dedup();
                for &item in &basket {
                    sold[item] += 1;
                }
                basket
            })
            .collect();
        let sold: Vec<(&str, u32)> = names.iter().map(String::as_str).zip(sold).collect();
        let tree = Taxonomy::by_frequency(&sold, self.fan).unwrap_or_else(|error| {
            panic!("the made-up items have no tree: {error}");
        });
        let leaf_of = tree
            .leaf_of(&names.iter().map(String::as_str).collect())
            .unwrap_or_default();
        let transactions = cloakroom_core::transactions::Transactions {
            items: names.iter().map(String::as_str).collect(),
            starts: std::iter::once(0)
                .chain(baskets.iter().scan(0, |end, basket| {
                    *end += basket.len();
                    Some(*end)
                }))
                .collect(),
            item: baskets
                .concat()
                .into_iter()
                .map(|item| item as u32)
                .collect(),
            labels: None,
        };
        let tree = Arc::new(tree);
        PreparedTransactions::new(&transactions, tree, &leaf_of, &[], &Progress::default())
            .unwrap_or_else(|Stopped| unreachable!("nobody stops it"))
    }
}
