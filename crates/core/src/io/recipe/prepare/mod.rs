//! `[prepare]`: what is done to the table before roles.

mod write;

pub(super) use write::{written_step, written_tables};

use super::read::{some_text, types};
use super::section::{Entry, Section, unknown_key};
use crate::prepare::{
    Aggregate, At, Bands, DATA, Derived, Operation, OtherFile, Prepare, SampleSize, Step, Taken,
    USUAL_DAYS, Unmapped,
};
use crate::problem::Problem;
use crate::value_type::parse_date;
use crate::words::either;
use std::collections::BTreeMap;
use std::path::PathBuf;

/// The key of a step that says what it does, with those that may stand beside it.
const STEPS: [(&str, &[&str]); 11] = [
    ("sql", &["multiplies"]),
    ("keep", &[]),
    ("drop", &[]),
    ("rename", &[]),
    (
        "derive",
        &[
            "formula",
            "year_of",
            "age_from",
            "at",
            "at_column",
            "bands_of",
            "width",
            "cuts",
            "part_of",
            "from",
            "letters",
            "joined",
            "separator",
        ],
    ),
    ("map", &["file", "into", "unmapped"]),
    ("join", &["on", "columns", "unmatched", "multiplies"]),
    ("group", &["take"]),
    ("sample", &["seed"]),
    ("pseudonyms", &[]),
    ("shift_dates", &["person", "key", "days"]),
];

/// A statement comes first and pseudonyms last, whatever their order in the file: `steps` says any other.
pub fn prepare(entry: &Entry<'_, '_>) -> Result<Prepare, Problem> {
    let mut prepare = Prepare::default();
    let section = entry.section()?;
    let mut last = None;
    let mut multiplies = false;
    for entry in section.entries() {
        match entry.key {
            "tables" => prepare.tables = tables(&entry)?,
            "sql" => {
                let sql = entry.text()?.to_owned();
                let operation = Operation::Sql {
                    sql,
                    multiplies: false,
                };
                prepare.steps.insert(0, operation.into());
            }
            "multiplies" => multiplies = entry.truth()?,
            "pseudonyms" => {
                last = Some(Operation::Pseudonyms {
                    keys: keys(&entry)?,
                })
            }
            "steps" => {
                for item in entry.items("tables, each with what is done")? {
                    prepare.steps.push(step(&item)?);
                }
            }
            _ => {
                return Err(unknown_key(
                    &entry,
                    "tables, sql, multiplies, steps or pseudonyms",
                ));
            }
        }
    }
    if multiplies {
        match (section.find("sql"), prepare.steps.first_mut()) {
            (Some(_), Some(first)) => {
                if let Operation::Sql { multiplies, .. } = &mut first.operation {
                    *multiplies = true;
                }
            }
            _ => {
                return Err(
                    entry.problem("prepare.multiplies is about prepare.sql, which is missing")
                );
            }
        }
    }
    prepare.steps.extend(last.map(Step::from));
    Ok(prepare)
}

fn tables(entry: &Entry<'_, '_>) -> Result<BTreeMap<String, OtherFile>, Problem> {
    let mut tables = BTreeMap::new();
    for entry in entry.section()?.entries() {
        if entry.key == DATA {
            return Err(entry.problem(
                "the table that is prepared is called data; expected another name for this one",
            ));
        }
        tables.insert(entry.key.to_owned(), file(&entry)?);
    }
    Ok(tables)
}

/// A path, or `{ path = "visits.xlsx", sheet = "2024" }`.
fn file(entry: &Entry<'_, '_>) -> Result<OtherFile, Problem> {
    if !entry.is_section() {
        return Ok(PathBuf::from(entry.text()?).into());
    }
    let section = entry.section()?;
    let path = section.find("path").ok_or_else(|| {
        entry.problem("path is missing; expected the path of the file beside how it is read")
    })?;
    let mut file = OtherFile::from(path.text()?);
    for entry in section.entries() {
        match entry.key {
            "path" => {}
            "sheet" => file.sheet = Some(some_text(&entry)?),
            "delimiter" => file.delimiter = Some(some_text(&entry)?),
            "types" => file.types = types(&entry)?,
            _ => return Err(unknown_key(&entry, "path, sheet, delimiter or types")),
        }
    }
    Ok(file)
}

fn keys(entry: &Entry<'_, '_>) -> Result<BTreeMap<String, PathBuf>, Problem> {
    let section = entry.section()?;
    let entries = section.entries();
    if entries.is_empty() {
        return Err(entry.expected("columns with their key files, such as { id = \"key.txt\" }"));
    }
    let keys = entries.iter();
    keys.map(|entry| Ok((entry.key.to_owned(), PathBuf::from(entry.text()?))))
        .collect()
}

fn step(item: &Entry<'_, '_>) -> Result<Step, Problem> {
    let section = item.section()?;
    let names = STEPS.map(|(name, _)| name);
    let mut does = STEPS
        .iter()
        .filter_map(|of| Some((of, section.find(of.0)?)));
    let Some((&(name, others), what)) = does.next() else {
        return Err(item.expected(&format!("a step with one of {}", either(&names))));
    };
    if let Some((_, second)) = does.next() {
        return Err(second.problem(format!(
            "this step is both {name} and {}; expected one thing a step",
            second.key
        )));
    }
    for entry in section.entries() {
        if entry.key != name && entry.key != "off" && !others.contains(&entry.key) {
            let known: Vec<&str> = [name, "off"].iter().chain(others).copied().collect();
            return Err(unknown_key(&entry, &either(&known)));
        }
    }
    let off = match section.find("off") {
        Some(entry) => entry.truth()?,
        None => false,
    };
    Ok(Step {
        operation: operation(name, &what, &section)?,
        off,
    })
}

fn operation(
    name: &str,
    what: &Entry<'_, '_>,
    section: &Section<'_, '_>,
) -> Result<Operation, Problem> {
    let truth = |key: &str| section.find(key).map_or(Ok(false), |entry| entry.truth());
    let needed = |key: &str, expected: &str| {
        section.find(key).ok_or_else(|| {
            what.problem(format!(
                "{key} is missing beside {name}; expected {expected}"
            ))
        })
    };
    let columns = |entry: &Entry<'_, '_>| match entry.texts()? {
        names if names.is_empty() => Err(entry.expected("at least one column")),
        names => Ok(names),
    };
    Ok(match name {
        "sql" => Operation::Sql {
            sql: what.text()?.to_owned(),
            multiplies: truth("multiplies")?,
        },
        "keep" => Operation::Keep {
            condition: what.text()?.to_owned(),
        },
        "drop" => Operation::Drop {
            columns: columns(what)?,
        },
        "rename" => {
            let names = what.section()?;
            let names = names.entries();
            let columns = names.iter();
            Operation::Rename {
                columns: columns
                    .map(|entry| Ok((entry.key.to_owned(), entry.text()?.to_owned())))
                    .collect::<Result<_, Problem>>()?,
            }
        }
        "derive" => Operation::Derive {
            column: what.text()?.to_owned(),
            from: derived(what, section)?,
        },
        "map" => Operation::Map {
            column: what.text()?.to_owned(),
            file: file(&needed("file", "the file that says what values become")?)?,
            into: match section.find("into") {
                Some(entry) => Some(entry.text()?.to_owned()),
                None => None,
            },
            unmapped: match section.find("unmapped") {
                Some(entry) => entry.choice(&Unmapped::ALL.map(|of| (of.name(), of)))?,
                None => Unmapped::default(),
            },
        },
        "join" => Operation::Join {
            table: what.text()?.to_owned(),
            on: on(&needed("on", "the columns that are the same key")?)?,
            columns: match section.find("columns") {
                Some(entry) => Some(entry.texts()?),
                None => None,
            },
            keeps_unmatched: match section.find("unmatched") {
                Some(entry) => entry.choice(&[("kept", true), ("dropped", false)])?,
                None => true,
            },
            multiplies: truth("multiplies")?,
        },
        "group" => Operation::Group {
            by: columns(what)?,
            take: match section.find("take") {
                Some(entry) => take(&entry)?,
                None => Vec::new(),
            },
        },
        "sample" => Operation::Sample {
            size: sample_size(what)?,
            seed: match section.find("seed") {
                Some(entry) => entry.whole(0, i64::MAX as u64)?,
                None => 1,
            },
        },
        "pseudonyms" => Operation::Pseudonyms { keys: keys(what)? },
        _ => Operation::ShiftDates {
            columns: columns(what)?,
            person: needed("person", "the column that tells who is who")?
                .text()?
                .to_owned(),
            key: PathBuf::from(needed("key", "a key file")?.text()?),
            days: match section.find("days") {
                Some(entry) => entry.whole(1, 36_500)? as u32,
                None => USUAL_DAYS,
            },
        },
    })
}

/// `1000` rows, or a share such as `0.1`.
fn sample_size(entry: &Entry<'_, '_>) -> Result<SampleSize, Problem> {
    const WHAT: &str = "a number of rows, or a share of them between 0 and 1 such as 0.1";
    let number = entry.number(WHAT)?;
    if number > 0.0 && number < 1.0 {
        return Ok(SampleSize::Share(number));
    }
    entry
        .whole(1, u64::from(u32::MAX))
        .map(SampleSize::Rows)
        .map_err(|_| entry.expected(WHAT))
}

/// `["id"]`, or `{ id = "person" }` where the key has another name in the other table.
fn on(entry: &Entry<'_, '_>) -> Result<Vec<(String, String)>, Problem> {
    if !entry.is_section() {
        let names = entry.texts()?.into_iter();
        return Ok(names.map(|name| (name.clone(), name)).collect());
    }
    let section = entry.section()?;
    let entries = section.entries();
    let pairs = entries.iter();
    pairs
        .map(|entry| Ok((entry.key.to_owned(), entry.text()?.to_owned())))
        .collect()
}

/// `{ n = "count", cost = { sum = "cost" } }`.
fn take(entry: &Entry<'_, '_>) -> Result<Vec<Taken>, Problem> {
    let names = Aggregate::ALL.map(Aggregate::name);
    let section = entry.section()?;
    let entries = section.entries();
    let taken = entries.iter().map(|entry| {
        let column = entry.key.to_owned();
        if entry.is_text() {
            let how = entry.choice(&[("count", Aggregate::Count)])?;
            return Ok(Taken {
                column,
                how,
                of: None,
            });
        }
        let what = format!("\"count\", or one of {} with its column", either(&names));
        let inner = entry.section().map_err(|_| entry.expected(&what))?;
        match inner.entries().as_slice() {
            [one] => match Aggregate::from_name(one.key) {
                Some(how) => Ok(Taken {
                    column,
                    how,
                    of: Some(one.text()?.to_owned()),
                }),
                None => Err(unknown_key(one, &either(&names))),
            },
            _ => Err(entry.expected(&what)),
        }
    });
    taken.collect()
}

fn derived(what: &Entry<'_, '_>, section: &Section<'_, '_>) -> Result<Derived, Problem> {
    const WAYS: [(&str, &[&str]); 6] = [
        ("formula", &[]),
        ("year_of", &[]),
        ("age_from", &["at", "at_column"]),
        ("bands_of", &["width", "cuts"]),
        ("part_of", &["from", "letters"]),
        ("joined", &["separator"]),
    ];
    let ways = WAYS.map(|(name, _)| name);
    let mut found = WAYS
        .iter()
        .filter_map(|way| Some((way, section.find(way.0)?)));
    let Some((&(way, others), entry)) = found.next() else {
        let message = format!(
            "what \"{}\" is made of is missing; expected one of {}",
            what.key,
            either(&ways)
        );
        return Err(what.problem(message));
    };
    if let Some((_, second)) = found.next() {
        return Err(second.problem(format!(
            "the column is made by {way} and by {}; expected one of them",
            second.key
        )));
    }
    let all = WAYS.iter().flat_map(|(_, others)| *others);
    for key in all.filter(|key| !others.contains(key)) {
        if let Some(entry) = section.find(key) {
            return Err(entry.problem(format!("{key} does not belong to {way}")));
        }
    }
    let small = |key: &str| -> Result<Option<u32>, Problem> {
        match section.find(key) {
            Some(entry) => Ok(Some(entry.whole(1, 1_000_000)? as u32)),
            None => Ok(None),
        }
    };
    Ok(match way {
        "formula" => Derived::Formula(entry.text()?.to_owned()),
        "year_of" => Derived::YearOf(entry.text()?.to_owned()),
        "age_from" => Derived::Age {
            from: entry.text()?.to_owned(),
            at: match (section.find("at"), section.find("at_column")) {
                (Some(at), None) => {
                    let day = at.text()?;
                    if parse_date(day).is_none() {
                        return Err(at.expected("a day such as \"2024-12-31\""));
                    }
                    At::Date(day.to_owned())
                }
                (None, Some(at)) => At::Column(at.text()?.to_owned()),
                _ => {
                    return Err(
                        entry.problem("an age is one at a day; expected either at or at_column")
                    );
                }
            },
        },
        "bands_of" => Derived::Bands {
            of: entry.text()?.to_owned(),
            bands: match (small("width")?, section.find("cuts")) {
                (Some(width), None) => Bands::Width(width),
                (None, Some(cuts)) => Bands::Cuts(cuts_of(&cuts)?),
                _ => return Err(entry.problem("bands need a width or cuts; expected one of them")),
            },
        },
        "part_of" => Derived::Part {
            of: entry.text()?.to_owned(),
            from: small("from")?.unwrap_or(1),
            letters: small("letters")?,
        },
        _ => Derived::Joined {
            columns: entry.texts()?,
            separator: match section.find("separator") {
                Some(entry) => entry.text()?.to_owned(),
                None => " ".to_owned(),
            },
        },
    })
}

fn cuts_of(entry: &Entry<'_, '_>) -> Result<Vec<i64>, Problem> {
    const WHAT: &str = "whole numbers that rise, such as [18, 65]";
    let numbers = entry.numbers(WHAT)?;
    let rise = numbers.windows(2).all(|pair| pair[0] < pair[1]);
    let whole = numbers
        .iter()
        .all(|number| number.fract() == 0.0 && number.abs() < 1e15);
    match rise && whole && !numbers.is_empty() {
        true => Ok(numbers.into_iter().map(|number| number as i64).collect()),
        false => Err(entry.expected(WHAT)),
    }
}
