//! Profiles of random surveys against the definition, person by person.

use super::core::left_out;
use super::graph::EpsilonGraph;
use super::{RatingsProfile, Violating};
use crate::privacy::{Spread, Target};
use crate::ratings::{NULL, PreparedRatings, distance};
use cloakroom_core::{NeighbourEngine, NullReading, Progress, Scale};
use proptest::prelude::*;

fn cell(points: u16) -> impl Strategy<Value = u16> {
    prop_oneof![1 => Just(NULL), 6 => 0..points]
}

fn surveys() -> impl Strategy<Value = PreparedRatings> {
    (1..7u16, 0..5usize, 0..3usize, 0..40usize).prop_flat_map(|(points, width, secrets, people)| {
        let row = prop::collection::vec(cell(points), width);
        let secret = prop::collection::vec(cell(points), people);
        (
            prop::collection::vec(row, people),
            prop::collection::vec(secret, secrets),
        )
            .prop_map(move |(rows, secrets)| {
                let scale = Scale {
                    low: 0.5,
                    high: 0.5 * f64::from(points),
                    step: 0.5,
                };
                PreparedRatings::from_rows(scale, &rows, secrets)
            })
    })
}

fn readings() -> impl Strategy<Value = NullReading> {
    prop::sample::select(NullReading::ALL.to_vec())
}

fn engines() -> impl Strategy<Value = NeighbourEngine> {
    prop::sample::select(NeighbourEngine::ALL.to_vec())
}

/// Everybody within `d`, among some of the people.
fn near(survey: &PreparedRatings, person: u32, d: u16, among: &[u32]) -> Vec<u32> {
    let row = |person: u32| {
        let mut row = Vec::new();
        survey.row(person as usize, &mut row);
        row
    };
    let own = row(person);
    let is_near = |&&other: &&u32| distance(&own, &row(other), survey.r()) <= d;
    among.iter().filter(is_near).copied().collect()
}

fn reached(survey: &PreparedRatings, people: &[u32], reading: NullReading) -> u64 {
    let of = |secret: &Vec<u16>| {
        let cells = people.iter().map(|&person| secret[person as usize]);
        Spread::of(cells).reaches(&survey.scale, reading)
    };
    survey.secrets.iter().map(of).min().unwrap_or(u64::MAX)
}

fn fails(survey: &PreparedRatings, person: u32, target: &Target, among: &[u32]) -> (bool, bool) {
    let people = near(survey, person, target.within, among);
    let few = (people.len() as u32) < target.k;
    (
        few,
        reached(survey, &people, target.reading) < target.deviation,
    )
}

fn everybody(survey: &PreparedRatings) -> Vec<u32> {
    (0..survey.people() as u32).collect()
}

proptest! {
    #[test]
    fn every_level_is_that_of_the_definition(
        survey in surveys(), reading in readings(), engine in engines(), farthest in 0..9u16,
    ) {
        let progress = Progress::default();
        let profile = RatingsProfile::compute(&survey, reading, farthest, engine, &progress).unwrap();
        prop_assert_eq!(profile.farthest(), farthest.min(survey.r()));
        let all = everybody(&survey);
        for d in 0..=profile.farthest() {
            for &person in &all {
                let record = profile.patterns().record_of[person as usize] as usize;
                let people = near(&survey, person, d, &all);
                prop_assert_eq!(profile.level(d).within[record] as usize, people.len());
                prop_assert_eq!(profile.level(d).reaches[record], reached(&survey, &people, reading));
                prop_assert_eq!(profile.neighbours(&survey, person as usize, d), people);
            }
        }
    }

    #[test]
    fn thresholds_count_the_people_who_fail(
        survey in surveys(), k in 1..8u32, within in 0..5u16, deviation in 0..1_500_000u64,
    ) {
        let target = Target { k, within, deviation, reading: NullReading::Strict };
        let progress = Progress::default();
        let engine = NeighbourEngine::Profile;
        let profile = RatingsProfile::compute(&survey, target.reading, 6, engine, &progress).unwrap();
        let all = everybody(&survey);
        let mut expected = Violating::default();
        let mut people = Vec::new();
        for &person in &all {
            let (few, alike) = fails(&survey, person, &target, &all);
            expected.by_k += usize::from(few);
            expected.by_deviation += usize::from(alike);
            expected.people += usize::from(few || alike);
            if few || alike {
                people.push(person);
            }
        }
        prop_assert_eq!(profile.violating(&target), expected);
        prop_assert_eq!(profile.violating_people(&target), people);
        let ks = [1, k, k + 1];
        for (d, row) in (0..).zip(profile.plane(&ks, deviation)) {
            for (&k, &people) in ks.iter().zip(&row) {
                let asked = Target { k, within: d, ..target };
                prop_assert_eq!(profile.violating(&asked).people, people as usize);
            }
        }
        if survey.people() > 0 {
            let passes = |target: &Target| profile.violating(target).people == 0;
            if let Some(k) = profile.most_k(&target) {
                let more = Target { k: k + 1, ..target };
                prop_assert!(passes(&Target { k, ..target }) && !passes(&more), "most k");
            }
            if let Some(deviation) = profile.most_deviation(&target) {
                let more = Target { deviation: deviation + 1, ..target };
                prop_assert!(passes(&Target { deviation, ..target }) && !passes(&more), "most l");
            }
            let least = (0..=profile.farthest()).find(|&within| passes(&Target { within, ..target }));
            prop_assert_eq!(profile.least_within(&target), least);
        }
    }

    #[test]
    fn who_stays_keeps_the_promise_and_for_k_alone_nobody_more_could(
        survey in surveys(), k in 1..8u32, within in 0..5u16, deviation in 0..1_000_000u64, reading in readings(),
    ) {
        let progress = Progress::default();
        for deviation in [0, deviation] {
            let target = Target { k, within, deviation, reading };
            let out = left_out(&survey, &target, &progress).unwrap();
            let stays: Vec<u32> = everybody(&survey)
                .into_iter()
                .filter(|person| out.binary_search(person).is_err())
                .collect();
            for &person in &stays {
                prop_assert_eq!(fails(&survey, person, &target, &stays), (false, false));
            }
            if deviation == 0 {
                // One by one, in another order.
                let mut left = everybody(&survey);
                while let Some(at) = left.iter().rposition(|&p| fails(&survey, p, &target, &left).0) {
                    left.remove(at);
                }
                prop_assert_eq!(stays, left);
            }
        }
    }

    #[test]
    fn the_graph_is_that_of_the_people(survey in surveys(), d in 0..5u16, k in 1..5usize) {
        let progress = Progress::default();
        let graph = EpsilonGraph::build(&survey, d, &progress).unwrap();
        let all = everybody(&survey);
        let lists: Vec<Vec<u32>> = all.iter().map(|&person| near(&survey, person, d, &all)).collect();
        for &person in &all {
            let record = graph.patterns.record_of[person as usize];
            let mut people: Vec<u32> = graph.near(record).iter().chain([&record])
                .flat_map(|&record| graph.people(record)).copied().collect();
            people.sort_unstable();
            prop_assert_eq!(&people, &lists[person as usize]);
        }
        let cliques = graph.cliques(&progress).unwrap();
        prop_assert_eq!(&cliques, &greedy_cliques(&all, &lists));
        let pruned = graph.prune(cliques, k, &progress).unwrap();
        let mut people = pruned.concat();
        people.sort_unstable();
        prop_assert_eq!(people, all);
        for clique in &pruned {
            for &a in clique {
                prop_assert!(clique.iter().all(|b| lists[a as usize].contains(b)));
            }
        }
    }
}

/// The smallest person left, and in order everybody left who is close to all taken.
fn greedy_cliques(all: &[u32], lists: &[Vec<u32>]) -> Vec<Vec<u32>> {
    let mut left = all.to_vec();
    let mut cliques = Vec::new();
    while let Some(&first) = left.first() {
        let mut clique: Vec<u32> = Vec::new();
        for &person in &left {
            let candidates = &lists[first as usize];
            let fits = clique
                .iter()
                .all(|other| lists[*other as usize].contains(&person));
            if candidates.contains(&person) && fits {
                clique.push(person);
            }
        }
        left.retain(|person| !clique.contains(person));
        cliques.push(clique);
    }
    cliques
}
