//! The support of whole baskets: what is found by whoever knows everything in one.

use super::sets::Sets;
use cloakroom_core::{Lists, Progress, Stopped};
use rayon::prelude::*;

/// How many sets one thread takes at a time.
const STRETCH: usize = 512;
/// An item that fewer than one set in so many holds gets no bits.
const RARE: usize = 256;

/// By set: the weight of the sets that hold all its items; items are below `items`.
pub fn whole_supports(sets: &Sets, items: usize, progress: &Progress) -> Result<Vec<u32>, Stopped> {
    let sets = rarest_first(sets, items);
    // One set after the other begins alike and shares the work.
    let mut order: Vec<u32> = (0..sets.len() as u32).collect();
    order.par_sort_unstable_by(|&a, &b| sets.set(a as usize).cmp(sets.set(b as usize)));
    let holders = Lists::sorted(items, sets.items());
    let filters = Filters::new(&sets, &holders, items);
    let all: u32 = sets.weight.iter().sum();
    let stretch = |stretch: &[u32]| {
        // For the first items of the last set: the sets that hold them.
        let mut kept: Vec<Vec<u32>> = Vec::new();
        let mut last: &[u32] = &[];
        let mut supports = Vec::with_capacity(stretch.len());
        for &at in stretch {
            progress.check()?;
            let set = sets.set(at as usize);
            let same = set.iter().zip(last).take_while(|(a, b)| a == b).count();
            for depth in same..set.len() {
                if kept.len() <= depth {
                    kept.push(Vec::new());
                }
                let (before, rest) = kept.split_at_mut(depth);
                rest[0].clear();
                match before.last() {
                    None => rest[0].extend_from_slice(&holders[set[0]]),
                    Some(before) => filters.keep(set[depth], before, &mut rest[0]),
                }
            }
            supports.push(set.len().checked_sub(1).map_or(all, |deepest| {
                let held = kept[deepest].iter();
                held.map(|&at| sets.weight[at as usize]).sum()
            }));
            last = set;
        }
        Ok(supports)
    };
    let found = order
        .par_chunks(STRETCH)
        .map(stretch)
        .collect::<Result<Vec<Vec<u32>>, Stopped>>()?;
    let mut supports = vec![0; sets.len()];
    for (&at, support) in order.iter().zip(found.into_iter().flatten()) {
        supports[at as usize] = support;
    }
    Ok(supports)
}

/// The same sets with items numbered by how many sets hold them.
fn rarest_first(sets: &Sets, items: usize) -> Sets {
    let mut count = vec![0u32; items];
    for &item in &sets.item {
        count[item as usize] += 1;
    }
    let mut order: Vec<u32> = (0..items as u32).collect();
    order.sort_unstable_by_key(|&item| (count[item as usize], item));
    let mut number = count;
    for (place, &item) in order.iter().enumerate() {
        number[item as usize] = place as u32;
    }
    let mut ranked = sets.clone();
    for item in &mut ranked.item {
        *item = number[*item as usize];
    }
    for at in 0..ranked.len() {
        let places = ranked.places(at);
        ranked.item[places].sort_unstable();
    }
    ranked
}

/// A quick look whether a set holds an item: a bit for every set, where an item is in many.
struct Filters<'a> {
    sets: &'a Sets,
    /// By item.
    bits: Vec<Option<Vec<u64>>>,
}

impl<'a> Filters<'a> {
    fn new(sets: &'a Sets, holders: &Lists, items: usize) -> Self {
        let words = sets.len().div_ceil(64);
        let bits = (0..items as u32).into_par_iter().map(|item| {
            let held = &holders[item];
            (held.len() * RARE > sets.len()).then(|| {
                let mut bits = vec![0u64; words];
                for &set in held {
                    bits[set as usize / 64] |= 1 << (set % 64);
                }
                bits
            })
        });
        Self {
            sets,
            bits: bits.collect(),
        }
    }

    /// Those of some sets that hold an item.
    fn keep(&self, item: u32, sets: &[u32], kept: &mut Vec<u32>) {
        match &self.bits[item as usize] {
            Some(bits) => {
                let held = |set: u32| bits[set as usize / 64] >> (set % 64) & 1 == 1;
                kept.extend(sets.iter().filter(|&&set| held(set)));
            }
            None => {
                let held = |set: u32| self.sets.set(set as usize).binary_search(&item).is_ok();
                kept.extend(sets.iter().filter(|&&set| held(set)));
            }
        }
    }
}
