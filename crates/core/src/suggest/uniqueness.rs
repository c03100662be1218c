//! How many records some columns single out together.

use crate::table::Table;

/// Records in classes of equal values of the columns so far.
#[derive(Clone, Debug)]
pub struct Classes {
    rows: Vec<u32>,
    class: Vec<u32>,
}

/// What classes look like.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Split {
    pub classes: usize,
    /// Records that are alone in theirs.
    pub unique: usize,
}

impl Classes {
    /// One class of at most so many rows, spread evenly over the table: the same ones every time.
    pub fn new(table: &Table, rows_at_most: usize) -> Self {
        let all = table.rows();
        let count = all.min(rows_at_most);
        let rows = (0..count).map(|at| (at as u128 * all as u128 / count as u128) as u32);
        Self {
            rows: rows.collect(),
            class: vec![0; count],
        }
    }

    pub fn rows(&self) -> usize {
        self.rows.len()
    }

    fn keys(&self, table: &Table, column: usize) -> Vec<u64> {
        let codes = table.columns()[column].codes();
        let both = self.rows.iter().zip(&self.class);
        both.map(|(&row, &class)| u64::from(class) << 32 | u64::from(codes[row as usize]))
            .collect()
    }

    /// What the classes would look like with one more column.
    pub fn with(&self, table: &Table, column: usize) -> Split {
        let mut keys = self.keys(table, column);
        keys.sort_unstable();
        let runs = keys.chunk_by(|a, b| a == b).map(<[u64]>::len);
        runs.fold(Split::default(), |split, run| Split {
            classes: split.classes + 1,
            unique: split.unique + usize::from(run == 1),
        })
    }

    pub fn refine(&mut self, table: &Table, column: usize) {
        let keys = self.keys(table, column);
        let mut sorted = keys.clone();
        sorted.sort_unstable();
        sorted.dedup();
        for (class, key) in self.class.iter_mut().zip(keys) {
            *class = sorted.partition_point(|&other| other < key) as u32;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::column::Column;
    use proptest::prelude::*;
    use std::collections::HashMap;

    proptest! {
        #[test]
        fn those_are_counted_whom_nobody_equals(
            cells in proptest::collection::vec((0..4u8, 0..4u8, 0..3u8), 1..40),
            wanted in proptest::sample::subsequence(vec![0usize, 1, 2], 0..=3),
        ) {
            let column = |name: &str, cell: fn(&(u8, u8, u8)) -> u8| {
                Column::from_texts(name, cells.iter().map(|row| cell(row).to_string())).unwrap()
            };
            let columns = vec![column("a", |row| row.0), column("b", |row| row.1), column("c", |row| row.2)];
            let table = Table::new(columns).unwrap();
            let key = |row: usize| -> Vec<&str> {
                wanted.iter().map(|&at| table.columns()[at].text(row)).collect()
            };
            let mut counts: HashMap<Vec<&str>, usize> = HashMap::new();
            (0..cells.len()).for_each(|row| *counts.entry(key(row)).or_default() += 1);
            let unique = counts.values().filter(|&&count| count == 1).count();
            if let Some((&last, before)) = wanted.split_last() {
                let mut classes = Classes::new(&table, 1000);
                before.iter().for_each(|&at| classes.refine(&table, at));
                prop_assert_eq!(classes.with(&table, last), Split { classes: counts.len(), unique });
            }
        }
    }
}
