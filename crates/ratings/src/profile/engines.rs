//! The engines against each other on surveys that fill many blocks.

use super::RatingsProfile;
use super::core::left_out;
use super::graph::EpsilonGraph;
use crate::privacy::Target;
use crate::ratings::{Cells, NULL, PreparedRatings};
use cloakroom_core::ratings::SparseRatings;
use cloakroom_core::{NeighbourEngine, NullReading, Progress, Scale, Stream};
use std::sync::Arc;

/// What a made-up survey looks like.
#[derive(Clone, Copy)]
struct Shape {
    people: usize,
    issues: usize,
    points: u16,
    secrets: usize,
    /// Ratings lie so many points around one that each person has.
    around: u16,
}

fn made(shape: Shape, seed: u64) -> PreparedRatings {
    let mut rows: Vec<Vec<u16>> = Vec::new();
    let mut secrets = vec![Vec::new(); shape.secrets];
    for person in 0..shape.people {
        let mut stream = Stream::new(seed, person as u64);
        let low = stream.below(u32::from(shape.points - shape.around + 1)) as u16;
        let mut cell = |per_mille: u32| match stream.chance(per_mille) {
            true => NULL,
            false => low + stream.below(u32::from(shape.around)) as u16,
        };
        rows.push((0..shape.issues).map(|_| cell(20)).collect());
        for secret in &mut secrets {
            secret.push(cell(100));
        }
        if person > 0 && stream.chance(200) {
            rows[person] = rows[stream.below(person as u32) as usize].clone();
        }
    }
    let scale = Scale {
        high: f64::from(shape.points),
        ..Scale::default()
    };
    PreparedRatings::from_rows(scale, &rows, secrets)
}

const SHAPES: [Shape; 5] = [
    // Pairs of issues are one digit, and most records of a group add the same to a sum.
    Shape {
        people: 4000,
        issues: 9,
        points: 3,
        secrets: 1,
        around: 3,
    },
    Shape {
        people: 2000,
        issues: 4,
        points: 10,
        secrets: 0,
        around: 5,
    },
    Shape {
        people: 1500,
        issues: 5,
        points: 5,
        secrets: 3,
        around: 3,
    },
    // One issue to a digit.
    Shape {
        people: 1500,
        issues: 3,
        points: 30,
        secrets: 1,
        around: 12,
    },
    // More points than digits tell apart.
    Shape {
        people: 1500,
        issues: 3,
        points: 301,
        secrets: 2,
        around: 40,
    },
];

fn profile(survey: &PreparedRatings, farthest: u16, engine: NeighbourEngine) -> RatingsProfile {
    let (reading, progress) = (NullReading::Strict, Progress::default());
    RatingsProfile::compute(survey, reading, farthest, engine, &progress).unwrap()
}

#[test]
fn all_engines_find_the_same() {
    for (seed, shape) in (1..).zip(SHAPES) {
        let survey = made(shape, seed);
        let farthest = 20;
        let found = profile(&survey, farthest, NeighbourEngine::Profile);
        let all = found.level(1).within.iter().max().unwrap();
        assert!(*all > 2, "a survey without neighbours tells nothing");
        for engine in [NeighbourEngine::Slicing, NeighbourEngine::Pairwise] {
            let expected = profile(&survey, farthest, engine);
            assert_eq!(found.patterns(), expected.patterns());
            for d in 0..=found.farthest() {
                assert_eq!(found.level(d), expected.level(d), "shape {seed} at {d}");
            }
        }
    }
}

#[test]
fn graphs_and_those_left_out_follow_the_profile() {
    let progress = Progress::default();
    for (seed, shape) in (1..).zip(SHAPES) {
        let survey = made(shape, seed);
        for within in [1, 2] {
            let profile = profile(&survey, within, NeighbourEngine::Profile);
            let graph = EpsilonGraph::build(&survey, within, &progress).unwrap();
            for (record, &people) in (0..).zip(&profile.level(within).within) {
                let near = graph.near(record).iter().chain([&record]);
                let close: usize = near.map(|&other| graph.people(other).len()).sum();
                assert_eq!(close, people as usize);
            }
            for (k, deviation) in [(4, 0), (3, 500_000)] {
                let target = Target {
                    k,
                    within,
                    deviation,
                    reading: NullReading::Strict,
                };
                let out = left_out(&survey, &target, &progress).unwrap();
                let violating = profile.violating_people(&target);
                assert!(deviation > 0 || violating.iter().all(|person| out.contains(person)));
                let stays: Vec<u32> = (0..survey.people() as u32)
                    .filter(|person| out.binary_search(person).is_err())
                    .collect();
                let rest = self::profile(&survey.picked(&stays), within, NeighbourEngine::Slicing);
                assert_eq!(rest.violating(&target).people, 0);
            }
        }
    }
}

#[test]
fn a_survey_read_by_rating_is_profiled_like_one_read_by_person() {
    let dense = made(SHAPES[1], 9);
    let mut sparse = SparseRatings {
        scale: dense.scale,
        starts: vec![0],
        ..SparseRatings::default()
    };
    for person in 0..dense.people() {
        dense.each_rated(person, |issue, point| {
            // The file has another issue before each of these, which is left aside.
            sparse.issue.extend([2 * issue, 2 * issue + 1]);
            sparse.rating.extend([3, point]);
        });
        sparse.starts.push(sparse.issue.len());
    }
    let issues = 0..dense.issues.len() as u32;
    let mut survey = dense.clone();
    survey.cells = Cells::Sparse {
        ratings: Arc::new(sparse),
        place: issues.flat_map(|issue| [u32::MAX, issue]).collect(),
    };
    let expected = profile(&dense, 3, NeighbourEngine::Profile);
    for engine in NeighbourEngine::ALL {
        let found = profile(&survey, 3, engine);
        assert_eq!(found.patterns(), expected.patterns());
        for d in 0..=3 {
            assert_eq!(
                found.level(d),
                expected.level(d),
                "{} at {d}",
                engine.name()
            );
        }
    }
    let near = expected.neighbours(&dense, 17, 2);
    assert_eq!(expected.neighbours(&survey, 17, 2), near);
}

#[test]
fn a_stopped_profile_stops() {
    let survey = made(SHAPES[0], 1);
    let progress = Progress::default();
    progress.stop();
    for engine in NeighbourEngine::ALL {
        assert!(
            RatingsProfile::compute(&survey, NullReading::Strict, 3, engine, &progress).is_err()
        );
    }
    assert!(EpsilonGraph::build(&survey, 1, &progress).is_err());
}
