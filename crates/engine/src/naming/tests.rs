//! No label tells of somebody who was left out, whatever the rule and the method.

use crate::anonymize::{Candidate, Outcome, anonymize};
use crate::attack::label::{KnownValue, Label};
use crate::check::CheckedTask;
use cloakroom_core::hierarchy::{
    Balanced, Cuts, Frequent, Hierarchies, HierarchySource, Intervals, Mask, Ordered, Rare,
};
use cloakroom_core::settings::Ranges;
use cloakroom_core::{
    Column, Dataset, Dictionary, Hierarchy, MethodName, PreparedTable, Progress, Role, Settings,
    Stream, Table,
};
use cloakroom_microdata::method::{Anonymized, ChangedColumn};
use std::collections::HashSet;
use std::sync::Arc;

const METHODS: [MethodName; 9] = [
    MethodName::Optimal,
    MethodName::Incognito,
    MethodName::LocalRecoding,
    MethodName::Tds,
    MethodName::Mondrian,
    MethodName::MondrianRelaxed,
    MethodName::KMember,
    MethodName::Refined,
    MethodName::Mdav,
];

fn rules() -> Vec<HierarchySource> {
    vec![
        HierarchySource::Order(Ordered { order: vec![2, 6] }),
        HierarchySource::Balanced(Balanced {
            balanced: vec![6, 2],
        }),
        HierarchySource::Frequent(Frequent { fan: 2 }),
        HierarchySource::Rare(Rare {
            frequency: vec![3, 6],
        }),
    ]
}

fn laid(column: &Column, source: &HierarchySource) -> Arc<Hierarchy> {
    let tree = source.build(column).unwrap().unwrap();
    let hierarchy = Hierarchy::from_tree(column, &tree).unwrap();
    Arc::new(hierarchy.with_naming(source.naming()))
}

fn made(
    columns: Vec<Column>,
    hierarchies: &Hierarchies,
    change: impl Fn(&mut Settings),
) -> Option<(Table, Candidate)> {
    let mut settings = Settings::default();
    for column in &columns {
        settings.roles.set(column.name(), Some(Role::Quasi));
    }
    settings.requirement.k = Some(3);
    settings.requirement.suppression = 0.2;
    settings.method.suppress = true;
    settings.method.effort = 2;
    change(&mut settings);
    let dataset = Dataset::Microdata(Table::new(columns).unwrap());
    let checked = CheckedTask::new(&dataset, &settings, hierarchies).unwrap();
    let outcome = anonymize(&checked, &settings, &Progress::default()).unwrap();
    let Outcome::Reached(candidate) = outcome else {
        return None;
    };
    assert!(candidate.check.satisfied);
    let table = checked.prepared.table.clone();
    Some((table, *candidate))
}

/// Of a column: the kept texts, the texts of left-out records alone, and by record what is released.
fn sides<'a>(
    table: &'a Table,
    candidate: &'a Candidate,
    at: usize,
) -> (HashSet<&'a str>, Vec<&'a str>, Vec<(&'a str, &'a str)>) {
    let original = &table.columns()[at];
    let released = candidate.anonymized.column(table, at).unwrap();
    let rows = &candidate.anonymized.kept;
    let shown: Vec<(&str, &str)> = rows
        .iter()
        .map(|&row| (original.text(row as usize), released.text(row as usize)))
        .collect();
    let kept: HashSet<&str> = shown.iter().map(|pair| pair.0).collect();
    let left_out = candidate.anonymized.left_out.iter();
    let gone = left_out
        .map(|&row| original.text(row as usize))
        .filter(|text| !kept.contains(text))
        .collect();
    (kept, gone, shown)
}

#[test]
fn no_group_names_or_counts_a_value_of_left_out_records_alone() {
    let mut some_gone = 0;
    for seed in 0..12 {
        let mut stream = Stream::new(seed, 0);
        // Most values are frequent and some are not; all are told apart by their letters.
        let mut jobs = || -> String {
            let job = stream.below(6) * (1 + stream.below(4)) + stream.below(2);
            format!("{}{}", (b'a' + job as u8) as char, job)
        };
        let texts: Vec<String> = (0..60).map(|_| jobs()).collect();
        let towns: Vec<String> = (0..60).map(|_| jobs()).collect();
        for source in rules() {
            for method in METHODS {
                let job = Column::from_texts("job", &texts).unwrap();
                let town = Column::from_texts("town", &towns).unwrap();
                let hierarchies = Hierarchies::from([
                    ("job".to_owned(), laid(&job, &source)),
                    ("town".to_owned(), laid(&town, &source)),
                ]);
                let change = |settings: &mut Settings| settings.method.name = method;
                let Some((table, candidate)) = made(vec![job, town], &hierarchies, change) else {
                    continue;
                };
                for at in 0..2 {
                    let (_, gone, shown) = sides(&table, &candidate, at);
                    some_gone += gone.len();
                    for (value, label) in &shown {
                        let words: HashSet<&str> =
                            label.split(|c: char| !c.is_alphanumeric()).collect();
                        for gone in &gone {
                            assert!(
                                !words.contains(gone),
                                "{method:?} {source:?}: {label} names {gone}"
                            );
                        }
                        // A group counts no more than it shows.
                        if let Some((_, others)) = label.split_once(" +") {
                            let others = others.split(' ').next().unwrap_or_default();
                            let others: usize = others.parse().unwrap();
                            let behind: HashSet<&str> = shown
                                .iter()
                                .filter(|pair| pair.1 == *label)
                                .map(|pair| pair.0)
                                .collect();
                            assert_eq!(others + 1, behind.len(), "{label} for {value}");
                        }
                    }
                }
            }
        }
    }
    assert!(some_gone > 100, "{some_gone} values were left out");
}

#[test]
fn ranges_lie_between_kept_values_and_round_ones_around_them() {
    for seed in 0..12 {
        let mut stream = Stream::new(seed, 1);
        let ages: Vec<String> = (0..60)
            .map(|_| (18 + stream.below(40) * stream.below(3)).to_string())
            .collect();
        let pay: Vec<String> = (0..60)
            .map(|_| format!("{}.5", stream.below(90) * 100))
            .collect();
        for method in METHODS {
            for ranges in [Ranges::Exact, Ranges::Round] {
                let columns = vec![
                    Column::from_texts("age", &ages).unwrap(),
                    Column::from_texts("pay", &pay).unwrap(),
                ];
                let change = |settings: &mut Settings| {
                    settings.method.name = method;
                    settings.release.ranges = ranges;
                };
                let Some((table, candidate)) = made(columns, &Hierarchies::default(), change)
                else {
                    continue;
                };
                if !method.shows_ranges() {
                    continue;
                }
                for at in 0..2 {
                    let (kept, _, shown) = sides(&table, &candidate, at);
                    for (value, text) in shown {
                        let known = KnownValue::new(value);
                        let Some(label) = Label::read(text) else {
                            assert_eq!(value, text);
                            continue;
                        };
                        assert!(label.covers(&known), "{method:?}: {text} hides {value}");
                        if ranges == Ranges::Exact && text != "*" {
                            let ends = text.trim_matches(['[', ']']);
                            let ends = ends.split_once(", ").or_else(|| ends.split_once('-'));
                            let (low, high) = ends.unwrap();
                            assert!(kept.contains(low) && kept.contains(high), "{text}");
                        }
                    }
                }
                let loss = candidate
                    .measures
                    .get(cloakroom_core::metrics::Metric::Loss)
                    .unwrap();
                assert!((0.0..=1.0).contains(&loss), "{loss}");
            }
        }
    }
}

/// One decimal among whole numbers, one long code among short ones: nothing of either shows once they are left out.
#[test]
fn how_bounds_are_written_follows_the_kept_values() {
    let ages = ["21", "22", "23", "31", "32", "33", "77.5"];
    let zips = ["101", "102", "103", "101", "102", "103", "99999999"];
    let sources = [
        HierarchySource::Intervals(Intervals::new(&[10.0])),
        HierarchySource::Cuts(Cuts {
            cuts: vec![vec!["20".to_owned(), "30".to_owned(), "40".to_owned()]],
        }),
    ];
    for source in sources {
        let age = Column::from_texts("age", ages).unwrap();
        let zip = Column::from_texts("zip", zips).unwrap();
        let mask = HierarchySource::Mask(Mask {
            pad: Some('0'),
            ..Mask::new(4)
        });
        let hierarchies = Hierarchies::from([
            ("age".to_owned(), laid(&age, &source)),
            ("zip".to_owned(), laid(&zip, &mask)),
        ]);
        let change = |settings: &mut Settings| {
            settings.method.name = MethodName::Levels;
            settings.method.levels = [("age".to_owned(), 1), ("zip".to_owned(), 1)].into();
        };
        let (table, candidate) = made(vec![age, zip], &hierarchies, change).unwrap();
        assert_eq!(candidate.anonymized.left_out, [6]);
        let shown = |at: usize| {
            let (_, _, shown) = sides(&table, &candidate, at);
            shown.into_iter().map(|pair| pair.1).collect::<Vec<_>>()
        };
        assert_eq!(
            shown(0),
            ["20-29", "20-29", "20-29", "30-39", "30-39", "30-39"]
        );
        assert_eq!(shown(1), ["10*"; 6]);
    }
}

/// Groups that overlap, as those of a local method may, and look alike once they are widened.
#[test]
fn widened_ranges_merge_classes_and_lose_more() {
    let age = Column::from_texts("age", ["23", "30", "22", "29", "42"]).unwrap();
    let table = Table::new(vec![age]).unwrap();
    let mut settings = Settings::default();
    settings.roles.set("age", Some(Role::Quasi));
    settings.method.name = MethodName::KMember;
    let named = |ranges: Ranges| {
        let mut settings = settings.clone();
        settings.release.ranges = ranges;
        let prepared = PreparedTable::new(&table, &settings, &Hierarchies::default()).unwrap();
        let dictionary = Dictionary::listed(&["23-30", "22-29", "42"]).unwrap();
        let mut anonymized = Anonymized {
            changed: vec![ChangedColumn {
                at: 0,
                column: Column::new("age", dictionary, vec![0, 0, 1, 1, 2], None),
                loss_of_code: vec![0.35, 0.35, 0.0],
            }],
            kept: vec![0, 1, 2, 3, 4],
            ..Anonymized::default()
        };
        let progress = Progress::default();
        super::from_release(&prepared, &settings, &mut anonymized, &progress).unwrap();
        let classes = anonymized.classes(&prepared, &progress).unwrap();
        let changed = &anonymized.changed[0];
        let texts: Vec<String> = changed
            .column
            .dictionary()
            .iter()
            .map(str::to_owned)
            .collect();
        (texts, classes.classes(), changed.loss_of_code.clone())
    };
    let (texts, classes, losses) = named(Ranges::Exact);
    assert_eq!((texts.join(" ").as_str(), classes), ("23-30 22-29 42", 3));
    assert_eq!(losses, [0.35, 0.35, 0.0]);
    let (texts, classes, losses) = named(Ranges::Round);
    assert_eq!((texts.join(" ").as_str(), classes), ("22-30 22-30 42", 2));
    assert_eq!(losses, [0.4, 0.4, 0.0]);
}
