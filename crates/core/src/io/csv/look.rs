//! A look at the first records of a text, for whoever has to say what it holds before it is read.

use super::dialect::{Dialect, newline_of};
use super::nulls::Nulls;
use super::sniff;
use crate::load_options::LoadOptions;

/// The first records as they would be read.
#[derive(Clone, Debug, Default)]
pub struct Look {
    pub has_header: bool,
    /// Made up where there is no header.
    pub names: Vec<String>,
    /// Without the header; missing values are empty. Records of another length than the header are left out.
    pub records: Vec<Vec<String>>,
}

/// `None` if there is nothing to be seen.
pub fn look(text: &str, options: &LoadOptions) -> Option<Look> {
    look_at(text, options, sniff::first_records)
}

/// All records of a text that is a part of a file; they are understood by the first ones as they always are.
pub fn look_far(text: &str, options: &LoadOptions) -> Option<Look> {
    look_at(text, options, |text, dialect| {
        sniff::records(text, dialect, usize::MAX)
    })
}

fn look_at(
    text: &str,
    options: &LoadOptions,
    records: impl Fn(&str, &Dialect) -> Vec<Vec<String>>,
) -> Option<Look> {
    let newline = newline_of(text);
    let given = options.delimiter.as_deref();
    let delimiter = given.unwrap_or_else(|| sniff::delimiter(text, newline));
    let dialect = Dialect::new(delimiter, newline)?;
    let nulls = Nulls::new(options.nulls.as_deref());
    let mut records = records(text, &dialect);
    let has_header = options
        .header
        .unwrap_or_else(|| sniff::header(&sniff::first_records(text, &dialect), &nulls));
    let names = match has_header {
        true if records.is_empty() => return None,
        true => records.remove(0),
        false => {
            let columns = 1..=records.first()?.len();
            columns.map(|at| format!("column{at}")).collect()
        }
    };
    records.retain(|record| record.len() == names.len());
    for field in records.iter_mut().flatten() {
        if nulls.contains(field) {
            field.clear();
        }
    }
    Some(Look {
        has_header,
        names,
        records,
    })
}
