//! What is promised about ratings: how many people are close to everybody, and how far the sensitive
//! ratings of those spread.

use crate::ratings::NULL;
use cloakroom_core::promises;
use cloakroom_core::requirement::millionths;
use cloakroom_core::{NullReading, Requirement, Scale};

promises! {
    /// A promise about ratings.
    RatingsModel:
    K "k" "(k, \u{3b5})-anonymity", |requirement| requirement.k.is_some(),
        "At least k \u{2212} 1 others are close to every person: they rated the same issues, and every \
         rating differs by at most \u{3b5}. Whoever knows ratings to within \u{3b5} finds at least k people; \
         whoever knows them more exactly may find fewer, even one.";
    Epsilon "epsilon" "Closeness \u{3b5}", |requirement| requirement.epsilon.is_some(),
        "How far apart two ratings may lie and still count as close; smaller is stricter. An issue that \
         only one of two people rated sets them apart.";
    Deviation "l_sd" "(k, \u{3b5}, l)-anonymity", |requirement| requirement.l_sd.is_some(),
        "Among the people close to anybody, every sensitive issue has a standard deviation of at least \
         l: with l above 0 they never all agree, though some ratings may be far more likely than others.";
    Suppression "suppression" "People left out", |requirement| requirement.suppression > 0.0,
        "The largest share of people who may be left out so that the others pass; 0 unless set. Nothing of \
         them is released, but who is missing may itself tell something.";
}

/// A requirement on ratings in whole numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Target {
    /// The least number of people close to anybody, that person included.
    pub k: u32,
    /// ε in whole steps of the scale.
    pub within: u16,
    /// l in millionths; 0 if nothing is asked of sensitive issues.
    pub deviation: u64,
    pub reading: NullReading,
}

impl Target {
    /// What is not asked for asks for nothing: k = 1 and ε as wide as the scale.
    pub fn of(requirement: &Requirement, scale: &Scale) -> Self {
        Self {
            k: requirement.least_size(),
            within: requirement
                .epsilon
                .map_or(scale.points(), |epsilon| scale.steps(epsilon)),
            deviation: requirement.l_sd.map_or(0, millionths),
            reading: requirement.sd_nulls,
        }
    }
}

/// What a group of people says about one sensitive issue, in points of the scale.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Spread {
    /// People, whether they rated it or not.
    pub people: u32,
    pub rated: u32,
    pub sum: u64,
    pub squares: u64,
}

impl Spread {
    pub fn of(cells: impl IntoIterator<Item = u16>) -> Self {
        let mut spread = Self::default();
        for cell in cells {
            spread.add(cell, 1);
        }
        spread
    }

    /// So many people with this cell more.
    pub fn add(&mut self, cell: u16, people: u32) {
        self.people += people;
        if cell != NULL {
            let (point, people) = (u64::from(cell), u64::from(people));
            self.rated += people as u32;
            self.sum += point * people;
            self.squares += point * point * people;
        }
    }

    pub fn merge(&mut self, other: &Self) {
        self.people += other.people;
        self.rated += other.rated;
        self.sum += other.sum;
        self.squares += other.squares;
    }

    /// So many groups that all say the same.
    #[must_use]
    pub fn times(&self, groups: u32) -> Self {
        Self {
            people: self.people * groups,
            rated: self.rated * groups,
            sum: self.sum * u64::from(groups),
            squares: self.squares * u64::from(groups),
        }
    }

    pub fn remove(&mut self, other: &Self) {
        self.people -= other.people;
        self.rated -= other.rated;
        self.sum -= other.sum;
        self.squares -= other.squares;
    }

    /// The largest l, in millionths, that the standard deviation reaches: decided in whole numbers, so that
    /// `spread.reaches(…) >= l` is exactly "variance ≥ l²". Numbers too large to be decided reach nothing: what is not
    /// known to hold is not promised.
    pub fn reaches(&self, scale: &Scale, reading: NullReading) -> u64 {
        if self.rated == 0 {
            return 0;
        }
        self.decided(scale, reading).unwrap_or(0)
    }

    fn decided(&self, scale: &Scale, reading: NullReading) -> Option<u64> {
        let (people, rated) = (i128::from(self.people), i128::from(self.rated));
        let step = in_millionths(scale.step)?;
        let low = in_millionths(scale.low)?;
        let (sum, squares) = (i128::from(self.sum), i128::from(self.squares));
        // The sum of squared differences from the mean, times the number of ratings.
        let apart = rated.checked_mul(squares)? - sum.checked_mul(sum)?;
        let around = step.checked_mul(step)?.checked_mul(apart)?;
        let (over, under) = match reading {
            NullReading::Strict => (around, rated * people),
            NullReading::Nonnull => (around, rated * rated),
            NullReading::Zero => {
                let total = low
                    .checked_mul(rated)?
                    .checked_add(step.checked_mul(sum)?)?;
                let missing = total.checked_mul(total)?.checked_mul(people - rated)?;
                let over = around.checked_mul(rated)?.checked_add(missing)?;
                (over, rated * rated * people)
            }
        };
        u64::try_from(over.checked_div(under)?.max(0).isqrt()).ok()
    }
}

/// `None` beyond what a decimal tells apart in millionths.
fn in_millionths(value: f64) -> Option<i128> {
    let scaled = (value * 1e6).round();
    (scaled.abs() < 1e18).then_some(scaled as i128)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn scale(high: f64) -> Scale {
        Scale {
            high,
            ..Scale::default()
        }
    }

    fn reaches(ratings: &[Option<u16>], reading: NullReading) -> f64 {
        let cells = ratings
            .iter()
            .map(|rating| rating.map_or(NULL, |rating| rating - 1));
        Spread::of(cells).reaches(&scale(7.0), reading) as f64 / 1e6
    }

    #[test]
    fn standard_deviations_are_those_of_the_thesis() {
        let issue_4 = [6, 1, 1, 1, 5].map(Some);
        let strict = NullReading::Strict;
        assert_eq!(reaches(&[6, 1, 1].map(Some), strict), 2.357_022);
        assert_eq!(reaches(&issue_4, strict), 2.227_105);
        assert_eq!(reaches(&[1, 5].map(Some), strict), 2.0);
        assert_eq!(reaches(&[1, 1].map(Some), strict), 0.0);
        assert_eq!(reaches(&[None, None], strict), 0.0);
    }

    #[test]
    fn missing_ratings_count_as_the_reading_says() {
        let known = [Some(5), None];
        assert_eq!(reaches(&known, NullReading::Strict), 0.0);
        assert_eq!(reaches(&known, NullReading::Nonnull), 0.0);
        assert_eq!(reaches(&known, NullReading::Zero), 3.535_533);
        let three = [Some(1), Some(5), None];
        // 8 / 3, 8 / 2, (8 + 9) / 3
        assert_eq!(reaches(&three, NullReading::Strict), 1.632_993);
        assert_eq!(reaches(&three, NullReading::Nonnull), 2.0);
        assert_eq!(reaches(&three, NullReading::Zero), 2.380_476);
    }

    /// A product that wraps around would reach anything.
    #[test]
    fn numbers_beyond_reason_reach_nothing() {
        let wide = Scale {
            low: -1e9,
            high: 1e9,
            step: 1e6,
        };
        let few = Spread::of([0, 1]);
        assert_eq!(few.reaches(&wide, NullReading::Strict), 500_000_000_000);
        let many = Spread {
            people: u32::MAX,
            rated: u32::MAX - 1,
            sum: 1 << 46,
            squares: 1 << 62,
        };
        for reading in [NullReading::Strict, NullReading::Nonnull, NullReading::Zero] {
            assert_eq!(many.reaches(&wide, reading), 0, "{reading:?}");
        }
        let endless = Scale {
            step: f64::INFINITY,
            ..wide
        };
        assert_eq!(few.reaches(&endless, NullReading::Strict), 0);
    }

    #[test]
    fn a_reached_deviation_is_exact() {
        let spread = Spread::of([0, 3]);
        assert_eq!(spread.reaches(&scale(5.0), NullReading::Strict), 1_500_000);
        let halves = Scale {
            low: 0.5,
            high: 5.0,
            step: 0.5,
        };
        assert_eq!(spread.reaches(&halves, NullReading::Strict), 750_000);
    }
}
