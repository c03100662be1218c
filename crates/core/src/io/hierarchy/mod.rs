//! Hierarchies in and out: what a recipe's `[hierarchies]` ask for, files in every usual form, and export.

mod amnesia;
mod contents;
mod lines;
#[cfg(test)]
mod tests;
mod write;

pub use contents::{FileForm, FileTree, read_hierarchy_file};
pub use write::{ExportForm, hierarchy_text, write_hierarchy};

use crate::hierarchy::{Frequent, Hierarchies, HierarchyError, HierarchySource, Tree, USUAL_FAN};
use crate::spelling::{Fold, Spelling};
use crate::{Column, Dataset, Hierarchy, Problem, Settings, Table, Taxonomy, Transactions, Trees};
use contents::Contents;
use std::collections::HashSet;
use std::fmt;
use std::path::Path;
use std::sync::Arc;

/// The name under which a recipe gives the tree of the items.
pub const ITEMS: &str = "items";

/// A hierarchy that cannot be used.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HierarchyProblem {
    pub problem: Box<Problem>,
    pub column: String,
    /// Values of the data that the hierarchy lacks: to be shown on the screen, never to be logged.
    pub values: Vec<String>,
}

impl fmt::Display for HierarchyProblem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.problem.fmt(f)
    }
}

impl std::error::Error for HierarchyProblem {}

impl From<HierarchyProblem> for Problem {
    fn from(wrong: HierarchyProblem) -> Self {
        *wrong.problem
    }
}

/// The hierarchies that the settings name, each checked against its column. Paths are relative to
/// `folder`.
pub fn load_hierarchies(
    folder: &Path,
    settings: &Settings,
    table: &Table,
) -> Result<Hierarchies, HierarchyProblem> {
    settings
        .hierarchies
        .iter()
        .map(|(name, source)| {
            let hierarchy = load_hierarchy(folder, name, source, table)?;
            Ok((name.clone(), Arc::new(hierarchy)))
        })
        .collect()
}

/// One of them.
pub fn load_hierarchy(
    folder: &Path,
    name: &str,
    source: &HierarchySource,
    table: &Table,
) -> Result<Hierarchy, HierarchyProblem> {
    let column = table.column(name).ok_or_else(|| no_column(name))?;
    let loaded = load_tree(folder, source, column)?;
    lay_over(folder, source, column, &loaded.tree)
}

/// A tree as its source gives it, before it is laid over the data.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LoadedTree {
    pub tree: Tree,
    /// The form of the file, if it came from one.
    pub form: Option<FileForm>,
    /// Lines that say the same as an earlier one.
    pub repeated: usize,
}

pub fn load_tree(
    folder: &Path,
    source: &HierarchySource,
    column: &Column,
) -> Result<LoadedTree, HierarchyProblem> {
    let plain = |problem| told(column.name(), problem, Vec::new());
    let read = match source {
        HierarchySource::Lines(path) => read_hierarchy_file(&folder.join(path), column.spelling()),
        HierarchySource::Tree { tree: path } => {
            let file = folder.join(path);
            Contents::read_links(&file)
                .and_then(|contents| contents.respelled(column.spelling()).into_tree(&file))
        }
        rule => {
            let built = rule.build(column).unwrap_or(Err(HierarchyError::Empty));
            let tree = built.map_err(|error| refused(column, error, None))?;
            return Ok(LoadedTree {
                tree,
                form: None,
                repeated: 0,
            });
        }
    };
    let FileTree {
        form,
        tree,
        repeated,
    } = read.map_err(plain)?;
    Ok(LoadedTree {
        tree,
        form: Some(form),
        repeated,
    })
}

/// The tree over the values of its column, all of which it must have.
pub fn lay_over(
    folder: &Path,
    source: &HierarchySource,
    column: &Column,
    tree: &Tree,
) -> Result<Hierarchy, HierarchyProblem> {
    Hierarchy::from_tree(column, tree)
        .map(|hierarchy| hierarchy.with_naming(source.naming()))
        .map_err(|error| refused(column, error, source.file().map(|path| folder.join(path))))
}

/// The refusal of a hierarchy for a column that is not there.
pub fn no_column(name: &str) -> HierarchyProblem {
    let message = format!("there is a hierarchy for \"{name}\", but no such column");
    told(name, Problem::new(message), Vec::new())
}

fn refused(
    column: &Column,
    error: HierarchyError,
    file: Option<std::path::PathBuf>,
) -> HierarchyProblem {
    let message = format!("hierarchy of \"{}\": {error}", column.name());
    let problem = match file {
        Some(file) => Problem::in_file(&file, message),
        None => Problem::new(message),
    };
    told(column.name(), problem, error.into_values())
}

fn told(column: &str, problem: Problem, values: Vec<String>) -> HierarchyProblem {
    HierarchyProblem {
        problem: Box::new(problem),
        column: column.to_owned(),
        values,
    }
}

/// What the settings name for this data set. A hierarchy that is missing or does not fit is refused, whatever
/// the method.
pub fn load_trees(
    folder: &Path,
    settings: &Settings,
    dataset: &Dataset,
) -> Result<Trees, HierarchyProblem> {
    if let Some(transactions) = dataset.transactions() {
        let taxonomy = load_taxonomy(folder, settings, transactions)?;
        return Ok(Trees {
            taxonomy: Some(Arc::new(taxonomy)),
            ..Trees::default()
        });
    }
    match dataset.table() {
        Some(table) => Ok(load_hierarchies(folder, settings, table)?.into()),
        None => Ok(Trees::default()),
    }
}

/// The tree over the items; one made from how often they occur if the settings name none.
pub fn load_taxonomy(
    folder: &Path,
    settings: &Settings,
    transactions: &Transactions,
) -> Result<Taxonomy, HierarchyProblem> {
    if let Some(other) = settings.hierarchies.keys().find(|name| *name != ITEMS) {
        let message = format!(
            "there is a hierarchy for \"{other}\"; transactions have one named \"{ITEMS}\""
        );
        return Err(told(other, Problem::new(message), Vec::new()));
    }
    let source = settings.hierarchies.get(ITEMS);
    let tree = item_tree(folder, source, transactions)?;
    if let Err(values) = tree.leaf_of(&transactions.items) {
        let message = format!(
            "{} of the {} items {} missing from the tree or inner nodes of it, the first of them in transaction {}; \
             expected every item as a leaf",
            values.len(),
            transactions.items.len(),
            if values.len() == 1 { "is" } else { "are" },
            first_with(transactions, &values)
        );
        let problem = match source.and_then(HierarchySource::file) {
            Some(path) => Problem::in_file(&folder.join(path), message),
            None => Problem::new(message),
        };
        return Err(told(ITEMS, problem, values));
    }
    Ok(tree)
}

/// Counted from 1. Where to look, since a message should not show what the data hold.
fn first_with(transactions: &Transactions, names: &[String]) -> usize {
    let names: HashSet<&str> = names.iter().map(String::as_str).collect();
    let mut baskets = (0..transactions.len()).map(|at| transactions.basket(at));
    let found = baskets.position(|basket| {
        let mut items = basket.iter().map(|&item| transactions.items.get(item));
        items.any(|item| names.contains(item))
    });
    found.map_or(1, |at| at + 1)
}

fn item_tree(
    folder: &Path,
    source: Option<&HierarchySource>,
    transactions: &Transactions,
) -> Result<Taxonomy, HierarchyProblem> {
    let plain = |problem| told(ITEMS, problem, Vec::new());
    let fan = match source {
        None => Some(USUAL_FAN),
        Some(HierarchySource::Frequent(Frequent { fan })) => Some(*fan),
        Some(_) => None,
    };
    if let Some(fan) = fan {
        let support = transactions.support();
        let items: Vec<(&str, u32)> = transactions.items.iter().zip(support).collect();
        return Taxonomy::by_frequency(&items, fan as usize)
            .map_err(|error| plain(Problem::new(format!("hierarchy of \"{ITEMS}\": {error}"))));
    }
    let source = source.unwrap_or(&HierarchySource::Frequent(Frequent { fan: USUAL_FAN }));
    if let Some(path) = source.file() {
        let file = folder.join(path);
        let contents = match source {
            HierarchySource::Tree { .. } => Contents::read_links(&file),
            _ => Contents::read(&file),
        };
        return contents
            .and_then(|contents| contents.into_taxonomy(&transactions.items, &file))
            .map_err(plain);
    }
    let column = item_column(transactions);
    let tree = load_tree(folder, source, &column)?.tree;
    Taxonomy::from_chains(&tree.chains())
        .map_err(|error| plain(Problem::new(format!("hierarchy of \"{ITEMS}\": {error}"))))
}

/// The tree of the items as levels: a leaf that lies higher than others is repeated below itself.
pub fn load_item_tree(
    folder: &Path,
    source: &HierarchySource,
    transactions: &Transactions,
) -> Result<LoadedTree, HierarchyProblem> {
    if let HierarchySource::Chains { .. } = source {
        return load_tree(folder, source, &item_column(transactions));
    }
    let taxonomy = item_tree(folder, Some(source), transactions)?;
    let tree = Tree::from_chains(&taxonomy.even_chains()).map_err(|error| {
        let message = format!("hierarchy of \"{ITEMS}\": {error}");
        told(ITEMS, Problem::new(message), Vec::new())
    })?;
    Ok(LoadedTree {
        tree,
        form: None,
        repeated: 0,
    })
}

/// The items as a column, a record per occurrence, for what is made for columns.
pub fn item_column(transactions: &Transactions) -> Column {
    let column = Column::new(
        ITEMS,
        transactions.items.clone(),
        transactions.item.clone(),
        None,
    );
    // Names that a tree gives them are spelled alike, unless items are told apart by their spelling.
    let fold = Fold::default();
    let are_spelled = transactions
        .items
        .iter()
        .all(|item| *fold.name(item) == *item);
    match are_spelled {
        true => column.with_spelling(Spelling::new(fold.of_names())),
        false => column,
    }
}
