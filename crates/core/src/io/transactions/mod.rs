//! Transactions: a basket a line, a row per basket and item, or a column that holds lists.

pub(super) mod buyers;
mod collect;
mod lines;
mod tables;

pub use tables::BASKET_PARTS;

use super::guess::are_pairs;
use super::reader::{OfTable, ReadFrom, Reader};
use crate::{Dataset, Layout, LoadOptions};

static BASKET: Reader = Reader {
    layout: Some(Layout::Basket),
    fewest_columns: 1,
    from: ReadFrom::Lines(|path, bytes, options, progress| {
        let read = lines::read_transactions(path, bytes, options, progress)?;
        Ok(read.map(Dataset::Transactions))
    }),
    stream: None,
};

static LONG: Reader = Reader {
    layout: Some(Layout::Long),
    fewest_columns: 2,
    from: ReadFrom::Table(OfTable {
        holds_values: false,
        read: |placed, _, progress| {
            Ok(tables::read_long(placed, progress)?.map(Dataset::Transactions))
        },
    }),
    stream: None,
};

static LIST: Reader = Reader {
    layout: Some(Layout::List),
    fewest_columns: 1,
    from: ReadFrom::Table(OfTable {
        holds_values: false,
        read: |placed, _, progress| {
            Ok(tables::read_list(placed, progress)?.map(Dataset::Transactions))
        },
    }),
    stream: None,
};

pub static READERS: [&Reader; 3] = [&BASKET, &LONG, &LIST];

/// Whoever names one column or several has lists or pairs in them; lines that nobody speaks of are baskets, unless they
/// are a table of two columns with a row per item.
pub fn usual_reader(options: &LoadOptions, lines: Option<&[u8]>) -> &'static Reader {
    match (&options.columns, &options.column, lines) {
        (None, Some(_), _) => &LIST,
        (None, None, Some(lines)) => {
            let is_divided = options.separator.is_some();
            if !is_divided && are_pairs(lines, options) {
                &LONG
            } else {
                &BASKET
            }
        }
        _ => &LONG,
    }
}

#[cfg(test)]
mod tests;
