//! One line of JSON, letter by letter. Nothing in it is nested, so nothing here is either.

use std::fmt;

/// Why a line is no record. Never says what stands there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Wrong {
    NotText,
    NotObject,
    List,
    Nested,
    Unfinished,
    NotJson,
    Twice(String),
    TooManyKeys,
    After,
}

impl fmt::Display for Wrong {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let words = match self {
            Self::NotText => "the text is not valid UTF-8 at this byte, which JSON must be",
            Self::NotObject => {
                "this line is no JSON object; expected one such as {\"age\": 34, \"zip\": \"01067\"}"
            }
            Self::List => {
                "this is a JSON list; expected one object a line (JSON lines), as jq -c '.[]' writes them"
            }
            Self::Nested => {
                "this value is nested, and a cell holds one value; expected a text, a number, true, false or null"
            }
            Self::Unfinished => {
                "the object does not end on its line; expected one object a line (JSON lines), as jq -c . writes them"
            }
            Self::NotJson => "this is not JSON",
            Self::Twice(name) => {
                return write!(
                    f,
                    "the key \"{name}\" is in this object twice; expected one value for it"
                );
            }
            Self::TooManyKeys => {
                "the table has more columns than 16384; expected at most that many keys"
            }
            Self::After => "something follows the object; expected one object a line",
        };
        f.write_str(words)
    }
}

pub struct Scanner<'t> {
    text: &'t str,
    at: usize,
}

type Scanned<T> = Result<T, Wrong>;

impl<'t> Scanner<'t> {
    pub fn new(text: &'t str) -> Self {
        Self { text, at: 0 }
    }

    /// Hands over every key with its value; `None` is null. A fault is told with its byte of the line.
    pub fn object(
        &mut self,
        take: impl FnMut(&str, Option<&str>) -> Scanned<()>,
    ) -> Result<(), (usize, Wrong)> {
        self.read(take)
            .map_err(|wrong| (self.at.min(self.text.trim_end().len()), wrong))
    }

    fn read(&mut self, mut take: impl FnMut(&str, Option<&str>) -> Scanned<()>) -> Scanned<()> {
        self.space();
        match self.byte() {
            Some(b'{') => self.at += 1,
            Some(b'[') => return Err(Wrong::List),
            _ => return Err(Wrong::NotObject),
        }
        self.space();
        if self.byte() == Some(b'}') {
            self.at += 1;
            return self.end();
        }
        let (mut key, mut value) = (String::new(), String::new());
        loop {
            self.space();
            let place = self.at;
            if self.byte() != Some(b'"') {
                return Err(self.otherwise());
            }
            self.string(&mut key)?;
            self.space();
            if self.byte() != Some(b':') {
                return Err(self.otherwise());
            }
            self.at += 1;
            self.space();
            let is_value = self.value(&mut value)?;
            let end = std::mem::replace(&mut self.at, place);
            take(&key, is_value.then_some(&value))?;
            self.at = end;
            self.space();
            match self.byte() {
                Some(b',') => self.at += 1,
                Some(b'}') => {
                    self.at += 1;
                    return self.end();
                }
                _ => return Err(self.otherwise()),
            }
        }
    }

    fn end(&mut self) -> Scanned<()> {
        self.space();
        match self.byte() {
            None => Ok(()),
            Some(_) => Err(Wrong::After),
        }
    }

    /// What is missing may stand on the next line.
    fn otherwise(&self) -> Wrong {
        match self.byte() {
            None => Wrong::Unfinished,
            Some(_) => Wrong::NotJson,
        }
    }

    fn byte(&self) -> Option<u8> {
        self.text.as_bytes().get(self.at).copied()
    }

    fn space(&mut self) {
        while matches!(self.byte(), Some(b' ' | b'\t' | b'\n' | b'\r')) {
            self.at += 1;
        }
    }

    /// False for null.
    fn value(&mut self, into: &mut String) -> Scanned<bool> {
        match self.byte() {
            Some(b'"') => self.string(into)?,
            Some(b'{' | b'[') => return Err(Wrong::Nested),
            Some(b'-' | b'0'..=b'9') => {
                into.clear();
                into.push_str(self.number()?);
            }
            _ => {
                let rest = &self.text[self.at..];
                let words = ["true", "false", "null"];
                let Some(word) = words.into_iter().find(|word| rest.starts_with(word)) else {
                    return Err(self.otherwise());
                };
                self.at += word.len();
                into.clear();
                into.push_str(word);
                return Ok(word != "null");
            }
        }
        Ok(true)
    }

    fn number(&mut self) -> Scanned<&'t str> {
        let begin = self.at;
        if self.byte() == Some(b'-') {
            self.at += 1;
        }
        let whole = self.digits()?;
        // Numbers do not begin with a zero that says nothing.
        if whole > 1 && self.text.as_bytes()[self.at - whole] == b'0' {
            return Err(Wrong::NotJson);
        }
        if self.byte() == Some(b'.') {
            self.at += 1;
            self.digits()?;
        }
        if matches!(self.byte(), Some(b'e' | b'E')) {
            self.at += 1;
            if matches!(self.byte(), Some(b'+' | b'-')) {
                self.at += 1;
            }
            self.digits()?;
        }
        Ok(&self.text[begin..self.at])
    }

    fn digits(&mut self) -> Scanned<usize> {
        let begin = self.at;
        while matches!(self.byte(), Some(b'0'..=b'9')) {
            self.at += 1;
        }
        match self.at - begin {
            0 => Err(self.otherwise()),
            count => Ok(count),
        }
    }

    fn string(&mut self, into: &mut String) -> Scanned<()> {
        into.clear();
        self.at += 1;
        loop {
            let rest = &self.text[self.at..];
            let end = rest.find(['"', '\\']).unwrap_or(rest.len());
            let plain = &rest[..end];
            if plain.bytes().any(|byte| byte < 0x20) {
                // A line ends within a text.
                return Err(Wrong::Unfinished);
            }
            into.push_str(plain);
            self.at += end;
            match self.byte() {
                Some(b'"') => {
                    self.at += 1;
                    return Ok(());
                }
                Some(_) => {
                    self.at += 1;
                    into.push(self.escaped()?);
                }
                None => return Err(Wrong::Unfinished),
            }
        }
    }

    fn escaped(&mut self) -> Scanned<char> {
        let letter = match self.byte() {
            Some(letter @ (b'"' | b'\\' | b'/')) => char::from(letter),
            Some(b'b') => '\u{8}',
            Some(b'f') => '\u{c}',
            Some(b'n') => '\n',
            Some(b'r') => '\r',
            Some(b't') => '\t',
            Some(b'u') => {
                self.at += 1;
                let first = self.hexadecimal()?;
                if !(0xd800..0xe000).contains(&first) {
                    return char::from_u32(first).ok_or(Wrong::NotJson);
                }
                // Half of a letter: the other half follows, or it is none.
                let is_first = first < 0xdc00 && self.text[self.at..].starts_with("\\u");
                if !is_first {
                    return Ok(char::REPLACEMENT_CHARACTER);
                }
                self.at += 2;
                let second = self.hexadecimal()?;
                let letter =
                    0x10000 + ((first - 0xd800) << 10) + (second.wrapping_sub(0xdc00) & 0x3ff);
                let is_second = (0xdc00..0xe000).contains(&second);
                let letter = is_second.then(|| char::from_u32(letter)).flatten();
                return Ok(letter.unwrap_or(char::REPLACEMENT_CHARACTER));
            }
            _ => return Err(self.otherwise()),
        };
        self.at += 1;
        Ok(letter)
    }

    fn hexadecimal(&mut self) -> Scanned<u32> {
        let digits = self.text.get(self.at..self.at + 4);
        let digits = digits.filter(|digits| digits.bytes().all(|byte| byte.is_ascii_hexdigit()));
        let number = digits.and_then(|digits| u32::from_str_radix(digits, 16).ok());
        let number = number.ok_or(Wrong::NotJson)?;
        self.at += 4;
        Ok(number)
    }
}
