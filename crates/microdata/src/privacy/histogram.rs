//! How often each sensitive value occurs in a class: a scratch that is filled and emptied again and again.

/// Counts by code, and which codes have any: emptying costs what was filled, not what could be.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Histogram {
    counts: Vec<u32>,
    present: Vec<u32>,
}

impl Histogram {
    /// For codes below `values`.
    pub fn new(values: usize) -> Self {
        Self {
            counts: vec![0; values],
            present: Vec::new(),
        }
    }

    pub fn add(&mut self, code: u32, records: u32) {
        if records == 0 {
            return;
        }
        let count = &mut self.counts[code as usize];
        if *count == 0 {
            self.present.push(code);
        }
        *count += records;
    }

    pub fn clear(&mut self) {
        for code in self.present.drain(..) {
            self.counts[code as usize] = 0;
        }
    }

    /// Codes are below this.
    pub fn values(&self) -> usize {
        self.counts.len()
    }

    /// Records with this value.
    pub fn count(&self, code: u32) -> u32 {
        self.counts[code as usize]
    }

    /// Codes that occur, each once, in the order they were first added.
    pub fn present(&self) -> &[u32] {
        &self.present
    }

    pub fn distinct(&self) -> u32 {
        self.present.len() as u32
    }
}
