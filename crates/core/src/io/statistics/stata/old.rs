//! Files of Stata 8 to 12: one part after the other, without marks and without a list of where they begin.

use super::header::{Header, Type, Variable, unit_of};
use crate::io::statistics::Fault;
use crate::io::statistics::bytes::{Bytes, until_zero};

const NAME: usize = 33;
const ABOUT: usize = 81;

/// The version, which bytes of a number stand first, and that it is a table: no text begins so.
pub fn begins(bytes: &[u8]) -> bool {
    matches!(bytes, [113..=115, 1 | 2, 1, 0, ..])
}

pub fn header(bytes: &[u8]) -> Result<Header, Fault> {
    let mut from = Bytes::new(bytes);
    let release = from.take(1)?[0];
    from.is_big = from.take(1)?[0] == 1;
    from.take(2)?;
    let many = usize::from(from.u16()?);
    let records = from.count()?;
    // What the table is about, and when it was written.
    from.take(81 + 18)?;
    let mut header = Header {
        release: u16::from(release),
        is_big: from.is_big,
        records,
        variables: Vec::new(),
        data: 0,
        texts: 0,
        labels: 0,
    };
    let types = from.take(many)?;
    let names = from.take(many * NAME)?;
    from.take(2 * (many + 1))?;
    let format = if release == 113 { 12 } else { 49 };
    let formats = from.take(many * format)?;
    let labels = from.take(many * NAME)?;
    let about = from.take(many * ABOUT)?;
    let text = |part: &[u8], width: usize, at: usize| {
        let bytes = &part[at * width..(at + 1) * width];
        header.text(until_zero(bytes)).into_owned()
    };
    let mut variables = Vec::with_capacity(many);
    for (at, &of) in types.iter().enumerate() {
        variables.push(Variable {
            name: text(names, NAME, at),
            of: type_of(of).ok_or(Fault::Damaged)?,
            unit: unit_of(until_zero(&formats[at * format..(at + 1) * format])),
            labels: text(labels, NAME, at),
            about: text(about, ABOUT, at),
        });
    }
    // Notes and the like, until one is nothing.
    loop {
        let kind = from.take(1)?[0];
        let length = from.count()?;
        if kind == 0 && length == 0 {
            break;
        }
        from.take(length)?;
    }
    header.data = from.at();
    let wide: usize = variables.iter().map(|variable| variable.of.bytes()).sum();
    let records = wide.checked_mul(records).ok_or(Fault::Damaged)?;
    from.take(records)?;
    header.labels = from.at();
    header.variables = variables;
    Ok(header)
}

fn type_of(of: u8) -> Option<Type> {
    Some(match of {
        1..=244 => Type::Text(u16::from(of)),
        251 => Type::Byte,
        252 => Type::Int,
        253 => Type::Long,
        254 => Type::Float,
        255 => Type::Double,
        _ => return None,
    })
}
