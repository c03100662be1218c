//! The baskets with one node, cut down to what is kept, while another node is replaced by its children.

use super::company::{Company, Victim};
use super::ground::Ground;
use super::rows::{Rows, Split, SplitRoom};
use super::state::Aim;
use cloakroom_core::{Lists, Progress, Stopped};

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
    /// For every child of the node that is split: its parts.
    parts: Lists,
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
        let split = &self.split;
        let pairs = (0..split.len() as u32).flat_map(|part| {
            let children = split.children(part as usize).iter();
            children.map(move |child| (place(child) as u32, part))
        });
        self.parts.sort(children.len(), pairs);
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
            for &part in &self.parts[child] {
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
