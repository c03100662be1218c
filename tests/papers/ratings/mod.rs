//! Ratings: the two papers on (k, epsilon)-anonymity, the one on its proofs, and chapters 6 and 7 of the thesis.

pub mod closeness;
pub mod graphs;
pub mod narrowing;
pub mod parameters;

use cloakroom_core::{MethodName, MethodSettings, NeighbourEngine, NullReading, Progress, Scale};
use cloakroom_ratings::method::{AnonymizedRatings, RatingsOutcome, RatingsTask, run};
use cloakroom_ratings::privacy::{Spread, Target};
use cloakroom_ratings::profile::RatingsProfile;
use cloakroom_ratings::profile::graph::EpsilonGraph;
use cloakroom_ratings::ratings::{NULL, PreparedRatings, apart};

/// Table I(a) of the greedy paper; 0 is an issue that was not rated, and the last one is sensitive.
const TABLE_I: [[u16; 4]; 6] = [
    [6, 1, 0, 6],
    [3, 6, 0, 1],
    [4, 5, 0, 4],
    [2, 5, 0, 1],
    [1, 0, 5, 1],
    [2, 0, 6, 5],
];
/// Table 1(a) of the paper on slicing, Table 6.1(a) of the thesis.
const TABLE_6_1: [[u16; 4]; 5] = [
    [6, 1, 0, 6],
    [1, 6, 0, 1],
    [2, 5, 0, 1],
    [1, 0, 5, 1],
    [2, 0, 6, 5],
];
/// Table 3 of the paper on graphs; its first six rows are Table 2, and Table 7.1 of the thesis.
const TABLE_3: [[u16; 4]; 8] = [
    [3, 6, 0, 6],
    [2, 5, 0, 1],
    [4, 7, 0, 4],
    [5, 6, 0, 1],
    [1, 0, 5, 1],
    [2, 0, 6, 5],
    [6, 0, 6, 3],
    [5, 0, 5, 2],
];

fn point(rating: u16) -> u16 {
    if rating == 0 { NULL } else { rating - 1 }
}

fn points(ratings: &[u16]) -> Vec<u16> {
    ratings.iter().map(|&rating| point(rating)).collect()
}

fn scale(high: u16) -> Scale {
    Scale {
        high: f64::from(high),
        ..Scale::default()
    }
}

/// The last issue is sensitive.
fn survey(high: u16, rows: &[[u16; 4]]) -> PreparedRatings {
    let issues: Vec<Vec<u16>> = rows.iter().map(|row| points(&row[..3])).collect();
    let secret = rows.iter().map(|row| point(row[3])).collect();
    PreparedRatings::from_rows(scale(high), &issues, vec![secret])
}

fn table_i() -> PreparedRatings {
    survey(6, &TABLE_I)
}

fn table_6_1() -> PreparedRatings {
    survey(6, &TABLE_6_1)
}

/// Also Table 7.1.
fn table_2() -> PreparedRatings {
    survey(7, &TABLE_3[..6])
}

fn table_3() -> PreparedRatings {
    survey(7, &TABLE_3)
}

fn target(k: u32, within: u16, l: f64) -> Target {
    Target {
        k,
        within,
        deviation: (l * 1e6) as u64,
        reading: NullReading::Strict,
    }
}

fn profile(survey: &PreparedRatings) -> RatingsProfile {
    let (reading, engine) = (NullReading::Strict, NeighbourEngine::Profile);
    RatingsProfile::compute(survey, reading, u16::MAX, engine, &Progress::default()).unwrap()
}

fn violating(survey: &PreparedRatings, k: u32, within: u16, l: f64) -> Vec<u32> {
    profile(survey).violating_people(&target(k, within, l))
}

fn holds(survey: &PreparedRatings, k: u32, within: u16, l: f64) -> bool {
    violating(survey, k, within, l).is_empty()
}

fn neighbours(survey: &PreparedRatings, person: usize, within: u16) -> Vec<u32> {
    profile(survey).neighbours(survey, person, within)
}

/// How many people are close to each.
fn sizes(survey: &PreparedRatings, within: u16) -> Vec<usize> {
    (0..survey.people())
        .map(|person| neighbours(survey, person, within).len())
        .collect()
}

fn graph(survey: &PreparedRatings, within: u16) -> EpsilonGraph {
    EpsilonGraph::build(survey, within, &Progress::default()).unwrap()
}

/// Of tables without equal rows, whose records are their people.
fn cliques(survey: &PreparedRatings, within: u16) -> Vec<Vec<u32>> {
    graph(survey, within).cliques(&Progress::default()).unwrap()
}

/// Slicing, and then pruning to groups of k.
fn sliced_and_pruned(survey: &PreparedRatings, within: u16, k: usize) -> Vec<Vec<u32>> {
    let graph = graph(survey, within);
    let parts = graph.cliques(&Progress::default()).unwrap();
    graph.prune(parts, k, &Progress::default()).unwrap()
}

fn spread(survey: &PreparedRatings, people: &[u32]) -> Spread {
    Spread::of(people.iter().map(|&at| survey.secrets[0][at as usize]))
}

/// The standard deviation of some people's sensitive ratings.
fn deviation(survey: &PreparedRatings, people: &[u32]) -> f64 {
    let reaches = spread(survey, people).reaches(&survey.scale, NullReading::Strict);
    reaches as f64 / 1e6
}

fn everybody(survey: &PreparedRatings) -> Vec<u32> {
    (0..survey.people() as u32).collect()
}

/// Which issues each rated.
fn flags(survey: &PreparedRatings) -> Vec<[u8; 3]> {
    let rows = survey.dense().unwrap().chunks(3);
    rows.map(|row| [0, 1, 2].map(|issue| u8::from(row[issue] != NULL)))
        .collect()
}

fn hamming_groups(survey: &PreparedRatings) -> Vec<Vec<u32>> {
    let profile = profile(survey);
    let patterns = profile.patterns();
    let mut groups = vec![Vec::new(); patterns.group_people.len()];
    for (person, &record) in (0..).zip(&patterns.record_of) {
        groups[patterns.group_of[record as usize] as usize].push(person);
    }
    groups
}

fn distortion(survey: &PreparedRatings, after: &[u16]) -> u64 {
    let cells = survey.dense().unwrap().iter().zip(after);
    cells
        .map(|(&a, &b)| u64::from(apart(a, b, survey.r())))
        .sum()
}

/// What a method makes of a survey, with nobody left out.
fn made(method: MethodName, survey: &PreparedRatings, k: u32, within: u16) -> AnonymizedRatings {
    let settings = MethodSettings::default();
    let task = RatingsTask {
        survey,
        cells: survey.dense().unwrap(),
        target: target(k, within, 0.0),
        may_leave_out: 0,
        settings: &settings,
    };
    match run(method, task, &Progress::default()).unwrap() {
        RatingsOutcome::Reached(made) => made,
        RatingsOutcome::NotReached(why) => panic!("{why}"),
    }
}
