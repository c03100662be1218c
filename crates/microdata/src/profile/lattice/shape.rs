//! The lattice of level combinations: one node per choice of a level for every quasi-identifier.

/// Levels run from 0 to a height per column. Nodes are numbered so that the order of numbers is the
/// lexicographic order of levels; every node above another has a larger number.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Shape {
    heights: Vec<u32>,
    /// What one level more adds to a node's number.
    strides: Vec<u64>,
    nodes: Option<u64>,
}

impl Shape {
    pub fn new(heights: Vec<u32>) -> Self {
        let mut strides = vec![0u64; heights.len()];
        let mut nodes = Some(1u64);
        for (stride, &height) in strides.iter_mut().zip(&heights).rev() {
            *stride = nodes.unwrap_or(0);
            nodes = nodes.and_then(|nodes| nodes.checked_mul(u64::from(height) + 1));
        }
        Self {
            heights,
            strides,
            nodes,
        }
    }

    pub fn columns(&self) -> usize {
        self.heights.len()
    }

    /// The highest level of each column: the levels of the top.
    pub fn heights(&self) -> &[u32] {
        &self.heights
    }

    /// How many nodes there are; the largest number that can be written where there are more.
    pub fn nodes(&self) -> u64 {
        self.nodes.unwrap_or(u64::MAX)
    }

    /// How many nodes there are, if they are at most `most` and so can be held one by one.
    pub fn held(&self, most: usize) -> Option<usize> {
        self.nodes
            .and_then(|nodes| usize::try_from(nodes).ok())
            .filter(|&nodes| nodes <= most)
    }

    /// The height of the top: the sum of all heights.
    pub fn height(&self) -> u32 {
        self.heights.iter().sum()
    }

    pub fn node(&self, levels: &[u32]) -> usize {
        levels
            .iter()
            .zip(&self.strides)
            .map(|(&level, &stride)| u64::from(level) * stride)
            .sum::<u64>() as usize
    }

    pub fn level(&self, node: usize, column: usize) -> u32 {
        (node as u64 / self.strides[column] % (u64::from(self.heights[column]) + 1)) as u32
    }

    pub fn levels(&self, node: usize) -> Vec<u32> {
        (0..self.columns())
            .map(|column| self.level(node, column))
            .collect()
    }

    /// The sum of a node's levels.
    pub fn height_of(&self, node: usize) -> u32 {
        let mut rest = node as u64;
        let mut height = 0;
        for &stride in &self.strides {
            height += (rest / stride) as u32;
            rest %= stride;
        }
        height
    }

    pub fn stride(&self, column: usize) -> usize {
        self.strides[column] as usize
    }

    /// The nodes with one level more in one column, in the order of columns.
    pub fn above(&self, node: usize) -> impl Iterator<Item = usize> + '_ {
        (0..self.columns())
            .filter(move |&column| self.level(node, column) < self.heights[column])
            .map(move |column| node + self.stride(column))
    }

    /// The nodes with one level less in one column, in the order of columns.
    pub fn below(&self, node: usize) -> impl Iterator<Item = usize> + '_ {
        (0..self.columns())
            .filter(move |&column| self.level(node, column) > 0)
            .map(move |column| node - self.stride(column))
    }

    /// The number of generalization strategies: ways from the bottom to the top that raise one level at a
    /// time, (Σh)! / Πh!. `None` where it is too large to write exactly.
    pub fn strategies(&self) -> Option<u128> {
        let mut ways = 1u128;
        let mut steps = 0u128;
        for &height in &self.heights {
            for step in 1..=u128::from(height) {
                steps += 1;
                // A binomial coefficient after every step, so the division leaves no rest.
                ways = ways.checked_mul(steps)? / step;
            }
        }
        Some(ways)
    }

    /// [`Self::strategies`] as a number with a point; infinite beyond its range.
    pub fn strategies_about(&self) -> f64 {
        if let Some(exact) = self.strategies() {
            return exact as f64;
        }
        let (mut ways, mut steps) = (1f64, 0f64);
        for &height in &self.heights {
            for step in 1..=height {
                steps += 1.0;
                ways *= steps / f64::from(step);
            }
        }
        ways
    }
}

/// Whether every level of `low` is at most that of `high`.
pub fn is_below(low: &[u32], high: &[u32]) -> bool {
    low.iter().zip(high).all(|(low, high)| low <= high)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nodes_are_numbered_in_lexicographic_order() {
        let shape = Shape::new(vec![1, 2]);
        let all: Vec<Vec<u32>> = (0..6).map(|node| shape.levels(node)).collect();
        assert_eq!(
            all,
            [[0, 0], [0, 1], [0, 2], [1, 0], [1, 1], [1, 2]].map(Vec::from)
        );
        assert!(
            all.iter()
                .enumerate()
                .all(|(node, levels)| shape.node(levels) == node)
        );
        assert_eq!(shape.above(1).collect::<Vec<_>>(), [4, 2]);
        assert_eq!(shape.below(4).collect::<Vec<_>>(), [1, 3]);
        assert_eq!(
            (shape.height_of(4), shape.height(), shape.nodes()),
            (2, 3, 6)
        );
    }

    #[test]
    fn strategies_are_the_papers() {
        // Theorem 2.1 and section 2.5: f(1, 2) = 3 and f(2, 2) = 6; three columns of height 1 have 3! ways.
        assert_eq!(Shape::new(vec![1, 2]).strategies(), Some(3));
        assert_eq!(Shape::new(vec![2, 2]).strategies(), Some(6));
        assert_eq!(Shape::new(vec![0, 1, 1]).strategies(), Some(2));
        assert_eq!(Shape::new(vec![1, 1, 1]).strategies(), Some(6));
        let wide = Shape::new(vec![3; 40]);
        assert_eq!((wide.strategies(), wide.nodes()), (None, u64::MAX));
        assert!(wide.strategies_about() > 1e100);
        assert_eq!(wide.held(2_000_000), None);
    }
}
