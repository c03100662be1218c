//! A decision tree over categories, in the manner of C4.5: what a learner that looks at columns together can still do
//! with the quasi-identifiers.

use super::coded::{Coded, halves};
use super::share;
use crate::progress::{Progress, Stopped};

/// A branch needs so many records in at least two of its parts.
const FEWEST: u32 = 2;
/// How far above the errors that were seen those that are expected lie, in standard deviations: C4.5's usual
/// confidence of one quarter.
const CAUTION: f64 = 0.69;

/// The share of one half of the rows whose class is predicted right by a tree that was grown on the other half; the
/// halves are those of naive Bayes.
pub fn right<C: Coded>(
    columns: &[C],
    class: &impl Coded,
    rows: &[u32],
    seed: u64,
    progress: &Progress,
) -> Result<Option<f64>, Stopped> {
    let Some((learned, tested)) = halves(columns, class, rows, seed) else {
        return Ok(None);
    };
    taught(columns, class, [&learned, &tested], progress).map(Some)
}

/// The share of the second rows that is predicted right by a tree that was grown on the first ones.
pub fn taught<C: Coded>(
    columns: &[C],
    class: &impl Coded,
    [learned, tested]: [&[u32]; 2],
    progress: &Progress,
) -> Result<f64, Stopped> {
    let grower = Grower {
        columns,
        class,
        progress,
    };
    let mut open = vec![true; columns.len()];
    let (tree, _) = grower.grow(learned, &mut open)?;
    let hits = tested
        .iter()
        .filter(|&&row| tree.predict(columns, row) == class.code(row))
        .count();
    Ok(share(hits as f64, tested.len() as f64))
}

enum Tree {
    Leaf(usize),
    Branch {
        column: usize,
        /// By code, ascending; values that were not met have none.
        parts: Vec<(u32, Tree)>,
        /// What most of its records are, for values that were not met.
        usual: usize,
    },
}

impl Tree {
    fn predict<C: Coded>(&self, columns: &[C], row: u32) -> usize {
        match self {
            Self::Leaf(class) => *class,
            Self::Branch {
                column,
                parts,
                usual,
            } => {
                let code = columns[*column].code(row) as u32;
                match parts.binary_search_by_key(&code, |&(code, _)| code) {
                    Ok(at) => parts[at].1.predict(columns, row),
                    Err(_) => *usual,
                }
            }
        }
    }
}

struct Grower<'a, C, K> {
    columns: &'a [C],
    class: &'a K,
    progress: &'a Progress,
}

impl<C: Coded, K: Coded> Grower<'_, C, K> {
    /// The tree of some rows and the errors that it is expected to make on them. A column is asked once on a way.
    fn grow(&self, rows: &[u32], open: &mut [bool]) -> Result<(Tree, f64), Stopped> {
        self.progress.check()?;
        let counts = self.counts(rows);
        let usual = most(&counts);
        let wrong = rows.len() as u32 - counts[usual];
        let leaf_errors = expected_errors(rows.len() as u32, wrong);
        let leaf = (Tree::Leaf(usual), leaf_errors);
        if wrong == 0 {
            return Ok(leaf);
        }
        let Some(column) = self.best(rows, open) else {
            return Ok(leaf);
        };
        let by_value = self.parts(rows, column);
        open[column] = false;
        let mut parts = Vec::new();
        let mut errors = 0.0;
        for part in by_value.chunk_by(|a, b| a.0 == b.0) {
            let rows: Vec<u32> = part.iter().map(|&(_, row)| row).collect();
            let (tree, expected) = self.grow(&rows, open)?;
            errors += expected;
            parts.push((part[0].0, tree));
        }
        open[column] = true;
        // A leaf that is expected to be no worse is simpler.
        if leaf_errors <= errors + 0.1 {
            return Ok(leaf);
        }
        let branch = Tree::Branch {
            column,
            parts,
            usual,
        };
        Ok((branch, errors))
    }

    fn counts(&self, rows: &[u32]) -> Vec<u32> {
        let mut counts = vec![0u32; self.class.values()];
        for &row in rows {
            counts[self.class.code(row)] += 1;
        }
        counts
    }

    /// The rows with the code of each, in the order of the codes.
    fn parts(&self, rows: &[u32], column: usize) -> Vec<(u32, u32)> {
        let column = &self.columns[column];
        let of_row = |&row: &u32| (column.code(row) as u32, row);
        let mut parts: Vec<(u32, u32)> = rows.iter().map(of_row).collect();
        // Rows of one code stay in their order.
        parts.sort_by_key(|&(code, _)| code);
        parts
    }

    /// The column with the largest gain ratio among those whose gain is at least the average one; ties to the first.
    fn best(&self, rows: &[u32], open: &[bool]) -> Option<usize> {
        let before = bits(&self.counts(rows)) * rows.len() as f64;
        let mut tried: Vec<(usize, f64, f64)> = Vec::new();
        for column in (0..open.len()).filter(|&column| open[column]) {
            let split = self.split(rows, column);
            if split.large_parts >= 2 && split.sizes_bits > 0.0 {
                let gain = before - split.rest_bits;
                tried.push((column, gain, gain / split.sizes_bits));
            }
        }
        let gains: f64 = tried.iter().map(|&(_, gain, _)| gain).sum();
        let average = gains / tried.len() as f64 - 1e-9;
        let mut best: Option<(usize, f64)> = None;
        for (column, gain, ratio) in tried {
            if gain > 1e-9 && gain >= average && best.is_none_or(|(_, known)| ratio > known) {
                best = Some((column, ratio));
            }
        }
        best.map(|(column, _)| column)
    }

    fn split(&self, rows: &[u32], column: usize) -> Split {
        let classes = self.class.values();
        let mut of_value = vec![0u32; classes];
        let mut sizes = Vec::new();
        let mut rest_bits = 0.0;
        // A column may have far more values than there are rows.
        for part in self.parts(rows, column).chunk_by(|a, b| a.0 == b.0) {
            let size = part.len() as u32;
            of_value.fill(0);
            for &(_, row) in part {
                of_value[self.class.code(row)] += 1;
            }
            rest_bits += bits(&of_value) * f64::from(size);
            sizes.push(size);
        }
        Split {
            rest_bits,
            sizes_bits: bits(&sizes),
            large_parts: sizes.iter().filter(|&&size| size >= FEWEST).count(),
        }
    }
}

/// What asking for a column does to some records.
struct Split {
    /// The bits about the class that are left, over all records.
    rest_bits: f64,
    /// The bits of the answer for one record.
    sizes_bits: f64,
    large_parts: usize,
}

fn most(counts: &[u32]) -> usize {
    let mut best = 0;
    for (class, &count) in counts.iter().enumerate() {
        if count > counts[best] {
            best = class;
        }
    }
    best
}

fn bits(counts: &[u32]) -> f64 {
    let all: u32 = counts.iter().sum();
    counts
        .iter()
        .filter(|&&count| count > 0)
        .map(|&count| {
            let part = f64::from(count) / f64::from(all);
            -part * part.log2()
        })
        .sum()
}

/// The errors that are expected where some were seen: the upper end of what is likely, so that small leaves count as
/// less sure.
fn expected_errors(records: u32, wrong: u32) -> f64 {
    let n = f64::from(records);
    let f = f64::from(wrong) / n;
    let z = CAUTION;
    let upper = (f + z * z / (2.0 * n) + z * (f / n - f * f / n + z * z / (4.0 * n * n)).sqrt())
        / (1.0 + z * z / n);
    upper * n
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::column::Column;

    fn column(texts: Vec<String>) -> Column {
        Column::from_texts("c", texts).unwrap()
    }

    /// The class is whether two columns agree: neither of them tells anything alone.
    #[test]
    fn columns_are_looked_at_together() {
        let rows = 400u32;
        let a = column((0..rows).map(|row| (row / 2 % 3).to_string()).collect());
        let b = column((0..rows).map(|row| (row / 7 % 3).to_string()).collect());
        let noise = column((0..rows).map(|row| (row * row % 11).to_string()).collect());
        let class = column(
            (0..rows)
                .map(|row| (row / 2 % 3 == row / 7 % 3).to_string())
                .collect(),
        );
        let all: Vec<u32> = (0..rows).collect();
        let columns = [&a, &b, &noise];
        let found = right(&columns, &&class, &all, 1, &Progress::default());
        let found = found.unwrap().unwrap();
        assert!(found > 0.9, "{found}");
        let alone = right(&columns[2..], &&class, &all, 1, &Progress::default());
        assert!(alone.unwrap().unwrap() < 0.75);
    }

    #[test]
    fn nothing_to_learn_from_is_the_usual_class() {
        let class = column((0..100).map(|row| (row % 4 == 0).to_string()).collect());
        let same = column(vec!["x".to_owned(); 100]);
        let all: Vec<u32> = (0..100).collect();
        let found = right(&[&same], &&class, &all, 3, &Progress::default()).unwrap();
        assert!((0.6..0.9).contains(&found.unwrap()));
        let none: [&Column; 0] = [];
        let found = right(&none, &&class, &all, 3, &Progress::default()).unwrap();
        assert_eq!(found, None);
    }

    #[test]
    fn a_tree_that_is_stopped_ends() {
        let class = column((0..100).map(|row| (row % 3).to_string()).collect());
        let progress = Progress::default();
        progress.stop();
        let all: Vec<u32> = (0..100).collect();
        assert_eq!(right(&[&class], &&class, &all, 1, &progress), Err(Stopped));
    }
}
