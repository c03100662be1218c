//! The baskets with one node, cut down to what is kept, while another node is replaced by its children.

use super::company::{Company, Victim};
use super::ground::Ground;
use super::rows::{Rows, Split, SplitRoom};
use super::state::Aim;
use cloakroom_core::{Progress, Stopped};

/// A cut of which one node is replaced by its children.
#[derive(Clone, Copy, Debug)]
pub struct Scene<'a> {
    pub ground: &'a Ground,
    pub rows: &'a Rows,
    pub split: u32,
    pub aim: Aim,
}

/// Room to make such baskets in.
#[derive(Clone, Debug, Default)]
pub struct Projection {
    split: Split,
    pub room: SplitRoom,
    /// For every child of the node that is split: its parts, end to end.
    child_starts: Vec<u32>,
    child_parts: Vec<u32>,
    pub company: Company,
}

impl Projection {
    /// Gets ready to replace a node by its children.
    pub fn split(&mut self, scene: Scene<'_>, progress: &Progress) -> Result<(), Stopped> {
        let (ground, room) = (scene.ground, &mut self.room);
        self.split
            .make(ground, scene.rows, scene.split, room, progress)?;
        let children = ground.children(scene.split);
        let place = |child: &u32| children.binary_search(child).unwrap_or_default();
        self.child_starts.clear();
        self.child_starts.resize(children.len() + 1, 0);
        for part in 0..self.split.len() {
            for child in self.split.children(part) {
                self.child_starts[place(child) + 1] += 1;
            }
        }
        for at in 0..children.len() {
            self.child_starts[at + 1] += self.child_starts[at];
        }
        let mut next = self.child_starts.clone();
        let all = self.child_starts.last().copied().unwrap_or_default();
        self.child_parts.resize(all as usize, 0);
        for part in 0..self.split.len() {
            for child in self.split.children(part) {
                let slot = &mut next[place(child)];
                self.child_parts[*slot as usize] = part as u32;
                *slot += 1;
            }
        }
        Ok(())
    }

    /// The baskets with node `with`, cut down to the kept nodes of a rank before `bound` and without `with`.
    fn collect(&mut self, scene: Scene<'_>, is_kept: &[bool], with: u32, bound: u32) {
        let rows = scene.rows;
        let wanted = |&&other: &&u32| other < bound && other != with && is_kept[other as usize];
        let (sets, parts) = (&mut self.company.sets, &self.split);
        sets.clear();
        let mut add = |row: u32, children: &[u32], weight: u32| {
            let from = sets.item.len();
            sets.item
                .extend(rows.sets.set(row as usize).iter().filter(wanted));
            let own = sets.item.len();
            sets.item.extend(children.iter().filter(wanted));
            if own > from && sets.item.len() > own {
                sets.item[from..].sort_unstable();
            }
            if sets.item.len() > from {
                sets.close(weight);
            }
        };
        if let Ok(child) = scene.ground.children(scene.split).binary_search(&with) {
            let (from, to) = (self.child_starts[child], self.child_starts[child + 1]);
            for &part in &self.child_parts[from as usize..to as usize] {
                let part = part as usize;
                add(parts.row(part), parts.children(part), parts.weight(part));
            }
            return;
        }
        for &row in rows.holding(with) {
            let split = parts.parts_of(row);
            if split.is_empty() {
                add(row, &[], rows.sets.weight[row as usize]);
            }
            for part in split {
                add(row, parts.children(part), parts.weight(part));
            }
        }
    }

    /// Some kept nodes before `bound` that are a threat together with `with`.
    pub fn threat(
        &mut self,
        scene: Scene<'_>,
        is_kept: &[bool],
        with: u32,
        bound: u32,
        progress: &Progress,
    ) -> Result<Option<Vec<u32>>, Stopped> {
        self.collect(scene, is_kept, with, bound);
        let aim = scene.aim.with_others(1);
        self.company.rare(scene.ground.nodes(), aim, progress)
    }

    /// The kept nodes from `from` on that fall to `with`, until they cost more than `budget`.
    pub fn victims(
        &mut self,
        scene: Scene<'_>,
        is_kept: &[bool],
        with: u32,
        from: u32,
        budget: u64,
        progress: &Progress,
    ) -> Result<Vec<Victim>, Stopped> {
        progress.check()?;
        self.collect(scene, is_kept, with, u32::MAX);
        let aim = scene.aim.with_others(1);
        self.company
            .victims(aim, from, &scene.ground.gone, budget, progress)
    }
}
