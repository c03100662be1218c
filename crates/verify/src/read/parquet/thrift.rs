//! The compact protocol of Thrift, as far as Parquet needs it.

use super::Unread;

/// Deeper than this nothing of Parquet is.
const DEEPEST: usize = 12;

#[derive(Debug)]
pub(super) enum Value<'a> {
    Number(i64),
    Bytes(&'a [u8]),
    List(Vec<Value<'a>>),
    Struct(Vec<(i64, Value<'a>)>),
}

impl<'a> Value<'a> {
    /// A field of a struct by its number.
    pub fn field(&self, number: i64) -> Option<&Value<'a>> {
        match self {
            Self::Struct(fields) => fields.iter().find(|(at, _)| *at == number).map(|(_, v)| v),
            _ => None,
        }
    }

    pub fn number(&self, field: i64) -> Option<i64> {
        match self.field(field)? {
            Value::Number(number) => Some(*number),
            _ => None,
        }
    }

    /// A number that is not negative.
    pub fn count(&self, field: i64) -> Option<u64> {
        u64::try_from(self.number(field)?).ok()
    }

    pub fn text(&self, field: i64) -> Option<&'a str> {
        match self.field(field)? {
            Value::Bytes(bytes) => std::str::from_utf8(bytes).ok(),
            _ => None,
        }
    }

    pub fn list(&self, field: i64) -> Option<&[Value<'a>]> {
        match self.field(field)? {
            Value::List(list) => Some(list),
            _ => None,
        }
    }
}

/// Reads one value after the other.
pub(super) struct Input<'a> {
    bytes: &'a [u8],
    at: usize,
}

const ENDED: Unread = "it ends too early";

impl<'a> Input<'a> {
    pub fn new(bytes: &'a [u8]) -> Self {
        Self { bytes, at: 0 }
    }

    /// Bytes that were read.
    pub fn at(&self) -> usize {
        self.at
    }

    pub fn whole_struct(&mut self) -> Result<Value<'a>, Unread> {
        self.fields(0)
    }

    fn byte(&mut self) -> Result<u8, Unread> {
        let byte = *self.bytes.get(self.at).ok_or(ENDED)?;
        self.at += 1;
        Ok(byte)
    }

    fn varint(&mut self) -> Result<u64, Unread> {
        let mut value = 0u64;
        for shift in (0..64).step_by(7) {
            let byte = self.byte()?;
            value |= u64::from(byte & 0x7f) << shift;
            if byte < 0x80 {
                return Ok(value);
            }
        }
        Err("a number in it is too long")
    }

    fn zigzag(&mut self) -> Result<i64, Unread> {
        let value = self.varint()?;
        Ok((value >> 1) as i64 ^ -((value & 1) as i64))
    }

    fn taken(&mut self, length: u64) -> Result<&'a [u8], Unread> {
        let length = usize::try_from(length).map_err(|_| ENDED)?;
        let end = self.at.checked_add(length).ok_or(ENDED)?;
        let taken = self.bytes.get(self.at..end).ok_or(ENDED)?;
        self.at = end;
        Ok(taken)
    }

    fn fields(&mut self, depth: usize) -> Result<Value<'a>, Unread> {
        if depth > DEEPEST {
            return Err("its footer is too deep");
        }
        let mut fields = Vec::new();
        let mut number = 0i64;
        loop {
            let head = self.byte()?;
            if head == 0 {
                return Ok(Value::Struct(fields));
            }
            number = match head >> 4 {
                0 => self.zigzag()?,
                step => number.wrapping_add(i64::from(step)),
            };
            // A flag lies in the head itself.
            let value = match head & 0x0f {
                1 => Value::Number(1),
                2 => Value::Number(0),
                kind => self.value(kind, depth)?,
            };
            fields.push((number, value));
        }
    }

    fn value(&mut self, kind: u8, depth: usize) -> Result<Value<'a>, Unread> {
        Ok(match kind {
            1..=3 => Value::Number(i64::from(self.byte()?)),
            4..=6 => Value::Number(self.zigzag()?),
            7 => Value::Bytes(self.taken(8)?),
            8 => {
                let length = self.varint()?;
                Value::Bytes(self.taken(length)?)
            }
            9 | 10 => {
                let head = self.byte()?;
                let count = match head >> 4 {
                    15 => self.varint()?,
                    count => u64::from(count),
                };
                if depth > DEEPEST {
                    return Err("its footer is too deep");
                }
                // Every element takes a byte at least, so the end comes before the memory does.
                let mut list = Vec::new();
                for _ in 0..count {
                    list.push(self.value(head & 0x0f, depth + 1)?);
                }
                Value::List(list)
            }
            12 => self.fields(depth + 1)?,
            _ => return Err("its footer holds what none has"),
        })
    }
}
