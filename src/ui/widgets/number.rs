//! Numbers as people read them: thousands separators, sensible digits, durations in words.

use cloakroom_core::words;
use std::time::Duration;

/// `30,000`
pub fn count(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::with_capacity(digits.len() + digits.len() / 3);
    for (place, digit) in digits.chars().enumerate() {
        if place > 0 && (digits.len() - place).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// The same for numbers of any size: `34,650`, and where nobody would count the digits, `about 1.6 × 10^25`.
pub fn count_long(number: u128) -> String {
    match u64::try_from(number) {
        Ok(short) if short < 1_000_000_000_000 => count(short),
        _ => about(number as f64),
    }
}

/// `about 1.6 × 10^25`
pub fn about(number: f64) -> String {
    if !number.is_finite() {
        return "countless".to_owned();
    }
    // As text, so that 9.96 is carried over to the next power.
    let text = format!("{number:.1e}");
    let (lead, power) = text.split_once('e').unwrap_or((&text, "0"));
    format!("about {lead} \u{d7} 10^{power}")
}

/// `1 record`, `412 records`. The plural is the singular with an s.
pub fn counted(number: u64, singular: &str) -> String {
    let plural = if number == 1 { "" } else { "s" };
    format!("{} {singular}{plural}", count(number))
}

/// `1 class`, `3 classes`, for words whose plural is not just an s.
pub fn counted_as(number: u64, singular: &str, plural: &str) -> String {
    let word = if number == 1 { singular } else { plural };
    format!("{} {word}", count(number))
}

/// A share from 0 to 1 as everything says it (`1.4 %`), with a space that no line is broken at.
pub fn percent(share: f64) -> String {
    match share.is_finite() {
        true => tied(&words::percent(share)),
        false => "–".to_owned(),
    }
}

/// How far work is, never more than it is: `99 %` until all of it is done.
pub fn progress(fraction: f64) -> String {
    format!("{}\u{a0}%", (fraction.clamp(0.0, 1.0) * 100.0).floor())
}

/// A share that somebody has set, as it is: `18.8 %`, to the millionth that a limit is read to.
pub fn set_share(share: f64) -> String {
    format!("{}\u{a0}%", (share * 1e6).round() / 1e4)
}

/// A number without unit: three digits that count, thousands separated, no trailing zeros.
pub fn decimal(number: f64) -> String {
    if !number.is_finite() {
        return "–".to_owned();
    }
    let size = number.abs();
    if size >= 99.95 {
        let sign = if number < 0.0 { "−" } else { "" };
        return format!("{sign}{}", count(size.round() as u64));
    }
    if size > 0.0 && size < 0.001 {
        return if number < 0.0 {
            "> −0.001"
        } else {
            "< 0.001"
        }
        .to_owned();
    }
    let digits = match size {
        size if size >= 10.0 => 1,
        size if size >= 1.0 => 2,
        _ => 3,
    };
    let text = format!("{number:.digits$}");
    let text = text.trim_end_matches('0').trim_end_matches('.');
    text.replace('-', "−")
}

/// `0.4 s`, `12 s`, `3 min 20 s`, `2 h 5 min`
pub fn duration(duration: Duration) -> String {
    let seconds = duration.as_secs_f64();
    if seconds < 0.1 {
        return "<\u{a0}0.1\u{a0}s".to_owned();
    }
    if seconds < 9.95 {
        return format!("{seconds:.1}\u{a0}s");
    }
    let seconds = seconds.round() as u64;
    let (minutes, rest) = (seconds / 60, seconds % 60);
    match (minutes, rest) {
        (0, rest) => format!("{rest}\u{a0}s"),
        (1..60, 0) => format!("{minutes}\u{a0}min"),
        (1..60, rest) => format!("{minutes}\u{a0}min {rest}\u{a0}s"),
        _ if minutes % 60 == 0 => format!("{}\u{a0}h", minutes / 60),
        _ => format!("{}\u{a0}h {}\u{a0}min", minutes / 60, minutes % 60),
    }
}

/// `3 s left`, rounded up so that it does not jump about or promise too much.
pub fn time_left(duration: Duration) -> String {
    let seconds = duration.as_secs_f64().ceil().max(1.0) as u64;
    match seconds {
        ..60 => format!("{seconds}\u{a0}s left"),
        60..3600 => format!("{}\u{a0}min left", seconds.div_ceil(60)),
        _ => format!("{}\u{a0}h left", seconds.div_ceil(3600)),
    }
}

/// `85 MB`
pub fn bytes(bytes: u64) -> String {
    let mut size = bytes as f64;
    let mut unit = "bytes";
    for larger in ["kB", "MB", "GB", "TB"] {
        if size < 999.5 {
            break;
        }
        size /= 1000.0;
        unit = larger;
    }
    let digits = usize::from(unit != "bytes" && size < 9.95);
    format!("{size:.digits$}\u{a0}{unit}")
}

/// What is counted or measured in, as it stands behind a number.
const UNITS: [&str; 12] = [
    "%", "bits", "points", "levels", "bytes", "kB", "MB", "GB", "s", "ms", "min", "h",
];

/// A sentence from elsewhere, in which no line ends between a number and its unit.
pub fn tied(text: &str) -> String {
    let mut told = String::with_capacity(text.len() + 8);
    let mut parts = text.split(' ');
    told.push_str(parts.next().unwrap_or_default());
    for part in parts {
        let unit = part.trim_end_matches(|c: char| c.is_ascii_punctuation() && c != '%');
        let is_behind_a_number = told.ends_with(|c: char| c.is_ascii_digit());
        let stays = unit.starts_with('%') || is_behind_a_number && UNITS.contains(&unit);
        told.push(if stays { '\u{a0}' } else { ' ' });
        told.push_str(part);
    }
    told
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts() {
        assert_eq!(count(0), "0");
        assert_eq!(count(999), "999");
        assert_eq!(count(30_000), "30,000");
        assert_eq!(count(1_234_567), "1,234,567");
        assert_eq!(
            count_long(15_511_210_043_330_985_984_000_000),
            "about 1.6 \u{d7} 10^25"
        );
        assert_eq!(count_long(30_000), "30,000");
        assert_eq!(count_long(999_999_999_999), "999,999,999,999");
        assert_eq!(count_long(9_960_000_000_000), "about 1.0 \u{d7} 10^13");
        assert_eq!(about(f64::INFINITY), "countless");
        assert_eq!(counted(1, "record"), "1 record");
        assert_eq!(counted(1204, "record"), "1,204 records");
    }

    #[test]
    fn percents() {
        assert_eq!(percent(0.0), "0\u{a0}%");
        assert_eq!(percent(0.000_4), "0.04\u{a0}%");
        assert_eq!(percent(0.000_001), "less than 0.001\u{a0}%");
        assert_eq!(percent(0.0137), "1.4\u{a0}%");
        assert_eq!(percent(0.02), "2\u{a0}%");
        assert_eq!(percent(0.784), "78\u{a0}%");
        assert_eq!(percent(0.997), "99.7\u{a0}%");
        assert_eq!(percent(0.99999), "99.999\u{a0}%");
        assert_eq!(percent(f64::NAN), "–");
        assert_eq!(progress(0.999), "99\u{a0}%");
        assert_eq!(percent(1.0), "100\u{a0}%");
        assert_eq!(percent(f64::NAN), "–");
        assert_eq!(set_share(0.188), "18.8\u{a0}%");
        assert_eq!(set_share(0.05), "5\u{a0}%");
    }

    #[test]
    fn decimals() {
        assert_eq!(decimal(0.0), "0");
        assert_eq!(decimal(0.31), "0.31");
        assert_eq!(decimal(0.000_4), "< 0.001");
        assert_eq!(decimal(4183.0), "4,183");
        assert_eq!(decimal(12.34), "12.3");
        assert_eq!(decimal(-1.5), "−1.5");
        assert_eq!(decimal(f64::INFINITY), "–");
    }

    #[test]
    fn durations() {
        let text = |seconds: f64| duration(Duration::from_secs_f64(seconds));
        assert_eq!(text(0.01), "<\u{a0}0.1\u{a0}s");
        assert_eq!(text(0.42), "0.4\u{a0}s");
        assert_eq!(text(12.3), "12\u{a0}s");
        assert_eq!(text(59.7), "1\u{a0}min");
        assert_eq!(text(200.0), "3\u{a0}min 20\u{a0}s");
        assert_eq!(text(7500.0), "2\u{a0}h 5\u{a0}min");
        assert_eq!(time_left(Duration::from_millis(2100)), "3\u{a0}s left");
        assert_eq!(time_left(Duration::ZERO), "1\u{a0}s left");
        assert_eq!(time_left(Duration::from_secs(61)), "2\u{a0}min left");
    }

    #[test]
    fn no_line_ends_before_a_unit() {
        assert_eq!(
            tied("4 % of 30 records, 3 bits; 2 points of the scale, and a share of { %"),
            "4\u{a0}% of 30 records, 3\u{a0}bits; 2\u{a0}points of the scale, and a share of {\u{a0}%"
        );
        assert_eq!(tied("in 12 s (3 min)"), "in 12\u{a0}s (3\u{a0}min)");
        assert_eq!(tied("k = 5 and s"), "k = 5 and s");
    }

    #[test]
    fn sizes() {
        assert_eq!(bytes(12), "12\u{a0}bytes");
        assert_eq!(bytes(4200), "4.2\u{a0}kB");
        assert_eq!(bytes(85_000_000), "85\u{a0}MB");
    }
}
