//! What every format with named columns refuses alike.

use super::csv::header::tidied_names;
use super::memory;
use crate::load_options::LoadOptions;
use crate::problem::Problem;
use std::collections::HashSet;
use std::path::Path;

/// As for text tables: more is a mistake.
const MOST_COLUMNS: usize = 65_536;

/// What a cell takes while a table is made of it: its code, and once more while equal values become one.
const OF_CELL: u64 = 8;

/// Tables below this are refused nowhere.
const ALWAYS_ALLOWED: u64 = 64 << 20;

/// The names of the columns as they are read, and what is to be said of them. `title` is that of the format.
pub fn names_of<'a>(
    file: &Path,
    title: &str,
    in_file: impl Iterator<Item = &'a str> + Clone,
    rows: usize,
    options: &LoadOptions,
) -> Result<(Vec<String>, Option<String>), Problem> {
    let spelled = |name: &str| options.fold.name(name).into_owned();
    let names: Vec<String> = in_file.clone().map(spelled).collect();
    let pairs = names.iter().zip(in_file);
    let tidied = pairs.filter(|&(name, in_file)| name != in_file);
    let tidied = tidied_names(tidied.count());
    if names.is_empty() || rows == 0 {
        let message = format!("the {title} file holds no records");
        return Err(Problem::in_file(file, message));
    }
    refuse_size(file, names.len(), rows)?;
    refuse_twice(file, &names)?;
    Ok((names, tidied))
}

/// Refuses what is no table of people, and what the memory has no room for: a few bytes can claim many records.
pub fn refuse_size(file: &Path, columns: usize, rows: usize) -> Result<(), Problem> {
    if columns > MOST_COLUMNS {
        let message = format!("the table has {columns} columns; expected at most {MOST_COLUMNS}");
        return Err(Problem::in_file(file, message));
    }
    if rows >= u32::MAX as usize {
        let message = "the table has more than 4,294,967,294 records";
        return Err(Problem::in_file(file, message));
    }
    let needed = (columns as u64)
        .saturating_mul(rows as u64)
        .saturating_mul(OF_CELL);
    if needed > ALWAYS_ALLOWED && needed > memory::room() {
        return Err(too_little_memory(file));
    }
    Ok(())
}

pub fn too_little_memory(file: &Path) -> Problem {
    Problem::in_file(file, "there is not enough memory to read the file")
}

/// Two columns of one name could not be told apart.
pub fn refuse_twice(file: &Path, names: &[String]) -> Result<(), Problem> {
    let mut seen = HashSet::with_capacity(names.len());
    match names.iter().find(|name| !seen.insert(name.as_str())) {
        Some(twice) => {
            let message = format!("there are two columns named \"{twice}\"");
            Err(Problem::in_file(file, message))
        }
        None => Ok(()),
    }
}
