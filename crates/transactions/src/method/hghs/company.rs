//! The baskets with one node, as sets of the other nodes in them, and the search for rare sets among these.

use super::state::Aim;
use crate::profile::finder::Finder;
use crate::profile::sets::{Sets, add_weight};
use cloakroom_core::{Lists, Progress, Stopped};

/// Sets of ranks, ascending; room to work in is kept between two looks.
#[derive(Clone, Debug, Default)]
pub struct Company {
    pub sets: Sets,
    /// By rank: the weight of the sets with that node. Zero everywhere between two looks.
    count: Vec<u32>,
    /// The nodes that occur, ascending.
    present: Vec<u32>,
    /// By rank: its place in `present`.
    place: Vec<u32>,
    /// By place: the sets that hold the node, and where.
    holders: Lists<(u32, u32)>,
    /// By rank: the weight of the sets with that node and another one. Zero everywhere between two looks.
    pair: Vec<u32>,
    paired: Vec<u32>,
    /// By rank. False everywhere between two looks.
    has_fallen: Vec<bool>,
    below: Sets,
    finder: Finder,
}

/// A node that falls, and nodes before it that make it fall, none of which falls itself.
pub type Victim = (u32, Vec<u32>);

impl Company {
    /// A set of nodes that is rare.
    pub fn rare(
        &mut self,
        nodes: usize,
        aim: Aim,
        progress: &Progress,
    ) -> Result<Option<Vec<u32>>, Stopped> {
        progress.check()?;
        let Aim { k, size } = aim;
        if size == 0 || self.sets.is_empty() {
            return Ok(None);
        }
        self.tally(nodes);
        let counts = self.present.iter();
        let rarest = counts.map(|&rank| (self.count[rank as usize], rank)).min();
        let found = match rarest {
            Some((count, rank)) if count < k => Some(vec![rank]),
            _ if size == 2 => self.rare_pair(k),
            _ => None,
        };
        self.forget();
        if found.is_some() || size < 3 {
            return Ok(found);
        }
        let found = self.finder.rare(&self.sets, nodes, k, size, progress)?;
        Ok(found.map(<[u32]>::to_vec))
    }

    /// All nodes from `from` on that are in a rare set of nodes up to them, without those that fell before.
    /// No more are looked for once they cost more than `budget`; `costs` is by rank.
    pub fn victims(
        &mut self,
        aim: Aim,
        from: u32,
        costs: &[u64],
        budget: u64,
        progress: &Progress,
    ) -> Result<Vec<Victim>, Stopped> {
        let nodes = costs.len();
        self.tally(nodes);
        if aim.size > 1 {
            self.list_holders();
        }
        let mut victims: Vec<Victim> = Vec::new();
        let mut spent = 0;
        let first = self.present.partition_point(|&rank| rank < from);
        for place in first..self.present.len() {
            let rank = self.present[place];
            if let Some(others) = self.falls(place, aim, progress)? {
                self.has_fallen[rank as usize] = true;
                victims.push((rank, others));
                spent += costs[rank as usize];
            }
            if spent > budget {
                break;
            }
        }
        for &(rank, _) in &victims {
            self.has_fallen[rank as usize] = false;
        }
        self.forget();
        Ok(victims)
    }

    /// Nodes before the one at a place that make a rare set with it.
    fn falls(
        &mut self,
        place: usize,
        aim: Aim,
        progress: &Progress,
    ) -> Result<Option<Vec<u32>>, Stopped> {
        let Aim { k, size } = aim;
        if self.count[self.present[place] as usize] < k {
            return Ok(Some(Vec::new()));
        }
        if size < 2 {
            return Ok(None);
        }
        if let Some(other) = self.rare_companion(place, k) {
            return Ok(Some(vec![other]));
        }
        if size < 3 {
            return Ok(None);
        }
        self.below.clear();
        for &(set, end) in &self.holders[place] {
            let before = &self.sets.set(set as usize)[..end as usize];
            let before = before
                .iter()
                .filter(|&&rank| !self.has_fallen[rank as usize]);
            self.below.item.extend(before);
            self.below.close(self.sets.weight[set as usize]);
        }
        let nodes = self.count.len();
        let found = self
            .finder
            .rare(&self.below, nodes, k, size - 1, progress)?;
        Ok(found.map(<[u32]>::to_vec))
    }

    fn tally(&mut self, nodes: usize) {
        self.count.resize(nodes, 0);
        self.pair.resize(nodes, 0);
        self.place.resize(nodes, 0);
        self.has_fallen.resize(nodes, false);
        self.present.clear();
        for at in 0..self.sets.len() {
            let weight = self.sets.weight[at];
            for &rank in self.sets.set(at) {
                if self.count[rank as usize] == 0 {
                    self.present.push(rank);
                }
                self.count[rank as usize] += weight;
            }
        }
        self.present.sort_unstable();
    }

    fn forget(&mut self) {
        for &rank in &self.present {
            self.count[rank as usize] = 0;
        }
    }

    fn list_holders(&mut self) {
        for (place, &rank) in self.present.iter().enumerate() {
            self.place[rank as usize] = place as u32;
        }
        let (sets, place) = (&self.sets, &self.place);
        let pairs = (0..sets.len() as u32).flat_map(|set| {
            let ranks = sets.set(set as usize).iter().zip(0..);
            ranks.map(move |(&rank, at)| (place[rank as usize], (set, at)))
        });
        self.holders.sort(self.present.len(), pairs);
    }

    /// Looks at the worst ranks first: these are the rarest nodes.
    fn rare_pair(&mut self, k: u32) -> Option<Vec<u32>> {
        self.list_holders();
        (0..self.present.len()).rev().find_map(|place| {
            let other = self.rare_companion(place, k)?;
            Some(vec![self.present[place], other])
        })
    }

    /// A node before the one at a place that makes a rare pair with it.
    fn rare_companion(&mut self, place: usize, k: u32) -> Option<u32> {
        for &(set, end) in &self.holders[place] {
            let weight = self.sets.weight[set as usize];
            for &other in &self.sets.set(set as usize)[..end as usize] {
                add_weight(&mut self.pair, &mut self.paired, other, weight);
            }
        }
        let is_rare =
            |&&other: &&u32| self.pair[other as usize] < k && !self.has_fallen[other as usize];
        let found = self.paired.iter().filter(is_rare).min().copied();
        for other in self.paired.drain(..) {
            self.pair[other as usize] = 0;
        }
        found
    }
}
