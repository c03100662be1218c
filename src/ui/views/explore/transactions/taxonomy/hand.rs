//! The cut that is drawn by hand: where it began, what was done to it, what can be taken back.

use super::super::Seen;
use crate::ui::actions::{Action, Outbox};
use crate::ui::transactions::drawn_cut::{DrawnCut, Side, root_cut};
use cloakroom_core::taxonomy::Taxonomy;
use cloakroom_transactions::transactions::Cut;

/// So many steps can be taken back.
const MOST_EARLIER: usize = 200;

#[derive(Default)]
pub struct Hand {
    pub on: bool,
    earlier: Vec<Cut>,
    /// The cut as it was last seen: one that comes from elsewhere is looked at.
    seen: Option<Cut>,
    /// A node on the cut whose handle is dragged, and the cut when that began.
    pub drag: Option<(u32, DrawnCut)>,
}

/// What is done to a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Edit {
    /// The cut goes through it.
    Through,
    MoreExact,
    MoreGeneral,
    /// Left away, or shown again.
    Suppress,
}

impl Edit {
    /// What it would give; none if it can not be done.
    pub fn of(self, tree: &Taxonomy, drawn: &DrawnCut, node: u32) -> Option<Cut> {
        let on = match drawn.side(node) {
            Side::On => node,
            Side::Below(on) => on,
            Side::Above if self == Self::Through => node,
            Side::Above => return None,
        };
        match self {
            Self::Through if on == node && drawn.side(node) == Side::On => None,
            Self::Through => Some(drawn.through(tree, node)),
            Self::MoreExact if tree.is_leaf(on) => None,
            Self::MoreExact => Some(drawn.to_depth(tree, on, tree.depth(on) + 1)),
            Self::MoreGeneral => Some(drawn.through(tree, tree.parent(on)?)),
            Self::Suppress => Some(drawn.toggled(tree, on)),
        }
    }
}

impl Hand {
    /// Begins with a cut if there is none yet: that of the last run, or the root.
    pub fn refresh(&mut self, seen: &Seen<'_>, out: &mut Outbox) {
        let wanted = seen.known.wanted_cut;
        if self.seen.as_ref() != wanted {
            self.on |= wanted.is_some();
            self.seen = wanted.cloned();
        }
        if self.on && seen.known.wanted_cut.is_none() {
            let last = last_cut(seen).cloned();
            let first = last.unwrap_or_else(|| root_cut(&seen.known.baskets.tree));
            out.send(Action::TryCut(Some(first)));
        }
    }

    /// Draws another cut; the one before can be taken back.
    pub fn draw(&mut self, before: Option<&Cut>, cut: Cut, out: &mut Outbox) {
        if before == Some(&cut) {
            return;
        }
        self.remember(before);
        out.send(Action::TryCut(Some(cut)));
    }

    pub fn remember(&mut self, before: Option<&Cut>) {
        if let Some(before) = before {
            self.earlier.push(before.clone());
            if self.earlier.len() > MOST_EARLIER {
                self.earlier.remove(0);
            }
        }
    }

    pub fn can_take_back(&self) -> bool {
        !self.earlier.is_empty()
    }

    pub fn take_back(&mut self, tree: &Taxonomy, out: &mut Outbox) {
        let fits = |cut: &Cut| cut.nodes.iter().all(|&node| (node as usize) < tree.len());
        if let Some(cut) = self.earlier.pop().filter(fits) {
            out.send(Action::TryCut(Some(cut)));
        }
    }

    pub fn forget(&mut self) {
        self.earlier.clear();
        self.drag = None;
    }
}

/// The cut of the last run, if it has one.
pub fn last_cut<'a>(seen: &Seen<'a>) -> Option<&'a Cut> {
    seen.released()?.anonymized.cut.as_ref()
}

#[cfg(test)]
mod tests {
    use super::*;
    use cloakroom_transactions::transactions::papers_example;

    #[test]
    fn edits_of_a_node_below_the_cut_are_those_of_what_it_is_shown_as() {
        let baskets = papers_example();
        let tree = &baskets.tree;
        let node = |name: &str| {
            let mut nodes = 0..tree.len() as u32;
            nodes.find(|&node| tree.name(node) == name).unwrap()
        };
        let drawn = DrawnCut::new(tree, root_cut(tree));
        assert_eq!(Edit::MoreGeneral.of(tree, &drawn, node("T")), None);
        let exact = Edit::MoreExact.of(tree, &drawn, node("x")).unwrap();
        assert_eq!(exact.nodes, ["P", "Q", "e", "i"].map(node));
        let drawn = DrawnCut::new(tree, exact);
        assert_eq!(Edit::MoreExact.of(tree, &drawn, node("e")), None);
        assert_eq!(Edit::Suppress.of(tree, &drawn, node("T")), None);
        assert_eq!(Edit::Through.of(tree, &drawn, node("Q")), None);
        let gone = Edit::Suppress.of(tree, &drawn, node("x")).unwrap();
        assert_eq!(gone.suppressed, [node("Q")]);
        let back = Edit::Through.of(tree, &drawn, node("T")).unwrap();
        assert_eq!(back, root_cut(tree));
    }
}
