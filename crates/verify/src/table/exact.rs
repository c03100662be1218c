//! Entropy diversity by its definition: Σ −p log p ≥ log l. Where floating point cannot tell, prime factors
//! and whole numbers of any size do.

use std::cmp::Ordering;
use std::collections::BTreeMap;

const MILLION: u64 = 1_000_000;

/// Whether these counts have at least the entropy log l, l in millionths.
pub(super) fn entropy_at_least(counts: &[u32], l: u64) -> bool {
    let records: u64 = counts.iter().map(|&count| u64::from(count)).sum();
    if l <= MILLION || records == 0 {
        return true;
    }
    let all = records as f64;
    let wanted = (l as f64 / MILLION as f64).ln();
    let entropy = entropy(counts, all);
    // Each term is off by a few units in the last place, and so is their sum, however many there are.
    let unsure = f64::EPSILON * 16.0 * (wanted + all.ln() + 1.0);
    if (entropy - wanted).abs() > unsure {
        return entropy > wanted;
    }
    // nⁿ · (10⁶)ⁿ against Π cᶜ · (l·10⁶)ⁿ.
    let mut powers = BTreeMap::new();
    let records = i128::from(records);
    add_powers(&mut powers, records as u64, records);
    add_powers(&mut powers, MILLION, records);
    add_powers(&mut powers, l, -records);
    for &count in counts {
        add_powers(&mut powers, u64::from(count), -i128::from(count));
    }
    compare_with_one(&powers).is_ge()
}

/// The largest l that these counts have, in millionths.
pub(super) fn largest_entropy_l(counts: &[u32]) -> u64 {
    let all: f64 = counts.iter().map(|&count| f64::from(count)).sum();
    let near = (entropy(counts, all).exp() * MILLION as f64).round() as u64;
    let mut l = near.saturating_sub(2).max(MILLION);
    while entropy_at_least(counts, l + 1) {
        l += 1;
    }
    l
}

/// What each addition rounds away is added to the next (Kahan): all terms have one sign, so many are as exact as few.
fn entropy(counts: &[u32], all: f64) -> f64 {
    let (mut sum, mut lost) = (0.0f64, 0.0f64);
    for &count in counts {
        let share = f64::from(count) / all;
        let term = -share * share.ln() - lost;
        let next = sum + term;
        lost = (next - sum) - term;
        sum = next;
    }
    sum
}

/// Multiplies by `number` to the power of `exponent`, in prime factors.
fn add_powers(powers: &mut BTreeMap<u64, i128>, mut number: u64, exponent: i128) {
    let mut prime = 2;
    while prime * prime <= number {
        while number.is_multiple_of(prime) {
            *powers.entry(prime).or_insert(0) += exponent;
            number /= prime;
        }
        prime += if prime == 2 { 1 } else { 2 };
    }
    if number > 1 {
        *powers.entry(number).or_insert(0) += exponent;
    }
}

/// Whether a product of prime powers is above, at or below 1.
fn compare_with_one(powers: &BTreeMap<u64, i128>) -> Ordering {
    let common = powers.values().fold(0u128, |common, exponent| {
        gcd(common, exponent.unsigned_abs())
    });
    if common == 0 {
        return Ordering::Equal;
    }
    let product = |sign: i128| {
        let mut product = vec![1u32];
        for (&prime, &exponent) in powers.iter().filter(|&(_, &exponent)| exponent * sign > 0) {
            for _ in 0..exponent.unsigned_abs() / common {
                multiply(&mut product, prime);
            }
        }
        product
    };
    let (above, below) = (product(1), product(-1));
    above
        .len()
        .cmp(&below.len())
        .then_with(|| above.iter().rev().cmp(below.iter().rev()))
}

fn gcd(a: u128, b: u128) -> u128 {
    if b == 0 { a } else { gcd(b, a % b) }
}

/// The least digit first.
fn multiply(digits: &mut Vec<u32>, factor: u64) {
    let mut carry = 0u128;
    for digit in digits.iter_mut() {
        carry += u128::from(*digit) * u128::from(factor);
        *digit = carry as u32;
        carry >>= 32;
    }
    while carry > 0 {
        digits.push(carry as u32);
        carry >>= 32;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ties_are_ties() {
        assert!(entropy_at_least(&[1, 1, 1], 3_000_000));
        assert!(!entropy_at_least(&[1, 1, 1], 3_000_001));
        assert!(entropy_at_least(&[4, 1, 1, 1, 1], 4_000_000));
        assert!(!entropy_at_least(&[4, 1, 1, 1, 1], 4_000_001));
        assert!(entropy_at_least(&[200_000; 5], 5_000_000));
        assert!(!entropy_at_least(&[200_001, 199_999], 2_000_000));
        assert!(entropy_at_least(&[9], 1_000_000));
        assert!(!entropy_at_least(&[9], 1_000_001));
        assert_eq!(largest_entropy_l(&[2, 1, 1]), 2_828_427);
        assert_eq!(largest_entropy_l(&[5, 5]), 2_000_000);
        assert_eq!(largest_entropy_l(&[3]), 1_000_000);
    }

    #[test]
    fn many_values_are_no_tie() {
        // Whole numbers of so many digits take seconds.
        let counts: Vec<u32> = (0..60_000u32).map(|value| value * 31 % 7 + 1).collect();
        let start = std::time::Instant::now();
        let l = largest_entropy_l(&counts);
        assert!(entropy_at_least(&counts, l) && !entropy_at_least(&counts, l + 1));
        assert!(start.elapsed().as_secs() < 5, "{:?}", start.elapsed());
    }

    #[test]
    fn powers_are_compared_with_one() {
        let of = |pairs: &[(u64, i128)]| compare_with_one(&pairs.iter().copied().collect());
        // 2^10 = 1024 and 10^3 = 1000.
        assert_eq!(of(&[(2, 7), (5, -3)]), Ordering::Greater);
        assert_eq!(of(&[(2, -7), (5, 3)]), Ordering::Less);
        assert_eq!(of(&[(2, 0)]), Ordering::Equal);
    }
}
