//! The first record: the names of the columns, or records that have none.

use super::Limits;
use super::dialect::{After, Dialect};
use super::fault::{Fault, FaultKind, line_of};
use super::fields::Fields;
use super::nulls::Nulls;
use super::sniff;
use crate::problem::Problem;
use crate::spelling::Fold;
use std::collections::{HashMap, HashSet};
use std::path::Path;

#[derive(Clone, Debug)]
pub struct Header {
    pub names: Vec<String>,
    /// False where the file has no header and the names are ours.
    pub present: bool,
    /// Where the records begin.
    pub body: usize,
    pub notes: Vec<String>,
}

impl Header {
    /// `wanted` says whether there is a header; `None` to find out.
    pub fn read(
        text: &str,
        dialect: &Dialect,
        wanted: Option<bool>,
        nulls: &Nulls,
        fold: Fold,
        limits: Limits,
    ) -> Result<Self, Problem> {
        let present =
            wanted.unwrap_or_else(|| sniff::header(&sniff::first_records(text, dialect), nulls));
        let first = FirstRecord::read(text, dialect, limits)?;
        if first.count > limits.columns {
            let message = format!(
                "the table has {} columns; expected at most {}",
                first.count, limits.columns
            );
            return Err(Problem::new(message).at(first.line, limits.columns as u64 + 1));
        }
        if present {
            named(first, fold)
        } else {
            Ok(unnamed(first))
        }
    }
}

struct FirstRecord {
    /// No more than the limit allows: a file that is no table may have millions.
    fields: Vec<String>,
    count: usize,
    line: u64,
    start: usize,
    end: usize,
}

impl FirstRecord {
    fn read(text: &str, dialect: &Dialect, limits: Limits) -> Result<Self, Problem> {
        let mut fields = Fields::new(text, dialect);
        let mut scratch = String::new();
        let mut names = Vec::new();
        let mut count = 0;
        let mut start = 0;
        while !fields.is_at_end() {
            let at = fields.position();
            let number = count + 1;
            // The caller names the file.
            let sentence = |fault: Fault| Problem {
                file: None,
                ..fault.problem(Path::new(""), text, dialect, true)
            };
            let field = fields
                .next_field()
                .map_err(|fault| sentence(Fault::of_quote(fault, number)))?;
            if count == 0 && field.is_blank_line() {
                start = fields.position();
                continue;
            }
            if field.range.len() > limits.field_bytes {
                return Err(sentence(Fault {
                    at,
                    field: number,
                    kind: FaultKind::TooLong {
                        limit: limits.field_bytes,
                    },
                }));
            }
            count = number;
            if count <= limits.columns {
                names.push(field.value(text, &mut scratch).to_owned());
            }
            if field.after != After::Field {
                break;
            }
        }
        Ok(Self {
            fields: names,
            count,
            line: line_of(text, dialect, start),
            start,
            end: fields.position(),
        })
    }
}

fn named(mut first: FirstRecord, fold: Fold) -> Result<Header, Problem> {
    let mut tidied = 0;
    for name in &mut first.fields {
        tidied += usize::from(*fold.name(name) != **name);
        fold.tidy(name);
    }
    let mut seen: HashMap<&str, usize> = HashMap::new();
    for (at, name) in first.fields.iter().enumerate() {
        if name.is_empty() {
            continue;
        }
        if let Some(earlier) = seen.insert(name, at) {
            let message = format!(
                "fields {} and {} of the header are the same, so that two columns are named \"{name}\"; expected a name \
                 of its own for each column, or data.header = false if this is a record",
                earlier + 1,
                at + 1
            );
            return Err(Problem::new(message).at(first.line, at as u64 + 1));
        }
    }
    let mut taken: HashSet<String> = first.fields.iter().cloned().collect();
    let mut notes: Vec<String> = tidied_names(tidied).into_iter().collect();
    let mut names = first.fields;
    for (at, name) in names.iter_mut().enumerate() {
        if !name.is_empty() {
            continue;
        }
        let mut own = format!("column{}", at + 1);
        while !taken.insert(own.clone()) {
            own.push('_');
        }
        notes.push(format!(
            "Column {} has no name in the header and is called {own}.",
            at + 1
        ));
        *name = own;
    }
    Ok(Header {
        names,
        present: true,
        body: first.end,
        notes,
    })
}

/// What is said of names that are written in another way than in the file.
pub fn tidied_names(count: usize) -> Option<String> {
    let how = "without the white space around it and with its letters composed";
    match count {
        0 => None,
        1 => Some(format!("The name of 1 column is read {how}.")),
        _ => Some(format!("Each of {count} names of columns is read {how}.")),
    }
}

fn unnamed(first: FirstRecord) -> Header {
    let count = first.fields.len();
    let note = if count == 1 {
        "The file has no header: its column is called column1.".to_owned()
    } else {
        format!("The file has no header: its columns are called column1 to column{count}.")
    };
    Header {
        names: (1..=count)
            .map(|number| format!("column{number}"))
            .collect(),
        present: false,
        body: first.start,
        notes: vec![note],
    }
}
