//! What a release tells of every record of its input, in the audit file and nowhere else: enough to count what
//! several releases of the same people tell together.

use cloakroom_core::io::packed::Packed;
use cloakroom_core::{Kind, Scale};
use serde::{Deserialize, Serialize};

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "of", rename_all = "lowercase")]
pub enum Trace {
    Microdata(TableTrace),
    Ratings(RatingsTrace),
    Transactions(TransactionsTrace),
}

impl Trace {
    pub fn kind(&self) -> Kind {
        match self {
            Self::Microdata(_) => Kind::Microdata,
            Self::Ratings(_) => Kind::Ratings,
            Self::Transactions(_) => Kind::Transactions,
        }
    }

    pub(crate) fn table(&self) -> Option<&TableTrace> {
        match self {
            Self::Microdata(trace) => Some(trace),
            _ => None,
        }
    }

    pub(crate) fn ratings(&self) -> Option<&RatingsTrace> {
        match self {
            Self::Ratings(trace) => Some(trace),
            _ => None,
        }
    }

    pub(crate) fn transactions(&self) -> Option<&TransactionsTrace> {
        match self {
            Self::Transactions(trace) => Some(trace),
            _ => None,
        }
    }
}

/// Of a table of records.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TableTrace {
    /// By row of the input, the number of its released class, counted from 1; 0 if it was left out.
    pub class_of: Packed,
    pub sensitive: Vec<SensitiveTrace>,
}

/// The values of a sensitive column by number: what they are is not told.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SensitiveTrace {
    pub column: String,
    /// By row of the input.
    pub value_of: Packed,
    /// The number of the missing value, if there is one.
    pub missing: Option<u32>,
    /// How many sensitivity categories there are, and the category of each value.
    pub categories: Option<(u32, Packed)>,
    pub distance: DistanceTrace,
}

/// How far two values of a sensitive column are apart.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase", deny_unknown_fields)]
pub enum DistanceTrace {
    /// All are equally far apart.
    Equal,
    /// The place of each value in the order.
    Ordered { rank_of: Packed },
    /// Level by level from the first above the values to the top, the group of each value.
    Hierarchy { group_of: Vec<Packed> },
}

/// Of ratings.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RatingsTrace {
    pub scale: Scale,
    pub issues: usize,
    /// By person of the input: 1 if they were released, otherwise 0.
    pub is_released: Packed,
    /// Of the released people one after the other, a released point per issue, counted from 1; 0 if it is not
    /// rated.
    pub points: Packed,
    /// By sensitive issue, the same of everybody.
    pub secrets: Vec<SecretTrace>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SecretTrace {
    pub issue: String,
    pub points: Packed,
}

/// Of transactions.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TransactionsTrace {
    /// Items of every basket of the input.
    pub lengths: Packed,
    /// Basket after basket, the number of every item, in ascending order.
    pub item: Packed,
    /// What each of these is shown as: the number of a node, counted from 1; 0 if it is not shown.
    pub shown: Packed,
    /// Numbers of the items that were released as they are, since they are private.
    pub private: Packed,
}
