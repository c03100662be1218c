//! Entropy l-diversity decided exactly: Σ −p log p ≥ log l is Π cᶜ · lⁿ ≤ nⁿ in whole numbers.

const MILLION: u64 = 1_000_000;

/// The largest l that these counts reach, in millionths; 0 if there are none.
pub fn largest(counts: impl Iterator<Item = u32> + Clone, n: u32) -> u64 {
    if n == 0 {
        return 0;
    }
    let size = f64::from(n);
    let entropy = -counts
        .clone()
        .map(|count| f64::from(count) / size * (f64::from(count) / size).ln())
        .sum::<f64>();
    let mut l = ((entropy.exp() * MILLION as f64).floor() as u64).max(MILLION);
    // The logarithms are off by less than a millionth; whole numbers have the last word.
    while l > MILLION && !holds(counts.clone(), n, l) {
        l -= 1;
    }
    while holds(counts.clone(), n, l + 1) {
        l += 1;
    }
    l
}

/// Whether counts with a sum of `n` have at least the entropy log l, which is given in millionths.
pub fn holds(counts: impl Iterator<Item = u32> + Clone, n: u32, l: u64) -> bool {
    if l <= MILLION || n == 0 {
        return true;
    }
    let size = f64::from(n);
    let spread = size * size.ln();
    let mut needed = Sum::default();
    needed.add(size * (l as f64 / MILLION as f64).ln());
    for count in counts.clone() {
        needed.add(f64::from(count) * f64::from(count).ln());
    }
    let needed = needed.total();
    // What the roundings of the logarithms and products can add up to; nearer to a tie they cannot be trusted.
    let unsure = f64::EPSILON * 8.0 * (spread + needed);
    if (spread - needed).abs() > unsure {
        return needed < spread;
    }
    // A common factor of all counts cancels: what looks like a tie mostly is one of small numbers.
    let common = counts.clone().fold(n, gcd);
    let n = n / common;
    // l is a decimal of at most six places: Π cᶜ · (l·10⁶)ⁿ ≤ nⁿ · (10⁶)ⁿ.
    let mut left = Whole::one();
    for count in counts {
        left.multiply_power(u64::from(count / common), count / common);
    }
    let share = gcd_long(l, MILLION);
    left.multiply_power(l / share, n);
    let mut right = Whole::one();
    right.multiply_power(u64::from(n), n);
    right.multiply_power(MILLION / share, n);
    left.digits.len() < right.digits.len()
        || left.digits.len() == right.digits.len()
            && left.digits.iter().rev().le(right.digits.iter().rev())
}

/// A sum that keeps what each addition rounds away (Neumaier): as exact for a hundred thousand terms as for two, so that
/// what is not a tie is not taken for one.
#[derive(Default)]
struct Sum {
    rounded: f64,
    lost: f64,
}

impl Sum {
    fn add(&mut self, term: f64) {
        let sum = self.rounded + term;
        self.lost += if self.rounded.abs() >= term.abs() {
            (self.rounded - sum) + term
        } else {
            (term - sum) + self.rounded
        };
        self.rounded = sum;
    }

    fn total(&self) -> f64 {
        self.rounded + self.lost
    }
}

fn gcd(a: u32, b: u32) -> u32 {
    gcd_long(u64::from(a), u64::from(b)) as u32
}

fn gcd_long(mut a: u64, mut b: u64) -> u64 {
    while b > 0 {
        (a, b) = (b, a % b);
    }
    a
}

/// A whole number of any size; the least digit first, no leading zeros.
struct Whole {
    digits: Vec<u32>,
}

impl Whole {
    fn one() -> Self {
        Self { digits: vec![1] }
    }

    /// As many factors at a time as fit a machine word.
    fn multiply_power(&mut self, base: u64, exponent: u32) {
        if base == 1 {
            return;
        }
        let (mut power, mut factors) = (base, 1);
        while let Some(more) = power.checked_mul(base) {
            (power, factors) = (more, factors + 1);
        }
        for _ in 0..exponent / factors {
            self.multiply(power);
        }
        for _ in 0..exponent % factors {
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

    fn of(counts: &[u32], l: f64) -> bool {
        let l = cloakroom_core::requirement::millionths(l);
        holds(counts.iter().copied(), counts.iter().sum(), l)
    }

    #[test]
    fn many_values_take_no_longer_than_their_number() {
        // Whole numbers of so many digits are for ties alone.
        let counts: Vec<u32> = (0..60_000u32).map(|value| value * 31 % 7 + 1).collect();
        let start = std::time::Instant::now();
        let n = counts.iter().sum();
        let l = largest(counts.iter().copied(), n);
        assert!(holds(counts.iter().copied(), n, l) && !holds(counts.iter().copied(), n, l + 1));
        assert!(start.elapsed().as_secs() < 10, "{:?}", start.elapsed());
    }

    #[test]
    fn ties_are_decided_exactly() {
        assert!(of(&[1, 1, 1], 3.0));
        assert!(of(&[7; 7], 7.0));
        assert!(!of(&[7; 7], 7.000001));
        assert!(of(&[2, 1, 1], 2.8));
        // exp(H) of {2, 1, 1} is 2 · √2.
        assert!(!of(&[2, 1, 1], 2.828428));
        assert!(of(&[2, 1, 1], 2.828427));
        assert!(of(&[5], 1.0));
        assert!(!of(&[5], 1.5));
        assert!(of(&[300; 10], 10.0));
        // Uneven and still a tie: half the records share one value, the others have four.
        assert!(of(&[4, 1, 1, 1, 1], 4.0));
        assert!(!of(&[4, 1, 1, 1, 1], 4.000001));
    }

    #[test]
    fn a_large_class_is_decided_at_once() {
        assert!(of(&[250_000; 4], 4.0));
        assert!(!of(&[250_000; 4], 4.000001));
        assert!(!of(&[250_001, 249_999, 250_000, 250_000], 4.0));
        assert!(of(&[400_000, 100_000, 100_000, 100_000, 100_000], 4.0));
    }

    #[test]
    fn the_largest_l_holds_and_the_next_does_not() {
        for counts in [&[1][..], &[3, 3], &[2, 1, 1], &[9, 4, 4, 1], &[1; 30]] {
            let n = counts.iter().sum();
            let l = largest(counts.iter().copied(), n);
            assert!(holds(counts.iter().copied(), n, l));
            assert!(!holds(counts.iter().copied(), n, l + 1));
        }
        assert_eq!(largest([5].into_iter(), 5), MILLION);
        assert_eq!(largest([6, 6, 6].into_iter(), 18), 3 * MILLION);
    }
}
