//! The distinct combinations of quasi-identifiers, each with the number of its records: all that questions about
//! subsets of the columns need.

use cloakroom_core::{Column, DictionaryBuilder, DictionaryFull};

#[derive(Clone, Debug, Default)]
pub struct Tuples {
    pub names: Vec<String>,
    /// By column and tuple: which value it has. Equal texts have equal numbers.
    pub values: Vec<Vec<u32>>,
    /// By column, how many values there are.
    pub distinct: Vec<usize>,
    /// By tuple, its records.
    pub weights: Vec<u32>,
}

impl Tuples {
    /// `first` has a record of each class and `sizes` its records; the classes are those of `columns`.
    pub fn new(columns: &[&Column], first: &[u32], sizes: &[u32]) -> Result<Self, DictionaryFull> {
        let mut tuples = Self {
            weights: sizes.to_vec(),
            ..Self::default()
        };
        for column in columns {
            // Groups of two levels may have the same name, and only names can be told apart.
            let mut texts = DictionaryBuilder::default();
            let text_of = texts.absorb(column.dictionary())?;
            tuples.names.push(column.name().to_owned());
            tuples.distinct.push(texts.len());
            let value = |&row: &u32| text_of[column.codes()[row as usize] as usize];
            tuples.values.push(first.iter().map(value).collect());
        }
        Ok(tuples)
    }

    pub fn columns(&self) -> usize {
        self.names.len()
    }

    pub fn records(&self) -> usize {
        self.weights.iter().map(|&weight| weight as usize).sum()
    }
}
