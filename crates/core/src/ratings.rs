//! Ratings: people who rated some of many issues on a common scale.

use super::requirement::millionths;
use crate::{Dictionary, Table};
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// A survey, in the shape it was read in.
#[derive(Clone, Debug, PartialEq)]
pub enum Ratings {
    /// A row per person and a column per issue; which columns are issues is a matter of roles.
    Wide(Table, Scale),
    /// A row per rating; held by person.
    Long(Arc<SparseRatings>),
}

/// The ratings of each person one after the other, sorted by issue, no issue twice.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct SparseRatings {
    pub people: Dictionary,
    pub issues: Dictionary,
    /// `starts[person]..starts[person + 1]` are the places of that person's ratings.
    pub starts: Vec<usize>,
    pub issue: Vec<u32>,
    /// Points of the scale: `scale.value(rating)`.
    pub rating: Vec<u16>,
    pub scale: Scale,
}

impl SparseRatings {
    pub fn rating_of(&self, person: usize, issue: u32) -> Option<u16> {
        let range = self.starts[person]..self.starts[person + 1];
        let at = self.issue[range.clone()].binary_search(&issue).ok()?;
        Some(self.rating[range.start + at])
    }
}

/// The points a rating may have: `low`, `low + step`, … `high`.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Scale {
    pub low: f64,
    pub high: f64,
    pub step: f64,
}

impl Default for Scale {
    fn default() -> Self {
        Self {
            low: 1.0,
            high: 5.0,
            step: 1.0,
        }
    }
}

impl Scale {
    /// The point nearest to `value`, if `value` lies on the grid.
    pub fn point(&self, value: f64) -> Option<u16> {
        let place = (value - self.low) / self.step;
        let nearest = place.round();
        let on_grid = (place - nearest).abs() < 1e-6;
        let inside = nearest >= 0.0 && nearest < f64::from(self.points());
        (on_grid && inside).then_some(nearest as u16)
    }

    /// The point nearest to `value`, wherever it lies between the lowest and the highest.
    pub fn nearest(&self, value: f64) -> Option<u16> {
        let nearest = ((value - self.low) / self.step).round();
        let inside = value >= self.low - 1e-6 && value <= self.high + 1e-6;
        inside.then_some(nearest as u16)
    }

    /// How many whole steps a distance of `epsilon` holds, in whole numbers: 0.3 is three steps of 0.1.
    pub fn steps(&self, epsilon: f64) -> u16 {
        let step = millionths(self.step).max(1);
        u16::try_from(millionths(epsilon) / step).unwrap_or(u16::MAX)
    }

    /// The r of the models: what a change between rated and not rated costs.
    pub fn r(&self) -> f64 {
        self.distance(self.points())
    }

    /// The largest distance in steps at which not all ratings of an issue are close to each other; nothing less
    /// than 0 can be asked for.
    pub fn widest(&self) -> u16 {
        self.points().saturating_sub(2)
    }

    /// The largest standard deviation that ratings can have: half of how far they lie apart (thesis, theorem 7.2).
    pub fn most_spread(&self) -> f64 {
        self.distance(self.points().saturating_sub(1)) / 2.0
    }

    /// So many steps as people write them.
    pub fn distance(&self, steps: u16) -> f64 {
        (f64::from(steps) * self.step * 1e6).round() / 1e6
    }

    pub fn value(&self, point: u16) -> f64 {
        self.low + f64::from(point) * self.step
    }

    pub fn points(&self) -> u16 {
        (((self.high - self.low) / self.step).round() as u16).saturating_add(1)
    }

    /// A point as people write it: `4`, `3.5`.
    pub fn text(&self, point: u16) -> String {
        let value = self.value(point);
        let rounded = (value * 1e6).round() / 1e6;
        format!("{rounded}")
    }
}

impl Ratings {
    pub fn people(&self) -> usize {
        match self {
            Self::Wide(table, _) => table.rows(),
            Self::Long(sparse) => sparse.people.len(),
        }
    }

    pub fn scale(&self) -> Scale {
        match self {
            Self::Wide(_, scale) => *scale,
            Self::Long(sparse) => sparse.scale,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn half_stars_have_ten_points() {
        let scale = Scale {
            low: 0.5,
            high: 5.0,
            step: 0.5,
        };
        assert_eq!(scale.points(), 10);
        assert_eq!(scale.point(3.5), Some(6));
        assert_eq!(scale.text(6), "3.5");
        assert_eq!(scale.point(3.3), None);
        assert_eq!(scale.point(5.5), None);
        assert_eq!(scale.point(0.0), None);
        assert_eq!(scale.nearest(3.3), Some(6));
        assert_eq!(scale.nearest(5.2), None);
        assert_eq!((scale.steps(1.0), scale.steps(0.9)), (2, 1));
        assert_eq!((scale.r(), scale.distance(3)), (5.0, 1.5));
    }
}
