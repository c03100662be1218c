//! One component of the graph: how its records find their places.

use super::force::pushes;
use egui::Vec2;
use std::collections::VecDeque;

/// An island of n records has a radius of this times the root of n.
const ROOM: f32 = 0.9;
/// How much the middle of an island draws: against the pushes of all, this fills its room evenly.
const MIDDLE: f32 = 1.0 / (ROOM * ROOM);
/// How much all its lines together draw a record.
const LINES: f32 = 2.2;

/// A component with at least two records.
#[derive(Clone, Debug)]
pub struct Island {
    pub records: Vec<u32>,
    pub middle: Vec2,
    pub radius: f32,
    lines: Vec<(u32, u32)>,
    degree: Vec<f32>,
    /// Around the middle.
    pub(super) places: Vec<Vec2>,
    pub(super) steps: usize,
}

impl Island {
    pub(super) fn new(records: Vec<u32>, lines: Vec<(u32, u32)>) -> Self {
        let count = records.len();
        let mut degree = vec![0.0f32; count];
        for &(a, b) in &lines {
            degree[a as usize] += 1.0;
            degree[b as usize] += 1.0;
        }
        let mut places = vec![Vec2::ZERO; count];
        // Like the seeds of a sunflower, from the record with most lines outwards along the lines.
        for (seed, place) in from_the_middle(count, &lines, &degree)
            .into_iter()
            .enumerate()
        {
            let angle = seed as f32 * 2.399_963_2;
            places[place as usize] = Vec2::angled(angle) * (seed as f32 + 0.5).sqrt();
        }
        Self {
            radius: ROOM * (count as f32).sqrt(),
            middle: Vec2::ZERO,
            steps: match count {
                0..=2 => 0,
                3..=200 => 150,
                201..=2_000 => 220,
                _ => 160,
            },
            records,
            lines,
            degree,
            places,
        }
    }

    pub(super) fn step(&mut self, step: usize) {
        let left = 1.0 - step as f32 / self.steps as f32;
        let farthest = (0.25 * self.radius * left * left).max(0.02);
        let mut moves = pushes(&self.places);
        for &(a, b) in &self.lines {
            let (a, b) = (a as usize, b as usize);
            let apart = self.places[a] - self.places[b];
            // Shared out, or records with many lines would be pulled onto one point.
            moves[a] -= apart * (LINES / self.degree[a].max(1.0));
            moves[b] += apart * (LINES / self.degree[b].max(1.0));
        }
        for (place, by) in self.places.iter_mut().zip(&mut moves) {
            *by -= *place * MIDDLE;
            *place += by.normalized() * by.length().min(farthest);
        }
        self.fit();
    }

    /// Into the room that the island has.
    fn fit(&mut self) {
        let count = self.places.len().max(1) as f32;
        let middle = self
            .places
            .iter()
            .fold(Vec2::ZERO, |sum, &place| sum + place)
            / count;
        let far = |place: &Vec2| (*place - middle).length();
        let farthest = self.places.iter().map(far).fold(1e-3, f32::max);
        let most = (self.radius - 0.5).max(0.5);
        let scale = (most / farthest).min(1.0);
        for place in &mut self.places {
            *place = (*place - middle) * scale;
        }
    }

    /// Moves records apart that lie over each other, and spreads an island that is smaller than its room.
    pub(super) fn part(&mut self) {
        let most = (self.radius - 0.5).max(0.5);
        let farthest = self
            .places
            .iter()
            .map(|place| place.length())
            .fold(1e-3, f32::max);
        for place in &mut self.places {
            *place *= most / farthest;
        }
        let cell = |place: Vec2| (place.x.floor() as i32, place.y.floor() as i32);
        for _ in 0..40 {
            let mut grid: std::collections::HashMap<(i32, i32), Vec<u32>> = Default::default();
            for (at, &place) in (0..).zip(&self.places) {
                grid.entry(cell(place)).or_default().push(at);
            }
            let mut moved = false;
            let mut next = self.places.clone();
            for (at, &place) in (0u32..).zip(&self.places) {
                let (x, y) = cell(place);
                for near in (-1..=1).flat_map(|dx| (-1..=1).map(move |dy| (x + dx, y + dy))) {
                    for &other in grid.get(&near).map_or(&[][..], Vec::as_slice) {
                        let apart = place - self.places[other as usize];
                        let distance = apart.length();
                        if other == at || distance >= 0.9 {
                            continue;
                        }
                        let way = match distance {
                            0.0 => Vec2::angled(at as f32),
                            _ => apart / distance,
                        };
                        next[at as usize] += way * ((0.95 - distance) / 2.0);
                        moved = true;
                    }
                }
            }
            self.places = next;
            if !moved {
                break;
            }
        }
        self.fit();
    }
}

/// Records by their distance along lines from the one that has most.
fn from_the_middle(count: usize, lines: &[(u32, u32)], degree: &[f32]) -> Vec<u32> {
    let mut starts = vec![0usize; count + 1];
    for (at, degree) in degree.iter().enumerate() {
        starts[at + 1] = starts[at] + *degree as usize;
    }
    let mut next = starts.clone();
    let mut others = vec![0u32; starts[count]];
    for &(a, b) in lines {
        for (from, to) in [(a, b), (b, a)] {
            others[next[from as usize]] = to;
            next[from as usize] += 1;
        }
    }
    let first = (0..count as u32).max_by(|&a, &b| {
        let by_degree = degree[a as usize].total_cmp(&degree[b as usize]);
        by_degree.then(b.cmp(&a))
    });
    let mut order = Vec::with_capacity(count);
    let mut seen = vec![false; count];
    let mut open: VecDeque<u32> = first.into_iter().collect();
    for &first in &open {
        seen[first as usize] = true;
    }
    while let Some(at) = open.pop_front() {
        order.push(at);
        for &other in &others[starts[at as usize]..starts[at as usize + 1]] {
            if !std::mem::replace(&mut seen[other as usize], true) {
                open.push_back(other);
            }
        }
    }
    order
}
