//! What a class of records shows about one sensitive column.

use super::histogram::Histogram;
use cloakroom_core::subject::Categories;

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

#[cfg(test)]
mod tests {
    use super::*;

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
}
