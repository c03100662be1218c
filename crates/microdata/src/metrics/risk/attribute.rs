//! What a class tells about the sensitive values of its members, even if nobody can say which record is whose.

use super::skew::{Leaning, is_skewed};
use cloakroom_core::metrics::{Figure, Unit};
use cloakroom_core::prepared_table::Categories;
use cloakroom_core::words::{grouped, percent};
use cloakroom_core::{Progress, Sensitive, Stopped};
use rayon::prelude::*;
use serde::Serialize;

/// How many classes one thread looks at in a row.
const STRIDE: usize = 1 << 12;

/// The classes of the records that are looked at.
pub trait ClassRows: Sync {
    fn classes(&self) -> usize;
    /// Rows of the sensitive columns.
    fn rows(&self, class: usize) -> &[u32];
}

/// One sensitive column. A missing value is a value like any other.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct AttributeRisk {
    pub column: String,
    pub records: usize,
    /// Distinct values.
    pub values: usize,
    /// Classes and records where all records have the same value.
    pub homogeneous_classes: usize,
    pub homogeneous_records: usize,
    /// Records in classes of a single sensitivity category; absent without categories.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub similar_records: Option<usize>,
    /// Records in classes where a value is skewed: held by more than half, and at least twice as frequent as in the
    /// whole table.
    pub skewed_records: usize,
    /// How often somebody is right who always guesses the most frequent value of the table.
    pub guess_before: f64,
    /// How often somebody is right who guesses the most frequent value of the class.
    pub guess_within: f64,
    /// How far the values of a class lie from those of the table, from 0 to 1 (half the sum of all differences
    /// between shares): the farthest class, and the average over records.
    pub farthest: f64,
    pub average_distance: f64,
}

#[derive(Clone, Copy, Debug, Default)]
struct Sum {
    homogeneous_classes: usize,
    homogeneous_records: usize,
    similar_records: usize,
    skewed_records: usize,
    most_frequent: u64,
    farthest: f64,
    distance: f64,
}

pub fn attribute(
    sensitive: &Sensitive<'_>,
    classes: &impl ClassRows,
    progress: &Progress,
) -> Result<AttributeRisk, Stopped> {
    let codes = sensitive.column.codes();
    let values = sensitive.column.dictionary().len();
    let mut everywhere = vec![0u64; values];
    for class in 0..classes.classes() {
        for &row in classes.rows(class) {
            everywhere[codes[row as usize] as usize] += 1;
        }
    }
    let all: u64 = everywhere.iter().sum();
    let starts: Vec<usize> = (0..classes.classes()).step_by(STRIDE).collect();
    let parts = starts
        .into_par_iter()
        .map(|start| {
            progress.check()?;
            let mut counts = vec![0u64; values];
            let mut sum = Sum::default();
            for class in start..(start + STRIDE).min(classes.classes()) {
                let rows = classes.rows(class);
                let held = count(rows, codes, &mut counts);
                sum.add(
                    rows.len() as u64,
                    &held,
                    &everywhere,
                    all,
                    sensitive.categories.as_ref(),
                );
            }
            Ok(sum)
        })
        .collect::<Result<Vec<Sum>, Stopped>>()?;
    // One after the other, so that the sum of decimals is the same for any number of threads.
    let sum = parts.into_iter().fold(Sum::default(), Sum::and);
    let part = |number: u64| {
        if all == 0 {
            0.0
        } else {
            number as f64 / all as f64
        }
    };
    Ok(AttributeRisk {
        column: sensitive.column.name().to_owned(),
        records: all as usize,
        values: everywhere.iter().filter(|&&count| count > 0).count(),
        homogeneous_classes: sum.homogeneous_classes,
        homogeneous_records: sum.homogeneous_records,
        similar_records: sensitive.categories.as_ref().map(|_| sum.similar_records),
        skewed_records: sum.skewed_records,
        guess_before: part(everywhere.iter().copied().max().unwrap_or(0)),
        guess_within: part(sum.most_frequent),
        farthest: sum.farthest,
        average_distance: if all == 0 {
            0.0
        } else {
            sum.distance / all as f64
        },
    })
}

/// The values of some rows with how many have each, ascending by value. Leaves `counts` empty.
fn count(rows: &[u32], codes: &[u32], counts: &mut [u64]) -> Vec<(u32, u64)> {
    let mut held: Vec<u32> = Vec::new();
    for &row in rows {
        let code = codes[row as usize];
        if counts[code as usize] == 0 {
            held.push(code);
        }
        counts[code as usize] += 1;
    }
    held.sort_unstable();
    held.into_iter()
        .map(|code| (code, std::mem::take(&mut counts[code as usize])))
        .collect()
}

impl Sum {
    fn add(
        &mut self,
        records: u64,
        held: &[(u32, u64)],
        everywhere: &[u64],
        all: u64,
        categories: Option<&Categories>,
    ) {
        if held.len() == 1 {
            self.homogeneous_classes += 1;
            self.homogeneous_records += records as usize;
        }
        if let Some(categories) = categories {
            let mut of = held.iter().map(|&(code, _)| categories.of[code as usize]);
            let first = of.next();
            if of.all(|category| Some(category) == first) {
                self.similar_records += records as usize;
            }
        }
        let leaning = |&(code, here): &(u32, u64)| Leaning {
            here,
            records,
            everywhere: everywhere[code as usize],
            all,
        };
        if held.iter().any(|value| is_skewed(leaning(value))) {
            self.skewed_records += records as usize;
        }
        self.most_frequent += held.iter().map(|&(_, here)| here).max().unwrap_or(0);
        let beyond = |value: &(u32, u64)| leaning(value).share() - leaning(value).prior();
        // What a class has more than the table is what it has less elsewhere.
        let distance: f64 = held.iter().map(|value| beyond(value).max(0.0)).sum();
        self.farthest = self.farthest.max(distance);
        self.distance += distance * records as f64;
    }

    fn and(mut self, other: Self) -> Self {
        self.homogeneous_classes += other.homogeneous_classes;
        self.homogeneous_records += other.homogeneous_records;
        self.similar_records += other.similar_records;
        self.skewed_records += other.skewed_records;
        self.most_frequent += other.most_frequent;
        self.farthest = self.farthest.max(other.farthest);
        self.distance += other.distance;
        self
    }
}

impl AttributeRisk {
    pub fn figures(&self) -> Vec<Figure> {
        let name = &self.column;
        let are = |number: usize| match number {
            0 => "No record is".to_owned(),
            1 => "1 record is".to_owned(),
            many => format!("{} records are", grouped(many)),
        };
        let mut figures = vec![Figure::new(
            "homogeneous_records",
            self.homogeneous_records as f64,
            Unit::Records,
            format!(
                "{} in a class where everybody has the same \"{name}\", so that it is learned without finding the record.",
                are(self.homogeneous_records)
            ),
        )];
        if let Some(similar) = self.similar_records {
            figures.push(Figure::new(
                "similar_records",
                similar as f64,
                Unit::Records,
                format!(
                    "{} in a class where all values of \"{name}\" are of one sensitivity category.",
                    are(similar)
                ),
            ));
        }
        figures.push(Figure::new(
            "skewed_records",
            self.skewed_records as f64,
            Unit::Records,
            format!(
                "{} in a class where more than half have the same \"{name}\", at least twice as many as in the whole table.",
                are(self.skewed_records)
            ),
        ));
        figures.push(Figure::new(
            "guess_within",
            self.guess_within,
            Unit::Share,
            format!(
                "Somebody who guesses the most frequent \"{name}\" of each class is right for {} of the records; without \
                 the quasi-identifiers, for {}.",
                percent(self.guess_within),
                percent(self.guess_before)
            ),
        ));
        figures.push(Figure::new(
            "farthest_class",
            self.farthest,
            Unit::Share,
            format!(
                "In the class that differs most, the shares of \"{name}\" differ from those of the table by {}; on average, \
                 by {}.",
                percent(self.farthest),
                percent(self.average_distance)
            ),
        ));
        for figure in &mut figures {
            figure.column = Some(name.clone());
        }
        figures
    }
}
