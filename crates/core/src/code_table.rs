//! Finds the code of a text by its key: one flat array, so that a look-up waits for memory once.

use super::large_pages;
use super::text_key::TextKey;

/// A key whose place is taken stands in the next free one. A place holds a key and the code plus one; an
/// empty place holds zeros.
#[derive(Clone, Debug, Default)]
pub struct CodeTable {
    places: Vec<[u64; 2]>,
    used: usize,
}

const SMALLEST: usize = 16;

#[cfg(target_arch = "x86_64")]
#[inline]
fn fetch(place: &[u64; 2]) {
    use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
    // SAFETY: every processor of this kind knows the instruction, and it changes nothing that a program can see.
    unsafe { _mm_prefetch::<_MM_HINT_T0>(place.as_ptr().cast()) }
}

#[cfg(not(target_arch = "x86_64"))]
#[inline]
fn fetch(place: &[u64; 2]) {
    std::hint::black_box(place[0]);
}

impl CodeTable {
    /// The code of `key`. Texts that are only known by a hash are told apart by `is_it`.
    #[inline]
    pub fn find(&self, key: TextKey, mut is_it: impl FnMut(u32) -> bool) -> Option<u32> {
        let mut at = self.home(key);
        // Ends: a third of the places or more is always empty.
        loop {
            let (found, code) = TextKey::and_code(*self.places.get(at)?);
            let code = code.checked_sub(1)?;
            if found == key && (!key.is_long() || is_it(code)) {
                return Some(code);
            }
            at = self.after(at);
        }
    }

    /// Adds a code that is not there yet. Codes stay below `u32::MAX`.
    #[inline]
    pub fn insert(&mut self, key: TextKey, code: u32) {
        if (self.used + 1) * 3 > self.places.len() * 2 {
            self.resize((self.places.len() * 2).max(SMALLEST));
        }
        self.place(key, code.wrapping_add(1));
        self.used += 1;
    }

    /// Makes room for so many more codes at once.
    pub fn reserve(&mut self, more: usize) {
        // A little more than must be, so that a guess that is slightly low does not double the table.
        let wanted = ((self.used + more) * 8 / 5).max(SMALLEST);
        if wanted > self.places.len() {
            self.resize(wanted);
        }
    }

    /// Has the processor fetch what lies where the search for `key` begins, without waiting for it.
    #[inline]
    pub fn fetch(&self, key: TextKey) {
        let home = self.home(key);
        // A search seldom goes on for longer than this.
        for place in [self.places.get(home), self.places.get(home + 3)] {
            place.into_iter().for_each(fetch);
        }
    }

    /// Where the search for `key` begins: its hash as a share of the table, which can have any length.
    #[inline]
    fn home(&self, key: TextKey) -> usize {
        ((u128::from(key.hash()) * self.places.len() as u128) >> 64) as usize
    }

    #[inline]
    fn after(&self, at: usize) -> usize {
        if at + 1 < self.places.len() {
            at + 1
        } else {
            0
        }
    }

    fn resize(&mut self, places: usize) {
        // Written out, not taken zeroed from the system: memory that is read before it is written is set up
        // twice, and the second time stops all threads.
        let mut fresh = Vec::with_capacity(places);
        large_pages::ask_for(&mut fresh);
        fresh.extend(std::iter::repeat_n([0; 2], places));
        for place in std::mem::replace(&mut self.places, fresh) {
            let (key, code) = TextKey::and_code(place);
            if code != 0 {
                self.place(key, code);
            }
        }
    }

    #[inline]
    fn place(&mut self, key: TextKey, code: u32) {
        let mut at = self.home(key);
        while self.places[at] != [0; 2] {
            at = self.after(at);
        }
        self.places[at] = key.with_code(code);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_went_in_is_found_through_every_growth() {
        let mut table = CodeTable::default();
        let key = |code: u32| TextKey::of(&format!("{code}"));
        assert_eq!(table.find(key(7), |_| true), None);
        for code in 0..1000 {
            table.insert(key(code), code);
        }
        table.reserve(10_000);
        for code in 0..1000 {
            assert_eq!(table.find(key(code), |_| false), Some(code));
            assert_eq!(table.find(key(code + 1000), |_| true), None);
        }
    }

    #[test]
    fn long_texts_with_one_hash_are_told_apart_by_the_asker() {
        let mut table = CodeTable::default();
        let key = TextKey::of("longer than a key can hold");
        for code in 0..100 {
            table.insert(key, code);
        }
        for code in 0..100 {
            assert_eq!(table.find(key, |found| found == code), Some(code));
        }
        assert_eq!(table.find(key, |_| false), None);
    }
}
