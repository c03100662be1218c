//! What it costs to find the best combination of levels of a generated hospital, and to know all of them.
#![allow(clippy::unwrap_used)]

use cloakroom_core::method::MethodName;
use cloakroom_core::progress::Progress;
use cloakroom_core::requirement::Requirement;
use cloakroom_engine::check::CheckedTask;
use cloakroom_engine::open::open_recipe;
use cloakroom_engine::samples;
use cloakroom_microdata::method::{self, Task};
use cloakroom_microdata::profile::lattice::LatticeProfile;
use criterion::{Criterion, criterion_group, criterion_main};

fn lattice(criterion: &mut Criterion) {
    let folder = tempfile::tempdir().unwrap();
    let recipe = samples::find("hospital")
        .unwrap()
        .write_into(folder.path())
        .unwrap();
    let progress = Progress::default();
    let opened = open_recipe(&recipe, &progress).unwrap();
    let mut group = criterion.benchmark_group("the levels of 30,000 patients");
    group.sample_size(10);
    for (name, suppression, distinct) in [
        ("optimum, k = 5", 0.0, None),
        ("optimum, k = 5, 2 % left out", 0.02, None),
        ("optimum, k = 5, 3 values, 2 % left out", 0.02, Some(3)),
    ] {
        let mut settings = opened.recipe.settings.clone();
        settings.requirement = Requirement {
            k: Some(5),
            suppression,
            ..Requirement::default()
        };
        settings.requirement.l.distinct = distinct;
        settings.method.name = MethodName::Optimal;
        let checked =
            CheckedTask::new(&opened.loaded.dataset, &settings, &opened.trees.hierarchies).unwrap();
        let task = Task {
            prepared: &checked.prepared,
            judge: &checked.judge,
            settings: &settings.method,
            purposes: &settings.purposes,
        };
        group.bench_function(name, |bencher| {
            bencher.iter(|| method::run(MethodName::Optimal, task, &progress).unwrap());
        });
        if distinct.is_some() {
            group.bench_function("the whole profile", |bencher| {
                bencher.iter(|| {
                    LatticeProfile::compute(&checked.prepared, &checked.judge, &progress).unwrap()
                });
            });
        }
    }
    group.finish();
}

criterion_group!(benches, lattice);
criterion_main!(benches);
