//! The worked examples of thesis chapters 4 and 5, with the numbers as they should be, and how the profile holds up
//! against counting by definition.

use super::*;
use cloakroom_core::Column;
use proptest::prelude::*;
use std::collections::BTreeMap;

fn table(columns: &[(&str, &[&str])]) -> Table {
    let columns = columns
        .iter()
        .map(|(name, texts)| Column::from_texts(*name, *texts).unwrap());
    Table::new(columns.collect()).unwrap()
}

fn profile(table: &Table) -> DependencyProfile {
    let all: Vec<usize> = (0..table.columns().len()).collect();
    DependencyProfile::compute(table, &all, &Progress::default()).unwrap()
}

/// Table 4.1(a).
fn table_4_1() -> Table {
    table(&[
        (
            "Gender",
            &["male", "male", "male", "female", "female", "female"],
        ),
        ("Age", &["middle", "middle", "young", "young", "old", "old"]),
        (
            "Postcode",
            &["4350", "4350", "4351", "4352", "4353", "4353"],
        ),
    ])
}

/// Table 5.1.
fn table_5_1() -> Table {
    let rows = [
        "000111", "011010", "110100", "001111", "011100", "001001", "111001", "011000", "111011",
        "011101", "011100", "111111",
    ];
    let columns = (0..6).map(|at| {
        let texts = rows.iter().map(|row| &row[at..=at]);
        Column::from_texts(format!("A{}", at + 1), texts).unwrap()
    });
    Table::new(columns.collect()).unwrap()
}

#[track_caller]
fn close(found: f64, expected: f64) {
    assert!((found - expected).abs() < 1e-9, "{found} for {expected}");
}

#[test]
fn entropies_of_table_4_1() {
    let profile = profile(&table_4_1());
    close(profile.entropy(0), 1.0);
    close(profile.entropy(1), 1.584_962_500_721_156);
    // The thesis swaps the two conditional entropies of Gender and Age; their sum is right.
    let joint = (profile.independence(0, 1) + profile.entropy(0) + profile.entropy(1)) / 2.0;
    close(joint, 1.918_295_834_054_489_6);
    close(joint - profile.entropy(1), 1.0 / 3.0);
    close(joint - profile.entropy(0), 0.918_295_834_054_489_6);
}

#[test]
fn the_independency_matrix_of_table_4_1() {
    let profile = profile(&table_4_1());
    for ((a, b), measure, share) in [
        ((0, 1), 1.251_629_167_387_823, 0.5),
        ((0, 2), 0.918_295_834_054_489_6, 0.366_840_218_325_605_5),
        ((1, 2), 0.333_333_333_333_333_5, 0.133_159_781_674_394_55),
    ] {
        close(profile.independence(a, b), measure);
        close(profile.independence(b, a), measure);
        close(profile.normalised(a, b), share);
    }
    assert_eq!(profile.independence(1, 1), 0.0);
}

#[test]
fn priorities_of_table_4_1() {
    let profile = profile(&table_4_1());
    let [gender, age, postcode] = profile.priorities(&[0, 1, 2])[..] else {
        panic!("three columns have three priorities");
    };
    assert_eq!((gender, postcode), (1.0, 0.0));
    close(age, 0.210_309_917_857_152_53);
    let order = profile.suggested_order(0, 1);
    assert_eq!(order, [0, 2, 1]);
    close(profile.priorities(&order)[2], 0.266_319_563_348_789_1);
}

#[test]
fn the_dependency_matrix_of_table_5_1() {
    let profile = profile(&table_5_1());
    let expected = [
        1.379_596_380_161_976_8,
        1.533_878_086_311_685_7,
        1.877_672_414_636_623,
        1.877_672_414_636_622_6,
        1.812_612_493_709_425_2,
        1.375_291_122_001_492,
        1.777_171_374_592_557_7,
        1.668_001_035_916_958_8,
        1.318_023_457_565_313_6,
        1.336_820_331_663_867_6,
        1.621_737_989_088_316,
        1.621_737_989_088_316,
        1.958_558_320_752_183_3,
        1.958_558_320_752_184_2,
        1.751_039_571_112_762_2,
    ];
    for ((a, b), expected) in pairs::all(6).zip(expected) {
        close(profile.independence(a, b), expected);
    }
}

/// The thesis joins A5 to A2, against its own matrix: A3 is nearer.
#[test]
fn the_dependency_tree_of_table_5_1() {
    let profile = profile(&table_5_1());
    let ends: Vec<(usize, usize)> = profile.tree().iter().map(|e| (e.a, e.b)).collect();
    assert_eq!(ends, [(1, 5), (2, 3), (1, 2), (0, 1), (2, 4)]);
    let weight: f64 = profile.tree().iter().map(|edge| edge.weight).sum();
    close(weight, 7.031_469_280_480_966);
    let degrees: Vec<usize> = (0..6).map(|at| profile.degree(at)).collect();
    assert_eq!(degrees, [1, 3, 3, 1, 1, 1]);
    assert_eq!(profile.key_columns(), [1, 2]);
}

#[test]
fn no_spanning_tree_of_table_5_1_weighs_less() {
    let profile = profile(&table_5_1());
    let edges: Vec<(usize, usize)> = pairs::all(6).collect();
    let mut least = f64::INFINITY;
    for chosen in 0u32..1 << edges.len() {
        if chosen.count_ones() != 5 {
            continue;
        }
        let mut part = [0, 1, 2, 3, 4, 5];
        let mut weight = 0.0;
        for (at, &(a, b)) in edges.iter().enumerate() {
            if chosen >> at & 1 == 1 {
                let (from, to) = (part[b], part[a]);
                part.iter_mut()
                    .filter(|p| **p == from)
                    .for_each(|p| *p = to);
                weight += profile.independence(a, b);
            }
        }
        if part.iter().all(|&p| p == part[0]) {
            least = least.min(weight);
        }
    }
    close(least, 7.031_469_280_480_966);
}

#[test]
fn many_numbers_are_binned_and_few_are_not() {
    let many: Vec<String> = (0..1000).map(|n| (n * 7 % 500).to_string()).collect();
    let few: Vec<String> = (0..1000).map(|n| (n % 32).to_string()).collect();
    let texts: Vec<String> = (0..1000).map(|n| format!("t{}", n % 500)).collect();
    let columns = [("many", many), ("few", few), ("texts", texts)]
        .map(|(name, texts)| Column::from_texts(name, texts).unwrap());
    let table = Table::new(columns.to_vec()).unwrap();
    let profile = profile(&table);
    let bins = profile.bins(0).unwrap();
    assert_eq!((bins.len(), bins.edges.len()), (20, 21));
    assert_eq!(bins.words(0), "0 to 24");
    assert_eq!(bins.words(19), "475 to 499");
    assert!(bins.records.iter().all(|&records| records == 50));
    close(profile.entropy(0), 20f64.log2());
    assert_eq!((profile.bins(1), profile.bins(2)), (None, None));
}

#[test]
fn a_value_of_many_records_has_a_bin_and_missing_values_are_apart() {
    let mut texts = vec![String::from("0"); 900];
    texts.extend((1..=98).map(|day| cloakroom_core::value_type::date_text(day * 10)));
    let dates = Column::from_texts("d", &texts[900..]).unwrap();
    texts.truncate(900);
    texts.extend((1..=98).map(|n| n.to_string()));
    texts.extend([String::new(), String::new()]);
    let gain = Column::from_texts("gain", &texts).unwrap();
    let coded = Coded::new(&gain, &Progress::default()).unwrap();
    let bins = coded.bins.unwrap();
    assert_eq!((bins.words(0), bins.missing), ("0".to_owned(), 2));
    assert_eq!(bins.records.iter().sum::<u64>(), 998);
    assert_eq!(coded.codes[999], bins.len() as u32);
    let coded = Coded::new(&dates, &Progress::default()).unwrap();
    assert_eq!(coded.bins.unwrap().words(0), "1970-01-11 to 1970-02-20");
}

#[test]
fn columns_that_tell_the_same_are_one_and_constants_tell_nothing() {
    let table = table(&[
        ("a", &["x", "y", "x", "z"]),
        ("b", &["1", "2", "1", "3"]),
        ("c", &["q", "q", "q", "q"]),
        ("d", &["", "", "", ""]),
    ]);
    let profile = profile(&table);
    assert_eq!(profile.independence(0, 1), 0.0);
    assert_eq!((profile.entropy(2), profile.entropy(3)), (0.0, 0.0));
    assert_eq!(profile.independence(2, 3), 0.0);
    assert_eq!(profile.independence(0, 2), profile.entropy(0));
    // Nothing differs from the next: priorities fall evenly.
    assert_eq!(profile.priorities(&[2, 3]), [0.0, 0.0, 1.0, 0.0]);
    assert_eq!(profile.priorities(&[3])[3], 1.0);
    let alone = DependencyProfile::compute(&table, &[2, 3], &Progress::default()).unwrap();
    assert_eq!(alone.normalised(0, 1), 0.0);
}

#[test]
fn a_stopped_profile_ends() {
    let progress = Progress::default();
    progress.stop();
    let stopped = DependencyProfile::compute(&table_4_1(), &[0, 1, 2], &progress);
    assert_eq!(stopped, Err(Stopped));
}

/// By definition: the entropy of a list of values.
fn plain_entropy<T: Ord>(values: impl Iterator<Item = T>) -> f64 {
    let mut counts: BTreeMap<T, f64> = BTreeMap::new();
    let mut records = 0.0;
    for value in values {
        *counts.entry(value).or_default() += 1.0;
        records += 1.0;
    }
    counts
        .values()
        .map(|c| -c / records * (c / records).log2())
        .sum()
}

proptest! {
    #[test]
    fn the_profile_equals_counting(rows in prop::collection::vec(prop::array::uniform4(0u8..6), 1..60)) {
        let texts = |at: usize| rows.iter().map(move |row| format!("v{}", row[at])).collect::<Vec<_>>();
        let columns = (0..4).map(|at| Column::from_texts(format!("c{at}"), texts(at)).unwrap());
        let table = Table::new(columns.collect()).unwrap();
        let found = profile(&table);
        let alone = rayon::ThreadPoolBuilder::new().num_threads(1).build().unwrap();
        prop_assert_eq!(&found, &alone.install(|| profile(&table)));
        for (a, b) in pairs::all(4) {
            let both = plain_entropy(rows.iter().map(|row| (row[a], row[b])));
            let (of_a, of_b) = (
                plain_entropy(rows.iter().map(|row| row[a])),
                plain_entropy(rows.iter().map(|row| row[b])),
            );
            prop_assert!((found.independence(a, b) - (2.0 * both - of_a - of_b)).abs() < 1e-9);
        }
        prop_assert_eq!(found.tree().len(), 3);
        // What the columns add is no less than what the table holds.
        let added: f64 = (0..4).map(|at| found.added(at)).sum();
        prop_assert!(added > plain_entropy(rows.iter()) - 1e-9);
        // Priorities fall along the order and solve definition 4.3.
        let order = found.suggested_order(2, 0);
        let priorities = found.priorities(&order);
        prop_assert_eq!((priorities[2], priorities[0]), (1.0, 0.0));
        for three in order.windows(3) {
            let [above, at, below] = [three[0], three[1], three[2]];
            let (up, down) = (found.independence(above, at), found.independence(at, below));
            prop_assert!(priorities[above] >= priorities[at] - 1e-12);
            if up + down > 0.0 {
                let expected = (down * priorities[above] + up * priorities[below]) / (up + down);
                prop_assert!((priorities[at] - expected).abs() < 1e-9);
            }
        }
    }
}
