//! What refining promises: whole groups, never worse, more effort never worse, the same for any number of threads.

use super::super::mdav;
use super::super::points::Points;
use super::super::refine::{Search, refine};
use super::definition::{assert_partition, points, rows};
use cloakroom_core::Progress;
use proptest::prelude::*;

fn error(points: &Points, groups: &[Vec<u32>]) -> f64 {
    points.error(groups.iter().map(Vec::as_slice))
}

fn in_threads<T: Send>(threads: usize, work: impl FnOnce() -> T + Send) -> T {
    rayon::ThreadPoolBuilder::new()
        .num_threads(threads)
        .build()
        .unwrap()
        .install(work)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(40))]

    #[test]
    fn refining_never_makes_worse(
        rows in rows(90), with_categories: bool, k in 2usize..6, seed in 0u64..4,
    ) {
        prop_assume!(rows.len() >= k);
        let points = points(&rows, with_categories);
        let progress = Progress::default();
        let start = mdav::mdav(&points, k, &progress).unwrap();
        let mut last = error(&points, &start);
        for effort in [0, 1, 2] {
            let search = Search { k, seed, effort };
            let one = in_threads(1, || refine(&points, start.clone(), search, &progress).unwrap());
            let four = in_threads(4, || refine(&points, start.clone(), search, &progress).unwrap());
            prop_assert_eq!(&one, &four);
            assert_partition(&points, &one, k);
            let now = error(&points, &one);
            prop_assert!(now <= last + 1e-9, "{} after {}", now, last);
            last = now;
        }
    }
}

/// All ways to part few records into groups of at least two.
fn optimum(points: &Points) -> f64 {
    fn place(points: &Points, row: u32, groups: &mut Vec<Vec<u32>>, best: &mut f64) {
        if row as usize == points.rows() {
            if groups.iter().all(|group| group.len() >= 2) {
                *best = best.min(error(points, groups));
            }
            return;
        }
        for at in 0..groups.len() {
            groups[at].push(row);
            place(points, row + 1, groups, best);
            groups[at].pop();
        }
        groups.push(vec![row]);
        place(points, row + 1, groups, best);
        groups.pop();
    }
    let mut best = f64::INFINITY;
    place(points, 0, &mut Vec::new(), &mut best);
    best
}

#[test]
fn few_records_are_grouped_in_the_best_way() {
    let progress = Progress::default();
    for seed in 0..12u64 {
        let draw = |step: u64| (seed * 97 + step * 61) ^ (step * step * 13);
        let rows: Vec<(i8, i8, u8, u8)> = (0..8)
            .map(|at| {
                let number = |step: u64| (draw(at * 4 + step) % 13) as i8 - 6;
                (
                    number(0),
                    number(1),
                    draw(at * 4 + 2) as u8 % 6,
                    draw(at * 4 + 3) as u8 % 2,
                )
            })
            .collect();
        let points = points(&rows, seed % 2 == 0);
        let start = mdav::mdav(&points, 2, &progress).unwrap();
        let search = Search {
            k: 2,
            seed,
            effort: 20,
        };
        let found = refine(&points, start, search, &progress).unwrap();
        let (found, best) = (error(&points, &found), optimum(&points));
        assert!((found - best).abs() < 1e-9, "{found} for {best}");
    }
}
