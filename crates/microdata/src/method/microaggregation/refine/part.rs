//! One region: its records side by side, its groups with their centres and errors.

use super::near::Near;
use crate::method::microaggregation::points::Points;
use cloakroom_core::{Progress, Random, Stopped};

pub const NONE: u32 = u32::MAX;
/// In a small table, trials that make it a little worse are kept at first: by so much of a group's mean error.
const WARMTH: f64 = 0.05;
const SMALL: usize = 1 << 14;
/// The tolerance reaches 0 when this part of the budget is left, counted from the end.
const WARM: f64 = 1.25;
/// An improvement is more than this; less is rounding.
pub const GAIN: f64 = 1e-10;

/// A group between rounds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Group {
    pub rows: Vec<u32>,
    /// Whether it changed since it was last looked at.
    pub is_dirty: bool,
}

impl Group {
    pub fn new(rows: Vec<u32>) -> Self {
        Self {
            rows,
            is_dirty: true,
        }
    }
}

pub struct Part<'a> {
    points: &'a Points,
    pub k: usize,
    /// The row of every record here.
    rows: Vec<u32>,
    /// Number axes, padded to fours.
    width: usize,
    values: Vec<f64>,
    kinds: usize,
    codes: Vec<u32>,
    /// Near records of the region, `NONE` where there are fewer.
    pub near_each: usize,
    pub near: Vec<u32>,
    pub group_of: Vec<u32>,
    /// Squared distance of every record from its group's centre.
    pub own: Vec<f64>,
    pub members: Vec<Vec<u32>>,
    centres: Vec<f64>,
    pub errors: Vec<f64>,
    /// Of `errors`, what the category axes make up.
    kind_errors: Vec<f64>,
    pub free: Vec<u32>,
    pub queue: Vec<u32>,
    pub is_queued: Vec<bool>,
    /// Groups as they were before the trial that is under way.
    saved: Vec<Saved>,
    saved_in: Vec<u32>,
    pub trial: u32,
    is_trial: bool,
    /// Groups that were empty or became so in the trial.
    taken: Vec<u32>,
    spare: Vec<Vec<u32>>,
    pub seen: Vec<u32>,
    pub seen_at: u32,
    pub around: Vec<u32>,
    pub buffers: (Vec<f64>, Vec<f64>),
    warmth: f64,
    tolerance: f64,
    pub work: u64,
    pub cost_of_distance: u64,
}

struct Saved {
    group: u32,
    members: Vec<u32>,
    error: f64,
}

impl<'a> Part<'a> {
    pub fn new(points: &'a Points, near: &Near, groups: Vec<Group>, k: usize) -> Self {
        let rows: Vec<u32> = groups
            .iter()
            .flat_map(|group| group.rows.iter().copied())
            .collect();
        let width = points.numbers.len().next_multiple_of(4);
        let mut values = vec![0.0; rows.len() * width];
        for (axis, numbers) in points.numbers.iter().enumerate() {
            for (at, &row) in rows.iter().enumerate() {
                values[at * width + axis] = numbers[row as usize];
            }
        }
        let kinds = points.categories.len();
        let mut codes = Vec::with_capacity(rows.len() * kinds);
        for &row in &rows {
            codes.extend(
                points
                    .categories
                    .iter()
                    .map(|axis| axis.codes[row as usize]),
            );
        }
        let mut sorted: Vec<(u32, u32)> =
            rows.iter().zip(0..).map(|(&row, at)| (row, at)).collect();
        sorted.sort_unstable();
        let whole = rows.len() == points.rows();
        let place = |row: u32| {
            if whole {
                return sorted[row as usize].1;
            }
            sorted
                .binary_search_by_key(&row, |&(row, _)| row)
                .map_or(NONE, |at| sorted[at].1)
        };
        let mut near_here = vec![NONE; rows.len() * near.each];
        for (at, &row) in rows.iter().enumerate() {
            let into = near_here[at * near.each..][..near.each].iter_mut();
            let here = near
                .of(row)
                .iter()
                .map(|&row| place(row))
                .filter(|&at| at != NONE);
            into.zip(here).for_each(|(into, at)| *into = at);
        }
        // Groups that a trial empties are not used again in it.
        let slots = rows.len() / k + 64;
        let levels: usize = points.categories.iter().map(|axis| axis.levels.len()).sum();
        let mut part = Self {
            points,
            k,
            width,
            values,
            kinds,
            codes,
            near_each: near.each,
            near: near_here,
            group_of: vec![NONE; rows.len()],
            own: vec![0.0; rows.len()],
            members: vec![Vec::new(); slots],
            centres: vec![0.0; slots * width],
            errors: vec![0.0; slots],
            kind_errors: vec![0.0; slots],
            free: (groups.len() as u32..slots as u32).rev().collect(),
            queue: Vec::new(),
            is_queued: vec![false; slots],
            saved: Vec::new(),
            saved_in: vec![0; slots],
            trial: 0,
            is_trial: false,
            taken: Vec::new(),
            spare: Vec::new(),
            seen: vec![0; slots],
            seen_at: 0,
            around: Vec::new(),
            buffers: Default::default(),
            warmth: if points.rows() <= SMALL { WARMTH } else { 0.0 },
            tolerance: 0.0,
            work: 0,
            cost_of_distance: (width / 4 + 2 * levels + 2) as u64,
            rows,
        };
        let mut next = 0;
        for (at, group) in groups.iter().enumerate() {
            part.members[at] = (next..next + group.rows.len() as u32).collect();
            next += group.rows.len() as u32;
            part.refresh(at as u32);
            if group.is_dirty {
                part.enqueue(at as u32);
            }
        }
        part
    }

    /// Spends the budget, and ends no worse than it began.
    pub fn run(&mut self, budget: u64, seed: u64, progress: &Progress) -> Result<(), Stopped> {
        if self.rows.is_empty() {
            return Ok(());
        }
        let mut random = Random::new(seed, 0);
        for group in 0..self.members.len() as u32 {
            if self.members[group as usize].len() >= 2 * self.k {
                self.split(group);
            }
        }
        self.settle(budget, progress)?;
        let before = (self.members.clone(), self.error());
        let (begun, groups) = (
            self.work,
            self.members
                .iter()
                .filter(|members| !members.is_empty())
                .count(),
        );
        let warmth = self.warmth * before.1 / groups as f64;
        while self.work < budget && !progress.is_enough() {
            progress.check()?;
            let left = 1.0 - WARM * (self.work - begun) as f64 / (budget - begun) as f64;
            self.tolerance = if left > 0.0 && warmth > 0.0 {
                -warmth * left * random.unit().max(1e-9).ln()
            } else {
                0.0
            };
            self.try_shake(&mut random);
        }
        if self.error() > before.1 {
            self.members = before.0;
        }
        Ok(())
    }

    fn error(&self) -> f64 {
        self.errors.iter().sum()
    }

    pub fn finish(self) -> Vec<Group> {
        self.members
            .iter()
            .zip(&self.is_queued)
            .filter(|(members, _)| !members.is_empty())
            .map(|(members, &is_dirty)| Group {
                rows: members.iter().map(|&at| self.rows[at as usize]).collect(),
                is_dirty,
            })
            .collect()
    }

    pub fn len(&self) -> usize {
        self.rows.len()
    }

    pub fn near(&self, record: u32) -> &[u32] {
        let near = &self.near[record as usize * self.near_each..][..self.near_each];
        let count = near.iter().position(|&at| at == NONE).unwrap_or(near.len());
        &near[..count]
    }

    pub fn enqueue(&mut self, group: u32) {
        if !self.is_queued[group as usize] {
            self.is_queued[group as usize] = true;
            self.queue.push(group);
        }
    }

    fn value(&self, record: u32) -> &[f64] {
        &self.values[record as usize * self.width..][..self.width]
    }

    fn centre(&self, group: u32) -> &[f64] {
        &self.centres[group as usize * self.width..][..self.width]
    }

    /// Squared distance of two records.
    pub fn between(&mut self, a: u32, b: u32) -> f64 {
        self.work += self.cost_of_distance;
        square(self.value(a), self.value(b)) + self.kinds_between(a, b)
    }

    fn kinds_between(&self, a: u32, b: u32) -> f64 {
        let mut apart = 0.0;
        for (at, axis) in self.points.categories.iter().enumerate() {
            apart += axis.apart(
                self.codes[a as usize * self.kinds + at],
                self.codes[b as usize * self.kinds + at],
            );
        }
        apart
    }

    /// Squared distance of a record from a group's centre.
    pub fn centre_distance(&mut self, record: u32, group: u32) -> f64 {
        self.work += self.cost_of_distance;
        let numbers = square(self.value(record), self.centre(group));
        if self.kinds == 0 {
            return numbers;
        }
        let members = &self.members[group as usize];
        self.work += self.cost_of_distance * members.len() as u64;
        let sum: f64 = members
            .iter()
            .map(|&member| self.kinds_between(record, member))
            .sum();
        numbers + ((sum - self.kind_errors[group as usize]) / members.len() as f64).max(0.0)
    }

    /// Centre, error and everybody's distance of a group whose members changed.
    pub fn refresh(&mut self, group: u32) {
        let at = group as usize;
        let members = std::mem::take(&mut self.members[at]);
        self.work += self.cost_of_distance * (2 * members.len() as u64);
        let centre = &mut self.centres[at * self.width..][..self.width];
        centre.fill(0.0);
        for &member in &members {
            let value = &self.values[member as usize * self.width..][..self.width];
            centre
                .iter_mut()
                .zip(value)
                .for_each(|(sum, value)| *sum += value);
        }
        let count = members.len() as f64;
        centre.iter_mut().for_each(|sum| *sum /= count);
        let mut pairs = 0.0;
        if self.kinds > 0 {
            for (place, &a) in members.iter().enumerate() {
                pairs += members[..place]
                    .iter()
                    .map(|&b| self.kinds_between(a, b))
                    .sum::<f64>();
            }
            self.work += self.cost_of_distance * (members.len() * members.len()) as u64;
        }
        self.kind_errors[at] = if members.is_empty() {
            0.0
        } else {
            pairs / count
        };
        let mut error = 0.0;
        for &member in &members {
            self.group_of[member as usize] = group;
            let mut own = square(self.value(member), self.centre(group));
            if self.kinds > 0 {
                let sum: f64 = members
                    .iter()
                    .map(|&other| self.kinds_between(member, other))
                    .sum();
                own += ((sum - self.kind_errors[at]) / count).max(0.0);
            }
            self.own[member as usize] = own;
            error += own;
        }
        self.errors[at] = error;
        self.members[at] = members;
    }

    /// Remembers a group before it is changed in a trial.
    pub fn touch(&mut self, group: u32) {
        if self.is_trial && self.saved_in[group as usize] != self.trial {
            self.saved_in[group as usize] = self.trial;
            let mut members = self.spare.pop().unwrap_or_default();
            members.clear();
            members.extend_from_slice(&self.members[group as usize]);
            self.saved.push(Saved {
                group,
                members,
                error: self.errors[group as usize],
            });
        }
    }

    pub fn list_touched(&self, touched: &mut Vec<u32>) {
        touched.clear();
        touched.extend(self.saved.iter().map(|saved| saved.group));
    }

    /// An empty group, if there is room for one more.
    pub fn fresh(&mut self) -> Option<u32> {
        let group = self.free.pop()?;
        self.taken.push(group);
        self.touch(group);
        Some(group)
    }

    /// A group whose members have all left.
    pub fn emptied(&mut self, group: u32) {
        self.errors[group as usize] = 0.0;
        self.kind_errors[group as usize] = 0.0;
        self.taken.push(group);
    }

    pub fn begin(&mut self) {
        self.is_trial = true;
        self.trial += 1;
        self.taken.clear();
    }

    /// Ends a trial: what it changed stays if it is an improvement. Otherwise everything is as before.
    pub fn end(&mut self) -> bool {
        let before: f64 = self.saved.iter().map(|saved| saved.error).sum();
        let after: f64 = self
            .saved
            .iter()
            .map(|saved| self.errors[saved.group as usize])
            .sum();
        let keeps = after < before - GAIN + self.tolerance;
        let mut saved = std::mem::take(&mut self.saved);
        if !keeps {
            for saved in &saved {
                let members = &mut self.members[saved.group as usize];
                members.clear();
                members.extend_from_slice(&saved.members);
                self.refresh(saved.group);
            }
        }
        let mut taken = std::mem::take(&mut self.taken);
        taken.sort_unstable();
        taken.dedup();
        self.free.extend(
            taken
                .drain(..)
                .rev()
                .filter(|&group| self.members[group as usize].is_empty()),
        );
        self.taken = taken;
        self.spare
            .extend(saved.drain(..).map(|saved| saved.members));
        self.saved = saved;
        self.is_trial = false;
        keeps
    }
}

fn square(a: &[f64], b: &[f64]) -> f64 {
    let mut sums = [0.0; 4];
    for (a, b) in a.chunks_exact(4).zip(b.chunks_exact(4)) {
        for at in 0..4 {
            let apart = a[at] - b[at];
            sums[at] += apart * apart;
        }
    }
    (sums[0] + sums[1]) + (sums[2] + sums[3])
}
