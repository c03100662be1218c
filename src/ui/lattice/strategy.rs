//! Generalization strategies: the ways from the bottom of the lattice to its top, one level at a time.

use cloakroom_microdata::profile::lattice::shape::Shape;

/// How many ways raise these columns by so many levels each, (Σh)! / Πh!. `None` where that is too large to
/// write.
pub fn ways(raises: &[u32]) -> Option<u128> {
    Shape::new(raises.to_vec()).strategies()
}

/// How many strategies lead through a node: those below it times those above it.
pub fn through(shape: &Shape, node: usize) -> Option<u128> {
    let levels = shape.levels(node);
    ways(&levels)?.checked_mul(ways(&rest(shape, &levels))?)
}

/// The nodes of one strategy through `node`, from the bottom to the top. Strategies are numbered in the
/// order of their steps; the number wraps around.
pub fn nodes(shape: &Shape, node: usize, number: u128) -> Vec<usize> {
    let levels = shape.levels(node);
    let above = rest(shape, &levels);
    // Beyond what can be counted there is one strategy to show: columns are raised in their order.
    let (below_number, above_number) = match (ways(&levels), ways(&above)) {
        (Some(below), Some(up)) => (number / up % below, number % up),
        _ => (0, 0),
    };
    let mut at = 0;
    let mut nodes = vec![0];
    for column in steps(levels, below_number)
        .into_iter()
        .chain(steps(above, above_number))
    {
        at += shape.stride(column);
        nodes.push(at);
    }
    nodes
}

/// The number of the strategy with these nodes among those through `node`, which is one of them; 0 beyond
/// what can be counted.
pub fn number(shape: &Shape, way: &[usize], node: usize) -> u128 {
    let levels = shape.levels(node);
    let above = rest(shape, &levels);
    let columns: Vec<usize> = way
        .windows(2)
        .filter_map(|step| {
            let raised = step[1] - step[0];
            (0..shape.columns()).find(|&column| {
                shape.stride(column) == raised
                    && shape.level(step[0], column) < shape.heights()[column]
            })
        })
        .collect();
    let height = levels.iter().sum::<u32>() as usize;
    let (low, high) = columns.split_at(height.min(columns.len()));
    match (ways(&levels), ways(&above)) {
        (Some(_), Some(up)) => place(levels, low) * up + place(above, high),
        _ => 0,
    }
}

/// The place of a way among all that raise the columns so often: the reverse of [`steps`].
fn place(mut left: Vec<u32>, steps: &[usize]) -> u128 {
    let mut place = 0;
    for &step in steps {
        for column in 0..step {
            if left[column] > 0 {
                left[column] -= 1;
                place += ways(&left).unwrap_or(0);
                left[column] += 1;
            }
        }
        left[step] -= 1;
    }
    place
}

fn rest(shape: &Shape, levels: &[u32]) -> Vec<u32> {
    let left = shape.heights().iter().zip(levels);
    left.map(|(top, level)| top - level).collect()
}

/// The columns to raise, one after the other, in the `number`-th way.
fn steps(mut left: Vec<u32>, mut number: u128) -> Vec<usize> {
    let all: u32 = left.iter().sum();
    let mut steps = Vec::with_capacity(all as usize);
    for _ in 0..all {
        let mut chosen = None;
        for column in 0..left.len() {
            if left[column] == 0 {
                continue;
            }
            chosen = Some(column);
            left[column] -= 1;
            match ways(&left) {
                Some(ways) if number >= ways => {
                    number -= ways;
                    left[column] += 1;
                }
                _ => break,
            }
        }
        steps.extend(chosen);
    }
    steps
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn strategies_are_numbered_without_gaps() {
        let shape = Shape::new(vec![2, 1, 2]);
        let node = shape.node(&[1, 1, 0]);
        // 2!/(1! 1!) below, 3!/(1! 2!) above.
        assert_eq!(through(&shape, node), Some(6));
        let all: BTreeSet<Vec<usize>> = (0..6).map(|at| nodes(&shape, node, at)).collect();
        assert_eq!(all.len(), 6);
        for way in &all {
            assert_eq!((way[0], way[2], way[5]), (0, node, shape.node(&[2, 1, 2])));
            assert!(
                way.windows(2)
                    .all(|step| shape.above(step[0]).any(|above| above == step[1]))
            );
        }
        assert_eq!(nodes(&shape, node, 6), nodes(&shape, node, 0));
        for at in 0..6 {
            let way = nodes(&shape, node, at);
            assert_eq!(number(&shape, &way, node), at);
            // The same way has a number of its own at each of its nodes.
            for &other in &way {
                let there = number(&shape, &way, other);
                assert_eq!(nodes(&shape, other, there), way);
            }
        }
    }

    #[test]
    fn the_papers_lattice_has_six() {
        // Section 2.5: two columns of height 2 have six strategies, all of which pass the bottom.
        let shape = Shape::new(vec![2, 2]);
        assert_eq!(through(&shape, 0), Some(6));
        assert_eq!(through(&shape, shape.node(&[1, 1])), Some(4));
        assert_eq!(nodes(&shape, 8, 0), [0, 3, 6, 7, 8]);
        assert_eq!(nodes(&shape, 8, 5), [0, 1, 2, 5, 8]);
    }

    #[test]
    fn too_many_to_count_still_have_a_first() {
        let shape = Shape::new(vec![40; 3]);
        assert_eq!(through(&shape, 0), None);
        let way = nodes(&shape, shape.node(&[20, 20, 20]), 7);
        assert_eq!((way.len(), way[1]), (121, shape.stride(0)));
    }
}
