//! What every group shows in every column: its mean, its most frequent value or the lowest common group.

use super::leftover::Groups;
use super::points::Category;
use super::rounding::{self, Rounding};
use super::space::{Axis, Space};
use crate::method::{ChangedColumn, Task};
use cloakroom_core::microaggregation::CategoryCentre;
use cloakroom_core::value_type::date_text;
use cloakroom_core::{Column, Dictionary, Failure, Problem, Progress, Quasi, ValueType};
use std::cmp::Reverse;
use std::collections::HashMap;

/// How many groups are looked at between two looks at the progress.
const STRIDE: usize = 1 << 10;

/// Every quasi-identifier with the cells of each group replaced: only then are the records of a group alike.
pub fn columns(
    task: Task<'_>,
    space: &Space,
    groups: &Groups,
    progress: &Progress,
) -> Result<Vec<ChangedColumn>, Failure> {
    let mut group_of = vec![0u32; task.prepared.rows()];
    for (group, rows) in groups.iter().enumerate() {
        for &row in rows {
            group_of[row as usize] = group as u32;
        }
    }
    progress.stage("writing centres", task.prepared.quasi.len() as u64);
    let mut changed = Vec::with_capacity(space.axes.len());
    for (quasi, axis) in task.prepared.quasi.iter().zip(&space.axes) {
        let shown = match axis {
            Axis::Numbers { number_of, .. } => means(task, quasi, number_of, groups, progress)?,
            Axis::Categories { at } => {
                let told = task.settings.microaggregation.categories;
                let category = &space.points.categories[*at];
                common(quasi, category, groups, told, progress)?
            }
        };
        changed.push(shown.column(quasi, &group_of)?);
        progress.advance(1);
    }
    Ok(changed)
}

/// The cells of a column: a code for every group, a text and a loss for every code.
#[derive(Default)]
struct Shown {
    code_of_group: Vec<u32>,
    texts: Vec<String>,
    losses: Vec<f64>,
    null: Option<u32>,
    known: HashMap<(String, u64), u32>,
}

impl Shown {
    fn show(&mut self, text: String, loss: f64) {
        let next = self.texts.len() as u32;
        let code = *self
            .known
            .entry((text.clone(), loss.to_bits()))
            .or_insert(next);
        if code == next {
            self.texts.push(text);
            self.losses.push(loss);
        }
        self.code_of_group.push(code);
    }

    /// The missing value is one value: it has lost what the group lost that lost most.
    fn show_missing(&mut self, loss: f64) {
        let code = *self.null.get_or_insert_with(|| {
            self.texts.push(String::new());
            self.losses.push(0.0);
            self.texts.len() as u32 - 1
        });
        let known = &mut self.losses[code as usize];
        *known = known.max(loss);
        self.code_of_group.push(code);
    }

    fn column(self, quasi: &Quasi<'_>, group_of: &[u32]) -> Result<ChangedColumn, Problem> {
        let dictionary = Dictionary::listed(&self.texts)?;
        let codes = group_of
            .iter()
            .map(|&group| self.code_of_group[group as usize])
            .collect();
        Ok(ChangedColumn {
            at: quasi.at,
            column: Column::new(quasi.column.name(), dictionary, codes, self.null),
            loss_of_code: self.losses,
        })
    }
}

fn means(
    task: Task<'_>,
    quasi: &Quasi<'_>,
    number_of: &[f64],
    groups: &Groups,
    progress: &Progress,
) -> Result<Shown, Failure> {
    let column = quasi.column;
    let used = || column.codes().iter().map(|&code| number_of[code as usize]);
    let width = used().fold(f64::NEG_INFINITY, f64::max) - used().fold(f64::INFINITY, f64::min);
    let mut means = Vec::with_capacity(groups.len());
    let mut losses = Vec::with_capacity(groups.len());
    for (group, rows) in groups.iter().enumerate() {
        progress.check_every(STRIDE, group)?;
        let numbers = || {
            rows.iter()
                .map(|&row| number_of[column.codes()[row as usize] as usize])
        };
        let low = numbers().fold(f64::INFINITY, f64::min);
        let high = numbers().fold(f64::NEG_INFINITY, f64::max);
        // Within the group's own numbers, whatever rounding does to a sum.
        means.push((numbers().sum::<f64>() / rows.len() as f64).clamp(low, high));
        losses.push(if width > 0.0 {
            (high - low) / width
        } else {
            0.0
        });
    }
    let is_date = column.value_type() == ValueType::Date;
    let decimals = match task.settings.microaggregation.decimals {
        _ if is_date => 0,
        Some(decimals) => decimals,
        None => rounding::decimals(column),
    };
    let sizes = groups.iter().map(Vec::len).collect();
    let mut rounding = Rounding::new(&means, sizes, decimals);
    if let Some(rounding) = &mut rounding
        && task.settings.keep_means
    {
        rounding.keep_sum();
    }
    let style = DateStyle::of(column);
    let mut shown = Shown::default();
    for (group, rows) in groups.iter().enumerate() {
        let first = column.codes()[rows[0] as usize];
        let text = match &rounding {
            _ if column.distinct() == 1 => column.text(rows[0] as usize).to_owned(),
            Some(rounding) if is_date => style.text(rounding.units[group]),
            Some(rounding) => rounding.text(group),
            None if rows
                .iter()
                .all(|&row| column.codes()[row as usize] == first) =>
            {
                column.text(rows[0] as usize).to_owned()
            }
            None => format!("{:e}", means[group]),
        };
        shown.show(text, losses[group]);
    }
    Ok(shown)
}

/// Dates are written as the column writes them.
enum DateStyle {
    /// `2024-03-31`, and whatever else there is.
    Dashes,
    /// `2024/03/31`
    Slashes,
    /// `31.03.2024`
    Points,
}

impl DateStyle {
    fn of(column: &Column) -> Self {
        let all = |mark: char| {
            (0..column.dictionary().len() as u32)
                .map(|code| column.dictionary().get(code))
                .all(|text| text.len() == 10 && text.contains(mark))
        };
        if all('/') {
            Self::Slashes
        } else if all('.') {
            Self::Points
        } else {
            Self::Dashes
        }
    }

    fn text(&self, day: i64) -> String {
        let text = date_text(day);
        match self {
            Self::Dashes => text,
            Self::Slashes => text.replace('-', "/"),
            Self::Points => {
                let mut parts: Vec<&str> = text.split('-').collect();
                parts.reverse();
                parts.join(".")
            }
        }
    }
}

fn common(
    quasi: &Quasi<'_>,
    category: &Category,
    groups: &Groups,
    told: CategoryCentre,
    progress: &Progress,
) -> Result<Shown, Failure> {
    let codes = quasi.column.codes();
    let levels = quasi.hierarchy.levels();
    let mut counts = vec![0u32; category.values()];
    let mut shown = Shown::default();
    for (group, rows) in groups.iter().enumerate() {
        progress.check_every(STRIDE, group)?;
        let first = codes[rows[0] as usize];
        let own = rows.iter().map(|&row| codes[row as usize]);
        let is_one_value = own.clone().all(|code| code == first);
        // The lowest level at which they are all one; at the top they are.
        let level = levels
            .iter()
            .position(|level| {
                let group = level.group_of[first as usize];
                own.clone()
                    .all(|code| level.group_of[code as usize] == group)
            })
            .unwrap_or(levels.len() - 1);
        let in_level = levels[level].group_of[first as usize];
        let loss = if is_one_value {
            0.0
        } else {
            quasi.hierarchy.loss(level, in_level)
        };
        let value = if is_one_value {
            Some(first)
        } else if told == CategoryCentre::Mode {
            Some(mode(category, rows, &mut counts))
        } else {
            None
        };
        match value {
            Some(value) if quasi.column.null() == Some(value) => shown.show_missing(loss),
            Some(value) => shown.show(quasi.column.dictionary().get(value).to_owned(), loss),
            None => shown.show(levels[level].labels[in_level as usize].clone(), loss),
        }
    }
    Ok(shown)
}

/// The most frequent value of a group; of equally frequent ones that which the table has first.
fn mode(category: &Category, rows: &[u32], counts: &mut [u32]) -> u32 {
    for &row in rows {
        counts[category.codes[row as usize] as usize] += 1;
    }
    let best = rows
        .iter()
        .map(|&row| category.codes[row as usize])
        .max_by_key(|&code| {
            let column_code = category.code_at[code as usize];
            (counts[code as usize], Reverse(column_code))
        });
    for &row in rows {
        counts[category.codes[row as usize] as usize] = 0;
    }
    best.map_or(0, |code| category.code_at[code as usize])
}
