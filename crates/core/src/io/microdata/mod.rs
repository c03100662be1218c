//! Tables of records: a row each.

use super::fold;
use super::placed::Read;
use super::reader::{OfTable, ReadFrom, Reader};
use crate::{Dataset, LoadOptions, Table};

static ROWS: Reader = Reader {
    layout: None,
    fewest_columns: 1,
    from: ReadFrom::Table(OfTable {
        holds_values: true,
        read: |mut placed, _, _| {
            placed.notes.extend(mixed_columns(&placed.table));
            Ok(Read {
                data: Dataset::Microdata(placed.table),
                options: placed.options,
                notes: placed.notes,
                folded: placed.folded,
                buyers: None,
            })
        },
    }),
    stream: None,
};

pub static READERS: [&Reader; 1] = [&ROWS];

pub fn usual_reader(_: &LoadOptions, _: Option<&[u8]>) -> &'static Reader {
    &ROWS
}

/// Columns that are text only because some of their values are not what the others are, or may be read in two ways.
pub fn mixed_columns(table: &Table) -> Vec<String> {
    let mixed = table
        .columns()
        .iter()
        .filter_map(|column| Some((column, column.mixture()?)));
    let told = mixed.map(|(column, mixture)| {
            format!(
                "Column \"{}\" is mixed: {} {}s and {} other values, the first in record {}; it is read as text.",
                column.name(),
                mixture.fitting,
                mixture.mostly.label(),
                mixture.odd,
                mixture.first_odd + 1
            )
        });
    told.chain(fold::unsure(table)).collect()
}
