//! Tables by hand.

use crate::declaration::{Categories, Declaration, Distance, Format, Kind, Roles, SensitiveColumn};
use crate::measure::{Found, Room, measure};
use crate::requirement::{Diversity, Requirement};
use crate::value::Equality;
use crate::watch::Unwatched;

fn declared(quasi: &[&str], sensitive: &[&str], requirement: Requirement) -> Declaration {
    let names = |names: &[&str]| names.iter().map(|&name| name.to_owned()).collect();
    Declaration {
        tool: "cloakroom 0.1.0".into(),
        kind: Kind::Microdata,
        file: "release.csv".into(),
        format: Format::Csv,
        roles: Roles {
            quasi: names(quasi),
            sensitive: names(sensitive),
            ..Roles::default()
        },
        requirement,
        sensitive: Vec::new(),
        ratings: None,
        transactions: None,
        method: "none".into(),
        recipient: None,
        degree: None,
        rows_shuffled: true,
        formulas_escaped: false,
        equal: Equality::default(),
        confirmed: std::collections::BTreeMap::new(),
        ranges: Default::default(),
        earlier: Default::default(),
        counts: Default::default(),
        codes: Default::default(),
    }
}

fn found(text: &str, declared: &Declaration) -> Found {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("release.csv");
    std::fs::write(&path, text).unwrap();
    measure(&path, declared, Room(1 << 26), &Unwatched).unwrap()
}

fn distinct(l: u32) -> Requirement {
    Requirement {
        k: Some(2),
        l: Diversity {
            distinct: Some(l),
            ..Diversity::default()
        },
        ..Requirement::default()
    }
}

#[test]
fn spellings_of_a_value_are_one_value() {
    let declared = declared(&["a"], &["s"], distinct(2));
    for (one, other) in [("5", "5.0"), ("HIV", "HIV "), ("2024-01-31", "31.01.2024")] {
        let text = format!("a,s\nx,{one}\nx,{other}\n");
        let found = found(&text, &declared);
        assert_eq!(found.verdicts[1].violations, 2, "{one}");
        assert_eq!(found.figures.metrics["homogeneous_records"], 2.0);
        assert_eq!(found.violating_rows, [0, 1]);
    }
    let mut as_written = declared.clone();
    as_written.equal.numbers = false;
    let found = found("a,s\nx,5\nx,5.0\n", &as_written);
    assert!(found.verdicts[1].satisfied);
    assert!(found.notes[0].contains("spellings"));
}

#[test]
fn metrics_follow_their_definitions() {
    let mut declared = declared(&["a"], &["s"], distinct(1));
    let text = "a,s\nx,1\nx,1\ny,1\ny,2\ny,3\nz,3\nz,3\nz,3\nz,2\nz,2\n";
    let metrics = found(text, &declared).figures.metrics;
    let expected = [
        ("attribute_disclosures", 1.0),
        ("cavg", 10.0 / 3.0 / 2.0),
        ("dm", 4.0 + 9.0 + 25.0),
        ("homogeneous_records", 2.0),
        ("journalist_max", 0.5),
        ("marketer", 0.3),
        ("prosecutor_avg", 0.3),
        ("prosecutor_max", 0.5),
    ];
    let expected = expected.map(|(name, value)| (name.to_owned(), value));
    assert_eq!(metrics, expected.into());
    // 2 and 3 are one category.
    declared.sensitive.push(SensitiveColumn {
        column: "s".into(),
        categories: Some(Categories {
            count: 2,
            of: [("1", 0), ("2", 1), ("3", 1)]
                .map(|(value, category)| (value.to_owned(), category))
                .into(),
        }),
        distance: None,
    });
    let metrics = found(text, &declared).figures.metrics;
    assert_eq!(metrics["similarity_attack_records"], 7.0);
    assert_eq!(metrics["attribute_disclosures"], 2.0);
}

#[test]
fn what_the_release_does_not_show_is_not_named() {
    let mut declared = declared(&["a"], &["s"], distinct(1));
    let of = [("1".to_owned(), 0), ("pope".to_owned(), 1)].into();
    declared.sensitive.push(SensitiveColumn {
        column: "s".into(),
        categories: Some(Categories { count: 2, of }),
        distance: None,
    });
    let faults = found("a,s\nx,1\nx,1\n", &declared).faults;
    assert!(
        faults[0].contains("a value that is not released"),
        "{faults:?}"
    );
    declared.requirement.t = Some(1.0);
    let chain = |value: &str| vec![value.to_owned(), "*".to_owned()];
    declared.sensitive[0] = SensitiveColumn {
        column: "s".into(),
        categories: None,
        distance: Some(Distance::Hierarchy(vec![chain("1"), chain("pope")])),
    };
    let faults = found("a,s\nx,1\nx,1\n", &declared).faults;
    assert!(
        faults[0].contains("a value that is not released"),
        "{faults:?}"
    );
}

#[test]
fn columns_that_tell_who_somebody_is_are_warned_of() {
    let mut declared = declared(&["age"], &[], distinct(1));
    declared.requirement.l = Diversity::default();
    declared.roles.insensitive = vec!["name".into()];
    let text = "name,age\nAnn,3\nBob,3\n";
    let found = found(text, &declared);
    assert!(found.verdicts[0].satisfied);
    assert!(found.warnings[0].contains("\"name\" is released as it is"));
}
