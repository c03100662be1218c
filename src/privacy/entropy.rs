//! Entropy l-diversity decided exactly: Σ −p log p ≥ log l is Π cᶜ · lⁿ ≤ nⁿ in whole numbers.

use crate::model::requirement::millionths;

/// Nearer than this to a tie, logarithms cannot be trusted.
const NEAR: f64 = 1e-9;

/// Whether counts with a sum of `n` have at least the entropy log l.
pub fn at_least(counts: impl Iterator<Item = u32> + Clone, n: u32, l: f64) -> bool {
    let size = f64::from(n);
    let spread = size * size.ln();
    let needed: f64 = counts
        .clone()
        .map(|count| f64::from(count) * f64::from(count).ln())
        .sum::<f64>()
        + size * l.ln();
    if (spread - needed).abs() > NEAR * spread.abs().max(1.0) {
        return needed < spread;
    }
    // l is a decimal of at most six places: Π cᶜ · (l·10⁶)ⁿ ≤ nⁿ · (10⁶)ⁿ.
    let mut left = Whole::one();
    for count in counts {
        left.multiply_power(u64::from(count), count);
    }
    left.multiply_power(millionths(l), n);
    let mut right = Whole::one();
    right.multiply_power(u64::from(n), n);
    right.multiply_power(1_000_000, n);
    left.digits.len() < right.digits.len()
        || left.digits.len() == right.digits.len()
            && left.digits.iter().rev().le(right.digits.iter().rev())
}

/// The largest l, in millionths, for which counts with a sum of `n` have at least the entropy log l.
pub fn reached(counts: impl Iterator<Item = u32> + Clone, n: u32) -> u64 {
    let size = f64::from(n);
    let spread: f64 = counts
        .clone()
        .map(|count| f64::from(count) * f64::from(count).ln())
        .sum();
    let about = (size.ln() - spread / size).exp() * 1e6;
    let nearest = about.round();
    if (about - nearest).abs() > 1e-3 {
        return about as u64;
    }
    let nearest = nearest as u64;
    if at_least(counts, n, nearest as f64 / 1e6) {
        nearest
    } else {
        nearest.saturating_sub(1)
    }
}

/// A whole number of any size; the least digit first, no leading zeros.
struct Whole {
    digits: Vec<u32>,
}

impl Whole {
    fn one() -> Self {
        Self { digits: vec![1] }
    }

    fn multiply_power(&mut self, base: u64, exponent: u32) {
        for _ in 0..exponent {
            self.multiply(base);
        }
    }

    fn multiply(&mut self, factor: u64) {
        let mut carry: u128 = 0;
        for digit in &mut self.digits {
            let product = u128::from(*digit) * u128::from(factor) + carry;
            *digit = product as u32;
            carry = product >> 32;
        }
        while carry > 0 {
            self.digits.push(carry as u32);
            carry >>= 32;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ties_are_decided_exactly() {
        let holds = |counts: &[u32], l: f64| {
            let n = counts.iter().sum();
            at_least(counts.iter().copied(), n, l)
        };
        assert!(holds(&[1, 1, 1], 3.0));
        assert!(holds(&[7; 7], 7.0));
        assert!(!holds(&[7; 7], 7.000001));
        assert!(holds(&[2, 1, 1], 2.8));
        // exp(H) of {2, 1, 1} is 2 · √2.
        assert!(!holds(&[2, 1, 1], 2.828428));
        assert!(holds(&[2, 1, 1], 2.828427));
        assert!(holds(&[5], 1.0));
        assert!(!holds(&[5], 1.5));
        assert!(holds(&[300; 10], 10.0));
    }

    #[test]
    fn what_is_reached_holds_and_no_more() {
        for counts in [
            &[1, 1, 1][..],
            &[7; 7],
            &[2, 1, 1],
            &[5],
            &[300; 10],
            &[9, 4, 1],
        ] {
            let n: u32 = counts.iter().sum();
            let reached = reached(counts.iter().copied(), n);
            let holds = |l: u64| at_least(counts.iter().copied(), n, l as f64 / 1e6);
            assert!(holds(reached) && !holds(reached + 1), "{counts:?}");
        }
    }
}
