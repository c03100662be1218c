//! The standard deviation of a sensitive issue, decided in whole numbers.

use super::people::UNRATED;
use crate::requirement::NullReading;
use crate::scale::Scale;
use std::ops::{AddAssign, Sub};

/// What some people say about one sensitive issue: their points summed, and their squares.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Tally {
    pub rated: u64,
    pub sum: u64,
    pub squares: u64,
}

impl Tally {
    pub fn add(&mut self, point: u16) {
        if point != UNRATED {
            self.rated += 1;
            self.sum += u64::from(point);
            self.squares += u64::from(point) * u64::from(point);
        }
    }
}

impl AddAssign for Tally {
    fn add_assign(&mut self, other: Self) {
        self.rated += other.rated;
        self.sum += other.sum;
        self.squares += other.squares;
    }
}

impl Sub for Tally {
    type Output = Self;

    fn sub(self, other: Self) -> Self {
        Self {
            rated: self.rated - other.rated,
            sum: self.sum - other.sum,
            squares: self.squares - other.squares,
        }
    }
}

/// Values in millionths, and what a missing one counts.
#[derive(Clone, Copy)]
pub(super) struct Ruler {
    low: i128,
    step: i128,
    reading: NullReading,
}

impl Ruler {
    pub fn new(scale: &Scale, reading: NullReading) -> Self {
        Self {
            low: (scale.low * 1e6).round() as i128,
            step: (scale.step * 1e6).round() as i128,
            reading,
        }
    }

    /// The largest l, in millionths, with l² not above the variance of an issue that `tally` tells of
    /// `people` people. `None` if the numbers are too large.
    pub fn deviation(&self, tally: Tally, people: u64) -> Option<u64> {
        if tally.rated == 0 {
            return Some(0);
        }
        let (rated, people) = (i128::from(tally.rated), i128::from(people));
        // With n ratings v around their mean m, Σ(v − m)² is (n Σv² − (Σv)²)/n; the lowest may be
        // taken off every v.
        let sum = i128::from(tally.sum);
        let twice = rated.checked_mul(tally.squares.into())? - sum.checked_mul(sum)?;
        let around = twice.checked_mul(self.step.checked_mul(self.step)?)?;
        let variance = match self.reading {
            NullReading::Strict => around / rated.checked_mul(people)?,
            NullReading::Nonnull => around / rated.checked_mul(rated)?,
            NullReading::Zero => {
                // Every missing one is m away from the mean: m² is (Σv)²/n².
                let total = self.step * sum + self.low * rated;
                let missing = total.checked_mul(total)?.checked_mul(people - rated)?;
                let all = around.checked_mul(rated)?.checked_add(missing)?;
                all / rated.checked_mul(rated)?.checked_mul(people)?
            }
        };
        u64::try_from(variance.isqrt()).ok()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn deviation(points: &[u16], scale: [f64; 3], reading: NullReading) -> Option<u64> {
        let [low, high, step] = scale;
        let mut tally = Tally::default();
        points.iter().for_each(|&point| tally.add(point));
        Ruler::new(&Scale { low, high, step }, reading).deviation(tally, points.len() as u64)
    }

    /// Ratings 6, 1, 1 and 5 with one missing, from 1 on.
    #[test]
    fn the_readings_differ_in_what_is_missing() {
        let scale = [1.0, 7.0, 1.0];
        let strict = |points: &[u16]| deviation(points, scale, NullReading::Strict);
        assert_eq!(strict(&[5, 0, 0]), Some(2_357_022));
        assert_eq!(strict(&[0, 4]), Some(2_000_000));
        assert_eq!(strict(&[UNRATED]), Some(0));
        let known = [4, UNRATED];
        assert_eq!(strict(&known), Some(0));
        assert_eq!(deviation(&known, scale, NullReading::Nonnull), Some(0));
        // The missing one is 5 off: √(25 / 2).
        let zero = deviation(&known, scale, NullReading::Zero);
        assert_eq!(zero, Some(3_535_533));
    }

    #[test]
    fn numbers_beyond_reason_are_not_decided() {
        let wide = [-1e9, 1e9, 1e6];
        assert_eq!(
            deviation(&[0, 1], wide, NullReading::Strict),
            Some(500_000_000_000)
        );
        let many = Tally {
            rated: 1 << 28,
            sum: 1 << 40,
            squares: 1 << 60,
        };
        let [low, high, step] = wide;
        let ruler = Ruler::new(&Scale { low, high, step }, NullReading::Zero);
        assert_eq!(ruler.deviation(many, 1 << 28), None);
    }
}
