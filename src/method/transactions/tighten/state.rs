//! A cut with some of its nodes suppressed, and what every basket shows of it. No set that is looked at is rare: a
//! node is only shown after it was asked about.

use super::ground::Ground;
use crate::model::baskets::Cut;
use crate::model::pulse::{Pulse, Stopped};
use crate::profile::transactions::finder::Finder;
use crate::profile::transactions::sets::Sets;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    /// Above or below the cut.
    Off,
    Shown,
    Suppressed,
}

pub struct State<'a> {
    pub ground: &'a Ground<'a>,
    k: u32,
    m: u32,
    place: Vec<Place>,
    /// By merged basket: the nodes it shows, ascending.
    shown: Vec<Vec<u32>>,
    /// In units.
    pub cost: u64,
    finder: Finder,
    sets: Sets,
    /// The set that was rare at the last question, without the node that was asked about.
    pub witness: Vec<u32>,
}

impl<'a> State<'a> {
    /// Nothing is shown: the root is suppressed.
    pub fn new(ground: &'a Ground<'a>, k: u32, m: u32) -> Self {
        let tree = &ground.baskets.tree;
        let mut place = vec![Place::Off; tree.len()];
        place[tree.root() as usize] = Place::Suppressed;
        Self {
            cost: ground.baskets.unit() * ground.baskets.leaf.len() as u64,
            shown: vec![Vec::new(); ground.weight.len()],
            ground,
            k,
            m,
            place,
            finder: Finder::default(),
            sets: Sets::default(),
            witness: Vec::new(),
        }
    }

    pub fn place(&self, node: u32) -> Place {
        self.place[node as usize]
    }

    /// What a node costs as it is placed.
    pub fn cost_of(&self, node: u32) -> u64 {
        let baskets = self.ground.baskets;
        match self.place(node) {
            Place::Off => 0,
            Place::Shown => baskets.generalization_cost(node),
            Place::Suppressed => baskets.occurrences[node as usize] * baskets.unit(),
        }
    }

    /// Whether showing a node besides what is shown would make a set rare.
    pub fn is_blocked(&mut self, node: u32, pulse: &Pulse) -> Result<bool, Stopped> {
        self.witness.clear();
        let holders = self.ground.holders(node);
        if holders.is_empty() {
            return Ok(false);
        }
        if self.m == 0 || self.k <= 1 {
            return Ok(false);
        }
        if self.ground.support(node) < self.k {
            return Ok(true);
        }
        if self.m == 1 {
            return Ok(false);
        }
        self.sets.clear();
        for &basket in holders {
            let weight = self.ground.weight[basket as usize];
            self.sets.push(&self.shown[basket as usize], weight);
        }
        let items = self.ground.baskets.tree.len();
        let found = self
            .finder
            .rare(&self.sets, items, self.k, self.m - 1, pulse)?;
        self.witness.extend(found.unwrap_or_default());
        Ok(found.is_some())
    }

    pub fn set(&mut self, node: u32, place: Place) {
        let before = self.place(node);
        if before == place {
            return;
        }
        self.cost -= self.cost_of(node);
        self.place[node as usize] = place;
        self.cost += self.cost_of(node);
        if before == Place::Shown {
            for &basket in self.ground.holders(node) {
                let shown = &mut self.shown[basket as usize];
                if let Ok(at) = shown.binary_search(&node) {
                    shown.remove(at);
                }
            }
        }
        if place == Place::Shown {
            for &basket in self.ground.holders(node) {
                let shown = &mut self.shown[basket as usize];
                if let Err(at) = shown.binary_search(&node) {
                    shown.insert(at, node);
                }
            }
        }
    }

    /// The nodes of the cut under a node, that node included, each before what comes after it in the tree.
    pub fn cut_under(&self, node: u32) -> Vec<u32> {
        let mut found = Vec::new();
        let mut waiting = vec![node];
        while let Some(at) = waiting.pop() {
            if self.place(at) == Place::Off {
                waiting.extend(self.ground.baskets.tree.children(at).iter().rev());
            } else {
                found.push(at);
            }
        }
        found
    }

    pub fn cut(&self) -> Cut {
        let nodes = self.cut_under(self.ground.baskets.tree.root());
        Cut {
            suppressed: nodes
                .iter()
                .copied()
                .filter(|&node| self.place(node) == Place::Suppressed)
                .collect(),
            nodes,
        }
    }

    /// Takes over another cut, showing as much of it as may be in the given order; all of it if it keeps the promise.
    pub fn lay(&mut self, cut: &Cut, order: &[u32], pulse: &Pulse) -> Result<(), Stopped> {
        for node in self.cut_under(self.ground.baskets.tree.root()) {
            self.set(node, Place::Off);
        }
        for &node in &cut.nodes {
            self.set(node, Place::Suppressed);
        }
        for &node in order {
            if !self.is_blocked(node, pulse)? {
                self.set(node, Place::Shown);
            }
        }
        Ok(())
    }
}
