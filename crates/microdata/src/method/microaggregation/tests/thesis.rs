//! The running example of chapter 5: twelve records of six attributes, k = 3.

use super::super::mdav;
use super::super::points::Points;
use super::tables::{ALL, Case};
use cloakroom_core::{MethodName, Progress};

const ROWS: [&str; 12] = [
    "000111", "011010", "110100", "001111", "011100", "001001", "111001", "011000", "111011",
    "011101", "011100", "111111",
];

fn digits(at: usize) -> Vec<String> {
    ROWS.iter().map(|row| row[at..=at].to_owned()).collect()
}

/// As they are: all attributes have the same unit.
fn points() -> Points {
    let numbers = (0..6)
        .map(|at| {
            digits(at)
                .iter()
                .map(|digit| digit.parse().unwrap())
                .collect()
        })
        .collect();
    Points::new(ROWS.len(), numbers, Vec::new())
}

#[test]
fn groups_by_key_attributes_lose_a_little_more() {
    let all = points();
    let progress = Progress::default();
    // The key attributes of the dependency tree are the second and the third.
    let by_all = mdav::mdav(&all, 3, &progress).unwrap();
    let by_key = mdav::mdav(&all.projected(&[1, 2], &[]), 3, &progress).unwrap();
    let error = |groups: &[Vec<u32>]| all.error(groups.iter().map(Vec::as_slice));
    let whole: Vec<u32> = (0..12).collect();
    assert!((all.error([whole.as_slice()]) - 46.0 / 3.0).abs() < 1e-6);
    assert!((error(&by_all) - 8.0).abs() < 1e-6, "{}", error(&by_all));
    assert!(
        (error(&by_key) - 34.0 / 3.0).abs() < 1e-6,
        "{}",
        error(&by_key)
    );
    for groups in [by_all, by_key] {
        assert!(groups.iter().all(|group| group.len() == 3));
    }
}

#[test]
fn the_aggregated_table_is_3_anonymous() {
    let names = ["A1", "A2", "A3", "A4", "A5", "A6"];
    let columns: Vec<(&str, Vec<String>)> = names
        .iter()
        .enumerate()
        .map(|(at, &name)| (name, digits(at)))
        .collect();
    let mut case = Case::new(3, &columns);
    case.settings.method.microaggregation.decimals = Some(3);
    for name in ALL {
        let anonymized = case.reach(name);
        case.assert_sound(name, &anonymized);
        assert!(anonymized.left_out.is_empty());
        // All attributes are replaced, those that led the grouping and the others.
        assert_eq!(anonymized.changed.len(), 6, "{}", name.name());
    }
    let shown = case.shown(&case.reach(MethodName::ApproximateMdav), "A1");
    assert!(
        shown.iter().any(|text| text == "0.333" || text == "0.667"),
        "{shown:?}"
    );
}
