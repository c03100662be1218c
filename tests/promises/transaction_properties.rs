//! Whatever is released of transactions passes `verify` and a count of all sets by brute force, and the check of the
//! data agrees with such a count.

use cloakroom_core::dataset::Dataset;
use cloakroom_core::dictionary::Dictionary;
use cloakroom_core::io::loaded::{Loaded, SourceFile};
use cloakroom_core::load_options::{Layout, LoadOptions};
use cloakroom_core::method::MethodName;
use cloakroom_core::progress::Progress;
use cloakroom_core::recipe::Recipe;
use cloakroom_core::requirement::{Requirement, SetSize};
use cloakroom_core::settings::ReleaseFormat;
use cloakroom_core::taxonomy::Taxonomy;
use cloakroom_core::transactions::Transactions;
use cloakroom_core::trees::Trees;
use cloakroom_engine::release::{ReleaseOutcome, release};
use cloakroom_engine::transactions::{CheckedTransactionsTask, check};
use cloakroom_verify::verify;
use proptest::prelude::*;
use std::collections::BTreeSet;
use std::path::Path;
use std::sync::Arc;

const ITEMS: [&str; 7] = ["a", "b", "c", "d", "e", "f", "p"];

const METHODS: [MethodName; 7] = [
    MethodName::None,
    MethodName::Hghs,
    MethodName::Mhghs,
    MethodName::Aa,
    MethodName::Mm,
    MethodName::Lg,
    MethodName::Refined,
];

#[derive(Clone, Copy, Debug, PartialEq)]
enum Promise {
    Sets(SetSize),
    Duplicates,
    Coherence { p: u32, h: f64 },
}

#[derive(Clone, Debug)]
struct Case {
    /// Bits of the items.
    baskets: Vec<u8>,
    flat: bool,
    k: u32,
    promise: Promise,
    method: MethodName,
    layout: Layout,
    shuffle: bool,
    parquet: bool,
}

fn cases() -> impl Strategy<Value = Case> {
    let promise = prop_oneof![
        3 => (1u32..5).prop_map(|m| Promise::Sets(SetSize::AtMost(m))),
        1 => Just(Promise::Sets(SetSize::ANY)),
        1 => Just(Promise::Duplicates),
        2 => (1u32..4, 0u32..=4).prop_map(|(p, h)| Promise::Coherence { p, h: f64::from(h) / 4.0 }),
    ];
    (
        prop::collection::vec(1u8..128, 1..14),
        any::<bool>(),
        1u32..5,
        promise,
        prop::sample::select(&METHODS[..]),
        prop::sample::select(&[Layout::Basket, Layout::Long, Layout::List][..]),
        any::<[bool; 2]>(),
    )
        .prop_map(
            |(baskets, flat, k, promise, method, layout, [shuffle, parquet])| Case {
                k: k.min(baskets.len() as u32),
                baskets,
                flat,
                promise,
                method,
                layout,
                shuffle,
                parquet,
            },
        )
}

fn requirement(case: &Case) -> Requirement {
    let mut requirement = Requirement {
        k: Some(case.k),
        ..Requirement::default()
    };
    match case.promise {
        Promise::Sets(m) => requirement.m = Some(m),
        Promise::Duplicates => requirement.duplicates = true,
        Promise::Coherence { p, h } => {
            requirement.p = Some(p);
            requirement.h = Some(h);
        }
    }
    requirement
}

fn transactions(case: &Case) -> Transactions {
    let mut transactions = Transactions {
        items: ITEMS.into_iter().collect::<Dictionary>(),
        starts: vec![0],
        ..Transactions::default()
    };
    for basket in &case.baskets {
        transactions
            .item
            .extend((0..7).filter(|item| basket >> item & 1 == 1));
        transactions.starts.push(transactions.item.len());
    }
    transactions
}

fn trees(case: &Case) -> Trees {
    let flat = ITEMS.map(|item| (item, "T"));
    let deep = [
        ("a", "H"),
        ("b", "H"),
        ("c", "K"),
        ("d", "K"),
        ("H", "P"),
        ("K", "P"),
        ("P", "T"),
        ("e", "Q"),
        ("f", "Q"),
        ("Q", "T"),
        ("p", "T"),
    ];
    let links: &[(&str, &str)] = if case.flat { &flat } else { &deep };
    Trees {
        taxonomy: Some(Arc::new(Taxonomy::from_links(links).unwrap())),
        ..Trees::default()
    }
}

fn recipe(case: &Case) -> Recipe {
    let mut recipe = Recipe {
        data: "baskets.dat".into(),
        ..Recipe::default()
    };
    let settings = &mut recipe.settings;
    settings.requirement = requirement(case);
    settings.method.name = case.method;
    settings.method.effort = 3;
    settings.release.shuffle = case.shuffle;
    settings.roles.private_items.insert("p".to_owned());
    if case.parquet {
        settings.release.format = ReleaseFormat::Parquet;
    }
    recipe
}

/// By basket: whether it breaks the promise, every set counted.
fn broken(baskets: &[BTreeSet<&str>], case: &Case) -> Vec<bool> {
    let holders = |set: &BTreeSet<&str>| {
        let holds = |basket: &&BTreeSet<&str>| set.is_subset(basket);
        baskets.iter().filter(holds).count() as u32
    };
    let breaks = |basket: &BTreeSet<&str>| match case.promise {
        Promise::Duplicates => {
            let same = baskets.iter().filter(|other| *other == basket).count();
            (same as u32) < case.k
        }
        Promise::Sets(m) => subsets(basket, m.most())
            .iter()
            .any(|set| holders(set) < case.k),
        Promise::Coherence { p, h } => {
            let public: BTreeSet<&str> =
                basket.iter().copied().filter(|&item| item != "p").collect();
            subsets(&public, p).iter().any(|set| {
                let all = holders(set);
                let mut with = set.clone();
                with.insert("p");
                all < case.k || f64::from(holders(&with)) > h * f64::from(all)
            })
        }
    };
    baskets.iter().map(breaks).collect()
}

fn subsets<'a>(basket: &BTreeSet<&'a str>, most: u32) -> Vec<BTreeSet<&'a str>> {
    let items: Vec<&str> = basket.iter().copied().collect();
    (1u32..1 << items.len())
        .filter(|mask| mask.count_ones() <= most)
        .map(|mask| {
            let chosen = items.iter().enumerate();
            chosen
                .filter(|(at, _)| mask >> at & 1 == 1)
                .map(|(_, &item)| item)
                .collect()
        })
        .collect()
}

/// What stands between two items: names of groups may hold blanks.
fn separator_of(out: &Path) -> String {
    let text = std::fs::read_to_string(out.join("certificate.json")).unwrap();
    let certificate: serde_json::Value = serde_json::from_str(&text).unwrap();
    let separator = &certificate["declared"]["transactions"]["separator"];
    separator.as_str().unwrap().to_owned()
}

fn original(case: &Case) -> Vec<BTreeSet<&'static str>> {
    let items = |basket: &u8| {
        let held = (0..7).filter(|item| basket >> item & 1 == 1);
        held.map(|item| ITEMS[item]).collect()
    };
    case.baskets.iter().map(items).collect()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn the_check_agrees_with_counting_every_set(case in cases()) {
        let transactions = transactions(&case);
        let settings = recipe(&case).settings;
        let Ok(question) = CheckedTransactionsTask::new(&transactions, &settings, &trees(&case), &Progress::default()) else {
            // Nothing is private, or everything.
            return Ok(());
        };
        let answer = check::check(&question, &Progress::default()).unwrap();
        let expected: Vec<u32> = broken(&original(&case), &case)
            .iter()
            .enumerate()
            .filter(|(_, breaks)| **breaks)
            .map(|(at, _)| at as u32)
            .collect();
        prop_assert_eq!(&answer.violating_rows, &expected);
        prop_assert_eq!(answer.satisfied, expected.is_empty());
    }

    #[test]
    fn whatever_is_released_keeps_its_promise(case in cases()) {
        let folder = tempfile::tempdir().unwrap();
        let out = folder.path().join("out");
        let progress = Progress::default();
        let loaded = Loaded {
            dataset: Dataset::Transactions(transactions(&case)),
            source: SourceFile { path: "baskets.dat".into(), bytes: 1, sha256: "00".into() },
            options: LoadOptions { layout: Some(case.layout), ..LoadOptions::default() },
            notes: Vec::new(),
            folded: Vec::new(),
            prepared: None,
            understood: Default::default(),
        };
        let Ok(outcome) = release(&loaded, &recipe(&case), &trees(&case), &out, &progress) else {
            // Refused before anything ran: what the method is not for, or what means nothing.
            let coherent = matches!(case.promise, Promise::Coherence { .. });
            prop_assert!(coherent || case.promise == Promise::Duplicates);
            return Ok(());
        };
        let before = broken(&original(&case), &case);
        match outcome {
            ReleaseOutcome::NotReached(missed) => {
                let all_gone = missed.why.contains("nothing would be left");
                prop_assert!(all_gone || case.method == MethodName::None, "{}", missed.why);
                prop_assert!(before.contains(&true) && !out.exists());
            }
            ReleaseOutcome::Written(_) => {
                let verdict = verify(&out, &progress).unwrap();
                prop_assert!(verdict.satisfied, "{:?}", verdict.faults);
                if case.layout == Layout::Basket && !case.parquet {
                    let text = std::fs::read_to_string(out.join("release.dat")).unwrap();
                    let separator = separator_of(&out);
                    let items = |line: &str| -> Vec<String> {
                        let items = line.split(separator.as_str());
                        items.filter(|item| !item.is_empty()).map(str::to_owned).collect()
                    };
                    let released: Vec<Vec<String>> = text.lines().map(items).collect();
                    let released: Vec<BTreeSet<&str>> = released
                        .iter()
                        .map(|items| items.iter().map(String::as_str).collect())
                        .collect();
                    prop_assert_eq!(released.len(), case.baskets.len());
                    prop_assert!(!broken(&released, &case).contains(&true), "{}", text);
                }
            }
        }
    }
}
