//! The nearest node at or above a given one that holds.

use super::Chosen;
use super::search::Search;
use super::tags::Tag;
use crate::profile::lattice::Shape;
use cloakroom_core::Stopped;

/// The lowest node that holds among those at or above `from`; ties in lexicographic order.
pub fn choose(search: &mut Search<'_>, from: &[u32]) -> Result<Option<Chosen>, Stopped> {
    let shape = search.shape;
    let mut above = nodes_above(shape, from);
    above.sort_unstable();
    for (_, node) in above {
        if search.tags.of(node) == Tag::Open {
            search.climb(node)?;
        }
        if search.holds(node)? {
            return Ok(Some(Chosen {
                levels: shape.levels(node),
                checked: search.checked,
                minimal: Vec::new(),
                minimal_are_all: false,
                proven: true,
            }));
        }
    }
    Ok(None)
}

/// The nodes at or above `from`, each after its height.
fn nodes_above(shape: &Shape, from: &[u32]) -> Vec<(u32, usize)> {
    let mut levels = from.to_vec();
    let (mut height, mut node) = (levels.iter().sum(), shape.node(from));
    let mut above = Vec::new();
    loop {
        above.push((height, node));
        // The last column that can rise does; those after it begin again.
        let Some(column) = (0..levels.len())
            .rev()
            .find(|&column| levels[column] < shape.heights()[column])
        else {
            return above;
        };
        levels[column] += 1;
        height += 1;
        node += shape.stride(column);
        for after in column + 1..levels.len() {
            let down = levels[after] - from[after];
            levels[after] = from[after];
            height -= down;
            node -= down as usize * shape.stride(after);
        }
    }
}
