//! Cuts a text into stretches of whole records, so that several threads can read it at once.

use super::dialect::{After, Dialect, QUOTE};
use super::fields::Fields;
use crate::progress::{Progress, Stopped};
use memchr::memchr;

/// Starts of at most `wanted` stretches; the first is 0. Every cut lies where a record begins, as the
/// reader of the fields would see it, so that what is read does not depend on the number of cuts.
pub fn cut(
    text: &str,
    dialect: &Dialect,
    wanted: usize,
    progress: &Progress,
) -> Result<Vec<usize>, Stopped> {
    let bytes = text.as_bytes();
    let mut cuts = vec![0];
    if wanted <= 1 {
        return Ok(cuts);
    }
    let mut goals = (1..wanted).map(|part| bytes.len() / wanted * part);
    let mut goal = goals.next();
    let mut outside = Outside {
        text,
        dialect,
        progress,
        at: 0,
    };
    while let Some(aim) = goal {
        let Some(start) = outside.record_after(aim)? else {
            break;
        };
        if start >= bytes.len() {
            break;
        }
        cuts.push(start);
        goal = goals.find(|&next| next >= start);
    }
    Ok(cuts)
}

/// Walks from quote to quote; `at` is never inside a quoted field.
struct Outside<'a> {
    text: &'a str,
    dialect: &'a Dialect,
    progress: &'a Progress,
    at: usize,
}

impl Outside<'_> {
    /// The first record that begins behind `aim`; `None` where there is none or a quote goes wrong.
    fn record_after(&mut self, aim: usize) -> Result<Option<usize>, Stopped> {
        if self.dialect.delimiter().len() > 1 {
            return self.record_after_by_fields(aim);
        }
        let bytes = self.text.as_bytes();
        let mut quotes = 0u32;
        loop {
            let from = self.at.max(aim);
            // No quote up to the goal: any line end before the next quote will do.
            let rest = bytes.get(self.at..).unwrap_or_default();
            let quote = memchr(QUOTE, rest).map(|found| self.at + found);
            if quote.is_none_or(|quote| quote > from) {
                let until = quote.unwrap_or(bytes.len());
                if let Some(end) = memchr(self.dialect.newline(), &bytes[from..until]) {
                    self.at = from + end + 1;
                    return Ok(Some(self.at));
                }
            }
            let Some(quote) = quote else {
                return Ok(None);
            };
            self.at = quote + 1;
            if self.begins_field(quote) && !self.leave_quotes(quote + 1) {
                return Ok(None);
            }
            quotes += 1;
            if quotes.is_multiple_of(1 << 16) {
                self.progress.check()?;
            }
        }
    }

    fn begins_field(&self, at: usize) -> bool {
        let delimiter = self.dialect.delimiter().as_bytes();
        match self.text.as_bytes()[..at].last() {
            None => true,
            Some(before) => *before == self.dialect.newline() || delimiter == [*before],
        }
    }

    /// Moves behind the closing quote, onto what ends the field.
    fn leave_quotes(&mut self, start: usize) -> bool {
        let bytes = self.text.as_bytes();
        let mut from = start;
        loop {
            let rest = bytes.get(from..).unwrap_or_default();
            let Some(found) = memchr(QUOTE, rest) else {
                return false;
            };
            if rest.get(found + 1) == Some(&QUOTE) {
                from += found + 2;
                continue;
            }
            self.at = from + found + 1;
            return self.dialect.after_field(bytes, self.at).is_some();
        }
    }

    /// Where a delimiter has several characters, what precedes a quote does not tell whether a field
    /// begins there (`:::"`): the fields have to be walked.
    fn record_after_by_fields(&mut self, aim: usize) -> Result<Option<usize>, Stopped> {
        let bytes = self.text.as_bytes();
        let rest = self.text.get(self.at..).unwrap_or_default();
        if memchr(QUOTE, rest.as_bytes()).is_none() {
            let from = self.at.max(aim);
            let found = memchr(
                self.dialect.newline(),
                bytes.get(from..).unwrap_or_default(),
            );
            self.at = found.map_or(bytes.len(), |end| from + end + 1);
            return Ok(found.map(|_| self.at));
        }
        let mut fields = Fields::new(rest, self.dialect);
        let mut walked = 0u32;
        while !fields.is_at_end() {
            let Ok(field) = fields.next_field() else {
                return Ok(None);
            };
            let at = self.at + fields.position();
            if field.after == After::Record && at > aim {
                self.at = at;
                return Ok(Some(at));
            }
            walked += 1;
            if walked.is_multiple_of(1 << 16) {
                self.progress.check()?;
            }
        }
        Ok(None)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cuts(text: &str, delimiter: &str, wanted: usize) -> Vec<usize> {
        let dialect = Dialect::new(delimiter, b'\n').unwrap();
        cut(text, &dialect, wanted, &Progress::default()).unwrap()
    }

    #[test]
    fn cuts_lie_at_records() {
        assert_eq!(cuts("a\nb\nc\nd\n", ",", 4), [0, 4, 6]);
        assert_eq!(cuts("a\nb\nc\nd\n", ",", 1), [0]);
        assert_eq!(cuts("", ",", 3), [0]);
        assert_eq!(cuts("abcdefgh", ",", 3), [0]);
    }

    #[test]
    fn no_cut_lies_in_quotes() {
        let text = "a,\"\n\n\n\n\n\n\n\"\"\n\"\nb,5\"\nc,d\n";
        for wanted in 2..20 {
            for at in cuts(text, ",", wanted).into_iter().skip(1) {
                assert!(
                    text[at..].starts_with("b,") || text[at..].starts_with("c,"),
                    "{at}"
                );
            }
        }
        let text = "a:::\"x\nb::\"\n\n\"\nc::d\n";
        for wanted in 2..20 {
            for at in cuts(text, "::", wanted).into_iter().skip(1) {
                assert!(
                    text[at..].starts_with("b:") || text[at..].starts_with("c:"),
                    "{at}"
                );
            }
        }
    }
}
