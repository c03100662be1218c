//! Records as points: numbers and dates by their size, standardized; categories by whether they are each of the most
//! frequent values.

use super::GroupsQuestion;
use cloakroom_core::column::Column;
use cloakroom_core::progress::{Progress, Stopped};
use cloakroom_core::table::Table;
use cloakroom_core::value_type::ValueType;
use cloakroom_microdata::profile::classes::ClassProfile;
use std::collections::HashMap;

/// The most frequent values of a category have a coordinate each; the others have none.
const MOST_VALUES: usize = 8;

/// One coordinate of all records and all centres.
pub struct Coordinate {
    /// By place among the quasi-identifiers.
    pub column: usize,
    /// By kept record.
    pub before: Vec<f32>,
    /// By group.
    pub after: Vec<f32>,
}

pub struct Points {
    pub names: Vec<String>,
    pub coordinates: Vec<Coordinate>,
    /// By column, for a picture of two columns: every record and every group, and what the ends are.
    pub columns: Vec<Scale>,
}

/// A column as one direction: numbers by size, texts in their order.
pub struct Scale {
    pub before: Vec<f32>,
    pub after: Vec<f32>,
    pub ends: (String, String),
}

impl Points {
    pub fn new(
        question: &GroupsQuestion,
        table: &Table,
        progress: &Progress,
    ) -> Result<Self, Stopped> {
        let candidate = &question.candidate;
        let (kept, classes) = (&candidate.anonymized.kept, &candidate.classes);
        let mut points = Self {
            names: Vec::new(),
            coordinates: Vec::new(),
            columns: Vec::new(),
        };
        for (at, &of) in question.quasi.iter().enumerate() {
            progress.check()?;
            let Some(before) = table.columns().get(of) else {
                continue;
            };
            let after = candidate.anonymized.column(table, of).unwrap_or(before);
            points.names.push(before.name().to_owned());
            points.columns.push(scale(before, after, kept, classes));
            if before.value_type() == ValueType::Text {
                points.categories(at, before, after, kept, classes);
            } else {
                points.number(at, before, after, kept, classes);
            }
            progress.advance(1);
        }
        Ok(points)
    }

    /// A missing number lies at the mean.
    fn number(
        &mut self,
        column: usize,
        before: &Column,
        after: &Column,
        kept: &[u32],
        classes: &ClassProfile,
    ) {
        let of_code: Vec<f64> = (0..before.dictionary().len() as u32)
            .map(|code| before.number(code).unwrap_or(f64::NAN))
            .collect();
        let numbers: Vec<f64> = kept
            .iter()
            .map(|&row| of_code[before.codes()[row as usize] as usize])
            .collect();
        let (mean, spread) = mean_and_spread(&numbers);
        if spread <= 0.0 {
            return;
        }
        let scaled = |number: f64| match number.is_finite() {
            true => ((number - mean) / spread) as f32,
            false => 0.0,
        };
        let before: Vec<f32> = numbers.iter().map(|&number| scaled(number)).collect();
        let after = centres(classes, kept, &before, |row| {
            number_of(after, row).map(scaled)
        });
        self.coordinates.push(Coordinate {
            column,
            before,
            after,
        });
    }

    /// Rare values count more, as in a correspondence analysis, so that a column of many values does not drown the
    /// others.
    fn categories(
        &mut self,
        column: usize,
        before: &Column,
        after: &Column,
        kept: &[u32],
        classes: &ClassProfile,
    ) {
        let mut counts = vec![0u32; before.dictionary().len()];
        for &row in kept {
            counts[before.codes()[row as usize] as usize] += 1;
        }
        let mut codes: Vec<u32> = (0..counts.len() as u32)
            .filter(|&code| counts[code as usize] > 0)
            .collect();
        codes.sort_by_key(|&code| (std::cmp::Reverse(counts[code as usize]), code));
        codes.truncate(MOST_VALUES);
        let many = codes.len() as f64;
        let known = known_codes(before, after);
        for code in codes {
            let share = f64::from(counts[code as usize]) / kept.len() as f64;
            if share >= 1.0 {
                continue;
            }
            let weight = 1.0 / (share * (1.0 - share)).sqrt() / many.sqrt();
            let scaled = |is: bool| ((f64::from(u8::from(is)) - share) * weight) as f32;
            let own: Vec<f32> = kept
                .iter()
                .map(|&row| scaled(before.codes()[row as usize] == code))
                .collect();
            let released = centres(classes, kept, &own, |row| {
                let known = known[after.codes()[row] as usize]?;
                Some(scaled(known == code))
            });
            self.coordinates.push(Coordinate {
                column,
                before: own,
                after: released,
            });
        }
    }
}

fn number_of(column: &Column, row: usize) -> Option<f64> {
    let code = column.codes()[row];
    let text = column.dictionary().get(code);
    column.number(code).or_else(|| text.parse().ok())
}

/// By released code, the original value that it is, if it is one.
fn known_codes(before: &Column, after: &Column) -> Vec<Option<u32>> {
    let codes: HashMap<&str, u32> = before.dictionary().iter().zip(0..).collect();
    let released = after.dictionary().iter();
    released.map(|text| codes.get(text).copied()).collect()
}

/// Where a group lies: at what is released, or in the middle of its records where that is no such value.
fn centres(
    classes: &ClassProfile,
    kept: &[u32],
    before: &[f32],
    released: impl Fn(usize) -> Option<f32>,
) -> Vec<f32> {
    (0..classes.classes() as u32)
        .map(|class| {
            let members = classes.members(class);
            let first = members.first().map(|&place| kept[place as usize] as usize);
            first.and_then(&released).unwrap_or_else(|| {
                let sum: f64 = members
                    .iter()
                    .map(|&place| f64::from(before[place as usize]))
                    .sum();
                (sum / members.len().max(1) as f64) as f32
            })
        })
        .collect()
}

pub fn mean_and_spread(numbers: &[f64]) -> (f64, f64) {
    let known = || numbers.iter().filter(|number| number.is_finite());
    let count = known().count().max(1) as f64;
    let mean = known().sum::<f64>() / count;
    let squares: f64 = known().map(|number| (number - mean).powi(2)).sum();
    (mean, (squares / count).sqrt())
}

fn scale(before: &Column, after: &Column, kept: &[u32], classes: &ClassProfile) -> Scale {
    let is_text = before.value_type() == ValueType::Text;
    let ranks = before.ranks();
    let of_code: Vec<f64> = (0..before.dictionary().len() as u32)
        .map(|code| match is_text {
            true => f64::from(ranks[code as usize]),
            false => before.number(code).unwrap_or(f64::NAN),
        })
        .collect();
    let numbers: Vec<f64> = kept
        .iter()
        .map(|&row| of_code[before.codes()[row as usize] as usize])
        .collect();
    let (mean, _) = mean_and_spread(&numbers);
    let known = |number: f64| match number.is_finite() {
        true => number as f32,
        false => mean as f32,
    };
    let places: Vec<f32> = numbers.iter().map(|&number| known(number)).collect();
    let known_code = known_codes(before, after);
    let released = centres(classes, kept, &places, |row| match is_text {
        true => known_code[after.codes()[row] as usize].map(|code| ranks[code as usize] as f32),
        false => number_of(after, row).map(known),
    });
    let order = before.order();
    let seen: Vec<u32> = order
        .iter()
        .copied()
        .filter(|&code| Some(code) != before.null())
        .collect();
    let end = |code: Option<&u32>| {
        code.map_or_else(String::new, |&code| {
            before.dictionary().get(code).to_owned()
        })
    };
    Scale {
        before: places,
        after: released,
        ends: (end(seen.first()), end(seen.last())),
    }
}
