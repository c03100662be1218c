//! The records that are in no group yet, with their centre.

use super::nearest::{Found, Nearest};
use super::points::{Place, Points, Sums};
use super::rim::Rim;
use super::tree::Tree;
use cloakroom_core::{Progress, Stopped};

/// Rows of every group, in the order in which groups were made.
pub type Groups = Vec<Vec<u32>>;

pub struct Leftover<'a> {
    pub points: &'a Points,
    progress: &'a Progress,
    tree: Tree,
    pub sums: Sums,
    nearest: Nearest,
    place: Place,
    rim: Rim,
}

impl<'a> Leftover<'a> {
    pub fn new(points: &'a Points, progress: &'a Progress) -> Result<Self, Stopped> {
        Ok(Self {
            points,
            progress,
            tree: Tree::of_all(points, progress)?,
            sums: Sums::all(points),
            nearest: Nearest::default(),
            place: Place::default(),
            rim: Rim::default(),
        })
    }

    pub fn len(&self) -> usize {
        self.tree.len()
    }

    pub fn holds(&self, row: u32) -> bool {
        self.tree.holds(row)
    }

    pub fn rows(&self) -> Vec<u32> {
        self.tree.left()
    }

    pub fn farthest_from_centre(&mut self) -> Option<u32> {
        self.place.at_centre(self.points, &self.sums);
        self.rim
            .farthest(self.points, &self.tree, &self.sums, &self.place)
    }

    pub fn farthest_from(&mut self, row: u32) -> Option<u32> {
        self.place.at_record(self.points, row);
        Some(self.tree.farthest(&self.place)?.row)
    }

    /// The nearest one, and its squared distance.
    pub fn nearest_to(&mut self, row: u32) -> Option<Found> {
        self.place.at_record(self.points, row);
        self.nearest.want(1);
        self.tree.nearest(&self.place, &mut self.nearest);
        self.nearest.unsorted().next()
    }

    /// The nearest one to a row that is itself left.
    pub fn nearest_other(&mut self, row: u32) -> Option<Found> {
        self.place.at_record(self.points, row);
        self.nearest.want(2);
        self.tree.nearest(&self.place, &mut self.nearest);
        self.nearest
            .unsorted()
            .filter(|found| found.row != row)
            .min()
    }

    pub fn take(&mut self, row: u32) -> Result<(), Stopped> {
        self.tree.take(row);
        self.sums.take(self.points, row);
        if self.tree.is_sparse() {
            self.tree = Tree::build(self.points, &self.tree.left(), self.progress)?;
            self.rim.forget();
        }
        Ok(())
    }

    /// A group of a row that was taken and its nearest.
    pub fn take_group(&mut self, row: u32, size: usize) -> Result<Vec<u32>, Stopped> {
        self.place.at_record(self.points, row);
        self.nearest.want(size - 1);
        self.tree.nearest(&self.place, &mut self.nearest);
        let mut found = Vec::new();
        self.nearest.sorted(&mut found);
        let mut group = Vec::with_capacity(size);
        group.push(row);
        for found in found {
            self.take(found.row)?;
            group.push(found.row);
        }
        Ok(group)
    }
}

/// The group whose centre is nearest to the centre of `sums`, the first among equals.
pub fn nearest_centre(points: &Points, groups: &[Vec<u32>], sums: &Sums) -> usize {
    let mut nearest = (f64::INFINITY, 0);
    let mut own = Sums::none(points);
    for (at, rows) in groups.iter().enumerate() {
        own.clear();
        rows.iter().for_each(|&row| own.add(points, row));
        let distance = points.between(&own, sums);
        if distance < nearest.0 {
            nearest = (distance, at);
        }
    }
    nearest.1
}
