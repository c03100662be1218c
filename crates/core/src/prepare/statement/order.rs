//! In which order the rows of a result stand: as the statement says, if it says so of every row, and otherwise by all columns.

use crate::load_options::LoadOptions;
use crate::prepare::rows::picked;
use crate::problem::Failure;
use crate::table::Table;
use rayon::slice::ParallelSliceMut;
use sqlparser::ast::{Expr, OrderByKind, Query, Value};
use std::cmp::Ordering;

/// The table in an order that follows from the statement and from its values, and what is told if the statement alone does not
/// say it.
pub(super) fn settled(
    table: Table,
    query: &Query,
    options: &LoadOptions,
) -> Result<(Table, Option<String>), Failure> {
    let ranks: Vec<(&[u32], &[u32])> = table
        .columns()
        .iter()
        .map(|column| (column.codes(), column.ranks()))
        .collect();
    let by_all = |a: &u32, b: &u32| {
        let mut orders = ranks.iter().map(|(codes, ranks)| {
            let rank = |row: u32| ranks[codes[row as usize] as usize];
            rank(*a).cmp(&rank(*b))
        });
        orders
            .find(|order| order.is_ne())
            .unwrap_or(Ordering::Equal)
    };
    let mut rows: Vec<u32> = (0..table.rows() as u32).collect();
    let (is_other, note) = match keys(query, &table) {
        Keys::None => {
            rows.par_sort_unstable_by(by_all);
            (
                true,
                "The statement says no order, so its rows are sorted by all columns.",
            )
        }
        // They come as it orders them (`plan`).
        Keys::Unknown => return Ok((table, None)),
        Keys::Columns(keys) => {
            let is_tie = |a: u32, b: u32| {
                let mut codes = keys.iter().map(|&key| ranks[key].0);
                codes.all(|codes| codes[a as usize] == codes[b as usize])
            };
            let mut has_ties = false;
            let mut from = 0;
            while from < rows.len() {
                let mut to = from + 1;
                while to < rows.len() && is_tie(rows[from], rows[to]) {
                    to += 1;
                }
                let run = &mut rows[from..to];
                let differ = run
                    .windows(2)
                    .any(|pair| by_all(&pair[0], &pair[1]).is_ne());
                if differ {
                    has_ties = true;
                    run.par_sort_unstable_by(by_all);
                }
                from = to;
            }
            (
                has_ties,
                "The statement orders some rows alike, so these are sorted by all columns.",
            )
        }
    };
    if !is_other {
        return Ok((table, None));
    }
    Ok((picked(&table, &rows, options)?, Some(note.to_owned())))
}

enum Keys {
    /// Nothing is said.
    None,
    /// Something is said that cannot be seen in the result.
    Unknown,
    /// By these columns of the result.
    Columns(Vec<usize>),
}

fn keys(query: &Query, table: &Table) -> Keys {
    let Some(order) = &query.order_by else {
        return Keys::None;
    };
    let OrderByKind::Expressions(by) = &order.kind else {
        return Keys::Columns((0..table.columns().len()).collect());
    };
    let place = |expr: &Expr| match expr {
        Expr::Identifier(name) => table.position(&name.value),
        Expr::Value(value) => match &value.value {
            Value::Number(number, _) => {
                let at: usize = number.parse().ok()?;
                (1..=table.columns().len()).contains(&at).then(|| at - 1)
            }
            _ => None,
        },
        _ => None,
    };
    let places: Option<Vec<usize>> = by.iter().map(|by| place(&by.expr)).collect();
    places.map_or(Keys::Unknown, Keys::Columns)
}
