//! The degree of anonymisation (thesis, section 4.3): how far values, records and tables were generalized, from 0
//! for not at all to 1 for all the way.

use cloakroom_core::purpose::LevelWeights;

/// How the steps of hierarchies weigh.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct StepWeights {
    pub weights: LevelWeights,
    /// The exponent of utility weights.
    pub beta: f64,
}

impl StepWeights {
    pub const UNIFORM: Self = Self {
        weights: LevelWeights::Uniform,
        beta: 1.0,
    };

    /// What the step from a level to the next one weighs. The thesis counts levels from the top, where this is the step
    /// from its level h − `level` to the one above.
    fn step(self, level: u32, height: u32) -> f64 {
        match self.weights {
            LevelWeights::Uniform => 1.0,
            LevelWeights::Utility => f64::from(height - level).powf(-self.beta),
        }
    }

    /// The degree of going from one level to a higher one in a hierarchy whose top is at `height`; 0 in one that has
    /// no steps.
    pub fn between(self, low: u32, high: u32, height: u32) -> f64 {
        let sum = |steps: std::ops::Range<u32>| -> f64 {
            steps.map(|level| self.step(level, height)).sum()
        };
        if height == 0 || low >= high {
            return 0.0;
        }
        sum(low..high.min(height)) / sum(0..height)
    }
}

/// The degree of a record from the degrees of its cells: their mean, weighted with the priorities of the columns.
/// `None` where all of these are 0.
pub fn of_record(degrees: &[f64], priorities: &[f64]) -> Option<f64> {
    let sum: f64 = priorities.iter().sum();
    let weighted: f64 = degrees.iter().zip(priorities).map(|(d, p)| d * p).sum();
    (sum > 0.0).then(|| weighted / sum)
}

/// The degree of a table: the mean of the degrees of its records, each given with how many records have it.
pub fn of_table(records: &[(f64, usize)]) -> f64 {
    let all: usize = records.iter().map(|&(_, count)| count).sum();
    let sum: f64 = records.iter().map(|&(d, count)| d * count as f64).sum();
    cloakroom_core::metrics::share(sum, all as f64)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn close(found: f64, expected: f64) {
        assert!((found - expected).abs() < 1e-12, "{found} for {expected}");
    }

    fn utility(beta: f64) -> StepWeights {
        StepWeights {
            weights: LevelWeights::Utility,
            beta,
        }
    }

    /// Section 4.3.2, whose levels 6 to 1 are ours 0 to 5.
    #[test]
    fn degrees_of_values() {
        close(StepWeights::UNIFORM.between(0, 2, 5), 0.4);
        close(StepWeights::UNIFORM.between(0, 1, 1), 1.0);
        close(StepWeights::UNIFORM.between(0, 1, 4), 0.25);
        close(utility(1.0).between(0, 1, 5), 0.087_591_240_875_912_41);
        close(utility(1.0).between(0, 1, 1), 1.0);
        // Hiding a gender weighs more than making eleven postcodes one digit shorter.
        assert!(1.0 > 11.0 * utility(1.0).between(0, 1, 5));
        for weights in [StepWeights::UNIFORM, utility(1.0), utility(100.0)] {
            close(weights.between(0, 5, 5), 1.0);
            assert_eq!(weights.between(3, 3, 5), 0.0);
            assert_eq!(weights.between(0, 0, 0), 0.0);
            let way = weights.between(0, 2, 5) + weights.between(2, 5, 5);
            close(way, 1.0);
        }
    }

    /// After definitions 4.5 and 4.6: the thesis forgets to divide by the sum of the priorities, 1.5.
    #[test]
    fn degrees_of_table_4_1() {
        let priorities = [0.0, 1.0, 0.5];
        let changed = of_record(&[1.0, 0.0, 0.25], &priorities).unwrap();
        close(changed, 0.125 / 1.5);
        let local = of_table(&[(0.0, 4), (changed, 2)]);
        close(local, 0.027_777_777_777_777_776);
        let global = of_table(&[(changed, 6)]);
        close(global, 0.083_333_333_333_333_33);
        close(global / local, 3.0);
        assert_eq!(of_record(&[1.0], &[0.0]), None);
        assert_eq!(of_table(&[]), 0.0);
    }
}
