//! Which nodes of a cut are suppressed: the walk through the scenarios of suppression, dearest node first.

use super::rank::Ranks;
use crate::profile::finder::Finder;
use crate::profile::sets::Sets;
use crate::transactions::PreparedTransactions;
use cloakroom_core::{Progress, Stopped};

/// The nodes of the tree of scenarios that the walk visits, in its order. The first one keeps nothing.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Scenarios {
    /// The node of the cut that each adds to what the last valid one before it keeps.
    pub tried: Vec<u32>,
    /// Whether it is still without a threat.
    pub valid: Vec<bool>,
}

impl Scenarios {
    /// One more than nodes were tried.
    pub fn len(&self) -> usize {
        self.tried.len() + 1
    }

    pub fn is_empty(&self) -> bool {
        false
    }

    /// What no valid scenario keeps, in the order of the cut.
    pub fn suppressed(&self) -> Vec<u32> {
        let tried = self.tried.iter().zip(&self.valid);
        tried
            .filter(|&(_, &valid)| !valid)
            .map(|(&node, _)| node)
            .collect()
    }
}

/// The walk for one cut. A node is kept if that makes no threat together with what is kept already.
pub fn scenarios(
    baskets: &PreparedTransactions,
    cut: &[u32],
    k: u32,
    m: u32,
    progress: &Progress,
) -> Result<Scenarios, Stopped> {
    let mut tried = cut.to_vec();
    Ranks::new(baskets).sort(&mut tried);
    let sets = generalized(baskets, &tried, progress)?;
    let mut places: Vec<Vec<u32>> = vec![Vec::new(); tried.len()];
    for at in 0..sets.len() {
        for &item in sets.set(at) {
            places[item as usize].push(at as u32);
        }
    }
    let mut finder = Finder::default();
    let mut valid: Vec<bool> = Vec::with_capacity(tried.len());
    let mut with = Sets::default();
    for (item, places) in places.iter().enumerate() {
        progress.check()?;
        with.clear();
        let mut support = 0;
        for &at in places {
            let kept = sets.set(at as usize).iter();
            let kept = kept.take_while(|&&other| (other as usize) < item);
            with.item
                .extend(kept.filter(|&&other| valid[other as usize]));
            with.close(sets.weight[at as usize]);
            support += sets.weight[at as usize];
        }
        let is_threat = m > 0 && (1..k).contains(&support);
        let size = m.saturating_sub(1);
        let keeps = !is_threat && finder.rare(&with, item, k, size, progress)?.is_none();
        valid.push(keeps);
    }
    Ok(Scenarios { tried, valid })
}

/// The baskets as sets of places in the cut, equal ones merged.
fn generalized(
    baskets: &PreparedTransactions,
    cut: &[u32],
    progress: &Progress,
) -> Result<Sets, Stopped> {
    let tree = &baskets.tree;
    let mut place_of = vec![u32::MAX; tree.len()];
    for (place, &node) in cut.iter().enumerate() {
        place_of[node as usize] = place as u32;
    }
    for node in tree.top_down() {
        if let Some(above) = tree.parent(node)
            && place_of[above as usize] != u32::MAX
        {
            place_of[node as usize] = place_of[above as usize];
        }
    }
    let mut sets = Sets::default();
    sets.clear();
    let mut set: Vec<u32> = Vec::new();
    for at in 0..baskets.len() {
        if at % 4_096 == 0 {
            progress.check()?;
        }
        set.clear();
        let places = baskets
            .basket(at)
            .iter()
            .map(|&leaf| place_of[leaf as usize]);
        set.extend(places.filter(|&place| place != u32::MAX));
        set.sort_unstable();
        set.dedup();
        sets.push(&set, 1);
    }
    let mut merged = Sets::default();
    sets.merge_into(&mut merged, &mut Vec::new());
    Ok(merged)
}
