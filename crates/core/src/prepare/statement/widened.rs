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
