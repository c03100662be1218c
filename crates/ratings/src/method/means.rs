//! Columns narrowed so that their mean stays what it was (003, cases 2.1.1 to 2.2.2, put right).

use super::RatingsTask;
use super::mould::Mould;
use super::window::cheapest;
use crate::ratings::NULL;
use cloakroom_core::{Progress, Stopped};

/// Ratings with the same sum that lie within `width` of each other and below `points`, the larger for the
/// larger; `None` if there are none, which is so for a width of 0 and a mean between two points.
///
/// Where the paper would leave the scale, the rule of the next smaller width is taken, which never does.
pub fn keeping_mean(ratings: &[u16], width: u16, points: u16) -> Option<Vec<u16>> {
    let people = ratings.len() as u64;
    let sum: u64 = ratings.iter().map(|&point| u64::from(point)).sum();
    let low = sum.checked_div(people)? as u16;
    let rest = (sum % people) as usize;
    let mut column = vec![low; ratings.len()];
    if rest == 0 {
        if width >= 2 && low >= 1 && low + 1 < points {
            let half = column.len() / 2;
            let upper = column.len() - half;
            column[..half].fill(low - 1);
            column[upper..].fill(low + 1);
        }
    } else if rest <= usize::from(width) && usize::from(low) + rest < usize::from(points) {
        let largest = column.len() - 1;
        column[largest] += rest as u16;
    } else if width >= 1 {
        let from = column.len() - rest;
        column[from..].fill(low + 1);
    } else {
        return None;
    }
    let mut order: Vec<usize> = (0..ratings.len()).collect();
    order.sort_by_key(|&at| ratings[at]);
    let mut kept = vec![0; ratings.len()];
    for (at, point) in order.into_iter().zip(column) {
        kept[at] = point;
    }
    Some(kept)
}

/// Presses these people together like the mould, but so that the mean of those who rated an issue stays.
/// Issues that are narrow enough stay as they are; where no rule keeps the mean, the mould decides.
pub(super) fn apply(
    task: &RatingsTask<'_>,
    members: &[u32],
    mould: &Mould,
    cells: &mut [u16],
    progress: &Progress,
) -> Result<(), Stopped> {
    mould.apply(task, members, cells);
    let (width, within) = (task.width(), task.target.within);
    for issue in 0..width {
        progress.check()?;
        let Some(fill) = mould.fill(issue) else {
            continue;
        };
        let before = |person: u32| task.cells[person as usize * width + issue];
        let (raters, others): (Vec<u32>, Vec<u32>) =
            members.iter().partition(|&&person| before(person) != NULL);
        let ratings: Vec<u16> = raters.iter().map(|&person| before(person)).collect();
        if mould.costs[issue] == u64::from(task.survey.r()) * others.len() as u64 {
            continue;
        }
        // Not beyond what they rated themselves: the end of the scale may be a rating of somebody who is left out.
        let most = ratings.iter().max().map_or(0, |&largest| largest + 1);
        let Some(kept) = keeping_mean(&ratings, within, most) else {
            continue;
        };
        // All of them lie within the window of this width, so those who are given a rating fit, too.
        let (window, _) = cheapest(&kept, within);
        for (&person, &point) in raters.iter().zip(&kept) {
            cells[person as usize * width + issue] = point;
        }
        for &person in &others {
            cells[person as usize * width + issue] = window.clamp(fill);
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::ops::Range;

    /// Ratings from 1 as the paper prints them.
    fn column(ratings: &[u16], width: u16, high: u16) -> Option<Vec<u16>> {
        let points: Vec<u16> = ratings.iter().map(|rating| rating - 1).collect();
        let kept = keeping_mean(&points, width, high)?;
        Some(kept.into_iter().map(|point| point + 1).collect())
    }

    fn cost(before: &[u16], after: &[u16]) -> u16 {
        let cells = before.iter().zip(after);
        cells.map(|(a, b)| a.abs_diff(*b)).sum()
    }

    fn sorted(mut column: Vec<u16>) -> Vec<u16> {
        column.sort_unstable();
        column
    }

    #[test]
    fn matrices_3_to_6_of_the_paper() {
        // (3): an integer mean, an even number of people.
        let (first, second) = ([5, 2, 4, 5], [6, 5, 7, 6]);
        assert_eq!(column(&first, 2, 7).unwrap(), [5, 3, 3, 5]);
        assert_eq!(column(&second, 2, 7).unwrap(), [5, 5, 7, 7]);
        // (4), put right: an odd number of people; the sums stay 20 and 30.
        let (first, second) = ([5, 2, 4, 5, 4], [6, 5, 7, 6, 6]);
        assert_eq!(column(&first, 2, 7).unwrap(), [5, 3, 3, 5, 4]);
        assert_eq!(column(&second, 2, 7).unwrap(), [5, 5, 7, 6, 7]);
        let printed = [[3, 3, 4, 5, 3], [6, 5, 7, 6, 7]];
        assert_eq!(printed.map(|column| column.iter().sum::<u16>()), [18, 31]);
        // (5): 11/3 and 17/3; whoever had most gets the rest.
        let (first, second) = ([5, 2, 4], [6, 5, 6]);
        assert_eq!(column(&first, 2, 7).unwrap(), [5, 3, 3]);
        assert_eq!(sorted(column(&second, 2, 7).unwrap()), [5, 5, 7]);
        assert_eq!(
            cost(&first, &[5, 3, 3]) + cost(&second, &column(&second, 2, 7).unwrap()),
            4
        );
        // (6): 15/4, not 13/4, and 23/4; the paper's order of the same numbers costs 8.
        let (first, second) = ([5, 2, 4, 4], [6, 5, 7, 5]);
        let (one, two) = (
            column(&first, 2, 7).unwrap(),
            column(&second, 2, 7).unwrap(),
        );
        assert_eq!(
            (sorted(one.clone()), sorted(two.clone())),
            (vec![3, 4, 4, 4], vec![5, 6, 6, 6])
        );
        assert_eq!(cost(&first, &one) + cost(&second, &two), 4);
        assert_eq!(
            cost(&first, &[4, 4, 3, 4]) + cost(&second, &[6, 6, 5, 6]),
            8
        );
        // The window needs 1 for each of them.
        for (first, second) in [
            (vec![5, 2, 4, 5], vec![6, 5, 7, 6]),
            (vec![5, 2, 4, 5, 4], vec![6, 5, 7, 6, 6]),
            (vec![5, 2, 4], vec![6, 5, 6]),
            (vec![5, 2, 4, 4], vec![6, 5, 7, 5]),
        ] {
            assert_eq!(cheapest(&first, 2).1 + cheapest(&second, 2).1, 1);
        }
    }

    /// What the paper's text does to a sorted column, on points from 1, as far as whole numbers go.
    fn literal(sorted: &[i32], epsilon: i32) -> (&'static str, Vec<i32>) {
        let people = sorted.len() as i32;
        let (low, rest) = (
            sorted.iter().sum::<i32>() / people,
            sorted.iter().sum::<i32>() % people,
        );
        let half = sorted.len() / 2;
        if rest == 0 && people % 2 == 0 {
            let lower = vec![low - 1; half];
            ("2.1.1", [lower, vec![low + 1; half]].concat())
        } else if rest == 0 && epsilon > 1 {
            let (lower, upper) = (vec![low - 1; half], vec![low + 1; half]);
            ("2.1.2", [lower, vec![low], upper].concat())
        } else if rest == 0 {
            ("2.1.3", vec![low; sorted.len()])
        } else if rest <= epsilon {
            let mut column = vec![low; sorted.len()];
            column[0] += rest;
            ("2.2.1", column)
        } else {
            let (p, s) = (rest / epsilon, rest % epsilon);
            let mut column = vec![low; sorted.len()];
            for rating in &mut column[..(p * epsilon) as usize] {
                *rating += p;
            }
            column[sorted.len() - 1] += s;
            ("2.2.2", column)
        }
    }

    /// All ascending columns of so many ratings from 1 to 5.
    fn columns(people: Range<u32>) -> Vec<Vec<u16>> {
        let all = people.flat_map(|people| (0..5u32.pow(people)).map(move |code| (people, code)));
        all.map(|(people, code)| {
            (0..people)
                .map(|at| (code / 5u32.pow(at) % 5 + 1) as u16)
                .collect::<Vec<u16>>()
        })
        .filter(|column| column.is_sorted())
        .collect()
    }

    #[test]
    fn the_rules_as_printed_break_the_promise() {
        // Columns of two to six people on 1 to 5: how many a case is for, and how many of them it breaks.
        let mut wide = std::collections::BTreeMap::new();
        for column in columns(2..7) {
            let column: Vec<i32> = column.into_iter().map(i32::from).collect();
            let (case, after) = literal(&column, 1);
            let (low, high) = (after.iter().min().unwrap(), after.iter().max().unwrap());
            let counts: &mut (u32, u32, u32) = wide.entry(case).or_default();
            counts.0 += 1;
            counts.1 += u32::from(high - low > 1);
            counts.2 += u32::from(*low < 1 || *high > 5);
        }
        assert_eq!(wide["2.1.1"], (67, 67, 6));
        assert_eq!((wide["2.2.2"].0, wide["2.2.2"].1), (259, 259));
    }

    #[test]
    fn the_rules_put_right_hold_everywhere() {
        for column in columns(2..7) {
            let points: Vec<u16> = column.iter().map(|rating| rating - 1).collect();
            for width in 0..5 {
                let sum: u16 = points.iter().sum();
                let Some(kept) = keeping_mean(&points, width, 5) else {
                    assert_ne!((width, sum % points.len() as u16), (0, 0));
                    assert_eq!(width, 0);
                    continue;
                };
                let (low, high) = (kept.iter().min().unwrap(), kept.iter().max().unwrap());
                assert!(high - low <= width, "{points:?} {width} {kept:?}");
                assert!(*high < 5);
                assert_eq!(kept.iter().sum::<u16>(), sum);
                assert!(kept.is_sorted(), "the larger for the larger");
            }
        }
    }
}
