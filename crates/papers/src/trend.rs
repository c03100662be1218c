//! Whether a row of measurements goes the way that somebody said it does.

/// What a paper says about a curve.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Trend {
    Rises,
    Falls,
}

/// Of all pairs of points, how many go up less how many go down, as a share; 0 if all are equal.
pub fn slope(points: &[(f64, f64)]) -> f64 {
    let (mut up, mut down) = (0u32, 0u32);
    for (at, one) in points.iter().enumerate() {
        for other in &points[at + 1..] {
            up += u32::from(other.1 > one.1);
            down += u32::from(other.1 < one.1);
        }
    }
    let all = f64::from(up + down);
    if all == 0.0 {
        0.0
    } else {
        (f64::from(up) - f64::from(down)) / all
    }
}

impl Trend {
    /// `None` if the curve is flat or goes up as often as down.
    pub fn is_seen(self, points: &[(f64, f64)]) -> Option<bool> {
        let slope = slope(points);
        if slope.abs() < 0.2 {
            return None;
        }
        Some((slope > 0.0) == (self == Self::Rises))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn most_pairs_decide() {
        let points = |values: &[f64]| -> Vec<(f64, f64)> {
            values.iter().map(|&value| (0.0, value)).collect()
        };
        assert_eq!(
            Trend::Rises.is_seen(&points(&[1.0, 2.0, 1.9, 4.0])),
            Some(true)
        );
        assert_eq!(Trend::Falls.is_seen(&points(&[1.0, 2.0, 4.0])), Some(false));
        assert_eq!(Trend::Falls.is_seen(&points(&[2.0, 2.0])), None);
        assert_eq!(Trend::Rises.is_seen(&points(&[])), None);
    }
}
