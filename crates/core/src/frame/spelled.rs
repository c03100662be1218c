//! How typed values are written as texts, and when a text is what its typed value would be written as.

/// A float in the fewest digits that read back as the same; very large and small ones with an exponent.
pub fn float_text(value: f64) -> String {
    // There is one zero.
    let value = value + 0.0;
    let size = value.abs();
    if size != 0.0 && !(1e-6..1e16).contains(&size) {
        format!("{value:e}")
    } else {
        format!("{value}")
    }
}

pub fn float32_text(value: f32) -> String {
    let value = value + 0.0;
    let size = value.abs();
    if size != 0.0 && !(1e-6..1e16).contains(&size) {
        format!("{value:e}")
    } else {
        format!("{value}")
    }
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
    use crate::value_type::ValueType;

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
        assert_eq!(
            (float_text(-0.0), float32_text(-0.0)),
            ("0".into(), "0".into())
        );
        assert_eq!(float32_text(0.1), "0.1");
    }

    #[test]
    fn times_show_what_they_have() {
        assert_eq!(time_text(36_672_000_000_000), "10:11:12");
        assert_eq!(time_text(36_672_250_000_000), "10:11:12.25");
    }
}
