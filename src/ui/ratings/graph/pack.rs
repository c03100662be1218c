//! Squares beside each other in a strip of given width, none over another.

use egui::{Vec2, vec2};

/// The corner of each square, in the order of `sides`; each goes where it ends highest, the leftmost of
/// such places. Gives the height of the whole as well.
pub fn pack(sides: &[f32], width: f32) -> (Vec<Vec2>, f32) {
    // The lower edge of what is there: from where, how far down.
    let mut edge: Vec<(f32, f32)> = vec![(0.0, 0.0)];
    let mut height: f32 = 0.0;
    let corners = sides
        .iter()
        .map(|&side| {
            let (at, top) = lowest(&edge, side, width.max(side));
            let left = edge[at].0;
            fill(&mut edge, at, side, top + side);
            height = height.max(top + side);
            vec2(left, top)
        })
        .collect();
    (corners, height)
}

/// Where a square ends highest: the stretch of the edge that it begins at, and its top.
fn lowest(edge: &[(f32, f32)], side: f32, width: f32) -> (usize, f32) {
    let mut best = (0, f32::INFINITY);
    for at in 0..edge.len() {
        let right = edge[at].0 + side;
        if right > width + 1e-3 {
            break;
        }
        let under = edge[at..]
            .iter()
            .take_while(|(left, _)| *left < right - 1e-4);
        let top = under.fold(0.0, |top: f32, (_, bottom)| top.max(*bottom));
        if top < best.1 {
            best = (at, top);
        }
    }
    best
}

fn fill(edge: &mut Vec<(f32, f32)>, at: usize, side: f32, bottom: f32) {
    let left = edge[at].0;
    let right = left + side;
    let past = edge[at..]
        .iter()
        .take_while(|(left, _)| *left < right - 1e-4)
        .count();
    let after = edge[at + past - 1].1;
    let next = edge.get(at + past).map(|(left, _)| *left);
    let mut new = vec![(left, bottom)];
    if next.is_none_or(|next| next > right + 1e-4) {
        new.push((right, after));
    }
    edge.splice(at..at + past, new);
}

#[cfg(test)]
mod tests {
    use super::*;
    use cloakroom_core::stream::Stream;

    #[test]
    fn no_square_lies_over_another_or_outside() {
        let mut stream = Stream::new(3, 0);
        for round in 1..40 {
            let mut sides: Vec<f32> = (0..round * 3)
                .map(|_| 1.0 + stream.below(90) as f32 / 10.0)
                .collect();
            sides.sort_by(|a, b| b.total_cmp(a));
            let (corners, height) = pack(&sides, 25.0);
            for (one, &corner) in corners.iter().enumerate() {
                assert!(corner.x >= 0.0 && corner.x + sides[one] <= 25.01);
                assert!(corner.y >= 0.0 && corner.y + sides[one] <= height + 0.01);
                for other in 0..one {
                    let apart = (corner - corners[other]) + vec2(0.01, 0.01);
                    let clear = apart.x >= sides[other]
                        || apart.y >= sides[other]
                        || -apart.x + 0.02 >= sides[one]
                        || -apart.y + 0.02 >= sides[one];
                    assert!(clear, "{one} over {other}");
                }
            }
        }
    }
}
