//! Which sets hold an item.

use super::sets::Sets;

/// By item: the places of the sets that hold it, ascending.
#[derive(Clone, Debug, Default)]
pub struct Holders {
    starts: Vec<u32>,
    set: Vec<u32>,
}

impl Holders {
    /// Items are below `items`.
    pub fn new(sets: &Sets, items: usize) -> Self {
        let mut starts = vec![0u32; items + 1];
        for &item in &sets.item {
            starts[item as usize + 1] += 1;
        }
        for item in 0..items {
            starts[item + 1] += starts[item];
        }
        let mut next = starts.clone();
        let mut set = vec![0; sets.item.len()];
        for at in 0..sets.len() {
            for &item in sets.set(at) {
                let place = &mut next[item as usize];
                set[*place as usize] = at as u32;
                *place += 1;
            }
        }
        Self { starts, set }
    }

    pub fn of(&self, item: u32) -> &[u32] {
        let (from, to) = (self.starts[item as usize], self.starts[item as usize + 1]);
        &self.set[from as usize..to as usize]
    }
}
