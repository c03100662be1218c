//! The rows that the table shows at the moment, from place to record and back.

use crate::profile::classes::ClassProfile;
use std::sync::Arc;

/// Follows k within a frame: a scan of one array of class sizes, a millisecond for a million rows.
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

#[derive(PartialEq)]
struct Key {
    records: usize,
    /// The list and the profile by address: both are held by the view while they are shown.
    listed: Option<*const Vec<u32>>,
    violating: Option<(*const ClassProfile, u32)>,
}

impl Shown {
    /// Says whether what is shown has changed.
    pub fn refresh(
        &mut self,
        records: usize,
        listed: Option<&Arc<Vec<u32>>>,
        violating: Option<&Arc<ClassProfile>>,
        k: u32,
    ) -> bool {
        let key = Key {
            records,
            listed: listed.map(Arc::as_ptr),
            violating: violating.map(|profile| (Arc::as_ptr(profile), k)),
        };
        if self.key.as_ref() == Some(&key) {
            return false;
        }
        self.rows = match (listed, violating) {
            (None, None) => Rows::All,
            (Some(listed), None) => Rows::Listed(listed.clone()),
            (None, Some(profile)) => Rows::Listed(Arc::new(profile.violating_rows(k))),
            (Some(listed), Some(profile)) => {
                let sizes = profile.size_of_rows();
                let violates = |row: &u32| sizes.get(*row as usize).is_some_and(|&size| size < k);
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
    use crate::model::column::Column;
    use crate::model::pulse::Pulse;

    #[test]
    fn k_filters_the_listed_rows() {
        let column = Column::from_texts("c", ["a", "b", "b", "a", "c"]).unwrap();
        let profile = Arc::new(ClassProfile::compute(&[&column], 5, &Pulse::default()).unwrap());
        let listed = Arc::new(vec![4, 3, 2]);
        let mut shown = Shown::default();
        assert!(shown.refresh(5, None, None, 2));
        assert_eq!((shown.len(5), shown.place_of(4, 5)), (5, Some(4)));
        assert!(shown.refresh(5, Some(&listed), Some(&profile), 2));
        assert_eq!((shown.len(5), shown.row_at(0)), (1, 4));
        assert!(!shown.refresh(5, Some(&listed), Some(&profile), 2));
        assert!(shown.refresh(5, Some(&listed), Some(&profile), 3));
        assert_eq!((shown.len(5), shown.place_of(2, 5)), (3, Some(2)));
    }
}
