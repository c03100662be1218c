//! Between two groups: the record to move or the two to swap that lower the error most.

use super::part::{GAIN, Part};
use cloakroom_core::{Progress, Stopped};

#[derive(Clone, Copy, Debug)]
enum Exchange {
    Move { record: u32, from: u32, to: u32 },
    Swap { a: u32, b: u32 },
}

impl Part<'_> {
    /// Exchanges between groups that wait and those near to them until none lowers the error.
    pub fn settle(&mut self, budget: u64, progress: &Progress) -> Result<(), Stopped> {
        while self.work < budget {
            let Some(group) = self.queue.pop() else { break };
            progress.check()?;
            self.is_queued[group as usize] = false;
            self.settle_group(group);
        }
        Ok(())
    }

    /// Like [`Self::settle`], to the end.
    pub fn settle_all(&mut self) {
        while let Some(group) = self.queue.pop() {
            self.is_queued[group as usize] = false;
            self.settle_group(group);
        }
    }

    fn settle_group(&mut self, group: u32) {
        if self.members[group as usize].is_empty() {
            return;
        }
        let mut around = std::mem::take(&mut self.around);
        self.list_around(group, &mut around);
        for &other in &around {
            if let Some(exchange) = self.best_exchange(group, other) {
                self.apply(exchange);
                self.enqueue(other);
                self.enqueue(group);
                break;
            }
        }
        self.around = around;
    }

    /// The groups of the records near to a group's.
    pub fn list_around(&mut self, group: u32, around: &mut Vec<u32>) {
        around.clear();
        self.seen_at += 1;
        self.seen[group as usize] = self.seen_at;
        for &member in &self.members[group as usize] {
            for &near in &self.near[member as usize * self.near_each..][..self.near_each] {
                if near == super::part::NONE {
                    break;
                }
                let other = self.group_of[near as usize];
                if self.seen[other as usize] != self.seen_at {
                    self.seen[other as usize] = self.seen_at;
                    around.push(other);
                }
            }
        }
    }

    fn best_exchange(&mut self, a: u32, b: u32) -> Option<Exchange> {
        let mut to_b = std::mem::take(&mut self.buffers.0);
        let mut to_a = std::mem::take(&mut self.buffers.1);
        let (size_a, size_b) = (
            self.members[a as usize].len(),
            self.members[b as usize].len(),
        );
        to_b.clear();
        to_a.clear();
        for at in 0..size_a {
            let distance = self.centre_distance(self.members[a as usize][at], b);
            to_b.push(distance);
        }
        for at in 0..size_b {
            let distance = self.centre_distance(self.members[b as usize][at], a);
            to_a.push(distance);
        }
        let mut best = (-GAIN, None);
        self.best_move(a, b, &to_b, &mut best);
        self.best_move(b, a, &to_a, &mut best);
        let weight = 1.0 / size_a as f64 + 1.0 / size_b as f64;
        let mut least_gain = f64::INFINITY;
        let mut far = 0.0f64;
        for (at, &distance) in to_a.iter().enumerate() {
            let own = self.own[self.members[b as usize][at] as usize];
            least_gain = least_gain.min(distance - own);
            far = far.max(distance);
        }
        for (at_a, &distance_a) in to_b.iter().enumerate() {
            let record_a = self.members[a as usize][at_a];
            let own_a = self.own[record_a as usize];
            let gain_a = distance_a - own_a;
            // Two records are at most twice as far apart, squared, as both are from a place between.
            if gain_a + least_gain - 2.0 * weight * (own_a + far) >= best.0 {
                continue;
            }
            for (at_b, &distance_b) in to_a.iter().enumerate() {
                let record_b = self.members[b as usize][at_b];
                let own_b = self.own[record_b as usize];
                let change = gain_a + distance_b - own_b;
                let apart = (own_a + distance_b).min(own_b + distance_a);
                if change - 2.0 * weight * apart >= best.0 {
                    continue;
                }
                let change = change - weight * self.between(record_a, record_b);
                if change < best.0 {
                    best = (
                        change,
                        Some(Exchange::Swap {
                            a: record_a,
                            b: record_b,
                        }),
                    );
                }
            }
        }
        self.buffers = (to_b, to_a);
        best.1
    }

    fn best_move(&self, from: u32, to: u32, distances: &[f64], best: &mut (f64, Option<Exchange>)) {
        let (size_from, size_to) = (distances.len(), self.members[to as usize].len());
        if size_from <= self.k || size_to + 1 >= 2 * self.k {
            return;
        }
        let enter = size_to as f64 / (size_to as f64 + 1.0);
        let leave = size_from as f64 / (size_from as f64 - 1.0);
        for (&record, &distance) in self.members[from as usize].iter().zip(distances) {
            let change = enter * distance - leave * self.own[record as usize];
            if change < best.0 {
                *best = (change, Some(Exchange::Move { record, from, to }));
            }
        }
    }

    fn apply(&mut self, exchange: Exchange) {
        match exchange {
            Exchange::Move { record, from, to } => {
                self.touch(from);
                self.touch(to);
                self.members[from as usize].retain(|&member| member != record);
                self.members[to as usize].push(record);
                self.refresh(from);
                self.refresh(to);
            }
            Exchange::Swap { a, b } => {
                let (group_a, group_b) = (self.group_of[a as usize], self.group_of[b as usize]);
                self.touch(group_a);
                self.touch(group_b);
                for (group, leaves, enters) in [(group_a, a, b), (group_b, b, a)] {
                    for member in &mut self.members[group as usize] {
                        if *member == leaves {
                            *member = enters;
                        }
                    }
                }
                self.refresh(group_a);
                self.refresh(group_b);
            }
        }
    }
}
