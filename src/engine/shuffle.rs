//! The order of released rows: random to whoever sees the release, the same for the same recipe and data.

use crate::io::loaded::Loaded;
use crate::model::pulse::{Pulse, Stopped};
use crate::model::settings::Settings;
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};
use sha2::{Digest, Sha256};

/// How many rows are moved between two looks at the pulse.
const STRIDE: usize = 1 << 16;

/// A random order of `0..len`. The key is made of the input's hash and the seed: a seed alone is mostly 1,
/// and whoever guesses it could put the rows back in order.
pub fn order(
    len: usize,
    input_sha256: &str,
    seed: u64,
    pulse: &Pulse,
) -> Result<Vec<u32>, Stopped> {
    let mut random = stream(key(b"cloakroom row order 1\n", input_sha256, seed));
    let mut order: Vec<u32> = (0..len as u32).collect();
    // Fisher and Yates, written out so that no other crate's release can change a released file.
    for last in (1..len).rev() {
        if last % STRIDE == 0 {
            pulse.check()?;
        }
        order.swap(last, below(&mut random, last as u64 + 1) as usize);
    }
    Ok(order)
}

/// The order in which so many rows are released, shuffled if the settings say so.
pub fn released_order(
    len: usize,
    loaded: &Loaded,
    settings: &Settings,
    pulse: &Pulse,
) -> Result<Vec<u32>, Stopped> {
    match settings.release.shuffle {
        true => order(len, &loaded.source.sha256, settings.method.seed, pulse),
        false => Ok((0..len as u32).collect()),
    }
}

/// The key of an order in batches; another than that of [`order`].
pub fn batch_key(input_sha256: &str, seed: u64) -> [u8; 32] {
    key(b"cloakroom row order in batches 1\n", input_sha256, seed)
}

fn key(purpose: &[u8], input_sha256: &str, seed: u64) -> [u8; 32] {
    let mut hasher = Sha256::new();
    hasher.update(purpose);
    hasher.update(input_sha256.as_bytes());
    hasher.update(seed.to_le_bytes());
    hasher.finalize().into()
}

pub fn stream(key: [u8; 32]) -> ChaCha8Rng {
    ChaCha8Rng::from_seed(key)
}

/// An even choice of `0..bound`: draws that would favour small numbers are drawn again.
pub fn below(random: &mut ChaCha8Rng, bound: u64) -> u64 {
    let fair = u64::MAX - u64::MAX % bound;
    loop {
        let drawn = random.next_u64();
        if drawn < fair {
            return drawn % bound;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn order(len: usize, input_sha256: &str, seed: u64) -> Vec<u32> {
        super::order(len, input_sha256, seed, &Pulse::default()).unwrap()
    }

    #[test]
    fn the_order_is_a_permutation_that_never_changes() {
        let shuffled = order(10, "ab", 1);
        let mut sorted = shuffled.clone();
        sorted.sort_unstable();
        assert_eq!(sorted, (0..10).collect::<Vec<u32>>());
        // Releases of years ago must come out the same.
        assert_eq!(shuffled, [3, 0, 4, 8, 1, 6, 7, 2, 5, 9]);
        assert_ne!(shuffled, order(10, "ab", 2));
        assert_ne!(shuffled, order(10, "ac", 1));
    }

    #[test]
    fn every_place_is_as_likely_as_any_other() {
        let mut first = [0u32; 5];
        for seed in 0..5_000 {
            first[order(5, "", seed)[0] as usize] += 1;
        }
        assert!(
            first.iter().all(|&count| (850..1150).contains(&count)),
            "{first:?}"
        );
    }

    #[test]
    fn nothing_and_one_row_have_one_order() {
        assert!(order(0, "", 1).is_empty());
        assert_eq!(order(1, "", 1), [0]);
    }
}
