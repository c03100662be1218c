//! Hierarchy files in every form, and every fault in them.

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
