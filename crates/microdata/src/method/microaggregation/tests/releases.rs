//! Whole releases: what is shown, what is refused, and promises beyond k.

use super::tables::{ALL, Case};
use crate::method::Anonymized;
use cloakroom_core::microaggregation::CategoryCentre;
use cloakroom_core::{Column, Hierarchy, MethodName};
use proptest::prelude::*;
use std::collections::BTreeMap;
use std::sync::Arc;

fn texts(list: &[&str]) -> Vec<String> {
    list.iter().map(|&text| text.to_owned()).collect()
}

fn lines(column: &Column, text: &str) -> Hierarchy {
    let chains: Vec<Vec<&str>> = text
        .split(' ')
        .map(|line| line.split(';').collect())
        .collect();
    Hierarchy::from_chains(column, &chains).unwrap()
}

/// What every record's cell has lost.
fn losses(release: &Anonymized, at: usize) -> Vec<f64> {
    let changed = &release.changed[at];
    let codes = changed.column.codes().iter();
    codes
        .map(|&code| changed.loss_of_code[code as usize])
        .collect()
}

#[test]
fn numbers_dates_and_categories_show_their_centres() {
    let mut case = Case::new(
        2,
        &[
            ("age", texts(&["20", "23", "60", "61"])),
            ("income", texts(&["1.5", "1.25", "9", "8"])),
            (
                "since",
                texts(&["01.03.2020", "03.03.2020", "01.01.1990", "02.01.1990"]),
            ),
            ("job", texts(&["cook", "nurse", "clerk", "clerk"])),
        ],
    );
    let release = case.reach(MethodName::Mdav);
    assert_eq!(case.shown(&release, "age"), ["22", "22", "61", "61"]);
    assert_eq!(
        case.shown(&release, "income"),
        ["1.38", "1.38", "8.50", "8.50"]
    );
    assert_eq!(
        case.shown(&release, "since"),
        ["02.03.2020", "02.03.2020", "02.01.1990", "02.01.1990"]
    );
    // Of equally frequent values that which the table has first.
    assert_eq!(
        case.shown(&release, "job"),
        ["cook", "cook", "clerk", "clerk"]
    );
    assert_eq!(
        losses(&release, 0),
        [3.0 / 41.0, 3.0 / 41.0, 1.0 / 41.0, 1.0 / 41.0]
    );
    assert_eq!(losses(&release, 3), [1.0, 1.0, 0.0, 0.0]);

    let chains = "cook;service;* nurse;service;* clerk;office;*";
    let hierarchy = lines(&case.table.columns()[3], chains);
    case.hierarchies
        .insert("job".to_owned(), Arc::new(hierarchy));
    let release = case.reach(MethodName::Mdav);
    assert_eq!(
        case.shown(&release, "job"),
        ["cook", "cook", "clerk", "clerk"]
    );
    assert_eq!(losses(&release, 3), [0.5, 0.5, 0.0, 0.0]);
    case.settings.method.microaggregation.categories = CategoryCentre::Hierarchy;
    let release = case.reach(MethodName::Mdav);
    assert_eq!(
        case.shown(&release, "job"),
        ["service", "service", "clerk", "clerk"]
    );
}

#[test]
fn numbers_with_a_hierarchy_are_averaged_unless_its_groups_are_asked_for() {
    let mut case = Case::new(2, &[("age", texts(&["20", "24", "60", "64"]))]);
    let hierarchy = lines(
        &case.table.columns()[0],
        "20;young;* 24;young;* 60;old;* 64;old;*",
    );
    case.hierarchies
        .insert("age".to_owned(), Arc::new(hierarchy));
    let release = case.reach(MethodName::Mdav);
    assert_eq!(case.shown(&release, "age"), ["22", "22", "62", "62"]);
    case.settings.method.microaggregation.categories = CategoryCentre::Hierarchy;
    let release = case.reach(MethodName::Mdav);
    assert_eq!(
        case.shown(&release, "age"),
        ["young", "young", "old", "old"]
    );
}

#[test]
fn what_has_no_mean_is_refused_in_a_sentence() {
    for name in ALL {
        let case = Case::new(2, &[("age", texts(&["20", "", "", "61"]))]);
        let told = case.refused(name);
        assert!(
            told.starts_with("2 of the 4 records have no value in the column of numbers \"age\""),
            "{told}"
        );
        let case = Case::new(2, &[("age", texts(&["20", "1e999", "3", "61"]))]);
        let told = case.refused(name);
        assert!(
            told.contains("1 of the 4 records hold an infinite number"),
            "{told}"
        );
        let case = Case::new(
            2,
            &[("age", texts(&["1", "2"])), ("note", texts(&["", ""]))],
        );
        assert!(
            case.refused(name)
                .contains("\"note\" holds missing values only")
        );
        let case = Case::new(5, &[("age", texts(&["20", "3", "61"]))]);
        assert!(
            case.refused(name)
                .contains("3 records and groups need at least 5")
        );
    }
}

#[test]
fn numbers_among_which_something_else_stands_are_refused() {
    let mixed = texts(&["20", "inf", "3", "61", "forty", "7"]);
    for name in ALL {
        let case = Case::new(2, &[("age", mixed.clone())]);
        let told = case.refused(name);
        assert!(
            told.starts_with("column \"age\" holds 4 "),
            "{}: {told}",
            name.name()
        );
        assert!(
            told.contains("2 other values, the first in record 2"),
            "{}: {told}",
            name.name()
        );
    }
    // With a hierarchy they are names, whatever they look like.
    let mut case = Case::new(2, &[("age", mixed)]);
    let tree = lines(
        &case.table.columns()[0],
        "20;low;* inf;high;* 3;low;* 61;high;* forty;high;* 7;low;*",
    );
    case.hierarchies.insert("age".to_owned(), Arc::new(tree));
    for name in ALL {
        let release = case.reach(name);
        case.assert_sound(name, &release);
    }
}

#[test]
fn a_constant_column_is_kept() {
    let case = Case::new(
        2,
        &[
            ("age", texts(&["20", "21", "60", "61"])),
            ("rate", texts(&["1e3"; 4])),
        ],
    );
    for name in ALL {
        let release = case.reach(name);
        assert_eq!(case.shown(&release, "rate"), ["1e3"; 4]);
        assert_eq!(release.changed[1].loss_of_code, [0.0]);
    }
}

#[test]
fn groups_are_merged_until_every_promise_holds() {
    let mut case = Case::new(
        2,
        &[
            ("age", texts(&["1", "2", "11", "12", "50", "51"])),
            ("value", texts(&["flu", "flu", "hiv", "hiv", "flu", "hiv"])),
        ],
    );
    case.settings.requirement.l.distinct = Some(2);
    for name in ALL {
        let release = case.reach(name);
        case.assert_sound(name, &release);
        let shown = case.shown(&release, "age");
        assert_eq!(shown[..4], ["7"; 4], "{}", name.name());
        assert_eq!(shown[4..], ["51"; 2], "{}", name.name());
    }
}

type Row = (i16, i16, u8, u8);

fn random_case(rows: &[Row], k: u32, model: u8) -> Case {
    let column = |pick: &dyn Fn(&Row) -> String| rows.iter().map(pick).collect::<Vec<_>>();
    let mut case = Case::new(
        k,
        &[
            ("number", column(&|row| row.0.to_string())),
            (
                "decimal",
                column(&|row| format!("{:.2}", f64::from(row.1) / 8.0)),
            ),
            (
                "tree",
                column(&|row| ["a", "b", "c", "d", "e"][row.2 as usize % 5].to_owned()),
            ),
            (
                "flat",
                column(&|row| ["p", "", "q"][row.3 as usize % 3].to_owned()),
            ),
            (
                "value",
                column(&|row| ["u", "v", "w", "x"][row.3 as usize % 4].to_owned()),
            ),
        ],
    );
    let order = [["u", "v"], ["w", "x"]].map(|pair| texts(&pair)).to_vec();
    case.settings.categories.insert("value".to_owned(), order);
    let hierarchy = lines(&case.table.columns()[2], "a;x;* b;x;* c;y;* d;y;* e;y;*");
    case.hierarchies
        .insert("tree".to_owned(), Arc::new(hierarchy));
    let requirement = &mut case.settings.requirement;
    match model {
        0 => {}
        1 => requirement.p = Some(2),
        2 => requirement.p_plus = Some(2),
        3 => requirement.alpha = Some(1.0),
        4 => requirement.l.distinct = Some(3),
        5 => requirement.l.entropy = Some(1.5),
        6 => requirement.l.recursive = Some((2.0, 2)),
        7 => requirement.t = Some(0.35),
        _ => requirement.beta = Some(0.8),
    }
    case
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]

    #[test]
    fn every_release_keeps_what_it_promised(
        rows in prop::collection::vec((-50i16..200, -40i16..40, 0u8..5, 0u8..12), 1..70),
        k in 1u32..6, model in 0u8..9, by_groups: bool, keep_means: bool, block in 0u32..60,
    ) {
        let mut case = random_case(&rows, k, model);
        // A column of missing values is refused.
        let mut columns = case.table.columns().iter();
        if !case.can_be_reached() || columns.any(|column| column.distinct() == 0) {
            return Ok(());
        }
        case.settings.method.keep_means = keep_means;
        case.settings.method.microaggregation.block = block;
        if by_groups {
            case.settings.method.microaggregation.categories = CategoryCentre::Hierarchy;
        }
        for name in ALL {
            let release = case.reach(name);
            case.assert_sound(name, &release);
            prop_assert!(release.left_out.is_empty());
            prop_assert_eq!(&case.reach(name), &release);
        }
    }

    #[test]
    fn means_are_right_and_sums_are_kept(
        rows in prop::collection::vec((-50i16..200, -40i16..40), 6..60), k in 2u32..5, keep: bool,
    ) {
        let number: Vec<String> = rows.iter().map(|row| row.0.to_string()).collect();
        let decimal: Vec<String> = rows.iter().map(|row| format!("{:.1}", f64::from(row.1) / 10.0)).collect();
        let mut case = Case::new(k, &[("number", number.clone()), ("decimal", decimal.clone())]);
        case.settings.method.keep_means = keep;
        for name in ALL {
            let release = case.reach(name);
            for (column, originals, unit) in [("number", &number, 1.0), ("decimal", &decimal, 0.1)] {
                let value = |text: &String| text.parse::<f64>().unwrap();
                let shown = case.shown(&release, column);
                let mut classes: BTreeMap<(&String, String), Vec<f64>> = BTreeMap::new();
                for row in 0..rows.len() {
                    let other = if column == "number" { "decimal" } else { "number" };
                    let key = (&shown[row], case.shown(&release, other)[row].clone());
                    classes.entry(key).or_default().push(value(&originals[row]));
                }
                for ((text, _), numbers) in &classes {
                    let mean = numbers.iter().sum::<f64>() / numbers.len() as f64;
                    let most = if keep { unit } else { unit / 2.0 };
                    // Groups that look alike have means that round alike.
                    prop_assert!((value(text) - mean).abs() <= most + 1e-9, "{} for {}", text, mean);
                }
                let before: f64 = originals.iter().map(value).sum();
                let after: f64 = shown.iter().map(value).sum();
                let largest = classes.values().map(Vec::len).max().unwrap() as f64;
                let most = if keep { unit * largest / 2.0 } else { unit * rows.len() as f64 / 2.0 };
                prop_assert!((before - after).abs() <= most + 1e-6, "{} for {}", after, before);
            }
        }
    }
}
