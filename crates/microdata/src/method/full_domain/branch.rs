//! The cheapest node of a lattice that is too large to hold, whatever its size.
//!
//! Nodes are taken by what they must cost at least. A node that fails is first made as general as it can be
//! while it still fails: that *wall* rules out all nodes below it, and whatever holds must rise above it in one
//! of the few columns where it has not reached the top. So the search jumps from wall to wall, and walls
//! that share no such column add up to a bound on what is still to be paid.
//!
//! That is exact, but there are tables for which it would take for ever. So it ends after [`MOST_CHECKS`] nodes,
//! a number and not a time, with the best node found so far, and the report says that it is not proven. A
//! first good node comes from walking down from the top.

use super::Chosen;
use crate::profile::lattice::classes::Classes;
use crate::profile::lattice::examine::{Examiner, Finding};
use crate::profile::lattice::ground::Ground;
use crate::profile::lattice::price::Pricing;
use crate::profile::lattice::roll::Roller;
use crate::profile::lattice::shape::is_below;
use crate::profile::lattice::shelf::Shelf;
use cloakroom_core::{Progress, Stopped};
use std::cmp::Reverse;
use std::collections::{BinaryHeap, HashSet};

/// How many nodes are counted at most.
pub const MOST_CHECKS: u64 = 5_000;

/// The cheapest node at or above `from` that holds; ties go to the lower height, then to lexicographic order.
pub fn choose(
    ground: &Ground,
    examiner: &Examiner<'_>,
    pricing: &Pricing,
    from: &[u32],
    most_checks: u64,
    progress: &Progress,
) -> Result<Option<Chosen>, Stopped> {
    progress.stage("searching levels", most_checks);
    let mut branch = Branch {
        ground,
        examiner,
        pricing,
        progress,
        shelf: Shelf::new(ground),
        roller: Roller::new(ground),
        walls: Vec::new(),
        open: BinaryHeap::new(),
        seen: HashSet::new(),
        best: None,
        checked: 0,
    };
    branch.descend(from)?;
    branch.push(from.to_vec(), 0);
    let mut proven = true;
    while let Some(Reverse(next)) = branch.open.pop() {
        progress.check()?;
        // Walls found since may have raised what it must cost.
        let bound = branch.bound(next.levels, next.floor);
        let place = (bound.rank, bound.height, &bound.levels);
        let is_done = |best: &Best| place >= (best.rank, best.height, &best.levels);
        if branch.best.as_ref().is_some_and(is_done) {
            continue;
        }
        if (bound.rank, bound.height) > (next.rank, next.height) {
            branch.open.push(Reverse(bound));
            continue;
        }
        if branch.checked >= most_checks {
            proven = false;
            break;
        }
        branch.visit(bound)?;
    }
    let checked = branch.checked;
    Ok(branch.best.map(|best| Chosen {
        minimal: Vec::new(),
        minimal_are_all: false,
        levels: best.levels,
        checked,
        proven,
    }))
}

/// Ordered by rank, then height, then levels.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Best {
    rank: u128,
    height: u32,
    levels: Vec<u32>,
}

/// What the nodes at and above some levels must cost at least; ordered by it.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Bound {
    rank: u128,
    height: u32,
    levels: Vec<u32>,
    /// What follows from classes counted below.
    floor: u128,
}

/// A node that fails with all below it.
struct Wall {
    levels: Vec<u32>,
    /// The columns in which one can rise above it.
    exits: Vec<usize>,
}

struct Branch<'a> {
    ground: &'a Ground,
    examiner: &'a Examiner<'a>,
    pricing: &'a Pricing,
    progress: &'a Progress,
    shelf: Shelf<'a>,
    roller: Roller<'a>,
    /// Those with the fewest exits first.
    walls: Vec<Wall>,
    open: BinaryHeap<Reverse<Bound>>,
    seen: HashSet<Vec<u32>>,
    best: Option<Best>,
    checked: u64,
}

impl Branch<'_> {
    /// Looks at the classes of a node, and keeps it if it is the best that holds.
    fn count(&mut self, classes: &Classes) -> Result<Finding, Stopped> {
        self.checked += 1;
        self.progress.advance(1);
        let finding = self.examiner.examine(self.ground, classes, self.progress)?;
        if finding.holds {
            let found = Best {
                rank: self.pricing.rank(self.ground, classes, &finding),
                height: classes.levels.iter().sum(),
                levels: classes.levels.clone(),
            };
            if self.best.as_ref().is_none_or(|best| found < *best) {
                self.best = Some(found);
            }
        }
        Ok(finding)
    }

    /// From the top down to `from` at most, each time to the node just below that is the best so far.
    fn descend(&mut self, from: &[u32]) -> Result<(), Stopped> {
        let mut at = self.ground.shape.heights().to_vec();
        let top = self.shelf.classes(&at);
        self.count(&top)?;
        loop {
            for column in 0..at.len() {
                if at[column] > from[column] {
                    self.progress.check()?;
                    let mut levels = at.clone();
                    levels[column] -= 1;
                    let classes = self.roller.roll(&self.ground.bottom, &levels);
                    self.count(&classes)?;
                }
            }
            match &self.best {
                Some(best) if best.levels != at => at.clone_from(&best.levels),
                _ => return Ok(()),
            }
        }
    }

    fn push(&mut self, levels: Vec<u32>, floor: u128) {
        if self.seen.insert(levels.clone()) {
            let bound = self.bound(levels, floor);
            self.open.push(Reverse(bound));
        }
    }

    fn bound(&self, levels: Vec<u32>, floor: u128) -> Bound {
        let mut rank = self.pricing.base(&levels);
        let mut height: u32 = levels.iter().sum();
        let mut used = vec![false; levels.len()];
        for wall in &self.walls {
            if wall.exits.iter().any(|&column| used[column]) || !is_below(&levels, &wall.levels) {
                continue;
            }
            let paid = |column: usize| {
                let to = wall.levels[column] + 1;
                self.pricing.base_of(column, to) - self.pricing.base_of(column, levels[column])
            };
            let rise = |column: usize| wall.levels[column] + 1 - levels[column];
            rank += wall
                .exits
                .iter()
                .map(|&column| paid(column))
                .min()
                .unwrap_or(0);
            height += wall
                .exits
                .iter()
                .map(|&column| rise(column))
                .min()
                .unwrap_or(0);
            for &column in &wall.exits {
                used[column] = true;
            }
        }
        Bound {
            rank: rank.max(floor),
            height,
            levels,
            floor,
        }
    }

    /// Goes on from a node: over a wall that it is behind, or one level up where it is behind none.
    fn visit(&mut self, at: Bound) -> Result<(), Stopped> {
        let behind = |wall: &&Wall| is_below(&at.levels, &wall.levels);
        if let Some(wall) = self.walls.iter().position(|wall| behind(&wall)) {
            self.leave(wall, &at);
            return Ok(());
        }
        let classes = self.shelf.classes(&at.levels);
        let finding = self.count(&classes)?;
        if finding.fails_below {
            let wall = self.raise_wall(classes)?;
            let place = self
                .walls
                .partition_point(|known| known.exits.len() <= wall.exits.len());
            self.walls.insert(place, wall);
            self.leave(place, &at);
            return Ok(());
        }
        // With nothing left out, no node above ranks lower.
        if finding.holds && finding.left_out == 0 {
            return Ok(());
        }
        let floor = at
            .floor
            .max(self.pricing.floor(&classes, self.examiner.allowed() == 0));
        for column in 0..at.levels.len() {
            if at.levels[column] < self.ground.shape.heights()[column] {
                let mut levels = at.levels.clone();
                levels[column] += 1;
                self.push(levels, floor);
            }
        }
        Ok(())
    }

    fn leave(&mut self, wall: usize, at: &Bound) {
        let wall = &self.walls[wall];
        let next: Vec<Vec<u32>> = wall
            .exits
            .iter()
            .map(|&column| {
                let mut levels = at.levels.clone();
                levels[column] = wall.levels[column] + 1;
                levels
            })
            .collect();
        for levels in next {
            self.push(levels, at.floor);
        }
    }

    /// Generalizes a failing node as far as it still fails: first whole columns, those of few groups first,
    /// then level by level.
    fn raise_wall(&mut self, mut classes: Classes) -> Result<Wall, Stopped> {
        let heights = self.ground.shape.heights();
        let mut order: Vec<usize> = (0..heights.len())
            .filter(|&column| classes.levels[column] < heights[column])
            .collect();
        order.sort_by_key(|&column| {
            let rung = self.ground.ladders[column].rung(classes.levels[column]);
            (rung.groups(), column)
        });
        let whole = order.iter().map(|&column| (column, heights[column]));
        let single = order
            .iter()
            .flat_map(|&column| (1..heights[column]).map(move |level| (column, level)));
        for (column, level) in whole.chain(single) {
            if level <= classes.levels[column] {
                continue;
            }
            self.progress.check()?;
            let mut levels = classes.levels.clone();
            levels[column] = level;
            let raised = self.roller.roll(&classes, &levels);
            if self.count(&raised)?.fails_below {
                classes = raised;
            }
        }
        let levels = classes.levels;
        Ok(Wall {
            exits: (0..levels.len())
                .filter(|&column| levels[column] < heights[column])
                .collect(),
            levels,
        })
    }
}
