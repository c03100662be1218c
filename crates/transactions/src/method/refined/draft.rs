//! A release in the making: what every occurrence is shown as, and who shows what.

use super::ground::Ground;
use crate::transactions::GONE;

#[derive(Clone, Debug)]
pub struct Draft<'a> {
    pub ground: &'a Ground,
    /// Parallel to `Ground::leaf`.
    pub shown: Vec<u32>,
    /// The labels of every basket, ascending, in the room of its leaves.
    label: Vec<u32>,
    labels: Vec<u32>,
    /// By node: the baskets that show it, ascending.
    carriers: Vec<Vec<u32>>,
    /// The loss of all of it, in units.
    pub cost: u64,
}

impl<'a> Draft<'a> {
    /// Nothing is shown.
    pub fn empty(ground: &'a Ground) -> Self {
        let occurrences = |basket: usize| ground.places(basket).len() as u64;
        let weighted = (0..ground.len()).map(|at| occurrences(at) * u64::from(ground.weight[at]));
        Self {
            shown: vec![GONE; ground.leaf.len()],
            label: vec![GONE; ground.leaf.len()],
            labels: vec![0; ground.len()],
            carriers: vec![Vec::new(); ground.node.len()],
            cost: weighted.sum::<u64>() * ground.unit,
            ground,
        }
    }

    /// Shows this, parallel to `Ground::leaf`.
    pub fn of(ground: &'a Ground, shown: Vec<u32>) -> Self {
        let mut draft = Self::empty(ground);
        for basket in 0..ground.len() {
            let weight = u64::from(ground.weight[basket]);
            for place in ground.places(basket) {
                let label = shown[place];
                if label != GONE {
                    draft.cost -= weight * draft.gain(label);
                    if !draft.has(basket as u32, label) {
                        draft.insert(basket as u32, label);
                        draft.carriers[label as usize].push(basket as u32);
                    }
                }
            }
        }
        draft.shown = shown;
        draft
    }

    pub fn carriers(&self, label: u32) -> &[u32] {
        &self.carriers[label as usize]
    }

    /// What a basket shows, ascending.
    pub fn labels(&self, basket: u32) -> &[u32] {
        let from = self.ground.starts[basket as usize] as usize;
        &self.label[from..from + self.labels[basket as usize] as usize]
    }

    pub fn has(&self, basket: u32, label: u32) -> bool {
        self.labels(basket).binary_search(&label).is_ok()
    }

    /// Shows as a label what some baskets, all of which hold something under it, hide under it.
    pub fn reveal(&mut self, label: u32, baskets: &[u32]) {
        let ground = self.ground;
        let gain = self.gain(label);
        let mut fresh = Vec::new();
        for &basket in baskets {
            let mut hidden = 0;
            for place in ground.places_under(basket as usize, label) {
                if self.shown[place] == GONE {
                    self.shown[place] = label;
                    hidden += 1;
                }
            }
            self.cost -= hidden * gain * u64::from(ground.weight[basket as usize]);
            if hidden > 0 && !self.has(basket, label) {
                self.insert(basket, label);
                fresh.push(basket);
            }
        }
        if !fresh.is_empty() {
            let list = &mut self.carriers[label as usize];
            list.append(&mut fresh);
            list.sort_unstable();
        }
    }

    /// Hides what some baskets show as a label under `part` of it. Says which of them show it no more, ascending
    /// as they are.
    pub fn hide(&mut self, label: u32, part: u32, baskets: &[u32]) -> Vec<u32> {
        let ground = self.ground;
        let gain = self.gain(label);
        let mut bare = Vec::new();
        for &basket in baskets {
            let mut shown = 0;
            for place in ground.places_under(basket as usize, part) {
                if self.shown[place] == label {
                    self.shown[place] = GONE;
                    shown += 1;
                }
            }
            self.cost += shown * gain * u64::from(ground.weight[basket as usize]);
            let mut rest = ground.places_under(basket as usize, label);
            if shown > 0 && !rest.any(|place| self.shown[place] == label) {
                self.remove(basket, label);
                bare.push(basket);
            }
        }
        let list = &mut self.carriers[label as usize];
        if bare.len() == list.len() {
            list.clear();
        } else if !bare.is_empty() {
            list.retain(|basket| bare.binary_search(basket).is_err());
        }
        bare
    }

    /// What an occurrence gains by being shown as this.
    fn gain(&self, label: u32) -> u64 {
        self.ground.unit - self.ground.loss[label as usize].min(self.ground.unit)
    }

    fn insert(&mut self, basket: u32, label: u32) {
        let from = self.ground.starts[basket as usize] as usize;
        let count = &mut self.labels[basket as usize];
        *count += 1;
        let room = &mut self.label[from..from + *count as usize];
        let at = room[..room.len() - 1].partition_point(|&other| other < label);
        room.copy_within(at..room.len() - 1, at + 1);
        room[at] = label;
    }

    fn remove(&mut self, basket: u32, label: u32) {
        let from = self.ground.starts[basket as usize] as usize;
        let count = &mut self.labels[basket as usize];
        let room = &mut self.label[from..from + *count as usize];
        if let Ok(at) = room.binary_search(&label) {
            room.copy_within(at + 1.., at);
            *count -= 1;
        }
    }
}
