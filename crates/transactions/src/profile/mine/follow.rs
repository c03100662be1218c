//! One depth of growing: the baskets that hold what was chosen, cut down to what may follow.

use super::super::db::TransactionsDb;
use super::super::sets::add_weight;
use super::private::Privates;

/// Room to work in, kept between uses.
#[derive(Default)]
pub(super) struct Layer {
    /// Where the items of a row begin, and its set; a last one ends the list.
    rows: Vec<(u32, u32)>,
    pub item: Vec<u32>,
    /// By item: its place among those that may follow, plus one; zero if it may not.
    pub rank: Vec<u32>,
    /// By place: the support of the chosen set with that item.
    pub support: Vec<u32>,
    /// By place: the item.
    pub next: Vec<u32>,
    /// `holder_starts[place]..holder_starts[place + 1]`: the item's own place in a row, and the row.
    holder_starts: Vec<u32>,
    holders: Vec<(u32, u32)>,
    pub count: Vec<u32>,
    pub seen: Vec<u32>,
    pub privates: Privates,
}

/// The layer of a depth, ready for so many items.
pub(super) fn layer(layers: &mut Vec<Layer>, depth: usize, items: usize) -> &mut Layer {
    while layers.len() <= depth {
        layers.push(Layer::default());
    }
    let layer = &mut layers[depth];
    if layer.count.len() < items {
        layer.count.resize(items, 0);
        layer.rank.resize(items, 0);
    }
    layer
}

impl Layer {
    pub fn clear(&mut self) {
        self.rows.clear();
        self.item.clear();
        self.support.clear();
        self.next.clear();
    }

    /// A row cut down to what may follow; `least` items must be left for it to matter.
    pub fn push(&mut self, items: &[u32], set: u32, least: usize) {
        let begin = self.item.len();
        let rank = &self.rank;
        self.item
            .extend(items.iter().filter(|&&item| rank[item as usize] != 0));
        if self.item.len() - begin >= least {
            self.rows.push((begin as u32, set));
        } else {
            self.item.truncate(begin);
        }
    }

    pub fn close(&mut self) {
        self.rows.push((self.item.len() as u32, u32::MAX));
    }

    pub fn list_holders(&mut self) {
        // The starts stand one place late at first, and each moves to the next one while rows are listed.
        self.holder_starts.clear();
        self.holder_starts.resize(self.next.len() + 2, 0);
        for &item in &self.item {
            self.holder_starts[self.rank[item as usize] as usize + 1] += 1;
        }
        for place in 0..self.next.len() {
            self.holder_starts[place + 2] += self.holder_starts[place + 1];
        }
        self.holder_starts.pop();
        self.holders.clear();
        self.holders.resize(self.item.len(), (0, 0));
        for row in 0..self.rows.len() - 1 {
            for place in self.rows[row].0..self.rows[row + 1].0 {
                let rank = self.rank[self.item[place as usize] as usize];
                let next = &mut self.holder_starts[rank as usize];
                self.holders[*next as usize] = (place, row as u32);
                *next += 1;
            }
        }
    }

    fn holders(&self, place: usize) -> &[(u32, u32)] {
        let (from, to) = (self.holder_starts[place], self.holder_starts[place + 1]);
        &self.holders[from as usize..to as usize]
    }

    pub fn project(&self, item: u32, least: usize, below: &mut Self) {
        let place = self.rank[item as usize] as usize - 1;
        for &(own, row) in self.holders(place) {
            let end = self.rows[row as usize + 1].0 as usize;
            below.push(
                &self.item[own as usize + 1..end],
                self.rows[row as usize].1,
                least,
            );
        }
        below.close();
    }

    /// Counts what follows the item at a place.
    pub fn count_companions(&mut self, place: usize, weight: &[u32]) {
        let (from, to) = (self.holder_starts[place], self.holder_starts[place + 1]);
        for holder in from..to {
            let (own, row) = self.holders[holder as usize];
            let end = self.rows[row as usize + 1].0;
            let weight = weight[self.rows[row as usize].1 as usize];
            for at in own + 1..end {
                let other = self.item[at as usize];
                add_weight(&mut self.count, &mut self.seen, other, weight);
            }
        }
        self.seen.sort_unstable();
    }

    /// Counts the private items of the baskets that hold the item at a place and one that follows it.
    pub fn count_private(&mut self, place: usize, db: &TransactionsDb) {
        let (from, to) = (self.holder_starts[place], self.holder_starts[place + 1]);
        let holders = self.holders[from as usize..to as usize].iter();
        let rows = holders.map(|&(own, row)| {
            let end = self.rows[row as usize + 1].0 as usize;
            (&self.item[own as usize + 1..end], self.rows[row as usize].1)
        });
        self.privates.count(db, rows);
    }

    pub fn count_items(&mut self, items: &[u32], weight: u32) {
        for &item in items {
            add_weight(&mut self.count, &mut self.seen, item, weight);
        }
    }

    pub fn forget(&mut self) {
        for &item in &self.next {
            self.rank[item as usize] = 0;
        }
        self.next.clear();
    }
}
