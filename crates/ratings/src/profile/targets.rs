//! The records that are looked for, in blocks that lie close together.

use super::STRIDE;
use super::bitmaps::{Bits, LANES, Table, ascending};
use super::digits::Digits;
use crate::privacy::Spread;
use cloakroom_core::{Progress, Stopped};
use hashbrown::HashMap;

pub struct Targets {
    blocks: Vec<Block>,
    /// By block, what [`ascending`] makes of it.
    ascending: Vec<Bits>,
    /// By block and issue, the lowest and the highest step.
    bounds: Vec<(u8, u8)>,
}

pub struct Block {
    /// Places in the order of the records, by lane.
    pub places: Vec<u32>,
    pub shares: BlockShares,
}

/// What the records of a block add to a sum.
pub enum BlockShares {
    /// All the same.
    Equal(Spread),
    ByLane(Vec<Spread>),
    /// They are not summed.
    None,
}

impl Targets {
    /// Records in the order of their places, which ascend.
    pub fn plain(digits: &Digits, places: &[u32], progress: &Progress) -> Result<Self, Stopped> {
        let blocks = in_blocks(places).map(|places| Block {
            places: places.to_vec(),
            shares: BlockShares::None,
        });
        Self::of_blocks(digits, blocks.collect(), progress)
    }

    /// Records that add the same to a sum lie together, so that it is enough to count them.
    pub fn by_share(
        digits: &Digits,
        places: &[u32],
        share: impl Fn(u32) -> Spread,
        progress: &Progress,
    ) -> Result<Self, Stopped> {
        let mut kinds: HashMap<Spread, Vec<u32>> = HashMap::new();
        for (at, &place) in places.iter().enumerate() {
            progress.check_every(STRIDE, at)?;
            kinds.entry(share(place)).or_default().push(place);
        }
        let mut kinds: Vec<(Spread, Vec<u32>)> = kinds.into_iter().collect();
        kinds.sort_unstable_by_key(|(_, places)| places[0]);
        let (mut blocks, mut rest) = (Vec::new(), Vec::new());
        for (share, places) in kinds {
            if places.len() < LANES {
                rest.extend(places);
            } else {
                blocks.extend(in_blocks(&places).map(|places| Block {
                    places: places.to_vec(),
                    shares: BlockShares::Equal(share),
                }));
            }
        }
        rest.sort_unstable();
        blocks.extend(in_blocks(&rest).map(|places| Block {
            places: places.to_vec(),
            shares: BlockShares::ByLane(places.iter().map(|&place| share(place)).collect()),
        }));
        Self::of_blocks(digits, blocks, progress)
    }

    fn of_blocks(
        digits: &Digits,
        blocks: Vec<Block>,
        progress: &Progress,
    ) -> Result<Self, Stopped> {
        let (mut bitmaps, mut bounds) = (Vec::new(), Vec::new());
        for block in &blocks {
            progress.check()?;
            ascending(digits, &block.places, &mut bitmaps);
            bounds.extend(bounds_of(digits, &block.places));
        }
        Ok(Self {
            blocks,
            ascending: bitmaps,
            bounds,
        })
    }

    /// For every distance from the largest to the smallest and every query, calls back with a block and those
    /// of its records that are close, unless there is none. `distances` and `queries` are told by their
    /// place in the list. If the digits are coarse, some records farther away are among them.
    pub fn search(
        &self,
        digits: &Digits,
        queries: &[u32],
        distances: &[u16],
        progress: &Progress,
        mut found: impl FnMut(usize, usize, &Block, &Bits),
    ) -> Result<(), Stopped> {
        let bounds = bounds_of(digits, queries);
        let size = bounds.len() * digits.steps;
        let mut table = Table::default();
        let mut open: Vec<u32> = Vec::new();
        let blocks = self.blocks.iter().zip(self.ascending.chunks(size));
        for ((block, ascending), its_bounds) in blocks.zip(self.bounds.chunks(bounds.len())) {
            progress.check()?;
            let gap = gap(&bounds, its_bounds);
            open.clear();
            open.extend(0..queries.len() as u32);
            for (level, &d) in distances.iter().enumerate().rev() {
                let apart = usize::from(d).div_ceil(digits.coarse);
                // What is too far here is too far at all smaller distances.
                if open.is_empty() || gap > apart {
                    break;
                }
                table.fill(digits, ascending, apart);
                open.retain(|&query| {
                    let near = table.near(digits.row(queries[query as usize]));
                    if let Some(bits) = &near {
                        found(level, query as usize, block, bits);
                    }
                    near.is_some()
                });
            }
        }
        Ok(())
    }
}

fn in_blocks(places: &[u32]) -> impl Iterator<Item = &[u32]> {
    // Blocks of the same size lie closer together than full ones and a small rest.
    let blocks = places.len().div_ceil(LANES).max(1);
    places.chunks(places.len().div_ceil(blocks).max(1))
}

/// By issue, the lowest and the highest step of some records.
fn bounds_of(digits: &Digits, places: &[u32]) -> Vec<(u8, u8)> {
    let mut bounds = vec![(u8::MAX, 0); digits.count * digits.issues];
    for &place in places {
        for (bounds, step) in bounds.iter_mut().zip(digits.steps_of(place)) {
            bounds.0 = bounds.0.min(step);
            bounds.1 = bounds.1.max(step);
        }
    }
    bounds
}

/// How many steps any two records within these bounds are apart at least.
fn gap(a: &[(u8, u8)], b: &[(u8, u8)]) -> usize {
    let gaps = a
        .iter()
        .zip(b)
        .map(|(a, b)| b.0.saturating_sub(a.1).max(a.0.saturating_sub(b.1)));
    usize::from(gaps.max().unwrap_or(0))
}
