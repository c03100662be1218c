//! What the tests of the methods share: the papers' tables, random surveys and a judge that knows nothing but
//! the definition.

use super::{AnonymizedRatings, RatingsOutcome, RatingsTask, run};
use crate::privacy::{Spread, Target};
use crate::ratings::{NULL, PreparedRatings, apart, distance};
use cloakroom_core::settings::NullPolicy;
use cloakroom_core::{MethodName, MethodSettings, NullReading, Progress, Scale, Stream};

/// Ratings from 1 as the papers print them; 0 is an issue that was not rated.
pub fn survey(high: u16, rows: &[&[u16]], secret: &[u16]) -> PreparedRatings {
    let point = |&rating: &u16| if rating == 0 { NULL } else { rating - 1 };
    let rows: Vec<Vec<u16>> = rows
        .iter()
        .map(|row| row.iter().map(point).collect())
        .collect();
    let secrets = if secret.is_empty() {
        Vec::new()
    } else {
        vec![secret.iter().map(point).collect()]
    };
    PreparedRatings::from_rows(scale(high), &rows, secrets)
}

pub fn scale(high: u16) -> Scale {
    Scale {
        high: f64::from(high),
        ..Scale::default()
    }
}

pub fn target(k: u32, within: u16) -> Target {
    Target {
        k,
        within,
        deviation: 0,
        reading: NullReading::Strict,
    }
}

/// Table I(a) of 000.
pub fn table_i() -> PreparedRatings {
    survey(
        6,
        &[
            &[6, 1, 0],
            &[3, 6, 0],
            &[4, 5, 0],
            &[2, 5, 0],
            &[1, 0, 5],
            &[2, 0, 6],
        ],
        &[6, 1, 4, 1, 1, 5],
    )
}

/// The first rows of Table 3 of 003; six of them are Table 2.
pub fn table_3(rows: usize) -> PreparedRatings {
    let all: [&[u16]; 8] = [
        &[3, 6, 0],
        &[2, 5, 0],
        &[4, 7, 0],
        &[5, 6, 0],
        &[1, 0, 5],
        &[2, 0, 6],
        &[6, 0, 6],
        &[5, 0, 5],
    ];
    survey(7, &all[..rows], &[6, 1, 4, 1, 1, 5, 3, 2][..rows])
}

pub fn task<'a>(
    survey: &'a PreparedRatings,
    target: Target,
    may_leave_out: usize,
    settings: &'a MethodSettings,
) -> RatingsTask<'a> {
    RatingsTask {
        survey,
        cells: survey.dense().unwrap(),
        target,
        may_leave_out,
        settings,
    }
}

pub fn made(
    name: MethodName,
    survey: &PreparedRatings,
    target: Target,
    may_leave_out: usize,
) -> RatingsOutcome {
    let settings = MethodSettings::default();
    run(
        name,
        task(survey, target, may_leave_out, &settings),
        &Progress::default(),
    )
    .unwrap()
}

pub fn reached(outcome: RatingsOutcome) -> AnonymizedRatings {
    match outcome {
        RatingsOutcome::Reached(made) => made,
        RatingsOutcome::NotReached(why) => panic!("{why}"),
    }
}

/// Ratings from 1 again, 0 where there is none.
pub fn printed(survey: &PreparedRatings, cells: &[u16]) -> Vec<Vec<u16>> {
    let rating = |&cell: &u16| if cell == NULL { 0 } else { cell + 1 };
    cells
        .chunks(survey.issues.len())
        .map(|row| row.iter().map(rating).collect())
        .collect()
}

/// In steps of the scale.
pub fn distortion(survey: &PreparedRatings, cells: &[u16]) -> u64 {
    let before = survey.dense().unwrap();
    let changes = before.iter().zip(cells);
    changes
        .map(|(&a, &b)| u64::from(apart(a, b, survey.r())))
        .sum()
}

/// By the definition alone.
pub fn holds(survey: &PreparedRatings, cells: &[u16], people: &[u32], target: &Target) -> bool {
    let width = survey.issues.len();
    let row = |person: u32| &cells[person as usize * width..(person as usize + 1) * width];
    people.iter().all(|&person| {
        let near: Vec<u32> = people
            .iter()
            .copied()
            .filter(|&other| distance(row(person), row(other), survey.r()) <= target.within)
            .collect();
        near.len() >= target.k as usize
            && (target.deviation == 0
                || survey.secrets.iter().all(|secret| {
                    let spread = Spread::of(near.iter().map(|&other| secret[other as usize]));
                    spread.reaches(&survey.scale, target.reading) >= target.deviation
                }))
    })
}

/// Everything that must be true of what a method made, whatever it is.
pub fn assert_sound(task: &RatingsTask<'_>, made: &AnonymizedRatings) {
    let (survey, width) = (task.survey, task.width());
    assert!(!made.kept.is_empty());
    assert!(made.left_out.len() <= task.may_leave_out);
    let mut everybody = [made.kept.as_slice(), &made.left_out].concat();
    everybody.sort_unstable();
    assert!(
        everybody.into_iter().eq(0..survey.people() as u32),
        "nobody is lost"
    );
    assert!(made.kept.is_sorted() && made.left_out.is_sorted());
    assert_eq!(made.cells.len(), task.cells.len());
    let on_scale = |&cell: &u16| cell == NULL || cell < survey.scale.points();
    assert!(made.cells.iter().all(on_scale), "nothing leaves the scale");
    for &person in &made.left_out {
        let cells = person as usize * width..(person as usize + 1) * width;
        assert_eq!(made.cells[cells.clone()], task.cells[cells]);
    }
    for (before, after) in task.cells.iter().zip(&made.cells) {
        match task.settings.nulls {
            NullPolicy::Cheapest => {}
            NullPolicy::Unrate => assert!(*before != NULL || *after == NULL, "nothing is invented"),
            NullPolicy::Fill => assert!(*before == NULL || *after != NULL, "nothing is removed"),
        }
    }
    assert!(holds(survey, &made.cells, &made.kept, &task.target));
}

/// A small random survey and what is asked of it. Sensitive ratings are no part of what a method returns, so
/// they cannot change.
pub struct Case {
    pub survey: PreparedRatings,
    pub target: Target,
    pub may_leave_out: usize,
    pub settings: MethodSettings,
}

pub fn random_case(number: u64) -> Case {
    let mut stream = Stream::new(number, 17);
    let people = stream.between(1, 24);
    let (points, width) = (stream.between(2, 7), stream.between(1, 4));
    let nulls = stream.choose(&[0, 0, 100, 300, 600]);
    // Around two middles, so that groups of all sizes come up.
    let middles: Vec<[u32; 4]> = (0..2)
        .map(|_| [(); 4].map(|()| stream.below(points)))
        .collect();
    let patterns: Vec<u32> = (0..3).map(|_| stream.below(16)).collect();
    let rows: Vec<Vec<u16>> = (0..people)
        .map(|_| {
            let middle = stream.choose(&middles);
            let pattern = stream.choose(&patterns);
            let free = stream.chance(300);
            (0..width as usize)
                .map(|issue| {
                    let hidden = nulls > 0 && pattern >> issue & 1 == 1;
                    if hidden != stream.chance(nulls / 3) {
                        return NULL;
                    }
                    if free {
                        return stream.below(points) as u16;
                    }
                    let moved = middle[issue] + stream.below(3);
                    moved.saturating_sub(1).min(points - 1) as u16
                })
                .collect()
        })
        .collect();
    let secrets = (0..stream.below(3))
        .map(|_| {
            let cell = |stream: &mut Stream| match stream.chance(100) {
                true => NULL,
                false => stream.below(points) as u16,
            };
            (0..people).map(|_| cell(&mut stream)).collect()
        })
        .collect();
    let deviation = match stream.below(3) {
        0 => u64::from(stream.below(2_000_000)),
        _ => 0,
    };
    Case {
        survey: PreparedRatings::from_rows(scale(points as u16), &rows, secrets),
        target: Target {
            k: stream.between(1, 6),
            within: stream.below(points) as u16,
            deviation,
            reading: stream.choose(&NullReading::ALL),
        },
        may_leave_out: match stream.below(2) {
            0 => stream.below(people + 1) as usize,
            _ => 0,
        },
        settings: MethodSettings {
            nulls: stream.choose(&NullPolicy::ALL),
            keep_means: stream.chance(300),
            ..MethodSettings::default()
        },
    }
}
