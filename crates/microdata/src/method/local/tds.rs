//! Top-down specialisation (Fung, Wang, Yu): one cut through every hierarchy, the same for all records,
//! lowered one node at a time where that brings most for what it costs in anonymity.

use super::axis::{Cell, Shape};
use super::gain::Labels;
use super::recode::{Partition, release_columns};
use super::referee::Referee;
use super::space::Space;
use crate::method::{MethodOutcome, Task};
use cloakroom_core::{Failure, Problem, Progress, Stopped};
use rayon::prelude::*;
use std::collections::BTreeMap;

/// Rows that show the same on every axis.
#[derive(Clone)]
struct Class {
    rows: Vec<u32>,
    /// By axis, the part of the cut.
    parts: Vec<u32>,
}

/// A part of the cut of one axis: a node, or a stretch of a line.
#[derive(Clone, Copy)]
struct CutPart {
    axis: usize,
    cell: Cell,
}

/// A part made finer.
struct Finer {
    part: u32,
    /// Where each place goes, by child.
    children: Vec<Cell>,
    score: f64,
}

pub fn run(task: Task<'_>, progress: &Progress) -> Result<MethodOutcome, Failure> {
    let space = Space::new(task, progress)?;
    let labels = match &task.settings.class {
        None => None,
        Some(name) => {
            let column =
                task.prepared.table.column(name).ok_or_else(|| {
                    Problem::new(format!("there is no column \"{name}\" to predict"))
                })?;
            Some(Labels::new(column))
        }
    };
    let mut state = State::new(task, &space, labels.as_ref());
    progress.stage("specialising", 0);
    while let Some(finer) = state.best(progress)? {
        state.apply(&finer);
    }
    let partitions = state.partitions();
    release_columns(task, &space, |at| &partitions[at], progress)
}

struct State<'a> {
    space: &'a Space,
    labels: Option<&'a Labels<'a>>,
    referee: Referee<'a>,
    /// How many records may be in classes that fail.
    allowed: usize,
    cut: Vec<CutPart>,
    classes: Vec<Class>,
}

impl<'a> State<'a> {
    fn new(task: Task<'a>, space: &'a Space, labels: Option<&'a Labels<'a>>) -> Self {
        let rows: Vec<u32> = (0..space.rows() as u32).collect();
        let cover = space.cover(&rows);
        let cut = space
            .axes
            .iter()
            .enumerate()
            .map(|(axis, shape)| CutPart {
                axis,
                cell: match &shape.shape {
                    Shape::Tree(tree) => Cell::of(tree.top()),
                    Shape::Line => cover[axis],
                },
            })
            .collect();
        // To leave out everybody releases nothing, however many may be left out.
        let everybody = space.rows().saturating_sub(1);
        let allowed = task.may_leave_out_singly().min(everybody);
        Self {
            space,
            labels,
            referee: Referee::new(task),
            allowed,
            cut,
            classes: vec![Class {
                rows,
                parts: (0..space.axes.len() as u32).collect(),
            }],
        }
    }

    fn place(&self, row: u32, axis: usize) -> u32 {
        self.space.at(self.space.point_of(row))[axis]
    }

    /// The best of the specialisations that hold, of equal ones the first.
    fn best(&self, progress: &Progress) -> Result<Option<Finer>, Stopped> {
        // Classes by the parts that they show.
        let mut showing: Vec<Vec<usize>> = vec![Vec::new(); self.cut.len()];
        for (class, shown) in self.classes.iter().enumerate() {
            for &part in &shown.parts {
                showing[part as usize].push(class);
            }
        }
        let fails = self.failing(self.classes.iter().map(|class| class.rows.as_slice()));
        let smallest = self.smallest(&[]);
        let tried: Vec<Vec<Finer>> = showing
            .par_iter()
            .enumerate()
            .map(|(part, classes)| {
                progress.check()?;
                if classes.is_empty() {
                    return Ok(Vec::new());
                }
                self.finer(part as u32, classes, fails, smallest, progress)
            })
            .collect::<Result<_, Stopped>>()?;
        Ok(tried
            .into_iter()
            .flatten()
            .reduce(|best, next| if next.score > best.score { next } else { best }))
    }

    /// Records in classes that fail.
    fn failing<'b>(&self, classes: impl Iterator<Item = &'b [u32]>) -> usize {
        let mut referee = self.referee.clone();
        classes
            .filter(|rows| !referee.passes(rows.iter().copied()))
            .map(<[u32]>::len)
            .sum()
    }

    /// The size of the smallest class, some aside.
    fn smallest(&self, but: &[usize]) -> usize {
        self.classes
            .iter()
            .enumerate()
            .filter(|(class, _)| but.binary_search(class).is_err())
            .map(|(_, class)| class.rows.len())
            .min()
            .unwrap_or(usize::MAX)
    }

    /// The ways to make a part finer that hold.
    fn finer(
        &self,
        part: u32,
        classes: &[usize],
        fails: usize,
        smallest: usize,
        progress: &Progress,
    ) -> Result<Vec<Finer>, Stopped> {
        let CutPart { axis, cell } = self.cut[part as usize];
        let rows: Vec<u32> = classes
            .iter()
            .flat_map(|&class| &self.classes[class].rows)
            .copied()
            .collect();
        let failing_before = self.failing(
            classes
                .iter()
                .map(|&class| self.classes[class].rows.as_slice()),
        );
        let rest = self.smallest(classes);
        let mut found = Vec::new();
        for children in self.ways(axis, cell, &rows) {
            progress.check()?;
            let mut after: Vec<Vec<u32>> = Vec::new();
            for &class in classes {
                after.extend(self.divide(&self.classes[class].rows, axis, &children));
            }
            let failing = fails - failing_before + self.failing(after.iter().map(Vec::as_slice));
            if failing > self.allowed {
                continue;
            }
            let least = after.iter().map(Vec::len).min().unwrap_or(0).min(rest);
            let anonymity_lost = smallest.saturating_sub(least) as f64;
            found.push(Finer {
                part,
                score: self.worth(axis, cell, &rows, &children, progress)? / (anonymity_lost + 1.0),
                children,
            });
        }
        Ok(found)
    }

    /// What a specialisation brings: information about the labels, or else less loss.
    fn worth(
        &self,
        axis: usize,
        cell: Cell,
        rows: &[u32],
        children: &[Cell],
        progress: &Progress,
    ) -> Result<f64, Stopped> {
        let parts = self.divide(rows, axis, children);
        progress.check()?;
        if let Some(labels) = self.labels {
            return Ok(labels.gain(rows, &parts));
        }
        let shape = &self.space.axes[axis];
        let now = rows.len() as u64 * u64::from(shape.loss(cell));
        let mut then = 0;
        for &child in children {
            progress.check()?;
            let under = rows.iter().filter(|&&row| self.is_under(row, axis, child));
            then += under.count() as u64 * u64::from(shape.loss(child));
        }
        Ok(now.saturating_sub(then) as f64)
    }

    fn is_under(&self, row: u32, axis: usize, child: Cell) -> bool {
        let place = Cell::of(self.place(row, axis));
        self.space.axes[axis].merge(place, child) == child
    }

    /// The rows under each child, those without any aside.
    fn divide(&self, rows: &[u32], axis: usize, children: &[Cell]) -> Vec<Vec<u32>> {
        let mut parts: Vec<Vec<u32>> = vec![Vec::new(); children.len()];
        for &row in rows {
            let child = self.child_of(self.place(row, axis), axis, children);
            parts[child].push(row);
        }
        parts.retain(|part| !part.is_empty());
        parts
    }

    fn child_of(&self, place: u32, axis: usize, children: &[Cell]) -> usize {
        let shape = &self.space.axes[axis];
        let at = match &shape.shape {
            // Children are in the order of their nodes.
            Shape::Tree(tree) => children
                .binary_search_by_key(&tree.at_height_of(children[0].low, place), |child| {
                    child.low
                })
                .unwrap_or_default(),
            Shape::Line => children.partition_point(|child| child.high < place),
        };
        at.min(children.len() - 1)
    }

    /// The children of a node, or two halves of a stretch: where the labels say most, and in the middle.
    fn ways(&self, axis: usize, cell: Cell, rows: &[u32]) -> Vec<Vec<Cell>> {
        match &self.space.axes[axis].shape {
            Shape::Tree(tree) => {
                if tree.is_value(cell.low) {
                    return Vec::new();
                }
                let mut children: Vec<u32> = rows
                    .iter()
                    .map(|&row| tree.child(cell.low, self.place(row, axis)))
                    .collect();
                children.sort_unstable();
                children.dedup();
                vec![children.into_iter().map(Cell::of).collect()]
            }
            Shape::Line => {
                let mut by_place: BTreeMap<u32, Vec<u32>> = BTreeMap::new();
                for &row in rows {
                    by_place.entry(self.place(row, axis)).or_default().push(row);
                }
                let places: Vec<u32> = by_place.keys().copied().collect();
                if places.len() < 2 {
                    return Vec::new();
                }
                let mut count = 0;
                let middle = by_place
                    .values()
                    .take_while(|rows_there| {
                        count += rows_there.len();
                        count * 2 <= rows.len()
                    })
                    .count()
                    .clamp(1, places.len() - 1);
                let mut cuts = vec![middle];
                if let Some(labels) = self.labels {
                    let groups: Vec<&[u32]> = by_place.values().map(Vec::as_slice).collect();
                    cuts.insert(0, labels.best_cut(&groups));
                }
                // Missing values lie beyond all numbers: apart from them the numbers keep their range.
                if places[places.len() - 1] > self.space.axes[axis].one {
                    cuts.push(places.len() - 1);
                }
                cuts.dedup();
                cuts.into_iter()
                    .map(|at| {
                        vec![
                            Cell {
                                low: places[0],
                                high: places[at - 1],
                            },
                            Cell {
                                low: places[at],
                                high: places[places.len() - 1],
                            },
                        ]
                    })
                    .collect()
            }
        }
    }

    fn apply(&mut self, finer: &Finer) {
        let axis = self.cut[finer.part as usize].axis;
        let first = self.cut.len() as u32;
        for &cell in &finer.children {
            self.cut.push(CutPart { axis, cell });
        }
        let mut classes = Vec::with_capacity(self.classes.len());
        for class in std::mem::take(&mut self.classes) {
            if class.parts[axis] != finer.part {
                classes.push(class);
                continue;
            }
            for rows in self.divide(&class.rows, axis, &finer.children) {
                let child = self.child_of(self.place(rows[0], axis), axis, &finer.children);
                let mut parts = class.parts.clone();
                parts[axis] = first + child as u32;
                classes.push(Class { rows, parts });
            }
        }
        self.classes = classes;
    }

    /// For every axis, the rows of each part of its cut: what they show is the same in all classes.
    fn partitions(&self) -> Vec<Partition> {
        (0..self.space.axes.len())
            .map(|axis| {
                let mut groups: BTreeMap<u32, Vec<u32>> = BTreeMap::new();
                for class in &self.classes {
                    groups
                        .entry(class.parts[axis])
                        .or_default()
                        .extend(&class.rows);
                }
                Partition {
                    groups: groups.into_values().collect(),
                    rows: self.space.rows(),
                }
            })
            .collect()
    }
}
