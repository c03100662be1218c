//! What advice says is what happens when it is taken.

use super::*;
use crate::anonymize::Outcome;
use crate::check::check;
use crate::infeasible::impossible;
use crate::kinds::prepare;
use crate::leaving::refuse_undecided_names;
use cloakroom_core::column::Column;
use cloakroom_core::dataset::Dataset;
use cloakroom_core::dictionary::Dictionary;
use cloakroom_core::hierarchy::{HierarchySource, Mask};
use cloakroom_core::io::loaded::SourceFile;
use cloakroom_core::kind::Kind;
use cloakroom_core::method::MethodName;
use cloakroom_core::metrics::Metric;
use cloakroom_core::prepared_table::PreparedTable;
use cloakroom_core::ratings::{Ratings, Scale};
use cloakroom_core::recipe::Recipe;
use cloakroom_core::requirement::SetSize;
use cloakroom_core::roles::Role;
use cloakroom_core::table::Table;
use cloakroom_core::transactions::Transactions;
use proptest::prelude::*;
use std::collections::{BTreeMap, BTreeSet};

fn loaded(dataset: impl Into<Dataset>) -> Loaded {
    Loaded {
        dataset: dataset.into(),
        source: SourceFile {
            path: "nowhere/people.csv".into(),
            ..SourceFile::default()
        },
        options: cloakroom_core::load_options::LoadOptions::default(),
        notes: Vec::new(),
        folded: Vec::new(),
        prepared: None,
        understood: cloakroom_core::io::understood::Understood::default(),
    }
}

fn asked(loaded: &Loaded, settings: &Settings, ran: Option<&AnyCandidate>) -> Vec<Advice> {
    let ask = Ask {
        loaded,
        settings,
        folder: Path::new("nowhere"),
        ran: ran.map(|candidate| Ran {
            candidate,
            took: Duration::ZERO,
        }),
        computed: Computed::default(),
    };
    advise(&ask, &Progress::default()).unwrap()
}

fn about(advice: &[Advice], topic: Topic) -> Option<&Advice> {
    advice.iter().find(|advice| advice.topic == topic)
}

fn taken(advice: &Advice, settings: &Settings) -> Settings {
    let mut settings = settings.clone();
    advice.change.clone().apply(&mut settings);
    settings
}

fn run(loaded: &Loaded, settings: &Settings) -> Option<AnyCandidate> {
    let dataset = &loaded.dataset;
    let trees = load_trees(Path::new("nowhere"), settings, dataset).unwrap();
    let progress = Progress::default();
    let prepared = prepare(dataset, settings, &trees, &progress).unwrap();
    match prepared.anonymize(&progress).unwrap() {
        Outcome::Reached(candidate) => Some(*candidate),
        Outcome::NotReached(_) => None,
    }
}

fn column(name: &str, values: impl Iterator<Item = u32>) -> Column {
    // Letters, so that they are texts.
    Column::from_texts(name, values.map(|value| format!("v{value:03}"))).unwrap()
}

/// How many rows are alone in some columns.
fn alone(columns: &[&Column]) -> usize {
    let mut seen: BTreeMap<Vec<&str>, usize> = BTreeMap::new();
    for row in 0..columns[0].len() {
        let tuple = columns.iter().map(|column| column.text(row)).collect();
        *seen.entry(tuple).or_default() += 1;
    }
    seen.values().filter(|&&count| count == 1).count()
}

proptest! {
    #[test]
    fn few_columns_make_as_many_unique_as_it_says_and_nothing_of_the_others_leaves(
        cells in prop::collection::vec(prop::collection::vec(0u32..6, 14), 20..60),
        known in 11usize..14,
    ) {
        let columns = (0..14).map(|at| {
            column(&format!("c{at}"), cells.iter().map(|row| row[at]))
        });
        let loaded = loaded(Table::new(columns.collect()).unwrap());
        let table = loaded.dataset.records_table().unwrap();
        let mut settings = Settings::default();
        settings.requirement.k = Some(2);
        for at in 0..known {
            settings.roles.set(&format!("c{at}"), Some(Role::Quasi));
        }
        settings.roles.set("c13", Some(Role::Sensitive));
        let advice = asked(&loaded, &settings, None);
        let told = about(&advice, Topic::ManyKnown);
        prop_assert_eq!(told.is_some() && known < 12, false);
        if let Some(told) = told {
            let after = taken(told, &settings);
            let names = || table.columns().iter().map(Column::name);
            let kept: Vec<&Column> = table
                .columns()
                .iter()
                .filter(|column| after.roles.of(column.name()) == Some(Role::Quasi))
                .collect();
            let unique = alone(&kept) as f64 / table.rows() as f64;
            prop_assert!(told.sentence.contains(&share(unique)), "{}", told.sentence);
            prop_assert!(kept.iter().all(|column| told.sentence.contains(column.name())));
            prop_assert!(kept.len() <= 5 && unique >= 0.5);
            // Whatever was known and is not any more is undecided, and so not released.
            for name in names() {
                let (before, now) = (settings.roles.of(name), after.roles.of(name));
                prop_assert!(now == before || before == Some(Role::Quasi) && now.is_none());
            }
            let recipe = Recipe { settings: after.clone(), ..Recipe::default() };
            prop_assert!(refuse_undecided_names(names(), Kind::Microdata, &recipe).is_err());
        }
    }

    #[test]
    fn tables_do_what_was_said_of_them(
        rows in prop::collection::vec((0u32..40, 0u32..40, 0u32..3), 20..90),
        k in 1u32..5,
        l in prop::option::of(1u32..5),
        entropy in prop::option::of(10u32..40),
        method in prop::sample::select(vec![
            MethodName::Optimal, MethodName::Mondrian, MethodName::Incognito, MethodName::Refined,
        ]),
        is_flat in any::<bool>(),
    ) {
        let zip = column("zip", rows.iter().map(|row| row.0));
        let job = column("job", rows.iter().map(|row| row.1));
        let ill = column("ill", rows.iter().map(|row| row.2));
        let loaded = loaded(Table::new(vec![zip, job, ill]).unwrap());
        let mut settings = Settings::default();
        settings.requirement.k = Some(k);
        settings.requirement.l.distinct = l;
        settings.requirement.l.entropy = entropy.map(|tenths| f64::from(tenths) / 10.0);
        settings.method.name = method;
        settings.method.effort = 1;
        for (name, role) in [("zip", Role::Quasi), ("job", Role::Quasi), ("ill", Role::Sensitive)] {
            settings.roles.set(name, Some(role));
            if role == Role::Quasi && !(is_flat && name == "job") {
                let mask = Mask::new(4);
                settings.hierarchies.insert(name.to_owned(), HierarchySource::Mask(mask));
            }
        }
        let ran = run(&loaded, &settings);
        for ran in [None, ran.as_ref()] {
            for told in asked(&loaded, &settings, ran) {
                holds(&loaded, &settings, ran, &told)?;
            }
        }
    }

    #[test]
    fn people_and_baskets_keep_a_weaker_promise_as_often_as_it_says(
        rows in prop::collection::vec(prop::collection::vec(1u32..7, 3), 8..40),
        k in 2u32..5,
        m in 2u32..4,
    ) {
        let issues = (0..3).map(|at| {
            let texts = rows.iter().map(|row| row[at].to_string());
            Column::from_texts(format!("i{at}"), texts).unwrap()
        });
        let scale = Scale { low: 1.0, high: 6.0, step: 1.0 };
        let survey = Ratings::Wide(Table::new(issues.collect()).unwrap(), scale);
        let survey = loaded(Dataset::Ratings(survey));
        let mut settings = Settings::default();
        settings.requirement.k = Some(k);
        settings.requirement.epsilon = Some(1.0);
        for at in 0..3 {
            settings.roles.set(&format!("i{at}"), Some(Role::Quasi));
        }
        if let Some(told) = about(&asked(&survey, &settings, None), Topic::Weaker) {
            let after = taken(told, &settings);
            for epsilon in [settings.requirement.epsilon, after.requirement.epsilon] {
                let epsilon = epsilon.unwrap();
                let keeps = |one: &&Vec<u32>| {
                    let near = |other: &&Vec<u32>| {
                        one.iter().zip(*other).all(|(a, b)| f64::from(a.abs_diff(*b)) <= epsilon)
                    };
                    rows.iter().filter(near).count() >= k as usize
                };
                let keeping = rows.iter().filter(keeps).count() as f64 / rows.len() as f64;
                prop_assert!(told.sentence.contains(&share(keeping)), "{}", told.sentence);
            }
        }

        let sets: Vec<BTreeSet<u32>> = rows.iter().map(|row| row.iter().copied().collect()).collect();
        let baskets = loaded(baskets(&sets));
        let mut settings = Settings::default();
        settings.requirement.k = Some(k);
        settings.requirement.m = Some(SetSize::AtMost(m));
        if let Some(told) = about(&asked(&baskets, &settings, None), Topic::Weaker) {
            let after = taken(told, &settings);
            for m in [settings.requirement.m, after.requirement.m] {
                let most = m.unwrap().most() as usize;
                let is_told = |one: &&BTreeSet<u32>| {
                    subsets(one, most).iter().any(|known| {
                        let holders = sets.iter().filter(|other| known.is_subset(other)).count();
                        holders < k as usize
                    })
                };
                let told_apart = sets.iter().filter(is_told).count() as f64 / sets.len() as f64;
                prop_assert!(told.sentence.contains(&share(told_apart)), "{}", told.sentence);
            }
        }
    }
}

fn baskets(sets: &[BTreeSet<u32>]) -> Dataset {
    let names: Vec<String> = (0..7).map(|item| format!("item {item}")).collect();
    let mut starts = vec![0];
    let mut item = Vec::new();
    for set in sets {
        item.extend(set.iter().copied());
        starts.push(item.len());
    }
    Dataset::Transactions(Transactions {
        items: Dictionary::listed(&names).unwrap(),
        starts,
        item,
        labels: None,
    })
}

/// All that are not empty and have at most so many items.
fn subsets(set: &BTreeSet<u32>, most: usize) -> Vec<BTreeSet<u32>> {
    let items: Vec<u32> = set.iter().copied().collect();
    (1u32..1 << items.len())
        .filter(|bits| bits.count_ones() as usize <= most)
        .map(|bits| {
            let is_in = |at: &usize| bits & 1 << at != 0;
            (0..items.len()).filter(is_in).map(|at| items[at]).collect()
        })
        .collect()
}

/// Counted by hand in what was made: every class has two values of every sensitive column.
fn prepared_classes_share_nothing(
    loaded: &Loaded,
    settings: &Settings,
    made: &crate::anonymize::Candidate,
) -> bool {
    let table = loaded.dataset.records_table().unwrap();
    let columns = table.columns().iter();
    let mut sensitive =
        columns.filter(|column| settings.roles.of(column.name()) == Some(Role::Sensitive));
    sensitive.all(|column| {
        let mut values: BTreeMap<u32, BTreeSet<u32>> = BTreeMap::new();
        for (place, &row) in made.anonymized.kept.iter().enumerate() {
            let class = made.classes.class_of(place);
            values
                .entry(class)
                .or_default()
                .insert(column.codes()[row as usize]);
        }
        values.values().all(|values| values.len() >= 2)
    })
}

fn holds(
    loaded: &Loaded,
    settings: &Settings,
    ran: Option<&AnyCandidate>,
    told: &Advice,
) -> Result<(), TestCaseError> {
    let after = taken(told, settings);
    let table = loaded.dataset.records_table().unwrap();
    let progress = Progress::default();
    let trees =
        |settings: &Settings| load_trees(Path::new("nowhere"), settings, &loaded.dataset).unwrap();
    let why = |settings: &Settings| {
        let hierarchies = trees(settings).hierarchies;
        let prepared = PreparedTable::new(table, settings, &hierarchies).unwrap();
        impossible(&prepared, &settings.requirement)
    };
    let said = &told.sentence;
    match told.topic {
        Topic::OutOfReach => {
            prop_assert!(why(settings).is_some(), "{said}");
            // Others may be out of reach as well, and are told next.
            let others = asked(loaded, &after, None);
            let next = about(&others, Topic::OutOfReach);
            prop_assert!(
                why(&after).is_none() || next.is_some_and(|next| next.change != told.change)
            );
        }
        Topic::Stronger => {
            let ran = ran.unwrap();
            let again = run(loaded, &after).unwrap();
            prop_assert!(again.made().is_same(ran), "{said}");
            prop_assert!(again.check().satisfied);
            prop_assert!(after.requirement != settings.requirement);
        }
        Topic::Shared if ran.is_none() => {
            let columns = table.columns().iter();
            let with = |role| {
                let columns = columns.clone();
                columns.filter(move |column| settings.roles.of(column.name()) == Some(role))
            };
            let mut classes: BTreeMap<Vec<u32>, Vec<usize>> = BTreeMap::new();
            for row in 0..table.rows() {
                let class = with(Role::Quasi)
                    .map(|column| column.codes()[row])
                    .collect();
                classes.entry(class).or_default().push(row);
            }
            let k = settings.requirement.k.unwrap() as usize;
            classes.retain(|_, rows| rows.len() >= k);
            let shared = |column: &Column| -> usize {
                let alike = |rows: &&Vec<usize>| {
                    let values = rows.iter().map(|&row| column.codes()[row]);
                    values.collect::<BTreeSet<u32>>().len() == 1
                };
                classes.values().filter(alike).map(Vec::len).sum()
            };
            let most = with(Role::Sensitive).map(shared).max().unwrap();
            let hidden: usize = classes.values().map(Vec::len).sum();
            let begins = format!(
                "k = {k} hides who somebody is, not what they have: {most} of the {hidden} "
            );
            prop_assert!(most > 0 && said.starts_with(&begins), "{said}");
            prop_assert!(after.requirement.looks_at_values());
        }
        Topic::Erased => {
            let made = ran.and_then(AnyCandidate::records).unwrap();
            for changed in &made.anonymized.changed {
                let codes = made.anonymized.kept.iter();
                let codes = codes.map(|&row| changed.column.codes()[row as usize] as usize);
                let says_nothing = codes.clone().all(|code| changed.loss_of_code[code] >= 1.0);
                let name = table.columns()[changed.at].name();
                let is_left_out = after.roles.of(name) == Some(Role::Identifier);
                prop_assert!(!is_left_out || says_nothing, "{said}");
            }
            prop_assert!(after.roles != settings.roles, "{said}");
        }
        Topic::Shared => {
            let made = ran.and_then(AnyCandidate::records).unwrap();
            let most = made.sharing.iter().map(|(_, records)| *records).max();
            prop_assert!(
                said.starts_with(&format!("{} of {} ", most.unwrap(), made.records_kept)),
                "{said}"
            );
            let again = run(loaded, &after).unwrap();
            let again = again.records().unwrap();
            let sensitive = prepared_classes_share_nothing(loaded, &after, again);
            prop_assert!(sensitive, "{said}");
        }
        Topic::ForLittle => {
            let k = |settings: &Settings| settings.requirement.k.unwrap();
            prop_assert_eq!(k(&after), 2 * k(settings));
            let then = run(loaded, &after).unwrap();
            prop_assert!(then.check().satisfied);
            let then = then.measures().get(Metric::Loss).unwrap();
            prop_assert!(
                said.ends_with(&format!("{}.", share(then))),
                "{said} {then}"
            );
        }
        Topic::LeaveOut if told.basis.starts_with("Tried") => {
            let measured = |settings| {
                let made = run(loaded, settings)?;
                made.measures().get(Metric::Loss)
            };
            let then = measured(&after).unwrap();
            prop_assert!(
                said.ends_with(&format!("{}.", share(then))),
                "{said} {then}"
            );
            if let Some(now) = measured(settings) {
                prop_assert!(
                    said.contains(&format!("from {}", share(now))),
                    "{said} {now}"
                );
            }
        }
        Topic::LeaveOut => {
            let answer = |settings: &Settings| {
                check(&loaded.dataset, settings, &trees(settings), &progress).unwrap()
            };
            prop_assert!(
                !answer(settings).satisfied && answer(&after).satisfied,
                "{said}"
            );
            let in_the_way = answer(&after).violating();
            prop_assert!(
                said.starts_with(&format!("{in_the_way} of {} ", table.rows())),
                "{said}"
            );
        }
        Topic::NoHierarchy => {
            prop_assert!(!settings.hierarchies.contains_key("job"));
            prop_assert!(
                after.hierarchies.contains_key("job") && run(loaded, &after).is_some()
                    || why(&after).is_some()
                    || ran.is_none()
            );
        }
        Topic::Unique => {
            let column = table.column(said.split(' ').next().unwrap()).unwrap();
            let unique = alone(&[column]) as f64 / table.rows() as f64;
            prop_assert!(said.contains(&share(unique)), "{said}");
            prop_assert_eq!(after.roles.of(column.name()), Some(Role::Identifier));
        }
        Topic::ManyKnown | Topic::Weaker => prop_assert!(false, "not of such a table: {said}"),
    }
    Ok(())
}

#[test]
fn a_few_outliers_are_told_before_anything_is_tried() {
    let zip = (0..400).map(|row| if row < 2 { 100 + row } else { row % 4 });
    let loaded = loaded(Table::new(vec![column("zip", zip)]).unwrap());
    let mut settings = Settings::default();
    settings.roles.set("zip", Some(Role::Quasi));
    settings.requirement.k = Some(5);
    let advice = asked(&loaded, &settings, None);
    let told = about(&advice, Topic::LeaveOut).unwrap();
    assert_eq!(
        told.sentence,
        "2 of 400 records stand in the way: without them all others keep the promise as they are."
    );
    assert_eq!(told.change, Change::SetSuppression(0.005));
    let after = taken(told, &settings);
    assert!(about(&asked(&loaded, &after, None), Topic::LeaveOut).is_none());
}

#[test]
fn a_name_among_the_known_is_told_first_and_stopping_ends_the_work() {
    let name = column("name", 0..60);
    let zip = column("zip", (0..60).map(|row| row % 3));
    let loaded = loaded(Table::new(vec![name, zip]).unwrap());
    let mut settings = Settings::default();
    settings.roles.set("name", Some(Role::Quasi));
    settings.roles.set("zip", Some(Role::Quasi));
    settings.requirement.k = Some(3);
    let advice = asked(&loaded, &settings, None);
    assert_eq!(advice[0].topic, Topic::Unique);
    assert_eq!(
        advice[0].sentence,
        "name makes 100\u{a0}% of the records unique."
    );
    let after = taken(&advice[0], &settings);
    assert_eq!(after.roles.of("name"), Some(Role::Identifier));

    let progress = Progress::default();
    progress.stop();
    let ask = Ask {
        loaded: &loaded,
        settings: &after,
        folder: Path::new("nowhere"),
        ran: None,
        computed: Computed::default(),
    };
    assert!(matches!(advise(&ask, &progress), Err(Failure::Stopped(_))));
}

#[test]
fn what_was_made_may_keep_more_than_is_asked_for() {
    let zip = column("zip", (0..90).map(|row| row % 10));
    let loaded = loaded(Table::new(vec![zip]).unwrap());
    let mut settings = Settings::default();
    settings.roles.set("zip", Some(Role::Quasi));
    settings.requirement.k = Some(5);
    settings.method.name = MethodName::Optimal;
    let ran = run(&loaded, &settings).unwrap();
    let advice = asked(&loaded, &settings, Some(&ran));
    let told = about(&advice, Topic::Stronger).unwrap();
    assert_eq!(
        told.sentence,
        "What was made keeps k = 9, and only k = 5 is asked for."
    );
    assert_eq!(told.change, Change::SetK(Some(9)));
    assert_eq!(
        told.consequence,
        "Promise k = 9: the method makes the same table."
    );
}

#[test]
fn a_promise_that_no_table_keeps_is_told_with_one_that_can_be_kept() {
    let zip = column("zip", (0..40).map(|row| row % 4));
    let ill = column("ill", (0..40).map(|row| u32::from(row % 5 == 0)));
    let loaded = loaded(Table::new(vec![zip, ill]).unwrap());
    let mut settings = Settings::default();
    settings.roles.set("zip", Some(Role::Quasi));
    settings.roles.set("ill", Some(Role::Sensitive));
    settings.requirement.l.entropy = Some(2.0);
    let advice = asked(&loaded, &settings, None);
    let told = about(&advice, Topic::OutOfReach).unwrap();
    // 80 % and 20 %: the entropy is that of 1.649 equal values.
    assert!(
        told.sentence
            .contains("80\u{a0}% of the records say the same of ill"),
        "{}",
        told.sentence
    );
    assert_eq!(
        told.change,
        Change::ask(
            cloakroom_core::promise::PrivacyModel::EntropyDiversity,
            Some(1.6)
        )
    );
    settings.requirement.l.entropy = None;
    settings.requirement.l.distinct = Some(3);
    let advice = asked(&loaded, &settings, None);
    let told = about(&advice, Topic::OutOfReach).unwrap();
    assert!(
        told.sentence.contains("ill has 2 different values"),
        "{}",
        told.sentence
    );
}

#[test]
fn leaving_out_is_tried_with_the_method_that_is_chosen() {
    // One in fifty has a zip of their own, which raises the zip of everybody.
    let zip = (0..200).map(|row| {
        if row % 50 == 0 {
            900 + row / 50
        } else {
            row % 2
        }
    });
    let loaded = loaded(Table::new(vec![column("zip", zip)]).unwrap());
    let mut settings = Settings::default();
    settings.roles.set("zip", Some(Role::Quasi));
    settings.requirement.k = Some(5);
    settings.method.name = MethodName::Optimal;
    let advice = asked(&loaded, &settings, None);
    let told = about(&advice, Topic::LeaveOut).unwrap();
    assert_eq!(
        told.sentence,
        "With up to 2\u{a0}% of the records left out the loss falls from 100\u{a0}% to 2\u{a0}%."
    );
    assert_eq!(told.basis, "Tried with the method Optimal levels.");
    let flat = about(&advice, Topic::NoHierarchy).unwrap();
    assert!(
        flat.sentence.starts_with("zip has no hierarchy: "),
        "{}",
        flat.sentence
    );
    settings.method.name = MethodName::Mondrian;
    assert!(about(&asked(&loaded, &settings, None), Topic::NoHierarchy).is_none());
}

#[test]
fn a_weaker_promise_is_called_one() {
    let sets: Vec<BTreeSet<u32>> = (0..12)
        .map(|at| BTreeSet::from([at % 3, 3 + at / 3]))
        .collect();
    let baskets = loaded(baskets(&sets));
    let mut settings = Settings::default();
    settings.requirement.k = Some(3);
    settings.requirement.m = Some(SetSize::AtMost(2));
    let advice = asked(&baskets, &settings, None);
    let told = about(&advice, Topic::Weaker).unwrap();
    assert_eq!(
        told.sentence,
        "By two items of theirs, 100\u{a0}% of the baskets can be told from all but fewer than 3; by one item only 0\u{a0}%."
    );
    assert!(
        told.consequence
            .starts_with("Ask for m = 1. That is a weaker promise")
    );
}

/// As usual tables are: a few common columns, and something sensitive that most have alike.
#[test]
fn what_a_class_shares_is_told_where_nothing_is_promised_of_it() {
    let rows = 600u32;
    let drawn = |row: u32, salt: u32| row * 7_919 % 613 * salt / 97;
    let age = (0..rows).map(|row| 20 + drawn(row, 3) % 40);
    let job = (0..rows).map(|row| drawn(row, 5) % 9);
    let salary = (0..rows).map(|row| u32::from(drawn(row, 11) % 5 == 0));
    let columns = vec![
        column("age", age),
        column("job", job),
        column("salary", salary),
    ];
    let loaded = loaded(Table::new(columns).unwrap());
    let mut settings = Settings::default();
    settings.roles.set("age", Some(Role::Quasi));
    settings.roles.set("job", Some(Role::Quasi));
    settings.roles.set("salary", Some(Role::Sensitive));
    settings.requirement.k = Some(4);
    settings.method.name = MethodName::Mondrian;
    let made = run(&loaded, &settings).unwrap();
    let advice = asked(&loaded, &settings, Some(&made));
    let told = about(&advice, Topic::Shared).unwrap();
    assert!(told.sentence.contains("share one value of salary"));
    assert!(told.consequence.contains("from "), "{}", told.consequence);
    holds(&loaded, &settings, Some(&made), told).unwrap();
    let after = taken(told, &settings);
    let made = run(&loaded, &after).unwrap();
    let again = asked(&loaded, &after, Some(&made));
    assert!(about(&again, Topic::Shared).is_none());
}
