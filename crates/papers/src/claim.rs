//! What a paper says of a figure, and whether it is seen here. Every claim is weighed by what was measured; how is said in
//! the sentence, and where the paper gives a size in words, the constant says what it is taken for.

use crate::figure::{Series, short};
use crate::trend::Trend;
use serde::Serialize;
use std::ops::RangeInclusive;

/// What the paper says, and whether it is seen here.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Claim {
    pub claim: &'static str,
    /// `None` if the data do not show it either way.
    pub holds: Option<bool>,
    pub sentence: String,
}

/// Numbers that differ by less are the same.
pub(crate) const SAME: f64 = 1e-9;

impl Claim {
    /// That one curve lies below others, or on them, wherever `counts` says so.
    pub fn below(
        claim: &'static str,
        favourite: &Series,
        rivals: &[&Series],
        counts: impl Fn(f64) -> bool,
    ) -> Self {
        Self::compared(claim, favourite, rivals, counts, |mine, theirs| {
            mine <= theirs + SAME * theirs.abs()
        })
    }

    /// That one curve lies above others, or on them.
    pub fn above(
        claim: &'static str,
        favourite: &Series,
        rivals: &[&Series],
        counts: impl Fn(f64) -> bool,
    ) -> Self {
        Self::compared(claim, favourite, rivals, counts, |mine, theirs| {
            mine >= theirs - SAME * theirs.abs()
        })
    }

    fn compared(
        claim: &'static str,
        favourite: &Series,
        rivals: &[&Series],
        counts: impl Fn(f64) -> bool,
        fits: impl Fn(f64, f64) -> bool,
    ) -> Self {
        let (mut compared, mut exceptions) = (0usize, Vec::new());
        for rival in rivals {
            for (mine, theirs) in favourite.points.iter().zip(&rival.points) {
                let (Some(a), Some(b)) = (mine.value, theirs.value) else {
                    continue;
                };
                if counts(mine.at) {
                    compared += 1;
                    if !fits(a, b) {
                        exceptions.push(format!(
                            "at {} it has {} and {} {}",
                            short(mine.at),
                            short(a),
                            rival.name,
                            short(b)
                        ));
                    }
                }
            }
        }
        Self::weighed(claim, compared, &exceptions)
    }

    /// It holds if there are no exceptions among what was compared.
    pub(crate) fn weighed(claim: &'static str, compared: usize, exceptions: &[String]) -> Self {
        Self {
            claim,
            holds: (compared > 0).then_some(exceptions.is_empty()),
            sentence: match (compared, exceptions.len()) {
                (0, _) => "nothing could be compared".to_owned(),
                (1, 0) => "so in the one comparison".to_owned(),
                (_, 0) => format!("so in all {compared} comparisons"),
                (_, wrong) => format!("not so in {wrong} of {compared}: {}", told(exceptions)),
            },
        }
    }

    /// That a curve goes one way. A curve that stays within a tenth of its least value goes no way.
    pub fn trend(claim: &'static str, series: &Series, trend: Trend) -> Self {
        let points: Vec<(f64, f64)> = series.known().collect();
        let Some((first, last)) = series.ends().filter(|_| points.len() > 1) else {
            return Self::weighed(claim, 0, &[]);
        };
        let ends = format!("from {} to {}", short(first), short(last));
        let (least, most) = ends_of(&points);
        if most - least <= LEVEL * least.abs() {
            return Self {
                claim,
                holds: Some(false),
                sentence: format!(
                    "{} stays between {} and {}",
                    series.name,
                    short(least),
                    short(most)
                ),
            };
        }
        let holds = trend.is_seen(&points);
        let way = match (holds, trend) {
            (Some(true), Trend::Rises) => "rises",
            (Some(true), Trend::Falls) => "falls",
            (Some(false), _) => "goes the other way,",
            (None, _) => "goes up and down,",
        };
        Self {
            claim,
            holds: Some(holds == Some(true)),
            sentence: format!("{} {way} {ends}", series.name),
        }
    }

    /// That curves all go one way.
    pub fn trends(claim: &'static str, series: &[&Series], trend: Trend) -> Self {
        let each: Vec<Self> = series
            .iter()
            .map(|series| Self::trend(claim, series, trend))
            .collect();
        let holds = each
            .iter()
            .map(|one| one.holds)
            .reduce(|all, one| Some(all? && one?))
            .flatten();
        let sentences: Vec<String> = each.into_iter().map(|one| one.sentence).collect();
        Self {
            claim,
            holds,
            sentence: sentences.join("; "),
        }
    }

    /// That all values lie in a range; its ends count.
    pub fn within(
        claim: &'static str,
        series: &Series,
        range: RangeInclusive<f64>,
        counts: impl Fn(f64) -> bool,
    ) -> Self {
        let points: Vec<(f64, f64)> = series.known().filter(|&(at, _)| counts(at)).collect();
        if points.is_empty() {
            return Self::weighed(claim, 0, &[]);
        }
        let (least, most) = ends_of(&points);
        Self {
            claim,
            holds: Some(range.contains(&least) && range.contains(&most)),
            sentence: format!("here from {} to {}", short(least), short(most)),
        }
    }

    /// That curves differ by at most a factor wherever both have a value.
    pub fn similar(claim: &'static str, one: &Series, other: &Series, factor: f64) -> Self {
        let mut farthest = 1f64;
        let mut compared = 0;
        let mut exceptions = Vec::new();
        for (at, a, b) in one.beside(other) {
            compared += 1;
            let apart = if a == b { 1.0 } else { (a / b).max(b / a) };
            farthest = farthest.max(apart);
            if apart.is_nan() || apart > factor {
                exceptions.push(format!(
                    "at {} {} has {} and {} {}",
                    short(at),
                    one.name,
                    short(a),
                    other.name,
                    short(b)
                ));
            }
        }
        let mut weighed = Self::weighed(claim, compared, &exceptions);
        if compared > 0 && exceptions.is_empty() {
            weighed.sentence = format!("at most a factor of {} apart", short(farthest));
        }
        weighed
    }

    /// That the values of one curve are together so many times those of another.
    pub fn times(claim: &'static str, large: &Series, small: &Series, factor: f64) -> Self {
        let sums = large
            .beside(small)
            .map(|(_, a, b)| (a, b))
            .reduce(|(a, b), (c, d)| (a + c, b + d));
        match sums.filter(|&(_, small)| small > 0.0) {
            None => Self::weighed(claim, 0, &[]),
            Some((a, b)) => Self {
                claim,
                holds: Some(a >= factor * b),
                sentence: format!(
                    "over all points {} takes {} times what {} takes",
                    large.name,
                    short(a / b),
                    small.name
                ),
            },
        }
    }

    /// That a curve is the same everywhere, but for a tenth.
    pub fn level(claim: &'static str, series: &Series) -> Self {
        let points: Vec<(f64, f64)> = series.known().collect();
        if points.len() < 2 {
            return Self::weighed(claim, 0, &[]);
        }
        let (least, most) = ends_of(&points);
        Self {
            claim,
            holds: Some(most - least <= LEVEL * least.abs()),
            sentence: format!(
                "{} is between {} and {}",
                series.name,
                short(least),
                short(most)
            ),
        }
    }

    /// The power of the axis that a curve grows with from its first to its last point.
    pub fn power(claim: &'static str, series: &Series, range: RangeInclusive<f64>) -> Self {
        let positive = || {
            series
                .known()
                .filter(|&(at, value)| at > 0.0 && value > 0.0)
        };
        let (Some(first), Some(last)) = (positive().next(), positive().last()) else {
            return Self::weighed(claim, 0, &[]);
        };
        if last.0 <= first.0 {
            return Self::weighed(claim, 0, &[]);
        }
        let power = (last.1 / first.1).ln() / (last.0 / first.0).ln();
        Self {
            claim,
            holds: Some(range.contains(&power)),
            sentence: format!(
                "{} grows like the power {power:.2}, from {} to {}",
                series.name,
                short(first.1),
                short(last.1)
            ),
        }
    }
}

/// What stays within this share of its least value is level.
const LEVEL: f64 = 0.1;

/// The least and the largest value.
fn ends_of(points: &[(f64, f64)]) -> (f64, f64) {
    let values = points.iter().map(|point| point.1);
    values.fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), value| {
        (low.min(value), high.max(value))
    })
}

/// The first exceptions; the figure shows them all.
fn told(exceptions: &[String]) -> String {
    const SHOWN: usize = 3;
    let shown = exceptions[..exceptions.len().min(SHOWN)].join("; ");
    if exceptions.len() > SHOWN {
        format!("{shown}; and so on")
    } else {
        shown
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::figure::Point;

    fn series(name: &str, values: &[f64]) -> Series {
        let points = values.iter().enumerate().map(|(at, &value)| Point {
            at: at as f64,
            value: (value >= 0.0).then_some(value),
            seconds: 0.0,
            why: None,
        });
        Series {
            name: name.to_owned(),
            points: points.collect(),
        }
    }

    #[test]
    fn claims_are_compared_where_both_have_a_number() {
        let mine = series("mine", &[1.0, 5.0, 3.0]);
        let other = series("other", &[2.0, 4.0, -1.0]);
        let told = Claim::below("mine is smaller", &mine, &[&other], |_| true);
        assert_eq!(told.holds, Some(false));
        assert_eq!(told.sentence, "not so in 1 of 2: at 1 it has 5 and other 4");
        assert_eq!(
            Claim::below("", &mine, &[&other], |at| at < 1.0).holds,
            Some(true)
        );
        assert_eq!(
            Claim::above("", &mine, &[&other], |at| at == 1.0).holds,
            Some(true)
        );
        assert_eq!(Claim::above("", &mine, &[], |_| true).holds, None);
    }
}
