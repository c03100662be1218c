//! Two sides of small data, counted against every threshold.

use super::*;
use cloakroom_core::column::Column;
use cloakroom_core::dataset::Dataset;
use cloakroom_core::io::loaded::{Loaded, SourceFile};
use cloakroom_core::load_options::LoadOptions;
use cloakroom_core::method::MethodName;
use cloakroom_core::progress::Progress;
use cloakroom_core::roles::Role;
use cloakroom_core::settings::Settings;
use cloakroom_core::table::Table;
use cloakroom_core::trees::Trees;
use cloakroom_engine::kinds::prepare;
use cloakroom_engine::risk::Population;
use std::path::PathBuf;
use std::time::Duration;

fn table(columns: &[(&str, &[&str])]) -> Table {
    let columns = columns.iter();
    let columns = columns.map(|(name, texts)| Column::from_texts(*name, texts.iter()).unwrap());
    Table::new(columns.collect()).unwrap()
}

/// Classes of 3, 2 and 1 records.
fn six() -> (Arc<Loaded>, Settings) {
    let table = table(&[
        ("age", &["30", "30", "30", "31", "31", "40"]),
        ("zip", &["1", "1", "1", "2", "2", "3"]),
        ("ill", &["a", "a", "b", "c", "c", "d"]),
    ]);
    let loaded = Loaded {
        dataset: Dataset::Microdata(table),
        source: SourceFile::default(),
        options: LoadOptions::default(),
        notes: Vec::new(),
        folded: Vec::new(),
        prepared: None,
        understood: Default::default(),
    };
    let mut settings = Settings::default();
    for (name, role) in [
        ("age", Role::Quasi),
        ("zip", Role::Quasi),
        ("ill", Role::Sensitive),
    ] {
        settings.roles.set(name, Some(role));
    }
    settings.requirement.k = Some(2);
    settings.requirement.suppression = 0.2;
    settings.method.name = MethodName::None;
    (Arc::new(loaded), settings)
}

fn run(loaded: &Loaded, settings: &Settings) -> Arc<MethodResult> {
    let (trees, progress) = (Trees::default(), Progress::default());
    let prepared = prepare(&loaded.dataset, settings, &trees, &progress).unwrap();
    let outcome = prepared.anonymize(&progress).unwrap();
    Arc::new(MethodResult::new(
        1,
        settings.clone(),
        outcome,
        Duration::ZERO,
    ))
}

fn answered(state: &mut RiskState, side: Side) {
    let threshold = state.threshold();
    let new = state.missing(side).unwrap();
    let question = new.question().clone();
    new.put(RiskAnswer::compute(question, threshold, &Progress::default()).unwrap());
    state.take_in();
}

fn above(state: &RiskState, side: Side) -> (usize, usize) {
    match state.risk(side) {
        Some(Risk::Microdata(risk)) => (
            risk.identity.prosecutor.records_above,
            risk.identity.journalist.records_above,
        ),
        _ => panic!("no risk"),
    }
}

#[test]
fn a_threshold_is_counted_without_asking_again() {
    let (loaded, settings) = six();
    let mut state = RiskState::default();
    let result = run(&loaded, &settings);
    let ask = |state: &mut RiskState| {
        let before = RiskQuestion::before(&loaded, PathBuf::new(), &settings, None);
        let after = RiskQuestion::after(&loaded, PathBuf::new(), &result, None);
        state.ask(Side::Before, Some(before));
        state.ask(Side::After, Some(after));
    };
    ask(&mut state);
    answered(&mut state, Side::Before);
    answered(&mut state, Side::After);
    assert!(state.asking(Side::Before).current().is_some());
    // 1/3, 1/2 and 1; the last one is left out.
    for (threshold, before, after) in [(0.2, 6, 5), (0.34, 3, 2), (0.5, 1, 0), (1.0, 0, 0)] {
        state.set_threshold(threshold);
        assert_eq!(above(&state, Side::Before).0, before, "{threshold}");
        assert_eq!(above(&state, Side::After).0, after, "{threshold}");
        // What the engine counts from the start.
        let question = RiskQuestion::before(&loaded, PathBuf::new(), &settings, None);
        let fresh = RiskAnswer::compute(question, threshold, &Progress::default()).unwrap();
        assert_eq!(state.risk(Side::Before), fresh.risk.as_ref().ok());
    }
    ask(&mut state);
    assert!(state.missing(Side::Before).is_none(), "nothing is new");
}

#[test]
fn other_promises_do_not_matter_before_and_k_does() {
    let (loaded, mut settings) = six();
    let mut state = RiskState::default();
    let ask = |state: &mut RiskState, settings: &Settings| {
        let before = RiskQuestion::before(&loaded, PathBuf::new(), settings, None);
        state.ask(Side::Before, Some(before));
    };
    ask(&mut state, &settings);
    answered(&mut state, Side::Before);
    settings.requirement.t = Some(0.3);
    settings.method.name = MethodName::Optimal;
    ask(&mut state, &settings);
    assert!(state.asking(Side::Before).current().is_some());
    settings.requirement.k = Some(3);
    ask(&mut state, &settings);
    assert!(state.asking(Side::Before).current().is_none());
    assert!(state.risk(Side::Before).is_some(), "the last one stays");
    assert!(state.missing(Side::Before).is_some());
    state.ask(Side::Before, None);
    assert!(state.risk(Side::Before).is_none());
}

#[test]
fn a_population_counts_for_the_journalist_or_is_left_aside() {
    let (loaded, settings) = six();
    let people = |columns: &[(&str, &[&str])]| {
        Arc::new(PopulationFile {
            path: PathBuf::from("town.csv"),
            population: Population {
                table: table(columns),
            },
        })
    };
    let town = people(&[
        (
            "age",
            &["30", "30", "30", "30", "31", "31", "31", "40", "40"],
        ),
        ("zip", &["1", "1", "1", "1", "2", "2", "2", "3", "3"]),
    ]);
    let mut state = RiskState::default();
    let question = |file| RiskQuestion::before(&loaded, PathBuf::new(), &settings, Some(file));
    state.ask(Side::Before, Some(question(&town)));
    answered(&mut state, Side::Before);
    state.set_threshold(0.3);
    assert_eq!(above(&state, Side::Before), (6, 3));
    state.set_threshold(0.4);
    assert_eq!(above(&state, Side::Before), (3, 1));
    let strange = people(&[("age", &["30"])]);
    state.ask(Side::Before, Some(question(&strange)));
    answered(&mut state, Side::Before);
    let answer = state.asking(Side::Before).newest().unwrap();
    assert!(answer.risk.is_ok());
    assert!(answer.population_problem.as_ref().unwrap().contains("zip"));
}

#[test]
fn bars_are_the_same_for_both_sides_and_lose_nobody() {
    let (loaded, settings) = six();
    let question = RiskQuestion::before(&loaded, PathBuf::new(), &settings, None);
    let risk = RiskAnswer::compute(question, 0.2, &Progress::default()).unwrap();
    let risk = risk.risk.unwrap();
    let bars = SizeBars::of([&risk].into_iter());
    assert_eq!(bars.up_to, [1, 2, 3]);
    assert_eq!(bars.counts(&risk), [1, 2, 3]);
    assert_eq!((bars.above(0.2), bars.above(0.5)), (3, 1));
    let wide = SizeBars {
        up_to: vec![1, 2, 10, 20, 50],
    };
    assert_eq!(
        (wide.words(0), wide.words(3)),
        ("1".to_owned(), "11 to 20".to_owned())
    );
    let shares = shares_above(&risk, 0.01);
    assert_eq!((shares.len(), shares[0], shares[99]), (100, 1.0, 0.0));
    assert_eq!(shares[49], 1.0 / 6.0);
}
