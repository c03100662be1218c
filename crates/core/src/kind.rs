//! The three kinds of data, each with its own privacy models.

use serde::{Deserialize, Serialize};

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Kind {
    Microdata,
    Ratings,
    Transactions,
}

impl Kind {
    pub const ALL: [Self; 3] = [Self::Microdata, Self::Ratings, Self::Transactions];

    pub fn name(self) -> &'static str {
        match self {
            Self::Microdata => "microdata",
            Self::Ratings => "ratings",
            Self::Transactions => "transactions",
        }
    }

    /// What one record is called.
    pub fn record(self, count: usize) -> &'static str {
        match (self, count) {
            (Self::Microdata, 1) => "record",
            (Self::Microdata, _) => "records",
            (Self::Ratings, 1) => "person",
            (Self::Ratings, _) => "people",
            (Self::Transactions, 1) => "basket",
            (Self::Transactions, _) => "baskets",
        }
    }
}
