//! Whatever is counted of people and households, against a plain reading of the definition.

use super::suppression::{Suppressed, suppress};
use super::{Anonymized, MethodOutcome, Task, run};
use crate::privacy::{Class, Judge, PrivacyModel, ValueColumn};
use crate::profile::lattice::examine::Examiner;
use crate::profile::lattice::fixtures::{Case, Dice, case};
use crate::profile::lattice::{LatticeProfile, Profiled, Status};
use cloakroom_core::prepared_table::Categories;
use cloakroom_core::settings::DistanceName;
use cloakroom_core::{Column, MethodName, PreparedTable, Progress, Requirement, Role, Table};
use proptest::prelude::*;
use std::collections::{BTreeMap, BTreeSet};

mod released;

/// A table of the lattice's tests in which records belong to people, to households, or to both.
fn people(seed: u64) -> Case {
    let mut case = case(seed);
    let mut dice = Dice(seed ^ 0x5eed);
    let rows = case.table.rows();
    let how_many = 1 + dice.below(rows as u64);
    let mut columns = case.table.columns().to_vec();
    let which = dice.below(3);
    if which != 1 {
        let person: Vec<String> = (0..rows)
            .map(|_| match dice.below(how_many + 1) {
                0 => String::new(),
                person => format!("p{person}"),
            })
            .collect();
        columns.push(Column::from_texts("person", person).unwrap());
        case.settings.roles.set("person", Some(Role::Person));
    }
    if which != 0 {
        let houses = 1 + dice.below(how_many);
        let house: Vec<String> = (0..rows)
            .map(|_| match dice.below(houses + 1) {
                0 => String::new(),
                house => format!("h{house}"),
            })
            .collect();
        columns.push(Column::from_texts("house", house).unwrap());
        case.settings.roles.set("house", Some(Role::Group));
    }
    for name in ["illness", "salary"] {
        case.settings
            .distances
            .insert(name.to_owned(), DistanceName::Equal);
    }
    case.table = Table::new(columns).unwrap();
    case
}

/// Rows that are linked by a chain of rows with one person or one house in common have one number.
fn units(case: &Case) -> Vec<usize> {
    let rows = case.table.rows();
    let mut unit: Vec<usize> = (0..rows).collect();
    let text = |role: Role, row: usize| {
        let name = case.settings.roles.key(role)?;
        Some(case.table.column(name)?.text(row))
    };
    loop {
        let mut changed = false;
        for a in 0..rows {
            for b in 0..rows {
                let person = text(Role::Person, a).is_some()
                    && text(Role::Person, a) == text(Role::Person, b);
                let house = text(Role::Group, a).is_some_and(|text| !text.is_empty())
                    && text(Role::Group, a) == text(Role::Group, b);
                if (person || house) && unit[a] != unit[b] {
                    let least = unit[a].min(unit[b]);
                    (unit[a], unit[b]) = (least, least);
                    changed = true;
                }
            }
        }
        if !changed {
            return unit;
        }
    }
}

/// How many units some rows belong to, and how many of them show each value.
fn shown(rows: &[usize], units: &[usize], codes: &[u32]) -> (u32, BTreeMap<u32, u32>) {
    let people: BTreeSet<usize> = rows.iter().map(|&row| units[row]).collect();
    let mut who: BTreeMap<u32, BTreeSet<usize>> = BTreeMap::new();
    for &row in rows {
        who.entry(codes[row]).or_default().insert(units[row]);
    }
    let shown = who.into_iter().map(|(code, who)| (code, who.len() as u32));
    (people.len() as u32, shown.collect())
}

/// Every way to pick so many records, of each value at most as many as show it.
fn tallies(shown: &[(u32, u32)], size: u32) -> Vec<Vec<(u32, u32)>> {
    let Some(&(code, most)) = shown.first() else {
        return if size == 0 {
            vec![Vec::new()]
        } else {
            Vec::new()
        };
    };
    (0..=most.min(size))
        .flat_map(|count| {
            let rest = tallies(&shown[1..], size - count).into_iter();
            rest.map(move |mut tally| {
                if count > 0 {
                    tally.insert(0, (code, count));
                }
                tally
            })
        })
        .collect()
}

/// One class, one column, one promise, by the words of the README.
fn keeps(
    requirement: &Requirement,
    model: PrivacyModel,
    plain: &ValueColumn,
    size: u32,
    shown: &BTreeMap<u32, u32>,
    release: (u32, &BTreeMap<u32, u32>),
) -> bool {
    let share = |(people, shown): (u32, &BTreeMap<u32, u32>), code: u32| {
        f64::from(shown.get(&code).copied().unwrap_or(0)) / f64::from(people)
    };
    let near = 1e-9;
    match model {
        PrivacyModel::Closeness => {
            let (mut more, mut less) = (0.0, 0.0);
            for &code in release.1.keys() {
                let differs = share((size, shown), code) - share(release, code);
                more += f64::max(differs, 0.0);
                less += f64::max(-differs, 0.0);
            }
            more.max(less) <= requirement.t.unwrap() + near
        }
        PrivacyModel::BetaLikeness => shown.keys().all(|&code| {
            let (own, all) = (share((size, shown), code), share(release, code));
            (own - all) / all <= requirement.beta.unwrap() + near
        }),
        PrivacyModel::PPlus => {
            // Of categories too the tally counts: at most as many picks as show a value of one, and never more than there are.
            let categories = plain.categories.as_ref().unwrap();
            let mut held: BTreeMap<u32, u32> = BTreeMap::new();
            for (&code, &count) in shown {
                *held.entry(categories.of[code as usize]).or_default() += count;
            }
            let held: Vec<(u32, u32)> = held
                .into_iter()
                .map(|(category, count)| (category, count.min(size)))
                .collect();
            let tallies = tallies(&held, size);
            let least = tallies.iter().map(Vec::len).min().unwrap();
            least as u32 >= requirement.p_plus.unwrap()
        }
        _ => {
            let pairs: Vec<(u32, u32)> =
                shown.iter().map(|(&code, &count)| (code, count)).collect();
            let promise = model.promise();
            let wanted = promise.counted((promise.get)(requirement).unwrap());
            tallies(&pairs, size).iter().all(|tally| {
                let values = crate::privacy::Values::Paired(tally);
                Class::new(size, values, plain).keeps(model, wanted, model.rank(requirement))
            })
        }
    }
}

fn asked(requirement: &Requirement) -> Vec<PrivacyModel> {
    PrivacyModel::asked(requirement)
        .filter(|model| model.looks_at_values())
        .collect()
}

/// Who stays: those in failing classes go, with all they have, until nobody is in one. `None` if more must go than may.
fn settled(case: &Case, prepared: &PreparedTable<'_>, class_of: &[u32]) -> Option<Vec<u32>> {
    let requirement = &case.settings.requirement;
    let units = units(case);
    let all: BTreeSet<usize> = units.iter().copied().collect();
    let may = requirement.may_leave_out(all.len());
    let mut stay = all.clone();
    let plain: Vec<ValueColumn> = prepared
        .sensitive
        .iter()
        .map(|sensitive| ValueColumn::new(sensitive, false, None))
        .collect();
    loop {
        let rows: Vec<usize> = (0..units.len())
            .filter(|&row| stay.contains(&units[row]))
            .collect();
        let mut classes: BTreeMap<u32, Vec<usize>> = BTreeMap::new();
        for &row in &rows {
            classes.entry(class_of[row]).or_default().push(row);
        }
        let mut go = BTreeSet::new();
        for rows_of_class in classes.values() {
            let people: BTreeSet<usize> = rows_of_class.iter().map(|&row| units[row]).collect();
            let mut holds = people.len() as u32 >= requirement.least_size();
            for (sensitive, plain) in prepared.sensitive.iter().zip(&plain) {
                let codes = sensitive.column.codes();
                let (size, own) = shown(rows_of_class, &units, codes);
                let (released, whole) = shown(&rows, &units, codes);
                for model in asked(requirement) {
                    holds &= keeps(requirement, model, plain, size, &own, (released, &whole));
                }
            }
            if !holds {
                go.extend(people);
            }
        }
        if go.is_empty() {
            return Some(rows.into_iter().map(|row| row as u32).collect());
        }
        stay.retain(|unit| !go.contains(unit));
        if all.len() - stay.len() > may || stay.is_empty() {
            return None;
        }
    }
}

fn with_task<T>(case: &Case, work: impl FnOnce(Task<'_>) -> T) -> T {
    let prepared = case.prepared();
    let judge = Judge::new(&case.settings.requirement, &prepared);
    work(Task {
        prepared: &prepared,
        judge: &judge,
        settings: &case.settings.method,
        purposes: &case.settings.purposes,
    })
}

/// Classes of equal texts.
fn classes_of(texts: &[Vec<String>], rows: usize) -> Vec<u32> {
    let mut known: BTreeMap<Vec<&str>, u32> = BTreeMap::new();
    (0..rows)
        .map(|row| {
            let key = texts.iter().map(|column| column[row].as_str()).collect();
            let next = known.len() as u32;
            *known.entry(key).or_insert(next)
        })
        .collect()
}

fn at_levels(prepared: &PreparedTable<'_>, levels: &[u32]) -> Vec<u32> {
    let quasi = prepared.quasi.iter().zip(levels);
    let texts: Vec<Vec<String>> = quasi
        .map(|(quasi, &level)| {
            let codes = quasi.column.codes().iter();
            codes
                .map(|&code| quasi.hierarchy.label(level as usize, code).to_owned())
                .collect()
        })
        .collect();
    classes_of(&texts, prepared.rows())
}

/// The rows that stay at every node, by definition.
fn all_nodes(case: &Case, task: Task<'_>) -> Vec<(Vec<u32>, Option<Vec<u32>>)> {
    let heights = task.prepared.quasi.iter();
    let shape = crate::profile::lattice::Shape::new(
        heights
            .map(|quasi| quasi.hierarchy.height() as u32)
            .collect(),
    );
    (0..shape.nodes() as usize)
        .map(|node| {
            let levels = shape.levels(node);
            let class_of = at_levels(task.prepared, &levels);
            let kept = settled(case, task.prepared, &class_of);
            (levels, kept)
        })
        .collect()
}

/// What is released keeps every promise by definition, nobody is there in part, and no more are out than may be.
fn assert_sound(case: &Case, task: Task<'_>, name: MethodName, anonymized: &Anonymized) {
    let rows = case.table.rows();
    let units = units(case);
    let kept: BTreeSet<usize> = anonymized
        .kept
        .iter()
        .map(|&row| units[row as usize])
        .collect();
    let out: BTreeSet<usize> = anonymized
        .left_out
        .iter()
        .map(|&row| units[row as usize])
        .collect();
    assert!(kept.is_disjoint(&out), "{name:?}");
    assert!(!kept.is_empty() && anonymized.kept.len() + anonymized.left_out.len() == rows);
    let may = case
        .settings
        .requirement
        .may_leave_out(kept.len() + out.len());
    assert!(out.len() <= may, "{name:?}");
    let quasi = task.prepared.quasi.iter();
    let texts: Vec<Vec<String>> = quasi
        .map(|quasi| {
            let column = anonymized.column(&case.table, quasi.at).unwrap();
            (0..rows).map(|row| column.text(row).to_owned()).collect()
        })
        .collect();
    let class_of = classes_of(&texts, rows);
    // Those who stay are a table of their own, of which nobody has to go.
    let requirement = &case.settings.requirement;
    let rows: Vec<usize> = anonymized.kept.iter().map(|&row| row as usize).collect();
    let mut classes: BTreeMap<u32, Vec<usize>> = BTreeMap::new();
    for &row in &rows {
        classes.entry(class_of[row]).or_default().push(row);
    }
    for of_class in classes.values() {
        let people: BTreeSet<usize> = of_class.iter().map(|&row| units[row]).collect();
        assert!(people.len() as u32 >= requirement.least_size(), "{name:?}");
        for sensitive in &task.prepared.sensitive {
            let plain = ValueColumn::new(sensitive, false, None);
            let codes = sensitive.column.codes();
            let (size, own) = shown(of_class, &units, codes);
            let (released, whole) = shown(&rows, &units, codes);
            for model in asked(requirement) {
                let whole = (released, &whole);
                assert!(
                    keeps(requirement, model, &plain, size, &own, whole),
                    "{name:?} {model:?}"
                );
            }
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(120))]

    #[test]
    fn every_node_is_settled_by_definition(seed in any::<u64>()) {
        let case = people(seed);
        with_task(&case, |task| {
            let progress = Progress::default();
            let asked = &case.settings.requirement;
            let profile = match LatticeProfile::compute(task.prepared, task.judge, &progress).unwrap() {
                Profiled::Held(profile) => profile,
                Profiled::TooLarge { nodes } => panic!("{nodes} nodes are not held"),
            };
            prop_assert!(profile.answers(asked));
            let units = units(&case);
            for (node, (levels, kept)) in all_nodes(&case, task).into_iter().enumerate() {
                let class_of = at_levels(task.prepared, &levels);
                // Before anybody is left out, everybody stands in the smallest of their classes.
                let mut who: BTreeMap<u32, BTreeSet<usize>> = BTreeMap::new();
                for (&class, &unit) in class_of.iter().zip(&units) {
                    who.entry(class).or_default().insert(unit);
                }
                let own = |unit: &usize| {
                    let classes = who.values().filter(|who| who.contains(unit));
                    classes.map(BTreeSet::len).min().unwrap() as u32
                };
                let all: BTreeSet<usize> = units.iter().copied().collect();
                let least: Vec<u32> = all.iter().map(own).collect();
                let k = asked.least_size();
                let below = least.iter().filter(|&&least| least < k).count() as u32;
                let small = (least.iter().copied().min().unwrap(), below);
                prop_assert_eq!(profile.small(node, k), Some(small), "{:?}", levels);
                let classes = class_of.iter().max().map_or(0, |&class| class as usize + 1);
                let found = suppress(task, &class_of, classes, &progress).unwrap();
                let status = profile.status(node, asked);
                match kept {
                    None => {
                        prop_assert!(matches!(found, Suppressed::Fails { .. }), "{:?}", levels);
                        prop_assert!(matches!(status, Status::Fails(_)), "{:?}", levels);
                    }
                    Some(rows) => {
                        let stays: BTreeSet<usize> =
                            rows.iter().map(|&row| units[row as usize]).collect();
                        let all: BTreeSet<usize> = units.iter().copied().collect();
                        let out = all.len() - stays.len();
                        let expected = match out {
                            0 => Status::Satisfied,
                            out => Status::WithSuppression(out),
                        };
                        prop_assert_eq!(status, expected, "{:?}", levels);
                        let figures = profile.figures(node, asked).unwrap();
                        let mut sizes: BTreeMap<u32, (f64, BTreeSet<usize>)> = BTreeMap::new();
                        for &row in &rows {
                            let class = sizes.entry(class_of[row as usize]).or_default();
                            class.0 += 1.0;
                            class.1.insert(units[row as usize]);
                        }
                        let pairs: f64 = sizes.values().map(|(size, _)| size * size).sum();
                        prop_assert_eq!(figures.dm, pairs);
                        prop_assert_eq!(figures.classes as usize, sizes.len());
                        let least = sizes.values().map(|(_, who)| who.len()).min().unwrap();
                        prop_assert_eq!(figures.smallest as usize, least);
                        let Suppressed::Holds { kept, .. } = found else {
                            return Err(TestCaseError::fail("it holds"));
                        };
                        prop_assert_eq!(kept, rows);
                    }
                }
            }
            Ok(())
        })?;
    }

    #[test]
    fn searches_find_the_lowest_node_and_what_they_rule_out_fails(seed in any::<u64>()) {
        let case = people(seed);
        with_task(&case, |task| {
            let nodes = all_nodes(&case, task);
            let height = |levels: &[u32]| -> u32 { levels.iter().sum() };
            let lowest = nodes
                .iter()
                .filter(|(_, kept)| kept.is_some())
                .min_by_key(|(levels, _)| (height(levels), levels.clone()));
            for name in [MethodName::Samarati, MethodName::Incognito, MethodName::HashTable] {
                let found = run(name, task, &Progress::default()).unwrap();
                match (&found, lowest) {
                    (MethodOutcome::NotReached(_), None) => {}
                    (MethodOutcome::Reached(found), Some((levels, kept))) => {
                        prop_assert_eq!(found.levels.as_ref(), Some(levels), "{:?}", name);
                        prop_assert_eq!(Some(&found.kept), kept.as_ref());
                    }
                    _ => prop_assert!(false, "{:?} {:?}", name, lowest),
                }
            }
            if case.settings.requirement.looks_at_values() {
                return Ok(());
            }
            let examiner = Examiner::new(task.prepared, task.judge);
            prop_assert!(examiner.is_monotone());
            Ok(())
        })?;
    }

    /// What passes would pass as well if of everybody one record alone were there, whichever it is.
    #[test]
    fn a_class_keeps_what_it_keeps_however_a_record_of_each_is_picked(
        rows in prop::collection::vec((0u32..5, 0u32..4), 1..9),
        wanted in (1u32..4, 1.0f64..3.0, (0.5f64..4.0, 1u32..4), 1u32..4, 0.0f64..3.0),
    ) {
        let requirement = Requirement {
            l: cloakroom_core::requirement::Diversity {
                distinct: Some(wanted.0),
                entropy: Some((wanted.1 * 10.0).round() / 10.0),
                recursive: Some(((wanted.2.0 * 10.0).round() / 10.0, wanted.2.1)),
            },
            p_plus: Some(wanted.3),
            alpha: Some((wanted.4 * 10.0).round() / 10.0),
            ..Requirement::default()
        };
        let categories = Categories { of: vec![0, 1, 1, 2], count: 3 };
        let column = |overlaps| ValueColumn {
            values: 4,
            categories: Some(categories.clone()),
            release: None,
            overlaps,
        };
        let units: Vec<usize> = rows.iter().map(|row| row.0 as usize).collect();
        let codes: Vec<u32> = rows.iter().map(|row| row.1).collect();
        let everybody: Vec<usize> = (0..rows.len()).collect();
        let (size, shown) = shown(&everybody, &units, &codes);
        let pairs: Vec<(u32, u32)> = shown.iter().map(|(&code, &count)| (code, count)).collect();
        let mut by_unit: BTreeMap<usize, BTreeSet<u32>> = BTreeMap::new();
        for (&unit, &code) in units.iter().zip(&codes) {
            by_unit.entry(unit).or_default().insert(code);
        }
        let mut picks: Vec<BTreeMap<u32, u32>> = vec![BTreeMap::new()];
        for own in by_unit.values() {
            let more = picks.iter().flat_map(|pick| {
                own.iter().map(move |&code| {
                    let mut pick = pick.clone();
                    *pick.entry(code).or_default() += 1;
                    pick
                })
            });
            picks = more.collect();
        }
        let (crowded, plain) = (column(true), column(false));
        let class = Class::new(size, crate::privacy::Values::Paired(&pairs), &crowded);
        for model in asked(&requirement) {
            let promise = model.promise();
            let parameter = promise.counted((promise.get)(&requirement).unwrap());
            let rank = model.rank(&requirement);
            if class.keeps(model, parameter, rank) {
                for pick in &picks {
                    let pick: Vec<(u32, u32)> = pick.iter().map(|(&code, &count)| (code, count)).collect();
                    let picked = Class::new(size, crate::privacy::Values::Paired(&pick), &plain);
                    prop_assert!(picked.keeps(model, parameter, rank), "{:?} {:?}", model, pick);
                }
            }
        }
    }
}
