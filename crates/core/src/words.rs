//! Numbers as they stand in a sentence.

/// `1234567` as `1,234,567`.
pub fn grouped(number: impl ToString) -> String {
    let digits = number.to_string();
    let mut text = String::with_capacity(digits.len() + digits.len() / 3);
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// A share as people read it: `12 %`, `0.4 %`. Never a round 0 or 100 that is not exactly that.
pub fn percent(share: f64) -> String {
    let hundredths = share * 100.0;
    if share <= 0.0 || share >= 1.0 || hundredths.fract() == 0.0 {
        return format!("{hundredths:.0} %");
    }
    for decimals in 0..=3 {
        let text = format!("{hundredths:.decimals$}");
        let rounded: f64 = text.parse().unwrap_or(hundredths);
        let fine = decimals > 0 || (1.0..99.0).contains(&hundredths) && hundredths >= 10.0;
        if fine && rounded > 0.0 && rounded < 100.0 {
            let text = match text.contains('.') {
                true => text.trim_end_matches('0').trim_end_matches('.'),
                false => text.as_str(),
            };
            return format!("{text} %");
        }
    }
    if share < 0.5 {
        "less than 0.001 %".to_owned()
    } else {
        "more than 99.999 %".to_owned()
    }
}

/// `1 record`, `12 records`.
pub fn counted(number: usize, one: &str, many: &str) -> String {
    format!(
        "{} {}",
        grouped(number),
        if number == 1 { one } else { many }
    )
}

/// `a`, `a and b`, `a, b and c`.
pub fn listed<T: AsRef<str>>(names: &[T]) -> String {
    joined(names, "and")
}

/// `a`, `a or b`, `a, b or c`.
pub fn either<T: AsRef<str>>(names: &[T]) -> String {
    joined(names, "or")
}

fn joined<T: AsRef<str>>(names: &[T], word: &str) -> String {
    match names {
        [] => String::new(),
        [one] => one.as_ref().to_owned(),
        [rest @ .., last] => {
            let rest: Vec<&str> = rest.iter().map(AsRef::as_ref).collect();
            format!("{} {word} {}", rest.join(", "), last.as_ref())
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shares_are_never_rounded_to_nothing_or_all() {
        for (share, text) in [
            (0.0, "0 %"),
            (1.0, "100 %"),
            (0.5, "50 %"),
            (0.01, "1 %"),
            (1.0 / 3.0, "33 %"),
            (0.07, "7 %"),
            (0.0123, "1.2 %"),
            (0.004, "0.4 %"),
            (0.0004, "0.04 %"),
            (0.000_000_1, "less than 0.001 %"),
            (0.9999, "99.99 %"),
            (0.999_999_9, "more than 99.999 %"),
        ] {
            assert_eq!(percent(share), text);
        }
    }

    #[test]
    fn counts_and_lists() {
        assert_eq!(counted(1, "record", "records"), "1 record");
        assert_eq!(counted(1_234_567, "record", "records"), "1,234,567 records");
        assert_eq!(listed(&["a", "b", "c"]), "a, b and c");
        assert_eq!(listed(&["a"]), "a");
        assert_eq!(either(&["a", "b", "c"]), "a, b or c");
    }
}
