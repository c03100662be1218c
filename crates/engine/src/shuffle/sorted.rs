//! Sorting by large numbers that are spread evenly, in parts small enough to be stopped between them.

use cloakroom_core::{Progress, Stopped};
use rayon::prelude::*;

/// Numbers to a part, about.
const PART: usize = 1 << 14;
const MOST_PARTS: usize = 1 << 16;

/// Places of the numbers from the smallest to the largest; equal ones in the order they came.
pub(super) fn sorted(numbers: &[u128], progress: &Progress) -> Result<Vec<u32>, Stopped> {
    progress.check()?;
    let parts = (numbers.len() / PART).clamp(1, MOST_PARTS);
    let mut ends = vec![0usize; parts + 1];
    for &number in numbers {
        ends[part_of(number, parts) + 1] += 1;
    }
    for part in 1..=parts {
        ends[part] += ends[part - 1];
    }
    progress.check()?;
    let mut scattered = vec![(0u128, 0u32); numbers.len()];
    // From where the part begins to where it ends.
    let mut next = ends[..parts].to_vec();
    for (place, &number) in (0..).zip(numbers) {
        let at = &mut next[part_of(number, parts)];
        scattered[*at] = (number, place);
        *at += 1;
    }
    let mut rest = scattered.as_mut_slice();
    let mut slices = Vec::with_capacity(parts);
    for part in 0..parts {
        let (slice, after) = rest.split_at_mut(ends[part + 1] - ends[part]);
        slices.push(slice);
        rest = after;
    }
    slices.into_par_iter().try_for_each(|slice| {
        progress.check()?;
        slice.sort_unstable();
        Ok(())
    })?;
    Ok(scattered.into_iter().map(|(_, place)| place).collect())
}

/// A part of so many; larger numbers never come into an earlier one.
pub fn part_of(number: u128, parts: usize) -> usize {
    let high = (number >> 64) as u64;
    ((u128::from(high) * parts as u128) >> 64) as usize
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_make_one_whole() {
        let mut numbers: Vec<u128> = Vec::new();
        let mut number = 1u128;
        for _ in 0..5 * PART {
            number = number
                .wrapping_mul(0x2d99_787d_26d1_5f6f_c0e1_8a55_1b0f_4a0b)
                .wrapping_add(99);
            numbers.push(number);
        }
        numbers.push(numbers[3]);
        numbers.push(u128::MAX);
        numbers.push(0);
        let mut expected: Vec<u32> = (0..numbers.len() as u32).collect();
        expected.sort_by_key(|&at| numbers[at as usize]);
        assert_eq!(sorted(&numbers, &Progress::default()).unwrap(), expected);
        assert_eq!(part_of(u128::MAX, 7), 6);
        assert_eq!(part_of(0, 7), 0);
    }
}
