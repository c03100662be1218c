//! The nodes of a lattice by height: the rows of its picture.

use cloakroom_microdata::profile::lattice::shape::Shape;

/// Row 0 is the bottom. In a row nodes stand in lexicographic order of their levels.
#[derive(Clone, Debug, Default)]
pub struct Rows {
    /// `starts[row]..starts[row + 1]` are the places of a row.
    starts: Vec<u32>,
    /// The node at each place, row after row.
    nodes: Vec<u32>,
    /// The place of each node, counted through all rows.
    places: Vec<u32>,
    widest: usize,
}

impl Rows {
    /// For lattices that are held node by node.
    pub fn new(shape: &Shape) -> Self {
        let count = shape.nodes() as usize;
        let heights: Vec<u32> = heights(shape, count);
        let rows = shape.height() as usize + 1;
        let mut starts = vec![0u32; rows + 1];
        for &height in &heights {
            starts[height as usize + 1] += 1;
        }
        let widest = starts.iter().copied().max().unwrap_or(0) as usize;
        for row in 0..rows {
            starts[row + 1] += starts[row];
        }
        let mut next = starts.clone();
        let mut nodes = vec![0u32; count];
        let mut places = vec![0u32; count];
        for (node, &height) in heights.iter().enumerate() {
            let place = &mut next[height as usize];
            nodes[*place as usize] = node as u32;
            places[node] = *place;
            *place += 1;
        }
        Self {
            starts,
            nodes,
            places,
            widest,
        }
    }

    pub fn rows(&self) -> usize {
        self.starts.len().saturating_sub(1)
    }

    /// How many nodes there are.
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    pub fn is_empty(&self) -> bool {
        self.nodes.is_empty()
    }

    /// How many nodes the longest row has.
    pub fn widest(&self) -> usize {
        self.widest
    }

    /// How many nodes a row has.
    pub fn in_row(&self, row: usize) -> usize {
        (self.starts[row + 1] - self.starts[row]) as usize
    }

    /// The nodes of a row, from the left.
    pub fn row(&self, row: usize) -> &[u32] {
        &self.nodes[self.starts[row] as usize..self.starts[row + 1] as usize]
    }

    /// Where a row begins among all places.
    pub fn start(&self, row: usize) -> usize {
        self.starts[row] as usize
    }

    /// All nodes, row after row.
    pub fn nodes(&self) -> &[u32] {
        &self.nodes
    }

    /// The row of a node and its place there.
    pub fn find(&self, node: usize) -> (usize, usize) {
        let place = self.places[node];
        let row = self.starts.partition_point(|&start| start <= place) - 1;
        (row, (place - self.starts[row]) as usize)
    }
}

/// The height of every node, counted up like a milometer.
fn heights(shape: &Shape, count: usize) -> Vec<u32> {
    let mut levels = vec![0u32; shape.columns()];
    let mut height = 0u32;
    let mut heights = Vec::with_capacity(count);
    for _ in 0..count {
        heights.push(height);
        for (level, &top) in levels.iter_mut().zip(shape.heights()).rev() {
            if *level < top {
                *level += 1;
                height += 1;
                break;
            }
            height -= *level;
            *level = 0;
        }
    }
    heights
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_node_stands_in_the_row_of_its_height() {
        let shape = Shape::new(vec![2, 0, 3, 1]);
        let rows = Rows::new(&shape);
        assert_eq!((rows.rows(), rows.len(), rows.widest()), (7, 24, 6));
        assert_eq!((rows.row(0), rows.row(6)), (&[0u32][..], &[23u32][..]));
        for node in 0..rows.len() {
            let (row, place) = rows.find(node);
            assert_eq!(row as u32, shape.height_of(node));
            assert_eq!(rows.row(row)[place] as usize, node);
            assert_eq!(rows.nodes()[rows.start(row) + place] as usize, node);
        }
        assert!((0..7).all(|row| rows.row(row).is_sorted()));
        assert_eq!((0..7).map(|row| rows.in_row(row)).sum::<usize>(), 24);
    }

    #[test]
    fn a_single_node_is_a_row() {
        let rows = Rows::new(&Shape::new(vec![0, 0]));
        assert_eq!((rows.rows(), rows.len(), rows.widest()), (1, 1, 1));
        assert_eq!(rows.find(0), (0, 0));
    }
}
