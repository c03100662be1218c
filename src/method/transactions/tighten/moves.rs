//! What can be done to a cut that makes it cheaper: give back, specialise, generalise, give back in exchange.

use super::state::{Place, State};
use crate::model::pulse::{Pulse, Stopped};
use std::cmp::Reverse;

/// Nodes that are taken away for one that is given back, at most.
const MOST_SACRIFICED: usize = 3;

impl State<'_> {
    /// Shows whatever is suppressed and blocked by nothing, the dearest first.
    pub fn give_back(&mut self, pulse: &Pulse) -> Result<bool, Stopped> {
        let mut hidden = self.hidden();
        hidden.sort_by_key(|&node| (Reverse(self.ground.baskets.suppression_cost(node)), node));
        let before = self.cost;
        for node in hidden {
            if !self.is_blocked(node, pulse)? {
                self.set(node, Place::Shown);
            }
        }
        Ok(self.cost < before)
    }

    fn hidden(&self) -> Vec<u32> {
        let root = self.ground.baskets.tree.root();
        let mut nodes = self.cut_under(root);
        nodes.retain(|&node| self.place(node) == Place::Suppressed);
        nodes
    }

    /// Replaces nodes by their children wherever that is cheaper, children that are blocked being suppressed.
    pub fn specialise(&mut self, pulse: &Pulse) -> Result<bool, Stopped> {
        let root = self.ground.baskets.tree.root();
        let before = self.cost;
        let mut waiting = self.cut_under(root);
        waiting.sort_by_key(|&node| (self.cost_of(node), Reverse(node)));
        while let Some(node) = waiting.pop() {
            pulse.check()?;
            if self.place(node) != Place::Off && self.split(node, pulse)? {
                waiting.extend(self.ground.baskets.tree.children(node));
            }
        }
        Ok(self.cost < before)
    }

    fn split(&mut self, node: u32, pulse: &Pulse) -> Result<bool, Stopped> {
        let baskets = self.ground.baskets;
        let mut children = baskets.tree.children(node).to_vec();
        if children.is_empty() || baskets.occurrences[node as usize] == 0 {
            return Ok(false);
        }
        children.sort_by_key(|&child| (Reverse(baskets.suppression_cost(child)), child));
        let (before, place) = (self.cost, self.place(node));
        self.set(node, Place::Off);
        for &child in &children {
            self.set(child, Place::Suppressed);
        }
        for &child in &children {
            if !self.is_blocked(child, pulse)? {
                self.set(child, Place::Shown);
            }
        }
        // A suppressed node may be parted for nothing: its parts can be given back one by one.
        let pays = self.cost < before || self.cost == before && place == Place::Suppressed;
        if !pays {
            for &child in &children {
                self.set(child, Place::Off);
            }
            self.set(node, place);
        }
        Ok(pays)
    }

    /// Replaces all that lies under a node by the node wherever that is cheaper.
    pub fn generalise(&mut self, pulse: &Pulse) -> Result<bool, Stopped> {
        let before = self.cost;
        let tree = &self.ground.baskets.tree;
        for node in tree.top_down().into_iter().rev() {
            pulse.check()?;
            if tree.is_leaf(node) || self.place(node) != Place::Off {
                continue;
            }
            let under = self.cut_under(node);
            // Above the cut, and not below it.
            if !under.is_empty() {
                self.join(node, &under, pulse)?;
            }
        }
        Ok(self.cost < before)
    }

    fn join(&mut self, node: u32, under: &[u32], pulse: &Pulse) -> Result<(), Stopped> {
        let now: u64 = under.iter().map(|&part| self.cost_of(part)).sum();
        if self.ground.baskets.generalization_cost(node) >= now {
            return Ok(());
        }
        let places: Vec<Place> = under.iter().map(|&part| self.place(part)).collect();
        for &part in under {
            self.set(part, Place::Off);
        }
        if self.is_blocked(node, pulse)? {
            for (&part, place) in under.iter().zip(places) {
                self.set(part, place);
            }
        } else {
            self.set(node, Place::Shown);
        }
        Ok(())
    }

    /// Gives a suppressed node back for cheaper ones that block it.
    pub fn exchange(&mut self, pulse: &Pulse) -> Result<bool, Stopped> {
        let mut hidden = self.hidden();
        hidden.sort_by_key(|&node| (Reverse(self.ground.baskets.suppression_cost(node)), node));
        let before = self.cost;
        for node in hidden {
            pulse.check()?;
            if self.place(node) == Place::Suppressed {
                self.buy(node, pulse)?;
            }
        }
        Ok(self.cost < before)
    }

    fn buy(&mut self, node: u32, pulse: &Pulse) -> Result<(), Stopped> {
        let baskets = self.ground.baskets;
        let mut left = baskets.suppression_cost(node);
        let mut sold = Vec::new();
        while self.is_blocked(node, pulse)? {
            let cheapest = self
                .witness
                .iter()
                .copied()
                .min_by_key(|&other| (baskets.suppression_cost(other), other));
            let Some(other) = cheapest.filter(|_| sold.len() < MOST_SACRIFICED) else {
                return self.undo(&sold);
            };
            let price = baskets.suppression_cost(other);
            if price >= left {
                return self.undo(&sold);
            }
            left -= price;
            self.set(other, Place::Suppressed);
            sold.push(other);
        }
        self.set(node, Place::Shown);
        // What was given away may be back for nothing.
        for other in sold.into_iter().rev() {
            if !self.is_blocked(other, pulse)? {
                self.set(other, Place::Shown);
            }
        }
        Ok(())
    }

    fn undo(&mut self, sold: &[u32]) -> Result<(), Stopped> {
        for &other in sold {
            self.set(other, Place::Shown);
        }
        Ok(())
    }
}
