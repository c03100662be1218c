//! Stata as releases are written: numbers, days and texts, and whole numbers with a label for each of them. What the file says
//! beside the records is written anew from the kinds and names of its columns and has to be the same bytes; of labels, those
//! are there that some record has, and no others. They are numbered by their letters, or as the certificate declares.

use super::spelled::{date, number};
use super::{Record, Rows, hash_of};
use crate::declaration::Codes;
use crate::problem::{Failure, Problem};
use crate::watch::Watch;
use std::collections::BTreeMap;
use std::fs::File;
use std::io::{BufReader, Read, Seek, SeekFrom};
use std::path::Path;

/// Half a sentence about what is wrong.
type Unread = &'static str;

const OTHERWISE: Unread = "it is not written as a release is";
const OTHER_CODES: Unread = "its codes are not those that the certificate declares";
const ENDED: Unread = "the file ends too early";

/// Days from 1960-01-01 to 1970-01-01.
const OF_1960: i64 = 3_653;
const LARGEST: i32 = 2_147_483_620;
const MISSING: i32 = 2_147_483_621;
const MISSING_DOUBLE: u64 = 0x7fe0_0000_0000_0000;

const OF_NAME: usize = 129;
const OF_FORMAT: usize = 57;
const OF_TITLE: usize = 321;
const MARK: &[u8] = b"<stata_dta><header><release>118</release><byteorder>LSF</byteorder><K>";
/// Of all labels together.
const LONGEST_LABELS: u64 = 1 << 30;
/// Records between two looks at the watch.
const STRIDE: u64 = 1 << 10;

enum Halt {
    Unread(Unread),
    Failure(Failure),
}

impl From<Unread> for Halt {
    fn from(what: Unread) -> Self {
        Self::Unread(what)
    }
}

impl From<Failure> for Halt {
    fn from(failure: Failure) -> Self {
        Self::Failure(failure)
    }
}

impl From<std::io::Error> for Halt {
    fn from(_: std::io::Error) -> Self {
        Self::Unread(ENDED)
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Whole,
    Double,
    Date,
    Labelled,
    Text(u16),
}

impl Kind {
    /// By its type and the format that it is shown in.
    fn of(number: u16, format: &[u8], has_labels: bool) -> Option<Self> {
        Some(match (number, format, has_labels) {
            (1..=2045, b"%-20s", false) => Self::Text(number),
            (65_526, b"%16.0g", false) => Self::Double,
            (65_528, b"%td", false) => Self::Date,
            (65_528, b"%12.0g", false) => Self::Whole,
            (65_528, b"%12.0g", true) => Self::Labelled,
            _ => return None,
        })
    }

    fn number_and_format(self) -> (u16, &'static str) {
        match self {
            Self::Whole | Self::Labelled => (65_528, "%12.0g"),
            Self::Double => (65_526, "%16.0g"),
            Self::Date => (65_528, "%td"),
            Self::Text(width) => (width, "%-20s"),
        }
    }

    fn bytes(self) -> usize {
        match self {
            Self::Whole | Self::Labelled | Self::Date => 4,
            Self::Double => 8,
            Self::Text(width) => usize::from(width),
        }
    }
}

struct Variable {
    name: String,
    kind: Kind,
    /// By number, with whether some record has it.
    labels: BTreeMap<i32, (String, bool)>,
    /// Whether the numbers are declared: then one without a label stands for itself.
    is_declared: bool,
}

pub(super) fn read(
    path: &Path,
    codes: &Codes,
    rows: &mut dyn Rows,
    watch: &dyn Watch,
) -> Result<String, Failure> {
    read_all(path, codes, rows, watch).map_err(|halt| match halt {
        Halt::Failure(failure) => failure,
        Halt::Unread(what) => Problem::in_file(path, what).into(),
    })?;
    hash_of(path, watch)
}

fn read_all(
    path: &Path,
    codes: &Codes,
    rows: &mut dyn Rows,
    watch: &dyn Watch,
) -> Result<(), Halt> {
    let unreadable = |error| Halt::Failure(Problem::from_io(path, &error).into());
    let file = File::open(path).map_err(unreadable)?;
    let length = file.metadata().map_err(unreadable)?.len();
    let mut file = BufReader::with_capacity(1 << 16, file);
    let (mut variables, records, header) = beginning(&mut file, length)?;
    let width: usize = variables.iter().map(|variable| variable.kind.bytes()).sum();
    let after = header + (width as u64).checked_mul(records).ok_or(ENDED)?;
    let labels = after + "</data><strls></strls>".len() as u64;
    if labels > length || length - labels > LONGEST_LABELS {
        return Err(ENDED.into());
    }
    file.seek(SeekFrom::Start(after))?;
    let mut rest = Vec::new();
    file.read_to_end(&mut rest)?;
    let rest = rest.strip_prefix(b"</data><strls></strls>".as_slice());
    let rest = rest.ok_or(OTHERWISE)?;
    read_labels(rest, &mut variables)?;
    refuse_other_codes(codes, &mut variables)?;
    file.seek(SeekFrom::Start(0))?;
    let mut begun = vec![0; header as usize];
    file.read_exact(&mut begun)?;
    if begun != anew(&variables, records, rest.len()) {
        return Err(OTHERWISE.into());
    }
    let names = variables.iter().map(|variable| variable.name.clone());
    rows.names(names.collect())?;
    watch.stage("verifying", records);
    let mut bytes = vec![0; width];
    let mut record = Record::default();
    for number in 0..records {
        if number.is_multiple_of(STRIDE) {
            watch.check().map_err(Failure::from)?;
            watch.advance(STRIDE);
        }
        file.read_exact(&mut bytes)?;
        record.clear();
        let mut cells = bytes.as_slice();
        for variable in &mut variables {
            let (cell, after) = cells.split_at(variable.kind.bytes());
            cells = after;
            variable.push(cell, &mut record)?;
        }
        rows.row(&record)?;
    }
    let all = |variable: &Variable| variable.labels.values().all(|(_, is_used)| *is_used);
    if !variables.iter().all(all) {
        return Err("a value has a label that no record has".into());
    }
    Ok(())
}

/// The columns, the number of records, and where these begin.
fn beginning(file: &mut impl Read, length: u64) -> Result<(Vec<Variable>, u64, u64), Halt> {
    let mut mark = [0; MARK.len()];
    file.read_exact(&mut mark)?;
    let mut many = [0; 2];
    file.read_exact(&mut many)?;
    let many = usize::from(u16::from_le_bytes(many));
    let between = b"</K><N>";
    let mut skipped = [0; 7];
    file.read_exact(&mut skipped)?;
    let mut records = [0; 8];
    file.read_exact(&mut records)?;
    let records = u64::from_le_bytes(records);
    if mark != MARK || &skipped != between || records > length || many == 0 {
        return Err(OTHERWISE.into());
    }
    // As long as it is for so many columns: all is compared afterwards.
    let empty = Variable {
        name: String::new(),
        kind: Kind::Whole,
        labels: BTreeMap::new(),
        is_declared: false,
    };
    let header = anew_of(&[&empty].repeat(many), 0, 0).len();
    let begun = MARK.len() + 2 + 7 + 8;
    let mut rest = vec![0; header - begun];
    file.read_exact(&mut rest)?;
    let mut at =
        "</N><label>\0\0</label><timestamp>\0</timestamp></header><map></map>".len() + 14 * 8;
    let mut part = |name: &str, bytes: usize| {
        let start = at + name.len() + 2;
        at = start + bytes + name.len() + 3;
        rest.get(start..start + bytes).ok_or(ENDED)
    };
    let types = part("variable_types", 2 * many)?;
    let names = part("varnames", OF_NAME * many)?;
    part("sortlist", 2 * (many + 1))?;
    let formats = part("formats", OF_FORMAT * many)?;
    let labels = part("value_label_names", OF_NAME * many)?;
    let mut variables = Vec::with_capacity(many);
    for at in 0..many {
        let of =
            |part: &'_ [u8], width: usize| until_zero(&part[at * width..(at + 1) * width]).to_vec();
        let number = u16::from_le_bytes([types[2 * at], types[2 * at + 1]]);
        let has_labels = !of(labels, OF_NAME).is_empty();
        let kind = Kind::of(number, &of(formats, OF_FORMAT), has_labels).ok_or(OTHERWISE)?;
        let name = String::from_utf8(of(names, OF_NAME)).map_err(|_| "a name is not UTF-8")?;
        variables.push(Variable {
            name,
            kind,
            labels: BTreeMap::new(),
            is_declared: false,
        });
    }
    Ok((variables, records, header as u64))
}

fn until_zero(bytes: &[u8]) -> &[u8] {
    let end = bytes.iter().position(|&byte| byte == 0);
    &bytes[..end.unwrap_or(bytes.len())]
}

fn fill(part: &mut Vec<u8>, text: &str, width: usize) {
    let end = part.len() + width;
    part.extend_from_slice(text.as_bytes());
    part.resize(end, 0);
}

fn anew(variables: &[Variable], records: u64, labels: usize) -> Vec<u8> {
    let variables: Vec<&Variable> = variables.iter().collect();
    // What comes after the labels is the end of the file.
    anew_of(
        &variables,
        records,
        labels as u64 - "</stata_dta>".len() as u64,
    )
}

/// What stands before the records, if there are labels of so many bytes.
fn anew_of(variables: &[&Variable], records: u64, labels: u64) -> Vec<u8> {
    let mut parts = vec![
        ("variable_types", Vec::new()),
        ("varnames", Vec::new()),
        ("sortlist", vec![0; 2 * (variables.len() + 1)]),
        ("formats", Vec::new()),
        ("value_label_names", Vec::new()),
        ("variable_labels", vec![0; OF_TITLE * variables.len()]),
        ("characteristics", Vec::new()),
    ];
    for (at, variable) in variables.iter().enumerate() {
        let (number, format) = variable.kind.number_and_format();
        parts[0].1.extend_from_slice(&number.to_le_bytes());
        fill(&mut parts[1].1, &variable.name, OF_NAME);
        fill(&mut parts[3].1, format, OF_FORMAT);
        let labels = match variable.kind {
            Kind::Labelled => format!("labels{}", at + 1),
            _ => String::new(),
        };
        fill(&mut parts[4].1, &labels, OF_NAME);
    }
    let mut bytes = MARK.to_vec();
    bytes.extend_from_slice(&(variables.len() as u16).to_le_bytes());
    bytes.extend_from_slice(b"</K><N>");
    bytes.extend_from_slice(&records.to_le_bytes());
    bytes.extend_from_slice(b"</N><label>\0\0</label><timestamp>\0</timestamp></header>");
    let mut places = vec![0, bytes.len() as u64];
    let mut at = bytes.len() as u64 + 14 * 8 + "<map></map>".len() as u64;
    for (name, content) in &parts {
        places.push(at);
        at += (2 * name.len() + 5 + content.len()) as u64;
    }
    let width: usize = variables.iter().map(|variable| variable.kind.bytes()).sum();
    let texts = at + "<data></data>".len() as u64 + records * width as u64;
    let of_labels = texts + "<strls></strls>".len() as u64;
    let end = of_labels + labels;
    places.extend([at, texts, of_labels, end, end + "</stata_dta>".len() as u64]);
    bytes.extend_from_slice(b"<map>");
    for place in places {
        bytes.extend_from_slice(&place.to_le_bytes());
    }
    bytes.extend_from_slice(b"</map>");
    for (name, content) in parts {
        bytes.extend_from_slice(format!("<{name}>").as_bytes());
        bytes.extend(content);
        bytes.extend_from_slice(format!("</{name}>").as_bytes());
    }
    bytes.extend_from_slice(b"<data>");
    bytes
}

/// The labels of all columns that have them, in their order.
fn read_labels(rest: &[u8], variables: &mut [Variable]) -> Result<(), Unread> {
    let mut rest = rest.strip_prefix(b"<value_labels>").ok_or(OTHERWISE)?;
    let mut take = |count: usize| -> Result<&[u8], Unread> {
        let (taken, after) = rest.split_at_checked(count).ok_or(ENDED)?;
        rest = after;
        Ok(taken)
    };
    let number = |bytes: &[u8]| {
        bytes
            .iter()
            .rev()
            .fold(0usize, |sum, &byte| sum << 8 | usize::from(byte))
    };
    for (at, variable) in variables.iter_mut().enumerate() {
        if variable.kind != Kind::Labelled {
            continue;
        }
        let mut expected = b"<lbl>".to_vec();
        let head = take(5 + 4 + OF_NAME + 3 + 8)?;
        let (many, length) = (
            number(&head[head.len() - 8..head.len() - 4]),
            number(&head[head.len() - 4..]),
        );
        let table = many.checked_mul(8).ok_or(ENDED)?;
        expected.extend_from_slice(&((8 + table + length) as u32).to_le_bytes());
        fill(&mut expected, &format!("labels{}", at + 1), OF_NAME + 3);
        expected.extend_from_slice(&head[head.len() - 8..]);
        let table = take(table)?;
        let mut texts = take(length)?;
        let numbers = &table[table.len() / 2..];
        let mut places = Vec::new();
        for number in numbers.as_chunks::<4>().0 {
            let number = i32::from_le_bytes(*number);
            let text = until_zero(texts);
            places.extend_from_slice(&((length - texts.len()) as u32).to_le_bytes());
            texts = texts.get(text.len() + 1..).ok_or(ENDED)?;
            let text = std::str::from_utf8(text).map_err(|_| "a label is not UTF-8")?;
            let last = variable.labels.last_key_value();
            let ascends = last.is_none_or(|(&last, _)| last < number);
            if text.is_empty() || !ascends || number > LARGEST {
                return Err(OTHERWISE);
            }
            variable.labels.insert(number, (text.to_owned(), false));
        }
        places.extend_from_slice(numbers);
        if head != expected || table != places || !texts.is_empty() || take(6)? != b"</lbl>" {
            return Err(OTHERWISE);
        }
    }
    match rest == b"</value_labels></stata_dta>" {
        true => Ok(()),
        false => Err(OTHERWISE),
    }
}

/// Labels are numbered from 1 by their letters, but for columns whose codes are declared: there they are those.
fn refuse_other_codes(codes: &Codes, variables: &mut [Variable]) -> Result<(), Unread> {
    let mut declared = 0;
    for variable in variables {
        let labels = variable.labels.iter();
        let labels = labels.map(|(&number, (text, _))| (text.as_str(), number));
        match codes.get(&variable.name) {
            Some(codes) => {
                declared += 1;
                let mut labels: Vec<(&str, i32)> = labels.collect();
                labels.sort_unstable();
                let codes = codes.iter().map(|(text, &number)| (text.as_str(), number));
                if variable.kind != Kind::Labelled || !codes.eq(labels) {
                    return Err(OTHER_CODES);
                }
                variable.is_declared = true;
            }
            None => {
                let labels: Vec<(&str, i32)> = labels.collect();
                let ascends = labels.windows(2).all(|pair| pair[0].0 < pair[1].0);
                let numbers = labels.iter().map(|&(_, number)| number);
                if !ascends || !numbers.eq((1..).take(labels.len())) {
                    return Err(OTHERWISE);
                }
            }
        }
    }
    match declared == codes.len() {
        true => Ok(()),
        false => Err(OTHER_CODES),
    }
}

impl Variable {
    fn push(&mut self, cell: &[u8], record: &mut Record) -> Result<(), Unread> {
        let whole = || {
            let bytes = cell.try_into().map_err(|_| ENDED)?;
            match i32::from_le_bytes(bytes) {
                MISSING => Ok(None),
                value if value > LARGEST => Err(OTHERWISE),
                value => Ok(Some(value)),
            }
        };
        match self.kind {
            Kind::Whole => {
                record.push(&whole()?.map_or_else(String::new, |value| value.to_string()))
            }
            Kind::Date => {
                let days = whole()?.map(|days| i64::from(days) - OF_1960);
                record.push(&days.map_or_else(String::new, date));
            }
            Kind::Labelled => match whole()? {
                None => record.push(""),
                Some(value) => {
                    if let Some((text, is_used)) = self.labels.get_mut(&value) {
                        *is_used = true;
                        record.push(text);
                        return Ok(());
                    }
                    let text = value.to_string();
                    if !self.is_declared {
                        return Err("a value has no label");
                    }
                    // What looks alike would be two values.
                    if self.labels.values().any(|(label, _)| *label == text) {
                        return Err(OTHERWISE);
                    }
                    record.push(&text);
                }
            },
            Kind::Double => {
                let bits = u64::from_le_bytes(cell.try_into().map_err(|_| ENDED)?);
                let value = f64::from_bits(bits);
                match bits {
                    MISSING_DOUBLE => record.push(""),
                    // There is one zero.
                    _ if value.is_finite()
                        && value < f64::from_bits(MISSING_DOUBLE)
                        && bits != 1 << 63 =>
                    {
                        record.push(&number(value));
                    }
                    _ => return Err(OTHERWISE),
                }
            }
            Kind::Text(_) => {
                let text = until_zero(cell);
                if cell[text.len()..].iter().any(|&byte| byte != 0) {
                    return Err(OTHERWISE);
                }
                let text = std::str::from_utf8(text).map_err(|_| "a text is not UTF-8")?;
                record.push(text);
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests;
