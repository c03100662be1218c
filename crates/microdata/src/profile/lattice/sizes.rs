//! How large the classes of a node are: every k and every limit on left-out records is a look-up.

/// Classes of one size, with everything smaller.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Step {
    size: u32,
    /// Records in classes of at most this size.
    records: u32,
    /// What leaving all of them out would add to the loss and to the entropy.
    loss: u64,
    entropy: u64,
}

/// The class sizes of one node.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Sizes {
    /// Classes that are left out whatever k is.
    out: Out,
    steps: Box<[Step]>,
}

/// What is left out: records, and what that adds to the costs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Out {
    pub records: u32,
    pub loss: u64,
    pub entropy: u64,
}

/// What stays: classes, and pairs of records that cannot be told apart.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Stay {
    pub classes: u32,
    pub smallest: u32,
    pub pairs: u128,
}

impl Sizes {
    /// Records that are left out at k.
    pub fn left_out(&self, k: u32) -> u32 {
        self.out.records + self.upto(k).map_or(0, |step| step.records)
    }

    /// What is left out at k.
    pub fn out(&self, k: u32) -> Out {
        let step = self.upto(k);
        Out {
            records: self.left_out(k),
            loss: self.out.loss + step.map_or(0, |step| step.loss),
            entropy: self.out.entropy + step.map_or(0, |step| step.entropy),
        }
    }

    /// What stays at k.
    pub fn stay(&self, k: u32) -> Stay {
        let from = self.below(k);
        let mut stay = Stay {
            smallest: self.steps.get(from).map_or(0, |step| step.size),
            ..Stay::default()
        };
        for (size, records) in self.runs().skip(from) {
            stay.classes += records / size;
            stay.pairs += u128::from(size) * u128::from(records);
        }
        stay
    }

    /// Class sizes ascending, each with the records in classes of that size.
    pub fn runs(&self) -> impl Iterator<Item = (u32, u32)> + '_ {
        let before = std::iter::once(0).chain(self.steps.iter().map(|step| step.records));
        self.steps
            .iter()
            .zip(before)
            .map(|(step, before)| (step.size, step.records - before))
    }

    pub fn heap_bytes(&self) -> usize {
        self.steps.len() * size_of::<Step>()
    }

    fn upto(&self, k: u32) -> Option<&Step> {
        self.below(k).checked_sub(1).map(|at| &self.steps[at])
    }

    /// How many sizes are below k. Sizes are distinct, so they are at most k − 1, all at the beginning:
    /// looking no farther is what lets a slider ask every node.
    fn below(&self, k: u32) -> usize {
        let first = (k.saturating_sub(1) as usize).min(self.steps.len());
        self.steps[..first].partition_point(|step| step.size < k)
    }
}

/// Sizes below this are counted in an array.
const DENSE: usize = 2048;

/// Counts class sizes; used again for node after node.
#[derive(Debug)]
pub struct Counter {
    dense: Vec<Cell>,
    seen: [u64; DENSE / 64],
    large: Vec<(u32, u64, u64)>,
    out: Out,
}

#[derive(Clone, Copy, Debug, Default)]
struct Cell {
    classes: u32,
    loss: u64,
    entropy: u64,
}

impl Default for Counter {
    fn default() -> Self {
        Self {
            dense: vec![Cell::default(); DENSE],
            seen: [0; DENSE / 64],
            large: Vec::new(),
            out: Out::default(),
        }
    }
}

impl Counter {
    /// A class that stays as long as k allows; `loss` and `entropy` are what one of its records costs more
    /// when it is left out.
    #[inline]
    pub fn add(&mut self, size: u32, loss: u64, entropy: u64) {
        let at = size as usize;
        if at < DENSE {
            let cell = &mut self.dense[at];
            cell.classes += 1;
            cell.loss += loss;
            cell.entropy += entropy;
            self.seen[at / 64] |= 1 << (at % 64);
        } else {
            self.large.push((size, loss, entropy));
        }
    }

    /// A class that is left out whatever k is.
    pub fn add_out(&mut self, size: u32, loss: u64, entropy: u64) {
        self.out.records += size;
        self.out.loss += loss * u64::from(size);
        self.out.entropy += entropy * u64::from(size);
    }

    /// The sizes counted since the last time.
    pub fn finish(&mut self) -> Sizes {
        let distinct: u32 = self.seen.iter().map(|word| word.count_ones()).sum();
        let mut steps: Vec<Step> = Vec::with_capacity(distinct as usize + self.large.len());
        let mut total = Step {
            size: 0,
            records: 0,
            loss: 0,
            entropy: 0,
        };
        let mut push = |size: u32, cell: Cell| {
            total.size = size;
            total.records += size * cell.classes;
            total.loss += cell.loss * u64::from(size);
            total.entropy += cell.entropy * u64::from(size);
            match steps.last_mut() {
                Some(last) if last.size == size => *last = total,
                _ => steps.push(total),
            }
        };
        for (word, seen) in self.seen.iter_mut().enumerate() {
            while *seen != 0 {
                let at = word * 64 + seen.trailing_zeros() as usize;
                *seen &= *seen - 1;
                push(at as u32, std::mem::take(&mut self.dense[at]));
            }
        }
        self.large.sort_unstable();
        for (size, loss, entropy) in self.large.drain(..) {
            let cell = Cell {
                classes: 1,
                loss,
                entropy,
            };
            push(size, cell);
        }
        Sizes {
            out: std::mem::take(&mut self.out),
            steps: steps.into_boxed_slice(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_k_is_a_look_up() {
        let mut counter = Counter::default();
        for (size, loss) in [(3, 10), (5_000, 1), (3, 20), (1, 7), (5_000, 2)] {
            counter.add(size, loss, 0);
        }
        counter.add_out(2, 4, 1);
        let sizes = counter.finish();
        assert_eq!(sizes.left_out(1), 2);
        assert_eq!(sizes.left_out(2), 3);
        assert_eq!(
            sizes.out(4),
            Out {
                records: 9,
                loss: 8 + 7 + 90,
                entropy: 2
            }
        );
        let stay = sizes.stay(2);
        assert_eq!((stay.classes, stay.smallest), (4, 3));
        assert_eq!(stay.pairs, 2 * 9 + 2 * 25_000_000);
        assert_eq!(sizes.stay(9_999), Stay::default());
        let runs: Vec<(u32, u32)> = sizes.runs().collect();
        assert_eq!(runs, [(1, 1), (3, 6), (5_000, 10_000)]);
        // Nothing is left over for the next node.
        assert_eq!(counter.finish(), Sizes::default());
    }
}
