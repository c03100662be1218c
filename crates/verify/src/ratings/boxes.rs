//! Records in boxes within boxes. Who is close to a record lies in a box around it; a box that lies inside
//! is taken whole, one that lies apart is left whole, and the others are opened.

use crate::watch::{Stopped, Watch};
use std::ops::Range;

/// So many records are compared one by one.
const SMALL: usize = 16;

pub(super) struct Boxes {
    width: usize,
    /// Records in their places, one after the other.
    rows: Vec<u16>,
    nodes: Vec<Node>,
    /// For each node the least point of every issue, then the largest.
    sides: Vec<u16>,
}

struct Node {
    places: Range<usize>,
    /// The next node is the first half; the number of the other one.
    second: Option<usize>,
}

/// How a box lies to the one that is asked for.
enum Lies {
    Inside,
    Apart,
    Across,
}

impl Boxes {
    /// Distinct rows of equal length, at least one. Gives the place of each: by place, its number.
    pub fn build(rows: &[&[u16]], watch: &dyn Watch) -> Result<(Self, Vec<u32>), Stopped> {
        let mut order: Vec<u32> = (0..rows.len() as u32).collect();
        let mut boxes = Self {
            width: rows[0].len(),
            rows: Vec::new(),
            nodes: Vec::new(),
            sides: Vec::new(),
        };
        boxes.split(rows, &mut order, 0, watch)?;
        let places = order.iter().flat_map(|&row| rows[row as usize]);
        boxes.rows = places.copied().collect();
        Ok((boxes, order))
    }

    fn split(
        &mut self,
        rows: &[&[u16]],
        order: &mut [u32],
        start: usize,
        watch: &dyn Watch,
    ) -> Result<(), Stopped> {
        watch.check()?;
        let own = self.nodes.len();
        let mut least = rows[order[0] as usize].to_vec();
        let mut largest = least.clone();
        for &row in order.iter() {
            for (issue, &point) in rows[row as usize].iter().enumerate() {
                least[issue] = least[issue].min(point);
                largest[issue] = largest[issue].max(point);
            }
        }
        let broadest = (0..self.width)
            .rev()
            .max_by_key(|&at| largest[at] - least[at]);
        self.sides.append(&mut least);
        self.sides.append(&mut largest);
        self.nodes.push(Node {
            places: start..start + order.len(),
            second: None,
        });
        if order.len() > SMALL
            && let Some(issue) = broadest
        {
            let cut = cut(rows, order, issue);
            let (first, second) = order.split_at_mut(cut);
            self.split(rows, first, start, watch)?;
            self.nodes[own].second = Some(self.nodes.len());
            self.split(rows, second, start + cut, watch)?;
        }
        Ok(())
    }

    fn row(&self, place: usize) -> &[u16] {
        &self.rows[place * self.width..(place + 1) * self.width]
    }

    /// Calls back with places that lie within `within` steps of the record at `place` on every issue, each
    /// once, until the answer is `false`. The nearest boxes come first.
    pub fn each_within(
        &self,
        place: usize,
        within: u16,
        found: &mut impl FnMut(Range<usize>) -> bool,
    ) {
        self.open(0, place, within, found);
    }

    /// `false` if no more is wanted.
    fn open(
        &self,
        node: usize,
        place: usize,
        within: u16,
        found: &mut impl FnMut(Range<usize>) -> bool,
    ) -> bool {
        let centre = self.row(place);
        let places = &self.nodes[node].places;
        match self.lies(node, centre, within) {
            Lies::Apart => true,
            Lies::Inside => found(places.clone()),
            Lies::Across => match self.nodes[node].second {
                None => places.clone().all(|other| {
                    let near = centre
                        .iter()
                        .zip(self.row(other))
                        .all(|(a, &b)| a.abs_diff(b) <= within);
                    !near || found(other..other + 1)
                }),
                Some(second) => {
                    let mut halves = [node + 1, second];
                    if self.nodes[second].places.start <= place {
                        halves.reverse();
                    }
                    halves
                        .into_iter()
                        .all(|half| self.open(half, place, within, found))
                }
            },
        }
    }

    fn lies(&self, node: usize, centre: &[u16], within: u16) -> Lies {
        let sides = &self.sides[2 * node * self.width..2 * (node + 1) * self.width];
        let (least, largest) = sides.split_at(self.width);
        let mut lies = Lies::Inside;
        for ((&point, &least), &largest) in centre.iter().zip(least).zip(largest) {
            let from = point.saturating_sub(within);
            let to = point.saturating_add(within);
            if least > to || largest < from {
                return Lies::Apart;
            }
            if least < from || largest > to {
                lies = Lies::Across;
            }
        }
        lies
    }
}

/// Arranges the rows by one issue and says where to cut: in the middle, or beside it where that keeps equal
/// points together.
fn cut(rows: &[&[u16]], order: &mut [u32], issue: usize) -> usize {
    let middle = order.len() / 2;
    let point = |row: &u32| rows[*row as usize][issue];
    let (_, pivot, _) = order.select_nth_unstable_by_key(middle, point);
    let pivot = point(pivot);
    let below = order.iter().filter(|row| point(row) < pivot).count();
    let up_to = order.iter().filter(|row| point(row) <= pivot).count();
    let best = if middle - below <= up_to - middle {
        below
    } else {
        up_to
    };
    let fair = order.len() / 8..=order.len() - order.len() / 8;
    if !fair.contains(&best) {
        return middle;
    }
    order.sort_unstable_by_key(|row| point(row).cmp(&pivot));
    best
}
