//! Finds the bytes at which a field may end, sixty-four bytes at a time.
//!
//! Fields are short, so that a search started anew at every field costs more than the search itself.
//! Here each block is compared once, eight bytes in a word, and leaves a bit per hit.

const BLOCK: usize = 64;
const LOW_BITS: u64 = 0x7f7f_7f7f_7f7f_7f7f;
/// Moves the lowest bit of byte `i` to bit `56 + i`.
const GATHER: u64 = 0x0102_0408_1020_4080;

/// The places of two given bytes, in order.
#[derive(Clone, Debug)]
pub struct Marks<'a> {
    bytes: &'a [u8],
    needles: [u64; 2],
    /// Start of the block that `hits` describes.
    block: usize,
    hits: u64,
}

impl<'a> Marks<'a> {
    pub fn new(bytes: &'a [u8], first: u8, second: u8) -> Self {
        let mut marks = Self {
            bytes,
            needles: [first, second].map(|byte| u64::from_ne_bytes([byte; 8])),
            block: 0,
            hits: 0,
        };
        marks.hits = marks.compare();
        marks
    }

    /// Forgets all hits before `at`.
    #[inline]
    pub fn seek(&mut self, at: usize) {
        let block = at / BLOCK * BLOCK;
        if block != self.block {
            self.block = block;
            self.hits = self.compare();
        }
        self.hits &= u64::MAX << (at % BLOCK);
    }

    /// The next hit, or the length of the text.
    #[inline]
    pub fn next_hit(&mut self) -> usize {
        while self.hits == 0 {
            let next = self.block + BLOCK;
            if next >= self.bytes.len() {
                return self.bytes.len();
            }
            self.block = next;
            self.hits = self.compare();
        }
        let at = self.block + self.hits.trailing_zeros() as usize;
        self.hits &= self.hits - 1;
        at
    }

    #[inline]
    fn compare(&self) -> u64 {
        let rest = self.bytes.get(self.block..).unwrap_or_default();
        if let Some(block) = rest.first_chunk::<BLOCK>() {
            return self.compare_block(block);
        }
        let mut last = [0; BLOCK];
        last[..rest.len()].copy_from_slice(rest);
        // The filling is zero, which the text cannot hold and no needle is.
        self.compare_block(&last)
    }

    #[inline]
    fn compare_block(&self, block: &[u8; BLOCK]) -> u64 {
        let mut hits = 0;
        for (at, eight) in block.as_chunks::<8>().0.iter().enumerate() {
            let word = u64::from_le_bytes(*eight);
            let found = zero_bytes(word ^ self.needles[0]) | zero_bytes(word ^ self.needles[1]);
            hits |= ((found >> 7).wrapping_mul(GATHER) >> 56) << (at * 8);
        }
        hits
    }
}

/// The highest bit of every byte that is zero.
#[inline]
fn zero_bytes(word: u64) -> u64 {
    !(((word & LOW_BITS) + LOW_BITS) | word | LOW_BITS)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn hits_are_those_of_a_plain_search(
            bytes in proptest::collection::vec(1u8..=255, 0..300),
            first in 1u8..=255,
            second in 1u8..=255,
            from in 0usize..300,
        ) {
            let from = from.min(bytes.len());
            let mut marks = Marks::new(&bytes, first, second);
            marks.seek(from);
            let mut found = Vec::new();
            loop {
                let at = marks.next_hit();
                if at >= bytes.len() {
                    break;
                }
                found.push(at);
            }
            let expected: Vec<usize> = (from..bytes.len())
                .filter(|&at| bytes[at] == first || bytes[at] == second)
                .collect();
            prop_assert_eq!(found, expected);
        }
    }
}
