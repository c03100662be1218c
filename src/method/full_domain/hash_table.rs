//! The search of thesis chapter 2: from the bottom, height by height, with the classes of every node in a
//! privacy hash table.
//!
//! A node's table has a bucket per tuple with its count; the node holds when all tuples fall into the bucket
//! of those that keep the requirement, whatever its models (the extended table keeps the sensitive values of
//! each bucket). The thesis walks one strategy, which finds the lowest node on that way only; here all
//! strategies are walked at once, a node above one that holds being passed over. So all minimal nodes are
//! found; the lowest is chosen, ties in lexicographic order.

use super::Chosen;
use super::search::Search;
use super::tags::Tag;
use crate::model::pulse::Stopped;

pub fn choose(search: &mut Search<'_>) -> Result<Option<Chosen>, Stopped> {
    let shape = search.shape;
    let mut order: Vec<usize> = (0..search.nodes).collect();
    order.sort_by_key(|&node| (shape.height_of(node), node));
    for node in order {
        if search.tags.of(node) == Tag::Open {
            search.check(node)?;
        }
    }
    Ok(search.lowest())
}
