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

/// A value is skewed if more than half of the records have it, and at least twice the share of the whole table: a
/// guess is then more likely right than wrong, and owes that to the release.
pub fn is_skewed(leaning: Leaning) -> bool {
    let Leaning {
        here,
        records,
        everywhere,
        all,
    } = leaning;
    let (here, everywhere) = (u128::from(here), u128::from(everywhere));
    2 * here > u128::from(records) && here * u128::from(all) >= 2 * everywhere * u128::from(records)
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
    fn more_than_half_of_the_records_and_twice_the_share() {
        let leaning = |here, records, everywhere, all| Leaning {
            here,
            records,
            everywhere,
            all,
        };
        // 3/4 against 3/8.
        assert!(is_skewed(leaning(3, 4, 375, 1_000)));
        // 3/4 against a little more than 3/8.
        assert!(!is_skewed(leaning(3, 4, 376, 1_000)));
        // Much more than everywhere, but only a half.
        assert!(!is_skewed(leaning(2, 4, 10, 1_000)));
        assert!(!is_skewed(leaning(0, 0, 0, 10)));
    }
}
