//! The distinct texts of a column, each known inside by a number.
//!
//! All texts lie end to end in one string, so a column of a million distinct values costs three
//! allocations and not a million.

use super::code_table::CodeTable;
use std::hash::BuildHasher;

/// Distinct texts in the order in which they first appeared; the place of a text is its code.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Dictionary {
    text: String,
    ends: Vec<u32>,
}

/// The dictionary would hold more than 4 GiB of distinct text or more than `u32::MAX` values.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the distinct values of one column are larger than 4 GiB together")]
pub struct DictionaryFull;

impl Dictionary {
    pub fn len(&self) -> usize {
        self.ends.len()
    }

    pub fn is_empty(&self) -> bool {
        self.ends.is_empty()
    }

    /// The text behind a code; empty for a code that is not in use.
    pub fn get(&self, code: u32) -> &str {
        let at = code as usize;
        let Some(&end) = self.ends.get(at) else {
            return "";
        };
        let start = if at == 0 { 0 } else { self.ends[at - 1] };
        &self.text[start as usize..end as usize]
    }

    #[inline]
    fn bytes(&self, code: u32) -> &[u8] {
        let at = code as usize;
        let start = at.checked_sub(1).map_or(0, |before| self.ends[before]);
        &self.text.as_bytes()[start as usize..self.ends[at] as usize]
    }

    pub fn iter(&self) -> impl ExactSizeIterator<Item = &str> {
        (0..self.ends.len() as u32).map(|code| self.get(code))
    }

    /// The code of a text, by looking at every value: for a handful of look-ups. For many, build a
    /// [`DictionaryBuilder`] or a map.
    pub fn find(&self, text: &str) -> Option<u32> {
        self.iter()
            .position(|value| value == text)
            .map(|at| at as u32)
    }

    /// Bytes held, for the memory figures on the screen.
    pub fn heap_bytes(&self) -> usize {
        self.text.capacity() + self.ends.capacity() * size_of::<u32>()
    }

    fn push(&mut self, text: &str) -> Result<u32, DictionaryFull> {
        let end = u32::try_from(self.text.len() + text.len()).map_err(|_| DictionaryFull)?;
        let code = u32::try_from(self.ends.len()).map_err(|_| DictionaryFull)?;
        if code == u32::MAX {
            return Err(DictionaryFull);
        }
        self.text.push_str(text);
        self.ends.push(end);
        Ok(code)
    }
}

impl<T: AsRef<str>> FromIterator<T> for Dictionary {
    /// Keeps the first of equal texts.
    fn from_iter<I: IntoIterator<Item = T>>(texts: I) -> Self {
        let mut builder = DictionaryBuilder::default();
        for text in texts {
            // Callers pass small literal lists; a dictionary that is full drops the rest.
            if builder.intern(text.as_ref()).is_err() {
                break;
            }
        }
        builder.finish()
    }
}

/// Gives equal texts equal codes while a column is read.
#[derive(Clone, Debug, Default)]
pub struct DictionaryBuilder {
    dictionary: Dictionary,
    table: CodeTable,
    hasher: foldhash::fast::FixedState,
}

impl DictionaryBuilder {
    /// The code of `text`, new or known.
    #[inline]
    pub fn intern(&mut self, text: &str) -> Result<u32, DictionaryFull> {
        self.intern_hashed(text, self.hash(text))
    }

    /// The hash under which a text is kept, for those who look up many texts at once.
    #[inline]
    pub fn hash(&self, text: &str) -> u32 {
        let hash = self.hasher.hash_one(text.as_bytes());
        (hash >> 32) as u32 ^ hash as u32
    }

    /// Like [`Self::intern`], with the hash of `text` at hand.
    #[inline]
    pub fn intern_hashed(&mut self, text: &str, hash: u32) -> Result<u32, DictionaryFull> {
        if let Some(code) = self.find_hashed(text, hash) {
            return Ok(code);
        }
        let code = self.dictionary.push(text)?;
        self.table.insert(hash, code);
        Ok(code)
    }

    /// Like [`Self::intern_hashed`] for a text that is not asked for again: a new one is not entered where
    /// later look-ups would find it.
    #[inline]
    pub fn intern_last(&mut self, text: &str, hash: u32) -> Result<u32, DictionaryFull> {
        match self.find_hashed(text, hash) {
            Some(code) => Ok(code),
            None => self.dictionary.push(text),
        }
    }

    #[inline]
    fn find_hashed(&self, text: &str, hash: u32) -> Option<u32> {
        let is_it = |code| same(self.dictionary.bytes(code), text.as_bytes());
        self.table.find(hash, is_it)
    }

    /// Fetches what the look-ups of these hashes will need, side by side instead of one after the other.
    /// Small dictionaries are at hand anyway.
    #[inline]
    pub fn prepare(&self, hashes: impl Iterator<Item = u32>) {
        if self.dictionary.len() < FITS_THE_CACHE {
            return;
        }
        let seen = hashes.fold(0, |seen, hash| {
            let end = self
                .table
                .peek(hash)
                .and_then(|code| self.dictionary.ends.get(code as usize))
                .map_or(0, |&end| end as usize);
            let last = self.dictionary.text.as_bytes().get(end.wrapping_sub(1));
            seen ^ last.copied().unwrap_or(0)
        });
        std::hint::black_box(seen);
    }

    /// Makes room for so many more values at once.
    pub fn reserve(&mut self, values: usize) {
        self.table.reserve(values);
        self.dictionary.ends.reserve(values);
    }

    /// Takes over every value of `other`; the answer maps its codes to ours.
    pub fn absorb(&mut self, other: &Dictionary) -> Result<Vec<u32>, DictionaryFull> {
        other.iter().map(|text| self.intern(text)).collect()
    }

    pub fn find(&self, text: &str) -> Option<u32> {
        self.find_hashed(text, self.hash(text))
    }

    pub fn len(&self) -> usize {
        self.dictionary.len()
    }

    pub fn is_empty(&self) -> bool {
        self.dictionary.is_empty()
    }

    pub fn dictionary(&self) -> &Dictionary {
        &self.dictionary
    }

    pub fn finish(mut self) -> Dictionary {
        self.dictionary.text.shrink_to_fit();
        self.dictionary.ends.shrink_to_fit();
        self.dictionary
    }
}

const FITS_THE_CACHE: usize = 2048;

/// Equality of short texts without a call: most cells have fewer than sixteen bytes.
#[inline]
fn same(one: &[u8], other: &[u8]) -> bool {
    fn ends<const N: usize>(bytes: &[u8]) -> Option<(&[u8; N], &[u8; N])> {
        Some((bytes.first_chunk()?, bytes.last_chunk()?))
    }
    if one.len() != other.len() {
        return false;
    }
    match one.len() {
        0 => true,
        1..4 => one.iter().eq(other),
        4..8 => ends::<4>(one) == ends::<4>(other),
        8..=16 => ends::<8>(one) == ends::<8>(other),
        _ => one == other,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_texts_share_a_code_in_order_of_appearance() {
        let mut builder = DictionaryBuilder::default();
        let codes: Vec<u32> = ["b", "a", "b", "", "a"]
            .iter()
            .map(|text| builder.intern(text).unwrap())
            .collect();
        assert_eq!(codes, [0, 1, 0, 2, 1]);
        let dictionary = builder.finish();
        assert_eq!(dictionary.iter().collect::<Vec<_>>(), ["b", "a", ""]);
        assert_eq!(dictionary.find(""), Some(2));
        assert_eq!(dictionary.get(9), "");
    }

    #[test]
    fn texts_of_every_length_are_compared_whole() {
        let text = "abcdefghijklmnopqrstuvwxyz".as_bytes();
        for length in 0..text.len() {
            let one = &text[..length];
            assert!(same(one, one) && !same(one, &text[..=length]));
            for changed in 0..length {
                let mut other = one.to_vec();
                other[changed] ^= 1;
                assert!(!same(one, &other));
            }
        }
    }

    #[test]
    fn absorbing_maps_the_codes_of_the_other() {
        let mut left = DictionaryBuilder::default();
        left.intern("x").unwrap();
        let right: Dictionary = ["y", "x", "z"].into_iter().collect();
        assert_eq!(left.absorb(&right).unwrap(), [1, 0, 2]);
        assert_eq!(left.finish().iter().collect::<Vec<_>>(), ["x", "y", "z"]);
    }
}
