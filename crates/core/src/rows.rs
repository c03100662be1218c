//! Which rows the table shows, and in which order: sort, search and filters as one list of row numbers.

use crate::{Column, Progress, Stopped, Table};
use rayon::prelude::*;
use std::sync::Arc;

/// What the user asked the table to show. The default shows everything in the order of the file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RowQuery {
    pub sort: Option<Sort>,
    /// Rows in which any visible cell contains this, whatever the case.
    pub search: String,
    /// Only these rows, whatever else is asked.
    pub among: Option<Arc<Vec<u32>>>,
    /// Rows that have this code in this column; all must hold.
    pub equals: Vec<(usize, u32)>,
    /// Columns that are hidden on the screen are not searched: a hit would reveal them.
    pub not_searched: Vec<usize>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sort {
    pub column: usize,
    pub descending: bool,
}

impl RowQuery {
    pub fn is_everything(&self) -> bool {
        self.among.is_none() && self.has_no_more_than_rows()
    }

    /// Those rows and nothing else: there is nothing to be looked for.
    pub fn is_only_among(&self) -> bool {
        self.among.is_some() && self.has_no_more_than_rows()
    }

    fn has_no_more_than_rows(&self) -> bool {
        self.sort.is_none() && self.search.is_empty() && self.equals.is_empty()
    }
}

/// How many rows are handled between two looks at the progress.
const STRIDE: usize = 1 << 16;

pub fn select_rows(
    table: &Table,
    query: &RowQuery,
    progress: &Progress,
) -> Result<Vec<u32>, Stopped> {
    progress.stage("sorting", 0);
    let mut keep = vec![query.among.is_none(); table.rows()];
    for rows in query.among.iter().flat_map(|rows| rows.chunks(STRIDE)) {
        progress.check()?;
        for &row in rows {
            if let Some(keep) = keep.get_mut(row as usize) {
                *keep = true;
            }
        }
    }
    for &(column, code) in &query.equals {
        if let Some(column) = table.columns().get(column) {
            retain(&mut keep, column, |other| other == code, progress)?;
        }
    }
    if !query.search.is_empty() {
        let found = search(table, query, progress)?;
        for (keep, found) in keep.iter_mut().zip(found) {
            *keep &= found;
        }
    }
    progress.check()?;
    let sort_column = query
        .sort
        .and_then(|sort| Some((table.columns().get(sort.column)?, sort.descending)));
    match sort_column {
        None => Ok((0..table.rows() as u32)
            .filter(|&row| keep[row as usize])
            .collect()),
        Some((column, descending)) => sorted(column, descending, &keep, progress),
    }
}

fn retain(
    keep: &mut [bool],
    column: &Column,
    wanted: impl Fn(u32) -> bool,
    progress: &Progress,
) -> Result<(), Stopped> {
    for (keep, codes) in keep.chunks_mut(STRIDE).zip(column.codes().chunks(STRIDE)) {
        progress.check()?;
        for (keep, &code) in keep.iter_mut().zip(codes) {
            *keep &= wanted(code);
        }
    }
    Ok(())
}

/// Each distinct value is looked at once; then the rows follow by code.
fn search(table: &Table, query: &RowQuery, progress: &Progress) -> Result<Vec<bool>, Stopped> {
    let needle = query.search.to_lowercase();
    let mut found = vec![false; table.rows()];
    for (at, column) in table.columns().iter().enumerate() {
        if query.not_searched.contains(&at) {
            continue;
        }
        let codes: Vec<u32> = (0..column.dictionary().len() as u32).collect();
        let hits: Vec<bool> = codes
            .par_chunks(4_096)
            .map(|codes| {
                progress.check()?;
                Ok(codes
                    .iter()
                    .map(|&code| contains(column.dictionary().get(code), &needle))
                    .collect::<Vec<bool>>())
            })
            .collect::<Result<Vec<_>, Stopped>>()?
            .concat();
        if hits.iter().any(|&hit| hit) {
            for (found, codes) in found.chunks_mut(STRIDE).zip(column.codes().chunks(STRIDE)) {
                progress.check()?;
                for (found, &code) in found.iter_mut().zip(codes) {
                    *found |= hits[code as usize];
                }
            }
        }
    }
    Ok(found)
}

/// `needle` is in lower case already.
pub fn contains(text: &str, needle: &str) -> bool {
    find_in(text, needle).is_some()
}

/// Where in `text` the lower-case `needle` stands, whatever the case of `text`.
pub fn find_in(text: &str, needle: &str) -> Option<std::ops::Range<usize>> {
    if text.is_ascii() {
        let wanted = needle.as_bytes();
        let at = text
            .as_bytes()
            .windows(wanted.len().max(1))
            .position(|window| window.eq_ignore_ascii_case(wanted))?;
        return Some(at..at + wanted.len());
    }
    // Lower-casing can change lengths, so each start is tried on the original text.
    text.char_indices().find_map(|(start, _)| {
        let mut rest = needle;
        for (offset, letter) in text[start..].char_indices() {
            if rest.is_empty() {
                return Some(start..start + offset);
            }
            for lower in letter.to_lowercase() {
                rest = rest.strip_prefix(lower)?;
            }
        }
        rest.is_empty().then_some(start..text.len())
    })
}

/// A counting sort by rank, so equal values stay in the order of the file.
fn sorted(
    column: &Column,
    descending: bool,
    keep: &[bool],
    progress: &Progress,
) -> Result<Vec<u32>, Stopped> {
    let ranks = column.ranks();
    progress.check()?;
    let values = ranks.len();
    let place_of = |code: u32| {
        let rank = ranks[code as usize] as usize;
        // Missing values come last in both directions.
        if descending && Some(code) != column.null() {
            column.distinct() - 1 - rank
        } else {
            rank
        }
    };
    let mut starts = vec![0u32; values + 1];
    for (&code, &keep) in column.codes().iter().zip(keep) {
        if keep {
            starts[place_of(code) + 1] += 1;
        }
    }
    progress.check()?;
    for at in 1..starts.len() {
        starts[at] += starts[at - 1];
    }
    let mut rows = vec![0u32; starts[values] as usize];
    for (chunk, codes) in column.codes().chunks(STRIDE).enumerate() {
        progress.check()?;
        for (offset, &code) in codes.iter().enumerate() {
            let row = chunk * STRIDE + offset;
            if keep[row] {
                let place = &mut starts[place_of(code)];
                rows[*place as usize] = row as u32;
                *place += 1;
            }
        }
    }
    Ok(rows)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn table() -> Table {
        Table::new(vec![
            Column::from_texts("n", ["10", "9", "", "10"]).unwrap(),
            Column::from_texts("t", ["Ärger", "b", "ÄRGER", "c"]).unwrap(),
        ])
        .unwrap()
    }

    fn rows(query: RowQuery) -> Vec<u32> {
        select_rows(&table(), &query, &Progress::default()).unwrap()
    }

    #[test]
    fn sorting_keeps_ties_in_file_order_and_missing_values_last() {
        let sort = |descending| RowQuery {
            sort: Some(Sort {
                column: 0,
                descending,
            }),
            ..RowQuery::default()
        };
        assert_eq!(rows(sort(false)), [1, 0, 3, 2]);
        assert_eq!(rows(sort(true)), [0, 3, 1, 2]);
    }

    #[test]
    fn search_ignores_case_and_hidden_columns() {
        let search = |text: &str, not_searched: Vec<usize>| RowQuery {
            search: text.to_owned(),
            not_searched,
            ..RowQuery::default()
        };
        assert_eq!(rows(search("ärg", vec![])), [0, 2]);
        assert_eq!(rows(search("ärg", vec![1])), Vec::<u32>::new());
        assert_eq!(rows(search("1", vec![])), [0, 3]);
    }

    #[test]
    fn filters_meet() {
        let query = RowQuery {
            equals: vec![(0, 0), (1, 3)],
            ..RowQuery::default()
        };
        assert_eq!(rows(query), [3]);
    }

    #[test]
    fn what_is_picked_limits_whatever_else_is_asked() {
        let among = |rows: Vec<u32>| RowQuery {
            among: Some(Arc::new(rows)),
            ..RowQuery::default()
        };
        let picked = among(vec![3, 1]);
        assert!(picked.is_only_among() && !picked.is_everything());
        assert_eq!(rows(picked.clone()), [1, 3]);
        let searched = RowQuery {
            search: "1".to_owned(),
            ..picked
        };
        assert!(!searched.is_only_among());
        assert_eq!(rows(searched), [3]);
        assert_eq!(rows(among(vec![9])), Vec::<u32>::new());
    }

    #[test]
    fn a_find_gives_the_place_in_the_original_text() {
        assert_eq!(find_in("Hepatitis", "pat"), Some(2..5));
        assert_eq!(find_in("İstanbul", "stan"), Some(2..6));
        assert_eq!(find_in("abc", "abcd"), None);
        assert_eq!(find_in("Ärger", "är"), Some(0..3));
    }
}
