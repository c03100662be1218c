//! Released transactions: whether enough of them hold whatever somebody may know of one, and whether what they
//! have in common tells too much of what is private.
//!
//! Decided set by set from the definition. Sets are passed over only where the definition itself says that they
//! are as frequent as one that was looked at.

mod board;
mod decide;
mod file;
mod pile;
mod quest;
mod rare;
mod reached;
mod telling;
mod walk;

#[cfg(test)]
mod tests;

pub use decide::{Decided, decide};
pub(super) use file::{answer, reading_options, refuse_foreign};

/// Baskets as they stand in the release, labels as numbers: equal labels are equal numbers, and nothing else is
/// known of them.
#[derive(Clone, Copy, Debug)]
pub struct Released<'a> {
    /// `starts[basket]..starts[basket + 1]` are the places of that basket's items.
    pub starts: &'a [usize],
    pub item: &'a [u32],
    /// By number: whether the label is a private item. Those that are not named are public.
    pub private: &'a [bool],
}

impl Released<'_> {
    pub fn len(&self) -> usize {
        self.starts.len().saturating_sub(1)
    }

    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    pub fn basket(&self, at: usize) -> &[u32] {
        &self.item[self.starts[at]..self.starts[at + 1]]
    }
}
