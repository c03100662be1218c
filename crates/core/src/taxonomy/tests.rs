//! What is a tree, what is none, and what a tree knows of its nodes.

use super::*;

#[test]
fn links_make_a_tree() {
    let links = [
        ("milk", "dairy"),
        ("cheese", "dairy"),
        ("dairy", "all"),
        ("nails", "all"),
    ];
    let tree = Taxonomy::from_links(&links).unwrap();
    assert_eq!(tree.name(tree.root()), "all");
    let leaves: Vec<&str> = tree.leaves().iter().map(|&leaf| tree.name(leaf)).collect();
    assert_eq!(leaves, ["milk", "cheese", "nails"]);
    assert_eq!(tree.chains()[0], ["milk", "dairy", "all"]);
    let items: Dictionary = ["nails", "milk"].into_iter().collect();
    assert_eq!(
        tree.leaf_of(&items).unwrap(),
        [tree.leaves()[2], tree.leaves()[0]]
    );
    let items: Dictionary = ["nails", "dairy"].into_iter().collect();
    assert_eq!(tree.leaf_of(&items), Err(vec!["dairy".to_owned()]));
}

#[test]
fn what_is_no_tree_is_refused() {
    let refused = |links: &[(&str, &str)]| Taxonomy::from_links(links).unwrap_err();
    assert_eq!(
        refused(&[("a", "b"), ("a", "c")]),
        TaxonomyError::TwoParents { link: 1 }
    );
    assert!(matches!(
        refused(&[("x", "a"), ("a", "b"), ("b", "a")]),
        TaxonomyError::Cycle { link: 2 }
    ));
    assert_eq!(
        refused(&[("a", "b"), ("c", "d")]),
        TaxonomyError::ManyRoots { roots: 2 }
    );
    assert_eq!(refused(&[]), TaxonomyError::Empty);
    assert!(matches!(
        refused(&[("a", "a")]),
        TaxonomyError::Cycle { link: 0 }
    ));
}

#[test]
fn what_lies_under_a_node_is_known() {
    let links = [
        ("a", "P"),
        ("b", "P"),
        ("P", "T"),
        ("c", "Q"),
        ("Q", "R"),
        ("R", "T"),
    ];
    let tree = Taxonomy::from_links(&links).unwrap();
    let node = |name: &str| (0..tree.len() as u32).find(|&node| tree.name(node) == name);
    assert_eq!((node("Q"), node("R")), (None, None), "c says the same");
    let [a, c, p, t] = ["a", "c", "P", "T"].map(|name| node(name).unwrap());
    assert_eq!((tree.root(), tree.parent(c)), (t, Some(t)));
    assert_eq!(tree.children(t), [p, c]);
    assert_eq!(
        [t, p, a, c].map(|node| tree.leaves_under(node)),
        [3, 2, 1, 1]
    );
    assert_eq!([t, p, a, c].map(|node| tree.depth(node)), [0, 1, 2, 1]);
    assert!(tree.is_under(a, p) && tree.is_under(a, a) && tree.is_under(c, t));
    assert!(!tree.is_under(c, p) && !tree.is_under(p, a));
}

#[test]
fn equal_labels_on_different_levels_are_different_nodes() {
    let chains = [
        vec!["sausage", "sausage", "meat"],
        vec!["frankfurter", "sausage", "meat"],
    ];
    let tree = Taxonomy::from_chains(&chains).unwrap();
    assert_eq!(tree.leaves().len(), 2);
    let names: HashSet<&str> = tree
        .top_down()
        .iter()
        .map(|&node| tree.name(node))
        .collect();
    assert_eq!(
        names,
        HashSet::from(["sausage", "frankfurter", "sausage (all)"])
    );
    let two_parents = [vec!["a", "x", "y", "*"], vec!["b", "x", "z", "*"]];
    assert!(Taxonomy::from_chains(&two_parents).is_err());
}

#[test]
fn a_tree_deeper_than_anybody_can_follow_is_refused() {
    // Every step down leaves one leaf behind.
    let links = |levels: usize| -> Vec<(String, String)> {
        let step = |at: usize| {
            let above = format!("n{at}");
            let below = (format!("n{}", at + 1), above.clone());
            [below, (format!("leaf {at}"), above)]
        };
        (0..levels - 1).flat_map(step).collect()
    };
    assert!(Taxonomy::from_links(&links(DEEPEST_TREE)).is_ok());
    let refused = Taxonomy::from_links(&links(DEEPEST_TREE + 1));
    let told = refused.unwrap_err().to_string();
    assert_eq!(told, "the tree has 1001 levels; expected 1000 at most");
    assert!(Taxonomy::as_told(&links(100_000)).is_err());
    let chain = vec!["x"; DEEPEST_TREE + 1];
    assert!(Taxonomy::from_chains(&[chain]).is_err());
}
