use super::classes::ClassProfile;
use super::reach::reached;
use super::scan::{bit, scan};
use super::suppression::suppression;
use super::values::ValueProfile;
use crate::method::Task;
use crate::method::suppression::{Suppressed, suppress};
use crate::privacy::{Judge, PrivacyModel, parameter};
use cloakroom_core::hierarchy::Hierarchies;
use cloakroom_core::requirement::Diversity;
use cloakroom_core::{
    Column, Hierarchy, PreparedTable, Progress, Requirement, Role, Settings, Table,
};
use proptest::option;
use proptest::prelude::*;
use std::sync::Arc;

#[derive(Clone, Debug)]
struct Case {
    rows: Vec<(u8, u8, u8)>,
    requirement: Requirement,
    has_hierarchy: bool,
}

fn cases() -> impl Strategy<Value = Case> {
    let cell = (0..4u8, 0..6u8, 0..5u8);
    let decimal = |range: std::ops::Range<u32>| range.prop_map(|n| f64::from(n) / 100.0);
    let requirement = (
        (
            option::of(1..5u32),
            option::weighted(0.3, 1..4u32),
            option::weighted(0.3, decimal(100..300)),
            option::weighted(0.3, (decimal(20..400), 1..4u32)),
        ),
        (
            option::weighted(0.3, 1..4u32),
            option::weighted(0.3, 1..4u32),
            option::weighted(0.3, decimal(0..300)),
            option::weighted(0.4, decimal(0..80)),
            option::weighted(0.4, decimal(0..400)),
            prop_oneof![Just(0.0), decimal(0..70)],
        ),
    );
    (
        prop::collection::vec(cell, 1..40),
        requirement,
        any::<bool>(),
    )
        .prop_map(|(rows, (first, second), has_hierarchy)| Case {
            rows,
            requirement: Requirement {
                k: first.0,
                l: Diversity {
                    distinct: first.1,
                    entropy: first.2,
                    recursive: first.3,
                },
                p: second.0,
                p_plus: second.1,
                alpha: second.2,
                t: second.3,
                beta: second.4,
                suppression: second.5,
                ..Requirement::default()
            },
            has_hierarchy,
        })
}

/// A quasi-identifier, an illness with categories and perhaps a hierarchy, and a salary.
fn prepared(case: &Case) -> (Table, Settings, Hierarchies) {
    let texts = |pick: fn(&(u8, u8, u8)) -> String| case.rows.iter().map(pick).collect::<Vec<_>>();
    let zip = Column::from_texts("zip", texts(|row| row.0.to_string())).unwrap();
    let illness = Column::from_texts("illness", texts(|row| format!("i{}", row.1))).unwrap();
    let salary = |row: &(u8, u8, u8)| match row.2 {
        0 => String::new(),
        salary => (u32::from(salary) * 100).to_string(),
    };
    let salary = Column::from_texts("salary", texts(salary)).unwrap();
    let mut hierarchies = Hierarchies::default();
    if case.has_hierarchy {
        let chains: Vec<Vec<String>> = (0..6)
            .map(|at| vec![format!("i{at}"), format!("g{}", at / 2), "*".to_owned()])
            .collect();
        let hierarchy = Hierarchy::from_chains(&illness, &chains).unwrap();
        hierarchies.insert("illness".to_owned(), Arc::new(hierarchy));
    }
    let mut settings = Settings {
        requirement: case.requirement.clone(),
        ..Settings::default()
    };
    settings.roles.set("zip", Some(Role::Quasi));
    settings.roles.set("illness", Some(Role::Sensitive));
    settings.roles.set("salary", Some(Role::Sensitive));
    let order = |groups: &[&[&str]]| {
        groups
            .iter()
            .map(|group| group.iter().map(|&text| text.to_owned()).collect())
            .collect::<Vec<Vec<String>>>()
    };
    settings.categories.insert(
        "illness".to_owned(),
        order(&[&["i0", "i3"], &["i1", "i2"], &["i4", "i5"]]),
    );
    settings.categories.insert(
        "salary".to_owned(),
        order(&[&["400"], &["", "100", "200", "300"]]),
    );
    let table = Table::new(vec![zip, illness, salary]).unwrap();
    (table, settings, hierarchies)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(600))]

    #[test]
    fn profiles_judge_and_methods_agree(case in cases()) {
        let (table, settings, hierarchies) = prepared(&case);
        let requirement = &settings.requirement;
        let prepared = PreparedTable::new(&table, &settings, &hierarchies).unwrap();
        let judge = Judge::new(requirement, &prepared);
        let progress = Progress::default();
        let classes = ClassProfile::compute(&prepared.quasi_columns(), table.rows(), &progress).unwrap();
        let values = ValueProfile::compute(&classes, &prepared.sensitive, &progress).unwrap();

        // Every class breaks the promises that the judge says it breaks.
        let found = scan(&classes, Some(&values), requirement).unwrap();
        for class in 0..classes.classes() as u32 {
            let mut histograms = judge.histograms();
            for (histogram, sensitive) in histograms.iter_mut().zip(&prepared.sensitive) {
                for &row in classes.members(class) {
                    histogram.add(sensitive.column.codes()[row as usize], 1);
                }
            }
            let size = classes.sizes()[class as usize];
            let broken = judge
                .failures(size, &histograms)
                .iter()
                .fold(0, |broken, failing| broken | bit(failing.model));
            prop_assert_eq!(found.broken[class as usize], broken);
            prop_assert_eq!(judge.passes(size, &histograms), broken == 0);
        }

        // What is left out is what a method leaves out.
        let task = Task { prepared: &prepared, judge: &judge, settings: &settings.method, purposes: &settings.purposes };
        let class_of: Vec<u32> = (0..table.rows()).map(|row| classes.class_of(row)).collect();
        let suppressed = suppression(&classes, Some(&values), requirement, &progress).unwrap().unwrap();
        match suppress(task, &class_of, classes.classes(), &progress).unwrap() {
            Suppressed::Holds { left_out, .. } => {
                prop_assert!(suppressed.holds);
                prop_assert_eq!(suppressed.scan.violating_rows(&classes), left_out);
            }
            Suppressed::Fails { failing } => {
                prop_assert!(!suppressed.holds);
                prop_assert_eq!(suppressed.scan.violating, failing);
            }
        }

        // What is reached passes, and the next stricter does not.
        for model in PrivacyModel::asked(requirement) {
            let best = reached(&classes, Some(&values), requirement, &suppressed, model, &progress).unwrap();
            let passes = |parameter: u64| {
                let asked = parameter::with(model, parameter, requirement);
                suppression(&classes, Some(&values), &asked, &progress).unwrap().unwrap().holds
            };
            match best {
                None => prop_assert!(!passes(parameter::weakest(model))),
                Some(best) => {
                    prop_assert!(passes(best), "{model:?} {best}");
                    let stricter = if parameter::smaller_is_stricter(model) {
                        best.checked_sub(1)
                    } else {
                        Some(best + 1)
                    };
                    if let Some(stricter) = stricter {
                        prop_assert!(!passes(stricter), "{model:?} {best}");
                    }
                }
            }
        }
    }
}

#[test]
fn what_the_profiles_do_not_know_is_not_answered() {
    let case = Case {
        rows: vec![(0, 0, 0), (0, 1, 1)],
        requirement: Requirement {
            p: Some(2),
            ..Requirement::default()
        },
        has_hierarchy: false,
    };
    let (table, mut settings, hierarchies) = prepared(&case);
    settings.categories.remove("salary");
    let prepared = PreparedTable::new(&table, &settings, &hierarchies).unwrap();
    let progress = Progress::default();
    let classes = ClassProfile::compute(&prepared.quasi_columns(), 2, &progress).unwrap();
    let values = ValueProfile::compute(&classes, &prepared.sensitive, &progress).unwrap();
    let requirement = &settings.requirement;
    assert_eq!(scan(&classes, None, requirement), None);
    assert!(scan(&classes, Some(&values), requirement).is_some());
    let categories = Requirement {
        p_plus: Some(1),
        ..Requirement::default()
    };
    assert_eq!(scan(&classes, Some(&values), &categories), None);
    let none = ValueProfile::compute(&classes, &[], &progress).unwrap();
    assert_eq!(scan(&classes, Some(&none), requirement), None);
    let found = scan(&classes, Some(&values), requirement).unwrap();
    assert_eq!(found.models(0).collect::<Vec<PrivacyModel>>(), []);
}
