//! How far two places are apart, from how far they are on every axis. What is added up, axis by axis, is the *reach*: the
//! square of the distance for Euclid, its power for Minkowski, the distance itself for Chebyshev. Reaches are in the order
//! of distances, so that roots need not be taken to compare them.

use cloakroom_core::microaggregation::{DistanceOfRecords, Microaggregation};

#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub enum Gauge {
    #[default]
    Squares,
    /// Sums of powers of this order.
    Powers(u32),
    Largest,
}

impl Gauge {
    pub fn of(told: &Microaggregation) -> Self {
        match told.distance {
            DistanceOfRecords::Euclid => Self::Squares,
            DistanceOfRecords::Minkowski if told.order == 2 => Self::Squares,
            DistanceOfRecords::Minkowski => Self::Powers(told.order.max(1)),
            DistanceOfRecords::Chebyshev => Self::Largest,
        }
    }

    /// The reach of a difference on one axis.
    pub fn of_difference(self, difference: f64) -> f64 {
        match self {
            Self::Squares => difference * difference,
            Self::Powers(order) => power(difference.abs(), order),
            Self::Largest => difference.abs(),
        }
    }

    /// The reach of a difference that is known by its square.
    pub fn of_square(self, square: f64) -> f64 {
        match self {
            Self::Squares => square,
            Self::Powers(_) | Self::Largest => self.of_difference(square.sqrt()),
        }
    }

    /// The reach over one more axis.
    pub fn join(self, reach: f64, of_axis: f64) -> f64 {
        match self {
            Self::Squares | Self::Powers(_) => reach + of_axis,
            Self::Largest => reach.max(of_axis),
        }
    }

    /// The distance of a reach.
    pub fn distance(self, reach: f64) -> f64 {
        match self {
            Self::Squares => reach.sqrt(),
            Self::Powers(order) => reach.powf(1.0 / f64::from(order)),
            Self::Largest => reach,
        }
    }

    /// The reach of a distance.
    pub fn reach(self, distance: f64) -> f64 {
        self.of_difference(distance)
    }
}

/// By multiplication alone, which is the same on every machine.
fn power(base: f64, order: u32) -> f64 {
    (1..order).fold(base, |power, _| power * base)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn distance(gauge: Gauge, differences: &[f64]) -> f64 {
        let reaches = differences.iter().map(|&apart| gauge.of_difference(apart));
        gauge.distance(reaches.fold(0.0, |reach, axis| gauge.join(reach, axis)))
    }

    #[test]
    fn distances_of_a_right_triangle() {
        let sides = [3.0, -4.0];
        assert_eq!(distance(Gauge::Squares, &sides), 5.0);
        assert_eq!(distance(Gauge::Powers(1), &sides), 7.0);
        assert_eq!(distance(Gauge::Largest, &sides), 4.0);
        let third = distance(Gauge::Powers(3), &sides);
        assert!((third - 91f64.cbrt()).abs() < 1e-12);
        for gauge in [
            Gauge::Squares,
            Gauge::Powers(1),
            Gauge::Powers(3),
            Gauge::Largest,
        ] {
            assert_eq!(gauge.of_square(16.0), gauge.of_difference(4.0));
        }
    }
}
