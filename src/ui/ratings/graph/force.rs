//! Forces between the records of one component: all push each other away, and those that are close pull.

use egui::{Vec2, vec2};
use rayon::prelude::*;

/// Cells that look smaller than this from where they are looked at are taken as one.
const FAR: f32 = 0.9;
/// Components up to this size are computed pair by pair.
const FEW: usize = 48;

/// Pushes on every place: 1 at the distance 1, and less farther away.
pub fn pushes(places: &[Vec2]) -> Vec<Vec2> {
    if places.len() <= FEW {
        return places.iter().map(|&at| push_of_all(places, at)).collect();
    }
    let tree = Tree::new(places);
    places
        .par_iter()
        .with_min_len(256)
        .map(|&at| tree.push_on(at))
        .collect()
}

fn push(apart: Vec2, mass: f32) -> Vec2 {
    let square = apart.length_sq();
    if square == 0.0 {
        return Vec2::ZERO;
    }
    apart * (mass / square.max(1e-4))
}

fn push_of_all(places: &[Vec2], at: Vec2) -> Vec2 {
    let others = places.iter();
    others.fold(Vec2::ZERO, |sum, &other| sum + push(at - other, 1.0))
}

/// Squares within squares (Barnes and Hut, 1986).
struct Tree {
    cells: Vec<Cell>,
}

#[derive(Clone, Copy)]
struct Cell {
    /// The sum of the places in it until it is finished, then their middle.
    middle: Vec2,
    mass: f32,
    corner: Vec2,
    side: f32,
    /// 0 if there is none: the first cell is nobody's child.
    children: [u32; 4],
}

/// Places nearer to each other than this depth tells apart share a cell.
const DEEPEST: usize = 20;

impl Tree {
    fn new(places: &[Vec2]) -> Self {
        let (mut low, mut high) = (places[0], places[0]);
        for &place in places {
            low = low.min(place);
            high = high.max(place);
        }
        let side = (high - low).max_elem().max(1e-3) * 1.001;
        let mut tree = Self {
            cells: Vec::with_capacity(places.len() * 2),
        };
        tree.cells.push(Cell::new(low, side));
        for &place in places {
            tree.insert(place);
        }
        for cell in &mut tree.cells {
            cell.middle /= cell.mass;
        }
        tree
    }

    fn insert(&mut self, place: Vec2) {
        let mut at = 0;
        for depth in 0..DEEPEST {
            let cell = self.cells[at];
            if cell.mass == 1.0 && cell.children == [0; 4] && depth + 1 < DEEPEST {
                // The one that had the cell for itself goes down as well.
                let child = self.child(at, cell.middle);
                self.cells[child].add(cell.middle);
            }
            self.cells[at].add(place);
            if cell.mass == 0.0 || depth + 1 == DEEPEST {
                return;
            }
            at = self.child(at, place);
        }
    }

    fn child(&mut self, of: usize, place: Vec2) -> usize {
        let Cell {
            corner,
            side,
            children,
            ..
        } = self.cells[of];
        let half = side / 2.0;
        let right = place.x >= corner.x + half;
        let below = place.y >= corner.y + half;
        let which = usize::from(right) + 2 * usize::from(below);
        if children[which] == 0 {
            let aside = vec2(f32::from(u8::from(right)), f32::from(u8::from(below))) * half;
            self.cells[of].children[which] = self.cells.len() as u32;
            self.cells.push(Cell::new(corner + aside, half));
        }
        self.cells[of].children[which] as usize
    }

    fn push_on(&self, at: Vec2) -> Vec2 {
        let mut total = Vec2::ZERO;
        let mut open = [0u32; 4 * DEEPEST];
        let mut count = 1;
        while count > 0 {
            count -= 1;
            let cell = &self.cells[open[count] as usize];
            let apart = at - cell.middle;
            let is_leaf = cell.children == [0; 4];
            if is_leaf || cell.side * cell.side < FAR * FAR * apart.length_sq() {
                total += push(apart, cell.mass);
                continue;
            }
            for child in cell.children {
                if child != 0 {
                    open[count] = child;
                    count += 1;
                }
            }
        }
        total
    }
}

impl Cell {
    fn new(corner: Vec2, side: f32) -> Self {
        Self {
            middle: Vec2::ZERO,
            mass: 0.0,
            corner,
            side,
            children: [0; 4],
        }
    }

    fn add(&mut self, place: Vec2) {
        self.middle += place;
        self.mass += 1.0;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use cloakroom_core::stream::Stream;

    #[test]
    fn squares_within_squares_push_about_as_everybody_does() {
        let mut stream = Stream::new(7, 0);
        let mut draw = || stream.below(1_000) as f32 / 50.0;
        let places: Vec<Vec2> = (0..400).map(|_| vec2(draw(), draw())).collect();
        let exact: Vec<Vec2> = places.iter().map(|&at| push_of_all(&places, at)).collect();
        let size = |pushes: &[Vec2]| {
            pushes
                .iter()
                .map(|push| push.length_sq())
                .fold(0.0, f32::max)
        };
        let wrong: Vec<Vec2> = pushes(&places)
            .iter()
            .zip(&exact)
            .map(|(&one, &other)| one - other)
            .collect();
        assert!(size(&wrong).sqrt() < 0.1 * size(&exact).sqrt());
    }

    #[test]
    fn places_that_coincide_do_not_hang() {
        let places = vec![vec2(1.0, 1.0); 100];
        assert!(pushes(&places).iter().all(|push| push.is_finite()));
    }
}
