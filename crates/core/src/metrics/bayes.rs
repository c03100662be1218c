//! Naive Bayes: what a simple learner can still do with the columns it is given.

use super::coded::{Coded, halves};
use super::share;
use crate::progress::{Progress, Stopped};

/// How many records are looked at between two looks at the progress.
const STRIDE: usize = 1 << 10;

/// The share of one half of the rows whose class is predicted right by who learned from the other half; which
/// half a row is in depends on nothing but the row and the seed.
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

/// The share of the second rows that is predicted right by who learned from the first ones.
pub fn taught<C: Coded>(
    columns: &[C],
    class: &impl Coded,
    [learned, tested]: [&[u32]; 2],
    progress: &Progress,
) -> Result<f64, Stopped> {
    let model = Model::learn(columns, class, learned, progress)?;
    model.test(columns, class, tested, progress)
}

struct Model {
    /// By class, the logarithm of its share.
    prior: Vec<f64>,
    /// By column, code and class, the logarithm of the value's share in the class.
    likelihood: Vec<Vec<f64>>,
}

impl Model {
    fn learn<C: Coded>(
        columns: &[C],
        class: &impl Coded,
        rows: &[u32],
        progress: &Progress,
    ) -> Result<Self, Stopped> {
        let classes = class.values();
        let mut members = vec![0u32; classes];
        for &row in rows {
            members[class.code(row)] += 1;
        }
        let likelihood = columns
            .iter()
            .map(|column| {
                let values = column.values();
                let mut counts = vec![0u32; values * classes];
                for part in rows.chunks(STRIDE) {
                    progress.check()?;
                    for &row in part {
                        counts[column.code(row) * classes + class.code(row)] += 1;
                    }
                }
                // Values that were not met have one record each, as Laplace has it.
                let logarithms = counts
                    .chunks_exact(classes)
                    .flat_map(|of_value| {
                        of_value.iter().zip(&members).map(|(&count, &members)| {
                            ((f64::from(count) + 1.0) / (f64::from(members) + values as f64)).ln()
                        })
                    })
                    .collect();
                Ok(logarithms)
            })
            .collect::<Result<Vec<Vec<f64>>, Stopped>>()?;
        let all = rows.len() as f64 + classes as f64;
        Ok(Self {
            prior: members
                .iter()
                .map(|&members| ((f64::from(members) + 1.0) / all).ln())
                .collect(),
            likelihood,
        })
    }

    fn test<C: Coded>(
        &self,
        columns: &[C],
        class: &impl Coded,
        rows: &[u32],
        progress: &Progress,
    ) -> Result<f64, Stopped> {
        let classes = self.prior.len();
        let mut right = 0u32;
        let mut scores = vec![0.0; classes];
        for part in rows.chunks(STRIDE) {
            progress.check()?;
            for &row in part {
                scores.copy_from_slice(&self.prior);
                for (column, likelihood) in columns.iter().zip(&self.likelihood) {
                    let from = column.code(row) * classes;
                    for (score, more) in scores.iter_mut().zip(&likelihood[from..from + classes]) {
                        *score += more;
                    }
                }
                let mut best = 0;
                for (class, &score) in scores.iter().enumerate() {
                    if score > scores[best] {
                        best = class;
                    }
                }
                right += u32::from(class.code(row) == best);
            }
        }
        Ok(share(f64::from(right), rows.len() as f64))
    }
}
