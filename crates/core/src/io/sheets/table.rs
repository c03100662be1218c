//! The cells of a sheet become a table: which row names the columns, where the records begin, and what stays outside.

use super::grid::{Area, Cell, Grid, MOST_COLUMNS, MS_OF_DAY, Value, name_of_cell, name_of_column};
use crate::dictionary::Dictionary;
use crate::frame::{float_text, time_text};
use crate::io::csv::header::tidied_names;
use crate::io::csv::nulls::Nulls;
use crate::io::csv::sniff;
use crate::io::keyed::Keyed;
use crate::io::named::refuse_size;
use crate::load_options::LoadOptions;
use crate::problem::{Failure, Problem};
use crate::progress::Progress;
use crate::table::Table;
use crate::value_type::date_text;
use std::collections::{HashMap, HashSet};
use std::ops::Range;
use std::path::Path;

/// What a sheet holds as a table.
pub struct Made {
    pub table: Table,
    pub has_header: bool,
    /// The texts that were read as missing.
    pub nulls: Vec<String>,
    pub notes: Vec<String>,
}

/// Rows that are looked at to find the header.
const SAMPLE: usize = 200;
/// More lines than this above a header are records that lack much.
const MOST_TITLES: usize = 50;
/// Records that tell whether there is a header: as of a text.
const RECORDS: usize = 100;
/// Cells between two looks at the progress.
const BLOCK: usize = 1 << 13;

struct Sheet<'a> {
    path: &'a Path,
    name: &'a str,
    cells: Vec<Cell>,
    texts: Dictionary,
    merged: Vec<Area>,
    /// Those that hold something.
    rows: Vec<Range<usize>>,
}

pub fn table_of(
    path: &Path,
    mut grid: Grid<'_>,
    name: &str,
    options: &LoadOptions,
    progress: &Progress,
) -> Result<Made, Failure> {
    let unknown = grid.unknown;
    let cells = grid.take_cells();
    let mut rows: Vec<Range<usize>> = Vec::new();
    for (at, cell) in cells.iter().enumerate() {
        match rows.last_mut() {
            Some(last) if cells[last.start].row == cell.row => last.end = at + 1,
            _ => rows.push(at..at + 1),
        }
    }
    let sheet = Sheet {
        path,
        name,
        cells,
        texts: grid.texts.finish(),
        merged: grid.merged,
        rows,
    };
    let mut made = sheet.made(options, progress)?;
    if unknown > 0 {
        made.notes.push(format!(
            "{} without a stored result, which {} read as missing: open the workbook once and save it.",
            counted(unknown, "formula is", "formulas are"),
            if unknown == 1 { "is" } else { "are" }
        ));
    }
    Ok(made)
}

fn counted(count: usize, one: &str, more: &str) -> String {
    format!("{count} {}", if count == 1 { one } else { more })
}

/// A column of the sheet that becomes one of the table.
struct Chosen {
    /// From 0, in the sheet.
    column: u32,
    name: String,
}

impl Sheet<'_> {
    fn problem(&self, message: String) -> Failure {
        Problem::in_file(self.path, format!("sheet \"{}\": {message}", self.name)).into()
    }

    fn row(&self, at: usize) -> &[Cell] {
        &self.cells[self.rows[at].clone()]
    }

    fn made(&self, options: &LoadOptions, progress: &Progress) -> Result<Made, Failure> {
        if self.rows.is_empty() {
            return Err(self.problem("it holds nothing".to_owned()));
        }
        let nulls = Nulls::new(options.nulls.as_deref());
        let mut notes = Vec::new();
        let titles = match options.header {
            Some(false) => 0,
            _ => self.titles(),
        };
        let has_header = options
            .header
            .unwrap_or_else(|| sniff::header(&self.first_records(titles), &nulls));
        // Lines above records that have no header are records.
        let titles = if has_header { titles } else { 0 };
        if titles > 0 {
            let above = self.row(titles).first().map_or(0, |cell| cell.row);
            notes.push(format!(
                "{} above the header, which is in row {}, {} left out.",
                counted(titles, "line", "lines"),
                above + 1,
                if titles == 1 { "is" } else { "are" }
            ));
        }
        let body = titles + usize::from(has_header);
        let chosen = self.columns(titles, has_header, options, &mut notes)?;
        let records = self.rows.len() - body;
        if records == 0 {
            return Err(self.problem("it has a header but no records".to_owned()));
        }
        refuse_size(self.path, chosen.len(), records)?;
        self.note_gaps(body, &mut notes);
        let table = self.read(body, chosen, &nulls, progress, &mut notes)?;
        Ok(Made {
            table,
            has_header,
            nulls: nulls.into_tokens(),
            notes,
        })
    }

    /// How many lines stand above the header: they fill at most half of what most rows fill.
    fn titles(&self) -> usize {
        let mut filled: Vec<usize> = self.rows.iter().take(SAMPLE).map(Range::len).collect();
        filled.sort_unstable();
        let usual = filled.get(filled.len() / 2).copied().unwrap_or(0);
        let leftmost = self.cells.iter().map(|cell| cell.column).min().unwrap_or(0);
        let is_title = |at: &usize| {
            let row = self.row(*at);
            // The first of two columns may have no name.
            let begins_left = row.first().is_some_and(|cell| cell.column == leftmost);
            row.len() * 2 <= usual && (row.len() * 2 < usual || begins_left)
        };
        let titles = (0..self.rows.len() - 1).take_while(is_title).count();
        if titles > MOST_TITLES { 0 } else { titles }
    }

    /// As texts, from the one that may be a header on.
    fn first_records(&self, from: usize) -> Vec<Vec<String>> {
        let rows = (from..self.rows.len()).take(RECORDS);
        let columns = rows.clone().flat_map(|at| self.row(at));
        let first = columns.clone().map(|cell| cell.column).min().unwrap_or(0);
        let last = columns.map(|cell| cell.column).max().unwrap_or(0);
        let records = rows.map(|at| {
            let mut record = vec![String::new(); (last - first) as usize + 1];
            for cell in self.row(at) {
                record[(cell.column - first) as usize] = self.text(cell.value);
            }
            record
        });
        records.collect()
    }

    fn columns(
        &self,
        header: usize,
        has_header: bool,
        options: &LoadOptions,
        notes: &mut Vec<String>,
    ) -> Result<Vec<Chosen>, Failure> {
        let body = header + usize::from(has_header);
        let cells = self
            .cells
            .get(self.rows[header].start..)
            .unwrap_or_default();
        let mut is_used = vec![false; MOST_COLUMNS as usize];
        for cell in cells {
            is_used[cell.column as usize] = true;
        }
        let used = (0u32..).zip(is_used).filter(|&(_, is_used)| is_used);
        let used: Vec<u32> = used.map(|(column, _)| column).collect();
        if !has_header {
            let named = (1..).zip(&used).map(|(number, &column)| Chosen {
                column,
                name: format!("column{number}"),
            });
            let many = used.len();
            notes.push(match many {
                1 => "The sheet has no header: its column is called column1.".to_owned(),
                _ => format!(
                    "The sheet has no header: its columns are called column1 to column{many}."
                ),
            });
            return Ok(named.collect());
        }
        self.refuse_merged(header, &used)?;
        let mut names: HashMap<u32, String> = HashMap::new();
        let mut tidied = 0;
        for cell in self.row(header) {
            let in_file = self.text(cell.value);
            let name = options.fold.name(&in_file).into_owned();
            tidied += usize::from(name != in_file);
            if !name.is_empty() {
                names.insert(cell.column, name);
            }
        }
        notes.extend(tidied_names(tidied));
        self.refuse_twice(header, &names)?;
        let mut taken: HashSet<String> = names.values().cloned().collect();
        let has_records = self.rows.len() > body;
        let mut chosen = Vec::with_capacity(used.len());
        for (at, &column) in used.iter().enumerate() {
            let name = names.remove(&column).unwrap_or_else(|| {
                let mut own = format!("column{}", at + 1);
                while !taken.insert(own.clone()) {
                    own.push('_');
                }
                if has_records {
                    let letters = name_of_column(column);
                    notes.push(format!(
                        "Column {letters} has no name in the header and is called {own}."
                    ));
                }
                own
            });
            chosen.push(Chosen { column, name });
        }
        Ok(chosen)
    }

    fn refuse_merged(&self, header: usize, used: &[u32]) -> Result<(), Failure> {
        let row = self.row(header).first().map_or(0, |cell| cell.row);
        let merged = self.merged.iter().find(|area| {
            let (first, last) = area.columns;
            area.holds(row) && used.iter().any(|column| (first..=last).contains(column))
        });
        match merged {
            None => Ok(()),
            Some(area) => Err(self.problem(format!(
                "cell {}: the header in row {} has merged cells; expected one row with a name for each column",
                name_of_cell(area.rows.0, area.columns.0),
                row + 1
            ))),
        }
    }

    fn refuse_twice(&self, header: usize, names: &HashMap<u32, String>) -> Result<(), Failure> {
        let mut seen: HashMap<&str, u32> = HashMap::new();
        for cell in self.row(header) {
            let Some(name) = names.get(&cell.column) else {
                continue;
            };
            if let Some(earlier) = seen.insert(name, cell.column) {
                return Err(self.problem(format!(
                    "cells {} and {}: there are two columns named \"{name}\"",
                    name_of_cell(cell.row, earlier),
                    name_of_cell(cell.row, cell.column)
                )));
            }
        }
        Ok(())
    }

    fn note_gaps(&self, body: usize, notes: &mut Vec<String>) {
        let number = |at: usize| self.row(at).first().map_or(0, |cell| cell.row) as usize;
        let last = self.rows.len() - 1;
        let blank = number(last) - number(body) - (last - body);
        match blank {
            0 => {}
            1 => notes.push("1 blank line between records is left out.".to_owned()),
            _ => notes.push(format!("{blank} blank lines between records are left out.")),
        }
        let from = self.row(body).first().map_or(0, |cell| cell.row);
        let merged = self
            .merged
            .iter()
            .filter(|area| area.rows.1 >= from)
            .count();
        if merged > 0 {
            notes.push(format!(
                "{} among the records: the value counts for the first of them, the others are read as missing.",
                counted(merged, "group of merged cells is", "groups of merged cells are")
            ));
        }
    }

    fn read(
        &self,
        body: usize,
        chosen: Vec<Chosen>,
        nulls: &Nulls,
        progress: &Progress,
        notes: &mut Vec<String>,
    ) -> Result<Table, Failure> {
        let records = self.rows.len() - body;
        progress.stage("reading records", records as u64);
        let places: HashMap<u32, usize> = (0..)
            .zip(&chosen)
            .map(|(at, chosen)| (chosen.column, at))
            .collect();
        let is_null: Vec<bool> = self.texts.iter().map(|text| nulls.contains(text)).collect();
        let mut columns: Vec<Keyed<Value>> = chosen.iter().map(|_| Keyed::default()).collect();
        let mut faults = vec![0usize; chosen.len()];
        let mut done = 0usize;
        for (record, at) in (body..self.rows.len()).enumerate() {
            for cell in self.row(at) {
                if done.is_multiple_of(BLOCK) {
                    progress.check()?;
                }
                done += 1;
                let Some(&place) = places.get(&cell.column) else {
                    continue;
                };
                columns[place].fill_up_to(record);
                let value = match cell.value {
                    Value::Fault => {
                        faults[place] += 1;
                        None
                    }
                    Value::Text(code) if is_null[code as usize] => None,
                    value => Some(value),
                };
                columns[place].push(value);
            }
            progress.advance(1);
        }
        let mut table = Vec::with_capacity(chosen.len());
        for ((mut cells, chosen), faults) in columns.into_iter().zip(chosen).zip(faults) {
            progress.check()?;
            cells.fill_up_to(records);
            if faults > 0 {
                notes.push(format!(
                    "Column \"{}\": {} (such as #N/A), read as missing.",
                    chosen.name,
                    counted(faults, "cell holds an error", "cells hold an error")
                ));
            }
            let column = cells.finish(&chosen.name, |value| self.text(value));
            let column = column
                .map_err(|full| self.problem(format!("column \"{}\": {full}", chosen.name)))?;
            table.push(column);
        }
        let table = Table::new(table);
        Ok(table.map_err(|error| Problem::in_file(self.path, error.to_string()))?)
    }

    /// What is shown of a cell follows from the cell alone: another record must not show in it.
    fn text(&self, value: Value) -> String {
        const NS_OF_MS: i64 = 1_000_000;
        match value {
            Value::Number(bits) => float_text(f64::from_bits(bits)),
            Value::Text(code) => self.texts.get(code).to_owned(),
            Value::Truth(value) => value.to_string(),
            Value::Moment(ms) => {
                let date = date_text(ms.div_euclid(MS_OF_DAY));
                // Dates are kept as moments.
                match ms.rem_euclid(MS_OF_DAY) == 0 {
                    true => date,
                    false => format!("{date} {}", time_text(ms.rem_euclid(MS_OF_DAY) * NS_OF_MS)),
                }
            }
            Value::Time(ms) => time_text(ms * NS_OF_MS),
            Value::Fault => String::new(),
        }
    }
}
