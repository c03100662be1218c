//! A release of whole levels as SQL, so that the same recoding can run where the data are: one `SELECT` that DuckDB and
//! PostgreSQL both understand.

#[cfg(test)]
mod tests;

use super::TOOL;
use cloakroom_core::Problem;
use cloakroom_core::words::grouped;
use std::fmt::Write;

/// Up to so many values are told in a `CASE`; more are joined.
const MOST_IN_CASE: usize = 24;

/// What the statement does. A missing value is `None`, in the source and in the release.
#[derive(Clone, Debug, PartialEq)]
pub struct Transformation {
    /// What the table of the source is called.
    pub table: String,
    /// The name of the file that it comes from, for the explanation.
    pub file: String,
    /// What stands between its fields, if it is a CSV file whose first line names the columns.
    pub delimiter: Option<String>,
    /// Texts of the file that mean "missing".
    pub nulls: Vec<String>,
    /// The columns that are released, in their order. Identifiers are not even read.
    pub columns: Vec<SqlColumn>,
    pub keep: Keep,
    /// Records of the release.
    pub records: usize,
}

#[derive(Clone, Debug, PartialEq)]
pub struct SqlColumn {
    /// In the source.
    pub name: String,
    pub released_name: String,
    pub is_quasi: bool,
    pub recoding: Recoding,
}

#[derive(Clone, Debug, PartialEq)]
pub enum Recoding {
    AsItIs,
    /// Whatever the value, missing or not.
    Constant(Option<String>),
    /// These become others, all others stay.
    Some(Vec<(String, String)>),
    /// Every value of the source, with what it becomes.
    All {
        missing: Option<String>,
        values: Vec<(String, Option<String>)>,
    },
}

/// Which records are released.
#[derive(Clone, Debug, PartialEq)]
pub enum Keep {
    All,
    /// Those that share their quasi-identifiers with so many, themselves included, as they are released.
    AtLeast(u32),
    /// All but those with these quasi-identifiers, as they are released.
    WithoutReleased(Vec<Vec<Option<String>>>),
    /// All but those with these quasi-identifiers, as they are in the source.
    WithoutOriginal(Vec<Vec<Option<String>>>),
}

/// The text of the file.
pub fn statement(told: &Transformation) -> Result<String, Problem> {
    let mut sql = String::new();
    explanation(&mut sql, told);
    source(&mut sql, told);
    for (at, column) in told.columns.iter().enumerate() {
        mapping(&mut sql, at, column);
    }
    left_out(&mut sql, told);
    recoded(&mut sql, told);
    released(&mut sql, told);
    if sql.contains('\0') {
        return Err(Problem::new(
            "the SQL cannot be written: a name or a value holds a zero character, which SQL has no way to write",
        ));
    }
    Ok(sql)
}

fn explanation(sql: &mut String, told: &Transformation) {
    let tokens: Vec<String> = told.nulls.iter().map(|token| literal(token)).collect();
    let table = name(&told.table);
    comment(
        sql,
        &format!(
            "The recoding of a release, written by {TOOL}. It names values of the source: it stays in house."
        ),
    );
    comment(
        sql,
        &format!(
            "It needs a table {table} with the columns below, all of them text as they stand in the file, and with \
             missing values ({}) as NULL.",
            tokens.join(", ")
        ),
    );
    if let Some(delimiter) = &told.delimiter {
        comment(
            sql,
            &format!(
                "In DuckDB: CREATE TABLE {table} AS SELECT * FROM read_csv({}, all_varchar = true, header = true, \
                 delim = {}, nullstr = [{}]);",
                literal(&told.file),
                literal(delimiter),
                tokens.join(", ")
            ),
        );
    }
    comment(
        sql,
        &format!(
            "It gives the {} records of the release, in no particular order; a missing value is NULL. A value that the \
             source did not hold becomes NULL wherever values are listed.",
            grouped(told.records as u64)
        ),
    );
    if let Some((one, other)) = alike(&told.columns) {
        comment(
            sql,
            &format!(
                "The names {} and {} differ in upper and lower case alone, which DuckDB cannot tell apart: rename one \
                 of them here and there.",
                name(one),
                name(other)
            ),
        );
    }
}

fn comment(sql: &mut String, text: &str) {
    // A line break would end the comment and begin a command.
    let line: String = text
        .chars()
        .map(|c| {
            if c.is_control() || c == '\u{2028}' || c == '\u{2029}' {
                ' '
            } else {
                c
            }
        })
        .collect();
    let _ = writeln!(sql, "-- {line}");
}

fn alike(columns: &[SqlColumn]) -> Option<(&str, &str)> {
    let lower: Vec<String> = columns
        .iter()
        .map(|column| column.name.to_lowercase())
        .collect();
    let mut seen = std::collections::HashMap::new();
    for (at, text) in lower.iter().enumerate() {
        if let Some(first) = seen.insert(text.as_str(), at) {
            return Some((&columns[first].name, &columns[at].name));
        }
    }
    None
}

fn source(sql: &mut String, told: &Transformation) {
    sql.push_str("WITH cloakroom_source AS (\n  SELECT\n");
    let columns: Vec<String> = told
        .columns
        .iter()
        .enumerate()
        .map(|(at, column)| {
            let number = at + 1;
            format!("    CAST(t.{} AS VARCHAR) AS c{number}", name(&column.name))
        })
        .collect();
    let _ = write!(
        sql,
        "{}\n  FROM {} AS t\n)",
        columns.join(",\n"),
        name(&told.table)
    );
}

/// A table of its own for a column with many values.
fn mapping(sql: &mut String, at: usize, column: &SqlColumn) {
    let number = at + 1;
    let lines: Vec<String> = match &column.recoding {
        Recoding::Some(values) if values.len() > MOST_IN_CASE => values
            .iter()
            .map(|(from, to)| format!("    ({}, {})", literal(from), literal(to)))
            .collect(),
        Recoding::All { values, .. } if values.len() > MOST_IN_CASE => values
            .iter()
            .map(|(from, to)| format!("    ({}, {})", literal(from), text(to.as_deref())))
            .collect(),
        _ => return,
    };
    let _ = write!(
        sql,
        ",\ncloakroom_map{number} (original, released) AS (\n  VALUES\n{}\n)",
        lines.join(",\n")
    );
}

fn left_out(sql: &mut String, told: &Transformation) {
    let (Keep::WithoutReleased(tuples) | Keep::WithoutOriginal(tuples)) = &told.keep else {
        return;
    };
    let quasi: Vec<String> = quasi(told).map(|number| format!("c{number}")).collect();
    let lines: Vec<String> = tuples
        .iter()
        .map(|tuple| {
            let cells: Vec<String> = tuple.iter().map(|cell| text(cell.as_deref())).collect();
            format!("    ({})", cells.join(", "))
        })
        .collect();
    let _ = write!(
        sql,
        ",\ncloakroom_left_out ({}) AS (\n  VALUES\n{}\n)",
        quasi.join(", "),
        lines.join(",\n")
    );
}

/// The numbers of the quasi-identifiers.
fn quasi(told: &Transformation) -> impl Iterator<Item = usize> {
    told.columns
        .iter()
        .enumerate()
        .filter(|(_, column)| column.is_quasi)
        .map(|(at, _)| at + 1)
}

fn recoded(sql: &mut String, told: &Transformation) {
    sql.push_str(",\ncloakroom_recoded AS (\n  SELECT\n");
    let columns: Vec<String> = told
        .columns
        .iter()
        .enumerate()
        .map(|(at, column)| {
            let number = at + 1;
            format!("    {} AS c{number}", recoding(number, &column.recoding))
        })
        .collect();
    let _ = write!(sql, "{}\n  FROM cloakroom_source AS s", columns.join(",\n"));
    for (at, column) in told.columns.iter().enumerate() {
        let number = at + 1;
        let is_joined = match &column.recoding {
            Recoding::Some(values) => values.len() > MOST_IN_CASE,
            Recoding::All { values, .. } => values.len() > MOST_IN_CASE,
            _ => false,
        };
        if is_joined {
            let _ = write!(
                sql,
                "\n  LEFT JOIN cloakroom_map{number} AS m{number} ON m{number}.original = s.c{number}"
            );
        }
    }
    if let Keep::WithoutOriginal(tuples) = &told.keep {
        let _ = write!(sql, "\n  WHERE {}", not_left_out(told, tuples, "s"));
    }
    sql.push_str("\n)");
}

fn recoding(number: usize, recoding: &Recoding) -> String {
    match recoding {
        Recoding::AsItIs => format!("s.c{number}"),
        Recoding::Constant(value) => match value {
            Some(value) => literal(value),
            None => "CAST(NULL AS VARCHAR)".to_owned(),
        },
        Recoding::Some(values) if values.len() > MOST_IN_CASE => {
            format!("COALESCE(m{number}.released, s.c{number})")
        }
        Recoding::Some(values) => {
            let cases: Vec<String> = values
                .iter()
                .map(|(from, to)| format!("WHEN {} THEN {}", literal(from), literal(to)))
                .collect();
            format!("CASE s.c{number} {} ELSE s.c{number} END", cases.join(" "))
        }
        Recoding::All { missing, values } if values.len() > MOST_IN_CASE => match missing {
            // An equal join finds nothing for a missing value.
            None => format!("m{number}.released"),
            Some(missing) => format!(
                "CASE WHEN s.c{number} IS NULL THEN {} ELSE m{number}.released END",
                literal(missing)
            ),
        },
        Recoding::All { missing, values } => {
            let mut cases = String::new();
            if let Some(missing) = missing {
                let _ = write!(cases, " WHEN s.c{number} IS NULL THEN {}", literal(missing));
            }
            for (to, from) in by_target(values) {
                let from: Vec<String> = from.into_iter().map(literal).collect();
                let is = match from.as_slice() {
                    [one] => format!("= {one}"),
                    some => format!("IN ({})", some.join(", ")),
                };
                let _ = write!(cases, " WHEN s.c{number} {is} THEN {}", literal(to));
            }
            if cases.is_empty() {
                "CAST(NULL AS VARCHAR)".to_owned()
            } else {
                format!("CASE{cases} END")
            }
        }
    }
}

/// What becomes missing needs no line of its own.
fn by_target(values: &[(String, Option<String>)]) -> Vec<(&str, Vec<&str>)> {
    let mut targets: Vec<(&str, Vec<&str>)> = Vec::new();
    for (from, to) in values {
        let Some(to) = to else { continue };
        match targets.iter_mut().find(|(known, _)| known == to) {
            Some((_, sources)) => sources.push(from),
            None => targets.push((to, vec![from])),
        }
    }
    targets
}

/// Columns that are never missing in both are compared by `=`, which can be looked up.
fn not_left_out(told: &Transformation, tuples: &[Vec<Option<String>>], alias: &str) -> String {
    let conditions: Vec<String> = quasi(told)
        .enumerate()
        .map(|(place, number)| {
            let is_missing =
                |tuple: &Vec<Option<String>>| tuple.get(place).is_none_or(Option::is_none);
            let is = if tuples.iter().any(is_missing) {
                "IS NOT DISTINCT FROM"
            } else {
                "="
            };
            format!("o.c{number} {is} {alias}.c{number}")
        })
        .collect();
    format!(
        "NOT EXISTS (SELECT 1 FROM cloakroom_left_out AS o WHERE {})",
        conditions.join(" AND ")
    )
}

fn released(sql: &mut String, told: &Transformation) {
    let columns: Vec<String> = told
        .columns
        .iter()
        .enumerate()
        .map(|(at, column)| format!("  r.c{} AS {}", at + 1, name(&column.released_name)))
        .collect();
    let columns = columns.join(",\n");
    let _ = match &told.keep {
        Keep::All | Keep::WithoutOriginal(_) => {
            writeln!(sql, "\nSELECT\n{columns}\nFROM cloakroom_recoded AS r;")
        }
        Keep::AtLeast(k) => {
            let quasi: Vec<String> = quasi(told).map(|number| format!("r.c{number}")).collect();
            writeln!(
                sql,
                ",\ncloakroom_counted AS (\n  SELECT r.*, COUNT(*) OVER (PARTITION BY {}) AS class_size\n  \
                 FROM cloakroom_recoded AS r\n)\nSELECT\n{columns}\nFROM cloakroom_counted AS r\nWHERE r.class_size >= {k};",
                quasi.join(", ")
            )
        }
        Keep::WithoutReleased(tuples) => writeln!(
            sql,
            "\nSELECT\n{columns}\nFROM cloakroom_recoded AS r\nWHERE {};",
            not_left_out(told, tuples, "r")
        ),
    };
}

/// A name in double quotes.
fn name(text: &str) -> String {
    format!("\"{}\"", text.replace('"', "\"\""))
}

/// A text in single quotes.
fn literal(text: &str) -> String {
    format!("'{}'", text.replace('\'', "''"))
}

fn text(value: Option<&str>) -> String {
    value.map_or_else(|| "NULL".to_owned(), literal)
}
