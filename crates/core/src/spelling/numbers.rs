//! Numbers in plain digits, exactly: nothing is rounded, and what is equal is spelled alike.

use crate::value_type::ValueType;

/// Whole numbers with more digits are taken for account numbers, so that quantities of that size are spelled with an
/// exponent; and nobody reads more zeros than that after a point.
const MOST_DIGITS: i64 = 18;
/// Exponents beyond it are not read as numbers.
const LARGEST_EXPONENT: i64 = 999;

/// `None` if the text is no number, or spelled so already. `grouped` says that commas part thousands.
pub fn spelled(text: &str, grouped: bool) -> Option<String> {
    let written = match ValueType::of(text) {
        ValueType::Whole | ValueType::Date => return None,
        ValueType::Decimal if is_plain(text) => return None,
        ValueType::Decimal => Number::read(text)?.written(),
        ValueType::Text => {
            let without_commas = match Form::of(text) {
                Form::Number(_) => text.to_owned(),
                Form::Grouped { .. } if grouped => text.replace(',', ""),
                _ => return None,
            };
            Number::read(&without_commas)?.written()
        }
    };
    (written != text).then_some(written)
}

/// A decimal of a column that holds words too: without zeros at the end of its fraction, and without the sign that says
/// nothing if `plus_is_sign`. Nothing else is changed there, neither an exponent nor a zero at its beginning: it may be
/// a code. `None` if it is spelled so already, or no such decimal.
pub fn without_zeros(text: &str, plus_is_sign: bool) -> Option<String> {
    let (sign, digits) = match text.as_bytes().first()? {
        b'+' if plus_is_sign => ("", &text[1..]),
        b'-' => ("-", &text[1..]),
        _ => ("", text),
    };
    let (whole, part) = match digits.split_once('.') {
        Some((_, "")) => return None,
        Some(both) => both,
        None => (digits, ""),
    };
    let are_digits = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
    let is_code = whole.len() > 1 && whole.starts_with('0');
    if whole.is_empty() || is_code || !are_digits(whole) || !are_digits(part) {
        return None;
    }
    let part = part.trim_end_matches('0');
    let sign = if whole == "0" && part.is_empty() {
        ""
    } else {
        sign
    };
    let point = if part.is_empty() { "" } else { "." };
    let written = format!("{sign}{whole}{point}{part}");
    (written != text).then_some(written)
}

/// Digits after a `+` from which on it may begin a telephone number.
const DIGITS_OF_A_CALL: usize = 7;

/// What a text is that may be a number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    Number(Digits),
    /// In groups of three with commas between; `is_certain` if no comma of it can be that of a decimal.
    Grouped {
        is_certain: bool,
    },
    /// Digits and commas in some other order.
    Commas,
    Other,
}

/// How a number is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Digits {
    Whole,
    /// With a point or an exponent: nobody writes codes so.
    Measured,
    /// Whole, and of more digits than quantities have.
    Long,
    /// Whole, of many digits and after a `+`, as telephone numbers are.
    Called,
}

impl Form {
    pub fn of(text: &str) -> Self {
        let (has_plus, unsigned) = match text.strip_prefix('+') {
            Some(rest) if !rest.starts_with('-') => (true, rest),
            _ => (false, text),
        };
        match ValueType::of(unsigned) {
            ValueType::Decimal => return Self::Number(Digits::Measured),
            ValueType::Whole if has_plus && unsigned.len() >= DIGITS_OF_A_CALL => {
                return Self::Number(Digits::Called);
            }
            ValueType::Whole => return Self::Number(Digits::Whole),
            ValueType::Date => return Self::Other,
            ValueType::Text => {}
        }
        if unsigned == "-0" {
            return Self::Number(Digits::Whole);
        }
        let digits = unsigned.strip_prefix('-').unwrap_or(unsigned);
        let is_digit = |byte: &u8| byte.is_ascii_digit();
        match digits.as_bytes() {
            [b'1'..=b'9', rest @ ..] if rest.iter().all(is_digit) => Self::Number(if has_plus {
                Digits::Called
            } else {
                Digits::Long
            }),
            [first, ..] if is_digit(first) && digits.contains(',') => Self::with_commas(digits),
            _ => Self::Other,
        }
    }

    fn with_commas(digits: &str) -> Self {
        let (whole, part) = match digits.split_once('.') {
            Some((whole, part)) => (whole, Some(part)),
            None => (digits, None),
        };
        let are_digits =
            |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
        if !whole.split(',').all(are_digits) || !part.is_none_or(are_digits) {
            return Self::Other;
        }
        let mut groups = whole.split(',');
        let first = groups.next().unwrap_or_default();
        let is_first = first.len() <= 3 && !first.starts_with('0');
        if is_first && groups.clone().all(|group| group.len() == 3) {
            Self::Grouped {
                is_certain: groups.count() > 1 || part.is_some(),
            }
        } else {
            Self::Commas
        }
    }
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
        let text = text.strip_prefix('+').unwrap_or(text);
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
