//! The points of a curve are those of a sweep, are computed once, and end when they are told to.

use super::*;
use crate::job::{Ended, Job};
use crate::open::open_recipe;
use crate::samples::{self, RECIPE};
use crate::sweep::{Varied, sweep};
use cloakroom_core::{Dataset, Progress, Role, Trees};
use cloakroom_microdata::privacy::PrivacyModel;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

const K: Parameter = Parameter::Model(PrivacyModel::KAnonymity);

/// A sample as it opens.
fn sample(name: &str) -> (Dataset, Settings, Trees) {
    let folder = tempfile::tempdir().unwrap();
    for file in samples::find(name).unwrap().files() {
        let path = folder.path().join(file.path);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, &file.contents).unwrap();
    }
    let opened = open_recipe(&folder.path().join(RECIPE), &Progress::default()).unwrap();
    (opened.loaded.dataset, opened.recipe.settings, opened.trees)
}

/// The points that a question gives, and how many were computed for it.
fn computed(
    (dataset, trees): (&Dataset, &Trees),
    question: &CurveQuestion,
    store: &PointStore,
) -> usize {
    let arrived = AtomicUsize::new(0);
    let count = || {
        arrived.fetch_add(1, Ordering::Relaxed);
    };
    compute(
        dataset,
        trees,
        question,
        store,
        &count,
        &Progress::default(),
    )
    .unwrap();
    arrived.into_inner()
}

#[test]
fn the_numbers_are_those_of_a_sweep_for_all_kinds() {
    let cases: [(&str, Parameter, Vec<u64>, &[MethodName]); 4] = [
        (
            "thesis-2.1",
            K,
            (1..=8).collect(),
            &[MethodName::Optimal, MethodName::Mondrian, MethodName::None],
        ),
        (
            "thesis-2.1",
            Parameter::Model(PrivacyModel::Suppression),
            vec![0, 200_000, 500_000],
            &[MethodName::Optimal, MethodName::Samarati],
        ),
        (
            "thesis-6.2",
            K,
            (1..=8).collect(),
            &[MethodName::Greedy, MethodName::Clustered],
        ),
        (
            "paper-fig1",
            K,
            (1..=6).collect(),
            &[MethodName::Hghs, MethodName::Aa, MethodName::Lg],
        ),
    ];
    for (name, parameter, values, methods) in cases {
        let (dataset, settings, trees) = sample(name);
        let varied = Varied {
            parameter,
            values: values.clone(),
        };
        let swept = sweep(
            &dataset,
            &settings,
            &trees,
            &[varied],
            methods,
            &Progress::default(),
        );
        let mut swept = swept.unwrap();
        let question = CurveQuestion {
            settings,
            parameter,
            values,
            methods: methods.to_vec(),
        };
        let store = PointStore::default();
        computed((&dataset, &trees), &question, &store);
        let mut rows = question.rows(&store);
        for row in swept.rows.iter_mut().chain(&mut rows.rows) {
            row.seconds = 0.0;
        }
        assert!(swept.rows.iter().any(|row| row.outcome.is_ok()), "{name}");
        assert_eq!(rows, swept, "{name}");
    }
}

#[test]
fn a_point_is_computed_once_whatever_is_asked_again() {
    let (dataset, settings, trees) = sample("thesis-2.1");
    let ground = (&dataset, &trees);
    let store = PointStore::default();
    let mut question = CurveQuestion {
        settings,
        parameter: K,
        values: (1..=5).collect(),
        methods: vec![MethodName::Optimal],
    };
    assert_eq!(computed(ground, &question, &store), 5);
    assert_eq!(computed(ground, &question, &store), 0);
    // The value of now is none of the curve's business, nor is how a release is written.
    question.settings.requirement.k = Some(9);
    question.settings.method.name = MethodName::Tds;
    question.settings.release.shuffle = false;
    assert_eq!(computed(ground, &question, &store), 0);
    question.methods.push(MethodName::Mondrian);
    assert_eq!(computed(ground, &question, &store), 5);
    question.values.push(6);
    assert_eq!(computed(ground, &question, &store), 2);
    // What a result depends on makes other points.
    question.settings.requirement.suppression = 0.5;
    assert_eq!(computed(ground, &question, &store), 12);
    let quasi = question.settings.roles.columns.iter();
    let quasi = quasi.filter(|(_, role)| **role == Role::Quasi);
    let first = quasi.map(|(name, _)| name.clone()).next().unwrap();
    question.settings.roles.set(&first, Some(Role::Insensitive));
    assert_eq!(computed(ground, &question, &store), 12);
    assert_eq!(store.arrived(), 36);
}

#[test]
fn what_cannot_be_reached_is_a_gap_with_its_reason() {
    let (dataset, settings, trees) = sample("thesis-2.1");
    let records = dataset.records() as u64;
    let question = CurveQuestion {
        settings,
        parameter: K,
        values: vec![2, records + 1],
        methods: vec![MethodName::Optimal],
    };
    let store = PointStore::default();
    computed((&dataset, &trees), &question, &store);
    let rows = question.rows(&store).rows;
    assert!(rows[0].outcome.is_ok());
    let why = rows[1].outcome.as_ref().unwrap_err();
    assert!(why.contains("record"), "{why}");
}

#[test]
fn a_curve_ends_soon_after_it_is_told_to() {
    let (dataset, settings, trees) = sample("hospital");
    let question = CurveQuestion {
        settings,
        parameter: K,
        values: (2..=200).collect(),
        methods: vec![MethodName::Mondrian, MethodName::LocalRecoding],
    };
    let store = PointStore::default();
    let (inside, seen) = (store.clone(), store);
    let job = Job::start("curves", 0, Arc::new(|| {}), move |progress| {
        compute(&dataset, &trees, &question, &inside, &|| {}, progress)
    });
    let start = Instant::now();
    while seen.arrived() == 0 && start.elapsed() < Duration::from_secs(60) {
        std::thread::sleep(Duration::from_millis(2));
    }
    assert!(job.progress().fraction().unwrap() < 1.0);
    let asked = Instant::now();
    job.cancel();
    assert!(matches!(job.wait(), Ended::Stopped));
    let took = asked.elapsed();
    assert!(took < Duration::from_millis(200), "stopped after {took:?}");
}
