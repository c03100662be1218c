//! A decomposition in the lattice: the node that the degree asks for, the nearest one above it that holds, and a way
//! between them.

use super::Held;
use super::rows::Rows;
use super::statuses::Statuses;
use cloakroom_core::requirement::Requirement;
use cloakroom_microdata::profile::lattice::shape::{Shape, is_below};
use std::sync::Arc;

/// What was found, and what for.
#[derive(Default)]
pub struct Decomposition {
    known: Option<(Arc<Held>, Requirement, Decomposed)>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Decomposed {
    pub target: usize,
    /// The lowest node above the target that holds, of equally low ones the first; `None` where none does or that is
    /// not known yet.
    pub chosen: Option<usize>,
    /// From the target to the chosen node, one level at a time.
    pub way: Vec<usize>,
}

impl Decomposition {
    /// Looks again if the target, the requirement or the lattice is another.
    pub fn refresh(
        &mut self,
        held: &Arc<Held>,
        statuses: &Statuses,
        requirement: &Requirement,
        target: Option<usize>,
    ) {
        let Some(target) = target else {
            self.known = None;
            return;
        };
        let same = self.known.as_ref().is_some_and(|(of, asked, found)| {
            Arc::ptr_eq(of, held) && asked == requirement && found.target == target
        });
        if !same {
            let holds = |node: usize| statuses.of(node).holds();
            let found = Decomposed::find(held.shape(), &held.rows, target, holds);
            self.known = Some((held.clone(), requirement.clone(), found));
        }
    }

    pub fn found(&self) -> Option<&Decomposed> {
        self.known.as_ref().map(|(_, _, found)| found)
    }

    pub fn is_target(&self, node: usize) -> bool {
        self.found().is_some_and(|found| found.target == node)
    }

    pub fn is_chosen(&self, node: usize) -> bool {
        self.found().is_some_and(|found| found.chosen == Some(node))
    }
}

impl Decomposed {
    fn find(shape: &Shape, rows: &Rows, target: usize, holds: impl Fn(usize) -> bool) -> Self {
        let low = shape.levels(target);
        let mut nodes = rows.nodes().iter().map(|&node| node as usize);
        let chosen = nodes.find(|&node| holds(node) && is_below(&low, &shape.levels(node)));
        let way = chosen.map_or_else(Vec::new, |chosen| way(shape, rows, target, chosen));
        Self {
            target,
            chosen,
            way,
        }
    }
}

/// One level at a time, as straight as there is a way in the picture.
fn way(shape: &Shape, rows: &Rows, from: usize, to: usize) -> Vec<usize> {
    // How far a node stands from the middle of its row.
    let aside = |node: usize| {
        let (row, place) = rows.find(node);
        place as f64 - (rows.in_row(row) as f64 - 1.0) / 2.0
    };
    let high = shape.levels(to);
    let steps = (shape.height_of(to) - shape.height_of(from)) as usize;
    let mut nodes = vec![from];
    let mut at = from;
    for step in 1..=steps {
        let share = step as f64 / steps as f64;
        let straight = aside(from) + share * (aside(to) - aside(from));
        let next = (0..shape.columns())
            .filter(|&column| shape.level(at, column) < high[column])
            .map(|column| at + shape.stride(column))
            .min_by(|&a, &b| {
                let off = |node| (aside(node) - straight).abs();
                off(a).total_cmp(&off(b)).then(a.cmp(&b))
            });
        let Some(next) = next else {
            break;
        };
        at = next;
        nodes.push(at);
    }
    nodes
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_nearest_node_above_that_holds_is_taken() {
        let shape = Shape::new(vec![2, 1, 2]);
        let rows = Rows::new(&shape);
        let target = shape.node(&[1, 0, 0]);
        // Everything of height 3 holds, and what is beside the target holds earlier.
        let holds = |node: usize| shape.height_of(node) >= 3 || shape.levels(node) == [0, 1, 1];
        let found = Decomposed::find(&shape, &rows, target, holds);
        assert_eq!(
            found.chosen.map(|node| shape.levels(node)),
            Some(vec![1, 0, 2])
        );
        let levels: Vec<_> = found.way.iter().map(|&node| shape.levels(node)).collect();
        assert_eq!(levels, [vec![1, 0, 0], vec![1, 0, 1], vec![1, 0, 2]]);
        let none = Decomposed::find(&shape, &rows, target, |_| false);
        assert_eq!((none.chosen, none.way.len()), (None, 0));
        let itself = Decomposed::find(&shape, &rows, target, |_| true);
        assert_eq!((itself.chosen, itself.way), (Some(target), vec![target]));
    }
}
