//! Numbers that are shown as dates and times.

use crate::frame::{float_text, time_text};
use crate::value_type::date_text;

/// What the numbers of a column are counts of, and since when.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Unit {
    #[default]
    Number,
    /// Days since so many days before or after 1970.
    Days(i64),
    /// Seconds of a moment, likewise.
    Seconds(i64),
    Milliseconds(i64),
    /// Seconds of a day, or more.
    Time,
    Weeks,
    Months,
    Quarters,
    Halves,
}

/// 1960-01-01, from which Stata and SAS count.
pub const OF_1960: i64 = -3_653;
/// 1582-10-14, from which SPSS counts.
pub const OF_1582: i64 = -141_428;

const SECONDS_OF_DAY: i64 = 86_400;
/// Numbers beyond are no dates.
const FARTHEST: f64 = 1e15;
/// A hundred years, in seconds.
const LONGEST: f64 = 3_155_760_000.0;
/// Years that have four digits, as days.
const DAYS: std::ops::RangeInclusive<i64> = -719_528..=2_932_896;

/// How the numbers of a column are shown, each by itself: another record must not show in it. A midnight is shown as a date.
pub struct Shown {
    unit: Unit,
}

impl Shown {
    pub fn new(unit: Unit) -> Self {
        Self { unit }
    }

    pub fn text(&self, bits: u64) -> String {
        let number = f64::from_bits(bits);
        self.measured(number).unwrap_or_else(|| float_text(number))
    }

    fn measured(&self, number: f64) -> Option<String> {
        if number.abs() > FARTHEST {
            return None;
        }
        let whole = number.floor() as i64;
        let date = |days: i64| DAYS.contains(&days).then(|| date_text(days));
        // Of periods that are counted since 1960, the year and which of it.
        let period = |of_year: i64| {
            (
                1960 + whole.div_euclid(of_year),
                whole.rem_euclid(of_year) + 1,
            )
        };
        match self.unit {
            Unit::Number => None,
            Unit::Days(since) => date(whole.checked_add(since)?),
            Unit::Seconds(since) => self.moment((number * 1000.0).round() as i64, since),
            Unit::Milliseconds(since) => self.moment(number.round() as i64, since),
            Unit::Time if !(0.0..LONGEST).contains(&number) => None,
            Unit::Time => Some(time_text((number * 1000.0).round() as i64 * 1_000_000)),
            Unit::Weeks => Some(format!("{}w{:02}", period(52).0, period(52).1)),
            Unit::Months => Some(format!("{:04}-{:02}", period(12).0, period(12).1)),
            Unit::Quarters => Some(format!("{}q{}", period(4).0, period(4).1)),
            Unit::Halves => Some(format!("{}h{}", period(2).0, period(2).1)),
        }
    }

    fn moment(&self, milliseconds: i64, since: i64) -> Option<String> {
        const MS: i64 = SECONDS_OF_DAY * 1000;
        let days = milliseconds.div_euclid(MS).checked_add(since)?;
        let date = DAYS.contains(&days).then(|| date_text(days))?;
        match milliseconds.rem_euclid(MS) {
            0 => Some(date),
            time => Some(format!("{date} {}", time_text(time * 1_000_000))),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_shown_as_what_they_count() {
        for (unit, number, text) in [
            (Unit::Days(OF_1960), 0.0, "1960-01-01"),
            (Unit::Days(OF_1960), 23_000.0, "2022-12-21"),
            (
                Unit::Seconds(OF_1582),
                13_000_000_000.0,
                "1994-09-26 23:06:40",
            ),
            (Unit::Milliseconds(OF_1960), 86_400_000.0, "1960-01-02"),
            (Unit::Time, 36_672.25, "10:11:12.25"),
            (Unit::Months, 602.0, "2010-03"),
            (Unit::Months, -1.0, "1959-12"),
            (Unit::Quarters, 201.0, "2010q2"),
            (Unit::Halves, 100.0, "2010h1"),
            (Unit::Weeks, 0.0, "1960w01"),
            (Unit::Number, 2.5, "2.5"),
            (Unit::Time, 1e13, "10000000000000"),
            (Unit::Days(OF_1960), 1e300, "1e300"),
            (Unit::Seconds(OF_1960), -1e15, "-1000000000000000"),
        ] {
            assert_eq!(Shown::new(unit).text(f64::to_bits(number)), text);
        }
        let moments = Shown::new(Unit::Seconds(OF_1960));
        assert_eq!(moments.text(1.5f64.to_bits()), "1960-01-01 00:00:01.5");
        // Whatever else is in the column.
        assert_eq!(moments.text(86_400f64.to_bits()), "1960-01-02");
    }
}
