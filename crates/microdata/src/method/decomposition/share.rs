//! From the degree of a table to the levels of its columns (thesis, section 4.4).

use cloakroom_core::Problem;

/// The share of every column in the degree of the table; together they are 1. As printed in the thesis a column
/// shares by its priority, so that the most useful one is generalized most; sparing what is useful it shares by
/// 1 − priority.
pub fn shares(priorities: &[f64], spare_useful: bool) -> Result<Vec<f64>, Problem> {
    let weights: Vec<f64> = priorities
        .iter()
        .map(|&priority| {
            if spare_useful {
                1.0 - priority
            } else {
                priority
            }
        })
        .collect();
    let sum: f64 = weights.iter().sum();
    if sum > 0.0 {
        return Ok(weights.iter().map(|weight| weight / sum).collect());
    }
    Err(Problem::new(if spare_useful {
        "every column has the priority 1, so there is none that the degree of anonymisation could fall to; expected \
         one that is less useful"
    } else {
        "every column has the priority 0, so there is none that the degree of anonymisation could fall to; expected \
         one that is more useful"
    }))
}

/// Rounding that must not cost a level.
const ROUNDING: f64 = 1e-9;

/// How many levels a column goes up for a degree: as many of its `height` steps as the degree begins, none for 0.
pub fn steps(degree: f64, height: u32) -> u32 {
    if degree <= 0.0 {
        return 0;
    }
    let begun = (degree * f64::from(height) - ROUNDING).ceil();
    (begun.max(1.0) as u32).min(height)
}

/// The degree and the level of every column.
pub fn decompose(degree: f64, shares: &[f64], heights: &[u32]) -> Vec<(f64, u32)> {
    shares
        .iter()
        .zip(heights)
        .map(|(share, &height)| (share * degree, steps(share * degree, height)))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_degree_begins_steps() {
        assert_eq!(steps(0.0, 4), 0);
        assert_eq!(steps(1e-12, 4), 1);
        assert_eq!(steps(0.25, 4), 1);
        assert_eq!(steps(0.250_001, 4), 2);
        // 0.1 + 0.2 is a little more than 0.3, and no step more.
        assert_eq!(steps(0.1 + 0.2, 10), 3);
        assert_eq!(steps(1.0, 4), 4);
        assert_eq!(steps(0.7, 0), 0);
    }

    #[test]
    fn priorities_that_leave_nothing_are_refused() {
        assert!(shares(&[0.0, 0.0], false).is_err());
        assert!(shares(&[1.0, 1.0], true).is_err());
        assert_eq!(shares(&[1.0, 0.0], true).unwrap(), [0.0, 1.0]);
        assert_eq!(shares(&[0.5, 0.5], true).unwrap(), [0.5, 0.5]);
    }

    /// Theorem 4.3 says that decomposing the achieved degree gives the same table; it does not.
    #[test]
    fn decomposing_again_may_go_further() {
        let shares = shares(&[1.0, 1.0], false).unwrap();
        let levels = |degree: f64| -> Vec<u32> {
            let columns = decompose(degree, &shares, &[1, 10]);
            columns.iter().map(|&(_, level)| level).collect()
        };
        assert_eq!(levels(0.15), [1, 1]);
        let achieved = (1.0 + 0.1) / 2.0;
        assert_eq!(levels(achieved), [1, 3]);
    }
}
