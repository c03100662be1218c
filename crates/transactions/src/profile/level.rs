//! One depth of a search for rare sets: the transactions that hold what was chosen, cut down to what can still
//! matter.

use super::sets::{Sets, add_weight};

/// From this size on it is worth its time to know the supports of whole sets beforehand.
pub(super) const DEEP: u32 = 4;

/// Equal transactions are merged.
#[derive(Clone, Debug, Default)]
pub(super) struct Level {
    pub sets: Sets,
    /// By set: whether none of its subsets is rare, whatever is chosen.
    is_safe: Vec<bool>,
    /// The same before equal ones are merged.
    raw: Sets,
    raw_is_safe: Vec<bool>,
    order: Vec<u32>,
    /// By item: the weight of the sets that hold it. Zero everywhere between two questions.
    count: Vec<u32>,
    /// The items that are rare with what was chosen, rarest first.
    pub rare: Vec<u32>,
    /// The others that occur; once ranked, only those that matter, rarest first.
    pub items: Vec<u32>,
    /// By item: its place in `items`, plus one; zero if it does not matter.
    pub rank: Vec<u32>,
    /// `holder_starts[place]..holder_starts[place + 1]` are the sets that hold the item at that place.
    holder_starts: Vec<u32>,
    holders: Vec<u32>,
}

impl Level {
    /// For sets of which no two are equal, and items below `items`. `whole` is the support of each set, if that is
    /// known: where it is not less than k, the set is safe.
    pub fn first(sets: Sets, items: usize, k: u32, whole: Option<&[u32]>) -> Self {
        let mut level = Self {
            sets,
            ..Self::default()
        };
        level.make_room(items);
        let supports = whole.unwrap_or(&level.sets.weight);
        level.is_safe = supports.iter().map(|&support| support >= k).collect();
        level
    }

    /// The same for any sets.
    pub fn start(&mut self, sets: &Sets, k: u32) {
        sets.merge_into(&mut self.sets, &mut self.order);
        self.is_safe.clear();
        self.is_safe
            .extend(self.sets.weight.iter().map(|&weight| weight >= k));
    }

    pub fn make_room(&mut self, items: usize) {
        if self.count.len() < items {
            self.count.resize(items, 0);
            self.rank.resize(items, 0);
        }
    }

    /// Counts the items and tells the rare ones apart; the weight of all sets.
    pub fn tally(&mut self, k: u32) -> u32 {
        for at in 0..self.sets.len() {
            let weight = self.sets.weight[at];
            for place in self.sets.places(at) {
                let item = self.sets.item[place];
                add_weight(&mut self.count, &mut self.items, item, weight);
            }
        }
        self.part_rare(k);
        self.sets.weight.iter().sum()
    }

    fn part_rare(&mut self, k: u32) {
        let count = &self.count;
        self.rare.clear();
        let is_rare = |item: u32| count[item as usize] < k;
        if self.items.iter().any(|&item| is_rare(item)) {
            let rare = self.items.iter().filter(|&&item| is_rare(item));
            self.rare.extend(rare);
            self.rare
                .sort_unstable_by_key(|&item| (count[item as usize], item));
            self.items.retain(|&item| !is_rare(item));
        }
    }

    /// After counting: whether a rare set of at most `size` items, at least two of them in `items`, can be; they are
    /// then ranked, those below `early` before all others.
    pub fn prepare(&mut self, total: u32, k: u32, size: u32, early: u32) -> bool {
        let look = size > 1 && self.can_get_rare(total, k, size);
        if look {
            self.rank_items(total, k, early);
            self.list_holders();
        }
        self.forget_counts();
        if look {
            let rank = &self.rank;
            self.items.retain(|&item| rank[item as usize] != 0);
        }
        look
    }

    pub fn forget_counts(&mut self) {
        for &item in self.items.iter().chain(&self.rare) {
            self.count[item as usize] = 0;
        }
    }

    /// So many items together are missed by at most the sum of what each is missed by.
    fn can_get_rare(&mut self, total: u32, k: u32, size: u32) -> bool {
        let size = size as usize;
        if size < self.items.len() {
            let count = &self.count;
            self.items
                .select_nth_unstable_by_key(size, |&item| (count[item as usize], item));
        }
        let missed: u64 = self.items[..size.min(self.items.len())]
            .iter()
            .map(|&item| u64::from(total - self.count[item as usize]))
            .sum();
        u64::from(total) < missed + u64::from(k)
    }

    /// Only items that stand in a set which is not safe, and not in all sets, can be in a least one.
    fn rank_items(&mut self, total: u32, k: u32, early: u32) {
        let count = &self.count;
        self.items
            .sort_unstable_by_key(|&item| (item >= early, count[item as usize], item));
        for at in 0..self.sets.len() {
            if !self.is_safe[at] {
                for place in self.sets.places(at) {
                    let item = self.sets.item[place];
                    let count = self.count[item as usize];
                    self.rank[item as usize] = u32::from((k..total).contains(&count));
                }
            }
        }
        let mut next = 1;
        for &item in &self.items {
            let rank = &mut self.rank[item as usize];
            if *rank != 0 {
                *rank = next;
                next += 1;
            }
        }
    }

    fn list_holders(&mut self) {
        let ranked = self.items.iter().map(|&item| self.rank[item as usize]);
        let most = ranked.max().unwrap_or(0) as usize;
        self.holder_starts.clear();
        self.holder_starts.resize(most + 2, 0);
        for &item in &self.sets.item {
            self.holder_starts[self.rank[item as usize] as usize + 1] += 1;
        }
        // Items without a rank are counted at 1 and get no room.
        self.holder_starts[1] = 0;
        for rank in 1..=most {
            self.holder_starts[rank + 1] += self.holder_starts[rank];
        }
        self.holders.clear();
        self.holders
            .resize(self.holder_starts[most + 1] as usize, 0);
        for at in 0..self.sets.len() {
            for place in self.sets.places(at) {
                let rank = self.rank[self.sets.item[place] as usize] as usize;
                if rank != 0 {
                    let next = &mut self.holder_starts[rank];
                    self.holders[*next as usize] = at as u32;
                    *next += 1;
                }
            }
        }
        // Every start has moved to the next one; the first, of the place 0, is 0 again.
        self.holder_starts.pop();
        self.holder_starts[0] = 0;
    }

    fn holders(&self, place: usize) -> &[u32] {
        let (from, to) = (self.holder_starts[place], self.holder_starts[place + 1]);
        &self.holders[from as usize..to as usize]
    }

    fn can_begin(&self, place: usize) -> bool {
        let mut holders = self.holders(place).iter();
        !holders.all(|&at| self.is_safe[at as usize])
    }

    /// The sets with the item at a place, cut down to later items; whether they can have a rare subset.
    pub fn project(&self, place: usize, k: u32, below: &mut Self) -> bool {
        if !self.can_begin(place) {
            return false;
        }
        let rank = place as u32 + 1;
        below.raw.clear();
        below.raw_is_safe.clear();
        for &at in self.holders(place) {
            let set = self.sets.set(at as usize);
            let later = set
                .iter()
                .filter(|&&other| self.rank[other as usize] > rank);
            below.raw.item.extend(later);
            below.raw.close(self.sets.weight[at as usize]);
            below.raw_is_safe.push(self.is_safe[at as usize]);
        }
        if below.raw.item.is_empty() {
            return false;
        }
        below.merge(k);
        true
    }

    /// Equal sets become one, which is safe if they are all, or if k repeat it.
    fn merge(&mut self, k: u32) {
        let raw = &self.raw;
        self.order.clear();
        self.order.extend(0..raw.len() as u32);
        self.order
            .sort_unstable_by(|&a, &b| raw.set(a as usize).cmp(raw.set(b as usize)));
        self.sets.clear();
        self.is_safe.clear();
        let equal = |a: &u32, b: &u32| raw.set(*a as usize) == raw.set(*b as usize);
        for same in self.order.chunk_by(equal) {
            let weight = same.iter().map(|&at| raw.weight[at as usize]).sum();
            let is_safe = same.iter().all(|&at| self.raw_is_safe[at as usize]);
            self.sets.push(raw.set(same[0] as usize), weight);
            self.is_safe.push(is_safe || weight >= k);
        }
    }

    /// The later items that make a rare pair with the one at a place, into `below.rare`.
    pub fn rare_companions(&self, place: usize, k: u32, below: &mut Self) {
        below.rare.clear();
        if !self.can_begin(place) {
            return;
        }
        let rank = place as u32 + 1;
        for &at in self.holders(place) {
            let weight = self.sets.weight[at as usize];
            for &other in self.sets.set(at as usize) {
                if self.rank[other as usize] > rank {
                    add_weight(&mut below.count, &mut below.items, other, weight);
                }
            }
        }
        below.part_rare(k);
        below.forget_counts();
        below.items.clear();
    }

    pub fn forget(&mut self) {
        for &item in &self.items {
            self.rank[item as usize] = 0;
        }
        self.items.clear();
    }
}
