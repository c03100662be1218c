//! Parts the groups into regions: halves along a random direction, again and again.

use super::part::Group;
use crate::method::microaggregation::points::Points;
use cloakroom_core::Random;

/// A power of two of regions, some of them perhaps empty.
pub fn part(points: &Points, groups: Vec<Group>, regions: usize, seed: u64) -> Vec<Vec<Group>> {
    let mut parted = vec![groups];
    let mut depth = 0;
    while parted.len() < regions {
        parted = parted
            .into_iter()
            .enumerate()
            .flat_map(|(at, groups)| {
                halves(
                    points,
                    groups,
                    Random::new(seed, (depth << 32) | at as u64).draw(),
                )
            })
            .collect();
        depth += 1;
    }
    parted
}

fn halves(points: &Points, groups: Vec<Group>, seed: u64) -> [Vec<Group>; 2] {
    let mut random = Random::new(seed, 0);
    let mut sign = || random.unit() - 0.5;
    let numbers: Vec<f64> = points.numbers.iter().map(|_| sign()).collect();
    let codes: Vec<Vec<f64>> = points
        .categories
        .iter()
        .map(|axis| (0..axis.values()).map(|_| sign()).collect())
        .collect();
    let along = |group: &Group| {
        let mut sum = 0.0;
        for &row in &group.rows {
            for (axis, weight) in points.numbers.iter().zip(&numbers) {
                sum += axis[row as usize] * weight;
            }
            for (axis, weights) in points.categories.iter().zip(&codes) {
                sum += weights[axis.codes[row as usize] as usize];
            }
        }
        sum / group.rows.len() as f64
    };
    let mut keyed: Vec<(f64, Group)> = groups
        .into_iter()
        .map(|group| (along(&group), group))
        .collect();
    keyed.sort_by(|a, b| a.0.total_cmp(&b.0));
    let records: usize = keyed.iter().map(|(_, group)| group.rows.len()).sum();
    let (mut below, mut above, mut so_far) = (Vec::new(), Vec::new(), 0);
    for (_, group) in keyed {
        let half = if 2 * so_far < records {
            &mut below
        } else {
            &mut above
        };
        so_far += group.rows.len();
        half.push(group);
    }
    [below, above]
}
