//! Exact keys for tuples of groups: packed side by side into 64-bit words, and a table that numbers them.

use super::ladder::Ladder;

/// Where each column's group lies in a key. The places are wide enough for every level, so raising a
/// column touches its own bits only.
#[derive(Clone, Debug)]
pub struct Layout {
    words: usize,
    /// Columns from the lowest bits to the highest.
    order: Vec<usize>,
    places: Vec<Place>,
}

#[derive(Clone, Copy, Debug, Default)]
pub struct Place {
    pub word: usize,
    pub shift: u32,
    pub mask: u64,
}

impl Place {
    pub fn group(&self, key: &[u64]) -> u32 {
        ((key[self.word] >> self.shift) & self.mask) as u32
    }
}

impl Layout {
    pub fn new(ladders: &[Ladder]) -> Self {
        // The fewest groups lowest: what a sorted list of keys keeps together longest.
        let mut order: Vec<usize> = (0..ladders.len()).collect();
        order.sort_by_key(|&column| ladders[column].rung(0).groups());
        let mut word = 0;
        let mut shift = 0;
        let mut places = vec![Place::default(); ladders.len()];
        for &column in &order {
            let largest = ladders[column].rung(0).groups().saturating_sub(1) as u64;
            let bits = 64 - largest.leading_zeros();
            if shift + bits > 64 {
                word += 1;
                shift = 0;
            }
            places[column] = Place {
                word,
                // A column of one group needs no bit; its shift must still be a legal one.
                shift: shift.min(63),
                mask: (1u64 << bits) - 1,
            };
            shift += bits;
        }
        Self {
            words: word + 1,
            order,
            places,
        }
    }

    /// 64-bit words per key.
    pub fn words(&self) -> usize {
        self.words
    }

    /// Columns from the fewest groups, in the lowest bits, to the most.
    pub fn order(&self) -> &[usize] {
        &self.order
    }

    pub fn place(&self, column: usize) -> Place {
        self.places[column]
    }
}

const EMPTY: u32 = u32::MAX;

/// Numbers keys in the order in which they are first seen.
#[derive(Clone, Debug)]
pub struct KeyTable {
    words: usize,
    slots: Vec<u32>,
    keys: Vec<u64>,
}

impl KeyTable {
    pub fn new(words: usize) -> Self {
        Self {
            words,
            slots: vec![EMPTY; 256],
            keys: Vec::new(),
        }
    }

    pub fn len(&self) -> usize {
        self.keys.len() / self.words
    }

    pub fn is_empty(&self) -> bool {
        self.keys.is_empty()
    }

    /// Forgets all keys and hands them over.
    pub fn take(&mut self) -> Vec<u64> {
        self.slots.clear();
        self.slots.resize(256, EMPTY);
        std::mem::take(&mut self.keys)
    }

    /// The number of a key of one word.
    #[inline]
    pub fn number(&mut self, key: u64) -> u32 {
        let mask = self.slots.len() - 1;
        let mut at = scatter(key) as usize & mask;
        loop {
            let id = self.slots[at];
            if id == EMPTY {
                break;
            }
            if self.keys[id as usize] == key {
                return id;
            }
            at = (at + 1) & mask;
        }
        let id = self.keys.len() as u32;
        self.slots[at] = id;
        self.keys.push(key);
        if self.keys.len() * 2 > self.slots.len() {
            self.grow();
        }
        id
    }

    /// The number of a key of any width.
    pub fn number_wide(&mut self, key: &[u64]) -> u32 {
        if let [key] = key {
            return self.number(*key);
        }
        let mask = self.slots.len() - 1;
        let mut at = scatter_wide(key) as usize & mask;
        loop {
            let id = self.slots[at];
            if id == EMPTY {
                break;
            }
            let start = id as usize * self.words;
            if self.keys[start..start + self.words] == *key {
                return id;
            }
            at = (at + 1) & mask;
        }
        let id = self.len() as u32;
        self.slots[at] = id;
        self.keys.extend_from_slice(key);
        if self.len() * 2 > self.slots.len() {
            self.grow();
        }
        id
    }

    #[cold]
    fn grow(&mut self) {
        let slots = self.slots.len() * 4;
        self.slots.clear();
        self.slots.resize(slots, EMPTY);
        let mask = slots - 1;
        for (id, key) in self.keys.chunks_exact(self.words).enumerate() {
            let mut at = scatter_wide(key) as usize & mask;
            while self.slots[at] != EMPTY {
                at = (at + 1) & mask;
            }
            self.slots[at] = id as u32;
        }
    }
}

/// Spreads keys over slots; keys themselves are compared in full.
#[inline]
fn scatter(key: u64) -> u64 {
    let product = u128::from(key ^ 0x243f_6a88_85a3_08d3) * 0x9e37_79b9_7f4a_7c15;
    product as u64 ^ (product >> 64) as u64
}

#[inline]
fn scatter_wide(key: &[u64]) -> u64 {
    if let [key] = key {
        return scatter(*key);
    }
    key.iter()
        .fold(0, |seed: u64, &word| scatter(seed.rotate_left(23) ^ word))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_are_numbered_in_the_order_they_come() {
        let mut table = KeyTable::new(2);
        for round in 0..2 {
            for number in 0..5_000u64 {
                let id = table.number_wide(&[number % 50, number / 50]);
                assert_eq!(u64::from(id), number, "round {round}");
            }
        }
        assert_eq!(table.len(), 5_000);
        assert_eq!(table.take().len(), 10_000);
        assert!(table.is_empty());
        let mut narrow = KeyTable::new(1);
        assert_eq!([7, 9, 7].map(|key| narrow.number(key)), [0, 1, 0]);
    }
}
