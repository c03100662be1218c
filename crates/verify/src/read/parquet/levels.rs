//! Small whole numbers in runs of equal ones and in packed bits, as levels and places in a dictionary are written.

use super::Unread;

const ENDED: Unread = "a page ends too early";

/// The first `count` numbers of `width` bits each.
pub(super) fn numbers(mut bytes: &[u8], width: u32, count: usize) -> Result<Vec<u32>, Unread> {
    if width > 32 {
        return Err("a page has numbers that are too wide");
    }
    let mut numbers = Vec::with_capacity(count);
    let bytes_of_value = width.div_ceil(8) as usize;
    while numbers.len() < count {
        let (head, rest) = varint(bytes)?;
        bytes = rest;
        let left = count - numbers.len();
        if head & 1 == 0 {
            let length = (head >> 1).min(left as u64) as usize;
            let (value, rest) = bytes.split_at_checked(bytes_of_value).ok_or(ENDED)?;
            bytes = rest;
            let value = value
                .iter()
                .rev()
                .fold(0u32, |value, &byte| value << 8 | u32::from(byte));
            if length == 0 {
                return Err("a page holds an empty run");
            }
            numbers.extend(std::iter::repeat_n(value, length));
        } else {
            // So many groups of eight.
            let groups = usize::try_from(head >> 1).map_err(|_| ENDED)?;
            let length = groups.checked_mul(width as usize).ok_or(ENDED)?;
            // The last group of a page may be cut short.
            let (packed, rest) = bytes.split_at(length.min(bytes.len()));
            bytes = rest;
            let packed_values = groups.saturating_mul(8).min(left);
            if groups == 0 || packed.len() * 8 < packed_values * width as usize {
                return Err(ENDED);
            }
            unpack(packed, width, packed_values, &mut numbers);
        }
    }
    Ok(numbers)
}

fn unpack(packed: &[u8], width: u32, count: usize, numbers: &mut Vec<u32>) {
    let mask = (1u64 << width) - 1;
    let (mut held, mut bits) = (0u64, 0);
    let mut bytes = packed.iter();
    for _ in 0..count {
        while bits < width {
            held |= u64::from(bytes.next().copied().unwrap_or(0)) << bits;
            bits += 8;
        }
        numbers.push((held & mask) as u32);
        held >>= width;
        bits -= width;
    }
}

fn varint(bytes: &[u8]) -> Result<(u64, &[u8]), Unread> {
    let mut value = 0u64;
    for (at, &byte) in bytes.iter().enumerate().take(9) {
        value |= u64::from(byte & 0x7f) << (7 * at);
        if byte < 0x80 {
            return Ok((value, &bytes[at + 1..]));
        }
    }
    Err(ENDED)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn runs_and_packed_bits() {
        // The example of the format: 0 to 7 in three bits.
        let packed = [0x03, 0x88, 0xc6, 0xfa];
        assert_eq!(numbers(&packed, 3, 8), Ok(vec![0, 1, 2, 3, 4, 5, 6, 7]));
        // Five times 300 in nine bits, then what is left of eight.
        let run = [10, 0x2c, 0x01];
        assert_eq!(numbers(&run, 9, 5), Ok(vec![300; 5]));
        assert_eq!(numbers(&run, 9, 3), Ok(vec![300; 3]));
        assert_eq!(numbers(&[4], 0, 2), Ok(vec![0, 0]));
        assert!(numbers(&run, 9, 6).is_err());
        assert!(numbers(&[0, 1], 1, 1).is_err());
        assert!(numbers(&[], 1, 1).is_err());
        assert!(numbers(&run, 33, 1).is_err());
    }
}
