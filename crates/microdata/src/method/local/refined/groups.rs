//! Groups that records move between, with what each shows, and what it would show without each of its
//! records. The records are known by their place in a list of rows, so that a few of them can be looked at
//! as well as all.

use crate::method::local::axis::Cell;
use crate::method::local::space::Space;

pub const NO_GROUP: u32 = u32::MAX;

#[derive(Clone, Debug)]
pub struct Groups<'a> {
    pub space: &'a Space,
    /// The row of each record, and its point.
    rows: Vec<u32>,
    points: Vec<u32>,
    /// The records of each group; groups that were dissolved are empty.
    members: Vec<Vec<u32>>,
    /// By record; [`NO_GROUP`] for those that are left out.
    group_of: Vec<u32>,
    /// What each group shows, group after group.
    cells: Vec<Cell>,
    /// What each record of the group loses.
    loss: Vec<u64>,
    /// What the group of each record would show without it, record after record.
    without: Vec<Cell>,
    without_loss: Vec<u64>,
    /// When each group last changed.
    changed: Vec<u32>,
    clock: u32,
    scratch: Vec<Cell>,
}

impl<'a> Groups<'a> {
    /// `members` are records: places in `rows`.
    pub fn new(space: &'a Space, rows: Vec<u32>, members: Vec<Vec<u32>>) -> Self {
        let axes = space.axes.len();
        let points: Vec<u32> = rows.iter().map(|&row| space.point_of(row)).collect();
        let nothing = Cell { low: 0, high: 0 };
        let mut groups = Self {
            space,
            group_of: vec![NO_GROUP; rows.len()],
            cells: vec![nothing; members.len() * axes],
            loss: vec![0; members.len()],
            without: vec![nothing; rows.len() * axes],
            without_loss: vec![0; rows.len()],
            changed: vec![0; members.len()],
            clock: 0,
            scratch: Vec::new(),
            members,
            rows,
            points,
        };
        for group in 0..groups.members.len() as u32 {
            for &record in &groups.members[group as usize] {
                groups.group_of[record as usize] = group;
            }
            groups.refresh(group);
        }
        groups
    }

    /// The groups as rows.
    pub fn to_rows(&self) -> Vec<Vec<u32>> {
        self.members
            .iter()
            .filter(|records| !records.is_empty())
            .map(|records| records.iter().map(|&record| self.row(record)).collect())
            .collect()
    }

    /// The rows of a group.
    pub fn rows_of(&self, group: u32) -> Vec<u32> {
        let records = self.members(group).iter();
        records.map(|&record| self.row(record)).collect()
    }

    /// Puts the records of some groups into new groups, which take their places.
    pub fn replace(&mut self, old: &[u32], new: &[Vec<u32>]) {
        let moves: Vec<(u32, u32)> = old
            .iter()
            .zip(new)
            .flat_map(|(&group, records)| records.iter().map(move |&record| (record, group)))
            .collect();
        self.apply(&moves);
        for records in new.iter().skip(old.len()) {
            self.open(records);
        }
    }

    pub fn records(&self) -> usize {
        self.rows.len()
    }

    pub fn row(&self, record: u32) -> u32 {
        self.rows[record as usize]
    }

    #[inline]
    pub fn point(&self, record: u32) -> u32 {
        self.points[record as usize]
    }

    pub fn len(&self) -> usize {
        self.members.len()
    }

    pub fn members(&self, group: u32) -> &[u32] {
        &self.members[group as usize]
    }

    pub fn size(&self, group: u32) -> u64 {
        self.members[group as usize].len() as u64
    }

    #[inline]
    pub fn group_of(&self, record: u32) -> u32 {
        self.group_of[record as usize]
    }

    #[inline]
    pub fn cells(&self, group: u32) -> &[Cell] {
        let axes = self.space.axes.len();
        &self.cells[group as usize * axes..][..axes]
    }

    pub fn loss(&self, group: u32) -> u64 {
        self.loss[group as usize]
    }

    /// What a group loses in all its cells.
    #[inline]
    pub fn cost(&self, group: u32) -> u64 {
        self.size(group) * self.loss[group as usize]
    }

    /// What the group of this record would show without it.
    #[inline]
    pub fn without(&self, record: u32) -> &[Cell] {
        let axes = self.space.axes.len();
        &self.without[record as usize * axes..][..axes]
    }

    /// What each other record of its group would then lose.
    #[inline]
    pub fn without_loss(&self, record: u32) -> u64 {
        self.without_loss[record as usize]
    }

    pub fn changed(&self, group: u32) -> u32 {
        self.changed[group as usize]
    }

    pub fn clock(&self) -> u32 {
        self.clock
    }

    /// What all groups lose, and the records that are left out.
    pub fn total(&self) -> u64 {
        let released: u64 = (0..self.members.len() as u32)
            .map(|group| self.cost(group))
            .sum();
        let out = self.group_of.iter().filter(|&&group| group == NO_GROUP);
        released + out.count() as u64 * self.space.all()
    }

    /// Moves records to other groups, or out of all of them.
    pub fn apply(&mut self, moves: &[(u32, u32)]) {
        let mut touched = Vec::with_capacity(moves.len() * 2);
        for &(record, to) in moves {
            let from = self.group_of[record as usize];
            if from != NO_GROUP {
                let records = &mut self.members[from as usize];
                if let Some(at) = records.iter().position(|&member| member == record) {
                    records.swap_remove(at);
                }
                touched.push(from);
            }
            self.group_of[record as usize] = to;
            if to != NO_GROUP {
                self.members[to as usize].push(record);
                touched.push(to);
            }
        }
        touched.sort_unstable();
        touched.dedup();
        self.clock += 1;
        for group in touched {
            self.refresh(group);
        }
    }

    /// A group of its own for these records.
    pub fn open(&mut self, records: &[u32]) -> u32 {
        let group = self.members.len() as u32;
        self.members.push(Vec::new());
        self.cells.resize(
            self.cells.len() + self.space.axes.len(),
            Cell { low: 0, high: 0 },
        );
        self.loss.push(0);
        self.changed.push(self.clock);
        let moves: Vec<(u32, u32)> = records.iter().map(|&record| (record, group)).collect();
        self.apply(&moves);
        group
    }

    fn refresh(&mut self, group: u32) {
        let space = self.space;
        let axes = space.axes.len();
        self.changed[group as usize] = self.clock;
        let records = &self.members[group as usize];
        let Some((&first, rest)) = records.split_first() else {
            self.loss[group as usize] = 0;
            return;
        };
        // What the records before each one show together, then what those after it do.
        self.scratch.clear();
        self.scratch
            .extend(space.cells_of(self.points[first as usize]));
        for (at, &record) in rest.iter().enumerate() {
            let point = self.points[record as usize];
            for axis in 0..axes {
                let before = self.scratch[at * axes + axis];
                let value = Cell::of(space.at(point)[axis]);
                self.scratch.push(space.axes[axis].merge(before, value));
            }
        }
        let all = &self.scratch[rest.len() * axes..];
        self.cells[group as usize * axes..][..axes].copy_from_slice(all);
        self.loss[group as usize] = space.loss(all);
        let mut after: Vec<Cell> = Vec::with_capacity(axes);
        for (at, &record) in records.iter().enumerate().rev() {
            let without = &mut self.without[record as usize * axes..][..axes];
            match (at, after.is_empty()) {
                (0, true) => without.copy_from_slice(&self.scratch[..axes]),
                (0, false) => without.copy_from_slice(&after),
                (_, true) => without.copy_from_slice(&self.scratch[(at - 1) * axes..][..axes]),
                (_, false) => {
                    for axis in 0..axes {
                        let before = self.scratch[(at - 1) * axes + axis];
                        without[axis] = space.axes[axis].merge(before, after[axis]);
                    }
                }
            }
            self.without_loss[record as usize] = if records.len() == 1 {
                0
            } else {
                space.loss(without)
            };
            let point = self.points[record as usize];
            if after.is_empty() {
                after.extend(space.cells_of(point));
            } else {
                space.join(&mut after, point);
            }
        }
    }
}
