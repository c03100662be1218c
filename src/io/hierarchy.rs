//! Hierarchy files: a line per leaf, or child and parent; and what a recipe's `[hierarchies]` ask for.

use crate::model::hierarchy::{Hierarchies, Hierarchy, HierarchyError};
use crate::model::problem::Problem;
use crate::model::settings::{HierarchySource, Settings};
use crate::model::table::Table;
use crate::model::taxonomy::Taxonomy;
use crate::model::transactions::Transactions;
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
    let told = |problem: Problem, values: Vec<String>| HierarchyProblem {
        problem: Box::new(problem),
        column: name.to_owned(),
        values,
    };
    let plain = |problem| told(problem, Vec::new());
    let Some(column) = table.column(name) else {
        let message = format!("there is a hierarchy for \"{name}\", but no such column");
        return Err(plain(Problem::new(message)));
    };
    let say = |error: &HierarchyError| format!("hierarchy of \"{name}\": {error}");
    match source {
        HierarchySource::Mask { mask } => Hierarchy::mask(column, *mask)
            .map_err(|error| told(Problem::new(say(&error)), error.into_values())),
        HierarchySource::Intervals { intervals } => Hierarchy::intervals(column, intervals)
            .map_err(|error| told(Problem::new(say(&error)), error.into_values())),
        HierarchySource::Chains { chains } => Hierarchy::from_chains(column, &chains.0)
            .map_err(|error| told(Problem::new(say(&error)), error.into_values())),
        HierarchySource::Lines(path) => {
            let file = folder.join(path);
            let lines = read_lines(&file).map_err(plain)?;
            Hierarchy::from_chains(column, &lines.fields).map_err(|error| {
                let problem = lines.problem(&file, error.chain(), &say(&error));
                told(problem, error.into_values())
            })
        }
        HierarchySource::Tree { tree } => {
            let file = folder.join(tree);
            let tree = read_tree(&file).map_err(plain)?;
            Hierarchy::from_chains(column, &tree.chains())
                .map_err(|error| told(Problem::in_file(&file, say(&error)), error.into_values()))
        }
    }
}

/// The tree over the items, if the settings name one.
pub fn load_taxonomy(
    folder: &Path,
    settings: &Settings,
    transactions: &Transactions,
) -> Result<Option<Taxonomy>, HierarchyProblem> {
    let told = |problem: Problem, column: &str, values: Vec<String>| HierarchyProblem {
        problem: Box::new(problem),
        column: column.to_owned(),
        values,
    };
    if let Some(other) = settings.hierarchies.keys().find(|name| *name != ITEMS) {
        let message = format!(
            "there is a hierarchy for \"{other}\"; transactions have one named \"{ITEMS}\""
        );
        return Err(told(Problem::new(message), other, Vec::new()));
    }
    let plain = |problem| told(problem, ITEMS, Vec::new());
    let (file, tree) = match settings.hierarchies.get(ITEMS) {
        None => return Ok(None),
        Some(HierarchySource::Tree { tree }) => {
            let file = folder.join(tree);
            let tree = read_tree(&file).map_err(plain)?;
            (file, tree)
        }
        Some(HierarchySource::Lines(path)) => {
            let file = folder.join(path);
            let lines = read_lines(&file).map_err(plain)?;
            let tree = Taxonomy::from_chains(&lines.fields)
                .map_err(|error| plain(lines.problem(&file, error.link(), &error.to_string())))?;
            (file, tree)
        }
        Some(_) => {
            let message = "this kind of hierarchy is for columns; expected a file for the items";
            return Err(plain(Problem::new(message)));
        }
    };
    if let Err(values) = tree.leaf_of(&transactions.items) {
        let message = format!(
            "{} of the {} items are not leaves of the tree; expected all of them",
            values.len(),
            transactions.items.len()
        );
        return Err(told(Problem::in_file(&file, message), ITEMS, values));
    }
    Ok(Some(tree))
}

/// Lines that hold something, each with its number.
#[derive(Debug)]
struct Lines {
    fields: Vec<Vec<String>>,
    numbers: Vec<u64>,
}

impl Lines {
    fn problem(&self, file: &Path, line: Option<usize>, message: &str) -> Problem {
        let problem = Problem::in_file(file, message);
        match line.and_then(|line| self.numbers.get(line)) {
            Some(&number) => problem.at_line(number),
            None => problem,
        }
    }
}

/// `child;parent` lines.
fn read_tree(file: &Path) -> Result<Taxonomy, Problem> {
    let lines = read_lines(file)?;
    let mut links = Vec::with_capacity(lines.fields.len());
    for (at, fields) in lines.fields.iter().enumerate() {
        match &fields[..] {
            [child, parent] => links.push((child.as_str(), parent.as_str())),
            [root] => links.push((root.as_str(), "")),
            more => {
                let message = format!(
                    "expected a child and its parent, found {} fields",
                    more.len()
                );
                return Err(lines.problem(file, Some(at), &message));
            }
        }
    }
    Taxonomy::from_links(&links)
        .map_err(|error| lines.problem(file, error.link(), &error.to_string()))
}

fn read_lines(file: &Path) -> Result<Lines, Problem> {
    let bytes = std::fs::read(file)
        .map_err(|error| Problem::from_io(file, "read the hierarchy", &error))?;
    let text = match String::from_utf8(bytes) {
        Ok(text) => text,
        Err(error) => {
            let (text, _) = encoding_rs::WINDOWS_1252.decode_without_bom_handling(error.as_bytes());
            text.into_owned()
        }
    };
    let text = text.strip_prefix('\u{feff}').unwrap_or(&text);
    if text.contains('\0') {
        return Err(Problem::in_file(
            file,
            "this is not a text file; expected a hierarchy",
        ));
    }
    // A comma is often part of a label ("Smith, John"), so it only counts where no semicolon does.
    let delimiter = if text.contains(';') {
        ';'
    } else if text.contains(',') {
        ','
    } else {
        '\t'
    };
    let mut lines = Lines {
        fields: Vec::new(),
        numbers: Vec::new(),
    };
    for (at, line) in text.lines().enumerate() {
        if line.trim().is_empty() {
            continue;
        }
        let number = at as u64 + 1;
        let fields = split(line, delimiter).ok_or_else(|| {
            Problem::in_file(file, "a quote is not closed on this line").at_line(number)
        })?;
        lines.fields.push(fields);
        lines.numbers.push(number);
    }
    if lines.fields.is_empty() {
        return Err(Problem::in_file(
            file,
            "the hierarchy file is empty; expected one line per value",
        ));
    }
    Ok(lines)
}

/// Fields of a line; one in quotes may hold the delimiter and doubled quotes.
fn split(line: &str, delimiter: char) -> Option<Vec<String>> {
    let mut fields = Vec::new();
    let mut rest = line;
    loop {
        if let Some(quoted) = rest.strip_prefix('"') {
            let mut field = String::new();
            let mut inside = quoted;
            loop {
                let end = inside.find('"')?;
                field.push_str(&inside[..end]);
                inside = &inside[end + 1..];
                match inside.strip_prefix('"') {
                    Some(more) => {
                        field.push('"');
                        inside = more;
                    }
                    None => break,
                }
            }
            fields.push(field);
            if inside.is_empty() {
                return Some(fields);
            }
            rest = inside.strip_prefix(delimiter)?;
        } else {
            match rest.split_once(delimiter) {
                Some((field, more)) => {
                    fields.push(field.to_owned());
                    rest = more;
                }
                None => {
                    fields.push(rest.to_owned());
                    return Some(fields);
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::column::Column;
    use std::path::PathBuf;

    fn with_file(
        contents: &str,
        source: impl Fn(PathBuf) -> HierarchySource,
    ) -> Result<Hierarchy, HierarchyProblem> {
        let folder = tempfile::tempdir().unwrap();
        std::fs::write(folder.path().join("h.csv"), contents).unwrap();
        let column = Column::from_texts("age", ["1", "2", "1"]).unwrap();
        let table = Table::new(vec![column]).unwrap();
        let mut settings = Settings::default();
        settings
            .hierarchies
            .insert("age".into(), source("h.csv".into()));
        let mut loaded = load_hierarchies(folder.path(), &settings, &table)?;
        Ok(loaded.remove("age").unwrap().as_ref().clone())
    }

    #[test]
    fn lines_are_read_with_either_delimiter() {
        for text in [
            "1;low;*\n2;low;*\n",
            "\u{feff}1,low,*\r\n\r\n2,low,*",
            "\"1\";\"low\";*\n2;low;*",
        ] {
            let hierarchy = with_file(text, HierarchySource::Lines).unwrap();
            assert_eq!(hierarchy.label(1, 0), "low", "{text}");
            assert_eq!(hierarchy.height(), 2);
        }
        let tree = with_file("1;low\n2;low\nlow;*", |tree| HierarchySource::Tree { tree }).unwrap();
        assert_eq!(tree.height(), 2);
    }

    #[test]
    fn faults_are_told_with_their_line_and_without_values() {
        let told = |text: &str| with_file(text, HierarchySource::Lines).unwrap_err();
        let wrong = told("1;low;*\n\n2;*\n");
        assert_eq!(wrong.problem.line, Some(3));
        let wrong = told("1;low;*\n");
        assert_eq!(wrong.values, ["2"]);
        assert!(
            wrong
                .problem
                .message
                .starts_with("hierarchy of \"age\": 1 of the column's 2")
        );
        assert_eq!(told("1;\"low;*").problem.line, Some(1));
        assert!(told("").problem.message.contains("is empty"));
        let cycle = with_file("1;a\na;b\nb;a", |tree| HierarchySource::Tree { tree }).unwrap_err();
        assert!(cycle.problem.message.contains("cycle"), "{cycle}");
        assert!(cycle.problem.line.is_some());
    }

    #[test]
    fn a_missing_file_is_named() {
        let missing = |_| HierarchySource::Lines("none.csv".into());
        let wrong = with_file("", missing).unwrap_err();
        assert!(
            wrong
                .to_string()
                .contains("none.csv: cannot read the hierarchy: there is no such file")
        );
    }

    #[test]
    fn the_items_need_a_tree_that_holds_them() {
        let folder = tempfile::tempdir().unwrap();
        std::fs::write(folder.path().join("t.csv"), "milk;dairy\ndairy;*\nham;*").unwrap();
        let mut settings = Settings::default();
        let tree = || HierarchySource::Tree {
            tree: "t.csv".into(),
        };
        settings.hierarchies.insert("items".into(), tree());
        let mut transactions = Transactions {
            items: ["milk", "ham"].into_iter().collect(),
            ..Transactions::default()
        };
        let loaded = load_taxonomy(folder.path(), &settings, &transactions).unwrap();
        assert_eq!(loaded.unwrap().leaves().len(), 2);
        transactions.items = ["eggs"].into_iter().collect();
        let wrong = load_taxonomy(folder.path(), &settings, &transactions).unwrap_err();
        assert_eq!(wrong.values, ["eggs"]);
        assert!(!wrong.to_string().contains("eggs"));
        settings.hierarchies.insert("age".into(), tree());
        assert!(load_taxonomy(folder.path(), &settings, &transactions).is_err());
    }
}
