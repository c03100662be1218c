//! What a Stata file says of itself and of its variables.

use crate::io::statistics::Fault;
use crate::io::statistics::bytes::{Bytes, until_zero};
use crate::io::statistics::dates::{OF_1960, Unit};
use crate::problem::Problem;
use encoding_rs::WINDOWS_1252;
use std::borrow::Cow;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Type {
    Text(u16),
    LongText,
    Double,
    Float,
    Long,
    Int,
    Byte,
}

impl Type {
    fn of(number: u16) -> Option<Self> {
        Some(match number {
            1..=2045 => Self::Text(number),
            32768 => Self::LongText,
            65526 => Self::Double,
            65527 => Self::Float,
            65528 => Self::Long,
            65529 => Self::Int,
            65530 => Self::Byte,
            _ => return None,
        })
    }

    pub fn bytes(self) -> usize {
        match self {
            Self::Text(width) => usize::from(width),
            Self::LongText | Self::Double => 8,
            Self::Float | Self::Long => 4,
            Self::Int => 2,
            Self::Byte => 1,
        }
    }
}

pub struct Variable {
    pub name: String,
    pub of: Type,
    pub unit: Unit,
    /// The name of its labels.
    pub labels: String,
    /// What it is about.
    pub about: String,
}

pub struct Header {
    pub release: u16,
    pub is_big: bool,
    pub records: usize,
    pub variables: Vec<Variable>,
    /// Where these parts begin.
    pub data: usize,
    pub texts: usize,
    pub labels: usize,
}

impl Header {
    pub fn read(bytes: &[u8]) -> Result<Self, Fault> {
        let mut from = Bytes::new(bytes);
        from.expect(b"<stata_dta><header><release>")?;
        let release = match from.take(3)? {
            b"117" => 117,
            b"118" => 118,
            b"119" => 119,
            _ => {
                let message = "this version of Stata's files is not read; save it for Stata 13 to 18, or write it as CSV";
                return Err(Fault::Told(Problem::new(message)));
            }
        };
        from.expect(b"</release><byteorder>")?;
        from.is_big = match from.take(3)? {
            b"MSF" => true,
            b"LSF" => false,
            _ => return Err(Fault::Damaged),
        };
        from.expect(b"</byteorder><K>")?;
        let many = from.unsigned(if release == 119 { 4 } else { 2 })? as usize;
        from.expect(b"</K><N>")?;
        let records = from.unsigned(if release == 117 { 4 } else { 8 })?;
        from.expect(b"</N><label>")?;
        let length = from.unsigned(if release == 117 { 1 } else { 2 })? as usize;
        from.take(length)?;
        from.expect(b"</label><timestamp>")?;
        let length = from.unsigned(1)? as usize;
        from.take(length)?;
        from.expect(b"</timestamp></header><map>")?;
        let mut map = [0usize; 14];
        for place in &mut map {
            *place = usize::try_from(from.unsigned(8)?).map_err(|_| Fault::Damaged)?;
        }
        from.expect(b"</map>")?;
        let mut header = Self {
            release,
            is_big: from.is_big,
            records: usize::try_from(records).map_err(|_| Fault::Damaged)?,
            variables: Vec::new(),
            data: map[9],
            texts: map[10],
            labels: map[11],
        };
        header.variables = header.variables(bytes, &map, many)?;
        Ok(header)
    }

    fn variables(
        &self,
        bytes: &[u8],
        map: &[usize; 14],
        many: usize,
    ) -> Result<Vec<Variable>, Fault> {
        let name = self.name_bytes();
        let format_bytes = if self.release == 117 { 49 } else { 57 };
        let mut types = self.at(bytes, map[2], b"<variable_types>")?;
        let mut names = self.at(bytes, map[3], b"<varnames>")?;
        let mut formats = self.at(bytes, map[5], b"<formats>")?;
        let mut labels = self.at(bytes, map[6], b"<value_label_names>")?;
        let about_bytes = if self.release == 117 { 81 } else { 321 };
        let mut about = self.at(bytes, map[7], b"<variable_labels>")?;
        let mut variables = Vec::new();
        for _ in 0..many {
            let format = until_zero(formats.take(format_bytes)?);
            variables.push(Variable {
                of: Type::of(types.u16()?).ok_or(Fault::Damaged)?,
                name: self.text(until_zero(names.take(name)?)).into_owned(),
                unit: unit_of(format),
                labels: self.text(until_zero(labels.take(name)?)).into_owned(),
                about: self.text(until_zero(about.take(about_bytes)?)).into_owned(),
            });
        }
        names.expect(b"</varnames>")?;
        Ok(variables)
    }

    /// After the mark that must stand at this place.
    pub fn at<'b>(&self, bytes: &'b [u8], place: usize, mark: &[u8]) -> Result<Bytes<'b>, Fault> {
        let mut from = Bytes::new(bytes);
        from.is_big = self.is_big;
        from.go_to(place)?;
        self.expect(&mut from, mark)?;
        Ok(from)
    }

    /// Skips a mark, which old files do not have.
    pub fn expect(&self, from: &mut Bytes<'_>, mark: &[u8]) -> Result<(), Fault> {
        match self.is_old() {
            true => Ok(()),
            false => from.expect(mark),
        }
    }

    /// Of Stata 12 and earlier.
    pub fn is_old(&self) -> bool {
        self.release < 117
    }

    pub fn name_bytes(&self) -> usize {
        if self.release <= 117 { 33 } else { 129 }
    }

    pub fn text<'t>(&self, bytes: &'t [u8]) -> Cow<'t, str> {
        // Files of Stata 13 and earlier say nothing of their letters, and some programs write UTF-8.
        match std::str::from_utf8(bytes) {
            Ok(text) => Cow::Borrowed(text),
            Err(_) => WINDOWS_1252.decode_without_bom_handling(bytes).0,
        }
    }

    /// The variable and the record whose text is meant.
    pub fn key(&self, bytes: [u8; 8]) -> (u64, u64) {
        let first = match self.release {
            117 => 4,
            118 => 2,
            _ => 3,
        };
        let number = |bytes: &[u8]| {
            let add = |number: u64, &byte: &u8| number << 8 | u64::from(byte);
            match self.is_big {
                true => bytes.iter().fold(0, add),
                false => bytes.iter().rev().fold(0, add),
            }
        };
        (number(&bytes[..first]), number(&bytes[first..]))
    }
}

/// What Stata shows as a dot; the numbers after it are `.a` to `.z`.
const MISSING_FLOAT: u32 = 0x7f00_0000;
const MISSING_DOUBLE: u64 = 0x7fe0_0000_0000_0000;

pub enum Number {
    Value(f64),
    /// 0 for a dot, and the number of its letter for another kind.
    Missing(u8),
}

/// The largest numbers of every type are missing values.
pub fn number(of: Type, from: &mut Bytes<'_>) -> Result<Number, Fault> {
    let whole =
        |number: i32, missing: i32| match u8::try_from(i64::from(number) - i64::from(missing)) {
            Err(_) if number < missing => Number::Value(f64::from(number)),
            kind => missing_value(kind.map_or(0, u64::from)),
        };
    Ok(match of {
        Type::Byte => whole(i32::from(from.unsigned(1)? as u8 as i8), 101),
        Type::Int => whole(i32::from(from.u16()? as i16), 32_741),
        Type::Long => whole(from.i32()?, 2_147_483_621),
        Type::Float => {
            let bits = from.unsigned(4)? as u32;
            let number = f32::from_bits(bits);
            // Shown with the digits that it has, and not with those of a longer number.
            let value = Some(number).filter(|number| *number < f32::from_bits(MISSING_FLOAT));
            let value = value.filter(|number| number.is_finite());
            match value.and_then(|number| number.to_string().parse().ok()) {
                Some(number) => Number::Value(number),
                None => missing_value(u64::from(bits.wrapping_sub(MISSING_FLOAT) >> 11)),
            }
        }
        Type::Double => {
            let number = from.f64()?;
            match number.is_finite() && number < f64::from_bits(MISSING_DOUBLE) {
                true => Number::Value(number),
                false => missing_value(number.to_bits().wrapping_sub(MISSING_DOUBLE) >> 40),
            }
        }
        Type::Text(_) | Type::LongText => return Err(Fault::Damaged),
    })
}

fn missing_value(letter: u64) -> Number {
    Number::Missing(
        u8::try_from(letter)
            .ok()
            .filter(|letter| *letter <= 26)
            .unwrap_or(0),
    )
}

/// What the numbers of a variable are, by the format that they are shown in, such as `%tdDD-NN-CCYY`.
pub fn unit_of(format: &[u8]) -> Unit {
    let format = format.strip_prefix(b"%").unwrap_or(format);
    let format = format.strip_prefix(b"-").unwrap_or(format);
    match format {
        [b't', b'd', ..] | [b'd', ..] => Unit::Days(OF_1960),
        [b't', b'c' | b'C', ..] => Unit::Milliseconds(OF_1960),
        [b't', b'w', ..] => Unit::Weeks,
        [b't', b'm', ..] => Unit::Months,
        [b't', b'q', ..] => Unit::Quarters,
        [b't', b'h', ..] => Unit::Halves,
        _ => Unit::Number,
    }
}
