//! The dependency tree: which columns tell most of each other, and which stand for the others.

use super::{TIED, pairs};

/// Two columns that are joined in the dependency tree; `a` stands before `b` in the table.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Edge {
    pub a: usize,
    pub b: usize,
    /// Their measure of independence in bits.
    pub weight: f64,
}

#[derive(Clone, Debug, PartialEq)]
pub(super) struct DependencyTree {
    edges: Vec<Edge>,
    degrees: Vec<usize>,
    parents: Vec<Option<usize>>,
}

impl DependencyTree {
    /// Kruskal's algorithm: edges by weight, tied ones by place, each taken that joins what was apart.
    pub fn new(columns: usize, weight: impl Fn(usize, usize) -> f64) -> Self {
        let mut all: Vec<Edge> = pairs::all(columns)
            .map(|(a, b)| Edge {
                a,
                b,
                weight: weight(a, b),
            })
            .collect();
        all.sort_by(|x, y| x.weight.total_cmp(&y.weight));
        for tied in all.chunk_by_mut(|x, y| y.weight - x.weight <= TIED) {
            tied.sort_by_key(|edge| (edge.a, edge.b));
        }
        let mut part: Vec<usize> = (0..columns).collect();
        let mut edges = Vec::with_capacity(columns.saturating_sub(1));
        let mut degrees = vec![0; columns];
        for edge in all {
            let (of_a, of_b) = (part[edge.a], part[edge.b]);
            if of_a == of_b {
                continue;
            }
            for of in &mut part {
                if *of == of_b {
                    *of = of_a;
                }
            }
            degrees[edge.a] += 1;
            degrees[edge.b] += 1;
            edges.push(edge);
        }
        let mut tree = Self {
            edges,
            degrees,
            parents: Vec::new(),
        };
        tree.parents = tree.parents_from(tree.by_degree().first().copied());
        tree
    }

    fn parents_from(&self, root: Option<usize>) -> Vec<Option<usize>> {
        let columns = self.degrees.len();
        let mut neighbours = vec![Vec::new(); columns];
        for edge in &self.edges {
            neighbours[edge.a].push(edge.b);
            neighbours[edge.b].push(edge.a);
        }
        let mut parents = vec![None; columns];
        let mut open: Vec<usize> = root.into_iter().collect();
        while let Some(at) = open.pop() {
            for &next in &neighbours[at] {
                if parents[at] != Some(next) {
                    parents[next] = Some(at);
                    open.push(next);
                }
            }
        }
        parents
    }

    pub fn edges(&self) -> &[Edge] {
        &self.edges
    }

    pub fn degree(&self, at: usize) -> usize {
        self.degrees[at]
    }

    pub fn parent(&self, at: usize) -> Option<usize> {
        self.parents[at]
    }

    fn by_degree(&self) -> Vec<usize> {
        let mut columns: Vec<usize> = (0..self.degrees.len()).collect();
        columns.sort_by_key(|&at| (std::cmp::Reverse(self.degrees[at]), at));
        columns
    }

    pub fn key_columns(&self) -> Vec<usize> {
        let columns = self.degrees.len();
        let mut sum = 0;
        let mut keys = Vec::new();
        for at in self.by_degree() {
            keys.push(at);
            sum += self.degrees[at];
            if sum >= columns {
                break;
            }
        }
        keys
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Theorem 5.1 says at most m/2 key columns; a path of five needs three, and two columns need both.
    #[test]
    fn key_columns_are_at_most_half_of_the_columns_rounded_up() {
        let path = |columns| DependencyTree::new(columns, |a, b| (b - a) as f64);
        assert_eq!(path(5).key_columns(), [1, 2, 3]);
        assert_eq!(path(2).key_columns(), [0, 1]);
        assert_eq!(path(1).key_columns(), [0]);
        assert!(path(0).key_columns().is_empty());
        for columns in 3..12 {
            let keys = path(columns).key_columns().len();
            assert!((2..=columns.div_ceil(2).max(2)).contains(&keys));
        }
    }

    #[test]
    fn tied_weights_go_by_place() {
        let tree = DependencyTree::new(4, |a, b| 1.0 - 1e-12 * (a + b) as f64);
        let ends: Vec<(usize, usize)> = tree.edges().iter().map(|edge| (edge.a, edge.b)).collect();
        assert_eq!(ends, [(0, 1), (0, 2), (0, 3)]);
        assert_eq!(tree.key_columns(), [0, 1]);
        assert_eq!((tree.parent(0), tree.parent(3)), (None, Some(0)));
    }
}
