//! What the k slider asks of a million records: the classes once, and then any k.
#![allow(clippy::unwrap_used)]

use cloakroom_core::column::Column;
use cloakroom_core::io::csv::read_table;
use cloakroom_core::load_options::LoadOptions;
use cloakroom_core::progress::Progress;
use cloakroom_core::requirement::Requirement;
use cloakroom_engine::samples::hospital;
use cloakroom_microdata::profile::classes::ClassProfile;
use cloakroom_microdata::profile::scan::scan;
use criterion::{Criterion, criterion_group, criterion_main};
use std::hint::black_box;
use std::path::Path;

fn slider(criterion: &mut Criterion) {
    let mut bytes = Vec::new();
    hospital::write_csv(1_000_000, hospital::SEED, &mut bytes).unwrap();
    let progress = Progress::default();
    let table = read_table(
        Path::new("hospital.csv"),
        bytes,
        &LoadOptions::default(),
        &progress,
    )
    .unwrap()
    .table;
    let columns: Vec<&Column> = ["birth_year", "sex", "zip"]
        .iter()
        .filter_map(|name| table.column(name))
        .collect();
    let profile = ClassProfile::compute(&columns, table.rows(), &progress).unwrap();

    let mut group = criterion.benchmark_group("a million records");
    group.sample_size(10);
    group.bench_function("their classes, once", |bencher| {
        bencher.iter(|| ClassProfile::compute(&columns, table.rows(), &progress).unwrap());
    });
    group.bench_function("violating records of one k", |bencher| {
        bencher.iter(|| profile.violating(black_box(20)));
    });
    group.bench_function("violating rows of one k, listed", |bencher| {
        bencher.iter(|| {
            let asked = Requirement {
                k: Some(black_box(20)),
                ..Requirement::default()
            };
            scan(&profile, None, &asked).map(|scan| scan.violating_rows(&profile))
        });
    });
    group.finish();
}

criterion_group!(benches, slider);
criterion_main!(benches);
