//! The cheapest node of the lattice that holds, by a metric; ties go to the lower height, then to the
//! lexicographic order of levels.
//!
//! Nodes are taken by what their levels cost when nothing is left out, which no node can undercut. So the
//! search ends where that alone costs as much as the best node found. Minimal nodes are listed as far as the
//! search came across them; the profile of the lattice lists all.

use super::Chosen;
use super::search::Search;
use super::tags::Tag;
use cloakroom_core::Stopped;

pub fn choose(search: &mut Search<'_>) -> Result<Option<Chosen>, Stopped> {
    let mut order: Vec<(u128, u32, usize)> = (0..search.nodes)
        .map(|node| {
            let base = search.pricing.base(&search.shape.levels(node));
            (base, search.shape.height_of(node), node)
        })
        .collect();
    order.sort_unstable();
    // Where nothing may be left out, no metric ranks a node below one under it.
    let lowest_only = search.is_strict();
    for (base, height, node) in order {
        let done =
            |best: super::search::Best| (base, height, node) >= (best.rank, best.height, best.node);
        if search.best().is_some_and(done) {
            break;
        }
        match search.tags.of(node) {
            Tag::Open => search.climb(node)?,
            Tag::Holds if !lowest_only && !search.was_counted(node) => {
                search.check(node)?;
            }
            _ => {}
        }
    }
    Ok(search
        .best()
        .map(|best| search.chosen(best.node, search.checked)))
}
