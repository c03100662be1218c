//! The points of a curve from trust to degree, as a hand moves them: the trust rises, the degree never does.

use cloakroom_core::purpose::Projection;

/// The finest step of trust and degree.
pub const STEP: f64 = 0.01;
/// What an own curve begins with.
const FIRST: u32 = 4;

type Point = (f64, f64);

/// A curve through the projection as it is now, to be changed from there.
pub fn begin(projection: &Projection) -> Vec<Point> {
    match projection {
        Projection::Curve(points) => points.clone(),
        _ => (0..=FIRST)
            .map(|step| f64::from(step) / f64::from(FIRST))
            .map(|trust| (trust, snapped(projection.degree(trust))))
            .collect(),
    }
}

fn snapped(share: f64) -> f64 {
    ((share / STEP).round() * STEP).clamp(0.0, 1.0)
}

/// A point goes as near to a place as its neighbours allow.
pub fn moved(points: &[Point], at: usize, to: Point) -> Vec<Point> {
    let before = at.checked_sub(1).and_then(|before| points.get(before));
    let after = points.get(at + 1);
    let least = before.map_or(0.0, |before| snapped(before.0 + STEP));
    let most = after.map_or(1.0, |after| snapped(after.0 - STEP));
    let lowest = after.map_or(0.0, |after| after.1);
    let highest = before.map_or(1.0, |before| before.1);
    let mut points = points.to_vec();
    if let Some(point) = points.get_mut(at).filter(|_| least <= most) {
        *point = (
            snapped(to.0).clamp(least, most),
            snapped(to.1).clamp(lowest, highest),
        );
    }
    points
}

/// A new point as near to a place as the others allow; `None` where there is no room between two points. Says which
/// point it is.
pub fn added(points: &[Point], at: Point) -> Option<(Vec<Point>, usize)> {
    let trust = snapped(at.0);
    let place = points.partition_point(|point| point.0 < trust - STEP / 2.0);
    if points
        .get(place)
        .is_some_and(|point| (point.0 - trust).abs() < STEP / 2.0)
    {
        return None;
    }
    let highest = place
        .checked_sub(1)
        .and_then(|before| points.get(before))
        .map_or(1.0, |point| point.1);
    let lowest = points.get(place).map_or(0.0, |point| point.1);
    let mut points = points.to_vec();
    points.insert(place, (trust, snapped(at.1).clamp(lowest, highest)));
    Some((points, place))
}

/// Without a point; the last one stays.
pub fn removed(points: &[Point], at: usize) -> Option<Vec<Point>> {
    let mut points = points.to_vec();
    if points.len() < 2 || at >= points.len() {
        return None;
    }
    points.remove(at);
    Some(points)
}

#[cfg(test)]
mod tests {
    use super::*;
    use cloakroom_core::stream::Stream;

    #[test]
    fn whatever_a_hand_does_the_curve_stays_one() {
        for seed in 0..50 {
            let mut stream = Stream::new(seed, 1);
            let mut share = || f64::from(stream.below(1_201)) / 1_000.0 - 0.1;
            let mut points = begin(&Projection::Quadratic);
            for step in 0..60 {
                let to = (share(), share());
                let at = (share().abs() * points.len() as f64) as usize;
                points = match step % 3 {
                    0 => moved(&points, at, to),
                    1 => added(&points, (to.0.clamp(0.0, 1.0), to.1)).map_or(points, |new| new.0),
                    _ => removed(&points, at).unwrap_or(points),
                };
                let curve = Projection::Curve(points.clone());
                assert_eq!(curve.fault(), None, "{seed} {step}: {points:?}");
            }
        }
    }

    #[test]
    fn an_own_curve_begins_where_the_projection_is() {
        let points = begin(&Projection::Quadratic);
        assert_eq!(points.first(), Some(&(0.0, 1.0)));
        assert_eq!(points[2], (0.5, 0.25));
        assert_eq!(begin(&Projection::Curve(vec![(0.3, 0.4)])), [(0.3, 0.4)]);
    }
}
