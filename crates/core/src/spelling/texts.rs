//! Texts without white space at their ends, without what nobody sees, and with their letters composed.

use std::borrow::Cow;
use unicode_normalization::{UnicodeNormalization, is_nfc};

/// Characters that nobody sees and that no script needs: controls, soft hyphens, marks of direction and the like.
/// Those that join letters or choose their form are kept.
fn is_invisible(letter: char) -> bool {
    matches!(letter,
        '\0'..='\u{8}' | '\u{e}'..='\u{1f}' | '\u{7f}'..='\u{84}' | '\u{86}'..='\u{9f}' | '\u{ad}' | '\u{34f}'
        | '\u{61c}' | '\u{180e}' | '\u{200b}' | '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}'
        | '\u{2060}'..='\u{206f}' | '\u{feff}' | '\u{fff9}'..='\u{fffb}')
}

/// A text in which every character is as it should be.
fn is_clean(text: &str) -> bool {
    if text.is_ascii() {
        let is_clean = |&byte: &u8| (b' '..0x7f).contains(&byte) || byte == b'\t' || byte == b'\n';
        return text.as_bytes().iter().all(is_clean);
    }
    let is_plain = |letter: char| matches!(letter, ' ' | '\t' | '\n') || !letter.is_whitespace();
    text.chars()
        .all(|letter| is_plain(letter) && !is_invisible(letter))
}

/// One space for all that look like one, and one end of a line.
fn cleaned(text: &str) -> String {
    let lines = text.replace("\r\n", "\n");
    let seen = lines.chars().filter(|&letter| !is_invisible(letter));
    seen.map(|letter| match letter {
        '\t' | '\n' => letter,
        '\r' => '\n',
        _ if letter.is_whitespace() => ' ',
        _ => letter,
    })
    .collect()
}

fn trimmed(text: &str) -> &str {
    let bytes = text.as_bytes();
    let is_plain = |byte: Option<&u8>| byte.is_none_or(u8::is_ascii_graphic);
    if is_plain(bytes.first()) && is_plain(bytes.last()) {
        return text;
    }
    text.trim_matches(|letter: char| letter.is_whitespace() || is_invisible(letter))
}

/// Composed as Unicode's normalization form C; capital and small letters stay apart.
pub fn spelled(text: &str) -> Cow<'_, str> {
    let trimmed = trimmed(text);
    if is_clean(trimmed) {
        return composed(trimmed);
    }
    Cow::Owned(composed(&cleaned(trimmed)).into_owned())
}

fn composed(text: &str) -> Cow<'_, str> {
    if text.is_ascii() || is_nfc(text) {
        return Cow::Borrowed(text);
    }
    Cow::Owned(text.nfc().collect())
}

/// Without the characters that join letters or choose their form: two texts that differ in these alone look alike.
pub fn unjoined(text: &str) -> Option<String> {
    let is_joint = |letter: char| {
        matches!(letter,
            '\u{115f}' | '\u{1160}' | '\u{17b4}' | '\u{17b5}' | '\u{180b}'..='\u{180f}' | '\u{200c}' | '\u{200d}'
            | '\u{3164}' | '\u{fe00}'..='\u{fe0f}' | '\u{ffa0}' | '\u{fff0}'..='\u{fff8}' | '\u{1bca0}'..='\u{1bca3}'
            | '\u{1d173}'..='\u{1d17a}' | '\u{e0000}'..='\u{e0fff}')
    };
    let has_some = !text.is_ascii() && text.contains(is_joint);
    has_some.then(|| composed(&text.replace(is_joint, "")).into_owned())
}
