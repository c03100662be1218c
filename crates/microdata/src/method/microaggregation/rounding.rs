//! Means as texts: with as many decimals as the column has, and, where that is asked, so that its sum is kept.

use cloakroom_core::Column;

/// Beyond this a mean is not written as so many units of its last decimal.
const MOST_UNITS: f64 = 9e18;
/// A mean that is so near to a whole number is it, but for what sums and products round.
const WHOLE: f64 = 1e-9;
/// More decimals than a number can hold say nothing.
const MOST_DECIMALS: u32 = 17;

/// How many decimals the longest of the column's numbers has.
pub fn decimals(column: &Column) -> u32 {
    (0..column.dictionary().len() as u32)
        .filter(|&code| Some(code) != column.null())
        .map(|code| decimals_of(column.dictionary().get(code)))
        .max()
        .unwrap_or(0)
}

fn decimals_of(text: &str) -> u32 {
    let (digits, exponent) = match text.split_once(['e', 'E']) {
        Some((digits, exponent)) => (digits, exponent.parse().unwrap_or(0i64)),
        None => (text, 0),
    };
    let after = digits
        .split_once('.')
        .map_or(0, |(_, after)| after.len() as i64);
    u32::try_from(after - exponent).unwrap_or(0)
}

/// Means of groups, to be written with so many decimals.
#[derive(Debug)]
pub struct Rounding {
    decimals: u32,
    /// By group: the mean in units of the last decimal, and its nearest whole number.
    exact: Vec<f64>,
    pub units: Vec<i64>,
    sizes: Vec<usize>,
}

impl Rounding {
    /// `None` where a mean is too large or too finely divided to be counted in units.
    pub fn new(means: &[f64], sizes: Vec<usize>, decimals: u32) -> Option<Self> {
        if decimals > MOST_DECIMALS {
            return None;
        }
        let unit = 10f64.powi(decimals as i32);
        let exact: Vec<f64> = means.iter().map(|mean| mean * unit).collect();
        if exact.iter().any(|units| units.abs() >= MOST_UNITS) {
            return None;
        }
        let units = exact.iter().map(|units| units.round() as i64).collect();
        Some(Self {
            decimals,
            exact,
            units,
            sizes,
        })
    }

    /// Rounds some means to the other side, those that it changes least first, so that the sum over all records comes
    /// as near to what it was as whole units allow.
    pub fn keep_sum(&mut self) {
        let sum: f64 = self
            .exact
            .iter()
            .zip(&self.sizes)
            .map(|(units, &size)| units * size as f64)
            .sum();
        let shown: i128 = self
            .units
            .iter()
            .zip(&self.sizes)
            .map(|(&units, &size)| i128::from(units) * size as i128)
            .sum();
        let mut excess = shown - sum.round() as i128;
        let mut order: Vec<usize> = (0..self.units.len()).collect();
        order.sort_by(|&a, &b| self.regret(a).total_cmp(&self.regret(b)).then(a.cmp(&b)));
        let mut is_turned = vec![false; self.units.len()];
        for &group in &order {
            let change = self.change(group);
            if change != 0 && (excess + change).abs() < excess.abs() {
                excess += change;
                self.turn(group, &mut is_turned);
            }
        }
        // Groups of different sizes turned in opposite ways move the sum by a little.
        while excess != 0 {
            let Some((one, other, change)) = self.best_pair(&order, &is_turned, excess) else {
                break;
            };
            excess += change;
            self.turn(one, &mut is_turned);
            if let Some(other) = other {
                self.turn(other, &mut is_turned);
            }
        }
    }

    /// How much farther from the mean the other whole number is.
    fn regret(&self, group: usize) -> f64 {
        1.0 - 2.0 * (self.exact[group] - self.units[group] as f64).abs()
    }

    /// What the sum changes by when a group's mean is rounded to the other side; 0 for one that is whole.
    fn change(&self, group: usize) -> i128 {
        let beyond = self.exact[group] - self.units[group] as f64;
        let size = self.sizes[group] as i128;
        let noise = WHOLE * self.exact[group].abs().max(1.0);
        if beyond > noise {
            size
        } else if beyond < -noise {
            -size
        } else {
            0
        }
    }

    fn turn(&mut self, group: usize, is_turned: &mut [bool]) {
        self.units[group] += self.change(group).signum() as i64;
        is_turned[group] = !is_turned[group];
    }

    /// One or two groups to turn that bring the sum nearest.
    fn best_pair(
        &self,
        order: &[usize],
        is_turned: &[bool],
        excess: i128,
    ) -> Option<(usize, Option<usize>, i128)> {
        // The first group for every change of the sum: there are few, since there are few sizes.
        let mut first: std::collections::BTreeMap<i128, usize> = std::collections::BTreeMap::new();
        for &group in order.iter().filter(|&&group| !is_turned[group]) {
            let change = self.change(group);
            if change != 0 {
                first.entry(change).or_insert(group);
            }
        }
        let mut best = (excess.abs(), None);
        for (&change, &one) in &first {
            let after = (excess + change).abs();
            if after < best.0 {
                best = (after, Some((one, None, change)));
            }
            for (&second, &other) in &first {
                let after = (excess + change + second).abs();
                if one != other && after < best.0 {
                    best = (after, Some((one, Some(other), change + second)));
                }
            }
        }
        best.1
    }

    pub fn text(&self, group: usize) -> String {
        let units = self.units[group];
        let decimals = self.decimals as usize;
        let sign = if units < 0 { "-" } else { "" };
        let digits = format!("{:0>1$}", units.unsigned_abs(), decimals + 1);
        let (whole, after) = digits.split_at(digits.len() - decimals);
        if decimals == 0 {
            format!("{sign}{whole}")
        } else {
            format!("{sign}{whole}.{after}")
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn decimals_are_those_of_the_column() {
        for (text, expected) in [("7", 0), ("1.50", 2), ("1e3", 0), ("1.5e-3", 4), ("2.", 0)] {
            assert_eq!(decimals_of(text), expected, "{text}");
        }
    }

    #[test]
    fn means_are_written_in_units_of_the_last_decimal() {
        let rounding = Rounding::new(&[-0.04, 1.25, 12.0, -3.06], vec![1; 4], 1).unwrap();
        let texts: Vec<String> = (0..4).map(|group| rounding.text(group)).collect();
        assert_eq!(texts, ["0.0", "1.3", "12.0", "-3.1"]);
        assert!(Rounding::new(&[1e300], vec![1], 0).is_none());
    }

    #[test]
    fn rounding_keeps_the_sum() {
        // 3 × 1/3 and 4 × 1/4 and 3 × 2/3 are 4 in all; rounded alone they would be 3.
        let mut rounding = Rounding::new(&[1.0 / 3.0, 0.25, 2.0 / 3.0], vec![3, 4, 3], 0).unwrap();
        assert_eq!(rounding.units, [0, 0, 1]);
        rounding.keep_sum();
        let sum: i64 = rounding
            .units
            .iter()
            .zip([3, 4, 3])
            .map(|(units, size)| units * size)
            .sum();
        assert_eq!(sum, 4);
    }
}
