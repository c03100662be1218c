//! A decomposition in the lattice: the node that the degree asks for, the nearest one above it that holds, and a way
//! between them.

use super::Held;
use super::rows::Rows;
use super::statuses::Statuses;
use cloakroom_core::purpose::Rule;
use cloakroom_core::requirement::Requirement;
use cloakroom_microdata::method::decomposition::Aim;
use cloakroom_microdata::profile::lattice::shape::{Shape, is_below};
use std::sync::Arc;

/// What was found, and what for.
#[derive(Default)]
pub struct Decomposition {
    known: Option<(Arc<Held>, Requirement, Goal, Decomposed)>,
}

/// What a degree asks of the lattice.
#[derive(Clone, Debug, PartialEq)]
pub struct Goal {
    /// The node of the levels that it asks for, whatever holds.
    pub target: usize,
    pub aim: Aim,
    /// The column of the lattice for each column of the aim.
    pub places: Vec<usize>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Decomposed {
    pub rule: Rule,
    pub target: usize,
    /// By the printed rule the lowest node above the target that holds, of equally low ones the first; otherwise the one
    /// nearest to the degree. `None` where none does or that is not known yet.
    pub chosen: Option<usize>,
    /// From the target to the chosen node, one level at a time, if that lies above.
    pub way: Vec<usize>,
}

impl Decomposition {
    /// Looks again if the target, the requirement or the lattice is another.
    pub fn refresh(
        &mut self,
        held: &Arc<Held>,
        statuses: &Statuses,
        requirement: &Requirement,
        goal: Option<Goal>,
    ) {
        let Some(goal) = goal else {
            self.known = None;
            return;
        };
        let same = self.known.as_ref().is_some_and(|(of, asked, before, _)| {
            Arc::ptr_eq(of, held) && asked == requirement && *before == goal
        });
        if !same {
            let holds = |node: usize| statuses.of(node).holds();
            let found = Decomposed::find(held.shape(), &held.rows, &goal, holds);
            self.known = Some((held.clone(), requirement.clone(), goal, found));
        }
    }

    pub fn found(&self) -> Option<&Decomposed> {
        self.known.as_ref().map(|(_, _, _, found)| found)
    }

    pub fn is_target(&self, node: usize) -> bool {
        self.found().is_some_and(|found| found.target == node)
    }

    pub fn is_chosen(&self, node: usize) -> bool {
        self.found().is_some_and(|found| found.chosen == Some(node))
    }
}

impl Decomposed {
    fn find(shape: &Shape, rows: &Rows, goal: &Goal, holds: impl Fn(usize) -> bool) -> Self {
        let (target, aim) = (goal.target, &goal.aim);
        let low = shape.levels(target);
        let is_above = |node: usize| is_below(&low, &shape.levels(node));
        let mut nodes = rows.nodes().iter().map(|&node| node as usize);
        let chosen = match aim.rule {
            Rule::Printed => nodes.find(|&node| holds(node) && is_above(node)),
            Rule::Nearest => nodes.filter(|&node| holds(node)).min_by_key(|&node| {
                let level = |at: usize| shape.level(node, goal.places[at]);
                (aim.inverse().nearness(aim.degree, level), node)
            }),
        };
        let way = match chosen.filter(|&chosen| is_above(chosen)) {
            Some(chosen) => way(shape, rows, target, chosen),
            None => Vec::new(),
        };
        Self {
            rule: aim.rule,
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

    fn aim(rule: Rule) -> Aim {
        let told = cloakroom_core::purpose::Decomposition {
            rule,
            target: cloakroom_core::purpose::Target::Degree(0.3),
            ..Default::default()
        };
        let losses = [vec![0.0, 0.5, 1.0], vec![0.0, 1.0], vec![0.0, 0.4, 1.0]];
        Aim::new(&told, &[0.5; 3], &losses).unwrap()
    }

    #[test]
    fn the_nearest_node_above_that_holds_is_taken() {
        let shape = Shape::new(vec![2, 1, 2]);
        let rows = Rows::new(&shape);
        let goal = |levels: [u32; 3], rule: Rule| Goal {
            target: shape.node(&levels),
            aim: aim(rule),
            places: vec![0, 1, 2],
        };
        let printed = goal([1, 0, 0], Rule::Printed);
        let target = printed.target;
        // Everything of height 3 holds, and what is beside the target holds earlier.
        let holds = |node: usize| shape.height_of(node) >= 3 || shape.levels(node) == [0, 1, 1];
        let found = Decomposed::find(&shape, &rows, &printed, holds);
        assert_eq!(
            found.chosen.map(|node| shape.levels(node)),
            Some(vec![1, 0, 2])
        );
        let levels: Vec<_> = found.way.iter().map(|&node| shape.levels(node)).collect();
        assert_eq!(levels, [vec![1, 0, 0], vec![1, 0, 1], vec![1, 0, 2]]);
        let none = Decomposed::find(&shape, &rows, &printed, |_| false);
        assert_eq!((none.chosen, none.way.len()), (None, 0));
        let itself = Decomposed::find(&shape, &rows, &printed, |_| true);
        assert_eq!((itself.chosen, itself.way), (Some(target), vec![target]));
        // A degree of 0.3, every column with a third of it: of what holds, a third is nearest.
        let nearest = goal([1, 0, 0], Rule::Nearest);
        let holds = |node: usize| shape.height_of(node) >= 2;
        let found = Decomposed::find(&shape, &rows, &nearest, holds);
        let thirds = [[1, 0, 1], [0, 0, 2], [2, 0, 0]];
        let chosen = shape.levels(found.chosen.unwrap());
        assert!(thirds.iter().any(|levels| chosen == levels), "{chosen:?}");
    }
}
