use super::*;
use cloakroom_core::column::Column;
use cloakroom_core::ratings::Scale;
use cloakroom_core::requirement::NullReading;
use cloakroom_core::settings::NeighbourEngine;
use cloakroom_transactions::transactions::papers_example;

fn listed(of: Of) -> LinkedRecords {
    LinkedRecords::compute(of, &Progress::default()).unwrap()
}

#[test]
fn a_class_is_listed_as_it_stands_in_the_file() {
    let column = Column::from_texts("c", ["a", "b", "b", "a", "c"]).unwrap();
    let classes = ClassProfile::compute(&[&column], 5, &Progress::default()).unwrap();
    let class = classes.class_of(0);
    let of = Of::Class {
        classes: Arc::new(classes),
        class,
    };
    assert!(LinkedRecords::is_short(&of));
    let found = listed(of);
    assert_eq!(*found.rows, [0, 3]);
    assert_eq!((found.place_of(3), found.place_of(1)), (Some(1), None));
}

#[test]
fn baskets_are_found_by_what_they_hold() {
    let baskets = Arc::new(papers_example());
    let db = Arc::new(TransactionsDb::original(&baskets));
    let node = |name: &str| {
        let mut nodes = 0..baskets.tree.len() as u32;
        nodes.find(|&node| baskets.tree.name(node) == name).unwrap()
    };
    let holding = |names: &[&str]| {
        let set = names.iter().map(|name| node(name)).collect();
        let db = db.clone();
        listed(Of::Holding { db, set }).rows
    };
    assert_eq!(*holding(&["f", "a"]), [1, 4]);
    assert!(holding(&["a", "e"]).is_empty());
    let under = |name: &str| {
        let baskets = baskets.clone();
        let node = node(name);
        listed(Of::Under { baskets, node }).rows
    };
    assert_eq!(under("f"), holding(&["f"]));
    let everybody: Vec<u32> = (0..baskets.len() as u32).collect();
    let root = Of::Under {
        node: baskets.tree.root(),
        baskets: baskets.clone(),
    };
    assert_eq!(*listed(root).rows, everybody);
    let alike = listed(Of::Alike { db, basket: 2 });
    assert!(alike.rows.contains(&2));
}

#[test]
fn a_person_stands_before_those_who_are_close() {
    let rows = [[2u16, 5], [7, 1], [3, 6], [2, 4]].map(|row| row.to_vec());
    let scale = Scale {
        high: 9.0,
        ..Scale::default()
    };
    let survey = PreparedRatings::from_rows(scale, &rows, Vec::new());
    let (reading, engine) = (NullReading::Strict, NeighbourEngine::Profile);
    let profile =
        RatingsProfile::compute(&survey, reading, 3, engine, &Progress::default()).unwrap();
    let found = listed(Of::Close {
        survey: Arc::new(survey),
        profile: Arc::new(profile),
        within: 1,
        person: 2,
    });
    assert_eq!(*found.rows, [2, 0]);
    assert_eq!((found.place_of(2), found.place_of(0)), (Some(0), Some(1)));
}
