//! The plan that polars makes of a statement, made anew so that nothing in it is left to chance: groups and rows without
//! twins come in the order in which they first appear, joins in that of their rows, and rows that are ordered alike in that
//! of all their columns. polars leaves these open, and what it finds first is another in every run.

use polars::lazy::dsl::{DataTypeSelector, DslPlan, Expr, Selector};
use polars::prelude::{
    JoinType, LazyFrame, MaintainOrderJoin, PolarsError, PolarsResult, UniqueKeepStrategy,
};
use std::sync::Arc;

/// More parts have no statement that somebody wrote; a query that is named is made for each that looks at it.
const MOST_PARTS: usize = 20_000;

/// The same with everything settled that polars leaves open.
pub(super) fn settled(frame: LazyFrame) -> PolarsResult<LazyFrame> {
    let mut plan = frame.logical_plan;
    let mut parts = 0;
    each(&mut plan, &mut |part| {
        parts += 1;
        match parts > MOST_PARTS {
            true => Err(refused("it has too many parts")),
            false => settle(part),
        }
    })?;
    // Otherwise polars would open again what it thinks that nobody sees.
    Ok(LazyFrame::from(plan).with_check_order(false))
}

/// Begins what is said here, so that it is told from what polars says.
pub(super) const OURS: &str = "\u{1}";

/// A sentence that names no cell.
pub(super) fn refused(why: &'static str) -> PolarsError {
    PolarsError::InvalidOperation(format!("{OURS}{why}").into())
}

/// Every part of a plan, those that another is made of before it.
fn each(
    plan: &mut DslPlan,
    change: &mut impl FnMut(&mut DslPlan) -> PolarsResult<()>,
) -> PolarsResult<()> {
    // What polars remembers of a plan is forgotten, since it will be another.
    while let DslPlan::IR { dsl, .. } = plan {
        *plan = dsl.as_ref().clone();
    }
    for input in inputs(plan)? {
        each(input, change)?;
    }
    change(plan)
}

fn inputs(plan: &mut DslPlan) -> PolarsResult<Vec<&mut DslPlan>> {
    Ok(match plan {
        DslPlan::DataFrameScan { .. } => Vec::new(),
        DslPlan::Filter { input, .. }
        | DslPlan::Cache { input, .. }
        | DslPlan::Select { input, .. }
        | DslPlan::GroupBy { input, .. }
        | DslPlan::HStack { input, .. }
        | DslPlan::Distinct { input, .. }
        | DslPlan::Sort { input, .. }
        | DslPlan::Slice { input, .. }
        | DslPlan::MapFunction { input, .. } => vec![Arc::make_mut(input)],
        DslPlan::Join {
            input_left,
            input_right,
            ..
        } => vec![Arc::make_mut(input_left), Arc::make_mut(input_right)],
        DslPlan::Union { inputs, .. } | DslPlan::HConcat { inputs, .. } => {
            inputs.iter_mut().collect()
        }
        _ => return Err(refused("nobody can say in which order its rows come")),
    })
}

fn settle(part: &mut DslPlan) -> PolarsResult<()> {
    match part {
        DslPlan::GroupBy { maintain_order, .. } => *maintain_order = true,
        DslPlan::Distinct { options, .. } => {
            options.maintain_order = true;
            if options.keep_strategy == UniqueKeepStrategy::Any {
                options.keep_strategy = UniqueKeepStrategy::First;
            }
        }
        DslPlan::Union { args, .. } => args.maintain_order = true,
        DslPlan::Join {
            input_left,
            input_right,
            predicates,
            options,
            ..
        } => {
            refuse_lists(input_left)?;
            refuse_lists(input_right)?;
            let is_by_keys = matches!(
                options.args.how,
                JoinType::Inner | JoinType::Left | JoinType::Right | JoinType::Full
            );
            if is_by_keys && predicates.is_empty() {
                Arc::make_mut(options).args.maintain_order = MaintainOrderJoin::LeftRight;
            }
        }
        DslPlan::Sort {
            by_column,
            sort_options,
            ..
        } => {
            let keys = by_column.len();
            for of_keys in [&mut sort_options.descending, &mut sort_options.nulls_last] {
                let first = of_keys.first().copied().unwrap_or(false);
                of_keys.resize(keys.max(of_keys.len()), first);
                of_keys.push(false);
            }
            by_column.push(Expr::Selector(plain_columns()));
            sort_options.maintain_order = true;
        }
        _ => {}
    }
    Ok(())
}

/// All columns but lists, which have no order.
fn plain_columns() -> Selector {
    let lists = Selector::ByDType(DataTypeSelector::Nested);
    Selector::Difference(Arc::new(Selector::Wildcard), Arc::new(lists))
}

/// A join copies what it finds into each of its rows, and of lists nobody knows how long they are.
fn refuse_lists(plan: &Arc<DslPlan>) -> PolarsResult<()> {
    let schema = LazyFrame::from(plan.as_ref().clone()).collect_schema()?;
    match schema.iter_values().any(|of| of.is_nested()) {
        true => Err(refused(
            "a join would copy a list into each of its rows; expected one value of it, such as ARRAY_TO_STRING gives",
        )),
        false => Ok(()),
    }
}
