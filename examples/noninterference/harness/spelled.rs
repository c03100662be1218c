//! The same values as somebody else would write them.

use super::chance::Chance;

/// Another spelling of the value, which is equal to it as a number, as a day or as a text.
pub fn other(text: &str, chance: &mut Chance) -> String {
    if text.is_empty() {
        return String::new();
    }
    if let Some((year, month, day)) = day_of(text) {
        return match chance.below(6) {
            0 => format!("{day}.{month}.{year}"),
            1 => format!("{year}/{month}/{day}"),
            2 => format!(
                "{year}-{}-{}",
                month.trim_start_matches('0'),
                day.trim_start_matches('0')
            ),
            3 => format!("{text} 00:00"),
            4 => format!("{text}T00:00:00"),
            _ => around(text, chance),
        };
    }
    if text.parse::<f64>().is_ok() {
        return number(text, chance);
    }
    around(text, chance)
}

/// The same for a name, which is a text even where it is made of digits.
pub fn around(text: &str, chance: &mut Chance) -> String {
    match chance.below(3) {
        0 => format!(" {text}"),
        1 => format!("{text} "),
        _ => format!("{text}\u{a0}"),
    }
}

fn number(text: &str, chance: &mut Chance) -> String {
    let digits = text.strip_prefix('-').unwrap_or(text);
    let has_point = digits.contains('.');
    match chance.below(6) {
        0 if has_point => format!("{text}0"),
        0 | 1 => format!("{text}{}", if has_point { "00" } else { ".0" }),
        2 => format!("{text}e0"),
        3 if digits == text => format!("+{text}"),
        // Without a point, a comma alone may be that of a decimal.
        4 if (4..=6).contains(&digits.len()) && !has_point => {
            let (thousands, rest) = text.split_at(text.len() - 3);
            format!("{thousands},{rest}.0")
        }
        _ => around(text, chance),
    }
}

/// Year, month and day of `2024-01-31`.
fn day_of(text: &str) -> Option<(&str, &str, &str)> {
    let mut parts = text.split('-');
    let day = (parts.next()?, parts.next()?, parts.next()?);
    (text.len() == 10 && day.0.len() == 4).then_some(day)
}
