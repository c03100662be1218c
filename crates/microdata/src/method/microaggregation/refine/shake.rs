//! Trials: a few groups are taken apart and put together otherwise, then exchanges follow; kept if that was better.

use super::part::Part;
use cloakroom_core::Random;

impl Part<'_> {
    pub fn try_shake(&mut self, random: &mut Random) {
        self.work += self.cost_of_distance;
        self.begin();
        let record = random.below(self.len()) as u32;
        match random.below(8) {
            0 | 1 => self.gather(record, random),
            2 => self.dissolve(record),
            3 | 4 => self.remix_two(record, random),
            5 => self.remix_three(record, random),
            _ => self.kick(record, random),
        }
        let mut touched = std::mem::take(&mut self.around);
        touched.clear();
        self.list_touched(&mut touched);
        for &group in &touched {
            if self.members[group as usize].len() >= 2 * self.k {
                self.split(group);
            }
        }
        self.list_touched(&mut touched);
        for &group in &touched {
            if !self.members[group as usize].is_empty() {
                self.enqueue(group);
            }
        }
        self.around = touched;
        self.settle_all();
        self.end();
    }

    /// A group of a record near to this one, but in another group.
    fn other_group(&self, record: u32, random: &mut Random) -> Option<u32> {
        let own = self.group_of[record as usize];
        let near = self.near(record);
        if near.is_empty() {
            return None;
        }
        let start = random.below(near.len());
        (0..near.len())
            .map(|step| self.group_of[near[(start + step) % near.len()] as usize])
            .find(|&group| group != own)
    }

    /// A new group of a record and the nearest ones; groups that become too small are dissolved.
    fn gather(&mut self, record: u32, random: &mut Random) {
        let mut around = Vec::new();
        self.seen_at += 1;
        let own = self.group_of[record as usize];
        self.seen[own as usize] = self.seen_at;
        around.push(own);
        for at in 0..self.near(record).len() {
            let group = self.group_of[self.near(record)[at] as usize];
            if self.seen[group as usize] != self.seen_at {
                self.seen[group as usize] = self.seen_at;
                around.push(group);
            }
        }
        let blur = if random.below(2) == 0 { 0.0 } else { 0.5 };
        let mut pool = Vec::new();
        for &group in &around {
            for at in 0..self.members[group as usize].len() {
                let member = self.members[group as usize][at];
                if member != record {
                    let distance = self.between(record, member) * (1.0 + blur * random.unit());
                    pool.push((distance, member));
                }
            }
        }
        if pool.len() + 1 < self.k {
            return;
        }
        pool.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
        let Some(new) = self.fresh() else { return };
        let mut members = vec![record];
        members.extend(pool[..self.k - 1].iter().map(|&(_, member)| member));
        for &group in &around {
            self.touch(group);
        }
        for &member in &members {
            self.group_of[member as usize] = new;
        }
        self.members[new as usize] = members;
        let mut homeless = Vec::new();
        for &group in &around {
            let group_of = &self.group_of;
            self.members[group as usize].retain(|&member| group_of[member as usize] == group);
            let count = self.members[group as usize].len();
            if count < self.k {
                homeless.append(&mut self.members[group as usize]);
                self.emptied(group);
            } else {
                self.refresh(group);
            }
        }
        self.refresh(new);
        self.house(&homeless, new);
    }

    /// Puts records that have no group where they cost least.
    fn house(&mut self, homeless: &[u32], fallback: u32) {
        for &record in homeless {
            let mut best = (f64::INFINITY, fallback);
            self.seen_at += 1;
            for at in 0..self.near(record).len() {
                let near = self.near(record)[at];
                let group = self.group_of[near as usize];
                let size = self.members[group as usize].len();
                if size == 0 || self.seen[group as usize] == self.seen_at {
                    continue;
                }
                self.seen[group as usize] = self.seen_at;
                if size >= 3 * self.k {
                    continue;
                }
                let cost = self.centre_distance(record, group) * size as f64 / (size as f64 + 1.0);
                if cost < best.0 {
                    best = (cost, group);
                }
            }
            let home = best.1;
            self.touch(home);
            self.members[home as usize].push(record);
            self.refresh(home);
        }
    }

    /// Dissolves a record's group.
    fn dissolve(&mut self, record: u32) {
        let group = self.group_of[record as usize];
        let fallback = self
            .near(record)
            .iter()
            .map(|&near| self.group_of[near as usize])
            .find(|&other| other != group);
        let Some(fallback) = fallback else { return };
        self.touch(group);
        let homeless = std::mem::take(&mut self.members[group as usize]);
        self.emptied(group);
        self.house(&homeless, fallback);
    }

    /// Two groups parted anew between two of their records.
    fn remix_two(&mut self, record: u32, random: &mut Random) {
        let a = self.group_of[record as usize];
        let Some(b) = self.other_group(record, random) else {
            return;
        };
        self.touch(a);
        self.touch(b);
        let mut pool = std::mem::take(&mut self.members[a as usize]);
        pool.append(&mut self.members[b as usize]);
        let one = pool[random.below(pool.len())];
        let other = pool[random.below(pool.len())];
        self.part_between(&pool, one, other, Some(random), a, b);
    }

    /// Parts records by whether they are nearer to one or to the other of two, at least `k` to each.
    fn part_between(
        &mut self,
        pool: &[u32],
        one: u32,
        other: u32,
        random: Option<&mut Random>,
        a: u32,
        b: u32,
    ) {
        let mut keyed: Vec<(f64, u32)> = pool
            .iter()
            .map(|&member| {
                (
                    self.between(member, one) - self.between(member, other),
                    member,
                )
            })
            .collect();
        keyed.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
        let (least, most) = (self.k, keyed.len() - self.k);
        let cut = match random {
            Some(random) => least + random.below(most - least + 1),
            None => keyed
                .partition_point(|&(key, _)| key < 0.0)
                .clamp(least, most),
        };
        self.members[a as usize].clear();
        self.members[b as usize].clear();
        self.members[a as usize].extend(keyed[..cut].iter().map(|&(_, member)| member));
        self.members[b as usize].extend(keyed[cut..].iter().map(|&(_, member)| member));
        self.refresh(a);
        self.refresh(b);
    }

    /// Three groups made anew: one of them around a random record, the others as they are parted.
    fn remix_three(&mut self, record: u32, random: &mut Random) {
        let a = self.group_of[record as usize];
        let Some(b) = self.other_group(record, random) else {
            return;
        };
        let from = self.members[b as usize][random.below(self.members[b as usize].len())];
        let c = self
            .near(from)
            .iter()
            .map(|&near| self.group_of[near as usize])
            .find(|&group| group != a && group != b);
        let Some(c) = c else { return };
        let mut pool = Vec::new();
        for group in [a, b, c] {
            self.touch(group);
            pool.append(&mut self.members[group as usize]);
        }
        let seed = pool[random.below(pool.len())];
        let mut keyed: Vec<(f64, u32)> = pool
            .iter()
            .map(|&member| (self.between(member, seed), member))
            .collect();
        keyed.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
        let rest: Vec<u32> = keyed[self.k..].iter().map(|&(_, member)| member).collect();
        self.members[c as usize].extend(keyed[..self.k].iter().map(|&(_, member)| member));
        self.refresh(c);
        let one = rest[random.below(rest.len())];
        let other = rest[random.below(rest.len())];
        self.part_between(&rest, one, other, None, a, b);
    }

    /// Moves a record to a near group, one of that group on to a third, and one of the third to where the first was.
    fn kick(&mut self, record: u32, random: &mut Random) {
        let a = self.group_of[record as usize];
        let Some(b) = self.other_group(record, random) else {
            return;
        };
        let second = self.members[b as usize][random.below(self.members[b as usize].len())];
        let c = self.other_group(second, random).unwrap_or(a);
        let third = self.members[c as usize][random.below(self.members[c as usize].len())];
        if third == record {
            return;
        }
        let steps = if c == a {
            vec![(record, a, b), (second, b, a)]
        } else {
            vec![(record, a, b), (second, b, c), (third, c, a)]
        };
        for group in [a, b, c] {
            self.touch(group);
        }
        for &(record, from, to) in &steps {
            self.members[from as usize].retain(|&member| member != record);
            self.members[to as usize].push(record);
        }
        for &(_, from, _) in &steps {
            self.refresh(from);
        }
    }

    /// Parts a group in two, which never raises the error.
    pub fn split(&mut self, group: u32) {
        let Some(new) = self.fresh() else { return };
        self.touch(group);
        let pool = std::mem::take(&mut self.members[group as usize]);
        let farthest = |part: &mut Self, from: Option<u32>| {
            let mut best = (f64::NEG_INFINITY, pool[0]);
            for &member in &pool {
                let distance = match from {
                    Some(from) => part.between(from, member),
                    None => part.own[member as usize],
                };
                if distance > best.0 {
                    best = (distance, member);
                }
            }
            best.1
        };
        let one = farthest(self, None);
        let other = farthest(self, Some(one));
        self.part_between(&pool, one, other, None, group, new);
        self.enqueue(group);
        self.enqueue(new);
    }
}
