//! Where a search stands: the cut, what of it is kept, and why the rest is not.

use super::ground::Ground;
use super::rows::{Rows, SplitRoom};
use cloakroom_core::{Progress, Stopped};
use std::collections::HashMap;

/// What a threat is: a set of at most `size` nodes that occurs, in fewer than `k` baskets.
#[derive(Clone, Copy, Debug)]
pub struct Aim {
    pub k: u32,
    pub size: u32,
}

impl Aim {
    /// What is left to look for beside so many nodes.
    pub fn with_others(self, nodes: u32) -> Self {
        Self {
            k: self.k,
            size: self.size.saturating_sub(nodes),
        }
    }
}

/// Stands for no node.
pub const NONE: u32 = u32::MAX;

#[derive(Clone, Debug)]
pub struct State {
    /// Grows with every step.
    pub version: u64,
    /// By rank, ascending.
    pub cut: Vec<u32>,
    pub rows: Rows,
    /// By number of leaf: the node of the cut above it, and that one's child above it if it has any.
    pub shown: Vec<u32>,
    pub below: Vec<u32>,
    /// By rank. False for nodes that are not in the cut.
    pub is_kept: Vec<bool>,
    /// For every suppressed node a set of kept nodes of better rank that is a threat together with it.
    pub witness: HashMap<u32, Vec<u32>>,
    /// For every node in such a set the nodes that it speaks against.
    pub blocks: HashMap<u32, Vec<u32>>,
    pub cost: u64,
    /// The part of the cost that is due to suppression.
    pub gone: u64,
}

/// What replacing one node by its children brings.
#[derive(Clone, Debug)]
pub struct Change {
    pub cost: u64,
    /// Of the children, and of the other nodes that are decided otherwise or for another reason.
    pub decisions: Vec<Decision>,
}

#[derive(Clone, Debug)]
pub struct Decision {
    pub rank: u32,
    /// For a node that is suppressed: kept nodes of better rank that are a threat together with it.
    pub witness: Option<Vec<u32>>,
}

impl Decision {
    pub fn keeps(&self) -> bool {
        self.witness.is_none()
    }
}

impl State {
    pub fn new(ground: &Ground, aim: Aim) -> Self {
        let root = ground.root;
        let is_rare = (1..aim.k).contains(&ground.support[root as usize]);
        let mut is_kept = vec![false; ground.nodes()];
        is_kept[root as usize] = !is_rare;
        let gone = u64::from(is_rare) * ground.gone[root as usize];
        let mut state = Self {
            version: 0,
            cut: vec![root],
            rows: Rows::new(ground),
            shown: vec![root; ground.leaf_count()],
            below: vec![NONE; ground.leaf_count()],
            is_kept,
            witness: is_rare.then(|| (root, Vec::new())).into_iter().collect(),
            blocks: HashMap::new(),
            cost: ground.general[root as usize] + gone,
            gone,
        };
        state.look_below(ground, root);
        state
    }

    fn look_below(&mut self, ground: &Ground, rank: u32) {
        self.shown[ground.leaves(rank)].fill(rank);
        self.below[ground.leaves(rank)].fill(NONE);
        for &child in ground.children(rank) {
            self.below[ground.leaves(child)].fill(child);
        }
    }

    /// Goes on to the cut with the children of a node in its place.
    pub fn accept(
        &mut self,
        ground: &Ground,
        rank: u32,
        change: &Change,
        room: &mut SplitRoom,
        progress: &Progress,
    ) -> Result<(), Stopped> {
        self.version += 1;
        self.rows.replace(ground, rank, room, progress)?;
        self.cut.retain(|&other| other != rank);
        self.cut.extend(ground.children(rank));
        self.cut.sort_unstable();
        for &child in ground.children(rank) {
            self.look_below(ground, child);
        }
        self.is_kept[rank as usize] = false;
        self.witness.remove(&rank);
        for Decision { rank, witness } in &change.decisions {
            self.is_kept[*rank as usize] = witness.is_none();
            match witness {
                Some(witness) => self.witness.insert(*rank, witness.clone()),
                None => self.witness.remove(rank),
            };
        }
        self.cost = change.cost;
        self.gone = self
            .witness
            .keys()
            .map(|&rank| ground.gone[rank as usize])
            .sum();
        self.blocks.clear();
        for (&rank, witness) in &self.witness {
            for &member in witness {
                self.blocks.entry(member).or_default().push(rank);
            }
        }
        Ok(())
    }
}
