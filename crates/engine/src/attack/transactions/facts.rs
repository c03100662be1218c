//! What items are known of people.

use super::TransactionsAttack;
use crate::attack::AttackOptions;
use crate::attack::known::{by_name, name_of, naming};
use crate::attack::mapping::{Comparable, Mapped, resolve, some_of};
use cloakroom_core::{Failure, Problem, Progress, Table};
use std::collections::HashMap;

/// The column of a file of known people that holds items.
pub const ITEMS: &str = "items";
/// What may stand between items in a cell, tried one after the other; last any blank.
const SEPARATORS: [char; 4] = [';', ',', '|', '\t'];

#[derive(Default)]
pub(super) struct Known {
    pub name: String,
    /// Nodes of the taxonomy, each once.
    pub nodes: Vec<u32>,
    /// Private items that are kept apart, as codes.
    pub private: Vec<u32>,
    /// Items that nobody has.
    pub strange: usize,
}

/// Rows with the same name are one person.
pub(super) fn read(
    baskets: &TransactionsAttack<'_>,
    known: &Table,
    options: &AttackOptions,
    progress: &Progress,
) -> Result<(Vec<Mapped>, Vec<Known>), Failure> {
    let mut by_name_of_column = vec![ITEMS];
    by_name_of_column.extend(baskets.column.filter(|&name| name != ITEMS));
    let has = |name: &str| known.column(name).is_some();
    let (mapped, columns) =
        if options.mappings.is_empty() && !by_name_of_column.iter().any(|name| has(name)) {
            // No column says that it holds items: all do but the first, which says who it is.
            let aside = |at: &usize| {
                let name = known.columns()[*at].name();
                options.not_used.iter().any(|other| other == name)
            };
            let columns = (holding_items(known)..known.columns().len()).filter(|at| !aside(at));
            (Vec::new(), columns.collect::<Vec<_>>())
        } else {
            let with = Comparable {
                by_name: &by_name_of_column,
                what: "column",
                several: true,
                ..Comparable::default()
            };
            let mapped = resolve(known, with, &options.mappings, &options.not_used)?;
            let columns = mapped.iter().map(|pair| pair.at).collect();
            (mapped, columns)
        };
    let names = naming(known, |_| false, &columns);
    let shelf = Shelf::new(baskets);
    let mut fits = false;
    let mut people = Vec::new();
    for rows in by_name(names, known.rows()) {
        progress.check()?;
        let mut person = Known {
            name: name_of(names, rows[0]),
            ..Known::default()
        };
        for &row in &rows {
            for &at in &columns {
                let column = &known.columns()[at];
                if column.is_null(row) {
                    continue;
                }
                for item in shelf.parted(column.text(row)) {
                    match shelf.find(item) {
                        Some(Item::Node(node)) => person.nodes.push(node),
                        Some(Item::Private(code)) => person.private.push(code),
                        None => person.strange += 1,
                    }
                }
            }
        }
        for list in [&mut person.nodes, &mut person.private] {
            list.sort_unstable();
            list.dedup();
        }
        fits |= !person.nodes.is_empty() || !person.private.is_empty();
        people.push(person);
    }
    if !fits {
        let names: Vec<&str> = columns
            .iter()
            .map(|&at| known.columns()[at].name())
            .collect();
        return Err(Problem::new(format!(
            "nothing in {} of the file of known people is an item of the baskets; expected a column with items of theirs, \
             whatever it is called (on the command line with --map external=items)",
            some_of(&names)
        ))
        .into());
    }
    Ok((mapped, people))
}

/// From this column on, where no column says that it holds items: the first one says who it is.
pub fn holding_items(known: &Table) -> usize {
    usize::from(known.columns().len() > 1)
}

#[derive(Clone, Copy)]
enum Item {
    Node(u32),
    Private(u32),
}

/// Items by name.
struct Shelf<'a> {
    items: HashMap<&'a str, Item>,
    separator: Option<&'a str>,
}

impl<'a> Shelf<'a> {
    fn new(baskets: &'a TransactionsAttack<'a>) -> Self {
        let tree = &baskets.checked.baskets.tree;
        let mut items: HashMap<&str, Item> = HashMap::new();
        // Leaves last, so that an item wins over a group of the same name.
        let nodes = 0..tree.len() as u32;
        for node in nodes
            .filter(|&node| !tree.is_leaf(node))
            .chain(tree.leaves().iter().copied())
        {
            items.insert(tree.name(node), Item::Node(node));
        }
        if baskets.apart() {
            for (code, name) in baskets.transactions.items.iter().enumerate() {
                if baskets.private.contains(name) {
                    items.insert(name, Item::Private(code as u32));
                }
            }
        }
        Self {
            items,
            separator: baskets
                .separator
                .filter(|separator| !separator.trim().is_empty()),
        }
    }

    fn find(&self, name: &str) -> Option<Item> {
        self.items.get(name).copied()
    }

    /// A cell may hold an item or a list of them.
    fn parted<'t>(&self, text: &'t str) -> Vec<&'t str> {
        let text = text.trim();
        if self.items.contains_key(text) {
            return vec![text];
        }
        let parts: Vec<&str> = match self.separator.filter(|separator| text.contains(separator)) {
            Some(separator) => text.split(separator).collect(),
            None => match SEPARATORS
                .iter()
                .find(|&&separator| text.contains(separator))
            {
                Some(&separator) => text.split(separator).collect(),
                None => text.split_whitespace().collect(),
            },
        };
        parts
            .into_iter()
            .map(str::trim)
            .filter(|part| !part.is_empty())
            .collect()
    }
}
