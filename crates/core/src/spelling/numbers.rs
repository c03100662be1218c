//! Numbers in plain digits, exactly: nothing is rounded, and what is equal is spelled alike.

use crate::value_type::ValueType;

/// Whole numbers with more digits are taken for account numbers, so that quantities of that size are spelled with an
/// exponent; and nobody reads more zeros than that after a point.
const MOST_DIGITS: i64 = 18;
/// Exponents beyond it are not read as numbers.
const LARGEST_EXPONENT: i64 = 999;

/// `None` if the text is no number, or spelled so already.
pub fn spelled(text: &str) -> Option<String> {
    if ValueType::of(text) != ValueType::Decimal || is_plain(text) {
        return None;
    }
    let written = Number::read(text)?.written();
    (written != text).then_some(written)
}

/// Most decimals: `0.5` and `12.25`, with a digit on both sides of the point and no zero at the end.
fn is_plain(text: &str) -> bool {
    let digits = text.strip_prefix('-').unwrap_or(text);
    let Some((whole, part)) = digits.split_once('.') else {
        return false;
    };
    let is_last = part
        .bytes()
        .last()
        .is_some_and(|last| (b'1'..=b'9').contains(&last));
    let zeros = part.bytes().take_while(|&byte| byte == b'0').count();
    !whole.is_empty()
        && is_last
        && part.bytes().all(|byte| byte.is_ascii_digit())
        && (whole != "0" || zeros as i64 <= MOST_DIGITS)
}

/// The digits without zeros at either end, as a whole number, times ten to the power of the exponent.
struct Number {
    is_negative: bool,
    digits: String,
    exponent: i64,
}

impl Number {
    fn read(text: &str) -> Option<Self> {
        let (is_negative, size) = match text.strip_prefix('-') {
            Some(size) => (true, size),
            None => (false, text),
        };
        let (mantissa, exponent) = match size.split_once(['e', 'E']) {
            Some((mantissa, exponent)) => (mantissa, exponent.parse::<i64>().ok()?),
            None => (size, 0),
        };
        let (whole, part) = mantissa.split_once('.').unwrap_or((mantissa, ""));
        let all = format!("{whole}{part}");
        let kept = all.trim_end_matches('0');
        let zeros = (all.len() - kept.len()) as i64;
        Some(Self {
            is_negative,
            digits: kept.trim_start_matches('0').to_owned(),
            exponent: exponent - part.len() as i64 + zeros,
        })
    }

    fn written(&self) -> String {
        if self.digits.is_empty() {
            return "0".to_owned();
        }
        let sign = if self.is_negative { "-" } else { "" };
        let count = self.digits.len() as i64;
        // How many digits stand before the point; below zero, how many zeros follow it.
        let before = count + self.exponent;
        let is_readable = if self.exponent >= 0 {
            before <= MOST_DIGITS
        } else {
            before >= -MOST_DIGITS
        };
        if is_readable {
            return format!("{sign}{}", with_point(&self.digits, before));
        }
        let power = (before - 1).clamp(-LARGEST_EXPONENT, LARGEST_EXPONENT);
        format!("{sign}{}e{power}", with_point(&self.digits, before - power))
    }
}

/// The digits with so many of them before the point.
fn with_point(digits: &str, before: i64) -> String {
    let zeros = |count: i64| "0".repeat(usize::try_from(count).unwrap_or(0));
    let count = digits.len() as i64;
    match usize::try_from(before) {
        Ok(before) if before >= digits.len() => {
            format!("{digits}{}", zeros(before as i64 - count))
        }
        Ok(before) if before > 0 => format!("{}.{}", &digits[..before], &digits[before..]),
        _ => format!("0.{}{digits}", zeros(-before)),
    }
}
