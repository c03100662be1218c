//! Many records compared at once: a bit per record, a bitmap per issue and rating; the neighbours of a record
//! are what the bitmaps of its ratings have in common.

use super::digits::Digits;

const WORDS: usize = 8;
/// Records of a block.
pub const LANES: usize = 64 * WORDS;
/// A bit per record of a block.
pub type Bits = [u64; WORDS];

/// By issue and step, the records of a block with at most that rating.
pub fn ascending(digits: &Digits, places: &[u32], bitmaps: &mut Vec<Bits>) {
    let start = bitmaps.len();
    let issues = digits.count * digits.issues;
    bitmaps.resize(start + issues * digits.steps, [0; WORDS]);
    let bitmaps = &mut bitmaps[start..];
    for (lane, &place) in places.iter().enumerate() {
        for (issue, step) in digits.steps_of(place).enumerate() {
            bitmaps[issue * digits.steps + usize::from(step)][lane / 64] |= 1 << (lane % 64);
        }
    }
    for issue in bitmaps.chunks_mut(digits.steps) {
        for step in 1..issue.len() {
            let below = issue[step - 1];
            join(&mut issue[step], &below);
        }
    }
}

/// What of one block is close to each value of each digit.
#[derive(Default)]
pub struct Table {
    near: Vec<Bits>,
    bitmaps: Vec<Bits>,
    values: usize,
    /// By value of the first digit, whether anything is close.
    is_met: Vec<bool>,
}

impl Table {
    /// For ratings that are at most so many steps apart; `ascending` as made by the function of that name.
    pub fn fill(&mut self, digits: &Digits, ascending: &[Bits], apart: usize) {
        let steps = digits.steps;
        self.values = digits.values();
        self.near.clear();
        for up_to in ascending.chunks(steps) {
            for step in 0..steps {
                let mut near = up_to[(step + apart).min(steps - 1)];
                if step > apart {
                    leave(&mut near, &up_to[step - apart - 1]);
                }
                self.near.push(near);
            }
        }
        if digits.issues == 1 {
            std::mem::swap(&mut self.near, &mut self.bitmaps);
        } else {
            self.bitmaps.clear();
            for pair in self.near.chunks(2 * steps) {
                let (first, second) = pair.split_at(steps);
                for first in first {
                    self.bitmaps.extend(second.iter().map(|second| {
                        let mut both = *first;
                        meet(&mut both, second);
                        both
                    }));
                }
            }
        }
        self.is_met.clear();
        let first = self.bitmaps[..self.values].iter();
        self.is_met.extend(first.map(|bits| !is_empty(bits)));
    }

    /// The records that are close in every digit; `None` if there is none.
    #[inline]
    pub fn near(&self, row: &[u8]) -> Option<Bits> {
        let mut digits = row.iter();
        let first = usize::from(*digits.next()?);
        if !self.is_met[first] {
            return None;
        }
        let mut bits = self.bitmaps[first];
        let mut start = self.values;
        // To look whether anything is left costs as much as another digit or two.
        for part in [3, 3, usize::MAX] {
            for &digit in digits.by_ref().take(part) {
                meet(&mut bits, &self.bitmaps[start + usize::from(digit)]);
                start += self.values;
            }
            if is_empty(&bits) {
                return None;
            }
        }
        Some(bits)
    }
}

#[inline]
fn meet(bits: &mut Bits, other: &Bits) {
    for (word, other) in bits.iter_mut().zip(other) {
        *word &= other;
    }
}

#[inline]
fn join(bits: &mut Bits, other: &Bits) {
    for (word, other) in bits.iter_mut().zip(other) {
        *word |= other;
    }
}

#[inline]
fn leave(bits: &mut Bits, other: &Bits) {
    for (word, other) in bits.iter_mut().zip(other) {
        *word &= !other;
    }
}

#[inline]
fn is_empty(bits: &Bits) -> bool {
    // Two words at a time are one step of the machine.
    let mut any = [0; 2];
    for pair in bits.as_chunks::<2>().0 {
        any[0] |= pair[0];
        any[1] |= pair[1];
    }
    any[0] | any[1] == 0
}

/// How many bits are set. Written out, since not every machine has an instruction for it: first the bits of
/// pairs, then of fours, of bytes and of all words are added beside each other.
#[inline]
pub fn count(bits: &Bits) -> u32 {
    const ODD: u64 = 0x5555_5555_5555_5555;
    const PAIRS: u64 = 0x3333_3333_3333_3333;
    const FOURS: u64 = 0x0F0F_0F0F_0F0F_0F0F;
    const BYTES: u64 = 0x00FF_00FF_00FF_00FF;
    let fours = bits.map(|word| {
        let pairs = word - ((word >> 1) & ODD);
        (pairs & PAIRS) + ((pairs >> 2) & PAIRS)
    });
    let mut bytes = 0;
    for at in 0..WORDS / 2 {
        let two = fours[at] + fours[at + WORDS / 2];
        bytes += (two & FOURS) + ((two >> 4) & FOURS);
    }
    let halves = (bytes & BYTES) + ((bytes >> 8) & BYTES);
    (halves.wrapping_mul(0x0001_0001_0001_0001) >> 48) as u32
}

/// The lanes whose bits are set, ascending.
#[inline]
pub fn each_lane(bits: &Bits, mut each: impl FnMut(usize)) {
    for (at, &word) in bits.iter().enumerate() {
        let mut left = word;
        while left != 0 {
            each(at * 64 + left.trailing_zeros() as usize);
            left &= left - 1;
        }
    }
}
