//! The search when only single items are known: no node matters to another, so what each brings is known
//! beforehand.

use super::ground::Ground;
use crate::method::{Round, Step};
use crate::transactions::Cut;
use cloakroom_core::{Progress, Stopped};
use std::collections::BTreeSet;

pub fn descend(
    ground: &Ground,
    floor: &[bool],
    k: u32,
    remembered: usize,
    progress: &Progress,
) -> Result<(Cut, Round), Stopped> {
    let is_rare = |rank: u32| (1..k).contains(&ground.support[rank as usize]);
    let cost_of = |rank: u32| {
        let at = rank as usize;
        ground.general[at] + if is_rare(rank) { ground.gone[at] } else { 0 }
    };
    let gain = |rank: u32| {
        let below: u64 = ground
            .children(rank)
            .iter()
            .map(|&child| cost_of(child))
            .sum();
        below as i64 - cost_of(rank) as i64
    };
    let can_be_replaced = |rank: u32| !ground.is_leaf(rank) && !floor[rank as usize];
    let mut cut: BTreeSet<u32> = BTreeSet::from([ground.root]);
    let mut gone: BTreeSet<u32> = cut.iter().copied().filter(|&rank| is_rare(rank)).collect();
    let mut cost = cost_of(ground.root);
    let mut waiting: BTreeSet<(i64, u32)> = BTreeSet::new();
    let mut added = vec![ground.root];
    let mut specialised = None;
    let mut round = Round {
        size: 1,
        steps: Vec::new(),
    };
    loop {
        progress.check()?;
        let candidates = added.drain(..).filter(|&rank| can_be_replaced(rank));
        waiting.extend(candidates.map(|rank| (gain(rank), rank)));
        let total = |gain: i64| (cost as i64 + gain) as u64;
        let cheapest = waiting.iter().take(remembered);
        round.steps.push(Step {
            specialised,
            suppressed: ground.in_tree_order(gone.iter().copied()),
            cost,
            tried: cheapest
                .map(|&(gain, rank)| (ground.node(rank), total(gain)))
                .collect(),
        });
        let Some((gain, rank)) = waiting.pop_first().filter(|first| first.0 < 0) else {
            break;
        };
        cost = total(gain);
        cut.remove(&rank);
        gone.remove(&rank);
        added.extend(ground.children(rank));
        cut.extend(&added);
        gone.extend(added.iter().filter(|&&rank| is_rare(rank)));
        specialised = Some(ground.node(rank));
    }
    let found = Cut {
        nodes: ground.in_tree_order(cut),
        suppressed: ground.in_tree_order(gone),
    };
    Ok((found, round))
}
