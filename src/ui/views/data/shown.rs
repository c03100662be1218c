//! The rows that the table shows at the moment, from place to record and back.

use crate::ui::ratings::status::RatingsStatus;
use crate::ui::status::Status;
use crate::ui::transactions::status::TransactionsStatus;
use cloakroom_microdata::privacy::PrivacyModel;
use std::sync::Arc;

/// Follows a slider within a frame: a look at the class of every row, a few milliseconds for a million.
#[derive(Default)]
pub struct Shown {
    rows: Rows,
    key: Option<Key>,
}

#[derive(Default)]
enum Rows {
    /// Every row in the order of the file.
    #[default]
    All,
    Listed(Arc<Vec<u32>>),
}

/// Holds what it was made from, so that an address cannot come to mean something else.
struct Key {
    records: usize,
    listed: Option<Arc<Vec<u32>>>,
    violating: Option<Violating>,
}

/// Who is shown if only violating rows are.
#[derive(Clone)]
pub enum Violating {
    /// Records that break this promise, or any.
    Microdata {
        status: Arc<Status>,
        model: Option<PrivacyModel>,
    },
    Ratings(Arc<RatingsStatus>),
    Transactions(Arc<TransactionsStatus>),
}

impl Violating {
    pub fn is(&self, other: &Self) -> bool {
        match (self, other) {
            (
                Self::Microdata { status, model },
                Self::Microdata {
                    status: other,
                    model: of,
                },
            ) => Arc::ptr_eq(status, other) && model == of,
            (Self::Ratings(one), Self::Ratings(other)) => Arc::ptr_eq(one, other),
            (Self::Transactions(one), Self::Transactions(other)) => Arc::ptr_eq(one, other),
            _ => false,
        }
    }

    /// How many rows are looked through.
    pub fn records(&self) -> usize {
        match self {
            Self::Microdata { status, .. } => status.classes.class_of_rows().len(),
            Self::Ratings(status) => status.people(),
            Self::Transactions(status) => status.baskets(),
        }
    }

    /// Ascending.
    pub fn rows(&self) -> Vec<u32> {
        match self {
            Self::Microdata { status, model } => status.violating_rows(*model),
            Self::Ratings(status) => status.violating_people(u8::MAX),
            Self::Transactions(status) => status.violating_transactions(),
        }
    }

    pub fn contains(&self, row: u32) -> bool {
        match self {
            Self::Microdata { status, model } => status.violates(row as usize, *model),
            Self::Ratings(status) => status.violates(row as usize),
            Self::Transactions(status) => status.violates(row as usize),
        }
    }
}

impl Key {
    fn is(&self, other: &Self) -> bool {
        let same_list = match (&self.listed, &other.listed) {
            (Some(one), Some(other)) => Arc::ptr_eq(one, other),
            (None, None) => true,
            _ => false,
        };
        let same_violating = match (&self.violating, &other.violating) {
            (Some(one), Some(other)) => one.is(other),
            (None, None) => true,
            _ => false,
        };
        self.records == other.records && same_list && same_violating
    }
}

impl Shown {
    /// These rows, in their order.
    pub fn of(rows: Arc<Vec<u32>>) -> Self {
        Self {
            rows: Rows::Listed(rows),
            key: None,
        }
    }

    /// Says whether what is shown has changed.
    pub fn refresh(
        &mut self,
        records: usize,
        listed: Option<&Arc<Vec<u32>>>,
        violating: Option<Violating>,
    ) -> bool {
        let key = Key {
            records,
            listed: listed.cloned(),
            violating,
        };
        if self.key.as_ref().is_some_and(|known| known.is(&key)) {
            return false;
        }
        self.rows = match (listed, &key.violating) {
            (None, None) => Rows::All,
            (Some(listed), None) => Rows::Listed(listed.clone()),
            (None, Some(only)) => Rows::Listed(Arc::new(only.rows())),
            (Some(listed), Some(only)) => {
                let violates = |row: &u32| only.contains(*row);
                Rows::Listed(Arc::new(listed.iter().copied().filter(violates).collect()))
            }
        };
        self.key = Some(key);
        true
    }

    pub fn len(&self, records: usize) -> u64 {
        match &self.rows {
            Rows::All => records as u64,
            Rows::Listed(rows) => rows.len() as u64,
        }
    }

    /// The record at a place of the view.
    pub fn row_at(&self, place: u64) -> u32 {
        match &self.rows {
            Rows::All => place as u32,
            Rows::Listed(rows) => rows.get(place as usize).copied().unwrap_or(0),
        }
    }

    /// Where a record is shown.
    pub fn place_of(&self, row: u32, records: usize) -> Option<u64> {
        match &self.rows {
            Rows::All => ((row as usize) < records).then_some(u64::from(row)),
            Rows::Listed(rows) => rows
                .iter()
                .position(|&other| other == row)
                .map(|place| place as u64),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use cloakroom_core::column::Column;
    use cloakroom_core::progress::Progress;
    use cloakroom_core::requirement::Requirement;
    use cloakroom_microdata::profile::classes::ClassProfile;

    #[test]
    fn k_filters_the_listed_rows() {
        let column = Column::from_texts("c", ["a", "b", "b", "a", "c"]).unwrap();
        let profile = Arc::new(ClassProfile::compute(&[&column], 5, &Progress::default()).unwrap());
        let violating = |k: u32| {
            let requirement = Requirement {
                k: Some(k),
                ..Requirement::default()
            };
            Some(Violating::Microdata {
                status: Arc::new(Status::new(profile.clone(), None, 0, &requirement)),
                model: None,
            })
        };
        let listed = Arc::new(vec![4, 3, 2]);
        let mut shown = Shown::default();
        assert!(shown.refresh(5, None, None));
        assert_eq!((shown.len(5), shown.place_of(4, 5)), (5, Some(4)));
        let two = violating(2);
        assert!(shown.refresh(5, Some(&listed), two.clone()));
        assert_eq!((shown.len(5), shown.row_at(0)), (1, 4));
        assert!(!shown.refresh(5, Some(&listed), two));
        assert!(shown.refresh(5, Some(&listed), violating(3)));
        assert_eq!((shown.len(5), shown.place_of(2, 5)), (3, Some(2)));
    }
}
