//! The most that the cells of a column can be.

use polars::prelude::{DataType, Series, TimeUnit, UnknownKind};

/// What a list takes of each of its values besides the value.
pub(super) const ELEMENT: u128 = 16;

/// What a number or a date is at most as a text.
pub(super) const NUMBER: u128 = 48;

/// The most that a cell is, and all cells of a column together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Size {
    /// Bytes of the longest text; of a list, with all that is in it.
    pub longest: u128,
    /// Bytes of all of them.
    pub bytes: u128,
    /// The least number and the largest: floats rounded away from zero, decimals without their point, dates and times in the
    /// unit of their type.
    pub low: i128,
    pub high: i128,
    /// All numbers without their signs.
    pub sum: u128,
}

impl Size {
    pub const NONE: Self = Self {
        longest: 0,
        bytes: 0,
        low: 0,
        high: 0,
        sum: 0,
    };

    /// Numbers from `low` to `high`, in so many rows.
    pub fn whole(low: i128, high: i128, rows: u128) -> Self {
        let largest = low.unsigned_abs().max(high.unsigned_abs());
        Self {
            low,
            high,
            sum: largest.saturating_mul(rows),
            ..Self::NONE
        }
    }

    /// Texts of at most so many bytes, in so many rows.
    pub fn text(longest: u128, rows: u128) -> Self {
        Self {
            longest,
            bytes: longest.saturating_mul(rows),
            ..Self::NONE
        }
    }

    /// Any value of a type that has no texts in it.
    pub fn any(dtype: &DataType, rows: u128) -> Self {
        match limits(dtype) {
            Some((low, high)) => Self::whole(low, high, rows),
            None if dtype.is_float() => Self::whole(-i128::MAX, i128::MAX, rows),
            None => Self::NONE,
        }
    }

    /// The largest number without its sign.
    pub fn largest(self) -> u128 {
        self.low.unsigned_abs().max(self.high.unsigned_abs())
    }

    /// The same where any of the cells may stand in each of so many rows.
    pub fn repeated(self, rows: u128) -> Self {
        Self {
            bytes: self.longest.saturating_mul(rows),
            sum: self.largest().saturating_mul(rows),
            ..self
        }
    }

    /// One of the two in each row.
    pub fn or(self, other: Self) -> Self {
        Self {
            longest: self.longest.max(other.longest),
            bytes: self.bytes.saturating_add(other.bytes),
            low: self.low.min(other.low),
            high: self.high.max(other.high),
            sum: self.sum.saturating_add(other.sum),
        }
    }

    /// The one below the other.
    pub fn stacked(self, other: Self) -> Self {
        self.or(other)
    }

    /// Both, one behind the other.
    pub fn and(self, other: Self) -> Self {
        Self {
            longest: self.longest.saturating_add(other.longest),
            bytes: self.bytes.saturating_add(other.bytes),
            low: self.low.saturating_add(other.low),
            high: self.high.saturating_add(other.high),
            sum: self.sum.saturating_add(other.sum),
        }
    }

    /// With numbers in other units.
    pub fn in_units(self, from: i128, to: i128) -> Self {
        let convert = |number: i128| {
            let number = number.saturating_mul(from);
            // Away from zero: what is rounded may lie a unit further.
            number / to + number.signum() * i128::from(number % to != 0)
        };
        let factor = from.unsigned_abs().div_ceil(to.unsigned_abs());
        Self {
            low: convert(self.low),
            high: convert(self.high),
            sum: self.sum.saturating_mul(factor),
            ..self
        }
    }

    /// Within what a type can hold.
    pub fn within(self, dtype: &DataType) -> Self {
        match limits(dtype) {
            Some((low, high)) => Self {
                low: self.low.clamp(low, high),
                high: self.high.clamp(low, high),
                ..self
            },
            None => self,
        }
    }

    pub fn fits(self, dtype: &DataType) -> bool {
        limits(dtype).is_none_or(|(low, high)| low <= self.low && self.high <= high)
    }

    /// What a column holds.
    pub fn of(series: &Series) -> Self {
        let mut size = Self::NONE;
        match series.dtype() {
            DataType::String => {
                if let Ok(texts) = series.str() {
                    for text in texts.iter().flatten() {
                        let bytes = text.len() as u128;
                        size.longest = size.longest.max(bytes);
                        size.bytes += bytes;
                    }
                }
                size
            }
            DataType::Boolean => Self::whole(0, 1, series.len() as u128),
            DataType::Float32 | DataType::Float64 => {
                let any = Self::any(series.dtype(), series.len() as u128);
                let numbers = series.cast(&DataType::Float64);
                let Ok(Ok(numbers)) = numbers.as_ref().map(|numbers| numbers.f64()) else {
                    return any;
                };
                let mut seen = false;
                for number in numbers.iter().flatten() {
                    let Some((low, high)) = around(number) else {
                        return any;
                    };
                    (size.low, size.high) = match std::mem::replace(&mut seen, true) {
                        true => (size.low.min(low), size.high.max(high)),
                        false => (low, high),
                    };
                    let largest = low.unsigned_abs().max(high.unsigned_abs());
                    size.sum = size.sum.saturating_add(largest);
                }
                size
            }
            DataType::List(_) => Self {
                longest: u128::MAX,
                bytes: u128::MAX,
                ..Self::NONE
            },
            dtype => {
                let any = Self::any(dtype, series.len() as u128);
                if limits(dtype).is_none() {
                    return any;
                }
                let physical = series.to_physical_repr();
                let Ok(numbers) = physical.cast(&DataType::Int64) else {
                    return any;
                };
                let Ok(numbers) = numbers.i64() else {
                    return any;
                };
                let (mut low, mut high) = (i64::MAX, i64::MIN);
                for number in numbers.iter().flatten() {
                    (low, high) = (low.min(number), high.max(number));
                    size.sum += u128::from(number.unsigned_abs());
                }
                if low <= high {
                    (size.low, size.high) = (low.into(), high.into());
                }
                size
            }
        }
    }
}

/// The whole numbers below and above.
pub(super) fn around(number: f64) -> Option<(i128, i128)> {
    const MOST: f64 = 1e30;
    (number.abs() <= MOST).then(|| (number.floor() as i128, number.ceil() as i128))
}

/// The numbers that a type can hold.
pub(super) fn limits(dtype: &DataType) -> Option<(i128, i128)> {
    let signed = |bits: u32| (-(1i128 << (bits - 1)), (1i128 << (bits - 1)) - 1);
    let unsigned = |bits: u32| (0, (1i128 << bits) - 1);
    Some(match dtype {
        DataType::Boolean => (0, 1),
        DataType::Int8 => signed(8),
        DataType::Int16 => signed(16),
        DataType::Int32 | DataType::Date => signed(32),
        DataType::Int64
        | DataType::Datetime(..)
        | DataType::Duration(_)
        | DataType::Time
        // A number of the statement.
        | DataType::Unknown(UnknownKind::Int(_)) => signed(64),
        DataType::UInt8 => unsigned(8),
        DataType::UInt16 => unsigned(16),
        DataType::UInt32 => unsigned(32),
        DataType::UInt64 => unsigned(64),
        DataType::Int128 => (i128::MIN, i128::MAX),
        DataType::UInt128 => (0, i128::MAX),
        DataType::Decimal(precision, _) => {
            let most = 10i128.saturating_pow(*precision as u32) - 1;
            (-most, most)
        }
        _ => return None,
    })
}

/// Nanoseconds in what a date or a time counts.
pub(super) fn unit(dtype: &DataType) -> Option<i128> {
    let of = |unit: &TimeUnit| match unit {
        TimeUnit::Nanoseconds => 1,
        TimeUnit::Microseconds => 1_000,
        TimeUnit::Milliseconds => 1_000_000,
    };
    match dtype {
        DataType::Date => Some(86_400_000_000_000),
        DataType::Datetime(unit, _) | DataType::Duration(unit) => Some(of(unit)),
        DataType::Time => Some(1),
        _ => None,
    }
}

/// The places behind the point that a type counts in.
pub(super) fn scale(dtype: &DataType) -> u32 {
    match dtype {
        DataType::Decimal(_, scale) => *scale as u32,
        _ => 0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use polars::prelude::NamedFrom;

    #[test]
    fn a_column_is_measured() {
        let texts = Series::new("a".into(), [Some("ab"), None, Some("äöü")]);
        assert_eq!(
            Size::of(&texts),
            Size {
                longest: 6,
                bytes: 8,
                ..Size::NONE
            }
        );
        let numbers = Series::new("a".into(), [Some(-7i64), None, Some(3)]);
        let size = Size::of(&numbers);
        assert_eq!((size.low, size.high, size.sum), (-7, 3, 10));
        assert!(size.fits(&DataType::Int8) && !size.fits(&DataType::UInt64));
    }

    #[test]
    fn units_are_rounded_away_from_zero() {
        let size = Size::whole(-1, 1, 1).in_units(86_400, 7);
        assert_eq!((size.low, size.high), (-12_343, 12_343));
    }
}
