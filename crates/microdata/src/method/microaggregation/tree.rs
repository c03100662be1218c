//! A tree of boxes over records that finds the nearest and the farthest ones, and from which records can be taken.
//!
//! Exactly what looking at every record would find, ties included: a box's distance is added up axis by axis as a
//! record's is, so rounding never puts a record nearer than the box that holds it. Records that are alike are one
//! stack, and the smallest row of a stack stands for it: columns with few values would make every box tie otherwise.

mod take;

use super::gauge::Gauge;
use super::nearest::{Found, Nearest};
use super::points::{Place, Points};
use super::stacks::Stacks;
use cloakroom_core::{Progress, Stopped};

/// Stacks in a leaf.
const LEAF: usize = 32;
pub const NONE: u32 = u32::MAX;

#[derive(Debug)]
pub struct Tree {
    axes: usize,
    kinds: usize,
    nodes: Vec<Node>,
    /// By node and number axis: lowest and highest.
    low: Vec<f64>,
    high: Vec<f64>,
    /// By node and category axis.
    first: Vec<u32>,
    last: Vec<u32>,
    /// By leaf, axis and slot.
    values: Vec<f64>,
    codes: Vec<u32>,
    node_of_leaf: Vec<u32>,
    /// By leaf and slot: the smallest row of the stack.
    rows: Vec<u32>,
    stacks: Stacks,
    /// By smallest row of a stack: leaf and slot.
    slot_of: Vec<u32>,
    /// Stacks when it was built.
    built: usize,
}

#[derive(Clone, Copy, Debug)]
struct Node {
    parent: u32,
    /// Two children, or the leaf and `NONE`.
    left: u32,
    right: u32,
    /// Stacks in it.
    count: u32,
    /// The smallest row in it: among equals the smaller row counts, so this decides where boxes tie.
    first_row: u32,
}

impl Tree {
    pub fn of_all(points: &Points, progress: &Progress) -> Result<Self, Stopped> {
        let rows: Vec<u32> = (0..points.rows() as u32).collect();
        Self::build(points, &rows, progress)
    }

    /// Of some rows, ascending.
    pub fn build(points: &Points, rows: &[u32], progress: &Progress) -> Result<Self, Stopped> {
        let (stacks, mut rows) = Stacks::of(points, rows, progress)?;
        let mut tree = Self {
            axes: points.numbers.len(),
            kinds: points.categories.len(),
            nodes: Vec::new(),
            low: Vec::new(),
            high: Vec::new(),
            first: Vec::new(),
            last: Vec::new(),
            values: Vec::new(),
            codes: Vec::new(),
            node_of_leaf: Vec::new(),
            rows: Vec::new(),
            stacks,
            slot_of: vec![NONE; points.rows()],
            built: rows.len(),
        };
        if !rows.is_empty() {
            tree.grow(points, &mut rows, NONE, progress)?;
        }
        Ok(tree)
    }

    /// Records that are left.
    pub fn len(&self) -> usize {
        self.stacks.len()
    }

    /// Whether so many stacks were taken that a new tree pays.
    pub fn is_sparse(&self) -> bool {
        let left = self.nodes.first().map_or(0, |root| root.count as usize);
        self.built > LEAF && left * 2 <= self.built
    }

    pub fn holds(&self, row: u32) -> bool {
        self.stacks.holds(row)
    }

    /// The rows that are left, ascending.
    pub fn left(&self) -> Vec<u32> {
        self.stacks.left()
    }

    fn grow(
        &mut self,
        points: &Points,
        rows: &mut [u32],
        parent: u32,
        progress: &Progress,
    ) -> Result<u32, Stopped> {
        progress.check()?;
        let at = self.nodes.len() as u32;
        self.nodes.push(Node {
            parent,
            left: NONE,
            right: NONE,
            count: rows.len() as u32,
            first_row: rows.iter().copied().min().unwrap_or(NONE),
        });
        let mut widest = (0.0, 0);
        for (axis, numbers) in points.numbers.iter().enumerate() {
            let (mut low, mut high) = (f64::INFINITY, f64::NEG_INFINITY);
            for &row in rows.iter() {
                let number = numbers[row as usize];
                low = low.min(number);
                high = high.max(number);
            }
            self.low.push(low);
            self.high.push(high);
            let width = (high - low) * (high - low);
            if width > widest.0 {
                widest = (width, axis);
            }
        }
        for (axis, category) in points.categories.iter().enumerate() {
            let (mut first, mut last) = (u32::MAX, 0);
            for &row in rows.iter() {
                let code = category.codes[row as usize];
                first = first.min(code);
                last = last.max(code);
            }
            self.first.push(first);
            self.last.push(last);
            let width = category.apart(first, last);
            if width > widest.0 {
                widest = (width, self.axes + axis);
            }
        }
        if rows.len() <= LEAF {
            let leaf = self.rows.len() / LEAF;
            self.nodes[at as usize].left = leaf as u32;
            self.rows.resize((leaf + 1) * LEAF, NONE);
            self.values.resize((leaf + 1) * LEAF * self.axes, 0.0);
            self.codes.resize((leaf + 1) * LEAF * self.kinds, 0);
            for (slot, &row) in rows.iter().enumerate() {
                self.rows[leaf * LEAF + slot] = row;
                self.slot_of[row as usize] = (leaf * LEAF + slot) as u32;
                for (axis, numbers) in points.numbers.iter().enumerate() {
                    self.values[(leaf * self.axes + axis) * LEAF + slot] = numbers[row as usize];
                }
                for (axis, category) in points.categories.iter().enumerate() {
                    self.codes[(leaf * self.kinds + axis) * LEAF + slot] =
                        category.codes[row as usize];
                }
            }
            self.node_of_leaf.push(at);
            return Ok(at);
        }
        let middle = rows.len() / 2;
        if widest.0 > 0.0 {
            if widest.1 < self.axes {
                let numbers = &points.numbers[widest.1];
                rows.select_nth_unstable_by(middle, |&a, &b| {
                    numbers[a as usize]
                        .total_cmp(&numbers[b as usize])
                        .then(a.cmp(&b))
                });
            } else {
                let codes = &points.categories[widest.1 - self.axes].codes;
                rows.select_nth_unstable_by_key(middle, |&row| (codes[row as usize], row));
            }
        } else {
            rows.select_nth_unstable(middle);
        }
        let (below, above) = rows.split_at_mut(middle);
        let left = self.grow(points, below, at, progress)?;
        let right = self.grow(points, above, at, progress)?;
        self.nodes[at as usize].left = left;
        self.nodes[at as usize].right = right;
        Ok(at)
    }

    /// Offers every record to `nearest` that could be among them.
    pub fn nearest(&self, place: &Place, nearest: &mut Nearest) {
        if self.len() > 0 && nearest.wanted() > 0 {
            self.nearest_in(0, place, nearest);
        }
    }

    fn nearest_in(&self, node: u32, place: &Place, nearest: &mut Nearest) {
        let Node {
            left, right, count, ..
        } = self.nodes[node as usize];
        if right == NONE {
            let mut distances = [0.0; LEAF];
            self.leaf_distances(left as usize, count as usize, place, &mut distances);
            let mut limit = nearest.limit();
            let rows = &self.rows[left as usize * LEAF..][..count as usize];
            for (&distance, &row) in distances.iter().zip(rows) {
                if distance <= limit {
                    let mut row = row;
                    while row != NONE && nearest.offer(Found::new(distance, row)) {
                        row = self.stacks.after(row);
                    }
                    limit = nearest.limit();
                }
            }
            return;
        }
        let bound = |child: u32| {
            if self.nodes[child as usize].count == 0 {
                f64::INFINITY
            } else {
                self.least(child as usize, place)
            }
        };
        let first_row = |child: u32| self.nodes[child as usize].first_row;
        let (mut near, mut far) = ((bound(left), left), (bound(right), right));
        if far.0 < near.0 || (far.0 == near.0 && first_row(right) < first_row(left)) {
            std::mem::swap(&mut near, &mut far);
        }
        for (bound, child) in [near, far] {
            if bound < f64::INFINITY && !nearest.passes_over(bound, first_row(child)) {
                self.nearest_in(child, place, nearest);
            }
        }
    }

    /// The farthest record, the smallest row among equals.
    pub fn farthest(&self, place: &Place) -> Option<Found> {
        if self.len() == 0 {
            return None;
        }
        let ceilings: Vec<f64> = place
            .apart
            .iter()
            .map(|apart| apart.iter().copied().fold(0.0, f64::max))
            .collect();
        let mut best = (f64::NEG_INFINITY, NONE);
        self.farthest_in(0, place, &ceilings, &mut best);
        Some(Found::new(best.0, best.1))
    }

    pub fn leaves(&self) -> usize {
        self.node_of_leaf.len()
    }

    /// The farthest record of one leaf, if it is farther than `best` or as far with a smaller row.
    pub fn farthest_in_leaf(&self, leaf: usize, place: &Place, best: &mut (f64, u32)) -> f64 {
        let count = self.nodes[self.node_of_leaf[leaf] as usize].count as usize;
        let mut distances = [0.0; LEAF];
        self.leaf_distances(leaf, count, place, &mut distances);
        let mut most = f64::NEG_INFINITY;
        for (&distance, &row) in distances.iter().zip(&self.rows[leaf * LEAF..][..count]) {
            most = most.max(distance);
            if distance > best.0 || (distance == best.0 && row < best.1) {
                *best = (distance, row);
            }
        }
        most
    }

    fn farthest_in(&self, node: u32, place: &Place, ceilings: &[f64], best: &mut (f64, u32)) {
        let Node { left, right, .. } = self.nodes[node as usize];
        if right == NONE {
            self.farthest_in_leaf(left as usize, place, best);
            return;
        }
        let bound = |child: u32| {
            if self.nodes[child as usize].count == 0 {
                f64::NEG_INFINITY
            } else {
                self.most(child as usize, place, ceilings)
            }
        };
        let first_row = |child: u32| self.nodes[child as usize].first_row;
        let (mut far, mut near) = ((bound(left), left), (bound(right), right));
        if near.0 > far.0 || (near.0 == far.0 && first_row(right) < first_row(left)) {
            std::mem::swap(&mut near, &mut far);
        }
        for (bound, child) in [far, near] {
            let could = bound > best.0 || (bound == best.0 && first_row(child) < best.1);
            if bound > f64::NEG_INFINITY && could {
                self.farthest_in(child, place, ceilings, best);
            }
        }
    }

    fn leaf_distances(
        &self,
        leaf: usize,
        count: usize,
        place: &Place,
        distances: &mut [f64; LEAF],
    ) {
        // Two fixed lengths, so that the loops need no ends.
        if count <= LEAF / 2 {
            self.slot_distances::<{ LEAF / 2 }>(leaf, place, distances);
        } else {
            self.slot_distances::<LEAF>(leaf, place, distances);
        }
        for (axis, apart) in place.apart.iter().enumerate() {
            let codes = &self.codes[(leaf * self.kinds + axis) * LEAF..][..count];
            for (distance, &code) in distances.iter_mut().zip(codes) {
                *distance = place.gauge.join(*distance, apart[code as usize]);
            }
        }
    }

    fn slot_distances<const SLOTS: usize>(
        &self,
        leaf: usize,
        place: &Place,
        distances: &mut [f64; LEAF],
    ) {
        let mut sums = [0.0; SLOTS];
        let values = self.values[leaf * self.axes * LEAF..].chunks_exact(LEAF);
        let axes = values.zip(&place.numbers);
        match place.gauge {
            // Spelled out, since this is where the time goes.
            Gauge::Squares => {
                for (values, &here) in axes {
                    for (sum, &value) in sums.iter_mut().zip(&values[..SLOTS]) {
                        let apart = value - here;
                        *sum += apart * apart;
                    }
                }
            }
            gauge => {
                for (values, &here) in axes {
                    for (sum, &value) in sums.iter_mut().zip(&values[..SLOTS]) {
                        *sum = gauge.join(*sum, gauge.of_difference(value - here));
                    }
                }
            }
        }
        distances[..SLOTS].copy_from_slice(&sums);
    }

    /// No record of the node is nearer.
    fn least(&self, node: usize, place: &Place) -> f64 {
        let gauge = place.gauge;
        let mut distance = 0.0;
        let low = &self.low[node * self.axes..][..self.axes];
        let high = &self.high[node * self.axes..][..self.axes];
        for ((&low, &high), &here) in low.iter().zip(high).zip(&place.numbers) {
            let apart = (low - here).max(here - high).max(0.0);
            distance = gauge.join(distance, gauge.of_difference(apart));
        }
        for (axis, apart) in place.apart.iter().enumerate() {
            let (first, last) = (
                self.first[node * self.kinds + axis],
                self.last[node * self.kinds + axis],
            );
            if place.is_record {
                // Grows to both sides of the record's own code: 0 between the ends, or least at one of them.
                let ends = [apart[first as usize], apart[last as usize]];
                let own = place.own[axis];
                let least = if first <= own && own <= last {
                    0.0
                } else {
                    ends[0].min(ends[1])
                };
                distance = gauge.join(distance, least);
            } else if first == last {
                distance = gauge.join(distance, apart[first as usize]);
            }
        }
        distance
    }

    /// No record of the node is farther.
    fn most(&self, node: usize, place: &Place, ceilings: &[f64]) -> f64 {
        let gauge = place.gauge;
        let mut distance = 0.0;
        let low = &self.low[node * self.axes..][..self.axes];
        let high = &self.high[node * self.axes..][..self.axes];
        for ((&low, &high), &here) in low.iter().zip(high).zip(&place.numbers) {
            let apart = (here - low).max(high - here);
            distance = gauge.join(distance, gauge.of_difference(apart));
        }
        for (axis, apart) in place.apart.iter().enumerate() {
            let (first, last) = (
                self.first[node * self.kinds + axis],
                self.last[node * self.kinds + axis],
            );
            let most = if place.is_record || first == last {
                apart[first as usize].max(apart[last as usize])
            } else {
                ceilings[axis]
            };
            distance = gauge.join(distance, most);
        }
        distance
    }
}
