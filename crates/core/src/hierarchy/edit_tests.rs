//! Edits by hand: what each does, and that the tree stays sound whatever the order.

use super::*;
use proptest::prelude::*;

fn tree(text: &str) -> Tree {
    let chains: Vec<Vec<&str>> = text
        .split(' ')
        .map(|line| line.split(';').collect())
        .collect();
    Tree::from_chains(&chains).unwrap()
}

fn countries() -> Tree {
    tree("at;Alps;* ch;Alps;* fr;West;* jp;East;*")
}

fn node(tree: &Tree, level: usize, label: &str) -> Node {
    tree.find(level, label).unwrap()
}

fn lines(tree: &Tree) -> String {
    let lines: Vec<String> = tree.chains().iter().map(|chain| chain.join(";")).collect();
    lines.join(" ")
}

#[test]
fn values_move_and_groups_that_empty_go() {
    let before = countries();
    let edit = Edit::Move {
        nodes: vec![node(&before, 0, "at"), node(&before, 0, "ch")],
        to: node(&before, 1, "West"),
    };
    assert_eq!(edit.name(&before), "move 2 values to West");
    let after = edit.apply(&before).unwrap();
    assert_eq!(lines(&after), "at;West;* ch;West;* fr;West;* jp;East;*");
    assert_eq!(after.width(1), 2);
    assert!(after.shares_leaves_with(&before));
    let again = Edit::Move {
        nodes: vec![node(&after, 0, "at")],
        to: node(&after, 1, "West"),
    };
    assert_eq!(again.apply(&after), Err(EditError::AlreadyThere));
    let too_high = Edit::Move {
        nodes: vec![node(&after, 0, "at")],
        to: after.top(),
    };
    assert_eq!(too_high.apply(&after), Err(EditError::WrongLevel));
}

#[test]
fn groups_are_renamed_merged_and_split() {
    let before = countries();
    let rename = |label: &str| Edit::Rename {
        node: node(&before, 1, "Alps"),
        label: label.to_owned(),
    };
    let after = rename("Alpine").apply(&before).unwrap();
    assert_eq!(lines(&after), "at;Alpine;* ch;Alpine;* fr;West;* jp;East;*");
    assert_eq!(rename("East").apply(&before), Err(EditError::NameTaken));
    assert_eq!(rename("  ").apply(&before), Err(EditError::NoName));
    let value = Edit::Rename {
        node: node(&before, 0, "at"),
        label: "x".into(),
    };
    assert_eq!(value.apply(&before), Err(EditError::ValueRenamed));
    let merge = Edit::Merge {
        groups: vec![node(&before, 1, "West"), node(&before, 1, "Alps")],
        label: "Europe".into(),
    };
    assert_eq!(merge.name(&before), "merge 2 groups into Europe");
    let merged = merge.apply(&before).unwrap();
    assert_eq!(
        lines(&merged),
        "at;Europe;* ch;Europe;* fr;Europe;* jp;East;*"
    );
    let split = Edit::Split {
        nodes: vec![node(&merged, 0, "fr")],
        label: "France".into(),
    };
    assert_eq!(split.name(&merged), "group fr as France");
    let split = split.apply(&merged).unwrap();
    assert_eq!(
        lines(&split),
        "at;Europe;* ch;Europe;* fr;France;* jp;East;*"
    );
}

#[test]
fn levels_come_and_go() {
    let before = countries();
    let higher = Edit::InsertLevel { above: 1 }.apply(&before).unwrap();
    assert_eq!(higher.chain(0).join(";"), "at;Alps;all values;*");
    let split = Edit::Split {
        nodes: vec![node(&higher, 1, "East")],
        label: "Asia".into(),
    };
    let split = split.apply(&higher).unwrap();
    assert_eq!(split.chain(3).join(";"), "jp;East;Asia;*");
    let lower = Edit::InsertLevel { above: 0 }.apply(&before).unwrap();
    assert_eq!(lower.chain(0).join(";"), "at;Alps;Alps;*");
    let dropped = Edit::DropLevel(1).apply(&split).unwrap();
    assert_eq!(dropped.chain(3).join(";"), "jp;Asia;*");
    assert_eq!(Edit::DropLevel(2).apply(&before), Err(EditError::Top));
    assert!(Edit::DropLevel(0).apply(&before).is_err());
    let flat = Edit::DropLevel(1).apply(&before).unwrap();
    let nowhere = Edit::Split {
        nodes: vec![node(&flat, 0, "at")],
        label: "x".into(),
    };
    assert_eq!(nowhere.apply(&flat), Err(EditError::Top));
}

#[test]
fn an_empty_group_waits_to_be_filled() {
    let before = countries();
    let add = Edit::AddGroup {
        under: before.top(),
        label: "North".into(),
    };
    let after = add.apply(&before).unwrap();
    assert_eq!(after.width(1), 4);
    assert_eq!(lines(&after), lines(&before));
    let column = Column::from_texts("c", ["at", "jp"]).unwrap();
    let hierarchy = Hierarchy::from_tree(&column, &after).unwrap();
    assert_eq!(hierarchy.levels()[1].labels, ["Alps", "West", "East"]);
    let north = node(&after, 1, "North");
    assert_eq!(Edit::RemoveGroup(north).apply(&after), Ok(before.clone()));
    let full = Edit::RemoveGroup(node(&before, 1, "Alps"));
    assert_eq!(full.apply(&before), Err(EditError::NotEmpty));
}

#[test]
fn sorting_is_by_number_where_there_is_one() {
    let before = tree("12;10-14;* 3;0-4;* b;text;* 7;5-9;*");
    let after = Edit::Sort(SortBy::Name).apply(&before).unwrap();
    assert_eq!(lines(&after), "3;0-4;* 7;5-9;* 12;10-14;* b;text;*");
    let groups: Vec<&str> = after.nodes(1).map(|node| after.label(node)).collect();
    assert_eq!(groups, ["0-4", "5-9", "10-14", "text"]);
    let sized = Edit::Sort(SortBy::Size).apply(&countries()).unwrap();
    assert_eq!(sized.label(Node { level: 1, at: 0 }), "Alps");
}

#[test]
fn lacking_values_find_a_place() {
    let before = tree("14240;142;* 14241;142;* 13053;130;*");
    let values = ["14248".to_owned(), "1".to_owned()];
    let placed = |placing: Placing| lines(&place(&before, &values, &placing).unwrap());
    let new = |text: &str| format!("{} {text}", lines(&before));
    assert_eq!(placed(Placing::NearestText), new("14248;142;* 1;130;*"));
    assert_eq!(placed(Placing::NearestNumber), new("14248;142;* 1;130;*"));
    assert_eq!(
        placed(Placing::NewGroup("142".into())),
        new("14248;142 2;* 1;142 2;*")
    );
    let under = Placing::Under(node(&before, 1, "130"));
    assert_eq!(placed(under), new("14248;130;* 1;130;*"));
    assert_eq!(
        placed(Placing::Under(before.top())),
        new("14248;14248;* 1;1;*")
    );
    let column = Column::from_texts("c", ["14240", "2", "2", ""]).unwrap();
    let fit = Fit::new(&column, &before);
    assert_eq!(
        fit.lacking,
        [Lacking {
            value: "2".into(),
            records: 2
        }]
    );
    assert_eq!(fit.unused, ["14241", "13053"]);
    assert_eq!(fit.lacking_records(), 2);
}

fn is_sound(tree: &Tree) -> bool {
    let one_top = tree.width(tree.depth() - 1) == 1;
    let known = (0..tree.depth() - 1).all(|level| {
        tree.nodes(level).all(|node| {
            tree.parent(node)
                .is_some_and(|parent| (parent.at as usize) < tree.width(parent.level))
        })
    });
    let unique = (0..tree.depth()).all(|level| {
        let labels: std::collections::HashSet<&str> =
            tree.nodes(level).map(|node| tree.label(node)).collect();
        labels.len() == tree.width(level)
    });
    one_top && known && unique && Tree::from_chains(&tree.chains()).is_ok()
}

proptest! {
    #[test]
    fn edits_keep_a_tree_sound_and_every_value_in_it(
        groups in proptest::collection::vec(0u8..4, 1..20),
        edits in proptest::collection::vec((0u8..9, any::<u32>(), any::<u32>()), 0..25),
    ) {
        let chains: Vec<Vec<String>> = groups
            .iter()
            .enumerate()
            .map(|(value, group)| {
                vec![value.to_string(), format!("g{group}"), format!("h{}", group % 2), "*".into()]
            })
            .collect();
        let mut tree = Tree::from_chains(&chains).unwrap();
        let mut values: Vec<String> = chains.iter().map(|chain| chain[0].clone()).collect();
        values.sort();
        for (kind, one, other) in edits {
            let level = one as usize % tree.depth();
            let any = |level: usize, pick: u32| Node {
                level,
                at: pick % tree.width(level).max(1) as u32,
            };
            let next = (level + 1).min(tree.depth() - 1);
            let nodes = vec![any(level, one / 7), any(level, other)];
            let label = format!("n{}", other % 30);
            let edit = match kind {
                0 | 1 => Edit::Move { nodes, to: any(next, other) },
                2 => Edit::Rename { node: any(level, other), label },
                3 => Edit::Merge { groups: nodes, label },
                4 => Edit::Split { nodes, label },
                5 => Edit::AddGroup { under: any(level, other), label },
                6 => Edit::InsertLevel { above: level },
                7 => Edit::DropLevel(level),
                _ => Edit::Sort(if one % 2 == 0 { SortBy::Name } else { SortBy::Size }),
            };
            if tree.depth() > 6 && kind == 6 {
                continue;
            }
            edit.name(&tree);
            if let Ok(after) = edit.apply(&tree) {
                prop_assert!(is_sound(&after), "{edit:?} {tree:?}");
                let mut kept: Vec<String> =
                    after.chains().iter().map(|chain| chain[0].to_owned()).collect();
                kept.sort();
                prop_assert_eq!(&kept, &values);
                tree = after;
            }
        }
    }
}
