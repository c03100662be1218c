//! Records that are not in a group yet: kinds of alike records, and a fast look at all of them.

use super::axis::{Cell, Shape};
use super::referee::Referee;
use super::space::Space;
use crate::method::Task;
use crate::profile::classes::ClassProfile;
use cloakroom_core::{Column, DictionaryBuilder, Progress, Stopped, Units};
use rayon::prelude::*;

/// Kinds that one thread looks at in a row.
const STRETCH: usize = 16_384;

/// Records are of one kind if they are equal in the quasi-identifiers and, where the judge looks at values,
/// in the sensitive columns, and of one unit where units are counted.
#[derive(Debug)]
pub struct Stock {
    kinds: ClassProfile,
    /// The point of each kind.
    point: Vec<u32>,
    /// How many records of each kind are still here; taken from the end.
    left: Vec<u32>,
    /// Kinds with records left, in no order that matters.
    alive: Vec<u32>,
    /// Where each kind lies in `alive`.
    slot: Vec<u32>,
    /// By axis, the places of the kinds in the order of `alive`.
    places: Vec<Vec<u32>>,
    /// What each kind in `alive` would make a group lose, after a look.
    costs: Vec<u32>,
}

impl Stock {
    /// Some of the rows.
    pub fn new(
        task: Task<'_>,
        space: &Space,
        rows: &[u32],
        progress: &Progress,
    ) -> Result<Self, Stopped> {
        let mut columns = task.prepared.quasi_columns();
        if task.judge.looks_at_values() {
            columns.extend(task.prepared.sensitive.iter().map(|column| column.column));
        }
        let units = task.prepared.units.as_ref().map(as_column);
        columns.extend(&units);
        // A step of the clustering, in which several may go on side by side.
        let kinds = ClassProfile::compute(&columns, space.rows(), &progress.apart())?;
        let point: Vec<u32> = (0..kinds.classes() as u32)
            .map(|kind| space.point_of(kinds.members(kind)[0]))
            .collect();
        let mut left = vec![0u32; kinds.classes()];
        let mut alive = Vec::new();
        let mut slot = vec![0u32; kinds.classes()];
        for &row in rows {
            let kind = kinds.class_of(row as usize);
            if left[kind as usize] == 0 {
                slot[kind as usize] = alive.len() as u32;
                alive.push(kind);
            }
            left[kind as usize] += 1;
        }
        let places = (0..space.axes.len())
            .map(|at| {
                alive
                    .iter()
                    .map(|&kind| space.at(point[kind as usize])[at])
                    .collect()
            })
            .collect();
        Ok(Self {
            kinds,
            point,
            left,
            costs: vec![0; alive.len()],
            alive,
            slot,
            places,
        })
    }

    pub fn is_empty(&self) -> bool {
        self.alive.is_empty()
    }

    /// Kinds with records left.
    pub fn alive(&self) -> &[u32] {
        &self.alive
    }

    /// A kind to begin with, by the seed.
    pub fn first(&self, seed: u64) -> Option<u32> {
        let kinds = self.alive.len() as u64;
        let at = seed.checked_rem(kinds)?;
        self.alive.get(at as usize).copied()
    }

    pub fn point(&self, kind: u32) -> u32 {
        self.point[kind as usize]
    }

    pub fn left(&self, kind: u32) -> u32 {
        self.left[kind as usize]
    }

    /// A row of a kind, to show the judge.
    pub fn sample(&self, kind: u32) -> u32 {
        self.kinds.members(kind)[0]
    }

    /// Takes a record of this kind.
    pub fn take(&mut self, kind: u32) -> u32 {
        let left = &mut self.left[kind as usize];
        *left -= 1;
        let row = self.kinds.members(kind)[*left as usize];
        if *left == 0 {
            let at = self.slot[kind as usize] as usize;
            self.alive.swap_remove(at);
            self.costs.swap_remove(at);
            for places in &mut self.places {
                places.swap_remove(at);
            }
            if let Some(&moved) = self.alive.get(at) {
                self.slot[moved as usize] = at as u32;
            }
        }
        row
    }

    /// Looks at all kinds: what would a group with these cells lose a record once it covers them?
    pub fn look(&mut self, space: &Space, cells: &[Cell]) {
        let rows: Vec<Vec<u32>> = space
            .axes
            .iter()
            .zip(cells)
            .map(|(axis, &cell)| match &axis.shape {
                Shape::Tree(tree) => tree.losses_from(cell.low),
                Shape::Line => Vec::new(),
            })
            .collect();
        let places = &self.places;
        self.costs
            .par_chunks_mut(STRETCH)
            .enumerate()
            .for_each(|(chunk, costs)| {
                costs.fill(0);
                let start = chunk * STRETCH;
                for ((axis, &cell), (row, places)) in
                    space.axes.iter().zip(cells).zip(rows.iter().zip(places))
                {
                    let places = &places[start..start + costs.len()];
                    match axis.shape {
                        Shape::Tree(_) => {
                            for (cost, &place) in costs.iter_mut().zip(places) {
                                *cost += row[place as usize];
                            }
                        }
                        Shape::Line => {
                            for (cost, &place) in costs.iter_mut().zip(places) {
                                let width = cell.high.max(place) - cell.low.min(place);
                                *cost += width.min(axis.one);
                            }
                        }
                    }
                }
            });
    }

    /// After a look: the kinds that cost at most so much.
    pub fn within(&self, most: u32, found: &mut Vec<u32>) {
        found.clear();
        found.extend(
            self.costs
                .iter()
                .zip(&self.alive)
                .filter(|&(&cost, _)| cost <= most)
                .map(|(_, &kind)| kind),
        );
    }

    /// After a look: the dearest kind, of equal ones the first.
    pub fn dearest(&self) -> Option<u32> {
        self.costs
            .iter()
            .zip(&self.alive)
            .max_by_key(|&(&cost, &kind)| (cost, std::cmp::Reverse(kind)))
            .map(|(_, &kind)| kind)
    }

    /// All records that are left, ascending.
    pub fn into_rows(self) -> Vec<u32> {
        let mut rows: Vec<u32> = self
            .alive
            .iter()
            .flat_map(|&kind| &self.kinds.members(kind)[..self.left[kind as usize] as usize])
            .copied()
            .collect();
        rows.sort_unstable();
        rows
    }

    /// Whether the judge sees two kinds as alike.
    pub fn tag(&self, referee: &Referee<'_>, kind: u32) -> Vec<u32> {
        referee.tag(self.sample(kind))
    }
}

/// The unit of every row, as a column to group by.
fn as_column(units: &Units<'_>) -> Column {
    let mut names = DictionaryBuilder::default();
    // Numbers below 2³² written out, each once: they fit.
    let codes = units.of_rows().iter();
    let codes = codes.map(|unit| names.intern(&unit.to_string()).unwrap_or_default());
    let codes: Vec<u32> = codes.collect();
    Column::new("unit", names.finish(), codes, None)
}
