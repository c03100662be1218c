//! Numbers of a statement, as wide as those of a table.

use super::checked::name_of;
use sqlparser::ast::{CastKind, DataType, Expr, Value, VisitorMut};
use std::ops::ControlFlow;

/// Months have 8 bits in polars and counts have no sign: computed with, they would become other numbers in silence.
pub(super) struct Widened;

/// Functions whose numbers are narrower than those of a table.
const NARROW: [&str; 13] = [
    "array_length",
    "bit_count",
    "bit_length",
    "char_length",
    "character_length",
    "count",
    "date_part",
    "dense_rank",
    "length",
    "octet_length",
    "rank",
    "row_number",
    "strpos",
];

impl VisitorMut for Widened {
    type Break = ();

    fn post_visit_expr(&mut self, expr: &mut Expr) -> ControlFlow<()> {
        let is_narrow = match expr {
            Expr::Extract { .. } | Expr::Position { .. } => true,
            Expr::Function(function) => {
                NARROW.contains(&name_of(&function.name).to_lowercase().as_str())
            }
            Expr::Cast { data_type, .. } => is_narrow(data_type),
            _ => false,
        };
        if is_narrow {
            let inner = std::mem::replace(expr, Expr::value(Value::Null));
            *expr = Expr::Cast {
                kind: CastKind::Cast,
                expr: Box::new(inner),
                data_type: DataType::BigInt(None),
                array: false,
                format: None,
            };
        }
        ControlFlow::Continue(())
    }
}

/// A type of whole numbers that is not as wide as a table's: what does not fit in it is told when it is cast, and what is
/// computed with it afterwards has room.
fn is_narrow(data_type: &DataType) -> bool {
    matches!(
        data_type,
        DataType::TinyInt(_)
            | DataType::TinyIntUnsigned(_)
            | DataType::UTinyInt
            | DataType::SmallInt(_)
            | DataType::SmallIntUnsigned(_)
            | DataType::USmallInt
            | DataType::Int2(_)
            | DataType::Int2Unsigned(_)
            | DataType::Int4(_)
            | DataType::Int4Unsigned(_)
            | DataType::Int16
            | DataType::Int32
            | DataType::UInt8
            | DataType::UInt16
            | DataType::UInt32
            | DataType::MediumInt(_)
            | DataType::MediumIntUnsigned(_)
            | DataType::Int(_)
            | DataType::IntUnsigned(_)
            | DataType::Integer(_)
            | DataType::IntegerUnsigned(_)
            | DataType::UnsignedInteger
            | DataType::Unsigned
    )
}
