//! A small stream of pseudo-random numbers that is the same on every machine and in every version.
//!
//! Whole numbers only: the last bit of a floating-point function may differ between platforms.

use crate::random::{Random, mix};

/// Each record has a stream of its own, so a table of a million rows begins with the rows of the small one.
#[derive(Clone, Debug)]
pub struct Stream(Random);

impl Stream {
    pub fn new(seed: u64, record: u64) -> Self {
        let seed = Random::from_state(seed).draw();
        let record = mix(record.wrapping_add(0xD1B5_4A32_D192_ED03));
        Self(Random::from_state(mix(seed ^ record)))
    }

    pub fn draw(&mut self) -> u64 {
        self.0.draw()
    }

    /// A number below `limit`; 0 if the limit is 0.
    pub fn below(&mut self, limit: u32) -> u32 {
        (((self.draw() >> 32) * u64::from(limit)) >> 32) as u32
    }

    /// From `low` to `high`, both included.
    pub fn between(&mut self, low: u32, high: u32) -> u32 {
        low + self.below(high - low + 1)
    }

    pub fn chance(&mut self, per_mille: u32) -> bool {
        self.below(1000) < per_mille
    }

    /// The place of one of the weights, each as likely as its weight says.
    pub fn pick(&mut self, weights: &[u32]) -> usize {
        let mut ball = self.below(weights.iter().sum());
        for (place, &weight) in weights.iter().enumerate() {
            if ball < weight {
                return place;
            }
            ball -= weight;
        }
        weights.len() - 1
    }

    pub fn choose<T: Copy>(&mut self, items: &[T]) -> T {
        items[self.below(items.len() as u32) as usize]
    }

    /// A bell-shaped number around 0 with a standard deviation of about 100, from −346 to 346.
    pub fn bell(&mut self) -> i32 {
        // Four uniform numbers from 0 to 173 have a mean of 346 and a standard deviation of 100.
        let bits = self.draw();
        let sum: u64 = (0..4)
            .map(|part| (((bits >> (16 * part)) & 0xFFFF) * 174) >> 16)
            .sum();
        sum as i32 - 346
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_stream_never_changes() {
        let mut stream = Stream::new(1, 0);
        let first: Vec<u64> = (0..3).map(|_| stream.draw()).collect();
        assert_eq!(first, PINNED);
    }

    const PINNED: [u64; 3] = [
        18046698151574733525,
        14449620768904501383,
        13319717840990726371,
    ];

    #[test]
    fn picks_follow_their_weights_and_bells_their_deviation() {
        let mut stream = Stream::new(7, 7);
        let mut picked = [0u32; 3];
        for _ in 0..10_000 {
            picked[stream.pick(&[1, 0, 3])] += 1;
        }
        assert_eq!(picked[1], 0);
        assert!((2300..2700).contains(&picked[0]), "{picked:?}");

        let bells: Vec<i32> = (0..10_000).map(|_| stream.bell()).collect();
        let mean = bells.iter().sum::<i32>() / 10_000;
        let variance = bells.iter().map(|bell| bell * bell).sum::<i32>() / 10_000;
        assert!(mean.abs() < 5, "{mean}");
        assert!((9_000..11_000).contains(&variance), "{variance}");
    }
}
