//! From steps to the lines of a recipe.

use super::super::write::{key, number, path_text, text, texts, written_types};
use crate::prepare::{
    At, Bands, Derived, Operation, OtherFile, Prepare, SampleSize, Step, Unmapped,
};
use std::collections::BTreeMap;
use std::path::PathBuf;

/// The lines of `[prepare]`, if it has any of its own.
pub fn written_tables(prepare: &Prepare) -> Vec<(&'static str, String)> {
    if prepare.tables.is_empty() {
        return Vec::new();
    }
    let tables = prepare.tables.iter();
    let tables: Vec<String> = tables
        .map(|(name, file)| format!("{} = {}", key(name), written_file(file)))
        .collect();
    vec![("tables", format!("{{ {} }}", tables.join(", ")))]
}

fn written_file(file: &OtherFile) -> String {
    if file.is_plain() {
        return path_text(&file.path);
    }
    let mut said = vec![format!("path = {}", path_text(&file.path))];
    for (key, value) in [("sheet", &file.sheet), ("delimiter", &file.delimiter)] {
        said.extend(value.iter().map(|value| format!("{key} = {}", text(value))));
    }
    if !file.types.is_empty() {
        said.push(format!("types = {}", written_types(&file.types)));
    }
    format!("{{ {} }}", said.join(", "))
}

fn paths(paths: &BTreeMap<String, PathBuf>) -> String {
    let paths = paths.iter();
    let paths: Vec<String> = paths
        .map(|(name, path)| format!("{} = {}", key(name), path_text(path)))
        .collect();
    format!("{{ {} }}", paths.join(", "))
}

fn pairs<'a>(pairs: impl Iterator<Item = (&'a String, &'a String)>) -> String {
    let pairs: Vec<String> = pairs
        .map(|(left, right)| format!("{} = {}", key(left), text(right)))
        .collect();
    format!("{{ {} }}", pairs.join(", "))
}

/// The lines of a step.
pub fn written_step(step: &Step) -> Vec<(&'static str, String)> {
    let mut lines = Vec::new();
    let mut line = |key: &'static str, value: String| lines.push((key, value));
    match &step.operation {
        Operation::Sql { sql, multiplies } => {
            line("sql", text(sql));
            if *multiplies {
                line("multiplies", "true".to_owned());
            }
        }
        Operation::Keep { condition } => line("keep", text(condition)),
        Operation::Drop { columns } => line("drop", texts(columns)),
        Operation::Rename { columns } => line("rename", pairs(columns.iter())),
        Operation::Derive { column, from } => {
            line("derive", text(column));
            for (key, value) in written_derived(from) {
                line(key, value);
            }
        }
        Operation::Map {
            column,
            file,
            into,
            unmapped,
        } => {
            line("map", text(column));
            line("file", written_file(file));
            if let Some(into) = into {
                line("into", text(into));
            }
            if *unmapped != Unmapped::default() {
                line("unmapped", text(unmapped.name()));
            }
        }
        Operation::Join {
            table,
            on,
            columns,
            keeps_unmatched,
            multiplies,
        } => {
            line("join", text(table));
            let is_same = on.iter().all(|(data, other)| data == other);
            line(
                "on",
                match is_same {
                    true => texts(on.iter().map(|(data, _)| data)),
                    false => pairs(on.iter().map(|(data, other)| (data, other))),
                },
            );
            if let Some(columns) = columns {
                line("columns", texts(columns));
            }
            if !keeps_unmatched {
                line("unmatched", text("dropped"));
            }
            if *multiplies {
                line("multiplies", "true".to_owned());
            }
        }
        Operation::Group { by, take } => {
            line("group", texts(by));
            if !take.is_empty() {
                let taken = take.iter().map(|taken| match &taken.of {
                    None => format!("{} = \"count\"", key(&taken.column)),
                    Some(of) => format!(
                        "{} = {{ {} = {} }}",
                        key(&taken.column),
                        taken.how.name(),
                        text(of)
                    ),
                });
                let taken: Vec<String> = taken.collect();
                line("take", format!("{{ {} }}", taken.join(", ")));
            }
        }
        Operation::Sample { size, seed } => {
            line(
                "sample",
                match size {
                    SampleSize::Rows(rows) => rows.to_string(),
                    SampleSize::Share(share) => number(*share),
                },
            );
            line("seed", seed.to_string());
        }
        Operation::Pseudonyms { keys } => line("pseudonyms", paths(keys)),
        Operation::ShiftDates {
            columns,
            person,
            key,
            days,
        } => {
            line("shift_dates", texts(columns));
            line("person", text(person));
            line("key", path_text(key));
            line("days", days.to_string());
        }
    }
    if step.off {
        line("off", "true".to_owned());
    }
    lines
}

fn written_derived(from: &Derived) -> Vec<(&'static str, String)> {
    match from {
        Derived::Formula(formula) => vec![("formula", text(formula))],
        Derived::YearOf(of) => vec![("year_of", text(of))],
        Derived::Age { from, at } => vec![
            ("age_from", text(from)),
            match at {
                At::Date(day) => ("at", text(day)),
                At::Column(name) => ("at_column", text(name)),
            },
        ],
        Derived::Bands { of, bands } => vec![
            ("bands_of", text(of)),
            match bands {
                Bands::Width(width) => ("width", width.to_string()),
                Bands::Cuts(cuts) => {
                    let cuts: Vec<String> = cuts.iter().map(i64::to_string).collect();
                    ("cuts", format!("[{}]", cuts.join(", ")))
                }
            },
        ],
        Derived::Part { of, from, letters } => {
            let mut lines = vec![("part_of", text(of)), ("from", from.to_string())];
            lines.extend(letters.map(|letters| ("letters", letters.to_string())));
            lines
        }
        Derived::Joined { columns, separator } => {
            vec![("joined", texts(columns)), ("separator", text(separator))]
        }
    }
}
