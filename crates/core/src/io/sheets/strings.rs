//! The texts of an `.xls`: all of them stand at its beginning, in records that may part in the middle of one.

use super::Fault;
use crate::dictionary::Dictionary;

/// Bytes that come in parts. Where letters go on in the next part, its first byte says anew how wide they are.
struct Parts<'a> {
    parts: &'a [&'a [u8]],
    at: usize,
}

impl Parts<'_> {
    fn byte(&mut self) -> Option<u8> {
        loop {
            let part = self.parts.first()?;
            if let Some(&byte) = part.get(self.at) {
                self.at += 1;
                return Some(byte);
            }
            self.parts = &self.parts[1..];
            self.at = 0;
        }
    }

    fn short(&mut self) -> Option<u16> {
        Some(u16::from_le_bytes([self.byte()?, self.byte()?]))
    }

    fn skip(&mut self, mut bytes: usize) -> Option<()> {
        while bytes > 0 {
            let part = self.parts.first()?;
            let left = part.len().saturating_sub(self.at);
            if left > bytes {
                self.at += bytes;
                return Some(());
            }
            bytes -= left;
            self.parts = &self.parts[1..];
            self.at = 0;
        }
        Some(())
    }

    fn letters(&mut self, count: usize, mut is_wide: bool, into: &mut Vec<u16>) -> Option<()> {
        into.clear();
        while into.len() < count {
            let part = self.parts.first()?;
            if self.at >= part.len() {
                self.parts = &self.parts[1..];
                self.at = 0;
                is_wide = self.byte()? & 1 != 0;
                continue;
            }
            let letter = match is_wide {
                true => self.short()?,
                false => u16::from(self.byte()?),
            };
            into.push(letter);
        }
        Some(())
    }
}

/// The texts of the workbook by their numbers.
pub fn shared(parts: &[&[u8]]) -> Result<Dictionary, Fault> {
    let mut texts = Vec::new();
    let mut parts = Parts { parts, at: 0 };
    let read = (|| {
        parts.skip(4)?;
        let many = u32::from(parts.short()?) | u32::from(parts.short()?) << 16;
        let mut letters = Vec::new();
        for _ in 0..many {
            let count = usize::from(parts.short()?);
            let flags = parts.byte()?;
            let runs = if flags & 8 != 0 {
                usize::from(parts.short()?)
            } else {
                0
            };
            let beside = match flags & 4 {
                0 => 0,
                _ => (u32::from(parts.short()?) | u32::from(parts.short()?) << 16) as usize,
            };
            parts.letters(count, flags & 1 != 0, &mut letters)?;
            parts.skip(runs.checked_mul(4)?.checked_add(beside)?)?;
            texts.push(String::from_utf16_lossy(&letters));
        }
        Some(())
    })();
    // The count may be wrong; texts that are missing are noticed where a cell asks for them.
    let _ = read;
    Dictionary::listed(&texts).map_err(|_| Fault::Damaged)
}

/// A text within one record: its length in one byte or two, how wide its letters are, and the letters.
pub fn within(bytes: &[u8], has_long_length: bool) -> Option<String> {
    let parts = [bytes];
    let mut parts = Parts {
        parts: &parts,
        at: 0,
    };
    let count = match has_long_length {
        true => usize::from(parts.short()?),
        false => usize::from(parts.byte()?),
    };
    let flags = parts.byte()?;
    let mut letters = Vec::new();
    parts.letters(count, flags & 1 != 0, &mut letters)?;
    Some(String::from_utf16_lossy(&letters))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_may_go_on_in_another_record() {
        let first = [2, 0, 0, 0, 2, 0, 0, 0, 3, 0, 0, b'a', b'b'];
        let second = [1, 0x3b1u16 as u8, 3, 1, 0, 0, b'z'];
        let texts = shared(&[&first, &second]).ok().unwrap();
        assert_eq!(texts.iter().collect::<Vec<_>>(), ["abα", "z"]);
        assert_eq!(within(&[2, 0, b'h', b'i'], false).as_deref(), Some("hi"));
        assert_eq!(within(&[2, 0, 0, b'h'], true), None);
    }
}
