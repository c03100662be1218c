//! What the columns of a file of known people could be compared with, and what is likely meant.

use super::mapping::Mapping;
use super::transactions::holding_items;
use crate::kinds;
use cloakroom_core::{Column, Loaded, Role, Roles, Settings, Table};
use std::collections::{HashMap, HashSet};

/// The columns, issues or items of a data set that somebody may know something about.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Targets {
    /// What the promise supposes that somebody knows.
    pub supposed: Vec<String>,
    /// What could be tried beyond that.
    pub beyond: Vec<String>,
    /// Whether several columns of the file may go together with the same one.
    pub several: bool,
    /// What the data call the column that holds items.
    pub called: Option<String>,
}

impl Targets {
    pub fn of(loaded: &Loaded, settings: &Settings) -> Self {
        kinds::of(&loaded.dataset).targets(loaded, settings)
    }

    /// By column of the file, what it is likely compared with: that of the same name, written alike or nearly so.
    pub fn suggested(&self, known: &Table) -> Vec<Option<String>> {
        if self.several {
            return self.holding(known);
        }
        let mut nearly: HashMap<String, &str> = HashMap::new();
        for name in self.supposed.iter().rev() {
            nearly.insert(plain(name), name);
        }
        let equal: HashSet<&str> = self.supposed.iter().map(String::as_str).collect();
        let mut taken: HashSet<&str> = HashSet::new();
        let names: Vec<&str> = known.columns().iter().map(Column::name).collect();
        // Equal names first, so that nothing that is only written alike takes their place.
        let mut found: Vec<Option<&str>> = names
            .iter()
            .map(|name| equal.get(name).copied().filter(|name| taken.insert(name)))
            .collect();
        for (name, found) in names.iter().zip(&mut found) {
            if found.is_none() {
                let alike = nearly.get(&plain(name)).copied();
                *found = alike.filter(|alike| taken.insert(alike));
            }
        }
        let owned = |name: Option<&str>| name.map(str::to_owned);
        found.into_iter().map(owned).collect()
    }

    /// Those columns that hold items.
    fn holding(&self, known: &Table) -> Vec<Option<String>> {
        let names: Vec<&str> = known.columns().iter().map(Column::name).collect();
        let says_so = |name: &str| {
            self.called
                .iter()
                .chain(&self.supposed)
                .any(|item| item == name)
        };
        let any = names.iter().any(|name| says_so(name));
        let from = holding_items(known);
        let holds = |at: usize| if any { says_so(names[at]) } else { at >= from };
        let item = self.supposed.first();
        (0..names.len())
            .map(|at| item.filter(|_| holds(at)).cloned())
            .collect()
    }
}

/// The pairs that were chosen, and the columns that are left aside.
pub fn chosen(known: &Table, with: &[Option<String>]) -> (Vec<Mapping>, Vec<String>) {
    let (mut mappings, mut not_used) = (Vec::new(), Vec::new());
    for (column, released) in known.columns().iter().zip(with) {
        let external = column.name().to_owned();
        match released {
            Some(released) => mappings.push(Mapping {
                external,
                released: released.clone(),
            }),
            None => not_used.push(external),
        }
    }
    (mappings, not_used)
}

pub(crate) fn with_role(table: &Table, roles: &Roles, wanted: &[Role]) -> Vec<String> {
    let has = |name: &&str| roles.of(name).is_some_and(|role| wanted.contains(&role));
    let names = table.columns().iter().map(Column::name).filter(has);
    names.map(str::to_owned).collect()
}

/// Without what people write differently: `Birth year` is `birth_year`.
fn plain(name: &str) -> String {
    let letters = name.chars().filter(|letter| letter.is_alphanumeric());
    letters.flat_map(char::to_lowercase).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn known(names: &[&str]) -> Table {
        let column = |name: &&str| Column::from_texts(*name, ["1"]).unwrap();
        Table::new(names.iter().map(column).collect()).unwrap()
    }

    fn suggested(targets: &Targets, names: &[&str]) -> Vec<String> {
        let suggested = targets.suggested(&known(names));
        suggested
            .into_iter()
            .map(Option::unwrap_or_default)
            .collect()
    }

    #[test]
    fn names_that_are_nearly_equal_belong_together() {
        let targets = Targets {
            supposed: vec!["birth_year".to_owned(), "zip".to_owned()],
            beyond: vec!["disease".to_owned()],
            ..Targets::default()
        };
        assert_eq!(
            suggested(&targets, &["name", "Birth year", "ZIP", "disease"]),
            ["", "birth_year", "zip", ""]
        );
        // An equal name wins over one that is written alike.
        assert_eq!(suggested(&targets, &["Zip", "zip"]), ["", "zip"]);
    }

    #[test]
    fn items_are_in_all_columns_but_the_first_unless_one_says_so() {
        let targets = Targets {
            supposed: vec!["items".to_owned()],
            several: true,
            ..Targets::default()
        };
        assert_eq!(
            suggested(&targets, &["who", "a", "b"]),
            ["", "items", "items"]
        );
        assert_eq!(
            suggested(&targets, &["who", "items", "b"]),
            ["", "items", ""]
        );
        assert_eq!(suggested(&targets, &["bought"]), ["items"]);
    }

    #[test]
    fn what_is_chosen_becomes_pairs_and_the_rest_is_left_aside() {
        let (mappings, not_used) =
            chosen(&known(&["name", "born"]), &[None, Some("age".to_owned())]);
        assert_eq!(
            (mappings[0].external.as_str(), mappings[0].released.as_str()),
            ("born", "age")
        );
        assert_eq!(not_used, ["name"]);
    }
}
