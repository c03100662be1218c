//! What must hold of a release: a conjunction of promises.

use serde::{Deserialize, Serialize};

/// Every field that is set must hold.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Requirement {
    /// Every record shares its quasi-identifiers with at least k − 1 others.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub k: Option<u32>,
    /// The largest share of records that may be left out.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub suppression: f64,
}

fn is_zero(share: &f64) -> bool {
    *share == 0.0
}

impl Requirement {
    /// How many of `records` may be left out at most. Decided in whole numbers of records: the share is
    /// read as the decimal that was written, so 2 % of 50 is 1 and never 0.
    pub fn may_leave_out(&self, records: usize) -> usize {
        let millionths = (self.suppression.clamp(0.0, 1.0) * 1e6).round() as u128;
        (records as u128 * millionths / 1_000_000) as usize
    }

    /// The promise in a line: `k = 5, at most 2 % left out`.
    pub fn sentence(&self) -> String {
        let mut parts = Vec::new();
        if let Some(k) = self.k {
            parts.push(format!("k = {k}"));
        }
        if self.suppression > 0.0 {
            let percent = (self.suppression * 1e6).round() / 1e4;
            parts.push(format!("at most {percent} % left out"));
        }
        if parts.is_empty() {
            parts.push("no requirement".to_owned());
        }
        parts.join(", ")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_share_left_out_is_exact() {
        let share = |suppression| Requirement {
            k: None,
            suppression,
        };
        assert_eq!(share(0.02).may_leave_out(50), 1);
        assert_eq!(share(0.07).may_leave_out(100), 7);
        assert_eq!(share(0.0).may_leave_out(1_000_000), 0);
        assert_eq!(share(1.0).may_leave_out(3), 3);
        assert_eq!(share(0.02).may_leave_out(49), 0);
    }
}
