//! What it costs to know who is close to whom among people who rated, by every engine, and then to ask for any
//! k and l.
#![allow(clippy::unwrap_used)]

#[path = "../examples/figures/raters.rs"]
mod raters;

use cloakroom_core::progress::Progress;
use cloakroom_core::requirement::NullReading;
use cloakroom_core::settings::NeighbourEngine;
use cloakroom_ratings::privacy::Target;
use cloakroom_ratings::profile::RatingsProfile;
use criterion::{Criterion, criterion_group, criterion_main};
use raters::{Raters, Taste};
use std::hint::black_box;

fn engines(criterion: &mut Criterion) {
    let progress = Progress::default();
    for taste in [Taste::Uniform, Taste::Shared] {
        let survey = Raters {
            people: 5_000,
            taste,
            ..Raters::default()
        }
        .survey(1);
        let mut group = criterion.benchmark_group(format!("5,000 people, {taste:?} tastes"));
        group.sample_size(10);
        for engine in NeighbourEngine::ALL {
            group.bench_function(engine.name(), |bencher| {
                bencher.iter(|| {
                    let reading = NullReading::Strict;
                    RatingsProfile::compute(&survey, reading, u16::MAX, engine, &progress).unwrap()
                });
            });
        }
        group.finish();
    }
}

fn thresholds(criterion: &mut Criterion) {
    let survey = Raters {
        people: 1_000_000,
        repeated: 300,
        ..Raters::default()
    }
    .survey(1);
    let engine = NeighbourEngine::Profile;
    let progress = Progress::default();
    let profile =
        RatingsProfile::compute(&survey, NullReading::Strict, 2, engine, &progress).unwrap();
    let target = black_box(Target {
        k: 3,
        within: 1,
        deviation: 800_000,
        reading: NullReading::Strict,
    });
    let mut group = criterion.benchmark_group("a million people who rated");
    group.bench_function("violating people of one k and l", |bencher| {
        bencher.iter(|| profile.violating(&target));
    });
    group.bench_function("violating people of one k and l, listed", |bencher| {
        bencher.iter(|| profile.violating_people(&target));
    });
    group.finish();
}

criterion_group!(benches, engines, thresholds);
criterion_main!(benches);
