//! A table becomes a file of Stata 14 and later. Numbers and dates are what they are; a column of texts that stand in it again
//! and again becomes whole numbers with the texts as their labels, in the order of the letters, so that both are known by what
//! is written and by nothing else, or the numbers that were declared for them; other texts are texts. A name, a note or a time
//! of day is not in it.

use crate::codebook::{Codes, LabelLimits, own_code};
use crate::column::Column;
use crate::frame::Fitting;
use crate::io::atomic_file::WriteError;
use crate::io::format::Format;
use crate::io::statistics::dates::OF_1960;
use crate::problem::Problem;
use crate::progress::Progress;
use crate::value_type::{ValueType, parse_date};
use std::collections::BTreeMap;
use std::fmt::Display;
use std::io::Write;

/// The values of a variable of 32 bits end here.
const LARGEST: i64 = 2_147_483_620;
const MISSING: i32 = 2_147_483_621;
const MISSING_DOUBLE: u64 = 0x7fe0_0000_0000_0000;
/// Whole numbers that a variable of 64 bits tells apart.
const EXACT: i64 = 1 << 53;

const LONGEST_NAME: usize = 32;
const LONGEST_TEXT: usize = 2_045;
const MOST_COLUMNS: usize = 32_767;

const OF_NAME: usize = 129;
const OF_FORMAT: usize = 57;
const OF_TITLE: usize = 321;

/// Cells between two looks at the progress.
const BLOCK: usize = 1 << 12;

pub const LABELS: LabelLimits = LabelLimits {
    longest: 32_000,
    most: 65_536,
    largest: LARGEST as i32,
};

/// Words that name no variable.
const RESERVED: [&str; 24] = [
    "_all",
    "_b",
    "_coef",
    "_cons",
    "_n",
    "_N",
    "_pi",
    "_pred",
    "_rc",
    "_skip",
    "_variables",
    "byte",
    "double",
    "float",
    "if",
    "in",
    "int",
    "long",
    "strL",
    "str",
    "using",
    "with",
    "_se",
    "_r",
];

/// What becomes of a column.
enum Kind<'a> {
    Whole,
    Double,
    Date,
    /// By code, the number that is written; the numbers that have a label, with it.
    Labelled(Vec<i32>, BTreeMap<i32, &'a str>),
    /// The longest of them.
    Text(usize),
}

struct Variable<'a> {
    column: &'a Column,
    kind: Kind<'a>,
}

pub fn write_stata(
    out: &mut impl Write,
    columns: &[&Column],
    codes: &Codes,
    progress: &Progress,
) -> Result<(), WriteError> {
    let names: Vec<&str> = columns.iter().map(|column| column.name()).collect();
    refuse_names(&names)?;
    let rows = columns.first().map_or(0, |column| column.len());
    let mut variables = Vec::with_capacity(columns.len());
    for column in columns {
        progress.check()?;
        let kind = match codes.get(column.name()) {
            Some(codes) => coded(column, codes),
            None => kind_of(column, rows)?,
        };
        variables.push(Variable { column, kind });
    }
    let labels = labels(&variables);
    out.write_all(&header(&variables, rows, labels.len()))?;
    progress.stage("writing records", rows as u64);
    let stride = (BLOCK / variables.len().max(1)).max(1);
    let mut record = Vec::new();
    for row in 0..rows {
        if row.is_multiple_of(stride) {
            progress.check()?;
            progress.advance(stride as u64);
        }
        record.clear();
        for variable in &variables {
            variable.push(&mut record, row);
        }
        out.write_all(&record)?;
    }
    out.write_all(b"</data><strls></strls>")?;
    out.write_all(&labels)?;
    out.write_all(b"</stata_dta>")?;
    Ok(())
}

fn cannot(message: impl Display) -> Problem {
    Problem::new(format!("{message}; {}", Format::others()))
}

/// Refuses columns that such a file cannot have.
pub fn refuse_names(names: &[&str]) -> Result<(), Problem> {
    if names.len() > MOST_COLUMNS {
        return Err(cannot(format!(
            "a Stata file holds at most 32,767 columns, and the release has {}",
            names.len()
        )));
    }
    names.iter().try_for_each(|name| refuse_name(name))
}

fn refuse_name(name: &str) -> Result<(), Problem> {
    let mut chars = name.chars();
    let begins = chars
        .next()
        .is_some_and(|char| char.is_alphabetic() || char == '_');
    let goes_on = chars.all(|char| char.is_alphanumeric() || char == '_');
    let is_short = name.chars().count() <= LONGEST_NAME && name.len() < OF_NAME;
    let is_type = name.strip_prefix("str");
    let is_type = is_type.is_some_and(|rest| rest.bytes().all(|byte| byte.is_ascii_digit()));
    if begins && goes_on && is_short && !is_type && !RESERVED.contains(&name) {
        return Ok(());
    }
    Err(Problem::new(format!(
        "a Stata file cannot have a column named \"{name}\": expected letters, digits and underscores, at most 32 of them and \
         no digit at the beginning, or another release.format"
    )))
}

/// As it was declared: a text without a code is the number that it is written as.
fn coded<'a>(column: &'a Column, codes: &'a BTreeMap<String, i32>) -> Kind<'a> {
    let texts = column.dictionary().iter().zip(column.counts());
    let number = |(text, &count): (&'a str, &u32)| {
        let is_shown = count > 0 && !text.is_empty();
        let number = codes.get(text).copied().or_else(|| own_code(text));
        number.filter(|_| is_shown).unwrap_or(MISSING)
    };
    let labels = codes.iter().map(|(text, &code)| (code, text.as_str()));
    Kind::Labelled(texts.map(number).collect(), labels.collect())
}

fn kind_of(column: &Column, rows: usize) -> Result<Kind<'_>, Problem> {
    let counts = column.counts();
    let used = || {
        let values = column.dictionary().iter().zip(counts).zip(0u32..);
        let used = values.filter(|((text, count), _)| **count > 0 && !text.is_empty());
        used.map(|((text, _), code)| (text, code))
    };
    let mut fitting = Fitting::default();
    used().for_each(|(text, _)| fitting.note(text));
    let within = |most: i64| {
        let numbers = used().map(|(text, _)| text.parse::<i64>());
        numbers
            .into_iter()
            .all(|number| number.is_ok_and(|number| (-most..=most).contains(&number)))
    };
    match fitting.value_type() {
        ValueType::Whole if within(LARGEST) => return Ok(Kind::Whole),
        ValueType::Whole if within(EXACT) => return Ok(Kind::Double),
        ValueType::Decimal => return Ok(Kind::Double),
        ValueType::Date if used().all(|(text, _)| day(text).is_some()) => return Ok(Kind::Date),
        _ => {}
    }
    let mut texts: Vec<(&str, u32)> = used().collect();
    let longest = texts.iter().map(|(text, _)| text.len()).max().unwrap_or(0);
    let has_zero = texts.iter().any(|(text, _)| text.contains('\0'));
    let is_repeated = texts.len() * 2 <= rows && texts.len() <= LABELS.most;
    if is_repeated && longest <= LABELS.longest && longest > 0 && !has_zero {
        texts.sort_unstable();
        let mut numbers = vec![MISSING; counts.len()];
        for (number, (_, code)) in (1..).zip(&texts) {
            numbers[*code as usize] = number;
        }
        let labels = (1..).zip(texts).map(|(number, (text, _))| (number, text));
        return Ok(Kind::Labelled(numbers, labels.collect()));
    }
    if longest > LONGEST_TEXT || has_zero {
        return Err(cannot(format!(
            "a value of the column \"{}\" is longer than the 2,045 bytes that a text of a Stata file may have, or holds a zero",
            column.name()
        )));
    }
    Ok(Kind::Text(longest.max(1)))
}

/// Days since 1960 of years that have four digits.
fn day(text: &str) -> Option<i32> {
    let days = parse_date(text)?;
    let is_shown = text.len() == "2024-03-31".len();
    i32::try_from(days - OF_1960).ok().filter(|_| is_shown)
}

impl Variable<'_> {
    fn number_of_type(&self) -> u16 {
        match &self.kind {
            Kind::Text(width) => *width as u16,
            Kind::Double => 65_526,
            Kind::Whole | Kind::Date | Kind::Labelled(..) => 65_528,
        }
    }

    fn format(&self) -> &'static str {
        match &self.kind {
            Kind::Text(_) => "%-20s",
            Kind::Double => "%16.0g",
            Kind::Date => "%td",
            Kind::Whole | Kind::Labelled(..) => "%12.0g",
        }
    }

    fn bytes(&self) -> usize {
        match &self.kind {
            Kind::Text(width) => *width,
            Kind::Double => 8,
            Kind::Whole | Kind::Date | Kind::Labelled(..) => 4,
        }
    }

    fn push(&self, record: &mut Vec<u8>, row: usize) {
        let text = self.column.text(row);
        match &self.kind {
            Kind::Text(width) => {
                let end = record.len() + width;
                record.extend_from_slice(text.as_bytes());
                record.resize(end, 0);
            }
            Kind::Double => {
                let bits = text.parse::<f64>().map(f64::to_bits);
                record.extend_from_slice(&bits.unwrap_or(MISSING_DOUBLE).to_le_bytes());
            }
            Kind::Whole => {
                let number = text.parse::<i32>().unwrap_or(MISSING);
                record.extend_from_slice(&number.to_le_bytes());
            }
            Kind::Date => record.extend_from_slice(&day(text).unwrap_or(MISSING).to_le_bytes()),
            Kind::Labelled(numbers, _) => {
                let number = numbers[self.column.codes()[row] as usize];
                record.extend_from_slice(&number.to_le_bytes());
            }
        }
    }
}

/// The name of the labels of a column, counted from 1.
fn name_of_labels(at: usize) -> String {
    format!("labels{}", at + 1)
}

fn fill(part: &mut Vec<u8>, text: &str, width: usize) {
    let end = part.len() + width;
    part.extend_from_slice(text.as_bytes());
    part.resize(end, 0);
}

/// Everything before the records, with the places of all parts.
fn header(variables: &[Variable<'_>], rows: usize, of_labels: usize) -> Vec<u8> {
    let mut parts: Vec<Vec<u8>> = Vec::new();
    let mut part = |name: &str, content: &dyn Fn(&mut Vec<u8>)| {
        let mut bytes = format!("<{name}>").into_bytes();
        content(&mut bytes);
        bytes.extend_from_slice(format!("</{name}>").as_bytes());
        parts.push(bytes);
    };
    part("variable_types", &|bytes| {
        for variable in variables {
            bytes.extend_from_slice(&variable.number_of_type().to_le_bytes());
        }
    });
    part("varnames", &|bytes| {
        for variable in variables {
            fill(bytes, variable.column.name(), OF_NAME);
        }
    });
    part("sortlist", &|bytes| {
        fill(bytes, "", 2 * (variables.len() + 1));
    });
    part("formats", &|bytes| {
        for variable in variables {
            fill(bytes, variable.format(), OF_FORMAT);
        }
    });
    part("value_label_names", &|bytes| {
        for (at, variable) in variables.iter().enumerate() {
            let name = match &variable.kind {
                Kind::Labelled(..) => name_of_labels(at),
                _ => String::new(),
            };
            fill(bytes, &name, OF_NAME);
        }
    });
    part("variable_labels", &|bytes| {
        fill(bytes, "", OF_TITLE * variables.len());
    });
    part("characteristics", &|_| {});
    let mut header =
        b"<stata_dta><header><release>118</release><byteorder>LSF</byteorder><K>".to_vec();
    header.extend_from_slice(&(variables.len() as u16).to_le_bytes());
    header.extend_from_slice(b"</K><N>");
    header.extend_from_slice(&(rows as u64).to_le_bytes());
    header.extend_from_slice(b"</N><label>\0\0</label><timestamp>\0</timestamp></header>");
    let map = header.len();
    let mut places = vec![0, map];
    let mut at = map + "<map></map>".len() + 14 * 8;
    for part in &parts {
        places.push(at);
        at += part.len();
    }
    let width: usize = variables.iter().map(Variable::bytes).sum();
    let data = at;
    let texts = data + "<data></data>".len() + width * rows;
    let labels = texts + "<strls></strls>".len();
    let end = labels + of_labels;
    places.extend([data, texts, labels, end, end + "</stata_dta>".len()]);
    header.extend_from_slice(b"<map>");
    for place in places {
        header.extend_from_slice(&(place as u64).to_le_bytes());
    }
    header.extend_from_slice(b"</map>");
    header.extend(parts.concat());
    header.extend_from_slice(b"<data>");
    header
}

fn labels(variables: &[Variable<'_>]) -> Vec<u8> {
    let mut all = b"<value_labels>".to_vec();
    for (at, variable) in variables.iter().enumerate() {
        let Kind::Labelled(_, texts) = &variable.kind else {
            continue;
        };
        let mut places = Vec::new();
        let mut numbers = Vec::new();
        let mut content = Vec::new();
        for (number, text) in texts {
            places.extend_from_slice(&(content.len() as u32).to_le_bytes());
            numbers.extend_from_slice(&number.to_le_bytes());
            content.extend_from_slice(text.as_bytes());
            content.push(0);
        }
        let length = 8 + places.len() + numbers.len() + content.len();
        all.extend_from_slice(b"<lbl>");
        all.extend_from_slice(&(length as u32).to_le_bytes());
        fill(&mut all, &name_of_labels(at), OF_NAME + 3);
        all.extend_from_slice(&(texts.len() as u32).to_le_bytes());
        all.extend_from_slice(&(content.len() as u32).to_le_bytes());
        all.extend(places);
        all.extend(numbers);
        all.extend(content);
        all.extend_from_slice(b"</lbl>");
    }
    all.extend_from_slice(b"</value_labels>");
    all
}
