//! Where the records lie: every component an island of its own, those that are close to nobody in rows
//! below.

use super::island::Island;
use super::pack::pack;
use cloakroom_core::progress::{Progress, Stopped};
use egui::{Vec2, vec2};

/// The whole is about so much wider than high.
const ASPECT: f32 = 1.5;
/// How far apart records lie that are close to nobody; records of an island are 1 apart at least.
const ALONE: f32 = 1.25;
/// Between islands.
const SHORE: f32 = 1.0;

/// More components are not drawn as discs.
const MOST_DISCS: usize = 10_000;

#[derive(Debug, Default)]
pub struct Layout {
    pub islands: Vec<Island>,
    pub size: Vec2,
    places: Vec<Vec2>,
}

impl Layout {
    pub fn new(component_of: &[u32], components: usize, lines: &[(u32, u32)]) -> Self {
        let mut members: Vec<Vec<u32>> = vec![Vec::new(); components];
        for (record, &component) in (0..).zip(component_of) {
            members[component as usize].push(record);
        }
        let (mut islands, alone): (Vec<_>, Vec<_>) =
            members.into_iter().partition(|records| records.len() > 1);
        islands.sort_by_key(|records| std::cmp::Reverse(records.len()));
        let mut island_of = vec![u32::MAX; component_of.len()];
        let mut place_in = vec![0u32; component_of.len()];
        for (island, records) in (0..).zip(&islands) {
            for (place, &record) in (0..).zip(records) {
                island_of[record as usize] = island;
                place_in[record as usize] = place;
            }
        }
        let mut lines_of: Vec<Vec<(u32, u32)>> = vec![Vec::new(); islands.len()];
        for &(a, b) in lines {
            let inside = (place_in[a as usize], place_in[b as usize]);
            if let Some(lines) = lines_of.get_mut(island_of[a as usize] as usize) {
                lines.push(inside);
            }
        }
        let mut islands: Vec<Island> = islands
            .into_iter()
            .zip(lines_of)
            .map(|(records, lines)| Island::new(records, lines))
            .collect();
        let mut places = vec![Vec2::ZERO; component_of.len()];
        let size = put(&mut islands, &alone, &mut places);
        Self {
            islands,
            size,
            places,
        }
    }

    /// Components as wholes: the largest ones, and no records.
    pub fn of_discs(component_of: &[u32], components: usize) -> Self {
        let mut members: Vec<Vec<u32>> = vec![Vec::new(); components];
        for (record, &component) in (0..).zip(component_of) {
            members[component as usize].push(record);
        }
        let (mut discs, alone): (Vec<_>, Vec<_>) =
            members.into_iter().partition(|records| records.len() > 1);
        discs.sort_by_key(|records| std::cmp::Reverse(records.len()));
        discs.truncate(MOST_DISCS);
        // Those that are close to nobody are one heap.
        let alone = alone.concat();
        if !alone.is_empty() {
            discs.push(alone);
        }
        let largest = discs.iter().map(Vec::len).max().unwrap_or(1) as f32;
        let mut islands: Vec<Island> = discs
            .into_iter()
            .map(|records| {
                let share = records.len() as f32 / largest;
                let mut island = Island::new(Vec::new(), Vec::new());
                island.radius = (20.0 * share.sqrt()).max(0.8);
                island.records = records;
                island
            })
            .collect();
        let size = put(&mut islands, &[], &mut []);
        Self {
            islands,
            size,
            places: Vec::new(),
        }
    }

    /// Lets the islands settle, and tells the places as they move. The same every time.
    pub fn settle(
        &mut self,
        progress: &Progress,
        mut tell: impl FnMut(&[Vec2]),
    ) -> Result<(), Stopped> {
        let most = self
            .islands
            .iter()
            .map(|island| island.steps)
            .max()
            .unwrap_or(0);
        progress.stage("arranging", most as u64);
        self.spread(&mut tell);
        for step in 0..most {
            for island in &mut self.islands {
                progress.check()?;
                if step < island.steps {
                    island.step(step);
                }
            }
            progress.advance(1);
            self.spread(&mut tell);
        }
        for island in &mut self.islands {
            progress.check()?;
            island.part();
        }
        self.spread(&mut tell);
        Ok(())
    }

    fn spread(&mut self, tell: &mut impl FnMut(&[Vec2])) {
        for island in &self.islands {
            for (&record, &place) in island.records.iter().zip(&island.places) {
                self.places[record as usize] = island.middle + place;
            }
        }
        tell(&self.places);
    }
}

/// Gives every island its middle and those who are alone their places. Tells how large the whole is.
fn put(islands: &mut [Island], alone: &[Vec<u32>], places: &mut [Vec2]) -> Vec2 {
    let side = |island: &Island| 2.0 * island.radius + SHORE;
    let area: f32 = islands
        .iter()
        .map(|island| side(island).powi(2) * 1.15)
        .sum();
    let area = area + alone.len() as f32 * ALONE * ALONE;
    let widest = islands.iter().map(side).fold(0.0, f32::max);
    let sides: Vec<f32> = islands.iter().map(side).collect();
    let least = (area * ASPECT).sqrt().max(widest).max(4.0);
    let packed = [1.0, 1.2, 1.45].map(|wider| {
        let width = least * wider;
        let (corners, height) = pack(&sides, width);
        let rows = (alone.len() as f32 * ALONE / width).ceil() * ALONE;
        let whole = (width / (height + rows).max(0.1) / ASPECT).ln().abs();
        (whole, width, corners, height)
    });
    // Whichever comes nearest to the wanted shape; the first one never fails to be there.
    let best = packed
        .into_iter()
        .min_by(|one, other| one.0.total_cmp(&other.0));
    let (_, width, corners, height) = best.unwrap_or_default();
    let mut right: f32 = 0.0;
    for (island, corner) in islands.iter_mut().zip(corners) {
        let half = island.radius + SHORE / 2.0;
        island.middle = corner + vec2(half, half);
        right = right.max(corner.x + 2.0 * half);
    }
    let gap = if islands.is_empty() || alone.is_empty() {
        0.0
    } else {
        SHORE
    };
    let in_row = ((width / ALONE).floor() as usize).max(1);
    for (at, records) in alone.iter().enumerate() {
        let (row, column) = (at / in_row, at % in_row);
        let place = vec2(column as f32 + 0.5, row as f32 + 0.5) * ALONE + vec2(0.0, height + gap);
        places[records[0] as usize] = place;
    }
    let rows = alone.len().div_ceil(in_row) as f32;
    let columns = alone.len().min(in_row) as f32;
    vec2(right.max(columns * ALONE), height + gap + rows * ALONE)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Two rings of different size, and three who are alone.
    fn rings() -> (Vec<u32>, usize, Vec<(u32, u32)>) {
        let mut component_of = vec![0; 30];
        component_of.extend([1; 12]);
        component_of.extend([2, 3, 4]);
        let ring =
            |from: u32, count: u32| (0..count).map(move |at| (from + at, from + (at + 1) % count));
        (component_of, 5, ring(0, 30).chain(ring(30, 12)).collect())
    }

    fn settled() -> (Layout, Vec<Vec2>, usize) {
        let (component_of, components, lines) = rings();
        let mut layout = Layout::new(&component_of, components, &lines);
        let (mut places, mut told) = (Vec::new(), 0);
        let tell = |now: &[Vec2]| {
            places = now.to_vec();
            told += 1;
        };
        layout.settle(&Progress::default(), tell).unwrap();
        (layout, places, told)
    }

    #[test]
    fn islands_keep_to_their_room_and_records_apart() {
        let (layout, places, told) = settled();
        assert_eq!(layout.islands.len(), 2);
        assert!(told > 100, "it is told while it settles");
        for island in &layout.islands {
            for &record in &island.records {
                let far = (places[record as usize] - island.middle).length();
                assert!(far <= island.radius);
            }
        }
        for one in 0..places.len() {
            assert!(places[one].x >= 0.0 && places[one].x <= layout.size.x);
            assert!(places[one].y >= 0.0 && places[one].y <= layout.size.y);
            for other in 0..one {
                assert!(
                    (places[one] - places[other]).length() > 0.5,
                    "{one} {other}"
                );
            }
        }
    }

    #[test]
    fn it_is_the_same_every_time() {
        assert_eq!(settled().1, settled().1);
    }

    #[test]
    fn it_can_be_stopped() {
        let (component_of, components, lines) = rings();
        let progress = Progress::default();
        progress.stop();
        let mut layout = Layout::new(&component_of, components, &lines);
        assert_eq!(layout.settle(&progress, |_| {}), Err(Stopped));
    }
}
