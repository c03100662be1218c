//! `.xlsx` as releases are written: one sheet of texts and numbers, a cell for every column of every record. Whatever else
//! there is in the archive or in the sheet (other sheets, formulas, notes, properties), is refused.
//!
//! No size that a file claims is believed. What was read is written anew, and every byte of the parts has to be the same:
//! whatever could be written in two ways could carry something beside the table.

mod anew;
mod archive;
#[cfg(test)]
mod tests;

use super::{Record, Rows};
use crate::problem::{Failure, Problem};
use crate::watch::Watch;
use anew::{Anew, is_spelled_so};
use archive::{Expected, Part};
use quick_xml::Reader;
use quick_xml::events::{BytesStart, Event};
use std::fs::File;
use std::io::{BufReader, Read};
use std::path::Path;
use zip::ZipArchive;

const SHEET: &str = "xl/worksheets/sheet1.xml";

/// The other parts, and their hashes: they say nothing of the table.
const OTHERS: [(&str, &str); 5] = [
    (
        "[Content_Types].xml",
        "b34a1c9f5b5c0f54f1274272a429578b417e119fdc48bfcd96f25f93f301458f",
    ),
    (
        "_rels/.rels",
        "9f96bb683e71c45171c7ae310bf6c37fb5a834bb9738497ac7084c42ac9c2d9a",
    ),
    (
        "xl/workbook.xml",
        "53c6c095a02b2250df5578ddb16d4da6f8a8ee317d54251df0c9823fee6fe97b",
    ),
    (
        "xl/_rels/workbook.xml.rels",
        "1b2fc82d18a622c89e94093d1d5a256857ac9641b8ee51a8290ea82796b1060f",
    ),
    (
        "xl/styles.xml",
        "7f2a4bd08b694f393f7f13e0f72abd4903a9ec34db7688ea8d457e74033b821a",
    ),
];
const LONGEST_OTHER: u64 = 1 << 16;

/// Of one record; and of one tag or text within it.
const LONGEST_RECORD: usize = super::LONGEST_RECORD;

/// Rows between two looks at the watch.
const STRIDE: u64 = 1 << 8;

/// Half a sentence about what is wrong.
type Unread = &'static str;

const OTHERWISE: Unread = "it is not written as a release is";

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

pub(super) fn read(path: &Path, rows: &mut dyn Rows, watch: &dyn Watch) -> Result<(), Failure> {
    let file = File::open(path).map_err(|error| Problem::from_io(path, &error))?;
    sheet(path, file, rows, watch).map_err(|halt| match halt {
        Halt::Failure(failure) => failure,
        Halt::Unread(what) => {
            let message = format!("this workbook cannot be read: {what}");
            Problem::in_file(path, message).into()
        }
    })
}

fn sheet(path: &Path, file: File, rows: &mut dyn Rows, watch: &dyn Watch) -> Result<(), Halt> {
    let damaged = "the archive is damaged";
    let mut archive = ZipArchive::new(BufReader::new(file)).map_err(|_| damaged)?;
    if archive.len() != OTHERS.len() + 1 {
        return Err("the archive has other parts than a release has".into());
    }
    let names: Vec<&str> = OTHERS
        .iter()
        .map(|&(name, _)| name)
        .chain([SHEET])
        .collect();
    let places = archive::parts(path, &names)?;
    for ((name, hash), &place) in OTHERS.into_iter().zip(&places) {
        let part = archive.by_name(name);
        let part = part.map_err(|_| "the archive has other parts than a release has")?;
        let mut bytes = Vec::new();
        let read = part.take(LONGEST_OTHER).read_to_end(&mut bytes);
        read.map_err(|_| damaged)?;
        if super::hash_of_bytes(&bytes) != hash {
            return Err("a part of the archive is not as it is in a release".into());
        }
        let mut expected = Expected::open(path, place)?;
        expected.next(&bytes)?;
        expected.ends()?;
    }
    let part = archive.by_name(SHEET).map_err(|_| "it has no sheet")?;
    // More than a record at once is not held, however long a tag goes on.
    let limited = Bounded {
        part,
        left: LONGEST_RECORD,
    };
    let mut walk = Walk {
        reader: Reader::from_reader(BufReader::new(limited)),
        buffer: Vec::new(),
        are_numbers: Vec::new(),
    };
    walk.reader.config_mut().expand_empty_elements = true;
    let place: Part = *places.last().ok_or(OTHERWISE)?;
    walk.table(Expected::open(path, place)?, rows, watch)
}

/// Bytes that may come until the next record.
struct Bounded<R> {
    part: R,
    left: usize,
}

impl<R: Read> Read for Bounded<R> {
    fn read(&mut self, into: &mut [u8]) -> std::io::Result<usize> {
        let wanted = into.len().min(self.left);
        if wanted == 0 && !into.is_empty() {
            return Err(std::io::Error::other("a record is too long"));
        }
        let read = self.part.read(&mut into[..wanted])?;
        self.left -= read;
        Ok(read)
    }
}

struct Walk<R: Read> {
    reader: Reader<BufReader<Bounded<R>>>,
    buffer: Vec<u8>,
    /// Of the cells of the row.
    are_numbers: Vec<bool>,
}

/// What comes next.
enum Next {
    Begin(String, Vec<(String, String)>),
    End(String),
    Text(String),
    Nothing,
}

impl<R: Read> Walk<R> {
    fn next(&mut self) -> Result<Next, Halt> {
        loop {
            self.buffer.clear();
            let event = self.reader.read_event_into(&mut self.buffer);
            return Ok(
                match event.map_err(|_| "the sheet is no XML, or a record is too long")? {
                    Event::Decl(_) => continue,
                    // Between the declaration and the sheet there is a line end.
                    Event::Text(text) if *text == *"\n" => Next::Text("\n".to_owned()),
                    Event::Text(text) => Next::Text(text.to_string()),
                    Event::Start(element) => {
                        Next::Begin(element.name().0.to_owned(), attributes(&element)?)
                    }
                    Event::End(element) => Next::End(element.name().0.to_owned()),
                    Event::GeneralRef(entity) => {
                        let letter = match &*entity {
                            "amp" => "&",
                            "lt" => "<",
                            "gt" => ">",
                            _ => return Err("the sheet has letters that a release has not".into()),
                        };
                        Next::Text(letter.to_owned())
                    }
                    Event::Eof => Next::Nothing,
                    _ => return Err("the sheet holds what a release does not".into()),
                },
            );
        }
    }

    fn begins(&mut self, wanted: &str) -> Result<Vec<(String, String)>, Halt> {
        match self.next()? {
            Next::Begin(name, attributes) if name == wanted => Ok(attributes),
            _ => Err("the sheet holds what a release does not".into()),
        }
    }

    fn ends(&mut self, wanted: &str) -> Result<(), Halt> {
        match self.next()? {
            Next::End(name) if name == wanted => Ok(()),
            _ => Err("the sheet holds what a release does not".into()),
        }
    }

    fn table(
        &mut self,
        mut expected: Expected,
        rows: &mut dyn Rows,
        watch: &dyn Watch,
    ) -> Result<(), Halt> {
        match self.next()? {
            Next::Text(text) if text == "\n" => {}
            _ => return Err("the sheet does not begin as that of a release".into()),
        }
        self.begins("worksheet")?;
        self.begins("sheetData")?;
        expected.next(anew::BEGIN.as_bytes())?;
        let mut anew = Anew::default();
        let mut record = Record::default();
        let mut names = 0;
        for number in 1u64.. {
            if number.is_multiple_of(STRIDE) {
                watch.check().map_err(Failure::from)?;
            }
            self.reader.get_mut().get_mut().left = LONGEST_RECORD;
            match self.next()? {
                Next::Begin(name, told) if name == "row" => {
                    if told != [("r".to_owned(), number.to_string())] {
                        return Err("a row is not where it belongs".into());
                    }
                }
                Next::End(name) if name == "sheetData" => break,
                _ => return Err("the sheet holds what a release does not".into()),
            }
            record.clear();
            self.are_numbers.clear();
            while self.cell(number, &mut record)? {}
            if number == 1 {
                names = record.len();
                expected.next(anew.header(&record)?)?;
                rows.names(record.cells().map(str::to_owned).collect())?;
                watch.stage("verifying", 0);
                continue;
            }
            if record.len() != names {
                return Err("a row has other cells than the header".into());
            }
            expected.next(anew.row(number, &record, &self.are_numbers)?)?;
            rows.row(&record)?;
        }
        if names == 0 {
            return Err("it has no header".into());
        }
        self.ends("worksheet")?;
        match self.next()? {
            Next::Nothing => {}
            _ => return Err("something comes after the sheet".into()),
        }
        anew.columns_are_of_one_kind()?;
        expected.next(anew::END.as_bytes())?;
        Ok(expected.ends()?)
    }

    /// Whether there was one more in the row.
    fn cell(&mut self, row: u64, record: &mut Record) -> Result<bool, Halt> {
        let told = match self.next()? {
            Next::Begin(name, told) if name == "c" => told,
            Next::End(name) if name == "row" => return Ok(false),
            _ => return Err("the sheet holds what a release does not".into()),
        };
        let told: Vec<(&str, &str)> = told
            .iter()
            .map(|(name, value)| (&**name, &**value))
            .collect();
        let place = format!("{}{row}", letters_of(record.len()));
        if record.len() == anew::MOST_COLUMNS {
            return Err(OTHERWISE.into());
        }
        self.are_numbers.push(told.len() == 1);
        match told[..] {
            [("r", at), ("s", "1")] if at == place => record.push(""),
            [("r", at)] if at == place => {
                self.begins("v")?;
                let Next::Text(text) = self.next()? else {
                    return Err("a number is missing".into());
                };
                self.ends("v")?;
                record.push(number(&text)?);
            }
            [("r", at), ("s", "1"), ("t", "inlineStr")] if at == place => {
                self.begins("is")?;
                if self.begins("t")? != [("xml:space".to_owned(), "preserve".to_owned())] {
                    return Err("a text may lose its white space".into());
                }
                let mut text = String::new();
                loop {
                    match self.next()? {
                        Next::Text(part) => text.push_str(&part),
                        Next::End(name) if name == "t" => break,
                        _ => return Err("a text holds what is no text".into()),
                    }
                }
                self.ends("is")?;
                record.push(&unescaped(&text)?);
            }
            _ => {
                return Err(
                    "a cell is not where it belongs, or holds what a release does not".into(),
                );
            }
        }
        self.ends("c")?;
        Ok(true)
    }
}

fn attributes(element: &BytesStart<'_>) -> Result<Vec<(String, String)>, Halt> {
    let mut all = Vec::new();
    for attribute in element.attributes() {
        let attribute = attribute.map_err(|_| "a tag of the sheet is damaged")?;
        all.push((attribute.key.0.to_owned(), attribute.value.into_owned()));
    }
    Ok(all)
}

/// A number is written as a text would be, so that both are read as the same.
fn number(text: &str) -> Result<&str, Halt> {
    is_spelled_so(text)
        .then_some(text)
        .ok_or_else(|| "a number is none".into())
}

/// `A` of the first column.
fn letters_of(column: usize) -> String {
    let mut left = column + 1;
    let mut letters = String::new();
    while left > 0 {
        letters.insert(0, char::from(b'A' + ((left - 1) % 26) as u8));
        left = (left - 1) / 26;
    }
    letters
}

/// `_x000D_` stands for a letter that XML has no place for.
fn unescaped(text: &str) -> Result<String, Halt> {
    let mut plain = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find("_x") {
        let (before, from) = rest.split_at(at);
        plain.push_str(before);
        let code = from
            .get(2..6)
            .filter(|code| code.bytes().all(|byte| byte.is_ascii_hexdigit()));
        let code = code.filter(|_| from.as_bytes().get(6) == Some(&b'_'));
        let code = code.and_then(|code| u32::from_str_radix(code, 16).ok());
        match code {
            Some(code) => {
                plain.push(char::from_u32(code).ok_or("a letter is none")?);
                rest = &from[7..];
            }
            None => {
                plain.push_str("_x");
                rest = &from[2..];
            }
        }
    }
    plain.push_str(rest);
    Ok(plain)
}
