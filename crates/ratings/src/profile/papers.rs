//! The tables of the papers on ratings, and the small cases in which their claims fail.

use super::core::left_out;
use super::graph::EpsilonGraph;
use super::{RatingsProfile, Violating};
use crate::privacy::{Spread, Target};
use crate::ratings::{NULL, PreparedRatings};
use cloakroom_core::{NeighbourEngine, NullReading, Progress, Scale};

const NO: u16 = 0;

/// Ratings from 1 to `high`, 0 for none; the last one of each row is sensitive.
fn survey<const N: usize>(high: f64, rows: &[[u16; N]]) -> PreparedRatings {
    let point = |rating: u16| if rating == NO { NULL } else { rating - 1 };
    let issues: Vec<Vec<u16>> = rows
        .iter()
        .map(|row| row[..N - 1].iter().map(|&cell| point(cell)).collect())
        .collect();
    let secret = rows.iter().map(|row| point(row[N - 1])).collect();
    let scale = Scale {
        high,
        ..Scale::default()
    };
    PreparedRatings::from_rows(scale, &issues, vec![secret])
}

fn table_6_1() -> PreparedRatings {
    let rows = [
        [6, 1, NO, 6],
        [1, 6, NO, 1],
        [2, 5, NO, 1],
        [1, NO, 5, 1],
        [2, NO, 6, 5],
    ];
    survey(6.0, &rows)
}

const TABLE_6_3: [[u16; 4]; 8] = [
    [3, 6, NO, 6],
    [2, 5, NO, 1],
    [4, 7, NO, 4],
    [5, 6, NO, 1],
    [1, NO, 5, 1],
    [2, NO, 6, 5],
    [6, NO, 6, 3],
    [5, NO, 5, 2],
];

/// Also Table 7.1.
fn table_6_2() -> PreparedRatings {
    survey(7.0, &TABLE_6_3[..6])
}

fn profile(survey: &PreparedRatings) -> RatingsProfile {
    let engine = NeighbourEngine::Profile;
    let (strict, progress) = (NullReading::Strict, Progress::default());
    RatingsProfile::compute(survey, strict, u16::MAX, engine, &progress).unwrap()
}

fn target(k: u32, within: u16, l: f64) -> Target {
    Target {
        k,
        within,
        deviation: (l * 1e6) as u64,
        reading: NullReading::Strict,
    }
}

fn holds(survey: &PreparedRatings, k: u32, within: u16, l: f64) -> bool {
    profile(survey).violating(&target(k, within, l)).people == 0
}

fn within(survey: &PreparedRatings, d: u16) -> Vec<u32> {
    let profile = profile(survey);
    let record_of = &profile.patterns().record_of;
    record_of
        .iter()
        .map(|&record| profile.level(d).within[record as usize])
        .collect()
}

fn graph(survey: &PreparedRatings, d: u16) -> EpsilonGraph {
    EpsilonGraph::build(survey, d, &Progress::default()).unwrap()
}

fn cliques(survey: &PreparedRatings, d: u16) -> Vec<Vec<u32>> {
    graph(survey, d).cliques(&Progress::default()).unwrap()
}

fn deviation(survey: &PreparedRatings, people: &[usize]) -> f64 {
    let cells = people.iter().map(|&person| survey.secrets[0][person]);
    Spread::of(cells).reaches(&survey.scale, NullReading::Strict) as f64 / 1e6
}

#[test]
fn table_6_1_at_every_distance() {
    let survey = table_6_1();
    assert_eq!(within(&survey, 1), [1, 2, 2, 2, 2]);
    assert_eq!(within(&survey, 5), [3, 3, 3, 2, 2]);
    assert_eq!(within(&survey, 6), [5; 5]);
    let profile = profile(&survey);
    assert_eq!(profile.farthest(), 6);
    assert_eq!(profile.neighbours(&survey, 1, 1), [1, 2]);
    assert_eq!(profile.neighbours(&survey, 3, 1), [3, 4]);
    assert_eq!(profile.neighbours(&survey, 0, 1), [0]);
    assert_eq!(profile.patterns().group_of, [0, 0, 0, 1, 1]);
    assert_eq!(profile.patterns().group_people, [3, 2]);
    assert_eq!(profile.most_k(&target(2, 1, 0.0)), Some(1));
}

#[test]
fn of_the_first_table_only_t1_stands_alone() {
    let rows = [
        [6, 1, NO, 6],
        [3, 6, NO, 1],
        [4, 5, NO, 4],
        [2, 5, NO, 1],
        [1, NO, 5, 1],
        [2, NO, 6, 5],
    ];
    let survey = survey(6.0, &rows);
    let profile = profile(&survey);
    assert_eq!(profile.patterns().group_of, [0, 0, 0, 0, 1, 1]);
    assert_eq!(profile.violating_people(&target(2, 1, 0.0)), [0]);
    assert_eq!(profile.neighbours(&survey, 4, 1), [4, 5]);
}

#[test]
fn deviations_are_those_of_the_thesis() {
    let survey = table_6_1();
    assert_eq!(deviation(&survey, &[0, 1, 2, 3, 4]), 2.227_105);
    assert_eq!(deviation(&survey, &[3, 4]), 2.0);
    assert_eq!(deviation(&survey, &[0, 1, 2]), 2.357_022);
    assert_eq!(deviation(&survey, &[1, 2]), 0.0);
    let seven = table_6_2();
    assert_eq!(deviation(&seven, &[0, 1, 2, 3, 4, 5]), 2.081_665);
    assert_eq!(deviation(&seven, &[2, 3]), 1.5);
    assert_eq!(deviation(&seven, &[4, 5]), 2.0);
    assert!(deviation(&seven, &[0, 1, 2, 3]) > 2.0);
    // On a scale from 1 to 5 nothing spreads more than by 2.
    let ends = self::survey(5.0, &[[1, 1], [1, 5]]);
    assert_eq!(deviation(&ends, &[0, 1]), 2.0);
}

#[test]
fn two_one_two_fails_by_t1_alone_and_by_two_who_rate_alike() {
    let survey = table_6_1();
    let profile = profile(&survey);
    let asked = target(2, 1, 2.0);
    let violating = Violating {
        people: 3,
        by_k: 1,
        by_deviation: 3,
    };
    assert_eq!(profile.violating(&asked), violating);
    assert_eq!(profile.violating_people(&asked), [0, 1, 2]);
    assert_eq!(
        left_out(&survey, &asked, &Progress::default()).unwrap(),
        [0, 1, 2]
    );
    assert_eq!(profile.violating_people(&target(2, 1, 0.0)), [0]);
    assert!(holds(&survey, 2, 5, 2.0));
}

#[test]
fn the_least_epsilon_is_that_of_the_definition() {
    // The thesis has 5 and 3: the least ε at which its groups are cliques.
    let survey = table_6_1();
    assert_eq!(profile(&survey).least_within(&target(2, 0, 0.0)), Some(4));
    assert!(cliques(&survey, 4).iter().any(|clique| clique.len() < 2));
    assert_eq!(cliques(&survey, 5), [vec![0, 1, 2], vec![3, 4]]);
    let seven = table_6_2();
    assert_eq!(profile(&seven).least_within(&target(2, 0, 2.0)), Some(2));
    assert_eq!(within(&seven, 2), [4, 3, 4, 3, 2, 2]);
    assert!(holds(&seven, 2, 2, 2.0) && holds(&seven, 2, 3, 2.0));
}

#[test]
fn table_7_1_by_slicing() {
    let survey = table_6_2();
    let progress = Progress::default();
    assert_eq!(profile(&survey).neighbours(&survey, 0, 1), [0, 1, 2]);
    let pairs = [vec![0, 1], vec![2, 3], vec![4, 5]];
    assert_eq!(cliques(&survey, 1), pairs);
    assert_eq!(cliques(&survey, 3), [vec![0, 1, 2, 3], vec![4, 5]]);
    assert_eq!(within(&survey, 1).iter().max(), Some(&3));
    assert!(holds(&survey, 2, 1, 1.5));
    assert_eq!(
        profile(&survey).most_deviation(&target(2, 1, 0.0)),
        Some(1_500_000)
    );
    // Far pairs lose their later member, so the groups at ε = 2 are not those that are printed.
    assert_eq!(cliques(&survey, 2), [vec![0, 1, 2], vec![3], vec![4, 5]]);
    let printed = vec![vec![0, 2, 3], vec![1], vec![4, 5]];
    assert_eq!(
        graph(&survey, 2).prune(printed, 2, &progress).unwrap(),
        pairs
    );
    // ε = 6 does not join everybody: the table has a 7.
    assert_eq!(profile(&survey).most_k(&target(1, 6, 0.0)), Some(2));
}

#[test]
fn the_graphs_of_tables_6_2_and_6_3() {
    let survey = survey(7.0, &TABLE_6_3);
    let graph = graph(&survey, 2);
    assert_eq!(graph.patterns.group_people, [4, 4]);
    assert_eq!(graph.near(0), [1, 2, 3]);
    assert_eq!(graph.near(1), [0, 2]);
    assert!(!graph.are_near(1, 3));
    // The first component is (3, 2)-anonymous, whatever the paper says.
    assert_eq!(within(&survey, 2)[..4], [4, 3, 4, 3]);
}

#[test]
fn a_path_is_anonymous_without_cliques() {
    let survey = survey(5.0, &[[1, 1], [2, 5], [3, 1]]);
    assert!(holds(&survey, 2, 1, 0.0));
    assert_eq!(cliques(&survey, 1), [vec![0, 1], vec![2]]);
    let short = graph(&survey, 1).prune(cliques(&survey, 1), 2, &Progress::default());
    assert_eq!(short.unwrap(), [vec![0, 1], vec![2]]);
    assert!(
        left_out(&survey, &target(2, 1, 0.0), &Progress::default())
            .unwrap()
            .is_empty()
    );
    // With k = 3 the ends fall, and then the middle.
    let asked = target(3, 1, 0.0);
    assert_eq!(profile(&survey).violating_people(&asked), [0, 2]);
    assert_eq!(
        left_out(&survey, &asked, &Progress::default()).unwrap(),
        [0, 1, 2]
    );
}

#[test]
fn a_larger_epsilon_may_break_the_spread() {
    let rows = [[2, 1], [1, 5], [4, 3], [5, 7], [4, 3], [5, 7]];
    let survey = survey(7.0, &rows);
    assert!(holds(&survey, 2, 1, 2.0));
    assert!(!holds(&survey, 2, 2, 2.0));
    let profile = profile(&survey);
    assert_eq!(profile.least_within(&target(2, 0, 2.0)), Some(1));
    assert_eq!(profile.most_deviation(&target(2, 2, 0.0)), Some(1_414_213));
}

#[test]
fn the_largest_k_is_no_bound_by_parts() {
    let alike = survey(5.0, &[[3, 1], [3, 1], [3, 1], [3, 1]]);
    assert_eq!(profile(&alike).most_k(&target(1, 0, 0.0)), Some(4));
    assert_eq!(profile(&alike).patterns().weight, [4]);
    let spread = survey(10.0, &[[2, 1], [3, 1], [4, 1], [10, 1]]);
    assert_eq!(within(&spread, 1), [2, 3, 2, 1]);
    assert_eq!(profile(&table_6_2()).most_k(&target(1, 1, 0.0)), Some(2));
}

#[test]
fn cliques_keep_the_first_of_a_far_pair() {
    // Both 1 and 3 are close to 2; the printed algorithm would drop both.
    let survey = survey(5.0, &[[2, 1], [1, 1], [3, 1], [3, 2]]);
    assert_eq!(cliques(&survey, 1), [vec![0, 1], vec![2, 3]]);
}
