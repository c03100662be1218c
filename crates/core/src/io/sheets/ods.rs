//! `.ods`: one XML text with all tables, read from its beginning up to the end of the one that is wanted.

use super::archive::{Watched, too_large};
use super::grid::{Area, Cell, Grid, MOST_ROWS, MS_OF_DAY, Value, moment_of};
use super::{Fault, Sheet, Workbook};
use crate::io::source::largest_unpacked;
use crate::progress::Progress;
use quick_xml::Reader;
use quick_xml::XmlVersion;
use quick_xml::events::{BytesRef, BytesStart, Event};
use std::collections::HashSet;
use std::io::{BufReader, Read};
use zip::ZipArchive;

const MIME: &[u8] = b"application/vnd.oasis.opendocument.spreadsheet";
/// As programs for spreadsheets have it.
const LONGEST_TEXT: usize = 32_767;

pub struct Ods<'a> {
    bytes: &'a [u8],
    progress: &'a Progress,
    sheets: Vec<Sheet>,
}

impl<'a> Ods<'a> {
    /// `None` if the archive is none.
    pub fn open(bytes: &'a [u8], progress: &'a Progress) -> Result<Option<Self>, Fault> {
        let mut archive =
            ZipArchive::new(Watched::new(bytes, progress)).map_err(|_| Fault::Damaged)?;
        let mut mime = Vec::new();
        if let Ok(part) = archive.by_name("mimetype") {
            // A text of a few words.
            let read = part.take(256).read_to_end(&mut mime);
            read.map_err(|_| Fault::Damaged)?;
        }
        if !mime.starts_with(MIME) {
            return Ok(None);
        }
        let mut manifest = String::new();
        if let Ok(mut part) = archive.by_name("META-INF/manifest.xml") {
            part.read_to_string(&mut manifest)
                .map_err(|_| Fault::Damaged)?;
        }
        if manifest.contains("encryption-data") {
            return Err(Fault::Password);
        }
        let mut ods = Self {
            bytes,
            progress,
            sheets: Vec::new(),
        };
        ods.sheets = ods.walk(None)?;
        Ok(Some(ods))
    }

    /// Reads on to the end of the wanted table, or of the text. Gives the sheets on the way.
    fn walk(&self, mut wanted: Option<(usize, &mut Grid<'_>)>) -> Result<Vec<Sheet>, Fault> {
        let watched = Watched::new(self.bytes, self.progress);
        let mut archive = ZipArchive::new(watched).map_err(|_| Fault::Damaged)?;
        let content = archive.by_name("content.xml").map_err(|_| Fault::Damaged)?;
        let mut reader = Reader::from_reader(BufReader::new(content));
        reader.config_mut().expand_empty_elements = true;
        let mut buffer = Vec::new();
        let mut sheets = Vec::new();
        let mut hidden = HashSet::new();
        let mut style = String::new();
        let mut table: Option<Table> = None;
        // Elements that are left out, and how deep in them.
        let mut outside = 0usize;
        loop {
            buffer.clear();
            let event = reader.read_event_into(&mut buffer);
            match event.map_err(|_| Fault::Damaged)? {
                Event::Eof if table.is_some() => return Err(Fault::Damaged),
                Event::Eof => return Ok(sheets),
                Event::Start(element) if outside > 0 || is_beside(element.name().0) => outside += 1,
                Event::End(_) if outside > 0 => outside -= 1,
                _ if outside > 0 => {}
                Event::Start(element) => match element.name().0 {
                    "style:style" => style = attribute(&element, "style:name").unwrap_or_default(),
                    "style:table-properties"
                        if attribute(&element, "table:display").as_deref() == Some("false") =>
                    {
                        hidden.insert(style.clone());
                    }
                    "table:table" if table.is_none() => {
                        let style = attribute(&element, "table:style-name");
                        let number = sheets.len();
                        sheets.push(Sheet {
                            name: attribute(&element, "table:name").unwrap_or_default(),
                            is_hidden: style.is_some_and(|style| hidden.contains(&style)),
                        });
                        if wanted.as_ref().is_some_and(|(wanted, _)| *wanted == number) {
                            table = Some(Table {
                                left: largest_unpacked(self.bytes.len()),
                                ..Table::default()
                            });
                        }
                    }
                    // A table within a table.
                    "table:table" => outside += 1,
                    name => {
                        if let (Some(table), Some((_, grid))) = (&mut table, &mut wanted) {
                            table.begin(name, &element, grid)?;
                        }
                    }
                },
                Event::End(element) => {
                    let (Some(begun), Some((_, grid))) = (&mut table, &mut wanted) else {
                        continue;
                    };
                    match element.name().0 {
                        "table:table" => return Ok(sheets),
                        name => begun.end(name, grid)?,
                    }
                }
                Event::Text(text) => {
                    if let Some(table) = &mut table {
                        table.text(&text.xml10_content());
                    }
                }
                Event::CData(text) => {
                    if let Some(table) = &mut table {
                        table.text(&text.xml10_content());
                    }
                }
                Event::GeneralRef(entity) => {
                    if let Some(table) = &mut table {
                        table.text(letter_of(&entity).ok_or(Fault::Damaged)?.as_str());
                    }
                }
                _ => {}
            }
        }
    }
}

impl Workbook for Ods<'_> {
    fn sheets(&self) -> Vec<Sheet> {
        self.sheets.clone()
    }

    fn read(&mut self, number: usize, grid: &mut Grid<'_>) -> Result<(), Fault> {
        self.walk(Some((number, grid))).map(|_| ())
    }
}

/// Notes, drawings and what was deleted hold texts that are no cells.
fn is_beside(name: &str) -> bool {
    name == "office:annotation"
        || name == "table:tracked-changes"
        || name == "table:dde-links"
        || name.starts_with("draw:")
}

fn attribute(element: &BytesStart<'_>, name: &str) -> Option<String> {
    let found = element.try_get_attribute(name).ok()??;
    let value = found.normalized_value(XmlVersion::Implicit1_0).ok()?;
    Some(value.into_owned())
}

pub fn letter_of(entity: &BytesRef<'_>) -> Option<String> {
    let named = quick_xml::escape::resolve_xml_entity(entity);
    named
        .map(str::to_owned)
        .or_else(|| Some(entity.resolve_char_ref().ok()??.to_string()))
}

fn repeated(element: &BytesStart<'_>, name: &str) -> u32 {
    let count = attribute(element, name).and_then(|text| text.parse().ok());
    count.unwrap_or(1).max(1)
}

enum Held {
    Value(Value),
    /// What is written in the cell.
    Text,
}

/// A table on its way, row by row.
#[derive(Default)]
struct Table {
    /// Bytes that repeated cells and letters may still take.
    left: usize,
    row: u32,
    rows: u32,
    column: u32,
    /// What the row holds, each for so many columns.
    cells: Vec<(u32, u32, Option<Value>, String)>,
    cell: Option<(u32, Held, bool)>,
    text: String,
    has_paragraph: bool,
    /// Its text was told beside what is shown.
    is_told: bool,
}

impl Table {
    fn begin(
        &mut self,
        name: &str,
        element: &BytesStart<'_>,
        grid: &mut Grid<'_>,
    ) -> Result<(), Fault> {
        match name {
            "table:table-row" => {
                self.rows = repeated(element, "table:number-rows-repeated");
                self.column = 0;
                self.cells.clear();
            }
            "table:table-cell" | "table:covered-table-cell" => {
                let held = held(element);
                let has_formula = attribute(element, "table:formula").is_some();
                let told = attribute(element, "office:string-value");
                self.is_told = told.is_some();
                self.text = told.unwrap_or_default();
                self.has_paragraph = false;
                let columns = repeated(element, "table:number-columns-repeated");
                let wide = repeated(element, "table:number-columns-spanned");
                let high = repeated(element, "table:number-rows-spanned");
                if wide > 1 || high > 1 {
                    grid.merged.push(Area {
                        rows: (self.row, self.row.saturating_add(high - 1)),
                        columns: (self.column, self.column.saturating_add(wide - 1)),
                    });
                }
                self.cell = Some((columns, held, has_formula));
            }
            "text:p" if self.has_paragraph => self.text("\n"),
            "text:p" => self.has_paragraph = true,
            "text:s" => {
                let spaces = (repeated(element, "text:c") as usize).min(LONGEST_TEXT);
                self.take(spaces - 1)?;
                self.text(&" ".repeat(spaces));
            }
            "text:tab" => self.text("\t"),
            "text:line-break" => self.text("\n"),
            _ => {}
        }
        Ok(())
    }

    /// Takes memory for what is not in the file.
    fn take(&mut self, bytes: usize) -> Result<(), Fault> {
        self.left = self.left.checked_sub(bytes).ok_or_else(too_large)?;
        Ok(())
    }

    fn text(&mut self, text: &str) {
        // Between cells there is white space only.
        if self.cell.is_some() && self.has_paragraph && !self.is_told {
            self.text.push_str(text);
        }
    }

    fn end(&mut self, name: &str, grid: &mut Grid<'_>) -> Result<(), Fault> {
        match name {
            "table:table-cell" | "table:covered-table-cell" => {
                let (columns, held, has_formula) = self.cell.take().ok_or(Fault::Damaged)?;
                let column = self.column;
                self.column = self.column.saturating_add(columns);
                match held {
                    Held::Value(value) => {
                        self.cells
                            .push((column, columns, Some(value), String::new()));
                    }
                    Held::Text if !self.text.is_empty() => {
                        let text = std::mem::take(&mut self.text);
                        self.cells.push((column, columns, None, text));
                    }
                    Held::Text => grid.unknown += usize::from(has_formula && self.rows == 1),
                }
            }
            "table:table-row" => {
                let rows = self.rows.min(MOST_ROWS);
                let bytes = self.cells.iter().map(|(_, columns, _, text)| {
                    let cells = (*columns as usize).saturating_mul(rows as usize) - 1;
                    cells.saturating_mul(size_of::<Cell>() + text.len())
                });
                self.take(bytes.fold(0, usize::saturating_add))?;
                if !self.cells.is_empty() {
                    for row in 0..rows {
                        self.write(self.row.saturating_add(row), grid)?;
                    }
                }
                self.row = self.row.saturating_add(self.rows);
            }
            _ => {}
        }
        Ok(())
    }

    fn write(&self, row: u32, grid: &mut Grid<'_>) -> Result<(), Fault> {
        for (first, columns, value, text) in &self.cells {
            for column in 0..*columns {
                let column = first.saturating_add(column);
                match value {
                    Some(value) => grid.push(row, column, *value)?,
                    None => grid.push_text(row, column, text)?,
                }
            }
        }
        Ok(())
    }
}

fn held(element: &BytesStart<'_>) -> Held {
    if attribute(element, "calcext:value-type").as_deref() == Some("error") {
        return Held::Value(Value::Fault);
    }
    let told = |name| attribute(element, name);
    let value = match told("office:value-type").unwrap_or_default().as_str() {
        "float" | "percentage" | "currency" => {
            let number = told("office:value").and_then(|text| text.parse().ok());
            number.map(Value::number)
        }
        "boolean" => told("office:boolean-value").map(|text| Value::Truth(text == "true")),
        "date" => told("office:date-value")
            .and_then(|text| moment_of(&text))
            .map(Value::Moment),
        "time" => told("office:time-value").and_then(|text| length_of(&text)),
        _ => None,
    };
    value.map_or(Held::Text, Held::Value)
}

/// `PT10H11M12.5S`, with days before the `T` if there are any.
fn length_of(text: &str) -> Option<Value> {
    let (days, time) = text.strip_prefix('P')?.split_once('T')?;
    let mut seconds = match days.strip_suffix('D') {
        Some(days) => days.parse::<f64>().ok()? * (MS_OF_DAY / 1000) as f64,
        None => 0.0,
    };
    let mut digits = String::new();
    for letter in time.chars() {
        let unit = match letter {
            'H' => 3600.0,
            'M' => 60.0,
            'S' => 1.0,
            other => {
                digits.push(if other == ',' { '.' } else { other });
                continue;
            }
        };
        seconds += std::mem::take(&mut digits).parse::<f64>().ok()? * unit;
    }
    Some(Value::of_length(seconds * 1000.0 / MS_OF_DAY as f64))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lengths_of_time_are_read() {
        assert_eq!(length_of("PT10H11M12.5S"), Some(Value::Time(36_672_500)));
        assert_eq!(length_of("P1DT1H"), Some(Value::Time(90_000_000)));
        assert_eq!(length_of("10:11"), None);
        assert_eq!(length_of("PT1e400S"), Some(Value::Fault));
    }
}
