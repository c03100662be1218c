//! Finds the code of a text by its hash: one flat array, so that a look-up waits for memory once.

/// Half a hash above, a code plus one below; zero is an empty place. Neighbouring places are tried in
/// turn.
#[derive(Clone, Debug, Default)]
pub struct CodeTable {
    places: Vec<u64>,
    used: usize,
}

const SMALLEST: usize = 16;

impl CodeTable {
    /// The code under `half` for which `is_it` holds.
    #[inline]
    pub fn find(&self, half: u32, mut is_it: impl FnMut(u32) -> bool) -> Option<u32> {
        let mask = self.places.len().wrapping_sub(1);
        let mut at = half as usize & mask;
        // Ends: a third of the places or more is always empty.
        while let Some(&place) = self.places.get(at) {
            if place == 0 {
                return None;
            }
            let code = (place as u32).wrapping_sub(1);
            if (place >> 32) as u32 == half && is_it(code) {
                return Some(code);
            }
            at = (at + 1) & mask;
        }
        None
    }

    /// Adds a code that is not there yet. Codes stay below `u32::MAX`.
    #[inline]
    pub fn insert(&mut self, half: u32, code: u32) {
        if (self.used + 1) * 3 > self.places.len() * 2 {
            self.resize((self.places.len() * 2).max(SMALLEST));
        }
        self.place(u64::from(half) << 32 | u64::from(code.wrapping_add(1)));
        self.used += 1;
    }

    /// Makes room for so many more codes at once.
    pub fn reserve(&mut self, more: usize) {
        let wanted = ((self.used + more + 1) * 3 / 2 + 1)
            .next_power_of_two()
            .max(SMALLEST);
        if wanted > self.places.len() {
            self.resize(wanted);
        }
    }

    /// The code where the search for `half` begins, be it the right one or not. Asking for several before
    /// searching for them lets the processor fetch them side by side.
    #[inline]
    pub fn peek(&self, half: u32) -> Option<u32> {
        let mask = self.places.len().wrapping_sub(1);
        let place = self.places.get(half as usize & mask)?;
        (*place as u32).checked_sub(1)
    }

    fn resize(&mut self, places: usize) {
        let old = std::mem::replace(&mut self.places, vec![0; places]);
        for place in old.into_iter().filter(|&place| place != 0) {
            self.place(place);
        }
    }

    #[inline]
    fn place(&mut self, entry: u64) {
        let mask = self.places.len() - 1;
        let mut at = (entry >> 32) as usize & mask;
        while self.places[at] != 0 {
            at = (at + 1) & mask;
        }
        self.places[at] = entry;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_hashes_are_told_apart_by_the_asker() {
        let mut table = CodeTable::default();
        assert_eq!(table.find(7, |_| true), None);
        for code in 0..100 {
            table.insert(code % 3, code);
        }
        for code in 0..100 {
            assert_eq!(table.find(code % 3, |found| found == code), Some(code));
            assert_eq!(table.find(code % 3 + 1_000, |_| true), None);
        }
        assert_eq!(table.find(0, |found| found == 1), None);
        table.reserve(10_000);
        assert_eq!(table.find(2, |found| found == 98), Some(98));
    }
}
