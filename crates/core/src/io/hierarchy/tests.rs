//! Hierarchy files in every form, and every fault in them.

use super::*;
use crate::column::Column;
use crate::spelling::Spelling;
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
            .contains("none.csv: cannot read: there is no such file")
    );
}

#[test]
fn the_items_need_a_tree_that_holds_them() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("t.csv"), "milk ; dairy\ndairy;*\nham;*").unwrap();
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
    assert_eq!(loaded.leaves().len(), 2);
    transactions.items = ["eggs"].into_iter().collect();
    let wrong = load_taxonomy(folder.path(), &settings, &transactions).unwrap_err();
    assert_eq!(wrong.values, ["eggs"]);
    assert!(!wrong.to_string().contains("eggs"));
    settings.hierarchies.insert("age".into(), tree());
    assert!(load_taxonomy(folder.path(), &settings, &transactions).is_err());
}

fn read(contents: &str) -> Result<FileTree, Problem> {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("h.txt");
    std::fs::write(&file, contents).unwrap();
    read_hierarchy_file(&file, Spelling::default())
}

fn lines_of(tree: &Tree) -> Vec<String> {
    tree.chains().iter().map(|chain| chain.join(";")).collect()
}

const AMNESIA: &str = "distinct\nname country\ntype string\nheight 3\n\n\
    Alps has at ch \nEast has jp \n\nworld has Alps East \n\n";

#[test]
fn every_form_is_found_out() {
    for (text, form, first) in [
        ("at;Alps;*\njp;East;*", FileForm::Semicolons, "at;Alps;*"),
        (
            "\"at, west\",Alps,*\njp,East,*",
            FileForm::Commas,
            "at, west;Alps;*",
        ),
        ("at\tAlps\t*\njp\tEast\t*", FileForm::Tabs, "at;Alps;*"),
        (
            "at;Alps\njp;East\nAlps;*\nEast;*",
            FileForm::ChildParent,
            "at;Alps;*",
        ),
        ("at;*\njp;*", FileForm::Semicolons, "at;*"),
        (AMNESIA, FileForm::Amnesia, "at;Alps;world"),
        (
            "Alps has at ch\nworld has Alps",
            FileForm::Amnesia,
            "at;Alps;world",
        ),
    ] {
        let read = read(text).unwrap();
        assert_eq!(read.form, form, "{text}");
        assert_eq!(lines_of(&read.tree)[0], first, "{text}");
    }
}

#[test]
fn amnesia_levels_may_repeat_a_name() {
    let text = "distinct\nname c\ntype string\nheight 3\n\nsausage has sausage wurst\n\nmeat has sausage\n\n";
    assert_eq!(
        lines_of(&read(text).unwrap().tree),
        ["sausage;sausage;meat", "wurst;sausage;meat"]
    );
    let ranges = read("range\nname age\n\n0-9 has 0-4 5-9\n").unwrap_err();
    assert!(ranges.message.contains("ranges"), "{ranges}");
    let odd = read("distinct\nname c\n\na has b\nwhat is this\n").unwrap_err();
    assert_eq!(odd.line, Some(5));
}

#[test]
fn every_fault_is_named_with_its_line() {
    for (text, line, part) in [
        ("a;x\nx;y\ny;x", Some(3), "cycle"),
        ("a;x;*\nb;*", Some(2), "expected 3 levels"),
        ("a;x\nx;*\nb;*", Some(3), "expected 3 levels"),
        ("a;x;*\na;y;*", Some(2), "stands twice"),
        ("a;x\na;y\nx;*\ny;*", Some(2), "another parent"),
        ("a;x;y;*\nb;x;z;*", Some(2), "two parents"),
        ("a;x;*\nb;;*", Some(2), "level 1 is empty"),
        ("a;x;*\nb;y;all", Some(2), "single top"),
        ("a;x\nx;y\nb;z", None, "2 roots"),
        ("a;\"x;*", Some(1), "quote"),
        ("\n \n", None, "empty"),
    ] {
        let problem = read(text).unwrap_err();
        assert!(problem.message.contains(part), "{text}: {problem}");
        if line.is_some() {
            assert_eq!(problem.line, line, "{text}: {problem}");
        }
    }
}

#[test]
fn repeated_lines_are_counted() {
    assert_eq!(read("a;x;*\na;x;*\nb;x;*").unwrap().repeated, 1);
    assert_eq!(read("a;x\na;x\nx;*").unwrap().repeated, 1);
}

#[test]
fn what_is_exported_reads_back() {
    let odd = "\"a;b\";\"say \"\"x\"\"\";*\n\"c,d\";x y;*\n\"\";not stated;*\n";
    let tree = read(odd).unwrap().tree;
    for form in [ExportForm::Semicolons, ExportForm::Commas] {
        let text = hierarchy_text("c", &tree, form).unwrap();
        assert_eq!(read(&text).unwrap().tree, tree, "{text}");
    }
    let refused = hierarchy_text("c", &tree, ExportForm::Amnesia).unwrap_err();
    assert!(refused.message.starts_with("4 labels"), "{refused}");
    let plain = read(AMNESIA).unwrap().tree;
    let text = hierarchy_text("country", &plain, ExportForm::Amnesia).unwrap();
    assert_eq!(read(&text).unwrap().tree, plain, "{text}");
    assert!(text.starts_with("distinct\nname country\ntype string\nheight 3\n\nAlps has at ch\n"));
}
