//! A cut as it is drawn through the taxonomy, and what a hand does to it.

use cloakroom_core::taxonomy::Taxonomy;
use cloakroom_transactions::transactions::Cut;

/// Where a node lies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Side {
    /// Nothing is shown as this: it is too general.
    Above,
    On,
    /// Shown as this node above it.
    Below(u32),
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DrawnCut {
    pub cut: Cut,
    /// By node: the one on the cut that it is or lies under.
    on: Vec<Option<u32>>,
    is_suppressed: Vec<bool>,
}

impl DrawnCut {
    pub fn new(tree: &Taxonomy, cut: Cut) -> Self {
        let mut on = vec![None; tree.len()];
        let mut is_suppressed = vec![false; tree.len()];
        for &node in &cut.nodes {
            on[node as usize] = Some(node);
        }
        for &node in &cut.suppressed {
            is_suppressed[node as usize] = true;
        }
        for node in tree.top_down() {
            let above = tree.parent(node).and_then(|above| on[above as usize]);
            if above.is_some() {
                on[node as usize] = above;
            }
        }
        Self {
            cut,
            on,
            is_suppressed,
        }
    }

    pub fn side(&self, node: u32) -> Side {
        match self.on.get(node as usize).copied().flatten() {
            None => Side::Above,
            Some(on) if on == node => Side::On,
            Some(on) => Side::Below(on),
        }
    }

    /// Whether what this node is shown as is left away.
    pub fn is_suppressed(&self, node: u32) -> bool {
        let on = self.on.get(node as usize).copied().flatten();
        on.is_some_and(|on| self.is_suppressed[on as usize])
    }

    /// The cut moved so that this node lies on it; nodes beside its way down are kept as exact as they must be.
    pub fn through(&self, tree: &Taxonomy, node: u32) -> Cut {
        match self.side(node) {
            Side::On => self.cut.clone(),
            Side::Above => {
                let mut under = self.cut.nodes.iter();
                let gone =
                    under.all(|&on| !tree.is_under(on, node) || self.is_suppressed[on as usize]);
                let others = |nodes: &[u32]| -> Vec<u32> {
                    let others = nodes.iter().copied();
                    others.filter(|&on| !tree.is_under(on, node)).collect()
                };
                let mut nodes = others(&self.cut.nodes);
                let mut suppressed = others(&self.cut.suppressed);
                nodes.push(node);
                suppressed.extend(gone.then_some(node));
                in_order(tree, nodes, suppressed)
            }
            Side::Below(on) => {
                let path = tree.path(node);
                let below = path.iter().take_while(|&&at| at != on);
                let inner: Vec<u32> = below.skip(1).copied().chain([on]).collect();
                let new = inner.iter().flat_map(|&at| tree.children(at));
                let new = new.copied().filter(|at| !inner.contains(at)).collect();
                self.replaced(tree, on, new)
            }
        }
    }

    /// A node on the cut gives way to all that lies so many steps from the root under it, or to the one above it
    /// there.
    pub fn to_depth(&self, tree: &Taxonomy, on: u32, depth: u32) -> Cut {
        let now = tree.depth(on);
        if depth <= now {
            let above = tree.path(on)[(now - depth) as usize];
            return self.through(tree, above);
        }
        let mut new = Vec::new();
        let mut waiting = vec![on];
        while let Some(node) = waiting.pop() {
            if tree.is_leaf(node) || tree.depth(node) == depth {
                new.push(node);
            } else {
                waiting.extend(tree.children(node));
            }
        }
        self.replaced(tree, on, new)
    }

    /// A node on the cut is left away, or shown again.
    pub fn toggled(&self, tree: &Taxonomy, on: u32) -> Cut {
        let mut suppressed = self.cut.suppressed.clone();
        if self.is_suppressed[on as usize] {
            suppressed.retain(|&other| other != on);
        } else {
            suppressed.push(on);
        }
        in_order(tree, self.cut.nodes.clone(), suppressed)
    }

    /// What takes the place of a suppressed node is suppressed, so that nothing comes back unasked.
    fn replaced(&self, tree: &Taxonomy, on: u32, new: Vec<u32>) -> Cut {
        let others = |nodes: &[u32]| -> Vec<u32> {
            let others = nodes.iter().copied();
            others.filter(|&other| other != on).collect()
        };
        let mut nodes = others(&self.cut.nodes);
        let mut suppressed = others(&self.cut.suppressed);
        if self.is_suppressed[on as usize] {
            suppressed.extend(&new);
        }
        nodes.extend(new);
        in_order(tree, nodes, suppressed)
    }
}

/// Everything is shown as the root.
pub fn root_cut(tree: &Taxonomy) -> Cut {
    Cut {
        nodes: vec![tree.root()],
        suppressed: Vec::new(),
    }
}

/// Everything is shown as it is.
pub fn leaf_cut(tree: &Taxonomy) -> Cut {
    in_order(tree, tree.leaves().to_vec(), Vec::new())
}

/// Puts both lists into the order that a cut has.
pub fn in_order(tree: &Taxonomy, mut nodes: Vec<u32>, mut suppressed: Vec<u32>) -> Cut {
    let mut place = vec![0u32; tree.len()];
    for (at, node) in (0..).zip(tree.top_down()) {
        place[node as usize] = at;
    }
    nodes.sort_unstable_by_key(|&node| place[node as usize]);
    suppressed.sort_unstable_by_key(|&node| place[node as usize]);
    Cut { nodes, suppressed }
}

#[cfg(test)]
mod tests {
    use super::*;
    use cloakroom_transactions::transactions::papers_example;

    fn names(tree: &Taxonomy, cut: &Cut) -> String {
        let names = cut.nodes.iter().map(|&node| {
            let gone = cut.suppressed.contains(&node);
            let mark = if gone { "-" } else { "" };
            format!("{mark}{}", tree.name(node))
        });
        names.collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn a_hand_moves_the_cut_up_and_down() {
        let baskets = papers_example();
        let tree = &baskets.tree;
        let node = |name: &str| {
            let mut nodes = 0..tree.len() as u32;
            nodes.find(|&node| tree.name(node) == name).unwrap()
        };
        let draw = |cut: Cut| DrawnCut::new(tree, cut);
        let root = draw(root_cut(tree));
        // Beside the way down to f lie its sister, its aunt and so on.
        let drawn = draw(root.through(tree, node("f")));
        assert_eq!(names(tree, &drawn.cut), "P f g M e i");
        assert_eq!(drawn.side(node("Q")), Side::Above);
        assert_eq!(drawn.side(node("M")), Side::On);
        assert_eq!(drawn.side(node("x")), Side::Below(node("M")));
        let drawn = draw(drawn.toggled(tree, node("M")));
        assert!(drawn.is_suppressed(node("x")) && !drawn.is_suppressed(node("f")));
        // A suppressed node stays suppressed when it is told more exactly, and only all of a group make it so.
        let exact = draw(drawn.to_depth(tree, node("M"), 3));
        assert_eq!(names(tree, &exact.cut), "P f g -x -y -z e i");
        assert_eq!(names(tree, &exact.through(tree, node("M"))), "P f g -M e i");
        assert_eq!(names(tree, &exact.through(tree, node("Q"))), "P Q e i");
        assert_eq!(names(tree, &exact.to_depth(tree, node("x"), 1)), "P Q e i");
        assert_eq!(
            names(tree, &root.to_depth(tree, node("T"), 2)),
            "H K L M e i"
        );
        assert_eq!(leaf_cut(tree).nodes.len(), 11);
        let back = draw(exact.toggled(tree, node("y")));
        assert_eq!(names(tree, &back.cut), "P f g -x y -z e i");
    }
}
