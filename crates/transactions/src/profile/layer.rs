//! One depth of a search through sets of items: the baskets that hold what was chosen, cut down to what may follow.

use super::sets::add_weight;

/// The sets that hold what was chosen, each cut down to its later items.
#[derive(Default)]
pub(super) struct Layer {
    /// The set, and where its items begin; a last one without a set ends the list.
    pub rows: Vec<(u32, u32)>,
    pub item: Vec<u32>,
    /// By item: the weight of the rows that hold it, zero between two uses.
    pub count: Vec<u32>,
    /// By item: the same, counting the baskets with a private item only.
    pub with: Vec<u32>,
    /// The items that were counted.
    pub seen: Vec<u32>,
    /// The items that are worth choosing, rarest first once their rows are listed.
    pub wanted: Vec<u32>,
    /// By item: its place in `wanted`, plus one; zero if it is not there.
    pub rank: Vec<u32>,
    /// `holder_starts[place]..holder_starts[place + 1]` are the rows with the wanted item at that place.
    holder_starts: Vec<u32>,
    holders: Vec<u32>,
}

/// The layer of a depth, ready for so many items.
pub(super) fn layer(layers: &mut Vec<Layer>, depth: usize, items: usize) -> &mut Layer {
    while layers.len() <= depth {
        layers.push(Layer::default());
    }
    let layer = &mut layers[depth];
    if layer.count.len() < items {
        layer.count.resize(items, 0);
        layer.with.resize(items, 0);
        layer.rank.resize(items, 0);
    }
    layer
}

impl Layer {
    pub fn clear(&mut self) {
        self.rows.clear();
        self.item.clear();
    }

    pub fn push(&mut self, set: u32, items: &[u32]) {
        self.rows.push((set, self.item.len() as u32));
        self.item.extend_from_slice(items);
    }

    pub fn close(&mut self) {
        self.rows.push((u32::MAX, self.item.len() as u32));
    }

    pub fn len(&self) -> usize {
        self.rows.len() - 1
    }

    pub fn places(&self, row: usize) -> (usize, usize) {
        (self.rows[row].1 as usize, self.rows[row + 1].1 as usize)
    }

    pub fn items(&self, row: usize) -> &[u32] {
        let (from, to) = self.places(row);
        &self.item[from..to]
    }

    pub fn count_items(&mut self, weight: &[u32]) {
        for row in 0..self.len() {
            let weight = weight[self.rows[row].0 as usize];
            let (from, to) = self.places(row);
            for &item in &self.item[from..to] {
                add_weight(&mut self.count, &mut self.seen, item, weight);
            }
        }
    }

    pub fn want(&mut self, item: u32) {
        let rank = &mut self.rank[item as usize];
        if *rank == 0 {
            *rank = 1;
            self.wanted.push(item);
        }
    }

    /// The rows of every wanted item.
    pub fn list_holders(&mut self) {
        let count = &self.count;
        self.wanted
            .sort_unstable_by_key(|&item| (count[item as usize], item));
        for (place, &item) in self.wanted.iter().enumerate() {
            self.rank[item as usize] = place as u32 + 1;
        }
        // The starts stand one place late at first, and each moves to the next one while rows are listed.
        self.holder_starts.clear();
        self.holder_starts.resize(self.wanted.len() + 2, 0);
        for &item in &self.item {
            match self.rank[item as usize] {
                0 => {}
                rank => self.holder_starts[rank as usize + 1] += 1,
            }
        }
        for place in 0..self.wanted.len() {
            self.holder_starts[place + 2] += self.holder_starts[place + 1];
        }
        let most = self.holder_starts.pop().unwrap_or(0);
        self.holders.clear();
        self.holders.resize(most as usize, 0);
        for row in 0..self.len() {
            let (from, to) = self.places(row);
            for &item in &self.item[from..to] {
                let rank = self.rank[item as usize] as usize;
                if rank != 0 {
                    let next = &mut self.holder_starts[rank];
                    self.holders[*next as usize] = row as u32;
                    *next += 1;
                }
            }
        }
    }

    /// The rows with the wanted item at a place, cut down to later ones.
    pub fn project(&self, place: usize, below: &mut Self) {
        let (from, to) = (self.holder_starts[place], self.holder_starts[place + 1]);
        let rank = place as u32 + 1;
        below.clear();
        for &row in &self.holders[from as usize..to as usize] {
            let begin = below.item.len();
            let later = self.items(row as usize).iter();
            below
                .item
                .extend(later.filter(|&&other| self.rank[other as usize] > rank));
            if below.item.len() > begin {
                below.rows.push((self.rows[row as usize].0, begin as u32));
            }
        }
        below.close();
    }

    pub fn forget(&mut self) {
        for &item in &self.seen {
            self.count[item as usize] = 0;
            self.with[item as usize] = 0;
            self.rank[item as usize] = 0;
        }
        self.seen.clear();
        self.wanted.clear();
    }
}
