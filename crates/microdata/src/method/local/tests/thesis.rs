//! Chapter 3: Tables 3.1 to 3.6 and the zip codes of Figure 3.1.

use super::cases::{Case, LOCAL, lines};
use cloakroom_core::{Column, Hierarchy, MethodName};
use std::sync::Arc;

const DISEASES: [&str; 12] = [
    "HIV",
    "HIV",
    "Cancer",
    "Cancer",
    "Hepatitis",
    "Phthisis",
    "Asthma",
    "Obesity",
    "Flu",
    "Flu",
    "Flu",
    "Indigestion",
];

fn categories(case: &mut Case) {
    // Table 3.3.
    let order = [
        ["HIV", "Cancer"],
        ["Phthisis", "Hepatitis"],
        ["Obesity", "Asthma"],
        ["Flu", "Indigestion"],
    ];
    let order = order.map(|values| values.map(str::to_owned).to_vec());
    case.settings
        .categories
        .insert("Disease".to_owned(), order.to_vec());
}

/// Table 3.6(a), with the zip code of the last tuple as printed there.
fn sample() -> Case {
    let zip = Column::from_texts("Zip", ["14248", "14248", "14248", "14247"]).unwrap();
    let disease = ["HIV", "Indigestion", "Flu", "Cancer"];
    let disease = Column::from_texts("Disease", disease).unwrap();
    let mask = Hierarchy::mask(&zip, 5).unwrap();
    let mut case = Case::new(vec![zip], Some(disease));
    case.hierarchies.insert("Zip".to_owned(), Arc::new(mask));
    categories(&mut case);
    case.settings.requirement.k = Some(2);
    case.settings.requirement.p = Some(2);
    case.settings.requirement.alpha = Some(1.0);
    case
}

/// Table 3.1 with masks for the zip codes.
fn raw() -> Case {
    let age = [
        "27", "28", "26", "25", "41", "48", "45", "42", "33", "37", "36", "35",
    ];
    let country = [
        "USA", "Canada", "USA", "Canada", "China", "Japan", "India", "India", "USA", "Canada",
        "Canada", "USA",
    ];
    let zip = [
        "14248", "14207", "14206", "14249", "13053", "13074", "13064", "13062", "14248", "14204",
        "14205", "14248",
    ];
    let age = Column::from_texts("Age", age).unwrap();
    let country = Column::from_texts("Country", country).unwrap();
    let zip = Column::from_texts("Zip", zip).unwrap();
    let disease = Column::from_texts("Disease", DISEASES).unwrap();
    let land = lines(
        &country,
        "USA;America;* Canada;America;* China;Asia;* Japan;Asia;* India;Asia;*",
    );
    let mask = Hierarchy::mask(&zip, 5).unwrap();
    let mut case = Case::new(vec![age, country, zip], Some(disease));
    case.hierarchies
        .insert("Country".to_owned(), Arc::new(land));
    case.hierarchies.insert("Zip".to_owned(), Arc::new(mask));
    categories(&mut case);
    case.settings.requirement.k = Some(4);
    case
}

#[test]
fn table_3_6_is_recoded_as_printed() {
    let case = sample();
    let anonymized = case.reach(MethodName::LocalRecoding);
    assert_eq!(
        case.shown(&anonymized, "Zip"),
        ["14248", "14248", "1424*", "1424*"]
    );
    // Two levels raised in all, which is the least there is, of 4 records × 5 levels.
    let heights: usize = case
        .shown(&anonymized, "Zip")
        .iter()
        .map(|zip| zip.matches('*').count())
        .sum();
    assert_eq!(heights, 2);
    assert_eq!(heights as f64 / (4.0 * 5.0), 0.1);
}

#[test]
fn a_larger_alpha_is_stricter() {
    let mut case = sample();
    case.settings.requirement.alpha = Some(2.0);
    let anonymized = case.reach(MethodName::LocalRecoding);
    // Only all four together weigh 2: HIV and Cancer weigh nothing.
    assert_eq!(case.shown(&anonymized, "Zip"), ["1424*"; 4]);
}

#[test]
fn table_3_1_is_released_under_the_models_of_tables_3_2_3_4_and_3_5() {
    type Ask = fn(&mut Case);
    let models: [(&str, Ask); 3] = [
        ("2-sensitive", |case| case.settings.requirement.p = Some(2)),
        ("2+-sensitive", |case| {
            case.settings.requirement.p_plus = Some(2);
        }),
        ("(3, 1)-sensitive", |case| {
            case.settings.requirement.p = Some(3);
            case.settings.requirement.alpha = Some(1.0);
        }),
    ];
    for (model, ask) in models {
        let mut case = raw();
        ask(&mut case);
        for name in LOCAL {
            let anonymized = case.reach(name);
            assert!(anonymized.left_out.is_empty(), "{model}");
            case.assert_sound(name, &anonymized);
        }
    }
}

#[test]
fn table_3_1_is_grouped_as_in_table_3_4() {
    let mut case = raw();
    case.settings.requirement.p_plus = Some(2);
    let anonymized = case.reach(MethodName::Refined);
    let zips = case.shown(&anonymized, "Zip");
    let lands = case.shown(&anonymized, "Country");
    for (records, zip, land) in [
        ([1, 4, 9, 12], "1424*", "America"),
        ([5, 6, 7, 8], "130**", "Asia"),
        ([2, 3, 10, 11], "1420*", "America"),
    ] {
        for record in records {
            assert_eq!(zips[record - 1], zip, "record {record}");
            assert_eq!(lands[record - 1], land, "record {record}");
        }
    }
}
