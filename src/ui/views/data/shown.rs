//! The rows that the table shows at the moment, from place to record and back.

use crate::ui::ratings::status::RatingsStatus;
use crate::ui::status::Status;
use crate::ui::transactions::status::TransactionsStatus;
use cloakroom_microdata::privacy::PrivacyModel;
use rayon::prelude::*;
use std::ops::Range;
use std::sync::Arc;

/// Rows that are counted together: a row on the screen is looked for among so many.
const BLOCK: usize = 1 << 11;

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
    /// Those that violate, counted and not listed: a list of a million rows takes longer than a frame has.
    Violating(Blocks),
}

/// Where the violating rows of every block begin among all violating ones; at the end, how many there are.
struct Blocks {
    of: Violating,
    starts: Vec<u64>,
}

impl Blocks {
    fn new(of: Violating) -> Self {
        let records = of.records();
        let counts: Vec<usize> = (0..records.div_ceil(BLOCK))
            .into_par_iter()
            .with_min_len(16)
            .map(|block| of.among(rows_of(block, records)))
            .collect();
        let mut all = 0;
        let mut starts = vec![0];
        starts.extend(counts.into_iter().map(|count| {
            all += count as u64;
            all
        }));
        Self { of, starts }
    }

    fn len(&self) -> u64 {
        self.starts.last().copied().unwrap_or(0)
    }

    fn row_at(&self, place: u64) -> Option<u32> {
        let block = self.starts.partition_point(|&start| start <= place);
        let block = block.checked_sub(1)?;
        let before = (place - self.starts[block]) as usize;
        let mut rows = rows_of(block, self.of.records()).map(|row| row as u32);
        rows.by_ref()
            .filter(|&row| self.of.contains(row))
            .nth(before)
    }

    fn place_of(&self, row: u32) -> Option<u64> {
        let block = row as usize / BLOCK;
        let before = block * BLOCK..row as usize;
        let is_there = (row as usize) < self.of.records() && self.of.contains(row);
        is_there.then(|| self.starts[block] + self.of.among(before) as u64)
    }
}

fn rows_of(block: usize, records: usize) -> Range<usize> {
    block * BLOCK..((block + 1) * BLOCK).min(records)
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

    /// Whether all that is promised was looked at, so that the others keep it.
    pub fn is_complete(&self) -> bool {
        match self {
            Self::Microdata { status, .. } => status.is_complete(),
            Self::Ratings(_) | Self::Transactions(_) => true,
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

    /// Ascending. A million take longer than a frame has.
    pub fn rows(&self) -> Vec<u32> {
        let all = (0..self.records() as u32).into_par_iter();
        all.filter(|&row| self.contains(row)).collect()
    }

    /// How many of these rows do.
    fn among(&self, rows: Range<usize>) -> usize {
        match self {
            Self::Microdata { status, model } => status.violating_among(rows, *model),
            Self::Ratings(status) => status.violating_among(rows),
            Self::Transactions(status) => status.violating_among(rows),
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
            (None, Some(only)) => Rows::Violating(Blocks::new(only.clone())),
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
            Rows::Violating(blocks) => blocks.len(),
        }
    }

    /// The record at a place of the view.
    pub fn row_at(&self, place: u64) -> u32 {
        match &self.rows {
            Rows::All => place as u32,
            Rows::Listed(rows) => rows.get(place as usize).copied().unwrap_or(0),
            Rows::Violating(blocks) => blocks.row_at(place).unwrap_or(0),
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
            Rows::Violating(blocks) => blocks.place_of(row),
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
    fn what_is_counted_in_blocks_is_what_a_list_would_hold() {
        let value = |row: u64| row.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 53;
        let records = 3 * BLOCK + 77;
        let texts: Vec<String> = (0..records as u64)
            .map(|row| value(row).to_string())
            .collect();
        let column = Column::from_texts("c", texts.iter().map(String::as_str)).unwrap();
        let progress = Progress::default();
        let profile = ClassProfile::compute(&[&column], records, &progress).unwrap();
        let requirement = Requirement {
            k: Some(4),
            ..Requirement::default()
        };
        let status = Status::new(Arc::new(profile), None, 0, &requirement);
        let only = Violating::Microdata {
            status: Arc::new(status),
            model: None,
        };
        let listed: Vec<u32> = (0..records as u32)
            .filter(|&row| only.contains(row))
            .collect();
        assert!(listed.len() > BLOCK && listed.len() < 3 * BLOCK);
        let mut shown = Shown::default();
        assert!(shown.refresh(records, None, Some(only)));
        assert_eq!(shown.len(records), listed.len() as u64);
        for (place, &row) in listed.iter().enumerate() {
            assert_eq!(shown.row_at(place as u64), row);
            assert_eq!(shown.place_of(row, records), Some(place as u64));
        }
        let other = (0..records as u32).find(|row| !listed.contains(row));
        assert_eq!(shown.place_of(other.unwrap(), records), None);
    }

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
