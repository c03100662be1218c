//! The three kinds of data, each with its own privacy models. What is known of a kind whatever the data is a row in a file
//! of its own here (`AboutKind`): the rest of the crate asks the row and need not know which kinds there are.

mod about;
mod microdata;
mod ratings;
mod transactions;

pub use about::{AboutKind, KeepingMeans, Unset};

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

    /// What any table can be read as, every row a record: what a file is taken for if nothing speaks for another kind.
    pub const OF_ANY_TABLE: Self = Self::Microdata;

    /// What there is to know of it. To add a kind is to add a line here.
    pub fn about(self) -> &'static AboutKind {
        match self {
            Self::Microdata => &microdata::ABOUT,
            Self::Ratings => &ratings::ABOUT,
            Self::Transactions => &transactions::ABOUT,
        }
    }

    pub fn name(self) -> &'static str {
        self.about().name
    }

    /// What one record is called.
    pub fn record(self, count: usize) -> &'static str {
        let [one, several] = self.about().record;
        if count == 1 { one } else { several }
    }

    /// Whether a release may lack some of them so that the others can be shown.
    pub fn may_leave_out(self) -> bool {
        (self.about().is_promise)("suppression")
    }

    pub fn fits_any_table(self) -> bool {
        self == Self::OF_ANY_TABLE
    }
}
