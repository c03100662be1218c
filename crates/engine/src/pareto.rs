//! Which candidates are beaten in everything by another, and which form the front.

use cloakroom_core::metrics::Direction;

/// A candidate's two figures and which way of each is better.
pub type Directions = [Direction; 2];

/// By candidate, whether another one is at least as good in both figures and better in one. Those that are not form
/// the front. A figure that is no number is beaten by every number.
pub fn dominated(points: &[[f64; 2]], directions: Directions) -> Vec<bool> {
    let cost = |point: &[f64; 2], at: usize| match (point[at].is_nan(), directions[at]) {
        (true, _) => f64::INFINITY,
        (false, Direction::Lower) => point[at],
        (false, Direction::Higher) => -point[at],
    };
    let beats = |one: &[f64; 2], other: &[f64; 2]| {
        let at_least = (0..2).all(|at| cost(one, at) <= cost(other, at));
        at_least && (0..2).any(|at| cost(one, at) < cost(other, at))
    };
    points
        .iter()
        .map(|point| points.iter().any(|other| beats(other, point)))
        .collect()
}

/// The front as a line: its points by the first figure, each once.
pub fn front(points: &[[f64; 2]], directions: Directions) -> Vec<[f64; 2]> {
    let dominated = dominated(points, directions);
    let mut front: Vec<[f64; 2]> = points
        .iter()
        .zip(dominated)
        .filter(|(point, dominated)| !dominated && point.iter().all(|figure| figure.is_finite()))
        .map(|(point, _)| *point)
        .collect();
    front.sort_by(|one, other| {
        one[0]
            .total_cmp(&other[0])
            .then(one[1].total_cmp(&other[1]))
    });
    front.dedup();
    front
}

#[cfg(test)]
mod tests {
    use super::*;

    const LOW: Directions = [Direction::Lower, Direction::Lower];

    #[test]
    fn the_front_is_what_nothing_beats() {
        let points = [[0.2, 0.5], [0.1, 0.9], [0.2, 0.6], [0.5, 0.1], [0.6, 0.7]];
        assert_eq!(dominated(&points, LOW), [false, false, true, false, true]);
        assert_eq!(front(&points, LOW), [[0.1, 0.9], [0.2, 0.5], [0.5, 0.1]]);
    }

    #[test]
    fn equals_do_not_beat_each_other_and_no_number_beats_nothing() {
        let points = [[0.2, 0.5], [0.2, 0.5], [f64::NAN, 0.5]];
        assert_eq!(dominated(&points, LOW), [false, false, true]);
        assert_eq!(front(&points, LOW), [[0.2, 0.5]]);
        let directions = [Direction::Lower, Direction::Higher];
        let points = [[0.2, 0.5], [0.2, 0.7]];
        assert_eq!(dominated(&points, directions), [true, false]);
    }
}
