//! How large the cells of a statement can come to be, counted from its plan before it runs: a text may ask for gigabytes in one
//! cell, and a sum of whole numbers may leave 64 bits, where polars goes on with another number in silence. Both are
//! refused, since nobody can stop the one and nobody would notice the other.

mod expressions;
mod size;

use crate::io::memory;
use crate::words::grouped;
use expressions::Scope;
use polars::prelude::{DataFrame, PlSmallStr};
use polars_plan::plans::expr_ir::ExprIR;
use polars_plan::plans::{AExpr, FunctionIR, IR, IRPlan};
use polars_plan::prelude::{Arena, Node};
use size::Size;
use std::collections::HashMap;
use std::sync::Arc;

/// More has no cell that somebody reads.
const LONGEST: u128 = 64 << 20;

/// What a cell takes, and what a row takes besides.
const CELL: u128 = 32;

/// A sentence that quotes no cell.
pub(super) type Refusal = String;

/// Refuses a plan whose cells could come to more than fits. `most` are the rows of its largest part.
pub(super) fn refuse_larger_than_fit(plan: &IRPlan, most: u128) -> Result<(), Refusal> {
    let mut sizes = Sizes {
        parts: &plan.lp_arena,
        expressions: &plan.expr_arena,
        most,
        room: u128::from(memory::room()) / 2,
        made: 0,
        measured: HashMap::new(),
    };
    sizes.part(plan.lp_top).map(|_| ())
}

struct Sizes<'p> {
    parts: &'p Arena<IR>,
    expressions: &'p Arena<AExpr>,
    most: u128,
    room: u128,
    /// Bytes of all texts and lists that are made on the way.
    made: u128,
    measured: HashMap<*const DataFrame, Columns>,
}

/// The columns of a part of the plan.
type Columns = HashMap<PlSmallStr, Size>;

struct Part {
    rows: u128,
    columns: Columns,
}

impl Sizes<'_> {
    /// What is made must fit, each cell and all together.
    fn make(&mut self, size: Size) -> Result<Size, Refusal> {
        if size.longest > LONGEST {
            return Err(format!(
                "a text or a list that the statement makes could come to {} in one cell; expected at most {}",
                in_bytes(size.longest),
                in_bytes(LONGEST)
            ));
        }
        self.made = self.made.saturating_add(size.bytes);
        if self.made > self.room {
            return Err(format!(
                "the texts and lists that the statement makes could come to {}, and {} fit in the memory; expected \
                 shorter ones",
                in_bytes(self.made),
                in_bytes(self.room)
            ));
        }
        Ok(size)
    }

    fn part(&mut self, node: Node) -> Result<Part, Refusal> {
        let ir = self.parts.get(node);
        let part = match ir {
            IR::DataFrameScan { df, .. } => Part {
                rows: df.height() as u128,
                columns: self.measured(df),
            },
            IR::Filter { input, predicate } => {
                let below = self.part(*input)?;
                self.each(std::slice::from_ref(predicate), *input, &below, false)?;
                below
            }
            IR::Sort {
                input, by_column, ..
            } => {
                let below = self.part(*input)?;
                self.each(by_column, *input, &below, false)?;
                below
            }
            IR::Slice { input, len, .. } => {
                let below = self.part(*input)?;
                Part {
                    rows: below.rows.min(u128::from(*len)),
                    ..below
                }
            }
            IR::Cache { input, .. }
            | IR::SimpleProjection { input, .. }
            | IR::Distinct { input, .. } => self.part(*input)?,
            IR::Select { input, expr, .. } => {
                let below = self.part(*input)?;
                let columns = self.each(expr, *input, &below, false)?;
                Part {
                    rows: below.rows.max(1),
                    columns,
                }
            }
            IR::HStack { input, exprs, .. } => {
                let mut below = self.part(*input)?;
                let columns = self.each(exprs, *input, &below, false)?;
                below.columns.extend(columns);
                below
            }
            IR::GroupBy {
                input, keys, aggs, ..
            } => {
                let below = self.part(*input)?;
                let mut columns = self.each(keys, *input, &below, false)?;
                columns.extend(self.each(aggs, *input, &below, true)?);
                Part {
                    rows: below.rows,
                    columns,
                }
            }
            IR::Join {
                input_left,
                input_right,
                left_on,
                right_on,
                ..
            } => {
                let (left, right) = (self.part(*input_left)?, self.part(*input_right)?);
                self.each(left_on, *input_left, &left, false)?;
                self.each(right_on, *input_right, &right, false)?;
                let product = left.rows.saturating_mul(right.rows);
                let rows = product.saturating_add(left.rows).saturating_add(right.rows);
                let rows = rows.min(self.most.max(left.rows).max(right.rows));
                let mut columns = Columns::new();
                for part in [left, right] {
                    // Of two columns of one name, the second may stand under another.
                    join(&mut columns, part.columns, rows);
                }
                Part { rows, columns }
            }
            IR::Union { inputs, .. } => {
                let mut all = Part {
                    rows: 0,
                    columns: Columns::new(),
                };
                for &input in inputs {
                    let below = self.part(input)?;
                    all.rows = all.rows.saturating_add(below.rows);
                    for (name, size) in below.columns {
                        let known = all.columns.entry(name).or_insert(Size::NONE);
                        *known = known.stacked(size);
                    }
                }
                all
            }
            IR::HConcat { inputs, .. } => {
                let mut beside = Vec::with_capacity(inputs.len());
                for &input in inputs {
                    beside.push(self.part(input)?);
                }
                let rows = beside.iter().map(|part| part.rows).max().unwrap_or(0);
                let mut columns = Columns::new();
                for part in beside {
                    join(&mut columns, part.columns, rows);
                }
                Part { rows, columns }
            }
            IR::MapFunction { input, function } => {
                let mut below = self.part(*input)?;
                match function {
                    FunctionIR::Hint(_) | FunctionIR::Rechunk => {}
                    FunctionIR::RowIndex { name, .. } => {
                        let numbers = Size::whole(0, below.rows as i128, below.rows);
                        below.columns.insert(name.clone(), numbers);
                    }
                    _ => return Err(unknown()),
                }
                below
            }
            _ => return Err(unknown()),
        };
        self.refuse_too_wide(ir, &part)?;
        Ok(part)
    }

    /// Columns may double from one query to the next as rows do.
    fn refuse_too_wide(&self, ir: &IR, part: &Part) -> Result<(), Refusal> {
        if matches!(ir, IR::DataFrameScan { .. }) {
            return Ok(());
        }
        let columns = ir.schema(self.parts).len() as u128;
        let held: u128 = self
            .measured
            .values()
            .map(|known| known.len() as u128)
            .sum();
        let takes = part.rows.saturating_mul(columns + 1).saturating_mul(CELL);
        if columns > 2 * held.max(1_000) && takes > self.room {
            return Err(format!(
                "the statement could come to {columns} columns, which do not fit in the memory; expected fewer"
            ));
        }
        Ok(())
    }

    fn measured(&mut self, frame: &Arc<DataFrame>) -> Columns {
        let known = self.measured.entry(Arc::as_ptr(frame));
        let columns = known.or_insert_with(|| {
            let columns = frame.columns().iter();
            let columns = columns.map(|column| {
                let size = Size::of(column.as_materialized_series());
                (column.name().clone(), size)
            });
            columns.collect()
        });
        columns.clone()
    }

    /// What these expressions give over a part of the plan.
    fn each(
        &mut self,
        expressions: &[ExprIR],
        input: Node,
        below: &Part,
        is_grouped: bool,
    ) -> Result<Columns, Refusal> {
        let schema = self.parts.get(input).schema(self.parts).into_owned();
        let scope = Scope {
            schema: &schema,
            columns: &below.columns,
            rows: below.rows.max(1),
            element: None,
        };
        let mut columns = Columns::new();
        for expression in expressions {
            let mut size = self.of(expression.node(), &scope)?;
            if !is_grouped && self.is_one(expression.node()) {
                size = size.repeated(scope.rows);
            }
            columns.insert(expression.output_name().clone(), size);
        }
        Ok(columns)
    }
}

/// Columns of a table that comes to so many rows.
fn join(columns: &mut Columns, more: Columns, rows: u128) {
    for (name, size) in more {
        let known = columns.entry(name).or_insert(Size::NONE);
        *known = known.or(size).repeated(rows);
    }
}

fn unknown() -> Refusal {
    "a part of the statement is not understood: nobody can say how much it comes to; expected a plain SELECT"
        .to_owned()
}

/// `1,200 MB`, rounded up.
fn in_bytes(bytes: u128) -> String {
    format!("{} MB", grouped(bytes.div_ceil(1 << 20)))
}
