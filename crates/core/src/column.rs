//! One column of a table: a dictionary of its distinct texts and a code for every record.

use super::dictionary::{Dictionary, DictionaryBuilder, DictionaryFull};
use super::spelling::Spelling;
use super::value_type::{ValueType, parse_date};
use polars_buffer::Buffer;
use std::sync::{Arc, OnceLock};

/// A column as it was read. A missing value is a value of its own (two missing cells are equal), is kept
/// in the dictionary as the empty text, and is known by [`Column::null`].
#[derive(Clone, Debug)]
pub struct Column {
    name: String,
    dictionary: Dictionary,
    /// Shared with the frame that the column is shown as.
    codes: Buffer<u32>,
    /// How many records each row stands for, where equal records were counted instead of kept.
    weights: Option<Arc<[u32]>>,
    null: Option<u32>,
    value_type: ValueType,
    mixture: Option<Mixture>,
    spelling: Spelling,
    counts: OnceLock<Vec<u32>>,
    order: OnceLock<Vec<u32>>,
    ranks: OnceLock<Vec<u32>>,
}

/// A column that is text only because some of its values are not what the others are.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mixture {
    /// What most of the records hold.
    pub mostly: ValueType,
    pub fitting: usize,
    pub odd: usize,
    /// The first record that does not fit, counted from 0.
    pub first_odd: usize,
}

impl Column {
    /// `null` is the code of the missing value, if any record has one; its text must be empty.
    pub fn new(
        name: impl Into<String>,
        dictionary: Dictionary,
        codes: Vec<u32>,
        null: Option<u32>,
    ) -> Self {
        Self::weighed(name, dictionary, codes, null, None)
    }

    /// The same with rows that stand for so many records each; `None` for one each.
    pub fn weighed(
        name: impl Into<String>,
        dictionary: Dictionary,
        codes: Vec<u32>,
        null: Option<u32>,
        weights: Option<Arc<[u32]>>,
    ) -> Self {
        Self::sharing(name.into(), dictionary, codes.into(), null, weights)
    }

    fn sharing(
        name: String,
        dictionary: Dictionary,
        codes: Buffer<u32>,
        null: Option<u32>,
        weights: Option<Arc<[u32]>>,
    ) -> Self {
        let mut column = Self {
            name,
            dictionary,
            codes,
            weights,
            null,
            value_type: ValueType::Text,
            mixture: None,
            spelling: Spelling::default(),
            counts: OnceLock::new(),
            order: OnceLock::new(),
            ranks: OnceLock::new(),
        };
        (column.value_type, column.mixture) = column.infer_type();
        column
    }

    /// A column from texts in memory; the empty text is the missing value.
    pub fn from_texts<T: AsRef<str>>(
        name: impl Into<String>,
        texts: impl IntoIterator<Item = T>,
    ) -> Result<Self, DictionaryFull> {
        let mut builder = DictionaryBuilder::default();
        let codes = texts
            .into_iter()
            .map(|text| builder.intern(text.as_ref()))
            .collect::<Result<Vec<u32>, _>>()?;
        let null = builder.find("");
        Ok(Self::new(name, builder.finish(), codes, null))
    }

    /// The same column with these of its records, in this order; the dictionary stays as it is.
    #[must_use]
    pub fn picked(&self, rows: &[u32]) -> Self {
        Self {
            name: self.name.clone(),
            dictionary: self.dictionary.clone(),
            codes: rows.iter().map(|&row| self.codes[row as usize]).collect(),
            weights: self
                .weights
                .as_ref()
                .map(|weights| rows.iter().map(|&row| weights[row as usize]).collect()),
            null: self.null,
            value_type: self.value_type,
            mixture: self.mixture.clone(),
            spelling: self.spelling,
            counts: OnceLock::new(),
            order: self.order.clone(),
            ranks: self.ranks.clone(),
        }
    }

    /// The same records with other texts, by code; the missing value stays missing.
    #[must_use]
    pub fn with_dictionary(&self, dictionary: Dictionary) -> Self {
        let (name, weights) = (self.name.clone(), self.weights.clone());
        Self::sharing(name, dictionary, self.codes.clone(), self.null, weights)
    }

    pub fn name(&self) -> &str {
        &self.name
    }

    pub fn len(&self) -> usize {
        self.codes.len()
    }

    pub fn is_empty(&self) -> bool {
        self.codes.is_empty()
    }

    pub fn dictionary(&self) -> &Dictionary {
        &self.dictionary
    }

    pub fn codes(&self) -> &[u32] {
        &self.codes
    }

    /// The same memory.
    pub fn shared_codes(&self) -> Buffer<u32> {
        self.codes.clone()
    }

    /// How many records each row stands for; `None` if each is one record.
    pub fn weights(&self) -> Option<&Arc<[u32]>> {
        self.weights.as_ref()
    }

    /// How many records a row stands for.
    #[inline]
    pub fn weight(&self, row: usize) -> u32 {
        self.weights.as_ref().map_or(1, |weights| weights[row])
    }

    pub fn null(&self) -> Option<u32> {
        self.null
    }

    pub fn value_type(&self) -> ValueType {
        self.value_type
    }

    /// How its values are spelled: a text from elsewhere is compared with them in this spelling.
    pub fn spelling(&self) -> Spelling {
        self.spelling
    }

    #[must_use]
    pub fn with_spelling(mut self, spelling: Spelling) -> Self {
        self.spelling = spelling;
        self
    }

    #[must_use]
    pub fn renamed(mut self, name: &str) -> Self {
        name.clone_into(&mut self.name);
        self
    }

    /// The same, known to be of a type that all of its values have.
    #[must_use]
    pub fn with_type(mut self, value_type: ValueType) -> Self {
        self.value_type = value_type;
        self.mixture = None;
        self.order = OnceLock::new();
        self.ranks = OnceLock::new();
        self
    }

    /// The same with the records that its rows stand for, from 0: what is said of a record says which.
    #[must_use]
    pub fn with_first_records(mut self, first_record: &[u32]) -> Self {
        if let Some(mixture) = &mut self.mixture {
            let first = first_record.get(mixture.first_odd).copied();
            mixture.first_odd = first.map_or(mixture.first_odd, |first| first as usize);
        }
        self
    }

    pub fn mixture(&self) -> Option<&Mixture> {
        self.mixture.as_ref()
    }

    /// The text of a record's cell; empty where the value is missing.
    pub fn text(&self, row: usize) -> &str {
        self.dictionary.get(self.codes[row])
    }

    pub fn is_null(&self, row: usize) -> bool {
        Some(self.codes[row]) == self.null
    }

    /// Distinct values, a missing one not counted.
    pub fn distinct(&self) -> usize {
        self.dictionary.len() - usize::from(self.null.is_some())
    }

    pub fn nulls(&self) -> usize {
        self.null
            .map_or(0, |code| self.counts()[code as usize] as usize)
    }

    /// Records per code.
    pub fn counts(&self) -> &[u32] {
        self.counts.get_or_init(|| {
            let mut counts = vec![0u32; self.dictionary.len()];
            match &self.weights {
                None => {
                    for &code in self.codes() {
                        counts[code as usize] += 1;
                    }
                }
                Some(weights) => {
                    for (&code, &weight) in self.codes.iter().zip(weights.iter()) {
                        counts[code as usize] += weight;
                    }
                }
            }
            counts
        })
    }

    /// The number that a code stands for: its value, or the days since 1970 of a date.
    pub fn number(&self, code: u32) -> Option<f64> {
        if Some(code) == self.null {
            return None;
        }
        let text = self.dictionary.get(code);
        match self.value_type {
            ValueType::Whole | ValueType::Decimal => text.parse().ok(),
            ValueType::Date => parse_date(text).map(|days| days as f64),
            ValueType::Text => None,
        }
    }

    /// Codes in the order a reader expects: numbers and dates by size, texts by letters, missing last.
    pub fn order(&self) -> &[u32] {
        self.order.get_or_init(|| {
            let mut codes: Vec<u32> = (0..self.dictionary.len() as u32)
                .filter(|&code| Some(code) != self.null)
                .collect();
            if self.value_type == ValueType::Text {
                codes.sort_by(|&a, &b| self.dictionary.get(a).cmp(self.dictionary.get(b)));
            } else {
                let mut keyed: Vec<(f64, u32)> = codes
                    .iter()
                    .map(|&code| (self.number(code).unwrap_or(f64::INFINITY), code))
                    .collect();
                keyed.sort_by(|a, b| {
                    a.0.total_cmp(&b.0)
                        .then_with(|| self.dictionary.get(a.1).cmp(self.dictionary.get(b.1)))
                });
                codes = keyed.into_iter().map(|(_, code)| code).collect();
            }
            codes.extend(self.null);
            codes
        })
    }

    /// The place of each code in [`Column::order`], so that records sort by small integers.
    pub fn ranks(&self) -> &[u32] {
        self.ranks.get_or_init(|| {
            let order = self.order();
            let mut ranks = vec![0u32; order.len()];
            for (rank, &code) in order.iter().enumerate() {
                ranks[code as usize] = rank as u32;
            }
            ranks
        })
    }

    /// All values decide, not a sample of them; a column that is nearly all of one type says so.
    fn infer_type(&self) -> (ValueType, Option<Mixture>) {
        let mut types = [false; 4];
        let types_of: Vec<ValueType> = self.dictionary.iter().map(ValueType::of).collect();
        for (code, &value_type) in types_of.iter().enumerate() {
            if Some(code as u32) != self.null {
                types[value_type as usize] = true;
            }
        }
        let [whole, decimal, date, text] = types;
        match (whole, decimal, date, text) {
            (true, false, false, false) => return (ValueType::Whole, None),
            (_, true, false, false) => return (ValueType::Decimal, None),
            (false, false, true, false) => return (ValueType::Date, None),
            (false, false, false, _) => return (ValueType::Text, None),
            _ => {}
        }
        let counts = self.counts();
        let mut records = [0usize; 4];
        for (code, &value_type) in types_of.iter().enumerate() {
            if Some(code as u32) != self.null {
                records[value_type as usize] += counts[code] as usize;
            }
        }
        let numbers = records[0] + records[1];
        let total = numbers + records[2] + records[3];
        let (mostly, fitting) = if numbers >= records[2] {
            let kind = if decimal {
                ValueType::Decimal
            } else {
                ValueType::Whole
            };
            (kind, numbers)
        } else {
            (ValueType::Date, records[2])
        };
        // Texts with a few numbers among them ("Flat 7", "12") are plain text, not a mistake.
        if fitting * 2 <= total {
            return (ValueType::Text, None);
        }
        // Codes with leading zeros among plain numbers (zip codes, case numbers) are one kind of thing.
        let is_code = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
        let all_codes = (0..types_of.len() as u32)
            .filter(|&code| Some(code) != self.null)
            .all(|code| is_code(self.dictionary.get(code)));
        if all_codes {
            return (ValueType::Text, None);
        }
        let fits = |value_type: ValueType| match mostly {
            ValueType::Date => value_type == ValueType::Date,
            _ => value_type.is_number(),
        };
        let first_odd = self
            .codes
            .iter()
            .position(|&code| Some(code) != self.null && !fits(types_of[code as usize]))
            .unwrap_or(0);
        let mixture = Mixture {
            mostly,
            fitting,
            odd: total - fitting,
            first_odd,
        };
        (ValueType::Text, Some(mixture))
    }
}

impl PartialEq for Column {
    /// Equal when every record shows the same: codes may differ.
    fn eq(&self, other: &Self) -> bool {
        self.name == other.name
            && self.len() == other.len()
            && self.weights == other.weights
            && (0..self.len()).all(|row| {
                self.is_null(row) == other.is_null(row) && self.text(row) == other.text(row)
            })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn column(texts: &[&str]) -> Column {
        Column::from_texts("c", texts).unwrap()
    }

    #[test]
    fn missing_values_are_counted_apart_and_sort_last() {
        let column = column(&["10", "", "9", "10"]);
        assert_eq!(column.value_type(), ValueType::Whole);
        assert_eq!((column.distinct(), column.nulls()), (2, 1));
        let shown: Vec<&str> = column
            .order()
            .iter()
            .map(|&code| column.dictionary().get(code))
            .collect();
        assert_eq!(shown, ["9", "10", ""]);
        assert_eq!(column.ranks(), [1, 2, 0]);
    }

    #[test]
    fn a_nearly_numeric_column_is_text_and_says_so() {
        let column = column(&["1", "2", "", "three", "2.5"]);
        assert_eq!(column.value_type(), ValueType::Text);
        assert_eq!(
            column.mixture(),
            Some(&Mixture {
                mostly: ValueType::Decimal,
                fitting: 3,
                odd: 1,
                first_odd: 3
            })
        );
    }

    #[test]
    fn whole_and_decimal_together_are_decimal() {
        assert_eq!(column(&["1", "2.5"]).value_type(), ValueType::Decimal);
        assert_eq!(column(&["2024-01-01", ""]).value_type(), ValueType::Date);
        assert_eq!(column(&["", ""]).value_type(), ValueType::Text);
        assert_eq!(column(&["a", "b", "1"]).mixture(), None);
        assert_eq!(column(&["01069", "10115", "80331"]).mixture(), None);
    }
}
