//! What it costs to find groups of records: 30,162 records of four numbers, and a table with categories.
#![allow(clippy::unwrap_used)]

use cloakroom_core::column::Column;
use cloakroom_core::hierarchy::Hierarchies;
use cloakroom_core::method::MethodName;
use cloakroom_core::prepared_table::PreparedTable;
use cloakroom_core::progress::Progress;
use cloakroom_core::roles::Role;
use cloakroom_core::settings::Settings;
use cloakroom_core::table::Table;
use cloakroom_microdata::method::{self, Task};
use cloakroom_microdata::privacy::Judge;
use criterion::{Criterion, criterion_group, criterion_main};

const ROWS: u64 = 30_162;

fn draw(row: u64, column: u64) -> u64 {
    let mut mixed = (row * 16 + column).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    mixed ^ (mixed >> 31)
}

/// Ages, years of education, hours a week and a weight, as a census has them.
fn people(with_job: bool) -> Table {
    let number = |name: &str, make: &dyn Fn(u64) -> u64| {
        Column::from_texts(name, (0..ROWS).map(|row| make(row).to_string())).unwrap()
    };
    let mut columns = vec![
        number("age", &|row| 17 + draw(row, 0) % 40 + draw(row, 1) % 34),
        number("education", &|row| 1 + draw(row, 2) % 9 + draw(row, 3) % 8),
        number("hours", &|row| 10 + draw(row, 4) % 40 + draw(row, 5) % 30),
        number("weight", &|row| {
            12_000 + draw(row, 6) % 300_000 + draw(row, 7) % 200_000
        }),
    ];
    if with_job {
        let jobs = (0..ROWS).map(|row| format!("job {}", draw(row, 8) % 14));
        columns.push(Column::from_texts("job", jobs).unwrap());
    }
    Table::new(columns).unwrap()
}

fn microaggregation(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("groups of 10 among 30,162 people");
    group.sample_size(10);
    for (what, name, with_job) in [
        ("MDAV", MethodName::Mdav, false),
        ("MDAV with a category", MethodName::Mdav, true),
        ("V-MDAV", MethodName::VMdav, false),
        ("MDAV on key columns", MethodName::ApproximateMdav, false),
    ] {
        let table = people(with_job);
        let mut settings = Settings::default();
        for column in table.columns() {
            settings.roles.set(column.name(), Some(Role::Quasi));
        }
        settings.requirement.k = Some(10);
        let prepared = PreparedTable::new(&table, &settings, &Hierarchies::default()).unwrap();
        let judge = Judge::new(&settings.requirement, &prepared);
        let task = Task {
            prepared: &prepared,
            judge: &judge,
            settings: &settings.method,
            purposes: &settings.purposes,
        };
        group.bench_function(what, |bencher| {
            bencher.iter(|| method::run(name, task, &Progress::default()).unwrap());
        });
    }
    group.finish();
}

criterion_group!(benches, microaggregation);
criterion_main!(benches);
