//! Records are taken out: boxes are drawn tight again, and the smallest rows of nodes are settled.

use super::{LEAF, NONE, Node, Tree};

impl Tree {
    /// Takes a row out.
    pub fn take(&mut self, row: u32) {
        let slot = self.slot_of[row as usize] as usize;
        let next = self.stacks.take(row);
        if slot == NONE as usize {
            return;
        }
        self.slot_of[row as usize] = NONE;
        if next == NONE {
            self.take_slot(slot, row);
        } else {
            self.rows[slot] = next;
            self.slot_of[next as usize] = slot as u32;
            self.settle_first_rows(self.node_of_leaf[slot / LEAF], row);
        }
    }

    /// The smallest rows of a leaf's node and of those above, of which one was this row.
    fn settle_first_rows(&mut self, leaf_node: u32, row: u32) {
        let mut node = leaf_node;
        while node != NONE && self.nodes[node as usize].first_row == row {
            let Node {
                left, right, count, ..
            } = self.nodes[node as usize];
            self.nodes[node as usize].first_row = if right == NONE {
                let rows = &self.rows[left as usize * LEAF..][..count as usize];
                rows.iter().copied().min().unwrap_or(NONE)
            } else {
                let first = [left, right].map(|child| self.nodes[child as usize].first_row);
                first[0].min(first[1])
            };
            node = self.nodes[node as usize].parent;
        }
    }

    /// Takes a stack out whose last row this was.
    fn take_slot(&mut self, slot: usize, row: u32) {
        let leaf = slot / LEAF;
        let mut node = self.node_of_leaf[leaf];
        let last = leaf * LEAF + self.nodes[node as usize].count as usize - 1;
        let (to, from) = (slot % LEAF, last % LEAF);
        if slot != last {
            self.rows[slot] = self.rows[last];
            self.slot_of[self.rows[slot] as usize] = slot as u32;
        }
        self.rows[last] = NONE;
        for axis in 0..self.axes {
            let at = (leaf * self.axes + axis) * LEAF;
            self.values[at + to] = self.values[at + from];
        }
        for axis in 0..self.kinds {
            let at = (leaf * self.kinds + axis) * LEAF;
            self.codes[at + to] = self.codes[at + from];
        }
        self.nodes[node as usize].count -= 1;
        self.settle_first_rows(node, row);
        let mut shrinks = self.fit_leaf(leaf, node);
        loop {
            node = self.nodes[node as usize].parent;
            if node == NONE {
                break;
            }
            self.nodes[node as usize].count -= 1;
            if shrinks {
                shrinks = self.fit_node(node);
            }
        }
    }

    /// Draws a leaf's box tight, and says whether it became smaller.
    fn fit_leaf(&mut self, leaf: usize, node: u32) -> bool {
        let count = self.nodes[node as usize].count as usize;
        if count == 0 {
            return true;
        }
        let mut shrinks = false;
        for axis in 0..self.axes {
            let at = (leaf * self.axes + axis) * LEAF;
            let (mut low, mut high) = (f64::INFINITY, f64::NEG_INFINITY);
            for &value in &self.values[at..at + count] {
                low = low.min(value);
                high = high.max(value);
            }
            let at = node as usize * self.axes + axis;
            shrinks |= self.low[at] != low || self.high[at] != high;
            self.low[at] = low;
            self.high[at] = high;
        }
        for axis in 0..self.kinds {
            let at = (leaf * self.kinds + axis) * LEAF;
            let (mut first, mut last) = (u32::MAX, 0);
            for &code in &self.codes[at..at + count] {
                first = first.min(code);
                last = last.max(code);
            }
            let at = node as usize * self.kinds + axis;
            shrinks |= self.first[at] != first || self.last[at] != last;
            self.first[at] = first;
            self.last[at] = last;
        }
        shrinks
    }

    fn fit_node(&mut self, node: u32) -> bool {
        let Node { left, right, .. } = self.nodes[node as usize];
        let counts = [left, right].map(|child| self.nodes[child as usize].count);
        if counts == [0, 0] {
            return true;
        }
        let one = if counts[0] > 0 { left } else { right } as usize;
        let other = if counts[1] > 0 { right } else { left } as usize;
        let node = node as usize;
        let mut shrinks = false;
        for axis in 0..self.axes {
            let (a, b) = (one * self.axes + axis, other * self.axes + axis);
            let low = self.low[a].min(self.low[b]);
            let high = self.high[a].max(self.high[b]);
            let at = node * self.axes + axis;
            shrinks |= self.low[at] != low || self.high[at] != high;
            self.low[at] = low;
            self.high[at] = high;
        }
        for axis in 0..self.kinds {
            let (a, b) = (one * self.kinds + axis, other * self.kinds + axis);
            let first = self.first[a].min(self.first[b]);
            let last = self.last[a].max(self.last[b]);
            let at = node * self.kinds + axis;
            shrinks |= self.first[at] != first || self.last[at] != last;
            self.first[at] = first;
            self.last[at] = last;
        }
        shrinks
    }
}
