//! An attack on a correct release never beats 1/k, whatever is known and whatever the method: everybody in the release
//! has at least k candidates, and is one of them.

use cloakroom_core::column::Column;
use cloakroom_core::dataset::Dataset;
use cloakroom_core::dictionary::Dictionary;
use cloakroom_core::hierarchy::{Hierarchies, Hierarchy};
use cloakroom_core::io::loaded::{Loaded, SourceFile};
use cloakroom_core::load_options::LoadOptions;
use cloakroom_core::method::MethodName;
use cloakroom_core::progress::Progress;
use cloakroom_core::ratings::{Ratings, Scale};
use cloakroom_core::requirement::SetSize;
use cloakroom_core::roles::Role;
use cloakroom_core::settings::{NullPolicy, Settings};
use cloakroom_core::table::Table;
use cloakroom_core::taxonomy::Taxonomy;
use cloakroom_core::transactions::Transactions;
use cloakroom_core::trees::Trees;
use cloakroom_engine::attack::{AttackOptions, AttackOutcome, AttackReport, attack};
use proptest::prelude::*;
use std::sync::Arc;

fn loaded(dataset: Dataset) -> Loaded {
    Loaded {
        dataset,
        source: SourceFile {
            path: "data.csv".into(),
            bytes: 1,
            sha256: "00".into(),
        },
        options: LoadOptions::default(),
        notes: Vec::new(),
        folded: Vec::new(),
        prepared: None,
        understood: Default::default(),
    }
}

fn column<T: AsRef<str>>(name: &str, texts: impl IntoIterator<Item = T>) -> Column {
    Column::from_texts(name, texts).unwrap()
}

/// What is promised of every attack: nobody within the promise has fewer than k candidates, nobody is lost.
fn holds(report: &AttackReport, known: usize) -> Result<(), TestCaseError> {
    prop_assert_eq!(report.people, known);
    prop_assert_eq!(report.beyond_bound, 0);
    prop_assert!(report.best_guess <= report.bound + 1e-12);
    let mut named = 0;
    for person in &report.each {
        if let Some(is_among) = person.true_among {
            prop_assert!(
                is_among,
                "{} is not among their own candidates",
                person.person
            );
            prop_assert!(person.in_release, "{} is there", person.person);
            prop_assert!(person.candidates >= u64::from(report.k));
            named += 1;
        }
        prop_assert!(person.chance <= report.bound + 1e-12);
        prop_assert_eq!(person.rows.len() as u64, person.candidates.min(50));
    }
    prop_assert_eq!(
        report.truth.map_or(0, |truth| truth.among_candidates),
        named
    );
    Ok(())
}

/// Values that are awkward to compare: numbers in two forms, blanks, texts that look like ranges.
const TOWNS: [&str; 8] = ["Bonn", " Bonn", "20-30", "*", "Ulm", "1", "1.0", ""];

#[derive(Clone, Debug)]
struct People {
    /// Age, zip, town, income and illness.
    rows: Vec<(u32, u32, usize, i32, u32)>,
    k: u32,
    suppression: f64,
    method: MethodName,
    with_hierarchies: bool,
    /// Which columns are known of whom.
    known: Vec<[bool; 4]>,
}

const TABLE_METHODS: [MethodName; 15] = [
    MethodName::None,
    MethodName::Optimal,
    MethodName::Samarati,
    MethodName::Incognito,
    MethodName::HashTable,
    MethodName::LocalRecoding,
    MethodName::Tds,
    MethodName::Mondrian,
    MethodName::MondrianRelaxed,
    MethodName::KMember,
    MethodName::Refined,
    MethodName::Mdav,
    MethodName::VMdav,
    MethodName::ApproximateMdav,
    MethodName::RefinedMdav,
];

fn people() -> impl Strategy<Value = People> {
    let row = (15u32..60, 100u32..130, 0..TOWNS.len(), -6i32..6, 0u32..3);
    let rows = prop::collection::vec(row, 4..30);
    (
        rows,
        2u32..5,
        0.0..0.5f64,
        prop::sample::select(&TABLE_METHODS[..]),
        any::<bool>(),
        prop::collection::vec(any::<[bool; 4]>(), 30),
    )
        .prop_map(
            |(rows, k, suppression, method, with_hierarchies, known)| People {
                k: k.min(rows.len() as u32),
                rows,
                suppression,
                method,
                with_hierarchies,
                known,
            },
        )
}

impl People {
    fn table(&self) -> Table {
        let rows = &self.rows;
        Table::new(vec![
            column("name", (0..rows.len()).map(|at| format!("p{at}"))),
            column("age", rows.iter().map(|row| row.0.to_string())),
            column("zip", rows.iter().map(|row| row.1.to_string())),
            column("town", rows.iter().map(|row| TOWNS[row.2])),
            column(
                "income",
                rows.iter().map(|row| (f64::from(row.3) / 2.0).to_string()),
            ),
            column("illness", rows.iter().map(|row| row.4.to_string())),
        ])
        .unwrap()
    }

    fn settings(&self) -> Settings {
        let mut settings = Settings::default();
        settings.roles.set("name", Some(Role::Identifier));
        for name in ["age", "zip", "town", "income"] {
            settings.roles.set(name, Some(Role::Quasi));
        }
        settings.roles.set("illness", Some(Role::Sensitive));
        settings.requirement.k = Some(self.k);
        settings.requirement.suppression = self.suppression;
        settings.method.name = self.method;
        settings.method.effort = 2;
        settings
    }

    fn trees(&self, table: &Table) -> Trees {
        let mut hierarchies = Hierarchies::new();
        if self.with_hierarchies {
            let age = Hierarchy::intervals(&table.columns()[1], &[5.0, 20.0]).unwrap();
            let zip = Hierarchy::mask(&table.columns()[2], 3).unwrap();
            hierarchies.insert("age".to_owned(), Arc::new(age));
            hierarchies.insert("zip".to_owned(), Arc::new(zip));
        }
        Trees::from(hierarchies)
    }

    /// Everybody, each with some of their values, and somebody who is not there.
    fn known(&self, table: &Table) -> Table {
        let columns = table.columns()[..5]
            .iter()
            .enumerate()
            .map(|(at, original)| {
                let texts = (0..self.rows.len()).map(|row| {
                    let is_known = at == 0 || self.known[row][at - 1];
                    if is_known { original.text(row) } else { "" }
                });
                column(original.name(), texts.chain(["33"]))
            });
        Table::new(columns.collect()).unwrap()
    }
}

const SURVEY_METHODS: [MethodName; 5] = [
    MethodName::None,
    MethodName::Greedy,
    MethodName::Graph,
    MethodName::Clustered,
    MethodName::MeetingBox,
];

#[derive(Clone, Debug)]
struct Answers {
    /// Four issues and a sensitive one; 0 is not rated.
    rows: Vec<[u8; 5]>,
    k: u32,
    epsilon: u8,
    method: MethodName,
    nulls: NullPolicy,
    suppression: f64,
    /// How each issue is known: not at all, as a number, or as a stretch.
    known: Vec<[u8; 4]>,
}

fn answers() -> impl Strategy<Value = Answers> {
    (
        prop::collection::vec(prop::array::uniform5(0u8..6), 3..16),
        2u32..4,
        0u8..4,
        prop::sample::select(&SURVEY_METHODS[..]),
        prop::sample::select(&NullPolicy::ALL[..]),
        prop_oneof![Just(0.0), 0.0..0.5f64],
        prop::collection::vec(prop::array::uniform4(0u8..4), 16),
    )
        .prop_map(
            |(rows, k, epsilon, method, nulls, suppression, known)| Answers {
                k: k.min(rows.len() as u32),
                rows,
                epsilon,
                method,
                nulls,
                suppression,
                known,
            },
        )
}

fn rated(rating: u8) -> String {
    if rating == 0 {
        String::new()
    } else {
        rating.to_string()
    }
}

impl Answers {
    fn table(&self) -> Table {
        let mut columns = vec![column(
            "ID",
            (0..self.rows.len()).map(|at| format!("p{at}")),
        )];
        for at in 0..5 {
            let name = format!("q{at}");
            columns.push(column(&name, self.rows.iter().map(|row| rated(row[at]))));
        }
        Table::new(columns).unwrap()
    }

    fn settings(&self) -> Settings {
        let mut settings = Settings::default();
        settings.roles.set("ID", Some(Role::Identifier));
        for at in 0..4 {
            settings.roles.set(&format!("q{at}"), Some(Role::Quasi));
        }
        settings.roles.set("q4", Some(Role::Sensitive));
        settings.requirement.k = Some(self.k);
        settings.requirement.epsilon = Some(f64::from(self.epsilon));
        settings.requirement.suppression = self.suppression;
        settings.method.name = self.method;
        settings.method.nulls = self.nulls;
        settings.method.effort = 2;
        settings
    }

    fn known(&self) -> Table {
        let mut columns = vec![column(
            "ID",
            (0..self.rows.len()).map(|at| format!("p{at}")),
        )];
        for at in 0..4 {
            let texts =
                self.rows
                    .iter()
                    .zip(&self.known)
                    .map(|(row, known)| match (row[at], known[at]) {
                        (0, _) | (_, 0) => String::new(),
                        (rating, 1) => rating.to_string(),
                        // Somewhere around it.
                        (rating, 2) => format!("{}..{rating}", rating.saturating_sub(1).max(1)),
                        (rating, _) if rating >= 4 => "good".to_owned(),
                        (3, _) => "neutral".to_owned(),
                        _ => "bad".to_owned(),
                    });
            columns.push(column(&format!("q{at}"), texts));
        }
        Table::new(columns).unwrap()
    }
}

const BASKET_METHODS: [MethodName; 7] = [
    MethodName::None,
    MethodName::Hghs,
    MethodName::Mhghs,
    MethodName::Aa,
    MethodName::Mm,
    MethodName::Lg,
    MethodName::Refined,
];
const ITEMS: [&str; 7] = ["a", "b", "c", "d", "e", "f", "p"];
const LINKS: [(&str, &str); 11] = [
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

#[derive(Clone, Copy, Debug, PartialEq)]
enum Promise {
    Sets(SetSize),
    Duplicates,
    Coherence { p: u32, h: f64 },
}

#[derive(Clone, Debug)]
struct Sold {
    /// Bits of the items.
    baskets: Vec<u8>,
    k: u32,
    promise: Promise,
    method: MethodName,
    /// Bits of what is known, and whether groups are known instead of items.
    known: Vec<(u8, bool)>,
}

fn sold() -> impl Strategy<Value = Sold> {
    let promise = prop_oneof![
        3 => (1u32..4).prop_map(|m| Promise::Sets(SetSize::AtMost(m))),
        1 => Just(Promise::Sets(SetSize::ANY)),
        1 => Just(Promise::Duplicates),
        2 => (1u32..3, 1u32..=4).prop_map(|(p, h)| Promise::Coherence { p, h: f64::from(h) / 4.0 }),
    ];
    (
        prop::collection::vec(1u8..128, 2..14),
        2u32..4,
        promise,
        prop::sample::select(&BASKET_METHODS[..]),
        prop::collection::vec(any::<(u8, bool)>(), 14),
    )
        .prop_map(|(baskets, k, promise, method, known)| Sold {
            k: k.min(baskets.len() as u32),
            baskets,
            promise,
            method,
            known,
        })
}

impl Sold {
    fn transactions(&self) -> Transactions {
        let labels: Vec<String> = (0..self.baskets.len()).map(|at| format!("b{at}")).collect();
        let mut transactions = Transactions {
            items: ITEMS.into_iter().collect::<Dictionary>(),
            starts: vec![0],
            labels: Some(labels.iter().collect()),
            ..Transactions::default()
        };
        for basket in &self.baskets {
            transactions
                .item
                .extend((0..7).filter(|item| basket >> item & 1 == 1));
            transactions.starts.push(transactions.item.len());
        }
        transactions
    }

    fn settings(&self) -> Settings {
        let mut settings = Settings::default();
        let requirement = &mut settings.requirement;
        requirement.k = Some(self.k);
        match self.promise {
            Promise::Sets(m) => requirement.m = Some(m),
            Promise::Duplicates => requirement.duplicates = true,
            Promise::Coherence { p, h } => {
                requirement.p = Some(p);
                requirement.h = Some(h);
            }
        }
        settings.method.name = self.method;
        settings.method.effort = 3;
        settings.roles.private_items.insert("p".to_owned());
        settings
    }

    fn most_known(&self) -> usize {
        match self.promise {
            Promise::Sets(m) => m.most() as usize,
            Promise::Duplicates => usize::MAX,
            Promise::Coherence { p, .. } => p as usize,
        }
    }

    /// Of every basket, no more items than the promise supposes; private ones only where they are like others.
    fn known(&self) -> Table {
        let is_apart = matches!(self.promise, Promise::Coherence { .. });
        let texts = self
            .baskets
            .iter()
            .zip(&self.known)
            .map(|(&basket, &(bits, groups))| {
                let items = (0..7).filter(|&item| (basket & bits) >> item & 1 == 1);
                let items = items
                    .filter(|&item| !(is_apart && ITEMS[item] == "p"))
                    .take(self.most_known());
                let name = |item: usize| {
                    let above = LINKS
                        .iter()
                        .find(|(child, _)| *child == ITEMS[item])
                        .map(|(_, parent)| *parent);
                    if groups {
                        above.unwrap_or(ITEMS[item])
                    } else {
                        ITEMS[item]
                    }
                };
                items.map(name).collect::<Vec<_>>().join(" ")
            });
        let names = (0..self.baskets.len()).map(|at| format!("b{at}"));
        Table::new(vec![column("who", names), column("items", texts)]).unwrap()
    }
}

fn tried(
    loaded: &Loaded,
    settings: &Settings,
    trees: &Trees,
    known: &Table,
) -> Option<AttackReport> {
    let options = AttackOptions::default();
    match attack(
        loaded,
        settings,
        trees,
        known,
        &options,
        &Progress::default(),
    ) {
        Ok(AttackOutcome::Tried(report)) => Some(*report),
        Ok(AttackOutcome::NotReached(_)) => None,
        // A method may refuse a promise that is not its own or a table, such as one whose ε is as wide as the scale; and a file may tell nothing at all.
        Err(failure) => {
            let said = failure.to_string();
            let expected = [
                "wide as the scale",
                "an item of the baskets",
                "private item",
                "nothing can be known",
                "another method",
                "makes no duplicates",
                "neither coherence nor duplicates",
                "does not look at private items",
                "microaggregation needs one",
                "holds missing values only",
                "expected one or the other",
            ];
            assert!(expected.iter().any(|part| said.contains(part)), "{said}");
            None
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn tables(case in people()) {
        let table = case.table();
        let trees = case.trees(&table);
        let known = case.known(&table);
        let data = loaded(Dataset::Microdata(table));
        if let Some(report) = tried(&data, &case.settings(), &trees, &known) {
            holds(&report, case.rows.len() + 1)?;
        }
    }

    #[test]
    fn ratings(case in answers()) {
        let scale = Scale { low: 1.0, high: 5.0, step: 1.0 };
        let data = loaded(Dataset::Ratings(Ratings::Wide(case.table(), scale)));
        if let Some(report) = tried(&data, &case.settings(), &Trees::default(), &case.known()) {
            holds(&report, case.rows.len())?;
            prop_assert_eq!(report.truth.unwrap().people, report.records);
        }
    }

    #[test]
    fn baskets(case in sold()) {
        let trees = Trees {
            taxonomy: Some(Arc::new(Taxonomy::from_links(&LINKS).unwrap())),
            ..Trees::default()
        };
        let data = loaded(Dataset::Transactions(case.transactions()));
        if let Some(report) = tried(&data, &case.settings(), &trees, &case.known()) {
            holds(&report, case.baskets.len())?;
            prop_assert_eq!(report.truth.unwrap().people, case.baskets.len());
        }
    }

    /// On the data as they are, the candidates are those that counting finds.
    #[test]
    fn the_original_is_counted(mut case in people()) {
        // Texts that say more than themselves, and blanks, are another matter: the second half of the towns is plain.
        for row in &mut case.rows {
            row.2 = TOWNS.len() / 2 + row.2 % (TOWNS.len() / 2);
        }
        let table = case.table();
        let known = case.known(&table);
        let options = AttackOptions { original: true, ..AttackOptions::default() };
        let data = loaded(Dataset::Microdata(table.clone()));
        let trees = Trees::default();
        let outcome = attack(&data, &case.settings(), &trees, &known, &options, &Progress::default()).unwrap();
        let AttackOutcome::Tried(report) = outcome else { panic!("nothing is released") };
        for (row, person) in report.each.iter().enumerate().take(table.rows()) {
            let fits = |other: &usize| {
                (1..5).all(|at| {
                    let (known, original) = (&known.columns()[at], &table.columns()[at]);
                    // One number may be written in two ways, where the column holds numbers.
                    let same = known.text(row) == original.text(*other)
                        || original.number(original.codes()[*other]).is_some()
                            && known.text(row).parse::<f64>().ok() == original.text(*other).parse::<f64>().ok();
                    known.is_null(row) || same
                })
            };
            prop_assert_eq!(person.candidates, (0..table.rows()).filter(fits).count() as u64);
        }
    }
}
