//! Small random transactions and plain counting over them, to hold everything else to.

use super::db::TransactionsDb;
use crate::transactions::PreparedTransactions;
use cloakroom_core::Taxonomy;
use std::sync::Arc;

/// A stream of numbers that is the same in every run.
pub struct Dice(u64);

impl Dice {
    pub fn new(seed: u64) -> Self {
        Self(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1)
    }

    pub fn roll(&mut self, below: u64) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 11) % below
    }
}

/// Up to 24 baskets over 3 to 8 items under a tree of two or three levels; some runs have long baskets, some many
/// equal ones.
pub fn baskets(dice: &mut Dice) -> PreparedTransactions {
    let items = 3 + dice.roll(6);
    let groups = 2 + dice.roll(2);
    let mut links = vec![("t".to_owned(), String::new())];
    for item in 0..items {
        let name = char::from(b'a' + item as u8).to_string();
        let group = dice.roll(groups + 1);
        let parent = if group == groups {
            "t".to_owned()
        } else {
            format!("g{group}")
        };
        links.push((name, parent));
    }
    for group in 0..groups {
        let name = format!("g{group}");
        if links.iter().any(|(_, parent)| *parent == name) {
            links.push((name, "t".to_owned()));
        }
    }
    let tree = Arc::new(Taxonomy::from_links(&links).unwrap());
    let names: Vec<String> = tree
        .leaves()
        .iter()
        .map(|&leaf| tree.name(leaf).to_owned())
        .collect();
    let density = 2 + dice.roll(4);
    let kinds = 1 + dice.roll(24);
    let pool: Vec<Vec<&str>> = (0..kinds)
        .map(|_| {
            let held = names.iter().filter(|_| dice.roll(6) < density);
            held.map(String::as_str).collect()
        })
        .collect();
    let rows: Vec<Vec<&str>> = (0..1 + dice.roll(24))
        .map(|_| pool[dice.roll(kinds) as usize].clone())
        .collect();
    PreparedTransactions::from_names(tree, &rows)
}

/// Some baskets get some of three private items.
pub fn with_private(dice: &mut Dice) -> PreparedTransactions {
    let mut baskets = baskets(dice);
    let rarity = 2 + dice.roll(6);
    for basket in 0..baskets.len() {
        baskets
            .private
            .extend((100..103).filter(|_| dice.roll(rarity) == 0));
        baskets.private_starts[basket + 1] = baskets.private.len();
    }
    baskets
}

/// The baskets with a set, and the most of them with one private item.
pub fn counted(db: &TransactionsDb, plain: &Plain, set: u32) -> (u32, u32) {
    let mut with = vec![0; db.private_items.len()];
    let rows = plain.rows.iter().enumerate();
    for (record, _) in rows.filter(|(_, (row, _))| row & set == set) {
        for &(private, count) in db.private_of(record) {
            with[private as usize] += count;
        }
    }
    (plain.support(set), with.into_iter().max().unwrap_or(0))
}

/// Sets as bits of dense items.
pub struct Plain {
    pub items: u32,
    pub rows: Vec<(u32, u32)>,
}

impl Plain {
    pub fn new(db: &TransactionsDb) -> Self {
        let rows = (0..db.sets.len())
            .map(|at| (mask(db.sets.set(at)), db.sets.weight[at]))
            .collect();
        Self {
            items: db.items() as u32,
            rows,
        }
    }

    pub fn support(&self, mask: u32) -> u32 {
        let held = self.rows.iter().filter(|(row, _)| row & mask == mask);
        held.map(|&(_, weight)| weight).sum()
    }

    /// Sets of 1 to `size` items that occur.
    pub fn supported(&self, size: u32) -> impl Iterator<Item = u32> {
        (1u32..1 << self.items)
            .filter(move |mask| mask.count_ones() <= size && self.support(*mask) > 0)
    }

    pub fn threats(&self, k: u32, size: u32) -> impl Iterator<Item = u32> {
        self.supported(size)
            .filter(move |&mask| self.support(mask) < k)
    }
}

pub fn mask(items: &[u32]) -> u32 {
    items.iter().fold(0, |mask, item| mask | 1 << item)
}
