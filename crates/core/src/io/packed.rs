//! Long lists of whole numbers as a short text, for files of ours that hold a number per record.

use crate::{Failure, Problem, Progress};
use flate2::Compression;
use flate2::read::DeflateDecoder;
use flate2::write::DeflateEncoder;
use serde::{Deserialize, Serialize};
use std::io::{Read, Write};

/// How many numbers are packed between two looks at the progress.
const STRIDE: usize = 1 << 16;
const DIGITS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

/// Every number in as few bytes as the largest needs, the lowest byte first; then deflate, then base64.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Packed {
    count: usize,
    /// Bytes per number: 1, 2 or 4.
    width: u8,
    deflate: String,
}

impl Packed {
    pub fn of(numbers: &[u32], progress: &Progress) -> Result<Self, Failure> {
        let width = match numbers.iter().max() {
            Some(&largest) if largest > u32::from(u16::MAX) => 4,
            Some(&largest) if largest > u32::from(u8::MAX) => 2,
            _ => 1,
        };
        let mut deflated = DeflateEncoder::new(Vec::new(), Compression::default());
        let unpackable = |error: std::io::Error| Problem::new(format!("cannot pack: {error}"));
        let mut bytes = Vec::with_capacity(STRIDE * width);
        for part in numbers.chunks(STRIDE) {
            progress.check()?;
            bytes.clear();
            for number in part {
                bytes.extend_from_slice(&number.to_le_bytes()[..width]);
            }
            deflated.write_all(&bytes).map_err(unpackable)?;
        }
        Ok(Self {
            count: numbers.len(),
            width: width as u8,
            deflate: to_base64(&deflated.finish().map_err(unpackable)?),
        })
    }

    pub fn count(&self) -> usize {
        self.count
    }

    /// What was packed. The text comes from a file, so nothing in it is believed: not the number of numbers
    /// either, for which no memory is taken beforehand.
    pub fn unpack(&self) -> Result<Vec<u32>, Problem> {
        let damaged = || Problem::new("a packed list of numbers is damaged");
        let width = match self.width {
            1 | 2 | 4 => usize::from(self.width),
            _ => return Err(damaged()),
        };
        let length = self.count.checked_mul(width).ok_or_else(damaged)?;
        let deflated = from_base64(&self.deflate).ok_or_else(damaged)?;
        let mut bytes = Vec::new();
        DeflateDecoder::new(deflated.as_slice())
            .take((length as u64).saturating_add(1))
            .read_to_end(&mut bytes)
            .map_err(|_| damaged())?;
        if bytes.len() != length {
            return Err(damaged());
        }
        let number = |bytes: &[u8]| {
            let digits = bytes.iter().rev();
            digits.fold(0, |number, &byte| number << 8 | u32::from(byte))
        };
        Ok(bytes.chunks_exact(width).map(number).collect())
    }
}

fn to_base64(bytes: &[u8]) -> String {
    let mut text = String::with_capacity(bytes.len().div_ceil(3) * 4);
    for part in bytes.chunks(3) {
        let byte = |at: usize| u32::from(part.get(at).copied().unwrap_or(0));
        let bits = byte(0) << 16 | byte(1) << 8 | byte(2);
        for at in 0..4 {
            if at <= part.len() {
                let digit = bits >> (18 - 6 * at) & 63;
                text.push(char::from(DIGITS[digit as usize]));
            } else {
                text.push('=');
            }
        }
    }
    text
}

fn from_base64(text: &str) -> Option<Vec<u8>> {
    let mut value_of = [None; 256];
    for (value, &digit) in (0u32..).zip(DIGITS) {
        value_of[usize::from(digit)] = Some(value);
    }
    let digits = text.trim_end_matches('=').as_bytes();
    let padding = text.len() - digits.len();
    if !text.len().is_multiple_of(4) || padding > 2 {
        return None;
    }
    let mut bytes = Vec::with_capacity(digits.len() * 3 / 4);
    for part in digits.chunks(4) {
        let mut bits = 0;
        for &digit in part {
            bits = bits << 6 | value_of[usize::from(digit)]?;
        }
        bits <<= 6 * (4 - part.len());
        let [_, own @ ..] = bits.to_be_bytes();
        bytes.extend_from_slice(&own[..part.len() - 1]);
    }
    Some(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn base64_is_that_of_everybody_else() {
        for (bytes, text) in [
            ("", ""),
            ("f", "Zg=="),
            ("fo", "Zm8="),
            ("foo", "Zm9v"),
            ("foob", "Zm9vYg=="),
        ] {
            assert_eq!(to_base64(bytes.as_bytes()), text);
            assert_eq!(from_base64(text).as_deref(), Some(bytes.as_bytes()));
        }
        for bad in ["Z", "Zg=", "Z===", "Zm9!", "Zm9v="] {
            assert_eq!(from_base64(bad), None, "{bad}");
        }
    }

    #[test]
    fn a_list_that_claims_more_than_it_holds_is_refused() {
        let packed = Packed::of(&[1, 2, 3], &Progress::default()).unwrap();
        for (count, width) in [
            (4, 1),
            (2, 1),
            (3, 2),
            (3, 3),
            (usize::MAX, 4),
            (usize::MAX, 1),
        ] {
            let changed = Packed {
                count,
                width,
                ..packed.clone()
            };
            let told = changed.unpack().unwrap_err().to_string();
            assert_eq!(told, "a packed list of numbers is damaged");
        }
        let garbled = Packed {
            deflate: "????".to_owned(),
            ..packed
        };
        assert!(garbled.unpack().is_err());
    }

    #[test]
    fn many_records_of_few_classes_need_little_room() {
        let classes: Vec<u32> = (0..1_000_000).map(|row| row / 10).collect();
        let packed = Packed::of(&classes, &Progress::default()).unwrap();
        assert!(packed.deflate.len() < 400_000, "{}", packed.deflate.len());
    }

    proptest! {
        #[test]
        fn what_goes_in_comes_out(
            numbers in prop::collection::vec(prop_oneof![0u32..4, 0u32..70_000, any::<u32>()], 0..300),
        ) {
            let packed = Packed::of(&numbers, &Progress::default()).unwrap();
            let text = serde_json::to_string(&packed).unwrap();
            let read: Packed = serde_json::from_str(&text).unwrap();
            prop_assert_eq!(read.count(), numbers.len());
            prop_assert_eq!(read.unpack().unwrap(), numbers);
        }
    }
}
