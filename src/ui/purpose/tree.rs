//! The dependency tree laid out: the first key column in the middle, every branch in a wedge of its own, so that no two
//! lines cross.

use cloakroom_microdata::profile::dependency::{DependencyProfile, Edge};
use std::f32::consts::TAU;

/// A line is at least so long, compared with the longest.
const SHORTEST: f32 = 0.55;

/// Where the columns lie, from 0 to 1 in both directions.
#[derive(Clone, Debug, PartialEq)]
pub struct TreeLayout {
    pub places: Vec<(f32, f32)>,
    /// The column in the middle.
    pub root: usize,
}

impl TreeLayout {
    pub fn new(profile: &DependencyProfile) -> Self {
        let root = profile.key_columns().first().copied().unwrap_or(0);
        Self::of(profile.names().len(), profile.tree(), root)
    }

    fn of(columns: usize, edges: &[Edge], root: usize) -> Self {
        let mut neighbours: Vec<Vec<(usize, f64)>> = vec![Vec::new(); columns];
        for edge in edges {
            neighbours[edge.a].push((edge.b, edge.weight));
            neighbours[edge.b].push((edge.a, edge.weight));
        }
        let longest = edges.iter().map(|edge| edge.weight).fold(0.0, f64::max);
        let length = |weight: f64| match longest > 0.0 {
            true => SHORTEST + (1.0 - SHORTEST) * (weight / longest) as f32,
            false => 1.0,
        };
        let (order, leaves) = from_the_leaves(&neighbours, root);
        let mut places = vec![(0.0f32, 0.0f32); columns];
        let mut wedges = vec![(0.0f32, TAU); columns];
        let mut parents = vec![usize::MAX; columns];
        // From the root outwards: a column has its wedge before its branches share it.
        for &at in &order {
            let (from, to) = wedges[at];
            let branches: Vec<_> = neighbours[at]
                .iter()
                .filter(|(other, _)| *other != parents[at])
                .collect();
            let all: u32 = branches.iter().map(|(other, _)| leaves[*other]).sum();
            let mut start = from;
            for &&(other, weight) in &branches {
                let share = leaves[other] as f32 / all.max(1) as f32;
                let end = start + (to - from) * share;
                // Never more than half a turn: beyond that, lines of one wedge could meet those of another.
                let middle = (start + end) / 2.0;
                let half = ((end - start) / 2.0).min(TAU / 4.0);
                wedges[other] = (middle - half, middle + half);
                parents[other] = at;
                let (x, y) = places[at];
                let far = length(weight);
                places[other] = (x + far * middle.cos(), y + far * middle.sin());
                start = end;
            }
        }
        Self {
            places: within_one(&places),
            root,
        }
    }
}

/// The columns from the root outwards, and how many leaves lie beyond each.
fn from_the_leaves(neighbours: &[Vec<(usize, f64)>], root: usize) -> (Vec<usize>, Vec<u32>) {
    let mut order = Vec::with_capacity(neighbours.len());
    let mut parents = vec![usize::MAX; neighbours.len()];
    if root < neighbours.len() {
        order.push(root);
    }
    let mut next = 0;
    while let Some(&at) = order.get(next) {
        next += 1;
        for &(other, _) in &neighbours[at] {
            if other != parents[at] {
                parents[other] = at;
                order.push(other);
            }
        }
    }
    let mut leaves = vec![0u32; neighbours.len()];
    for &at in order.iter().rev() {
        leaves[at] = leaves[at].max(1);
        if parents[at] != usize::MAX {
            let own = leaves[at];
            leaves[parents[at]] += own;
        }
    }
    (order, leaves)
}

fn within_one(places: &[(f32, f32)]) -> Vec<(f32, f32)> {
    let ends = |of: fn(&(f32, f32)) -> f32| {
        let low = places.iter().map(of).fold(f32::INFINITY, f32::min);
        let high = places.iter().map(of).fold(f32::NEG_INFINITY, f32::max);
        (low, high)
    };
    let ((left, right), (top, bottom)) = (ends(|place| place.0), ends(|place| place.1));
    let scaled = |at: f32, low: f32, high: f32| match high - low > 1e-6 {
        true => (at - low) / (high - low),
        false => 0.5,
    };
    places
        .iter()
        .map(|&(x, y)| (scaled(x, left, right), scaled(y, top, bottom)))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use cloakroom_core::stream::Stream;

    fn crosses(a: [(f32, f32); 2], b: [(f32, f32); 2]) -> bool {
        let side = |p: (f32, f32), q: (f32, f32), r: (f32, f32)| {
            (q.0 - p.0) * (r.1 - p.1) - (q.1 - p.1) * (r.0 - p.0)
        };
        let apart = |p: f32, q: f32| p * q < -1e-9;
        apart(side(a[0], a[1], b[0]), side(a[0], a[1], b[1]))
            && apart(side(b[0], b[1], a[0]), side(b[0], b[1], a[1]))
    }

    #[test]
    fn no_two_lines_cross() {
        for seed in 0..200 {
            let mut stream = Stream::new(seed, 0);
            let columns = 2 + stream.below(30) as usize;
            let edges: Vec<Edge> = (1..columns)
                .map(|b| Edge {
                    a: stream.below(b as u32) as usize,
                    b,
                    weight: f64::from(stream.below(1000)) / 100.0,
                })
                .collect();
            let root = stream.below(columns as u32) as usize;
            let layout = TreeLayout::of(columns, &edges, root);
            assert_eq!(layout, TreeLayout::of(columns, &edges, root));
            let line = |edge: &Edge| [layout.places[edge.a], layout.places[edge.b]];
            for (at, one) in edges.iter().enumerate() {
                for other in &edges[at + 1..] {
                    assert!(
                        !crosses(line(one), line(other)),
                        "{seed}: {one:?} {other:?}"
                    );
                }
            }
        }
    }

    #[test]
    fn one_column_lies_in_the_middle() {
        assert_eq!(TreeLayout::of(1, &[], 0).places, [(0.5, 0.5)]);
    }
}
