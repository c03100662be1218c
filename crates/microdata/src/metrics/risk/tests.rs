//! Small tables whose risk is worked out by hand, and subsets against counting.

use super::*;
use cloakroom_core::prepared_table::{Categories, Distance};
use cloakroom_core::{Column, Lists, Progress, Sensitive};
use proptest::prelude::*;
use std::collections::BTreeMap;

/// The six patients of the thesis, Table 2.1.
const PATIENTS: [[&str; 4]; 6] = [
    ["Male", "25", "4370", "Cancer"],
    ["Male", "25", "4370", "Cancer"],
    ["Male", "22", "4352", "Cancer"],
    ["Female", "28", "4373", "Chest Pain"],
    ["Female", "28", "4373", "Obesity"],
    ["Female", "34", "4350", "Flu"],
];

fn column(at: usize) -> Column {
    let names = ["Gender", "Age", "Zip", "Disease"];
    Column::from_texts(names[at], PATIENTS.iter().map(|row| row[at])).unwrap()
}

fn classes() -> Lists {
    [vec![0, 1], vec![2], vec![3, 4], vec![5]]
        .into_iter()
        .collect()
}

#[test]
fn the_six_patients_as_prosecutor_and_marketer_see_them() {
    let risk = identity(&[2, 1, 2, 1], None, 0.5);
    assert_eq!((risk.records, risk.classes, risk.smallest_class), (6, 4, 1));
    assert_eq!(risk.unique, 2);
    let prosecutor = &risk.prosecutor;
    assert_eq!(
        (prosecutor.largest, prosecutor.records_at_largest),
        (1.0, 2)
    );
    // Over records: (2 · 1/2 + 1 + 2 · 1/2 + 1) / 6.
    assert_eq!(prosecutor.average, 4.0 / 6.0);
    // A half is not more than a half.
    assert_eq!(prosecutor.records_above, 2);
    assert_eq!(
        identity(&[2, 1, 2, 1], None, 0.4).prosecutor.records_above,
        6
    );
    assert_eq!(risk.journalist.largest, 1.0);
    assert_eq!(risk.journalist.average, risk.marketer);
    assert_eq!(risk.marketer, 4.0 / 6.0);
    let size = |size, classes, records| SizeShare {
        size,
        classes,
        records,
    };
    assert_eq!(risk.sizes, [size(1, 2, 2), size(2, 2, 4)]);
}

#[test]
fn a_threshold_is_compared_exactly() {
    // 1/5 is not above 0.2, whatever floating point makes of it; 1/3 is not above 0.333334.
    assert_eq!(identity(&[5], None, 0.2).prosecutor.records_above, 0);
    assert_eq!(identity(&[4], None, 0.2).prosecutor.records_above, 4);
    assert_eq!(identity(&[3], None, 0.333_334).prosecutor.records_above, 0);
    assert_eq!(identity(&[3], None, 0.333_333).prosecutor.records_above, 3);
}

#[test]
fn a_population_lowers_the_risk_of_a_journalist() {
    let risk = identity(&[2, 1, 2, 1], Some((&[10, 0, 2, 4], 40)), 0.4);
    let journalist = &risk.journalist;
    assert_eq!(journalist.largest, 1.0);
    assert_eq!(journalist.average, (0.2 + 1.0 + 1.0 + 0.25) / 6.0);
    assert_eq!(risk.marketer, journalist.average);
    // The second class, which nobody of the population is in, and the third: 1/1 and 1/2.
    assert_eq!(journalist.records_above, 3);
    assert_eq!(
        journalist.population,
        Some(PopulationFit {
            people: 40,
            missing_classes: 1,
            missing_records: 1,
            short_classes: 1,
        })
    );
    assert_eq!(risk.prosecutor.average, 4.0 / 6.0);
    let figures = risk.figures(0.4);
    let short = figures
        .iter()
        .find(|figure| figure.name == "population_short");
    assert!(
        short
            .unwrap()
            .sentence
            .contains("cannot have been drawn from it")
    );
}

#[test]
fn an_empty_table_has_no_risk() {
    let risk = identity(&[], None, 0.2);
    assert_eq!((risk.prosecutor.largest, risk.marketer), (0.0, 0.0));
    assert!(risk.figures(0.2).iter().all(|figure| figure.value == 0.0));
}

#[test]
fn the_columns_that_make_the_six_patients_unique() {
    let columns = [column(0), column(1), column(2)];
    let columns: Vec<&Column> = columns.iter().collect();
    let tuples = Tuples::new(&columns, &[0, 2, 3, 5], &[2, 1, 2, 1]).unwrap();
    let found = uniqueness(&tuples, 3, &Progress::default()).unwrap();
    assert!(found.complete);
    assert_eq!(found.subsets.len(), 7);
    assert_eq!(
        found.minimal,
        [vec!["Age".to_owned()], vec!["Zip".to_owned()]]
    );
    let numbers = |subset: &SubsetRisk| (subset.classes, subset.unique, subset.below_k);
    assert_eq!(numbers(&found.subsets[0]), (2, 0, 0));
    assert_eq!(numbers(&found.subsets[1]), (4, 2, 6));
    assert_eq!(numbers(&found.together), (4, 2, 6));
    let fewer: Vec<usize> = found.contributions.iter().map(|part| part.fewer).collect();
    assert_eq!(fewer, [0, 0, 0], "age and zip each are enough");
    let sentence = &found.figures()[0].sentence;
    assert!(sentence.starts_with("It takes 1 column to make somebody unique: Age; or Zip"));
}

#[test]
fn what_the_six_patients_classes_tell_of_their_disease() {
    let disease = column(3);
    let sensitive = Sensitive {
        at: 3,
        column: &disease,
        // Cancer apart from the rest.
        categories: Some(Categories {
            of: vec![0, 1, 1, 1],
            count: 2,
        }),
        distance: Distance::Equal,
    };
    let risk = attribute(&sensitive, &classes(), None, &Progress::default()).unwrap();
    assert_eq!((risk.records, risk.values), (6, 4));
    assert_eq!((risk.homogeneous_classes, risk.homogeneous_records), (3, 4));
    assert_eq!(risk.similar_records, Some(6));
    // Half of the third class has each of two diseases, which is not more than half.
    assert_eq!(risk.skewed_records, 4);
    assert_eq!((risk.guess_before, risk.guess_within), (0.5, 5.0 / 6.0));
    assert!((risk.farthest - 5.0 / 6.0).abs() < 1e-12);
    assert!(
        (risk.average_distance - (0.5 * 3.0 + 2.0 / 3.0 * 2.0 + 5.0 / 6.0) / 6.0).abs() < 1e-12
    );
    assert!(
        risk.figures()
            .iter()
            .all(|figure| figure.column.as_deref() == Some("Disease"))
    );
}

proptest! {
    #[test]
    fn every_subset_equals_counting(
        rows in prop::collection::vec(prop::array::uniform4(0u8..3), 0..40),
        k in 1u32..4,
    ) {
        let mut classes: BTreeMap<[u8; 4], u32> = BTreeMap::new();
        for row in &rows {
            *classes.entry(*row).or_default() += 1;
        }
        let columns: Vec<Column> = (0..4)
            .map(|at| Column::from_texts(format!("c{at}"), classes.keys().map(|row| row[at].to_string())).unwrap())
            .collect();
        let columns: Vec<&Column> = columns.iter().collect();
        let first: Vec<u32> = (0..classes.len() as u32).collect();
        let sizes: Vec<u32> = classes.values().copied().collect();
        let tuples = Tuples::new(&columns, &first, &sizes).unwrap();
        let found = uniqueness(&tuples, k, &Progress::default()).unwrap();
        prop_assert_eq!(found.subsets.len(), 15);
        for subset in found.subsets.iter().chain([&found.together]) {
            let at: Vec<usize> = subset.columns.iter().map(|name| name[1..].parse().unwrap()).collect();
            let mut counts: BTreeMap<Vec<u8>, u32> = BTreeMap::new();
            for row in &rows {
                *counts.entry(at.iter().map(|&at| row[at]).collect()).or_default() += 1;
            }
            prop_assert_eq!(subset.classes, counts.len());
            prop_assert_eq!(subset.unique, counts.values().filter(|&&count| count == 1).count());
            let below: u32 = counts.values().filter(|&&count| count < k).sum();
            prop_assert_eq!(subset.below_k, below as usize);
        }
        for minimal in &found.minimal {
            let is_below = |subset: &&SubsetRisk| {
                subset.columns.len() < minimal.len()
                    && subset.columns.iter().all(|name| minimal.contains(name))
            };
            prop_assert!(found.subsets.iter().filter(is_below).all(|subset| subset.unique == 0));
        }
        for (at, part) in found.contributions.iter().enumerate() {
            let without: Vec<String> = (0..4).filter(|&other| other != at).map(|at| format!("c{at}")).collect();
            let expected = found.subsets.iter().find(|subset| subset.columns == without).unwrap();
            prop_assert_eq!(part.without, expected.unique);
        }
    }
}
