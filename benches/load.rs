//! How fast a CSV file becomes a table: our reader beside that of polars.
#![allow(clippy::expect_used)]

#[path = "../examples/figures/people.rs"]
mod people;

use cloakroom_core::io::csv::read_file;
use cloakroom_core::load_options::LoadOptions;
use cloakroom_core::progress::Progress;
use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use polars_io::prelude::{CsvReadOptions, SerReader};

fn load(criterion: &mut Criterion) {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let path = folder.path().join("people.csv");
    let bytes = people::write_people(&path, 1_000_000, 1).expect("the file is written");
    let mut group = criterion.benchmark_group("load a million rows");
    group.sample_size(10).throughput(Throughput::Bytes(bytes));
    group.bench_function("cloakroom", |bencher| {
        bencher.iter_with_large_drop(|| {
            read_file(&path, &LoadOptions::default(), &Progress::default()).expect("a table")
        });
    });
    group.bench_function("polars", |bencher| {
        bencher.iter_with_large_drop(|| {
            CsvReadOptions::default()
                .try_into_reader_with_file_path(Some(path.clone()))
                .and_then(SerReader::finish)
                .expect("a frame")
        });
    });
    group.finish();
}

criterion_group!(benches, load);
criterion_main!(benches);
