//! The baskets as a cut shows them, and what becomes of them when one of its nodes is replaced by its children.

use super::ground::Ground;
use super::merge::Merger;
use crate::profile::sets::Sets;
use cloakroom_core::{Lists, Progress, Stopped};

/// Equal shown baskets are one row. Suppressed nodes stay in the rows: another cut may keep them.
#[derive(Clone, Debug)]
pub struct Rows {
    /// Nodes of the cut by rank, ascending.
    pub sets: Sets,
    /// By distinct basket.
    row_of: Vec<u32>,
    /// By rank: the rows with that node.
    holding: Lists,
}

/// The rows with one node, told apart by which of its children they have; by row ascending.
#[derive(Clone, Debug, Default)]
pub struct Split {
    /// Each begins with its row; the children follow, ascending.
    parts: Sets,
}

/// Room to make a split in, kept between splits.
#[derive(Clone, Debug, Default)]
pub struct SplitRoom {
    /// By distinct basket: its place in `touched` plus one. Zero everywhere between two splits.
    slot: Vec<u32>,
    touched: Vec<u32>,
    /// By place in `touched`: the last child that was seen there.
    last: Vec<u32>,
    /// Place and child.
    seen: Vec<(u32, u32)>,
    /// By place in `touched`: how many children were seen, and then where the last of them stands.
    seen_in: Vec<u32>,
    raw: Sets,
    merger: Merger,
    merged: Sets,
    order: Vec<u32>,
    /// By merged set: its part of the split.
    part: Vec<u32>,
}

impl Rows {
    /// What the root alone shows.
    pub fn new(ground: &Ground) -> Self {
        let mut rows = Self {
            sets: Sets::default(),
            row_of: vec![0; ground.weight.len()],
            holding: Lists::default(),
        };
        let mut is_full = vec![false; ground.weight.len()];
        for &basket in ground.occurrences(ground.root) {
            is_full[basket as usize] = true;
        }
        let weight = ground.weight.iter().zip(&is_full);
        let full: u32 = weight
            .filter(|&(_, &full)| full)
            .map(|(weight, _)| weight)
            .sum();
        rows.sets.clear();
        rows.sets.push(&[ground.root], full);
        rows.index(ground.nodes());
        rows
    }

    fn index(&mut self, nodes: usize) {
        self.holding.sort(nodes, self.sets.items());
    }

    /// The row of a distinct basket.
    pub fn row_of(&self, basket: u32) -> usize {
        self.row_of[basket as usize] as usize
    }

    /// The rows with a node of the cut, ascending.
    pub fn holding(&self, rank: u32) -> &[u32] {
        &self.holding[rank]
    }

    /// Replaces a node by its children.
    pub fn replace(
        &mut self,
        ground: &Ground,
        rank: u32,
        room: &mut SplitRoom,
        progress: &Progress,
    ) -> Result<(), Stopped> {
        let mut split = Split::default();
        split.make(ground, self, rank, room, progress)?;
        let mut sets = Sets::default();
        sets.clear();
        let mut moved = vec![0; self.sets.len()];
        for (row, moved) in moved.iter_mut().enumerate() {
            if self.sets.set(row).binary_search(&rank).is_err() {
                *moved = sets.len() as u32;
                sets.push(self.sets.set(row), self.sets.weight[row]);
            }
        }
        let first = sets.len() as u32;
        let mut shown = Vec::new();
        for part in 0..split.len() {
            shown.clear();
            let above = self.sets.set(split.row(part) as usize).iter();
            shown.extend(above.filter(|&&other| other != rank));
            shown.extend(split.children(part));
            shown.sort_unstable();
            sets.push(&shown, split.weight(part));
        }
        for row in &mut self.row_of {
            *row = moved[*row as usize];
        }
        for (place, &basket) in room.touched.iter().enumerate() {
            self.row_of[basket as usize] = first + room.part_of(place);
        }
        self.sets = sets;
        self.index(ground.nodes());
        Ok(())
    }
}

impl Split {
    pub fn make(
        &mut self,
        ground: &Ground,
        rows: &Rows,
        rank: u32,
        room: &mut SplitRoom,
        progress: &Progress,
    ) -> Result<(), Stopped> {
        room.slot.resize(ground.weight.len(), 0);
        room.touched.clear();
        room.last.clear();
        room.seen.clear();
        room.seen_in.clear();
        for &child in ground.children(rank) {
            progress.check()?;
            for &basket in ground.occurrences(child) {
                let slot = &mut room.slot[basket as usize];
                if *slot == 0 {
                    room.touched.push(basket);
                    room.last.push(u32::MAX);
                    room.seen_in.push(0);
                    *slot = room.touched.len() as u32;
                }
                let last = &mut room.last[*slot as usize - 1];
                if *last != child {
                    *last = child;
                    room.seen.push((*slot - 1, child));
                    room.seen_in[*slot as usize - 1] += 1;
                }
            }
        }
        for &basket in &room.touched {
            room.slot[basket as usize] = 0;
        }
        // What was seen, basket by basket; the children of each stay ascending.
        room.raw.clear();
        let mut end = 0;
        for (place, &basket) in room.touched.iter().enumerate() {
            end += room.seen_in[place] + 1;
            room.raw.starts.push(end);
            room.raw.weight.push(ground.weight[basket as usize]);
        }
        room.raw.item.resize(end as usize, 0);
        for (place, &basket) in room.touched.iter().enumerate() {
            let start = room.raw.starts[place];
            room.raw.item[start as usize] = rows.row_of[basket as usize];
            room.seen_in[place] = start;
        }
        for &(place, child) in &room.seen {
            let last = &mut room.seen_in[place as usize];
            *last += 1;
            room.raw.item[*last as usize] = child;
        }
        room.merger.merge(&room.raw, &mut room.merged, progress)?;
        let merged = &room.merged;
        room.order.clear();
        room.order.extend(0..merged.len() as u32);
        room.order
            .sort_unstable_by(|&a, &b| merged.set(a as usize).cmp(merged.set(b as usize)));
        room.part.resize(merged.len(), 0);
        self.parts.clear();
        for (part, &at) in room.order.iter().enumerate() {
            room.part[at as usize] = part as u32;
            self.parts
                .push(merged.set(at as usize), merged.weight[at as usize]);
        }
        Ok(())
    }

    pub fn len(&self) -> usize {
        self.parts.len()
    }

    pub fn row(&self, part: usize) -> u32 {
        self.parts.set(part)[0]
    }

    pub fn children(&self, part: usize) -> &[u32] {
        &self.parts.set(part)[1..]
    }

    pub fn weight(&self, part: usize) -> u32 {
        self.parts.weight[part]
    }

    /// The parts of a row.
    pub fn parts_of(&self, row: u32) -> std::ops::Range<usize> {
        let from = self.place_before(row);
        let mut to = from;
        while to < self.len() && self.row(to) == row {
            to += 1;
        }
        from..to
    }

    fn place_before(&self, row: u32) -> usize {
        let (mut from, mut to) = (0, self.len());
        while from < to {
            let middle = (from + to) / 2;
            if self.row(middle) < row {
                from = middle + 1;
            } else {
                to = middle;
            }
        }
        from
    }
}

impl SplitRoom {
    /// The part of the split made last that a touched basket lies in.
    fn part_of(&self, place: usize) -> u32 {
        self.part[self.merger.number[place] as usize]
    }
}
