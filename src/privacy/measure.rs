//! What a class of records shows about one sensitive column.

use super::histogram::Histogram;
use crate::model::subject::{Categories, Distance, Sensitive};
use std::collections::BTreeMap;

/// Distinct sensitivity categories in a class.
pub fn categories(histogram: &Histogram, categories: &Categories) -> u32 {
    if categories.count <= 64 {
        let seen = histogram
            .present()
            .iter()
            .fold(0u64, |seen, &code| seen | 1 << categories.of[code as usize]);
        return seen.count_ones();
    }
    let mut seen: Vec<u32> = histogram
        .present()
        .iter()
        .map(|&code| categories.of[code as usize])
        .collect();
    seen.sort_unstable();
    seen.dedup();
    seen.len() as u32
}

/// The total weight of a class, times [`weight_unit`]: category i of m, from 0, weighs i / (m − 1), and a
/// category alone weighs 1.
pub fn weight(histogram: &Histogram, categories: &Categories) -> u64 {
    histogram
        .present()
        .iter()
        .map(|&code| {
            let category = if categories.count == 1 {
                1
            } else {
                categories.of[code as usize]
            };
            u64::from(histogram.count(code)) * u64::from(category)
        })
        .sum()
}

/// What a weight of 1 is in the whole numbers of [`weight`].
pub fn weight_unit(categories: &Categories) -> u64 {
    u64::from(categories.count.saturating_sub(1).max(1))
}

/// The entropy of the values in nats: the l of entropy l-diversity is its exponential.
pub fn entropy(histogram: &Histogram) -> f64 {
    let size: f64 = histogram
        .present()
        .iter()
        .map(|&code| f64::from(histogram.count(code)))
        .sum();
    -histogram
        .present()
        .iter()
        .map(|&code| {
            let share = f64::from(histogram.count(code)) / size;
            share * share.ln()
        })
        .sum::<f64>()
}

/// The most frequent value's records, and those of the l-th and all less frequent values together; `None` if
/// there are fewer than l values.
pub fn recursive(histogram: &Histogram, l: u32) -> Option<(u32, u32)> {
    let mut counts: Vec<u32> = histogram
        .present()
        .iter()
        .map(|&code| histogram.count(code))
        .collect();
    let from = l.max(1) as usize - 1;
    if counts.len() <= from {
        return None;
    }
    counts.sort_unstable_by(|a, b| b.cmp(a));
    Some((counts[0], counts[from..].iter().sum()))
}

/// The distribution that classes are compared with: how often each value occurs in the whole table.
#[derive(Clone, Debug)]
pub struct Reference {
    counts: Vec<u32>,
    records: u64,
    /// Codes by size, those that occur only.
    order: Vec<u32>,
    distance: Distance,
}

impl Reference {
    pub fn new(sensitive: &Sensitive<'_>, counts: Vec<u32>) -> Self {
        let records = counts.iter().map(|&count| u64::from(count)).sum();
        let order = sensitive
            .column
            .order()
            .iter()
            .copied()
            .filter(|&code| counts[code as usize] > 0)
            .collect();
        Self {
            counts,
            records,
            order,
            distance: sensitive.distance.clone(),
        }
    }

    /// The earth mover's distance of a class of `size` records from the table, as a fraction of whole
    /// numbers: numerator and denominator.
    pub fn distance(&self, histogram: &Histogram, size: u32) -> (u128, u128) {
        let size = i128::from(size);
        let records = i128::from(self.records);
        // The share in the class less the share in the table, times both sizes.
        let surplus = |code: u32| {
            i128::from(histogram.count(code)) * records
                - i128::from(self.counts[code as usize]) * size
        };
        let whole = (size * records) as u128;
        match &self.distance {
            Distance::Equal => {
                // Only values of the class can be in surplus, and surplus and lack are equal.
                let moved: i128 = histogram
                    .present()
                    .iter()
                    .map(|&code| surplus(code).max(0))
                    .sum();
                (moved as u128, whole)
            }
            Distance::Ordered => {
                let mut carried: i128 = 0;
                let mut moved: u128 = 0;
                for &code in &self.order {
                    carried += surplus(code);
                    moved += carried.unsigned_abs();
                }
                let steps = self.order.len().saturating_sub(1).max(1) as u128;
                (moved, whole * steps)
            }
            Distance::Hierarchy(hierarchy) => {
                let mut moved: u128 = 0;
                let mut extra: Vec<(i128, i128)> = self
                    .order
                    .iter()
                    .map(|&code| (surplus(code).max(0), (-surplus(code)).max(0)))
                    .collect();
                // A value of each group stands for it.
                let mut sample: Vec<u32> = self.order.clone();
                for level in 1..hierarchy.levels().len() {
                    let parents = &hierarchy.levels()[level].group_of;
                    let mut sums: BTreeMap<u32, (i128, i128, u32)> = BTreeMap::new();
                    for (&(more, less), &code) in extra.iter().zip(&sample) {
                        let sum = sums.entry(parents[code as usize]).or_insert((0, 0, code));
                        sum.0 += more;
                        sum.1 += less;
                    }
                    extra.clear();
                    sample.clear();
                    for (more, less, code) in sums.into_values() {
                        let met = more.min(less);
                        moved += met as u128 * level as u128;
                        extra.push((more - met, less - met));
                        sample.push(code);
                    }
                }
                let height = hierarchy.height().max(1) as u128;
                (moved, whole * height)
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::column::Column;
    use crate::model::hierarchy::Hierarchy;
    use std::sync::Arc;

    fn histogram(values: usize, counts: &[(u32, u32)]) -> Histogram {
        let mut histogram = Histogram::new(values);
        for &(code, records) in counts {
            histogram.add(code, records);
        }
        histogram
    }

    #[test]
    fn weights_and_categories_follow_their_definition() {
        let four = Categories {
            of: vec![0, 1, 2, 3, 0],
            count: 4,
        };
        let class = histogram(5, &[(0, 2), (4, 1), (2, 3)]);
        assert_eq!(categories(&class, &four), 2);
        // Three records of category 0 weigh nothing, three of category 2 weigh 2/3 each.
        assert_eq!((weight(&class, &four), weight_unit(&four)), (6, 3));
        assert_eq!(recursive(&class, 2), Some((3, 3)));
        assert_eq!(recursive(&class, 4), None);
    }

    #[test]
    fn distances_from_the_table() {
        // Salaries 3k..11k and the class {3k, 4k, 5k}: 0.375 by the paper that introduced t-closeness.
        let texts: Vec<String> = (3..=11).map(|salary| salary.to_string()).collect();
        let column = Column::from_texts("salary", &texts).unwrap();
        let sensitive = |distance| Sensitive {
            at: 0,
            column: &column,
            categories: None,
            distance,
        };
        let class = histogram(9, &[(0, 1), (1, 1), (2, 1)]);
        let of = |distance| {
            let reference = Reference::new(&sensitive(distance), vec![1; 9]);
            let (moved, whole) = reference.distance(&class, 3);
            moved as f64 / whole as f64
        };
        assert!((of(Distance::Ordered) - 0.375).abs() < 1e-12);
        assert!((of(Distance::Equal) - 6.0 / 9.0).abs() < 1e-12);
        let flat = Distance::Hierarchy(Arc::new(Hierarchy::flat(&column)));
        assert!((of(flat) - 6.0 / 9.0).abs() < 1e-12);
    }
}
