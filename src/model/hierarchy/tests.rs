//! Hierarchies from lines and rules, and what is refused.

use super::*;

fn column(texts: &[&str]) -> Column {
    Column::from_texts("c", texts).unwrap()
}

fn labels(hierarchy: &Hierarchy, code: u32) -> Vec<&str> {
    (0..hierarchy.levels().len())
        .map(|level| hierarchy.label(level, code))
        .collect()
}

fn lines(text: &str) -> Vec<Vec<String>> {
    text.split(' ')
        .map(|line| line.split(';').map(str::to_owned).collect())
        .collect()
}

#[test]
fn masks_hide_from_the_right() {
    let hierarchy = Hierarchy::mask(&column(&["14248", "14", ""]), 5).unwrap();
    assert_eq!(
        labels(&hierarchy, 0),
        ["14248", "1424*", "142**", "14***", "1****", "*"]
    );
    assert_eq!(labels(&hierarchy, 1), ["14", "1*", "**", "**", "**", "*"]);
    assert_eq!(labels(&hierarchy, 2), ["", "", "", "", "", "*"]);
    assert_eq!(hierarchy.height(), 5);
    assert_eq!(hierarchy.levels()[5].leaves, [3]);
}

#[test]
fn intervals_nest() {
    let hierarchy = Hierarchy::intervals(&column(&["23", "0", "39"]), &[5.0, 10.0, 20.0]).unwrap();
    assert_eq!(
        labels(&hierarchy, 0),
        ["23", "20-24", "20-29", "20-39", "*"]
    );
    assert_eq!(labels(&hierarchy, 1), ["0", "0-4", "0-9", "0-19", "*"]);
    let hierarchy = Hierarchy::intervals(&column(&["0.3", "-0.05"]), &[0.1, 0.2]).unwrap();
    assert_eq!(
        labels(&hierarchy, 0),
        ["0.3", "[0.3, 0.4)", "[0.2, 0.4)", "*"]
    );
    assert_eq!(
        labels(&hierarchy, 1),
        ["-0.05", "[-0.1, 0)", "[-0.2, 0)", "*"]
    );
    let not_nested = Hierarchy::intervals(&column(&["1"]), &[5.0, 12.0]);
    assert_eq!(not_nested, Err(HierarchyError::NotNested { level: 2 }));
    assert!(Hierarchy::intervals(&column(&["a"]), &[5.0]).is_err());
}

#[test]
fn lines_give_groups_with_their_leaves() {
    let column = column(&["b", "a", "", "b"]);
    let hierarchy = Hierarchy::from_chains(&column, &lines("a;x;* b;x;* c;y;*")).unwrap();
    assert_eq!(labels(&hierarchy, 0), ["b", "x", "*"]);
    assert_eq!(labels(&hierarchy, 2), ["", "", "*"]);
    assert_eq!(hierarchy.levels()[1].labels, ["x", "y", ""]);
    assert_eq!(hierarchy.levels()[1].leaves, [2, 1, 1]);
    assert_eq!(hierarchy.leaves(), 4);
    let told = Hierarchy::from_chains(&column, &lines("a;x;* b;x;* ?;y;*")).unwrap();
    assert_eq!(labels(&told, 2), ["?", "y", "*"]);
}

#[test]
fn lines_that_are_no_hierarchy_are_refused() {
    let column = column(&["a", "q", "b", "q"]);
    let refused = |text: &str| Hierarchy::from_chains(&column, &lines(text)).unwrap_err();
    assert_eq!(refused("a;x;* b;*").chain(), Some(1));
    assert!(matches!(
        refused("a;x;* a;y;*"),
        HierarchyError::TwoChains { chain: 1 }
    ));
    assert!(matches!(
        refused("a;x;y;* b;x;z;*"),
        HierarchyError::TwoParents { chain: 1, level: 1 }
    ));
    assert!(matches!(
        refused("a;x;* b;y;all"),
        HierarchyError::TwoTops { chain: 1 }
    ));
    let uncovered = refused("a;x;* b;x;*");
    assert_eq!(
        uncovered.to_string(),
        "1 of the column's 3 distinct values are not in the hierarchy, the first in record 2; expected \
         all of them"
    );
    assert_eq!(uncovered.into_values(), ["q"]);
}
