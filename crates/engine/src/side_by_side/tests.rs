//! Small tables whose differences are counted by hand.

use crate::anonymize::{Candidate, Outcome, anonymize};
use crate::check::CheckedTask;
use crate::ratings::anonymize::RatingsCandidate;
use crate::ratings::beside::people;
use crate::ratings::{self, CheckedRatingsTask};
use crate::records::beside::records;
use crate::transactions::anonymize::TransactionsCandidate;
use crate::transactions::{self, CheckedTransactionsTask};
use cloakroom_core::hierarchy::Hierarchies;
use cloakroom_core::{
    Column, Dataset, MethodName, MethodSettings, Progress, Requirement, Role, Scale, SetSize,
    Settings, Table, Taxonomy,
};
use cloakroom_ratings::ratings::PreparedRatings;
use cloakroom_transactions::transactions::PreparedTransactions;
use std::sync::Arc;

fn dataset() -> Dataset {
    let zip = Column::from_texts("zip", ["1", "1", "2", "2", "3"]).unwrap();
    let sex = Column::from_texts("sex", ["m", "f", "m", "m", "f"]).unwrap();
    Dataset::from(Table::new(vec![zip, sex]).unwrap())
}

fn candidate(dataset: &Dataset, levels: [u32; 2], suppression: f64) -> (Candidate, Settings) {
    let mut settings = Settings::default();
    settings.roles.set("zip", Some(Role::Quasi));
    settings.roles.set("sex", Some(Role::Quasi));
    settings.requirement.k = Some(2);
    settings.requirement.suppression = suppression;
    settings.method.name = MethodName::Levels;
    let names = ["zip", "sex"].map(str::to_owned);
    settings.method.levels = names.into_iter().zip(levels).collect();
    let checked = CheckedTask::new(dataset, &settings, &Hierarchies::default()).unwrap();
    match anonymize(&checked, &settings, &Progress::default()).unwrap() {
        Outcome::Reached(candidate) => (*candidate, settings),
        Outcome::NotReached(why) => panic!("{why}"),
    }
}

#[test]
fn records_are_compared_cell_by_cell() {
    let dataset = dataset();
    let table = dataset.table().unwrap();
    // A hides the zip code of everybody, B the sex and leaves out the one with zip code 3.
    let (a, of_a) = candidate(&dataset, [1, 0], 0.0);
    let (b, of_b) = candidate(&dataset, [0, 1], 0.2);
    let sides = [(&a, &of_a), (&b, &of_b)];
    let beside = records(table, sides, &Progress::default()).unwrap();
    assert_eq!(beside.differing, [0, 1, 2, 3, 4]);
    assert_eq!(beside.left_out, [0, 1]);
    let [zip, sex] = beside.columns.as_slice() else {
        panic!("two columns");
    };
    assert_eq!((zip.name.as_str(), zip.cells), ("zip", 5));
    // The record that B leaves out has lost its zip code in both.
    assert_eq!((zip.more_exact, zip.loss), ([0, 4], [1.0, 0.2]));
    assert_eq!((sex.more_exact, sex.loss), ([5, 0], [0.0, 1.0]));
    assert_eq!(beside.loss(), [0.5, 0.6]);
    let same = records(table, [sides[0], sides[0]], &Progress::default()).unwrap();
    assert!(same.differing.is_empty());
    assert_eq!(same.columns[0].more_exact, [0, 0]);
}

fn ratings_candidate(survey: &Arc<PreparedRatings>, k: u32, epsilon: f64) -> RatingsCandidate {
    let requirement = Requirement {
        k: Some(k),
        epsilon: Some(epsilon),
        ..Requirement::default()
    };
    let checked = CheckedRatingsTask::of(survey.clone(), &requirement).unwrap();
    let settings = MethodSettings {
        name: MethodName::Clustered,
        ..MethodSettings::default()
    };
    match ratings::anonymize::anonymize(&checked, &settings, &Progress::default()).unwrap() {
        Outcome::Reached(candidate) => *candidate,
        Outcome::NotReached(why) => panic!("{why}"),
    }
}

#[test]
fn people_are_compared_by_how_far_ratings_were_moved() {
    let rows = [vec![0, 2], vec![4, 2], vec![0, 2], vec![4, 2]];
    let survey = Arc::new(PreparedRatings::from_rows(
        Scale::default(),
        &rows,
        Vec::new(),
    ));
    // In pairs nobody needs to change; all four together must meet.
    let pairs = ratings_candidate(&survey, 2, 1.0);
    let four = ratings_candidate(&survey, 4, 0.0);
    let sides = [(&pairs, survey.as_ref()), (&four, survey.as_ref())];
    let beside = people(sides, &Progress::default()).unwrap();
    let [first, second] = beside.columns.as_slice() else {
        panic!("two issues");
    };
    assert_eq!(first.loss[0], 0.0);
    // Two points apart wherever they meet: eight points of five for four people.
    assert_eq!(first.loss[1], 8.0 / 5.0 / 4.0);
    assert_eq!((second.more_exact, second.loss), ([0, 0], [0.0, 0.0]));
    assert_eq!(first.more_exact[1], 0);
    assert_eq!(first.more_exact[0] as usize, beside.differing.len());
}

fn transaction_candidate(
    baskets: &Arc<PreparedTransactions>,
    method: MethodName,
) -> TransactionsCandidate {
    let requirement = Requirement {
        k: Some(2),
        m: Some(SetSize::AtMost(1)),
        ..Requirement::default()
    };
    let checked = CheckedTransactionsTask::of(baskets.clone(), &requirement).unwrap();
    let settings = MethodSettings {
        name: method,
        ..MethodSettings::default()
    };
    match transactions::anonymize::anonymize(&checked, &settings, &Progress::default()).unwrap() {
        Outcome::Reached(candidate) => *candidate,
        Outcome::NotReached(why) => panic!("{why}"),
    }
}

#[test]
fn baskets_are_compared_item_by_item() {
    let links = [
        ("P", "root"),
        ("Q", "root"),
        ("a", "P"),
        ("b", "P"),
        ("c", "Q"),
        ("d", "Q"),
    ];
    let tree = Arc::new(Taxonomy::from_links(&links).unwrap());
    let rows = [vec!["a", "c"], vec!["b", "c"]];
    let baskets = Arc::new(PreparedTransactions::from_names(tree, &rows));
    // AA shows a and b as P; MM does not show them.
    let general = transaction_candidate(&baskets, MethodName::Aa);
    let suppressed = transaction_candidate(&baskets, MethodName::Mm);
    let beside =
        transactions::beside::baskets([&general, &suppressed], &Progress::default()).unwrap();
    assert_eq!(beside.differing, [0, 1]);
    let named: Vec<_> = beside
        .columns
        .iter()
        .map(|column| column.name.as_str())
        .collect();
    assert_eq!(named, ["P", "Q"]);
    let p = &beside.columns[0];
    assert_eq!((p.cells, p.more_exact), (2, [2, 0]));
    assert_eq!(p.loss, [1.0 / 3.0, 1.0]);
    assert_eq!(beside.columns[1].loss, [0.0, 0.0]);
}
