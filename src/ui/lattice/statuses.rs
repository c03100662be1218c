//! How all nodes of a lattice stand under one requirement: made in one pass when a slider moves.

use super::rows::Rows;
use crate::ui::help::Word;
use crate::ui::help::figures::records;
use cloakroom_microdata::profile::lattice::shape::Shape;

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Stands {
    /// The profile was computed for other promises.
    #[default]
    Unknown,
    Fails,
    /// Holds when some records are left out.
    LeavingOut,
    Holds,
}

impl Stands {
    pub const ALL: [Self; 4] = [Self::Holds, Self::LeavingOut, Self::Fails, Self::Unknown];

    /// May be released.
    pub fn holds(self) -> bool {
        matches!(self, Self::Holds | Self::LeavingOut)
    }

    /// What the mark means.
    pub fn word(self) -> &'static Word {
        match self {
            Self::Unknown => &records::NOT_LOOKED_AT,
            Self::Fails => &records::DOES_NOT_HOLD,
            Self::LeavingOut => &records::HOLDS_WITHOUT,
            Self::Holds => &records::HOLDS,
        }
    }

    fn slot(self) -> usize {
        self as usize
    }
}

/// How many nodes stand in each way.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally([u32; 4]);

impl Tally {
    pub fn of(&self, stands: Stands) -> usize {
        self.0[stands.slot()] as usize
    }

    pub fn all(&self) -> usize {
        self.0.iter().map(|&count| count as usize).sum()
    }

    fn add(&mut self, stands: Stands) {
        self.0[stands.slot()] += 1;
    }

    fn less(&self, other: &Self) -> Self {
        let mut rest = *self;
        for (rest, other) in rest.0.iter_mut().zip(other.0) {
            *rest -= other;
        }
        rest
    }
}

/// Places between two sums that are kept: looking a stretch up counts at most so many nodes.
const STEP: usize = 32;

#[derive(Clone, Debug, Default)]
pub struct Statuses {
    /// By node.
    of: Vec<Stands>,
    /// The tally of all places before every [`STEP`]-th.
    sums: Vec<Tally>,
    tally: Tally,
    /// Ascending.
    minimal: Vec<u32>,
    pub optimum: Option<usize>,
}

impl Statuses {
    /// `of` by node. Which nodes are minimal and which is best is only told where all are known.
    pub fn new(shape: &Shape, rows: &Rows, of: Vec<Stands>) -> Self {
        let mut tally = Tally::default();
        let mut sums = Vec::with_capacity(rows.len() / STEP + 2);
        for (place, &node) in rows.nodes().iter().enumerate() {
            if place % STEP == 0 {
                sums.push(tally);
            }
            tally.add(of[node as usize]);
        }
        let minimal = match tally.of(Stands::Unknown) {
            0 => minimal(shape, &of),
            _ => Vec::new(),
        };
        Self {
            of,
            sums,
            tally,
            minimal,
            optimum: None,
        }
    }

    pub fn of(&self, node: usize) -> Stands {
        self.of.get(node).copied().unwrap_or_default()
    }

    pub fn tally(&self) -> &Tally {
        &self.tally
    }

    pub fn is_known(&self) -> bool {
        self.tally.of(Stands::Unknown) == 0
    }

    /// The nodes that hold while none below them does, ascending.
    pub fn minimal(&self) -> &[u32] {
        &self.minimal
    }

    pub fn is_minimal(&self, node: usize) -> bool {
        self.minimal.binary_search(&(node as u32)).is_ok()
    }

    /// How the nodes stand at places `from..to`, counted through all rows.
    pub fn between(&self, rows: &Rows, from: usize, to: usize) -> Tally {
        self.before(rows, to).less(&self.before(rows, from))
    }

    fn before(&self, rows: &Rows, place: usize) -> Tally {
        let Some(&sum) = self.sums.get(place / STEP) else {
            return self.tally;
        };
        let mut tally = sum;
        for &node in &rows.nodes()[place / STEP * STEP..place] {
            tally.add(self.of[node as usize]);
        }
        tally
    }
}

/// Nodes below another have smaller numbers, so one pass sees them first.
fn minimal(shape: &Shape, of: &[Stands]) -> Vec<u32> {
    let mut minimal = Vec::new();
    // Whether a node or one below it holds.
    let mut covered = vec![false; of.len()];
    let strides: Vec<usize> = (0..shape.columns())
        .map(|column| shape.stride(column))
        .collect();
    let mut levels = vec![0u32; shape.columns()];
    for node in 0..of.len() {
        let below = levels
            .iter()
            .zip(&strides)
            .any(|(&level, &stride)| level > 0 && covered[node - stride]);
        if below {
            covered[node] = true;
        } else if of[node].holds() {
            covered[node] = true;
            minimal.push(node as u32);
        }
        for (level, &top) in levels.iter_mut().zip(shape.heights()).rev() {
            if *level < top {
                *level += 1;
                break;
            }
            *level = 0;
        }
    }
    minimal
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stretches_are_counted_and_minimal_nodes_found() {
        let shape = Shape::new(vec![3, 4, 2, 3]);
        let rows = Rows::new(&shape);
        let of: Vec<Stands> = (0..rows.len())
            .map(|node| match shape.levels(node)[..] {
                [a, _, c, _] if a >= 2 && c >= 1 => Stands::Holds,
                [_, b, _, _] if b >= 3 => Stands::LeavingOut,
                _ => Stands::Fails,
            })
            .collect();
        let statuses = Statuses::new(&shape, &rows, of.clone());
        let minimal: Vec<Vec<u32>> = statuses
            .minimal()
            .iter()
            .map(|&node| shape.levels(node as usize))
            .collect();
        assert_eq!(minimal, [vec![0, 3, 0, 0], vec![2, 0, 1, 0]]);
        assert!(statuses.is_minimal(shape.node(&[0, 3, 0, 0])));
        assert!(!statuses.is_minimal(shape.node(&[0, 4, 0, 0])));
        for (from, to) in [(0, rows.len()), (5, 5), (31, 33), (7, 201)] {
            let tally = statuses.between(&rows, from, to);
            assert_eq!(tally.all(), to - from);
            let hold = rows.nodes()[from..to].iter();
            let hold = hold.filter(|&&node| of[node as usize] == Stands::Holds);
            assert_eq!(tally.of(Stands::Holds), hold.count());
        }
        assert_eq!(statuses.tally().all(), 240);
    }

    #[test]
    fn nothing_is_minimal_while_something_is_unknown() {
        let shape = Shape::new(vec![1, 1]);
        let rows = Rows::new(&shape);
        let of = vec![Stands::Fails, Stands::Holds, Stands::Unknown, Stands::Holds];
        let statuses = Statuses::new(&shape, &rows, of);
        assert!(statuses.minimal().is_empty() && !statuses.is_known());
    }
}
