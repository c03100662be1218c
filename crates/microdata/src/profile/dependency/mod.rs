//! How far the columns of a table tell of each other: entropies, the measure of independence of every pair, the
//! dependency tree with its key columns, and the priorities that follow from what somebody needs the data for
//! (thesis, chapters 4 and 5).

mod bins;
pub(in crate::profile) mod entropy;
mod order;
mod pairs;
#[cfg(test)]
mod tests;
mod tree;

pub use bins::{Bins, FEW_VALUES, MOST_BINS};
pub use tree::Edge;

use bins::Coded;
use cloakroom_core::{Progress, Stopped, Table};
use rayon::prelude::*;
use tree::DependencyTree;

/// Weights and priorities that are no farther apart than this are one: rounding must not decide.
const TIED: f64 = 1e-9;

/// Columns are known by their place among those that the profile was asked for, counted from 0.
#[derive(Clone, Debug, PartialEq)]
pub struct DependencyProfile {
    names: Vec<String>,
    bins: Vec<Option<Bins>>,
    entropies: Vec<f64>,
    /// The measure of every pair, row by row.
    independence: Vec<f64>,
    upper_triangle: f64,
    tree: DependencyTree,
    added: Vec<f64>,
}

impl DependencyProfile {
    /// Of any columns of a table, by their place in it. A missing value counts as a value; numbers and dates with
    /// many values are binned first ([`Bins`]).
    pub fn compute(table: &Table, columns: &[usize], progress: &Progress) -> Result<Self, Stopped> {
        let all = table.columns();
        progress.stage("reading columns", columns.len() as u64);
        let coded = columns
            .par_iter()
            .map(|&at| {
                let coded = Coded::new(&all[at], progress)?;
                progress.advance(1);
                Ok(coded)
            })
            .collect::<Result<Vec<Coded<'_>>, Stopped>>()?;
        let entropies: Vec<f64> = coded
            .iter()
            .map(|column| entropy::bits(column.counts.clone()))
            .collect();
        let joint = pairs::joint_entropies(&coded, progress)?;
        let names = columns.iter().map(|&at| all[at].name().to_owned());
        let names = names.collect();
        let bins = coded.into_iter().map(|column| column.bins).collect();
        Ok(Self::from_entropies(names, bins, entropies, &joint))
    }

    /// `joint` holds the entropies of pairs (a, b) with a < b, in lexicographic order.
    fn from_entropies(
        names: Vec<String>,
        bins: Vec<Option<Bins>>,
        entropies: Vec<f64>,
        joint: &[f64],
    ) -> Self {
        let columns = names.len();
        let mut independence = vec![0.0; columns * columns];
        let mut given = vec![0.0; columns * columns];
        let mut upper_triangle = 0.0;
        for ((a, b), &both) in pairs::all(columns).zip(joint) {
            let measure = (2.0 * both - entropies[a] - entropies[b]).max(0.0);
            independence[a * columns + b] = measure;
            independence[b * columns + a] = measure;
            given[a * columns + b] = (both - entropies[b]).max(0.0);
            given[b * columns + a] = (both - entropies[a]).max(0.0);
            upper_triangle += measure;
        }
        let tree = DependencyTree::new(columns, |a, b| independence[a * columns + b]);
        let added = (0..columns)
            .map(|at| match tree.parent(at) {
                Some(parent) => given[at * columns + parent],
                None => entropies[at],
            })
            .collect();
        Self {
            names,
            bins,
            entropies,
            independence,
            upper_triangle,
            tree,
            added,
        }
    }

    pub fn names(&self) -> &[String] {
        &self.names
    }

    /// How the values of a column were gathered; `None` where each counts as it is.
    pub fn bins(&self, at: usize) -> Option<&Bins> {
        self.bins[at].as_ref()
    }

    /// How much the column holds, in bits.
    pub fn entropy(&self, at: usize) -> f64 {
        self.entropies[at]
    }

    /// How little two columns tell of each other, in bits: H(A|B) + H(B|A) = 2 H(A,B) − H(A) − H(B). 0 for a
    /// column and itself, and for columns that determine each other.
    pub fn independence(&self, a: usize, b: usize) -> f64 {
        self.independence[a * self.names.len() + b]
    }

    /// The same as a share of the sum over all pairs; 0 where that sum is 0.
    pub fn normalised(&self, a: usize, b: usize) -> f64 {
        if self.upper_triangle > 0.0 {
            self.independence(a, b) / self.upper_triangle
        } else {
            0.0
        }
    }

    /// The dependency tree: the spanning tree of least weight, its edges in the order in which they were taken.
    pub fn tree(&self) -> &[Edge] {
        self.tree.edges()
    }

    /// How many edges of the tree meet in a column.
    pub fn degree(&self, at: usize) -> usize {
        self.tree.degree(at)
    }

    /// The columns that stand for all: by their edges in the tree, most first, then by place, until they have at
    /// least as many edges together as there are columns.
    pub fn key_columns(&self) -> Vec<usize> {
        self.tree.key_columns()
    }

    /// The neighbour of a column on the way to the first key column, from which the tree is looked at.
    pub fn parent(&self, at: usize) -> Option<usize> {
        self.tree.parent(at)
    }

    /// What a column adds to those before it in the tree, in bits: its conditional entropy given its neighbour on the
    /// way to the first key column, which adds all that it holds. Together that is the entropy of the table as
    /// the tree describes it, so a column that adds little can be told from its neighbour.
    pub fn added(&self, at: usize) -> f64 {
        self.added[at]
    }
}
