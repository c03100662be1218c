//! How typed values are written as texts, and when a text is what its typed value would be written as.

/// A float in the fewest digits that read back as the same; very large and small ones with an exponent.
pub fn float_text(value: f64) -> String {
    let size = value.abs();
    if size != 0.0 && !(1e-6..1e16).contains(&size) {
        format!("{value:e}")
    } else {
        format!("{value}")
    }
}

pub fn float32_text(value: f32) -> String {
    let size = value.abs();
    if size != 0.0 && !(1e-6..1e16).contains(&size) {
        format!("{value:e}")
    } else {
        format!("{value}")
    }
}

/// `2024-03-31` of days since 1970-01-01, in the proleptic Gregorian calendar.
pub fn date_text(days: i64) -> String {
    // Counted from 1 March of year 0, so that the leap day is the last of its year.
    let shifted = days + 719_468;
    let era = shifted.div_euclid(146_097);
    let day_of_era = shifted.rem_euclid(146_097);
    let year_of_era =
        (day_of_era - day_of_era / 1_460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
    let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let month_from_march = (5 * day_of_year + 2) / 153;
    let day = day_of_year - (153 * month_from_march + 2) / 5 + 1;
    let month = if month_from_march < 10 {
        month_from_march + 3
    } else {
        month_from_march - 9
    };
    let year = era * 400 + year_of_era + i64::from(month <= 2);
    format!("{year:04}-{month:02}-{day:02}")
}

/// `10:11:12`, with as much of a fraction as there is.
pub fn time_text(nanoseconds: i64) -> String {
    let seconds = nanoseconds.div_euclid(1_000_000_000);
    let rest = nanoseconds.rem_euclid(1_000_000_000);
    let mut text = format!(
        "{:02}:{:02}:{:02}",
        seconds / 3600,
        seconds / 60 % 60,
        seconds % 60
    );
    if rest > 0 {
        text.push_str(format!(".{rest:09}").trim_end_matches('0'));
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::value_type::{ValueType, parse_date};

    #[test]
    fn dates_are_the_days_that_they_are_read_as() {
        for days in (-719_000..100_000).step_by(37) {
            let text = date_text(days);
            assert_eq!(parse_date(&text), Some(days), "{text}");
        }
        assert_eq!(date_text(0), "1970-01-01");
        assert_eq!(date_text(11_016), "2000-02-29");
    }

    #[test]
    fn floats_read_back_as_the_same() {
        for value in [
            0.0,
            1.0,
            -2.5,
            0.1,
            1e300,
            -3e-9,
            123_456_789.125,
            f64::MIN_POSITIVE,
        ] {
            let text = float_text(value);
            assert_eq!(text.parse(), Ok(value));
            assert!(ValueType::of(&text).is_number(), "{text}");
        }
        assert_eq!(float32_text(0.1), "0.1");
    }

    #[test]
    fn times_show_what_they_have() {
        assert_eq!(time_text(36_672_000_000_000), "10:11:12");
        assert_eq!(time_text(36_672_250_000_000), "10:11:12.25");
    }
}
