//! The classes of one node, listed on demand for people to read.

use super::classes::{Classes, Values};
use super::examine::fill;
use super::profile::LatticeProfile;
use super::roll::Roller;
use crate::privacy::{Failing, Histogram, Judge};
use crate::profile::crowd::Crowd;

/// A class as it would be released.
#[derive(Clone, Debug, PartialEq)]
pub struct ListedClass {
    /// What each quasi-identifier shows, in the order of the lattice.
    pub labels: Vec<String>,
    pub size: u32,
    /// Per sensitive column, its codes in the class and how many records have them, or units where these are counted.
    pub values: Vec<Vec<(u32, u32)>>,
    /// The promises it breaks, compared with the whole table; empty if it keeps all.
    pub failing: Vec<Failing>,
}

/// A row of a privacy hash table (thesis, sections 2.3 and 2.4): a tuple of a node.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HashRow {
    /// The tuple.
    pub labels: Vec<String>,
    /// The records under it, or units where these are counted: COUNT of Table 2.4 and Children[i, j] of Table 2.5, at the bottom as well. A
    /// node is k-anonymous when all its tuples are in the bucket of those with at least k.
    pub count: u32,
    /// How many tuples of the node below become this one; at the bottom, its records.
    pub tuples_below: u32,
    /// Distinct sensitive values under it, per sensitive column: the extended table.
    pub distinct: Vec<u32>,
}

impl LatticeProfile {
    fn classes_at(&self, node: usize) -> Classes {
        let ground = &self.base.ground;
        Roller::new(ground).roll(&ground.bottom, &self.shape().levels(node))
    }

    fn labels(&self, classes: &Classes, class: usize) -> Vec<String> {
        let ground = &self.base.ground;
        self.base
            .columns
            .iter()
            .enumerate()
            .map(|(at, column)| {
                let level = classes.levels[at];
                let group = ground.group(classes, class, at);
                let origin = ground.ladders[at].rung(level).origin[group as usize];
                column.hierarchy.levels()[level as usize].labels[origin as usize].clone()
            })
            .collect()
    }

    /// Who stands in the classes of a node, where units are counted.
    fn crowd(&self, classes: &Classes) -> Option<Crowd> {
        let units = self.units.as_ref()?;
        let ground = &self.base.ground;
        let mut roller = Roller::new(ground);
        let into = roller.merged_into(&ground.bottom, &classes.levels);
        Some(units.crowd(classes.len(), into))
    }

    /// The same where units are counted.
    fn listed_by_units(
        &self,
        crowd: &Crowd,
        classes: &Classes,
        class: usize,
        judge: &Judge,
    ) -> ListedClass {
        let mut histograms = judge.histograms();
        let nobody = crowd.nobody();
        let counted = histograms.iter_mut().take(crowd.columns());
        for (column, histogram) in counted.enumerate() {
            crowd.tally(column, class, &nobody, histogram);
        }
        let pairs = |histogram: &Histogram| {
            let mut codes = histogram.present().to_vec();
            codes.sort_unstable();
            let pairs = codes.into_iter();
            pairs.map(|code| (code, histogram.count(code))).collect()
        };
        ListedClass {
            labels: self.labels(classes, class),
            size: classes.sizes[class],
            values: histograms.iter().map(pairs).collect(),
            failing: judge.failures(crowd.staying(class, &nobody), &histograms),
        }
    }

    fn listed(&self, classes: &Classes, class: usize, judge: &Judge) -> ListedClass {
        let mut histograms = judge.histograms();
        let values = match &classes.values {
            Values::Counts(columns) => {
                fill(&mut histograms, columns, class);
                columns
                    .iter()
                    .map(|column| column.of(class).to_vec())
                    .collect()
            }
            _ => Vec::new(),
        };
        ListedClass {
            labels: self.labels(classes, class),
            size: classes.sizes[class],
            values,
            failing: judge.failures(classes.sizes[class], &histograms),
        }
    }

    /// The first `most` classes of a node that break a promise, the smallest first.
    pub fn violating(&self, node: usize, judge: &Judge, most: usize) -> Vec<ListedClass> {
        let classes = self.classes_at(node);
        let crowd = self.crowd(&classes);
        let mut order: Vec<usize> = (0..classes.len()).collect();
        order.sort_by_key(|&class| classes.sizes[class]);
        order
            .into_iter()
            .map(|class| match &crowd {
                Some(crowd) => self.listed_by_units(crowd, &classes, class, judge),
                None => self.listed(&classes, class, judge),
            })
            .filter(|listed| !listed.failing.is_empty())
            .take(most)
            .collect()
    }

    /// The class of every record at a node, numbered as its first record stands in the table.
    pub fn class_of_rows(&self, node: usize) -> Vec<u32> {
        let ground = &self.base.ground;
        let mut roller = Roller::new(ground);
        roller.roll(&ground.bottom, &self.shape().levels(node));
        let into = roller.went_into();
        ground
            .class_of
            .iter()
            .map(|&class| into[class as usize])
            .collect()
    }

    /// The privacy hash table of a node reached from the node `below` it on a generalization strategy;
    /// `None` for the bottom, whose tuples have their records as children.
    pub fn hash_table(&self, node: usize, below: Option<usize>) -> Vec<HashRow> {
        let ground = &self.base.ground;
        let mut roller = Roller::new(ground);
        let lower = match below {
            Some(below) => roller.roll(&ground.bottom, &self.shape().levels(below)),
            None => ground.bottom.clone(),
        };
        let classes = roller.roll(&lower, &self.shape().levels(node));
        let mut tuples_below = vec![0u32; classes.len()];
        for (&class, &size) in roller.went_into().iter().zip(&lower.sizes) {
            tuples_below[class as usize] += if below.is_some() { 1 } else { size };
        }
        let crowd = self.crowd(&classes);
        (0..classes.len())
            .map(|class| HashRow {
                labels: self.labels(&classes, class),
                count: match &crowd {
                    Some(crowd) => crowd.of_class(class).count() as u32,
                    None => classes.sizes[class],
                },
                tuples_below: tuples_below[class],
                distinct: match &classes.values {
                    Values::Unknown if crowd.is_some() => crowd
                        .iter()
                        .flat_map(|crowd| crowd.distinct(class))
                        .collect(),
                    Values::Counts(columns) => columns
                        .iter()
                        .map(|column| column.of(class).len() as u32)
                        .collect(),
                    _ => Vec::new(),
                },
            })
            .collect()
    }
}
