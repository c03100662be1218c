//! What a cut tells about a column that the release should still predict.

use cloakroom_core::Column;

/// The column to predict.
pub struct Labels<'a> {
    codes: &'a [u32],
    count: usize,
}

impl<'a> Labels<'a> {
    pub fn new(column: &'a Column) -> Self {
        Self {
            codes: column.codes(),
            count: column.dictionary().len(),
        }
    }

    /// How many bits less are unknown of the labels of `rows` once it is known in which part each lies,
    /// on average over the rows.
    pub fn gain(&self, rows: &[u32], parts: &[Vec<u32>]) -> f64 {
        let after: f64 = parts
            .iter()
            .map(|part| part.len() as f64 * self.entropy(&self.counts(part)))
            .sum();
        self.entropy(&self.counts(rows)) - after / rows.len().max(1) as f64
    }

    /// Before which of the groups, which lie in a row, a cut tells most; the first of equal ones.
    pub fn best_cut(&self, groups: &[&[u32]]) -> usize {
        let each: Vec<Vec<u64>> = groups.iter().map(|rows| self.counts(rows)).collect();
        let mut above = vec![0u64; self.count];
        for counts in &each {
            add(&mut above, counts);
        }
        let mut below = vec![0u64; self.count];
        let mut best = (f64::INFINITY, 1);
        for (at, counts) in each.iter().enumerate().take(groups.len() - 1) {
            add(&mut below, counts);
            for (above, count) in above.iter_mut().zip(counts) {
                *above -= count;
            }
            let left = self.weighted(&below) + self.weighted(&above);
            if left < best.0 {
                best = (left, at + 1);
            }
        }
        best.1
    }

    fn counts(&self, rows: &[u32]) -> Vec<u64> {
        let mut counts = vec![0; self.count];
        for &row in rows {
            counts[self.codes[row as usize] as usize] += 1;
        }
        counts
    }

    fn weighted(&self, counts: &[u64]) -> f64 {
        counts.iter().sum::<u64>() as f64 * self.entropy(counts)
    }

    /// In bits.
    fn entropy(&self, counts: &[u64]) -> f64 {
        let all = counts.iter().sum::<u64>() as f64;
        counts
            .iter()
            .filter(|&&count| count > 0)
            .map(|&count| {
                let share = count as f64 / all;
                -share * share.log2()
            })
            .sum()
    }
}

fn add(sums: &mut [u64], counts: &[u64]) {
    for (sum, count) in sums.iter_mut().zip(counts) {
        *sum += count;
    }
}
