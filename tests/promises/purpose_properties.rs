//! Whatever a purpose and a degree make of a random table is released only if it passes `verify`; by the printed rule it
//! lies at or above the levels that the degree asks for.

use cloakroom_core::column::Column;
use cloakroom_core::dataset::Dataset;
use cloakroom_core::hierarchy::{Hierarchies, Hierarchy};
use cloakroom_core::io::loaded::{Loaded, SourceFile};
use cloakroom_core::load_options::LoadOptions;
use cloakroom_core::method::MethodName;
use cloakroom_core::progress::Progress;
use cloakroom_core::purpose::{LevelWeights, Purpose, Rule, Target};
use cloakroom_core::recipe::Recipe;
use cloakroom_core::roles::Role;
use cloakroom_core::table::Table;
use cloakroom_core::trees::Trees;
use cloakroom_engine::release::{ReleaseOutcome, release};
use cloakroom_microdata::method::decomposition::DecomposedColumn;
use cloakroom_verify::verify;
use proptest::prelude::*;
use std::sync::Arc;

#[derive(Clone, Debug)]
struct Case {
    rows: Vec<(u8, u16, bool, u8)>,
    k: u32,
    distinct: Option<u32>,
    suppression: f64,
    degree: f64,
    purpose: Option<(usize, usize)>,
    utility: bool,
    /// By the printed rule, sparing what is useful or not.
    printed: Option<bool>,
}

const COLUMNS: [&str; 3] = ["age", "zip", "sex"];

fn cases() -> impl Strategy<Value = Case> {
    let row = (20u8..60, 1000u16..1040, any::<bool>(), 0u8..4);
    let purpose = prop::option::of((0..3usize, 1..3usize).prop_map(|(a, by)| (a, (a + by) % 3)));
    (
        prop::collection::vec(row, 2..60),
        1u32..6,
        prop::option::of(1u32..4),
        prop_oneof![Just(0.0), 0.0..0.5f64],
        0.0..=1.0f64,
        purpose,
        any::<bool>(),
        prop::option::of(any::<bool>()),
    )
        .prop_map(
            |(rows, k, distinct, suppression, degree, purpose, utility, printed)| Case {
                rows,
                k,
                distinct,
                suppression,
                degree,
                purpose,
                utility,
                printed,
            },
        )
}

fn table(case: &Case) -> Table {
    let column = |name: &str, text: fn(&(u8, u16, bool, u8)) -> String| {
        Column::from_texts(name, case.rows.iter().map(text)).unwrap()
    };
    Table::new(vec![
        column("age", |row| row.0.to_string()),
        column("zip", |row| row.1.to_string()),
        column("sex", |row| if row.2 { "f" } else { "m" }.to_owned()),
        column("disease", |row| format!("d{}", row.3)),
    ])
    .unwrap()
}

fn recipe(case: &Case) -> Recipe {
    let mut recipe = Recipe {
        data: "people.csv".into(),
        ..Recipe::default()
    };
    let settings = &mut recipe.settings;
    for name in COLUMNS {
        settings.roles.set(name, Some(Role::Quasi));
    }
    settings.roles.set("disease", Some(Role::Sensitive));
    settings.requirement.k = Some(case.k);
    settings.requirement.l.distinct = case.distinct;
    settings.requirement.suppression = case.suppression;
    settings.method.name = MethodName::Decomposition;
    let told = &mut settings.method.decomposition;
    told.target = Target::Degree(case.degree);
    told.rule = match case.printed {
        Some(_) => Rule::Printed,
        None => Rule::Nearest,
    };
    told.spare_useful = case.printed.unwrap_or(true);
    if case.utility {
        told.weights = LevelWeights::Utility;
        told.beta = 2.0;
    }
    if let Some((most, least)) = case.purpose {
        told.purpose = Some("study".to_owned());
        let purpose = Purpose {
            most: COLUMNS[most].to_owned(),
            least: COLUMNS[least].to_owned(),
            ..Purpose::default()
        };
        settings.purposes.insert("study".to_owned(), purpose);
    }
    recipe
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]

    #[test]
    fn releases_pass_verify_and_lie_above_their_target(case in cases()) {
        let table = table(&case);
        let age = Hierarchy::intervals(&table.columns()[0], &[5.0, 20.0]).unwrap();
        let zip = Hierarchy::mask(&table.columns()[1], 4).unwrap();
        let trees = Trees {
            hierarchies: Hierarchies::from([
                ("age".to_owned(), Arc::new(age)),
                ("zip".to_owned(), Arc::new(zip)),
            ]),
            ..Trees::default()
        };
        let loaded = Loaded {
            dataset: Dataset::Microdata(table),
            source: SourceFile { path: "people.csv".into(), bytes: 1, sha256: "00".into() },
            options: LoadOptions::default(),
            notes: Vec::new(),
            folded: Vec::new(),
            prepared: None,
            understood: Default::default(),
        };
        let folder = tempfile::tempdir().unwrap();
        let out = folder.path().join("out");
        let progress = Progress::default();
        match release(&loaded, &recipe(&case), &trees, &out, &progress) {
            Ok(ReleaseOutcome::Written(answer)) => {
                let report = answer.decomposition.unwrap();
                for column in &report.columns {
                    prop_assert!(column.released_level <= column.height);
                    prop_assert_eq!(column.target_level == 0, column.degree == 0.0);
                }
                if case.printed.is_some() {
                    let above = |column: &DecomposedColumn| column.released_level >= column.target_level;
                    prop_assert!(report.columns.iter().all(above));
                    prop_assert!(report.degree_released >= report.degree_at_target - 1e-12);
                }
                prop_assert!((0.0..=1.0 + 1e-12).contains(&report.degree_released));
                prop_assert!(verify(&out, &progress).unwrap().satisfied);
            }
            Ok(ReleaseOutcome::NotReached(_)) => prop_assert!(!out.exists()),
            // A purpose that names a column with one value.
            Err(failure) => prop_assert!(failure.to_string().contains("at least two values")),
        }
    }
}
