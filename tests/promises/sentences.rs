//! What the program says of its promises, in `cloakroom methods`, in the window and in the guide, is what an attacker
//! finds: each sentence is tried on random releases, and where it says that something is not promised, a release shows
//! that it is not.

use cloakroom_core::column::Column;
use cloakroom_core::dataset::Dataset;
use cloakroom_core::dictionary::Dictionary;
use cloakroom_core::io::loaded::{Loaded, SourceFile};
use cloakroom_core::load_options::LoadOptions;
use cloakroom_core::method::MethodName;
use cloakroom_core::progress::Progress;
use cloakroom_core::ratings::{Ratings, Scale};
use cloakroom_core::requirement::SetSize;
use cloakroom_core::roles::Role;
use cloakroom_core::settings::Settings;
use cloakroom_core::stream::Stream;
use cloakroom_core::table::Table;
use cloakroom_core::taxonomy::Taxonomy;
use cloakroom_core::transactions::Transactions;
use cloakroom_core::trees::Trees;
use cloakroom_engine::attack::reveal::Learned;
use cloakroom_engine::attack::{AttackOptions, AttackOutcome, AttackReport, attack};
use cloakroom_microdata::privacy::PrivacyModel;
use cloakroom_ratings::privacy::RatingsModel;
use cloakroom_transactions::privacy::TransactionsModel;
use std::sync::Arc;

fn says(sentence: &str, words: &str) {
    assert!(sentence.contains(words), "{words:?} is not in {sentence:?}");
}

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
        folded: Default::default(),
        prepared: None,
        understood: Default::default(),
    }
}

fn tried(
    data: Dataset,
    settings: &Settings,
    trees: &Trees,
    known: &Table,
    within: Option<f64>,
) -> Option<AttackReport> {
    let options = AttackOptions {
        within,
        ..AttackOptions::default()
    };
    let data = loaded(data);
    let outcome = attack(
        &data,
        settings,
        trees,
        known,
        &options,
        &Progress::default(),
    );
    match outcome {
        Ok(AttackOutcome::Tried(report)) => Some(*report),
        Ok(AttackOutcome::NotReached(_)) => None,
        Err(failure) => panic!("{failure}"),
    }
}

fn table(names: &[&str], rows: &[Vec<String>]) -> Table {
    let columns = names.iter().enumerate().map(|(at, name)| {
        let texts = rows.iter().map(|row| row[at].as_str());
        Column::from_texts(*name, texts).unwrap()
    });
    Table::new(columns.collect()).unwrap()
}

/// Name, age and town, which are known of everybody, and an illness that is not.
fn people(rows: &[(u32, u32, &str)]) -> (Table, Table) {
    let text = |at: usize, row: &(u32, u32, &str)| {
        let (age, town, illness) = row;
        [
            format!("p{at}"),
            age.to_string(),
            town.to_string(),
            (*illness).to_owned(),
        ]
    };
    let rows: Vec<Vec<String>> = rows
        .iter()
        .enumerate()
        .map(|(at, row)| text(at, row).to_vec())
        .collect();
    let known = table(&["name", "age", "town"], &rows);
    (table(&["name", "age", "town", "illness"], &rows), known)
}

fn about_people(method: MethodName, k: u32) -> Settings {
    let mut settings = Settings::default();
    settings.roles.set("name", Some(Role::Identifier));
    settings.roles.set("age", Some(Role::Quasi));
    settings.roles.set("town", Some(Role::Quasi));
    settings.roles.set("illness", Some(Role::Sensitive));
    settings.requirement.k = Some(k);
    settings.method.name = method;
    settings.method.effort = 2;
    settings
}

fn some_people(seed: u64) -> Vec<(u32, u32, &'static str)> {
    let mut stream = Stream::new(seed, 3);
    let illnesses = ["flu", "cold", "ulcer", "gout"];
    (0..24)
        .map(|_| {
            let illness = illnesses[stream.below(4) as usize];
            (20 + stream.below(40), stream.below(4), illness)
        })
        .collect()
}

const TABLE_METHODS: [MethodName; 8] = [
    MethodName::Optimal,
    MethodName::LocalRecoding,
    MethodName::Tds,
    MethodName::Mondrian,
    MethodName::KMember,
    MethodName::Refined,
    MethodName::Mdav,
    MethodName::RefinedMdav,
];

/// Whoever is in the release is among k, and of whoever is not no record is there.
#[test]
fn k_and_left_out_records() {
    says(
        PrivacyModel::Suppression.sentence(),
        "Nothing of them is released",
    );
    let mut left_out = 0;
    for seed in 0..6 {
        for method in TABLE_METHODS {
            let rows = some_people(seed);
            let (table, known) = people(&rows);
            let mut settings = about_people(method, 3);
            settings.requirement.suppression = 0.2;
            settings.method.suppress = true;
            let data = Dataset::Microdata(table);
            let Some(report) = tried(data, &settings, &Trees::default(), &known, None) else {
                continue;
            };
            assert_eq!(report.beyond_bound, 0);
            let shown: Vec<u32> = report
                .each
                .iter()
                .flat_map(|person| person.rows.clone())
                .collect();
            for (row, person) in report.each.iter().enumerate() {
                match person.true_among {
                    Some(is_among) => assert!(is_among && person.candidates >= 3),
                    None => {
                        left_out += 1;
                        assert!(!shown.contains(&(row as u32)), "{method:?} shows {row}");
                    }
                }
            }
        }
    }
    assert!(left_out > 0, "somebody was left out");
}

/// Of l values none is certain, and one may still be nearly so.
#[test]
fn distinct_values() {
    for method in TABLE_METHODS {
        for seed in 0..4 {
            let (table, known) = people(&some_people(seed));
            let mut settings = about_people(method, 3);
            settings.requirement.l.distinct = Some(2);
            let data = Dataset::Microdata(table);
            if let Some(report) = tried(data, &settings, &Trees::default(), &known, None) {
                let mut reveals = report.each.iter().flat_map(|person| &person.reveals);
                assert!(
                    reveals.all(|reveal| reveal.learned != Learned::Revealed),
                    "{method:?}"
                );
            }
        }
    }
    says(
        PrivacyModel::DistinctDiversity.sentence(),
        "how often each occurs is not bounded",
    );
    let mut rows = vec![(30, 1, "gout"); 5];
    rows.push((30, 1, "flu"));
    rows.extend([(50, 2, "flu"); 5]);
    rows.push((50, 2, "cold"));
    let (table, known) = people(&rows);
    let mut settings = about_people(MethodName::None, 3);
    settings.requirement.l.distinct = Some(2);
    let data = Dataset::Microdata(table);
    let report = tried(data, &settings, &Trees::default(), &known, None).unwrap();
    assert_eq!(report.each[0].reveals[0].learned, Learned::Skewed);
}

/// t compares with the release: where all of it says the same, a class that says the same is as close as can be.
#[test]
fn closeness_to_the_release() {
    says(
        PrivacyModel::Closeness.sentence(),
        "What the whole release tells, it tells of everybody",
    );
    let (table, known) = people(&[
        (30, 1, "flu"),
        (30, 1, "flu"),
        (50, 2, "flu"),
        (50, 2, "flu"),
    ]);
    let mut settings = about_people(MethodName::None, 2);
    settings.requirement.t = Some(0.0);
    let data = Dataset::Microdata(table);
    let report = tried(data, &settings, &Trees::default(), &known, None).unwrap();
    for person in &report.each {
        assert_eq!(person.reveals[0].learned, Learned::Revealed);
    }
}

/// Digits are numbers: what lies between two values counts, as it does not for names.
#[test]
fn closeness_of_numbers_goes_by_their_order() {
    says(
        PrivacyModel::Closeness.sentence(),
        "Numbers and dates are compared by their order",
    );
    let holds = |low: &str, high: &str, t: f64| {
        let rows = [(30, 1, low), (30, 1, "2"), (50, 2, "3"), (50, 2, high)];
        let (table, known) = people(&rows);
        let mut settings = about_people(MethodName::None, 2);
        settings.requirement.t = Some(t);
        let data = Dataset::Microdata(table);
        tried(data, &settings, &Trees::default(), &known, None).is_some()
    };
    // (1, 2) against (1, 2, 3, 4): two values move by two steps of three each, a half of the records.
    assert!(holds("1", "4", 0.334) && !holds("1", "4", 0.333));
    // One name among them, and all are equally far apart.
    assert!(holds("one", "4", 0.5) && !holds("one", "4", 0.499));
}

/// The mean of a group and all values but one give the last.
#[test]
fn a_mean_and_all_others() {
    for method in [MethodName::Mdav, MethodName::RefinedMdav] {
        let (table, _) = people(&[(20, 1, "flu"), (30, 1, "cold"), (43, 1, "gout")]);
        let mut settings = about_people(method, 3);
        settings.method.microaggregation.decimals = Some(6);
        let data = Dataset::Microdata(table);
        let question =
            cloakroom_engine::check::CheckedTask::new(&data, &settings, &Default::default())
                .unwrap();
        let outcome =
            cloakroom_engine::anonymize::anonymize(&question, &settings, &Progress::default());
        let cloakroom_engine::anonymize::Outcome::Reached(candidate) = outcome.unwrap() else {
            panic!("three records are one group");
        };
        let Dataset::Microdata(table) = &data else {
            unreachable!()
        };
        let released = candidate.anonymized.column(table, 1).unwrap();
        let mean: f64 = released.text(0).parse().unwrap();
        assert!((mean * 3.0 - 20.0 - 30.0 - 43.0).abs() < 1e-4);
    }
    says(
        MethodName::Mdav.sentence(),
        "Whoever knows all others of a group can work out the last one",
    );
}

fn answers(rows: &[[u32; 3]]) -> (Dataset, Table) {
    let rows: Vec<Vec<String>> = rows
        .iter()
        .enumerate()
        .map(|(at, row)| {
            let rated = row.iter().map(u32::to_string);
            std::iter::once(format!("p{at}")).chain(rated).collect()
        })
        .collect();
    let known = table(&["id", "a", "b"], &rows);
    let scale = Scale {
        low: 1.0,
        high: 5.0,
        step: 1.0,
    };
    let all = table(&["id", "a", "b", "s"], &rows);
    (Dataset::Ratings(Ratings::Wide(all, scale)), known)
}

fn about_answers(method: MethodName, k: u32, epsilon: f64) -> Settings {
    let mut settings = Settings::default();
    settings.roles.set("id", Some(Role::Identifier));
    settings.roles.set("a", Some(Role::Quasi));
    settings.roles.set("b", Some(Role::Quasi));
    settings.roles.set("s", Some(Role::Sensitive));
    settings.requirement.k = Some(k);
    settings.requirement.epsilon = Some(epsilon);
    settings.method.name = method;
    settings.method.effort = 2;
    settings
}

const SURVEY_METHODS: [MethodName; 4] = [
    MethodName::Greedy,
    MethodName::Graph,
    MethodName::Clustered,
    MethodName::MeetingBox,
];

/// Ratings known to within ε lead to k people, whose sensitive ratings differ.
#[test]
fn ratings_known_to_within_epsilon() {
    for seed in 0..12 {
        let mut stream = Stream::new(seed, 4);
        let rows: Vec<[u32; 3]> = (0..14)
            .map(|_| [(); 3].map(|()| 1 + stream.below(5)))
            .collect();
        for method in SURVEY_METHODS {
            let (data, known) = answers(&rows);
            let mut settings = about_answers(method, 3, 1.0);
            settings.requirement.l_sd = Some(0.4);
            if let Some(report) = tried(data, &settings, &Trees::default(), &known, None) {
                assert_eq!(report.beyond_bound, 0, "{method:?}");
                for person in report.each.iter().filter(|person| person.in_release) {
                    assert!(person.within_promise && person.candidates >= 3);
                    let mut reveals = person.reveals.iter();
                    assert!(reveals.all(|reveal| reveal.learned != Learned::Revealed));
                }
            }
        }
    }
    says(RatingsModel::Deviation.sentence(), "they never all agree");
}

/// Everybody has somebody close, and nobody is like anybody else.
#[test]
fn ratings_known_exactly_are_not_promised() {
    says(
        RatingsModel::K.sentence(),
        "whoever knows them more exactly may find fewer, even one",
    );
    let rows = [[1, 1, 1], [2, 2, 5], [4, 4, 1], [5, 5, 5]];
    let settings = about_answers(MethodName::None, 2, 1.0);
    let (data, known) = answers(&rows);
    let exact = tried(data, &settings, &Trees::default(), &known, Some(0.0)).unwrap();
    assert_eq!((exact.found, exact.beyond_bound), (4, 0));
    for person in &exact.each {
        assert!(!person.within_promise);
        assert_eq!((person.candidates, person.true_among), (1, Some(true)));
    }
    let (data, known) = answers(&rows);
    let within = tried(data, &settings, &Trees::default(), &known, None).unwrap();
    assert_eq!((within.found, within.below_k), (0, 0));
}

const ITEMS: [&str; 6] = ["a", "b", "c", "d", "e", "p"];

/// The baskets, all of which may be known as far as `most` items; private ones are not.
fn baskets(rows: &[u32], most: usize) -> (Dataset, Table, Trees) {
    let labels: Vec<String> = (0..rows.len()).map(|at| format!("b{at}")).collect();
    let mut transactions = Transactions {
        items: ITEMS.into_iter().collect::<Dictionary>(),
        starts: vec![0],
        labels: Some(labels.iter().collect()),
        ..Transactions::default()
    };
    let mut known = Vec::new();
    for (label, row) in labels.iter().zip(rows) {
        let held: Vec<u32> = (0..6).filter(|item| row >> item & 1 == 1).collect();
        let items = held.iter().map(|&item| ITEMS[item as usize]);
        let items: Vec<&str> = items.filter(|item| *item != "p").take(most).collect();
        known.push(vec![label.clone(), items.join(" ")]);
        transactions.item.extend(held);
        transactions.starts.push(transactions.item.len());
    }
    let links = [
        ("a", "H"),
        ("b", "H"),
        ("c", "K"),
        ("d", "K"),
        ("H", "T"),
        ("K", "T"),
        ("e", "T"),
        ("p", "T"),
    ];
    let trees = Trees {
        taxonomy: Some(Arc::new(Taxonomy::from_links(&links).unwrap())),
        ..Trees::default()
    };
    let data = Dataset::Transactions(transactions);
    (data, table(&["who", "items"], &known), trees)
}

/// So many known items lead to k baskets; of none of them is it certain that it holds what is private.
#[test]
fn transactions_and_private_items() {
    let methods = [MethodName::Mm, MethodName::Refined];
    let sets = [MethodName::Hghs, MethodName::Aa, MethodName::Lg];
    let mut tries = 0;
    for seed in 0..12 {
        let mut stream = Stream::new(seed, 5);
        let rows: Vec<u32> = (0..12).map(|_| 1 + stream.below(63)).collect();
        for method in methods.into_iter().chain(sets) {
            for coherent in [false, true] {
                if coherent && !methods.contains(&method) {
                    continue;
                }
                let (data, known, trees) = baskets(&rows, 2);
                let mut settings = Settings::default();
                settings.method.name = method;
                settings.method.effort = 2;
                settings.requirement.k = Some(2);
                settings.roles.private_items.insert("p".to_owned());
                if coherent {
                    settings.requirement.p = Some(2);
                    settings.requirement.h = Some(0.6);
                } else {
                    settings.requirement.m = Some(SetSize::AtMost(2));
                }
                let Some(report) = tried(data, &settings, &trees, &known, None) else {
                    continue;
                };
                tries += 1;
                assert_eq!(report.beyond_bound, 0, "{method:?}");
                for person in report.each.iter().filter(|person| person.known > 0) {
                    assert!(person.candidates == 0 || person.candidates >= 2);
                    let mut reveals = person.reveals.iter();
                    assert!(
                        !coherent || reveals.all(|reveal| reveal.learned != Learned::Revealed),
                        "{method:?}: {}",
                        person.sentence
                    );
                }
            }
        }
    }
    assert!(tries > 20, "{tries} releases were attacked");
}

/// Whoever knows more than is supposed finds one basket; what all of them hold is no secret.
#[test]
fn transactions_beyond_the_promise() {
    says(
        TransactionsModel::K.sentence(),
        "whoever knows more may find fewer",
    );
    // ab, ac and bc twice apart: every single item is in two baskets or more.
    let rows = [0b000011, 0b000101, 0b000110];
    let mut settings = Settings::default();
    settings.method.name = MethodName::None;
    settings.requirement.k = Some(2);
    settings.requirement.m = Some(SetSize::AtMost(1));
    let (data, known, trees) = baskets(&rows, 2);
    let report = tried(data, &settings, &trees, &known, None).unwrap();
    assert_eq!((report.found, report.beyond_bound), (3, 0));

    says(
        TransactionsModel::PrivateShare.sentence(),
        "What all transactions together tell is not bounded",
    );
    assert!(report.each.iter().all(|person| !person.within_promise));
}
