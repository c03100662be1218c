//! Texts without white space at their ends and with their letters composed.

use std::borrow::Cow;
use unicode_normalization::{UnicodeNormalization, is_nfc};

/// Characters that nobody sees and that Unicode does not count as white space.
const INVISIBLE: [char; 3] = ['\u{200b}', '\u{2060}', '\u{feff}'];

pub fn trimmed(text: &str) -> &str {
    let bytes = text.as_bytes();
    let is_plain = |byte: Option<&u8>| byte.is_none_or(u8::is_ascii_graphic);
    if is_plain(bytes.first()) && is_plain(bytes.last()) {
        return text;
    }
    text.trim_matches(|letter: char| letter.is_whitespace() || INVISIBLE.contains(&letter))
}

/// Composed as Unicode's normalization form C; capital and small letters stay apart.
pub fn spelled(text: &str) -> Cow<'_, str> {
    let trimmed = trimmed(text);
    if trimmed.is_ascii() || is_nfc(trimmed) {
        return Cow::Borrowed(trimmed);
    }
    Cow::Owned(trimmed.nfc().collect())
}
