//! Chance for many regions, each with its own.

pub use cloakroom_core::random::Random;

/// From 0 up to 1.
pub fn unit(random: &mut Random) -> f64 {
    (random.draw() >> 11) as f64 / (1u64 << 53) as f64
}

/// A seed for one of many.
pub fn mixed(seed: u64, which: u64) -> u64 {
    Random::new(seed, which).draw()
}
