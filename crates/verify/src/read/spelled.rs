//! How typed values of released files are spelled as texts.

/// In the fewest digits that read back as the same; very large and small ones with an exponent.
pub(super) fn number(value: f64) -> String {
    let is_plain = value == 0.0 || (1e-6..1e16).contains(&value.abs());
    if is_plain {
        format!("{value}")
    } else {
        format!("{value:e}")
    }
}

/// `2024-03-31` of days since 1970-01-01, year by year from the cycle of 400 that the day lies in.
pub(super) fn date(days: i64) -> String {
    const CYCLE: i64 = 146_097;
    // Days from 2000-01-01, the first day of a cycle.
    let days = days - 10_957;
    let mut year = 2000 + 400 * days.div_euclid(CYCLE);
    let mut day = days.rem_euclid(CYCLE);
    let is_leap = |year: i64| year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
    while day >= 365 + i64::from(is_leap(year)) {
        day -= 365 + i64::from(is_leap(year));
        year += 1;
    }
    let february = 28 + i64::from(is_leap(year));
    let mut month = 1;
    for length in [31, february, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31] {
        if day < length {
            break;
        }
        day -= length;
        month += 1;
    }
    format!("{year:04}-{month:02}-{:02}", day + 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_become_dates() {
        assert_eq!(date(0), "1970-01-01");
        assert_eq!(date(-1), "1969-12-31");
        assert_eq!(date(11_016), "2000-02-29");
        assert_eq!(date(11_017), "2000-03-01");
        assert_eq!(date(19_813), "2024-03-31");
        assert_eq!(date(-25_509), "1900-02-28");
        assert_eq!(date(-25_508), "1900-03-01");
    }
}
