//! The records as points: where each lies on every axis, equal ones known as one point.

use super::axis::{Axis, Cell};
use crate::method::Task;
use crate::profile::classes::ClassProfile;
use cloakroom_core::{Progress, Stopped};

#[derive(Debug)]
pub struct Space {
    pub axes: Vec<Axis>,
    /// The place of every point on every axis, point after point.
    places: Vec<u32>,
    profile: ClassProfile,
}

impl Space {
    pub fn new(task: Task<'_>, progress: &Progress) -> Result<Self, Stopped> {
        let prepared = task.prepared;
        // As fine as the sum of a record's losses allows, with room for a missing value's place.
        let bits = 28u32.saturating_sub(usize::BITS - prepared.quasi.len().leading_zeros());
        let one = 1u32 << bits.clamp(8, 22);
        let axes: Vec<Axis> = prepared
            .quasi
            .iter()
            .map(|quasi| Axis::new(quasi, one))
            .collect();
        let profile = ClassProfile::compute(&prepared.quasi_columns(), prepared.rows(), progress)?;
        let mut places = Vec::with_capacity(profile.classes() * axes.len());
        for point in 0..profile.classes() as u32 {
            let row = profile.members(point)[0] as usize;
            places.extend(
                axes.iter()
                    .zip(&prepared.quasi)
                    .map(|(axis, quasi)| axis.value_of_code[quasi.column.codes()[row] as usize]),
            );
        }
        Ok(Self {
            axes,
            places,
            profile,
        })
    }

    pub fn rows(&self) -> usize {
        self.profile.records()
    }

    pub fn points(&self) -> usize {
        self.profile.classes()
    }

    pub fn point_of(&self, row: u32) -> u32 {
        self.profile.class_of(row as usize)
    }

    /// The rows of a point, ascending.
    pub fn rows_of(&self, point: u32) -> &[u32] {
        self.profile.members(point)
    }

    /// The places of a point, by axis.
    #[inline]
    pub fn at(&self, point: u32) -> &[u32] {
        let axes = self.axes.len();
        &self.places[point as usize * axes..][..axes]
    }

    /// What a record that is left out loses.
    pub fn all(&self) -> u64 {
        self.axes.iter().map(|axis| u64::from(axis.one)).sum()
    }

    /// The cells of a point alone.
    pub fn cells_of(&self, point: u32) -> impl Iterator<Item = Cell> + '_ {
        self.at(point).iter().map(|&value| Cell::of(value))
    }

    /// Widens `cells` until they cover the point.
    #[inline]
    pub fn join(&self, cells: &mut [Cell], point: u32) {
        for ((axis, cell), &value) in self.axes.iter().zip(cells).zip(self.at(point)) {
            *cell = axis.merge(*cell, Cell::of(value));
        }
    }

    /// The smallest cells that cover both.
    pub fn merged(&self, a: &[Cell], b: &[Cell]) -> Vec<Cell> {
        self.axes
            .iter()
            .zip(a.iter().zip(b))
            .map(|(axis, (&a, &b))| axis.merge(a, b))
            .collect()
    }

    /// What a record with these cells loses.
    #[inline]
    pub fn loss(&self, cells: &[Cell]) -> u64 {
        self.axes
            .iter()
            .zip(cells)
            .map(|(axis, &cell)| u64::from(axis.loss(cell)))
            .sum()
    }

    /// What a record with these cells loses once they cover the point too.
    #[inline]
    pub fn joined_loss(&self, cells: &[Cell], point: u32) -> u64 {
        self.axes
            .iter()
            .zip(cells)
            .zip(self.at(point))
            .map(|((axis, &cell), &value)| u64::from(axis.joined_loss(cell, value)))
            .sum()
    }

    /// The smallest cells that cover some rows; `rows` must not be empty.
    pub fn cover(&self, rows: &[u32]) -> Vec<Cell> {
        let mut cells: Vec<Cell> = self.cells_of(self.point_of(rows[0])).collect();
        let mut last = self.point_of(rows[0]);
        for &row in &rows[1..] {
            let point = self.point_of(row);
            if point != last {
                self.join(&mut cells, point);
                last = point;
            }
        }
        cells
    }

    /// What a partition loses in all its cells together.
    pub fn lost(&self, groups: &[Vec<u32>]) -> u64 {
        groups
            .iter()
            .filter(|rows| !rows.is_empty())
            .map(|rows| rows.len() as u64 * self.loss(&self.cover(rows)))
            .sum()
    }
}
