//! Weighted sets of small numbers: what searches for rare sets work on, made smaller at every step.

/// Sets end to end, each ascending; equal ones can be merged into one with the sum of their weights.
#[derive(Clone, Debug, Default)]
pub struct Sets {
    /// `starts[set]..starts[set + 1]` are the places of that set's items.
    pub starts: Vec<u32>,
    pub item: Vec<u32>,
    pub weight: Vec<u32>,
}

impl Sets {
    pub fn len(&self) -> usize {
        self.weight.len()
    }

    pub fn is_empty(&self) -> bool {
        self.weight.is_empty()
    }

    pub fn set(&self, at: usize) -> &[u32] {
        &self.item[self.places(at)]
    }

    /// Where the items of a set stand in `item`.
    pub fn places(&self, at: usize) -> std::ops::Range<usize> {
        self.starts[at] as usize..self.starts[at + 1] as usize
    }

    /// Every item with the set that holds it.
    pub fn items(&self) -> impl Iterator<Item = (u32, u32)> + Clone {
        let sets = (0..self.len()).zip(0u32..);
        sets.flat_map(|(at, set)| self.set(at).iter().map(move |&item| (item, set)))
    }

    pub fn clear(&mut self) {
        self.starts.clear();
        self.starts.push(0);
        self.item.clear();
        self.weight.clear();
    }

    /// Ends the set whose items were pushed.
    pub fn close(&mut self, weight: u32) {
        if self.starts.is_empty() {
            self.starts.push(0);
        }
        self.starts.push(self.item.len() as u32);
        self.weight.push(weight);
    }

    pub fn push(&mut self, items: &[u32], weight: u32) {
        self.item.extend_from_slice(items);
        self.close(weight);
    }

    /// Equal sets become one; `order` is room to work in.
    pub fn merge_into(&self, merged: &mut Self, order: &mut Vec<u32>) {
        order.clear();
        order.extend(0..self.len() as u32);
        order.sort_unstable_by(|&a, &b| self.set(a as usize).cmp(self.set(b as usize)));
        merged.clear();
        let mut at = 0;
        while at < order.len() {
            let set = self.set(order[at] as usize);
            let mut weight = 0;
            while at < order.len() && self.set(order[at] as usize) == set {
                weight += self.weight[order[at] as usize];
                at += 1;
            }
            merged.push(set, weight);
        }
    }
}

/// Counts an item with its weight, and remembers it when it comes first: `count` is zero of all others.
#[inline]
pub fn add_weight(count: &mut [u32], seen: &mut Vec<u32>, item: u32, weight: u32) {
    let count = &mut count[item as usize];
    if *count == 0 {
        seen.push(item);
    }
    *count += weight;
}
