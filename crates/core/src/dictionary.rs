//! The distinct texts of a column, each known inside by a number.
//!
//! All texts lie end to end in one string, so a column of a million distinct values costs three
//! allocations and not a million.

use super::code_table::CodeTable;
use super::text_key::TextKey;
use std::cmp::Ordering;

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

    /// The text behind a code. A code that is not in use is a fault of ours that must not pass for an empty text: it
    /// ends the work.
    pub fn get(&self, code: u32) -> &str {
        let at = code as usize;
        let end = self.ends[at];
        let start = if at == 0 { 0 } else { self.ends[at - 1] };
        &self.text[start as usize..end as usize]
    }

    /// The key of a value, for [`DictionaryBuilder::intern_keyed`].
    #[inline]
    pub fn key(&self, code: u32) -> TextKey {
        let start = match code {
            0 => 0,
            _ => self
                .ends
                .get(code as usize - 1)
                .map_or(0, |&end| end as usize),
        };
        TextKey::at(self.text.as_bytes(), start, self.get(code).len())
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

    /// A code for each text, equal ones included: where a code says more than its text, as a label that
    /// groups of two levels share.
    pub fn listed<T: AsRef<str>>(texts: &[T]) -> Result<Self, DictionaryFull> {
        let mut dictionary = Self::default();
        for text in texts {
            dictionary.push(text.as_ref())?;
        }
        Ok(dictionary)
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
///
/// As long as the texts come in ascending order, as numbers of records do, each is either the last one
/// or new, and no table is needed. The first that is out of order has it built.
#[derive(Clone, Debug, Default)]
pub struct DictionaryBuilder {
    dictionary: Dictionary,
    table: CodeTable,
    is_unordered: bool,
    /// The rank of the last text, while they are in order.
    top: u128,
}

impl DictionaryBuilder {
    /// The code of `text`, new or known.
    #[inline]
    pub fn intern(&mut self, text: &str) -> Result<u32, DictionaryFull> {
        self.intern_keyed(TextKey::of(text), || text)
    }

    /// Like [`Self::intern`] with the key of the text at hand; the text itself is often not needed.
    #[inline]
    pub fn intern_keyed<'a>(
        &mut self,
        key: TextKey,
        text: impl Fn() -> &'a str,
    ) -> Result<u32, DictionaryFull> {
        if !self.is_unordered
            && let Some(code) = self.intern_in_order(key, &text)?
        {
            return Ok(code);
        }
        if let Some(code) = self.look_up(key, &text) {
            return Ok(code);
        }
        let code = self.dictionary.push(text())?;
        self.table.insert(key, code);
        Ok(code)
    }

    /// Like [`Self::intern_keyed`] for a text that is not asked for again: a new one is not entered where
    /// later look-ups would find it.
    #[inline]
    pub fn intern_last<'a>(
        &mut self,
        key: TextKey,
        text: impl Fn() -> &'a str,
    ) -> Result<u32, DictionaryFull> {
        if !self.is_unordered
            && let Some(code) = self.intern_in_order(key, &text)?
        {
            return Ok(code);
        }
        match self.look_up(key, &text) {
            Some(code) => Ok(code),
            None => self.dictionary.push(text()),
        }
    }

    /// `None` if the text is out of order, and the table built.
    #[inline]
    fn intern_in_order<'a>(
        &mut self,
        key: TextKey,
        text: impl Fn() -> &'a str,
    ) -> Result<Option<u32>, DictionaryFull> {
        let rank = key.rank();
        if rank > self.top {
            let code = self.dictionary.push(text())?;
            self.top = rank;
            return Ok(Some(code));
        }
        if rank == self.top && rank > 0 {
            return Ok(Some(self.dictionary.len() as u32 - 1));
        }
        self.leave_order();
        Ok(None)
    }

    #[cold]
    fn leave_order(&mut self) {
        self.is_unordered = true;
        self.table.reserve(self.dictionary.len());
        for code in 0..self.dictionary.len() as u32 {
            self.table.insert(self.dictionary.key(code), code);
        }
    }

    #[inline]
    fn look_up<'a>(&self, key: TextKey, text: impl Fn() -> &'a str) -> Option<u32> {
        self.table
            .find(key, |code| self.dictionary.get(code) == text())
    }

    /// Fetches what the look-ups of these keys will need, side by side instead of one after the other, while other work
    /// goes on. Small dictionaries are at hand anyway.
    #[inline]
    pub fn prepare(&self, keys: impl Iterator<Item = TextKey>) {
        if self.dictionary.len() >= FITS_THE_CACHE {
            keys.for_each(|key| self.table.fetch(key));
        }
    }

    /// Makes room for so many more values at once.
    pub fn reserve(&mut self, values: usize) {
        if self.is_unordered {
            self.table.reserve(values);
        }
        self.dictionary.ends.reserve(values);
    }

    /// Takes over every value of `other`; the answer maps its codes to ours.
    pub fn absorb(&mut self, other: &Dictionary) -> Result<Vec<u32>, DictionaryFull> {
        other.iter().map(|text| self.intern(text)).collect()
    }

    pub fn find(&self, text: &str) -> Option<u32> {
        let key = TextKey::of(text);
        if self.is_unordered {
            return self.look_up(key, || text);
        }
        let (mut low, mut high) = (0, self.dictionary.len() as u32);
        while low < high {
            let middle = low + (high - low) / 2;
            match self.dictionary.key(middle).rank().cmp(&key.rank()) {
                Ordering::Less => low = middle + 1,
                Ordering::Equal => return Some(middle),
                Ordering::Greater => high = middle,
            }
        }
        None
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
    }

    #[test]
    #[should_panic(expected = "index out of bounds")]
    fn a_code_that_is_not_in_use_is_no_empty_text() {
        let dictionary: Dictionary = ["a", "b"].into_iter().collect();
        dictionary.get(2);
    }

    #[test]
    fn texts_in_order_need_no_table_until_one_is_not() {
        let mut builder = DictionaryBuilder::default();
        for (code, text) in ["", "7", "7", "12", "13"]
            .iter()
            .zip([0, 1, 1, 2, 3])
            .map(|(t, c)| (c, t))
        {
            assert_eq!(builder.intern(text), Ok(code));
        }
        assert!(!builder.is_unordered);
        assert_eq!(builder.find("12"), Some(2));
        assert_eq!(builder.find("8"), None);
        assert_eq!(builder.find("a text that is too long for a key"), None);
        assert_eq!(builder.intern("12"), Ok(2));
        assert!(builder.is_unordered);
        assert_eq!(builder.intern("8"), Ok(4));
        assert_eq!(builder.intern("a text that is too long for a key"), Ok(5));
        assert_eq!(builder.find("a text that is too long for a key"), Some(5));
        assert_eq!((builder.find("13"), builder.find("")), (Some(3), Some(0)));
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
