//! The lowest height at which some node holds, found by halving; of the nodes there, the first in
//! lexicographic order.
//!
//! Halving is valid as long as a node that holds makes all above it hold. Where it does not (entropy,
//! recursive diversity or closeness while records may be left out) heights are tried from 0 upwards.
//! Afterwards every other node is decided as well, so that all minimal nodes can be listed; those checks are
//! not the method's own and are not counted.

use super::Chosen;
use super::search::Search;
use cloakroom_core::Stopped;

pub fn choose(search: &mut Search<'_>) -> Result<Option<Chosen>, Stopped> {
    let shape = search.shape;
    let mut at_height: Vec<Vec<usize>> = vec![Vec::new(); shape.height() as usize + 1];
    for node in 0..search.nodes {
        at_height[shape.height_of(node) as usize].push(node);
    }
    let mut chosen = None;
    if search.is_monotone() {
        let (mut low, mut high) = (0, at_height.len());
        while low < high {
            let middle = (low + high) / 2;
            match first(search, &at_height[middle])? {
                Some(node) => {
                    chosen = Some(node);
                    high = middle;
                }
                None => low = middle + 1,
            }
        }
    } else {
        for nodes in &at_height {
            chosen = first(search, nodes)?;
            if chosen.is_some() {
                break;
            }
        }
    }
    let checked = search.checked;
    search.decide_all()?;
    Ok(chosen.map(|node| search.chosen(node, checked)))
}

fn first(search: &mut Search<'_>, nodes: &[usize]) -> Result<Option<usize>, Stopped> {
    for &node in nodes {
        if search.holds(node)? {
            return Ok(Some(node));
        }
    }
    Ok(None)
}
