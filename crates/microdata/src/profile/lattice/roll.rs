//! Roll-up: the classes of a node from those of a node below it.

use super::classes::{Classes, Sparse, Values};
use super::ground::Ground;
use super::keys::KeyTable;
use cloakroom_core::Lists;

/// Memory that roll-ups use again and again; one per thread.
#[derive(Debug)]
pub struct Roller<'a> {
    ground: &'a Ground,
    table: KeyTable,
    /// The class above of every class below.
    into: Vec<u32>,
}

/// One column that is raised: where its group lies, and what becomes of each group, already in place.
struct Raise {
    word: usize,
    shift: u32,
    mask: u64,
    lifted: Vec<u64>,
}

impl<'a> Roller<'a> {
    pub fn new(ground: &'a Ground) -> Self {
        Self {
            ground,
            table: KeyTable::new(ground.layout.words()),
            into: Vec::new(),
        }
    }

    /// The classes at `levels`, none of which is below that of `from`.
    pub fn roll(&mut self, from: &Classes, levels: &[u32]) -> Classes {
        self.regroup(from, levels);
        let keys = self.table.take();
        let classes = keys.len() / self.ground.layout.words();
        let mut sizes = vec![0u32; classes];
        for (&class, &size) in self.into.iter().zip(&from.sizes) {
            sizes[class as usize] += size;
        }
        let values = match &from.values {
            Values::Unknown => Values::Unknown,
            Values::Marks(columns) => Values::Marks(
                columns
                    .iter()
                    .map(|marks| {
                        let mut merged = vec![0u64; classes];
                        for (&class, &marks) in self.into.iter().zip(marks) {
                            merged[class as usize] |= marks;
                        }
                        merged
                    })
                    .collect(),
            ),
            Values::Counts(columns) => {
                let members = Lists::of_places(classes, &self.into);
                Values::Counts(
                    columns
                        .iter()
                        .map(|column| add_up(column, &members, classes))
                        .collect(),
                )
            }
        };
        Classes {
            levels: levels.to_vec(),
            keys,
            sizes,
            values,
        }
    }

    /// The class at `levels` of every class of `from`, none of whose levels is above: no more than that of a roll-up.
    pub fn merged_into(&mut self, from: &Classes, levels: &[u32]) -> &[u32] {
        self.regroup(from, levels);
        self.table.take();
        &self.into
    }

    /// The class above of every class of the last roll-up's source.
    pub fn went_into(&self) -> &[u32] {
        &self.into
    }

    fn regroup(&mut self, from: &Classes, levels: &[u32]) {
        let words = self.ground.layout.words();
        let raises = self.raises(&from.levels, levels);
        self.into.clear();
        self.into.reserve(from.len());
        if words > 1 {
            let mut raised = vec![0u64; words];
            for key in from.keys.chunks_exact(words) {
                raised.copy_from_slice(key);
                for raise in &raises {
                    let word = &mut raised[raise.word];
                    let group = (*word >> raise.shift) & raise.mask;
                    *word = (*word & !(raise.mask << raise.shift)) | raise.lifted[group as usize];
                }
                self.into.push(self.table.number_wide(&raised));
            }
            return;
        }
        let kept = !raises
            .iter()
            .fold(0, |bits, raise| bits | raise.mask << raise.shift);
        for &key in &from.keys {
            let mut raised = key & kept;
            for raise in &raises {
                raised |= raise.lifted[((key >> raise.shift) & raise.mask) as usize];
            }
            self.into.push(self.table.number(raised));
        }
    }

    fn raises(&self, from: &[u32], to: &[u32]) -> Vec<Raise> {
        (0..from.len())
            .filter(|&column| from[column] != to[column])
            .map(|column| {
                let place = self.ground.layout.place(column);
                let lifted = self.ground.ladders[column]
                    .lift(from[column], to[column])
                    .into_iter()
                    .map(|group| u64::from(group) << place.shift)
                    .collect();
                Raise {
                    word: place.word,
                    shift: place.shift,
                    mask: place.mask,
                    lifted,
                }
            })
            .collect()
    }
}

/// Values above this are too many for a bit each.
const FEW: usize = 64;

fn add_up(column: &Sparse, members: &Lists, classes: usize) -> Sparse {
    let mut sums = vec![0u32; column.values];
    let mut starts = Vec::with_capacity(classes + 1);
    starts.push(0);
    let mut entries = Vec::with_capacity(column.entries.len().min(classes * column.values));
    let mut present: Vec<u32> = Vec::new();
    for class in 0..classes {
        let below = &members[class];
        let lists = below.iter().map(|&from| column.of(from as usize));
        if let [only] = below {
            entries.extend_from_slice(column.of(*only as usize));
        } else if column.values <= FEW {
            let mut seen = 0u64;
            for &(code, records) in lists.flatten() {
                sums[code as usize] += records;
                seen |= 1 << code;
            }
            while seen != 0 {
                let code = seen.trailing_zeros();
                seen &= seen - 1;
                entries.push((code, std::mem::take(&mut sums[code as usize])));
            }
        } else {
            for &(code, records) in lists.flatten() {
                if sums[code as usize] == 0 {
                    present.push(code);
                }
                sums[code as usize] += records;
            }
            present.sort_unstable();
            for code in present.drain(..) {
                entries.push((code, std::mem::take(&mut sums[code as usize])));
            }
        }
        starts.push(entries.len() as u32);
    }
    Sparse {
        values: column.values,
        starts,
        entries,
    }
}
