//! Numbers in plain digits, exactly: nothing is rounded, and what is equal is spelled alike.

use super::Fold;
use crate::value_type::ValueType;

/// Whole numbers with more digits are taken for account numbers, so that quantities of that size are spelled with an
/// exponent; and nobody reads more zeros than that after a point.
const MOST_DIGITS: i64 = 18;
/// Exponents beyond it are not read as numbers.
const LARGEST_EXPONENT: i64 = 999;
/// Digits after a `+` from which on it may begin a telephone number.
const DIGITS_OF_A_CALL: usize = 7;
/// A number of many digits that has no more than this before the zeros at its end is no number of an account.
const DIGITS_OF_A_ROUND_NUMBER: usize = 6;

/// `None` if the text is no number, or spelled so already. The fold may say what a comma means that may mean two things.
pub fn spelled(text: &str, fold: Fold) -> Option<String> {
    if fold.decimal_comma
        && let Some(pointed) = with_point_for_comma(text)
    {
        return Some(Number::of(&Written::read(&pointed)?).written());
    }
    match ValueType::of(text) {
        ValueType::Whole | ValueType::Date => return None,
        ValueType::Decimal if is_plain(text) => return None,
        ValueType::Decimal | ValueType::Text => {}
    }
    let written = Written::read(text)?;
    let is_number = match written.form() {
        Form::Number => true,
        Form::OneComma => fold.thousands && !fold.decimal_comma,
        Form::Code | Form::DecimalComma => false,
    };
    let spelled = is_number.then(|| Number::of(&written).written())?;
    (spelled != text).then_some(spelled)
}

/// `1528,11` and `1.528,11` as others write them. Without a comma a point is that of a decimal, so that what was spelled
/// once stays as it is.
fn with_point_for_comma(text: &str) -> Option<String> {
    let (whole, part) = text.split_once(',')?;
    let are_digits = |text: &str| !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit());
    let mut groups = whole.trim_start_matches(['-', '+']).split('.');
    let first = groups.next().unwrap_or_default();
    let is_grouped = !whole.contains('.') || first.len() <= 3 && !first.starts_with('0');
    let is_number = are_digits(part)
        && are_digits(first)
        && is_grouped
        && groups.all(|group| group.len() == 3 && are_digits(group));
    is_number.then(|| format!("{}.{part}", whole.replace('.', "")))
}

/// The number that a text may be which is not certainly one; a comma of its own is that of a decimal if
/// `decimal_commas`.
pub fn perhaps(text: &str, decimal_commas: bool) -> Option<String> {
    let mut written = Written::read(text)?;
    let is_decimal = match written.form() {
        Form::Number => return None,
        Form::Code => false,
        Form::DecimalComma => true,
        Form::OneComma => decimal_commas,
    };
    if is_decimal && let Some((whole, part)) = written.whole.split_once(',') {
        (written.whole, written.part) = (whole, part);
    }
    Some(Number::of(&written).written())
}

/// What a text is that reads like a number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// It is one, whatever stands beside it.
    Number,
    /// It may be one, and may be the name of something.
    Code,
    /// `1,000`: the comma may part thousands or be that of a decimal.
    OneComma,
    /// `1,50`: no comma of thousands stands there.
    DecimalComma,
}

impl Form {
    /// `None` if it does not read like a number.
    pub fn of(text: &str) -> Option<Self> {
        Some(Written::read(text)?.form())
    }

    pub fn has_comma(self) -> bool {
        matches!(self, Self::OneComma | Self::DecimalComma)
    }
}

/// The parts of a number as they are written.
struct Written<'t> {
    sign: Option<char>,
    /// Digits, perhaps with commas between.
    whole: &'t str,
    has_point: bool,
    part: &'t str,
    exponent: Option<i64>,
    /// With a small letter or with a sign, as no code has it.
    is_plain_exponent: bool,
}

impl<'t> Written<'t> {
    /// A number that begins with a zero too many is a code: nothing that could be read.
    fn read(text: &'t str) -> Option<Self> {
        let sign = text.chars().next().filter(|sign| "+-".contains(*sign));
        let size = &text[sign.map_or(0, char::len_utf8)..];
        let (mantissa, exponent) = match size.find(['e', 'E']) {
            Some(at) => (&size[..at], Some(&size[at..])),
            None => (size, None),
        };
        let has_point = mantissa.contains('.');
        let (whole, part) = mantissa.split_once('.').unwrap_or((mantissa, ""));
        let are_digits = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
        let mut groups = whole.split(',');
        let has_commas = whole.contains(',');
        let is_grouped = groups.all(|group| !group.is_empty() && are_digits(group));
        let is_whole = if has_commas {
            is_grouped && exponent.is_none() && has_point != part.is_empty()
        } else {
            are_digits(whole) && !(whole.is_empty() && part.is_empty())
        };
        let first = whole.split(',').next().unwrap_or_default();
        let is_code = first.len() > 1 && first.starts_with('0');
        if !is_whole || is_code || !are_digits(part) {
            return None;
        }
        Some(Self {
            sign,
            whole,
            has_point,
            part,
            is_plain_exponent: exponent
                .is_some_and(|written| written.starts_with('e') || written.contains(['+', '-'])),
            exponent: match exponent {
                Some(written) => Some(of_exponent(&written[1..])?),
                None => None,
            },
        })
        .filter(|written| !has_commas || written.are_commas_of_a_number())
    }

    /// Either those of thousands, or one of a decimal.
    fn are_commas_of_a_number(&self) -> bool {
        self.is_grouped() || !self.has_point && self.commas() == 1
    }

    fn commas(&self) -> usize {
        self.whole.bytes().filter(|&byte| byte == b',').count()
    }

    /// At most three digits, then groups of three.
    fn is_grouped(&self) -> bool {
        let mut groups = self.whole.split(',');
        let first = groups.next().unwrap_or_default();
        first.len() <= 3 && !first.starts_with('0') && groups.all(|group| group.len() == 3)
    }

    fn form(&self) -> Form {
        match self.commas() {
            0 if self.is_certain() => Form::Number,
            0 => Form::Code,
            1 if self.is_grouped() && !self.has_point => Form::OneComma,
            1 if !self.has_point => Form::DecimalComma,
            _ => Form::Number,
        }
    }

    /// Without commas: with a point, or with an exponent that nobody writes in a code, or of so few digits that it is
    /// neither to be called nor the number of an account.
    fn is_certain(&self) -> bool {
        if self.has_point {
            return true;
        }
        if self.exponent.is_some() {
            return self.is_plain_exponent;
        }
        let digits = self.whole.len();
        let significant = self.whole.trim_end_matches('0').len();
        match self.sign {
            Some('+') => digits < DIGITS_OF_A_CALL,
            _ => digits as i64 <= MOST_DIGITS || significant <= DIGITS_OF_A_ROUND_NUMBER,
        }
    }
}

/// At most three digits: nobody means more.
fn of_exponent(text: &str) -> Option<i64> {
    let digits = text.strip_prefix(['-', '+']).unwrap_or(text);
    let is_one = (1..=3).contains(&digits.len()) && digits.bytes().all(|b| b.is_ascii_digit());
    is_one.then(|| text.parse().ok()).flatten()
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
    fn of(written: &Written<'_>) -> Self {
        let all = format!("{}{}", written.whole.replace(',', ""), written.part);
        let kept = all.trim_end_matches('0');
        let zeros = (all.len() - kept.len()) as i64;
        Self {
            is_negative: written.sign == Some('-'),
            digits: kept.trim_start_matches('0').to_owned(),
            exponent: written.exponent.unwrap_or(0) - written.part.len() as i64 + zeros,
        }
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
