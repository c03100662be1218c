//! MDAV and V-MDAV as they are defined, looking at every record each time.

use super::super::gauge::Gauge;
use super::super::leftover::Groups;
use super::super::points::{Category, Place, Points, Sums};
use super::super::{blocks, mdav, v_mdav};
use cloakroom_core::Progress;
use proptest::prelude::*;

/// Six values, two groups of three above them, and two flat values.
const LEVELS: [&[u32]; 2] = [&[0, 1, 2, 3, 4, 5], &[0, 0, 0, 3, 3, 3]];

const GAUGES: [Gauge; 5] = [
    Gauge::Squares,
    Gauge::Powers(1),
    Gauge::Powers(3),
    Gauge::Powers(8),
    Gauge::Largest,
];

pub fn points(rows: &[(i8, i8, u8, u8)], with_categories: bool) -> Points {
    let number = |pick: fn(&(i8, i8, u8, u8)) -> f64| rows.iter().map(pick).collect();
    let numbers = vec![
        number(|row| f64::from(row.0) / 7.0),
        number(|row| f64::from(row.1) / 3.0),
    ];
    let tree = Category {
        codes: rows.iter().map(|row| u32::from(row.2 % 6)).collect(),
        levels: LEVELS.map(<[u32]>::to_vec).to_vec(),
        code_at: (0..6).collect(),
    };
    let flat = Category {
        codes: rows.iter().map(|row| u32::from(row.3 % 2)).collect(),
        levels: vec![vec![0, 1]],
        code_at: vec![1, 0],
    };
    let categories = if with_categories {
        vec![tree, flat]
    } else {
        Vec::new()
    };
    Points::new(rows.len(), numbers, categories)
}

pub fn rows(most: usize) -> impl Strategy<Value = Vec<(i8, i8, u8, u8)>> {
    // Few values, so that ties and equal records are frequent.
    prop::collection::vec((-6i8..7, -4i8..5, 0u8..6, 0u8..2), 1..most)
}

fn from_record(points: &Points, row: u32) -> Place {
    let mut place = Place::default();
    place.at_record(points, row);
    place
}

fn centre(points: &Points, rows: &[u32]) -> (Place, Sums) {
    let mut sums = Sums::none(points);
    rows.iter().for_each(|&row| sums.add(points, row));
    let mut place = Place::default();
    place.at_centre(points, &sums);
    (place, sums)
}

/// The farthest, the smallest row among equals; rows ascend.
fn farthest(points: &Points, place: &Place, rows: &[u32]) -> u32 {
    let mut best = rows[0];
    for &row in rows {
        if place.distance(points, row) > place.distance(points, best) {
            best = row;
        }
    }
    best
}

fn take_nearest(points: &Points, seed: u32, count: usize, left: &mut Vec<u32>) -> Vec<u32> {
    let place = from_record(points, seed);
    let mut keyed: Vec<(f64, u32)> = left
        .iter()
        .map(|&row| (place.distance(points, row), row))
        .collect();
    keyed.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
    let mut group = vec![seed];
    group.extend(keyed.iter().take(count).map(|&(_, row)| row));
    left.retain(|row| !group.contains(row));
    group
}

fn plain_mdav(points: &Points, k: usize) -> Groups {
    let mut left: Vec<u32> = (0..points.rows() as u32).collect();
    let mut groups = Vec::new();
    while left.len() >= 2 * k {
        let first = farthest(points, &centre(points, &left).0, &left);
        left.retain(|&row| row != first);
        let second = farthest(points, &from_record(points, first), &left);
        left.retain(|&row| row != second);
        groups.push(take_nearest(points, first, k - 1, &mut left));
        groups.push(take_nearest(points, second, k - 1, &mut left));
    }
    if left.len() >= k || groups.is_empty() {
        groups.push(left);
    } else if !left.is_empty() {
        let own = centre(points, &left).1;
        let nearest = (0..groups.len())
            .map(|at| (points.between(&centre(points, &groups[at]).1, &own), at))
            .min_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
        groups[nearest.unwrap().1].extend(left);
    }
    groups
}

fn plain_v_mdav(points: &Points, k: usize, gamma: f64) -> Groups {
    let mut left: Vec<u32> = (0..points.rows() as u32).collect();
    let middle = centre(points, &left).0;
    let mut groups: Groups = Vec::new();
    while left.len() >= k {
        let seed = farthest(points, &middle, &left);
        left.retain(|&row| row != seed);
        let mut group = take_nearest(points, seed, k - 1, &mut left);
        while gamma > 0.0 && group.len() + 1 < 2 * k && !left.is_empty() {
            let apart = |a: u32, b: u32| from_record(points, a).distance(points, b);
            let reach = |row: u32| {
                group
                    .iter()
                    .map(|&member| apart(member, row))
                    .fold(f64::INFINITY, f64::min)
            };
            let next = left
                .iter()
                .map(|&row| (reach(row), row))
                .min_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)))
                .unwrap();
            let out = left
                .iter()
                .filter(|&&row| row != next.1)
                .map(|&row| apart(next.1, row))
                .fold(f64::INFINITY, f64::min);
            if next.0 >= points.gauge.reach(gamma) * out {
                break;
            }
            group.push(next.1);
            left.retain(|&row| row != next.1);
        }
        groups.push(group);
    }
    if groups.is_empty() {
        return vec![left];
    }
    let places: Vec<Place> = groups.iter().map(|group| centre(points, group).0).collect();
    for row in left {
        let home = (0..places.len())
            .map(|at| (places[at].distance(points, row), at))
            .min_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
        groups[home.unwrap().1].push(row);
    }
    groups
}

/// Every row is in one group, and groups have at least `k`.
pub fn assert_partition(points: &Points, groups: &Groups, k: usize) {
    let mut all: Vec<u32> = groups.iter().flatten().copied().collect();
    all.sort_unstable();
    assert_eq!(all, (0..points.rows() as u32).collect::<Vec<_>>());
    assert!(
        groups
            .iter()
            .all(|group| group.len() >= k.min(points.rows()))
    );
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(120))]

    #[test]
    fn the_tree_finds_what_looking_at_every_record_finds(
        rows in rows(220), with_categories: bool, k in 1usize..8, gamma in 0u8..4,
        gauge in prop::sample::select(&GAUGES[..]),
    ) {
        let points = points(&rows, with_categories).measured_by(gauge);
        let progress = Progress::default();
        let found = mdav::mdav(&points, k, &progress).unwrap();
        assert_partition(&points, &found, k);
        prop_assert_eq!(found, plain_mdav(&points, k));
        let gamma = f64::from(gamma) * 0.4;
        let found = v_mdav::v_mdav(&points, k, gamma, &progress).unwrap();
        assert_partition(&points, &found, k);
        prop_assert_eq!(found, plain_v_mdav(&points, k, gamma));
    }

    #[test]
    fn centres_and_errors_are_those_of_all_pairs(rows in rows(40)) {
        let points = points(&rows, true);
        let all: Vec<u32> = (0..points.rows() as u32).collect();
        let count = all.len() as f64;
        let mut pairs = 0.0;
        for &row in &all {
            let place = from_record(&points, row);
            pairs += all.iter().map(|&other| place.distance(&points, other)).sum::<f64>();
        }
        let error = points.error([all.as_slice()]);
        prop_assert!((error - pairs / (2.0 * count)).abs() < 1e-9 * (1.0 + error));
        let middle = centre(&points, &all).0;
        let around: f64 = all.iter().map(|&row| middle.distance(&points, row)).sum();
        prop_assert!((error - around).abs() < 1e-9 * (1.0 + error));
    }

    #[test]
    fn blocks_hold_every_record_once(rows in rows(300), k in 1usize..5) {
        let points = points(&rows, true);
        let progress = Progress::default();
        let find = |points: &Points| mdav::mdav(points, k, &progress);
        let groups = blocks::in_blocks(&points, 40, find, &progress).unwrap();
        assert_partition(&points, &groups, k);
    }
}

#[test]
fn equal_records_make_groups_too() {
    let points = points(&[(1, 1, 1, 1); 11], true);
    let groups = mdav::mdav(&points, 3, &Progress::default()).unwrap();
    assert_eq!(groups[0], [0, 2, 3]);
    assert_eq!(groups[1], [1, 4, 5]);
    assert_eq!(groups[2].len(), 5);
}

#[test]
fn stopping_stops() {
    let points = points(&[(1, 2, 3, 1); 20], false);
    let progress = Progress::default();
    progress.stop();
    assert!(mdav::mdav(&points, 2, &progress).is_err());
    assert!(v_mdav::v_mdav(&points, 2, 0.5, &progress).is_err());
}
