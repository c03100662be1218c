//! A cut in numbers.

use crate::ui::widgets::number;
use cloakroom_transactions::transactions::{Cut, PreparedTransactions};

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Figures {
    /// Items that are shown as they are.
    pub exact: usize,
    /// Nodes that stand for several items, and how many those are.
    pub groups: usize,
    pub grouped: usize,
    /// Nodes that are not shown, and the items under them.
    pub suppressed: usize,
    pub gone: usize,
    /// In units of `PreparedTransactions::unit`.
    pub cost: u64,
}

impl Figures {
    pub fn new(baskets: &PreparedTransactions, cut: &Cut) -> Self {
        let tree = &baskets.tree;
        let mut is_suppressed = vec![false; tree.len()];
        for &node in &cut.suppressed {
            is_suppressed[node as usize] = true;
        }
        let mut figures = Self {
            exact: 0,
            groups: 0,
            grouped: 0,
            suppressed: 0,
            gone: 0,
            cost: 0,
        };
        for &node in &cut.nodes {
            figures.cost += baskets.generalization_cost(node);
            let items = tree.leaves_under(node) as usize;
            if is_suppressed[node as usize] {
                figures.cost += baskets.suppression_cost(node);
                figures.suppressed += 1;
                figures.gone += items;
            } else if tree.is_leaf(node) {
                figures.exact += 1;
            } else {
                figures.groups += 1;
                figures.grouped += items;
            }
        }
        figures
    }

    /// `5 items are shown as they are, 2 groups stand for 7 items, 1 item is suppressed.`
    pub fn sentence(&self) -> String {
        let mut parts = Vec::new();
        if self.exact > 0 {
            parts.push(number::counted_as(
                self.exact as u64,
                "item is shown as it is",
                "items are shown as they are",
            ));
        }
        if self.groups > 0 {
            let groups =
                number::counted_as(self.groups as u64, "group stands for", "groups stand for");
            let items = number::counted(self.grouped as u64, "item");
            parts.push(format!("{groups} {items}"));
        }
        if self.gone > 0 {
            parts.push(number::counted_as(
                self.gone as u64,
                "item is suppressed",
                "items are suppressed",
            ));
        }
        format!("{}.", parts.join(", "))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use cloakroom_transactions::transactions::papers_example;

    #[test]
    fn the_papers_cut_is_told() {
        let baskets = papers_example();
        let node = |name: &str| {
            let mut nodes = 0..baskets.tree.len() as u32;
            nodes.find(|&node| baskets.tree.name(node) == name).unwrap()
        };
        let cut = Cut {
            nodes: ["P", "f", "g", "M", "e", "i"].map(node).to_vec(),
            suppressed: vec![node("i")],
        };
        let figures = Figures::new(&baskets, &cut);
        assert_eq!(figures.cost, 56);
        assert_eq!(
            figures.sentence(),
            "3 items are shown as they are, 2 groups stand for 7 items, 1 item is suppressed."
        );
    }
}
