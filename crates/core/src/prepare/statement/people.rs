//! Whether rows of the data come more than once in what a statement gives: each has a number, which its plan carries along
//! through joins, queries in queries and names for them. A group has the number of its first row.

use super::plan::refused;
use polars::lazy::dsl::{DslPlan, Expr, col, lit, when};
use polars::prelude::{
    DataFrame, LazyFrame, NULL, PlSmallStr, PolarsResult, SchemaRef, UniqueKeepStrategy,
};
use std::collections::HashMap;
use std::sync::Arc;

/// How many rows of the data come more than once.
pub(super) fn several(frame: LazyFrame, data: &Arc<DataFrame>) -> PolarsResult<usize> {
    let shown_alone = frame.clone();
    let mut plan = frame.logical_plan;
    let mut numbers = Numbers { data, given: 0 };
    let carried = numbers.carried(&mut plan)?;
    if carried.names.is_empty() {
        return Ok(0);
    }
    let shown: Vec<Expr> = carried.names.iter().cloned().map(col).collect();
    let frame = LazyFrame::from(plan).select(shown).collect()?;
    let mut most = 0;
    for column in frame.columns() {
        let mut times: HashMap<u32, u32> = HashMap::new();
        let found = column.u32()?;
        for row in found.iter().flatten() {
            *times.entry(row).or_default() += 1;
        }
        most = most.max(times.values().filter(|&&times| times > 1).count());
    }
    // One value made of all rows, FIRST for one, is nobody's row, and would stand beside each of their numbers.
    if most > 0 && shown_alone.collect()?.height() != frame.height() {
        return Ok(0);
    }
    Ok(most)
}

struct Numbers<'a> {
    data: &'a Arc<DataFrame>,
    given: usize,
}

/// The columns of numbers that a part of a plan shows besides its own.
#[derive(Default)]
struct Carried {
    names: Vec<PlSmallStr>,
    /// Whether they are those of groups: what is told of a group may stand beside each of its people.
    is_grouped: bool,
    /// Whether rows of several tables were laid side by side.
    is_joined: bool,
}

impl Carried {
    /// Of two tables side by side. People who are joined with their groups are counted, and the groups are not.
    fn beside(mut self, mut other: Self) -> Self {
        (self.is_joined, other.is_joined) = (true, true);
        if self.names.is_empty() || self.is_grouped && !other.is_grouped && !other.names.is_empty()
        {
            return other;
        }
        if self.is_grouped == other.is_grouped {
            self.names.extend(other.names);
        }
        self
    }
}

impl Numbers<'_> {
    fn fresh(&mut self) -> PlSmallStr {
        self.given += 1;
        // No column of a file is called so.
        format!("\u{1}row {}", self.given).into()
    }

    fn carried(&mut self, plan: &mut DslPlan) -> PolarsResult<Carried> {
        while let DslPlan::IR { dsl, .. } = plan {
            *plan = dsl.as_ref().clone();
        }
        match plan {
            DslPlan::DataFrameScan { df, schema } => {
                if !Arc::ptr_eq(df, self.data) {
                    return Ok(Carried::default());
                }
                let name = self.fresh();
                let numbered = df.with_row_index(name.clone(), None)?;
                *schema = numbered.schema().clone();
                *df = Arc::new(numbered);
                Ok(Carried {
                    names: vec![name],
                    is_grouped: false,
                    is_joined: false,
                })
            }
            DslPlan::Filter { input, .. }
            | DslPlan::HStack { input, .. }
            | DslPlan::MapFunction { input, .. }
            | DslPlan::Slice { input, .. }
            | DslPlan::Sort { input, .. } => self.carried(Arc::make_mut(input)),
            DslPlan::Select { expr, input, .. } => {
                let mut below = self.carried(Arc::make_mut(input))?;
                match expr.iter().any(keeps_rows) {
                    true => expr.extend(below.names.iter().cloned().map(col)),
                    false => below.names.clear(),
                }
                Ok(below)
            }
            DslPlan::GroupBy { input, aggs, .. } => {
                let mut below = self.carried(Arc::make_mut(input))?;
                let number = |name: PlSmallStr| {
                    let (first, last) = (col(name.clone()).min(), col(name.clone()).max());
                    match below.is_joined {
                        // Of joined rows, those of one person are that person's, and those of several nobody's.
                        true => when(first.clone().eq(last))
                            .then(first)
                            .otherwise(lit(NULL)),
                        false => first,
                    }
                    .alias(name)
                };
                aggs.extend(below.names.iter().cloned().map(number));
                below.is_grouped = true;
                Ok(below)
            }
            DslPlan::Distinct { input, options } => {
                let shown = schema_of(input)?;
                let below = self.carried(Arc::make_mut(input))?;
                if options.subset.is_none() {
                    options.subset = Some(shown.iter_names().cloned().map(col).collect());
                }
                options.keep_strategy = UniqueKeepStrategy::First;
                Ok(below)
            }
            DslPlan::Join {
                input_left,
                input_right,
                ..
            } => {
                let left = self.carried(Arc::make_mut(input_left))?;
                let right = self.carried(Arc::make_mut(input_right))?;
                Ok(left.beside(right))
            }
            DslPlan::Union { inputs, .. } => self.stacked(inputs),
            // Beside the rows stands what a condition compares them with.
            DslPlan::HConcat { inputs, .. } => match inputs.first_mut() {
                Some(rows) => self.carried(rows),
                None => Ok(Carried::default()),
            },
            _ => Err(refused("nobody can say whose its rows are")),
        }
    }

    /// Tables one below the other, each with its numbers under the same name.
    fn stacked(&mut self, inputs: &mut [DslPlan]) -> PolarsResult<Carried> {
        let mut parts = Vec::with_capacity(inputs.len());
        let (mut is_grouped, mut is_joined) = (true, false);
        for input in inputs.iter_mut() {
            let shown = schema_of(input)?;
            let below = self.carried(input)?;
            is_grouped &= below.is_grouped;
            is_joined |= below.is_joined;
            parts.push((shown, below.names));
        }
        let all = parts.iter().all(|(_, names)| !names.is_empty());
        let name = self.fresh();
        for (input, (shown, names)) in inputs.iter_mut().zip(parts) {
            let mut expr: Vec<Expr> = shown.iter_names().cloned().map(col).collect();
            if let Some(number) = names.first().filter(|_| all) {
                expr.push(col(number.clone()).alias(name.clone()));
            }
            let stacked = LazyFrame::from(std::mem::take(input)).select(expr);
            *input = stacked.logical_plan;
        }
        Ok(Carried {
            names: if all { vec![name] } else { Vec::new() },
            is_grouped,
            is_joined,
        })
    }
}

fn schema_of(plan: &DslPlan) -> PolarsResult<SchemaRef> {
    LazyFrame::from(plan.clone()).collect_schema()
}

/// Whether a column of this kind has a value for each row: a mean of all of them has one.
fn keeps_rows(expr: &Expr) -> bool {
    match expr {
        Expr::Column(_) | Expr::Selector(_) | Expr::Over { .. } => true,
        Expr::Alias(inner, _) | Expr::Cast { expr: inner, .. } => keeps_rows(inner),
        Expr::BinaryExpr { left, right, .. } => keeps_rows(left) || keeps_rows(right),
        Expr::Ternary {
            predicate,
            truthy,
            falsy,
        } => [predicate, truthy, falsy]
            .into_iter()
            .any(|part| keeps_rows(part)),
        Expr::Function { input, .. } => input.iter().any(keeps_rows),
        _ => false,
    }
}
