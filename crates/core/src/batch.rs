//! Some records of a table that is read piece by piece, because it is larger than the memory.

use super::dictionary::Dictionary;

/// The columns that were asked for, in the order in which they were.
#[derive(Clone, Debug, Default)]
pub struct Batch {
    /// From 0, in the order of the file.
    pub number: u32,
    pub rows: usize,
    pub columns: Vec<BatchColumn>,
}

/// As a [`super::column::Column`], but its dictionary has the values of these records only. A missing value is
/// the empty text.
#[derive(Clone, Debug, Default)]
pub struct BatchColumn {
    /// In the order of their first appearance.
    pub values: Dictionary,
    pub codes: Vec<u32>,
}
