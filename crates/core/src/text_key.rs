//! Short texts as numbers: most cells of a table fit twelve bytes and compare without being fetched.

use std::hash::BuildHasher;

/// Up to eleven bytes stand for themselves, with their length in the highest byte. A longer text is
/// known by a hash, and equal keys do not make it equal.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct TextKey {
    low: u64,
    high: u32,
}

const LONGEST: usize = 11;
const LONG: u32 = 0xff << 24;

impl TextKey {
    /// The key of `bytes[start..start + length]`; of what lies beyond the end only the part before it.
    #[inline]
    pub fn at(bytes: &[u8], start: usize, length: usize) -> Self {
        if length > LONGEST {
            return Self::of_long(bytes.get(start..start + length).unwrap_or_default());
        }
        // Sixteen bytes are fetched at once, and those that belong to the next text are masked out.
        let sixteen = match bytes.get(start..).and_then(|rest| rest.first_chunk::<16>()) {
            Some(sixteen) => *sixteen,
            None => {
                let mut sixteen = [0; 16];
                let rest = bytes.get(start..).unwrap_or_default();
                sixteen[..rest.len()].copy_from_slice(rest);
                sixteen
            }
        };
        let text = u128::from_le_bytes(sixteen) & ((1 << (8 * length)) - 1);
        Self {
            low: text as u64,
            high: (text >> 64) as u32 | (length as u32) << 24,
        }
    }

    #[inline]
    pub fn of(text: &str) -> Self {
        Self::at(text.as_bytes(), 0, text.len())
    }

    fn of_long(bytes: &[u8]) -> Self {
        let low = foldhash::fast::FixedState::default().hash_one(bytes);
        Self {
            low,
            high: LONG | bytes.len() as u32 & !LONG,
        }
    }

    /// A number that grows with the text, first by length and then by letters, so that `9` comes before
    /// `10`; zero for a text that is too long to tell.
    #[inline]
    pub fn rank(self) -> u128 {
        if self.is_long() {
            return 0;
        }
        let text = u128::from(self.high & !LONG) << 64 | u128::from(self.low);
        // The first byte lies lowest; reversed and moved, eleven bytes stand in reading order.
        u128::from((self.high >> 24) + 1) << 96 | text.swap_bytes() >> 40
    }

    /// Key and code as two words, and back.
    #[inline]
    pub fn with_code(self, code: u32) -> [u64; 2] {
        [self.low, u64::from(self.high) << 32 | u64::from(code)]
    }

    #[inline]
    pub fn and_code([low, rest]: [u64; 2]) -> (Self, u32) {
        let high = (rest >> 32) as u32;
        (Self { low, high }, rest as u32)
    }

    /// The length of the text. Texts of more than 16 MiB are told apart by a hash alone and have no length here.
    #[inline]
    pub fn length(self) -> usize {
        match (self.is_long(), self.high & !LONG) {
            (false, _) => (self.high >> 24) as usize,
            (true, 0) => 1 << 24,
            (true, length) => length as usize,
        }
    }

    /// Whether the key is only a hash.
    #[inline]
    pub fn is_long(self) -> bool {
        self.high >= LONG
    }

    #[inline]
    pub fn hash(self) -> u64 {
        let one = u128::from(self.low ^ 0x9e37_79b9_7f4a_7c15);
        let other = u128::from(u64::from(self.high) ^ 0xd1b5_4a32_d192_ed03);
        let product = one.wrapping_mul(other);
        (product >> 64) as u64 ^ product as u64
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn short_texts_have_equal_keys_only_if_they_are_equal() {
        let text = "abcdefghijklmnopqrstuvwxyz".as_bytes();
        let mut keys = Vec::new();
        for start in 0..text.len() {
            for length in 0..=LONGEST.min(text.len() - start) {
                let alone = std::str::from_utf8(&text[start..start + length]).unwrap();
                let key = TextKey::at(text, start, length);
                assert_eq!(key, TextKey::of(alone));
                assert!(!key.is_long());
                keys.push((key.high, key.low, alone));
            }
        }
        keys.sort_unstable();
        keys.dedup();
        for pair in keys.windows(2) {
            assert_ne!((pair[0].0, pair[0].1), (pair[1].0, pair[1].1));
        }
        assert!(TextKey::of("abcdefghijkl").is_long());
    }

    #[test]
    fn ranks_grow_by_length_and_then_by_letters() {
        let ascending = [
            "",
            "1",
            "9",
            "a",
            "10",
            "99",
            "ab",
            "b1",
            "abcdefghij",
            "abcdefghijk",
            "abcdefghijl",
        ];
        let ranks: Vec<u128> = ascending
            .iter()
            .map(|text| TextKey::of(text).rank())
            .collect();
        assert!(ranks.windows(2).all(|pair| pair[0] < pair[1]), "{ranks:?}");
        assert!(ranks[0] > 0);
        assert_eq!(TextKey::of("abcdefghijkl").rank(), 0);
    }
}
