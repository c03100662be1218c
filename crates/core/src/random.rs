//! Chance that is the same on every machine: SplitMix64 (Steele, Lea and Flood, 2014).

/// What the numbers of a stream lie apart before they are mixed.
const APART: u64 = 0x9e37_79b9_7f4a_7c15;

pub(crate) fn mix(mut value: u64) -> u64 {
    value = (value ^ value >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    value = (value ^ value >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    value ^ value >> 31
}

#[derive(Clone, Debug)]
pub struct Random(u64);

impl Random {
    pub fn new(seed: u64, stream: u64) -> Self {
        let mut random = Self(seed ^ stream.wrapping_mul(APART));
        random.draw();
        random
    }

    pub(crate) fn from_state(state: u64) -> Self {
        Self(state)
    }

    pub fn draw(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(APART);
        mix(self.0)
    }

    /// A number below `end`, which must not be 0.
    pub fn below(&mut self, end: usize) -> usize {
        ((u128::from(self.draw()) * end as u128) >> 64) as usize
    }

    /// From 0 up to 1.
    pub fn unit(&mut self) -> f64 {
        (self.draw() >> 11) as f64 / (1u64 << 53) as f64
    }

    pub fn shuffle(&mut self, list: &mut [u32]) {
        for at in (1..list.len()).rev() {
            list.swap(at, self.below(at + 1));
        }
    }
}
