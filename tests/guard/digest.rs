//! Digests of outputs, one line for each: case, output, and sixteen digits of a hash. Before it is hashed an output loses
//! what may differ from run to run, and nothing else:
//!
//! - the folder that a case runs in, and the version after the program's name;
//! - the day and time of an audit file (`written`), of the reports that quote it, and of what `pool` tells of it;
//! - how long something took: `seconds` in audit files and reports, and that column of a sweep;
//! - the hash of the report in a certificate, if it is that of the report beside it, since the report names the version.

use sha2::{Digest as _, Sha256};
use std::collections::BTreeMap;
use std::path::Path;
use std::{fmt, fs};

/// By case and output.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Digests(BTreeMap<(String, String), String>);

pub struct Difference<'a> {
    pub case: &'a str,
    pub output: &'a str,
    pub what: What<'a>,
}

pub enum What<'a> {
    Other {
        was: &'a str,
        is: &'a str,
    },
    /// It has no line.
    New,
    /// It has a line and did not come.
    Gone,
}

impl fmt::Display for Difference<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let output = self.output;
        match self.what {
            What::Other { was, is } => write!(f, "{output} ({was} before, {is} now)"),
            What::New => write!(f, "{output} (has no line in digests.txt)"),
            What::Gone => write!(
                f,
                "{output} (has a line in digests.txt, but no longer comes)"
            ),
        }
    }
}

impl Digests {
    pub fn read(file: &Path) -> Self {
        let text = fs::read_to_string(file).unwrap_or_default();
        let lines = text.lines().map(|line| {
            let parts: Vec<&str> = line.split(' ').collect();
            let [case, output, digest] = parts[..] else {
                panic!("not a line of digests: {line}");
            };
            ((case.to_owned(), output.to_owned()), digest.to_owned())
        });
        Self(lines.collect())
    }

    pub fn text(&self) -> String {
        let lines = self.0.iter();
        let mut lines: Vec<String> = lines
            .map(|((case, output), digest)| format!("{case} {output} {digest}\n"))
            .collect();
        lines.sort();
        lines.concat()
    }

    pub fn of_cases(&self, is_wanted: impl Fn(&str) -> bool) -> Self {
        let wanted = self.0.iter().filter(|((case, _), _)| is_wanted(case));
        Self(
            wanted
                .map(|(name, digest)| (name.clone(), digest.clone()))
                .collect(),
        )
    }

    /// The cases that have an output whose name ends so.
    pub fn cases_with(&self, ending: &str) -> impl Iterator<Item = &str> {
        let names = self.0.keys();
        let found = names.filter(move |(_, output)| output.ends_with(ending));
        found.map(|(case, _)| case.as_str())
    }

    pub fn insert(&mut self, case: &str, output: &str, digest: String) {
        let name = (case.to_owned(), output.to_owned());
        self.0.insert(name, digest);
    }

    pub fn extend(&mut self, more: Self) {
        self.0.extend(more.0);
    }

    pub fn differences<'a>(&'a self, seen: &'a Self) -> Vec<Difference<'a>> {
        let mut found = Vec::new();
        for ((case, output), was) in &self.0 {
            let what = match seen.0.get(&(case.clone(), output.clone())) {
                None => What::Gone,
                Some(is) if is != was => What::Other { was, is },
                Some(_) => continue,
            };
            found.push(Difference { case, output, what });
        }
        let new = seen.0.keys().filter(|name| !self.0.contains_key(*name));
        found.extend(new.map(|(case, output)| Difference {
            case,
            output,
            what: What::New,
        }));
        found.sort_by_key(|difference| (difference.case, difference.output));
        found
    }
}

/// The first sixteen digits of a SHA-256.
pub fn digest(bytes: &[u8]) -> String {
    sha256(bytes)[..16].to_owned()
}

fn sha256(bytes: &[u8]) -> String {
    let hash = Sha256::digest(bytes);
    hash.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// What the program wrote to a file or said, without what may differ from run to run. `beside` reads a file of the same
/// folder.
pub fn normal(
    output: &str,
    bytes: Vec<u8>,
    folder: &Path,
    beside: impl Fn(&str) -> Option<Vec<u8>>,
) -> Vec<u8> {
    let Ok(text) = String::from_utf8(bytes.clone()) else {
        return bytes;
    };
    let version = concat!("cloakroom ", env!("CARGO_PKG_VERSION"));
    let mut text = text
        .replace(&folder.display().to_string(), "FOLDER")
        .replace(version, "cloakroom VERSION");
    if output.ends_with(".audit.json") {
        text = without_times(&text, "0000-00-00T00:00:00Z");
        text = without(&text, "\n      \"seconds\": ", is_number);
    } else if output.ends_with(".report.html") {
        text = without_times(&text, "0000-00-00 00:00:00 UTC");
        text = without_stages(&text);
    } else if output.ends_with("certificate.json") {
        let report = beside("report.html").map(|report| sha256(&report));
        if let Some(hash) = report {
            text = text.replace(&hash, "HASH OF THE REPORT");
        }
    } else if output.ends_with(".pool.stdout") {
        text = without_times(&text, "0000-00-00T00:00:00Z");
    } else if output.ends_with(".sweep.stdout") {
        text = match text.as_bytes().first() {
            Some(b'{') => without(&text, "\"seconds\":", is_number),
            _ if text.lines().next().is_some_and(|head| head.contains(',')) => {
                without_field(&text, "seconds")
            }
            _ => without_last_column(&text, "seconds"),
        };
    } else if output.ends_with(".experiment.stdout") {
        text = without(&text, "\"seconds\":", is_number);
    }
    text.into_bytes()
}

fn is_number(letter: char) -> bool {
    letter.is_ascii_digit() || matches!(letter, '.' | 'e' | '-')
}

/// Without texts of a form such as `2024-02-29T12:30:00Z`, where 0 stands for any digit.
fn without_times(text: &str, form: &str) -> String {
    let is_time = |part: &str| {
        let mut pairs = part.chars().zip(form.chars());
        pairs.all(|(letter, form)| match form {
            '0' => letter.is_ascii_digit(),
            _ => letter == form,
        })
    };
    let mut kept = String::new();
    let mut at = 0;
    while let Some(letter) = text[at..].chars().next() {
        match text.get(at..at + form.len()) {
            Some(part) if is_time(part) => {
                kept.push_str("TIME");
                at += form.len();
            }
            _ => {
                kept.push(letter);
                at += letter.len_utf8();
            }
        }
    }
    kept
}

/// Nothing but the letters that are `gone` is taken away, right behind every `mark`.
fn without(text: &str, mark: &str, gone: fn(char) -> bool) -> String {
    let mut parts = text.split(mark);
    let first = parts.next().unwrap_or_default().to_owned();
    parts.fold(first, |kept, part| {
        kept + mark + part.trim_start_matches(gone)
    })
}

/// The seconds of every stage in a report: `data-figure="audit.seconds.3.seconds">0.02<`.
fn without_stages(text: &str) -> String {
    let mut kept = text.to_owned();
    for stage in 0.. {
        let mark = format!("data-figure=\"audit.seconds.{stage}.seconds\">");
        if !kept.contains(&mark) {
            break;
        }
        kept = without(&kept, &mark, is_number);
    }
    kept
}

/// A table for spreadsheets without the cells of one column; no cell before it holds a comma.
fn without_field(text: &str, name: &str) -> String {
    let at = |head: &str| head.split(',').position(|cell| cell == name);
    let Some(at) = text.lines().next().and_then(at) else {
        return text.to_owned();
    };
    let line = |line: &str| {
        let cells = line.split(',').enumerate();
        let cells: Vec<&str> = cells
            .map(|(place, cell)| if place == at { "" } else { cell })
            .collect();
        cells.join(",") + "\n"
    };
    text.lines().map(line).collect()
}

/// A table for people without what stands under its last heading, and with what may follow in a line.
fn without_last_column(text: &str, name: &str) -> String {
    let Some(end) = text
        .lines()
        .next()
        .filter(|head| head.ends_with(name))
        .map(|head| head.chars().count())
    else {
        return text.to_owned();
    };
    let start = end - name.len();
    let line = |line: &str| {
        let letters = line.chars().enumerate();
        let kept = letters.filter(|(at, _)| !(start..end).contains(at));
        kept.map(|(_, letter)| letter)
            .chain(['\n'])
            .collect::<String>()
    };
    text.lines().map(line).collect()
}
