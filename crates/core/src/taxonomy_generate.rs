//! A tree for items that come without one: frequent items stay nearly alone, rare ones share many steps.

use super::taxonomy::{Taxonomy, TaxonomyError};
use std::collections::HashSet;
use std::ops::Range;

/// What everything together is called.
pub const ROOT: &str = "all items";

/// Added to a name that is taken.
pub const AGAIN: &str = " (all)";

/// What a group stands for, in a few words.
pub fn led_by(leader: &str, others: usize) -> String {
    match others {
        0 => leader.to_owned(),
        others => format!("{leader} +{others}"),
    }
}

impl Taxonomy {
    /// The items are sorted from the most to the least frequent and parted into at most `fan` stretches that occur
    /// about equally often, and so on within each. `items` are names with their support, no name twice.
    pub fn by_frequency(items: &[(&str, u32)], fan: usize) -> Result<Self, TaxonomyError> {
        let mut sorted: Vec<(&str, u32)> = items.to_vec();
        sorted.sort_unstable_by(|a, b| b.1.cmp(&a.1).then(a.0.cmp(b.0)));
        let mut growing = Growing {
            taken: sorted.iter().map(|item| item.0.to_owned()).collect(),
            items: sorted,
            links: Vec::with_capacity(items.len() * 5 / 4),
        };
        growing.grow(fan.max(2));
        Self::from_links(&growing.links)
    }
}

struct Growing<'a> {
    /// Most frequent first.
    items: Vec<(&'a str, u32)>,
    taken: HashSet<String>,
    /// Child and parent.
    links: Vec<(String, String)>,
}

impl Growing<'_> {
    fn grow(&mut self, fan: usize) {
        let root = self.own_name(ROOT.to_owned());
        let mut waiting = vec![(0..self.items.len(), root)];
        while let Some((stretch, name)) = waiting.pop() {
            for part in self.parts(stretch, fan) {
                let first = self.items[part.start].0;
                let child = match part.len() {
                    1 => first.to_owned(),
                    len => self.own_name(led_by(first, len - 1)),
                };
                self.links.push((child.clone(), name.clone()));
                if part.len() > 1 {
                    waiting.push((part, child));
                }
            }
        }
    }

    /// A general item must not be taken for one that was bought.
    fn own_name(&mut self, mut name: String) -> String {
        while !self.taken.insert(name.clone()) {
            name.push_str(AGAIN);
        }
        name
    }

    /// At most `fan` stretches, none of them empty.
    fn parts(&self, stretch: Range<usize>, fan: usize) -> Vec<Range<usize>> {
        // An item that never occurs takes room in the tree all the same.
        let weight = |at: usize| u64::from(self.items[at].1.max(1));
        let mut left: u64 = stretch.clone().map(weight).sum();
        let mut parts = Vec::with_capacity(fan);
        let mut from = stretch.start;
        let wanted = fan.min(stretch.len());
        for later in (0..wanted).rev() {
            let fair = left.div_ceil(later as u64 + 1);
            let mut to = from;
            let mut held = 0;
            // Every later part needs an item of its own, and the last one takes all that is left.
            while to + later < stretch.end
                && (later == 0 || to == from || held + weight(to) <= fair)
            {
                held += weight(to);
                to += 1;
            }
            left -= held;
            parts.push(from..to);
            from = to;
        }
        parts
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn frequent_items_stay_near_the_root() {
        let items = [
            ("nails", 1),
            ("milk", 60),
            ("bread", 30),
            ("salt", 3),
            ("rice", 3),
            ("tea", 2),
        ];
        let tree = Taxonomy::by_frequency(&items, 3).unwrap();
        let names = |node: u32| -> Vec<&str> {
            let children = tree.children(node).iter();
            children.map(|&child| tree.name(child)).collect()
        };
        assert_eq!(names(tree.root()), ["milk", "bread", "rice +3"]);
        let rest = tree.children(tree.root())[2];
        assert_eq!(names(rest), ["rice", "salt", "tea +1"]);
        assert_eq!(tree.name(tree.root()), "all items");
    }

    #[test]
    fn a_node_is_never_called_like_an_item() {
        let items = [
            ("a", 9),
            ("a +1", 9),
            ("all items", 1),
            ("a +2", 1),
            ("b", 1),
        ];
        let tree = Taxonomy::by_frequency(&items, 2).unwrap();
        assert_eq!(tree.leaves().len(), 5);
        assert_eq!(tree.name(tree.root()), "all items (all)");
        assert_eq!(tree.name(tree.children(tree.root())[0]), "a");
    }

    #[test]
    fn few_items_make_a_small_tree() {
        assert_eq!(Taxonomy::by_frequency(&[], 5), Err(TaxonomyError::Empty));
        let one = Taxonomy::by_frequency(&[("a", 3)], 5).unwrap();
        assert_eq!((one.len(), one.name(one.root())), (1, "a"));
    }

    proptest! {
        #[test]
        fn every_item_is_a_leaf_and_no_node_has_too_many_children(
            supports in prop::collection::vec(0..200u32, 1..300),
            fan in 0..9usize,
        ) {
            let names: Vec<String> = (0..supports.len()).map(|at| format!("i{at}")).collect();
            let items: Vec<(&str, u32)> =
                names.iter().map(String::as_str).zip(supports.iter().copied()).collect();
            let tree = Taxonomy::by_frequency(&items, fan).unwrap();
            let mut leaves: Vec<&str> = tree.leaves().iter().map(|&leaf| tree.name(leaf)).collect();
            let mut expected: Vec<&str> = names.iter().map(String::as_str).collect();
            leaves.sort_unstable();
            expected.sort_unstable();
            prop_assert_eq!(leaves, expected);
            for node in 0..tree.len() as u32 {
                prop_assert!(tree.children(node).len() <= fan.max(2));
            }
            // The order in which the items are told says nothing.
            let turned: Vec<(&str, u32)> = items.iter().rev().copied().collect();
            prop_assert_eq!(tree, Taxonomy::by_frequency(&turned, fan).unwrap());
        }
    }
}
