//! The classes of one node: tuples of groups with how many records have them and which sensitive values.

/// What must be known of the sensitive values of a class.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Need {
    /// Nothing: sizes decide.
    Sizes,
    /// Which values occur, as a bit each.
    Marks,
    /// How often each value occurs.
    Counts,
}

/// Classes in the order in which their first record stands in the table.
#[derive(Clone, Debug, Default)]
pub struct Classes {
    /// The levels of the node.
    pub levels: Vec<u32>,
    /// [`super::keys::Layout::words`] words per class.
    pub keys: Vec<u64>,
    pub sizes: Vec<u32>,
    pub values: Values,
}

#[derive(Clone, Debug, Default)]
pub enum Values {
    #[default]
    Unknown,
    /// Per sensitive column, a bit per value for every class.
    Marks(Vec<Vec<u64>>),
    /// Per sensitive column.
    Counts(Vec<Sparse>),
}

/// Rows of counts that are mostly empty.
#[derive(Clone, Debug, Default)]
pub struct Sparse {
    /// Codes are below this.
    pub values: usize,
    /// `starts[class]..starts[class + 1]` are the values of one class.
    pub starts: Vec<u32>,
    /// Sensitive code and records, by code.
    pub entries: Vec<(u32, u32)>,
}

impl Sparse {
    pub fn of(&self, class: usize) -> &[(u32, u32)] {
        &self.entries[self.starts[class] as usize..self.starts[class + 1] as usize]
    }
}

impl Classes {
    pub fn len(&self) -> usize {
        self.sizes.len()
    }

    pub fn is_empty(&self) -> bool {
        self.sizes.is_empty()
    }

    pub fn heap_bytes(&self) -> usize {
        let values = match &self.values {
            Values::Unknown => 0,
            Values::Marks(columns) => columns.iter().map(|marks| marks.len() * 8).sum(),
            Values::Counts(columns) => columns
                .iter()
                .map(|column| column.starts.len() * 4 + column.entries.len() * 8)
                .sum(),
        };
        self.keys.len() * 8 + self.sizes.len() * 4 + values
    }
}
