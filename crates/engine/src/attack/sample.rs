//! People of the data themselves as those that somebody knows, so that an attack can be tried without a file.

use cloakroom_core::ratings::SparseRatings;
use cloakroom_core::{
    Column, Loaded, Problem, Random, Ratings, Role, Roles, Settings, Table, Transactions,
};
use std::collections::{BTreeMap, BTreeSet};

/// More people than this tell no more.
pub const MOST_PEOPLE: usize = 200;
/// Ratings of a person that somebody may know.
const KNOWN_RATINGS: usize = 4;
/// Items that are known where the settings do not say, and the most where they do.
const KNOWN_ITEMS: usize = 2;
const MOST_ITEMS: usize = 5;
/// Chance of its own, whatever else is drawn from the same seed.
const STREAM: u64 = 0x6b6e_6f77;

/// A file of known people that nobody had to write: `people` of the data, drawn by chance from `seed`, with what
/// somebody may know about them. Of records that is every quasi-identifier, of ratings a few issues each, of
/// transactions as many items as the promise speaks of. At most [`MOST_PEOPLE`]; to be attacked like what
/// [`read_known`](super::read_known) reads. The rows are called by their place in the data.
pub fn sample_known(
    loaded: &Loaded,
    settings: &Settings,
    people: usize,
    seed: u64,
) -> Result<Table, Problem> {
    let dataset = &loaded.dataset;
    // Of counted records a row stands for several.
    let all = match dataset.records_table() {
        Some(table) => table.rows(),
        None => dataset.records(),
    };
    let mut chance = Random::new(seed, STREAM);
    let rows = drawn(all, people.min(MOST_PEOPLE), &mut chance);
    let (prefix, columns) = if let Some(table) = dataset.records_table() {
        ("record", of_records(table, &settings.roles, &rows))
    } else if let Some(ratings) = dataset.ratings() {
        let columns = match ratings {
            Ratings::Wide(table, _) => of_wide(table, &settings.roles, &rows, &mut chance),
            Ratings::Long(sparse) => of_long(sparse, &settings.roles, &rows, &mut chance),
        };
        ("person", columns)
    } else {
        let baskets = dataset.transactions();
        let columns = baskets.map(|baskets| of_baskets(baskets, settings, &rows, &mut chance));
        ("basket", columns.unwrap_or_default())
    };
    if rows.is_empty() || columns.is_empty() {
        return Err(Problem::new(
            "nothing is known of anybody here; expected people, and a quasi-identifier, an issue or an item that others \
             may know",
        ));
    }
    let who = rows.iter().map(|row| format!("{prefix} {}", row + 1));
    let mut cells = vec![(free_name(prefix, &columns), who.collect())];
    cells.extend(columns);
    let columns = cells
        .into_iter()
        .map(|(name, texts)| Column::from_texts(name, texts));
    let columns = columns.collect::<Result<Vec<Column>, _>>();
    let columns = columns.map_err(|_| Problem::new("what is known is larger than 4 GiB"))?;
    Ok(Table::new(columns)?)
}

/// Names and cells of columns.
type Cells = Vec<(String, Vec<String>)>;

/// So many of the rows, each once, in the order of the data.
fn drawn(all: usize, count: usize, chance: &mut Random) -> Vec<usize> {
    let mut rows = BTreeSet::new();
    // Each of the last `count` numbers is replaced by one before it that is free, or taken itself: no list of all.
    for last in all.saturating_sub(count)..all {
        let row = chance.below(last + 1);
        if !rows.insert(row) {
            rows.insert(last);
        }
    }
    rows.into_iter().collect()
}

/// A name for who they are that no other column has.
fn free_name(wanted: &str, columns: &Cells) -> String {
    let mut name = wanted.to_owned();
    while columns.iter().any(|(other, _)| *other == name) {
        name.push('_');
    }
    name
}

fn of_records(table: &Table, roles: &Roles, rows: &[usize]) -> Cells {
    let known = table.columns().iter();
    let known = known.filter(|column| roles.of(column.name()) == Some(Role::Quasi));
    known
        .map(|column| {
            let texts = rows.iter().map(|&row| column.text(row).to_owned());
            (column.name().to_owned(), texts.collect())
        })
        .collect()
}

/// Some of what each person rated, by issue; what is not known is empty.
fn known_ratings(
    rated: impl Fn(usize) -> Vec<(String, String)>,
    rows: &[usize],
    chance: &mut Random,
) -> Cells {
    let mut cells: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for (at, &row) in rows.iter().enumerate() {
        let rated = rated(row);
        for known in drawn(rated.len(), KNOWN_RATINGS.min(rated.len()), chance) {
            let (issue, rating) = &rated[known];
            let column = cells
                .entry(issue.clone())
                .or_insert_with(|| vec![String::new(); rows.len()]);
            column[at].clone_from(rating);
        }
    }
    cells.into_iter().collect()
}

fn of_wide(table: &Table, roles: &Roles, rows: &[usize], chance: &mut Random) -> Cells {
    let issues: Vec<&Column> = table
        .columns()
        .iter()
        .filter(|column| roles.of(column.name()) == Some(Role::Quasi))
        .collect();
    let rated = |row: usize| {
        let rated = issues.iter().filter(|column| !column.is_null(row));
        rated
            .map(|column| (column.name().to_owned(), column.text(row).to_owned()))
            .collect()
    };
    known_ratings(rated, rows, chance)
}

fn of_long(sparse: &SparseRatings, roles: &Roles, rows: &[usize], chance: &mut Random) -> Cells {
    let rated = |person: usize| {
        let places = sparse.starts[person]..sparse.starts[person + 1];
        places
            .map(|at| {
                (
                    sparse.issues.get(sparse.issue[at]),
                    sparse.scale.text(sparse.rating[at]),
                )
            })
            .filter(|(issue, _)| roles.of(issue).is_none_or(|role| role == Role::Quasi))
            .map(|(issue, rating)| (issue.to_owned(), rating))
            .collect()
    };
    known_ratings(rated, rows, chance)
}

fn of_baskets(
    baskets: &Transactions,
    settings: &Settings,
    rows: &[usize],
    chance: &mut Random,
) -> Cells {
    let requirement = &settings.requirement;
    let said = match requirement.h {
        Some(_) => requirement.p,
        None => requirement.m.map(|m| m.most()),
    };
    let most = said.map_or(KNOWN_ITEMS, |most| (most as usize).clamp(1, MOST_ITEMS));
    let private = &settings.roles.private_items;
    let mut cells = vec![vec![String::new(); rows.len()]; most];
    for (at, &row) in rows.iter().enumerate() {
        let items = baskets
            .basket(row)
            .iter()
            .map(|&item| baskets.items.get(item));
        let items: Vec<&str> = items.filter(|item| !private.contains(*item)).collect();
        let known = drawn(items.len(), most.min(items.len()), chance);
        for (place, known) in known.into_iter().enumerate() {
            cells[place][at] = items[known].to_owned();
        }
    }
    let named = cells.into_iter().enumerate();
    let known = named.filter(|(_, cells)| cells.iter().any(|cell| !cell.is_empty()));
    known
        .map(|(at, cells)| (format!("item {}", at + 1), cells))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::attack::{AttackOptions, AttackOutcome, attack};
    use cloakroom_core::io::hierarchy::load_trees;
    use cloakroom_core::io::load::load;
    use cloakroom_core::{LoadOptions, Progress, SetSize};

    fn read(name: &str, text: &str) -> Loaded {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join(name);
        std::fs::write(&path, text).unwrap();
        load(&path, &LoadOptions::default(), &Progress::default()).unwrap()
    }

    /// Everybody who is known is among their own candidates, since they are in the data.
    fn is_found(loaded: &Loaded, settings: &Settings, known: &Table) {
        let trees = load_trees(std::path::Path::new(""), settings, &loaded.dataset).unwrap();
        let options = AttackOptions {
            original: true,
            ..AttackOptions::default()
        };
        let tried = attack(
            loaded,
            settings,
            &trees,
            known,
            &options,
            &Progress::default(),
        )
        .unwrap();
        let AttackOutcome::Tried(report) = tried else {
            panic!("expected a report");
        };
        assert_eq!((report.people, report.linked), (known.rows(), known.rows()));
    }

    #[test]
    fn people_of_a_table_are_known_by_their_quasi_identifiers() {
        let mut text = "name;age;town;illness\n".to_owned();
        (0..300).for_each(|row| {
            text.push_str(&format!(
                "n{row};{};t{};i{}\n",
                20 + row % 50,
                row % 7,
                row % 3
            ))
        });
        let loaded = read("people.csv", &text);
        let mut settings = Settings::default();
        for (name, role) in [
            ("name", Role::Identifier),
            ("age", Role::Quasi),
            ("town", Role::Quasi),
            ("illness", Role::Sensitive),
        ] {
            settings.roles.set(name, Some(role));
        }
        settings.requirement.k = Some(2);
        let known = sample_known(&loaded, &settings, 10, 7).unwrap();
        let names: Vec<&str> = known.columns().iter().map(Column::name).collect();
        assert_eq!((names, known.rows()), (vec!["record", "age", "town"], 10));
        assert_eq!(known, sample_known(&loaded, &settings, 10, 7).unwrap());
        assert_ne!(known, sample_known(&loaded, &settings, 10, 8).unwrap());
        assert_eq!(
            sample_known(&loaded, &settings, 1_000, 7).unwrap().rows(),
            MOST_PEOPLE
        );
        is_found(&loaded, &settings, &known);
        settings.roles = Roles::default();
        assert!(sample_known(&loaded, &settings, 10, 7).is_err());
        assert!(sample_known(&loaded, &settings, 0, 7).is_err());
    }

    #[test]
    fn some_ratings_of_a_person_are_known() {
        let mut wide = "id".to_owned();
        (0..10).for_each(|at| wide.push_str(&format!(";q{at}")));
        let mut long = "user,item,rating\n".to_owned();
        for row in 0..40 {
            wide.push_str(&format!("\n{row}"));
            for at in 0..10 {
                let rating = 1 + (row * 7 + at * 3) % 5;
                wide.push_str(&format!(";{rating}"));
                long.push_str(&format!("{row},q{at},{rating}\n"));
            }
        }
        for (name, text) in [("wide.csv", wide), ("long.csv", long)] {
            let loaded = read(name, &text);
            let mut settings = Settings::default();
            settings.roles.set("id", Some(Role::Identifier));
            for at in 0..10 {
                settings.roles.set(&format!("q{at}"), Some(Role::Quasi));
            }
            settings.requirement.k = Some(2);
            settings.requirement.epsilon = Some(1.0);
            if name == "long.csv" {
                settings.roles.set("id", None);
            }
            let known = sample_known(&loaded, &settings, 12, 1).unwrap();
            assert_eq!(known.rows(), 12);
            for row in 0..12 {
                let rated = known.columns()[1..]
                    .iter()
                    .filter(|column| !column.is_null(row));
                assert_eq!(rated.count(), KNOWN_RATINGS);
            }
            is_found(&loaded, &settings, &known);
        }
    }

    #[test]
    fn some_items_of_a_basket_are_known_and_no_private_ones() {
        let loaded = read(
            "b.dat",
            &"ham milk pill\nham tea\nmilk tea jam pill\n".repeat(4),
        );
        let mut settings = Settings::default();
        settings.requirement.k = Some(2);
        settings.requirement.m = Some(SetSize::AtMost(3));
        settings.roles.private_items.insert("pill".to_owned());
        let known = sample_known(&loaded, &settings, 5, 3).unwrap();
        assert_eq!((known.columns().len(), known.rows()), (4, 5));
        assert!(
            known
                .columns()
                .iter()
                .all(|column| column.dictionary().iter().all(|text| text != "pill"))
        );
        is_found(&loaded, &settings, &known);
    }

    #[test]
    fn nobody_is_drawn_twice() {
        for seed in 0..50 {
            let rows = drawn(30, 12, &mut Random::new(seed, STREAM));
            assert_eq!(rows.len(), 12);
            assert!(rows.iter().all(|&row| row < 30));
        }
        assert_eq!(drawn(3, 3, &mut Random::new(1, 1)), [0, 1, 2]);
        assert!(drawn(0, 0, &mut Random::new(1, 1)).is_empty());
    }
}
