//! What a class tells about the sensitive values of its members, even if nobody can say which record is whose.

use super::skew::{Leaning, is_skewed};
use cloakroom_core::metrics::{Figure, Unit};
use cloakroom_core::prepared_table::Categories;
use cloakroom_core::words::{grouped, percent};
use cloakroom_core::{Counted, Lists, Progress, Sensitive, Stopped, Units};
use rayon::prelude::*;
use serde::Serialize;

/// How many classes one thread looks at in a row.
const STRIDE: usize = 1 << 12;

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
    /// between shares): the farthest class, and the average over records. Of units what too many show or too few, whichever
    /// is more.
    pub farthest: f64,
    pub average_distance: f64,
    /// What is counted where that is not every record by itself: then `records` and all that are called so are people or
    /// groups, each told of by any of their classes, and a guess is made in each of these.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub counted: Option<Counted>,
}

/// What a class tells of all that are in it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Told {
    /// All of them show one value.
    homogeneous: bool,
    /// All of them show something of one category.
    similar: bool,
    skewed: bool,
}

impl Told {
    fn or(self, other: Self) -> Self {
        Self {
            homogeneous: self.homogeneous || other.homogeneous,
            similar: self.similar || other.similar,
            skewed: self.skewed || other.skewed,
        }
    }
}

/// How many are told of.
#[derive(Clone, Copy, Debug, Default)]
struct Many {
    homogeneous: usize,
    similar: usize,
    skewed: usize,
}

impl Many {
    fn add(&mut self, told: Told, many: usize) {
        self.homogeneous += many * usize::from(told.homogeneous);
        self.similar += many * usize::from(told.similar);
        self.skewed += many * usize::from(told.skewed);
    }
}

#[derive(Clone, Debug, Default)]
struct Sum {
    /// By class, in their order.
    told: Vec<Told>,
    most_frequent: u64,
    farthest: f64,
    distance: f64,
    heads: u64,
}

/// `classes` are rows of the sensitive column. Where units are counted a value counts those who show it, and everybody has the
/// same where all show one value, whatever else they show.
pub fn attribute(
    sensitive: &Sensitive<'_>,
    classes: &Lists,
    units: Option<&Units<'_>>,
    progress: &Progress,
) -> Result<AttributeRisk, Stopped> {
    let codes = sensitive.column.codes();
    let values = sensitive.column.dictionary().len();
    let mut everywhere = vec![0u64; values];
    let all = match units {
        None => {
            for &row in classes.entries() {
                everywhere[codes[row as usize] as usize] += 1;
            }
            everywhere.iter().sum()
        }
        Some(units) => {
            let (all, shown) = shown(classes.entries(), |row| codes[row as usize], units);
            for (code, count) in shown {
                everywhere[code as usize] = count;
            }
            all
        }
    };
    // A unit may show several values, so that the shares of all of them are more than a whole.
    let overlap = units.map(|_| everywhere.iter().sum::<u64>() as f64 / all.max(1) as f64);
    let starts: Vec<usize> = (0..classes.len()).step_by(STRIDE).collect();
    let parts = starts
        .into_par_iter()
        .map(|start| {
            progress.check()?;
            let mut counts = vec![0u64; values];
            let mut sum = Sum::default();
            for class in start..(start + STRIDE).min(classes.len()) {
                let rows = &classes[class];
                let (heads, held) = match units {
                    None => (rows.len() as u64, count(rows, codes, &mut counts)),
                    Some(units) => shown(rows, |row| codes[row as usize], units),
                };
                let similar = match &sensitive.categories {
                    None => false,
                    Some(categories) => is_similar(categories, rows, codes, &held, units),
                };
                sum.add(heads, &held, similar, (&everywhere, all, overlap));
            }
            Ok(sum)
        })
        .collect::<Result<Vec<Sum>, Stopped>>()?;
    // One after the other, so that the sum of decimals is the same for any number of threads.
    let sum = parts.into_iter().fold(Sum::default(), Sum::and);
    let many = many(&sum.told, classes, units);
    // Whoever stands in several classes is guessed in each of them.
    let guessed: u64 = match units {
        None => all,
        Some(_) => sum.heads,
    };
    let part = |number: u64, of: u64| match of {
        0 => 0.0,
        of => number as f64 / of as f64,
    };
    Ok(AttributeRisk {
        column: sensitive.column.name().to_owned(),
        records: all as usize,
        values: everywhere.iter().filter(|&&count| count > 0).count(),
        homogeneous_classes: sum.told.iter().filter(|told| told.homogeneous).count(),
        homogeneous_records: many.homogeneous,
        similar_records: sensitive.categories.as_ref().map(|_| many.similar),
        skewed_records: many.skewed,
        guess_before: part(everywhere.iter().copied().max().unwrap_or(0), all),
        guess_within: part(sum.most_frequent, guessed),
        farthest: sum.farthest,
        average_distance: match guessed {
            0 => 0.0,
            guessed => sum.distance / guessed as f64,
        },
        counted: units.map(|units| units.counted),
    })
}

/// How many records are in classes that tell something; of units, how many are in any such class.
fn many(told: &[Told], classes: &Lists, units: Option<&Units<'_>>) -> Many {
    let mut many = Many::default();
    let Some(units) = units else {
        for (&told, rows) in told.iter().zip(classes.iter()) {
            many.add(told, rows.len());
        }
        return many;
    };
    let mut of_unit = vec![Told::default(); units.below()];
    for (&told, rows) in told.iter().zip(classes.iter()) {
        for &row in rows {
            let known = &mut of_unit[units.of(row) as usize];
            *known = known.or(told);
        }
    }
    of_unit.into_iter().for_each(|told| many.add(told, 1));
    many
}

/// Whether everybody in a class shows something of one category.
fn is_similar(
    categories: &Categories,
    rows: &[u32],
    codes: &[u32],
    held: &[(u32, u64)],
    units: Option<&Units<'_>>,
) -> bool {
    let of = |code: u32| categories.of[code as usize];
    match units {
        None => held.windows(2).all(|pair| of(pair[0].0) == of(pair[1].0)),
        Some(units) => {
            let (heads, held) = shown(rows, |row| of(codes[row as usize]), units);
            held.iter().any(|&(_, here)| here == heads)
        }
    }
}

/// How many units some rows belong to, and what they show with how many of them show each, ascending.
fn shown(rows: &[u32], of: impl Fn(u32) -> u32, units: &Units<'_>) -> (u64, Vec<(u32, u64)>) {
    let pairs = rows.iter().map(|&row| (of(row), units.of(row)));
    let mut pairs: Vec<(u32, u32)> = pairs.collect();
    pairs.sort_unstable();
    pairs.dedup();
    let values = pairs.chunk_by(|a, b| a.0 == b.0);
    let held = values.map(|run| (run[0].0, run.len() as u64)).collect();
    let mut heads: Vec<u32> = pairs.into_iter().map(|(_, unit)| unit).collect();
    heads.sort_unstable();
    heads.dedup();
    (heads.len() as u64, held)
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
        heads: u64,
        held: &[(u32, u64)],
        similar: bool,
        (everywhere, all, overlap): (&[u64], u64, Option<f64>),
    ) {
        self.heads += heads;
        let leaning = |&(code, here): &(u32, u64)| Leaning {
            here,
            records: heads,
            everywhere: everywhere[code as usize],
            all,
        };
        self.told.push(Told {
            homogeneous: held.iter().any(|&(_, here)| here == heads),
            similar,
            skewed: held.iter().any(|value| is_skewed(leaning(value))),
        });
        self.most_frequent += held.iter().map(|&(_, here)| here).max().unwrap_or(0);
        let beyond = |value: &(u32, u64)| leaning(value).share() - leaning(value).prior();
        let more: f64 = held.iter().map(|value| beyond(value).max(0.0)).sum();
        let distance = match overlap {
            // What a class has more than the table is what it has less elsewhere.
            None => more,
            Some(everywhere) => {
                let here: f64 = held.iter().map(|value| leaning(value).share()).sum();
                more.max(more + everywhere - here)
            }
        };
        self.farthest = self.farthest.max(distance);
        self.distance += distance * heads as f64;
    }

    fn and(mut self, other: Self) -> Self {
        self.told.extend(other.told);
        self.most_frequent += other.most_frequent;
        self.farthest = self.farthest.max(other.farthest);
        self.distance += other.distance;
        self.heads += other.heads;
        self
    }
}

impl AttributeRisk {
    pub fn figures(&self) -> Vec<Figure> {
        let name = &self.column;
        let [one, several] = Counted::nouns(self.counted);
        let unit = Unit::of_records(self.counted);
        let are = |number: usize| match number {
            0 => format!("No {one} is"),
            1 => format!("1 {one} is"),
            many => format!("{} {several} are", grouped(many)),
        };
        let guessed = match self.counted {
            None => several.to_owned(),
            Some(_) => format!("{several}, guessed in every class that they are in"),
        };
        let mut figures = vec![Figure::new(
            "homogeneous_records",
            self.homogeneous_records as f64,
            unit,
            format!(
                "{} in a class where everybody has the same \"{name}\", so that it is learned without finding the record.",
                are(self.homogeneous_records)
            ),
        )];
        if let Some(similar) = self.similar_records {
            figures.push(Figure::new(
                "similar_records",
                similar as f64,
                unit,
                format!(
                    "{} in a class where {} of one sensitivity category.",
                    are(similar),
                    match self.counted {
                        None => format!("all values of \"{name}\" are"),
                        Some(_) => format!("everybody shows a value of \"{name}\""),
                    }
                ),
            ));
        }
        figures.push(Figure::new(
            "skewed_records",
            self.skewed_records as f64,
            unit,
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
                "Somebody who guesses the most frequent \"{name}\" of each class is right for {} of the {guessed}; without \
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
