//! Small text: cutting what is too long to lay out, and numbers with thousands separators.

/// Characters of a cell that are ever laid out. A field of many megabytes costs no more than this.
pub(super) const CELL_CHARS: usize = 200;
/// Characters of a cell that its hover text shows.
pub(super) const HOVER_CHARS: usize = 2_000;

/// The first `chars` characters, and whether there were more.
pub(super) fn head(text: &str, chars: usize) -> (&str, bool) {
    // Every character has at least one byte, so a short text needs no counting.
    if text.len() <= chars {
        return (text, false);
    }
    match text.char_indices().nth(chars) {
        Some((end, _)) => (text.get(..end).unwrap_or(text), true),
        None => (text, false),
    }
}

/// A line break as one visible character, so that a row stays a line.
const BREAK: char = '¶';
/// A character that has no shape of its own.
const CONTROL: char = '·';

/// The character to paint for `c`; nothing for the second half of a line break.
pub(super) fn visible(c: char, before: Option<char>) -> Option<char> {
    match c {
        '\n' if before == Some('\r') => None,
        '\n' | '\r' | '\u{2028}' | '\u{2029}' => Some(BREAK),
        '\t' => Some(' '),
        c if c.is_control() => Some(CONTROL),
        c => Some(c),
    }
}

/// The text on one line, for those that are laid out whole.
pub(super) fn one_line(text: &str) -> String {
    let mut before = None;
    text.chars()
        .filter_map(|c| {
            let shown = visible(c, before);
            before = Some(c);
            shown
        })
        .collect()
}

/// The hover text of a cut cell.
pub(super) fn hover(text: &str) -> String {
    let (shown, more) = head(text, HOVER_CHARS);
    if more {
        format!("{shown}…")
    } else {
        shown.to_owned()
    }
}

/// 1234567 as "1,234,567".
pub(super) fn thousands(number: u64) -> String {
    let digits = number.to_string();
    let mut out = String::with_capacity(digits.len() + digits.len() / 3);
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            out.push(',');
        }
        out.push(digit);
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn heads_are_cut_between_characters() {
        assert_eq!(head("abc", 3), ("abc", false));
        assert_eq!(head("abcd", 3), ("abc", true));
        assert_eq!(head("äöü", 3), ("äöü", false));
        assert_eq!(head("äöüß", 3), ("äöü", true));
        assert_eq!(head("", 3), ("", false));
    }

    #[test]
    fn line_breaks_become_one_mark() {
        assert_eq!(one_line("a\r\nb\nc\td\u{0}"), "a¶b¶c d·");
        assert_eq!(one_line("\r\n\r\n"), "¶¶");
    }

    #[test]
    fn thousands_are_separated() {
        assert_eq!(thousands(0), "0");
        assert_eq!(thousands(999), "999");
        assert_eq!(thousands(1_000), "1,000");
        assert_eq!(thousands(12_345_678), "12,345,678");
    }
}
