//! The nearest node at or above a given one that holds.

use super::Chosen;
use super::search::Search;
use super::tags::Tag;
use crate::model::pulse::Stopped;

/// The lowest node that holds among those at or above `from`; ties in lexicographic order.
pub fn choose(search: &mut Search<'_>, from: &[u32]) -> Result<Option<Chosen>, Stopped> {
    let shape = search.shape;
    let mut above: Vec<(u32, usize)> = (shape.node(from)..search.nodes)
        .filter(|&node| {
            let mut columns = from.iter().enumerate();
            columns.all(|(column, &least)| shape.level(node, column) >= least)
        })
        .map(|node| (shape.height_of(node), node))
        .collect();
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
                proven: true,
            }));
        }
    }
    Ok(None)
}
