//! A figure of a paper, drawn anew: curves of one number against another, and what the paper says of them.

use serde::Serialize;

#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Figure {
    pub name: &'static str,
    pub title: String,
    /// What varies.
    pub across: &'static str,
    /// What is measured, with its unit.
    pub up: &'static str,
    pub series: Vec<Series>,
    pub claims: Vec<Claim>,
}

#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Series {
    pub name: String,
    pub points: Vec<Point>,
}

#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Point {
    pub at: f64,
    /// `None` if it was not reached.
    pub value: Option<f64>,
    pub seconds: f64,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub why: Option<String>,
}

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

/// A number with four digits that count.
pub fn short(value: f64) -> String {
    if value == 0.0 || value.abs() >= 1000.0 {
        return format!("{value:.0}");
    }
    let places = (3 - value.abs().log10().floor() as i32).clamp(0, 8) as usize;
    let text = format!("{value:.places$}");
    if text.contains('.') {
        text.trim_end_matches('0').trim_end_matches('.').to_owned()
    } else {
        text
    }
}

#[cfg(test)]
mod tests {
    use super::*;

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

    #[test]
    fn numbers_are_short() {
        let shown = [0.0, 0.012_345_6, 1.5, 123.456, 8_657_831.0].map(short);
        assert_eq!(shown, ["0", "0.01235", "1.5", "123.5", "8657831"]);
    }
}
