//! What every column lost: squared error of numbers, changed values of categories, each against what one single group
//! would lose.

use super::GroupsQuestion;
use super::points::mean_and_spread;
use cloakroom_core::progress::{Progress, Stopped};
use cloakroom_core::table::Table;
use cloakroom_core::value_type::ValueType;

#[derive(Clone, Debug, PartialEq)]
pub struct ColumnLoss {
    pub name: String,
    /// From 0, nothing lost, to 1, as much as if all records were one group.
    pub loss: f64,
    /// Its part of the error of all columns, standardized.
    pub part: f64,
    /// Numbers and dates; otherwise categories.
    pub numbers: bool,
}

pub fn per_column(
    question: &GroupsQuestion,
    table: &Table,
    progress: &Progress,
) -> Result<Vec<ColumnLoss>, Stopped> {
    let anonymized = &question.candidate.anonymized;
    let mut losses = Vec::new();
    for &at in &question.quasi {
        progress.check()?;
        let Some(before) = table.columns().get(at) else {
            continue;
        };
        let after = anonymized.column(table, at).unwrap_or(before);
        let numbers = before.value_type() != ValueType::Text;
        let kept = anonymized.kept.iter().map(|&row| row as usize);
        let loss = if numbers {
            let of_code: Vec<f64> = (0..before.dictionary().len() as u32)
                .map(|code| before.number(code).unwrap_or(f64::NAN))
                .collect();
            let released: Vec<f64> = (0..after.dictionary().len() as u32)
                .map(|code| {
                    let text = after.dictionary().get(code);
                    let number = after.number(code).or_else(|| text.parse().ok());
                    number.unwrap_or(f64::NAN)
                })
                .collect();
            let pairs: Vec<(f64, f64)> = kept
                .map(|row| {
                    let own = of_code[before.codes()[row] as usize];
                    (own, released[after.codes()[row] as usize])
                })
                .collect();
            let numbers: Vec<f64> = pairs.iter().map(|(own, _)| *own).collect();
            let (mean, spread) = mean_and_spread(&numbers);
            let known = pairs.iter().filter(|(own, _)| own.is_finite());
            let (mut lost, mut count) = (0.0, 0usize);
            for &(own, shown) in known {
                // What is no number any more says no more than the mean.
                let shown = if shown.is_finite() { shown } else { mean };
                lost += (own - shown).powi(2);
                count += 1;
            }
            share(lost, spread * spread * count as f64)
        } else {
            let rows: Vec<usize> = kept.collect();
            let changed = rows
                .iter()
                .filter(|&&row| before.text(row) != after.text(row));
            let changed = changed.count();
            let mut counts = vec![0usize; before.dictionary().len()];
            for &row in &rows {
                counts[before.codes()[row] as usize] += 1;
            }
            let most = counts.iter().max().copied().unwrap_or(0);
            share(changed as f64, (rows.len() - most) as f64)
        };
        losses.push(ColumnLoss {
            name: before.name().to_owned(),
            loss,
            part: 0.0,
            numbers,
        });
        progress.advance(1);
    }
    let all: f64 = losses.iter().map(|column| column.loss).sum();
    for column in &mut losses {
        column.part = share(column.loss, all);
    }
    Ok(losses)
}

fn share(part: f64, whole: f64) -> f64 {
    if whole > 0.0 { part / whole } else { 0.0 }
}
