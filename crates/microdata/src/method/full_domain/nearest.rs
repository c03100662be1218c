//! The node nearest to a goal among those that hold.

use super::Chosen;
use super::search::Search;
use super::tags::Tag;
use cloakroom_core::{Progress, Stopped};
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// Nodes that are passed over between two looks.
const LOOK: usize = 1 << 12;

/// The first node that holds in the order of `nearness`; ties in lexicographic order.
pub fn choose<N: Ord>(
    search: &mut Search<'_>,
    nearness: impl Fn(usize) -> N,
    progress: &Progress,
) -> Result<Option<Chosen>, Stopped> {
    let mut nodes = Vec::with_capacity(search.nodes);
    for node in 0..search.nodes {
        if node % LOOK == 0 {
            progress.check()?;
        }
        nodes.push(Reverse((nearness(node), node)));
    }
    let mut nodes = BinaryHeap::from(nodes);
    let mut passed = 0;
    while let Some(Reverse((_, node))) = nodes.pop() {
        passed += 1;
        if passed % LOOK == 0 {
            progress.check()?;
        }
        if search.tags.of(node) == Tag::Open {
            search.climb(node)?;
        }
        if search.holds(node)? {
            return Ok(Some(Chosen {
                levels: search.shape.levels(node),
                checked: search.checked,
                minimal: Vec::new(),
                minimal_are_all: false,
                proven: true,
            }));
        }
    }
    Ok(None)
}
