//! A few baskets side by side: does one of them hold a set that too few of the others hold?
//!
//! A set inside a basket is rare only if, of any k baskets, one lacks an item of it. So the k baskets nearest to
//! the one in question say which items such a set can have: one that any of them lacks. If each of them holds
//! all of it, there is none.

use super::quest::{Aim, Halt, Quest};
use super::rare::Group;

#[derive(Default)]
pub(super) struct Board {
    /// Words of 64 items per row.
    words: usize,
    bits: Vec<u64>,
    weight: Vec<u32>,
    is_open: Vec<bool>,
    /// Rows that hold all of the set in question, end to end for every item of it.
    alive: Vec<u32>,
    /// Items that the set may still be given, likewise.
    allowed: Vec<u64>,
    /// By item: the weight of the rows that lack it.
    lacking: Vec<u32>,
    /// Items that some of the nearest rows lack.
    lacked: Vec<u64>,
    by_distance: Vec<(u32, u32)>,
}

/// What is known of one set: where its rows and items lie.
#[derive(Clone, Copy)]
struct Node {
    from: usize,
    support: u32,
    size: u32,
}

impl Board {
    /// `number` is room by item, all zero, and left so.
    pub fn lay(&mut self, groups: &[Group<'_>], number: &mut [u32]) {
        let mut items: Vec<u32> = Vec::new();
        for group in groups.iter().filter(|group| group.is_open) {
            for &item in group.rest {
                if number[item as usize] == 0 {
                    items.push(item);
                    number[item as usize] = items.len() as u32;
                }
            }
        }
        self.words = items.len().div_ceil(64);
        self.bits.clear();
        self.bits.resize(groups.len() * self.words, 0);
        for (group, bits) in groups.iter().zip(self.bits.chunks_exact_mut(self.words)) {
            for &item in group.rest {
                if let Some(at) = number[item as usize].checked_sub(1) {
                    bits[at as usize / 64] |= 1 << (at % 64);
                }
            }
        }
        self.weight.clear();
        self.weight.extend(groups.iter().map(|group| group.weight));
        self.is_open.clear();
        self.is_open
            .extend(groups.iter().map(|group| group.is_open));
        self.lacking.clear();
        self.lacking.resize(self.words * 64, 0);
        for item in items {
            number[item as usize] = 0;
        }
    }

    /// `mark` is told of every row that holds a set that is looked for; all rows hold the same `size` items
    /// besides what is on the board.
    pub fn look(
        &mut self,
        size: u32,
        quest: &Quest<'_>,
        mark: &impl Fn(usize),
    ) -> Result<(), Halt> {
        let support: u32 = self.weight.iter().sum();
        for row in 0..self.weight.len() {
            if !self.is_open[row] {
                continue;
            }
            self.alive.clear();
            self.alive.extend(0..self.weight.len() as u32);
            self.allowed.clear();
            let own = row * self.words..(row + 1) * self.words;
            self.allowed.extend_from_slice(&self.bits[own]);
            let node = Node {
                from: 0,
                support,
                size,
            };
            self.descend(node, quest, mark)?;
        }
        Ok(())
    }

    /// Whether rows were marked. The node's rows are the last of `alive`, its items the last of `allowed`.
    fn descend(
        &mut self,
        node: Node,
        quest: &Quest<'_>,
        mark: &impl Fn(usize),
    ) -> Result<bool, Halt> {
        if node.support < quest.below() && node.size <= quest.most() {
            for &row in &self.alive[node.from..] {
                self.is_open[row as usize] &= quest.aim != Aim::Rows;
                mark(row as usize);
            }
            quest.found(node.support, node.size)?;
            if quest.aim == Aim::Rows {
                return Ok(true);
            }
        }
        let items = self.allowed.len() - self.words;
        let mut any = false;
        loop {
            let more = quest.most().saturating_sub(node.size);
            if more == 0 {
                return Ok(any);
            }
            quest.spend((self.alive.len() - node.from) as u64)?;
            let Some(item) = self.next_item(node, items, more, quest.below()) else {
                return Ok(any);
            };
            let (word, bit) = (item / 64, 1u64 << (item % 64));
            self.allowed[items + word] &= !bit;
            let inner = Node {
                from: self.alive.len(),
                support: node.support - self.lacking[item],
                size: node.size + 1,
            };
            for at in node.from..inner.from {
                let row = self.alive[at];
                if self.bits[row as usize * self.words + word] & bit != 0 {
                    self.alive.push(row);
                }
            }
            self.allowed.extend_from_within(items..);
            let found = self.descend(inner, quest, mark)?;
            self.alive.truncate(inner.from);
            self.allowed.truncate(items + self.words);
            any |= found;
            if found && quest.aim == Aim::Rows {
                return Ok(true);
            }
        }
    }

    /// The item to try next, or none if no set of `more` items, all of them still allowed, makes the node's set
    /// rare. Leaves in `lacking` how many of its rows lack each item.
    fn next_item(&mut self, node: Node, items: usize, more: u32, below: u32) -> Option<usize> {
        self.lacking.fill(0);
        self.by_distance.clear();
        let allowed = &self.allowed[items..];
        let mut holding_all = 0;
        for &row in &self.alive[node.from..] {
            let weight = self.weight[row as usize];
            let bits = &self.bits[row as usize * self.words..][..self.words];
            let mut distance = 0;
            for (word, (&bits, &allowed)) in bits.iter().zip(allowed).enumerate() {
                let mut lacks = allowed & !bits;
                distance += lacks.count_ones();
                while lacks != 0 {
                    let item = word * 64 + lacks.trailing_zeros() as usize;
                    self.lacking[item] += weight;
                    lacks &= lacks - 1;
                }
            }
            if distance == 0 {
                holding_all += weight;
                if holding_all >= below {
                    return None;
                }
            }
            self.by_distance.push((distance, row));
        }
        if node.support.saturating_sub(most_of(&self.lacking, more)) >= below {
            return None;
        }
        self.by_distance.sort_unstable();
        self.lacked.clear();
        self.lacked.resize(self.words, 0);
        let mut weight = 0;
        for &(_, row) in &self.by_distance {
            weight += self.weight[row as usize];
            let bits = &self.bits[row as usize * self.words..][..self.words];
            for ((lacked, &bits), &allowed) in self.lacked.iter_mut().zip(bits).zip(allowed) {
                *lacked |= allowed & !bits;
            }
            if weight >= below {
                break;
            }
        }
        let mut best: Option<usize> = None;
        for (word, &lacked) in self.lacked.iter().enumerate() {
            let mut lacked = lacked;
            while lacked != 0 {
                let item = word * 64 + lacked.trailing_zeros() as usize;
                if best.is_none_or(|best| self.lacking[best] < self.lacking[item]) {
                    best = Some(item);
                }
                lacked &= lacked - 1;
            }
        }
        best
    }
}

/// The sum of the largest so many, at most: no set of so many items is lacked by more.
fn most_of(lacking: &[u32], more: u32) -> u32 {
    if more == 1 {
        return lacking.iter().copied().max().unwrap_or(0);
    }
    let mut largest: Vec<u32> = lacking
        .iter()
        .copied()
        .filter(|&weight| weight > 0)
        .collect();
    largest.sort_unstable_by(|a, b| b.cmp(a));
    let sum: u64 = largest
        .iter()
        .take(more as usize)
        .map(|&weight| u64::from(weight))
        .sum();
    sum.min(u64::from(u32::MAX)) as u32
}
