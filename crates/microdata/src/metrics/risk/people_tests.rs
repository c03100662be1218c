//! Risks of people and groups on random tables, against counting by the words of the definitions: whoever has several
//! records is as exposed as by the worst of their classes.

use super::*;
use crate::profile::crowd::Crowd;
use cloakroom_core::prepared_table::{Categories, Distance};
use cloakroom_core::{Column, Counted, Lists, Progress, Sensitive, Units};
use proptest::prelude::*;
use std::collections::{BTreeMap, BTreeSet};

/// A record: two quasi-identifiers, whose it is, the house, and a sensitive value.
type Row = (u8, u8, u8, u8, u8);

fn rows() -> impl Strategy<Value = Vec<Row>> {
    prop::collection::vec((0u8..3, 0u8..2, 0u8..8, 0u8..4, 0u8..4), 1..24)
}

/// The columns of a table, and what is counted: people, houses or both.
struct Case {
    quasi: [Column; 2],
    person: Column,
    house: Column,
    secret: Column,
    which: u8,
}

impl Case {
    fn new(rows: &[Row], which: u8) -> Self {
        let column = |name: &str, of: &dyn Fn(&Row) -> String| {
            Column::from_texts(name, rows.iter().map(of)).unwrap()
        };
        // House 0 is none.
        let house = |row: &Row| match row.3 {
            0 => String::new(),
            house => format!("h{house}"),
        };
        Self {
            quasi: [
                column("a", &|row| row.0.to_string()),
                column("b", &|row| row.1.to_string()),
            ],
            person: column("person", &|row| format!("p{}", row.2)),
            house: column("house", &house),
            secret: column("secret", &|row| format!("s{}", row.4)),
            which,
        }
    }

    fn units(&self) -> Units<'_> {
        let person = (self.which != 1).then_some(&self.person);
        let house = (self.which != 0).then_some(&self.house);
        Units::new(person, house).unwrap()
    }

    fn sensitive(&self) -> Sensitive<'_> {
        let texts = self.secret.dictionary().iter();
        // The first two values are of one category, every other of its own.
        let of = texts.map(|text| text[1..].parse::<u32>().unwrap().saturating_sub(1));
        Sensitive {
            at: 0,
            column: &self.secret,
            categories: Some(Categories {
                of: of.collect(),
                count: 3,
            }),
            distance: Distance::Equal,
        }
    }
}

/// Who is who, straight from the rows: linked by a person or a house in common, over any number of steps.
fn who(rows: &[Row], which: u8) -> Vec<usize> {
    let mut who: Vec<usize> = (0..rows.len()).collect();
    loop {
        let before = who.clone();
        for a in 0..rows.len() {
            for b in 0..rows.len() {
                let person = which != 1 && rows[a].2 == rows[b].2;
                let house = which != 0 && rows[a].3 == rows[b].3 && rows[a].3 != 0;
                if person || house {
                    who[a] = who[a].min(who[b]);
                }
            }
        }
        if who == before {
            return who;
        }
    }
}

/// Rows by what somebody sees of them.
fn classes<K: Ord>(rows: &[Row], seen: impl Fn(&Row) -> K) -> Vec<Vec<usize>> {
    let mut classes: BTreeMap<K, Vec<usize>> = BTreeMap::new();
    for (at, row) in rows.iter().enumerate() {
        classes.entry(seen(row)).or_default().push(at);
    }
    classes.into_values().collect()
}

fn heads(class: &[usize], who: &[usize]) -> BTreeSet<usize> {
    class.iter().map(|&row| who[row]).collect()
}

/// By unit, the fewest in one of its classes.
fn least(classes: &[Vec<usize>], who: &[usize], size: impl Fn(usize) -> u64) -> Vec<u64> {
    let everybody: BTreeSet<usize> = who.iter().copied().collect();
    let own = |unit: &usize| {
        let of = (0..classes.len()).filter(|&at| heads(&classes[at], who).contains(unit));
        of.map(&size).min().unwrap()
    };
    everybody.iter().map(own).collect()
}

fn listed(classes: &[Vec<usize>]) -> Lists {
    let rows = |class: &Vec<usize>| class.iter().map(|&row| row as u32).collect::<Vec<u32>>();
    classes.iter().map(rows).collect()
}

fn class_of(classes: &[Vec<usize>], rows: usize) -> Vec<u32> {
    let mut of = vec![0; rows];
    for (class, members) in classes.iter().enumerate() {
        members.iter().for_each(|&row| of[row] = class as u32);
    }
    of
}

fn near(a: f64, b: f64) -> bool {
    (a - b).abs() < 1e-9
}

proptest! {
    #[test]
    fn everybody_is_found_as_easily_as_in_their_smallest_class(
        rows in rows(),
        which in 0u8..3,
        population in prop::collection::vec(0u64..6, 6),
        percent in 1u32..100,
    ) {
        let case = Case::new(&rows, which);
        let (units, who) = (case.units(), who(&rows, which));
        let classes = classes(&rows, |row| (row.0, row.1));
        let progress = Progress::default();
        let crowd = Crowd::new(&class_of(&classes, rows.len()), classes.len(), &units, &[], &progress).unwrap();
        let in_population = &population[..classes.len()];
        let threshold = f64::from(percent) / 100.0;
        let size = |at: usize| heads(&classes[at], &who).len() as u64;
        let fits = |at: usize| in_population[at].max(size(at));
        let is_high = |among: &&u64| u64::from(percent) * **among < 100;
        let mean = |among: &[u64]| among.iter().map(|&among| 1.0 / among as f64).sum::<f64>() / among.len() as f64;
        let alone = least(&classes, &who, size);

        let risk = identity_of_units(&crowd, units.counted, None, threshold);
        prop_assert_eq!(risk.records, alone.len());
        prop_assert_eq!(risk.unique, alone.iter().filter(|&&least| least == 1).count());
        prop_assert_eq!(u64::from(risk.smallest_class), *alone.iter().min().unwrap());
        let at_least = alone.iter().filter(|&least| Some(least) == alone.iter().min()).count();
        prop_assert_eq!(risk.prosecutor.records_at_largest, at_least);
        prop_assert!(near(risk.prosecutor.largest, 1.0 / *alone.iter().min().unwrap() as f64));
        prop_assert!(near(risk.prosecutor.average, mean(&alone)));
        prop_assert_eq!(risk.prosecutor.records_above, alone.iter().filter(is_high).count());
        prop_assert!(near(risk.marketer, mean(&alone)));
        for entry in &risk.sizes {
            let of_size = |&&least: &&u64| least == u64::from(entry.size);
            prop_assert_eq!(entry.records, alone.iter().filter(of_size).count());
            let classes = (0..classes.len()).filter(|&at| size(at) == u64::from(entry.size));
            prop_assert_eq!(entry.classes, classes.count());
        }
        prop_assert_eq!(risk.sizes.iter().map(|entry| entry.records).sum::<usize>(), alone.len());

        let mut known = identity_of_units(&crowd, units.counted, Some((in_population, 30)), 1.0);
        let fitting = least(&classes, &who, fits);
        prop_assert!(near(known.journalist.largest, 1.0 / *fitting.iter().min().unwrap() as f64));
        prop_assert!(near(known.journalist.average, mean(&fitting)));
        known.set_threshold(threshold);
        prop_assert_eq!(known.journalist.records_above, fitting.iter().filter(is_high).count());
        let fit = known.journalist.population.unwrap();
        let nobody = (0..classes.len()).filter(|&at| in_population[at] == 0);
        let missing: BTreeSet<usize> = nobody.flat_map(|at| heads(&classes[at], &who)).collect();
        prop_assert_eq!(fit.missing_records, missing.len());
        let short = (0..classes.len()).filter(|&at| in_population[at] < size(at));
        prop_assert_eq!(fit.short_classes, short.count());
    }

    #[test]
    fn every_subset_of_columns_counts_people_once(
        rows in rows(),
        which in 0u8..3,
        k in 1u32..4,
    ) {
        let case = Case::new(&rows, which);
        let (units, who) = (case.units(), who(&rows, which));
        let columns: Vec<&Column> = case.quasi.iter().collect();
        let together = classes(&rows, |row| (row.0, row.1));
        let tuples = Tuples::of_units(&columns, &listed(&together), &units).unwrap();
        prop_assert_eq!(tuples.counted(), who.iter().collect::<BTreeSet<_>>().len());
        prop_assert_eq!(tuples.records(), rows.len());
        let found = uniqueness(&tuples, k, &Progress::default()).unwrap();
        prop_assert_eq!(found.counted, Some(units.counted));
        prop_assert_eq!(found.subsets.len(), 3);
        for subset in found.subsets.iter().chain([&found.together]) {
            let knows = |name: &str| subset.columns.iter().any(|column| column == name);
            let seen = |row: &Row| (knows("a").then_some(row.0), knows("b").then_some(row.1));
            let classes = classes(&rows, seen);
            let least = least(&classes, &who, |at| heads(&classes[at], &who).len() as u64);
            prop_assert_eq!(subset.classes, classes.len());
            prop_assert_eq!(subset.unique, least.iter().filter(|&&least| least == 1).count());
            let below = least.iter().filter(|&&least| least < u64::from(k));
            prop_assert_eq!(subset.below_k, below.count());
        }
        for part in &found.contributions {
            let without = classes(&rows, |row| if part.column == "a" { row.1 } else { row.0 });
            let least = least(&without, &who, |at| heads(&without[at], &who).len() as u64);
            prop_assert_eq!(part.without, least.iter().filter(|&&least| least == 1).count());
        }
    }

    #[test]
    fn what_a_class_tells_is_counted_by_people(rows in rows(), which in 0u8..3) {
        let case = Case::new(&rows, which);
        let (units, who) = (case.units(), who(&rows, which));
        let classes = classes(&rows, |row| (row.0, row.1));
        let risk = attribute(&case.sensitive(), &listed(&classes), Some(&units), &Progress::default()).unwrap();
        let everybody: Vec<usize> = (0..rows.len()).collect();
        let value = |row: usize| u32::from(rows[row].4);
        let category = |row: usize| value(row).saturating_sub(1);
        // Of some rows, the share of those who show something.
        let showing = |rows: &[usize], of: &dyn Fn(usize) -> u32, wanted: u32| {
            let show: Vec<usize> = rows.iter().copied().filter(|&row| of(row) == wanted).collect();
            (heads(&show, &who).len(), heads(rows, &who).len())
        };
        let share = |(part, whole): (usize, usize)| part as f64 / whole as f64;
        let all_show = |rows: &[usize], of: &dyn Fn(usize) -> u32| {
            (0..4).any(|wanted| { let (part, whole) = showing(rows, of, wanted); part == whole })
        };
        let is_skewed = |rows: &[usize]| (0..4).any(|wanted| {
            let (here, heads) = showing(rows, &value, wanted);
            let (all, everywhere) = showing(&everybody, &value, wanted);
            2 * here > heads && here * everywhere >= 2 * all * heads
        });
        let told = |tells: &dyn Fn(&[usize]) -> bool| {
            let telling = classes.iter().filter(|class| tells(class));
            telling.flat_map(|class| heads(class, &who)).collect::<BTreeSet<usize>>().len()
        };
        prop_assert_eq!(risk.records, heads(&everybody, &who).len());
        prop_assert_eq!(risk.homogeneous_records, told(&|class| all_show(class, &value)));
        let homogeneous = classes.iter().filter(|class| all_show(class, &value));
        prop_assert_eq!(risk.homogeneous_classes, homogeneous.count());
        prop_assert_eq!(risk.similar_records, Some(told(&|class| all_show(class, &category))));
        prop_assert!(risk.similar_records >= Some(risk.homogeneous_records));
        prop_assert_eq!(risk.skewed_records, told(&is_skewed));
        let most = |rows: &[usize]| (0..4).map(|wanted| showing(rows, &value, wanted).0).max().unwrap();
        prop_assert!(near(risk.guess_before, most(&everybody) as f64 / risk.records as f64));
        let guesses: usize = classes.iter().map(|class| heads(class, &who).len()).sum();
        let right: usize = classes.iter().map(|class| most(class)).sum();
        prop_assert!(near(risk.guess_within, right as f64 / guesses as f64));
        let distance = |class: &[usize]| {
            let (mut more, mut less) = (0.0, 0.0);
            for wanted in 0..4 {
                let differs = share(showing(class, &value, wanted)) - share(showing(&everybody, &value, wanted));
                more += f64::max(differs, 0.0);
                less += f64::max(-differs, 0.0);
            }
            f64::max(more, less)
        };
        let farthest = classes.iter().map(|class| distance(class)).fold(0.0, f64::max);
        prop_assert!(near(risk.farthest, farthest));
        let sum: f64 = classes.iter().map(|class| distance(class) * heads(class, &who).len() as f64).sum();
        prop_assert!(near(risk.average_distance, sum / guesses as f64));
    }
}

/// Both patients have something of the chest, each something else: no value is sure, and its category is.
#[test]
fn a_class_whose_people_all_show_something_of_one_category_is_similar() {
    let rows = [
        (0, 0, 1, 0, 0),
        (0, 0, 1, 0, 3),
        (0, 0, 2, 0, 1),
        (0, 0, 2, 0, 2),
    ];
    let case = Case::new(&rows, 0);
    let units = case.units();
    let classes: Lists = [vec![0u32, 1, 2, 3]].into_iter().collect();
    let risk = attribute(
        &case.sensitive(),
        &classes,
        Some(&units),
        &Progress::default(),
    )
    .unwrap();
    assert_eq!(risk.counted, Some(Counted::People));
    assert_eq!((risk.records, risk.homogeneous_records), (2, 0));
    assert_eq!(risk.similar_records, Some(2));
    let figures = risk.figures();
    let similar = figures
        .iter()
        .find(|figure| figure.name == "similar_records");
    assert_eq!(
        similar.unwrap().sentence,
        "2 people are in a class where everybody shows a value of \"secret\" of one sensitivity category."
    );
}
