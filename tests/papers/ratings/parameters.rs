//! The largest k, the least epsilon and the largest l: by definition, and as the thesis finds them by slicing.

use super::*;
use crate::worked;

fn most_k(survey: &PreparedRatings, within: u16) -> Option<u32> {
    profile(survey).most_k(&target(1, within, 0.0))
}

/// The most people who are close to anybody.
fn most_close(survey: &PreparedRatings, within: u16) -> usize {
    sizes(survey, within).into_iter().max().unwrap()
}

/// Whether slicing and pruning give groups of k whose sensitive ratings spread by l.
fn by_parts(survey: &PreparedRatings, k: usize, within: u16, l: f64) -> bool {
    let parts = sliced_and_pruned(survey, within, k);
    let holds = |part: &Vec<u32>| part.len() >= k && deviation(survey, part) >= l;
    parts.iter().all(holds)
}

/// Halves from 0 to 6 until less than 1 is left; ratings are whole numbers.
fn halved(holds: impl Fn(u16) -> bool) -> [f64; 2] {
    let (mut bad, mut good) = (0.0, 6.0);
    while good - bad >= 1.0 {
        let middle: f64 = (bad + good) / 2.0;
        match holds(middle as u16) {
            true => good = middle,
            false => bad = middle,
        }
    }
    [bad, good]
}

/// Theorem 7.1's bound on k for a partition into two parts.
fn bound(survey: &PreparedRatings, parts: [&[u32]; 2], within: u16) -> usize {
    let most = |part: &[u32]| most_close(&survey.picked(part), within);
    let share = |part: &&[u32]| most(part) as f64 / part.len() as f64;
    let largest = parts
        .into_iter()
        .max_by(|a, b| share(a).total_cmp(&share(b)))
        .unwrap();
    (most_close(survey, within) * largest.len()).div_ceil(survey.people())
}

const PAIRS: [[u32; 2]; 3] = [[0, 1], [2, 3], [4, 5]];

/// As printed in 7.2.5.
fn printed() -> Vec<Vec<u32>> {
    vec![vec![0, 2, 3], vec![1], vec![4, 5]]
}

worked! {
    e002_maxsize_eps1 = "002-maxsize-eps1" {
        assert_eq!(most_close(&table_6_1(), 1), 2);
    }
    e002_maxsize_g1_eps5 = "002-maxsize-G1-eps5" {
        assert_eq!(most_close(&table_6_1().picked(&[0, 1, 2]), 5), 3);
    }
    e002_maxsize_g2_eps5 = "002-maxsize-G2-eps5" {
        assert_eq!(most_close(&table_6_1().picked(&[3, 4]), 5), 2);
    }
    e002_lemma71_lhs = "002-lemma71-lhs" {
        let table = table_6_1();
        assert_eq!(most_close(&table, 5) as f64 / table.people() as f64, 0.6);
    }
    // The text takes the other part, and has 2.
    e002_thm71_run = "002-thm71-run" {
        assert_eq!(bound(&table_6_1(), [&[0, 1, 2], &[3, 4]], 1), 1);
    }
    // Here too; the theorem is false: two are close to everybody.
    e002_thm71_t71 = "002-thm71-T71" {
        assert_eq!(bound(&table_2(), [&[0, 1, 2, 3], &[4, 5]], 1), 1);
        assert_eq!(most_k(&table_2(), 1), Some(2));
    }
    e002_maxk_t61 = "002-maxk-T61" {
        assert_eq!(most_k(&table_6_1(), 1), Some(1));
    }
    e002_7_1_h1_eps1 = "002-7.1-H1-eps1" {
        let group = table_2().picked(&[0, 1, 2, 3]);
        assert!(holds(&group, 2, 1, 0.0));
        // What is meant: not all of them are close.
        assert!(sizes(&group, 1).iter().any(|&size| size < 4));
    }
    e002_slice_cube = "002-slice-cube" {
        assert_eq!(neighbours(&table_2(), 0, 1), [0, 1, 2]);
    }
    e002_slice_trim = "002-slice-trim" {
        assert_eq!(cliques(&table_2(), 1)[0], [0, 1]);
    }
    e002_slice_literal = "002-slice-literal" {
        // Both of every far pair go.
        let table = table_2();
        let cube = neighbours(&table, 0, 1);
        let is_close = |&&person: &&u32| {
            let close = neighbours(&table, person as usize, 1);
            cube.iter().all(|other| close.contains(other))
        };
        assert_eq!(cube.iter().filter(is_close).collect::<Vec<_>>(), [&0]);
    }
    e002_slice_groups = "002-slice-groups" {
        assert_eq!(cliques(&table_2(), 1), PAIRS);
    }
    e002_21_1_5 = "002-21-1.5" {
        assert!(holds(&table_2(), 2, 1, 1.5));
        let most = profile(&table_2()).most_deviation(&target(2, 1, 0.0));
        assert_eq!(most, Some(1_500_000));
    }
    e002_maxsize_t71 = "002-maxsize-T71" {
        let table = table_2();
        let sizes = [most_close(&table, 1), most_close(&table.picked(&[0, 1, 2, 3]), 1)];
        assert_eq!(sizes, [3, 3]);
    }
    e002_7_2_3_eps = "002-7.2.3-eps" {
        assert_eq!(profile(&table_6_1()).least_within(&target(2, 0, 0.0)), Some(4));
    }
    e002_7_2_3_4_5 = "002-7.2.3-4.5" {
        let table = table_6_1();
        assert!(holds(&table, 2, table.scale.steps(4.5), 0.0));
    }
    e002_7_2_3_eps_part = "002-7.2.3-eps-part" {
        let table = table_6_1();
        assert_eq!((0..6).find(|&within| by_parts(&table, 2, within, 0.0)), Some(5));
    }
    e002_7_2_3_interval = "002-7.2.3-interval" {
        let table = table_6_1();
        assert_eq!(halved(|within| by_parts(&table, 2, within, 0.0)), [4.5, 5.25]);
    }
    e002_252 = "002-252" {
        assert!(holds(&table_6_1(), 2, 5, 2.0));
    }
    e002_7_2_4_sd = "002-7.2.4-sd" {
        let table = table_2();
        assert_eq!(deviation(&table, &everybody(&table)), 2.081_665);
    }
    e002_7_2_4_eps6_one_group = "002-7.2.4-eps6-one-group" {
        // Not on a scale with a 7.
        assert!(sizes(&table_2(), 6).iter().any(|&size| size < 6));
    }
    e002_7_2_4_g3 = "002-7.2.4-g3" {
        assert_eq!(cliques(&table_2(), 3), [vec![0, 1, 2, 3], vec![4, 5]]);
    }
    e002_7_2_4_sd_g1 = "002-7.2.4-sd-g1" {
        let table = table_2();
        let spreads = [&[0, 1, 2, 3][..], &[4, 5]].map(|part| deviation(&table, part));
        assert_eq!(spreads.map(|spread| spread > 2.0), [true, false]);
        assert_eq!(spreads[1], 2.0);
    }
    e002_7_2_4_1_5 = "002-7.2.4-1.5" {
        let table = table_2();
        assert_eq!(cliques(&table, table.scale.steps(1.5)), PAIRS);
    }
    e002_7_2_4_sd34 = "002-7.2.4-sd34" {
        assert_eq!(deviation(&table_2(), &[2, 3]), 1.5);
    }
    e002_7_2_4_interval = "002-7.2.4-interval" {
        let table = table_2();
        assert_eq!(halved(|within| by_parts(&table, 2, within, 2.0)), [2.25, 3.0]);
    }
    e002_7_2_4_eps = "002-7.2.4-eps" {
        let table = table_2();
        assert_eq!(profile(&table).least_within(&target(2, 0, 2.0)), Some(2));
        assert_eq!(sizes(&table, 2), [4, 3, 4, 3, 2, 2]);
    }
    e002_232 = "002-232" {
        assert!(holds(&table_2(), 2, 3, 2.0));
    }
    e002_7_2_5_slice = "002-7.2.5-slice" {
        assert_eq!(cliques(&table_2(), 2), [vec![0, 1, 2], vec![3], vec![4, 5]]);
    }
    e002_7_2_5_prune = "002-7.2.5-prune" {
        let graph = graph(&table_2(), 2);
        assert_eq!(graph.prune(printed(), 2, &Progress::default()).unwrap(), PAIRS);
    }
    e002_7_2_5_donor = "002-7.2.5-donor" {
        let after = graph(&table_2(), 2).prune(printed(), 2, &Progress::default()).unwrap();
        let has = |groups: &[Vec<u32>], person: u32| {
            groups.iter().find(|group| group.contains(&person)).map(Vec::len)
        };
        // The second got the first, whose group had no more than three.
        assert_eq!((has(&printed(), 0), has(&after, 1)), (Some(3), Some(2)));
    }
    e002_thm72 = "002-thm72" {
        for people in 1..=4 {
            for code in 0..4u32.pow(people) {
                let cells: Vec<u16> = (0..people).map(|at| (code / 4u32.pow(at) % 4) as u16).collect();
                let range = cells.iter().max().unwrap() - cells.iter().min().unwrap();
                let reached = Spread::of(cells).reaches(&scale(4), NullReading::Strict);
                assert!(reached <= u64::from(range) * 500_000);
            }
        }
    }
    e002_l2max = "002-l2max" {
        let reached = Spread::of([0, 4]).reaches(&scale(5), NullReading::Strict);
        assert_eq!((scale(5).most_spread(), reached), (2.0, 2_000_000));
    }
    e003_sdbound = "003-sdbound" {
        for code in 0..5u32.pow(4) {
            let cells = [0, 1, 2, 3].map(|at| (code / 5u32.pow(at) % 5) as u16);
            let rows = cells.map(|cell| vec![cell]);
            let table = PreparedRatings::from_rows(scale(5), &rows, vec![cells.to_vec()]);
            for within in 0..4 {
                for clique in cliques(&table, within) {
                    assert!(deviation(&table, &clique) <= f64::from(within) / 2.0);
                }
            }
        }
    }
}
