//! Bytes that are read one after the other and may end at any time.

use super::Fault;

#[derive(Clone, Copy)]
pub struct Bytes<'b> {
    bytes: &'b [u8],
    at: usize,
    pub is_big: bool,
}

impl<'b> Bytes<'b> {
    pub fn new(bytes: &'b [u8]) -> Self {
        Self {
            bytes,
            at: 0,
            is_big: false,
        }
    }

    pub fn at(&self) -> usize {
        self.at
    }

    pub fn go_to(&mut self, at: usize) -> Result<(), Fault> {
        if at > self.bytes.len() {
            return Err(Fault::Damaged);
        }
        self.at = at;
        Ok(())
    }

    pub fn left(&self) -> usize {
        self.bytes.len() - self.at
    }

    pub fn take(&mut self, count: usize) -> Result<&'b [u8], Fault> {
        let end = self.at.checked_add(count).ok_or(Fault::Damaged)?;
        let taken = self.bytes.get(self.at..end).ok_or(Fault::Damaged)?;
        self.at = end;
        Ok(taken)
    }

    pub fn array<const N: usize>(&mut self) -> Result<[u8; N], Fault> {
        self.take(N)?.try_into().map_err(|_| Fault::Damaged)
    }

    /// Skips what must come next.
    pub fn expect(&mut self, wanted: &[u8]) -> Result<(), Fault> {
        match self.take(wanted.len())? == wanted {
            true => Ok(()),
            false => Err(Fault::Damaged),
        }
    }

    /// Of so many bytes, the most significant first or last as the file has them.
    pub fn unsigned(&mut self, count: usize) -> Result<u64, Fault> {
        let bytes = self.take(count)?;
        let add = |number: u64, &byte: &u8| number << 8 | u64::from(byte);
        Ok(match self.is_big {
            true => bytes.iter().fold(0, add),
            false => bytes.iter().rev().fold(0, add),
        })
    }

    pub fn u16(&mut self) -> Result<u16, Fault> {
        Ok(self.unsigned(2)? as u16)
    }

    pub fn i32(&mut self) -> Result<i32, Fault> {
        Ok(self.unsigned(4)? as u32 as i32)
    }

    pub fn f64(&mut self) -> Result<f64, Fault> {
        Ok(f64::from_bits(self.unsigned(8)?))
    }

    /// A number that says how many or how long.
    pub fn count(&mut self) -> Result<usize, Fault> {
        usize::try_from(self.i32()?).map_err(|_| Fault::Damaged)
    }
}

/// Up to the first zero.
pub fn until_zero(bytes: &[u8]) -> &[u8] {
    let end = bytes.iter().position(|&byte| byte == 0);
    &bytes[..end.unwrap_or(bytes.len())]
}

/// Without the blanks at the end that fill the place of a text.
pub fn without_blanks(bytes: &[u8]) -> &[u8] {
    let end = bytes.iter().rposition(|&byte| byte != b' ' && byte != 0);
    &bytes[..end.map_or(0, |at| at + 1)]
}
