//! The checker of written releases decides every promise as the engine does, by other code.

use cloakroom_core::column::Column;
use cloakroom_core::dataset::Dataset;
use cloakroom_core::hierarchy::{Hierarchies, Hierarchy};
use cloakroom_core::io::loaded::{Loaded, SourceFile};
use cloakroom_core::load_options::LoadOptions;
use cloakroom_core::progress::Progress;
use cloakroom_core::recipe::Recipe;
use cloakroom_core::requirement::{Diversity, Requirement};
use cloakroom_core::roles::Role;
use cloakroom_core::settings::DistanceName;
use cloakroom_core::table::Table;
use cloakroom_core::trees::Trees;
use cloakroom_core::units::Units;
use cloakroom_engine::check::check;
use cloakroom_engine::release::{ReleaseOutcome, release};
use cloakroom_verify::{Declaration, Room, decide_units, verify};
use proptest::option::weighted;
use proptest::prelude::*;
use std::sync::Arc;

/// Per record: the class, the illness, the salary.
type Record = (u8, u8, u8);

#[derive(Clone, Debug)]
struct Case {
    records: Vec<Record>,
    requirement: Requirement,
    has_hierarchy: bool,
}

fn cases() -> impl Strategy<Value = Case> {
    let decimal = |range: std::ops::Range<u32>| range.prop_map(|n| f64::from(n) / 100.0);
    let requirement = (
        weighted(0.8, 1..4u32),
        (
            weighted(0.4, 1..4u32),
            weighted(0.4, decimal(100..300)),
            weighted(0.4, (decimal(20..400), 1..3u32)),
        ),
        (weighted(0.4, 1..4u32), weighted(0.4, 1..4u32)),
        weighted(0.4, decimal(0..300)),
        (
            weighted(0.6, decimal(0..90)),
            weighted(0.4, decimal(0..400)),
        ),
    );
    let record = (0..3u8, 0..6u8, 0..5u8);
    (
        prop::collection::vec(record, 1..40),
        requirement,
        any::<bool>(),
    )
        .prop_map(
            |(records, (k, l, (p, p_plus), alpha, (t, beta)), has_hierarchy)| Case {
                records,
                requirement: Requirement {
                    k,
                    l: Diversity {
                        distinct: l.0,
                        entropy: l.1,
                        recursive: l.2,
                    },
                    p,
                    p_plus,
                    alpha,
                    t,
                    beta,
                    suppression: 0.0,
                    ..Requirement::default()
                },
                has_hierarchy,
            },
        )
}

/// Even and uneven numbers are equally frequent in the order of their ranks, so that ties happen.
fn loaded(case: &Case) -> (Loaded, Trees) {
    let texts =
        |pick: &dyn Fn(&Record) -> String| case.records.iter().map(pick).collect::<Vec<_>>();
    let salary = |record: &Record| match record.2 {
        0 => String::new(),
        1 => "-5".to_owned(),
        salary => format!("{}0.5", u32::from(salary) * 5),
    };
    let columns = vec![
        Column::from_texts("zip", texts(&|record| format!("z{}", record.0))).unwrap(),
        Column::from_texts("illness", texts(&|record| format!("i{}", record.1))).unwrap(),
        Column::from_texts("salary", texts(&salary)).unwrap(),
    ];
    let mut hierarchies = Hierarchies::default();
    if case.has_hierarchy {
        let chains: Vec<Vec<String>> = (0..6)
            .map(|at| {
                let pair = format!("pair {}", at / 2);
                let half = format!("half {}", at / 4);
                vec![format!("i{at}"), pair, half, "*".to_owned()]
            })
            .collect();
        let hierarchy = Hierarchy::from_chains(&columns[1], &chains).unwrap();
        hierarchies.insert("illness".to_owned(), Arc::new(hierarchy));
    }
    let loaded = Loaded {
        dataset: Dataset::Microdata(Table::new(columns).unwrap()),
        source: SourceFile {
            path: "people.csv".into(),
            bytes: 1,
            sha256: "00".into(),
        },
        options: LoadOptions::default(),
        notes: Vec::new(),
        folded: Vec::new(),
        prepared: None,
        understood: Default::default(),
    };
    (loaded, hierarchies.into())
}

fn recipe(requirement: Requirement) -> Recipe {
    let mut recipe = Recipe {
        data: "people.csv".into(),
        ..Recipe::default()
    };
    let settings = &mut recipe.settings;
    settings.roles.set("zip", Some(Role::Quasi));
    settings.roles.set("illness", Some(Role::Sensitive));
    settings.roles.set("salary", Some(Role::Sensitive));
    settings.release.shuffle = false;
    settings.requirement = requirement;
    for (column, order) in [
        (
            "illness",
            vec![vec!["i0", "i3"], vec!["i1", "i2"], vec!["i4", "i5"]],
        ),
        (
            "salary",
            vec![vec!["200.5"], vec!["", "-5", "100.5", "150.5"]],
        ),
    ] {
        let order = order
            .iter()
            .map(|group| group.iter().map(|&text| text.to_owned()).collect())
            .collect();
        settings.categories.insert(column.to_owned(), order);
    }
    recipe
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn checker_and_engine_decide_alike(case in cases()) {
        let (loaded, hierarchies) = loaded(&case);
        let folder = tempfile::tempdir().unwrap();
        let out = folder.path().join("out");
        let progress = Progress::default();
        // A release that promises next to nothing, with all that any promise rests on.
        let weak = Requirement {
            k: Some(1),
            p_plus: Some(1),
            alpha: Some(0.0),
            t: Some(1.0),
            ..Requirement::default()
        };
        let written = release(&loaded, &recipe(weak), &hierarchies, &out, &progress).unwrap();
        prop_assert!(matches!(written, ReleaseOutcome::Written(_)));
        prop_assert!(verify(&out, &progress).unwrap().satisfied);
        prop_assume!(!case.requirement.is_empty());

        // The same files with another promise.
        let path = out.join("certificate.json");
        let text = std::fs::read_to_string(&path).unwrap();
        let mut certificate: serde_json::Value = serde_json::from_str(&text).unwrap();
        certificate["declared"]["requirement"] = serde_json::to_value(&case.requirement).unwrap();
        std::fs::write(&path, certificate.to_string()).unwrap();
        let verified = verify(&out, &progress).unwrap();
        let asked = recipe(case.requirement.clone());
        let checked = check(&loaded.dataset, &asked.settings, &hierarchies, &progress).unwrap();
        let rows: Vec<u64> = checked.violating_rows.iter().map(|&row| u64::from(row)).collect();
        prop_assert_eq!(&verified.violating_rows, &rows);
        prop_assert_eq!(verified.requirements.len(), checked.requirements.len());
        for (verified, checked) in verified.requirements.iter().zip(&checked.requirements) {
            prop_assert_eq!(&verified.name, &checked.name);
            prop_assert_eq!(verified.wanted.to_string(), checked.wanted.to_string());
            prop_assert_eq!(verified.violations, checked.violations as u64);
            prop_assert_eq!(verified.satisfied, checked.satisfied);
            // The engine says none where another promise fails.
            if let Some(reached) = checked.reached {
                let found = verified.reached.map(|found| found.to_string());
                prop_assert_eq!(found, Some(reached.to_string()));
            }
        }
    }

    /// Of people and households too, the checker being told whose each row is.
    #[test]
    fn checker_and_engine_decide_alike_of_people(
        case in cases(),
        whose in prop::collection::vec((0..9u8, 0..4u8), 40),
        keys in 1..4u8,
    ) {
        let (mut loaded, hierarchies) = loaded(&case);
        let rows = case.records.len();
        let (has_person, has_group) = (keys % 2 == 1, keys / 2 == 1);
        let person: Vec<String> = whose[..rows].iter().map(|(id, _)| format!("p{id}")).collect();
        let house: Vec<String> = whose[..rows].iter().map(|(_, house)| format!("h{house}")).collect();
        let mut columns = loaded.dataset.table().unwrap().columns().to_vec();
        columns.push(Column::from_texts("person", &person).unwrap());
        columns.push(Column::from_texts("house", &house).unwrap());
        loaded.dataset = Dataset::Microdata(Table::new(columns).unwrap());
        let recipe = |requirement, keys: bool| {
            let mut recipe = recipe(requirement);
            let settings = &mut recipe.settings;
            let role = |is_key, key| if keys && is_key { key } else { Role::Identifier };
            settings.roles.set("person", Some(role(has_person, Role::Person)));
            settings.roles.set("house", Some(role(has_group, Role::Group)));
            for name in ["illness", "salary"] {
                settings.distances.insert(name.to_owned(), DistanceName::Equal);
            }
            recipe
        };
        let folder = tempfile::tempdir().unwrap();
        let out = folder.path().join("out");
        let progress = Progress::default();
        let weak = Requirement {
            k: Some(1),
            p_plus: Some(1),
            alpha: Some(0.0),
            t: Some(1.0),
            ..Requirement::default()
        };
        let written = release(&loaded, &recipe(weak, false), &hierarchies, &out, &progress).unwrap();
        prop_assert!(matches!(written, ReleaseOutcome::Written(_)));
        prop_assume!(!case.requirement.is_empty());
        let text = std::fs::read_to_string(out.join("certificate.json")).unwrap();
        let mut certificate: serde_json::Value = serde_json::from_str(&text).unwrap();
        certificate["declared"]["requirement"] = serde_json::to_value(&case.requirement).unwrap();
        certificate["declared"]["counts"] = if has_group { "groups" } else { "people" }.into();
        let declared: Declaration = serde_json::from_value(certificate["declared"].take()).unwrap();
        let table = loaded.dataset.table().unwrap();
        let key = |has: bool, name: &str| table.column(name).filter(|_| has);
        let units = Units::new(key(has_person, "person"), key(has_group, "house")).unwrap();
        let file = out.join("release.csv");
        let verified = decide_units(&file, &declared, units.of_rows(), Room(1 << 28), &progress).unwrap();
        let asked = recipe(case.requirement.clone(), true);
        let checked = check(&loaded.dataset, &asked.settings, &hierarchies, &progress).unwrap();
        prop_assert_eq!(verified.len(), checked.requirements.len());
        for (verified, checked) in verified.iter().zip(&checked.requirements) {
            prop_assert_eq!(&verified.name, &checked.name);
            prop_assert_eq!(verified.satisfied, checked.satisfied, "{}", &verified.name);
            if let Some(reached) = checked.reached {
                let found = verified.reached.map(|found| found.to_string());
                prop_assert_eq!(found, Some(reached.to_string()), "{}", &verified.name);
            }
        }
        let all = verified.iter().all(|line| line.satisfied);
        prop_assert_eq!(all, checked.satisfied);
        // Without one row of them the file is another.
        let fewer = &units.of_rows()[1..];
        prop_assert!(decide_units(&file, &declared, fewer, Room(1 << 28), &progress).is_err());
    }

    /// What is released under any requirement passes the checker: release does not write otherwise.
    #[test]
    fn what_is_released_is_verified(case in cases(), suppression in 0..60u32, escape in any::<bool>()) {
        let (loaded, hierarchies) = loaded(&case);
        let folder = tempfile::tempdir().unwrap();
        let out = folder.path().join("out");
        let progress = Progress::default();
        let requirement = Requirement {
            suppression: f64::from(suppression) / 100.0,
            ..case.requirement.clone()
        };
        prop_assume!(!requirement.is_empty());
        let mut recipe = recipe(requirement);
        recipe.settings.release.shuffle = true;
        recipe.settings.release.escape_formulas = escape;
        let before = check(&loaded.dataset, &recipe.settings, &hierarchies, &progress).unwrap();
        match release(&loaded, &recipe, &hierarchies, &out, &progress).unwrap() {
            ReleaseOutcome::NotReached(_) => prop_assert!(!before.satisfied),
            ReleaseOutcome::Written(answer) => {
                prop_assert!(before.satisfied);
                prop_assert!(answer.check.satisfied);
                prop_assert_eq!(&answer.suppressed_rows, &before.violating_rows);
                let verdict = verify(&out, &progress).unwrap();
                prop_assert!(verdict.satisfied, "{:?}", verdict.faults);
                // What is told of the release is what the engine measured, as far as that follows from it.
                let text = std::fs::read_to_string(out.join("certificate.json")).unwrap();
                let certificate: serde_json::Value = serde_json::from_str(&text).unwrap();
                let told = certificate["measured"]["metrics"].as_object().unwrap();
                let public = answer.metrics.0.iter().filter(|(metric, _)| metric.is_public());
                prop_assert_eq!(told.len(), public.clone().count());
                for (metric, value) in public {
                    let told = told[metric.name()].as_f64().unwrap();
                    prop_assert!((told - value).abs() <= 1e-9 * value.abs(), "{}", metric.name());
                }
            }
        }
    }
}
