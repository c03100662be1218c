//! Incognito: which nodes hold for ever larger sets of quasi-identifiers, counts rolled up within each set.
//!
//! Leaving a column out of the set is having it at its top, so the nodes of a set are those of the lattice
//! with the other columns at their tops. A node that fails for a set fails for every larger set: that is
//! what prunes. At the end every node is decided; the lowest that holds is chosen, ties in lexicographic
//! order.

use super::Chosen;
use super::search::Search;
use super::tags::Tag;
use cloakroom_core::Stopped;
use std::cmp::Reverse;

pub fn choose(search: &mut Search<'_>) -> Result<Option<Chosen>, Stopped> {
    let shape = search.shape;
    let mut order: Vec<usize> = (0..search.nodes).collect();
    order.sort_by_cached_key(|&node| {
        let set: Vec<bool> = (0..shape.columns())
            .map(|column| shape.level(node, column) < shape.heights()[column])
            .collect();
        let size = set.iter().filter(|&&inside| inside).count();
        (size, Reverse(set), shape.height_of(node), node)
    });
    for node in order {
        if search.tags.of(node) == Tag::Open {
            search.check(node)?;
        }
    }
    Ok(search.lowest())
}
