//! The distinct texts of a column, each known inside by a number.
//!
//! All texts lie end to end in one string, so a column of a million distinct values costs three
//! allocations and not a million.

use hashbrown::HashTable;
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
    table: HashTable<u32>,
    hasher: foldhash::fast::FixedState,
}

impl DictionaryBuilder {
    /// The code of `text`, new or known.
    #[inline]
    pub fn intern(&mut self, text: &str) -> Result<u32, DictionaryFull> {
        let hash = self.hasher.hash_one(text.as_bytes());
        let dictionary = &self.dictionary;
        if let Some(&code) = self.table.find(hash, |&code| dictionary.get(code) == text) {
            return Ok(code);
        }
        let code = self.dictionary.push(text)?;
        let (dictionary, hasher) = (&self.dictionary, &self.hasher);
        self.table.insert_unique(hash, code, |&code| {
            hasher.hash_one(dictionary.get(code).as_bytes())
        });
        Ok(code)
    }

    /// Takes over every value of `other`; the answer maps its codes to ours.
    pub fn absorb(&mut self, other: &Dictionary) -> Result<Vec<u32>, DictionaryFull> {
        other.iter().map(|text| self.intern(text)).collect()
    }

    pub fn find(&self, text: &str) -> Option<u32> {
        let hash = self.hasher.hash_one(text.as_bytes());
        self.table
            .find(hash, |&code| self.dictionary.get(code) == text)
            .copied()
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
    fn absorbing_maps_the_codes_of_the_other() {
        let mut left = DictionaryBuilder::default();
        left.intern("x").unwrap();
        let right: Dictionary = ["y", "x", "z"].into_iter().collect();
        assert_eq!(left.absorb(&right).unwrap(), [1, 0, 2]);
        assert_eq!(left.finish().iter().collect::<Vec<_>>(), ["x", "y", "z"]);
    }
}
