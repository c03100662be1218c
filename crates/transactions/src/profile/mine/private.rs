//! The most baskets with the same private item, for each item that follows a chosen set.

use super::super::db::TransactionsDb;
use super::super::sets::add_weight;

#[derive(Default)]
pub(super) struct Privates {
    /// By item: the most baskets with one private item. Zero unless it stands in `known`.
    most: Vec<u32>,
    known: Vec<u32>,
    /// By item: the same for the private item that is being counted.
    count: Vec<u32>,
    seen: Vec<u32>,
    /// A private item, how many baskets of a row hold it, and the row.
    held: Vec<(u32, u32, u32)>,
}

impl Privates {
    /// Counts anew. A row is what follows in it, and its set.
    pub fn count<'r>(
        &mut self,
        db: &TransactionsDb,
        rows: impl Iterator<Item = (&'r [u32], u32)> + Clone,
    ) {
        for item in self.known.drain(..) {
            self.most[item as usize] = 0;
        }
        self.most.resize(db.items(), 0);
        self.count.resize(db.items(), 0);
        self.held.clear();
        let mut items: Vec<&[u32]> = Vec::new();
        for (later, set) in rows {
            let private = db.private_of(set as usize);
            if !private.is_empty() && !later.is_empty() {
                let row = items.len() as u32;
                let held = private.iter().map(|&(private, with)| (private, with, row));
                self.held.extend(held);
                items.push(later);
            }
        }
        self.held.sort_unstable();
        for same in self.held.chunk_by(|a, b| a.0 == b.0) {
            for &(_, with, row) in same {
                for &item in items[row as usize] {
                    add_weight(&mut self.count, &mut self.seen, item, with);
                }
            }
            for item in self.seen.drain(..) {
                let count = std::mem::take(&mut self.count[item as usize]);
                let most = &mut self.most[item as usize];
                if *most == 0 {
                    self.known.push(item);
                }
                *most = count.max(*most);
            }
        }
    }

    /// Zero before anything was counted.
    pub fn most_with(&self, item: u32) -> u32 {
        self.most.get(item as usize).copied().unwrap_or(0)
    }
}
