//! Pools of made-up releases against what counting pair by pair gives.

use super::*;
use crate::report::trace::{
    DistanceTrace, RatingsTrace, SecretTrace, SensitiveTrace, TableTrace, Trace, TransactionsTrace,
};
use cloakroom_core::io::packed::Packed;
use cloakroom_core::{Amount, Recipe, Role, Scale};
use proptest::prelude::*;

fn packed(numbers: &[u32]) -> Packed {
    Packed::of(numbers, &Progress::default()).unwrap()
}

fn audited(name: &str, records: usize, requirement: Requirement, trace: Trace) -> Audited {
    let mut recipe = Recipe::default();
    recipe.settings.requirement = requirement;
    Audited {
        file: PathBuf::from(format!("{name}.audit.json")),
        folder: PathBuf::from(name),
        written: "2026-01-01T00:00:00Z".to_owned(),
        input: audit::Input {
            path: PathBuf::from("people.csv"),
            sha256: "ab".to_owned(),
            prepared: None,
            records,
        },
        recipe,
        trace,
    }
}

fn table(classes: &[u32], values: &[u32]) -> Trace {
    Trace::Microdata(TableTrace {
        class_of: packed(classes),
        sensitive: vec![SensitiveTrace {
            column: "illness".to_owned(),
            value_of: packed(values),
            missing: None,
            categories: None,
            distance: DistanceTrace::Equal,
        }],
    })
}

fn asks(k: u32, distinct: Option<u32>) -> Requirement {
    let mut requirement = Requirement {
        k: Some(k),
        ..Requirement::default()
    };
    requirement.l.distinct = distinct;
    requirement
}

fn answer_of(releases: &[Audited]) -> PoolAnswer {
    pooled(releases, None, &Progress::default()).unwrap()
}

#[test]
fn a_coarser_release_of_the_same_classes_adds_nothing() {
    let values = [0, 1, 0, 1];
    let fine = audited("fine", 4, asks(2, Some(2)), table(&[1, 1, 2, 2], &values));
    let coarse = audited("coarse", 4, asks(4, Some(2)), table(&[1, 1, 1, 1], &values));
    let answer = answer_of(&[coarse, fine.clone()]);
    assert!(answer.satisfied);
    assert_eq!(answer.smallest, Some(2));
    assert_eq!(answer.releases[0].smallest, Some(4));
    assert_eq!(answer.violating_rows, Some(Vec::new()));
    // Classes that cross give everybody away.
    let across = audited("across", 4, asks(2, None), table(&[1, 2, 1, 2], &values));
    let answer = answer_of(&[fine, across]);
    assert!(!answer.satisfied);
    assert_eq!(answer.smallest, Some(1));
    assert_eq!(answer.violating_rows, Some(vec![0, 1, 2, 3]));
    assert!(
        answer.sentence.contains("4 of 4 records"),
        "{}",
        answer.sentence
    );
    let names: Vec<&str> = answer
        .requirements
        .iter()
        .map(|line| line.name.as_str())
        .collect();
    assert_eq!(names, ["k", "l.distinct"]);
}

#[test]
fn who_was_left_out_of_one_release_is_told_apart_in_the_others() {
    let values = [0, 1, 0, 1];
    let all = audited("all", 4, asks(2, None), table(&[1, 1, 1, 1], &values));
    let some = audited("some", 4, asks(2, None), table(&[1, 1, 1, 0], &values));
    let answer = answer_of(&[all.clone(), some.clone()]);
    assert_eq!(answer.violating_rows, Some(vec![3]));
    // Who is in none is not in the pool.
    let neither = audited("neither", 4, asks(2, None), table(&[2, 2, 2, 0], &values));
    let answer = answer_of(&[some, neither]);
    assert!(answer.satisfied);
    assert_eq!((answer.people, answer.smallest), (3, Some(3)));
}

#[test]
fn a_column_that_another_release_takes_for_known_is_known() {
    let values = [0, 1, 0, 1];
    let mut shows = audited("shows", 4, asks(2, None), table(&[1, 1, 1, 1], &values));
    let mut knows = audited("knows", 4, asks(2, None), table(&[1, 1, 1, 1], &[0; 4]));
    shows
        .recipe
        .settings
        .roles
        .set("illness", Some(Role::Sensitive));
    knows
        .recipe
        .settings
        .roles
        .set("illness", Some(Role::Quasi));
    if let Trace::Microdata(trace) = &mut knows.trace {
        trace.sensitive.clear();
    }
    let answer = answer_of(&[shows.clone(), knows.clone()]);
    assert_eq!(answer.smallest, Some(2));
    shows
        .recipe
        .settings
        .roles
        .set("illness", Some(Role::Insensitive));
    let told = pooled(&[shows, knows], None, &Progress::default()).unwrap_err();
    assert!(told.to_string().contains("finds people by it"), "{told}");
}

#[test]
fn what_does_not_belong_together_is_refused() {
    let values = [0, 1];
    let one = audited("one", 2, asks(2, None), table(&[1, 1], &values));
    let told = |releases: &[Audited]| {
        let failure = pooled(releases, None, &Progress::default()).unwrap_err();
        failure.to_string()
    };
    assert!(told(std::slice::from_ref(&one)).contains("at least two"));
    assert!(told(&[one.clone(), one.clone()]).contains("named twice"));
    let mut other = audited("other", 2, asks(2, None), table(&[1, 1], &values));
    other.input.sha256 = "cd".to_owned();
    assert!(told(&[one.clone(), other.clone()]).contains("other data"));
    other.input.sha256 = "ab".to_owned();
    other.input.records = 3;
    assert!(told(&[one.clone(), other]).contains("in another way"));
    let short = audited("short", 2, asks(2, None), table(&[1], &values));
    assert!(told(&[one.clone(), short]).contains("1 of 2 records"));
    let baskets = audited("baskets", 2, asks(2, None), baskets(&[&[0], &[0]], &[1, 1]));
    assert!(told(&[one, baskets]).contains("release of transactions"));
}

fn survey(cells: &[Vec<u32>], is_released: &[u32], secrets: &[u32]) -> Trace {
    let kept = cells.iter().zip(is_released);
    let kept: Vec<&Vec<u32>> = kept.filter(|pair| *pair.1 > 0).map(|pair| pair.0).collect();
    let points: Vec<u32> = kept.into_iter().flatten().copied().collect();
    Trace::Ratings(RatingsTrace {
        scale: Scale::default(),
        issues: cells.first().map_or(0, Vec::len),
        is_released: packed(is_released),
        points: packed(&points),
        secrets: vec![SecretTrace {
            issue: "pay".to_owned(),
            points: packed(secrets),
        }],
    })
}

fn baskets(items: &[&[u32]], shown: &[u32]) -> Trace {
    let lengths: Vec<u32> = items.iter().map(|basket| basket.len() as u32).collect();
    Trace::Transactions(TransactionsTrace {
        lengths: packed(&lengths),
        item: packed(&items.concat()),
        shown: packed(shown),
        private: packed(&[]),
    })
}

fn line<'a>(answer: &'a PoolAnswer, name: &str) -> &'a RequirementVerdict {
    let mut lines = answer.requirements.iter();
    lines.find(|line| line.name == name).unwrap()
}

proptest! {
    #[test]
    fn tables_are_counted_as_pair_by_pair(
        people in prop::collection::vec((0u32..3, 0u32..3, 0u32..3, 0u32..3), 1..14),
        (k, l) in (1u32..4, 1u32..4),
    ) {
        let column = |at: usize| -> Vec<u32> {
            people.iter().map(|p| [p.0, p.1, p.2, p.3][at]).collect()
        };
        let values = column(3);
        let releases: Vec<Audited> = (0..3)
            .map(|at| {
                let requirement = asks(k + at as u32, (at > 0).then_some(l));
                audited(&at.to_string(), people.len(), requirement, table(&column(at), &values))
            })
            .collect();
        let answer = answer_of(&releases);
        let seen = |p: &(u32, u32, u32, u32)| (p.0, p.1, p.2);
        let mut violating = Vec::new();
        let mut smallest = None;
        for (row, person) in people.iter().enumerate() {
            if seen(person) == (0, 0, 0) {
                continue;
            }
            let group: Vec<_> = people.iter().filter(|other| seen(other) == seen(person)).collect();
            let mut illnesses: Vec<u32> = group.iter().map(|p| p.3).collect();
            illnesses.sort_unstable();
            illnesses.dedup();
            let size = group.len() as u64;
            smallest = Some(smallest.unwrap_or(size).min(size));
            // l is promised by the last two releases alone, and so to their people.
            let is_promised = person.1 > 0 || person.2 > 0;
            if (group.len() as u32) < k || is_promised && (illnesses.len() as u32) < l {
                violating.push(row as u32);
            }
        }
        prop_assert_eq!(answer.smallest, smallest);
        prop_assert_eq!(answer.satisfied, violating.is_empty());
        prop_assert_eq!(answer.violating_rows, Some(violating));
    }

    #[test]
    fn ratings_are_counted_as_pair_by_pair(
        people in prop::collection::vec(
            ([0u32..6, 0u32..6], [0u32..6, 0u32..6], 0u32..2, 1u32..6), 1..12,
        ),
        (k, first, second) in (1u32..4, 0u32..3, 0u32..3),
        l in prop_oneof![Just(0.5), Just(1.0)],
    ) {
        let is_released: Vec<u32> = people.iter().map(|p| p.2).collect();
        let everybody = vec![1; people.len()];
        let secrets: Vec<u32> = people.iter().map(|p| p.3).collect();
        let asks = |epsilon: u32, l_sd| Requirement {
            k: Some(k),
            epsilon: Some(f64::from(epsilon)),
            l_sd,
            ..Requirement::default()
        };
        let rows = |at: usize| -> Vec<Vec<u32>> {
            people.iter().map(|p| [p.0, p.1][at].to_vec()).collect()
        };
        let releases = [
            audited("a", people.len(), asks(first, None), survey(&rows(0), &everybody, &secrets)),
            audited("b", people.len(), asks(second, Some(l)), survey(&rows(1), &is_released, &secrets)),
        ];
        let answer = answer_of(&releases);
        let near = |a: u32, b: u32, epsilon: u32| (a == 0) == (b == 0) && a.abs_diff(b) <= epsilon;
        let close = |a: &([u32; 2], [u32; 2], u32, u32), b: &([u32; 2], [u32; 2], u32, u32)| {
            a.2 == b.2
                && (0..2).all(|at| near(a.0[at], b.0[at], first))
                && (a.2 == 0 || (0..2).all(|at| near(a.1[at], b.1[at], second)))
        };
        let mut few = Vec::new();
        let mut alike = Vec::new();
        for (row, person) in people.iter().enumerate() {
            let group: Vec<f64> = people
                .iter()
                .filter(|other| close(person, other))
                .map(|other| f64::from(other.3))
                .collect();
            if (group.len() as u32) < k {
                few.push(row as u32);
            }
            let mean = group.iter().sum::<f64>() / group.len() as f64;
            let variance = group.iter().map(|r| (r - mean).powi(2)).sum::<f64>() / group.len() as f64;
            if person.2 > 0 && variance < l * l - 1e-9 {
                alike.push(row as u32);
            }
        }
        prop_assert_eq!(line(&answer, "k").violations, few.len());
        let found = answer.requirements.iter().find(|line| line.name == "l_sd");
        prop_assert_eq!(found.map_or(0, |line| line.violations), alike.len());
        few.extend(alike);
        few.sort_unstable();
        few.dedup();
        prop_assert_eq!(answer.satisfied, few.is_empty());
        prop_assert_eq!(answer.violating_rows, Some(few));
    }

    #[test]
    fn baskets_are_counted_as_set_by_set(
        items in prop::collection::vec(prop::collection::vec((0u32..3, 0u32..3), 0..4), 2..8),
        (k, m) in (1u32..3, 1u32..3),
    ) {
        let transactions_of: Vec<Vec<u32>> = items.iter().map(|b| (0..b.len() as u32).collect()).collect();
        let slices: Vec<&[u32]> = transactions_of.iter().map(Vec::as_slice).collect();
        let shown = |at: usize| -> Vec<u32> {
            items.iter().flatten().map(|o| [o.0, o.1][at]).collect()
        };
        let requirement = Requirement {
            k: Some(k),
            m: Some(SetSize::AtMost(m)),
            ..Requirement::default()
        };
        let releases = [
            audited("a", items.len(), requirement.clone(), baskets(&slices, &shown(0))),
            audited("b", items.len(), requirement, baskets(&slices, &shown(1))),
        ];
        let answer = answer_of(&releases);
        let seen: Vec<Vec<(u32, u32)>> = items
            .iter()
            .map(|basket| {
                let mut seen: Vec<_> = basket.iter().copied().filter(|o| *o != (0, 0)).collect();
                seen.sort_unstable();
                seen.dedup();
                seen
            })
            .collect();
        let support = |set: &[(u32, u32)]| {
            seen.iter().filter(|basket| set.iter().all(|o| basket.contains(o))).count() as u32
        };
        let is_rare = |basket: &Vec<(u32, u32)>| {
            basket.iter().any(|&a| {
                support(&[a]) < k || m > 1 && basket.iter().any(|&b| support(&[a, b]) < k)
            })
        };
        let rare: Vec<u32> = (0..).zip(&seen).filter(|pair| is_rare(pair.1)).map(|pair| pair.0).collect();
        prop_assert_eq!(answer.satisfied, rare.is_empty());
        prop_assert_eq!(answer.violating_rows, Some(rare));
    }
}

#[test]
fn of_several_promises_the_weakest_counts() {
    let strict = Requirement {
        t: Some(0.1),
        alpha: Some(2.0),
        ..asks(5, Some(3))
    };
    let loose = Requirement {
        t: Some(0.4),
        suppression: 0.1,
        ..asks(2, None)
    };
    let both = weakest(&strict, [&strict, &loose].into_iter());
    assert_eq!(
        (both.k, both.t, both.alpha),
        (Some(2), Some(0.4), Some(2.0))
    );
    assert_eq!(both.l.distinct, Some(3));
    let other = weakest(&loose, [&strict, &loose].into_iter());
    assert_eq!((other.l.distinct, other.suppression), (None, 0.0));
}

#[test]
fn what_is_reached_is_the_worst_of_all() {
    let values = [0, 1, 0, 1];
    let one = audited("one", 4, asks(2, Some(2)), table(&[1, 1, 2, 2], &values));
    let two = audited(
        "two",
        4,
        asks(2, Some(2)),
        table(&[1, 1, 2, 2], &[0, 0, 1, 1]),
    );
    let answer = answer_of(&[one, two]);
    let line = line(&answer, "l.distinct");
    assert_eq!(line.reached, Some(Amount::Count(1)));
    assert_eq!(line.violations, 4);
}

/// Two equal releases pooled are one release: what is packed of a sensitive column decides as the column itself does.
#[test]
fn what_is_packed_of_sensitive_values_decides_as_they_do() {
    let values = [0, 1, 2, 3, 0, 2];
    let classes = [1, 1, 1, 2, 2, 2];
    let of = |distance: DistanceTrace, requirement: Requirement| {
        let one = |name: &str| {
            let mut trace = table(&classes, &values);
            if let Trace::Microdata(trace) = &mut trace {
                let secret = &mut trace.sensitive[0];
                secret.categories = Some((2, packed(&[0, 0, 0, 1])));
                secret.missing = Some(3);
                secret.distance = distance.clone();
            }
            audited(name, 6, requirement.clone(), trace)
        };
        answer_of(&[one("a"), one("b")])
    };
    let asks_t = |t: f64| Requirement {
        t: Some(t),
        ..Requirement::default()
    };
    let t = |distance: DistanceTrace| match line(&of(distance, asks_t(1.0)), "t").reached {
        Some(Amount::Number(t)) => t,
        other => panic!("{other:?}"),
    };
    // The table holds two of 0, one of 1, two of 2 and one of 3; each class one of three of them.
    assert_eq!(t(DistanceTrace::Equal), 0.166_667);
    let ordered = DistanceTrace::Ordered {
        rank_of: packed(&[0, 1, 2, 3]),
    };
    // One sixth moves two of three steps.
    assert_eq!(t(ordered), 0.111_112);
    // 1 and 3 meet at the first level, so that half a step is enough.
    let hierarchy = DistanceTrace::Hierarchy {
        group_of: vec![packed(&[0, 1, 2, 1]), packed(&[0, 0, 0, 0])],
    };
    assert_eq!(t(hierarchy), 0.083_334);
    let categories = Requirement {
        p_plus: Some(2),
        ..Requirement::default()
    };
    let answer = of(DistanceTrace::Equal, categories);
    assert_eq!(answer.violating_rows, Some(vec![0, 1, 2]));
}

#[test]
fn a_promise_about_values_that_are_not_told_is_refused() {
    let mut one = audited("one", 2, asks(2, Some(2)), table(&[1, 1], &[0, 1]));
    let two = audited("two", 2, asks(2, Some(2)), table(&[1, 1], &[0, 1]));
    if let Trace::Microdata(trace) = &mut one.trace {
        trace.sensitive.clear();
    }
    let told = pooled(&[one, two], None, &Progress::default()).unwrap_err();
    assert!(told.to_string().contains("no sensitive values"), "{told}");
}
