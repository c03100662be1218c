//! How far the values of some records lean away from those of all.

/// What a guess about some records is worth, in whole numbers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Leaning {
    /// Records with the value among those looked at.
    pub here: u64,
    pub records: u64,
    /// Records with the value in the whole table.
    pub everywhere: u64,
    pub all: u64,
}

impl Leaning {
    /// The share among the records looked at.
    pub fn share(self) -> f64 {
        ratio(self.here, self.records)
    }

    /// The share in the whole table: what is known without any attack.
    pub fn prior(self) -> f64 {
        ratio(self.everywhere, self.all)
    }
}

/// A value is skewed if at least half of the records have it, and at least twice the share of the whole table: a
/// guess is then more likely right than wrong, and owes that to the release.
pub fn is_skewed(leaning: Leaning) -> bool {
    let Leaning {
        here,
        records,
        everywhere,
        all,
    } = leaning;
    let (here, everywhere) = (u128::from(here), u128::from(everywhere));
    2 * here >= u128::from(records)
        && here > 0
        && here * u128::from(all) >= 2 * everywhere * u128::from(records)
}

fn ratio(part: u64, whole: u64) -> f64 {
    if whole == 0 {
        0.0
    } else {
        part as f64 / whole as f64
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn half_of_the_records_and_twice_the_share() {
        let leaning = |here, records, everywhere, all| Leaning {
            here,
            records,
            everywhere,
            all,
        };
        // 1/2 against 1/4.
        assert!(is_skewed(leaning(2, 4, 25, 100)));
        // 1/2 against a little more than 1/4.
        assert!(!is_skewed(leaning(2, 4, 26, 100)));
        // Twice as much, but less than half.
        assert!(!is_skewed(leaning(1, 4, 10, 100)));
        assert!(!is_skewed(leaning(0, 0, 0, 10)));
    }
}
