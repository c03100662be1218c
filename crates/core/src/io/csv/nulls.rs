//! The texts that stand for a missing value.

use crate::load_options::USUAL_NULLS;

/// The empty text is always among them: it is how a missing value is kept and written.
#[derive(Clone, Debug)]
pub struct Nulls {
    tokens: Vec<String>,
    /// Asked for every cell, so most are told apart by length and first byte.
    longest: usize,
    first: [bool; 256],
}

impl Nulls {
    pub fn new(tokens: Option<&[String]>) -> Self {
        let tokens: Vec<String> = match tokens {
            Some(tokens) => tokens.to_vec(),
            None => USUAL_NULLS.map(str::to_owned).to_vec(),
        };
        let mut first = [false; 256];
        for token in &tokens {
            if let Some(&byte) = token.as_bytes().first() {
                first[usize::from(byte)] = true;
            }
        }
        Self {
            longest: tokens.iter().map(String::len).max().unwrap_or(0),
            tokens,
            first,
        }
    }

    #[inline]
    pub fn contains(&self, text: &str) -> bool {
        self.contains_bytes(text.as_bytes())
    }

    #[inline]
    pub fn contains_bytes(&self, text: &[u8]) -> bool {
        match text.first() {
            None => true,
            Some(&byte) => {
                text.len() <= self.longest
                    && self.first[usize::from(byte)]
                    && self.tokens.iter().any(|token| token.as_bytes() == text)
            }
        }
    }

    pub fn into_tokens(self) -> Vec<String> {
        self.tokens
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_usual_ones_and_those_of_the_user() {
        let usual = Nulls::new(None);
        for (text, null) in [
            ("", true),
            ("NA", true),
            ("?", true),
            ("N", false),
            ("NAN", false),
        ] {
            assert_eq!(usual.contains(text), null, "{text}");
        }
        let own = Nulls::new(Some(&["-99".to_owned()]));
        for (text, null) in [("", true), ("NA", false), ("-99", true), ("-9", false)] {
            assert_eq!(own.contains(text), null, "{text}");
        }
    }
}
