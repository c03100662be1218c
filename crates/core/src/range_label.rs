//! How a range of numbers or dates is written, and what it is widened to where only round ends may be shown.

use super::value_type::{ValueType, date_text, parse_date};

/// How the ends of a range are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RangeStyle {
    /// `17-23`, which people write; it would mislead for decimals and puzzle below zero.
    Dashed,
    /// `[0.2, 0.4]`.
    Brackets,
    /// `2024-01-01 to 2024-03-31`.
    Dates,
}

impl RangeStyle {
    /// Of a column whose values are of this type, the lowest being this one.
    pub fn of(value_type: ValueType, lowest: f64) -> Self {
        match value_type {
            ValueType::Date => Self::Dates,
            ValueType::Whole if lowest >= 0.0 => Self::Dashed,
            _ => Self::Brackets,
        }
    }

    pub fn written(self, low: &str, high: &str) -> String {
        match self {
            Self::Dashed => format!("{low}-{high}"),
            Self::Brackets => format!("[{low}, {high}]"),
            Self::Dates => format!("{low} to {high}"),
        }
    }
}

/// The end of a range: its text and the number that it stands for.
#[derive(Clone, Debug, PartialEq)]
pub struct RangeEnd {
    pub text: String,
    pub number: f64,
}

impl RangeEnd {
    pub fn new(text: impl Into<String>, number: f64) -> Self {
        Self {
            text: text.into(),
            number,
        }
    }
}

/// Ranges of dates that are longer than this many days end with years, others with months.
const LONG: f64 = 731.0;
/// Beyond this a number of steps is not exact.
const MOST_STEPS: f64 = 1e15;

/// The next round ends outward: numbers to multiples of 1, 2 or 5 times a power of ten, at least a quarter of the
/// width and at least twice the last decimal that is written, so that an end is never known to be somebody's value;
/// dates to whole months or years. `None` for what cannot be written exactly.
pub fn rounded(low: &RangeEnd, high: &RangeEnd, style: RangeStyle) -> Option<(RangeEnd, RangeEnd)> {
    if style == RangeStyle::Dates {
        return rounded_dates(low.number as i64, high.number as i64);
    }
    let step = Step::for_range(low, high)?;
    let below = step.end(low.number, false)?;
    let above = step.end(high.number, true)?;
    Some((below, above))
}

/// `digit` times a power of ten.
struct Step {
    digit: i128,
    power: i32,
}

impl Step {
    fn for_range(low: &RangeEnd, high: &RangeEnd) -> Option<Self> {
        let width = high.number - low.number;
        let decimals = decimals(&low.text).max(decimals(&high.text));
        let wanted = (width / 4.0).max(2.0 * 10f64.powi(-decimals));
        if !wanted.is_finite() {
            return None;
        }
        let power = wanted.log10().floor() as i32;
        // A hair less is as good: 0.2 is no exact number.
        let enough =
            |digit: i32, power: i32| f64::from(digit) * 10f64.powi(power) >= wanted * (1.0 - 1e-9);
        let steps = [(1, power), (2, power), (5, power), (1, power + 1)];
        let (digit, power) = steps
            .into_iter()
            .find(|&(digit, power)| enough(digit, power))?;
        Some(Self {
            digit: digit.into(),
            power,
        })
    }

    /// The nearest multiple that does not lie inside.
    fn end(&self, number: f64, upward: bool) -> Option<RangeEnd> {
        let size = self.digit as f64 * 10f64.powi(self.power);
        let steps = number / size;
        if !steps.is_finite() || steps.abs() >= MOST_STEPS {
            return None;
        }
        let nearest = if upward { steps.ceil() } else { steps.floor() } as i128;
        let outward = if upward { 1 } else { -1 };
        // The quotient may be a hair off; the text decides.
        [nearest - outward, nearest, nearest + outward]
            .into_iter()
            .filter_map(|steps| {
                let text = decimal(steps * self.digit, self.power);
                let number = text.parse::<f64>().ok()?;
                Some(RangeEnd { text, number })
            })
            .find(|end| {
                if upward {
                    end.number >= number
                } else {
                    end.number <= number
                }
            })
    }
}

/// How many decimals a text shows; negative powers of ten included.
fn decimals(text: &str) -> i32 {
    let (mantissa, exponent) = text.split_once(['e', 'E']).unwrap_or((text, "0"));
    let shown = mantissa.split_once('.').map_or(0, |(_, after)| after.len());
    let exponent: i32 = exponent.parse().unwrap_or(0);
    i32::try_from(shown).unwrap_or(i32::MAX / 2) - exponent.min(0)
}

/// `units` times a power of ten, exactly.
fn decimal(units: i128, power: i32) -> String {
    let sign = if units < 0 { "-" } else { "" };
    let digits = units.unsigned_abs().to_string();
    if units == 0 {
        return "0".to_owned();
    }
    if power >= 0 {
        return format!("{sign}{digits}{}", "0".repeat(power as usize));
    }
    let decimals = power.unsigned_abs() as usize;
    let padded = format!("{digits:0>width$}", width = decimals + 1);
    let (whole, part) = padded.split_at(padded.len() - decimals);
    let part = part.trim_end_matches('0');
    if part.is_empty() {
        format!("{sign}{whole}")
    } else {
        format!("{sign}{whole}.{part}")
    }
}

fn rounded_dates(low: i64, high: i64) -> Option<(RangeEnd, RangeEnd)> {
    let end = |text: &str| {
        let day = parse_date(text)?;
        Some(RangeEnd::new(date_text(day), day as f64))
    };
    let (first, last) = (date_text(low), date_text(high));
    let (first_year, first_month) = (first.get(..4)?, first.get(5..7)?);
    let (last_year, last_month) = (last.get(..4)?, last.get(5..7)?);
    if (high - low) as f64 > LONG {
        let below = end(&format!("{first_year}-01-01"))?;
        return Some((below, end(&format!("{last_year}-12-31"))?));
    }
    let below = end(&format!("{first_year}-{first_month}-01"))?;
    // The last day that the month has.
    let above = (28..=31)
        .rev()
        .find_map(|day| end(&format!("{last_year}-{last_month}-{day}")))?;
    Some((below, above))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn shown(low: &str, high: &str) -> String {
        let end = |text: &str| RangeEnd::new(text, text.parse().unwrap());
        let (low, high) = rounded(&end(low), &end(high), RangeStyle::Brackets).unwrap();
        format!("{} {}", low.text, high.text)
    }

    #[test]
    fn ends_go_outward_to_round_numbers() {
        assert_eq!(shown("23", "47"), "20 50");
        assert_eq!(shown("23", "24"), "22 24");
        assert_eq!(shown("20", "30"), "20 30");
        assert_eq!(shown("-7", "3"), "-10 5");
        assert_eq!(shown("0.13", "0.29"), "0.1 0.3");
        assert_eq!(shown("18312", "94711"), "0 100000");
        assert_eq!(shown("1e-3", "4e-3"), "0 0.004");
    }

    #[test]
    fn dates_become_months_and_years() {
        let shown = |low: &str, high: &str| {
            let end = |text: &str| RangeEnd::new(text, parse_date(text).unwrap() as f64);
            let (low, high) = rounded(&end(low), &end(high), RangeStyle::Dates).unwrap();
            RangeStyle::Dates.written(&low.text, &high.text)
        };
        assert_eq!(
            shown("2024-01-17", "2024-02-03"),
            "2024-01-01 to 2024-02-29"
        );
        assert_eq!(
            shown("1971-05-06", "1984-07-08"),
            "1971-01-01 to 1984-12-31"
        );
    }

    #[test]
    fn what_cannot_be_written_exactly_is_not_rounded() {
        let end = |number: f64| RangeEnd::new(number.to_string(), number);
        let widest = (end(f64::MIN), end(f64::MAX));
        assert_eq!(rounded(&widest.0, &widest.1, RangeStyle::Brackets), None);
        let far = (end(1e17), end(1e17 + 64.0));
        assert_eq!(rounded(&far.0, &far.1, RangeStyle::Brackets), None);
    }

    proptest! {
        /// Never narrower, and never more than half as wide again at either end, a small range aside.
        #[test]
        fn ranges_are_widened_and_never_narrowed(
            low in -1_000_000i64..1_000_000, width in 1i64..1_000_000, decimals in 0..4usize,
        ) {
            let shown = |units: i64| {
                let number = units as f64 / 10f64.powi(decimals as i32);
                let text = format!("{number:.decimals$}");
                let number = text.parse().unwrap();
                RangeEnd { text, number }
            };
            let (from, to) = (shown(low), shown(low + width));
            let (below, above) = rounded(&from, &to, RangeStyle::Brackets).unwrap();
            prop_assert!(below.number <= from.number && to.number <= above.number);
            let wide = (to.number - from.number).max(4.0 * 10f64.powi(-(decimals as i32)));
            prop_assert!(from.number - below.number <= 0.7 * wide);
            prop_assert!(above.number - to.number <= 0.7 * wide);
            // Nothing is gained by rounding twice with the same step: the ends are round.
            prop_assert!(!below.text.ends_with(".0") && !above.text.ends_with(".0"));
        }
    }
}
