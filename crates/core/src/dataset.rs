//! What a file holds once it is read.

use crate::{Kind, Ratings, Scale, Table, Transactions};

#[derive(Clone, Debug, PartialEq)]
pub enum Dataset {
    Microdata(Table),
    Ratings(Ratings),
    Transactions(Transactions),
}

impl Dataset {
    pub fn kind(&self) -> Kind {
        match self {
            Self::Microdata(_) => Kind::Microdata,
            Self::Ratings(_) => Kind::Ratings,
            Self::Transactions(_) => Kind::Transactions,
        }
    }

    pub fn records(&self) -> usize {
        match self {
            Self::Microdata(table) => table.records(),
            Self::Ratings(ratings) => ratings.people(),
            Self::Transactions(transactions) => transactions.len(),
        }
    }

    /// If it is a table of records.
    pub fn records_table(&self) -> Option<&Table> {
        match self {
            Self::Microdata(table) => Some(table),
            _ => None,
        }
    }

    pub fn into_records_table(self) -> Option<Table> {
        match self {
            Self::Microdata(table) => Some(table),
            _ => None,
        }
    }

    /// If people rated issues.
    pub fn ratings(&self) -> Option<&Ratings> {
        match self {
            Self::Ratings(ratings) => Some(ratings),
            _ => None,
        }
    }

    /// The scale that its ratings lie on, if it has any.
    pub fn scale(&self) -> Option<Scale> {
        self.ratings().map(Ratings::scale)
    }

    /// If they are baskets of items.
    pub fn transactions(&self) -> Option<&Transactions> {
        match self {
            Self::Transactions(transactions) => Some(transactions),
            _ => None,
        }
    }

    /// The table behind it, where it has one: the columns that carry roles.
    pub fn table(&self) -> Option<&Table> {
        match self {
            Self::Microdata(table) | Self::Ratings(Ratings::Wide(table, _)) => Some(table),
            Self::Ratings(Ratings::Long(_)) | Self::Transactions(_) => None,
        }
    }
}

impl From<Table> for Dataset {
    /// A table of records.
    fn from(table: Table) -> Self {
        Self::Microdata(table)
    }
}
