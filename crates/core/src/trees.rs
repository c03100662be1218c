//! What values and items can be generalized by, whatever the kind of data.

use super::hierarchy::Hierarchies;
use super::taxonomy::Taxonomy;
use std::sync::Arc;

#[derive(Clone, Debug, Default, PartialEq)]
pub struct Trees {
    /// Of the columns of a table.
    pub hierarchies: Hierarchies,
    /// Of the items of transactions.
    pub taxonomy: Option<Arc<Taxonomy>>,
}

impl From<Hierarchies> for Trees {
    fn from(hierarchies: Hierarchies) -> Self {
        Self {
            hierarchies,
            taxonomy: None,
        }
    }
}
