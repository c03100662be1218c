//! The profile behind the k slider: classes of records that share their quasi-identifiers.
//!
//! Computed once for a set of columns; after that every k and every suppression limit is a look-up.

use super::crowd::Crowd;
use super::grouping::{Grouping, group};
use cloakroom_core::{Column, Counted, Progress, Stopped, Units};

/// Equivalence classes, with what is needed to answer any k at once. Missing values count as equal to
/// each other and as different from everything else.
#[derive(Debug)]
pub struct ClassProfile {
    class_of: Vec<u32>,
    /// In records, as everything here that is not said to be rows.
    sizes: Vec<u32>,
    /// Where units are counted: who is in each class, and how many they are.
    units: Option<Box<ClassUnits>>,
    /// What k counts in the class of every record: the scan that marks violating rows reads only this.
    size_of_row: Vec<u32>,
    /// What k counts in classes: distinct numbers ascending, each with the number of classes that have it.
    histogram: Vec<SizeCount>,
    /// Per entry of the histogram, the records in classes of at most that size.
    records_up_to: Vec<usize>,
    /// Rows grouped by class; `starts[class]..starts[class + 1]` are the rows of one class.
    members: Vec<u32>,
    starts: Vec<u32>,
    /// Classes from the smallest to the largest by what k counts, equal ones by first appearance.
    by_size: Vec<u32>,
}

#[derive(Debug)]
struct ClassUnits {
    crowd: Crowd,
    heads: Vec<u32>,
    count: usize,
    counted: Counted,
}

/// So many classes have this size.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SizeCount {
    pub size: u32,
    pub classes: u32,
}

impl ClassProfile {
    pub fn compute(columns: &[&Column], rows: usize, progress: &Progress) -> Result<Self, Stopped> {
        Self::counting(columns, rows, None, progress)
    }

    /// The same, of which k counts units.
    pub fn counting(
        columns: &[&Column],
        rows: usize,
        units: Option<&Units<'_>>,
        progress: &Progress,
    ) -> Result<Self, Stopped> {
        let Grouping {
            class_of,
            sizes,
            rows,
        } = group(columns, rows, progress)?;
        progress.check()?;
        let units = units
            .map(|units| ClassUnits::new(&class_of, sizes.len(), units, progress))
            .transpose()?;
        let counted = units.as_ref().map_or(&sizes, |units| &units.heads);
        let size_of_row: Vec<u32> = class_of
            .iter()
            .map(|&class| counted[class as usize])
            .collect();
        progress.check()?;
        let histogram = count_sizes(counted);
        let mut by_size: Vec<u32> = (0..sizes.len() as u32).collect();
        by_size.sort_by_key(|&class| counted[class as usize]);
        let mut records_up_to = Vec::with_capacity(histogram.len());
        let mut records = 0usize;
        let mut classes = by_size.iter();
        for entry in &histogram {
            let of_size = classes.by_ref().take(entry.classes as usize);
            records += of_size
                .map(|&class| sizes[class as usize] as usize)
                .sum::<usize>();
            records_up_to.push(records);
        }
        let (members, starts) = list_members(&class_of, rows.as_ref().unwrap_or(&sizes));
        progress.check()?;
        Ok(Self {
            class_of,
            units: units.map(Box::new),
            sizes,
            size_of_row,
            histogram,
            records_up_to,
            members,
            starts,
            by_size,
        })
    }

    pub fn records(&self) -> usize {
        self.records_up_to.last().copied().unwrap_or(0)
    }

    pub fn classes(&self) -> usize {
        self.sizes.len()
    }

    pub fn class_of(&self, row: usize) -> u32 {
        self.class_of[row]
    }

    /// The class of every row.
    pub fn class_of_rows(&self) -> &[u32] {
        &self.class_of
    }

    /// Class sizes by class number.
    pub fn sizes(&self) -> &[u32] {
        &self.sizes
    }

    /// What k counts, by class: its units, or its records.
    pub fn counted(&self) -> &[u32] {
        self.units
            .as_ref()
            .map_or(&self.sizes, |units| &units.heads)
    }

    /// How many there are of what k counts.
    pub fn all_counted(&self) -> usize {
        self.units
            .as_ref()
            .map_or_else(|| self.records(), |units| units.count)
    }

    /// What k counts, where that is not every record by itself.
    pub fn counts(&self) -> Option<Counted> {
        self.units.as_ref().map(|units| units.counted)
    }

    /// Who is in which class, where units are counted.
    pub fn crowd(&self) -> Option<&Crowd> {
        self.units.as_ref().map(|units| &units.crowd)
    }

    /// How many of what k counts stand in some class that is wanted: records, or units, each once.
    pub fn counted_in(&self, wanted: impl Fn(u32) -> bool) -> usize {
        match self.crowd() {
            None => (0..)
                .zip(&self.sizes)
                .filter(|&(class, _)| wanted(class))
                .map(|(_, &size)| size as usize)
                .sum(),
            Some(crowd) => {
                let found = crowd.gathered(|class, _| wanted(class as u32), |a, b| a || b);
                found
                    .into_iter()
                    .filter(|&found| found == Some(true))
                    .count()
            }
        }
    }

    /// What k counts in the class of each row.
    pub fn size_of_rows(&self) -> &[u32] {
        &self.size_of_row
    }

    /// Classes from the smallest to the largest.
    pub fn by_size(&self) -> &[u32] {
        &self.by_size
    }

    pub fn histogram(&self) -> &[SizeCount] {
        &self.histogram
    }

    /// The rows of one class, ascending.
    pub fn members(&self, class: u32) -> &[u32] {
        let class = class as usize;
        &self.members[self.starts[class] as usize..self.starts[class + 1] as usize]
    }

    /// Records in classes in which k counts too few.
    pub fn violating(&self, k: u32) -> usize {
        match self.first_at_least(k) {
            0 => 0,
            at => self.records_up_to[at - 1],
        }
    }

    /// The largest k that holds when at most `may_leave_out` records are left out; `None` if no record
    /// would remain or there is none.
    pub fn reached(&self, may_leave_out: usize) -> Option<u32> {
        let at = self
            .records_up_to
            .partition_point(|&records| records <= may_leave_out);
        // All records may be left out: the best is then the largest class alone.
        let at = at.min(self.histogram.len().checked_sub(1)?);
        Some(self.histogram[at].size)
    }

    fn first_at_least(&self, k: u32) -> usize {
        self.histogram.partition_point(|entry| entry.size < k)
    }
}

impl ClassUnits {
    fn new(
        class_of: &[u32],
        classes: usize,
        units: &Units<'_>,
        progress: &Progress,
    ) -> Result<Self, Stopped> {
        let crowd = Crowd::new(class_of, classes, units, &[], progress)?;
        let nobody = crowd.nobody();
        Ok(Self {
            heads: (0..classes)
                .map(|class| crowd.staying(class, &nobody))
                .collect(),
            count: units.count(),
            counted: units.counted,
            crowd,
        })
    }
}

fn count_sizes(sizes: &[u32]) -> Vec<SizeCount> {
    let mut sorted = sizes.to_vec();
    sorted.sort_unstable();
    sorted
        .chunk_by(|a, b| a == b)
        .map(|run| SizeCount {
            size: run[0],
            classes: run.len() as u32,
        })
        .collect()
}

/// A counting sort of the rows by class.
fn list_members(class_of: &[u32], rows: &[u32]) -> (Vec<u32>, Vec<u32>) {
    let mut starts = Vec::with_capacity(rows.len() + 1);
    let mut total = 0u32;
    for &size in rows {
        starts.push(total);
        total += size;
    }
    starts.push(total);
    let mut next = starts.clone();
    let mut members = vec![0u32; class_of.len()];
    for (row, &class) in class_of.iter().enumerate() {
        let place = &mut next[class as usize];
        members[*place as usize] = row as u32;
        *place += 1;
    }
    (members, starts)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn profile(columns: &[Vec<u8>]) -> ClassProfile {
        let rows = columns.first().map_or(0, Vec::len);
        let columns: Vec<Column> = columns
            .iter()
            .enumerate()
            .map(|(at, values)| {
                let texts = values.iter().map(|v| {
                    if *v == 0 {
                        String::new()
                    } else {
                        v.to_string()
                    }
                });
                Column::from_texts(format!("c{at}"), texts).unwrap()
            })
            .collect();
        let columns: Vec<&Column> = columns.iter().collect();
        ClassProfile::compute(&columns, rows, &Progress::default()).unwrap()
    }

    #[test]
    fn the_empty_table_has_no_class() {
        let profile = profile(&[vec![]]);
        assert_eq!((profile.classes(), profile.violating(5)), (0, 0));
        assert_eq!(profile.reached(0), None);
    }

    #[test]
    fn leaving_records_out_raises_the_k_that_is_reached() {
        // Classes of 1, 2 and 4 records.
        let profile = profile(&[vec![1, 2, 2, 3, 3, 3, 3]]);
        assert_eq!(profile.reached(0), Some(1));
        assert_eq!(profile.reached(1), Some(2));
        assert_eq!(profile.reached(2), Some(2));
        assert_eq!(profile.reached(3), Some(4));
        assert_eq!(profile.reached(7), Some(4));
        assert_eq!(profile.violating(2), 1);
        assert_eq!(profile.members(2), [3, 4, 5, 6]);
    }

    proptest! {
        #[test]
        fn every_k_equals_counting_pairs(
            rows in prop::collection::vec((0u8..4, 0u8..3, 0u8..2), 0..60),
            k in 1u32..8,
        ) {
            let columns = [
                rows.iter().map(|r| r.0).collect(),
                rows.iter().map(|r| r.1).collect(),
                rows.iter().map(|r| r.2).collect::<Vec<u8>>(),
            ];
            let profile = profile(&columns);
            let alike = |row: &(u8, u8, u8)| rows.iter().filter(|other| *other == row).count() as u32;
            let expected: Vec<u32> = (0..rows.len() as u32).filter(|&row| alike(&rows[row as usize]) < k).collect();
            prop_assert_eq!(profile.violating(k), expected.len());
            prop_assert_eq!(profile.reached(0), rows.iter().map(alike).min());
        }
    }
}
