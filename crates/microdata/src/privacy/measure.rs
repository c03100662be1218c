//! What a class of records shows about one sensitive column.

use super::class::Values;
use cloakroom_core::prepared_table::Categories;

/// Distinct sensitivity categories in a class.
pub fn categories(values: Values<'_>, categories: &Categories) -> u32 {
    if categories.count <= 64 {
        let seen = values
            .codes()
            .fold(0u64, |seen, code| seen | 1 << categories.of[code as usize]);
        return seen.count_ones();
    }
    let mut seen: Vec<u32> = values
        .codes()
        .map(|code| categories.of[code as usize])
        .collect();
    seen.sort_unstable();
    seen.dedup();
    seen.len() as u32
}

/// The total weight of a class, times [`weight_unit`]: category i of m, from 0, weighs i / (m − 1), and a
/// category alone weighs 1.
pub fn weight(values: Values<'_>, categories: &Categories) -> u64 {
    values
        .iter()
        .map(|(code, count)| {
            let category = if categories.count == 1 {
                1
            } else {
                categories.of[code as usize]
            };
            u64::from(count) * u64::from(category)
        })
        .sum()
}

/// What a weight of 1 is in the whole numbers of [`weight`].
pub fn weight_unit(categories: &Categories) -> u64 {
    u64::from(categories.count.saturating_sub(1).max(1))
}

/// The entropy of the values in nats: the l of entropy l-diversity is its exponential.
pub fn entropy(values: Values<'_>) -> f64 {
    let size: f64 = values.counts().map(f64::from).sum();
    -values
        .counts()
        .map(|count| {
            let share = f64::from(count) / size;
            share * share.ln()
        })
        .sum::<f64>()
}

/// The most frequent value's records, and those of the l-th and all less frequent values together; `None` if
/// there are fewer than l values. The counts are those of the values, the largest first.
pub fn recursive(descending: &[u32], l: u32) -> Option<(u32, u32)> {
    let from = l.max(1) as usize - 1;
    let tail = descending.get(from..).filter(|tail| !tail.is_empty())?;
    Some((*descending.first()?, tail.iter().sum()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::privacy::Histogram;

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
        assert_eq!(categories((&class).into(), &four), 2);
        // Three records of category 0 weigh nothing, three of category 2 weigh 2/3 each.
        assert_eq!((weight((&class).into(), &four), weight_unit(&four)), (6, 3));
        assert_eq!(recursive(&[3, 2, 1], 2), Some((3, 3)));
        assert_eq!(recursive(&[3, 2, 1], 4), None);
    }
}
