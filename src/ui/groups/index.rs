//! Where many places lie: which of them are within a window of the picture, and an even choice of some.

use super::Place;
use cloakroom_core::stream::Stream;

/// Cells in a row and in a column.
const SIDE: usize = 96;

/// Places by the cell they lie in, those of a cell in an order without meaning, so that the first of them stand for all.
#[derive(Debug)]
pub struct Index {
    starts: Vec<u32>,
    places: Vec<u32>,
}

impl Index {
    pub fn new(of: &[Place]) -> Self {
        let cells: Vec<u32> = of.iter().map(|&place| cell(place) as u32).collect();
        let mut order: Vec<(u32, u64, u32)> = cells
            .iter()
            .zip(0u32..)
            .map(|(&cell, at)| (cell, Stream::new(1, u64::from(at)).draw(), at))
            .collect();
        order.sort_unstable();
        let mut starts = vec![0u32; SIDE * SIDE + 1];
        for &cell in &cells {
            starts[cell as usize + 1] += 1;
        }
        for cell in 0..SIDE * SIDE {
            starts[cell + 1] += starts[cell];
        }
        Self {
            starts,
            places: order.into_iter().map(|(_, _, at)| at).collect(),
        }
    }

    pub fn len(&self) -> usize {
        self.places.len()
    }

    pub fn is_empty(&self) -> bool {
        self.places.is_empty()
    }

    /// Places in the cells that a window touches, at most about so many, every cell by its share. Says how many there
    /// are.
    pub fn within(&self, low: Place, high: Place, most: usize) -> (Vec<u32>, usize) {
        let (left, top) = corner(low);
        let (right, bottom) = corner(high);
        let rows =
            || (top..=bottom).flat_map(move |row| (left..=right).map(move |x| row * SIDE + x));
        let all: usize = rows().map(|cell| self.in_cell(cell).len()).sum();
        let mut picked = Vec::with_capacity(all.min(most + SIDE * SIDE));
        for cell in rows() {
            let places = self.in_cell(cell);
            let count = match all <= most {
                true => places.len(),
                // A cell with anything in it shows something.
                false => (places.len() * most).div_ceil(all.max(1)),
            };
            picked.extend_from_slice(&places[..count.min(places.len())]);
        }
        (picked, all)
    }

    fn in_cell(&self, cell: usize) -> &[u32] {
        &self.places[self.starts[cell] as usize..self.starts[cell + 1] as usize]
    }
}

fn corner(place: Place) -> (usize, usize) {
    let side = |share: f32| ((share.clamp(0.0, 1.0) * SIDE as f32) as usize).min(SIDE - 1);
    (side(place[0]), side(place[1]))
}

fn cell(place: Place) -> usize {
    let (x, y) = corner(place);
    y * SIDE + x
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_places_are_found_and_some_stand_for_many() {
        let places: Vec<Place> = (0..10_000u32)
            .map(|at| [(at % 100) as f32 / 99.0, (at / 100) as f32 / 99.0])
            .collect();
        let index = Index::new(&places);
        let (mut all, count) = index.within([0.0, 0.0], [1.0, 1.0], usize::MAX / 2);
        all.sort_unstable();
        assert_eq!(all, (0..10_000).collect::<Vec<u32>>());
        assert_eq!(count, 10_000);
        let (some, count) = index.within([0.0, 0.0], [1.0, 1.0], 1_000);
        assert_eq!(count, 10_000);
        assert!(some.len() <= 1_000 + SIDE * SIDE && some.len() >= 1_000);
        let (corner, _) = index.within([0.0, 0.0], [0.1, 0.1], 10_000);
        let near = |at: &u32| places[*at as usize].iter().all(|&side| side < 0.13);
        assert!(corner.iter().all(near) && corner.len() >= 100);
    }
}
