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
    /// The minimal threat that it would hold with that node; none where it is valid.
    pub threats: Vec<Option<Completed>>,
}

/// A minimal threat that a node completes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Completed {
    /// The other nodes of it, all kept, in the order in which they were tried.
    pub others: Vec<u32>,
    /// The baskets that hold all of it.
    pub support: u32,
}

impl Scenarios {
    /// One more than nodes were tried.
    pub fn len(&self) -> usize {
        self.tried.len() + 1
    }

    pub fn is_empty(&self) -> bool {
        false
    }

    /// Whether the node at a place in `tried` is kept.
    pub fn keeps(&self, place: usize) -> bool {
        self.threats[place].is_none()
    }

    /// What no valid scenario keeps, with the threat that each of these would complete.
    pub fn answered(&self) -> impl Iterator<Item = (u32, &Completed)> {
        let tried = self.tried.iter().zip(&self.threats);
        tried.filter_map(|(&node, threat)| Some((node, threat.as_ref()?)))
    }

    /// What no valid scenario keeps, in the order in which it was tried.
    pub fn suppressed(&self) -> Vec<u32> {
        self.answered().map(|(node, _)| node).collect()
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
    let mut threats: Vec<Option<Completed>> = Vec::with_capacity(tried.len());
    let mut with = Sets::default();
    for (item, places) in places.iter().enumerate() {
        progress.check()?;
        with.clear();
        let mut support = 0;
        for &at in places {
            let kept = sets.set(at as usize).iter();
            let kept = kept.take_while(|&&other| (other as usize) < item);
            with.item
                .extend(kept.filter(|&&other| threats[other as usize].is_none()));
            with.close(sets.weight[at as usize]);
            support += sets.weight[at as usize];
        }
        let size = m.saturating_sub(1);
        let others = match m > 0 && (1..k).contains(&support) {
            true => Some(Vec::new()),
            false => finder
                .rare(&with, item, k, size, progress)?
                .map(<[u32]>::to_vec),
        };
        threats.push(others.map(|others| completed(&with, others, k, &tried)));
    }
    Ok(Scenarios { tried, threats })
}

/// Leaves out of a threat what is not needed for it to be one. `with` are the baskets with the node that completes it.
fn completed(with: &Sets, mut others: Vec<u32>, k: u32, tried: &[u32]) -> Completed {
    let support = |others: &[u32]| -> u32 {
        let sets = (0..with.len()).filter(|&at| {
            let set = with.set(at);
            others.iter().all(|other| set.binary_search(other).is_ok())
        });
        sets.map(|at| with.weight[at]).sum()
    };
    others.sort_unstable();
    let mut at = 0;
    while at < others.len() {
        let mut fewer = others.clone();
        fewer.remove(at);
        match support(&fewer) < k {
            true => others = fewer,
            false => at += 1,
        }
    }
    Completed {
        support: support(&others),
        others: others.iter().map(|&place| tried[place as usize]).collect(),
    }
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
        progress.check_every(4_096, at)?;
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
