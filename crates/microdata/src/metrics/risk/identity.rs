//! Re-identification: what a record's class says about how easily its person is found.
//!
//! A *prosecutor* knows that somebody is in the table; a *journalist* looks for anybody of a population that the
//! table was drawn from; a *marketer* links as many records as possible and does not mind mistakes.

use crate::profile::crowd::Crowd;
use cloakroom_core::Counted;
use cloakroom_core::metrics::{Figure, Unit};
use cloakroom_core::requirement::millionths;
use cloakroom_core::words::{counted, grouped, percent};
use serde::Serialize;

#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct IdentityRisk {
    pub records: usize,
    pub classes: usize,
    pub smallest_class: u32,
    /// Records that are alone in their class.
    pub unique: usize,
    pub prosecutor: Prosecutor,
    pub journalist: Journalist,
    /// The share of records that would be linked rightly if everybody were linked at random within their class.
    pub marketer: f64,
    /// Class sizes, ascending.
    pub sizes: Vec<SizeShare>,
    /// What is counted where that is not every record by itself: then `records` are people or groups, and a class is as large
    /// as there are of them in it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub counted: Option<Counted>,
}

#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Prosecutor {
    pub largest: f64,
    pub records_at_largest: usize,
    /// Over records: classes divided by records.
    pub average: f64,
    pub records_above: usize,
}

#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Journalist {
    pub largest: f64,
    /// Over records.
    pub average: f64,
    pub records_above: usize,
    /// Of the population table; without one, a journalist can do what a prosecutor can.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub population: Option<PopulationFit>,
    /// With a population: by how many people fit a class, ascending, the records of such classes.
    #[serde(skip)]
    pub fitting: Vec<(u64, usize)>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct PopulationFit {
    pub people: usize,
    /// Classes that nobody of the population is in.
    pub missing_classes: usize,
    pub missing_records: usize,
    /// Classes with more records than people of the population, missing ones included: these cannot all be drawn
    /// from it, and count with the size that they have in the table.
    pub short_classes: usize,
}

/// So many classes, with so many records together, have this size.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct SizeShare {
    pub size: u32,
    pub classes: usize,
    pub records: usize,
}

/// `population` has the people who could be in each class, by class; `people` is how many there are at all.
pub fn identity(
    sizes: &[u32],
    population: Option<(&[u64], usize)>,
    threshold: f64,
) -> IdentityRisk {
    let records: u64 = sizes.iter().map(|&size| u64::from(size)).sum();
    let smallest = sizes.iter().min().copied().unwrap_or(0);
    let average = share(sizes.len() as f64, records as f64);
    let at = |wanted: u32| sizes.iter().filter(|&&size| size == wanted).count() * wanted as usize;
    let prosecutor = Prosecutor {
        largest: share(1.0, f64::from(smallest)),
        records_at_largest: at(smallest),
        average,
        records_above: above(sizes.iter().map(|&size| (size, u64::from(size))), threshold),
    };
    let (journalist, marketer) = match population {
        None => {
            let journalist = Journalist {
                largest: prosecutor.largest,
                average,
                records_above: prosecutor.records_above,
                population: None,
                fitting: Vec::new(),
            };
            (journalist, average)
        }
        Some((in_population, people)) => {
            let journalist = with_population(sizes, in_population, people, records, threshold);
            let marketer = journalist.average;
            (journalist, marketer)
        }
    };
    IdentityRisk {
        records: records as usize,
        classes: sizes.len(),
        smallest_class: smallest,
        unique: at(1),
        prosecutor,
        journalist,
        marketer,
        sizes: histogram(sizes),
        counted: None,
    }
}

/// Where people or groups are counted: each is found as easily as in the smallest of their classes, so that nobody is safer
/// than the least safe of their records. `population` as for [`identity`].
pub fn identity_of_units(
    crowd: &Crowd,
    counted: Counted,
    population: Option<(&[u64], usize)>,
    threshold: f64,
) -> IdentityRisk {
    let least: Vec<u32> = crowd.least().into_iter().flatten().collect();
    let heads: Vec<u32> = (0..crowd.classes())
        .map(|class| crowd.of_class(class).count() as u32)
        .collect();
    let mut risk = identity(&heads, population, threshold);
    let smallest = least.iter().min().copied().unwrap_or(0);
    let at = |wanted: u32| least.iter().filter(|&&heads| heads == wanted).count();
    let of_units: Vec<u64> = least.iter().map(|&heads| u64::from(heads)).collect();
    let count = least.len();
    let above = |least: &[u64]| {
        let found = least.iter().filter(|&&heads| is_above(heads, threshold));
        found.count()
    };
    risk.prosecutor.records_at_largest = at(smallest);
    risk.prosecutor.average = share(chances(of_units.clone()), count as f64);
    risk.prosecutor.records_above = above(&of_units);
    // Who fits in the population, each unit by the class that fewest fit.
    let fitting = match population {
        None => of_units,
        Some((in_population, _)) => {
            let people = |class: usize, heads| in_population[class].max(u64::from(heads));
            let fitting = crowd.gathered(people, u64::min).into_iter();
            fitting.flatten().collect()
        }
    };
    risk.journalist.average = share(chances(fitting.clone()), count as f64);
    risk.journalist.records_above = above(&fitting);
    risk.journalist.fitting = match population {
        None => Vec::new(),
        Some(_) => by_people(fitting.into_iter().map(|people| (1, people)).collect()),
    };
    if let (Some((in_population, _)), Some(fit)) = (population, &mut risk.journalist.population) {
        let missing = crowd.gathered(|class, _| in_population[class] == 0, |a, b| a || b);
        fit.missing_records = missing.into_iter().filter(|&one| one == Some(true)).count();
    }
    risk.marketer = risk.journalist.average;
    risk.records = count;
    risk.smallest_class = smallest;
    risk.unique = at(1);
    for size in &mut risk.sizes {
        size.records = at(size.size);
    }
    risk.counted = Some(counted);
    risk
}

fn with_population(
    sizes: &[u32],
    in_population: &[u64],
    people: usize,
    records: u64,
    threshold: f64,
) -> Journalist {
    let mut fit = PopulationFit {
        people,
        missing_classes: 0,
        missing_records: 0,
        short_classes: 0,
    };
    let mut linked = 0.0;
    let mut pairs = Vec::with_capacity(sizes.len());
    for (&size, &people) in sizes.iter().zip(in_population) {
        if people == 0 {
            fit.missing_classes += 1;
            fit.missing_records += size as usize;
        }
        if people < u64::from(size) {
            fit.short_classes += 1;
        }
        let people = people.max(u64::from(size));
        linked += f64::from(size) / people as f64;
        pairs.push((size, people));
    }
    let fewest = pairs.iter().map(|&(_, people)| people).min().unwrap_or(0);
    Journalist {
        largest: share(1.0, fewest as f64),
        average: share(linked, records as f64),
        records_above: above(pairs.iter().copied(), threshold),
        population: Some(fit),
        fitting: by_people(pairs),
    }
}

/// One in so many for each, summed up: those with equal chances first, so that halves and thirds make a whole.
pub fn chances(mut among: Vec<u64>) -> f64 {
    among.sort_unstable();
    let equal = among.chunk_by(|a, b| a == b);
    equal.map(|run| run.len() as f64 / run[0] as f64).sum()
}

/// Pairs of the records of a class and the people who fit it, added up by these.
fn by_people(mut pairs: Vec<(u32, u64)>) -> Vec<(u64, usize)> {
    pairs.sort_unstable_by_key(|&(_, people)| people);
    pairs
        .chunk_by(|a, b| a.1 == b.1)
        .map(|same| {
            let records = same.iter().map(|&(records, _)| records as usize).sum();
            (same[0].1, records)
        })
        .collect()
}

/// Records whose person is found with more than this chance.
fn above(classes: impl Iterator<Item = (u32, u64)>, threshold: f64) -> usize {
    classes
        .filter(|&(_, candidates)| is_above(candidates, threshold))
        .map(|(size, _)| size as usize)
        .sum()
}

/// Whether a guess among so many is right with more than this chance, compared in whole numbers.
pub fn is_above(candidates: u64, threshold: f64) -> bool {
    u128::from(millionths(threshold)) * u128::from(candidates) < 1_000_000
}

fn histogram(sizes: &[u32]) -> Vec<SizeShare> {
    let mut sorted = sizes.to_vec();
    sorted.sort_unstable();
    sorted
        .chunk_by(|a, b| a == b)
        .map(|run| SizeShare {
            size: run[0],
            classes: run.len(),
            records: run.len() * run[0] as usize,
        })
        .collect()
}

fn share(part: f64, whole: f64) -> f64 {
    if whole > 0.0 { part / whole } else { 0.0 }
}

impl IdentityRisk {
    /// Counts anew what is above a threshold; everything else is as it was.
    pub fn set_threshold(&mut self, threshold: f64) {
        let sizes = self.sizes.iter();
        self.prosecutor.records_above = sizes
            .filter(|class| is_above(u64::from(class.size), threshold))
            .map(|class| class.records)
            .sum();
        self.journalist.records_above = match &self.journalist.population {
            None => self.prosecutor.records_above,
            Some(_) => {
                let fitting = self.journalist.fitting.iter();
                fitting
                    .filter(|&&(people, _)| is_above(people, threshold))
                    .map(|&(_, records)| records)
                    .sum()
            }
        };
    }

    /// `threshold` is the one that the risk was computed with.
    pub fn figures(&self, threshold: f64) -> Vec<Figure> {
        let [one, several] = Counted::nouns(self.counted);
        let records = |number: usize| counted(number, one, several);
        let limit = percent(threshold);
        let prosecutor = &self.prosecutor;
        let mut figures = vec![
            Figure::new(
                "prosecutor_max",
                prosecutor.largest,
                Unit::Share,
                format!(
                    "Somebody who knows that a person is in the table finds their record with a chance of at most {}: \
                     the smallest class has {}, and {} so small a class.",
                    percent(prosecutor.largest),
                    records(self.smallest_class as usize),
                    match prosecutor.records_at_largest {
                        1 => format!("1 {one} is in"),
                        many => format!("{} {several} are in", grouped(many)),
                    },
                ),
            ),
            Figure::new(
                "prosecutor_avg",
                prosecutor.average,
                Unit::Share,
                format!(
                    "Over all {several} the chance is {} on average: {} in {}.",
                    percent(prosecutor.average),
                    records(self.records),
                    counted(self.classes, "class", "classes"),
                ),
            ),
            Figure::new(
                "records_above_threshold",
                prosecutor.records_above as f64,
                Unit::of_records(self.counted),
                format!(
                    "{} found with a chance above {limit}.",
                    match prosecutor.records_above {
                        1 => format!("1 {one} would be"),
                        many => format!("{} {several} would be", grouped(many)),
                    },
                ),
            ),
            Figure::new(
                "unique_records",
                self.unique as f64,
                Unit::of_records(self.counted),
                match self.unique {
                    0 if self.counted.is_some() => {
                        format!("No {one} is alone in a class.")
                    }
                    many if self.counted.is_some() => format!(
                        "{} alone in a class: whoever knows the quasi-identifiers of that record has found them.",
                        match many {
                            1 => format!("1 {one} is"),
                            many => format!("{} {several} are", grouped(many)),
                        }
                    ),
                    0 => "No record is alone in its class.".to_owned(),
                    1 => "1 record is alone in its class: whoever knows its quasi-identifiers has found it."
                        .to_owned(),
                    many => format!(
                        "{} records are alone in their class: whoever knows their quasi-identifiers has found them.",
                        grouped(many)
                    ),
                },
            ),
        ];
        figures.extend(self.journalist_figures(&limit));
        figures.push(Figure::new(
            "marketer",
            self.marketer,
            Unit::Share,
            format!(
                "Somebody who links all records and does not mind mistakes would link {} of them rightly.",
                percent(self.marketer)
            ),
        ));
        figures
    }

    fn journalist_figures(&self, limit: &str) -> Vec<Figure> {
        let [one, several] = Counted::nouns(self.counted);
        let journalist = &self.journalist;
        let Some(fit) = &journalist.population else {
            return vec![Figure::new(
                "journalist_max",
                journalist.largest,
                Unit::Share,
                format!(
                    "Without a table of the population, nothing is known of people who are not in the data, so that the \
                     risk for anybody who might be in them is the same: at most {}.",
                    percent(journalist.largest)
                ),
            )];
        };
        let mut figures = vec![
            Figure::new(
                "journalist_max",
                journalist.largest,
                Unit::Share,
                format!(
                    "Somebody who only knows that a person is among the {} of the population finds them with a chance of \
                     at most {}.",
                    counted(fit.people, "person", "people"),
                    percent(journalist.largest)
                ),
            ),
            Figure::new(
                "journalist_avg",
                journalist.average,
                Unit::Share,
                format!(
                    "Over all {several} the chance is {} on average: each counts with the people of the population who fit \
                     its class.",
                    percent(journalist.average)
                ),
            ),
            Figure::new(
                "journalist_above_threshold",
                journalist.records_above as f64,
                Unit::of_records(self.counted),
                format!(
                    "For {} the chance is above {limit}, the population considered.",
                    counted(journalist.records_above, one, several)
                ),
            ),
        ];
        if fit.short_classes > 0 {
            figures.push(Figure::new(
                "population_short",
                fit.short_classes as f64,
                Unit::Classes,
                format!(
                    "{} more {several} than the population has people ({} with {} not at all), so that the table cannot \
                     have been drawn from it; such a class counts with its own size.",
                    match fit.short_classes {
                        1 => "1 class has".to_owned(),
                        many => format!("{} classes have", grouped(many)),
                    },
                    counted(fit.missing_classes, "class", "classes"),
                    counted(fit.missing_records, one, several),
                ),
            ));
        }
        figures
    }
}
