//! The points that a rating may have: `low`, `low + step`, … `high`.

use crate::requirement::millionths;

/// Points are held in 16 bits, the largest of which stands for no rating.
const MOST_POINTS: f64 = 65_535.0;

const MILLION: f64 = 1e6;

#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Scale {
    pub low: f64,
    pub high: f64,
    pub step: f64,
}

impl From<[f64; 3]> for Scale {
    fn from([low, high, step]: [f64; 3]) -> Self {
        Self { low, high, step }
    }
}

impl From<Scale> for [f64; 3] {
    fn from(scale: Scale) -> Self {
        [scale.low, scale.high, scale.step]
    }
}

impl Scale {
    /// Whole steps from the lowest to the highest, as decimals are read: in millionths.
    pub fn is_one(&self) -> bool {
        let steps = (self.high - self.low) / self.step;
        [self.low, self.high, self.step]
            .iter()
            .all(|number| number.is_finite() && number.abs() <= 1e9)
            && self.step >= 1e-6
            && (0.0..MOST_POINTS).contains(&steps)
            && (steps - steps.round()).abs() < 1e-6
    }

    /// The narrowest that has all these points, given in millionths. `None` if there is none, or too wide a one.
    pub fn of_points(points: impl Iterator<Item = i64> + Clone) -> Option<Self> {
        let low = points.clone().min()?;
        let high = points.clone().max()?;
        let step = points.fold(0u64, |step, point| gcd(step, point.abs_diff(low)));
        // A single point has any step: a whole one is what people think of.
        let step = if step == 0 { 1_000_000 } else { step };
        let scale = Self {
            low: low as f64 / MILLION,
            high: high as f64 / MILLION,
            step: step as f64 / MILLION,
        };
        scale.is_one().then_some(scale)
    }

    /// The point at `value`, if `value` lies on the grid.
    pub fn point(&self, value: f64) -> Option<u16> {
        let place = (value - self.low) / self.step;
        let nearest = place.round();
        let on_grid = (place - nearest).abs() < 1e-6;
        let inside = nearest >= 0.0 && nearest < f64::from(self.points());
        (on_grid && inside).then_some(nearest as u16)
    }

    /// How many whole steps a distance holds, in whole numbers: 0.3 is three steps of 0.1.
    pub fn steps(&self, distance: f64) -> u16 {
        let step = millionths(self.step).max(1);
        u16::try_from(millionths(distance) / step).unwrap_or(u16::MAX)
    }

    /// So many steps as people write them.
    pub fn distance(&self, steps: u16) -> f64 {
        (f64::from(steps) * self.step * MILLION).round() / MILLION
    }

    pub fn points(&self) -> u16 {
        (((self.high - self.low) / self.step).round() as u16).saturating_add(1)
    }
}

/// A rating in millionths; `None` for what is no plain decimal of a size that ratings have.
pub(crate) fn rating(text: &str) -> Option<i64> {
    let is_plain = text
        .bytes()
        .all(|byte| byte.is_ascii_digit() || matches!(byte, b'.' | b'-' | b'e' | b'E' | b'+'));
    let value: f64 = is_plain.then(|| text.parse().ok()).flatten()?;
    let scaled = value * MILLION;
    let nearest = scaled.round();
    let fits = value.abs() <= 1e9 && (scaled - nearest).abs() < 1e-3;
    fits.then_some(nearest as i64)
}

fn gcd(a: u64, b: u64) -> u64 {
    if b == 0 { a } else { gcd(b, a % b) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn half_stars_have_ten_points() {
        let scale = Scale::from([0.5, 5.0, 0.5]);
        assert!(scale.is_one());
        assert_eq!(scale.points(), 10);
        assert_eq!(scale.point(3.5), Some(6));
        assert_eq!(scale.point(3.3), None);
        assert_eq!(scale.point(5.5), None);
        assert_eq!((scale.steps(1.0), scale.steps(0.9)), (2, 1));
        assert_eq!(scale.distance(3), 1.5);
        for none in [
            [1.0, 5.0, 0.0],
            [5.0, 1.0, 1.0],
            [1.0, 5.0, 3.0],
            [0.0, 1e9, 1.0],
            [f64::NAN, 5.0, 1.0],
        ] {
            assert!(!Scale::from(none).is_one(), "{none:?}");
        }
    }

    #[test]
    fn a_scale_that_nobody_declared_is_that_of_the_points() {
        let of = |texts: &[&str]| {
            let points: Option<Vec<i64>> = texts.iter().map(|text| rating(text)).collect();
            Scale::of_points(points?.into_iter()).map(<[f64; 3]>::from)
        };
        assert_eq!(of(&["1", "5", "2"]), Some([1.0, 5.0, 1.0]));
        assert_eq!(of(&["1", "5", "3"]), Some([1.0, 5.0, 2.0]));
        assert_eq!(of(&["-1.5", "1"]), Some([-1.5, 1.0, 2.5]));
        assert_eq!(of(&["4"]), Some([4.0, 4.0, 1.0]));
        assert_eq!(of(&["0", "0.000001", "5"]), None);
        assert_eq!(of(&["x"]), None);
        assert_eq!(rating("inf"), None);
        assert_eq!(rating("1e300"), None);
    }
}
