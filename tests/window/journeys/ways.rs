//! The ways that are walked, each on so many records: what must have been understood and used, and what the release must
//! still be good for.

use super::files::{
    self, BACKGROUND, QUESTIONS, census, households, orders, questionnaire, taxonomy_of_orders,
};
use super::walk::{Released, Walk};
use cloakroom_core::hierarchy::HierarchySource;
use cloakroom_core::kind::Kind;
use cloakroom_core::metrics::Metric;
use cloakroom_core::roles::Role;
use egui::Key;

pub struct Way {
    pub name: &'static str,
    /// As many records as such files have.
    pub records: usize,
    /// Presses that it may take.
    pub most: usize,
    walk: fn(usize) -> Walk,
}

pub const WITH_HIERARCHIES: Way = Way {
    name: "a semicolon CSV of 11 columns with hierarchy files beside it",
    records: 5_000,
    most: 12,
    walk: with_hierarchies,
};

pub const ALONE: Way = Way {
    name: "the same without hierarchy files",
    records: 5_000,
    most: 12,
    walk: alone,
};

pub const SURVEY: Way = Way {
    name: "a survey of 150 columns with demographics and text",
    records: 1_000,
    most: 15,
    walk: survey,
};

pub const ORDERS: Way = Way {
    name: "long orders with a taxonomy file",
    records: 5_000,
    most: 12,
    walk: long_orders,
};

pub const CENSUS: Way = Way {
    name: "42 columns without a header",
    records: 200_000,
    most: 20,
    walk: without_header,
};

impl Way {
    /// Walks it on so many records and gives the presses.
    pub fn walk(&self, records: usize) -> Vec<String> {
        let Walk { presses, .. } = (self.walk)(records);
        let (name, many) = (self.name, presses.len());
        assert!(many <= self.most, "{name}: {many} presses, {presses:?}");
        presses
    }
}

fn with_hierarchies(rows: usize) -> Walk {
    let beside = files::hierarchies_of_households();
    let (walk, released) = households_released(rows, &beside);
    for (column, file) in [
        ("age", "homes_hierarchy_age.csv"),
        ("education", "homes_hierarchy_education.csv"),
    ] {
        assert_eq!(walk.hierarchy_file(column), Some(file));
    }
    // What the files say is what is shown.
    let shown = |column: &str, group: &str| released.shows(column, |cell| cell == group);
    assert!(shown("age", "30-39") && shown("education", "high"));
    walk
}

fn alone(rows: usize) -> Walk {
    let (walk, released) = households_released(rows, &[]);
    let ages = walk.hierarchy("age");
    assert!(
        matches!(ages, Some(HierarchySource::Intervals(_))),
        "{ages:?}"
    );
    assert!(released.shows("age", |cell| cell.contains('-')));
    walk
}

/// What somebody is asked about birth control is sensitive, which she says by hand.
fn households_released(rows: usize, beside: &[(&str, String)]) -> (Walk, Released) {
    let mut walk = Walk::open("homes.csv", &households(rows), beside);
    assert_eq!(walk.bench.kind(), Some(Kind::Microdata));
    walk.press_on_to("Accept suggestions");
    walk.mark(&["method"], Role::Sensitive, Key::S);
    walk.press_on();
    assert_eq!(walk.with_role(Role::Identifier), ["person"]);
    assert!(walk.with_role(Role::Sensitive).contains(&"method"));
    let known = walk.with_role(Role::Quasi);
    for column in ["age", "education", "children", "occupation"] {
        assert!(known.contains(&column), "{known:?}");
    }
    let released = walk.released("homes-release");
    assert_eq!(released.names.len(), 10, "{:?}", released.names);
    assert_eq!(released.telling("method"), 1.0);
    for column in &known {
        let telling = released.telling(column);
        assert!(telling >= 0.5, "{column}: {telling}");
    }
    let (off, lost) = (
        walk.measured(Metric::QueryError),
        walk.measured(Metric::Loss),
    );
    assert!(off <= 0.2 && lost <= 0.25, "off by {off}, lost {lost}");
    (walk, released)
}

fn survey(people: usize) -> Walk {
    let mut walk = Walk::open("answers.csv", &questionnaire(people), &[]);
    assert_eq!(walk.bench.kind(), Some(Kind::Ratings));
    // Five people at home look like an answer of five; nobody but her knows better.
    let by_hand = "People at home";
    let found = walk.not_issues();
    let expected = BACKGROUND.iter().filter(|name| **name != by_hand);
    for name in expected {
        assert!(found.iter().any(|other| other == name), "{name}: {found:?}");
    }
    walk.press_below(by_hand);
    assert_eq!(walk.not_issues().len(), BACKGROUND.len());
    walk.press_on();
    let released = walk.released("answers-release");
    assert_eq!(released.names.len(), QUESTIONS);
    for question in &released.names {
        let one = &released.rows[0][released.place(question)];
        assert!(
            released.shows(question, |cell| cell != one),
            "{question} is the same for all"
        );
    }
    let changed = walk.measured(Metric::CellsChanged) / (people * QUESTIONS) as f64;
    let off = walk.measured(Metric::QueryError);
    assert!(
        changed <= 0.15 && off <= 0.25,
        "{changed} changed, off by {off}"
    );
    walk
}

fn long_orders(baskets: usize) -> Walk {
    let beside = [("orders_taxonomy.csv", taxonomy_of_orders())];
    let mut walk = Walk::open("orders.csv", &orders(baskets), &beside);
    assert_eq!(walk.bench.kind(), Some(Kind::Transactions));
    walk.press_on();
    assert_eq!(walk.hierarchy_file("items"), Some("orders_taxonomy.csv"));
    let released = walk.released("orders-release");
    // A price nobody asked for does not leave.
    assert_eq!(released.names, ["order_id", "product"]);
    // The shelves of the taxonomy are shown, and most goods as they are.
    assert!(released.shows("product", |cell| cell == "juice"));
    assert_eq!(released.telling("product"), 1.0);
    assert_eq!(walk.measured(Metric::OccurrencesLost), 0.0);
    let goods = |row: &&Vec<String>| row[1].ends_with(|end: char| end.is_ascii_digit());
    let goods = released.rows.iter().filter(goods).count() as f64 / released.rows.len() as f64;
    let off = walk.measured(Metric::QueryError);
    assert!(
        goods >= 0.7 && off <= 0.25,
        "{goods} as they are, off by {off}"
    );
    walk
}

fn without_header(rows: usize) -> Walk {
    let mut walk = Walk::open("census.data", &census(rows), &[]);
    assert_eq!(walk.bench.kind(), Some(Kind::Microdata));
    walk.press_on_to("Accept suggestions");
    // A weight that is nearly unique: she finds its row and marks it by hand.
    walk.type_into("Find a column", "column25");
    walk.mark(&["column25"], Role::Identifier, Key::I);
    walk.press_on();
    let known = walk.with_role(Role::Quasi);
    assert!(known.contains(&"column1") && known.len() < 12, "{known:?}");
    let released = walk.released("census-release");
    assert_eq!(released.names.len(), 41);
    for column in &known {
        let telling = released.telling(column);
        assert!(telling >= 0.5, "{column}: {telling}");
    }
    let (off, lost) = (
        walk.measured(Metric::QueryError),
        walk.measured(Metric::Loss),
    );
    assert!(off <= 0.25 && lost <= 0.2, "off by {off}, lost {lost}");
    walk
}
