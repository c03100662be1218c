//! Ratings narrowed to a window, or so that their mean stays, and what that costs.

use super::*;
use crate::worked;
use cloakroom_ratings::method::means::keeping_mean;
use cloakroom_ratings::method::window::{Window, cheapest};

/// All windows of this width, from the least rating on; the cheapest is found without looking at them.
fn windows(ratings: &[u16], width: u16) -> Vec<Window> {
    let (low, high) = (ratings.iter().min().unwrap(), ratings.iter().max().unwrap());
    (*low..=high - width)
        .map(|start| Window { start, width })
        .collect()
}

fn starts(ratings: &[u16], width: u16) -> Vec<u16> {
    windows(ratings, width)
        .iter()
        .map(|window| window.start)
        .collect()
}

fn narrowed(ratings: &[u16], width: u16) -> Vec<Vec<u16>> {
    let clamp = |window: &Window| ratings.iter().map(|&rating| window.clamp(rating)).collect();
    windows(ratings, width).iter().map(clamp).collect()
}

fn costs(ratings: &[u16], width: u16) -> Vec<u64> {
    let cost = |window: &Window| ratings.iter().map(|&rating| window.cost(rating)).sum();
    let costs: Vec<u64> = windows(ratings, width).iter().map(cost).collect();
    assert_eq!(costs.iter().min(), Some(&cheapest(ratings, width).1));
    costs
}

const TABLE_II: [u16; 8] = [3, 4, 5, 6, 7, 7, 8, 8];
const FIRST: [u16; 4] = [6, 3, 4, 2];
const SECOND: [u16; 4] = [1, 6, 5, 5];

/// The columns of the examples of 4.4: the ratings of a group on two issues of a scale from 1 to 7, at epsilon = 2.
type Columns = [&'static [u16]; 2];
const CASE_2_1_1: Columns = [&[5, 2, 4, 5], &[6, 5, 7, 6]];
const CASE_2_1_2: Columns = [&[5, 2, 4, 5, 4], &[6, 5, 7, 6, 6]];
const CASE_2_2_1: Columns = [&[5, 2, 4], &[6, 5, 6]];
const CASE_2_2_2: Columns = [&[5, 2, 4, 4], &[6, 5, 7, 5]];

/// With the mean kept.
fn meant(columns: Columns) -> [Vec<u16>; 2] {
    columns.map(|column| {
        let kept = keeping_mean(&points(column), 2, 7).unwrap();
        kept.into_iter().map(|point| point + 1).collect()
    })
}

fn sorted(columns: [Vec<u16>; 2]) -> [Vec<u16>; 2] {
    columns.map(|mut column| {
        column.sort_unstable();
        column
    })
}

fn centroid(columns: Columns) -> [f64; 2] {
    columns.map(|column| {
        let spread = Spread::of(column.iter().copied());
        spread.sum as f64 / f64::from(spread.rated)
    })
}

/// Of the rule that keeps the mean, and of the window.
fn both_costs(columns: Columns, kept: [&[u16]; 2]) -> [u64; 2] {
    let pairs = columns.iter().zip(kept);
    let of_rule = pairs.flat_map(|(before, after)| before.iter().zip(after));
    let of_rule = of_rule
        .map(|(&before, &after)| u64::from(before.abs_diff(after)))
        .sum();
    [
        of_rule,
        columns.map(|column| cheapest(column, 2).1).iter().sum(),
    ]
}

fn range(column: &[u16]) -> u16 {
    column.iter().max().unwrap() - column.iter().min().unwrap()
}

/// All tables that differ from this one by so many steps at most, each once or more.
fn changed(
    cells: &mut Vec<u16>,
    from: usize,
    steps: u16,
    high: u16,
    each: &mut impl FnMut(&[u16]),
) {
    each(cells);
    for at in from..cells.len() {
        let before = cells[at];
        for by in 1..=steps {
            let lower = before.checked_sub(by);
            let higher = before.checked_add(by).filter(|&it| it < high);
            for after in lower.into_iter().chain(higher) {
                cells[at] = after;
                changed(cells, at + 1, steps - by, high, each);
                cells[at] = before;
            }
        }
    }
}

worked! {
    e000_tab2_intervals = "000-tab2-intervals" {
        assert_eq!(starts(&TABLE_II, 2), [3, 4, 5, 6]);
    }
    e000_tab2_anon = "000-tab2-anon" {
        let expected = [
            [3, 4, 5, 5, 5, 5, 5, 5],
            [4, 4, 5, 6, 6, 6, 6, 6],
            [5, 5, 5, 6, 7, 7, 7, 7],
            [6, 6, 6, 6, 7, 7, 8, 8],
        ];
        assert_eq!(narrowed(&TABLE_II, 2), expected);
    }
    e000_tab2_dist = "000-tab2-dist" {
        assert_eq!(costs(&TABLE_II, 2), [11, 7, 5, 6]);
    }
    e000_tab2_choice = "000-tab2-choice" {
        let (window, cost) = cheapest(&TABLE_II, 2);
        assert_eq!((window.start, cost), (5, 5));
    }
    e000_tab2_loopbound = "000-tab2-loopbound" {
        // The printed bound of 2.5 would try two.
        assert_eq!(windows(&TABLE_II, 2).len(), 4);
    }
    e000_tab3_i1_anon = "000-tab3-i1-anon" {
        assert_eq!(narrowed(&FIRST, 1), [[3, 3, 3, 2], [4, 3, 4, 3], [5, 4, 4, 4], [6, 5, 5, 5]]);
    }
    e000_tab3_i1_dist = "000-tab3-i1-dist" {
        assert_eq!(costs(&FIRST, 1), [4, 3, 4, 6]);
    }
    e000_tab3_i2_anon = "000-tab3-i2-anon" {
        let expected = [[1, 2, 2, 2], [2, 3, 3, 3], [3, 4, 4, 4], [4, 5, 5, 5], [5, 6, 5, 5]];
        assert_eq!(narrowed(&SECOND, 1), expected);
    }
    e000_tab3_i2_dist = "000-tab3-i2-dist" {
        assert_eq!(costs(&SECOND, 1), [10, 8, 6, 4, 4]);
        // The first of equals.
        assert_eq!(cheapest(&SECOND, 1).0.start, 4);
    }
    e000_greedy_total = "000-greedy-total" {
        let table = table_i();
        assert_eq!(distortion(&table, &made(MethodName::Greedy, &table, 2, 1).cells), 7);
    }
    e000_greedy_sound = "000-greedy-sound" {
        let table = table_i();
        let after = table.with_cells(made(MethodName::Greedy, &table, 2, 1).cells);
        assert!(holds(&after, 2, 1, 0.0));
    }
    e000_optimal = "000-optimal" {
        // The first group alone: to remove a rating would cost 6.
        let rows: Vec<Vec<u16>> = TABLE_I[..4].iter().map(|row| points(&row[..2])).collect();
        let table = PreparedRatings::from_rows(scale(6), &rows, Vec::new());
        let least = |steps: u16| {
            let mut found = false;
            changed(&mut rows.concat(), 0, steps, 6, &mut |cells| {
                found |= holds(&table.with_cells(cells.to_vec()), 2, 1, 0.0);
            });
            found
        };
        assert!(!least(3));
        let mut cells = rows.concat();
        cells[..2].copy_from_slice(&points(&[5, 4]));
        assert_eq!(distortion(&table, &cells), 4);
        assert!(holds(&table.with_cells(cells), 2, 1, 0.0));
    }
    e003_gadget = "003-gadget" {
        // The edges of a clique of four as people, its nodes as issues; k is all of them.
        let edges = [(0, 1), (0, 2), (0, 3), (1, 2), (1, 3), (2, 3)];
        let row = |(a, b)| [0, 1, 2, 3].map(|node| if node == a || node == b { 2 } else { 0 }).to_vec();
        let table = PreparedRatings::from_rows(scale(5), &edges.map(row), Vec::new());
        for method in [MethodName::Greedy, MethodName::Graph, MethodName::MeetingBox] {
            assert_eq!(distortion(&table, &made(method, &table, 6, 1).cells), 12);
        }
    }
    e003_2_1_1_centroid = "003-2.1.1-centroid" {
        assert_eq!(centroid(CASE_2_1_1), [4.0, 6.0]);
    }
    e003_2_1_1 = "003-2.1.1" {
        assert_eq!(meant(CASE_2_1_1), [[5, 3, 3, 5], [5, 5, 7, 7]]);
    }
    e003_2_1_2_text = "003-2.1.2-text" {
        assert_eq!(meant(CASE_2_1_2), [[5, 3, 3, 5, 4], [5, 5, 7, 6, 7]]);
    }
    e003_2_1_2_matrix = "003-2.1.2-matrix" {
        let printed = [vec![3, 3, 4, 5, 3], vec![6, 5, 7, 6, 7]];
        let meant = meant(CASE_2_1_2);
        assert_eq!(meant, [[5, 3, 3, 5, 4], [5, 5, 7, 6, 7]]);
        assert_ne!(sorted(meant), sorted(printed));
    }
    e003_2_1_2_matrix_sum = "003-2.1.2-matrix-sum" {
        let sums = |columns: [Vec<u16>; 2]| columns.map(|column| column.iter().sum::<u16>());
        assert_eq!(sums([vec![3, 3, 4, 5, 3], vec![6, 5, 7, 6, 7]]), [18, 31]);
        assert_eq!(sums(meant(CASE_2_1_2)), [20, 30]);
        assert_eq!(sums(CASE_2_1_2.map(<[u16]>::to_vec)), [20, 30]);
    }
    e003_2_2_1_centroid = "003-2.2.1-centroid" {
        assert_eq!(centroid(CASE_2_2_1), [11.0 / 3.0, 17.0 / 3.0]);
    }
    e003_2_2_1 = "003-2.2.1" {
        // Of two who rated 6 the paper raises the first, we the last.
        let printed = [vec![5, 3, 3], vec![7, 5, 5]];
        assert_eq!(sorted(meant(CASE_2_2_1)), sorted(printed));
        assert_eq!(meant(CASE_2_2_1)[0], [5, 3, 3]);
    }
    e003_2_2_2_centroid1 = "003-2.2.2-centroid1" {
        assert_eq!(centroid(CASE_2_2_2)[0], 3.75);
    }
    e003_2_2_2_centroid2 = "003-2.2.2-centroid2" {
        assert_eq!(centroid(CASE_2_2_2)[1], 5.75);
    }
    e003_2_2_2 = "003-2.2.2" {
        // The same ratings, given out so that the larger stays the larger.
        let printed = [vec![4, 4, 3, 4], vec![6, 6, 5, 6]];
        assert_eq!(sorted(meant(CASE_2_2_2)), sorted(printed));
    }
    e003_2_2_2_r = "003-2.2.2-r" {
        let spread = Spread::of(CASE_2_2_2[0].iter().copied());
        let rest = spread.sum % u64::from(spread.rated);
        assert_eq!([rest / 2, rest % 2], [1, 1]);
    }
    e003_2_1_1_min = "003-2.1.1-min" {
        let [one, two] = meant(CASE_2_1_1);
        assert_eq!(both_costs(CASE_2_1_1, [&one, &two]), [4, 1]);
    }
    e003_2_1_2_min = "003-2.1.2-min" {
        let [one, two] = meant(CASE_2_1_2);
        assert_eq!(both_costs(CASE_2_1_2, [&one, &two]), [4, 1]);
    }
    e003_2_2_1_min = "003-2.2.1-min" {
        let [one, two] = meant(CASE_2_2_1);
        assert_eq!(both_costs(CASE_2_2_1, [&one, &two]), [4, 1]);
    }
    e003_2_2_2_min = "003-2.2.2-min" {
        // In the printed order; in ours it is 4.
        assert_eq!(both_costs(CASE_2_2_2, [&[4, 4, 3, 4], &[6, 6, 5, 6]]), [8, 1]);
        let [one, two] = meant(CASE_2_2_2);
        assert_eq!(both_costs(CASE_2_2_2, [&one, &two]), [4, 1]);
    }
    e003_thm3_211 = "003-thm3-211" {
        // A mean of 3 among four: the paper gives two of them 2 and two 4, whatever epsilon is.
        let column = [2, 2, 4, 4];
        assert_eq!(range(&keeping_mean(&column, 2, 5).unwrap()), 2);
        let kept = keeping_mean(&column, 1, 5).unwrap();
        assert_eq!((range(&kept), kept.iter().sum::<u16>()), (0, 12));
    }
    e003_thm3_222 = "003-thm3-222" {
        let column = [2, 2, 2, 2, 2, 2, 2, 1];
        let spread = Spread::of(column);
        let (low, rest) = (spread.sum as u16 / 8, spread.sum as u16 % 8);
        // As printed: p = rest / epsilon is added to the first p epsilon.
        let printed: Vec<u16> = (0..8).map(|at| low + if at < rest { rest } else { 0 }).collect();
        assert_eq!(range(&printed), 7);
        assert_eq!(range(&keeping_mean(&column, 1, 5).unwrap()), 1);
    }
}
