//! What it costs to know how rare every set of items is, and to generalize the way that others do.
#![allow(clippy::panic, clippy::unwrap_used)]

#[path = "../examples/figures/shoppers.rs"]
mod shoppers;

use cloakroom_core::method::MethodName;
use cloakroom_core::progress::Progress;
use cloakroom_core::settings::MethodSettings;
use cloakroom_transactions::method::{TransactionsTask, run};
use cloakroom_transactions::privacy::TransactionsTarget;
use cloakroom_transactions::profile::{RowProfile, TransactionsDb};
use criterion::{Criterion, criterion_group, criterion_main};
use shoppers::Shoppers;

fn small(criterion: &mut Criterion) {
    let baskets = Shoppers {
        baskets: 2_000,
        items: 64,
        length: 4,
        fan: 4,
    }
    .baskets(1);
    let settings = MethodSettings::default();
    let task = TransactionsTask {
        baskets: &baskets,
        target: TransactionsTarget {
            k: 5,
            m: 2,
            coherence: None,
            duplicates: false,
        },
        settings: &settings,
    };
    let progress = Progress::default();
    let mut group = criterion.benchmark_group("2,000 baskets over 64 items, k = 5, m = 2");
    for method in [
        MethodName::Aa,
        MethodName::Mm,
        MethodName::Lg,
        MethodName::Hghs,
        MethodName::Mhghs,
    ] {
        group.bench_function(method.name(), |bencher| {
            bencher.iter(|| run(method, task, &progress).unwrap());
        });
    }
    group.finish();
}

fn profile(criterion: &mut Criterion) {
    let baskets = Shoppers {
        baskets: 20_000,
        items: 2_000,
        length: 8,
        fan: 5,
    }
    .baskets(1);
    let progress = Progress::default();
    let db = TransactionsDb::original(&baskets);
    let mut group = criterion.benchmark_group("20,000 baskets over 2,000 items");
    group.sample_size(10);
    group.bench_function("every k up to 50, every m up to 3", |bencher| {
        bencher.iter(|| RowProfile::compute(&db, 3, 50, &progress).unwrap());
    });
    let rows = RowProfile::compute(&db, 3, 50, &progress).unwrap();
    group.bench_function("then a k and an m", |bencher| {
        bencher.iter(|| rows.violating(5, 3));
    });
    group.finish();
}

criterion_group!(benches, small, profile);
criterion_main!(benches);
